"""Pictures of lattices: a lattice and paths in, a diagram out. In pixels at zoom 1.

States from left to right (right to left where the words run so), edges with form and tags; the gold's path heavy, what
only the parse has dashed, the rest light; surface tokens bracketed below.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from math import hypot
from typing import NamedTuple

from goldleaf.core.structures.lattice import SurfaceToken
from goldleaf.viewer.diagram.bidi import mostly_right_to_left, turns
from goldleaf.viewer.diagram.options import Direction
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
    extent,
)
from goldleaf.viewer.diagram.spacing import Curve, LabelledEdge, LatticeSpacing, LayOut
from goldleaf.viewer.diagram.strokes import ARROW_HALF_WIDTH, ARROW_LENGTH, cross, stroke, warning_sign
from goldleaf.viewer.diagram.theme import Ruler, TextMeasure, Theme, ruler_for
from goldleaf.viewer.views.lattices.describe import lattice_description, lattice_elements
from goldleaf.viewer.views.lattices.lattice_picture import FOLDED, LatticeArc, LatticeOptions, LatticePicture, Tag, arcs
from goldleaf.viewer.views.lattices.layout import STATE, lay_out, meeting

HEAVY_ARROW = 1.4  # times as wide
STRAIGHT = 0.2  # pixels that a straight line may be off
ABOVE_TOKENS, TICK, BELOW_TICK = 8.0, 4.0, 2.0  # around the brackets, in pixels
PAD, TIGHT_PAD, BOX_PAD = 5.0, 2.0, 7.0  # at both sides of a label, and at least of one in a box
RING = 2.5  # from the outer to the inner circle of a word's boundary
AROUND = 2.5  # a number that needs a larger circle: of three digits
BETWEEN_ROWS = 16.0  # of a lattice that is wrapped
BOX_RISE = 3.0  # of what is around a wrong label
SIGN = 9.0  # of what the lattice lacks
APART = 2.5  # from a form to its tags, where lines are as high as letters: descenders and full stops touch no tag
CROSS = 6.0  # of what only the parse has
OVER = 3.0  # above the highest label, which would stand at the very edge of a page


def draw_lattice(
    picture: LatticePicture, options: LatticeOptions, theme: Theme, measure: TextMeasure, *, layout: LayOut = lay_out
) -> Diagram:
    """The picture of a lattice; an empty one if it has no edges. ``layout`` places the states and labels; with Graphviz
    (the default) this blocks while a child process works."""
    ruler, lattice = ruler_for(theme, measure), picture.lattice
    right_to_left = options.direction == Direction.RIGHT_TO_LEFT
    if options.direction == Direction.AUTO:
        right_to_left = mostly_right_to_left(edge.form for edge in lattice.edges)
    labels, states, edges = measured(picture, options, ruler)
    drawn = [label.arc for label in labels]
    place = {state: number for number, state in enumerate(states)}
    placed = layout(len(states), edges)
    tokens = [token for token in lattice.tokens if token.origin in place and token.target in place]
    boundaries = {state for token in tokens for state in (token.origin, token.target)}
    ends = [(place[arc.origin], place[arc.target]) for arc in drawn]

    def is_one_word(token: SurfaceToken) -> bool:
        """Whether all that is drawn over the token is its own form."""
        start, end = place[token.origin], place[token.target]
        over = (number for number, (first, last) in enumerate(ends) if first < end and start < last)
        return all(ends[number] == (start, end) and drawn[number].form == token.form for number in over)

    bracketed = [token for token in tokens if not is_one_word(token)]  # else the bracket says nothing
    shapes: list[Shape] = []
    corners: list[Point] = [(0.0, 0.0)]
    strips: list[float] = []
    spans = [(place[token.origin], place[token.target]) for token in tokens]
    for first, last in _rows(placed, edges, spans, options.wrap):
        at = {state: placed.states[place[state]] for state in states[first : last + 1]}
        within = [number for number, edge in enumerate(edges) if first <= edge.origin and edge.target <= last]
        on_states = [at[state][1] for state in at]
        under_labels = [placed.labels[number][1] + labels[number].height / 2 for number in within]
        on_curves = [y for number in within for _, y in (*placed.before[number], *placed.after[number])]
        lowest = max([*on_states, *under_labels, *on_curves], default=0.0)
        inside = [token for token in bracketed if token.origin in at and token.target in at]
        row = [
            *_edge_shapes(within, labels, placed, ruler, right_to_left),
            *_state_shapes(at, boundaries, ruler),
            *_token_shapes(inside, at, lowest + ABOVE_TOKENS, ruler, right_to_left),
        ]
        if strips:  # under the row before, where that begins
            highest = min(y for shape in row for _, y in _points(shape, ruler))
            strips.append(max(y for _, y in corners) + BETWEEN_ROWS / 2)
            dx = placed.states[0][0] - placed.states[first][0]
            row = [*Diagram(0, 0, tuple(row)).moved(dx, strips[-1] + BETWEEN_ROWS / 2 - highest).shapes]
        else:
            strips.append(0.0)
        shapes += row
        # Curves may leave the box that the layout speaks of: what is drawn says how large the picture is.
        corners += [point for shape in row for point in _points(shape, ruler)]
    xs, ys = zip(*corners, strict=True)
    left, top, right, bottom = min(xs), min(ys) - OVER, max(xs), max(ys)
    if placed.note:
        shapes.append(Text(left, bottom + 16.0, placed.note, Role.WARNING, anchor=Anchor.START))
        right, bottom = max(right, left + ruler.width(Role.WARNING, placed.note)), bottom + 22.0
    around = "" if options.around is None else f"{options.around}"
    about = {"view": "lattice", "sentence": f"{lattice.number}", "around": around, "id": lattice.id}
    diagram = Diagram(
        width=right - left + MARGIN, height=bottom - top + MARGIN, shapes=tuple(shapes),
        elements=lattice_elements(drawn, states, tokens, picture), strips=tuple(strips) if len(strips) > 1 else (),
        title=f"lattice, sentence {lattice.number}" + (f" ({lattice.id})" if lattice.id else ""),
        description=lattice_description(picture, drawn), metadata={name: text for name, text in about.items() if text},
    ).moved(MARGIN - left, MARGIN - top)  # fmt: skip
    diagram = replace(diagram, width=right - left + 2 * MARGIN, height=bottom - top + 2 * MARGIN)
    return diagram.mirrored() if right_to_left else diagram


def measured(
    picture: LatticePicture, options: LatticeOptions, ruler: Ruler
) -> tuple[list[FormLabel], list[int], list[LabelledEdge]]:
    """The labels of a lattice's arcs, the states between which these go, and what a layout must know of the arcs."""
    # What goes as far as a token is as wide as the token's form.
    spans = {(token.origin, token.target): ruler.width(Role.TOKEN, token.form) for token in picture.lattice.tokens}
    judges, usual = picture.wording.judges, TIGHT_PAD if options.tight else PAD
    labels = []
    for arc in arcs(picture, options):
        least = 0.0 if arc.folded else spans.get((arc.origin, arc.target), 0.0) - STATE
        lines = tuple(_tag_line(arc, tag, "×" if judges else "◦") for tag in arc.tags)
        crossed = arc.state == State.EXTRA and judges
        form = ruler.width(Role.SEGMENT, arc.form) + 4 * CROSS * crossed
        signs = (2 * (SIGN + 3.0) * tag.foreign for tag in arc.tags)
        tags = (ruler.width(Role.TAG, line) + sign for line, sign in zip(lines, signs, strict=True))
        widths = [form, *tags, least]
        height = sum(ruler.height(Role.SEGMENT)) + APART * ruler.theme.snug + len(lines) * sum(ruler.height(Role.TAG))
        pad = max(usual, BOX_PAD * (arc.state == State.WRONG_LABEL))
        labels.append(FormLabel(arc, max(widths) + 2 * pad, height, lines, crossed))
    used = {state for label in labels for state in (label.arc.origin, label.arc.target)}
    states = [state for state in picture.lattice.states if state in used]
    place = {state: number for number, state in enumerate(states)}
    ends = ((place[own.arc.origin], place[own.arc.target], own) for own in labels)
    edges = [LabelledEdge(origin, target, own.width, own.height, own.arc.heavy) for origin, target, own in ends]
    return labels, states, edges


class FormLabel(NamedTuple):
    """An arc's label, measured: the form, and under it the tags, each on a line of its own."""

    arc: LatticeArc
    width: float
    height: float
    lines: tuple[str, ...]  # the tags
    crossed: bool  # has the × of what is extra


def _tag_line(arc: LatticeArc, tag: Tag, extra: str) -> str:
    """The tag; where there are several, a dot or what marks the ``extra`` before those of the paths."""
    text = f"{tag.name} ×{tag.count}" if tag.count > 1 else tag.name
    on_path = tag.state != State.NOT_SCORED and arc.state in (tag.state, State.WRONG_LABEL)
    if len(arc.tags) == 1 or not on_path or (tag.state == State.MATCHED and not arc.heavy):
        return text
    return f"{extra if tag.state == State.EXTRA else '•'} {text}"


def _rows(
    placed: LatticeSpacing, edges: Sequence[LabelledEdge], tokens: Sequence[tuple[int, int]], wrap: float | None
) -> list[tuple[int, int]]:
    """The first and last state of each row, equally wide; a row ends where all paths meet, and begins there again. No
    row ends inside a token, which has its bracket."""
    last = len(placed.states) - 1
    if wrap is None or last < 1:
        return [(0, last)]
    meets = meeting(last + 1, [*((edge.origin, edge.target) for edge in edges), *tokens])
    xs, most = [placed.states[state][0] for state in meets], wrap - STATE - 2 * MARGIN
    # As few rows as there can be, and of these the most even ones.
    best: list[tuple[float, float, list[tuple[int, int]]]] = [(0, 0.0, [])]
    for end in range(1, len(meets)):
        ways = (
            (count + 1, squares + (xs[end] - xs[begin]) ** 2, [*rows, (meets[begin], meets[end])])
            for begin, (count, squares, rows) in enumerate(best)
            if begin == end - 1 or xs[end] - xs[begin] <= most
        )
        best.append(min(ways))
    return best[-1][-1]


def _edge_shapes(
    within: Sequence[int], labels: Sequence[FormLabel], placed: LatticeSpacing, ruler: Ruler, right_to_left: bool
) -> Iterator[Shape]:
    """Light edges first, so that the paths lie above them."""
    order = sorted(within, key=lambda number: labels[number].arc.state != State.NOT_SCORED)
    for number in order:
        arc = labels[number].arc
        key = arc.key
        role = Role.PATH if arc.heavy else Role.EDGE
        leaves, reaches = (_radius(state, ruler) - STATE / 2 for state in (arc.origin, arc.target))
        yield _line(_clear(placed.before[number], leaves), role, arc.state, key)
        tip, *after = _clear(placed.after[number][::-1], reaches)
        end, half = after[::-1], ARROW_HALF_WIDTH * (HEAVY_ARROW if arc.heavy else 1.0)
        across, down = end[-1][0] - tip[0], end[-1][1] - tip[1]
        length = hypot(across, down)
        base = (tip[0] - ARROW_LENGTH, tip[1])
        if length:
            base = (tip[0] + across * ARROW_LENGTH / length, tip[1] + down * ARROW_LENGTH / length)
        yield _line((*end, base), role, arc.state, key)
        aside = ((base[1] - tip[1]) / ARROW_LENGTH * half, (tip[0] - base[0]) / ARROW_LENGTH * half)
        corners = ((base[0] + way * aside[0], base[1] + way * aside[1]) for way in (1, -1))
        yield Polygon((*corners, tip), Role.ARROWHEAD, arc.state, key)
    for number in order:
        yield from _label_shapes(labels[number], placed.labels[number], ruler, right_to_left)


def _clear(curve: Curve, by: float) -> Curve:
    """The curve, which begins so much farther on."""
    first = x0, y0 = curve[0]
    x1, y1 = next((point for point in curve if point != first), first)  # Graphviz may have the first one twice
    share = by / (hypot(x1 - x0, y1 - y0) or 1.0)
    moved = (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
    return tuple(moved if point == first else point for point in curve)


def _line(curve: Curve, role: Role, state: State, key: Key) -> Path:
    """A curve, as a straight line where it goes straight on, as Graphviz's mostly do."""
    (x0, y0), (x1, y1) = curve[0], curve[-1]
    most = STRAIGHT * hypot(x1 - x0, y1 - y0)
    if all(abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) <= most for x, y in curve):
        return stroke([curve[0], curve[-1]], role, state, key)
    pieces = (Segment(curve[at + 2], curve[at], curve[at + 1]) for at in range(1, len(curve) - 2, 3))
    return Path(curve[0], tuple(pieces), role, state, key)


def _label_shapes(label: FormLabel, centre: Point, ruler: Ruler, right_to_left: bool) -> Iterator[Shape]:
    """The label around a point, on a ground of its own."""
    arc, key, (x, y) = label.arc, label.arc.key, centre
    top = y - label.height / 2
    state = State.WRONG_LABEL if arc.state == State.WRONG_LABEL else State.MATCHED
    left, width = x - label.width / 2 + 1, label.width - 2
    rise = BOX_RISE if state == State.WRONG_LABEL else 1.0  # capitals do not touch the line around them
    yield Box(left, top - rise, width, label.height + 2 * rise, Role.LABEL_BOX, state, key, radius=3.0)
    ascent, descent = ruler.height(Role.SEGMENT)
    turned, width = turns(arc.form, right_to_left), ruler.width(Role.SEGMENT, arc.form)
    yield Text(x, top + ascent, arc.form, Role.SEGMENT, arc.state, key, right_to_left=turned, width=width)
    if label.crossed:
        yield from cross(x - width / 2 - 1.2 * CROSS, top + ascent * 0.65, CROSS, arc.state, key)
    baseline = top + ascent + descent + APART * ruler.theme.snug
    tag_ascent, tag_descent = ruler.height(Role.TAG)
    for tag, line in zip(arc.tags, label.lines, strict=True):
        width = ruler.width(Role.TAG, line)
        yield Text(x, baseline + tag_ascent, line, Role.TAG, tag.state, key, width=width)
        if tag.foreign:
            yield from warning_sign(x - width / 2 - SIGN / 2 - 3, baseline + tag_ascent / 2 + 1, SIGN, key)
        baseline += tag_ascent + tag_descent


def _state_shapes(at: Mapping[int, Point], boundaries: Container[int], ruler: Ruler) -> Iterator[Shape]:
    """The states; those between words are double circles (ACL 2012, Figure 2)."""
    ascent = ruler.extent(Role.STATE, "0").ascent
    for state, (x, y) in at.items():
        key = Key(Side.BOTH, "state", f"{state}")
        width = ruler.width(Role.STATE, f"{state}")
        # No ring crosses the number, or covers the arrowheads around.
        outer = _radius(state, ruler)
        inner = min(max(outer - RING, hypot(width / 2, 0.36 * ascent) + 1.0), outer - RING / 2)
        for half in (outer, inner)[: 1 + (state in boundaries)]:
            yield Box(x - half, y - half, 2 * half, 2 * half, Role.EDGE_BOX, key=key, radius=half)
        yield Text(x, y + 0.36 * ascent, f"{state}", Role.STATE, key=key, width=width)


def _radius(state: int, ruler: Ruler) -> float:
    """Of the circle around a state's number, or of the outer one of two."""
    ascent, width = ruler.extent(Role.STATE, "0").ascent, ruler.width(Role.STATE, f"{state}")
    return max(STATE / 2, hypot(width / 2, 0.36 * ascent) + AROUND)


def _token_shapes(
    tokens: Sequence[SurfaceToken], at: Mapping[int, Point], y: float, ruler: Ruler, right_to_left: bool
) -> Iterator[Shape]:
    """A bracket from state to state under each token, with its form, or … as much of it as there is room for."""
    baseline = y + TICK + BELOW_TICK + ruler.height(Role.TOKEN, [token.form for token in tokens])[0]
    for token in tokens:
        left, right, key = at[token.origin][0] + 3, at[token.target][0] - 3, Key(Side.BOTH, "token", f"{token.token}")
        yield stroke([(left, y), (left, y + TICK), (right, y + TICK), (right, y)], Role.TOKEN, key=key)
        text, room = token.form or f"token {token.token}", right - left + STATE / 2
        while len(text) > 1 and ruler.width(Role.TOKEN, text) > room:
            text = text.removesuffix(FOLDED)[:-1] + FOLDED
        width, turned = ruler.width(Role.TOKEN, text), turns(text, right_to_left)
        yield Text((left + right) / 2, baseline, text, Role.TOKEN, key=key, right_to_left=turned, width=width)


def _points(shape: Shape, ruler: Ruler) -> Sequence[Point]:
    """Points that hold the shape between them."""
    match shape:
        case Path():
            return [shape.start, *(point for piece in shape.segments for point in piece if point is not None)]
        case Text():
            (ascent, descent), half = ruler.height(shape.role), shape.width / 2
            return [(shape.x - half, shape.y - ascent), (shape.x + half, shape.y + descent)]
    left, top, right, bottom = extent(shape)
    return [(left, top), (right, bottom)]
