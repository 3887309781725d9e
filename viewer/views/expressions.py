"""Multiword expressions as a metric marks them: for bars under the words, and rows of the list. No Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import NamedTuple

from goldleaf.core.facts import Mark
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.differences import NONE, Difference, drawn, marked, on_any_side
from goldleaf.viewer.diagram.naming import LOST, Wording
from goldleaf.viewer.diagram.quoting import in_quotes
from goldleaf.viewer.diagram.shapes import Element, Key, Side, State
from goldleaf.viewer.session.pair import Pair

KIND = "expression"
_ALIKE = (State.MATCHED, State.NOT_SCORED)
_PLAIN = "MWE"  # the label of an expression that has none


@dataclass(frozen=True, slots=True)
class Expression:
    """The words of an expression, by position, its tag or the label of its components, and how it is marked."""

    positions: tuple[int, ...]
    label: str
    state: State
    side: Side

    @property
    def key(self) -> Key:
        """Its element."""
        return Key(self.side, KIND, "-".join(map(str, self.positions)))

    def element(self, forms: Mapping[int, str], wording: Wording) -> Element:
        """What can be pointed at, such as ``expression ‘as well as’, fixed; missing``."""
        said = wording.verdict(self.state)
        words = in_quotes([forms.get(position, "–") for position in self.positions])
        text = f"expression {words}, {self.label}" + (f"; {said}" if said else "")
        return Element(self.key, text, self.positions)


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
    whole: list[tuple[tuple[int, ...], str, State]] = []
    components = []
    for kind, own, words, tag, mark, bare in rows:
        if own not in ("both", side.value):
            continue
        positions = tuple(_place(pair, position, of_parse=own == "parse") for position in words)
        if kind == "component":
            components.append(Component(positions[0], positions[1], tag, Mark(mark)))
        else:
            whole.append((positions, tag, _state(Mark(mark), Mark(bare))))
    named = [Expression(words, tag or _label(words, components), state, side) for words, tag, state in whole]
    return Expressions(tuple(named), tuple(components))


def _place(pair: Pair, position: int, *, of_parse: bool) -> int:
    return position if pair.places is None else pair.places[of_parse].get(position, position)


def _label(words: Sequence[int], components: Sequence[Component]) -> str:
    """What the components of an expression without a tag are called."""
    known = {one.label for one in components if {one.position, one.head} <= {*words}}
    return " ".join(sorted(known - {""})) or _PLAIN


def component_states(found: tuple[Expressions, Expressions]) -> tuple[dict[int, State], dict[int, State]]:
    """How the arcs of the components of gold and parse are marked, by position."""
    ours, theirs = ({one.position: one for one in side.components} for side in found)
    return (
        {place: _attached(one, theirs.get(place), State.MISSING) for place, one in ours.items()},
        {place: _attached(one, ours.get(place), State.EXTRA) for place, one in theirs.items()},
    )


def _attached(one: Component, other: Component | None, alone: State) -> State:
    if one.mark in (Mark.MATCHED, Mark.NOT_SCORED):
        return State.MATCHED if one.mark == Mark.MATCHED else State.NOT_SCORED
    if other is None:
        return alone
    return State.WRONG_LABEL if one.head == other.head else State.WRONG_HEAD


def _state(mark: Mark, bare: Mark) -> State:
    if mark in (Mark.MISSING, Mark.EXTRA):
        if bare == Mark.MATCHED:
            return State.WRONG_LABEL
        return State.MISSING if mark == Mark.MISSING else State.EXTRA
    return State.MATCHED if mark == Mark.MATCHED else State.NOT_SCORED


def expression_differences(
    found: tuple[Expressions, Expressions], forms: Mapping[int, str], wording: Wording
) -> tuple[Difference, ...]:
    """What differs in expressions and in components, by the words; an expression before its components."""
    rows = [*_of_expressions(found, forms, wording), *_of_components(found, forms, wording)]
    return tuple(sorted(rows, key=lambda row: row.place))


def _of_expressions(
    found: tuple[Expressions, Expressions], forms: Mapping[int, str], wording: Wording
) -> Iterator[Difference]:
    """Over the same words one row, whatever the tags."""
    gold, parse = (
        defaultdict[tuple[int, ...], list[Expression]](list),
        defaultdict[tuple[int, ...], list[Expression]](list),
    )
    for side, differing in zip(found, (gold, parse), strict=True):
        for expression in side.whole:
            if expression.state not in _ALIKE:
                differing[expression.positions].append(expression)
    for positions in dict.fromkeys([*gold, *parse]):
        word = in_quotes([forms.get(position, "–") for position in positions])
        for ours, theirs in zip_longest(gold.get(positions, ()), parse.get(positions, ())):
            there = [one for one in (ours, theirs) if one]
            state = there[0].state
            verdict = wording.wrong_tag if state is State.WRONG_LABEL else wording.verdict(state)
            said = ours.label if ours else NONE, theirs.label if theirs else NONE
            yield _difference(word, *said, verdict, state, positions, [one.key for one in there], wording)


def _of_components(
    found: tuple[Expressions, Expressions], forms: Mapping[int, str], wording: Wording
) -> Iterator[Difference]:
    """A row for each word that is a component on one side, or on both of something else."""
    gold, parse = ({one.position: one for one in side.components} for side in found)
    states = {place: state for side in component_states(found) for place, state in side.items() if state not in _ALIKE}
    for position, state in sorted(states.items()):
        keys: list[Key] = []
        said = [NONE, NONE]
        for place, (components, side) in enumerate(((gold, Side.GOLD), (parse, Side.PARSE))):
            if component := components.get(position):
                keys.append(Key(side, "arc" if component.label else "word", f"{position}"))  # trees have no arcs
                said[place] = f"{component.label or 'part'} of {isolated(forms.get(component.head, '–'))}"
        verdict = wording.verdict(state)
        if state in (State.MISSING, State.EXTRA):
            verdict = f"component {verdict}"
        word = isolated(forms.get(position, "–"))
        row = _difference(word, said[0], said[1], verdict, state, (position,), keys, wording)
        yield replace(row, further=on_any_side([position], "word"))


def _difference(
    word: str,
    gold: str,
    parse: str,
    verdict: str,
    state: State,
    positions: Sequence[int],
    keys: Iterable[Key],
    wording: Wording,
) -> Difference:
    """A row of the list; without a layer, as such facts are made of heads, labels and features."""
    gold_state, parse_state = drawn(state, gold, parse, wording)
    return Difference(
        word=word,
        gold=gold,
        parse=parse,
        verdict=verdict,
        sentence=f"{wording.facts(word, gold, parse)} – {verdict}",
        state=state,
        gold_state=gold_state,
        parse_state=parse_state,
        place=positions[0],
        keys=tuple(keys),
        word_states=marked(positions, state, wording),
    )
