"""What runs down a page, in several columns beside each other, as a slide is wide and low. No Qt."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from math import ceil, inf

from goldleaf.viewer.canvas.outline import polyline
from goldleaf.viewer.diagram.shapes import MARGIN, Anchor, Diagram, Path, Role, Segment, Shape, Text, extent, placed
from goldleaf.viewer.export.sizes import FigureSize

ABOVE = 0.7  # of the distance between two lines of text: so much of it is above their feet
LEVEL = 4.0  # pixels that the feet of one line may differ by


def in_columns(diagram: Diagram, count: int) -> list[Diagram]:
    """The lines of a picture in at most ``count`` columns, each under the titles. What goes on in the next is cut at
    the end of one, and begins at the same distance from the words there. A label is where the next words are."""
    texts = [shape for shape in diagram.shapes if isinstance(shape, Text)]
    feet = sorted(text.y for text in texts if text.role not in (Role.TITLE, Role.WARNING))
    lines = [foot for before, foot in pairwise([-inf, *feet]) if foot - before > LEVEL]
    if len(lines) < 2 * count:
        return [diagram]
    above = ABOVE * min(b - a for a, b in pairwise(lines))
    worded = {bisect(lines, text.y + LEVEL) - 1 for text in texts if text.role is Role.WORD}
    paths = [(extent(shape), shape.role) for shape in diagram.shapes if isinstance(shape, Path)]
    cuts = [[role for area, role in paths if area.top < line - above < area.bottom] for line in lines]  # before each
    longest, starts = ceil(len(lines) / count), [0]
    while starts[-1] + longest < len(lines):
        last = starts[-1] + longest
        near = range(starts[-1] + 1, last + 1)
        wordy = [n for n in near if n - 1 in worded and Role.TOKEN not in cuts[n]] or [last]
        # Best before a constituent, if that is not far, else where the fewest arcs are cut.
        short = (n for n in reversed(wordy) if last - n <= longest / 6)
        fewest = min(short, key=lambda n: len(cuts[n]), default=wordy[-1])
        starts.append(max((n for n in wordy if n not in worded and last - n <= longest / 4), default=fewest))
        if len(starts) > count:
            longest, starts = longest + 1, [0]
    head, *breaks = (lines[start] - above for start in starts)
    columns = []
    for top, bottom in pairwise([head, *breaks, diagram.height]):
        inside = [shape for shape in diagram.shapes if extent(shape).bottom < head]
        inside += [placed(part, 0.0, head - top) for shape in diagram.shapes for part in _between(shape, top, bottom)]
        keys = {shape.key for shape in inside}
        elements = {key: element for key, element in diagram.elements.items() if key in keys}
        height = head + bottom - top + MARGIN * (bottom < diagram.height)
        columns.append(replace(diagram, height=height, shapes=tuple(inside), elements=elements))
    return columns


def on_slides(diagram: Diagram, page: FigureSize) -> list[Diagram]:
    """A picture on a slide, in its middle; one that runs down on as few as there must be, each under the titles."""
    pages, room = [diagram], diagram.width * page.height / page.width
    for count in range(2, len(diagram.shapes) * ("layout" in diagram.metadata)):
        if max(one.height for one in pages) <= 1.01 * room:
            break
        pages = in_columns(diagram, count)
    highest = max(one.height for one in pages)
    height, slides = max(room, highest), list[Diagram]()
    for number, one in enumerate(pages, 1):
        slide = replace(one.moved(0.0, (height - highest) / 2), height=height)
        if len(pages) > 1:
            place, said = (diagram.width - MARGIN, height - MARGIN / 2), f"{number} / {len(pages)}"
            slide = replace(slide, shapes=(*slide.shapes, Text(*place, said, Role.TITLE, anchor=Anchor.END)))
        slides.append(slide)
    return slides


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
