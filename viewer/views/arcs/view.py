"""The view of arcs: dependencies over the words. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from goldleaf.core.alignment.joining import placed
from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.differences import Difference
from goldleaf.viewer.diagram.naming import Wording
from goldleaf.viewer.diagram.options import Mode, Options
from goldleaf.viewer.diagram.shapes import Diagram, Key, Side, State
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.diagram.walking import Way, positions_of, walk
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.layers import LayerItem
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.text.tex import Example
from goldleaf.viewer.views.arcs import tikz
from goldleaf.viewer.views.arcs.arc_differences import arc_differences, graph_differences, rival_differences
from goldleaf.viewer.views.arcs.arc_facts import arc_facts, every_arc, lifted, rival_pictures, with_graphs
from goldleaf.viewer.views.arcs.arc_picture import Arc, ArcFact, ArcsPicture, in_part, pictures, predicates, with_cells
from goldleaf.viewer.views.arcs.columns import telling_rows
from goldleaf.viewer.views.arcs.describe import card_rows, word_phrase
from goldleaf.viewer.views.arcs.draw import draw
from goldleaf.viewer.views.expressions import Expressions, component_states, expression_differences, expressions_of
from goldleaf.viewer.views.layers import CELLS, layered, places_of
from goldleaf.viewer.views.look import DIFFERENCES, OVERLAY, ROWS, TIGHT, WITHOUT_TAGS, Look
from goldleaf.viewer.views.rivals import Three, rivals_of
from goldleaf.viewer.views.view import Change, Drawing, Number, Subject, Switch, Tools, View
from goldleaf.viewer.views.wording import lacks, mixed

FIRST = 0
"""For the predicate of `RolesShown`: the first one that there is."""


_NO_OVERLAY = "no overlay: the enhanced graph of each side stands below its own words"


@dataclass(frozen=True, slots=True, kw_only=True)
class RolesShown:
    """What is shown of roles and of lifted arcs, the own options of arcs.

    roles
        Predicates and their arguments below the words.
    predicate
        Only the one at this position, `FIRST` for the first one; None for all.
    lifted
        Arcs as TedEval's ``projectivize=lift`` makes them, with a ghost where each lifted one was.
    """

    roles: bool = True
    predicate: int | None = None
    lifted: bool = False


def _next(options: RolesShown, drawing: Drawing, _: Key | None) -> RolesShown | None:
    """The roles of the predicate after the one that is shown, and after the last one those of all."""
    if not isinstance(drawing, ArcsDrawing) or not drawing.options.semantic or not drawing.predicates:
        return None
    shown = drawing.options.predicate
    later = (place for place in drawing.predicates if shown is None or place > shown)
    return replace(options, predicate=next(later, None))


def _one(options: RolesShown, drawing: Drawing, key: Key | None) -> RolesShown | None:
    """The roles of the selected predicate, or if none is those of the first one; or again those of all."""
    if not isinstance(drawing, ArcsDrawing) or not drawing.options.semantic:
        return None
    if options.predicate is not None:
        return replace(options, predicate=None)
    known = drawing.predicates
    return replace(options, predicate=_predicate_of(key, known) or known[0]) if known else None


def _predicate_of(key: Key | None, known: Sequence[int]) -> int | None:
    """The predicate that an element is about: a sense, a role, or a word that is one; None for another element."""
    if key is None or key.kind not in ("predicate", "argument", "word", "arc"):
        return None
    name = key.name.split("-")[0]
    return int(name) if name.isdigit() and int(name) in known else None


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
        pair, own = subject.pair, self.own(look)
        facts: tuple[ArcFact, ...] | None = None
        found = Expressions(), Expressions()
        if not look.layers:
            facts, found = arc_facts(pair), expressions_of(pair)
        elif Layer.ARC in look.layers:
            facts = every_arc(pair)
        states = component_states(found)
        known = [
            replace(
                picture,
                arcs=tuple(replace(arc, state=marked.get(arc.dependent, arc.state)) for arc in picture.arcs),
                expressions=expressions.whole,
            )
            for picture, expressions, marked in zip(
                pictures(pair.gold, pair.parse, facts, subject.wording), found, states, strict=False
            )
        ]
        wanted = look.mode
        known = known if look.layers else with_graphs(known, pair)
        if any(one.graph is not None for one in known):
            # The graphs that the metric compares stand below either side's own words.
            mode = Mode.STACKED if wanted == Mode.OVERLAY else wanted
            look = replace(look, mode=mode, options=replace(look.options, enhanced=True))
        items = subject.items
        if look.mode == Mode.OVERLAY and predicates(picture.sentence for picture in known):
            # The roles of both sides stand below the same words: one sees whose each is by its mark alone.
            items = subject.document.layers.items(subject.row, subject.parse, (Layer.ROLE,))
        marked_roles = role_states(pair, items, subject.wording)
        cells = {layer: places_of(pair, subject.items, layer) for layer in CELLS}
        known = [replace(one, roles=marked_roles) for one in with_cells(known, cells)]
        sides = tuple(picture for picture in (*known, *result_of(subject)) if picture.sentence.words)
        # A tag that differs is shown even where tags are not: its word would be marked for no reason that one sees.
        rows = telling_rows(known, look.options.rows)
        look = replace(look, options=replace(with_roles(look.options, own, sides), rows=rows))
        shown = tuple(lifted(sides, pair)) if own.lifted else sides
        diagrams, left_out = drawn(shown, pair, look, tools)
        overlay = look.mode == Mode.OVERLAY and len(diagrams) < len(sides)
        titles = tuple(f"{picture.title}{alone_in(picture, look)}" for picture in sides)
        return ArcsDrawing(
            diagrams=diagrams,
            titles=(f"{titles[0]} above, {titles[1]} below", *titles[2:]) if overlay else titles,
            differences=_differences(subject, sides, found, look),
            left_out=left_out,
            beside=look.mode == Mode.BESIDE,
            summary="" if look.mode == wanted else _NO_OVERLAY,
            pictures=shown,
            options=look.options,
            overlay=overlay,
        )

    def forgotten(self, options: RolesShown) -> RolesShown:
        """Predicates are those of one sentence."""
        return options if options.predicate is None else replace(options, predicate=FIRST)

    def following(self, options: RolesShown, drawing: Drawing, key: Key | None) -> RolesShown:
        """One at a time, it is the predicate that is selected."""
        known = drawing.predicates if isinstance(drawing, ArcsDrawing) else []
        chosen = None if options.predicate is None else _predicate_of(key, known)
        return options if chosen is None else replace(options, predicate=chosen)


def _drawn_rivals(found: Three, look: Look, tools: Tools) -> ArcsDrawing:
    """The gold and two parses: three panes, or one."""
    known, wording = rival_pictures(*found), found.wording
    diagrams, left_out = drawn(known, found.pair, look, tools)
    overlay = look.mode == Mode.OVERLAY
    titles = tuple(picture.title for picture in known)
    return ArcsDrawing(
        diagrams=diagrams,
        titles=(f"{titles[0]} above, {titles[1]} and {titles[2]} below",) if overlay else titles,
        differences=rival_differences(known, wording),
        left_out=left_out,
        beside=look.mode == Mode.BESIDE,
        pictures=tuple(known),
        options=look.options,
        overlay=overlay,
        wording=wording,
    )


def role_states(pair: Pair, items: Iterable[LayerItem], wording: Wording) -> dict[Key, State]:
    """The state of each sense and role that differs; roles that both sides give a word are none of them."""
    states: dict[Key, State] = {}
    for one in layered((), pair, [item for item in items if item.layer is Layer.ROLE], wording):
        shared = {*one.gold.split()} & {*one.parse.split()}
        for key in one.keys:
            if key.kind == "predicate" or key.name.split("-", 2)[2] not in shared:
                states[key] = one.state
    return states


def result_of(subject: Subject) -> Iterator[ArcsPicture]:
    """The picture of what the choices of a review come to, with its words where the gold's are.

    The arcs that are undecided stand back.
    """
    if subject.outcome is None:
        return
    places = subject.pair.places
    sentence = subject.outcome.sentence if places is None else placed(subject.outcome.sentence, places[0])
    undecided = {item for layer, item in subject.outcome.undecided if layer is Layer.ARC}
    arcs = tuple(
        Arc(word.position, word.head, word.label, State.NOT_SCORED if word.name in undecided else State.MATCHED)
        for word in sentence.words
    )
    yield ArcsPicture(sentence, Side.RESULT, arcs, title="result", wording=subject.wording)


def with_roles(options: Options, own: RolesShown, sides: Sequence[ArcsPicture]) -> Options:
    """The options that all views share, with the predicate whose roles are drawn."""
    if own.predicate is None:
        return replace(options, semantic=own.roles)
    known = predicates(picture.sentence for picture in sides)
    chosen = own.predicate if own.predicate in known else next(iter(known), None)
    return replace(options, semantic=own.roles, predicate=chosen)


def drawn(sides: Sequence[ArcsPicture], pair: Pair, look: Look, tools: Tools) -> tuple[tuple[Diagram, ...], str]:
    """The panes of some pictures, as much of them as can be drawn in time; and what is left out.

    Sides that cannot be compared are drawn apart.
    """
    parts = in_part(sides)
    left_out = " – ".join(dict.fromkeys(filter(None, (picture.left_out for picture in parts))))
    options, theme, measure = look.options, tools.theme, tools.measure
    if not parts:
        return (), left_out
    if pair.why_not is None or pair.places is not None:
        return tuple(draw(parts, look.mode, options, theme, measure)), left_out
    apart = (draw([part], Mode.STACKED, options, theme, measure) for part in parts)
    return tuple(diagram for diagrams in apart for diagram in diagrams), left_out


def alone_in(picture: ArcsPicture, look: Look) -> str:
    """Whose roles are drawn, where they are not all of the picture's."""
    chosen = look.options.predicate
    if not look.options.semantic or chosen is None or not {*predicates([picture.sentence])} - {chosen}:
        return ""
    return f"  ·  only roles of {word_phrase(picture, chosen)}"


def _differences(
    subject: Subject, sides: Sequence[ArcsPicture], found: tuple[Expressions, Expressions], look: Look
) -> tuple[Difference, ...]:
    """What differs in arcs, or in the expressions or graphs that the metric compares."""
    pair = subject.pair
    if not pair.metric.facts_are or look.layers:
        return arc_differences(sides)
    if any(one.graph is not None for one in sides):
        return graph_differences(sides)
    forms = {word.position: word.form for word in (*(pair.parse.words if pair.parse else ()), *pair.gold.words)}
    return expression_differences(found, forms, subject.wording)


@dataclass(frozen=True, eq=False, kw_only=True)
class ArcsDrawing(Drawing):
    """Arcs, the pictures that they were drawn from, and how."""

    pictures: tuple[ArcsPicture, ...]
    options: Options
    overlay: bool

    @property
    def predicates(self) -> list[int]:
        """The positions of the predicates that any of the pictures has."""
        return predicates(picture.sentence for picture in self.pictures)

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
        known = sorted(self.pictures, key=lambda picture: picture.side != wanted)  # that one first
        if not known:
            return None
        own = known[0]
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
