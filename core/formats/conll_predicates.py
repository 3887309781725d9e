"""Predicates and arguments of CoNLL-2008 and CoNLL-2009: after PRED comes a column for each of the predicates."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import counted
from goldleaf.core.formats.conll_lines import Faults, Lines
from goldleaf.core.formats.source import Part
from goldleaf.core.treebank import ARGUMENTS, empty


def most_predicates(part: Part, columns: int) -> int:
    """How many argument columns to read, beyond the ``columns`` that every line has.

    No more than the longest paragraph has lines, lest a single long line make thousands of columns.
    """
    empty_lines = np.flatnonzero(part.ends == part.starts)
    longest = np.diff(np.concatenate(([-1], empty_lines, [len(part.ends)]))).max() - 1
    return int(np.clip(part.fields.max() - columns, 0, longest))


def arguments(rows: pl.DataFrame, words: npt.NDArray[np.int64], lines: Lines, faults: Faults) -> pl.DataFrame:
    """The arguments, ``sentence`` being the paragraph: a word's n-th column is its role to the n-th predicate.

    A word with more or fewer such columns than its sentence has predicates is an error, and so is an empty one.
    """
    columns = [name for name in rows.columns if name.startswith("argument_")]
    if "predicate" not in rows.columns:
        return empty(ARGUMENTS)
    paragraph = lines.paragraph[words]
    table = rows[words].select("position", "predicate", *columns)
    is_predicate = (table["predicate"].cast(pl.String) != "_").to_numpy()
    expected = np.bincount(paragraph[is_predicate], minlength=int(paragraph.max(initial=-1)) + 1)
    found = lines.part.fields[words] - len(faults.columns)
    filled = (
        table.select(pl.sum_horizontal(pl.lit(0), *(pl.col(name) != "" for name in columns))).to_series().to_numpy()
    )
    wrong = (found != expected[paragraph]) | (filled != expected[paragraph])
    for index in np.flatnonzero(wrong).tolist():
        row, number = int(words[index]), int(expected[paragraph[index]])
        if row not in faults.rows and found[index] != number:
            faults.error(row, f"{counted(int(found[index]), 'argument column')}; expected {number}, one a predicate")
        elif row not in faults.rows:
            faults.error(row, "an argument column is empty; where there is no argument it holds _")
    predicates = pl.DataFrame(
        {
            "sentence": paragraph[is_predicate],
            "number": _rank(paragraph[is_predicate]),
            "predicate": table["position"].cast(pl.UInt32).filter(pl.Series(is_predicate)),
        }
    )
    cells = table.select(
        pl.Series("sentence", paragraph),
        pl.col("position").cast(pl.UInt32).alias("argument"),
        *columns,
    ).unpivot(columns, index=["sentence", "argument"], variable_name="number", value_name="role")
    return (
        cells.filter((pl.col("role") != "_") & (pl.col("role") != ""))
        .with_columns(pl.col("number").str.strip_prefix("argument_").cast(pl.Int64))
        .join(predicates, on=["sentence", "number"])
        .sort("sentence", "predicate", "argument")
        .select(pl.col(name).cast(dtype) for name, dtype in ARGUMENTS.items())
    )


def _rank(group: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """For each element of a sorted array its place among its equals, from 1."""
    return np.arange(len(group)) - np.searchsorted(group, group) + 1


def argument_fields(words: pl.DataFrame, table: pl.DataFrame) -> pl.Series:
    """For each word the fields that follow PRED, each with a tab before it; the inverse of `arguments`."""
    predicates = words.filter(pl.col("predicate").cast(pl.String) != "_").select("sentence", predicate="position")
    cells = (
        words.select("sentence", argument="position")
        .join(predicates, on="sentence", maintain_order="left_right")
        .join(table, on=["sentence", "predicate", "argument"], how="left", maintain_order="left")
        .group_by("sentence", "argument", maintain_order=True)
        .agg(fields="\t" + pl.col("role").cast(pl.String).fill_null("_").str.join("\t"))
    )
    return (
        words.select("sentence", argument="position")
        .join(cells, on=["sentence", "argument"], how="left", maintain_order="left")["fields"]
        .fill_null("")
    )
