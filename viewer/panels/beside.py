"""Where a card stands: near the pointer, and over nothing that it speaks of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QPoint, QRect, QSize

OFFSET = QPoint(14, 18)  # from the pointer, in pixels
GAP = 8  # from what must be seen


def beside(pointer: QPoint, size: QSize, room: QRect, avoided: Sequence[QRect], around: Sequence[QRect] = ()) -> QPoint:
    """The upper left corner of a card in a room, as near to the pointer as it hides nothing that is ``avoided``.

    If it can, it also stays out of the areas ``around`` what it speaks of. Where there is no such place, the one that
    hides least.
    """
    rows = _rows(avoided)
    # Few places are tried at the sides, as the pointer is seldom still.
    xs = (pointer.x() + OFFSET.x(), pointer.x() - OFFSET.x() - size.width(), *_sides(around or rows, size.width()))
    ys = (pointer.y() + OFFSET.y(), pointer.y() - OFFSET.y() - size.height(), *_ends([*rows, *around], size.height()))
    wanted = QPoint(xs[0], ys[0])

    def cost(corner: QPoint) -> tuple[int, int, int]:
        card = QRect(corner, size)
        return _hidden(card, rows), _hidden(card, around), (corner - wanted).manhattanLength()

    inside = room.adjusted(0, 0, 1 - size.width(), 1 - size.height())
    lefts = dict.fromkeys(_within(x, inside.left(), inside.right()) for x in xs)
    tops = dict.fromkeys(_within(y, inside.top(), inside.bottom()) for y in ys)
    return min((QPoint(x, y) for y in tops for x in lefts), key=cost)


def _rows(rectangles: Iterable[QRect]) -> list[QRect]:
    """The rectangles with those that stand level joined, so that there are few of them."""
    found: dict[int, QRect] = {}
    for one in rectangles:
        found[one.top()] = found.get(one.top(), one).united(one)
    return list(found.values())


def _sides(rows: Iterable[QRect], width: int) -> Iterator[int]:
    for row in rows:
        yield row.right() + GAP
        yield row.left() - GAP - width


def _ends(rows: Iterable[QRect], height: int) -> Iterator[int]:
    for row in rows:
        yield row.bottom() + GAP
        yield row.top() - GAP - height


def _within(value: int, least: int, most: int) -> int:
    return max(least, min(value, most))


def _hidden(card: QRect, rows: Iterable[QRect]) -> int:
    """How much of the rows a card hides, in pixels."""
    parts = (card.intersected(row) for row in rows)
    return sum(part.width() * part.height() for part in parts if not part.isEmpty())
