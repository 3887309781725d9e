"""Multiword expressions as facts, and those of trees, over the words that a metric keeps."""

from __future__ import annotations

import numpy as np
import polars as pl

from goldleaf.core.facts import Facts
from goldleaf.core.metrics.parseval.sides import Bools, codes_of, covered, first_words, words_before
from goldleaf.core.structures import phrase
from goldleaf.core.structures.expressions import Found, expressions_of
from goldleaf.core.treebank import TEXT, Treebank, translated


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
        expressions_of(rows), components.select("sentence", component="position", head="head", label=pl.lit("", TEXT))
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
