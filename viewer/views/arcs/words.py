"""The words of a row, the texts under them, and the bars of what several words are: tokens, expressions.

Below these predicates and their arguments: a lane for each predicate, in a colour and a line of its own, with its sense
and the roles in it. What one side has alone is outlined, a wrong sense or role boxed, as the nodes of trees are. In an
overlay the parse's texts stand below the gold's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, groupby
from typing import NamedTuple

from goldleaf.core.sentence import Sentence, Token
from goldleaf.viewer.diagram.bars import Bar, stacked
from goldleaf.viewer.diagram.bidi import turns
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.ribbons import PAD, hatching
from goldleaf.viewer.diagram.shapes import SEMANTICS, Box, Key, Polygon, Role, Shape, Side, State, Text
from goldleaf.viewer.diagram.spacing import Need
from goldleaf.viewer.diagram.strokes import DOT, cross, rounded_outline, square, stroke, triangle
from goldleaf.viewer.diagram.theme import Ruler
from goldleaf.viewer.session.layers import runs
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.columns import BOX_PAD, EMPTY_PAD, MARK, MARK_GAP, Columns, TextRow
from goldleaf.viewer.views.arcs.describe import role_verdict, word_phrase
from goldleaf.viewer.views.arcs.frame import Stretch
from goldleaf.viewer.views.expressions import Expression

BELOW_ARROWS = 3.0  # from the arrows' points to the words, in pixels
BETWEEN_ROWS = 3.0
CELL_PAD = 3.0  # beside a text in a box
CELL_RISE = 1.0  # the box above and below it
ABOVE = 6.0  # from the text rows to the bar of a token
TICK = 3.0  # how far the bar's ends turn up
BELOW = 2.0  # from the bar to the form
ROOM = 22.0  # for what stands beside an expression's label: a ×, a box
ABOVE_LANE = 10.0  # from what stands above to a lane's line, in pixels
BELOW_LANE = 5.0  # from the line to the texts
GAP = 10.0  # between the texts of a lane's columns
BESIDE = 3.0  # between the texts of one column
APART = "no neighbor of it in the tree"
RISE = 1.0  # the box around a text that differs, above and below it
BETWEEN = 2 * RISE + 2.0  # from the gold's texts down to the parse's

_OUTLINED = frozenset({State.MISSING, State.EXTRA})


def rows_height(rows: Sequence[TextRow]) -> float:
    """The height of the words and their rows, with the space above them."""
    return BELOW_ARROWS + sum(row.height for row in rows) + BETWEEN_ROWS * (len(rows) - 1)


def row_shapes(
    rows: Sequence[TextRow], columns: Columns, stretch: Stretch, side: Side, states: Mapping[int, State], base: float,
    right_to_left: bool, way: float = 1.0,
) -> list[Shape]:  # fmt: skip
    """The texts of one row of words, the arrows' points at y ``base``; ``states`` by column, matched if left out. What
    stands behind a word is on its right, on its left with ``way`` −1.0."""
    shapes: list[Shape] = []
    numbers = range(stretch.first, stretch.last + 1)
    here = slice(stretch.first, stretch.last + 1)
    keys = [Key(side, "empty" if "." in name else "word", name) for name in [*columns.index][here]]
    marks = [states.get(column, State.MATCHED) for column in numbers]
    top = base + BELOW_ARROWS
    for row in rows:
        baseline, role, of_words = top + row.ascent, row.role, row.role == Role.WORD
        cells = zip(numbers, row.texts[here], row.widths[here], stretch.xs[1:-1], keys, marks, strict=True)
        for column, text, width, x, key, state in cells:
            if not text:
                continue
            turned = turns(text, right_to_left)
            if column in row.numbers:
                number, wide = row.numbers[column]
                shapes.append(Text(x + way * (width - wide) / 2, baseline, number, Role.TAG, state, width=wide))
                width -= row.behind(column)
                x -= way * row.behind(column) / 2
            if column in row.boxed:
                # What differs under a word is an element of its own, which can be pointed at and decided on.
                assert row.layer is not None
                own, wrong, height = key._replace(kind=row.layer.value), State.WRONG_LABEL, row.height + 2 * CELL_RISE
                left, wide = x - width / 2 - CELL_PAD, width + 2 * CELL_PAD
                shapes.append(Box(left, top - CELL_RISE, wide, height, Role.LABEL_BOX, wrong, own, radius=CELL_PAD))
                shapes.append(Text(x, baseline, text, role, wrong, own, right_to_left=turned, width=width))
            elif of_words and key.kind == "empty":
                shapes.append(rounded_outline(x - width / 2, top, width, row.height, Role.EMPTY_NODE, key))
                form, turned = width - 2 * EMPTY_PAD, turns(text, False)
                shapes.append(Text(x, baseline, text, Role.EMPTY_NODE, key=key, right_to_left=turned, width=form))
            else:
                # A word that one side alone has is hatched, so that it is seen without colors, too.
                if of_words and state in (State.MISSING, State.EXTRA):
                    shapes.append(hatching(x - width / 2 - PAD, top, width + 2 * PAD, row.height, state, key))
                shapes.append(Text(x, baseline, text, role, state, key, right_to_left=turned, width=width))
        top += row.height + BETWEEN_ROWS
    return shapes


class TokenBar(NamedTuple):
    """The columns of a token (both included), its form, and the form's width."""

    first: int
    last: int
    form: str
    width: float
    key: Key
    positions: tuple[int, ...]
    ends: tuple[str, str]  # the names of the first and the last word


def token_bars(picture: ArcsPicture, columns: Columns, ruler: Ruler) -> Iterator[TokenBar]:
    """The tokens of a picture whose words it has."""
    word_at = picture.word_at
    for token in (*picture.sentence.tokens, *_inflectional_groups(picture.sentence)):
        if token.first in word_at and token.last in word_at and token.first <= token.last:
            yield TokenBar(
                columns.of_word[token.first], columns.of_word[token.last], token.form,
                ruler.width(Role.TOKEN, token.form), Key(picture.side, "token", f"{token.first}-{token.last}"),
                tuple(position for position in range(token.first, token.last + 1) if position in word_at),
                (word_at[token.first].name, word_at[token.last].name),
            )  # fmt: skip


def _inflectional_groups(sentence: Sentence) -> Iterator[Token]:
    """Words that are written in several lines, as in the Turkish treebank: all but the last have ``_`` for a form, and
    hang on the next one as ``DERIV`` (Oflazer et al. 2003)."""
    first: int | None = None
    for word in sentence.words:
        if word.form == "_" and word.label.upper() == "DERIV":
            first = word.position if first is None else first
        elif first is not None:
            yield Token(first, word.position, word.form)
            first = None


def token_height(bars: Sequence[TokenBar], ruler: Ruler) -> float:
    """The height of a row of bars with their forms; 0 without bars."""
    return ABOVE + TICK + BELOW + sum(ruler.height(Role.TOKEN, [bar.form for bar in bars])) if bars else 0.0


def token_shapes(
    bars: Sequence[TokenBar], stretch: Stretch, words: TextRow, top: float, ruler: Ruler, right_to_left: bool
) -> list[Shape]:
    """The bars of one row of words, their row's upper edge at y ``top``."""
    shapes: list[Shape] = []
    ascent = ruler.height(Role.TOKEN, [bar.form for bar in bars])[0] if bars else 0.0
    line = top + ABOVE + TICK
    for bar in bars:
        left = stretch.x(bar.first) - words.widths[bar.first] / 2
        right = stretch.x(bar.last) + words.widths[bar.last] / 2
        ends = [(left, line - TICK), (left, line), (right, line), (right, line - TICK)]
        shapes.append(stroke(ends, Role.TOKEN, key=bar.key))
        centre, baseline = (left + right) / 2, line + BELOW + ascent
        turned = turns(bar.form, right_to_left)
        shapes.append(Text(centre, baseline, bar.form, Role.TOKEN, key=bar.key, right_to_left=turned, width=bar.width))
    return shapes


def expression_needs(found: Sequence[Expression], columns: Columns, words: TextRow, ruler: Ruler) -> Iterator[Need]:
    """A bar is as wide as its label; that of a single word may be narrower."""
    for one in found:
        places = _columns(one, columns)
        if len(places) > 1:
            half = (words.widths[places[0]] + words.widths[places[-1]]) / 2
            yield Need(places[0], places[-1], ruler.width(Role.BAR, one.label) + ROOM - half)


def _columns(one: Expression, columns: Columns) -> list[int]:
    return sorted(columns.of_word[position] for position in one.positions if position in columns.of_word)


def expression_bars(
    found: Sequence[Expression], columns: Columns, words: TextRow, stretch: Stretch, ruler: Ruler
) -> list[Bar]:
    """The bars of one row of words; of an expression that goes on in another row, its words here."""
    bars = []
    for one in found:
        here = [column for column in _columns(one, columns) if column in stretch]
        pieces = tuple(
            (stretch.x(first) - words.widths[first] / 2, stretch.x(last) + words.widths[last] / 2)
            for first, last in runs(sorted({*here}))
        )
        if pieces:
            bars.append(Bar(one.key, one.label, ruler.width(Role.BAR, one.label), pieces, one.state))
    return stacked(bars)


class RoleLabel(NamedTuple):
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


class Lane(NamedTuple):
    """A predicate's lane: what stands in each of its columns, in the order of columns; ``role`` is how it looks. In a
    column each side's texts have a row."""

    cells: tuple[tuple[int, tuple[tuple[RoleLabel, ...], ...]], ...]
    role: Role = Role.SEMANTIC

    @property
    def labels(self) -> Iterator[RoleLabel]:
        return (label for _, rows in self.cells for row in rows for label in row)

    @property
    def widths(self) -> list[tuple[int, float]]:
        return [(column, max(map(_width, rows))) for column, rows in self.cells]

    def inside(self, stretch: Stretch) -> bool:
        """Whether any of its extent is in this row of words."""
        return self.cells[0][0] <= stretch.last and self.cells[-1][0] >= stretch.first

    def height(self, ruler: Ruler) -> float:
        depth = max(len(rows) for _, rows in self.cells)
        return ABOVE_LANE + BELOW_LANE + depth * (sum(ruler.height(Role.SEMANTIC)) + BETWEEN) - BETWEEN


def _width(labels: Sequence[RoleLabel]) -> float:
    return sum(label.full_width for label in labels) + BESIDE * (len(labels) - 1)


def semantic_lanes(pictures: Sequence[ArcsPicture], columns: Columns, options: Options, ruler: Ruler) -> Iterator[Lane]:
    """The lanes of the predicates of a picture, or of an overlay of two, in the order of the words. In an overlay the
    first picture's come with what the second has else, as far as that is marked."""
    if not options.semantic:
        return
    cells: defaultdict[int, defaultdict[int, list[RoleLabel]]] = defaultdict(lambda: defaultdict(list))
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


def _labels(picture: ArcsPicture, ruler: Ruler) -> Iterator[tuple[int, int, RoleLabel]]:
    """Each sense and role, with the predicate's position and its own."""
    side, wording = picture.side, picture.wording

    def label(text: str, key: Key, description: str, positions: tuple[int, ...], *, apart: bool = False) -> RoleLabel:
        """A text with its state, which is told in its description."""
        sense, state = key.kind == "predicate", picture.roles.get(key, State.MATCHED)
        description += f", {said}" if (said := role_verdict(key, wording, state)) else ""
        crossed = state is State.EXTRA and wording.judges
        width = ruler.width(Role.SEMANTIC, text)
        return RoleLabel(text, key, width, description, positions, sense, state, crossed, apart)

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
    line = top + ABOVE_LANE
    first, last = lane.cells[0][0], lane.cells[-1][0]
    left = stretch.x(first) if first in stretch else stretch.xs[0]
    right = stretch.x(last) if last in stretch else stretch.xs[-1]
    owner = next((label.key for label in lane.labels if label.sense), None)
    if left < right:
        yield stroke([(left, line), (right, line)], lane.role, key=owner)
    height, role = sum(ruler.height(Role.SEMANTIC)), lane.role
    for column, rows in lane.cells:
        if column not in stretch:
            continue
        centre = stretch.x(column)
        yield mark_shape(rows[0][0], centre, line, role)
        top = line + BELOW_LANE
        for row in rows:
            x = centre - _width(row) / 2
            for label in row:
                yield from role_shapes(label, x, top, role, ruler)
                x += label.full_width + BESIDE
            top += height + BETWEEN


def mark_shape(mark: RoleLabel, x: float, y: float, role: Role) -> Polygon:
    """A diamond at the predicate, a square at an argument, a triangle at one that is no neighbor of it in the tree."""
    points, d = triangle(x, y) if mark.apart else square(x, y), DOT * 1.6
    if mark.sense and not mark.apart:
        points = ((x - d, y), (x, y - d), (x + d, y), (x, y + d))
    return Polygon(points, role, key=mark.key)


def role_shapes(label: RoleLabel, x: float, top: float, role: Role, ruler: Ruler) -> Iterator[Shape]:
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
