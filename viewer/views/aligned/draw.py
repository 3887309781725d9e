"""One picture of several structures over the same words: constituents above, arcs below, a lattice under them.

Each is drawn by its own view's code; only the x of the words are common: as close together as each of them allows.
Pure geometry, in pixels at zoom 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from goldleaf.viewer.diagram.graph_layout import LabelledEdge, Layout
from goldleaf.viewer.diagram.options import Direction, Options
from goldleaf.viewer.diagram.ruler import Ruler, ruler_for
from goldleaf.viewer.diagram.shapes import MARGIN, Diagram, Element, Key, Shape, Side, Text, mirrored
from goldleaf.viewer.diagram.spacing import Need, positions
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.columns import columns_of
from goldleaf.viewer.views.arcs.describe import dependent_description, word_phrase
from goldleaf.viewer.views.arcs.draw import runs_right_to_left
from goldleaf.viewer.views.arcs.frame import Stretch, frame
from goldleaf.viewer.views.arcs.pane import Pane, Strip, below_words, make_pane, pane_elements
from goldleaf.viewer.views.arcs.words import BELOW_ARROWS
from goldleaf.viewer.views.lattices.draw import draw_lattice
from goldleaf.viewer.views.lattices.lattice_picture import LatticeOptions, LatticePicture, arcs
from goldleaf.viewer.views.lattices.layout import GAP, STATE, layered, layered_at
from goldleaf.viewer.views.trees.bottom import TreeLines, stand
from goldleaf.viewer.views.trees.describe import tree_elements
from goldleaf.viewer.views.trees.labels import texts_of
from goldleaf.viewer.views.trees.line import shared_line
from goldleaf.viewer.views.trees.options import Style, TreeOptions
from goldleaf.viewer.views.trees.shown import shown_tree
from goldleaf.viewer.views.trees.tree_picture import TreePicture

BETWEEN = 22.0  # from the arcs to the lattice, in pixels
WORD_GAP = 14.0  # between words of which no structure has both

Spot = tuple[str, int]
"""A word by its position (``word``), or a state of a lattice (``state``)."""

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


def draw_aligned(known: Structures, options: Options, theme: Theme, measure: Measure) -> Diagram:
    """The picture of the structures."""
    ruler = ruler_for(theme, measure)
    above, below = _Above(known.tree, ruler), _Below(known, options, ruler)
    under = None if known.lattice is None else _Under(known.lattice, theme, measure)
    places = sorted(below.pane.columns.of_word)
    order: list[Spot] = [("word", place) for place in places]
    needed = [*between_words(above.xs), *between_words(below.xs)]
    if under is not None:
        order, between = with_states(places, under.states, known.spans)
        needed += _for_lattice(under.edges, under.states, between)
    xs = spread(order, needed, dict(zip(below.pane.columns.of_word, below.pane.rows[0].widths, strict=True)))
    left = MARGIN + max(above.before, below.before, STATE if under else 0.0)
    words = {place: left + x for (kind, place), x in xs.items() if kind == "word"}
    standing = stand(above.shown, above.texts, replace(above.line, xs=[words[place] for place in above.positions]), 0)
    tag = standing.texts.lines.tag
    base = MARGIN + standing.height + tag.height
    shapes = [*TreeLines(standing, 0.0, base - tag.height, tag.height).shapes()]
    for cell in above.line.parts[0].cells:  # the tags stand on the line of the words
        if cell.tag is not None:
            shapes += cell.tag.shapes(words[above.positions[cell.column]], base - tag.height, tag, cell.key)
    strip = below.strip(words)
    shapes += strip.shapes(base - BELOW_ARROWS, right_to_left=False)
    end = base - BELOW_ARROWS + strip.descent
    elements = _elements(known, below.pane, shapes)
    right = max((xs["word", place] + above.after for place in above.positions[-1:]), default=0.0)
    end_of_words = max(x for (kind, _), x in xs.items() if kind == "word") + below.right - below.last
    width = max(left + right, left + end_of_words, *words.values()) + MARGIN
    if under is not None:
        drawn = under.diagram(xs, left, end + BETWEEN)
        shapes += drawn.shapes
        elements |= drawn.elements
        end, width = end + BETWEEN + drawn.height, max(width, drawn.width)
    if runs_right_to_left(known.words, options.direction):
        shapes = [mirrored(shape, width) for shape in shapes]
    sentence, names = known.tree.sentence, (known.tree.name, known.arcs.name)
    about = {"view": "aligned", "sentence": f"{sentence.number}"}
    return Diagram(
        width=width,
        height=end + MARGIN,
        shapes=tuple(shapes),
        elements=elements,
        title=f"{names[0]} and {names[1]}, sentence {sentence.number}",
        description=(
            f"Constituents of {names[0]}, dependencies of {names[1]}{' and a lattice' if under else ''} over "
            f"{len(known.words.sentence.words)} words: ‘{sentence.running_text}’."
        ),
        metadata={**about, "id": sentence.id} if sentence.id else about,
    )


def spread(order: Sequence[Spot], needed: Sequence[Needed], widths: Mapping[int, float]) -> dict[Spot, float]:
    """The x of each spot, in their order; the first is at 0. ``widths`` are the words'."""
    place = {spot: number for number, spot in enumerate(order)}
    needs = [Need(place[one], place[other], distance) for one, other, distance in needed]
    words = [(number, widths.get(spot[1], 0.0)) for number, spot in enumerate(order) if spot[0] == "word"]
    needs += [Need(a, b, (wide + wider) / 2 + WORD_GAP) for (a, wide), (b, wider) in pairwise(words)]
    xs = positions([0.0] * max(len(order) - 1, 0), needs) if order else []
    return dict(zip(order, xs, strict=True))


def between_words(xs: Mapping[int, float]) -> Iterator[Needed]:
    """What a structure whose words stand at these x asks for, by position: no two neighbours come closer."""
    for (one, left), (other, right) in pairwise(sorted(xs.items())):
        yield ("word", one), ("word", other), right - left


def with_states(
    words: Sequence[int], states: Sequence[int], spans: Mapping[int, tuple[int, int]]
) -> tuple[list[Spot], dict[int, tuple[int, int]]]:
    """Words and states in one order, and the words that stand between the states of their edges.

    Those do not that have no edge, or one beside that of a word before them.
    """
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
    least = STATE + GAP
    yield from ((("state", one), ("state", other), least) for one, other in pairwise(states))
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


class _Above:
    """The tree as it would stand alone: the x of its words, by position.

    Its labels need ``before`` to the left of the first word and ``after`` to the right of the last one.
    """

    def __init__(self, picture: TreePicture, ruler: Ruler) -> None:
        options = TreeOptions(style=Style.BOTTOM, traces=False)
        self.shown = shown_tree(picture, options)
        self.texts = texts_of(self.shown, options, ruler)
        self.line = shared_line([self.shown], [self.texts], options, ruler)
        words = picture.sentence.words
        self.positions = [words[slot.word].position for slot in self.shown.slots if slot.word is not None]
        self.xs = dict(zip(self.positions, self.line.xs, strict=True))
        self.before = self.after = 0.0
        if self.positions:
            self.before = self.line.xs[0] - min(stand(self.shown, self.texts, self.line, 0).widest[0], 0.0)
            self.after = self.line.reach[-1]


class _Below:
    """The words and the arcs as they would stand alone: the x of the words, by position, and of the row's edges."""

    def __init__(self, known: Structures, options: Options, ruler: Ruler) -> None:
        pictures = (known.words, known.arcs)
        columns = columns_of(pictures, options)
        self.pane = pane = make_pane(pictures, columns, options, ruler)
        placed = frame(len(columns), pane.rows, [pane.above, pane.below], below_words([pane]), options, lambda: ())
        stretch, (_, self._pieces) = placed.stretches[0], placed.pieces[0]
        self.xs = {place: stretch.x(column) for place, column in columns.of_word.items()}
        left, first, *_ = stretch.xs
        *_, self.last, self.right = stretch.xs
        self.before = first - left

    def strip(self, words: Mapping[int, float]) -> Strip:
        """The words where they stand now, and what is below them: the pane has nothing above them."""
        centres = [words[place] for place in sorted(words)]
        stretch = Stretch(0, len(centres) - 1, (centres[0] - self.before, *centres, centres[-1] + self.before))
        return Strip(self.pane, stretch, [], self._pieces)


class _Under:
    """A lattice: its states in order, its edges as they are to be laid out."""

    def __init__(self, picture: LatticePicture, theme: Theme, measure: Measure) -> None:
        self._picture, self._theme, self._measure = picture, theme, measure
        self.edges: list[LabelledEdge] = []

        def laid_out(states: int, edges: Sequence[LabelledEdge]) -> Layout:
            self.edges.extend(edges)
            return layered(states, edges)

        # Drawn once for the widths of its labels alone, from which its states have their places.
        draw_lattice(picture, _LEVEL, theme, measure, layout=laid_out)
        used = {state for arc in arcs(picture, _LEVEL) for state in (arc.origin, arc.target)}
        self.states = [state for state in picture.lattice.states if state in used]

    def diagram(self, xs: Mapping[Spot, float], left: float, top: float) -> Diagram:
        """The lattice with its upper edge at a y, its height as it was; its states where ``xs`` has them."""
        centres = [xs["state", state] for state in self.states]
        drawn = draw_lattice(
            self._picture, _LEVEL, self._theme, self._measure, layout=lambda _, edges: layered_at(centres, edges)
        )
        first = Key(Side.BOTH, "state", f"{self.states[0]}")
        at = next(shape.x for shape in drawn.shapes_of(first) if isinstance(shape, Text))
        return replace(drawn.moved(left + centres[0] - at, top - MARGIN), height=drawn.height - MARGIN)


def _elements(known: Structures, pane: Pane, shapes: Sequence[Shape]) -> dict[Key, Element]:
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
