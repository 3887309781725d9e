"""Whether the forms and lemmas of words occur in a training file (CoNLL-X 2006, Table 1; SPMRL 2013, note 25)."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from goldleaf.core.treebank import Treebank

SEEN = {"form_seen": "form", "lemma_seen": "lemma"}
"""The columns that say it, and what they say it of."""


def seen(words: pl.DataFrame, train: Treebank, column: str) -> pl.Series:
    """For each word whether its value in the column occurs in a training file, as it stands (Boolean).

    Null where the word, or the whole training file, says nothing there (``_``).
    """
    known = train.words[column].unique()
    if not known.cast(pl.String).is_in(["_"]).not_().any():
        return pl.Series(column, [None], dtype=pl.Boolean).new_from_index(0, words.height)
    found = words[column].is_in(known.implode())
    said = (words[column].cast(pl.String) != "_") | (column == "form")
    return pl.select(pl.when(said).then(found)).to_series().rename(column)


def with_seen(treebank: Treebank, train: Treebank) -> Treebank:
    """The treebank whose words also have the columns of `SEEN`, which the word table and the filter line know as
    ``gold_form_seen`` and ``gold_lemma_seen``."""
    words, known = treebank.words, train.words.columns
    columns = [
        seen(words, train, column).alias(name)
        for name, column in SEEN.items()
        if column in words.columns and column in known
    ]
    return replace(treebank, words=words.with_columns(columns))
