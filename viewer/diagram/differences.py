"""What a difference is, in words: a row of the list beside the picture. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.naming import Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State

NONE = "none"
"""What is said of a side that has nothing."""

BETWEEN = " · "
"""Stands between what several golds have."""


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
    """An arc, a constituent, … that differs, in lines of text: what it is and the verdict, the gold's, the parse's.

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

    def about(self, key: Key) -> bool:
        """Whether an element of the pictures has this difference."""
        return (key._replace(kind="node") if key.kind == "bar" else key) in self.keys or key in self.further


def on_any_side(names: Iterable[int | str], *kinds: str) -> frozenset[Key]:
    """The elements of some kinds and names, whosever they are."""
    return frozenset(Key(side, kind, f"{name}") for side in Side for kind in kinds for name in names)


def marked(places: Iterable[int], state: State, wording: Wording) -> dict[int, State]:
    """Words of the running text in a state, of neither side."""
    return dict.fromkeys(places, wording.drawn(state, Side.BOTH))


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
    either from the sentence's end; None if there is none. With ``forgiven`` these are stepped over, too, after the
    scored ones."""
    others, forgiven_ones = listed(found)
    walked = [*(one for one in others if one.scored), *(forgiven_ones if forgiven else ())]
    here = next((n for n, one in enumerate(walked) if selected is not None and one.about(selected)), None)
    if here is not None:
        return walked[here + by] if 0 <= here + by < len(walked) else None
    if by > 0:
        return next((one for one in walked if position is None or one.place > position), None)
    return next((one for one in reversed(walked) if position is None or one.place < position), None)
