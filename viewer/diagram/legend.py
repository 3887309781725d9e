"""The legend: a sample of each class of arcs or branches, and its name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

from goldleaf.viewer.diagram.naming import LOST, REVIEW, Wording
from goldleaf.viewer.diagram.ribbons import hatching
from goldleaf.viewer.diagram.ruler import Ruler, ruler_for
from goldleaf.viewer.diagram.shapes import (
    GHOST,
    RING,
    Anchor,
    Box,
    Diagram,
    Key,
    Path,
    Polygon,
    Role,
    Segment,
    Shape,
    Side,
    State,
    Text,
)
from goldleaf.viewer.diagram.strokes import ARROW_HALF_WIDTH, ARROW_LENGTH, circle, triangle
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import Theme

LONE_WORD = "word of one side only"
LIFTED = "before lifting"
APART = "argument that is no neighbor of its predicate in the tree"
FOUND = "found by the filter"
SHADED = "how alike the lineages are, darker: less"

FOUND_KEY = Key(Side.BOTH, "legend", "found")
"""The sample of what a filter has found: a text around which the canvas draws what it draws in pictures."""

SAMPLE = 34.0  # the length of a sample, in pixels
SAMPLE_GAP = 6.0  # from the sample to the name
ENTRY_GAP = 20.0
LINE_GAP = 5.0
CROSS = 6.0
LETTER = 8.0  # a small letter's height and width, about
SAMPLES = 4  # shades

_Draw: TypeAlias = Callable[[State, float, float], Iterator[Shape]]
"""Draws the sample of a state from the left end's x and the middle's y on."""

_Entries: TypeAlias = list[tuple[str, State, _Draw]]

_LINES = frozenset({Role.ARC, Role.BRANCH, Role.FOLD, Role.BAR, Role.PATH, Role.EDGE, Role.ENHANCED})
_UNCOMPARED = frozenset({State.MATCHED, State.GENERALISED, State.NOT_SCORED})  # states without a parse
_NO_CLASS = {(Role.EDGE, State.MATCHED), (Role.ENHANCED, State.MATCHED)}  # as lattices without a path have


def states_in(shapes: Iterable[Shape], wording: Wording = REVIEW) -> list[State]:
    """The classes of arcs and branches that are drawn, in the legend's order."""
    found = {
        shape.state
        for shape in shapes
        if isinstance(shape, Path) and shape.role in _LINES and (shape.role, shape.state) not in _NO_CLASS
    }
    return [state for state in wording.legend if state in found]


def is_tree(shapes: Iterable[Shape]) -> bool:
    """Whether branches are drawn, not arcs."""
    return any(shape.role == Role.BRANCH for shape in shapes)


def is_lattice(shapes: Iterable[Shape]) -> bool:
    """Whether the edges of a lattice are drawn."""
    return any(shape.role in (Role.PATH, Role.EDGE) for shape in shapes)


def legend(
    explained: Collection[Shape],
    width: float,
    theme: Theme,
    measure: Measure,
    wording: Wording = REVIEW,
    *,
    found: bool = False,
) -> Diagram:
    """An entry for each class of arcs, branches or edges among some shapes, in lines of at most ``width`` pixels.

    With ``found`` there is one for what a filter has found, whose sample has `FOUND_KEY`.
    """
    ruler = ruler_for(theme, measure)
    entries = [*_entries(explained, wording), *([(FOUND, State.MATCHED, _lit)] if found else [])]
    ascent, descent = ruler.height(Role.LEGEND, [text for text, _, _ in entries])
    shapes: list[Shape] = []
    x, y, widest = 0.0, 0.0, 0.0
    for text, state, draw in entries:
        name = ruler.width(Role.LEGEND, text)
        entry = SAMPLE + SAMPLE_GAP + name
        if x and x + entry > width:
            x, y = 0.0, y + ascent + descent + LINE_GAP
        middle = y + (ascent + descent) / 2
        shapes.extend(draw(state, x, middle))
        shapes.extend(_mark(state, x + (SAMPLE - ARROW_LENGTH) / 2, middle, ruler))
        text_x = x + SAMPLE + SAMPLE_GAP
        shapes.append(Text(text_x, y + ascent, text, Role.LEGEND, anchor=Anchor.START, width=name))
        widest = max(widest, x + entry)
        x += entry + ENTRY_GAP
    return Diagram(widest, y + ascent + descent if shapes else 0.0, tuple(shapes))


def _entries(explained: Collection[Shape], wording: Wording) -> list[tuple[str, State, _Draw]]:
    """The names, the states and what draws the samples."""
    entries = (_edges if is_lattice(explained) else _trees)(explained, wording)
    if any(shape.role == Role.HATCH for shape in explained):
        entries.append((LONE_WORD, State.MATCHED, _hatch))
    if any(shape.role == Role.SHADE for shape in explained):
        entries.append((SHADED, State.MATCHED, _shade))
    if any(shape.key is not None and shape.key.kind == GHOST for shape in explained):
        entries.append((LIFTED, State.MATCHED, _ghost))
    if any(map(_is_apart, explained)):
        entries.append((APART, State.MATCHED, _triangle))
    return entries


def _edges(explained: Collection[Shape], wording: Wording) -> list[tuple[str, State, _Draw]]:
    states = states_in(explained, wording)
    names = _lattice_names(states, wording.lattice_legend)
    return [(names[state], state, _edge) for state in names if state in states]


def _trees(explained: Collection[Shape], wording: Wording) -> list[tuple[str, State, _Draw]]:
    """What arcs or branches mean, and what has but a box; without a parse nothing is in both."""
    states, sides = states_in(explained, wording), _sides(explained)
    if _uncompared(explained, sides) and _UNCOMPARED.issuperset(states):
        states = [state for state in states if state is not State.MATCHED]
    names = {**wording.legend, State.NOT_SCORED: LOST} if Side.GENERALISED in sides else wording.legend
    sample: _Draw = _branch if is_tree(explained) else _arc
    entries = _marks_alone(states, names, sample)
    outlined = _outlined(explained) - {*states}
    return [*entries, *_marks_alone(outlined, names, _outline), *_boxes_alone(explained, wording)]


def _marks_alone(states: Collection[State], names: Mapping[State, str], sample: _Draw) -> _Entries:
    return [(names[state], state, sample) for state in names if state in states]


def _boxes_alone(explained: Iterable[Shape], wording: Wording) -> _Entries:
    return [(name, state, _box) for name, state in _boxed(explained, wording)]


def _outlined(explained: Iterable[Shape]) -> set[State]:
    """The states of roles that one side has alone, which may be those of no line."""
    kinds = ("argument", "predicate")
    return {
        shape.state
        for shape in explained
        if shape.role is Role.FUNCTION and shape.key is not None and shape.key.kind in kinds
    }


def _uncompared(explained: Iterable[Shape], sides: Collection[Side]) -> bool:
    """Whether lines are drawn of one side only, or where words alone are compared."""
    if len(sides) == 1 or sides == {Side.GOLD, Side.GENERALISED}:
        return True
    return any(shape.role == Role.SHADE for shape in explained)


def _sides(explained: Iterable[Shape]) -> set[Side]:
    return {shape.key.side for shape in explained if shape.key is not None}


def _boxed(explained: Iterable[Shape], wording: Wording) -> list[tuple[str, State]]:
    """The names and states of what has a box, but no line that tells: tags and functions."""
    state = wording.drawn(State.WRONG_LABEL, Side.BOTH)
    wrong = [shape for shape in explained if shape.state is state]
    lines = {shape.key for shape in wrong if isinstance(shape, Path)}
    kinds = {key.kind for key in _boxes(wrong) - lines}
    named = {"word": wording.wrong_tag, "node": wording.wrong_function}  # by the kind of element
    named |= {layer: wording.in_layer(layer) for layer in ("tag", "lemma", "features")}
    named |= {"argument": wording.in_layer("role"), "predicate": wording.in_layer("sense")}
    return [(name, state) for name in dict.fromkeys(name for kind, name in named.items() if kind in kinds)]


def _boxes(shapes: Iterable[Shape]) -> set[Key]:
    return {shape.key for shape in shapes if shape.role is Role.LABEL_BOX and shape.key is not None}


def _arc(state: State, x: float, y: float) -> Iterator[Shape]:
    """A piece of line with its arrowhead."""
    end = x + SAMPLE
    base = end - ARROW_LENGTH
    yield Path((x, y), (Segment((base + 1, y)),), Role.ARC, state)
    points = ((base, y - ARROW_HALF_WIDTH), (base, y + ARROW_HALF_WIDTH), (end, y))
    yield Polygon(points, Role.ARROWHEAD, state)


def _lattice_names(states: Collection[State], names: Mapping[State, str]) -> Mapping[State, str]:
    return {**names, State.MATCHED: "path"} if {State.MATCHED, State.NOT_SCORED}.issuperset(states) else names


def _edge(state: State, x: float, y: float) -> Iterator[Shape]:
    """A piece of line, heavy if it is on the gold's path."""
    role = Role.EDGE if state in (State.EXTRA, State.ONLY_OTHER, State.NOT_SCORED) else Role.PATH
    yield Path((x, y), (Segment((x + SAMPLE, y)),), role, state)


def _branch(state: State, x: float, y: float) -> Iterator[Shape]:
    """A piece of line, with the ring of one that is forgiven."""
    end = x + SAMPLE
    if state == State.FORGIVEN:
        yield circle(end - RING, y, RING, Role.BRANCH, None, state)
        end -= 2 * RING
    yield Path((x, y), (Segment((end, y)),), Role.BRANCH, state)


def _outline(state: State, x: float, y: float) -> Iterator[Shape]:
    """An outline, as roles have that one side has alone."""
    yield Box(x + SAMPLE / 4, y - CROSS, SAMPLE / 2, 2 * CROSS, Role.FUNCTION, state, radius=3.0)


def _box(state: State, x: float, y: float) -> Iterator[Shape]:  # noqa: ARG001, its mark is the sample
    """No line: just the box in the middle."""
    return iter(())


def _hatch(state: State, x: float, y: float) -> Iterator[Shape]:
    """A hatched rectangle."""
    yield hatching(x, y - CROSS, SAMPLE, 2 * CROSS, state, Key(Side.BOTH, "legend", "hatch"))


def _ghost(state: State, x: float, y: float) -> Iterator[Shape]:
    """A piece of dotted line."""
    yield Path((x, y), (Segment((x + SAMPLE, y)),), Role.LINK, state)


def _is_apart(shape: Shape) -> bool:
    return (
        isinstance(shape, Polygon) and len(shape.points) == 3 and shape.key is not None and shape.key.kind == "argument"
    )


def _triangle(state: State, x: float, y: float) -> Iterator[Shape]:
    """What stands at such an argument, on a piece of its lane."""
    yield Path((x, y), (Segment((x + SAMPLE, y)),), Role.SEMANTIC, state)
    yield Polygon(triangle(x + SAMPLE / 2, y), Role.SEMANTIC, state)


def _lit(state: State, x: float, y: float) -> Iterator[Shape]:
    """A letter, which is lit where it is painted."""
    yield Text(x + SAMPLE / 2, y + LETTER / 2, "w", Role.LEGEND, state, FOUND_KEY, width=LETTER)


def _shade(state: State, x: float, y: float) -> Iterator[Shape]:
    """Rectangles from light to dark."""
    width = SAMPLE / SAMPLES
    for number in range(SAMPLES):
        box = Box(x + number * width, y - CROSS, width, 2 * CROSS, Role.SHADE, state)
        yield from [box] * (number + 1)


def _mark(state: State, centre: float, y: float, ruler: Ruler) -> Iterator[Shape]:
    """What the state has besides its line."""
    if state in (State.WRONG_LABEL, State.DIFFERS):
        ascent, descent = ruler.height(Role.LABEL)
        text, width = "x", ruler.width(Role.LABEL, "x")
        height = ascent + descent
        yield Box(centre - width / 2 - 4, y - height / 2, width + 8, height, Role.LABEL_BOX, state, radius=3.0)
        yield Text(centre, y - height / 2 + ascent, text, Role.LABEL, state, width=width)
    if state == State.EXTRA:
        half = CROSS / 2
        yield Path((centre - half, y - half), (Segment((centre + half, y + half)),), Role.CROSS, state)
        yield Path((centre - half, y + half), (Segment((centre + half, y - half)),), Role.CROSS, state)
