"""Constituents as labelled bars under the words: what a parse lacks, in the parse's own picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Anchor, Key, Path, Role, Segment, Shape, State, Text
from goldleaf.viewer.views.trees.labels import Line as TextLine
from goldleaf.viewer.views.trees.line import Line
from goldleaf.viewer.views.trees.picture import TreePicture, runs
from goldleaf.viewer.views.trees.shown import Shown

ABOVE = 8.0  # from the words to the first bar, in pixels
TICK = 4.0  # the height of a bar's ends
BAR_GAP = 5.0  # from a label to the next bar
BESIDE = 8.0  # between two bars or labels of a lane
INSET = 1.0  # a bar is so much shorter than its words at either end

_BAR = Role.BAR


@dataclass(frozen=True, slots=True)
class Bar:
    """A constituent: the outer edges of its stretches of words, its label and the lane, 0 next to the words."""

    key: Key
    label: str
    label_width: float
    pieces: tuple[tuple[float, float], ...]
    lane: int = 0

    @property
    def middle(self) -> float:
        """Where the label stands: under the longest stretch."""
        left, right = max(self.pieces, key=lambda piece: piece[1] - piece[0])
        return (left + right) / 2

    @property
    def extent(self) -> tuple[float, float]:
        """The outer edges of bar and label."""
        half = self.label_width / 2
        return min(self.pieces[0][0], self.middle - half), max(self.pieces[-1][1], self.middle + half)


def missing_bars(shown: Shown, line: Line, part: int, ruler: Ruler) -> list[Bar]:
    """The bars of a gold's missing constituents over a line of words, the shortest next to the words."""
    picture, columns = shown.picture, line.parts[part].columns
    place = {slot.word: columns[number] for number, slot in enumerate(shown.slots) if slot.word is not None}
    bars = [
        bar
        for node in picture.sentence.nodes
        if picture.state(node.number) is State.MISSING
        if (bar := _bar(picture, node.number, place, line, ruler)) is not None
    ]
    return _stacked(bars)


def _bar(picture: TreePicture, number: int, place: dict[int, int], line: Line, ruler: Ruler) -> Bar | None:
    pieces: list[tuple[float, float]] = []
    for first, last in runs(picture.yields[number]):
        columns = [place[word] for word in range(first, last + 1) if word in place]
        if columns:
            left, right = line.extent((columns[0], columns[-1]))
            pieces.append((left + INSET, right - INSET))
    if not pieces:
        return None
    label = picture.node_at[number].label
    return Bar(Key(picture.side, "bar", f"{number}"), label, ruler.width(_BAR, label), tuple(pieces))


def _stacked(bars: Sequence[Bar]) -> list[Bar]:
    """Each bar in the first lane where it is free."""
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
        found.append(Bar(bar.key, bar.label, bar.label_width, bar.pieces, lane))
    return found


def bars_height(bars: Sequence[Bar], text: TextLine) -> float:
    """The height of all lanes with the space above them."""
    lanes = max((bar.lane for bar in bars), default=-1) + 1
    return ABOVE + lanes * _lane(text) - BAR_GAP if lanes else 0.0


def _lane(text: TextLine) -> float:
    return TICK + text.height + BAR_GAP


def bar_shapes(bars: Sequence[Bar], left: float, top: float, text: TextLine) -> Iterator[Shape]:
    """The bars, the line of words with its left edge at x ``left`` and its lower edge at y ``top``."""
    for bar in bars:
        y = top + ABOVE + bar.lane * _lane(text)
        for start, end in bar.pieces:
            segments = (
                Segment((left + start, y + TICK)),
                Segment((left + end, y + TICK)),
                Segment((left + end, y)),
            )
            yield Path((left + start, y), segments, _BAR, State.MISSING, bar.key)
        for (_, end), (start, _) in zip(bar.pieces, bar.pieces[1:], strict=False):
            yield Path((left + end, y + TICK), (Segment((left + start, y + TICK)),), Role.LINK, key=bar.key)
        baseline = y + TICK + text.ascent
        middle = Anchor.MIDDLE
        yield Text(left + bar.middle, baseline, bar.label, _BAR, State.MISSING, bar.key, middle, width=bar.label_width)
