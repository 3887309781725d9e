"""The view of arcs: dependencies over the words. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from goldleaf.core.alignment.placing import placed
from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.differences import Difference
from goldleaf.viewer.diagram.options import Mode, Options
from goldleaf.viewer.diagram.shapes import Diagram, Key, Side, State
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.diagram.walking import Way, positions_of, walk
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.text.tex_example import Example
from goldleaf.viewer.views.arcs import tikz
from goldleaf.viewer.views.arcs.arc_differences import arc_differences
from goldleaf.viewer.views.arcs.arc_facts import arc_facts, every_arc
from goldleaf.viewer.views.arcs.arc_picture import (
    ArcFact,
    ArcsPicture,
    in_part,
    pictures,
    predicates,
    result_picture,
    with_cells,
)
from goldleaf.viewer.views.arcs.card import card_rows
from goldleaf.viewer.views.arcs.columns import telling_rows
from goldleaf.viewer.views.arcs.describe import word_phrase
from goldleaf.viewer.views.arcs.draw import draw
from goldleaf.viewer.views.arcs.graph import graph_differences, with_graphs
from goldleaf.viewer.views.arcs.lifting import lifted
from goldleaf.viewer.views.arcs.rivals import rival_differences, rival_pictures
from goldleaf.viewer.views.arcs.roles import FIRST, RolesShown, predicate_of, role_states, with_roles
from goldleaf.viewer.views.expressions import (
    Expressions,
    component_states,
    expression_differences,
    expressions_of,
)
from goldleaf.viewer.views.layers import CELLS, places_of
from goldleaf.viewer.views.look import Look
from goldleaf.viewer.views.remedies import DIFFERENCES, OVERLAY, ROWS, TIGHT, WITHOUT_TAGS
from goldleaf.viewer.views.rivals import Three, rivals_of
from goldleaf.viewer.views.view import Change, Drawing, Number, Subject, Switch, Tools, View
from goldleaf.viewer.views.wording import lacks, mixed

_NO_OVERLAY = "no overlay: the enhanced graph of each side stands below its own words"


def _next(options: RolesShown, drawing: Drawing, _: Key | None) -> RolesShown | None:
    """The roles of the predicate after the one that is shown, and after the last one those of all."""
    known = _predicates(drawing)
    if not known or not _has_roles(drawing):
        return None
    shown = drawing.options.predicate if isinstance(drawing, ArcsDrawing) else None
    later = (place for place in known if shown is None or place > shown)
    return replace(options, predicate=next(later, None))


def _one(options: RolesShown, drawing: Drawing, key: Key | None) -> RolesShown | None:
    """The roles of the selected predicate, or if none is those of the first one; or again those of all."""
    known = _predicates(drawing)
    if not _has_roles(drawing) or (options.predicate is None and not known):
        return None
    chosen = predicate_of(key, known)
    return replace(options, predicate=None if options.predicate is not None else chosen or known[0])


def _has_roles(drawing: Drawing) -> bool:
    return isinstance(drawing, ArcsDrawing) and drawing.options.semantic


def _predicates(drawing: Drawing) -> list[int]:
    return predicates(one.sentence for one in drawing.pictures) if isinstance(drawing, ArcsDrawing) else []


class ArcsView(View):
    """Words on a line, an arc from each head to its dependents."""

    name = "arcs"
    title = "Arcs"
    keys = ("D",)
    description = "Draw sentences as dependency arcs over the words."
    metric = "attachment"
    heeds = frozenset({"compare", "rows", "only_differences", "enhanced", "direction", "wrap", "layers", "against"})
    remedies = (TIGHT, OVERLAY, ROWS)
    offers = (WITHOUT_TAGS, DIFFERENCES)
    usual = RolesShown()
    in_figures = RolesShown()
    switches = (
        Switch(
            name="roles", title="Roles", field="roles", keys=("Z",),
            description="Show predicates and their arguments below the words, in a lane each.",
        ),
        Switch(
            name="lifted", title="Lifted arcs", field="lifted",
            description="Lift arcs until none cross, as TedEval's projectivize=lift does, and leave ghosts of them.",
        ),
    )  # fmt: skip
    numbers = (Number(name="predicate", description="Draw the roles of the predicate at this word only."),)
    changes = (
        Change(
            name="one-predicate", title="One predicate at a time", keys=("I",), options=_one,
            checked=lambda options, _: options.predicate is not None,
            why_not="There are no roles of predicates.",
            description="Show the roles of the selected predicate only, or those of all again.",
        ),
        Change(
            name="next-predicate", title="Next predicate alone", keys=("Shift+I",), options=_next,
            why_not="There are no roles of predicates.",
            description="Show the roles of the next predicate only; after the last one, those of all.",
        ),
    )  # fmt: skip

    def lacking(self, document: Document) -> str:
        """Sentences of neither dependencies nor constituents are words, and drawn as if they were."""
        if document.mixed:
            return mixed(document)
        return "" if document.has_arcs and not document.lattice_only else lacks(document, "dependencies")

    def draw(self, subject: Subject, look: Look, tools: Tools) -> Drawing:
        """Gold and parse, or two, over the same places of words; sides that cannot be compared are drawn apart."""
        rivals = rivals_of(subject, look, self.metric)
        if rivals is not None:
            return _drawn_rivals(rivals, look, tools)
        return self._draw_pair(subject, look, tools)

    def _draw_pair(self, subject: Subject, look: Look, tools: Tools) -> ArcsDrawing:
        pair = subject.pair
        known = pictures(pair.gold, pair.parse, _facts(pair, look), subject.wording)
        cells = {layer: places_of(pair, subject.items, layer) for layer in CELLS}
        found = expressions_of(pair) if not look.layers else (Expressions(), Expressions())
        known = [_with_expressions(*one) for one in zip(known, found, component_states(found), strict=False)]
        wanted = look.mode
        known, look = _with_graphs(known, pair, look)
        items = subject.items
        if look.mode == Mode.OVERLAY and predicates(picture.sentence for picture in known):
            # The roles of both sides stand below the same words: one sees whose each is by its mark alone.
            items = subject.document.layers.items(subject.row, subject.parse, (Layer.ROLE,))
        marked = role_states(pair, items, subject.wording)
        known = [replace(one, roles=marked) for one in with_cells(known, cells)]
        shown = (*known, *result_of(subject))
        sides = tuple(picture for picture in shown if picture.sentence.words)
        rows = telling_rows(known, look.options.rows)
        look = replace(look, options=replace(with_roles(look.options, self.own(look), sides), rows=rows))
        placed_arcs = tuple(lifted(sides, pair, self.own(look)))
        parts = in_part(placed_arcs)
        diagrams = tuple(drawn(parts, pair, look, tools))
        overlay = look.mode == Mode.OVERLAY and len(diagrams) < len(sides)
        titles = tuple(f"{picture.title}{alone_in(picture, look)}" for picture in sides)
        return ArcsDrawing(
            diagrams=diagrams,
            titles=(f"{titles[0]} above, {titles[1]} below", *titles[2:]) if overlay else titles,
            differences=_differences(subject, sides, found, look),
            left_out=" – ".join(dict.fromkeys(filter(None, (picture.left_out for picture in parts)))),
            beside=look.mode == Mode.BESIDE,
            summary=_NO_OVERLAY * (look.mode != wanted),
            pictures=placed_arcs,
            options=look.options,
            overlay=overlay,
        )

    def forgotten(self, options: RolesShown) -> RolesShown:
        """Predicates are those of one sentence."""
        return options if options.predicate is None else replace(options, predicate=FIRST)

    def following(self, options: RolesShown, drawing: Drawing, key: Key | None) -> RolesShown:
        """One at a time, it is the predicate that is selected."""
        chosen = None if options.predicate is None else predicate_of(key, _predicates(drawing))
        return options if chosen is None else replace(options, predicate=chosen)


def _drawn_rivals(found: Three, look: Look, tools: Tools) -> ArcsDrawing:
    """The gold and two parses: three panes, or one."""
    known, wording = rival_pictures(*found), found.wording
    parts = in_part(known)
    diagrams = tuple(drawn(parts, found.pair, look, tools))
    overlay = look.mode == Mode.OVERLAY
    titles = tuple(picture.title for picture in known)
    return ArcsDrawing(
        diagrams=diagrams,
        titles=(f"{titles[0]} above, {titles[1]} and {titles[2]} below",) if overlay else titles,
        differences=rival_differences(known, wording),
        left_out=" – ".join(dict.fromkeys(filter(None, (picture.left_out for picture in parts)))),
        beside=look.mode == Mode.BESIDE,
        pictures=tuple(known),
        options=look.options,
        overlay=overlay,
        wording=wording,
    )


def alone_in(picture: ArcsPicture, look: Look) -> str:
    """Whose roles are drawn, where they are not all of the picture's."""
    chosen = look.options.predicate
    if not look.options.semantic or chosen is None or not {*predicates([picture.sentence])} - {chosen}:
        return ""
    return f"  ·  only roles of {word_phrase(picture, chosen)}"


def _with_expressions(picture: ArcsPicture, found: Expressions, states: Mapping[int, State]) -> ArcsPicture:
    """The picture with its expressions, the arcs of their components marked."""
    marked = [replace(arc, state=states.get(arc.dependent, arc.state)) for arc in picture.arcs]
    return replace(picture, arcs=tuple(marked), expressions=found.whole)


def _with_graphs(known: list[ArcsPicture], pair: Pair, look: Look) -> tuple[list[ArcsPicture], Look]:
    """The pictures with the graphs that the metric compares, which are drawn then, below either side's own words."""
    if look.layers:
        return known, look
    known = with_graphs(known, pair)
    if all(one.graph is None for one in known):
        return known, look
    mode = Mode.STACKED if look.mode == Mode.OVERLAY else look.mode
    return known, replace(look, mode=mode, options=replace(look.options, enhanced=True))


def _differences(
    subject: Subject, sides: Sequence[ArcsPicture], found: tuple[Expressions, Expressions], look: Look
) -> tuple[Difference, ...]:
    """What differs in arcs, or in the expressions that the metric compares."""
    pair = subject.pair
    if not pair.metric.facts_are or look.layers:
        return arc_differences(sides)
    if any(one.graph is not None for one in sides):
        return graph_differences(sides)
    forms = {word.position: word.form for word in (*(pair.parse.words if pair.parse else ()), *pair.gold.words)}
    return expression_differences(found, forms, subject.wording)


def _facts(pair: Pair, look: Look) -> tuple[ArcFact, ...] | None:
    """What marks arcs: the metric; of chosen layers that of arcs, or if that is not one of them nothing."""
    if not look.layers:
        return arc_facts(pair)
    return every_arc(pair) if Layer.ARC in look.layers else None


def result_of(subject: Subject) -> Iterator[ArcsPicture]:
    """The picture of what the choices of a review come to, with its words where the gold's are."""
    if subject.outcome is not None:
        sentence, places = subject.outcome.sentence, subject.pair.places
        undecided = {item for layer, item in subject.outcome.undecided if layer is Layer.ARC}
        there = placed(sentence, places[0]) if places is not None else sentence
        yield replace(result_picture(there, undecided), wording=subject.wording)


def drawn(sides: Sequence[ArcsPicture], pair: Pair, look: Look, tools: Tools) -> list[Diagram]:
    """The panes of some pictures; sides that cannot be compared are drawn apart."""
    if not sides:
        return []
    if pair.why_not is None or pair.places is not None:
        return draw(sides, look.mode, look.options, tools.theme, tools.measure)
    return [
        diagram for side in sides for diagram in draw([side], Mode.STACKED, look.options, tools.theme, tools.measure)
    ]


@dataclass(frozen=True, eq=False, kw_only=True)
class ArcsDrawing(Drawing):
    """Arcs, the pictures that they were drawn from, and how."""

    pictures: tuple[ArcsPicture, ...]
    options: Options
    overlay: bool

    def word(self, position: int, side: Side) -> Key | None:
        """The word on the side that is looked at, if it is there."""
        keys = (Key(one, "word", f"{position}") for one in (side, *Side))
        return next((key for key in keys if key in self.keys), None)

    def card(self, key: Key, description: str) -> list[tuple[str, str]]:
        """A row for each side."""
        return card_rows(key, self.pictures, description)

    def walk(self, key: Key | None, way: Way, side: Side) -> Key | None:
        """To the head, the first dependent, or the word beside."""
        wanted = key.side if key is not None else side
        own = next((picture for picture in self.pictures if picture.side == wanted), None)
        if own is None:
            own = next(iter(self.pictures), None)
        if own is None:
            return None
        turned = mostly_right_to_left(word.form for word in own.sentence.words)
        place = next(iter(positions_of(key, self.elements)), None)
        position = walk(own.sentence, place, way, right_to_left=turned)
        return None if position is None else self.word(position, side)

    def tikz(
        self, theme: Theme, scale: float, around: Around, *, standalone: bool, example: Example | None = None
    ) -> str | None:
        """Source for tikz-dependency, where it can draw what is shown."""
        beyond = any(one.expressions or one.ghosts or one.side is Side.OTHER for one in self.pictures)
        if self.left_out or beyond or not tikz.can_write(self.diagrams):
            return None
        return tikz.write(
            self.pictures,
            self.diagrams,
            theme,
            self.options,
            overlay=self.overlay,
            around=around,
            example=example,
            scale=scale,
            standalone=standalone,
        )
