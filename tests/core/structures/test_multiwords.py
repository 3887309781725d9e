"""Multiword expressions as metrics and pictures find them in dependencies; `test_transformations` has the rest."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from goldleaf.core.structures.multiwords import in_dependencies
from goldleaf.core.treebank import TEXT
from tests.core.trees import treebank


def test_expressions_have_the_tag_that_their_heads_feature_says():
    bank = treebank("such/ADJ/0/root as/ADP/1/fixed is/X/2/cop", "New/PROPN/0/root York/PROPN/1/flat:name so/X/1/dep")
    features = pl.Series(["ExtPos=ADP", "_", "_", "Number=Sing|mwehead=N+", "_", "_"], dtype=TEXT)
    found = in_dependencies(replace(bank, words=bank.words.with_columns(features=features)), ["fixed", "flat"])
    assert found.expressions.select("sentence", "words", "tag").rows() == [(0, [1, 2], "ADP"), (1, [1, 2], "N+")]
    assert found.components.rows() == [(0, 2, 1, "fixed"), (1, 2, 1, "flat:name")]
