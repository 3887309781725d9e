"""Arcs for the LaTeX package tikz-dependency: source that an author can go on editing.

Words are cells of a ``deptext``, arcs are ``depedge`` where the screen has them, differences are styles; what the
package has no notion of (bars of tokens, warnings, ribbons, roles) is drawn line by line in the same picture. A
sentence that is wrapped goes through `viewer.export.tikz`: the package has no arcs that go on in another row.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

from goldleaf.viewer.diagram.compose import Around, texts_of
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Box, Diagram, Key, Path, Role, Shape, State, Text
from goldleaf.viewer.diagram.strokes import ARROW_LENGTH
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.export import tikz_styles
from goldleaf.viewer.export.sizes import POINTS_PER_PIXEL
from goldleaf.viewer.export.tikz import lines_of, stacked, styles_of, within
from goldleaf.viewer.text.numbers import decimal
from goldleaf.viewer.text.tex import Example, estimate, typeset, wrap
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.columns import columns_of
from goldleaf.viewer.views.arcs.draw import runs_right_to_left
from goldleaf.viewer.views.arcs.edges import MARK, MARK_GAP, Edge
from goldleaf.viewer.views.arcs.pane import Pane, make_pane

PACKAGES = (r"\usepackage{tikz-dependency}", r"\usetikzlibrary{arrows.meta}")
CELLS = frozenset({Role.WORD, Role.EMPTY_NODE, Role.TAG, Role.LEMMA, Role.FEATURE})
_OF_EDGES = frozenset({Role.ARC, Role.ARROWHEAD, Role.LABEL, Role.LABEL_BOX, Role.CROSS, Role.ENHANCED})
LEAST_SHIFT = 0.05  # pixels that are worth telling


def can_write(diagrams: Sequence[Diagram]) -> bool:
    """Whether the package can draw what these panes show."""
    words = [any(isinstance(shape, Text) and shape.role == Role.WORD for shape in one.shapes) for one in diagrams]
    return bool(diagrams) and all(words) and not any(diagram.strips for diagram in diagrams)


def write(
    pictures: Sequence[ArcsPicture],
    diagrams: Sequence[Diagram],
    theme: Theme,
    options: Options,
    *,
    overlay: bool = False,
    around: Around | None = None,
    example: Example | None = None,
    standalone: bool = False,
    scale: float = 1.0,
) -> str:
    """A ``dependency`` for each diagram of the pictures; an ``overlay`` has the second's arcs below the words.

    They must be such as `can_write`. At ``scale`` 1 a pixel is 1/96 of an inch.
    """
    ruler, columns, unit = Ruler(theme, estimate), columns_of(pictures, options), scale * POINTS_PER_PIXEL
    together = 2 if overlay else 1
    sets = [pictures[:together], *([one] for one in pictures[together:])]
    sources = []
    for chosen, diagram in zip(sets, diagrams, strict=True):
        pane = make_pane(chosen, columns, options, ruler)
        for edge in (*pane.above, *pane.below):
            # The diagram has come through this: annotators' sides are drawn in states of their own.
            edge.state = pane.pictures[0].wording.drawn(edge.state, edge.key.side)
        sources.append(_Source(pane, diagram, theme, unit))
    edges = chain.from_iterable(source.edges for source in sources)
    cells = chain.from_iterable(source.cells.values() for source in sources)
    # Labels stand as far from flat tops in all figures of a document.
    above, below = (
        next(filter(None, (source.label_rise(below=below) for source in sources)), 0.0) for below in (False, True)
    )
    around = around or Around()
    return wrap(
        stacked([source.lines() for source in sources], around, theme, unit),
        [*chain.from_iterable(map(texts_of, diagrams)), *around.texts],
        packages=PACKAGES,
        styles=[
            *tikz_styles.places(above, below, theme, unit),
            *tikz_styles.edge_styles(dict.fromkeys((edge.role, edge.state) for edge in edges), theme, unit),
            *tikz_styles.cell_styles(sorted({(cell.role, cell.state) for cell in cells}), theme, unit),
            *styles_of(chain.from_iterable(source.others for source in sources), theme, unit),
        ],
        right_to_left=runs_right_to_left(pictures[0], options.direction),
        standalone=standalone,
        example=example,
    )


class _Source:
    """The source of a pane and the diagram that was drawn of it; ``unit`` points to a pixel.

    ``edges`` are the arcs that the package draws, ``cells`` the words and what stands under them, by the y and the
    column of each, ``others`` the shapes that the package does not draw.
    """

    def __init__(self, pane: Pane, diagram: Diagram, theme: Theme, unit: float) -> None:
        self._diagram, self._theme, self._unit = diagram, theme, unit
        index = pane.columns.index
        self._shapes: defaultdict[Key | None, list[Shape]] = defaultdict(list)
        self.cells: dict[tuple[float, int], Text] = {}
        for shape in diagram.shapes:
            self._shapes[shape.key].append(shape)
            if isinstance(shape, Text) and shape.role in CELLS and shape.key is not None and shape.key.name in index:
                self.cells[shape.y, index[shape.key.name]] = shape
        by_x = {column: shape.x for (_, column), shape in self.cells.items()}
        self._columns = sorted(by_x, key=lambda column: by_x[column])
        self._xs = [by_x[column] for column in self._columns]
        self._ys = sorted({y for y, _ in self.cells})
        self._above = [edge for edge in pane.above if self._line(edge) is not None]
        self._below = [edge for edge in pane.below if self._line(edge) is not None]
        self.edges = [*self._above, *self._below]
        keys, drawn = {edge.key for edge in self.edges}, {id(shape) for shape in self.cells.values()}
        self.others = [
            shape
            for shape in diagram.shapes
            if id(shape) not in drawn and not (shape.key in keys and shape.role in _OF_EDGES)
        ]

    def lines(self) -> list[str]:
        """The lines of the environment, which is as large as the diagram."""
        roles = [self._row_role(y) for y in self._ys]
        return [
            rf"\begin{{dependency}}[{', '.join(tikz_styles.options(roles[0], self._theme, self._unit))}]",
            rf"\begin{{deptext}}[{', '.join(self._row_options(roles))}]",
            *self._rows(),
            r"\end{deptext}",
            *self._edges(self._above, below=False),
            *self._edges(self._below, below=True),
            *self._around(),
            r"\end{dependency}",
        ]

    def _row_role(self, y: float) -> Role:
        found = [cell.role for (row, _), cell in self.cells.items() if row == y]
        return Role.WORD if Role.WORD in found else found[0]

    def _row_options(self, roles: list[Role]) -> Iterator[str]:
        """The fonts of rows; the first reaches up to the arrows' points, the last down to those below."""
        yield "column sep=0pt, row sep=0pt"
        for number, role in enumerate(roles, start=1):
            sizes = []
            if number == 1:
                sizes.append(f"text height={decimal((self._ys[0] - self._base(below=False)) * self._unit)}bp")
            if number == len(roles):
                sizes.append(f"text depth={decimal((self._base(below=True) - self._ys[-1]) * self._unit)}bp")
            look = [tikz_styles.row_style(role, self._theme, self._unit)] if number > 1 else []
            if look or sizes:
                yield f"row {number}/.append style={{nodes={{{', '.join([*look, *sizes])}}}}}"

    def _rows(self) -> Iterator[str]:
        sets = [rf" \&[{self._length(b - a)},between origins] " for a, b in pairwise(self._xs)]
        ends = [rf" \\[{self._length(b - a)},between origins]" for a, b in pairwise(self._ys)]
        for number, (y, end) in enumerate(zip(self._ys, [*ends, r" \\"], strict=True)):
            cells = [self._cell(self.cells.get((y, column)), self._row_role(y)) for column in self._columns]
            # Columns are set apart once, in the first row.
            between = sets if number == 0 else [r" \& "] * len(sets)
            yield "  " + cells[0] + "".join(gap + cell for gap, cell in zip(between, cells[1:], strict=True)) + end

    def _cell(self, text: Text | None, role: Role) -> str:
        if text is None:
            return ""
        # Braces keep an opening | or [ from being taken for options.
        content = f"{{{typeset(text.text, right_to_left=text.right_to_left)}}}"
        plain = text.state == State.MATCHED and text.role == role
        return content if plain else f"|[{tikz_styles.cell_style(text.role, text.state)}]| {content}"

    def _base(self, *, below: bool) -> float:
        """The y of the points of the arrows above the words, or below them."""
        for edge in self._below if below else self._above:
            line = self._line(edge)
            if line is not None:
                foot = (-1 if below else 1) * (ARROW_LENGTH - 1)
                return line.segments[-1].end[1] + foot
        size = self._theme.font(Role.WORD).size
        return self._ys[-1] + 0.3 * size if below else self._ys[0] - 0.9 * size

    def _edges(self, edges: list[Edge], *, below: bool) -> Iterator[str]:
        for edge in edges:
            line = self._line(edge)
            assert line is not None
            yield self._root(edge, line, below=below) if edge.head == edge.dependent else self._arc(edge, line, below)

    def _arc(self, edge: Edge, line: Path, below: bool) -> str:
        base, sign = self._base(below=below), 1 if below else -1
        ys = [segment.end[1] for segment in line.segments]
        top = max(ys) if below else min(ys)
        ends = line.start[0], line.segments[-1].end[0]
        options = [tikz_styles.edge_style(edge.role, edge.state)]
        options.append(f"goldleaf {'below' if below else 'above'}")
        options.append(f"edge height={self._length(sign * (top - base))}")
        for name, column, x in zip(("start", "end"), (edge.head, edge.dependent), ends, strict=True):
            options += self._shift(f"edge {name} x offset", x - self._x(column))
        options += self._ground(edge)
        places = f"{{{self._place(edge.head)}}}{{{self._place(edge.dependent)}}}"
        label = self._shifted(edge, (ends[0] + ends[1]) / 2)
        return rf"\depedge[{', '.join(options)}]{places}{{{label}}}"

    def _root(self, edge: Edge, line: Path, *, below: bool) -> str:
        label = self._text(edge)
        y = label.y if label is not None else line.start[1]
        row = self._ys[-1] if below else self._ys[0]
        # The package measures from the middle of the word's node.
        middle = self._middle(row)
        options = [tikz_styles.edge_style(edge.role, edge.state), "goldleaf root"]
        if below:
            # It takes a quarter of the height from another option here.
            options += ["edge below", f"edge unit distance={self._length((y - middle) / 4)}"]
        else:
            options.append(f"edge height={self._length(middle - y)}")
        return rf"\deproot[{', '.join(options)}]{{{self._place(edge.dependent)}}}{{{_label(edge)}}}"

    def _middle(self, row: float) -> float:
        size = self._theme.font(self._row_role(row)).size
        up = row - self._base(below=False) if row == self._ys[0] else 0.7 * size
        down = self._base(below=True) - row if row == self._ys[-1] else 0.0
        return row - (up - down) / 2

    def _ground(self, edge: Edge) -> list[str]:
        """What hides a line that crosses the arc where its label is."""
        hides = any(isinstance(shape, Box) for shape in self._shapes[edge.key]) and not edge.boxed
        return [f"label style={{{tikz_styles.ground(self._theme)}}}"] if hides else []

    def _shifted(self, edge: Edge, middle: float) -> str:
        """The label with space beside it, where it is not in the middle of its arc."""
        label, text = _label(edge), self._text(edge)
        if text is None:
            return label
        right = text.x - (MARK + MARK_GAP) / 2 * edge.crossed - middle
        if abs(right) < LEAST_SHIFT:
            return label
        space = rf"\kern {self._length(2 * abs(right))}"
        return f"{space}{label}" if right > 0 else f"{label}{space}"

    def _around(self) -> Iterator[str]:
        """What else there is, behind the words, and the size of it all."""
        first = r"\wordref{1}{1}.base"
        corner = (self._xs[0], self._ys[0])
        others = list(lines_of(self.others, self._theme, self._unit))
        yield from within(first, corner, self._unit, others, self._diagram, layer="depgroups")

    def label_rise(self, *, below: bool) -> float:
        """From the flat tops of arcs to the baselines of their labels, in pixels."""
        for edge in self._below if below else self._above:
            line, text = self._line(edge), self._text(edge)
            if edge.head != edge.dependent and line is not None and text is not None:
                ys = [segment.end[1] for segment in line.segments]
                return text.y - max(ys) if below else min(ys) - text.y
        return 0.0

    def _line(self, edge: Edge) -> Path | None:
        return next((one for one in self._shapes[edge.key] if isinstance(one, Path) and one.role == edge.role), None)

    def _text(self, edge: Edge) -> Text | None:
        return next((one for one in self._shapes[edge.key] if isinstance(one, Text)), None)

    def _x(self, column: int) -> float:
        return self._xs[self._columns.index(column)]

    def _place(self, column: int) -> int:
        """The place of a column in the deptext, from 1."""
        return self._columns.index(column) + 1

    def _shift(self, name: str, pixels: float) -> list[str]:
        return [f"{name}={self._length(pixels)}"] if abs(pixels) > LEAST_SHIFT else []

    def _length(self, pixels: float) -> str:
        return f"{decimal(pixels * self._unit)}bp"


def _label(edge: Edge) -> str:
    return rf"$\times$~{typeset(edge.label)}" if edge.crossed else typeset(edge.label)
