"""The legend: a sample of each class of arcs or branches, and its name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from goldleaf.viewer.diagram.bars import TICK, bar_lines
from goldleaf.viewer.diagram.naming import LOST, NO_FUNCTION, REVIEW, Wording
from goldleaf.viewer.diagram.ribbons import hatching
from goldleaf.viewer.diagram.shapes import (
    GHOST,
    RING,
    SEMANTICS,
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
from goldleaf.viewer.diagram.strokes import (
    ARROW_HALF_WIDTH,
    ARROW_LENGTH,
    circle,
    cross,
    square,
    triangle,
    warning_sign,
)
from goldleaf.viewer.diagram.theme import Ruler, TextMeasure, Theme, ruler_for

# The sample of what a filter has found: a text around which the canvas draws what it draws in pictures.
FOUND_KEY = Key(Side.BOTH, "legend", "found")

SAMPLE = 34.0  # the length of a sample, in pixels
SAMPLE_GAP = 6.0  # from the sample to the name
ENTRY_GAP, LEAST_GAP = 20, 10
LINE_GAP = 5.0
CROSS = 6.0
LETTER, BOX = 8.0, 18.0  # a small letter's height and width, about, and a box's around one
SHADES = 4

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
    # Letters in the picture stand for all sides, also for one that has no line of its own.
    readers = {*wording.names} - {State.MATCHED, State.DIFFERS} if wording.of_all else set[State]()
    return [state for state in wording.legend if state in found or (readers & found and state in readers)]


def legend(
    explained: Collection[Shape], width: float, theme: Theme, measure: TextMeasure, wording: Wording = REVIEW, *,
    found: bool = False,
) -> Diagram:  # fmt: skip
    """An entry for each class of arcs, branches or edges among some shapes, in lines of at most ``width`` pixels. With
    ``found`` there is one for what a filter has found, whose sample has `FOUND_KEY`."""
    ruler = ruler_for(theme, measure)
    entries = [*_entries(explained, wording), *([("found by the filter", State.MATCHED, "lit")] if found else [])]
    ascent, descent = ruler.height(Role.LEGEND, [text for text, _, _ in entries])
    names, shapes = [ruler.width(Role.LEGEND, text) for text, _, _ in entries], list[Shape]()
    # Of a line, or of a sign or a box, which have no line; where there is no sample, no gap follows.
    lengths = {"box": BOX, "": -SAMPLE_GAP}
    samples = [lengths.get(kind, SAMPLE if len(kind) > 2 else 2 * LETTER) for _, _, kind in entries]
    widths = [sample + SAMPLE_GAP + name for sample, name in zip(samples, names, strict=True)]
    # They come nearer to each other where that saves a line.
    gap = min(range(ENTRY_GAP, LEAST_GAP - 1, -1), key=lambda gap: _lines(widths, width, gap))
    x, y, widest = 0.0, 0.0, 0.0
    for (text, state, kind), name, sample, entry in zip(entries, names, samples, widths, strict=True):
        if x and x + entry > width + 0.1:
            x, y = 0.0, y + ascent + descent + LINE_GAP
        middle = y + (ascent + descent) / 2
        shapes.extend(_sample(kind, state, x - (SAMPLE - sample) / 2, middle))
        shapes.extend(_mark(state, x + (sample - ARROW_LENGTH * (kind != "box")) / 2, middle, ruler))
        text_x = x + sample + SAMPLE_GAP
        shapes.append(Text(text_x, y + ascent, text, Role.LEGEND, anchor=Anchor.START, width=name))
        widest = max(widest, x + entry)
        x += entry + gap
    return Diagram(widest, y + ascent + descent if shapes else 0.0, tuple(shapes))


def _lines(widths: Iterable[float], room: float, gap: float) -> int:
    """How many lines of entries there are so far from each other."""
    count, x = 1, 0.0
    for width in widths:
        if x and x + width > room + 0.1:
            count, x = count + 1, 0.0
        x += width + gap
    return count


def _entries(explained: Collection[Shape], wording: Wording) -> Iterator[tuple[str, State, str]]:
    """The names, the states and the kinds of the samples."""
    roles, states = {shape.role for shape in explained}, states_in(explained, wording)
    keys = {shape.key for shape in explained if shape.key is not None}
    if aligned := {Role.BRANCH, Role.ARC} <= roles:  # two structures in one picture: lines tell whose they are
        yield from ((wording.gold, State.MATCHED, "branch"), (wording.parse, State.MATCHED, "arc"))
    if roles & {Role.PATH, Role.EDGE}:
        names = wording.lattice_legend
        if {State.MATCHED, State.NOT_SCORED}.issuperset(states):  # a single path: nothing is compared
            names = {**names, State.MATCHED: "path"}
        yield from ((names[state], state, "edge") for state in names if state in states)
        tags = [shape.text for shape in explained if isinstance(shape, Text) and shape.role is Role.TAG]
        used = {"×2" if "×" in text[2:] else text[2:][-1:] for text in tags}
        used |= {text[0] for text in tags if text[1:2] == " "} | {"⚠" * (Role.WARNING in roles)}
        signs = {"•": "tag on the path", "×": "parse's tag", "◦": f"{wording.parse}'s tag", "⚠": "not in the lattice"}
        signs |= {"×2": "analyses", "…": "others"}
        yield from ((name, State.MATCHED, sign) for sign, name in signs.items() if sign in used)
    else:
        sides = {key.side for key in keys}
        lone = len(sides) == 1 or sides == {Side.GOLD, Side.GENERALISED} or Role.SHADE in roles
        if aligned or (lone and _UNCOMPARED.issuperset(states)):  # without a parse nothing is in both
            states = [state for state in states if state is not State.MATCHED]
        # Of a node that all golds have each may say another function.
        nodes = (shape.text for shape in explained if isinstance(shape, Text) and shape.role is Role.NODE)
        differ = NO_FUNCTION in nodes
        all_have = f"in all golds ({NO_FUNCTION}: functions differ)" if differ else "node in all golds"
        golds = {State.NOT_SCORED: LOST, State.GENERALISED: all_have}
        result = {shape.state for shape in explained if shape.key is not None and shape.key.side is Side.RESULT}
        undecided = {State.NOT_SCORED: f"undecided: as in {wording.gold}"} if State.NOT_SCORED in result else {}
        names = {**wording.legend, **(golds if Side.GENERALISED in sides else undecided)}
        names |= {} if wording.scores else {State.MATCHED: "not compared"}
        if {Side.GOLD, Side.GENERALISED} <= sides:  # what a gold alone has is no error of the parse
            names |= {State.MATCHED: "in both, or not charged"}
        names |= {State.MATCHED: "basic and enhanced"} if wording.graphs else {}
        sample = "branch" if Role.BRANCH in roles else "arc"
        barless = {*undecided, *states_in((shape for shape in explained if shape.role is not Role.BAR), wording)}
        wrong = wording.drawn(State.WRONG_LABEL, Side.BOTH)
        bars = {**names, wrong: wording.wrong_category}
        drawn = {(shape.role, shape.state) for shape in explained if isinstance(shape, Path)}
        if (Role.ENHANCED, State.MATCHED) in drawn:  # what the tree has, too, is drawn there
            compared = Side.PARSE in sides and not wording.graphs  # but trees alone are
            yield f"enhanced only{', not compared' * compared}", State.MATCHED, "enhanced"
            if compared and wording.scores:  # "in both" would be read as tree and graph
                names[State.MATCHED] = f"in {wording.gold} and {wording.parse}"
        # What has a box, but no line that tells: labels of which all have another head, too, tags and functions.
        lines = {shape.key for shape in explained if shape.state is wrong and isinstance(shape, Path)}
        boxes = {shape.key for shape in explained if shape.state is wrong and shape.role is Role.LABEL_BOX}
        kinds = {key.kind for key in boxes - lines if key is not None}
        boxed = {wrong} if "arc" in kinds and wrong not in states else set()
        for state in filter({*states, *undecided, *boxed}.__contains__, names):
            kind = "box" if state in boxed else sample if state in barless else "bar"
            if wording.of_all and all(state is not other for _, other in drawn):
                kind = ""  # a side whose letter stands at others' lines
            yield (bars if kind == "bar" else names)[state], state, kind
        # Roles that one side has alone are outlined, in states that may be those of no line.
        functions = (shape for shape in explained if shape.role is Role.FUNCTION)
        outlined = {shape.state for shape in functions if shape.key and shape.key.kind in ("argument", "predicate")}
        yield from ((names[state], state, "outline") for state in names if state in outlined.difference(states))
        named = {"word": wording.wrong_tag, "node": wording.wrong_function}  # by the kind of element
        named |= {layer: wording.in_layer(layer) for layer in ("tag", "lemma", "features")}
        named |= {"argument": wording.in_layer("role"), "predicate": wording.in_layer("sense")}
        # They look alike, whatever they are of.
        if told := dict.fromkeys(name for kind, name in named.items() if kind in kinds):
            yield ", ".join(told), wrong, "box"
    if Role.HATCH in roles:
        yield "word of one side only", State.MATCHED, "hatch"
    if Role.SHADE in roles:
        yield "how alike the lineages are, darker: less", State.MATCHED, "shade"
    if any(key.kind == GHOST for key in keys):
        yield "before lifting", State.MATCHED, "ghost"
    yield from _entries_of_signs(explained, wording)


def _entries_of_signs(explained: Collection[Shape], wording: Wording) -> Iterator[tuple[str, State, str]]:
    """What small signs say: numbers of readings, triangles on predicates' lanes; and that these are not compared."""
    if wording.of_all and any(shape.text[:1] == "¹" for shape in explained if isinstance(shape, Text)):
        yield "readings, as listed", State.MATCHED, "¹²"
    marks = [shape for shape in explained if isinstance(shape, Polygon) and shape.role in SEMANTICS and shape.key]
    if not wording.roles and any(mark.key.side is Side.PARSE for mark in marks if mark.key):
        yield "roles, not compared", State.MATCHED, "roles"
    if any(len(mark.points) == 3 for mark in marks):
        yield "argument that is no neighbor of its predicate in the tree", State.MATCHED, "triangle"


def _sample(kind: str, state: State, x: float, y: float) -> Iterator[Shape]:
    """The sample of a state from the left end's x and the middle's y on; of a box the mark is the sample."""
    end = x + SAMPLE
    match kind:
        case "arc" | "enhanced":
            base, enhanced = end - ARROW_LENGTH, kind == "enhanced"
            yield Path((x, y), (Segment((base + 1, y)),), Role.ENHANCED if enhanced else Role.ARC, state)
            points = ((base, y - ARROW_HALF_WIDTH), (base, y + ARROW_HALF_WIDTH), (end, y))
            yield Polygon(points, Role.ENHANCED if enhanced else Role.ARROWHEAD, state)
        case "branch":
            if state == State.FORGIVEN:
                yield circle(end - RING, y, RING, Role.BRANCH, None, state)
                end -= 2 * RING
            yield Path((x, y), (Segment((end, y)),), Role.BRANCH, state)
        case "bar":  # two parts and what joins them
            yield from bar_lines(((0, SAMPLE / 3), (SAMPLE * 2 / 3, SAMPLE)), x, y - TICK / 2, state, None)
        case "edge":  # heavy if it is on the gold's path
            role = Role.EDGE if state in (State.EXTRA, State.ONLY_OTHER, State.NOT_SCORED) else Role.PATH
            yield Path((x, y), (Segment((end, y)),), role, state)
        case "outline":
            yield Box(x + SAMPLE / 4, y - CROSS, SAMPLE / 2, 2 * CROSS, Role.FUNCTION, state, radius=3.0)
        case "hatch":
            yield hatching(x, y - CROSS, SAMPLE, 2 * CROSS, state, Key(Side.BOTH, "legend", "hatch"))
        case "ghost":
            yield Path((x, y), (Segment((end, y)),), Role.LINK, state)
        case "roles" | "triangle":  # on a piece of a lane
            yield Path((x, y), (Segment((end, y)),), Role.SEMANTIC, state)
            mark = square if kind == "roles" else triangle
            yield Polygon(mark(x + SAMPLE / 2, y), Role.SEMANTIC, state)
        case "shade":  # rectangles from light to dark
            width = SAMPLE / SHADES
            for number in range(SHADES):
                box = Box(x + number * width, y - CROSS, width, 2 * CROSS, Role.SHADE, state)
                yield from [box] * (number + 1)
        case "⚠":
            yield from warning_sign(x + SAMPLE / 2, y, LETTER, None)
        case "•" | "×" | "◦" | "×2" | "…" | "¹²":
            yield Text(x + SAMPLE / 2, y + LETTER / 2, kind, Role.LEGEND, state, width=LETTER)
        case "lit":  # a letter, which is lit where it is painted
            yield Text(x + SAMPLE / 2, y + LETTER / 2, "w", Role.LEGEND, state, FOUND_KEY, width=LETTER)


def _mark(state: State, centre: float, y: float, ruler: Ruler) -> Iterator[Shape]:
    """What the state has besides its line."""
    if state in (State.WRONG_LABEL, State.DIFFERS):
        (ascent, descent), width = ruler.height(Role.LABEL), ruler.width(Role.LABEL, "x")
        height = ascent + descent
        yield Box(centre - width / 2 - 4, y - height / 2, width + 8, height, Role.LABEL_BOX, state, radius=3.0)
        yield Text(centre, y - height / 2 + ascent, "x", Role.LABEL, state, width=width)
    if state == State.EXTRA:
        yield from cross(centre, y, CROSS, state, None)
