"""The lines of arcs and their marks: rounded arcs with a flat top, arrowheads, crosses, warning signs."""

from __future__ import annotations

from collections.abc import Sequence
from math import copysign, sqrt

from goldleaf.viewer.diagram.shapes import Key, Path, Point, Polygon, Role, Segment, State

RADIUS = 10.0  # of an arc's corners, in pixels
ARROW_LENGTH = 7.0
DOT = 2.2  # half the size of the mark at an argument
ARROW_HALF_WIDTH = 3.2
_ROUND = 4 / 3 * (sqrt(2) - 1)  # how far the control points of a quarter circle stand, as a part of the radius


def stroke(
    points: Sequence[Point], role: Role, state: State = State.MATCHED, key: Key | None = None, *, halo: bool = False
) -> Path:
    """A straight line from each point to the next."""
    return Path(points[0], tuple(map(Segment, points[1:])), role, state, key, halo)


def rule(left: float, right: float, y: float) -> Path:
    """A pale line that tells what is above it from what is below."""
    return stroke([(left, y), (right, y)], Role.TOKEN, State.NOT_SCORED)


def arc_segments(start: Point, end: Point, top: float) -> tuple[Segment, ...]:
    """From ``start`` up (or down) to the flat top at y ``top``, and back to ``end``."""
    x0, x1 = start[0], end[0]
    across = copysign(min(RADIUS, abs(x1 - x0) / 2), x1 - x0)
    return _rise(x0, start[1], x0 + across, top) + _fall(x1, end[1], x1 - across, top)


def open_arc(start: Point, end: Point, top: float, no_start: bool, no_end: bool) -> tuple[Point, tuple[Segment, ...]]:
    """A part of an arc that begins or ends on its flat top, above ``start`` or ``end``: where from, and how."""
    (x0, y0), (x1, y1) = start, end
    across = copysign(min(RADIUS, abs(x1 - x0)), x1 - x0)
    if no_start and no_end:
        return (x0, top), (Segment((x1, top)),)
    if no_start:
        return (x0, top), _fall(x1, y1, x1 - across, top)
    return start, (*_rise(x0, y0, x0 + across, top), Segment((x1, top)))


def _rise(x: float, y: float, flat_from: float, top: float) -> tuple[Segment, ...]:
    """From y straight to the corner, and round it to where the flat top begins."""
    down = RADIUS if y > top else -RADIUS
    return (
        Segment((x, top + down)),
        Segment((flat_from, top), (x, top + down * (1 - _ROUND)), (flat_from - (flat_from - x) * _ROUND, top)),
    )


def _fall(x: float, y: float, flat_to: float, top: float) -> tuple[Segment, ...]:
    """Along the flat top to the corner, round it, and straight to y."""
    down = RADIUS if y > top else -RADIUS
    return (
        Segment((flat_to, top)),
        Segment((x, top + down), (flat_to + (x - flat_to) * _ROUND, top), (x, top + down * (1 - _ROUND))),
        Segment((x, y)),
    )


def arrowhead(tip: Point, up: bool, role: Role, state: State, key: Key) -> Polygon:
    """A triangle with its point at ``tip``; its base above the tip, or below it if it points up."""
    x, y = tip
    base = y + (ARROW_LENGTH if up else -ARROW_LENGTH)
    return Polygon(((x - ARROW_HALF_WIDTH, base), (x + ARROW_HALF_WIDTH, base), (x, y)), role, state, key)


def cross(x: float, y: float, size: float, state: State, key: Key | None) -> tuple[Path, Path]:
    """A × around a point."""
    half = size / 2
    return (
        stroke([(x - half, y - half), (x + half, y + half)], Role.CROSS, state, key),
        stroke([(x - half, y + half), (x + half, y - half)], Role.CROSS, state, key),
    )


def warning_sign(x: float, y: float, size: float, key: Key | None) -> tuple[Path, Path]:
    """A triangle around a point, its point up, with a stroke in it."""
    half = size / 2
    left, right, top = (x - half, y + half * 0.85), (x + half, y + half * 0.85), (x, y - half * 0.95)
    return (
        stroke([left, right, top, left, right], Role.WARNING, key=key),  # past the start, for a sharp corner
        stroke([(x, y - half * 0.3), (x, y + half * 0.5)], Role.WARNING, key=key),
    )


def square(x: float, y: float) -> tuple[Point, ...]:
    """The corners of a small square: the mark of an argument."""
    d = DOT
    return (x - d, y - d), (x + d, y - d), (x + d, y + d), (x - d, y + d)


def triangle(x: float, y: float) -> tuple[Point, ...]:
    """The corners of a small triangle: the mark of an argument that is no neighbor of its predicate in the tree."""
    return (x - 4.0, y + 2.5), (x, y - 4.5), (x + 4.0, y + 2.5)


def circle(x: float, y: float, radius: float, role: Role, key: Key | None, state: State = State.MATCHED) -> Path:
    """A circle as a path, so that it stays hollow."""
    r, k = radius, radius * _ROUND
    quarters = (
        Segment((x, y - r), (x - r, y - k), (x - k, y - r)), Segment((x + r, y), (x + k, y - r), (x + r, y - k)),
        Segment((x, y + r), (x + r, y + k), (x + k, y + r)), Segment((x - r, y), (x - k, y + r), (x - r, y + k)),
    )  # fmt: skip
    return Path((x - r, y), quarters, role, state, key)


def rounded_outline(x: float, y: float, width: float, height: float, role: Role, key: Key) -> Path:
    """A rectangle with round corners as a path, so that it stays hollow."""
    r = min(4.0, width / 2, height / 2)
    c = r * (1 - _ROUND)
    right, bottom = x + width, y + height
    edges = (  # each with the corner after it
        Segment((right - r, y)), Segment((right, y + r), (right - c, y), (right, y + c)),
        Segment((right, bottom - r)), Segment((right - r, bottom), (right, bottom - c), (right - c, bottom)),
        Segment((x + r, bottom)), Segment((x, bottom - r), (x + c, bottom), (x, bottom - c)),
        Segment((x, y + r)), Segment((x + r, y), (x, y + c), (x + c, y)),
    )  # fmt: skip
    return Path((x + r, y), edges, role, State.MATCHED, key)
