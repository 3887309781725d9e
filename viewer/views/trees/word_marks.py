"""The words of two trees that differ: in their tags, or in that one side has not got them. No Qt."""

from __future__ import annotations

from goldleaf.core.structures.phrase import is_trace
from goldleaf.core.treebank import Sentence, Word
from goldleaf.viewer.diagram.shapes import State
from goldleaf.viewer.views.arcs.picture import alone

_States = dict[int, State]


def wrong_tags(gold: Sentence, parse: Sentence | None) -> tuple[_States, _States]:
    """States of the gold's and of the parse's words, by position: WRONG_LABEL where the tags of a word differ.

    Words pair by their order, traces left out, or by their places; nothing differs where there are more of them on one
    side.
    """
    if parse is not None and any(word.number is not None for word in gold.words):
        return _where_placed(gold, parse)
    ours, theirs = _written(gold), _written(parse) if parse is not None else []
    if len(ours) != len(theirs):
        return {}, {}
    pairs = [(one, other) for one, other in zip(ours, theirs, strict=True) if one.coarse_tag != other.coarse_tag]
    return (
        {one.position: State.WRONG_LABEL for one, _ in pairs},
        {other.position: State.WRONG_LABEL for _, other in pairs},
    )


def lone_words(gold: Sentence, parse: Sentence | None) -> tuple[_States, _States]:
    """States of the words that are placed where the other side has none: MISSING in the gold, EXTRA in the parse.

    Without a parse there are none, and in one without words neither.
    """
    if parse is None or all(word.number is None for word in gold.words):
        return {}, {}
    return alone(gold, parse, State.MISSING), alone(parse, gold, State.EXTRA)


def _where_placed(gold: Sentence, parse: Sentence) -> tuple[_States, _States]:
    there = {word.position: word.coarse_tag for word in parse.words}
    wrong = [word.position for word in gold.words if there.get(word.position, word.coarse_tag) != word.coarse_tag]
    return dict.fromkeys(wrong, State.WRONG_LABEL), dict.fromkeys(wrong, State.WRONG_LABEL)


def _written(sentence: Sentence) -> list[Word]:
    return [word for word in sentence.words if not is_trace(word)]
