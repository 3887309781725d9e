"""Multiword expressions as a metric marks them: for bars under the words, and rows of the list. No Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from goldleaf.core.facts import Mark
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.differences import NONE, Said
from goldleaf.viewer.diagram.naming import LOST, REVIEW, Wording
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


@dataclass(frozen=True, slots=True)
class ExpressionDifference(Said):
    """An expression or a component that differs, as a row of the list; ``keys`` are its elements, the gold's first."""

    word: str
    gold: str
    parse: str
    state: State
    positions: tuple[int, ...]
    keys: tuple[Key, ...]
    component: bool
    wording: Wording = REVIEW
    scored: bool = True
    layer: None = None  # such facts are made of heads, labels and features
    item: str = ""

    @property
    def verdict(self) -> str:
        """Such as ``missing``, or ``component missing``."""
        if self.state is State.WRONG_LABEL and not self.component:
            return self.wording.wrong_tag
        said = self.wording.verdict(self.state)
        return f"component {said}" if self.component and self.state in (State.MISSING, State.EXTRA) else said

    @property
    def place(self) -> int:
        """The first of its words."""
        return self.positions[0]

    @property
    def word_states(self) -> Mapping[int, State]:
        """Its words, marked."""
        return dict.fromkeys(self.positions, self.wording.drawn(self.state, Side.BOTH))

    def about(self, key: Key) -> bool:
        """Whether an element of the pictures is the expression, or the component's arc or word."""
        return key in self.keys or (self.component and key.kind == "word" and key.name == f"{self.positions[0]}")


def expression_differences(
    found: tuple[Expressions, Expressions], forms: Mapping[int, str], wording: Wording
) -> tuple[ExpressionDifference, ...]:
    """What differs in expressions and in components, by the words; an expression before its components."""
    rows = [*_of_expressions(found, forms, wording), *_of_components(found, forms, wording)]
    return tuple(sorted(rows, key=lambda row: (row.place, row.component)))


def _of_expressions(
    found: tuple[Expressions, Expressions], forms: Mapping[int, str], wording: Wording
) -> Iterator[ExpressionDifference]:
    """Over the same words one row, whatever the tags."""
    gold, parse = (_differing(side.whole) for side in found)
    for positions in dict.fromkeys([*gold, *parse]):
        word = in_quotes([forms.get(position, "–") for position in positions])
        for ours, theirs in zip_longest(gold.get(positions, ()), parse.get(positions, ())):
            there = [one for one in (ours, theirs) if one]
            keys = tuple([one.key for one in there])
            said = _label_of(ours), _label_of(theirs)
            state = there[0].state
            yield ExpressionDifference(word, *said, state, positions, keys, component=False, wording=wording)


def _differing(known: Sequence[Expression]) -> dict[tuple[int, ...], list[Expression]]:
    """Those that differ, by their words."""
    found: defaultdict[tuple[int, ...], list[Expression]] = defaultdict(list)
    for one in known:
        if one.state not in _ALIKE:
            found[one.positions].append(one)
    return found


def _label_of(one: Expression | None) -> str:
    return one.label if one else NONE


def _of_components(
    found: tuple[Expressions, Expressions], forms: Mapping[int, str], wording: Wording
) -> Iterator[ExpressionDifference]:
    """A row for each word that is a component on one side, or on both of something else."""
    gold, parse = ({one.position: one for one in side.components} for side in found)
    states = {place: state for side in component_states(found) for place, state in side.items() if state not in _ALIKE}
    for position, state in sorted(states.items()):
        ours, theirs = gold.get(position), parse.get(position)
        keys = (*_key_of(ours, Side.GOLD), *_key_of(theirs, Side.PARSE))
        said = _component(ours, forms), _component(theirs, forms)
        word = isolated(forms.get(position, "–"))
        yield ExpressionDifference(word, *said, state, (position,), keys, component=True, wording=wording)


def _key_of(one: Component | None, side: Side) -> tuple[Key, ...]:
    """The arc of a component; in trees its word."""
    return (Key(side, "arc" if one.label else "word", f"{one.position}"),) if one else ()


def _component(one: Component | None, forms: Mapping[int, str]) -> str:
    """Such as ``fixed of as``."""
    return f"{one.label or 'part'} of {isolated(forms.get(one.head, '–'))}" if one else NONE
