"""What the alt text of a picture says of its differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from goldleaf.viewer.diagram.naming import NAMES
from goldleaf.viewer.diagram.shapes import State

_NONE = frozenset({"", NAMES[State.MATCHED], NAMES[State.NOT_SCORED], NAMES[State.GENERALISED]})


def counted_differences(names: Iterable[str]) -> str:
    """How many differences there are of each name, such as ``1 missing, 2 wrong head``; empty without any."""
    counts = Counter(name for name in names if name not in _NONE)
    return ", ".join(f"{number} {name}" for name, number in sorted(counts.items()))
