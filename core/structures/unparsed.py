"""Dependencies as a parser is given them: without heads (CoNLL-X 2006, §3: test data have the first six columns)."""

from __future__ import annotations

import polars as pl

from goldleaf.core.treebank import Treebank, detached

_OF_TREES = ("label", "projective_head", "projective_label", "predicted_head", "predicted_label", "enhanced")


def without_heads(treebank: Treebank) -> Treebank:
    """The treebank without heads, relations, second analyses and enhanced graphs; words, tags and features stay."""
    columns = [name for name in _OF_TREES if name in treebank.words.columns]
    nothing = [pl.lit("_").cast(treebank.words[name].dtype).alias(name) for name in columns]
    words = treebank.words.with_columns(*nothing, head=pl.lit(None, pl.Int32))
    return detached(treebank, words=words, empty_nodes=treebank.empty_nodes.clear())
