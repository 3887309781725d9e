"""Error mass, and the examples of frequent errors."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from hypothesis import given

from goldleaf.core import formats
from goldleaf.core.analysis.metric_tables import table
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.sides.sentence_table import sentence_table_steps
from goldleaf.core.analysis.sides.word_table import word_table
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.scoring import score
from goldleaf.core.steps import finished
from tests.core.trees import PARSES, TREES, pairs, treebank

METRIC = Attachment()
DEMO = Path(__file__).parents[4] / "assets" / "demo"
GOLD, PARSE = (formats.read(DEMO / name) for name in ("gold.conllu", "parse.conllu"))
WORDS = word_table(METRIC, GOLD, PARSE)
SENTENCES = finished(sentence_table_steps(GOLD, {"p": PARSE}, {"p": {}}))


@given(pairs())
def test_the_classes_of_each_kind_hold_all_errors(pair):
    words = word_table(METRIC, *pair)
    found = table("error_mass", words).frame
    errors = words.filter(pl.col("scoring") & ~pl.col("right_both")).height
    for part in found.partition_by("by"):
        assert part["errors"].sum() == errors
        assert part["mass_share"].sum() == pytest.approx(1)
    assert found["by"].n_unique() == (7 if errors else 0)


def test_without_a_class_the_score_is_that_of_a_parse_without_its_errors():
    right = score(METRIC, GOLD, PARSE).scores()["las"]
    for row in table("error_mass", WORDS).frame.to_dicts():
        assert row["without_share"] == pytest.approx((right.right + row["errors"]) / right.total)


def test_every_figure_of_the_error_mass_opens_the_words_that_it_counts():
    found = table("error_mass", WORDS)
    for row, values in enumerate(found.frame.to_dicts()):
        hits = filter_sentences(SENTENCES, WORDS, found.condition(row, "errors")).hits
        assert hits.height == values["errors"]


def test_examples_are_sentences_with_the_word_in_brackets():
    gold, parse = treebank(TREES[0], *TREES), treebank(PARSES[0], *PARSES)
    found = table("examples", word_table(METRIC, gold, parse)).frame
    first = found.filter(error=1).select("count", "number", "position", "text").rows()
    assert first == [(2, 1, 4, "She read old [books] ."), (2, 2, 4, "She read old [books] .")]


def test_every_figure_of_the_examples_opens_what_it_counts():
    found = table("examples", WORDS)
    for row, values in enumerate(found.frame.to_dicts()):
        assert filter_sentences(SENTENCES, WORDS, found.condition(row, "count")).hits.height == values["count"]
        shown = filter_sentences(SENTENCES, WORDS, found.condition(row, "position"))
        assert shown.hits.rows() == [(values["number"] - 1, values["position"])]


def test_each_kind_of_error_has_up_to_three_examples():
    kinds = table("specific_errors", WORDS).frame
    found = table("examples", WORDS).frame
    for row in kinds.to_dicts():
        own = found.filter(error=row["error"])
        assert own["description"].unique().to_list() == [row["description"]]
        assert 1 <= own.height <= min(3, row["count"])
        assert own["number"].is_unique().all()


@pytest.mark.parametrize("name", ["error_mass", "examples"])
def test_a_perfect_parse_has_none(name):
    assert table(name, word_table(METRIC, GOLD, GOLD)).frame.height == 0
