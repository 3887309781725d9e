"""One picture of several structures over the same words: constituents above, arcs below, a lattice under them.

Each is drawn by its own view's code; only the x of the words are common: as close together as each of them allows, and
what does not fit goes on in a new row of all structures.
Pure geometry, in pixels at zoom 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from goldleaf.viewer.diagram.options import Direction, Options
from goldleaf.viewer.diagram.ribbons import changes
from goldleaf.viewer.diagram.shapes import MARGIN, Diagram, Element, Key, Shape, Side
from goldleaf.viewer.diagram.spacing import LabelledEdge, Need, positions
from goldleaf.viewer.diagram.theme import TextMeasure, Theme, ruler_for
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.columns import columns_of
from goldleaf.viewer.views.arcs.describe import dependent_description, word_phrase
from goldleaf.viewer.views.arcs.draw import (
    ArcPane,
    Strip,
    below_words,
    number_alike,
    pane_elements,
    runs_right_to_left,
)
from goldleaf.viewer.views.arcs.frame import OPEN_END, Below, Piece, Stretch, frame
from goldleaf.viewer.views.arcs.words import BELOW_ARROWS
from goldleaf.viewer.views.lattices.draw import draw_lattice, measured
from goldleaf.viewer.views.lattices.lattice_picture import LatticeOptions, LatticePicture
from goldleaf.viewer.views.lattices.layout import GAP, STATE, layered_at, meeting
from goldleaf.viewer.views.part import about
from goldleaf.viewer.views.trees.bottom import TreeLines, stand
from goldleaf.viewer.views.trees.branches import RADIUS
from goldleaf.viewer.views.trees.describe import tree_elements
from goldleaf.viewer.views.trees.labels import texts_of
from goldleaf.viewer.views.trees.line import shared_line
from goldleaf.viewer.views.trees.shown import shown_trees, usual_place
from goldleaf.viewer.views.trees.tree_picture import TreeOptions, TreePicture, TreeStyle

BETWEEN = 22.0  # from the arcs to the lattice, in pixels
TRIES = 3  # at rows that are as narrow as they are to be
Spot = tuple[str, int]  # a word by its position (``word``), or a state of a lattice (``state``)
Needed = tuple[Spot, Spot, float]

_LEVEL = LatticeOptions(direction=Direction.LEFT_TO_RIGHT)


@dataclass(frozen=True, slots=True)
class Structures:
    """What is drawn: constituents, the words that all have, the arcs below them; a lattice if there is one."""

    tree: TreePicture
    words: ArcsPicture
    arcs: ArcsPicture
    lattice: LatticePicture | None = None
    spans: Mapping[int, tuple[int, int]] = field(default_factory=dict)  # the lattice's states of each word


def draw_aligned(known: Structures, options: Options, theme: Theme, measure: TextMeasure) -> Diagram:
    """The picture of the structures; what is wider than ``options.wrap`` goes on in new rows of words. A row ends where
    all paths of the lattice meet, and not among words that only one of the sentences has."""
    scene = _Scene(known, options, theme, measure)
    rows = scene.rows()
    shapes: list[Shape] = []
    y, tops = 0.0, list[float]()
    for row in rows:
        tops.append(y + (scene.pane.gaps.strips if tops else 0.0))
        drawn, y = row.drawn(tops[-1])
        shapes += drawn
    elements = _elements(known, scene.pane, shapes)
    for row in rows:
        elements |= row.lattice.elements
    sentence, names = known.tree.sentence, (known.tree.name, known.arcs.name)
    diagram = Diagram(
        width=max(row.width for row in rows), height=y + MARGIN, shapes=tuple(shapes), elements=elements,
        strips=tuple(tops) if len(tops) > 1 else (), title=f"{names[0]} and {names[1]}, sentence {sentence.number}",
        description=f"Constituents of {names[0]}, dependencies of {names[1]}{' and a lattice' if scene.under else ''} "
        f"over {len(known.words.sentence.words)} words: ‘{sentence.running_text}’.",
        metadata=about(sentence, view="aligned"),
    )  # fmt: skip
    return diagram.mirrored() if runs_right_to_left(known.words.sentence, options.direction) else diagram


class _Scene:
    """All that the rows are made of: the ``pane`` of words and arcs, and the lattice ``under`` it. ``order`` are words
    and states from left to right, ``between`` the states of the words that stand between theirs."""

    def __init__(self, known: Structures, options: Options, theme: Theme, measure: TextMeasure) -> None:
        self.tree, self._options, self._theme, self._measure = known.tree, options, theme, measure
        self.ruler, pictures = ruler_for(theme, measure), (known.words, known.arcs)
        self.pane = ArcPane(pictures, columns_of(pictures, options), options, self.ruler)
        number_alike([self.pane], options)
        self.of_word = self.pane.columns.of_word
        self.under = None if known.lattice is None else _Under(known.lattice, _LEVEL, theme, measure)
        self.order: list[Spot] = [("word", place) for place in self.of_word]
        self.between: Mapping[int, tuple[int, int]] = {}
        if self.under is not None:
            self.order, self.between = with_states([*self.of_word], self.under.states, known.spans)
        self._changes = changes(known.tree.sentence.words, known.arcs.sentence.words)
        place = usual_place(known.tree.sentence.words)
        self.tree_options = TreeOptions(style=TreeStyle.BOTTOM, traces=False, tight=options.tight, functions=place)

    def rows(self) -> list[_Row]:
        """One row, or as many as are no wider than they may be."""
        asked, wrap = below_words([self.pane]), self._options.wrap
        rows = self._placed(asked, None, {})
        if wrap is None or rows[0].width <= wrap:
            return rows
        places, xs = [*self.of_word], [*rows[0].words.values()]
        # What the other structures need between two words is as if the words needed it.
        needs = [Need(at, at + 1, right - left) for at, (left, right) in enumerate(pairwise(xs))]
        cuts = self._cuts()
        ties = [(column, column + 1) for column, place in enumerate(places[:-1]) if place not in cuts]
        ties += [(self.of_word[min(own.positions)], self.of_word[max(own.positions)]) for own in self._changes]
        asked = replace(asked, needs=[*asked.needs, *needs], ties=[*asked.ties, *ties])
        room = wrap
        for _ in range(TRIES):
            rows = self._placed(asked, room, cuts)
            width = max(row.width for row in rows)
            if width <= wrap:
                break
            room -= width - wrap  # labels of constituents stand out beside the words
        return rows

    def _placed(self, below: Below, wrap: float | None, cuts: Mapping[int, int]) -> list[_Row]:
        pane, places, rows, begin = self.pane, [*self.of_word], [], 0
        placed = frame(
            len(pane.columns), pane.rows, [pane.above, pane.below], below, replace(self._options, wrap=wrap),
            pane.named,
        )  # fmt: skip
        for stretch, (_, pieces) in zip(placed.stretches, placed.pieces, strict=True):
            # The state where all paths meet ends a row, and begins the next one.
            end = cuts[places[stretch.last]] if stretch.last + 1 < len(places) else len(self.order) - 1
            spots, under = self.order[begin : end + 1], self.under
            if under is not None and len(spots) < len(self.order):
                ends = [name for kind, name in spots if kind == "state"]
                part = replace(_LEVEL, span=(ends[0], ends[-1])) if len(ends) > 1 else None
                under = _Under(under.picture, part, self._theme, self._measure) if part else None
            rows.append(_Row(self, stretch, pieces, spots, under))
            begin = end if self.order[end][0] == "state" else end + 1
        return rows

    def _cuts(self) -> dict[int, int]:
        """Where in the order a row may end after a word: at the first state before the next one at which all paths
        meet; without a lattice at the word itself."""
        under, cuts, last = self.under, dict[int, int](), -1
        if under is None:
            return {place: at for at, (_, place) in enumerate(self.order)}
        meets = {under.states[place] for place in meeting(len(under.states), [edge[:2] for edge in under.edges])}
        for at, (kind, name) in enumerate(self.order):
            if kind == "word":
                last = name
            elif last in self.of_word and name in meets:
                cuts.setdefault(last, at)
        return cuts


def spread(order: Sequence[Spot], needed: Sequence[Needed], widths: Mapping[int, float]) -> dict[Spot, float]:
    """The x of each spot, in their order; the first is at 0. ``widths`` are the words', with what is between two."""
    place = {spot: number for number, spot in enumerate(order)}
    needs = [Need(place[one], place[other], distance) for one, other, distance in needed]
    words = [(number, widths.get(spot[1], 0.0)) for number, spot in enumerate(order) if spot[0] == "word"]
    needs += [Need(a, b, (wide + wider) / 2) for (a, wide), (b, wider) in pairwise(words)]
    xs = positions([0.0] * max(len(order) - 1, 0), needs) if order else []
    return dict(zip(order, xs, strict=True))


def between_words(xs: Mapping[int, float]) -> Iterator[Needed]:
    """What a structure whose words stand at these x asks for, by position: no two neighbours come closer."""
    for (one, left), (other, right) in pairwise(sorted(xs.items())):
        yield ("word", one), ("word", other), right - left


def with_states(
    words: Sequence[int], states: Sequence[int], spans: Mapping[int, tuple[int, int]]
) -> tuple[list[Spot], dict[int, tuple[int, int]]]:
    """Words and states in one order, and the words that stand between the states of their edges. Those do not that have
    no edge, or one beside that of a word before them."""
    rank = {state: number for number, state in enumerate(states)}
    order: list[Spot] = []
    between = {}
    taken = 0
    for word in words:
        origin, target = (rank.get(state, -1) for state in spans.get(word, (-1, -1)))
        if origin < 0 or target < 0 or origin < taken - 1:
            order.append(("word", word))
            continue
        between[word] = spans[word]
        middle = origin + 1 + (target - origin - 1) // 2
        order += [("state", state) for state in states[taken:middle]]
        order.append(("word", word))
        order += [("state", state) for state in states[max(taken, middle) : target + 1]]
        taken = max(taken, target + 1)
    return order + [("state", state) for state in states[taken:]], between


def _for_lattice(
    edges: Sequence[LabelledEdge], states: Sequence[int], spans: Mapping[int, tuple[int, int]]
) -> Iterator[Needed]:
    """What a lattice asks for: labels between their states, those of the shared words in the words' columns."""
    yield from ((("state", one), ("state", other), STATE + GAP) for one, other in pairwise(states))
    widest: dict[tuple[int, int], float] = {}
    for edge in edges:
        ends = states[edge.origin], states[edge.target]
        widest[ends] = max(widest.get(ends, 0.0), edge.width)
    for (origin, target), width in widest.items():
        yield ("state", origin), ("state", target), width + STATE + 2 * GAP
    for word, (origin, target) in spans.items():
        half = widest.get((origin, target), 0.0) / 2 + STATE / 2 + GAP
        yield ("state", origin), ("word", word), half
        yield ("word", word), ("state", target), half


class _Row:
    """One row of words with what is above and below them. ``words`` have their x by place, in the whole picture."""

    def __init__(
        self, scene: _Scene, stretch: Stretch, pieces: Sequence[Piece], spots: Sequence[Spot], under: _Under | None
    ) -> None:
        self._pane, self._pieces = scene.pane, pieces
        of_word = scene.of_word
        places = [place for place, column in of_word.items() if column in stretch]
        part, self._onward = _part(scene.tree, places)
        self._close = bool(self._onward) or scene.tree_options.tight or scene.ruler.theme.snug  # as high as need be
        # The tree as it would stand alone.
        [self._shown] = shown_trees([part], scene.tree_options)
        self._texts = texts_of(self._shown, scene.tree_options, scene.ruler)
        self._line = shared_line([self._shown], [self._texts], scene.tree_options, scene.ruler)
        words = part.sentence.words
        self._positions = [words[slot.word].position for slot in self._shown.slots if slot.word is not None]
        above = dict(zip(self._positions, self._line.xs, strict=True))
        before = after = 0.0  # what its labels need beside the first word and the last one
        if above:
            widest = stand(self._shown, self._texts, self._line, 0, tight=self._close).widest
            cut = [any(ways) for ways in zip((False, False), *self._onward.values(), strict=True)]
            before = max(self._line.xs[0] - min(widest[0], 0.0), OPEN_END * cut[0])
            after = max(self._line.reach[-1], OPEN_END * cut[1])
        needed = [*between_words(above), *between_words({place: stretch.x(of_word[place]) for place in places})]
        if under is not None:
            own = {place: ends for place, ends in scene.between.items() if place in places}
            needed += _for_lattice(under.edges, under.states, own)
        widths, gap = scene.pane.rows[0].widths, scene.pane.gaps.words
        self._xs = spread(spots, needed, {place: widths[of_word[place]] + gap for place in places})
        left, first, *_ = stretch.xs
        *_, last, right = stretch.xs
        self._left = MARGIN + max(before, first - left, STATE if under else 0.0)
        self.words = {name: self._left + x for (kind, name), x in self._xs.items() if kind == "word"}
        centres = [self.words[place] for place in places]
        edges = centres[0] - max(before, first - left), centres[-1] + max(right - last, after)
        self._stretch = Stretch(stretch.first, stretch.last, (edges[0], *centres, edges[1]))
        self.lattice = Diagram(0, 0) if under is None else under.diagram(self._xs, self._left)
        self.width = max(edges[1] + MARGIN, self.lattice.width)

    def drawn(self, top: float) -> tuple[list[Shape], float]:
        """The shapes below a y, and where they end."""
        line = replace(self._line, xs=[self.words[place] for place in self._positions])
        standing = stand(self._shown, self._texts, line, 0, tight=self._close)
        edges = self._stretch.xs
        for number, item in enumerate(self._shown.items):  # the lines of what is cut run out of the row, as arcs do
            if item.is_node and item.number in self._onward:
                (left, right), (from_above, goes_on) = standing.ends[number], self._onward[item.number]
                left, right = edges[0] - RADIUS if from_above else left, edges[-1] + RADIUS if goes_on else right
                standing.ends[number] = left, right
        tag = standing.texts.lines.tag
        base = top + MARGIN + standing.height + tag.height
        shapes = [*TreeLines(standing, 0.0, base - tag.height, tag.height).shapes()]
        for cell in line.parts[0].cells:  # the tags stand on the line of the words
            if cell.tag is not None:
                shapes += cell.tag.shapes(line.xs[cell.column], base - tag.height, tag, cell.key)
        strip = Strip(self._pane, self._stretch, [], self._pieces)
        shapes += strip.shapes(base - BELOW_ARROWS, right_to_left=False)
        end = base - BELOW_ARROWS + strip.descent
        if self.lattice.shapes:
            shapes += self.lattice.moved(0.0, end + BETWEEN).shapes
            end += BETWEEN + self.lattice.height
        return shapes, end


def _part(tree: TreePicture, places: Sequence[int]) -> tuple[TreePicture, dict[int, tuple[bool, bool]]]:
    """The tree over some words, and for each constituent that they cut whether it comes from the row before and whether
    it goes on in the next one. Its label stands again in each row, as the label of an arc does."""
    inside = {*places}
    words = tuple(word for word in tree.sentence.words if word.position in inside)
    if len(words) == len(tree.sentence.words):
        return tree, {}
    nodes, onward = [], {}
    for node in tree.sentence.nodes:
        own = tree.positions(node.number)
        if inside.isdisjoint(own):
            continue
        begins, ends = own[0] < places[0], own[-1] > places[-1]
        if begins or ends:
            onward[node.number] = begins, ends
        nodes.append(replace(node, label=f"…{node.label}") if begins and not tree.is_wrapper(node) else node)
    return replace(tree, sentence=replace(tree.sentence, words=words, nodes=tuple(nodes))), onward


class _Under:
    """A lattice, or a stretch of it: its states in order, its edges as they are to be laid out."""

    def __init__(self, picture: LatticePicture, options: LatticeOptions, theme: Theme, measure: TextMeasure) -> None:
        self.picture, self._options, self._theme, self._measure = picture, options, theme, measure
        _, self.states, self.edges = measured(picture, options, ruler_for(theme, measure))

    def diagram(self, xs: Mapping[Spot, float], left: float) -> Diagram:
        """The lattice with its upper edge at y 0, its height as it was; its states where ``xs`` has them."""
        centres = [xs["state", state] for state in self.states]
        drawn = draw_lattice(
            self.picture, self._options, self._theme, self._measure,
            layout=lambda _, edges: layered_at(centres, edges),
        )  # fmt: skip
        first = Key(Side.BOTH, "state", f"{self.states[0]}")
        at = next(text.x for text in drawn.texts if text.key == first)
        return replace(drawn.moved(left + centres[0] - at, -MARGIN), height=drawn.height - MARGIN)


def _elements(known: Structures, pane: ArcPane, shapes: Sequence[Shape]) -> dict[Key, Element]:
    """What can be pointed at: constituents and their tags, words and arcs; words are described with their arcs."""
    keys = dict.fromkeys(shape.key for shape in shapes if shape.key is not None)
    of_tree = [key for key in keys if key.side is known.tree.side and key.kind in ("node", "word")]
    found = dict(tree_elements(of_tree, [known.tree], [known.tree]))
    found |= {element.key: element for element in pane_elements(pane, [known.words, known.arcs])}
    for place in known.words.word_at:
        key = Key(Side.BOTH, "word", f"{place}")
        if place in known.arcs.word_at:
            text = dependent_description(place, known.arcs)
        else:
            text = f"word {word_phrase(known.words, place)} of {known.tree.name} only"
        found[key] = Element(key, text, (place,))
    return found
