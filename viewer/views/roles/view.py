"""The view of roles: predicates and their arguments below the words, without arcs. No Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, zip_longest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.facts import Mark
from goldleaf.core.treebank import Argument, Sentence
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.differences import NONE
from goldleaf.viewer.diagram.naming import Wording
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture, in_part, pictures, predicates, with_cells
from goldleaf.viewer.views.arcs.columns import telling_rows
from goldleaf.viewer.views.arcs.roles import RolesShown, role_states, with_roles
from goldleaf.viewer.views.arcs.view import ArcsDrawing, ArcsView, alone_in, drawn, result_of
from goldleaf.viewer.views.layers import CELLS, LayerDifference, places_of
from goldleaf.viewer.views.look import Look
from goldleaf.viewer.views.remedies import DIFFERENCES, OVERLAY, ROWS, TIGHT, WITHOUT_TAGS
from goldleaf.viewer.views.view import Drawing, Subject, Tools, View
from goldleaf.viewer.views.wording import lacks, mixed


class RolesView(View):
    """Words on a line, and a lane below them for each predicate with its arguments."""

    name = "roles"
    title = "Roles"
    keys = ("Shift+Z",)
    description = "Draw predicates and their arguments, in a lane each below the words."
    metric = "semantic"
    heeds = frozenset({"compare", "rows", "only_differences", "direction", "wrap", "layers"})
    shares = ArcsView.name
    remedies = (TIGHT, OVERLAY, ROWS)
    offers = (WITHOUT_TAGS, DIFFERENCES)

    def lacking(self, document: Document) -> str:
        """Files of other kinds have no predicates."""
        if document.mixed:
            return mixed(document)
        return "" if "predicate" in document.gold.layout.columns else lacks(document, "predicates")

    def draw(self, subject: Subject, look: Look, tools: Tools) -> Drawing:
        """Gold and parse over the same places of words, marked by the metric of propositions or by chosen layers."""
        labels = () if look.layers else wrong_labels(subject.pair)
        sides = _sides(subject, look, labels)
        shown = replace(look.own_of(self.shares, RolesShown()), roles=True)
        rows = telling_rows(sides, look.options.rows)
        look = replace(look, options=replace(with_roles(look.options, shown, sides), rows=rows))
        parts = in_part(sides)
        diagrams = tuple(drawn(parts, subject.pair, look, tools))
        overlay = look.mode == Mode.OVERLAY and len(diagrams) < len(sides)
        titles = tuple(f"{picture.title}{alone_in(picture, look)}" for picture in sides)
        return RolesDrawing(
            diagrams=diagrams,
            titles=(f"{titles[0]} and {titles[1]}", *titles[2:]) if overlay else titles,
            differences=() if look.layers else role_differences(subject.pair, labels, subject.wording),
            left_out=" – ".join(dict.fromkeys(filter(None, (picture.left_out for picture in parts)))),
            summary="" if predicates(one.sentence for one in sides) else "no predicates",
            beside=look.mode == Mode.BESIDE,
            pictures=sides,
            options=look.options,
            overlay=overlay,
        )


def _sides(subject: Subject, look: Look, labels: Sequence[Label]) -> tuple[ArcsPicture, ...]:
    """The pictures of gold, parse and the result of a review, as far as they have words."""
    pair = subject.pair
    states = role_states(pair, subject.items, subject.wording) if look.layers else states_of(labels)
    cells = {layer: places_of(pair, subject.items, layer) for layer in CELLS}
    known = with_cells(pictures(pair.gold, pair.parse, wording=subject.wording), cells)
    return tuple(_of_roles(one, states) for one in (*known, *result_of(subject)) if one.sentence.words)


def _of_roles(picture: ArcsPicture, states: dict[Key, State]) -> ArcsPicture:
    """A picture without arcs, with single roles; of the result of a review nothing is marked."""
    sentence: Sentence = with_single_roles(picture.sentence)
    apart = apart_from(sentence)
    marked = {} if picture.side is Side.RESULT else states
    return replace(picture, sentence=sentence, roles=marked, apart=apart, without_arcs=True)


@dataclass(frozen=True, eq=False, kw_only=True)
class RolesDrawing(ArcsDrawing):
    """Lanes of predicates; words are walked as in the tree."""


_WRONG = (Mark.MISSING, Mark.EXTRA)


@dataclass(frozen=True, slots=True)
class Label:
    """A sense or role that one side has alone, by places of words; a sense's ``argument`` is its predicate itself."""

    predicate: int
    argument: int
    text: str
    side: Side
    replaced: bool  # whether the other side has another label there
    sense: bool

    @property
    def key(self) -> Key:
        """Its element."""
        if self.sense:
            return Key(self.side, "predicate", f"{self.predicate}")
        return Key(self.side, "argument", f"{self.predicate}-{self.argument}-{self.text}")

    @property
    def state(self) -> State:
        """As pictures mark it."""
        if self.replaced:
            return State.WRONG_LABEL
        return State.MISSING if self.side is Side.GOLD else State.EXTRA


def wrong_labels(pair: Pair) -> tuple[Label, ...]:
    """The senses and roles that differ; none where the metric compares something else."""
    if pair.facts is None or pair.metric.facts_are != "propositions":
        return ()
    found = []
    for row in pair.facts.iter_rows(named=True):
        if Mark(row["mark"]) in _WRONG:
            side = Side(row["side"])
            predicate = _place(pair, row["predicate"], side)
            sense = row["argument"] is None
            argument = predicate if sense else _place(pair, row["argument"], side)
            replaced = row["unlabeled"] == Mark.MATCHED
            found.append(Label(predicate, argument, row["label"], side, replaced, sense))
    return tuple(found)


def _place(pair: Pair, position: int, side: Side) -> int:
    return position if pair.places is None else pair.places[side is Side.PARSE].get(position, position)


def states_of(labels: Sequence[Label]) -> dict[Key, State]:
    """How senses and roles are marked, by their elements."""
    return {label.key: label.state for label in labels}


def with_single_roles(sentence: Sentence) -> Sentence:
    """The sentence with one role in each argument; ``A0|A1`` are two."""
    roles = (
        Argument(one.predicate, one.argument, role)
        for one in sentence.arguments
        for role in dict.fromkeys(one.role.split("|"))
        if role
    )
    return replace(sentence, arguments=tuple(dict.fromkeys(roles)))


def apart_from(sentence: Sentence) -> frozenset[tuple[int, int]]:
    """Predicates and arguments of which neither is the other's head in the tree; a word is no argument apart of itself.

    Where the words have no heads at all there are none.
    """
    head = {word.position: word.head for word in sentence.words}
    if not any(head.values()):
        return frozenset()
    return frozenset(
        (one.predicate, one.argument)
        for one in sentence.arguments
        if one.predicate != one.argument
        and head.get(one.predicate) != one.argument
        and head.get(one.argument) != one.predicate
    )


@dataclass(slots=True)
class _Both:
    """What of either side differs at one place."""

    gold: list[Label] = field(default_factory=list)
    parse: list[Label] = field(default_factory=list)


def role_differences(pair: Pair, labels: Sequence[Label], wording: Wording) -> tuple[LayerDifference, ...]:
    """A row for each sense or role that differs, in the order of predicates, a sense before the roles of arguments."""
    if pair.parse is None:
        return ()
    found: defaultdict[tuple[int, int, int], _Both] = defaultdict(_Both)
    for label in labels:
        both = found[label.predicate, 0 if label.sense else 1, label.argument]
        (both.gold if label.side is Side.GOLD else both.parse).append(label)
    forms = {word.position: word.form for word in (*pair.parse.words, *pair.gold.words)}
    items = Items(pair.gold, pair.parse)
    own = {word.position for word in pair.gold.words}
    rows = (_rows(both, forms, items, own, wording) for _, both in sorted(found.items()))
    return tuple(chain.from_iterable(rows))


def _rows(
    both: _Both, forms: dict[int, str], items: Items, own: set[int], wording: Wording
) -> Iterator[LayerDifference]:
    for ours, theirs in zip_longest(both.gold, both.parse):
        there = [one for one in (ours, theirs) if one is not None]
        first = there[0]
        places = (first.predicate,) if first.sense else (first.predicate, first.argument)
        yield LayerDifference(
            layer=Layer.ROLE,
            item=">".join(map(items.word, places)),
            word=isolated(forms.get(first.argument, "–")),
            gold=_said(ours, forms),
            parse=_said(theirs, forms),
            place=first.argument,
            places=tuple(one for one in reversed(places) if one in own),
            keys=tuple(one.key for one in there),
            wording=wording,
        )


def _said(label: Label | None, forms: dict[int, str]) -> str:
    """Such as ``A1 of keep``; of a sense itself."""
    if label is None:
        return NONE
    return label.text if label.sense else f"{label.text} of {isolated(forms.get(label.predicate, '–'))}"
