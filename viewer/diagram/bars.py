"""Sets of words as labelled bars under them: constituents, expressions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from goldleaf.viewer.diagram.shapes import Anchor, Box, Key, Path, Role, Shape, State, Text
from goldleaf.viewer.diagram.strokes import cross, stroke
from goldleaf.viewer.diagram.theme import Ruler

ABOVE = 8.0  # from the words to the first bar, in pixels
TICK = 4.0  # the height of a bar's ends
BAR_GAP = 5.0  # from a label to the next bar
LABEL_GAP = 4.0  # from a bar to its label, or to the box around that
BESIDE = 8.0  # between two bars or labels of a lane
MARK, MARK_GAP = 8.0, 3.0  # the × before what is extra
BOX_PAD = 3.0  # beside a label in a box
BOX_RISE = 1.0  # above and below it


@dataclass(frozen=True, slots=True)
class Bar:
    """Some words: the outer edges of their stretches, a label and its width, and the lane, 0 next to the words."""

    key: Key
    label: str
    label_width: float
    pieces: tuple[tuple[float, float], ...]
    state: State = State.MISSING
    lane: int = 0

    @property
    def middle(self) -> float:
        """Where the label stands: under the longest stretch."""
        left, right = max(self.pieces, key=lambda piece: piece[1] - piece[0])
        return (left + right) / 2

    @property
    def extent(self) -> tuple[float, float]:
        """The outer edges of bar and label."""
        half = self.label_width / 2 + (BOX_PAD if self.state is State.WRONG_LABEL else 0.0)
        before = MARK + MARK_GAP if self.state is State.EXTRA else 0.0
        return min(self.pieces[0][0], self.middle - half - before), max(self.pieces[-1][1], self.middle + half)


def stacked(bars: Sequence[Bar]) -> list[Bar]:
    """Each bar in the first lane where it is free, the shortest first."""
    lanes: list[list[tuple[float, float]]] = []
    found = []
    for bar in sorted(bars, key=lambda bar: (bar.pieces[-1][1] - bar.pieces[0][0], bar.pieces[0][0])):
        left, right = bar.extent
        lane = 0
        while lane < len(lanes) and any(left < end + BESIDE and start < right + BESIDE for start, end in lanes[lane]):
            lane += 1
        if lane == len(lanes):
            lanes.append([])
        lanes[lane].append((left, right))
        found.append(replace(bar, lane=lane))
    return found


def bars_height(bars: Sequence[Bar], ruler: Ruler) -> float:
    """The height of all lanes with the space above them."""
    lanes, text = max((bar.lane for bar in bars), default=-1) + 1, ruler.line(Role.BAR, rise=BOX_RISE)
    return ABOVE + lanes * (TICK + LABEL_GAP + text.height + BAR_GAP) - BAR_GAP if lanes else 0.0


def bar_shapes(bars: Sequence[Bar], left: float, top: float, ruler: Ruler) -> Iterator[Shape]:
    """The bars, the line of words with its left edge at x ``left`` and its lower edge at y ``top``. A label is boxed if
    it is wrong, and stands after a × if the bar is extra."""
    text = ruler.line(Role.BAR, rise=BOX_RISE)
    for bar in bars:
        y = top + ABOVE + bar.lane * (TICK + LABEL_GAP + text.height + BAR_GAP)
        yield from bar_lines(bar.pieces, left, y, bar.state, bar.key)
        x, upper, width = left + bar.middle, y + TICK + LABEL_GAP, bar.label_width
        if bar.state is State.WRONG_LABEL:
            wide, edge = width + 2 * BOX_PAD, x - width / 2 - BOX_PAD
            yield Box(edge, upper, wide, text.height, Role.LABEL_BOX, bar.state, bar.key, radius=BOX_PAD)
        if bar.state is State.EXTRA:
            centre = x - width / 2 - MARK_GAP - MARK / 2
            yield from cross(centre, upper + text.height / 2, MARK - 2, bar.state, bar.key)
        yield Text(x, upper + text.ascent, bar.label, Role.BAR, bar.state, bar.key, Anchor.MIDDLE, width=width)


def bar_lines(
    pieces: Sequence[tuple[float, float]], left: float, y: float, state: State, key: Key | None
) -> Iterator[Path]:
    """The stretches of a bar whose ends reach up to ``y``, and what joins them."""
    foot = y + TICK
    for start, end in pieces:
        ends = [(left + start, y), (left + start, foot), (left + end, foot), (left + end, y)]
        yield stroke(ends, Role.BAR, state, key)
    for (_, end), (start, _) in pairwise(pieces):  # a solid hairline: dots are of what is missing
        yield stroke([(left + end, foot), (left + start, foot)], Role.TOKEN, State.NOT_SCORED, key)
