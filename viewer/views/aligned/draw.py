"""One picture of several structures over the same words: constituents above, arcs below, a lattice under them.

Each is drawn by its own view's code; only the x of the words are common. Pure geometry, in pixels at zoom 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from goldleaf.viewer.diagram.graph_layout import LabelledEdge, Layout
from goldleaf.viewer.diagram.mirror import mirrored
from goldleaf.viewer.diagram.options import Direction, Options
from goldleaf.viewer.diagram.ruler import Ruler, ruler_for
from goldleaf.viewer.diagram.shapes import MARGIN, Diagram, Element, Key, Shape, Side, Text
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.views.aligned.spread import Needed, Spot, between_words, for_lattice, spread, with_states
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.columns import columns_of
from goldleaf.viewer.views.arcs.describe import dependent_description, word_phrase
from goldleaf.viewer.views.arcs.draw import runs_right_to_left
from goldleaf.viewer.views.arcs.elements import pane_elements
from goldleaf.viewer.views.arcs.frame import Frame, Stretch, frame
from goldleaf.viewer.views.arcs.pane import Pane, Strip, below_words, make_pane
from goldleaf.viewer.views.arcs.words import BELOW_ARROWS
from goldleaf.viewer.views.lattices.draw import draw_lattice
from goldleaf.viewer.views.lattices.lattice_picture import LatticeOptions, LatticePicture, arcs
from goldleaf.viewer.views.lattices.layout import STATE, layered, layered_at
from goldleaf.viewer.views.trees.bottom import Standing, stand
from goldleaf.viewer.views.trees.describe import tree_elements
from goldleaf.viewer.views.trees.labels import Texts, texts_of
from goldleaf.viewer.views.trees.line import Line, shared_line
from goldleaf.viewer.views.trees.lines import TreeLines
from goldleaf.viewer.views.trees.options import Style, TreeOptions
from goldleaf.viewer.views.trees.shown import Shown, shown_tree
from goldleaf.viewer.views.trees.tree_picture import TreePicture

BETWEEN = 22.0  # from the arcs to the lattice


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
    above, below = _Above.of(known.tree, ruler), _Below.of(known, options, ruler)
    under = _Under.of(known, theme, measure)
    order, needed = _asked(above, below, under)
    widths = dict(zip(below.pane.columns.of_word, below.pane.rows[0].widths, strict=True))
    xs = spread(order, needed, widths)
    left = MARGIN + max(above.before, below.before, under.before if under else 0.0)
    words = {place: left + x for (kind, place), x in xs.items() if kind == "word"}
    standing = above.standing(words)
    base = MARGIN + standing.height + standing.texts.lines.tag.height
    shapes = [*_tree_shapes(above, standing, words, base), *below.shapes(words, base, ruler)]
    end = base - BELOW_ARROWS + below.descent(words)
    elements = _elements(known, below.pane, shapes)
    width = max(left + above.after(xs), left + below.after(xs), *words.values()) + MARGIN
    if under is not None:
        drawn = under.diagram(xs, left, end + BETWEEN)
        shapes += drawn.shapes
        elements |= drawn.elements
        end, width = end + BETWEEN + drawn.height, max(width, drawn.width)
    if runs_right_to_left(known.words, options.direction):
        shapes = [mirrored(shape, width) for shape in shapes]
    sentence = known.tree.sentence
    about = {"view": "aligned", "sentence": f"{sentence.number}"}
    return Diagram(
        width=width,
        height=end + MARGIN,
        shapes=tuple(shapes),
        elements=elements,
        title=f"{known.tree.name} and {known.arcs.name}, sentence {sentence.number}",
        description=_description(known),
        metadata={**about, "id": sentence.id} if sentence.id else about,
    )


def _description(known: Structures) -> str:
    """The alt text."""
    lattice = " and a lattice" if known.lattice is not None else ""
    return (
        f"Constituents of {known.tree.name}, dependencies of {known.arcs.name}{lattice} over "
        f"{len(known.words.sentence.words)} words: ‘{known.tree.sentence.running_text}’."
    )


def _asked(above: _Above, below: _Below, under: _Under | None) -> tuple[list[Spot], list[Needed]]:
    """The spots of the words, and of a lattice's states where they can stand between them; how far apart they are."""
    words = sorted(below.pane.columns.of_word)
    order: list[Spot] = [("word", word) for word in words]
    needed = [*between_words(above.xs), *between_words(below.xs)]
    if under is not None:
        order, between = with_states(words, under.states, under.spans)
        needed += for_lattice(under.edges, under.states, between)
    return order, needed


@dataclass(frozen=True, slots=True)
class _Above:
    """The tree as it would stand alone."""

    shown: Shown
    texts: Texts
    line: Line
    positions: list[int]  # of the words, by column

    @staticmethod
    def of(picture: TreePicture, ruler: Ruler) -> _Above:
        options = TreeOptions(style=Style.BOTTOM, traces=False)
        shown = shown_tree(picture, options)
        texts = texts_of(shown, options, ruler)
        words = picture.sentence.words
        positions = [words[slot.word].position for slot in shown.slots if slot.word is not None]
        return _Above(shown, texts, shared_line([shown], [texts], options, ruler), positions)

    @property
    def xs(self) -> dict[int, float]:
        """The x of the words, by position."""
        return dict(zip(self.positions, self.line.xs, strict=True))

    @property
    def before(self) -> float:
        """What the labels need to the left of the first word."""
        alone = stand(self.shown, self.texts, self.line, 0)
        return self.line.xs[0] - min(alone.widest[0], 0.0) if self.line.xs else 0.0

    def after(self, xs: Mapping[Spot, float]) -> float:
        """The right edge of the last word's texts."""
        last = self.positions[-1:]
        return max((xs["word", place] + self.line.reach[-1] for place in last), default=0.0)

    def standing(self, words: Mapping[int, float]) -> Standing:
        """The tree over its words where they stand now."""
        line = Line([words[place] for place in self.positions], self.line.reach, self.line.parts)
        return stand(self.shown, self.texts, line, 0)


def _tree_shapes(above: _Above, standing: Standing, words: Mapping[int, float], base: float) -> Iterator[Shape]:
    """Branches and labels, then the tags on the line of the words."""
    tag = standing.texts.lines.tag
    yield from TreeLines(standing, 0.0, base - tag.height, tag.height).shapes()
    for cell in above.line.parts[0].cells:
        if cell.tag is not None:
            yield from cell.tag.shapes(words[above.positions[cell.column]], base - tag.height, tag, cell.key)


@dataclass(frozen=True, slots=True)
class _Below:
    """The words and the arcs as they would stand alone."""

    pane: Pane
    frame: Frame

    @staticmethod
    def of(known: Structures, options: Options, ruler: Ruler) -> _Below:
        pictures = (known.words, known.arcs)
        columns = columns_of(pictures, options)
        pane = make_pane(pictures, columns, options, ruler)
        groups = [pane.above, pane.below]
        return _Below(pane, frame(len(columns), pane.rows, groups, below_words([pane]), options, lambda: ()))

    @property
    def xs(self) -> dict[int, float]:
        """The x of the words, by position."""
        stretch = self.frame.stretches[0]
        return {place: stretch.x(column) for place, column in self.pane.columns.of_word.items()}

    @property
    def before(self) -> float:
        """From the left edge to the first word."""
        left, first, *_ = self.frame.stretches[0].xs
        return first - left

    def after(self, xs: Mapping[Spot, float]) -> float:
        """The right edge of the last word's texts and arcs."""
        *_, last, right = self.frame.stretches[0].xs
        return max(x for (kind, _), x in xs.items() if kind == "word") + right - last

    def _stretch(self, words: Mapping[int, float]) -> Stretch:
        centres = [words[place] for place in sorted(words)]
        return Stretch(0, len(centres) - 1, (centres[0] - self.before, *centres, centres[-1] + self.before))

    def descent(self, words: Mapping[int, float]) -> float:
        """From the line of the words down to the lower edge of the arcs."""
        return Strip.of(self.pane, self._stretch(words), [], self.frame.pieces[0][1]).descent

    def shapes(self, words: Mapping[int, float], base: float, ruler: Ruler) -> list[Shape]:  # noqa: ARG002
        """The words with their upper edge at y ``base``, and what is below them."""
        strip = Strip.of(self.pane, self._stretch(words), [], self.frame.pieces[0][1])
        return strip.shapes(base - BELOW_ARROWS, right_to_left=False)


@dataclass(frozen=True, slots=True)
class _Under:
    """A lattice: its states in order, its edges as they are to be laid out, and the words' states."""

    picture: LatticePicture
    theme: Theme
    measure: Measure
    states: list[int]
    edges: list[LabelledEdge]
    spans: Mapping[int, tuple[int, int]]

    @staticmethod
    def of(known: Structures, theme: Theme, measure: Measure) -> _Under | None:
        if known.lattice is None:
            return None
        edges: list[LabelledEdge] = []

        def asked(states: int, found: Sequence[LabelledEdge]) -> Layout:
            edges.extend(found)
            return layered(states, found)

        draw_lattice(known.lattice, _LEVEL, theme, measure, layout=asked)
        used = {state for arc in arcs(known.lattice, _LEVEL) for state in (arc.origin, arc.target)}
        states = [state for state in known.lattice.lattice.states if state in used]
        return _Under(known.lattice, theme, measure, states, edges, known.spans)

    @property
    def before(self) -> float:
        """From the left edge to the first word."""
        return STATE

    def diagram(self, xs: Mapping[Spot, float], left: float, top: float) -> Diagram:
        """The lattice with its upper edge at a y; its states where ``xs`` has them."""
        centres = [xs["state", state] for state in self.states]
        drawn = draw_lattice(
            self.picture, _LEVEL, self.theme, self.measure, layout=lambda _, edges: layered_at(centres, edges)
        )
        first = Key(Side.BOTH, "state", f"{self.states[0]}")
        at = next(shape.x for shape in drawn.shapes_of(first) if isinstance(shape, Text))
        return _moved(drawn, left + centres[0] - at, top)


_LEVEL = LatticeOptions(direction=Direction.LEFT_TO_RIGHT)


def _moved(drawn: Diagram, dx: float, top: float) -> Diagram:
    """The diagram shifted, its height as it was."""
    return replace(drawn.moved(dx, top - MARGIN), height=drawn.height - MARGIN)


def _elements(known: Structures, pane: Pane, shapes: Sequence[Shape]) -> dict[Key, Element]:
    """What can be pointed at: constituents and their tags, words and arcs."""
    keys = dict.fromkeys(shape.key for shape in shapes if shape.key is not None)
    of_tree = [key for key in keys if key.side is known.tree.side and key.kind in ("node", "word")]
    found = tree_elements(of_tree, [known.tree], [known.tree])
    below = {element.key: element for element in pane_elements(pane, [known.words, known.arcs])}
    return {**found, **below, **_of_words(known)}


def _of_words(known: Structures) -> dict[Key, Element]:
    """The words of the dependencies, described with their arcs."""
    found = {}
    for place in known.words.word_at:
        key = Key(Side.BOTH, "word", f"{place}")
        if place in known.arcs.word_at:
            text = dependent_description(place, known.arcs)
        else:
            text = f"word {word_phrase(known.words, place)} of {known.tree.name} only"
        found[key] = Element(key, text, (place,))
    return found
