"""Predicates and their arguments below the words: a lane for each predicate, with its sense and the roles in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Element, Key, Path, Polygon, Role, Segment, Shape, Text
from goldleaf.viewer.diagram.spacing import Need
from goldleaf.viewer.views.arcs.columns import Columns
from goldleaf.viewer.views.arcs.describe import word_phrase
from goldleaf.viewer.views.arcs.frame import Stretch
from goldleaf.viewer.views.arcs.picture import ArcsPicture

ABOVE = 7.0  # from what stands above to a lane's line, in pixels
BELOW = 3.0  # from the line to the texts
GAP = 8.0  # between the texts of a lane
DOT = 2.2  # half the size of the mark at an argument


@dataclass(frozen=True, slots=True)
class Label:
    """A sense or a role under a word."""

    text: str
    key: Key
    width: float
    description: str
    positions: tuple[int, ...]
    sense: bool


@dataclass(frozen=True, slots=True)
class Lane:
    """A predicate's lane: what stands in each of its columns, in the order of columns."""

    cells: tuple[tuple[int, tuple[Label, ...]], ...]

    def inside(self, stretch: Stretch) -> bool:
        """Whether any of its extent is in this row of words."""
        return self.cells[0][0] <= stretch.last and self.cells[-1][0] >= stretch.first


def semantic_lanes(picture: ArcsPicture, columns: Columns, options: Options, ruler: Ruler) -> list[Lane]:
    """The lanes of a picture's predicates, in the order of the words."""
    if not options.semantic:
        return []
    cells: defaultdict[int, defaultdict[int, list[Label]]] = defaultdict(lambda: defaultdict(list))
    for predicate, position, label in _labels(picture, ruler):
        if position in columns.of_word:
            cells[predicate][columns.of_word[position]].append(label)
    return [
        Lane(tuple((column, tuple(labels)) for column, labels in sorted(lane.items())))
        for _, lane in sorted(cells.items())
    ]


def _labels(picture: ArcsPicture, ruler: Ruler) -> Iterator[tuple[int, int, Label]]:
    """Each sense and role, with the predicate's position and its own."""
    for word in picture.sentence.words:
        if word.predicate not in ("_", ""):
            key = Key(picture.side, "predicate", f"{word.position}")
            text = f"predicate {word.predicate} in word {word_phrase(picture, word.position)}"
            width = ruler.width(Role.SEMANTIC, word.predicate)
            label = Label(word.predicate, key, width, text, (word.position,), sense=True)
            yield word.position, word.position, label
    seen: set[tuple[int, int, str]] = set()
    for argument in picture.sentence.arguments:
        place = (argument.predicate, argument.argument, argument.role)
        if place in seen:
            continue
        seen.add(place)
        key = Key(picture.side, "argument", f"{argument.predicate}-{argument.argument}-{argument.role}")
        text = (
            f"word {word_phrase(picture, argument.argument)} {argument.role} "
            f"of predicate {word_phrase(picture, argument.predicate)}"
        )
        width = ruler.width(Role.SEMANTIC, argument.role)
        positions = (argument.argument, argument.predicate)
        yield (
            argument.predicate,
            argument.argument,
            Label(argument.role, key, width, text, positions, sense=False),
        )


def semantic_needs(lanes: Sequence[Lane]) -> list[Need]:
    """The texts of a lane do not touch."""
    return [
        Need(left, right, (_width(a) + _width(b)) / 2 + GAP)
        for lane in lanes
        for (left, a), (right, b) in pairwise(lane.cells)
    ]


def semantic_halves(lanes: Sequence[Lane]) -> list[tuple[int, float]]:
    """The columns that have texts, and half their width."""
    return [(column, _width(labels) / 2) for lane in lanes for column, labels in lane.cells]


def lane_height(ruler: Ruler) -> float:
    """The height of one lane."""
    return ABOVE + BELOW + sum(ruler.height(Role.SEMANTIC))


def semantic_shapes(lanes: Sequence[Lane], stretch: Stretch, top: float, ruler: Ruler) -> list[Shape]:
    """The lanes of one row of words, the first one's upper edge at y ``top``."""
    shapes: list[Shape] = []
    ascent = ruler.height(Role.SEMANTIC)[0]
    for lane in lanes:
        shapes.extend(_lane_shapes(lane, stretch, top + ABOVE, ascent))
        top += lane_height(ruler)
    return shapes


def _lane_shapes(lane: Lane, stretch: Stretch, line: float, ascent: float) -> Iterator[Shape]:
    (first, _), (last, _) = lane.cells[0], lane.cells[-1]
    left = stretch.x(first) if first in stretch else stretch.xs[0]
    right = stretch.x(last) if last in stretch else stretch.xs[-1]
    owner = next((label.key for _, labels in lane.cells for label in labels if label.sense), None)
    if left < right:
        yield Path((left, line), (Segment((right, line)),), Role.SEMANTIC, key=owner)
    for column, labels in lane.cells:
        if column not in stretch:
            continue
        centre = stretch.x(column)
        yield _dot(centre, line, labels[0])
        x = centre - _width(labels) / 2
        for label in labels:
            y = line + BELOW + ascent
            yield Text(x + label.width / 2, y, label.text, Role.SEMANTIC, key=label.key, width=label.width)
            x += label.width + GAP


def _dot(x: float, y: float, label: Label) -> Polygon:
    """A diamond at the predicate, a square at an argument."""
    d = DOT * 1.6 if label.sense else DOT
    corners = ((x - d, y), (x, y - d), (x + d, y), (x, y + d))
    square = ((x - d, y - d), (x + d, y - d), (x + d, y + d), (x - d, y + d))
    return Polygon(corners if label.sense else square, Role.SEMANTIC, key=label.key)


def _width(labels: Sequence[Label]) -> float:
    return sum(label.width for label in labels) + GAP * (len(labels) - 1)


def semantic_elements(lanes: Sequence[Lane]) -> list[Element]:
    """What can be pointed at."""
    return [
        Element(label.key, label.description, label.positions)
        for lane in lanes
        for _, labels in lane.cells
        for label in labels
    ]
