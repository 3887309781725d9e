"""The words of a row and the texts under them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldleaf.viewer.diagram.bidi import turns
from goldleaf.viewer.diagram.ribbons import PAD, hatching
from goldleaf.viewer.diagram.shapes import Box, Key, Role, Shape, Side, State, Text
from goldleaf.viewer.diagram.strokes import rounded_outline
from goldleaf.viewer.views.arcs.columns import BOX_PAD, Columns, TextRow
from goldleaf.viewer.views.arcs.frame import Stretch

BELOW_ARROWS = 3.0  # from the arrows' points to the words, in pixels
BETWEEN_ROWS = 3.0
CELL_PAD = 3.0  # beside a text in a box
CELL_RISE = 1.0  # the box above and below it


def rows_height(rows: Sequence[TextRow]) -> float:
    """The height of the words and their rows, with the space above them."""
    return BELOW_ARROWS + sum(row.height for row in rows) + BETWEEN_ROWS * (len(rows) - 1)


def row_shapes(
    rows: Sequence[TextRow],
    columns: Columns,
    stretch: Stretch,
    side: Side,
    states: Mapping[int, State],
    base: float,
    right_to_left: bool,
) -> list[Shape]:
    """The texts of one row of words, the arrows' points at y ``base``; ``states`` by column, matched if left out."""
    shapes: list[Shape] = []
    here = slice(stretch.first, stretch.last + 1)
    xs, keys = stretch.xs[1:-1], _keys(columns.names[here], side)
    marks = [states.get(column, State.MATCHED) for column in range(stretch.first, stretch.last + 1)]
    top = base + BELOW_ARROWS
    for row in rows:
        baseline, role, of_words = top + row.ascent, row.role, row.role == Role.WORD
        cells = zip(range(*here.indices(len(columns))), row.texts[here], row.widths[here], xs, keys, marks, strict=True)
        for column, text, width, x, key, state in cells:
            if not text:
                continue
            if column in row.boxed:
                shapes += _boxed(text, width, row, x, top, key, turns(text, right_to_left))
            elif of_words and key.kind == "empty":
                shapes += _empty_node(text, width, row, x, top, key)
            else:
                turned = turns(text, right_to_left)
                if of_words and state in (State.MISSING, State.EXTRA):
                    shapes.append(hatching(x - width / 2 - PAD, top, width + 2 * PAD, row.height, state, key))
                shapes.append(Text(x, baseline, text, role, state, key, right_to_left=turned, width=width))
        top += row.height + BETWEEN_ROWS
    return shapes


def _boxed(text: str, width: float, row: TextRow, x: float, top: float, word: Key, turned: bool) -> tuple[Shape, Shape]:
    """A text that differs, as an element of its own."""
    assert row.layer is not None
    key = word._replace(kind=row.layer.value)
    left, height = x - width / 2 - CELL_PAD, row.height + 2 * CELL_RISE
    box = Box(
        left, top - CELL_RISE, width + 2 * CELL_PAD, height, Role.LABEL_BOX, State.WRONG_LABEL, key, radius=CELL_PAD
    )
    written = Text(x, top + row.ascent, text, row.role, State.WRONG_LABEL, key, right_to_left=turned, width=width)
    return box, written


def _keys(names: Sequence[str], side: Side) -> list[Key]:
    return [Key(side, "empty" if "." in name else "word", name) for name in names]


def _empty_node(text: str, width: float, row: TextRow, x: float, top: float, key: Key) -> tuple[Shape, ...]:
    """A form in a dashed box, which is ``width`` wide."""
    outline = rounded_outline(x - width / 2, top, width, row.height, Role.EMPTY_NODE, key)
    width -= 2 * BOX_PAD
    baseline, turned = top + row.ascent, turns(text, False)
    form = Text(x, baseline, text, Role.EMPTY_NODE, key=key, right_to_left=turned, width=width)
    return outline, form
