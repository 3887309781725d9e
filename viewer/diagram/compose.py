"""Figures: panes put together in one diagram, with titles, a legend and a caption."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from goldleaf.viewer.diagram.legend import legend as make_legend
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import MARGIN, Anchor, Diagram, Key, Rect, Role, Shape, Text, extent, placed
from goldleaf.viewer.diagram.strokes import rule
from goldleaf.viewer.diagram.theme import Ruler, TextMeasure, Theme, ruler_for

BETWEEN = 10.0  # between panes, in pixels
APART = 26.0  # between rows of words on the screen, where those of one side and the other belong together
ROUNDING = 0.01  # what sums of heights may be off by
SNUG = 0.5  # of the distances in a theme with snug lines
CAPTION_WIDTH = 320.0  # a caption may be so wide, however narrow the panes are
KEPT = 32  # pictures of sentences whose rows take turns: a few ways each of what was looked at and what comes next


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around the panes of a figure."""

    titles: tuple[str, ...] = ()  # one for each
    legend: Diagram | None = None
    caption: tuple[str, ...] = ()  # its lines
    beside: int = 1  # panes side by side, the others below them,
    indent: float = 0.0  # which begin so far to the right, in pixels
    width: float | None = None  # in pixels, in the middle of which all of it stands,
    cut: float = 0.0  # less so much of its margins
    # From a line's upper edge to its letters' feet and from there to the next line, of titles and captions.
    lines: tuple[tuple[float, float], tuple[float, float]] = ((14.0, 4.0), (12.0, 4.0))


def compose(
    diagrams: Sequence[Diagram], arrangement: Mode, theme: Theme, measure: TextMeasure, *, titles: Sequence[str] = (),
    legend: bool = False, caption: str = "", wording: Wording = REVIEW, width: float | None = None,
    paired: bool = False,
) -> tuple[Diagram, Around]:  # fmt: skip
    """One diagram of all panes, side by side for BESIDE, else one below the other; and what of it is not of the panes,
    for formats that put it together themselves.

    ``titles`` stand above the panes; the legend has the words of ``wording``. Legend and caption keep to a ``width``,
    else to that of the panes. Stacked panes of a wrapped sentence take turns, row by row; of those that are ``paired``
    two stand side by side, above the middle of the third, where a width has room for them.
    """
    ruler = ruler_for(theme, measure)
    shown, named = _distinct(diagrams), [*titles, *[""] * len(diagrams)][: len(diagrams)]
    blocks = [*zip(named, shown, strict=True)]
    if arrangement != Mode.BESIDE and (rows := _rows(shown, ruler)):
        blocks = []
        for row in rows:
            for title, diagram, (inside, upper, lower) in zip(named, shown, row, strict=True):
                moved = tuple(placed(shape, 0.0, MARGIN - upper) for shape, _ in inside)
                blocks.append((title, Diagram(diagram.width, lower - upper + 2 * MARGIN, moved)))
    shapes: list[Shape] = []
    widths = [max(diagram.width, 2 * MARGIN + ruler.width(Role.TITLE, title)) for title, diagram in blocks]
    pair = paired and len(blocks) == 3 and width is not None and sum(widths[:2]) + BETWEEN <= width
    beside = len(blocks) if arrangement == Mode.BESIDE else 1 + pair
    x = y = own = height = indent = 0.0
    for number, (title, diagram) in enumerate(blocks):
        alone = number >= beside or beside == 1
        parts = [*lines_of(title, width - 2 * MARGIN, ruler, Role.TITLE)] if alone and width is not None else [title]
        wide = max([diagram.width, *(2 * MARGIN + ruler.width(Role.TITLE, part) for part in parts)])
        if alone:
            indent = max(own - wide, 0.0) / 2 if beside > 1 else 0.0
            x, y = indent, height + BETWEEN * (number > 0)
        height = max(height, _place(parts, diagram, x, y, shapes, ruler))
        own = max(own, x + wide)
        x += wide + BETWEEN
    explained = make_legend(shapes, (width or own) - 2 * MARGIN, theme, measure, wording) if legend else None
    if explained is not None:
        drawn = explained.moved(MARGIN, height + MARGIN * SNUG**theme.snug)  # apart from the last words
        shapes += drawn.shapes
        own, height = max(own, drawn.width + MARGIN), drawn.height + MARGIN
    room = (width or max(own, CAPTION_WIDTH + 2 * MARGIN)) - 2 * MARGIN
    ascent, line_height = ruler.height(Role.CAPTION)[0], sum(ruler.height(Role.CAPTION)) * 1.15
    lines = []
    for number, line in enumerate(lines_of(caption, room, ruler, Role.CAPTION)):
        baseline, length = height + ascent + number * line_height, ruler.width(Role.CAPTION, line)
        lines.append(Text(MARGIN, baseline, line, Role.CAPTION, anchor=Anchor.START, width=length))
    figure = Diagram(
        max([own, *(line.x + line.width + MARGIN for line in lines)]),
        height + (line_height * len(lines) + MARGIN if lines else 0.0), (*shapes, *lines),
        elements={key: element for diagram in shown for key, element in diagram.elements.items()},
        title="; ".join(dict.fromkeys(diagram.title for diagram in diagrams)),
        description=" ".join(filter(None, [*(diagram.description for diagram in diagrams), caption])),
        metadata={key: value for diagram in diagrams for key, value in diagram.metadata.items()},
    )  # fmt: skip
    return figure, Around(
        tuple(titles), explained, tuple(line.text for line in lines), beside=beside, indent=indent,
        lines=(ruler.height(Role.TITLE), (ascent, line_height - ascent)),
    )  # fmt: skip


@lru_cache(KEPT)
def in_turns(
    diagrams: tuple[Diagram, ...], titles: tuple[str, ...], theme: Theme, measure: TextMeasure, apart: float = APART, *,
    aside: bool = False,
) -> Diagram | None:  # fmt: skip
    """The panes of a wrapped sentence as one picture for the screen: what the eye compares are neighbours.

    The first row of each with its title, then the second of each, these so far ``apart``. A title has a line of its own
    where something stands in its place, or all are ``aside`` of the rows, which takes width and no height. None for
    panes that have not equally many rows, or only one. The last ones are kept: what is drawn before it is asked for
    need not be put together then.
    """
    ruler = ruler_for(theme, measure)
    ascent, descent = ruler.height(Role.TITLE)
    wide = max((diagram.width for diagram in diagrams), default=0.0)
    turned = any(text.right_to_left for diagram in diagrams[:1] for text in diagram.texts)
    gutter = aside * (max(ruler.width(Role.TITLE, title) for title in titles) + MARGIN + BETWEEN)
    wide, moved = wide + gutter, 0.0 if turned else gutter
    shapes: list[Shape] = []
    strips: list[float] = []
    y = MARGIN - apart
    for row in _rows(diagrams, ruler):
        if strips:  # so that pairs are told apart also where they are close
            shapes.append(rule(MARGIN, wide - MARGIN, y + apart / 2))
        y += apart - BETWEEN
        for title, (inside, upper, lower) in zip(titles, row, strict=True):
            strips.append(y)
            y, width = y + BETWEEN, ruler.width(Role.TITLE, title)
            # Where the sentence begins, in a line of its own only where something would stand in its place.
            left = wide - MARGIN - width if turned else MARGIN
            low, first, last = upper + ascent + descent, left - BETWEEN - moved, left + width + BETWEEN - moved
            met = any(own.top - ascent < low and own.left < last and own.right > first for _, own in inside)
            shapes.append(Text(left, y + ascent, title, Role.TITLE, anchor=Anchor.START, width=width))
            y += met * (ascent + descent + BETWEEN / 2)
            shapes += [placed(shape, moved, y - upper) for shape, _ in inside]
            y += lower - upper
    if not strips:
        return None
    return Diagram(
        width=wide, height=y + MARGIN, shapes=tuple(shapes),
        elements={key: element for diagram in diagrams for key, element in diagram.elements.items()},
        title="; ".join(diagram.title for diagram in diagrams),
        description=" ".join(diagram.description for diagram in diagrams), strips=tuple(strips), abreast=len(diagrams),
    )  # fmt: skip


class _Row(NamedTuple):
    """A row of a wrapped picture: its shapes with their extents, its upper and its lower edge."""

    inside: list[tuple[Shape, Rect]]
    upper: float
    lower: float


def _rows(diagrams: Sequence[Diagram], ruler: Ruler) -> list[tuple[_Row, ...]]:
    """The first row of all wrapped panes, the second of all, …; none of panes that have not equally many."""
    if len(diagrams) < 2 or not diagrams[0].strips or len({len(diagram.strips) for diagram in diagrams}) > 1:
        return []
    return [*zip(*(_cut(diagram, ruler) for diagram in diagrams), strict=True)]


def _cut(diagram: Diagram, ruler: Ruler) -> list[_Row]:
    """The rows of a wrapped picture; what stands above the first row stays with it."""
    # Nothing of a row is above its upper edge, while what is under the words of the row before may come close to it.
    edges = [0.0, *(y - ROUNDING for y in diagram.strips[1:]), diagram.height]
    rows: list[list[tuple[Shape, Rect]]] = [[] for _ in diagram.strips]
    for shape in diagram.shapes:
        area = extent(shape)
        rows[max(bisect_right(edges, area.top, hi=len(rows)), 1) - 1].append((shape, area))
    cut = []
    for (top, bottom), inside in zip(pairwise(edges), rows, strict=True):
        # Rows of the panes stand level; here, where they take turns, that would leave holes.
        highest, lowest = [], []
        for shape, area in inside:
            ascent, descent = ruler.height(shape.role, [shape.text]) if isinstance(shape, Text) else (0.0, 0.0)
            highest.append(area.top - ascent)
            lowest.append(area.bottom + descent)
        cut.append(_Row(inside, min(highest, default=top + MARGIN), max(lowest, default=bottom - MARGIN)))
    return cut


def _place(titles: Sequence[str], diagram: Diagram, x: float, y: float, shapes: list[Shape], ruler: Ruler) -> float:
    """Adds a picture with the lines of its title at a point; returns the y of its lower edge."""
    ascent, descent = ruler.height(Role.TITLE)
    for line in filter(None, titles):
        width = ruler.width(Role.TITLE, line)
        shapes.append(Text(x + MARGIN, y + MARGIN + ascent, line, Role.TITLE, anchor=Anchor.START, width=width))
        y += ascent + descent
    y += MARGIN / 2 * any(titles)
    moved = diagram.moved(x, y)
    shapes.extend(moved.shapes)
    return moved.height


def lines_of(text: str, width: float, ruler: Ruler, role: Role) -> Iterator[str]:
    """The text in lines of at most ``width``; a longer word has a line of its own."""
    for paragraph in text.splitlines():
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and ruler.width(role, longer) > width:
                yield line
                longer = word
            line = longer
        yield line


def _distinct(diagrams: Sequence[Diagram]) -> list[Diagram]:
    """The diagrams, keys that an earlier one has already used made different by the diagram's number."""
    used: set[Key] = set()
    result = []
    for number, diagram in enumerate(diagrams, 1):
        new = {
            key: key._replace(name=f"{key.name}-{number}") if key in used else key
            for key in {*diagram.elements, *(shape.key for shape in diagram.shapes)}
            if key is not None
        }
        used.update(new.values())
        if any(key != changed for key, changed in new.items()):
            diagram = replace(
                diagram,
                shapes=tuple(replace(one, key=new[one.key]) if one.key is not None else one for one in diagram.shapes),
                elements={new[key]: replace(element, key=new[key]) for key, element in diagram.elements.items()},
            )
        result.append(diagram)
    return result
