"""The comparison engine: two bags of facts, and a mark for each fact.

A fact is a row of integers: its sentence and the columns of its key (dependent, head and label; label and yield; …).
Facts match one to one, with multiplicity. Every count of every metric and every highlight of every picture comes from
the marks made here.
"""

from __future__ import annotations

from enum import IntEnum


class Mark(IntEnum):
    """What the comparison says of a fact."""

    MATCHED = 0  # in both
    MISSING = 1  # in the gold only
    EXTRA = 2  # in the parse only
    FORGIVEN = 3  # in the parse only, but licensed by this parse's own gold (Tsarfaty et al. 2012, §3)
    NOT_SCORED = 4  # left out by the metric, such as punctuation
