"""Lemmas, tags and features, word by word."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given

from goldleaf.core.facts import Mark
from goldleaf.core.metrics.columns import ColumnAccuracy
from tests.core import propositions, trees

METRIC = ColumnAccuracy()


def right(gold, parse):
    found = METRIC.micro(METRIC.count(gold, parse))
    return {name: (one.right, one.total) for name, one in found.items()}


def test_each_column_is_counted_over_all_words():
    gold = trees.treebank("Cats/N/2/subj sleep/V/0/root ././2/punct")
    parse = trees.treebank("Cats/N/2/obj sleep/N/0/root ././1/punct", name="parse.conllx")
    parse_words = parse.words.with_columns(lemma=pl.Series(["cat", "sleep", "."]).cast(parse.words["lemma"].dtype))
    parse = replace(parse, words=parse_words)
    expected = {"lemma": (2, 3), "tag": (2, 3), "features": (3, 3), "combined": (1, 3), "las": (1, 3), "uas": (2, 3)}
    assert right(gold, parse) == expected
    wrong = METRIC.facts(gold, parse).filter(pl.col("mark") != Mark.MATCHED)
    assert wrong.select("kind", "dependent", "value", "side").rows() == [
        ("lemma", 1, "cats", "gold"), ("lemma", 1, "cat", "parse"),
        ("tag", 2, "V", "gold"), ("tag", 2, "N", "parse"),
    ]  # fmt: skip


@pytest.mark.slow
@given(propositions.pairs())
def test_a_file_against_itself_is_right(pair):
    assert all(one == two for one, two in right(pair[0], pair[0]).values())
