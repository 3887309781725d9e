"""Multiword expressions of a treebank: which words belong to each, and which are components of which head."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.treebank import TEXT, Treebank, translated

TAG = r"(?:^|\|)(?:mwehead|ExtPos)=([^|]*)"


class Found(NamedTuple):
    """The expressions (columns ``sentence``, ``words``, ``tag``) and the components (``sentence``, ``component``,
    ``head``, ``label``) of a treebank. Words are named by their positions, counted over those that are kept.
    """

    expressions: pl.DataFrame
    components: pl.DataFrame


def in_dependencies(treebank: Treebank, labels: Iterable[str]) -> Found:
    """Words with the words that hang on them by one of the labels, or by a subtype of one (``flat:name``)."""
    words, known = treebank.words, list(labels)
    is_component = translated(
        words["label"], lambda distinct: distinct.is_in(known) | distinct.str.extract("^([^:]*)").is_in(known)
    )
    tags = words.select("sentence", head="position", tag=pl.Series(_tags(words["features"])).cat.to(TEXT))
    components = (
        words.filter(pl.Series(is_component) & (pl.col("head") != pl.col("position").cast(pl.Int32)))
        .select("sentence", component="position", head=pl.col("head").cast(pl.UInt32), label="label")
        .join(tags, on=("sentence", "head"), how="inner", maintain_order="left")
    )
    members = pl.concat([components.select("sentence", "head", "tag", position=name) for name in ("head", "component")])
    rows = members.with_columns(expression=pl.struct("sentence", "head"))
    return Found(expressions_of(rows), components.drop("tag"))


def _tags(features: pl.Series) -> npt.NDArray[np.uint32]:
    def rule(distinct: pl.Series) -> pl.Series:
        return distinct.str.extract(TAG).fill_null("").cast(TEXT).to_physical()

    return np.asarray(translated(features, rule))


def expressions_of(rows: pl.DataFrame) -> pl.DataFrame:
    """One row an expression, from one a word of each."""
    return (
        rows.group_by("expression", maintain_order=True)
        .agg(pl.col("sentence").first(), pl.col("position").unique().sort().alias("words"), pl.col("tag").first())
        .drop("expression")
        .sort("sentence", pl.col("words").list.first(), maintain_order=True)
    )
