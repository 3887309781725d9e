"""The sentences with the most errors (eval.pl shows the first of each kind)."""

from __future__ import annotations

from functools import partial

import polars as pl

from goldleaf.core.analysis.breakdown_table import Limits, Table, error_counts

_KINDS = {"errors": "wrong words", "head_errors": "wrong heads", "label_errors": "wrong relations"}


def worst_sentences(words: pl.DataFrame, limits: Limits, *, kind: str) -> Table:
    """Columns: ``number`` (from 1), ``words`` (that score), ``errors``, ``head_errors``, ``label_errors``.

    ``kind`` is the last three columns' name by which the sentences are chosen.
    """
    counts = error_counts()
    table = (
        words.lazy()
        .filter("scoring")
        .group_by(number=pl.col("sentence") + 1)
        .agg(pl.len().alias("words"), *(counts[name].alias(name) for name in _KINDS))
        .filter(pl.col(kind) > 0)
        .sort(kind, "number", descending=[True, False])
        .head(limits.sentences)
        .collect()
    )
    return Table(
        f"sentences_{kind}",
        f"Sentences with the most {_KINDS[kind]}",
        table,
        "Sentences by number, with the words that score.",
        lambda row, _: f"number = {row['number']}",
    )


WORST = {f"sentences_{kind}": partial(worst_sentences, kind=kind) for kind in _KINDS}
"""The three tables of sentences by name."""
