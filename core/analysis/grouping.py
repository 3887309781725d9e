"""What a query found, counted by one or more columns, as Grew-match clusters what it finds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import polars as pl

from goldleaf.core.analysis.breakdown.table import ordered
from goldleaf.core.analysis.filtering import PLACE, Filtered, columns_of, sentence_columns, word_columns
from goldleaf.core.analysis.query import column_named, hint
from goldleaf.core.errors import OptionError

HITS, SENTENCES = "hits", "sentences"
"""The counts: of words that meet a ``has(…)``, and of sentences."""

_COUNT = "#count"  # no column that one can group by


def grouped(table: pl.DataFrame, words: pl.DataFrame | None, found: Filtered, columns: Sequence[str]) -> pl.DataFrame:
    """A row for each value, or combination of values, the most frequent first: the columns, `HITS`, `SENTENCES`.

    ``table`` and ``words`` are what the query looked into. The columns are those of the words where it looked for
    words, else, and where words have none of the name, those of the sentences; without words there are no `HITS`.
    Raises OptionError for a column that there is not, and for one that is named twice.
    """
    of_words = {} if words is None or found.hits is None else word_columns(words)
    of_sentences = {name: pl.col(name) for name in table.columns} | sentence_columns(table)
    names = _names(columns, [*of_words, *of_sentences])
    inner, outer = ([name for name in names if (name in of_words) == inside] for inside in (True, False))
    values = _rows(words, found, {name: of_words[name] for name in inner})
    values = _joined(values, table, {name: of_sentences[name] for name in outer})
    counted = values.group_by(names).agg(pl.len().alias(_COUNT), pl.col("sentence").n_unique().alias(f"{_COUNT} 2"))
    named = ordered(counted, _COUNT, *names).rename({_COUNT: HITS, f"{_COUNT} 2": SENTENCES})
    return named if found.hits is not None else named.drop(HITS)


def _joined(rows: pl.DataFrame, table: pl.DataFrame, columns: Mapping[str, pl.Expr]) -> pl.DataFrame:
    """The rows with these columns of their sentences."""
    further = table.with_row_index("sentence").select("sentence", **columns)
    return rows.join(further, on="sentence", how="left", maintain_order="left")


def _rows(words: pl.DataFrame | None, found: Filtered, columns: Mapping[str, pl.Expr]) -> pl.DataFrame:
    """A row a hit with these columns of the words, or a row a sentence if there are no hits."""
    if found.hits is None:
        return pl.DataFrame({"sentence": found.rows}, schema={"sentence": pl.UInt32})
    rows = found.hits.rename({"position": PLACE})
    if words is None or not columns:
        return rows
    return rows.join(columns_of(words, columns), on=["sentence", PLACE], how="left", maintain_order="left")


def _names(columns: Sequence[str], known: Collection[str]) -> list[str]:
    """The columns of these names. Raises OptionError where there is none, or the same one twice."""
    names = [(column_named(column, known), column) for column in columns]
    for name, given in names:
        if name is None:
            raise OptionError(f"group: no column {given}{hint(given, known)}")
        if [other for other, _ in names].count(name) > 1:
            raise OptionError(f"group: column {name} is named twice")
    return [name for name, _ in names if name is not None]
