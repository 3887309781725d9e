"""Predicates and their arguments below the words: a lane for each predicate, with its sense and the roles in it.

Each lane has a colour and a line of its own. What one side has alone is outlined, a wrong sense or role boxed, as the
nodes of trees are. In an overlay the parse's texts stand below the gold's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, groupby

from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import SEMANTICS, Box, Key, Path, Polygon, Role, Segment, Shape, Side, State, Text
from goldleaf.viewer.diagram.strokes import cross, triangle
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.columns import BOX_PAD, MARK, MARK_GAP, Columns
from goldleaf.viewer.views.arcs.describe import role_verdict, word_phrase
from goldleaf.viewer.views.arcs.frame import Stretch

ABOVE = 10.0  # from what stands above to a lane's line, in pixels
BELOW = 5.0  # from the line to the texts
GAP = 10.0  # between the texts of a lane's columns
BESIDE = 3.0  # between the texts of one column
APART = "no neighbor of it in the tree"
DOT = 2.2  # half the size of the mark at an argument
RISE = 1.0  # the box around a text that differs, above and below it
BETWEEN = 2 * RISE + 2.0  # from the gold's texts down to the parse's

_OUTLINED = frozenset({State.MISSING, State.EXTRA})


@dataclass(frozen=True, slots=True)
class Label:
    """A sense or a role under a word."""

    text: str
    key: Key
    width: float
    description: str
    positions: tuple[int, ...]
    sense: bool
    state: State = State.MATCHED
    crossed: bool = False
    apart: bool = False  # an argument that is no neighbor of its predicate in the tree

    @property
    def full_width(self) -> float:
        """With the box around it, if it has one."""
        if self.state is State.MATCHED:
            return self.width
        return self.width + 2 * BOX_PAD + (MARK + MARK_GAP) * self.crossed


@dataclass(frozen=True, slots=True)
class Lane:
    """A predicate's lane: what stands in each of its columns, in the order of columns; ``role`` is how it looks.

    In a column each side's texts have a row.
    """

    cells: tuple[tuple[int, tuple[tuple[Label, ...], ...]], ...]
    role: Role = Role.SEMANTIC

    @property
    def labels(self) -> Iterator[Label]:
        """All that stands in it."""
        return (label for _, rows in self.cells for row in rows for label in row)

    @property
    def widths(self) -> list[tuple[int, float]]:
        """Its columns, and how wide what stands there is."""
        return [(column, max(map(_width, rows))) for column, rows in self.cells]

    def inside(self, stretch: Stretch) -> bool:
        """Whether any of its extent is in this row of words."""
        return self.cells[0][0] <= stretch.last and self.cells[-1][0] >= stretch.first

    def height(self, ruler: Ruler) -> float:
        """Its height with the space above it."""
        depth = max(len(rows) for _, rows in self.cells)
        return ABOVE + BELOW + depth * (sum(ruler.height(Role.SEMANTIC)) + BETWEEN) - BETWEEN


def _width(labels: Sequence[Label]) -> float:
    return sum(label.full_width for label in labels) + BESIDE * (len(labels) - 1)


def semantic_lanes(pictures: Sequence[ArcsPicture], columns: Columns, options: Options, ruler: Ruler) -> Iterator[Lane]:
    """The lanes of the predicates of a picture, or of an overlay of two, in the order of the words.

    In an overlay the first picture's come with what the second has else, as far as that is marked.
    """
    if not options.semantic:
        return
    cells: defaultdict[int, defaultdict[int, list[Label]]] = defaultdict(lambda: defaultdict(list))
    for picture in pictures:
        for predicate, position, label in _labels(picture, ruler):
            # What both sides have would stand there twice.
            shown = picture is pictures[0] or label.state is not State.MATCHED
            # Options are about arcs where these are drawn, too.
            if picture.without_arcs and label.state is State.MATCHED:
                shown = shown and (label.sense if options.only_differences else options.matched)
            elif picture.without_arcs:
                shown = options.gold_only if picture.side is Side.GOLD else options.parse_only
            if shown and position in columns.of_word:
                cells[predicate][columns.of_word[position]].append(label)
    roles = dict(zip(columns.predicates, cycle(SEMANTICS), strict=False))
    only = options.only_differences and pictures[0].without_arcs
    for predicate, known in sorted(cells.items()):
        rows = (
            (column, tuple(tuple(row) for _, row in groupby(labels, key=lambda label: label.key.side)))
            for column, labels in sorted(known.items())
        )
        lane = Lane(tuple(rows), roles[predicate])
        differs = any(label.state is not State.MATCHED for label in lane.labels)
        if options.predicate in (None, predicate) and (differs or not only):
            yield lane


def _labels(picture: ArcsPicture, ruler: Ruler) -> Iterator[tuple[int, int, Label]]:
    """Each sense and role, with the predicate's position and its own."""
    side, wording = picture.side, picture.wording

    def label(text: str, key: Key, description: str, positions: tuple[int, ...], *, apart: bool = False) -> Label:
        """A text with its state, which is told in its description."""
        sense, state = key.kind == "predicate", picture.roles.get(key, State.MATCHED)
        description += f", {said}" if (said := role_verdict(key, wording, state)) else ""
        crossed = state is State.EXTRA and wording.judges
        return Label(text, key, ruler.width(Role.SEMANTIC, text), description, positions, sense, state, crossed, apart)

    for word in picture.sentence.words:
        if word.predicate not in ("_", ""):
            key = Key(side, "predicate", f"{word.position}")
            text = f"predicate {word.predicate} in word {word_phrase(picture, word.position)}"
            yield word.position, word.position, label(word.predicate, key, text, (word.position,))
    for one in dict.fromkeys(picture.sentence.arguments):
        key = Key(side, "argument", f"{one.predicate}-{one.argument}-{one.role}")
        argument, predicate = word_phrase(picture, one.argument), word_phrase(picture, one.predicate)
        apart = (one.predicate, one.argument) in picture.apart
        text = f"word {argument} {one.role} of predicate {predicate}{f', {APART}' if apart else ''}"
        positions = (one.argument, one.predicate)
        yield one.predicate, one.argument, label(one.role, key, text, positions, apart=apart)


def lane_shapes(lane: Lane, stretch: Stretch, top: float, ruler: Ruler) -> Iterator[Shape]:
    """A lane in one row of words, its upper edge at y ``top``."""
    line = top + ABOVE
    first, last = lane.cells[0][0], lane.cells[-1][0]
    left = stretch.x(first) if first in stretch else stretch.xs[0]
    right = stretch.x(last) if last in stretch else stretch.xs[-1]
    owner = next((label.key for label in lane.labels if label.sense), None)
    if left < right:
        yield Path((left, line), (Segment((right, line)),), lane.role, key=owner)
    height, role = sum(ruler.height(Role.SEMANTIC)), lane.role
    for column, rows in lane.cells:
        if column not in stretch:
            continue
        centre, mark = stretch.x(column), rows[0][0]
        # A diamond at the predicate, a square at an argument, a triangle at one that is no neighbor of it in the tree.
        d = DOT * 1.6 if mark.sense else DOT
        points = ((centre - d, line - d), (centre + d, line - d), (centre + d, line + d), (centre - d, line + d))
        if mark.sense:
            points = ((centre - d, line), (centre, line - d), (centre + d, line), (centre, line + d))
        yield Polygon(triangle(centre, line) if mark.apart else points, role, key=mark.key)
        top = line + BELOW
        for row in rows:
            x = centre - _width(row) / 2
            for label in row:
                yield from _label_shapes(label, x, top, role, ruler)
                x += label.full_width + BESIDE
            top += height + BETWEEN


def _label_shapes(label: Label, x: float, top: float, role: Role, ruler: Ruler) -> Iterator[Shape]:
    """A text with its left edge at x, and what marks it."""
    ascent, descent = ruler.height(Role.SEMANTIC)
    if label.state is not State.MATCHED:
        look = Role.FUNCTION if label.state in _OUTLINED else Role.LABEL_BOX
        height = ascent + descent + 2 * RISE
        yield Box(x, top - RISE, label.full_width, height, look, label.state, label.key, radius=3.0)
        x += BOX_PAD
    if label.crossed:
        yield from cross(x + MARK / 2, top + (ascent + descent) / 2, MARK - 3, label.state, label.key)
        x += MARK + MARK_GAP
    yield Text(x + label.width / 2, top + ascent, label.text, role, label.state, label.key, width=label.width)
