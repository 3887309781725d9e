"""The view of one sentence in several structures, as in Figure 1 of Seddah et al. 2013. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import polars as pl

from goldleaf.core.alignment import have_same_forms
from goldleaf.core.alignment.same import remembered
from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.metrics.base import has_constituents, has_dependencies
from goldleaf.core.sentence import Sentence, Word
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.diagram.annotators import Adjudication
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.naming import Difference, Wording
from goldleaf.viewer.diagram.options import Row
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.aligned.draw import Structures, draw_aligned
from goldleaf.viewer.views.arcs.arc_picture import Arc, ArcsPicture
from goldleaf.viewer.views.lattices.lattice_picture import LatticePicture, gold_spans, lattice_picture_of
from goldleaf.viewer.views.layers import layer_difference
from goldleaf.viewer.views.part import beginning, last_drawn, left_out
from goldleaf.viewer.views.remedies import ROWS, TIGHT
from goldleaf.viewer.views.trees.tree_picture import TreePicture
from goldleaf.viewer.views.view import Drawing, Look, Subject, Tools, View

# What the versions may not share, and the fields of a word that have it.
_LAYERS = {Layer.TAG: ("coarse_tag", "fine_tag"), Layer.FEATURES: ("features",)}

_NOTHING = ("_", "")

SHARED = 0.5  # of the smaller one of two tag sets: those that share less are two theories', and are not compared

Unshared = Mapping[Layer, Mapping[int, tuple[Word, Word]]]


class AlignedView(View):
    """Constituents above the words, arcs below them, and under these the lattice."""

    name = "aligned"
    title = "Aligned"
    keys = ("Shift+T",)
    description = "Draw constituents, dependencies and the lattice of a sentence over the same words."
    metric = "tedeval"
    heeds = frozenset({"rows", "direction", "wrap"})
    lists_facts = False  # but tags and features
    remedies = (TIGHT, ROWS)

    def lacking(self, document: Document) -> str:
        """There must be constituents and dependencies, of gold, parses or other golds."""
        known = [document.gold, *(one.treebank for one in document.parses), *document.gold.other_golds]
        if not any(map(has_constituents, known)):
            return "The files have dependencies alone, which the view arcs compares; open constituents of them, too."
        if not any(map(has_dependencies, known)):
            return "The files have constituents alone, which the view tree compares; open dependencies of them, too."
        return ""

    def draw(self, subject: Subject, look: Look, tools: Tools) -> Drawing:
        """All structures in one picture; tags and features that they do not share are boxed."""
        versions = list(_versions(subject))
        trees = next((one for one in versions if one.sentence.nodes), None)
        arcs = next((one for one in versions if any(word.head is not None for word in one.sentence.words)), None)
        if trees is None or arcs is None:
            return Drawing(note="The sentence has no constituents, or no dependencies.")
        whole, last = trees.sentence, last_drawn((trees.sentence, arcs.sentence))
        trees, arcs = (one._replace(sentence=beginning(one.sentence, last)) for one in (trees, arcs))
        files = [Path(one.treebank.path) for one in (trees, arcs)]
        if files[0].stem == files[1].stem in (trees.name, arcs.name):  # one text in two frameworks: the endings tell
            trees, arcs = (one._replace(name=file.name) for one, file in zip((trees, arcs), files, strict=True))
        document, row, parse = subject.document, subject.row, subject.parse
        wording = Adjudication(trees.name, arcs.name)  # none of the versions is right
        lattice = subject.pair.once("aligned lattice", lambda: lattice_picture_of(document, row, parse, wording))
        # Of the tags, those that the constituents have, too, which may be the fine ones.
        ours = {word.position: _tags(word) for word in trees.sentence.words}
        fine = sum(word.fine_tag in ours.get(word.position, ()) for word in arcs.sentence.words)
        coarse = sum(word.coarse_tag in ours.get(word.position, ()) for word in arcs.sentence.words)
        one_set = _share_tags(trees.treebank, arcs.treebank)
        unshared = _unshared(trees.sentence, arcs.sentence, tags=one_set)
        known = _structures(trees, arcs, unshared, wording)
        if lattice is not None:
            known = replace(known, lattice=lattice, spans=_spans(lattice, subject.pair))
        rows = (Row.FINE_TAG if row is Row.TAG and fine > coarse else row for row in look.options.rows)
        options = replace(look.options, rows=tuple(dict.fromkeys(rows)), enhanced=False)
        diagram = draw_aligned(known, options, tools.theme, tools.measure)
        return AlignedDrawing(
            diagrams=(diagram,), titles=(f"{trees.name} above, {arcs.name} below",), wording=wording,
            differences=tuple(_differences(unshared, wording, fine=fine > coarse)), sentence=arcs.sentence,
            states=known.spans, summary="" if one_set else "two tag sets, which are not compared",
            left_out=left_out(whole, trees.sentence),
        )  # fmt: skip


class Version(NamedTuple):
    """A sentence as a file has it, what the file is called, and all of it."""

    sentence: Sentence
    name: str
    treebank: Treebank


def _versions(subject: Subject) -> Iterator[Version]:
    """The versions of a sentence: gold and parse, then the other golds."""
    document, pair, row = subject.document, subject.pair, subject.row
    name = document.gold_names[0] if document.gold.other_golds else subject.wording.gold
    yield Version(pair.gold, name, document.gold)
    if pair.parse is not None:
        yield Version(pair.parse, subject.wording.parse, document.parses[subject.parse].treebank)
    for name, other in zip(document.gold_names[1:], document.gold.other_golds, strict=False):
        if row < len(other) and have_same_forms(document.gold.slice(row), other.slice(row)):
            yield Version(other.sentence(row), name, other)


@remembered
def _share_tags(trees: Treebank, arcs: Treebank) -> bool:
    """Whether the tags are of one tag set: of the coarse or the fine ones, enough are tags of the constituents."""
    columns = "coarse_tag", "fine_tag", "function"
    known = set[str]()
    for coarse, fine, function in trees.words.select(pl.col(columns).cast(pl.String)).unique().iter_rows():
        known |= _names(coarse, fine, function)
    sets = (set(arcs.words[name].cast(pl.String).unique().to_list()) - {*_NOTHING} for name in columns[:2])
    return any(own and len(own & known) >= SHARED * min(len(own), len(known)) for own in sets) or not known


def _unshared(trees: Sentence, arcs: Sentence, *, tags: bool) -> Unshared:
    """The words of both, by position, whose tags or features are not the same; the constituents' first. A tag is shared
    if it is one of the two of the other word. What only one has is not compared, nor ``tags`` of two sets."""
    known = {word.position: word for word in trees.words}
    both = [(known[word.position], word) for word in arcs.words if word.position in known]
    tagged = ((ours, theirs, _tags(ours), _tags(theirs)) for ours, theirs in both if tags)
    found = {Layer.TAG: {ours.position: (ours, theirs) for ours, theirs, a, b in tagged if a and b and not a & b}}
    with_features = all(any(word.features not in _NOTHING for word in side) for side in zip(*both, strict=True))
    found[Layer.FEATURES] = {a.position: (a, b) for a, b in both if with_features and a.features != b.features}
    return found


def _tags(word: Word) -> set[str]:
    return _names(word.coarse_tag, word.fine_tag, word.function)


def _names(coarse: str, fine: str, function: str) -> set[str]:
    """Tags of a word; in constituents also the tag with the function that it is written with, as in ``PRO-N``."""
    known = {coarse, fine} - {*_NOTHING}
    return known | ({f"{tag}-{function}" for tag in known} if function not in _NOTHING else set())


def _structures(trees: Version, arcs: Version, unshared: Unshared, wording: Wording) -> Structures:
    """The pictures: the words are those of the dependencies, with what only the constituents have among them."""
    boxed = dict.fromkeys(unshared[Layer.TAG], State.WRONG_LABEL)
    against = {layer: {place: pair[0] for place, pair in own.items()} for layer, own in unshared.items()}
    ours, theirs = ({word.position: word for word in one.sentence.words} for one in (trees, arcs))
    words = ours | theirs
    every = replace(arcs.sentence, words=tuple(words[place] for place in sorted(words)))
    states = dict.fromkeys(words.keys() - theirs.keys(), State.MISSING)
    states |= dict.fromkeys(words.keys() - ours.keys(), State.EXTRA)
    drawn = tuple(Arc(word.position, word.head, word.label) for word in arcs.sentence.words)
    return Structures(
        TreePicture(trees.sentence, Side.GOLD, {}, boxed, {}, trees.name, wording=wording),
        ArcsPicture(every, Side.BOTH, (), states, trees.name, against=against, wording=wording),
        ArcsPicture(arcs.sentence, Side.PARSE, drawn, {}, arcs.name, wording=wording),
    )


def _spans(lattice: LatticePicture, pair: Pair) -> dict[int, tuple[int, int]]:
    """The lattice's states of each word, on the gold's path or on the parse's, by place."""
    paths = (lattice, replace(lattice, gold=lattice.parse))
    sides = pair.places or ({}, {})
    found: dict[int, tuple[int, int]] = {}
    for path, places in zip(reversed(paths), reversed(sides), strict=True):
        found |= {places.get(position, position): ends for position, ends in gold_spans(path).items()}
    return found


def _differences(unshared: Unshared, wording: Wording, *, fine: bool) -> Iterator[Difference]:
    """A row for each word and layer, in the order of the words; tags as they are drawn."""
    for place in sorted({place for own in unshared.values() for place in own}):
        for layer, fields in _LAYERS.items():
            if place not in unshared[layer]:
                continue
            both, texts = unshared[layer][place], []
            for word, chosen in zip(both, (0, -1 if fine else 0), strict=True):
                values = (getattr(word, name) for name in fields[chosen:])
                texts.append(next((text for text in values if text not in _NOTHING), "none"))
            keys = Key(Side.BOTH, layer.value, f"{place}"), Key(Side.GOLD, "word", f"{place}")
            yield layer_difference(
                layer, both[1].name, word=isolated(both[1].form), gold=texts[0], parse=texts[1], place=place,
                places=(place,), keys=keys, wording=wording,
            )  # fmt: skip


@dataclass(frozen=True, eq=False, kw_only=True)
class AlignedDrawing(Drawing):
    """The structures of a sentence; ``states`` are the lattice's for each word."""

    states: Mapping[int, tuple[int, int]]

    def word(self, position: int, side: Side) -> Key | None:  # noqa: ARG002
        key = Key(Side.BOTH, "word", f"{position}")
        return key if key in self.keys else None

    def related(self, key: Key | None) -> frozenset[Key]:
        if key is None:
            return frozenset()
        if key.kind not in ("word", "arc"):
            return frozenset({key})
        own = {Key(Side.BOTH, "word", key.name), Key(Side.GOLD, "word", key.name), Key(Side.PARSE, "arc", key.name)}
        ends = self.states.get(int(key.name))
        edge = {Key(Side.BOTH, "edge", f"{ends[0]}-{ends[1]}-1")} if ends else set[Key]()
        return self.keys & {key, *own, *edge}
