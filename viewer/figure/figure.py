"""From a sentence in gold and parse to the diagrams that are shown, exported and rendered. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics.tedeval.script import edit_script
from goldleaf.core.version import VERSION
from goldleaf.viewer.diagram.compose import compose
from goldleaf.viewer.diagram.options import Mode, Options, Row
from goldleaf.viewer.diagram.shapes import Diagram, Role, Text
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.export import Arcs, Drawn, Trees
from goldleaf.viewer.figure.word_marks import lone_words, wrong_tags
from goldleaf.viewer.session.document import Pair
from goldleaf.viewer.views.arcs.draw import draw
from goldleaf.viewer.views.arcs.picture import ArcsPicture, pictures
from goldleaf.viewer.views.functions.differences import FunctionDifference, function_differences
from goldleaf.viewer.views.functions.picture import FunctionPicture, function_pictures
from goldleaf.viewer.views.lattices.graphviz import lay_out
from goldleaf.viewer.views.lattices.layout import LayOut
from goldleaf.viewer.views.lattices.picture import LatticePicture
from goldleaf.viewer.views.lattices.shown import LatticeLook, ShownLattice, drawn
from goldleaf.viewer.views.trees.draw import draw_trees
from goldleaf.viewer.views.trees.options import TreeOptions
from goldleaf.viewer.views.trees.picture import TreePicture, tree_pictures


class Structure(StrEnum):
    """Which structure of a sentence is drawn."""

    AUTO = "auto"  # the tree of a treebank that has trees, else arcs
    ARCS = "arcs"
    TREE = "tree"
    FUNCTIONS = "function"  # all that can be drawn where gold and parse have trees of different kinds
    LATTICE = "lattice"  # all that can be drawn of words without trees

    def of(self, pair: Pair | None) -> Structure:
        """What is drawn of a pair: what is asked for, if the treebank has it."""
        if pair is not None and (pair.lattice_only or (self is Structure.LATTICE and pair.has_lattice)):
            return Structure.LATTICE
        if self is Structure.FUNCTIONS or (pair is not None and not pair.has_tree and not pair.has_arcs):
            return Structure.FUNCTIONS
        if pair is None:
            return Structure.ARCS
        if pair.has_tree and (self is not Structure.ARCS or not pair.has_arcs):
            return Structure.TREE
        return Structure.ARCS


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How sentences are shown: how the pictures stand to each other, which they are, and what is in them.

    What `Options` and `TreeOptions` have in common is read from ``options``.
    """

    mode: Mode = Mode.STACKED
    options: Options = field(default_factory=Options)
    structure: Structure = Structure.AUTO
    tree: TreeOptions = field(default_factory=TreeOptions)
    ghosts: bool = True  # what the generalised gold has not of each gold
    applied: int | None = None  # edits of the script, after which the parse is shown; None for the parse itself
    lattice: LatticeLook = field(default_factory=LatticeLook)

    @property
    def tree_options(self) -> TreeOptions:
        """What is shown of trees."""
        options = self.options
        return replace(
            self.tree,
            tags=Row.TAG in options.rows or Row.FINE_TAG in options.rows,
            matched=options.matched,
            gold_only=options.gold_only,
            parse_only=options.parse_only,
            not_scored=options.not_scored,
            only_differences=options.only_differences,
            direction=options.direction,
        )

    @property
    def unfolded(self) -> Look:
        """The same without the folds and the edits made, which are of one sentence."""
        if not self.tree.folded and not self.applied and self.lattice == LatticeLook():
            return self
        applied = None if self.applied is None else 0
        return replace(self, tree=replace(self.tree, folded=frozenset()), applied=applied, lattice=LatticeLook())


@dataclass(frozen=True, eq=False)
class Figure:
    """The diagrams of one sentence with a title for each, and the pictures that they were drawn from."""

    diagrams: tuple[Diagram, ...]
    titles: tuple[str, ...]
    pictures: tuple[ArcsPicture, ...]
    beside: bool = False
    trees: tuple[TreePicture, ...] = ()
    edits: tuple[FunctionDifference, ...] | None = None  # of function trees
    lattice: ShownLattice | None = None

    @property
    def sides(self) -> tuple[ArcsPicture | TreePicture, ...]:
        """The pictures of either kind."""
        return self.trees or self.pictures


def figure(
    pair: Pair,
    look: Look,
    theme: Theme,
    measure: Measure,
    *,
    gold_title: str = "gold",
    parse_title: str = "parse",
    metadata: Mapping[str, str] | None = None,
    lattice: LatticePicture | None = None,
    lay_out: LayOut = lay_out,
) -> Figure:
    """Draw a pair. A side without words has no diagram; sides that cannot be compared are drawn apart.

    ``metadata`` (the files' names, …) is added to what the diagrams carry into exported files. A ``lattice`` is drawn
    in the place of trees, if it is to be shown, as ``lay_out`` lays it out.
    """
    if look.structure.of(pair) is Structure.LATTICE:
        return _in_lattice(lattice, look, theme, measure, lay_out, {"goldleaf": VERSION, **(metadata or {})})
    arcs: list[ArcsPicture] = []
    trees: Sequence[TreePicture] = []
    edits = None
    titles = (gold_title, parse_title)
    if look.structure.of(pair) is Structure.FUNCTIONS:
        functions, edits = _functions(pair, look, titles)
        trees = [picture for picture in functions if picture.sentence.words]
        diagrams = _trees_drawn(trees, pair, look, theme, measure)
    elif look.structure.of(pair) is Structure.TREE:
        trees = [picture for picture in _trees(pair, titles) if picture.sentence.words]
        diagrams = _trees_drawn(trees, pair, look, theme, measure)
    else:
        known = pictures(pair.gold, pair.parse, pair.facts, gold_title=gold_title, parse_title=parse_title)
        arcs = [picture for picture in known if picture.sentence.words]
        diagrams = _arcs_drawn(arcs, pair, look, theme, measure)
    names = tuple(picture.title for picture in (trees or arcs))
    overlay = look.mode == Mode.OVERLAY and len(names) > 1 and pair.why_not is None
    extra = {"goldleaf": VERSION, **(metadata or {})}
    return Figure(
        diagrams=tuple(replace(diagram, metadata={**diagram.metadata, **extra}) for diagram in diagrams),
        titles=(f"{gold_title} above, {parse_title} below",) if overlay else names,
        pictures=tuple(arcs),
        beside=look.mode == Mode.BESIDE,
        trees=tuple(trees),
        edits=edits,
    )


def _in_lattice(
    picture: LatticePicture | None,
    look: Look,
    theme: Theme,
    measure: Measure,
    lay_out: LayOut,
    metadata: Mapping[str, str],
) -> Figure:
    if picture is None:
        return Figure((), (), ())
    diagram, shown = drawn(picture, look.lattice, look.options.direction, theme, measure, lay_out)
    diagram = replace(diagram, metadata={**diagram.metadata, **metadata})
    return Figure((diagram,), ("lattice",), (), lattice=shown)


def _functions(
    pair: Pair, look: Look, titles: tuple[str, str]
) -> tuple[Sequence[FunctionPicture], tuple[FunctionDifference, ...]]:
    """The function trees and the edits from the parse's to the gold's."""
    if pair.functions is None:
        return [], ()
    script = edit_script(pair.functions) if pair.parse is not None else ()
    drawn = function_pictures(
        pair.functions,
        pair.gold,
        pair.parse,
        script,
        titles=(*titles, "generalised gold"),
        ghosts=look.ghosts,
        applied=look.applied,
    )
    if pair.parse is None:
        return drawn, ()
    edits = function_differences(pair.functions, script, pair.gold, pair.parse, drawn)
    if look.mode == Mode.OVERLAY and pair.functions.is_generalized:
        drawn = [drawn[2], drawn[1]]
    return drawn, edits


def _trees(pair: Pair, titles: tuple[str, str]) -> list[TreePicture]:
    tags = wrong_tags(pair.gold, pair.parse) if pair.why_not is None else ({}, {})
    alone = lone_words(pair.gold, pair.parse)
    return tree_pictures(
        pair.gold,
        pair.parse,
        pair.nodes,
        gold_words=tags[0] | alone[0],
        parse_words=tags[1] | alone[1],
        gold_title=titles[0],
        parse_title=titles[1],
    )


def _trees_drawn(sides: Sequence[TreePicture], pair: Pair, look: Look, theme: Theme, measure: Measure) -> list[Diagram]:
    if not sides:
        return []
    options = look.tree_options
    if look.structure.of(pair) is Structure.FUNCTIONS:
        options = replace(options, pills=True)
    if pair.why_not is None or pair.places is not None:
        return draw_trees(sides, look.mode, options, theme, measure)
    return [diagram for side in sides for diagram in draw_trees([side], Mode.STACKED, options, theme, measure)]


def _arcs_drawn(sides: Sequence[ArcsPicture], pair: Pair, look: Look, theme: Theme, measure: Measure) -> list[Diagram]:
    if not sides:
        return []
    if pair.why_not is None or pair.places is not None:
        return draw(sides, look.mode, look.options, theme, measure)
    return [diagram for side in sides for diagram in draw([side], Mode.STACKED, look.options, theme, measure)]


def level(diagrams: Sequence[Diagram]) -> list[Diagram]:
    """The diagrams moved down until their words stand at the same height, to be shown in the same place."""
    heights = [_words_at(diagram) for diagram in diagrams]
    lowest = max(heights, default=0.0)
    moved = [
        diagram.moved(0, lowest - height) if height < lowest else diagram
        for diagram, height in zip(diagrams, heights, strict=True)
    ]
    tallest = max((diagram.height for diagram in moved), default=0.0)
    return [replace(diagram, height=tallest) for diagram in moved]


def _words_at(diagram: Diagram) -> float:
    return next((shape.y for shape in diagram.shapes if isinstance(shape, Text) and shape.role == Role.WORD), 0.0)


def composed(
    shown: Figure, look: Look, theme: Theme, measure: Measure, *, legend: bool = False, caption: str = ""
) -> Diagram:
    """All that is shown as one picture, as it is copied, exported and rendered. Raises OptionError if nothing is."""
    if not shown.diagrams:
        raise OptionError("There is nothing to draw.")
    arrangement = Mode.BESIDE if shown.beside else Mode.STACKED if len(shown.diagrams) > 1 else look.mode
    titles = shown.titles if len(shown.diagrams) > 1 else ()
    return compose(shown.diagrams, arrangement, theme, measure, titles=titles, legend=legend, caption=caption)


def structure(shown: Figure, look: Look) -> Drawn | None:
    """What TeX is written from; None for the lines of the diagram."""
    if shown.lattice is not None:
        return None
    if shown.trees:
        return Trees(shown.trees, look.tree_options, look.mode)
    overlay = look.mode == Mode.OVERLAY and len(shown.diagrams) == 1 and len(shown.pictures) > 1
    return Arcs(shown.pictures, look.options, overlay)
