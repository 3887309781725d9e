"""Constituents and trees in words: for screen readers, tooltips, panels and the alt text of figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldleaf.core.treebank import Node
from goldleaf.viewer.diagram.naming import LOST
from goldleaf.viewer.diagram.shapes import Side, State
from goldleaf.viewer.diagram.summary import counted_differences
from goldleaf.viewer.views.trees.tree_picture import TreePicture, runs

MOST_WORDS = 12  # that a description quotes in full
KEPT_WORDS = 5  # of a longer one, at either end

_NONE = ("_", "", "--")


def constituent_description(picture: TreePicture, node: int, others: Sequence[TreePicture] = ()) -> str:
    """A constituent of one picture, and what the others have instead.

    Such as ``NP over ‘the old house’ (words 3–5); in the parse: missing``.
    """
    text = f"{_named(picture.node_at[node])} over {yield_phrase(picture, node)}"
    text += f"; {LOST}: {aside}" if (aside := picture.asides.get(node)) else ""
    if picture.state(node) is State.NOT_SCORED:
        return f"{text}; {picture.verdict(node)}"
    if picture.partners_in:
        return f"{text}; {picture.wording.names[picture.state(node)]}{_among(picture, node, others)}"
    for other in others:
        if picture.side != Side.PARSE or other.side == Side.GOLD:
            text += _beside(picture, node, other)
    return text


def _among(picture: TreePicture, node: int, others: Sequence[TreePicture]) -> str:
    """What two other pictures have over the same words, where that has another label."""
    own = _named(picture.node_at[node])
    there = ((other, other.node_at.get(picture.partner_in(node, other) or 0)) for other in others)
    return "".join(
        f"; in {_the(other)}: {_named(found)}" for other, found in there if found is not None and _named(found) != own
    )


def _beside(picture: TreePicture, node: int, other: TreePicture) -> str:
    """What another picture has instead of a constituent."""
    state, verdict = picture.state(node), picture.verdict(node)
    there = other.node_at.get(picture.partners.get(node, 0))
    if node in picture.wrong_functions and there is not None:
        return f"; in {_the(other)}: {_named(there)}, {verdict}"
    label = there.label if there and there.label != picture.node_at[node].label else ""
    if picture.side == Side.PARSE:
        return _against_gold(other, state, verdict, label)
    if state is State.MATCHED:
        return f"; the same in {_the(other)}"
    return f"; in {_the(other)}: {label}{', ' if label else ''}{verdict}"


def _against_gold(gold: TreePicture, state: State, verdict: str, gold_label: str) -> str:
    if state is State.MATCHED:
        return f"; the same in {_the(gold)}"
    text = f"; {verdict}"
    if gold_label:
        return f"{text}, in {_the(gold)}: {gold_label}"
    return text if state is State.WRONG_LABEL else f"{text}, not in {_the(gold)}"


def _the(picture: TreePicture) -> str:
    return "the result" if picture.side is Side.RESULT else picture.wording.the(picture.name)


def _named(node: Node) -> str:
    label = node.label if node.label not in ("_", "") else "node without label"
    function = f" with function {node.function}" if node.function not in _NONE else ""
    index = f", index {node.index}" if node.index != "_" else ""
    return f"{label}{function}{index}"


def yield_phrase(picture: TreePicture, node: int) -> str:
    """Such as ``‘the old house’ (words 3–5)``; gaps are shown by ``…``."""
    words = picture.sentence.words
    spans = list(runs(picture.yields[node]))
    if not spans:
        return "no words"
    forms: list[str] = []
    for number, (first, last) in enumerate(spans):
        forms += ["…"] * bool(number) + [word.form for word in words[first : last + 1]]
    if len(forms) > MOST_WORDS:
        forms = [*forms[:KEPT_WORDS], "…", *forms[-KEPT_WORDS:]]
    places = [(words[first].name, words[last].name) for first, last in spans]
    named = ", ".join(f"{first}" if first == last else f"{first}–{last}" for first, last in places)
    one = len(places) == 1 and places[0][0] == places[0][1]
    return f"‘{' '.join(forms)}’ ({'word' if one else 'words'} {named})"


def word_description(picture: TreePicture, position: int, others: Sequence[TreePicture] = ()) -> str:
    """A word with its tag and the constituent that it is in, such as ``word 5 ‘house’, NN in NP``."""
    word = picture.word_at[position]
    tag = tag_at(picture, position)
    parent = picture.node_at.get(word.parent)
    place = f" in {parent.label}" if parent and parent.label not in ("_", "") else ""
    text = f"word {word.name} ‘{word.form}’" + (f", {tag}" if tag else "") + place
    state = picture.word_states.get(position, State.MATCHED)
    if state is State.WRONG_LABEL:
        for other in others:
            there = counterpart(picture, position, other)
            if there is not None:
                text += f"; in {_the(other)}: {tag_at(other, there) or 'no tag'}, {picture.wording.wrong_tag}"
    elif verdict := picture.wording.verdict(state):
        text += f"; {verdict}"
    lineage = picture.lineages.get(position)
    return f"{text}; lineages {lineage.percent} alike: {lineage.edits}" if lineage else text


def counterpart(picture: TreePicture, position: int, other: TreePicture) -> int | None:
    """The position of the same word in another picture, None for a trace or where there is none."""
    place = picture.place_of.get(position)
    return None if place is None else other.position_of.get(place)


def tag_at(picture: TreePicture, position: int) -> str:
    """A word's tag, empty for none."""
    word = picture.word_at[position]
    tag = word.coarse_tag if word.fine_tag in ("_", "") else word.fine_tag
    return tag if tag != "_" else ""


def tree_title(picture: TreePicture) -> str:
    """Such as ``gold, sentence 12 (weblog-7)``."""
    sentence = picture.sentence
    return f"{picture.name}, sentence {sentence.number}" + (f" ({sentence.id})" if sentence.id else "")


def tree_description(picture: TreePicture) -> str:
    """The alt text: what is drawn, the words, the top, and the number of differences of each class."""
    sentence = picture.sentence
    count = len(sentence.words)
    tops = [node.label for node in sentence.nodes if node.parent == 0]
    parts = [
        f"Phrase-structure tree of {_the(picture)} over {count} {'word' if count == 1 else 'words'}: "
        f"‘{sentence.running_text}’",
        f"Top: {', '.join(label if label not in ('_', '') else 'node without label' for label in tops) or 'none'}",
    ]
    if differences := counted_differences(_verdicts(picture)):
        parts.append(f"Differences: {differences}")
    parts += [picture.left_out] if picture.left_out else []
    return ". ".join(parts) + "."


def _verdicts(picture: TreePicture) -> Iterator[str]:
    """What is said of each constituent and tag that differs."""
    yield from (picture.verdict(node.number) for node in picture.sentence.nodes)
    yield from (picture.wording.wrong_tag for state in picture.word_states.values() if state is State.WRONG_LABEL)
