"""Pictures of dependency arcs: sentences and marks in, diagrams out. Pure geometry, in pixels at zoom 1. A pane has the
words of a picture, its arcs above them and what stands below; all panes of a sentence share a frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, chain, pairwise

from goldleaf.core.sentence import Sentence
from goldleaf.viewer.diagram.bars import bar_shapes, bars_height
from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.options import Direction, Mode, Options, Row
from goldleaf.viewer.diagram.ribbons import WordChange, changes, ribbon_needs, ribbon_shapes, ribbons_height
from goldleaf.viewer.diagram.shapes import GHOST, MARGIN, Anchor, Diagram, Element, Key, Role, Shape, Side, State, Text
from goldleaf.viewer.diagram.spacing import Need
from goldleaf.viewer.diagram.strokes import circle, rule, stroke, warning_sign
from goldleaf.viewer.diagram.theme import Ruler, TextMeasure, Theme, ruler_for
from goldleaf.viewer.views.arcs import describe, words
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.band import Band
from goldleaf.viewer.views.arcs.columns import (
    ALIKE,
    Columns,
    Gaps,
    basic_edges,
    columns_of,
    enhanced_edges,
    numbered,
    numbers,
    text_rows,
)
from goldleaf.viewer.views.arcs.frame import Below, Frame, NamedWord, Piece, Stretch, frame
from goldleaf.viewer.views.part import about, titled

DOT_RADIUS = 3.2  # of the dot over a word without head, in pixels
DOT_RISE = 5.0
SIGN = 10.0  # the warning sign before the line of oddities, in pixels
SIGN_GAP = 5.0


def draw(
    pictures: Sequence[ArcsPicture], mode: Mode, options: Options, theme: Theme, measure: TextMeasure
) -> list[Diagram]:
    """The panes of pictures of one sentence, all with the same width and each word at the same x. Stacked and beside
    give a pane for each picture, overlay one pane of all sides. There is at least one picture."""
    ruler = ruler_for(theme, measure)
    columns = columns_of(pictures, options)
    sides = sum(picture.side is not Side.RESULT for picture in pictures)
    together = max(sides, 1) if mode == Mode.OVERLAY else 1
    sets = [pictures[:together], *([picture] for picture in pictures[together:])]
    ours, theirs = (pictures[0], pictures[min(1, len(pictures) - 1)])
    found = changes(ours.sentence.words, theirs.sentence.words, ours.wording)
    panes = [ArcPane(chosen, columns, options, ruler, found) for chosen in sets]
    number_alike(panes, options)

    def named() -> list[NamedWord]:
        """The word of each column, where one side has none that of the other, with the number that it has in any."""
        words = zip(*(pane.named() for pane in panes), strict=True)
        return [max(column, key=lambda word: len(word.text)) for column in words]

    rows = chain.from_iterable(pane.rows for pane in panes)
    groups = [edges for pane in panes for edges in (pane.above, pane.below)]
    placed = frame(len(columns), rows, groups, below_words(panes), options, named)
    return _diagrams(panes, placed, pictures, runs_right_to_left(pictures[0].sentence, options.direction), mode)


def runs_right_to_left(sentence: Sentence, direction: Direction) -> bool:
    """Whether the words run so, by choice or as most of their letters do."""
    if direction == Direction.AUTO:
        return mostly_right_to_left(word.form for word in sentence.words)
    return direction == Direction.RIGHT_TO_LEFT


def _diagrams(
    panes: Sequence[ArcPane], placed: Frame, pictures: Sequence[ArcsPicture], right_to_left: bool, mode: Mode
) -> list[Diagram]:
    # Panes side by side stand level, and so do those whose rows scroll together.
    level = len(placed.stretches) > 1 or mode == Mode.BESIDE
    rows = []  # of strips, one a pane, with the room above and below the points of the arrows above the words
    for stretch, pieces in zip(placed.stretches, placed.pieces, strict=True):
        parts = zip(panes, pieces[::2], pieces[1::2], strict=True)
        strips = [Strip(pane, stretch, above, below) for pane, above, below in parts]
        most = max(strip.ascent for strip in strips), max(strip.descent for strip in strips)
        rows.append([(strip, *(most if level else (strip.ascent, strip.descent))) for strip in strips])
    lines = [list(oddity_line(pane)) for pane in panes]
    width = max([placed.width, *(line[-1].x + line[-1].width + MARGIN for line in lines if line)])
    view, diagrams = "roles" if pictures[0].without_arcs else "arcs", []
    for pane, own, line in zip(panes, zip(*rows, strict=True), lines, strict=True):
        ascent, descent = pane.ruler.height(Role.WARNING)
        shapes: list[Shape] = []
        if line:
            shapes += [*warning_sign(MARGIN + SIGN / 2, MARGIN + ascent / 2 + 1, SIGN, None), *line]
        # Those that stand level have room for the line of oddities even where there is none.
        has_room = any(lines) if level else line
        start = y = MARGIN + (ascent + descent + MARGIN / 2 if has_room else 0.0)
        tops: list[float] = []
        for strip, above, below in own:
            if tops and len(pane.pictures) > 1 and not pane.ruler.theme.snug:  # else what is above and below are a pair
                shapes.append(rule(MARGIN, width - MARGIN, y + pane.gaps.strips / 2))
            y += pane.gaps.strips if tops else 0.0
            tops.append(y)
            shapes += strip.shapes(y + above, right_to_left)
            y += above + below
        # Between the upper and the lower arcs of an overlay: there the two sides are told apart.
        overlay = len(pane.pictures) > 1 and len(own) == 1
        diagram = Diagram(
            width=width, height=y + MARGIN, strips=tuple(tops) if len(tops) > 1 else (),
            metadata=about(pictures[0].sentence, view=view, compare=mode.value),
            shapes=tuple(shapes),
            elements={element.key: element for element in pane_elements(pane, pictures)},
            title=" and ".join(titled(picture.name, picture.sentence) for picture in pane.pictures),
            description=" ".join(map(describe.picture_description, pane.pictures)),
            middle=start + own[0][1] + own[0][0].words_depth if overlay else None,
        )  # fmt: skip
        diagrams.append(diagram.mirrored() if right_to_left else diagram)
    return diagrams


def oddity_line(pane: ArcPane) -> Iterator[Text]:
    """What is odd about a pane's trees, in words, at the top, after a sign; of several pictures with whose each is."""
    ruler = pane.ruler
    x, y = MARGIN + SIGN + SIGN_GAP, MARGIN + ruler.height(Role.WARNING)[0]
    for number, (picture, oddity) in enumerate(pane.odd):
        text = f"{picture.name}: {oddity.text}" if len(pane.pictures) > 1 else oddity.text
        text = f"· {text}" if number else text
        width = ruler.width(Role.WARNING, text)
        key = Key(picture.side, "warning", oddity.name)
        yield Text(x, y, text, Role.WARNING, key=key, anchor=Anchor.START, width=width)
        x += width + ruler.width(Role.WARNING, " ")


class ArcPane:
    """What a pane draws, not yet placed: one picture, or an overlay, the first above the words, the others below them.
    ``side`` is the words'; ``states`` are theirs, by column; ``changes`` of words have ribbons under the gold's."""

    def __init__(
        self, pictures: Sequence[ArcsPicture], columns: Columns, options: Options, ruler: Ruler,
        changes: Sequence[WordChange] = (),
    ) -> None:  # fmt: skip
        self.pictures, self.columns, self.ruler, self.gaps = tuple(pictures), columns, ruler, Gaps.of(options)
        first, *others = pictures
        self.side = Side.BOTH if others else first.side
        odd = [[] if picture.without_arcs else describe.oddities(picture) for picture in pictures]
        self.odd = [(picture, oddity) for picture, found in zip(pictures, odd, strict=True) for oddity in found]
        warned = [frozenset(position for oddity in found for position in oddity.positions) for found in odd]
        edges = [
            tuple(basic_edges(picture, columns, options, ruler, marked))
            for picture, marked in zip(pictures, warned, strict=True)
        ]
        self.above, *lower = edges
        self.below = tuple(chain.from_iterable(lower or [enhanced_edges(first, columns, options, ruler)]))
        if len(lower) > 1:  # of two parses what is otherwise than in the gold, and once what both have
            seen, self.below = {(edge.key.name, edge.head, edge.label, edge.role) for edge in self.above}, ()
            for edge in chain.from_iterable(reversed(lower)):
                place = (edge.key.name, edge.head, edge.label, edge.role)
                if edge.state is not State.MATCHED and place not in seen:
                    seen.add(place)
                    self.below += (edge,)
        # In an overlay the words that only others have stand among the first one's.
        known = {word.position: word for picture in reversed(pictures) for word in picture.sentence.words}
        shown = first
        if len(known) > len(first.sentence.words):
            every = tuple(known[position] for position in sorted(known))
            shown = replace(first, sentence=replace(first.sentence, words=every))
        # The columns in which sentences begin that are shown as one, the first picture's and the others'.
        parts = [[part for one in some for part in one.sentence.parts] for some in (pictures[:1], others)]
        own = columns.of_word
        self.begins = [{own[place]: f"#{number}" for number, place in some if place in own} for some in parts]
        begins = self.begins[1] | self.begins[0]
        forms, *rows = text_rows(shown, columns, options, ruler, begins, others if first.arcs else ())
        self.rows = (forms, *rows)
        self.numbers: dict[int, str] = {}  # of words, by column
        self.bars = tuple(words.token_bars(first, columns, ruler))
        self.lanes = tuple(words.semantic_lanes(pictures, columns, options, ruler))
        self.states = _word_states(pictures, columns, options)
        self.changes = tuple(changes) if not others and first.side is Side.GOLD else ()
        beyond = (one for other in others for one in other.expressions if one.state is not State.MATCHED)
        self.expressions = (*first.expressions, *beyond)

    def named(self) -> list[NamedWord]:
        """The words as arcs name them that go on elsewhere."""
        forms, ruler = self.rows[0].texts, self.ruler
        return [NamedWord.of(form, self.numbers.get(column, ""), ruler) for column, form in enumerate(forms)]


def number_alike(panes: Sequence[ArcPane], options: Options) -> None:
    """Numbers the words that occur twice and differ, the same ones in all panes: they stand above one another. A figure
    comes without the lists that say by numbers which word is meant."""
    edges = chain.from_iterable((*pane.above, *pane.below) for pane in panes if not pane.ruler.theme.snug)
    ends = {end for edge in edges if edge.state not in ALIKE for end in (edge.head, edge.dependent)}
    for pane in panes:
        pane.numbers = numbers(pane.pictures, pane.columns, ends)
        if Row.NUMBER not in options.rows:
            pane.rows = (numbered(pane.rows[0], pane.numbers, pane.ruler), *pane.rows[1:])


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
            if arc.head is not None and arc.differs:
                touched |= {arc.dependent, arc.head}
        touched.update(*picture.against.values())
        if picture.without_arcs:  # then senses and roles are the picture
            for key in picture.roles:
                touched.update(map(int, key.name.split("-", 2)[:2]))
    faint = {column: State.NOT_SCORED for position, column in columns.of_word.items() if position not in touched}
    return {**states, **faint}


def below_words(panes: Sequence[ArcPane]) -> Below:
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
            needs += [Need(left, right, (a + b) / 2 + words.GAP) for (left, a), (right, b) in pairwise(lane.widths)]
            halves += [(column, width / 2) for column, width in lane.widths]
        needs += words.expression_needs(pane.expressions, pane.columns, pane.rows[0], pane.ruler)
        needs += ribbon_needs(pane.changes, of_word, pane.ruler)
        ties += [(of_word[min(one.positions)], of_word[max(one.positions)]) for one in pane.changes]
    return Below(needs, halves, ties)


class Strip:
    """A pane in one row of words. ``ascent`` is from the points of the arrows above the words up to its upper edge,
    ``descent`` down to its lower edge, ``words_depth`` to that of all that is of the words, in pixels."""

    def __init__(self, pane: ArcPane, stretch: Stretch, above: Sequence[Piece], below: Sequence[Piece]) -> None:
        self._pane, self._stretch = pane, stretch
        columns, ruler = pane.columns, pane.ruler
        self._above, self._below = (
            # Labels are as high as in all rows of words, so that the lanes of all rows are alike.
            Band(pieces, stretch, ruler.line(role, {edge.label for edge in edges}, pane.gaps.box), pane.gaps)
            for pieces, edges in ((above, pane.above), (below, pane.below))
            for role in [edges[0].label_role if edges else Role.LABEL]
        )
        self._bars = [bar for bar in pane.bars if bar.first in stretch]
        self._lanes = [lane for lane in pane.lanes if lane.inside(stretch)]
        self._changes = [change for change in pane.changes if columns.of_word[change.positions[0]] in stretch]
        self._expressions = words.expression_bars(pane.expressions, columns, pane.rows[0], stretch, ruler)
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
            words.rows_height(pane.rows), words.token_height(self._bars, ruler), bars_height(self._expressions, ruler)
        )  # fmt: skip
        self.words_depth = sum(self._heights) + ribbons_height(self._changes, ruler)
        self._below_base = self.words_depth + (words.BELOW_ARROWS if self._below.height else 0.0)
        self.descent = self._below_base + self._below.height + sum(lane.height(ruler) for lane in self._lanes)

    def shapes(self, base: float, right_to_left: bool) -> list[Shape]:
        """The strip's shapes, the points of the arrows above the words at y ``base``."""
        pane, stretch, ruler = self._pane, self._stretch, self._pane.ruler
        _, under_rows, under_tokens, under_bars = accumulate(self._heights, initial=base)
        below, shapes = base + self._below_base, list[Shape]()
        top = below + self._below.height
        for lane in self._lanes:
            shapes += words.lane_shapes(lane, stretch, top, ruler)
            top += lane.height(ruler)
        for column in {**pane.begins[0], **pane.begins[1]}:
            if stretch.first < column <= stretch.last:
                before, after = (pane.rows[0].widths[place] / 2 for place in (column - 1, column))
                x = (stretch.x(column - 1) + before + stretch.x(column) - after) / 2
                ours, theirs = (column in begins for begins in pane.begins)
                low = below + self._below.height if theirs else under_rows
                shapes.append(stroke([(x, base - self.ascent * ours), (x, low)], Role.TOKEN))
        shapes += words.token_shapes(self._bars, stretch, pane.rows[0], under_rows, ruler, right_to_left)
        shapes += bar_shapes(self._expressions, 0.0, under_tokens, ruler)
        xs = {position: stretch.x(column) for position, column in pane.columns.of_word.items() if column in stretch}
        shapes += self._above.shapes(base, up=True, right_to_left=right_to_left)
        shapes += self._below.shapes(below, up=False, right_to_left=right_to_left)
        for picture, position in self._headless:
            y = base - DOT_RISE if picture is pane.pictures[0] else below + DOT_RISE
            shapes.append(circle(xs[position], y, DOT_RADIUS, Role.WARNING, Key(picture.side, "arc", f"{position}")))
        shapes += words.row_shapes(pane.rows, pane.columns, stretch, pane.side, pane.states, base, right_to_left)
        shapes += ribbon_shapes(self._changes, xs, under_bars, ruler, right_to_left)
        return shapes


def pane_elements(pane: ArcPane, everything: Sequence[ArcsPicture]) -> Iterator[Element]:
    """What can be pointed at in a pane; ``everything`` are all pictures of the sentence. Words and arcs first, then
    what is odd, empty nodes, enhanced edges and all that stands below the words."""
    first = pane.pictures[0]
    for picture in pane.pictures:
        others = [other for other in everything if other is not picture]
        words = picture.sentence.words
        texts = {word.position: describe.dependent_description(word.position, picture, others) for word in words}
        drawn = {edge.key for edge in (pane.above if picture is first else pane.below)}
        for arc in picture.arcs:
            key = Key(picture.side, "arc", f"{arc.dependent}")
            if key in drawn or arc.head is None:
                positions = (arc.dependent, arc.head) if arc.head else (arc.dependent,)
                yield Element(key, texts.get(arc.dependent, ""), positions)
        for position, text in texts.items():
            if picture is first or position not in first.word_at:
                yield Element(
                    Key(pane.side, "word", f"{position}"), text, (position,), name=describe.naming(picture, position)
                )
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


def _elements_below(pane: ArcPane) -> Iterator[Element]:
    """Changes, expressions, ghosts, what differs under the words, tokens and roles."""
    first = pane.pictures[0]
    yield from (change.element for change in pane.changes)
    forms = {word.position: word.form for picture in pane.pictures for word in picture.sentence.words}
    yield from (expression.element(forms, first.wording) for expression in pane.expressions)
    for picture in pane.pictures:
        for arc in picture.ghosts:
            now = picture.arc_of[arc.dependent].head
            to = describe.word_phrase(picture, now) if now else "the root"
            was = f"{arc.label} of {describe.word_phrase(picture, arc.head or 0)}"
            text = f"word {describe.word_phrase(picture, arc.dependent)} was {was}; lifted to {to}"
            yield Element(Key(picture.side, GHOST, f"{arc.dependent}"), text, (arc.dependent,))
    position_of = {column: position for position, column in pane.columns.of_word.items()}
    cells = {(row.layer, position_of[column]) for row in pane.rows if row.layer is not None for column in row.boxed}
    for layer, position in sorted(cells):
        text = f"word {describe.word_phrase(first, position)}: {first.wording.in_layer(layer)}"
        yield Element(Key(pane.side, layer.value, f"{position}"), text, (position,))
    for bar in pane.bars:
        yield Element(bar.key, f"token ‘{bar.form}’, words {bar.ends[0]} to {bar.ends[1]}", bar.positions)
    for lane in pane.lanes:
        yield from (Element(label.key, label.description, label.positions) for label in lane.labels)
