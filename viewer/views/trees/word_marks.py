"""The words of two trees that only one side has. No Qt."""

from __future__ import annotations

from goldleaf.core.treebank import Sentence
from goldleaf.viewer.diagram.shapes import State
from goldleaf.viewer.views.arcs.arc_picture import alone

_States = dict[int, State]


def lone_words(gold: Sentence, parse: Sentence | None) -> tuple[_States, _States]:
    """States of the words that are placed where the other side has none: MISSING in the gold, EXTRA in the parse.

    Without a parse there are none, and in one without words neither.
    """
    if parse is None or all(word.number is None for word in gold.words):
        return {}, {}
    return alone(gold, parse, State.MISSING), alone(parse, gold, State.EXTRA)
