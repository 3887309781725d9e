"""Panes of trees over a shared bottom line of words, with what stands under these: bars, curves, ribbons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from goldleaf.viewer.diagram.bars import Bar, BarText, bar_shapes, bars_height, stacked, stretches
from goldleaf.viewer.diagram.ribbons import PAD, Change, changes, hatching, ribbon_shapes, ribbons_height
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Box, Key, Role, Shape, Side, State
from goldleaf.viewer.views.trees.bottom import Standing, stand
from goldleaf.viewer.views.trees.branches import Link, link_shapes, links_height, links_of
from goldleaf.viewer.views.trees.labels import Line as TextLine
from goldleaf.viewer.views.trees.labels import texts_of, word_shapes
from goldleaf.viewer.views.trees.line import Cell, Line, shared_line
from goldleaf.viewer.views.trees.lines import TreeLines
from goldleaf.viewer.views.trees.options import TreeOptions
from goldleaf.viewer.views.trees.shown import Shown

BAR_INSET = 1.0  # a bar is so much shorter than its words at either end

LACKED = {Side.PARSE: (State.MISSING, State.ONE_RIGHT), Side.OTHER: (State.MISSING, State.OTHER_RIGHT)}
"""The states of the gold's constituents that a parse has not, of two parses either."""


@dataclass(frozen=True, slots=True)
class BottomPane:
    """One tree over its words, with what stands under them; or in an overlay a second tree that hangs from them.

    ``before`` is what the labels need to the left of the line's left edge, ``lead`` room above the tree.
    """

    standing: tuple[Standing, ...]
    cells: tuple[list[Cell], ...]
    line: Line
    word: TextLine
    before: float
    width: float
    ruler: Ruler
    bars: Sequence[Bar] = ()
    links: Sequence[Link] = ()
    changes: Sequence[Change] = ()  # of words, which are hatched
    ribbons: Sequence[Change] = ()  # those with a ribbon under them
    place: Mapping[int, int] = field(default_factory=dict)  # the columns of words, of all trees
    lead: float = 0.0

    def only(self, first: int, end: int) -> BottomPane:
        """The same with some of the trees."""
        return replace(self, standing=self.standing[first:end], cells=self.cells[first:end])

    @property
    def trees(self) -> list[Shown]:
        return [standing.shown for standing in self.standing]

    @property
    def height(self) -> float:
        """From the upper edge of the pane to what stands lowest."""
        below = sum(standing.height + standing.texts.lines.tag.height for standing in self.standing[1:])
        below += bars_height(self.bars, BarText.of(self.ruler)) + links_height(self.links)
        below += ribbons_height(self.ribbons, self.ruler)
        return self._words_at + self.word.height + below

    @property
    def middle(self) -> float:
        """From the upper edge to the lower one of the words that stand between two trees; 0 of one tree."""
        return self._words_at + self.word.height if len(self.standing) > 1 else 0.0

    @property
    def _words_at(self) -> float:
        """From the upper edge to the words'."""
        return self.lead + self.standing[0].height + self.standing[0].texts.lines.tag.height

    def shapes(self, left: float, top: float, right_to_left: bool) -> list[Shape]:
        """The pane with its upper left corner at a point."""
        left += self.before
        words, (first, *others) = top + self._words_at, self.standing
        under = words + self.word.height
        tags = first.texts.lines.tag.height
        shapes = list(link_shapes(self.links, first.shown, lambda item: (left + first.xs[item], under), under))
        shapes += TreeLines(first, left, words - tags, tags).shapes()
        for other in others:
            tags = other.texts.lines.tag.height
            shapes += TreeLines(other, left, under + tags, tags, up=1.0).shapes()
        shapes += self._words(left, words, right_to_left)
        below = under + links_height(self.links)
        xs = {position: left + self.line.xs[column] for position, column in self.place.items()}
        shapes += ribbon_shapes(self.ribbons, xs, below, self.ruler, right_to_left)
        below += ribbons_height(self.ribbons, self.ruler)
        shapes += bar_shapes(self.bars, left, below, BarText.of(self.ruler))
        return shapes

    def _words(self, left: float, top: float, right_to_left: bool) -> Iterator[Shape]:
        """The words, and each tree's tags on its own side of them."""
        drawn: set[int] = set()
        alone = {f"{position}" for change in self.changes for position in change.positions}
        for number, (standing, cells) in enumerate(zip(self.standing, self.cells, strict=True)):
            tag = standing.texts.lines.tag
            tag_top = top + self.word.height if number else top - tag.height
            for cell in cells:
                x, key = left + self.line.xs[cell.column], cell.key
                if cell.tag is not None:
                    yield from cell.tag.shapes(x, tag_top, tag, key)
                if cell.column not in drawn:
                    drawn.add(cell.column)
                    if len(self.standing) > 1 and not number and key.kind == "word":
                        key = key._replace(side=Side.BOTH)
                    shapes = word_shapes(cell.word, x, top, self.word, key, right_to_left)
                    yield from (shape for shape in shapes if isinstance(shape, Box))
                    if key.kind == "word" and key.name in alone:  # hatched over its outline and under its text
                        state = State.EXTRA if cell.key.side == Side.PARSE else State.MISSING
                        width = cell.word.width + 2 * PAD
                        yield hatching(x - width / 2, top, width, self.word.height, state, key)
                    yield from (shape for shape in shapes if not isinstance(shape, Box))


def bottom_panes(
    trees: Sequence[Shown], options: TreeOptions, ruler: Ruler, *, overlay: bool, level: bool
) -> list[BottomPane]:
    """Places the trees of a sentence over one line; ``level`` gives the words of all panes the same y."""
    texts = [texts_of(shown, options, ruler) for shown in trees]
    line = shared_line(trees, texts, options, ruler)
    standing = [
        stand(shown, measured, line, part) for part, (shown, measured) in enumerate(zip(trees, texts, strict=True))
    ]
    before = max([0.0, *(-tree.widest[0] for tree in standing)])
    word_lines = [measured.lines.word for measured in texts]
    place = {
        shown.picture.sentence.words[slot.word].position: column
        for shown, part in zip(trees, line.parts, strict=True)
        for slot, column in zip(shown.slots, part.columns, strict=True)
        if slot.word is not None
    }
    every = BottomPane(
        standing=tuple(standing),
        cells=tuple(part.cells for part in line.parts),
        line=line,
        word=TextLine(max(word.ascent for word in word_lines), max(word.height for word in word_lines)),
        before=before,
        width=before + max([line.width, *(tree.widest[1] for tree in standing)]),
        ruler=ruler,
        changes=_changes(trees, place),
        place=place,
    )
    if overlay:
        return [every.only(0, 2), *(_single(every, part, options) for part in range(2, len(trees)))]
    panes = [_single(every, part, options) for part in range(len(trees))]
    highest = max(tree.height for tree in standing)
    return [replace(pane, lead=highest - pane.standing[0].height) if level else pane for pane in panes]


def _changes(trees: Sequence[Shown], place: Mapping[int, int]) -> list[Change]:
    """The words that only gold or parse has, if they are shown in columns of their own."""
    sides = {shown.picture.side: shown.picture for shown in reversed(trees)}
    if Side.GOLD not in sides or Side.PARSE not in sides or not sides[Side.GOLD].is_placed:
        return []
    gold, parse = sides[Side.GOLD], sides[Side.PARSE]
    every = changes(gold.sentence.words, parse.sentence.words, gold.wording)
    return [change for change in every if all(position in place for position in change.positions)]


def _single(every: BottomPane, part: int, options: TreeOptions) -> BottomPane:
    """The pane of one of all trees, with what stands under its words."""
    shown = every.trees[part]
    gold = next((number for number, tree in enumerate(every.trees) if tree.picture.side == Side.GOLD), None)
    bars, column = list[Bar](), _columns(every, part)
    lacked = LACKED.get(shown.picture.side, ())
    if gold is not None and options.missing_bars and lacked:
        picture, over = every.trees[gold].picture, _columns(every, gold)
        for node in picture.sentence.nodes:
            if picture.state(node.number) in lacked:
                key = Key(picture.side, "bar", f"{node.number}")
                bars += _bar(every, key, node.label, picture.positions(node.number), over)
    for expression in shown.picture.expressions:
        bars += _bar(every, expression.key, expression.label, expression.positions, column, expression.state)
    return replace(
        every.only(part, part + 1),
        bars=stacked(bars),
        links=links_of(shown) if options.links else (),
        ribbons=every.changes if part == gold else (),
    )


def _columns(every: BottomPane, part: int) -> dict[int, int]:
    """The columns of a tree's words, by position."""
    shown, columns = every.trees[part], every.line.parts[part].columns
    words = shown.picture.sentence.words
    pairs = zip(shown.slots, columns, strict=True)
    return {words[slot.word].position: column for slot, column in pairs if slot.word is not None}


def _bar(
    every: BottomPane,
    key: Key,
    label: str,
    positions: Sequence[int],
    column: Mapping[int, int],
    state: State = State.MISSING,
) -> Iterator[Bar]:
    """A bar under the words at some positions, a piece for each stretch; none where no word is shown."""
    pieces = []
    for first, last in stretches([column[position] for position in positions if position in column]):
        left, right = every.line.extent((first, last))
        pieces.append((left + BAR_INSET, right - BAR_INSET))
    if pieces:
        yield Bar(key, label, every.ruler.width(Role.BAR, label), tuple(pieces), state)
