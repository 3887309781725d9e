"""Pictures of dependency arcs: sentences and marks in, diagrams out. Pure geometry, in pixels at zoom 1."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.options import Direction, Mode, Options
from goldleaf.viewer.diagram.ribbons import changes
from goldleaf.viewer.diagram.ruler import ruler_for
from goldleaf.viewer.diagram.shapes import MARGIN, Diagram, Shape, Side, mirrored
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.columns import columns_of
from goldleaf.viewer.views.arcs.describe import picture_description
from goldleaf.viewer.views.arcs.elements import pane_elements
from goldleaf.viewer.views.arcs.frame import Frame, frame
from goldleaf.viewer.views.arcs.oddities import line_height, line_sign, oddity_line
from goldleaf.viewer.views.arcs.pane import Pane, Strip, below_words, make_pane
from goldleaf.viewer.views.arcs.wrap import Word


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

    def words() -> list[Word]:
        """The word of each column; where one side has none, that of the other."""
        texts = zip(*(pane.rows[0].texts for pane in panes), strict=True)
        return [Word.of(next(filter(None, column), ""), ruler) for column in texts]

    placed = frame(
        len(columns),
        chain.from_iterable(pane.rows for pane in panes),
        [edges for pane in panes for edges in (pane.above, pane.below)],
        below_words(panes),
        options,
        words,
    )
    return _diagrams(panes, placed, pictures, runs_right_to_left(pictures[0], options.direction), mode)


def runs_right_to_left(picture: ArcsPicture, direction: Direction = Direction.AUTO) -> bool:
    """Whether the picture's words run from right to left."""
    if direction == Direction.AUTO:
        return mostly_right_to_left(word.form for word in picture.sentence.words)
    return direction == Direction.RIGHT_TO_LEFT


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
        row = [Strip.of(pane, stretch, above, below) for pane, above, below in parts]
        highest, deepest = max(strip.ascent for strip in row), max(strip.descent for strip in row)
        for own, strip in zip(found, row, strict=True):
            own.append(_Row(strip, highest, deepest) if level else _Row(strip, strip.ascent, strip.descent))
    return found


def _diagrams(
    panes: Sequence[Pane], placed: Frame, pictures: Sequence[ArcsPicture], right_to_left: bool, mode: Mode
) -> list[Diagram]:
    # Panes side by side stand level, and so do those whose rows scroll together.
    level = len(placed.stretches) > 1 or mode == Mode.BESIDE
    lines = [list(oddity_line(pane.odd, pane.ruler, several=len(pane.pictures) > 1)) for pane in panes]
    with_room = level and any(lines)  # for the line of oddities even where there is none
    width = max([placed.width, *(line[-1].x + line[-1].width + MARGIN for line in lines if line)])
    diagrams = []
    for pane, rows, line in zip(panes, _rows(panes, placed, level=level), lines, strict=True):
        start = MARGIN + (line_height(pane.ruler) if line or with_room else 0.0)
        shapes: list[Shape] = [*line_sign(pane.ruler), *line] if line else []
        tops: list[float] = []
        y = start
        for row in rows:
            y += pane.gaps.strips if tops else 0.0
            tops.append(y)
            shapes += row.strip.shapes(y + row.above, right_to_left)
            y += row.above + row.below
        # Between the upper and the lower arcs of an overlay: there the two sides are told apart.
        overlay = len(pane.pictures) > 1 and len(rows) == 1
        sentence = pictures[0].sentence
        about = {"view": "roles" if pictures[0].without_arcs else "arcs", "compare": mode.value}
        about["sentence"] = f"{sentence.number}"
        diagrams.append(
            Diagram(
                width=width,
                height=y + MARGIN,
                shapes=tuple(mirrored(shape, width) for shape in shapes) if right_to_left else tuple(shapes),
                elements={element.key: element for element in pane_elements(pane, pictures)},
                title=" and ".join(_title(picture) for picture in pane.pictures),
                description=" ".join(picture_description(picture) for picture in pane.pictures),
                strips=tuple(tops) if len(tops) > 1 else (),
                middle=start + rows[0].above + rows[0].strip.words_depth if overlay else None,
                metadata={**about, "id": sentence.id} if sentence.id else about,
            )
        )
    return diagrams


def _title(picture: ArcsPicture) -> str:
    """Such as ``gold, sentence 12 (weblog-7)``."""
    sentence = picture.sentence
    return f"{picture.name}, sentence {sentence.number}" + (f" ({sentence.id})" if sentence.id else "")
