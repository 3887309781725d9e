"""Breakdowns of attachment scores: all that eval.pl prints (Buchholz & Marsi 2006, §6), as tables; of other metrics' by
what their facts have (`dimensions`, `fact_table`, `by_fact`).

A new table is a function from the word table and the limits, and an entry in `BREAKDOWNS` with its title.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import polars as pl

from goldleaf.core.analysis.breakdown import of_words
from goldleaf.core.analysis.breakdown_table import Limits, Table
from goldleaf.core.analysis.errors import frame_confusions, word_errors
from goldleaf.core.analysis.sides.dimensions import LENGTHS, PROJECTIVITY
from goldleaf.core.analysis.sides.word_table import without_partner, word_table
from goldleaf.core.errors import OptionError

__all__ = ["BREAKDOWNS", "Limits", "Table", "table", "word_table"]

BREAKDOWNS: dict[str, tuple[str, Callable[[pl.DataFrame, Limits], Table]]] = {
    "accuracy": ("Accuracy by tag", of_words.accuracy),
    "error_rate": ("Error rate by tag", of_words.error_rate),
    "deprel": ("Relations", partial(of_words.relations, with_heads=False)),
    "deprel_attachment": ("Relations with their heads", partial(of_words.relations, with_heads=True)),
    "direction": ("Directions of heads", of_words.direction),
    "distance": ("Distances of heads", of_words.distance),
    "length": (
        "Accuracy by length of sentence",
        partial(
            of_words.by_condition,
            name="length",
            classes=LENGTHS,
            title="Accuracy by length of sentence",
            note="Words that score, by the number of words of the gold's sentence.",
        ),
    ),
    "projectivity": (
        "Accuracy by projectivity",
        partial(
            of_words.by_condition,
            name="projectivity",
            classes=PROJECTIVITY,
            title="Accuracy by projectivity",
            note="Words that score, by whether the gold's tree is projective.",
        ),
    ),
    "confusions": ("Confused relations", of_words.confusions),
    "frames": ("Confused frames", frame_confusions.confusions),
    "focus_words": ("Words with most errors", word_errors.focus_words),
    **word_errors.CONTEXTS,
    "sentences_errors": ("Sentences with most wrong words", partial(of_words.worst_sentences, kind="errors")),
    "sentences_head_errors": ("Sentences with most wrong heads", partial(of_words.worst_sentences, kind="head_errors")),
    "sentences_label_errors": (
        "Sentences with most wrong labels",
        partial(of_words.worst_sentences, kind="label_errors"),
    ),
    "specific_errors": ("Most frequent errors", word_errors.specific_errors),
    "error_contexts": ("Contexts of frequent errors", word_errors.error_contexts),
    "shared_contexts": ("Contexts that errors share", word_errors.shared_contexts),
    "examples": ("Frequent errors with examples", word_errors.examples),
    "error_mass": ("Error mass", of_words.error_mass),
    "seen": ("Seen and unseen words", of_words.seen),
}
"""The tables by name, in the order of eval.pl, with what a list of tables calls them; examples, error mass, seen words,
and those by length, projectivity and confusions are ours. Each is worked out only when it is called."""

_DEFAULT = Limits()


def table(name: str, words: pl.DataFrame, limits: Limits = _DEFAULT, *, counts: pl.DataFrame | None = None) -> Table:
    """One breakdown of a word table. Raises OptionError when there is no such breakdown.

    With the metric's ``counts`` of the same sentences its note says how many words the table is not about.
    """
    if name not in BREAKDOWNS:
        raise OptionError(f"breakdown {name}: no such table; there are {', '.join(BREAKDOWNS)}")
    _, make = BREAKDOWNS[name]
    made = make(words, limits)
    left_out = without_partner(words, counts) if counts is not None else ""
    return replace(made, note=f"{made.note} {left_out}") if left_out else made
