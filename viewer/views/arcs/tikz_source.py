"""One ``dependency`` environment of tikz-dependency, from what a pane of arcs draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest

from goldleaf.viewer.diagram.shapes import Role, State
from goldleaf.viewer.diagram.spacing import Need, positions
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.export import tikz_styles
from goldleaf.viewer.export.numbers import decimal
from goldleaf.viewer.export.tex_text import typeset
from goldleaf.viewer.views.arcs.edges import Edge
from goldleaf.viewer.views.arcs.lanes import lanes
from goldleaf.viewer.views.arcs.pane import Pane
from goldleaf.viewer.views.arcs.ports import assign_ports

APART = 10.0  # pixels between two words
LEAST_ROOM = 0.5  # pixels that are worth asking for
LABEL_ROOM = 10.0  # pixels that an arc is wider than its label


class Source:
    """The source of a pane; ``unit`` points to a pixel, ``mirrored`` with the first word at the right."""

    def __init__(self, pane: Pane, theme: Theme, unit: float, *, mirrored: bool) -> None:
        self._pane, self._theme, self._unit, self._mirrored = pane, theme, unit, mirrored
        self._count = len(pane.columns)
        self._below = [*pane.below, *_semantic_edges(pane)]
        for edges in (pane.above, self._below):
            assign_ports(edges, self._count)

    def texts(self) -> Iterator[str]:
        """All text of the figure."""
        yield from (text for row in self._pane.rows for text in row.texts)
        yield from (edge.label for edge in (*self._pane.above, *self._below))
        yield from (bar.form for bar in self._pane.bars)

    def lines(self, room: Sequence[float]) -> list[str]:
        """The lines of the environment; ``room`` is what it adds between neighbouring columns, in pixels."""
        roles = [row.role for row in self._pane.rows]
        inner = decimal(APART / 2 * self._unit)
        return [
            rf"\begin{{dependency}}[{', '.join(tikz_styles.options(roles, self._theme, self._unit))}]",
            rf"\begin{{deptext}}[{', '.join(tikz_styles.row_options(roles, self._theme, self._unit))}, "
            rf"nodes={{inner xsep={inner}bp}}]",
            *self._rows(room),
            r"\end{deptext}",
            *self._edges(self._pane.above, below=False),
            *self._edges(self._below, below=True),
            *self._tokens(),
            r"\end{dependency}",
        ]

    def _place(self, column: int) -> int:
        """The place of a column in the deptext, from 1."""
        return self._count - column if self._mirrored else column + 1

    def _rows(self, room: Sequence[float]) -> Iterator[str]:
        columns = range(self._count)
        ordered = list(reversed(columns)) if self._mirrored else list(columns)
        breaks = [f" {self._break(room[min(a, b)])} " for a, b in pairwise(ordered)]
        for number, row in enumerate(self._pane.rows):
            cells = [self._cell(row.texts[column], row.role, column) for column in ordered]
            # Room is asked for once, in the first row.
            between = breaks if number == 0 else [r" \& "] * len(breaks)
            yield "  " + "".join(part for pair in zip_longest(cells, between, fillvalue="") for part in pair) + r" \\"

    def _break(self, room: float) -> str:
        return rf"\&[{decimal(room * self._unit)}bp]" if room > LEAST_ROOM else r"\&"

    def _cell(self, text: str, role: Role, column: int) -> str:
        # Braces keep an opening | or [ from being taken for options.
        content = f"{{{typeset(text, right_to_left=self._mirrored)}}}" if text else ""
        state = self._pane.states.get(column, State.MATCHED)
        if role == Role.WORD and state != State.MATCHED and text:
            return f"|[{tikz_styles.cell_style(state)}]| {content}"
        return content

    def room(self) -> list[float]:
        """What the labels ask between neighbouring columns beyond the width of the words, in pixels."""
        widths = [max(row.widths[column] for row in self._pane.rows) for column in range(self._count)]
        gaps = [(a + b) / 2 + APART for a, b in pairwise(widths)]
        needs = [
            Need(edge.left, edge.right, edge.width + LABEL_ROOM + edge.left_port - edge.right_port)
            for edge in (*self._pane.above, *self._below)
            if edge.left < edge.right
        ]
        xs = positions(gaps, needs)
        return [b - a - gap for (a, b), gap in zip(pairwise(xs), gaps, strict=True)]

    def _edges(self, edges: Sequence[Edge], *, below: bool) -> Iterator[str]:
        heights = lanes([(edge.left, edge.right) for edge in edges], [edge.right - edge.left for edge in edges])
        for edge, lane in zip(edges, heights, strict=True):
            yield self._edge(edge, lane, below=below)

    def _edge(self, edge: Edge, lane: int, *, below: bool) -> str:
        height = (lane + 0.4) * tikz_styles.label_height(self._theme, self._unit)
        options = [tikz_styles.edge_style(edge.role, edge.state), *["edge below"] * below]
        label = typeset(edge.label)
        if edge.crossed:
            label = rf"$\times$~{label}"
        if edge.head == edge.dependent:
            # Below the words the package takes a quarter of a root's height from another option.
            options.append(
                f"edge unit distance={decimal(height / 4)}bp" if below else f"edge height={decimal(height)}bp"
            )
            return rf"\deproot[{', '.join(options)}]{{{self._place(edge.dependent)}}}{{{label}}}"
        options.append(f"edge height={decimal(height)}bp")
        ports = (edge.left_port, edge.right_port) if edge.head < edge.dependent else (edge.right_port, edge.left_port)
        for name, port in zip(("start", "end"), ports, strict=True):
            offset = decimal(port * self._unit * (-1 if self._mirrored else 1))
            if offset != "0":
                options.append(f"edge {name} x offset={offset}bp")
        ends = f"{{{self._place(edge.head)}}}{{{self._place(edge.dependent)}}}"
        return rf"\depedge[{', '.join(options)}]{ends}{{{label}}}"

    def _tokens(self) -> Iterator[str]:
        rows = len(self._pane.rows)
        for bar in self._pane.bars:
            first, last = sorted((self._place(bar.first), self._place(bar.last)))
            ends = f"{{{first}}}{{{last}}}"
            yield rf"\wordgroup[group style={{goldleaf token, inner ysep=-1.5pt}}]{{1}}{ends}{{token{first}}}"
            bottom = rf"(\wordref{{{rows}}}{{{first}}}.south west) -- (\wordref{{{rows}}}{{{last}}}.south east)"
            form = typeset(bar.form, right_to_left=self._mirrored)
            yield rf"\path {bottom} node[midway, below, goldleaf token, draw=none] {{{form}}};"


def _semantic_edges(pane: Pane) -> Iterator[Edge]:
    """The roles of predicates as edges, and their senses as roots."""
    for lane in pane.lanes:
        labels = [(column, label) for column, cell in lane.cells for label in cell]
        predicate = next((column for column, label in labels if label.sense), None)
        for column, label in labels:
            if predicate is not None and (label.sense or column != predicate):
                edge = Edge(predicate, column, label.text, label.state, label.key, lane.role, crossed=label.crossed)
                edge.text_width, edge.width = label.width, label.full_width
                yield edge
