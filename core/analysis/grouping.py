"""What a query found, counted by one or more columns, as Grew-match clusters what it finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from goldleaf.core.analysis.breakdown.table import ordered
from goldleaf.core.analysis.filtering import PLACE, Filtered, columns_of, sentence_columns, word_columns
from goldleaf.core.analysis.query import column_named, hint
from goldleaf.core.errors import OptionError

HITS, SENTENCES = "hits", "sentences"
"""The counts: of words that meet a ``has(…)``, and of sentences."""


def grouped(table: pl.DataFrame, words: pl.DataFrame | None, found: Filtered, columns: Sequence[str]) -> pl.DataFrame:
    """A row for each value, or combination of values, the most frequent first: the columns, `HITS`, `SENTENCES`.

    ``table`` and ``words`` are what the query looked into. The columns are those of the words where it looked for
    words, else, and where words have none of the name, those of the sentences; without words there are no `HITS`.
    Raises OptionError for a column that there is not, and for one that is named twice.
    """
    of_words = {} if words is None or found.hits is None else word_columns(words)
    of_sentences = {name: pl.col(name) for name in table.columns} | sentence_columns(table)
    names = [_named(name, of_words, of_sentences) for name in columns]
    if len({*names}) < len(names):
        raise OptionError(f"group: {', '.join(columns)}: a column is named twice")
    values = _rows(words, found, {name: of_words[name] for name in names if name in of_words})
    further = table.select(**{name: of_sentences[name] for name in names if name not in of_words})
    if further.width:
        values = values.with_columns(further[values["sentence"].cast(pl.Int64)].get_columns())
    counts = {HITS: pl.len(), SENTENCES: pl.col("sentence").n_unique()}
    if found.hits is None:
        del counts[HITS]
    counted = values.group_by(names).agg(**{f"#{name}": count for name, count in counts.items()})
    return ordered(counted, f"#{next(iter(counts))}", *names).rename({f"#{name}": name for name in counts})


def _rows(words: pl.DataFrame | None, found: Filtered, columns: Mapping[str, pl.Expr]) -> pl.DataFrame:
    """A row a hit with these columns of the words, or a row a sentence if there are no hits."""
    if found.hits is None:
        return pl.DataFrame({"sentence": found.rows}, schema={"sentence": pl.UInt32})
    rows = found.hits.rename({"position": PLACE})
    if words is None or not columns:
        return rows
    return rows.join(columns_of(words, columns), on=["sentence", PLACE], how="left", maintain_order="left")


def _named(name: str, *known: Mapping[str, pl.Expr]) -> str:
    """The first column of this name. Raises OptionError if there is none."""
    for columns in known:
        found = column_named(name, columns)
        if found is not None:
            return found
    names = [one for columns in known for one in columns]
    raise OptionError(f"group: no column {name}{hint(name, names)}")
