"""Words as labelled bars under the bottom line: what a parse lacks, in the parse's own picture; expressions."""

from __future__ import annotations

from collections.abc import Sequence

from goldleaf.viewer.diagram.bars import Bar, stretches
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Key, Role, Side, State
from goldleaf.viewer.views.trees.line import Line
from goldleaf.viewer.views.trees.shown import Shown
from goldleaf.viewer.views.trees.tree_picture import runs

INSET = 1.0  # a bar is so much shorter than its words at either end


LACKED = {Side.PARSE: (State.MISSING, State.ONE_RIGHT), Side.OTHER: (State.MISSING, State.OTHER_RIGHT)}
"""The states of the gold's constituents that a parse has not, of two parses either."""


def missing_bars(shown: Shown, line: Line, part: int, ruler: Ruler, side: Side = Side.PARSE) -> list[Bar]:
    """The bars of a gold's constituents that the parse of a side lacks, over a line of words."""
    picture = shown.picture
    place = _columns(shown, line, part)
    found = []
    for node in picture.sentence.nodes:
        if picture.state(node.number) in LACKED[side]:
            words = [word for first, last in runs(picture.yields[node.number]) for word in range(first, last + 1)]
            if pieces := _pieces([place[word] for word in words if word in place], line):
                key = Key(picture.side, "bar", f"{node.number}")
                found.append(Bar(key, node.label, ruler.width(Role.BAR, node.label), pieces))
    return found


def expression_bars(shown: Shown, line: Line, part: int, ruler: Ruler) -> list[Bar]:
    """The bars of a picture's multiword expressions."""
    words, place = shown.picture.sentence.words, _columns(shown, line, part)
    column = {words[number].position: found for number, found in place.items()}
    return [
        Bar(one.key, one.label, ruler.width(Role.BAR, one.label), pieces, one.state)
        for one in shown.picture.expressions
        if (pieces := _pieces([column[position] for position in one.positions if position in column], line))
    ]


def _columns(shown: Shown, line: Line, part: int) -> dict[int, int]:
    """The column of each word, by its place in the sentence."""
    columns = line.parts[part].columns
    return {slot.word: columns[number] for number, slot in enumerate(shown.slots) if slot.word is not None}


def _pieces(columns: Sequence[int], line: Line) -> tuple[tuple[float, float], ...]:
    """The outer edges of the stretches of some columns."""
    found = []
    for first, last in stretches(columns):
        left, right = line.extent((first, last))
        found.append((left + INSET, right - INSET))
    return tuple(found)
