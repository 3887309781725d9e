"""The view of arcs: dependencies over the words. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from goldleaf.core.alignment.units import placed
from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.metrics import create
from goldleaf.core.metrics.base import has_dependencies
from goldleaf.viewer.diagram.annotators import Everyone
from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.naming import REVIEW
from goldleaf.viewer.diagram.options import MOST_ROWS, Layout, Mode, Options
from goldleaf.viewer.diagram.shapes import Diagram, Key, Side, State
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.diagram.walking import TURNED, Way, walk
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.text.tex import Example
from goldleaf.viewer.views.arcs import arc_picture, describe, tikz
from goldleaf.viewer.views.arcs.arc_picture import Arc, ArcFact, ArcsPicture, pictures, predicates
from goldleaf.viewer.views.arcs.columns import telling_rows
from goldleaf.viewer.views.arcs.draw import draw
from goldleaf.viewer.views.arcs.upright import draw_upright
from goldleaf.viewer.views.everyone import everyone_of, lacking, rivals_of
from goldleaf.viewer.views.expressions import Expressions, component_states, expression_differences, expressions_of
from goldleaf.viewer.views.remedies import ACROSS, DIFFERENCES, OVERLAY, ROWS, TIGHT, UPRIGHT, WITHOUT_TAGS
from goldleaf.viewer.views.view import CUT, Drawing, Look, Number, Subject, Switch, Tools, View, ViewChange

FIRST = 0  # for the predicate of `RolesShown`: the first one that there is


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
    mended = Layer.ARC
    heeds = frozenset(
        {"compare", "rows", "only_differences", "enhanced", "direction", "wrap", "layers", "against", "layout"}
    )
    remedies = (TIGHT, OVERLAY, ROWS)
    offers = (WITHOUT_TAGS, DIFFERENCES, UPRIGHT, ACROSS)
    usual = RolesShown()
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
        ViewChange(
            name="one-predicate", title="One predicate at a time", keys=("I",), options=_one,
            checked=lambda options, _: options.predicate is not None,
            why_not="There are no roles of predicates.",
            description="Show the roles of the selected predicate only, or those of all again.",
        ),
        ViewChange(
            name="next-predicate", title="Next predicate alone", keys=("Shift+I",), options=_next,
            why_not="There are no roles of predicates.",
            description="Show the roles of the next predicate only; after the last one, those of all.",
        ),
    )  # fmt: skip

    def lacking(self, document: Document) -> str:
        """Sentences of neither dependencies nor constituents are words, and drawn as if they were."""
        return lacking(document, "dependencies", there=document.has_arcs and not document.lattice_only)

    def draw(self, subject: Subject, look: Look, tools: Tools) -> Drawing:
        """Gold and parse, or two, over the same places of words; sides that cannot be compared are drawn apart."""
        if (rivals := rivals_of(subject, look, self.metric)) is not None:
            known, wording = arc_picture.rival_pictures(*rivals), rivals.wording
            drawing = drawn(known, rivals.pair, look, tools)
            return replace(drawing, differences=describe.rival_differences(known, wording), wording=wording)
        pair, own, wanted = subject.pair, self.own(look), look.mode
        if subject.everyone and (every := arc_picture.pictures_of_all(subject, everyone_of(subject.document))):
            sides = [*every, *result_of(subject)]
            return replace(drawn(sides, pair, telling_look(look, own, sides), tools), wording=every[0].wording)
        facts: tuple[ArcFact, ...] | None = None
        expressions = Expressions(), Expressions()
        if not look.layers:
            facts, expressions = arc_picture.arc_facts(pair), expressions_of(pair)
        elif Layer.ARC in look.layers:
            # The arcs of all words with whole labels, whatever the metric leaves out.
            every_arc = replace(pair, metric=create("attachment", punctuation="include"))
            facts = pair.once("every arc", lambda: arc_picture.arc_facts(every_arc))
        known = pictures(pair.gold, pair.parse, facts, subject.wording)
        marked = zip(known, expressions, component_states(expressions), strict=False)
        for place, (picture, told, states) in enumerate(marked):
            own_arcs = picture.arcs if has_dependencies(subject.document.gold) else ()  # bars alone, or graphs
            arcs = tuple(replace(arc, state=states.get(arc.dependent, arc.state)) for arc in own_arcs)
            known[place] = replace(picture, arcs=arcs, expressions=told.whole)
        known, words = known if look.layers else arc_picture.with_graphs(known, pair), REVIEW
        if any(picture.graph is not None for picture in known):
            # The graphs that the metric compares stand below either side's own words.
            mode, words = Mode.STACKED if wanted == Mode.OVERLAY else wanted, replace(subject.wording, graphs=True)
            look = replace(look, mode=mode, options=replace(look.options, enhanced=True))
        items = subject.items
        if look.mode == Mode.OVERLAY and predicates(picture.sentence for picture in known):
            # The roles of both sides stand below the same words: one sees whose each is by its mark alone.
            items = subject.document.layers.items(subject.row, subject.parse, (Layer.ROLE,))
        elif Layer.ROLE not in look.layers:
            words = replace(subject.wording, roles=False, graphs=words.graphs)
        roles = arc_picture.role_states(pair, items, subject.wording)
        known = [replace(picture, roles=roles) for picture in arc_picture.with_cells(known, pair, subject.items)]
        sides = [picture for picture in (*known, *result_of(subject)) if picture.sentence.words]
        if not pair.metric.facts_are or look.layers:
            differences = describe.arc_differences(sides[: _shared(sides)])
        elif any(picture.graph is not None for picture in sides):
            differences = describe.graph_differences(sides)
        else:
            differences = expression_differences(pair, expressions, subject.wording)
        shown = list(arc_picture.lifted(sides, pair)) if own.lifted else sides
        drawing = drawn(shown, pair, telling_look(look, own, sides), tools)
        summary = "no overlay: the enhanced graph of each side stands below its own words" * (look.mode != wanted)
        return replace(drawing, differences=differences, summary=summary, wording=words)

    def forgotten(self, options: RolesShown) -> RolesShown:
        """Predicates are those of one sentence."""
        return options if options.predicate is None else replace(options, predicate=FIRST)

    def following(self, options: RolesShown, drawing: Drawing, key: Key | None) -> RolesShown:
        """One at a time, it is the predicate that is selected."""
        if options.predicate is None or not isinstance(drawing, ArcsDrawing):
            return options
        chosen = _predicate_of(key, drawing.predicates)
        return options if chosen is None else replace(options, predicate=chosen)


def result_of(subject: Subject) -> Iterator[ArcsPicture]:
    """The picture of what the choices of a review come to, with its words where the gold's are. The arcs that are
    undecided stand back."""
    if subject.outcome is None:
        return
    outcome, places = subject.outcome, subject.pair.places
    sentence = outcome.sentence if places is None else placed(outcome.sentence, places[0])
    names = {word.position: word.name for word in sentence.words}
    if outcome.cut is not None:
        names = {CUT + number: name for number, name in enumerate(outcome.names, 1)}
        sentence = placed(outcome.cut, {place - CUT: place for place in names})
    undecided = {item for layer, item in outcome.undecided if layer is Layer.ARC}
    arcs = tuple(
        Arc(place, word.head, word.label, State.NOT_SCORED if names[place] in undecided else State.MATCHED)
        for place, word in zip(names, sentence.words, strict=True)
    )
    unknown = tuple(place for place, name in names.items() if name in outcome.unknown)
    yield ArcsPicture(sentence, Side.RESULT, arcs, title="result", wording=subject.wording, unknown=unknown)


def _shared(sides: Sequence[ArcsPicture]) -> int:
    """How many share their columns: a result with words of its own has its own ones, and stands behind the others."""
    return sum(not side.sentence.words or side.sentence.words[0].position <= CUT for side in sides)


def telling_look(look: Look, own: RolesShown, sides: Sequence[ArcsPicture]) -> Look:
    """A look with the roles that are drawn. A tag that differs is shown even where tags are not: its word would be
    marked for no reason that one sees."""
    options = replace(look.options, semantic=own.roles, rows=telling_rows(sides, look.options.rows))
    if own.predicate is not None:
        known = predicates(picture.sentence for picture in sides)
        chosen = own.predicate if own.predicate in known else next(iter(known), None)
        options = replace(options, predicate=chosen)
    return replace(look, options=options)


def _has_graph(picture: ArcsPicture) -> bool:
    """Whether its sentence has an enhanced graph, or nodes of one."""
    words, nodes = picture.sentence.words, picture.sentence.empty_nodes
    return picture.graph is not None or bool(nodes) or any(":" in word.enhanced for word in words)


def drawn(
    sides: Sequence[ArcsPicture], pair: Pair, look: Look, tools: Tools, together: str = "{} above, {} below"
) -> ArcsDrawing:
    """Some pictures, as much of them as can be drawn in time; those that cannot be compared apart. ``together`` is the
    title of those that an overlay has in one pane, the first one and the others."""
    count = _shared(sides)
    parts = [*arc_picture.in_part(sides[:count]), *arc_picture.in_part(sides[count:])]
    options, apart = look.options, pair.why_not is not None and pair.places is None
    bare = [options.enhanced and not _has_graph(picture) for picture in sides]
    if all(bare):  # gold and parse need not stand apart for it
        options = replace(options, enhanced=False)
    groups = [[part] for part in parts] if apart else [group for group in (parts[:count], parts[count:]) if group]
    upright, diagrams = options.layout.down, list[Diagram]()
    if not upright:
        mode = Mode.STACKED if apart else look.mode
        drawings = (draw(group, mode, options, tools.theme, tools.measure) for group in groups)
        diagrams = [diagram for own in drawings for diagram in own]
        upright = options.layout is Layout.AUTO and any(len(diagram.strips) > MOST_ROWS for diagram in diagrams)
    if upright:
        across = len(parts) if look.mode == Mode.BESIDE else 1  # pictures for each of which there is the room
        down = replace(options, wrap=options.wrap and options.wrap * across / len(groups))
        drawings = (draw_upright(group, down, tools.theme, tools.measure) for group in groups)
        diagrams = [diagram for own in drawings for diagram in own]
    titles = []
    for picture, without in zip(sides, bare, strict=True):
        hidden = {*predicates([picture.sentence])} - {options.predicate} if options.semantic else set()
        chosen = options.predicate if hidden else None
        only = "" if chosen is None else f"  ·  only roles of {describe.word_phrase(picture, chosen)}"
        titles.append(f"{picture.title}{only}{' (no graph)' * without}")
    saved = len(sides) - len(diagrams)
    overlay = saved > 0
    if overlay:
        first, *others = titles[: saved + 1]
        # Of all sides the first one is drawn whole, the others where they read otherwise.
        wording = sides[0].wording
        if isinstance(wording, Everyone) or others[1:]:
            together = "{} above, below where {} differ"
            # There is no room for so many names, whose letters the legend has.
            if isinstance(wording, Everyone) and others[2:]:
                others = [*wording.initials[1:]]
        if upright:
            together = together.replace("above", "left").replace("below", "right")
        others = [", ".join(others[:-1]), others[-1]] if others[1:] else others
        titles[: saved + 1] = [together.format(first, " or ".join(others))]
    return ArcsDrawing(
        diagrams=tuple(diagrams), titles=tuple(titles),
        left_out=" – ".join(dict.fromkeys(filter(None, (picture.left_out for picture in parts)))),
        beside=upright or look.mode == Mode.BESIDE, upright=upright, pictures=tuple(sides), options=options,
        overlay=overlay,
    )  # fmt: skip


@dataclass(frozen=True, eq=False, kw_only=True)
class ArcsDrawing(Drawing):
    """Arcs, the pictures that they were drawn from, and how."""

    pictures: tuple[ArcsPicture, ...]
    options: Options
    overlay: bool

    @property
    def predicates(self) -> list[int]:
        return predicates(picture.sentence for picture in self.pictures)

    def word(self, position: int, side: Side) -> Key | None:
        """The word on the side that is looked at, if it is there."""
        keys = (Key(one, "word", f"{position}") for one in (side, *Side))
        return next((key for key in keys if key in self.keys), None)

    def card(self, key: Key, description: str) -> list[tuple[str, str]]:
        return describe.card_rows(key, self.pictures, description)

    def walk(self, key: Key | None, way: Way, side: Side) -> Key | None:
        """To the head, the first dependent, or the word beside."""
        wanted = key.side if key is not None else side
        own = min(self.pictures, key=lambda picture: picture.side != wanted, default=None)  # that one, else the first
        if own is None or not self.upright:
            return None if own is None else self.walk_words(own.sentence, key, way, side)
        reached = walk(own.sentence, next(iter(self.in_text(key)), None), TURNED[way])
        return None if reached is None else self.word(reached, side)

    def tikz(
        self, theme: Theme, scale: float, around: Around, *, standalone: bool, example: Example | None = None
    ) -> str | None:
        """Source for tikz-dependency, where it can draw what is shown."""
        beyond = self.upright or any(one.expressions or one.ghosts or one.side is Side.OTHER for one in self.pictures)
        if self.left_out or beyond:
            return None
        return tikz.write(
            self.pictures, self.diagrams, theme, self.options,
            overlay=self.overlay, around=around, example=example, scale=scale, standalone=standalone,
        )  # fmt: skip
