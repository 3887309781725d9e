"""Multiword expressions as a metric marks them: for bars under the words, and rows of the list. No Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import NamedTuple

from goldleaf.core.facts import Mark
from goldleaf.viewer.diagram.bidi import in_quotes, isolated
from goldleaf.viewer.diagram.naming import LOST, NONE, Difference, Wording, on_any_side
from goldleaf.viewer.diagram.shapes import Element, Key, Side, State
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.layers import STATES, fact_difference

KIND = "expression"
_ALIKE = (State.MATCHED, State.NOT_SCORED)


@dataclass(frozen=True, slots=True)
class Expression:
    """The words of an expression, by position, its tag or the label of its components, and how it is marked."""

    positions: tuple[int, ...]
    label: str
    state: State
    side: Side

    @property
    def key(self) -> Key:
        return Key(self.side, KIND, "-".join(map(str, self.positions)))

    def element(self, forms: Mapping[int, str], wording: Wording) -> Element:
        """What can be pointed at, such as ``expression ‘as well as’, fixed; missing``."""
        said = verdict(self.state, wording)
        words = in_quotes([forms.get(position, "–") for position in self.positions])
        text = f"expression {words}, {self.label}" + (f"; {said}" if said else "")
        return Element(self.key, text, self.positions)


def verdict(state: State, wording: Wording) -> str:
    """What is said of an expression, whose label is its category."""
    return wording.wrong_category if state is State.WRONG_LABEL else wording.verdict(state)


class Loose(Expression):
    """A constituent that crosses others, so that no tree holds it with them: a bar under its words, too."""

    def element(self, forms: Mapping[int, str], wording: Wording) -> Element:
        """What can be pointed at, such as ``²vg over ‘have worked’; lost in generalization``."""
        words = in_quotes([forms.get(position, "–") for position in self.positions])
        said = LOST if self.side is Side.GENERALISED else wording.verdict(self.state)
        return Element(self.key, f"{self.label} over {words}; {said}", self.positions)


class Component(NamedTuple):
    """A word of an expression that hangs on its head, by positions; the label is empty in trees."""

    position: int
    head: int
    label: str
    mark: Mark


class Expressions(NamedTuple):
    """The expressions and components of one side."""

    whole: tuple[Expression, ...] = ()
    components: tuple[Component, ...] = ()


def expressions_of(pair: Pair) -> tuple[Expressions, Expressions]:
    """Those of gold and parse; none where the metric compares something else."""
    if pair.facts is None or pair.metric.facts_are != "expressions":
        return Expressions(), Expressions()
    rows = list(pair.facts.select("kind", "side", "words", "tag", "mark", "unlabeled").iter_rows())
    return _of_side(pair, rows, Side.GOLD), _of_side(pair, rows, Side.PARSE)


def _of_side(pair: Pair, rows: Sequence[tuple[str, str, list[int], str, int, int]], side: Side) -> Expressions:
    whole: list[Expression] = []
    components = []
    for kind, own, words, tag, mark, bare in rows:
        if own not in ("both", side.value):
            continue
        places = pair.places[own == "parse"] if pair.places is not None else {}
        positions = tuple(places.get(position, position) for position in words)
        if kind == "component":
            components.append(Component(positions[0], positions[1], tag, Mark(mark)))
        else:
            wrong_label = mark in (Mark.MISSING, Mark.EXTRA) and bare == Mark.MATCHED
            whole.append(Expression(positions, tag, State.WRONG_LABEL if wrong_label else STATES[Mark(mark)], side))
    for number, one in enumerate(whole):
        if not one.label:  # it is called as its components are
            known = {part.label for part in components if {part.position, part.head} <= {*one.positions}}
            whole[number] = replace(one, label=" ".join(sorted(known - {""})) or "MWE")
    return Expressions(tuple(whole), tuple(components))


def component_states(found: tuple[Expressions, Expressions]) -> tuple[dict[int, State], dict[int, State]]:
    """How the arcs of the components of gold and parse are marked, by position."""
    gold, parse = ({one.position: one for one in side.components} for side in found)

    def state(one: Component, other: Component | None, alone: State) -> State:
        if one.mark in (Mark.MATCHED, Mark.NOT_SCORED):
            return STATES[one.mark]
        if other is None:
            return alone
        return State.WRONG_LABEL if one.head == other.head else State.WRONG_HEAD

    of_gold = {place: state(one, parse.get(place), State.MISSING) for place, one in gold.items()}
    return of_gold, {place: state(one, gold.get(place), State.EXTRA) for place, one in parse.items()}


def expression_differences(
    pair: Pair, found: tuple[Expressions, Expressions], wording: Wording
) -> tuple[Difference, ...]:
    """What differs in expressions and in components, by the words; an expression before its components. Expressions
    over the same words have one row, whatever the tags; so has a word that is a component on one side, or on both of
    something else."""
    forms = {word.position: word.form for side in (pair.parse, pair.gold) if side for word in side.words}
    rows: list[Difference] = []
    differing: defaultdict[tuple[int, ...], tuple[list[Expression], list[Expression]]] = defaultdict(lambda: ([], []))
    for number, side in enumerate(found):
        for one in side.whole:
            if one.state not in _ALIKE:
                differing[one.positions][number].append(one)
    for positions, sides in differing.items():
        word = in_quotes([forms.get(position, "–") for position in positions])
        for both in zip_longest(*sides):
            there = [one for one in both if one is not None]
            gold, parse = (NONE if one is None else one.label for one in both)
            state, keys = there[0].state, [one.key for one in there]
            rows.append(fact_difference(word, gold, parse, verdict(state, wording), state, positions, keys, wording))
    known = [{one.position: one for one in side.components} for side in found]
    states = {place: state for own in component_states(found) for place, state in own.items() if state not in _ALIKE}
    for position, state in sorted(states.items()):
        keys, labels = [], [NONE, NONE]
        for number, (components, whose) in enumerate(zip(known, (Side.GOLD, Side.PARSE), strict=True)):
            if component := components.get(position):
                keys.append(Key(whose, "arc" if component.label else "word", f"{position}"))  # trees have no arcs
                labels[number] = f"{component.label or 'part'} of {isolated(forms.get(component.head, '–'))}"
        said = "component " * (state in (State.MISSING, State.EXTRA)) + wording.verdict(state)
        (gold, parse), word, further = labels, isolated(forms.get(position, "–")), on_any_side([position], "word")
        rows.append(fact_difference(word, gold, parse, said, state, [position], keys, wording, further=further))
    return tuple(sorted(rows, key=lambda row: row.place))
