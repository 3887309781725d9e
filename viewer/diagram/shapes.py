"""What a picture is made of: a few shapes, each with a role (what it is) and a state (how the comparison marks it).

A layout turns sentences and marks into a `Diagram`; the canvas paints it and every export writes it. Coordinates are
pixels at zoom 1, x to the right, y down. Colours, dashes and fonts are not here: a theme gives them by role and state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]

GHOST = "ghost"  # the kind of an arc's element where the arc was before it was lifted
MARGIN = 12.0  # around a picture, in pixels
RING = 2.6  # the radius of the ring at the end of a forgiven branch


class Side(StrEnum):
    """Whose element a shape belongs to."""

    GOLD = "gold"
    PARSE = "parse"
    OTHER = "other"  # a second parse that is shown with the gold and the parse,
    FOURTH = "fourth"  # and further ones
    FIFTH = "fifth"
    SIXTH = "sixth"
    GENERALISED = "generalized"  # what several golds have in common
    RESULT = "result"  # what the choices of a review come to
    BOTH = "both"  # shared, such as the words of an overlay


class Role(StrEnum):
    """What a shape stands for."""

    WORD = "word"
    TAG = "tag"  # rows of tags under a word
    LEMMA = "lemma"  # rows of lemmas, glosses and transliterations under a word
    FEATURE = "feature"  # morphological features under a word, one a line
    ARC = "arc"
    ARROWHEAD = "arrowhead"
    LABEL = "label"
    LABEL_BOX = "label-box"
    CROSS = "cross"  # the × of an extra fact
    TOKEN = "token"  # the bar and form of a multiword token
    EMPTY_NODE = "empty-node"
    ENHANCED = "enhanced"  # arcs below the words
    SEMANTIC = "semantic"  # a predicate and its arguments; those of the next ones, in turn:
    SEMANTIC_2 = "semantic-2"
    SEMANTIC_3 = "semantic-3"
    SEMANTIC_4 = "semantic-4"
    WARNING = "warning"  # marks of cycles, several roots, words without head
    NODE = "node"  # the label of a constituent
    INDEX = "index"  # small text after a label: what links a trace and its antecedent
    BRANCH = "branch"
    EDGE_LABEL = "edge-label"  # the function on a branch
    EDGE_BOX = "edge-box"
    FUNCTION = "function"  # the outline of a node of a function tree
    TRACE = "trace"  # a word that is not written
    FOLD = "fold"  # the triangle of a folded constituent, and its words
    BAR = "bar"  # a constituent as a bar under its words
    LINK = "link"  # from a trace to its antecedent
    STATE = "state"  # of a lattice: a circle with its number
    EDGE = "edge"  # of a lattice
    PATH = "path"  # an edge on the gold's path
    SEGMENT = "segment"  # the form on an edge
    HATCH = "hatch"  # behind a word that only one side has
    SHADE = "shade"  # behind a word, once for each degree in which it differs
    RIBBON = "ribbon"  # from words of the gold to those that the parse has for them
    TITLE = "title"  # of a pane in a figure
    CAPTION = "caption"
    LEGEND = "legend"


# Predicates take these in turn, so that each has a colour of its own beside its neighbours.
SEMANTICS = (Role.SEMANTIC, Role.SEMANTIC_2, Role.SEMANTIC_3, Role.SEMANTIC_4)


class State(StrEnum):
    """How the comparison marks a shape; each is told apart by line as well as by colour."""

    MATCHED = "matched"
    WRONG_HEAD = "wrong-head"
    REVERSED = "reversed"  # an arc that only counts undirected,
    EDGE_FLIP = "edge-flip"  # or by neutral edge detection
    WRONG_LABEL = "wrong-label"
    MISSING = "missing"
    EXTRA = "extra"
    CROSSING = "crossing"
    FORGIVEN = "forgiven"
    GENERALISED = "generalized"
    NOT_SCORED = "not-scored"
    # Of two annotators, none of whom is the gold; see `viewer.diagram.annotators`.
    ONE_HEAD = "one-head"
    OTHER_HEAD = "other-head"
    DIFFERS = "differs"  # a label, a tag, a function: on both sides alike
    ONLY_ONE = "only-one"
    ONLY_OTHER = "only-other"
    OTHER_CROSSING = "other-crossing"
    THIRD_HEAD = "third-head"  # of more than two
    FOURTH_HEAD = "fourth-head"
    FIFTH_HEAD = "fifth-head"
    SIXTH_HEAD = "sixth-head"
    # Of two parses beside a gold; see `viewer.diagram.naming.Rivals`.
    ONE_RIGHT = "one-right"
    OTHER_RIGHT = "other-right"
    ONE_WRONG = "one-wrong"
    OTHER_WRONG = "other-wrong"


class Key(NamedTuple):
    """The element a shape is part of: one of the side's words, arcs, tokens … by number. Also its id in exports."""

    side: Side
    kind: str  # "word", "arc", "token", "empty", "enhanced", "predicate", …
    name: str  # the position of the word or dependent, "8.1" for an empty node, …

    def __str__(self) -> str:
        return f"{self.side}-{self.kind}-{self.name}"


class Anchor(StrEnum):
    """Which end of a text its x names."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; ``y`` is its baseline. ``right_to_left`` is its base direction; anchors are geometric
    (START is the left edge whatever the direction). ``upright`` text is turned about its point to run upwards: START is
    then its lower end, ``x`` its baseline."""

    x: float
    y: float
    text: str
    role: Role
    state: State = State.MATCHED
    key: Key | None = None
    anchor: Anchor = Anchor.MIDDLE
    right_to_left: bool = False
    width: float = 0.0  # as measured, along the line
    upright: bool = False


class Segment(NamedTuple):
    """A straight line to ``end``, or a cubic curve when there are control points."""

    end: Point
    control_1: Point | None = None
    control_2: Point | None = None


@dataclass(frozen=True, slots=True)
class Path:
    """A line from ``start`` through ``segments``; ``halo`` paints the background beside it where it crosses others."""

    start: Point
    segments: tuple[Segment, ...]
    role: Role
    state: State = State.MATCHED
    key: Key | None = None
    halo: bool = False


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed, filled shape."""

    points: tuple[Point, ...]
    role: Role
    state: State = State.MATCHED
    key: Key | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with rounded corners."""

    x: float
    y: float
    width: float
    height: float
    role: Role
    state: State = State.MATCHED
    key: Key | None = None
    radius: float = 0.0


Shape: TypeAlias = Text | Path | Polygon | Box


@dataclass(frozen=True, slots=True)
class Element:
    """Something that can be pointed at: a word, an arc, a constituent. ``description`` is its accessible text.
    ``related`` are the same in the other pictures, where more than the side differs. ``name`` is a word's in lists."""

    key: Key
    description: str
    positions: tuple[int, ...] = ()  # the words it concerns, for cross-highlighting
    related: tuple[Key, ...] = ()
    name: str = ""


@dataclass(frozen=True, eq=False)
class Diagram:
    """A picture: shapes in painting order, what can be pointed at, and what it is about."""

    width: float
    height: float
    shapes: tuple[Shape, ...] = ()
    elements: Mapping[Key, Element] = field(default_factory=dict)
    title: str = ""
    description: str = ""  # the alt text
    metadata: Mapping[str, str] = field(default_factory=dict)  # goes into exported files
    strips: tuple[float, ...] = ()  # the upper edges of a wrapped sentence's rows of words; none of a single row
    abreast: int = 1  # so many strips are the same words on different sides
    middle: float | None = None  # the y between the upper and the lower picture of an overlay in a single row

    @property
    def texts(self) -> Iterator[Text]:
        """What is written in it, in painting order."""
        return (shape for shape in self.shapes if isinstance(shape, Text))

    def shapes_of(self, key: Key) -> Iterator[Shape]:
        """The shapes that make up one element."""
        return (shape for shape in self.shapes if shape.key == key)

    def moved(self, dx: float, dy: float) -> Diagram:
        """The same picture with every shape shifted; width and height grow to hold it."""
        return replace(
            self, width=self.width + dx, height=self.height + dy,
            shapes=tuple(placed(shape, dx, dy) for shape in self.shapes), strips=tuple(y + dy for y in self.strips),
            middle=None if self.middle is None else self.middle + dy,
        )  # fmt: skip

    def mirrored(self) -> Diagram:
        """The same picture as in a mirror that stands upright in its middle; text stays readable."""
        return replace(self, shapes=tuple(placed(shape, self.width, 0.0, mirrored=True) for shape in self.shapes))


def placed(shape: Shape, dx: float, dy: float, *, mirrored: bool = False) -> Shape:
    """The shape shifted to the right and down; ``mirrored`` at the upright line through the origin before that."""

    def x(at: float) -> float:
        return dx - at if mirrored else dx + at

    def to(point: Point) -> Point:
        return x(point[0]), dy + point[1]

    match shape:
        case Text():
            anchor = OPPOSITE[shape.anchor] if mirrored and not shape.upright else shape.anchor
            return Text(
                x(shape.x), dy + shape.y, shape.text, shape.role, shape.state, shape.key, anchor,
                shape.right_to_left, shape.width, shape.upright,
            )  # fmt: skip
        case Path():
            pieces = [Segment(to(end), one and to(one), two and to(two)) for end, one, two in shape.segments]
            return Path(to(shape.start), tuple(pieces), shape.role, shape.state, shape.key, shape.halo)
        case Polygon():
            return Polygon(tuple([to(point) for point in shape.points]), shape.role, shape.state, shape.key)
        case Box():
            left, width, height = x(shape.x) - shape.width * mirrored, shape.width, shape.height
            return Box(left, dy + shape.y, width, height, shape.role, shape.state, shape.key, shape.radius)


OPPOSITE = {Anchor.START: Anchor.END, Anchor.END: Anchor.START, Anchor.MIDDLE: Anchor.MIDDLE}


class Rect(NamedTuple):
    """A rectangle by its edges; ``bottom`` is the larger y."""

    left: float
    top: float
    right: float
    bottom: float


def left_edge(text: Text, width: float) -> float:
    """The x of a text's left edge when it is ``width`` wide."""
    return text.x - {Anchor.START: 0.0, Anchor.MIDDLE: width / 2, Anchor.END: width}[text.anchor]


def extent(shape: Shape) -> Rect:
    """The rectangle around a shape's own points; its curves are taken to stay between their ends, text on its line."""
    match shape:
        case Text():
            left = left_edge(shape, shape.width)
            if shape.upright:
                low = shape.y + shape.x - left
                return Rect(shape.x, low - shape.width, shape.x, low)
            return Rect(left, shape.y, left + shape.width, shape.y)
        case Box():
            return Rect(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        case Polygon():
            return around(shape.points)
        case Path():
            return around([shape.start, *[segment[0] for segment in shape.segments]])


def around(points: Iterable[Point]) -> Rect:
    """The smallest rectangle that holds all points, of which there is at least one."""
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs), max(ys))
