"""Pictures of dependency arcs: sentences and marks in, diagrams out. Pure geometry, in pixels at zoom 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.mirror import mirrored
from goldleaf.viewer.diagram.options import Direction, Mode, Options
from goldleaf.viewer.diagram.ribbons import changes
from goldleaf.viewer.diagram.ruler import Ruler, ruler_for
from goldleaf.viewer.diagram.shapes import MARGIN, Anchor, Diagram, Key, Role, Shape, Side, Text
from goldleaf.viewer.diagram.strokes import warning_sign
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.columns import columns_of
from goldleaf.viewer.views.arcs.describe import picture_description, picture_title
from goldleaf.viewer.views.arcs.frame import Frame, frame
from goldleaf.viewer.views.arcs.gaps import Gaps
from goldleaf.viewer.views.arcs.onward import words_of
from goldleaf.viewer.views.arcs.pane import Pane, Strip, below_words, make_pane, make_strip, pane_elements

SIGN = 10.0  # the warning sign before the line of oddities
SIGN_GAP = 5.0


def draw(
    pictures: Sequence[ArcsPicture], mode: Mode, options: Options, theme: Theme, measure: Measure
) -> list[Diagram]:
    """The panes of pictures of one sentence, all with the same width and each word at the same x.

    Stacked and beside give a pane for each picture, overlay one pane of gold and parses. Raises
    ValueError without pictures.
    """
    if not pictures:
        raise ValueError("pictures: there is none to draw")
    ruler = ruler_for(theme, measure)
    columns = columns_of(pictures, options)
    rivals = any(picture.side is Side.OTHER for picture in pictures)
    together = 2 + rivals if mode == Mode.OVERLAY else 1
    sets = [pictures[:together], *([picture] for picture in pictures[together:])]
    ours, theirs = (pictures[0], pictures[min(1, len(pictures) - 1)])
    found = changes(ours.sentence.words, theirs.sentence.words, ours.wording)
    panes = [make_pane(chosen, columns, options, ruler, found) for chosen in sets]
    placed = frame(
        len(columns),
        chain.from_iterable(pane.rows for pane in panes),
        [edges for pane in panes for edges in (pane.above, pane.below)],
        below_words(panes),
        options,
        lambda: words_of(panes, ruler),
    )
    right_to_left = runs_right_to_left(pictures[0], options.direction)
    return _diagrams(panes, placed, pictures, right_to_left, mode)


def runs_right_to_left(picture: ArcsPicture, direction: Direction = Direction.AUTO) -> bool:
    """Whether the picture's words run from right to left."""
    if direction == Direction.AUTO:
        return mostly_right_to_left(word.form for word in picture.sentence.words)
    return direction == Direction.RIGHT_TO_LEFT


def _diagrams(
    panes: Sequence[Pane],
    placed: Frame,
    pictures: Sequence[ArcsPicture],
    right_to_left: bool,
    mode: Mode,
) -> list[Diagram]:
    # Panes side by side stand level, and so do those whose rows scroll together.
    level = len(placed.stretches) > 1 or mode == Mode.BESIDE
    heads = [list(_head_line(pane)) for pane in panes]
    with_room = level and any(heads)  # for the line of oddities even where there is none
    width = max([placed.width, *map(_end, heads)])
    diagrams = []
    for pane, rows, line in zip(panes, _rows(panes, placed, level=level), heads, strict=True):
        start = MARGIN + (_head_height(pane.ruler) if line or with_room else 0.0)
        found, strips, end = _stacked(rows, start, pane.gaps, right_to_left)
        shapes = [*_head_sign(pane), *line, *found] if line else found
        if right_to_left:
            shapes = [mirrored(shape, width) for shape in shapes]
        diagram = _diagram(pane, width, end + MARGIN, shapes, pictures)
        diagrams.append(
            replace(diagram, strips=strips, middle=_middle(pane, rows, start), metadata=_metadata(pictures[0], mode))
        )
    return diagrams


def _middle(pane: Pane, rows: Sequence[_Row], start: float) -> float | None:
    """The y between the upper and the lower arcs of an overlay in one row, which begins at y ``start``."""
    if len(pane.pictures) < 2 or len(rows) != 1:
        return None
    return start + rows[0].above + rows[0].strip.words_depth


class _Row(NamedTuple):
    """A strip and the room for it above and below the points of the arrows above the words, in pixels."""

    strip: Strip
    above: float
    below: float


def _rows(panes: Sequence[Pane], placed: Frame, *, level: bool) -> list[list[_Row]]:
    """The rows of each pane; those that stand ``level`` in all panes have the same room."""
    found: list[list[_Row]] = [[] for _ in panes]
    for stretch, pieces in zip(placed.stretches, placed.pieces, strict=True):
        parts = zip(panes, pieces[::2], pieces[1::2], strict=True)
        row = [make_strip(pane, stretch, above, below) for pane, above, below in parts]
        highest, deepest = max(strip.ascent for strip in row), max(strip.descent for strip in row)
        for own, strip in zip(found, row, strict=True):
            own.append(_Row(strip, highest, deepest) if level else _Row(strip, strip.ascent, strip.descent))
    return found


def _stacked(
    rows: Sequence[_Row], start: float, gaps: Gaps, right_to_left: bool
) -> tuple[list[Shape], tuple[float, ...], float]:
    """The shapes of rows one below the other from y ``start`` on, the upper edges of several, where the last ends."""
    shapes: list[Shape] = []
    tops: list[float] = []
    y = start
    for row in rows:
        y += gaps.strips if tops else 0.0
        tops.append(y)
        shapes += row.strip.shapes(y + row.above, right_to_left)
        y += row.above + row.below
    return shapes, tuple(tops) if len(tops) > 1 else (), y


def _end(line: Sequence[Text]) -> float:
    """The width that a line of oddities needs with its margins."""
    return line[-1].x + line[-1].width + MARGIN if line else 0.0


def _head_height(ruler: Ruler) -> float:
    """The height of the line of oddities with the space under it."""
    return sum(ruler.height(Role.WARNING)) + MARGIN / 2


def _head_line(pane: Pane) -> Iterator[Text]:
    """What is odd about the pane's trees, in words, at the top."""
    ruler, x = pane.ruler, MARGIN + SIGN + SIGN_GAP
    y = MARGIN + ruler.height(Role.WARNING)[0]
    space = ruler.width(Role.WARNING, " ")
    for number, (picture, oddity) in enumerate(pane.odd):
        text = f"{picture.name}: {oddity.text}" if len(pane.pictures) > 1 else oddity.text
        text = f"· {text}" if number else text
        width = ruler.width(Role.WARNING, text)
        key = Key(picture.side, "warning", oddity.name)
        yield Text(x, y, text, Role.WARNING, key=key, anchor=Anchor.START, width=width)
        x += width + space


def _head_sign(pane: Pane) -> tuple[Shape, ...]:
    ascent = pane.ruler.height(Role.WARNING)[0]
    return warning_sign(MARGIN + SIGN / 2, MARGIN + ascent / 2 + 1, SIGN, None)


def _diagram(
    pane: Pane,
    width: float,
    height: float,
    shapes: Sequence[Shape],
    pictures: Sequence[ArcsPicture],
) -> Diagram:
    return Diagram(
        width=width,
        height=height,
        shapes=tuple(shapes),
        elements={element.key: element for element in pane_elements(pane, pictures)},
        title=" and ".join(picture_title(picture) for picture in pane.pictures),
        description=" ".join(picture_description(picture) for picture in pane.pictures),
    )


def _metadata(picture: ArcsPicture, mode: Mode) -> dict[str, str]:
    sentence = picture.sentence
    known = {
        "view": "roles" if picture.without_arcs else "arcs",
        "compare": mode.value,
        "sentence": f"{sentence.number}",
    }
    return {**known, "id": sentence.id} if sentence.id else known
