"""Writing a sentence of TigerXML that was changed, with the identifiers, attributes and layout that it has in the file.

Other files, and people, refer to words and constituents by their identifiers: what is the same keeps its own. That is
the constituent with the same words and label, else that with the same words, else that with the same label and first
word; others get numbers that were not there. Attributes stay, also those that say nothing (``morph="--"``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import count
from typing import NamedTuple
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

from goldleaf.core.formats.graphs import NONE
from goldleaf.core.formats.tigerxml import NOTHING, OF_NODES, OF_WORDS, features_of, given

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_BEFORE_NODES = 499  # constituents are called 500 and up


class Word(NamedTuple):
    """A word as it is to be written; ``parent`` is the number of its constituent, 0 at the top."""

    form: str
    lemma: str
    tag: str
    features: str
    function: str
    parent: int


class Node(NamedTuple):
    """A constituent as it is to be written; its number is its place, from 1."""

    label: str
    features: str
    function: str
    parent: int


class Edge(NamedTuple):
    """A secondary edge from a word or a constituent, the other of which is 0, to a constituent."""

    word: int
    node: int
    parent: int
    label: str


def rewritten(text: str, words: Sequence[Word], nodes: Sequence[Node], edges: Sequence[Edge]) -> str | None:
    """The element of a sentence, given as it stands in the file; None where its words are others."""
    try:
        sentence = ET.fromstring(text, ET.XMLParser(target=ET.TreeBuilder(insert_comments=True)))
    except ET.ParseError:  # its prefix is declared around it
        return None
    graph, nonterminals = sentence.find(".//graph"), sentence.find(".//nonterminals")
    of_words = [*sentence.iter("t")]
    if graph is None or [_clean(word.form) for word in words] != [one.get("word") for one in of_words]:
        return None
    if nonterminals is None and nodes:
        nonterminals = ET.SubElement(graph, "nonterminals")
        nonterminals.tail = graph.text
    known = {one.get("id", ""): one for one in sentence.iter("nt")}
    word_names = [one.get("id", "") for one in of_words]
    names = _names(_spans(word_names, known), _spans_of(words, nodes), [*word_names, *known], sentence.get("id", "s"))
    elements = [known.get(name, Element("nt", {"id": name, "cat": ""})) for name in names]
    above = ["", *names]
    below: dict[str, dict[str, str]] = {name: {} for name in above}
    across: dict[str, dict[str, str]] = {name: {} for name in (*word_names, *names)}
    of_names: Iterable[tuple[str, Word | Node]] = zip((*word_names, *names), (*words, *nodes), strict=True)
    for name, one in of_names:
        below[above[one.parent]][name] = one.function
    for edge in edges:
        across[word_names[edge.word - 1] if edge.word else above[edge.node]][above[edge.parent]] = edge.label
    for element, name, word in zip(of_words, word_names, words, strict=True):
        _say(element, {"lemma": word.lemma, "pos": word.tag}, word.features, OF_WORDS)
        _link(element, {"secedge": across[name]})
    for element, name, node in zip(elements, names, nodes, strict=True):
        _say(element, {"cat": node.label}, node.features, OF_NODES)
        _link(element, {"edge": below[name], "secedge": across[name]})
    if nonterminals is not None:
        kept = [one for one in known.values() if one in elements]
        _hold(nonterminals, [*kept, *(one for one in elements if one not in kept)])
    top = next(iter(below[""]), None)
    if top is not None and graph.get("root") not in (None, *word_names, *names):
        graph.set("root", next((name for name in below[""] if name in names), top))
    # Where letters are written as numbers (&#252;), they stay so.
    written: str = ET.tostring(sentence, encoding="us-ascii" if text.isascii() else "utf-8").decode()
    return written if " />" in text else written.replace(" />", "/>")


def _clean(text: str) -> str:
    """Without characters that XML does not have."""
    return _FORBIDDEN.sub("\ufffd", text)


Span = tuple[frozenset[int], str]
"""The words of a constituent, and its label."""


def _spans(words: Sequence[str], nodes: Mapping[str, Element]) -> dict[str, Span]:
    """Those that stand in the file, by their identifiers."""
    parent = {edge.get("idref", ""): name for name, node in nodes.items() for edge in node.findall("edge")}
    found: dict[str, set[int]] = {name: set() for name in nodes}
    for position, name in enumerate(words, 1):
        while (name := parent.get(name, "")) in found:
            found[name].add(position)
    return {name: (frozenset(found[name]), node.get("cat", "")) for name, node in nodes.items()}


def _spans_of(words: Sequence[Word], nodes: Sequence[Node]) -> list[Span]:
    """Those that are to be written, in their order."""
    found: list[set[int]] = [set() for _ in nodes]
    for position, word in enumerate(words, 1):
        number = word.parent
        while number:
            found[number - 1].add(position)
            number = nodes[number - 1].parent
    return [(frozenset(own), _clean(node.label)) for own, node in zip(found, nodes, strict=True)]


def _names(known: Mapping[str, Span], wanted: Sequence[Span], taken: Iterable[str], sentence: str) -> list[str]:
    """An identifier for each constituent that is to be written: that of the same one, else one that is not there."""
    same: tuple[Callable[[Span], Hashable], ...] = (
        lambda span: span,
        lambda span: span[0],
        lambda span: (min(span[0], default=0), span[1]),
    )
    found: dict[int, str] = {}
    for key in same:
        left: dict[Hashable, list[str]] = {}
        for name, span in known.items():
            if name not in found.values():
                left.setdefault(key(span), []).append(name)
        for place, span in enumerate(wanted):
            if place not in found and left.get(key(span)):
                found[place] = left[key(span)].pop(0)
    used = {*taken}
    new = (name for number in count(_BEFORE_NODES + 1) if (name := f"{sentence}_{number}") not in used)
    return [found[place] if place in found else next(new) for place in range(len(wanted))]


def _say(element: Element, values: Mapping[str, str], features: str, own: tuple[str, ...]) -> None:
    """Let the attributes say this; those that say it already stay as they are."""
    for name, value in values.items():
        if given(element.get(name, NOTHING)) != _clean(value):
            element.set(name, NOTHING if value == NONE else _clean(value))
    if features_of(dict(element.attrib), own) != features:
        for name in {*element.attrib} - {*own}:
            del element.attrib[name]
        for name, value in pairs_of(features, own):
            element.set(name, _clean(value))


def pairs_of(features: str, others: tuple[str, ...]) -> list[tuple[str, str]]:
    """The features as attributes: each its own if they can be, else all as ``morph``."""
    pairs = [pair.partition("=") for pair in features.split("|")]
    names = {name for name, equals, value in pairs if equals and value and _NAME.fullmatch(name)} - {*others}
    if len(names) == len(pairs):
        return [(name, value) for name, _, value in pairs]
    return [] if features == NONE else [("morph", features)]


def _link(element: Element, wanted: Mapping[str, Mapping[str, str]]) -> None:
    """Let a word or constituent have these edges of each kind, by what they lead to, and no others."""
    kept = []
    left = {kind: dict(labels) for kind, labels in wanted.items()}
    for child in element:
        other = child.get("idref", "")
        if child.tag not in left:
            kept.append(child)
        elif other in left[child.tag]:
            _say(child, {"label": left[child.tag].pop(other)}, NONE, tuple(child.attrib))
            kept.append(child)
    new = [
        Element(kind, {"label": label, "idref": other})
        for kind, labels in left.items()
        for other, label in labels.items()
    ]
    for one in new:
        one.set("label", NOTHING if one.get("label") == NONE else _clean(one.get("label", "")))
    _hold(element, [*kept, *new])


def _hold(parent: Element, children: Sequence[Element]) -> None:
    """Let an element have these children, set in as those that it had."""
    if [*parent] == [*children]:
        return
    last = parent[-1].tail if len(parent) else None
    parent[:] = children
    for child in children:
        child.tail = parent.text
    if children:
        children[-1].tail = last
    else:
        parent.text = None
