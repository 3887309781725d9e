"""Pictures of phrase-structure trees: sentences and marks in, diagrams out. Pure geometry, in pixels at zoom 1. Trees
that stand on a bottom line share it, and have bars, curves and ribbons under its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from goldleaf.viewer.diagram.bars import Bar, bar_shapes, bars_height, stacked
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.ribbons import PAD, WordChange, changes, hatching, ribbon_shapes, ribbons_height
from goldleaf.viewer.diagram.shapes import MARGIN, Anchor, Box, Diagram, Key, Role, Shape, Side, State, Text
from goldleaf.viewer.diagram.strokes import warning_sign
from goldleaf.viewer.diagram.theme import Ruler, TextLine, TextMeasure, Theme, ruler_for
from goldleaf.viewer.session.layers import runs
from goldleaf.viewer.views.arcs.draw import SIGN, SIGN_GAP, runs_right_to_left
from goldleaf.viewer.views.part import about, titled
from goldleaf.viewer.views.trees.bottom import Standing, TreeLines, stand
from goldleaf.viewer.views.trees.branches import Link, link_shapes, links_height, links_of
from goldleaf.viewer.views.trees.describe import tree_description, tree_elements
from goldleaf.viewer.views.trees.labels import texts_of, word_shapes
from goldleaf.viewer.views.trees.line import Line, shared_line
from goldleaf.viewer.views.trees.shown import Shown, shown_trees
from goldleaf.viewer.views.trees.slanted import Slanted, slanted
from goldleaf.viewer.views.trees.tree_picture import TreeOptions, TreePicture, TreeStyle

UNPARSED = "NOPARSE"  # the label that some parsers give to what they cannot parse
BAR_INSET = 1.0  # a bar is so much shorter than its words at either end

# The states of the gold's constituents that a parse has not, of two parses either.
LACKED = {Side.PARSE: (State.MISSING, State.ONE_RIGHT), Side.OTHER: (State.MISSING, State.OTHER_RIGHT)}


def draw_trees(
    pictures: Sequence[TreePicture], mode: Mode, options: TreeOptions, theme: Theme, measure: TextMeasure
) -> list[Diagram]:
    """The panes of pictures of one sentence: stacked and beside one for each picture, overlay one of the first two.
    Trees with their words on the bottom line have each word at the same x. There is at least one picture."""
    ruler = ruler_for(theme, measure)
    trees = shown_trees(pictures, options)
    panes: Sequence[Slanted | BottomPane]
    if needs_bottom_line(trees, mode, options):
        overlay = mode == Mode.OVERLAY and len(trees) > 1
        panes = bottom_panes(trees, options, ruler, overlay=overlay, level=mode == Mode.BESIDE)
    else:
        panes = [slanted(shown, options, ruler) for shown in trees]
    notes = [note_of([tree.picture for tree in pane.trees], ruler) for pane in panes]
    ends = [shape.x + shape.width for note in notes for shape in note if isinstance(shape, Text)]
    width = MARGIN + max([MARGIN + pane.width for pane in panes] + ends)
    right_to_left = runs_right_to_left(pictures[0].sentence, options.direction)
    diagrams = []
    for pane, note in zip(panes, notes, strict=True):
        shown = [tree.picture for tree in pane.trees]
        top = MARGIN + (sum(ruler.height(Role.WARNING)) + MARGIN / 2 if note else 0.0)
        shapes = note + pane.shapes(MARGIN, top, right_to_left)
        keys = {shape.key for shape in shapes if shape.key is not None}
        number = {key: int(key.name) if key.name.isdigit() else 0 for key in keys}
        walked = sorted(keys, key=lambda key: (key.kind, key.side, number[key], key.name))
        diagram = Diagram(
            width=width, height=top + pane.height + MARGIN, shapes=tuple(shapes),
            metadata=about(pictures[0].sentence, view="tree", compare=mode.value),
            elements=tree_elements(walked, shown, pictures),
            title=" and ".join(titled(picture.name, picture.sentence) for picture in shown),
            description=" ".join(map(tree_description, shown)), middle=top + pane.middle if pane.middle else None,
        )  # fmt: skip
        diagrams.append(diagram.mirrored() if right_to_left else diagram)
    return diagrams


def needs_bottom_line(trees: Sequence[Shown], mode: Mode, options: TreeOptions) -> bool:
    """Whether the words stand on the bottom line, by choice or because there is no other way."""
    if options.style is TreeStyle.BOTTOM or any(not shown.projective or shown.picture.expressions for shown in trees):
        return True
    if len(trees) > 1 and trees[0].picture.is_placed:  # words that differ are linked
        return True
    below = mode == Mode.STACKED and options.style is TreeStyle.AUTO
    return len(trees) > 1 and (below or mode == Mode.OVERLAY or options.missing_bars)


def note_of(shown: Sequence[TreePicture], ruler: Ruler) -> list[Shape]:
    """A line at the top that says which of the sentences a parser has failed on, and what is left out of them."""
    # A failed sentence has no constituents but such as say that there is no parse.
    failed = [picture for picture in shown if all(node.label == UNPARSED for node in picture.sentence.nodes)]
    notes = [note for picture in shown for note in (picture.left_out, picture.odd)]
    if failed:
        whose = "" if len(shown) == 1 else f"{' and '.join(picture.name for picture in failed)}: "
        notes.append(f"{whose}not parsed")
    text = " · ".join(dict.fromkeys(filter(None, notes)))
    if not text:
        return []
    ascent, x, width = ruler.height(Role.WARNING)[0], MARGIN + SIGN + SIGN_GAP, ruler.width(Role.WARNING, text)
    key = Key(failed[0].side if failed else shown[0].side, "warning", "unparsed" if failed else "left-out")
    return [
        *warning_sign(MARGIN + SIGN / 2, MARGIN + ascent / 2 + 1, SIGN, None),
        Text(x, MARGIN + ascent, text, Role.WARNING, key=key, anchor=Anchor.START, width=width),
    ]


@dataclass(frozen=True, slots=True)
class BottomPane:
    """One tree over its words, with what stands under them; or in an overlay a second tree that hangs from them."""

    standing: tuple[Standing, ...]
    line: Line
    word: TextLine
    before: float  # what the labels need to the left of the line's left edge
    width: float
    ruler: Ruler
    bars: Sequence[Bar] = ()
    links: Sequence[Link] = ()
    changes: Sequence[WordChange] = ()  # of words, which are hatched
    ribbons: Sequence[WordChange] = ()  # those with a ribbon under them
    place: Mapping[int, int] = field(default_factory=dict)  # the columns of words, of all trees
    lead: float = 0.0  # room above the tree

    @property
    def trees(self) -> list[Shown]:
        return [standing.shown for standing in self.standing]

    @property
    def height(self) -> float:
        """From the upper edge of the pane to what stands lowest."""
        below = sum(standing.height + standing.texts.lines.tag.height for standing in self.standing[1:])
        ruler = self.ruler
        below += bars_height(self.bars, ruler) + links_height(self.links) + ribbons_height(self.ribbons, ruler)
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
        shapes += bar_shapes(self.bars, left, below, self.ruler)
        return shapes

    def _words(self, left: float, top: float, right_to_left: bool) -> Iterator[Shape]:
        """The words, and each tree's tags on its own side of them."""
        drawn: set[int] = set()
        alone = {f"{position}" for change in self.changes for position in change.positions}
        for number, standing in enumerate(self.standing):
            tag = standing.texts.lines.tag
            tag_top = top + self.word.height if number else top - tag.height
            for cell in standing.cells:
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
        stand(shown, measured, line, part, tight=options.tight or ruler.theme.snug)
        for part, (shown, measured) in enumerate(zip(trees, texts, strict=True))
    ]
    before = max([0.0, *(-tree.widest[0] for tree in standing)])
    word_lines = [measured.lines.word for measured in texts]
    columns = [_columns(shown, part.columns) for shown, part in zip(trees, line.parts, strict=True)]
    place = {position: column for own in columns for position, column in own.items()}
    # The words that only gold or parse has, if they are shown in columns of their own.
    sides = {shown.picture.side: shown.picture for shown in reversed(trees)}
    differing = list[WordChange]()
    if Side.GOLD in sides and Side.PARSE in sides and sides[Side.GOLD].is_placed:
        gold, parse = sides[Side.GOLD], sides[Side.PARSE]
        differing = changes(gold.sentence.words, parse.sentence.words, gold.wording)
    every = BottomPane(
        standing=tuple(standing), line=line,
        word=TextLine(max(word.ascent for word in word_lines), max(word.height for word in word_lines)), before=before,
        width=before + max([line.width, *(tree.widest[1] for tree in standing)]), ruler=ruler,
        changes=[change for change in differing if all(position in place for position in change.positions)],
        place=place,
    )  # fmt: skip
    if overlay:
        both = replace(every, standing=every.standing[:2])
        return [both, *(_single(every, part, columns, options) for part in range(2, len(trees)))]
    panes = [_single(every, part, columns, options) for part in range(len(trees))]
    highest = max(tree.height for tree in standing)
    return [replace(pane, lead=highest - pane.standing[0].height) if level else pane for pane in panes]


def _single(every: BottomPane, part: int, columns: Sequence[Mapping[int, int]], options: TreeOptions) -> BottomPane:
    """The pane of one of all trees, with what stands under its words."""
    shown = every.trees[part]
    gold = next((number for number, tree in enumerate(every.trees) if tree.picture.side == Side.GOLD), None)
    bars, column = list[Bar](), columns[part]
    lacked = LACKED.get(shown.picture.side, ())
    if gold is not None and options.missing_bars and lacked:
        picture, over = every.trees[gold].picture, columns[gold]
        for node in picture.sentence.nodes:
            if picture.state(node.number) in lacked:
                key = Key(picture.side, "bar", f"{node.number}")
                bars += _bar(every, key, node.label, picture.positions(node.number), over)
    for expression in shown.picture.expressions:
        bars += _bar(every, expression.key, expression.label, expression.positions, column, expression.state)
    links, ribbons = links_of(shown) if options.links else (), every.changes if part == gold else ()
    return replace(every, standing=(every.standing[part],), bars=stacked(bars), links=links, ribbons=ribbons)


def _columns(shown: Shown, columns: Sequence[int]) -> dict[int, int]:
    """The columns of a tree's words, by position."""
    words, pairs = shown.picture.sentence.words, zip(shown.slots, columns, strict=True)
    return {words[slot.word].position: column for slot, column in pairs if slot.word is not None}


def _bar(
    every: BottomPane, key: Key, label: str, positions: Sequence[int], column: Mapping[int, int],
    state: State = State.MISSING,
) -> Iterator[Bar]:  # fmt: skip
    """A bar under the words at some positions, a piece for each stretch; none where no word is shown."""
    shown = runs(sorted({column[position] for position in positions if position in column}))
    pieces = tuple((left + BAR_INSET, right - BAR_INSET) for left, right in map(every.line.extent, shown))
    if pieces:
        yield Bar(key, label, every.ruler.width(Role.BAR, label), pieces, state)
