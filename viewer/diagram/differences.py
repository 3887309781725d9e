"""What a difference is, in words: a row of the list beside the picture. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.naming import Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State

NONE = "none"
"""What is said of a side that has nothing."""


class Difference(Protocol):
    """An arc or a constituent that differs, in lines of text: what it is and the verdict, the gold's, the parse's.

    ``scored`` is False where the metric leaves it out.
    """

    @property
    def word(self) -> str:
        """What differs."""

    @property
    def layer(self) -> Layer | None:
        """What reviewers decide on who decide on it; None where that is nothing that a file holds."""

    @property
    def item(self) -> str:
        """What of the sentence it is about, as `sides.layers` writes it: ``4``, ``3-5``."""

    @property
    def gold(self) -> str:
        """What the gold has."""

    @property
    def parse(self) -> str:
        """What the parse has."""

    @property
    def verdict(self) -> str:
        """What kind of difference it is."""

    @property
    def state(self) -> State:
        """The same as pictures mark it."""

    @property
    def gold_state(self) -> State | None:
        """How the gold's is drawn; None where it has nothing."""

    @property
    def parse_state(self) -> State | None:
        """How the parse's is drawn; None where it has nothing."""

    @property
    def scored(self) -> bool:
        """Whether the metric counts it."""

    @property
    def sentence(self) -> str:
        """All of it in one line."""

    @property
    def place(self) -> int:
        """The position in the gold at which it begins."""

    @property
    def word_states(self) -> Mapping[int, State]:
        """The gold's words that it marks in the running text."""

    @property
    def keys(self) -> tuple[Key, ...]:
        """Its elements in the pictures, the gold's first."""

    def about(self, key: Key) -> bool:
        """Whether an element of the pictures has this difference."""


class _Told(Protocol):
    """What `Said` is told by."""

    @property
    def word(self) -> str: ...
    @property
    def gold(self) -> str: ...
    @property
    def parse(self) -> str: ...
    @property
    def verdict(self) -> str: ...
    @property
    def state(self) -> State: ...
    @property
    def wording(self) -> Wording: ...


class Said:
    """What a difference has where either side says `NONE` of what it has not, and draws the rest in one state."""

    __slots__ = ()

    @property
    def gold_state(self: _Told) -> State | None:
        """How the gold's is drawn; None where it has nothing."""
        return None if self.gold == NONE else self.wording.drawn(self.state, Side.GOLD)

    @property
    def parse_state(self: _Told) -> State | None:
        """How the parse's is drawn; None where it has nothing."""
        return None if self.parse == NONE else self.wording.drawn(self.state, Side.PARSE)

    @property
    def sentence(self: _Told) -> str:
        """Such as ``saw: gold conj of heard, parse none – missing``."""
        return f"{self.wording.facts(self.word, self.gold, self.parse)} – {self.verdict}"


def state_of(gold: str, parse: str) -> State:
    """How pictures mark what either side says, `NONE` where it has nothing."""
    return State.MISSING if parse == NONE else State.EXTRA if gold == NONE else State.WRONG_LABEL


def listed(found: Sequence[Difference]) -> tuple[list[Difference], list[Difference]]:
    """The differences as they are listed, and the forgiven ones, which are folded into a line after these.

    All keep their order, but what is not scored comes last.
    """
    forgiven = [one for one in found if one.state is State.FORGIVEN]
    others = [one for one in found if one.state is not State.FORGIVEN]
    return sorted(others, key=lambda one: one.state is State.NOT_SCORED), forgiven


def step(
    found: Sequence[Difference], selected: Key | None, position: int | None, by: int, *, forgiven: bool = False
) -> Difference | None:
    """The next (``by`` 1) or previous (−1) scored difference from what is selected on, else from a word on.

    Without either from the sentence's end; None if there is none. With ``forgiven`` these are stepped over, too, after
    the scored ones.
    """
    others, forgiven_ones = listed(found)
    walked = [*(one for one in others if one.scored), *(forgiven_ones if forgiven else ())]
    here = next((n for n, one in enumerate(walked) if selected is not None and one.about(selected)), None)
    if here is None:
        return _from_word(walked, position, by)
    return walked[here + by] if 0 <= here + by < len(walked) else None


def _from_word(walked: Sequence[Difference], position: int | None, by: int) -> Difference | None:
    if by > 0:
        return next((one for one in walked if position is None or one.place > position), None)
    return next((one for one in reversed(walked) if position is None or one.place < position), None)
