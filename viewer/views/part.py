"""The beginning of a sentence that is too large to be drawn in time, and what is said of the rest; what pictures and
files call a sentence. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from goldleaf.core.sentence import Node, Sentence, Word
from goldleaf.viewer.diagram.bidi import isolated

# More than these take longer than one waits for a picture, and are no longer read as one.
MOST_WORDS = 600
MOST_NODES = 1_200
LONGEST = 200  # characters of a form or label
_TEXTS = ("form", "lemma", "coarse_tag", "fine_tag", "features", "label", "misc", "enhanced", "function")


def titled(name: str, sentence: Sentence) -> str:
    """A picture of a sentence by its name, such as ``gold, sentence 12 (weblog-7)``."""
    return f"{name}, sentence {sentence.number}" + (f" ({sentence.id})" if sentence.id else "")


def about(sentence: Sentence, **more: str) -> dict[str, str]:
    """What goes into the metadata of files."""
    return {**more, "sentence": f"{sentence.number}", **({"id": sentence.id} if sentence.id else {})}


def brief(text: str) -> str:
    """As much of a text as can be drawn."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def named(word: Word, times: Mapping[str, int]) -> str:
    """A word as lists name it: by its form, with its number where the form is there more ``times``."""
    form = isolated(brief(word.form))
    return f"{form} ({word.name})" if times[word.form] > 1 else form


def last_drawn(sentences: Iterable[Sentence]) -> int | None:
    """The position of the last word that is drawn, the same on all sides; None where all are."""
    positions = sorted({word.position for sentence in sentences for word in sentence.words})
    return positions[MOST_WORDS - 1] if len(positions) > MOST_WORDS else None


def beginning(sentence: Sentence, last: int | None) -> Sentence:
    """The sentence up to a position, with as many constituents as can be drawn and brief texts; itself if it is so."""
    words = []
    for word in sentence.words:
        if last is None or word.position <= last:
            long = {name: brief(text) for name in _TEXTS if len(text := getattr(word, name)) > LONGEST}
            words.append(replace(word, **long) if long else word)  # type: ignore[arg-type]
    parents = {node.number: node.parent for node in sentence.nodes}
    nodes = _nodes(sentence, words, parents)
    if tuple(words) == sentence.words and len(nodes) == len(sentence.nodes):
        return sentence
    kept = {0, *(node.number for node in nodes)}
    for number, word in enumerate(words):
        parent = word.parent
        while parent not in kept:  # a word hangs from the next constituent above that is drawn
            parent = parents.get(parent, 0)
        words[number] = word if parent == word.parent else replace(word, parent=parent)
    end = words[-1].position if words else 0
    positions = {0, *(word.position for word in words)}
    edges = (edge for edge in sentence.secondary_edges if edge.word in positions)
    empty = (node for node in sentence.empty_nodes if node.after <= end)
    part = replace(
        sentence,
        text=None,  # so that it is told by the words
        words=tuple(words),
        tokens=tuple(replace(token, form=brief(token.form)) for token in sentence.tokens if token.last <= end),
        empty_nodes=tuple(replace(node, form=brief(node.form), enhanced=brief(node.enhanced)) for node in empty),
        arguments=tuple(one for one in sentence.arguments if max(one.predicate, one.argument) <= end),
        nodes=nodes,
        secondary_edges=tuple(edge for edge in edges if kept.issuperset((edge.node, edge.parent))),
    )
    return replace(part, text=f"{part.running_text} …")


def _nodes(sentence: Sentence, words: Sequence[Word], parents: Mapping[int, int]) -> tuple[Node, ...]:
    """The nodes over the words, those that come first, and never one without its parent."""
    if len(words) == len(sentence.words) and len(sentence.nodes) <= MOST_NODES:
        return sentence.nodes
    over: set[int] = set()
    for word in words:
        number = word.parent
        while number and number not in over:
            over.add(number)
            number = parents.get(number, 0)
    kept = {0}
    found: list[Node] = []
    for node in sentence.nodes:
        if node.number in over and node.parent in kept and len(found) < MOST_NODES:
            kept.add(node.number)
            found.append(node)
    return tuple(found)


def left_out(sentence: Sentence, drawn: Sentence) -> str:
    """What of a sentence is not drawn; empty where all is."""
    if drawn is sentence:
        return ""
    counts = (("words", len(drawn.words), len(sentence.words)), ("constituents", len(drawn.nodes), len(sentence.nodes)))
    said = [f"the first {some:,} of {every:,} {what}" for what, some, every in counts if some < every]
    text = f"too large: drawn are {' and '.join(said)}" if said else ""
    if any(len(getattr(word, name)) > LONGEST for word in drawn.words for name in _TEXTS):
        text += f"{'; ' if text else ''}texts of more than {LONGEST} characters are cut"
    return text
