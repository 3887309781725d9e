"""The view of roles: predicates and their arguments below the words, without arcs. No Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.facts import Mark
from goldleaf.core.sentence import Argument
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.naming import NONE, Difference, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture, pictures, predicates, role_states, with_cells
from goldleaf.viewer.views.arcs.view import ArcsView, RolesShown, drawn, result_of, telling_look
from goldleaf.viewer.views.everyone import lacking
from goldleaf.viewer.views.layers import STATES, layer_difference
from goldleaf.viewer.views.remedies import DIFFERENCES, OVERLAY, ROWS, TIGHT, WITHOUT_TAGS
from goldleaf.viewer.views.view import Drawing, Look, Subject, Tools, View


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
        return lacking(document, "predicates", there="predicate" in document.gold.layout.columns)

    def draw(self, subject: Subject, look: Look, tools: Tools) -> Drawing:
        """Gold and parse over the same places of words, marked by the metric of propositions or by chosen layers."""
        pair, wording = subject.pair, subject.wording
        labels = () if look.layers else _wrong_labels(pair)
        states = role_states(pair, subject.items, wording) if look.layers else {one.key: one.state for one in labels}
        known = with_cells(pictures(pair.gold, pair.parse, wording=wording), pair, subject.items)
        sides = [_of_roles(one, states) for one in (*known, *result_of(subject)) if one.sentence.words]
        shown = replace(look.own_of(self.shares, RolesShown()), roles=True)
        drawing = drawn(sides, pair, telling_look(look, shown, sides), tools, "{} and {}")
        summary = "" if predicates(one.sentence for one in sides) else "no predicates"
        return replace(drawing, differences=_differences(pair, labels, wording), summary=summary)


def _of_roles(picture: ArcsPicture, states: dict[Key, State]) -> ArcsPicture:
    """A picture without arcs, with one role in each argument (``A0|A1`` are two); a review's result is not marked.
    Predicates and arguments stand ``apart`` of which neither is the other's head in the tree; a word is no argument
    apart of itself, and where the words have no heads at all there are none."""
    sentence = picture.sentence
    roles = ((one.predicate, one.argument, role) for one in sentence.arguments for role in one.role.split("|") if role)
    arguments = tuple(dict.fromkeys(Argument(*role) for role in roles))
    head = {word.position: word.head for word in sentence.words}
    apart = frozenset(
        (one.predicate, one.argument)
        for one in arguments
        if any(head.values())
        and one.predicate != one.argument
        and head.get(one.predicate) != one.argument
        and head.get(one.argument) != one.predicate
    )
    marked = {} if picture.side is Side.RESULT else states
    sentence = replace(sentence, arguments=arguments)
    return replace(picture, sentence=sentence, roles=marked, apart=apart, without_arcs=True)


class _Label(NamedTuple):
    """A sense or role that one side has alone, by places of words; a sense's ``argument`` is its predicate itself."""

    predicate: int
    argument: int
    text: str
    key: Key
    state: State

    @property
    def is_sense(self) -> bool:
        return self.key.kind == "predicate"


def _wrong_labels(pair: Pair) -> tuple[_Label, ...]:
    """The senses and roles that differ; none where the metric compares something else."""
    if pair.facts is None or pair.metric.facts_are != "propositions":
        return ()
    labels = []
    for row in pair.facts.iter_rows(named=True):
        if Mark(row["mark"]) in (Mark.MISSING, Mark.EXTRA):
            side, text = Side(row["side"]), row["label"]
            place = pair.places[side is Side.PARSE] if pair.places is not None else {}
            predicate = argument = place.get(row["predicate"], row["predicate"])
            key = Key(side, "predicate", f"{predicate}")
            if row["argument"] is not None:
                argument = place.get(row["argument"], row["argument"])
                key = Key(side, "argument", f"{predicate}-{argument}-{text}")
            # The other side has another label there.
            replaced = row["unlabeled"] == Mark.MATCHED
            state = State.WRONG_LABEL if replaced else STATES[Mark(row["mark"])]
            labels.append(_Label(predicate, argument, text, key, state))
    return tuple(labels)


def _differences(pair: Pair, labels: Sequence[_Label], wording: Wording) -> tuple[Difference, ...]:
    """A row for each sense or role that differs, in the order of predicates, a sense before the roles of arguments."""
    if pair.parse is None:
        return ()
    at_place: defaultdict[tuple[int, int, int], tuple[list[_Label], list[_Label]]] = defaultdict(lambda: ([], []))
    for label in labels:
        both = at_place[label.predicate, not label.is_sense, label.argument]
        both[label.key.side is Side.PARSE].append(label)
    forms = {word.position: isolated(word.form) for word in (*pair.parse.words, *pair.gold.words)}
    items, own = Items(pair.gold, pair.parse), {word.position for word in pair.gold.words}

    def text(label: _Label | None) -> str:
        """Such as ``A1 of keep``; of a sense itself."""
        if label is None:
            return NONE
        return label.text if label.is_sense else f"{label.text} of {forms.get(label.predicate, isolated('–'))}"

    rows = []
    for _, (gold, parse) in sorted(at_place.items()):
        for ours, theirs in zip_longest(gold, parse):
            there = [label for label in (ours, theirs) if label is not None]
            first = there[0]
            places = (first.predicate,) if first.is_sense else (first.predicate, first.argument)
            rows.append(layer_difference(
                Layer.ROLE, ">".join(map(items.word, places)), word=forms.get(first.argument, isolated("–")),
                gold=text(ours), parse=text(theirs), place=first.argument,
                places=[place for place in reversed(places) if place in own][:1], keys=[label.key for label in there],
                wording=wording,
            ))  # fmt: skip
    return tuple(rows)
