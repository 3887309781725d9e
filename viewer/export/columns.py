"""What runs down a page, in several columns beside each other, as a slide is wide and low. No Qt."""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from math import inf

from goldleaf.viewer.canvas.outline import polyline
from goldleaf.viewer.diagram.shapes import MARGIN, Diagram, Path, Role, Segment, Shape, extent, placed
from goldleaf.viewer.diagram.spacing import cheapest
from goldleaf.viewer.text.characters import holds

ABOVE = 0.7  # of the distance between two lines of text: so much of it is above their feet
UNEVEN = 30.0  # what a nearly empty column costs: as much as to part so many words from their neighbors, their heads
PARTED = 100.0  # what a break costs that nobody would choose
NO_LINE = (Role.TITLE, Role.WARNING, Role.TOKEN, Role.BAR)  # what may stand between two lines
LEVEL = 4.0  # pixels that the feet of one line may differ by


def lines_down(diagram: Diagram) -> list[float]:
    """The feet of the lines of words and names that a picture has under its titles, from above."""
    feet = sorted(text.y for text in diagram.texts if text.role not in NO_LINE)
    return [foot for before, foot in pairwise([-inf, *feet]) if foot - before > LEVEL]


def in_columns(diagram: Diagram, longest: int, further: float = PARTED) -> list[Diagram]:
    """The lines of a picture in columns of at most so many, each under the titles: as few as can be, unless a
    ``further`` one costs less than the words that are parted without it. What goes on in the next is cut at the end of
    one, and begins at the same distance from the words there. A label is where the next words are."""
    lines = lines_down(diagram)
    if longest < 2 or len(lines) <= longest:
        return [diagram]
    pitch = min(b - a for a, b in pairwise(lines))
    above = ABOVE * pitch
    words = {bisect(lines, text.y + LEVEL) - 1: text.text for text in diagram.texts if text.role is Role.WORD}
    # Best is a break before a constituent; its name is not parted from its words, nor from these what closes them.
    costs = [
        float(n in words and len(words) < len(lines))
        + PARTED * (n - 1 not in words or holds(words[n - 1], words.get(n, "")))
        for n in range(len(lines))
    ]
    tops, costs[0] = [line - above for line in lines], 0.0
    areas = [(shape, extent(shape)) for shape in diagram.shapes]
    for path, area in ((shape, area) for shape, area in areas if isinstance(shape, Path)):
        # A short arc holds words together: a noun and its determiner are not parted where a clause ends nearby.
        for number in range(max(bisect(tops, area.top), 1), bisect_left(tops, area.bottom)):
            costs[number] += PARTED if path.role is Role.TOKEN else pitch / (area.bottom - area.top)

    def runs(first: int) -> Iterator[tuple[int, float]]:
        for last in range(first, min(first + longest, len(lines))):
            yield last, costs[first] + further + uneven * ((last - first + 1) / even - 1) ** 2

    uneven, even = 0.0, 1.0
    uneven, even = UNEVEN, len(lines) / len(cheapest(len(lines), runs))  # as many as cost least, then of like length
    head, *breaks = (tops[first] for first, _ in cheapest(len(lines), runs))
    columns = []
    for top, bottom in pairwise([head, *breaks, diagram.height]):
        inside = [shape for shape, area in areas if area.bottom < head]
        here = (shape for shape, area in areas if area.top < bottom and area.bottom >= top)
        inside += [placed(part, 0.0, head - top) for shape in here for part in _between(shape, top, bottom)]
        keys = {shape.key for shape in inside}
        elements = {key: element for key, element in diagram.elements.items() if key in keys}
        height = head + bottom - top + MARGIN * (bottom < diagram.height)
        columns.append(replace(diagram, height=height, shapes=tuple(inside), elements=elements))
    return columns


def _between(shape: Shape, top: float, bottom: float) -> Iterator[Shape]:
    """What of a shape is between two heights: lines are cut, all else is where its middle is."""
    area = extent(shape)
    if not isinstance(shape, Path) or (top <= area.top and area.bottom <= bottom):
        if top <= (area.top + area.bottom) / 2 < bottom:
            yield shape
        return
    points = [shape.start]
    for (x, y), (x1, y1) in pairwise(polyline(shape)):
        shares = ((cut - y) / (y1 - y) for cut in (top, bottom) if min(y, y1) < cut < max(y, y1))
        points += [*((x + share * (x1 - x), y + share * (y1 - y)) for share in sorted(shares)), (x1, y1)]
    for inside, run in groupby(pairwise(points), lambda line: top <= (line[0][1] + line[1][1]) / 2 < bottom):
        if inside:
            (start, end), *more = run
            yield replace(shape, start=start, segments=(Segment(end), *(Segment(point) for _, point in more)))
