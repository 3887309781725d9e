"""The same picture from right to left: shapes mirrored, text not."""

from __future__ import annotations

from goldleaf.viewer.diagram.shapes import Anchor, Box, Path, Point, Polygon, Segment, Shape, Text

_ANCHORS = {Anchor.START: Anchor.END, Anchor.END: Anchor.START, Anchor.MIDDLE: Anchor.MIDDLE}


def mirrored(shape: Shape, width: float) -> Shape:
    """The shape as in a mirror that stands upright in the middle of a picture of this width."""
    match shape:
        case Text():
            return Text(
                width - shape.x,
                shape.y,
                shape.text,
                shape.role,
                shape.state,
                shape.key,
                anchor=shape.anchor if shape.upright else _ANCHORS[shape.anchor],
                right_to_left=shape.right_to_left,
                width=shape.width,
                upright=shape.upright,
            )
        case Path():
            segments = tuple(
                [
                    Segment(_point(end, width), first and _point(first, width), second and _point(second, width))
                    for end, first, second in shape.segments
                ]
            )
            return Path(_point(shape.start, width), segments, shape.role, shape.state, shape.key, shape.halo)
        case Polygon():
            points = tuple([(width - x, y) for x, y in shape.points])
            return Polygon(points, shape.role, shape.state, shape.key)
        case Box():
            x = width - shape.x - shape.width
            return Box(x, shape.y, shape.width, shape.height, shape.role, shape.state, shape.key, radius=shape.radius)


def _point(point: Point, width: float) -> Point:
    return (width - point[0], point[1])
