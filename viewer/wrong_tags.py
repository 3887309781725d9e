"""The words of a tree whose tag differs between gold and parse. No Qt."""

from __future__ import annotations

from core.treebank import Sentence, Word
from viewer.diagram.shapes import State
from viewer.diagram.tree_picture import is_trace

_States = dict[int, State]


def wrong_tags(gold: Sentence, parse: Sentence | None) -> tuple[_States, _States]:
    """States of the gold's and of the parse's words, by position: WRONG_LABEL where the tags of a word differ.

    Words pair by their order, traces left out; nothing differs where there are more of them on one side.
    """
    ours, theirs = _written(gold), _written(parse) if parse is not None else []
    if len(ours) != len(theirs):
        return {}, {}
    pairs = [(one, other) for one, other in zip(ours, theirs, strict=True) if one.coarse_tag != other.coarse_tag]
    return (
        {one.position: State.WRONG_LABEL for one, _ in pairs},
        {other.position: State.WRONG_LABEL for _, other in pairs},
    )


def _written(sentence: Sentence) -> list[Word]:
    return [word for word in sentence.words if not is_trace(word)]
