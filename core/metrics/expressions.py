"""Multiword expressions of a treebank as facts: which words belong to each, and which are components of which head."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import Facts
from goldleaf.core.metrics.parseval.sides import Bools, codes_of, first_words, words_before
from goldleaf.core.metrics.yields import covered
from goldleaf.core.structures import phrase
from goldleaf.core.treebank import TEXT, Treebank, translated

TAG = r"(?:^|\|)(?:mwehead|ExtPos)=([^|]*)"


class Found(NamedTuple):
    """The expressions (columns ``sentence``, ``words``, ``tag``) and the components (``sentence``, ``component``,
    ``head``, ``label``) of a treebank. Words are named by their positions, counted over those that are kept.
    """

    expressions: pl.DataFrame
    components: pl.DataFrame


def in_trees(treebank: Treebank, kept: Bools) -> Found:
    """The nodes whose labels end in ``+``, over the words that are kept; the first word of each is its head."""
    is_expression = translated(treebank.nodes["label"], lambda distinct: distinct.str.ends_with("+"))
    pairs = covered(treebank, is_expression, kept)
    word = pairs["word"].to_numpy()
    before = words_before(kept)
    place = before[word] - before[first_words(treebank)[treebank.sentence_of_word[word]]] + 1
    rows = pl.DataFrame(
        {
            "expression": pairs["node"],
            "sentence": treebank.sentence_of_word[word],
            "position": place.astype(np.uint32),
            "tag": treebank.nodes["label"].gather(pairs["node"]),
        }
    ).with_columns(head=pl.col("position").min().over("expression"))
    components = rows.filter(pl.col("position") != pl.col("head"))
    return Found(
        _expressions(rows), components.select("sentence", component="position", head="head", label=pl.lit("", TEXT))
    )


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
    return Found(_expressions(rows), components.drop("tag"))


def _tags(features: pl.Series) -> npt.NDArray[np.uint32]:
    def rule(distinct: pl.Series) -> pl.Series:
        return distinct.str.extract(TAG).fill_null("").cast(TEXT).to_physical()

    return np.asarray(translated(features, rule))


def _expressions(rows: pl.DataFrame) -> pl.DataFrame:
    """One row an expression, from one a word of each."""
    return (
        rows.group_by("expression", maintain_order=True)
        .agg(pl.col("sentence").first(), pl.col("position").unique().sort().alias("words"), pl.col("tag").first())
        .drop("expression")
        .sort("sentence", pl.col("words").list.first(), maintain_order=True)
    )


def words_as_facts(found: Found) -> Facts:
    """Expressions as facts (sentence, first, last, yield)."""
    words = found.expressions["words"]
    starts = np.append(0, np.cumsum(words.list.len().to_numpy(), dtype=np.int64))[:-1]
    keys = phrase.position_keys(words.explode(empty_as_null=False).to_numpy())
    yields = np.add.reduceat(keys, starts) if len(starts) else keys
    first, last = words.list.first().to_numpy(), words.list.last().to_numpy()
    return found.expressions["sentence"].to_numpy(), first, last, yields


def tagged_words_as_facts(found: Found) -> Facts:
    """Expressions as facts (sentence, first, last, yield, tag)."""
    return (*words_as_facts(found), codes_of(found.expressions["tag"]))


def components_as_facts(found: Found) -> Facts:
    """Components as facts (sentence, component, head, label)."""
    numbers = (found.components[name].to_numpy() for name in ("sentence", "component", "head"))
    return (*numbers, codes_of(found.components["label"]))
