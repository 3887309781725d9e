"""Arcs for the LaTeX package tikz-dependency: source that an author can go on editing.

Words are cells of a ``deptext``, arcs are ``depedge`` where the screen has them, differences are styles; what the
package has no notion of (bars of tokens, warnings, ribbons, roles) is drawn line by line in the same picture. A
sentence that is wrapped goes through `viewer.export.tikz`: the package has no arcs that go on in another row.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, pairwise
from operator import itemgetter

from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.shapes import Box, Diagram, Key, Path, Role, Shape, Side, State, Text
from goldleaf.viewer.diagram.strokes import ARROW_LENGTH
from goldleaf.viewer.diagram.theme import Ruler, Theme
from goldleaf.viewer.export.sizes import POINTS_PER_PIXEL
from goldleaf.viewer.export.tikz import colour, font_style, line_style, lines_of, stacked, styles_of, within
from goldleaf.viewer.text.numbers import decimal
from goldleaf.viewer.text.tex import Example, estimate, typeset, wrap
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.columns import MARK, MARK_GAP, PlacedArc, columns_of
from goldleaf.viewer.views.arcs.draw import ArcPane, runs_right_to_left

PACKAGES = (r"\usepackage{tikz-dependency}", r"\usetikzlibrary{arrows.meta}")
CELLS = frozenset({Role.WORD, Role.EMPTY_NODE, Role.TAG, Role.LEMMA, Role.FEATURE})
_OF_EDGES = frozenset({Role.ARC, Role.ARROWHEAD, Role.LABEL, Role.LABEL_BOX, Role.CROSS, Role.ENHANCED})
LEAST_SHIFT = 0.05  # pixels that are worth telling
LABEL_SEP = 1.0  # points between a label and its box
_LABEL_SCALE = "1.4286"  # undoes the 0.7 that the package scales labels by


def write(
    pictures: Sequence[ArcsPicture], diagrams: Sequence[Diagram], theme: Theme, options: Options, *,
    overlay: bool = False, around: Around | None = None, example: Example | None = None, standalone: bool = False,
    scale: float = 1.0,
) -> str | None:  # fmt: skip
    """A ``dependency`` for each diagram of the pictures; an ``overlay`` has the second's arcs below the words. None
    where the package cannot draw what these show. At ``scale`` 1 a pixel is 1/96 of an inch."""
    words = [any(text.role == Role.WORD for text in diagram.texts) for diagram in diagrams]
    if not diagrams or not all(words) or any(diagram.strips for diagram in diagrams):
        return None
    ruler, columns, unit = Ruler(theme, estimate), columns_of(pictures, options), scale * POINTS_PER_PIXEL
    together = 2 if overlay else 1
    sets = [pictures[:together], *([one] for one in pictures[together:])]
    sources = []
    for chosen, diagram in zip(sets, diagrams, strict=True):
        pane = ArcPane(chosen, columns, options, ruler)
        for edge in (*pane.above, *pane.below):
            # The diagram has come through this: annotators' sides are drawn in states of their own.
            edge.state = pane.pictures[0].wording.drawn(edge.state, edge.key.side)
        sources.append(_Source(pane, diagram, theme, unit))
    edges = [edge for source in sources for edge in source.edges]
    cells = chain.from_iterable(source.cells.values() for source in sources)
    # Labels stand as far from flat tops in all figures of a document.
    rises = ([source.label_rise(below=below) for source in sources] for below in (False, True))
    above, below = (next(filter(None, rise), 0.0) for rise in rises)
    kinds = dict.fromkeys((edge.role, edge.state) for edge in edges)
    styles = [*places(above, below, theme, unit), *edge_styles(kinds, theme, unit)]
    if any(edge.boxed for edge in edges):
        box = theme.paint(Role.LABEL_BOX, pictures[0].wording.drawn(State.WRONG_LABEL, Side.BOTH))
        style = [f"fill={colour(box.fill or theme.background)}", *line_style(box, unit)]
        style.append(f"rounded corners={decimal(3 * unit)}bp")
        styles.append(rf"\depstyle{{goldleaf boxed}}{{label style={{{', '.join(style)}}}}}")
    for role, state in sorted({(cell.role, cell.state) for cell in cells}):
        styles.append(rf"\tikzset{{goldleaf {role} {state}/.style={{{look(role, theme, unit, state)}}}}}")
    styles += styles_of(chain.from_iterable(source.others for source in sources), theme, unit)
    lines = stacked([source.lines() for source in sources], around or Around(), theme, unit)
    turned = runs_right_to_left(pictures[0].sentence, options.direction)
    return wrap(
        lines, packages=PACKAGES, styles=styles, right_to_left=turned, standalone=standalone, example=example,
        families=theme.font(Role.WORD).family,
    )  # fmt: skip


class _Source:
    """The source of a pane and the diagram that was drawn of it; ``unit`` points to a pixel. ``edges`` are the arcs
    that the package draws, ``cells`` the words and what stands under them, by the y and the column of each, ``others``
    the shapes that the package does not draw."""

    def __init__(self, pane: ArcPane, diagram: Diagram, theme: Theme, unit: float) -> None:
        self._diagram, self._theme, self._unit = diagram, theme, unit
        index = pane.columns.index
        self._shapes: defaultdict[Key | None, list[Shape]] = defaultdict(list)
        self.cells: dict[tuple[float, int], Text] = {}
        for shape in diagram.shapes:
            self._shapes[shape.key].append(shape)
            if isinstance(shape, Text) and shape.role in CELLS and shape.key is not None and shape.key.name in index:
                self.cells[shape.y, index[shape.key.name]] = shape
        by_x = {column: shape.x for (_, column), shape in self.cells.items()}
        self._xs = dict(sorted(by_x.items(), key=itemgetter(1)))
        self._places = {column: place for place, column in enumerate(self._xs, start=1)}  # in the deptext
        self._ys = sorted({y for y, _ in self.cells})
        rows = ([cell.role for (row, _), cell in self.cells.items() if row == y] for y in self._ys)
        self._roles = [Role.WORD if Role.WORD in roles else roles[0] for roles in rows]
        self._above, self._below = self._with_lines(pane.above), self._with_lines(pane.below)
        self.edges = [edge for edge, _ in (*self._above, *self._below)]
        # The points of the arrows above the words, and of those below them.
        size = theme.font(Role.WORD).size
        self._top, self._bottom = self._ys[0] - 0.9 * size, self._ys[-1] + 0.3 * size
        for _, line in self._above[:1]:
            self._top = line.segments[-1].end[1] + (ARROW_LENGTH - 1)
        for _, line in self._below[:1]:
            self._bottom = line.segments[-1].end[1] - (ARROW_LENGTH - 1)
        keys, drawn = {edge.key for edge in self.edges}, {id(shape) for shape in self.cells.values()}
        self.others = [
            shape
            for shape in diagram.shapes
            if id(shape) not in drawn and not (shape.key in keys and shape.role in _OF_EDGES)
        ]

    def _with_lines(self, edges: Sequence[PlacedArc]) -> list[tuple[PlacedArc, Path]]:
        found = []
        for edge in edges:
            own = (shape for shape in self._shapes[edge.key] if isinstance(shape, Path) and shape.role == edge.role)
            found += [(edge, line) for line in islice(own, 1)]
        return found

    def lines(self) -> list[str]:
        """The lines of the environment, which is as large as the diagram."""
        # What the package does not draw stands behind the words.
        others = list(lines_of(self.others, self._theme, self._unit))
        corner = (next(iter(self._xs.values())), self._ys[0])
        head = f"Triangle[length={self._length(7)}, width={self._length(6.4)}]"
        options = (  # what no style of an arc changes
            "edge slant=0pt, edge horizontal padding=0pt, edge vertical padding=0pt",
            f"edge style={{>={{{head}}}, line cap=butt}}",
            f"label style={{draw=none, fill=none, scale={_LABEL_SCALE}, inner sep={LABEL_SEP}bp}}",
            f"text style={{{look(self._roles[0], self._theme, self._unit)}, inner sep=0pt, text depth=0pt}}",
        )
        # The fonts of rows; the first reaches up to the arrows' points, the last down to those below.
        rows = ["column sep=0pt, row sep=0pt"]
        for number, role in enumerate(self._roles, start=1):
            height = f"text height={self._length(self._ys[0] - self._top)}"
            looks = [look(role, self._theme, self._unit) if number > 1 else height]
            if number == len(self._roles):
                looks.append(f"text depth={self._length(self._bottom - self._ys[-1])}")
            rows.append(f"row {number}/.append style={{nodes={{{', '.join(looks)}}}}}")
        return [
            rf"\begin{{dependency}}[{', '.join(options)}]", rf"\begin{{deptext}}[{', '.join(rows)}]",
            *self._rows(), r"\end{deptext}",
            *(self._edge(edge, line, below=False) for edge, line in self._above),
            *(self._edge(edge, line, below=True) for edge, line in self._below),
            *within(r"\wordref{1}{1}.base", corner, self._unit, others, self._diagram, layer="depgroups"),
            r"\end{dependency}",
        ]  # fmt: skip

    def _rows(self) -> Iterator[str]:
        sets = [rf" \&[{self._length(b - a)},between origins] " for a, b in pairwise(self._xs.values())]
        ends = [rf" \\[{self._length(b - a)},between origins]" for a, b in pairwise(self._ys)]
        for y, role, end in zip(self._ys, self._roles, [*ends, r" \\"], strict=True):
            cells = [self._cell(self.cells.get((y, column)), role) for column in self._xs]
            # Columns are set apart once, in the first row.
            between = sets if y == self._ys[0] else [r" \& "] * len(sets)
            yield "  " + cells[0] + "".join(gap + cell for gap, cell in zip(between, cells[1:], strict=True)) + end

    def _cell(self, text: Text | None, role: Role) -> str:
        if text is None:
            return ""
        # Braces keep an opening | or [ from being taken for options.
        content = f"{{{typeset(text.text, right_to_left=text.right_to_left)}}}"
        plain = text.state == State.MATCHED and text.role == role
        return content if plain else f"|[goldleaf {text.role} {text.state}]| {content}"

    def _edge(self, edge: PlacedArc, line: Path, *, below: bool) -> str:
        style = edge_style(edge.role, edge.state) + ", goldleaf boxed" * edge.boxed
        place = self._places[edge.dependent]
        label = rf"$\times$~{typeset(edge.label)}" if edge.crossed else typeset(edge.label)
        text = self._text(edge)
        if edge.head == edge.dependent:
            reach = self._root_height(line.start[1] if text is None else text.y, below=below)
            return rf"\deproot[{style}, goldleaf root, {reach}]{{{place}}}{{{label}}}"
        ys = [segment.end[1] for segment in line.segments]
        height = max(ys) - self._bottom if below else self._top - min(ys)
        options = [style, f"goldleaf {'below' if below else 'above'}", f"edge height={self._length(height)}"]
        ends = line.start[0], line.segments[-1].end[0]
        for name, column, x in zip(("start", "end"), (edge.head, edge.dependent), ends, strict=True):
            if abs(x - self._xs[column]) > LEAST_SHIFT:
                options.append(f"edge {name} x offset={self._length(x - self._xs[column])}")
        if any(isinstance(shape, Box) for shape in self._shapes[edge.key]) and not edge.boxed:
            # It hides a line that crosses the arc where its label is.
            options.append(f"label style={{fill={colour(self._theme.background)}}}")
        if text is not None:
            # A label that is not in the middle of its arc has space beside it.
            right = text.x - (MARK + MARK_GAP) / 2 * edge.crossed - (ends[0] + ends[1]) / 2
            space = rf"\kern {self._length(2 * abs(right))}"
            if abs(right) >= LEAST_SHIFT:
                label = f"{space}{label}" if right > 0 else f"{label}{space}"
        return rf"\depedge[{', '.join(options)}]{{{self._places[edge.head]}}}{{{place}}}{{{label}}}"

    def _root_height(self, y: float, *, below: bool) -> str:
        """How far a root's arrow reaches; the package measures it from the middle of the word's node."""
        number = -1 if below else 0
        row, size = self._ys[number], self._theme.font(self._roles[number]).size
        up = row - self._top if row == self._ys[0] else 0.7 * size
        down = self._bottom - row if row == self._ys[-1] else 0.0
        middle = row - (up - down) / 2
        if below:
            # It takes a quarter of the height from another option here.
            return f"edge below, edge unit distance={self._length((y - middle) / 4)}"
        return f"edge height={self._length(middle - y)}"

    def label_rise(self, *, below: bool) -> float:
        """From the flat tops of arcs to the baselines of their labels, in pixels."""
        for edge, line in self._below if below else self._above:
            text = self._text(edge)
            if edge.head != edge.dependent and text is not None:
                ys = [segment.end[1] for segment in line.segments]
                return text.y - max(ys) if below else min(ys) - text.y
        return 0.0

    def _text(self, edge: PlacedArc) -> Text | None:
        return next((shape for shape in self._shapes[edge.key] if isinstance(shape, Text)), None)

    def _length(self, pixels: float) -> str:
        return f"{decimal(pixels * self._unit)}bp"


def edge_style(role: Role, state: State) -> str:
    if role == Role.ARC:
        return f"goldleaf {state}"
    return f"goldleaf {role}" if state is State.MATCHED else f"goldleaf {role} {state}"


def look(role: Role, theme: Theme, unit: float, state: State = State.MATCHED) -> str:
    """The color and the font of texts; ``unit`` points to a pixel."""
    return f"text={colour(theme.paint(role, state).fill or theme.background)}, {font_style(theme.font(role), unit)}"


def edge_styles(kinds: Iterable[tuple[Role, State]], theme: Theme, unit: float) -> Iterator[str]:
    """A ``\\depstyle`` for each role and state: an author changes a figure by changing these."""
    for role, state in kinds:
        line = line_style(theme.paint(role, state), unit)
        if role == Role.ARC and theme.paint(Role.ARROWHEAD, state).fill == theme.background:
            line.append(">={Triangle[open]}")
        label = look(Role.LABEL if role == Role.ARC else role, theme, unit, state)
        edge = f"edge style={{{', '.join(line)}}}"
        yield rf"\depstyle{{{edge_style(role, state)}}}{{{edge}, label style={{{label}}}}}"


def places(above: float, below: float, theme: Theme, unit: float) -> Iterator[str]:
    """Where labels stand: their baselines so many pixels over the flat tops of arcs, or under those below the words."""
    size = theme.font(Role.LABEL).size
    ascent, descent = 0.76 * size, 0.24 * size
    sizes = f"text height={decimal(ascent * unit)}bp, text depth={decimal(descent * unit)}bp"
    # The package takes a label's options several times, so that a shift would add up; a distance does not.
    over, under = ((space * unit) - LABEL_SEP for space in (above - descent, below - ascent))
    yield rf"\depstyle{{goldleaf above}}{{label style={{{sizes}, anchor=south, outer ysep={decimal(over)}bp}}}}"
    placed = f"{sizes}, anchor=north, outer ysep={decimal(under)}bp"
    yield rf"\depstyle{{goldleaf below}}{{edge below, label style={{{placed}}}}}"
    yield rf"\depstyle{{goldleaf root}}{{label style={{{sizes}, anchor=base}}}}"
