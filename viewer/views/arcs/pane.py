"""One pane: the words of a picture, its arcs above them, and what stands below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from goldleaf.viewer.diagram.bars import Bar, BarText, bar_shapes, bars_height
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.ribbons import Change, ribbon_needs, ribbon_shapes, ribbons_height
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Key, Role, Shape, Side, State
from goldleaf.viewer.diagram.spacing import Need
from goldleaf.viewer.diagram.strokes import circle
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.band import Band, LabelSize
from goldleaf.viewer.views.arcs.columns import Columns, Gaps, TextRow, text_rows
from goldleaf.viewer.views.arcs.edges import Edge, basic_edges, differs, edges_below, enhanced_edges
from goldleaf.viewer.views.arcs.frame import Below, Piece, Stretch
from goldleaf.viewer.views.arcs.oddities import Oddity, oddities
from goldleaf.viewer.views.arcs.semantics import GAP, Lane, lane_shapes, semantic_lanes
from goldleaf.viewer.views.arcs.words import (
    BELOW_ARROWS,
    TokenBar,
    expression_bars,
    expression_needs,
    row_shapes,
    rows_height,
    token_bars,
    token_height,
    token_shapes,
)
from goldleaf.viewer.views.expressions import Expression

DOT_RADIUS = 3.2  # of the dot over a word without head, in pixels
DOT_RISE = 5.0


@dataclass(frozen=True, slots=True)
class Pane:
    """What a pane draws, not yet placed. ``pictures`` are one, or in an overlay the gold's and the parses'."""

    pictures: tuple[ArcsPicture, ...]
    side: Side  # the words'
    columns: Columns
    rows: tuple[TextRow, ...]
    above: tuple[Edge, ...]
    below: tuple[Edge, ...]
    bars: tuple[TokenBar, ...]
    lanes: tuple[Lane, ...]
    odd: tuple[tuple[ArcsPicture, Oddity], ...]
    states: dict[int, State]  # of words, by column
    ruler: Ruler
    gaps: Gaps
    changes: tuple[Change, ...] = ()  # of words, with a ribbon each
    expressions: tuple[Expression, ...] = ()


def make_pane(
    pictures: Sequence[ArcsPicture],
    columns: Columns,
    options: Options,
    ruler: Ruler,
    changes: Sequence[Change] = (),
) -> Pane:
    """The pane of one picture, or of an overlay: the first above the words, the others below them.

    ``changes`` are drawn as ribbons under the words of the gold.
    """
    first, *others = pictures
    odd = [[] if picture.without_arcs else oddities(picture) for picture in pictures]
    warned = [frozenset(position for oddity in found for position in oddity.positions) for found in odd]
    edges = [
        tuple(basic_edges(picture, columns, options, ruler, marked))
        for picture, marked in zip(pictures, warned, strict=True)
    ]
    # In an overlay the words that only others have stand among the first one's.
    words = {word.position: word for picture in reversed(pictures) for word in picture.sentence.words}
    shown = first
    if len(words) > len(first.sentence.words):
        every = tuple(words[position] for position in sorted(words))
        shown = replace(first, sentence=replace(first.sentence, words=every))
    beyond = (one for other in others for one in other.expressions if one.state is not State.MATCHED)
    return Pane(
        pictures=tuple(pictures),
        side=Side.BOTH if others else first.side,
        columns=columns,
        rows=tuple(text_rows(shown, columns, options, ruler)),
        above=edges[0],
        below=edges_below(edges) if others else tuple(enhanced_edges(first, columns, options, ruler)),
        bars=tuple(token_bars(first, columns, options, ruler)),
        lanes=tuple(semantic_lanes(pictures, columns, options, ruler)),
        odd=tuple((picture, oddity) for picture, found in zip(pictures, odd, strict=True) for oddity in found),
        states=_word_states(pictures, columns, options),
        ruler=ruler,
        gaps=Gaps.of(options),
        changes=tuple(changes) if not others and first.side is Side.GOLD else (),
        expressions=(*first.expressions, *beyond),
    )


def _word_states(pictures: Sequence[ArcsPicture], columns: Columns, options: Options) -> dict[int, State]:
    """How words are drawn, by column: of differences alone, those that none touches stand back."""
    states = {
        columns.of_word[position]: state
        for picture in pictures
        for position, state in picture.word_states.items()
        if position in columns.of_word
    }
    if not options.only_differences:
        return states
    touched: set[int] = set()
    for picture in pictures:
        for arc in picture.arcs:
            if arc.head is not None and differs(arc):
                touched |= {arc.dependent, arc.head}
        touched.update(*picture.against.values())
        if picture.without_arcs:  # then senses and roles are the picture
            for key in picture.roles:
                touched.update(map(int, key.name.split("-", 2)[:2]))
    faint = {column: State.NOT_SCORED for position, column in columns.of_word.items() if position not in touched}
    return {**states, **faint}


def below_words(panes: Sequence[Pane]) -> Below:
    """What the tokens, predicates, expressions and changes of some panes ask of the columns."""
    needs: list[Need] = []
    halves: list[tuple[int, float]] = []
    ties: list[tuple[int, int]] = []
    for pane in panes:
        of_word, widths = pane.columns.of_word, pane.rows[0].widths
        for bar in pane.bars:
            ties.append((bar.first, bar.last))
            if bar.first < bar.last:  # as wide as its form
                needs.append(Need(bar.first, bar.last, bar.width - widths[bar.first] / 2 - widths[bar.last] / 2))
            else:
                halves.append((bar.first, bar.width / 2))
        for lane in pane.lanes:
            needs += [Need(left, right, (a + b) / 2 + GAP) for (left, a), (right, b) in pairwise(lane.widths)]
            halves += [(column, width / 2) for column, width in lane.widths]
        needs += expression_needs(pane.expressions, pane.columns, pane.rows[0], pane.ruler)
        needs += ribbon_needs(pane.changes, of_word, pane.ruler)
        ties += [(of_word[min(one.positions)], of_word[max(one.positions)]) for one in pane.changes]
    return Below(needs, halves, ties)


@dataclass(frozen=True, slots=True)
class Strip:
    """A pane in one row of words: its bands of arcs, and their heights and what is below, in pixels."""

    pane: Pane
    stretch: Stretch
    above: Band
    below: Band
    bars: list[TokenBar]
    lanes: list[Lane]
    changes: list[Change]
    expressions: list[Bar]

    @staticmethod
    def of(pane: Pane, stretch: Stretch, above: Sequence[Piece], below: Sequence[Piece]) -> Strip:
        """The pane's part in one row of words."""
        columns, ruler = pane.columns, pane.ruler

        def band(pieces: Sequence[Piece], edges: Sequence[Edge]) -> Band:
            # Of all edges, so that the lanes of all rows of words are alike.
            role = edges[0].label_role if edges else Role.LABEL
            return Band(pieces, stretch, LabelSize(*ruler.height(role, {edge.label for edge in edges}), pane.gaps))

        return Strip(
            pane,
            stretch,
            above=band(above, pane.above),
            below=band(below, pane.below),
            bars=[bar for bar in pane.bars if bar.first in stretch],
            lanes=[lane for lane in pane.lanes if lane.inside(stretch)],
            changes=[change for change in pane.changes if columns.of_word[change.positions[0]] in stretch],
            expressions=expression_bars(pane.expressions, columns, pane.rows[0], stretch, ruler),
        )

    @property
    def ascent(self) -> float:
        """From the arrows' points up to the strip's upper edge: that of its arcs, or of the dots over words without."""
        headless = any(picture is self.pane.pictures[0] for picture, _ in self._headless())
        return max(self.above.height, headless * (DOT_RISE + DOT_RADIUS))

    @property
    def descent(self) -> float:
        """From the arrows' points down to the strip's lower edge."""
        return self._below_base + self.below.height + sum(lane.height(self.pane.ruler) for lane in self.lanes)

    @property
    def words_depth(self) -> float:
        """From the points of the arrows above the words down to the lower edge of all that is of the words."""
        pane = self.pane
        words = rows_height(pane.rows) + token_height(self.bars, pane.ruler)
        expressions = bars_height(self.expressions, BarText.of(pane.ruler))
        return words + expressions + ribbons_height(self.changes, pane.ruler)

    @property
    def _below_base(self) -> float:
        return self.words_depth + (BELOW_ARROWS if self.below.height else 0.0)

    def shapes(self, base: float, right_to_left: bool) -> list[Shape]:
        """The strip's shapes, the points of the arrows above the words at y ``base``."""
        pane, stretch, ruler = self.pane, self.stretch, self.pane.ruler
        below, under_rows = base + self._below_base, base + rows_height(pane.rows)
        shapes: list[Shape] = []
        top = below + self.below.height
        for lane in self.lanes:
            shapes += lane_shapes(lane, stretch, top, ruler)
            top += lane.height(ruler)
        shapes += token_shapes(self.bars, stretch, pane.rows[0], under_rows, ruler, right_to_left)
        under_tokens = under_rows + token_height(self.bars, ruler)
        shapes += bar_shapes(self.expressions, 0.0, under_tokens, BarText.of(ruler))
        under_bars = under_tokens + bars_height(self.expressions, BarText.of(ruler))
        xs = {position: stretch.x(column) for position, column in pane.columns.of_word.items() if column in stretch}
        shapes += self.above.shapes(base, up=True, right_to_left=right_to_left)
        shapes += self.below.shapes(below, up=False, right_to_left=right_to_left)
        for picture, position in self._headless():
            y = base - DOT_RISE if picture is pane.pictures[0] else below + DOT_RISE
            key = Key(picture.side, "arc", f"{position}")
            shapes.append(circle(xs[position], y, DOT_RADIUS, Role.WARNING, key))
        shapes += row_shapes(pane.rows, pane.columns, stretch, pane.side, pane.states, base, right_to_left)
        shapes += ribbon_shapes(self.changes, xs, under_bars, ruler, right_to_left)
        return shapes

    def _headless(self) -> Iterator[tuple[ArcsPicture, int]]:
        """The words of this row without a head, each with whose it is."""
        for picture, oddity in self.pane.odd:
            if oddity.name == "headless":
                for position in oddity.positions:
                    if self.pane.columns.of_word[position] in self.stretch:
                        yield picture, position
