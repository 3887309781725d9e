"""Pictures of dependency arcs: sentences and marks in, diagrams out. Pure geometry, in pixels at zoom 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.mirror import mirrored
from goldleaf.viewer.diagram.options import Direction, Mode, Options
from goldleaf.viewer.diagram.ribbons import changes
from goldleaf.viewer.diagram.ruler import Ruler, ruler_for
from goldleaf.viewer.diagram.shapes import MARGIN, Anchor, Diagram, Key, Role, Shape, Text
from goldleaf.viewer.diagram.strokes import warning_sign
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.views.arcs.columns import columns_of
from goldleaf.viewer.views.arcs.describe import picture_description, picture_title
from goldleaf.viewer.views.arcs.frame import Frame, frame
from goldleaf.viewer.views.arcs.pane import Pane, below_words, make_pane, make_strip, pane_elements
from goldleaf.viewer.views.arcs.picture import ArcsPicture

BETWEEN_STRIPS = 24.0  # between two rows of words, in pixels
SIGN = 10.0  # the warning sign before the line of oddities
SIGN_GAP = 5.0


def draw(
    pictures: Sequence[ArcsPicture], mode: Mode, options: Options, theme: Theme, measure: Measure
) -> list[Diagram]:
    """The panes of pictures of one sentence, all with the same width and each word at the same x.

    Stacked and beside give a pane for each picture, overlay one pane of the first two. Raises ValueError without
    pictures.
    """
    if not pictures:
        raise ValueError("pictures: there is none to draw")
    ruler = ruler_for(theme, measure)
    columns = columns_of(pictures, options)
    sets = [pictures[:2]] if mode == Mode.OVERLAY else [[picture] for picture in pictures]
    found = changes(*(picture.sentence.words for picture in pictures[:2])) if len(pictures) > 1 else []
    panes = [make_pane(chosen, columns, options, ruler, found) for chosen in sets]
    placed = frame(
        len(columns),
        [row for pane in panes for row in pane.rows],
        [edges for pane in panes for edges in (pane.above, pane.below)],
        below_words(panes),
        options.wrap,
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
    strips = [
        [
            make_strip(pane, stretch, pieces[2 * number], pieces[2 * number + 1])
            for stretch, pieces in zip(placed.stretches, placed.pieces, strict=True)
        ]
        for number, pane in enumerate(panes)
    ]
    heads = [list(_head_line(pane)) for pane in panes]
    width = max([placed.width, *(line[-1].x + line[-1].width + MARGIN for line in heads if line)])
    rows = len(placed.stretches)
    # Panes side by side stand level, and so do those whose rows scroll together.
    level = rows > 1 or mode == Mode.BESIDE
    above = [max(pane[row].above.height for pane in strips) for row in range(rows)]
    below = [max(pane[row].descent for pane in strips) for row in range(rows)]
    diagrams = []
    for pane, own, line in zip(panes, strips, heads, strict=True):
        shapes: list[Shape] = [*_head_sign(pane), *line] if line else []
        y = MARGIN + (_head_height(pane.ruler) if line or (level and any(heads)) else 0.0)
        tops = []
        for row, strip in enumerate(own):
            y += BETWEEN_STRIPS if row else 0.0
            tops.append(y)
            y += above[row] if level else strip.above.height
            shapes += strip.shapes(y, right_to_left)
            y += below[row] if level else strip.descent
        if right_to_left:
            shapes = [mirrored(shape, width) for shape in shapes]
        diagram = _diagram(pane, width, y + MARGIN, shapes, pictures, _metadata(pictures[0], mode))
        diagrams.append(replace(diagram, strips=tuple(tops)) if rows > 1 else diagram)
    return diagrams


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
    metadata: dict[str, str],
) -> Diagram:
    return Diagram(
        width=width,
        height=height,
        shapes=tuple(shapes),
        elements={element.key: element for element in pane_elements(pane, pictures)},
        title=" and ".join(picture_title(picture) for picture in pane.pictures),
        description=" ".join(picture_description(picture) for picture in pane.pictures),
        metadata=metadata,
    )


def _metadata(picture: ArcsPicture, mode: Mode) -> dict[str, str]:
    sentence = picture.sentence
    known = {"view": "arcs", "compare": mode.value, "sentence": f"{sentence.number}"}
    return {**known, "id": sentence.id} if sentence.id else known
