"""One pane: the words of a picture, its arcs above them, and what stands below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from goldleaf.viewer.diagram.bars import Bar
from goldleaf.viewer.diagram.naming import Wording
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.ribbons import Change, ribbon_needs, ribbon_shapes, ribbons_height
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Element, Key, Role, Shape, Side, State
from goldleaf.viewer.diagram.strokes import circle
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.band import Band, LabelSize
from goldleaf.viewer.views.arcs.columns import Columns, TextRow, text_rows
from goldleaf.viewer.views.arcs.describe import dependent_description, word_phrase
from goldleaf.viewer.views.arcs.drawn_words import BELOW_ARROWS, row_shapes, rows_height
from goldleaf.viewer.views.arcs.edges import Edge, basic_edges, differs, enhanced_edges
from goldleaf.viewer.views.arcs.expressions import (
    bars_in,
    expression_elements,
    expression_needs,
    expression_shapes,
    expressions_height,
    expressions_shown,
)
from goldleaf.viewer.views.arcs.frame import Below, Piece, Stretch
from goldleaf.viewer.views.arcs.gaps import Gaps, gaps_of
from goldleaf.viewer.views.arcs.lifting import ghost_edges, ghost_elements
from goldleaf.viewer.views.arcs.oddities import Oddity, oddities, warned_dependents
from goldleaf.viewer.views.arcs.rivals import below
from goldleaf.viewer.views.arcs.semantics import (
    Lane,
    lane_height,
    semantic_elements,
    semantic_halves,
    semantic_lanes,
    semantic_needs,
    semantic_shapes,
)
from goldleaf.viewer.views.arcs.tokens import (
    TokenBar,
    inside,
    token_bars,
    token_elements,
    token_halves,
    token_height,
    token_needs,
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

    @property
    def ascent(self) -> float:
        """From the arrows' points up to the strip's upper edge: that of its arcs, or of the dots over words without."""
        headless = any(picture is self.pane.pictures[0] for picture, _ in self._headless())
        return max(self.above.height, headless * (DOT_RISE + DOT_RADIUS))

    @property
    def descent(self) -> float:
        """From the arrows' points down to the strip's lower edge."""
        return self._below_base + self.below.height + sum(lane_height(lane, self.pane.ruler) for lane in self.lanes)

    @property
    def words_depth(self) -> float:
        """From the points of the arrows above the words down to the lower edge of all that is of the words."""
        pane = self.pane
        words = rows_height(pane.rows) + token_height(self.bars, pane.ruler)
        expressions = expressions_height(self.expressions, pane.ruler)
        return words + expressions + ribbons_height(self.changes, pane.ruler)

    @property
    def _below_base(self) -> float:
        return self.words_depth + (BELOW_ARROWS if self.below.height else 0.0)

    def shapes(self, base: float, right_to_left: bool) -> list[Shape]:
        """The strip's shapes, the points of the arrows above the words at y ``base``."""
        pane, stretch = self.pane, self.stretch
        below, under_rows = base + self._below_base, base + rows_height(pane.rows)
        shapes = semantic_shapes(self.lanes, stretch, below + self.below.height, pane.ruler)
        shapes += token_shapes(self.bars, stretch, pane.rows[0], under_rows, pane.ruler, right_to_left)
        under_tokens = under_rows + token_height(self.bars, pane.ruler)
        shapes += expression_shapes(self.expressions, under_tokens, pane.ruler)
        under_bars = under_tokens + expressions_height(self.expressions, pane.ruler)
        xs = {position: stretch.x(column) for position, column in pane.columns.of_word.items() if column in stretch}
        shapes += self.above.shapes(base, up=True, right_to_left=right_to_left)
        shapes += self.below.shapes(below, up=False, right_to_left=right_to_left)
        for picture, position in self._headless():
            y = base - DOT_RISE if picture is pane.pictures[0] else below + DOT_RISE
            key = Key(picture.side, "arc", f"{position}")
            shapes.append(circle(xs[position], y, DOT_RADIUS, Role.WARNING, key))
        shapes += row_shapes(pane.rows, pane.columns, stretch, pane.side, pane.states, base, right_to_left)
        shapes += ribbon_shapes(self.changes, xs, under_bars, pane.ruler, right_to_left)
        return shapes

    def _headless(self) -> Iterator[tuple[ArcsPicture, int]]:
        """The words of this row without a head, each with whose it is."""
        for picture, oddity in self.pane.odd:
            if oddity.name == "headless":
                for position in oddity.positions:
                    if self.pane.columns.of_word[position] in self.stretch:
                        yield picture, position


def make_pane(
    pictures: Sequence[ArcsPicture],
    columns: Columns,
    options: Options,
    ruler: Ruler,
    found_changes: Sequence[Change] = (),
) -> Pane:
    """The pane of one picture, or of an overlay: the first above the words, the others below them.

    ``found_changes`` are drawn as ribbons under the words of the gold.
    """
    found = [(picture, _odd(picture)) for picture in pictures]
    edges = [_edges(picture, columns, options, ruler, odd) for picture, odd in found]
    overlay = len(pictures) > 1
    first = pictures[0]
    words = _with_all_words(pictures) if overlay else first
    return Pane(
        pictures=tuple(pictures),
        side=Side.BOTH if overlay else first.side,
        columns=columns,
        rows=tuple(text_rows(words, columns, options, ruler)),
        above=tuple(edges[0]),
        below=below(edges) if overlay else tuple(enhanced_edges(first, columns, options, ruler)),
        bars=tuple(token_bars(first, columns, options, ruler)),
        lanes=tuple(semantic_lanes(pictures, columns, options, ruler)),
        odd=tuple((picture, oddity) for picture, odd in found for oddity in odd),
        states=_word_states(pictures, columns, options),
        ruler=ruler,
        gaps=gaps_of(options),
        changes=tuple(found_changes) if not overlay and first.side is Side.GOLD else (),
        expressions=expressions_shown(pictures),
    )


def _odd(picture: ArcsPicture) -> Sequence[Oddity]:
    """What is odd about the arcs, where they are drawn."""
    return () if picture.without_arcs else oddities(picture)


def _edges(picture: ArcsPicture, columns: Columns, options: Options, ruler: Ruler, odd: Sequence[Oddity]) -> list[Edge]:
    """The edges of the picture's arcs, and of where they were before they were lifted."""
    if picture.without_arcs:
        return []
    return [
        *basic_edges(picture, columns, options, ruler, warned_dependents(odd)),
        *ghost_edges(picture, columns, ruler),
    ]


def _with_all_words(pictures: Sequence[ArcsPicture]) -> ArcsPicture:
    """The first picture with the words that only others have, too."""
    words = {word.position: word for picture in reversed(pictures) for word in picture.sentence.words}
    first = pictures[0]
    every = tuple(words[position] for position in sorted(words))
    return (
        first
        if len(every) == len(first.sentence.words)
        else replace(first, sentence=replace(first.sentence, words=every))
    )


def below_words(panes: Sequence[Pane]) -> Below:
    """What the tokens and predicates of some panes ask of the columns."""
    return Below(
        needs=[
            need
            for pane in panes
            for need in (
                *token_needs(pane.bars, pane.rows[0]),
                *semantic_needs(pane.lanes),
                *expression_needs(pane.expressions, pane.columns, pane.rows[0], pane.ruler),
                *ribbon_needs(pane.changes, pane.columns.of_word, pane.ruler),
            )
        ],
        halves=[half for pane in panes for half in (*token_halves(pane.bars), *semantic_halves(pane.lanes))],
        ties=[
            *((bar.first, bar.last) for pane in panes for bar in pane.bars),
            *(
                (pane.columns.of_word[min(change.positions)], pane.columns.of_word[max(change.positions)])
                for pane in panes
                for change in pane.changes
            ),
        ],
    )


def make_strip(pane: Pane, stretch: Stretch, above: Sequence[Piece], below: Sequence[Piece]) -> Strip:
    """The pane's part in one row of words."""
    return Strip(
        pane,
        stretch,
        above=Band(above, stretch, _label_size(pane.above, pane)),
        below=Band(below, stretch, _label_size(pane.below, pane)),
        bars=inside(pane.bars, stretch),
        lanes=[lane for lane in pane.lanes if lane.inside(stretch)],
        changes=[change for change in pane.changes if pane.columns.of_word[change.positions[0]] in stretch],
        expressions=bars_in(pane.expressions, pane.columns, pane.rows[0], stretch, pane.ruler),
    )


def _label_size(edges: Sequence[Edge], pane: Pane) -> LabelSize:
    role = edges[0].label_role if edges else Role.LABEL
    return LabelSize(*pane.ruler.height(role, {edge.label for edge in edges}), pane.gaps)


def _word_states(pictures: Sequence[ArcsPicture], columns: Columns, options: Options) -> dict[int, State]:
    states = {
        columns.of_word[position]: state
        for picture in pictures
        for position, state in picture.word_states.items()
        if position in columns.of_word
    }
    if not options.only_differences:
        return states
    touched = _touched(pictures)
    faint = {column: State.NOT_SCORED for position, column in columns.of_word.items() if position not in touched}
    return {**states, **faint}


def _touched(pictures: Sequence[ArcsPicture]) -> set[int]:
    """The words at the ends of arcs that are differences."""
    return {
        position
        for picture in pictures
        for arc in picture.arcs
        if arc.head is not None and differs(arc)
        for position in (arc.dependent, arc.head)
    } | {
        *(position for picture in pictures for places in picture.against.values() for position in places),
        *_touched_by_roles(pictures),
    }


def _touched_by_roles(pictures: Sequence[ArcsPicture]) -> Iterator[int]:
    """The words of senses and roles that differ, where these are the picture."""
    for picture in pictures:
        if picture.without_arcs:
            for key in picture.roles:
                yield from map(int, key.name.split("-", 2)[:2])


def pane_elements(pane: Pane, everything: Sequence[ArcsPicture]) -> Iterator[Element]:
    """What can be pointed at in a pane; ``everything`` are all pictures of the sentence."""
    for picture in pane.pictures:
        others = [other for other in everything if other is not picture]
        texts = {
            word.position: dependent_description(word.position, picture, others) for word in picture.sentence.words
        }
        edges = pane.above if picture is pane.pictures[0] else pane.below
        yield from _arc_elements(picture, edges, texts)
        for position, text in texts.items():
            if picture is pane.pictures[0] or position not in pane.pictures[0].word_at:
                yield Element(Key(pane.side, "word", f"{position}"), text, (position,))
    yield from _other_elements(pane)


def _arc_elements(picture: ArcsPicture, edges: Sequence[Edge], texts: Mapping[int, str]) -> Iterator[Element]:
    """The arcs that are drawn, and those without a head; ``texts`` describe them by dependent."""
    drawn = {edge.key for edge in edges}
    for arc in picture.arcs:
        key = Key(picture.side, "arc", f"{arc.dependent}")
        if key in drawn or arc.head is None:
            positions = (arc.dependent, arc.head) if arc.head else (arc.dependent,)
            yield Element(key, texts.get(arc.dependent, ""), positions)


def _other_elements(pane: Pane) -> Iterable[Element]:
    for picture, oddity in pane.odd:
        text = f"{picture.name}: {oddity.text}"
        yield Element(Key(picture.side, "warning", oddity.name), text, oddity.positions)
    for node in pane.pictures[0].sentence.empty_nodes:
        if node.name in pane.columns.index:
            yield Element(Key(pane.side, "empty", node.name), f"empty node {node.name} ‘{node.form}’")
    wording = pane.pictures[0].wording
    yield from (_enhanced_element(edge, wording) for edge in pane.below if edge.role == Role.ENHANCED)
    yield from (change.element for change in pane.changes)
    yield from expression_elements(pane.expressions, pane.pictures)
    yield from ghost_elements(pane.pictures)
    yield from _cell_elements(pane)
    yield from token_elements(pane.bars)
    yield from semantic_elements(pane.lanes)


def _cell_elements(pane: Pane) -> Iterator[Element]:
    """What differs under the words."""
    picture = pane.pictures[0]
    position_of = {column: position for position, column in pane.columns.of_word.items()}
    cells = {(row.layer, position_of[column]) for row in pane.rows if row.layer is not None for column in row.boxed}
    for layer, position in sorted(cells):
        text = f"word {word_phrase(picture, position)}: {picture.wording.in_layer(layer)}"
        yield Element(Key(pane.side, layer.value, f"{position}"), text, (position,))


def _enhanced_element(edge: Edge, wording: Wording) -> Element:
    name, head, label = edge.key.name.split("-", 2)
    text = f"{name} {label} of {head} in the enhanced graph" if head != "0" else f"{name} enhanced {label}"
    text += f", {said}" if (said := wording.verdict(edge.state)) else ""
    return Element(edge.key, text, tuple(int(end) for end in (name, head) if end.isdigit() and end != "0"))
