"""Figures: panes put together in one diagram, with titles, a legend and a caption."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple, TypeVar

from goldleaf.viewer.diagram.legend import legend as make_legend
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.ruler import Ruler, ruler_for
from goldleaf.viewer.diagram.shapes import MARGIN, Anchor, Box, Diagram, Key, Path, Polygon, Role, Shape, Text
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import Theme

_K = TypeVar("_K")
_V = TypeVar("_V")

BETWEEN = 10.0  # between panes, in pixels
ROUNDING = 0.01  # what sums of heights may be off by
SNUG = 0.5  # of the distances in a theme with snug lines
CAPTION_WIDTH = 320.0  # a caption may be so wide, however narrow the panes are


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around the panes of a figure: a title for each, the legend, the lines of the caption.

    In a ``width`` in pixels all of it stands in the middle, ``cut`` by so much of its margins. ``lines`` are from a
    line's upper edge to its letters' feet and from there to the next line, of titles and captions.
    """

    titles: tuple[str, ...] = ()
    legend: Diagram | None = None
    caption: tuple[str, ...] = ()
    beside: bool = False
    width: float | None = None
    cut: float = 0.0
    lines: tuple[tuple[float, float], tuple[float, float]] = ((14.0, 4.0), (12.0, 4.0))

    @property
    def texts(self) -> list[str]:
        """All that is written."""
        return [*self.titles, *(texts_of(self.legend) if self.legend is not None else ()), *self.caption]


def texts_of(diagram: Diagram) -> Iterator[str]:
    """All that is written in a diagram."""
    return (shape.text for shape in diagram.shapes if isinstance(shape, Text))


class Composed(NamedTuple):
    """A figure as one diagram, and what of it is not of the panes, for formats that put it together themselves."""

    diagram: Diagram
    around: Around


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the figure with its title."""

    title: str
    diagram: Diagram


def compose(
    diagrams: Sequence[Diagram],
    arrangement: Mode,
    theme: Theme,
    measure: Measure,
    *,
    titles: Sequence[str] = (),
    legend: bool = False,
    caption: str = "",
    wording: Wording = REVIEW,
    width: float | None = None,
) -> Composed:
    """One diagram of all panes: side by side for BESIDE, else one below the other.

    ``titles`` stand above the panes; the legend has the words of ``wording``. Legend and caption keep to a ``width``,
    else to that of the panes. Stacked panes of a wrapped sentence take turns, row by row. Raises ValueError without
    diagrams.
    """
    if not diagrams:
        raise ValueError("diagrams: there is none to compose")
    ruler = ruler_for(theme, measure)
    blocks = _blocks(_distinct(diagrams), titles, ruler, take_turns=arrangement != Mode.BESIDE)
    place = _beside if arrangement == Mode.BESIDE else _stacked
    shapes, own, height = place(blocks, ruler)
    explained = make_legend(shapes, (width or own) - 2 * MARGIN, theme, measure, wording) if legend else None
    if explained is not None:
        drawn = explained.moved(MARGIN, height + MARGIN * SNUG**theme.snug)  # apart from the last words
        shapes += drawn.shapes
        own, height = max(own, drawn.width + MARGIN), drawn.height + MARGIN
    room = (width or max(own, CAPTION_WIDTH + 2 * MARGIN)) - 2 * MARGIN
    lines = list(_caption(caption, room, height, ruler))
    whole = Diagram(
        width=max([own, *(line.x + line.width + MARGIN for line in lines)]),
        height=height + (_line_height(ruler) * len(lines) + MARGIN if lines else 0.0),
        shapes=(*shapes, *lines),
    )
    written = tuple(line.text for line in lines)
    return Composed(
        _about(whole, blocks, diagrams, caption),
        Around(tuple(titles), explained, written, beside=arrangement == Mode.BESIDE, lines=_line_sizes(ruler)),
    )


def _about(whole: Diagram, blocks: Sequence[Block], diagrams: Sequence[Diagram], caption: str) -> Diagram:
    """The figure with what its panes tell of themselves."""
    return replace(
        whole,
        elements=_merged(block.diagram.elements for block in blocks),
        title="; ".join(dict.fromkeys(diagram.title for diagram in diagrams)),
        description=" ".join(filter(None, [*(diagram.description for diagram in diagrams), caption])),
        metadata=_merged(diagram.metadata for diagram in diagrams),
    )


def _merged(mappings: Iterable[Mapping[_K, _V]]) -> dict[_K, _V]:
    return {key: value for mapping in mappings for key, value in mapping.items()}


def _blocks(diagrams: Sequence[Diagram], titles: Sequence[str], ruler: Ruler, *, take_turns: bool) -> list[Block]:
    named = [*titles, *[""] * len(diagrams)][: len(diagrams)]
    counts = {len(diagram.strips) for diagram in diagrams}
    if not take_turns or len(diagrams) == 1 or counts == {0} or len(counts) > 1:
        return [Block(title, diagram) for title, diagram in zip(named, diagrams, strict=True)]
    cut = [_cut(diagram, ruler) for diagram in diagrams]
    return [Block(title, part) for parts in zip(*cut, strict=True) for title, part in zip(named, parts, strict=True)]


def _cut(diagram: Diagram, ruler: Ruler) -> list[Diagram]:
    """A wrapped picture as one picture for each row; what stands above the first row stays with it."""
    # Nothing of a row is above its upper edge, while what is under the words of the row before may come close to it.
    edges = [0.0, *(y - ROUNDING for y in diagram.strips[1:]), diagram.height]
    parts = []
    for top, bottom in pairwise(edges):
        inside = tuple(shape for shape in diagram.shapes if top <= _y(shape) < bottom)
        # Rows of the panes stand level; here, where they take turns, that would leave holes.
        extents = [_extent(shape, ruler) for shape in inside]
        highest = min((upper for upper, _ in extents), default=top + MARGIN)
        lowest = max((lower for _, lower in extents), default=bottom - MARGIN)
        elements = {} if top else diagram.elements
        part = replace(diagram, shapes=inside, height=lowest + MARGIN, strips=(), elements=elements)
        parts.append(part.moved(0.0, MARGIN - highest))
    return parts


def _y(shape: Shape) -> float:
    match shape:
        case Path():
            return shape.start[1]
        case Polygon():
            return shape.points[0][1]
        case Text() | Box():
            return shape.y


def _extent(shape: Shape, ruler: Ruler) -> tuple[float, float]:
    """The upper and the lower edge."""
    match shape:
        case Path():
            ys = [shape.start[1], *(segment.end[1] for segment in shape.segments)]
            return min(ys), max(ys)
        case Polygon():
            return min(y for _, y in shape.points), max(y for _, y in shape.points)
        case Text():
            ascent, descent = ruler.height(shape.role, [shape.text])
            return shape.y - ascent, shape.y + descent
        case Box():
            return shape.y, shape.y + shape.height


def _stacked(blocks: Sequence[Block], ruler: Ruler) -> tuple[list[Shape], float, float]:
    shapes: list[Shape] = []
    y = width = 0.0
    for number, block in enumerate(blocks):
        y += BETWEEN if number else 0.0
        y = _place(block, 0.0, y, shapes, ruler)
        width = max(width, _width(block, ruler))
    return shapes, width, y


def _beside(blocks: Sequence[Block], ruler: Ruler) -> tuple[list[Shape], float, float]:
    shapes: list[Shape] = []
    x = height = 0.0
    for number, block in enumerate(blocks):
        x += BETWEEN if number else 0.0
        height = max(height, _place(block, x, 0.0, shapes, ruler))
        x += _width(block, ruler)
    return shapes, x, height


def _width(block: Block, ruler: Ruler) -> float:
    return max(block.diagram.width, 2 * MARGIN + ruler.width(Role.TITLE, block.title))


def _place(block: Block, x: float, y: float, shapes: list[Shape], ruler: Ruler) -> float:
    """Adds the block's shapes at a point; returns the y of its lower edge."""
    if block.title:
        ascent, descent = ruler.height(Role.TITLE)
        width = ruler.width(Role.TITLE, block.title)
        baseline = y + MARGIN + ascent
        shapes.append(Text(x + MARGIN, baseline, block.title, Role.TITLE, anchor=Anchor.START, width=width))
        y += MARGIN / 2 + ascent + descent
    moved = block.diagram.moved(x, y)
    shapes.extend(moved.shapes)
    return moved.height


def _lines(text: str, width: float, ruler: Ruler) -> Iterator[str]:
    """The text in lines of at most ``width``; a longer word has a line of its own."""
    for paragraph in text.splitlines():
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if line and ruler.width(Role.CAPTION, longer) > width:
                yield line
                longer = word
            line = longer
        yield line


def _line_sizes(ruler: Ruler) -> tuple[tuple[float, float], tuple[float, float]]:
    ascent = ruler.height(Role.CAPTION)[0]
    return ruler.height(Role.TITLE), (ascent, _line_height(ruler) - ascent)


def _line_height(ruler: Ruler) -> float:
    return sum(ruler.height(Role.CAPTION)) * 1.15


def _caption(caption: str, width: float, y: float, ruler: Ruler) -> Iterator[Text]:
    ascent = ruler.height(Role.CAPTION)[0]
    for number, line in enumerate(_lines(caption, width, ruler)):
        baseline = y + ascent + number * _line_height(ruler)
        yield Text(MARGIN, baseline, line, Role.CAPTION, anchor=Anchor.START, width=ruler.width(Role.CAPTION, line))


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
        unchanged = all(key == changed for key, changed in new.items())
        result.append(diagram if unchanged else _with_keys(diagram, new))
    return result


def _with_keys(diagram: Diagram, new: Mapping[Key, Key]) -> Diagram:
    return replace(
        diagram,
        shapes=tuple(
            replace(shape, key=new[shape.key]) if shape.key is not None else shape for shape in diagram.shapes
        ),
        elements={new[key]: replace(element, key=new[key]) for key, element in diagram.elements.items()},
    )
