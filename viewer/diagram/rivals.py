"""The words for a gold and two parses of it: which of them is right where. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from goldleaf.viewer.diagram.naming import NAMES, Wording
from goldleaf.viewer.diagram.shapes import State


@dataclass(frozen=True)
class Rivals(Wording):
    """The words where ``other`` and ``parse`` are beside the gold.

    What the gold has is in the state MATCHED where both have it, else ONE_RIGHT (``other`` alone), OTHER_RIGHT
    (``parse`` alone) or MISSING. What a parse has otherwise is ONE_WRONG (``other``'s), OTHER_WRONG (``parse``'s) or,
    if both have it, WRONG_HEAD.
    """

    other: str = "other parse"

    @property
    def names(self) -> Mapping[State, str]:
        """What is said of something in a state, in the legend's order."""
        return {
            State.MATCHED: "both right",
            State.ONE_RIGHT: f"only {self.other} right",
            State.OTHER_RIGHT: f"only {self.parse} right",
            State.MISSING: "neither right",
            State.ONE_WRONG: f"{self.other} wrong",
            State.OTHER_WRONG: f"{self.parse} wrong",
            State.WRONG_HEAD: "both wrong alike",
            State.NOT_SCORED: NAMES[State.NOT_SCORED],
        }

    @property
    def legend(self) -> Mapping[State, str]:
        """The same."""
        return self.names

    def head_verdict(self, *, same_label: bool) -> str:  # noqa: ARG002, it is said who, not what
        """What is said of an arc that both parses have, and the gold has not."""
        return self.names[State.WRONG_HEAD]

    def outcome(self, state: State) -> str:
        """What became of something that the gold has, from the other parse to this one."""
        said = {State.ONE_RIGHT: f"broken by {self.parse}", State.OTHER_RIGHT: f"fixed by {self.parse}"}
        return said.get(state, "both wrong")
