"""Where a card stands: near the pointer, and over nothing that it speaks of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QPoint, QRect, QSize

OFFSET = QPoint(14, 18)  # from the pointer, in pixels
GAP = 8  # from what must be seen


def beside(pointer: QPoint, size: QSize, room: QRect, avoided: Sequence[QRect]) -> QPoint:
    """The upper left corner of a card in a room, as near to the pointer as it hides nothing that is ``avoided``.

    Where there is no such place, the one that hides least.
    """
    rows = _rows(avoided)
    xs = (pointer.x() + OFFSET.x(), pointer.x() - OFFSET.x() - size.width(), *_sides(rows, size.width()))
    ys = (pointer.y() + OFFSET.y(), pointer.y() - OFFSET.y() - size.height(), *_ends(rows, size.height()))
    wanted = QPoint(xs[0], ys[0])
    corners = [
        QPoint(_within(x, room.left(), room.right() + 1 - size.width()), y)
        for y in dict.fromkeys(_within(y, room.top(), room.bottom() + 1 - size.height()) for y in ys)
        for x in dict.fromkeys(xs)
    ]
    return min(corners, key=lambda corner: (_hidden(QRect(corner, size), rows), (corner - wanted).manhattanLength()))


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
