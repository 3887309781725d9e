"""One pane: the words of a picture, its arcs above them, what stands below, and what can be pointed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from goldleaf.viewer.diagram.bars import BarText, bar_shapes, bars_height
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.ribbons import Change, ribbon_needs, ribbon_shapes, ribbons_height
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import GHOST, Element, Key, Role, Shape, Side, State
from goldleaf.viewer.diagram.spacing import Need
from goldleaf.viewer.diagram.strokes import circle
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.band import Band
from goldleaf.viewer.views.arcs.columns import Columns, Gaps, TextRow, text_rows
from goldleaf.viewer.views.arcs.describe import Oddity, dependent_description, oddities, word_phrase
from goldleaf.viewer.views.arcs.edges import Edge, basic_edges, differs, edges_below, enhanced_edges
from goldleaf.viewer.views.arcs.frame import Below, Piece, Stretch
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


class Strip:
    """A pane in one row of words.

    ``ascent`` is from the points of the arrows above the words up to its upper edge, ``descent`` down to its lower
    edge, ``words_depth`` down to the lower edge of all that is of the words, in pixels.
    """

    def __init__(self, pane: Pane, stretch: Stretch, above: Sequence[Piece], below: Sequence[Piece]) -> None:
        self._pane, self._stretch = pane, stretch
        columns, ruler = pane.columns, pane.ruler
        self._above, self._below = (
            # Labels are as high as in all rows of words, so that the lanes of all rows are alike.
            Band(pieces, stretch, *ruler.height(role, {edge.label for edge in edges}), pane.gaps)
            for pieces, edges in ((above, pane.above), (below, pane.below))
            for role in [edges[0].label_role if edges else Role.LABEL]
        )
        self._bars = [bar for bar in pane.bars if bar.first in stretch]
        self._lanes = [lane for lane in pane.lanes if lane.inside(stretch)]
        self._changes = [change for change in pane.changes if columns.of_word[change.positions[0]] in stretch]
        self._expressions = expression_bars(pane.expressions, columns, pane.rows[0], stretch, ruler)
        self._headless = [
            (picture, position)
            for picture, oddity in pane.odd
            if oddity.name == "headless"
            for position in oddity.positions
            if columns.of_word[position] in stretch
        ]
        dotted = any(picture is pane.pictures[0] for picture, _ in self._headless)
        self.ascent = max(self._above.height, dotted * (DOT_RISE + DOT_RADIUS))
        self._heights = (
            rows_height(pane.rows), token_height(self._bars, ruler), bars_height(self._expressions, BarText.of(ruler))
        )  # fmt: skip
        self.words_depth = sum(self._heights) + ribbons_height(self._changes, ruler)
        self._below_base = self.words_depth + (BELOW_ARROWS if self._below.height else 0.0)
        self.descent = self._below_base + self._below.height + sum(lane.height(ruler) for lane in self._lanes)

    def shapes(self, base: float, right_to_left: bool) -> list[Shape]:
        """The strip's shapes, the points of the arrows above the words at y ``base``."""
        pane, stretch, ruler = self._pane, self._stretch, self._pane.ruler
        _, under_rows, under_tokens, under_bars = accumulate(self._heights, initial=base)
        below, shapes = base + self._below_base, list[Shape]()
        top = below + self._below.height
        for lane in self._lanes:
            shapes += lane_shapes(lane, stretch, top, ruler)
            top += lane.height(ruler)
        shapes += token_shapes(self._bars, stretch, pane.rows[0], under_rows, ruler, right_to_left)
        shapes += bar_shapes(self._expressions, 0.0, under_tokens, BarText.of(ruler))
        xs = {position: stretch.x(column) for position, column in pane.columns.of_word.items() if column in stretch}
        shapes += self._above.shapes(base, up=True, right_to_left=right_to_left)
        shapes += self._below.shapes(below, up=False, right_to_left=right_to_left)
        for picture, position in self._headless:
            y = base - DOT_RISE if picture is pane.pictures[0] else below + DOT_RISE
            key = Key(picture.side, "arc", f"{position}")
            shapes.append(circle(xs[position], y, DOT_RADIUS, Role.WARNING, key))
        shapes += row_shapes(pane.rows, pane.columns, stretch, pane.side, pane.states, base, right_to_left)
        shapes += ribbon_shapes(self._changes, xs, under_bars, ruler, right_to_left)
        return shapes


def pane_elements(pane: Pane, everything: Sequence[ArcsPicture]) -> Iterator[Element]:
    """What can be pointed at in a pane; ``everything`` are all pictures of the sentence.

    Words and arcs first, then what is odd, empty nodes, enhanced edges and all that stands below the words.
    """
    first = pane.pictures[0]
    for picture in pane.pictures:
        others = [other for other in everything if other is not picture]
        texts = {
            word.position: dependent_description(word.position, picture, others) for word in picture.sentence.words
        }
        drawn = {edge.key for edge in (pane.above if picture is first else pane.below)}
        for arc in picture.arcs:
            key = Key(picture.side, "arc", f"{arc.dependent}")
            if key in drawn or arc.head is None:
                positions = (arc.dependent, arc.head) if arc.head else (arc.dependent,)
                yield Element(key, texts.get(arc.dependent, ""), positions)
        for position, text in texts.items():
            if picture is first or position not in first.word_at:
                yield Element(Key(pane.side, "word", f"{position}"), text, (position,))
    for picture, oddity in pane.odd:
        key = Key(picture.side, "warning", oddity.name)
        yield Element(key, f"{picture.name}: {oddity.text}", oddity.positions)
    for node in first.sentence.empty_nodes:
        if node.name in pane.columns.index:
            yield Element(Key(pane.side, "empty", node.name), f"empty node {node.name} ‘{node.form}’")
    for edge in pane.below:
        if edge.role == Role.ENHANCED:
            name, head, label = edge.key.name.split("-", 2)
            text = f"{name} {label} of {head} in the enhanced graph" if head != "0" else f"{name} enhanced {label}"
            text += f", {said}" if (said := first.wording.verdict(edge.state)) else ""
            yield Element(edge.key, text, tuple(int(end) for end in (name, head) if end.isdigit() and end != "0"))
    yield from _elements_below(pane)


def _elements_below(pane: Pane) -> Iterator[Element]:
    """Changes, expressions, ghosts, what differs under the words, tokens and roles."""
    first = pane.pictures[0]
    yield from (change.element for change in pane.changes)
    forms = {word.position: word.form for picture in pane.pictures for word in picture.sentence.words}
    yield from (expression.element(forms, first.wording) for expression in pane.expressions)
    for picture in pane.pictures:
        for arc in picture.ghosts:
            now = picture.arc_of[arc.dependent].head
            to = word_phrase(picture, now) if now else "the root"
            was = f"{arc.label} of {word_phrase(picture, arc.head or 0)}"
            text = f"word {word_phrase(picture, arc.dependent)} was {was}; lifted to {to}"
            yield Element(Key(picture.side, GHOST, f"{arc.dependent}"), text, (arc.dependent,))
    position_of = {column: position for position, column in pane.columns.of_word.items()}
    cells = {(row.layer, position_of[column]) for row in pane.rows if row.layer is not None for column in row.boxed}
    for layer, position in sorted(cells):
        text = f"word {word_phrase(first, position)}: {first.wording.in_layer(layer)}"
        yield Element(Key(pane.side, layer.value, f"{position}"), text, (position,))
    for bar in pane.bars:
        yield Element(bar.key, f"token ‘{bar.form}’, words {bar.ends[0]} to {bar.ends[1]}", bar.positions)
    for lane in pane.lanes:
        yield from (Element(label.key, label.description, label.positions) for label in lane.labels)
