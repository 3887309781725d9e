"""Breakdowns of attachment scores: all that eval.pl prints (Buchholz & Marsi 2006, §6), as tables; of other metrics' by
what their facts have (`dimensions`, `fact_table`, `by_fact`).

A new table is a function from the word table and the limits, and an entry in `BREAKDOWNS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import polars as pl

from goldleaf.core.analysis.breakdown import of_words
from goldleaf.core.analysis.breakdown_table import Limits, Table
from goldleaf.core.analysis.errors.contexts import CONTEXTS, focus_words
from goldleaf.core.analysis.errors.frame_confusions import confusions as frames
from goldleaf.core.analysis.errors.mass import error_mass
from goldleaf.core.analysis.errors.specific import error_contexts, examples, shared_contexts, specific_errors
from goldleaf.core.analysis.sides.bins import LENGTHS, PROJECTIVITY
from goldleaf.core.analysis.sides.word_table import without_partner, word_table
from goldleaf.core.errors import OptionError

__all__ = ["BREAKDOWNS", "Limits", "Table", "table", "word_table"]

BREAKDOWNS: dict[str, Callable[[pl.DataFrame, Limits], Table]] = {
    "accuracy": of_words.accuracy,
    "error_rate": of_words.error_rate,
    "deprel": partial(of_words.relations, with_heads=False),
    "deprel_attachment": partial(of_words.relations, with_heads=True),
    "direction": of_words.direction,
    "distance": of_words.distance,
    "length": partial(
        of_words.by_condition,
        name="length",
        classes=LENGTHS,
        title="Accuracy by length of sentence",
        note="Words that score, by the number of words of the gold's sentence.",
    ),
    "projectivity": partial(
        of_words.by_condition,
        name="projectivity",
        classes=PROJECTIVITY,
        title="Accuracy by projectivity",
        note="Words that score, by whether the gold's tree is projective.",
    ),
    "confusions": of_words.confusions,
    "frames": frames,
    "focus_words": focus_words,
    **CONTEXTS,
    **{
        f"sentences_{kind}": partial(of_words.worst_sentences, kind=kind)
        for kind in ("errors", "head_errors", "label_errors")
    },
    "specific_errors": specific_errors,
    "error_contexts": error_contexts,
    "shared_contexts": shared_contexts,
    "examples": examples,
    "error_mass": error_mass,
    "seen": of_words.seen,
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
