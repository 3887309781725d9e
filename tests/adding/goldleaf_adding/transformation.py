"""A transformation: all words in capitals."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from goldleaf.core.structures.transformations import Transformation
from goldleaf.core.treebank import Treebank


def shouted(treebank: Treebank) -> Treebank:
    return replace(treebank, words=treebank.words.with_columns(pl.col("form").cast(pl.String).str.to_uppercase()))


SHOUT = Transformation("shout", "Write all words in capitals", "a test", shouted)
