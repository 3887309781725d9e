"""The running text of all sentences of a treebank at once."""

from __future__ import annotations

import numpy as np
import polars as pl

from goldleaf.core.treebank import Treebank


def running_texts(treebank: Treebank) -> pl.Series:
    """Each sentence's text as the file gives it, else its surface tokens joined by spaces (String, no nulls)."""
    given = treebank.sentences["text"]
    if given.null_count() == 0:
        return given
    sentence = pl.int_range(pl.len(), dtype=pl.UInt32)
    surface = _surface(treebank, given.is_null()).group_by("sentence", maintain_order=True).agg("form")
    return (
        treebank.sentences.select("text", sentence=sentence)
        .join(surface, on="sentence", how="left", maintain_order="left")
        .select(pl.coalesce("text", pl.col("form").list.join(" "), pl.lit("")).alias("text"))
        .to_series()
    )


def _surface(treebank: Treebank, wanted: pl.Series) -> pl.DataFrame:
    """The surface tokens of the sentences that are wanted: ``sentence``, ``form``."""
    words = treebank.words.select("sentence", pl.col("form").cast(pl.String))
    kept = wanted.to_numpy()[treebank.sentence_of_word]
    tokens = treebank.tokens
    if tokens.height:
        start = treebank.sentences["first_word"].to_numpy().astype(np.int64)[tokens["sentence"].to_numpy()] - 1
        first, last = start + tokens["first"].to_numpy(), start + tokens["last"].to_numpy()
        inside = np.zeros(words.height + 1, np.int64)
        np.add.at(inside, first + 1, 1)
        np.add.at(inside, last + 1, -1)
        kept &= np.cumsum(inside)[:-1] <= 0
        surface = pl.DataFrame({"row": first.astype(np.uint32), "token": tokens["form"]}).unique("row", keep="last")
        words = (
            words.with_row_index("row")
            .join(surface, on="row", how="left", maintain_order="left")
            .select("sentence", pl.coalesce("token", "form").alias("form"))
        )
    return words.filter(pl.Series(kept))
