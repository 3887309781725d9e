"""Breakdowns of attachment scores: all that eval.pl prints (Buchholz & Marsi 2006, §6), as tables; of other metrics' by
what their facts have (`dimensions`, `fact_table`, `by_fact`).

A new table is a function from the word table and the limits, and an entry in `BREAKDOWNS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import polars as pl

from goldleaf.core.analysis.breakdown.accuracy import accuracy, by_length, by_projectivity, error_rate
from goldleaf.core.analysis.breakdown.recall import confusions as relations
from goldleaf.core.analysis.breakdown.recall import deprel, deprel_attachment, direction, distance
from goldleaf.core.analysis.breakdown.seen_accuracy import seen
from goldleaf.core.analysis.breakdown.worst_sentences import WORST
from goldleaf.core.analysis.breakdown_table import Limits, Table
from goldleaf.core.analysis.errors.contexts import CONTEXTS, focus_words
from goldleaf.core.analysis.errors.examples import examples
from goldleaf.core.analysis.errors.frame_confusions import confusions
from goldleaf.core.analysis.errors.mass import error_mass
from goldleaf.core.analysis.errors.specific import error_contexts, shared_contexts, specific_errors
from goldleaf.core.analysis.sides.word_table import without_partner, word_table
from goldleaf.core.errors import OptionError

__all__ = ["BREAKDOWNS", "Limits", "Table", "table", "word_table"]

BREAKDOWNS: dict[str, Callable[[pl.DataFrame, Limits], Table]] = {
    "accuracy": accuracy,
    "error_rate": error_rate,
    "deprel": deprel,
    "deprel_attachment": deprel_attachment,
    "direction": direction,
    "distance": distance,
    "length": by_length,
    "projectivity": by_projectivity,
    "confusions": relations,
    "frames": confusions,
    "focus_words": focus_words,
    **CONTEXTS,
    **WORST,
    "specific_errors": specific_errors,
    "error_contexts": error_contexts,
    "shared_contexts": shared_contexts,
    "examples": examples,
    "error_mass": error_mass,
    "seen": seen,
}
"""The tables by name, in the order of eval.pl; examples, error mass, seen words, and those by length,
projectivity and confusions are ours. Each is worked out only when it is called."""

_DEFAULT = Limits()


def table(name: str, words: pl.DataFrame, limits: Limits = _DEFAULT, *, counts: pl.DataFrame | None = None) -> Table:
    """One breakdown of a word table. Raises OptionError when there is no such breakdown.

    With the metric's ``counts`` of the same sentences its note says how many words the table is not about.
    """
    if name not in BREAKDOWNS:
        raise OptionError(f"breakdown {name}: no such table; there are {', '.join(BREAKDOWNS)}")
    found = BREAKDOWNS[name](words, limits)
    left_out = without_partner(words, counts) if counts is not None else ""
    return replace(found, note=f"{found.note} {left_out}") if left_out else found
