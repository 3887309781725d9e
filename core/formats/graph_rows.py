"""Words, constituents and secondary edges as lines of text, all sentences at once, for writing graphs."""

from __future__ import annotations

import numpy as np
import polars as pl

from goldleaf.core.formats.kept_text import Rows
from goldleaf.core.treebank import Treebank


def tables_of(treebank: Treebank, rows: Rows) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """The words, nodes and secondary edges of the sentences in these rows, text as strings.

    They get the columns ``words`` and ``nodes``: how many their sentence has.
    """
    words, nodes, edges = (
        table.filter(pl.Series(np.isin(table["sentence"].to_numpy(), rows))).with_columns(
            pl.col(pl.Categorical).cast(pl.String)
        )
        for table in (treebank.words, treebank.nodes, treebank.secondary_edges)
    )
    sentences = pl.DataFrame(
        {
            "sentence": pl.int_range(len(treebank), dtype=pl.UInt32, eager=True),
            "words": treebank.sentences["words"],
            "nodes": np.bincount(nodes["sentence"].to_numpy(), minlength=len(treebank)),
        }
    )
    words, nodes, edges = (
        table.join(sentences, on="sentence", maintain_order="left") for table in (words, nodes, edges)
    )
    return words, nodes, edges


def of_children(edges: pl.DataFrame, table: pl.DataFrame, by: str) -> pl.Series:
    """For each word or node of the table the texts of the edges that it has in the column ``by``, put together.

    ``edges`` has ``sentence``, ``by`` and ``text``; null where there are none.
    """
    joined = edges.group_by("sentence", by, maintain_order=True).agg(pl.col("text").str.join(""))
    place = pl.col("position" if by == "word" else "node").alias(by)
    return table.select("sentence", place).join(joined, on=["sentence", by], how="left", maintain_order="left")["text"]


def by_sentence(rows: Rows, *tables: pl.DataFrame) -> list[str]:
    """The texts of each sentence put together, those of the first table first; each has ``sentence`` and ``text``."""
    numbered = [
        table.select("sentence", "text", table=pl.lit(number, pl.Int8)).with_row_index("place")
        for number, table in enumerate(tables)
    ]
    joined = (
        pl.concat(numbered)
        .sort("sentence", "table", "place")
        .group_by("sentence", maintain_order=True)
        .agg(pl.col("text").str.join(""))
    )
    every = pl.DataFrame({"sentence": pl.Series(rows, dtype=pl.UInt32)})
    return every.join(joined, on="sentence", how="left", maintain_order="left")["text"].fill_null("").to_list()
