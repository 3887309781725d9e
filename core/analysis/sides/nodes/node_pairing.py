"""Which nodes of a gold and a parse are one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goldleaf.core.facts import Facts, Mark, compare_chosen
from goldleaf.core.structures.parents import Bools, Integers


class NodePairs(NamedTuple):
    """For each node of the parse the row of the gold's node that it is (−1 for none), each one's mark, and flags of
    the parse's nodes by name."""

    partner: Integers
    gold: npt.NDArray[np.uint8]
    parse: npt.NDArray[np.uint8]
    flags: Mapping[str, Bools]


def paired_by(gold: Facts, parse: Facts, chosen: tuple[Bools, Bools], partner: Integers) -> None:
    """Write into ``partner`` which of the chosen rows of gold and parse have equal facts, one to one.

    Rows that have a partner stay as they are.
    """
    ours, theirs = chosen[0].copy(), chosen[1] & (partner < 0)
    ours[partner[partner >= 0]] = False
    marks = compare_chosen(gold, parse, ours, theirs)
    rows = [np.flatnonzero(side == Mark.MATCHED) for side in marks]
    in_order = [
        own[np.lexsort([one[own] for one in side][::-1])] for side, own in zip((gold, parse), rows, strict=True)
    ]
    partner[in_order[1]] = in_order[0]
