"""What the alt text of a picture says of its differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from goldleaf.viewer.diagram.shapes import State


def counted_differences(states: Iterable[State]) -> str:
    """How many differences of each class there are, such as ``1 missing, 2 wrong head``; empty without any."""
    counts = Counter(state for state in states if state not in (State.MATCHED, State.NOT_SCORED))
    return ", ".join(f"{number} {state.value.replace('-', ' ')}" for state, number in sorted(counts.items()))
