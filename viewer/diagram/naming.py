"""What the sides and each kind of difference are called: the same in legends, lists, cards and alt texts;
and a difference in words, a row of the list beside the picture. No Qt.

A `Wording` goes from the document through the views to all that is said of a pair of sentences. That of annotators, of
whom none is right, is in `viewer.diagram.annotators`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.shapes import Key, Side, State

LOST = "lost in generalization"  # a node that not all golds have
KEPT = "in all golds, its functions differ"  # one that all have
NO_FUNCTION = "∅"  # what it is called
GENERALIZED = "generalized gold"  # what the golds have in common

# In the legend's order.
NAMES: Mapping[State, str] = {
    State.MATCHED: "in both",
    State.WRONG_HEAD: "wrong head",
    State.REVERSED: "reversed: right undirected",
    State.EDGE_FLIP: "edge flip: right in NED",
    State.WRONG_LABEL: "wrong label",
    State.MISSING: "missing",
    State.EXTRA: "extra",
    State.CROSSING: "crossing",
    State.FORGIVEN: "forgiven",
    State.GENERALISED: "in all golds",
    State.NOT_SCORED: "not scored",
}

# What the legend calls the edges of lattices; with a single path, that is just the path.
LATTICE_NAMES: Mapping[State, str] = {
    State.MATCHED: "both paths",
    State.WRONG_LABEL: "both paths, other tag",
    State.MISSING: "gold's path only",
    State.EXTRA: "parse's path only",
    State.NOT_SCORED: "not chosen",
}


@dataclass(frozen=True)
class Wording:
    """The words for a gold and a parse, by the titles of their pictures. ``judges`` if one of them is right, so that
    the other one is wrong where it differs."""

    gold: str = "gold"
    parse: str = "parse"
    scores: bool = field(default=True, kw_only=True)  # or nothing of the pair is compared
    graphs: bool = field(default=False, kw_only=True)  # are compared, in place of the trees that are drawn, too
    roles: bool = field(default=True, kw_only=True)  # are compared where they are drawn

    judges: ClassVar[bool] = True
    of_all: ClassVar[bool] = False  # of more than two sides, each of which has a line
    the_gold: ClassVar[str] = "the gold"
    the_parse: ClassVar[str] = "the parse"
    wrong_tag: ClassVar[str] = "wrong tag"
    wrong_function: ClassVar[str] = "wrong function"
    wrong_category: ClassVar[str] = "wrong category"  # of an expression
    other_tag: ClassVar[str] = "other tag"
    other_words: ClassVar[str] = "other words"

    @property
    def names(self) -> Mapping[State, str]:
        """What is said of something in a state, in the legend's order."""
        return NAMES

    @property
    def legend(self) -> Mapping[State, str]:
        """What the legend calls each class, in its order."""
        return {**NAMES, State.MISSING: "missing: gold only", State.EXTRA: "extra: parse only"}

    @property
    def lattice_legend(self) -> Mapping[State, str]:
        """The same for the edges of lattices."""
        return LATTICE_NAMES

    def verdict(self, state: State) -> str:
        """What is said of something in a state; empty where nothing is wrong with it."""
        return "" if state is State.MATCHED else self.names[state]

    def in_layer(self, layer: str) -> str:
        """What is said of a difference in a layer of `sides.layers`, or in a predicate's ``sense``."""
        if layer == "words":
            return "cut differently"
        names = {"arc": "head or label", "constituent": "label"}  # the others are called as their layers
        return f"wrong {names.get(layer, layer)}"

    def head_verdict(self, *, same_label: bool) -> str:
        """What is said of an arc with another head."""
        name = self.names[State.WRONG_HEAD]
        return name if same_label else f"{name} and label"

    def drawn(self, state: State, side: Side) -> State:  # noqa: ARG002, of annotators
        """The state in which a side draws what the comparison marks so."""
        return state

    def the(self, name: str) -> str:
        """A picture by its name, inside a sentence."""
        return f"the {name}" if name.rpartition(" ")[2] in ("gold", "parse") else name  # else a file's name

    def word_of(self, side: Side) -> str:
        """What is said of a word that one side has."""
        return f"word of the {'gold' if side is Side.GOLD else 'parse'} only"

    def contrast(self, word: str, ours: str, theirs: str) -> str:
        """What both sides have of a word."""
        return f"{word}: {ours}, parse has {theirs}"

    def facts(self, word: str, ours: str, theirs: str) -> str:
        """What both sides say of a word."""
        return f"{word}: gold {ours}, parse {theirs}"

    def constituent(self, state: State, word: str, ours: str, theirs: str) -> str:
        """What both sides have over some words."""
        if state is State.WRONG_LABEL:
            return f"{theirs} where the gold has {ours} over {word}"
        if state is State.MISSING:
            return f"{ours} over {word}: the parse has {theirs}"
        return f"{theirs} over {word}: the gold has {ours}"

    def line(self, side: Side, text: str) -> str:  # noqa: ARG002, of annotators
        """What a side has, as a line of the list of differences."""
        return text

    def only(self, side: Side) -> str:
        """What only one side has."""
        return "gold-only" if side is Side.GOLD else "parse-only"

    def heading(self, name: str) -> str:
        """The heading of a table's column."""
        return name.replace("_", " ")

    def figures(self, text: str) -> str:
        """A text about figures: what a score, a table or a note is called."""
        return text

    def told(self, text: str) -> str:
        """A text that speaks of gold and parse, in these words."""
        return text


REVIEW = Wording()  # a gold and a parse


@dataclass(frozen=True)
class Rivals(Wording):
    """The words where ``other`` and ``parse`` are beside the gold. What the gold has is in the state MATCHED where both
    have it, else ONE_RIGHT (``other`` alone), OTHER_RIGHT (``parse`` alone) or MISSING. What a parse has otherwise is
    ONE_WRONG (``other``'s), OTHER_WRONG (``parse``'s) or, if both have it, WRONG_HEAD."""

    other: str = "other parse"

    @property
    def names(self) -> Mapping[State, str]:
        return {
            State.MATCHED: "both right",
            State.ONE_RIGHT: f"only {self.other} right",
            State.OTHER_RIGHT: f"only {self.parse} right",
            State.MISSING: "both wrong",
            State.ONE_WRONG: f"{self.other} wrong",
            State.OTHER_WRONG: f"{self.parse} wrong",
            State.WRONG_HEAD: "both wrong alike",
            State.NOT_SCORED: NAMES[State.NOT_SCORED],
        }

    @property
    def legend(self) -> Mapping[State, str]:
        # Beside "both" it is clear that it is one alone, and they have two lines.
        alone = {State.ONE_RIGHT: f"{self.other} right", State.OTHER_RIGHT: f"{self.parse} right"}
        return {**self.names, **alone, State.MISSING: "both wrong: gold"}

    def head_verdict(self, *, same_label: bool) -> str:  # noqa: ARG002, it is said who, not what
        return self.names[State.WRONG_HEAD]

    def outcome(self, state: State) -> str:
        """What became of something that the gold has, from the other parse to this one."""
        outcomes = {State.ONE_RIGHT: f"broken by {self.parse}", State.OTHER_RIGHT: f"fixed by {self.parse}"}
        return outcomes.get(state, "both wrong")


# What differs; an annotator may be called so.
_NOUN = re.compile(
    r"(?<!only )(?<!of )\b(head|label|tag|function|sense|role|lemma|word|feature|difference|categor)(s|y|ies)?\b"
)
_SAME = frozenset({"", NAMES[State.MATCHED], NAMES[State.NOT_SCORED], NAMES[State.GENERALISED], KEPT})


def counted_differences(names: Iterable[str]) -> str:
    """How many differences there are of each name, the most first: ``2 wrong heads, 1 missing``; empty without any."""
    counts = Counter(name for name in names if name not in _SAME)
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{number} {in_number(name, number)}" for name, number in ordered)


def in_number(name: str, number: int) -> str:
    """The name of a difference for so many: ``wrong heads``; of one ``head differs``, ``head and label differ``."""
    if name == Wording.other_words:  # which are several in one place
        return f"{'place' if number == 1 else 'places'} with {name}"
    one, several = ("y", "ies") if "categor" in name else ("", "s")
    said = _NOUN.sub(rf"\g<1>{one if number == 1 else several}", name)
    return f"{said}s" if number == 1 and said.endswith(" differ") and " and " not in said else said


NONE = "none"  # what is said of a side that has nothing
BETWEEN = " · "  # stands between what several golds have


class Voice(NamedTuple):
    """A reading of several that a place has: what it says, the names of those who have it, in full and as letters, and
    who they are: side 0 is the first file. It is drawn in the state of the first of them."""

    text: str
    who: str
    initials: str
    sides: tuple[int, ...]
    state: State


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """An arc, a constituent, … that differs, in lines of text: what it is and the verdict, the gold's, the parse's;
    where two parses are drawn the ``other`` one's before that, empty where that has what the gold has.

    ``keys`` are its elements in the pictures, the gold's first. ``layer`` is what reviewers decide on who decide on it,
    None where that is nothing that a file holds; ``item`` what of the sentence it is about, as `sides.layers` writes
    it: ``4``, ``3-5``. Where all sides are looked at together, ``voices`` are all readings that there are.
    """

    word: str  # what differs
    gold: str
    parse: str
    verdict: str
    sentence: str  # all of it in one line
    state: State
    gold_state: State | None  # how it is drawn; None where the gold has nothing
    parse_state: State | None
    place: int  # the position in the gold at which it begins
    keys: tuple[Key, ...]
    word_states: Mapping[int, State] = field(default_factory=dict, hash=False)  # marked in the running text
    scored: bool = True  # whether the metric counts it
    layer: Layer | None = None
    item: str = ""
    further: frozenset[Key] = frozenset()  # elements that have it without being its own: a word, its arc
    voices: tuple[Voice, ...] = ()
    other: str | None = None
    other_state: State | None = None
    boxed: bool = False  # labels are, besides what its state tells

    def about(self, key: Key) -> bool:
        """Whether an element of the pictures has this difference."""
        return (key._replace(kind="node") if key.kind == "bar" else key) in self.keys or key in self.further


def on_any_side(names: Iterable[int | str], *kinds: str) -> frozenset[Key]:
    """The elements of some kinds and names, whosever they are."""
    return frozenset(Key(side, kind, f"{name}") for side in Side for kind in kinds for name in names)


def state_of(gold: str, parse: str) -> State:
    """How pictures mark what either side says, `NONE` where it has nothing."""
    return State.MISSING if parse == NONE else State.EXTRA if gold == NONE else State.WRONG_LABEL


def listed(found: Sequence[Difference]) -> tuple[list[Difference], list[Difference]]:
    """The differences as they are listed, and the forgiven ones, which are folded into a line after these. All keep
    their order, but what is not scored comes last."""
    forgiven = [one for one in found if one.state is State.FORGIVEN]
    others = [one for one in found if one.state is not State.FORGIVEN]
    return sorted(others, key=lambda one: one.state is State.NOT_SCORED), forgiven


def step(
    found: Sequence[Difference], selected: Key | None, position: int | None, by: int, *, forgiven: bool = False
) -> Difference | None:
    """The next (``by`` 1) or previous (−1) scored difference from what is selected on, else from a word on. Without
    either from the sentence's end; None if there is none. With ``forgiven`` these come, too, after the scored ones."""
    others, forgiven_ones = listed(found)
    walked = [*(one for one in others if one.scored), *(forgiven_ones if forgiven else ())]
    here = next((n for n, one in enumerate(walked) if selected is not None and one.about(selected)), None)
    if here is not None:
        return walked[here + by] if 0 <= here + by < len(walked) else None
    if by > 0:
        return next((one for one in walked if position is None or one.place > position), None)
    return next((one for one in reversed(walked) if position is None or one.place < position), None)
