"""Breakdowns of attachment scores: all that eval.pl prints (Buchholz & Marsi 2006, §6), as tables.

A new table is a function from the word table and the limits, and an entry in `BREAKDOWNS`.
"""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from core.analysis.breakdown.accuracy import accuracy, error_rate
from core.analysis.breakdown.contexts import CONTEXTS, focus_words
from core.analysis.breakdown.frames import confusions
from core.analysis.breakdown.recall import deprel, deprel_attachment, direction, distance
from core.analysis.breakdown.sentences import WORST
from core.analysis.breakdown.specific import error_contexts, shared_contexts, specific_errors
from core.analysis.breakdown.table import Limits, Table
from core.analysis.words import word_table
from core.errors import OptionError

__all__ = ["BREAKDOWNS", "Limits", "Table", "table", "word_table"]

BREAKDOWNS: dict[str, Callable[[pl.DataFrame, Limits], Table]] = {
    "accuracy": accuracy,
    "error_rate": error_rate,
    "deprel": deprel,
    "deprel_attachment": deprel_attachment,
    "direction": direction,
    "distance": distance,
    "frames": confusions,
    "focus_words": focus_words,
    **CONTEXTS,
    **WORST,
    "specific_errors": specific_errors,
    "error_contexts": error_contexts,
    "shared_contexts": shared_contexts,
}
"""The tables by name, in the order of eval.pl. Each is worked out only when it is called."""

_DEFAULT = Limits()


def table(name: str, words: pl.DataFrame, limits: Limits = _DEFAULT) -> Table:
    """One breakdown of a word table. Raises OptionError when there is no such breakdown."""
    if name not in BREAKDOWNS:
        raise OptionError(f"breakdown {name}: no such table; there are {', '.join(BREAKDOWNS)}")
    return BREAKDOWNS[name](words, limits)
