"""Pictures of lattices: a lattice and paths in, a diagram out. In pixels at zoom 1.

States from left to right (right to left where the words run so), edges with form and tags; the gold's path heavy, what
only the parse has dashed, the rest light; surface tokens bracketed below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import hypot

from goldleaf.core.structures.lattice import SurfaceToken
from goldleaf.viewer.diagram.bidi import mostly_right_to_left, turns
from goldleaf.viewer.diagram.graph_layout import Curve, LabelledEdge, LayOut, Layout
from goldleaf.viewer.diagram.mirror import mirrored
from goldleaf.viewer.diagram.options import Direction
from goldleaf.viewer.diagram.ruler import Ruler, ruler_for
from goldleaf.viewer.diagram.shapes import (
    MARGIN,
    Anchor,
    Box,
    Diagram,
    Key,
    Path,
    Point,
    Polygon,
    Role,
    Segment,
    Shape,
    Side,
    State,
    Text,
)
from goldleaf.viewer.diagram.strokes import ARROW_HALF_WIDTH, ARROW_LENGTH
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.views.lattices.describe import lattice_description, lattice_title
from goldleaf.viewer.views.lattices.elements import lattice_elements
from goldleaf.viewer.views.lattices.graphviz import lay_out
from goldleaf.viewer.views.lattices.labels import Label, label_of, label_shapes
from goldleaf.viewer.views.lattices.lattice_picture import FOLDED, Arc, LatticePicture, arcs
from goldleaf.viewer.views.lattices.layout import STATE
from goldleaf.viewer.views.lattices.options import LatticeOptions

HEAVY_ARROW = 1.4  # times as wide
STRAIGHT = 0.2  # pixels that a straight line may be off
ABOVE_TOKENS, TICK, BELOW_TICK = 14.0, 4.0, 2.0  # around the brackets, in pixels


def draw_lattice(
    picture: LatticePicture, options: LatticeOptions, theme: Theme, measure: Measure, *, layout: LayOut = lay_out
) -> Diagram:
    """The picture of a lattice; an empty one if it has no edges.

    ``layout`` places the states and labels; with Graphviz (the default) this blocks while a child process works.
    """
    ruler = ruler_for(theme, measure)
    drawn = arcs(picture, options)
    right_to_left = runs_right_to_left(picture, options.direction)
    labels = _labels(drawn, picture, ruler)
    states = _states(drawn, picture)
    placed = layout(len(states), _edges(labels, states))
    keys = arc_keys(drawn)
    shapes = [*_edge_shapes(labels, keys, placed, ruler, right_to_left), *_state_shapes(states, placed, ruler)]
    at = dict(zip(states, placed.states, strict=True))
    tokens = [token for token in picture.lattice.tokens if token.origin in at and token.target in at]
    brackets = list(_token_shapes(tokens, at, _lowest(labels, placed) + ABOVE_TOKENS, ruler, right_to_left))
    left, top, right, bottom = _bounds([*shapes, *brackets], ruler)
    if placed.note:
        note = Text(left, bottom + 16.0, placed.note, Role.WARNING, anchor=Anchor.START)
        shapes.append(note)
        right, bottom = max(right, left + ruler.width(Role.WARNING, placed.note)), bottom + 22.0
    diagram = Diagram(
        width=right - left + MARGIN,
        height=bottom - top + MARGIN,
        shapes=(*shapes, *brackets),
        elements=lattice_elements(list(zip(drawn, keys, strict=True)), states, tokens, picture),
        title=lattice_title(picture),
        description=lattice_description(picture, drawn),
        metadata=_metadata(picture, options),
    ).moved(MARGIN - left, MARGIN - top)
    width, height = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
    turned = tuple(mirrored(shape, width) for shape in diagram.shapes) if right_to_left else diagram.shapes
    return replace(diagram, width=width, height=height, shapes=turned)


def runs_right_to_left(picture: LatticePicture, direction: Direction = Direction.AUTO) -> bool:
    """Whether the lattice's words run from right to left."""
    if direction == Direction.AUTO:
        return mostly_right_to_left(edge.form for edge in picture.lattice.edges)
    return direction == Direction.RIGHT_TO_LEFT


def _labels(drawn: Sequence[Arc], picture: LatticePicture, ruler: Ruler) -> list[Label]:
    """The labels of arcs; what goes as far as a token is as wide as the token's form."""
    spans = {(token.origin, token.target): ruler.width(Role.TOKEN, token.form) for token in picture.lattice.tokens}
    judges = picture.wording.judges
    return [
        label_of(arc, ruler, 0.0 if arc.folded else spans.get((arc.origin, arc.target), 0.0) - STATE, judges=judges)
        for arc in drawn
    ]


def _states(drawn: Sequence[Arc], picture: LatticePicture) -> list[int]:
    """The states that arcs go from or to, in the lattice's order."""
    used = {state for arc in drawn for state in (arc.origin, arc.target)}
    return [state for state in picture.lattice.states if state in used]


def _edges(labels: Sequence[Label], states: Sequence[int]) -> list[LabelledEdge]:
    place = {state: number for number, state in enumerate(states)}
    return [
        LabelledEdge(place[label.arc.origin], place[label.arc.target], label.width, label.height, label.arc.heavy)
        for label in labels
    ]


def _lowest(labels: Sequence[Label], placed: Layout) -> float:
    """The lower edge of what is placed; 0 for nothing."""
    under_labels = [y + label.height / 2 for label, (_, y) in zip(labels, placed.labels, strict=True)]
    on_curves = [y for curve in (*placed.before, *placed.after) for _, y in curve]
    return max([*(y for _, y in placed.states), *under_labels, *on_curves], default=0.0)


def arc_keys(drawn: Sequence[Arc]) -> list[Key]:
    """A key for each arc, the same however much is folded; one that stands for a token has the token's."""
    count: Counter[tuple[int, int]] = Counter()
    keys = []
    for arc in drawn:
        ends = (arc.origin, arc.target)
        count[ends] += 1
        name = f"{arc.origin}-{arc.target}-{count[ends]}"
        keys.append(Key(Side.BOTH, "token", f"{arc.token}") if arc.folded else Key(Side.BOTH, "edge", name))
    return keys


def _edge_shapes(
    labels: Sequence[Label], keys: Sequence[Key], placed: Layout, ruler: Ruler, right_to_left: bool
) -> Iterator[Shape]:
    """Light edges first, so that the paths lie above them."""
    order = sorted(range(len(labels)), key=lambda number: labels[number].arc.state != State.NOT_SCORED)
    for number in order:
        arc, key = labels[number].arc, keys[number]
        role = Role.PATH if arc.heavy else Role.EDGE
        yield _line(placed.before[number], role, arc.state, key)
        end, tip = placed.after[number][:-1], placed.after[number][-1]
        base = _towards(tip, end[-1], ARROW_LENGTH)
        yield _line((*end, base), role, arc.state, key)
        yield _arrowhead(tip, base, ARROW_HALF_WIDTH * (HEAVY_ARROW if arc.heavy else 1.0), arc.state, key)
    for number in order:
        yield from label_shapes(labels[number], placed.labels[number], keys[number], ruler, right_to_left)


def _line(curve: Curve, role: Role, state: State, key: Key) -> Path:
    if _is_straight(curve):
        return Path(curve[0], (Segment(curve[-1]),), role, state, key)
    pieces = (Segment(curve[at + 2], curve[at], curve[at + 1]) for at in range(1, len(curve) - 2, 3))
    return Path(curve[0], tuple(pieces), role, state, key)


def _is_straight(curve: Curve) -> bool:
    """Whether it goes straight on, as Graphviz's curves mostly do."""
    (x0, y0), (x1, y1) = curve[0], curve[-1]
    length = hypot(x1 - x0, y1 - y0)
    return all(abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) <= STRAIGHT * length for x, y in curve)


def _towards(point: Point, other: Point, distance: float) -> Point:
    """The place that lies so far from a point in the direction of another."""
    across, down = other[0] - point[0], other[1] - point[1]
    length = hypot(across, down)
    if not length:
        return (point[0] - distance, point[1])
    return (point[0] + across * distance / length, point[1] + down * distance / length)


def _arrowhead(tip: Point, base: Point, half: float, state: State, key: Key) -> Polygon:
    across = ((base[1] - tip[1]) / ARROW_LENGTH * half, (tip[0] - base[0]) / ARROW_LENGTH * half)
    corners = ((base[0] + side * across[0], base[1] + side * across[1]) for side in (1, -1))
    return Polygon((*corners, tip), Role.ARROWHEAD, state, key)


def _state_shapes(states: Sequence[int], placed: Layout, ruler: Ruler) -> Iterator[Shape]:
    ascent = ruler.extent(Role.STATE, "0").ascent
    for state, (x, y) in zip(states, placed.states, strict=True):
        key = Key(Side.BOTH, "state", f"{state}")
        half = STATE / 2
        yield Box(x - half, y - half, STATE, STATE, Role.EDGE_BOX, key=key, radius=half)
        width = ruler.width(Role.STATE, f"{state}")
        yield Text(x, y + 0.36 * ascent, f"{state}", Role.STATE, key=key, width=width)


def _token_shapes(
    tokens: Sequence[SurfaceToken], at: dict[int, Point], y: float, ruler: Ruler, right_to_left: bool
) -> Iterator[Shape]:
    """A bracket from state to state under each token, with its form, or … as much of it as there is room for."""
    baseline = y + TICK + BELOW_TICK + ruler.height(Role.TOKEN, [token.form for token in tokens])[0]
    for token in tokens:
        left, right, key = at[token.origin][0] + 3, at[token.target][0] - 3, _token_key(token)
        bend = (Segment((left, y + TICK)), Segment((right, y + TICK)), Segment((right, y)))
        yield Path((left, y), bend, Role.TOKEN, key=key)
        text = _fitting(token.form or f"{token.token}", right - left + STATE / 2, ruler)
        width = ruler.width(Role.TOKEN, text)
        turned = turns(text, right_to_left)
        yield Text((left + right) / 2, baseline, text, Role.TOKEN, key=key, right_to_left=turned, width=width)


def _fitting(text: str, width: float, ruler: Ruler) -> str:
    while len(text) > 1 and ruler.width(Role.TOKEN, text) > width:
        text = text.removesuffix(FOLDED)[:-1] + FOLDED
    return text


def _token_key(token: SurfaceToken) -> Key:
    return Key(Side.BOTH, "token", f"{token.token}")


def _bounds(shapes: Sequence[Shape], ruler: Ruler) -> tuple[float, float, float, float]:
    """The outermost left, top, right and bottom of shapes and the point 0, 0."""
    xs, ys = zip((0.0, 0.0), *(point for shape in shapes for point in _points(shape, ruler)), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _points(shape: Shape, ruler: Ruler) -> Sequence[Point]:
    """Points that hold the shape between them."""
    match shape:
        case Path():
            return [shape.start, *(point for piece in shape.segments for point in piece if point is not None)]
        case Box():
            return [(shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)]
        case Text():
            (ascent, descent), half = ruler.height(shape.role), shape.width / 2
            return [(shape.x - half, shape.y - ascent), (shape.x + half, shape.y + descent)]
        case Polygon():
            return shape.points


def _metadata(picture: LatticePicture, options: LatticeOptions) -> dict[str, str]:
    lattice = picture.lattice
    known = {"view": "lattice", "sentence": f"{lattice.number}"}
    if options.around is not None:
        known["around"] = f"{options.around}"
    return {**known, "id": lattice.id} if lattice.id else known
