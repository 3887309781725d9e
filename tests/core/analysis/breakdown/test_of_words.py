"""Error mass, and accuracy by lengths and projectivity, over words seen in training, and what is taken for what."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given

from goldleaf.core import formats
from goldleaf.core.analysis.breakdown.of_facts import label_confusions
from goldleaf.core.analysis.metric_tables import table
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.sides.fact_table import fact_table
from goldleaf.core.analysis.sides.sentence_table import sentence_table_steps
from goldleaf.core.analysis.sides.word_columns import with_seen
from goldleaf.core.analysis.sides.word_table import word_table
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.scoring import score
from goldleaf.core.steps import finished
from tests.core.trees import PARSES, TREES, pairs, treebank

METRIC, TED = Attachment(), TedEval()
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


def test_a_perfect_parse_has_none():
    assert table("error_mass", word_table(METRIC, GOLD, GOLD)).frame.height == 0


def test_words_are_right_by_the_length_and_projectivity_of_their_sentences():
    # The arc from a to c crosses that to b, in a sentence of 4 words; the others have 11 and 1.
    # Of a sentence of 21 words one scores.
    crossed, long = "a/N/3/x b/N/4/x c/N/0/root d/N/3/x", " ".join(["a/N/0/root", *["b/N/1/x"] * 10])
    dots = " ".join(["a/N/0/root", *["./P/1/x"] * 20])
    gold, parse = treebank(crossed, long, "a/N/0/y", dots), treebank(crossed.replace("/x", "/y"), long, "a/N/0/x", dots)
    words = word_table(METRIC, gold, parse)
    by_length, by_shape = (table(name, words).frame for name in ("length", "projectivity"))
    shown = ("words", "right_head", "right_both", "right_both_share")
    assert by_length.select("length", *shown).rows() == [
        ("1-10", 5, 5, 1, 0.2),
        ("11-20", 11, 11, 11, 1.0),
        ("21-30", 1, 1, 1, 1.0),
    ]
    assert by_shape.select("projectivity", *shown).rows() == [
        ("projective", 13, 13, 12, 12 / 13), ("non-projective", 4, 4, 1, 0.25),
    ]  # fmt: skip


def test_what_is_taken_for_what_and_with_which_heads():
    found = table("confusions", word_table(METRIC, treebank(*TREES), treebank(*PARSES)))
    assert found.frame.rows() == [
        ("nsubj", "obj", 1, 0), ("obj", "nmod", 1, 1), ("root", "root", 2, 0), ("amod", "amod", 1, 1),
    ]  # fmt: skip
    assert found.condition(3, "head_errors") == (
        "has(scoring and gold_deprel = 'amod' and parse_deprel = 'amod' and not right_head)"
    )


def test_accuracy_over_words_that_occur_in_a_training_file():
    gold, train = treebank(*TREES), treebank("She/PRON/2/nsubj reads/VERB/0/root", "Why/X/0/root", "books/X/0/root")
    # Of forms as they stand: read is not seen, and neither are the lemmas of what is.
    lemmas = train.words.with_columns(lemma=pl.Series(["_", "read", "_", "_"]))
    words = word_table(METRIC, with_seen(gold, replace(train, words=lemmas)), treebank(*PARSES))
    found = table("seen", words)
    assert found.frame.select("of", "seen", "words", "right_head", "right_both", "right_tag").rows() == [
        ("all words", "", 5, 3, 2, 5),
        ("form", "seen", 3, 2, 1, 3), ("form", "unseen", 2, 1, 1, 2),
        ("lemma", "seen", 1, 1, 1, 1), ("lemma", "unseen", 4, 2, 1, 4),
    ]  # fmt: skip


@pytest.mark.parametrize("made", [table("confusions", WORDS), label_confusions(TED, fact_table(TED, GOLD, PARSE))])
def test_what_is_taken_for_something_else_comes_before_what_is_right(made):
    gold, parse = made.frame.columns[-4:-2] if "head_errors" in made.frame.columns else made.frame.columns[-3:-1]
    rows = [(row[gold] == row[parse], -row["count"]) for row in made.frame.to_dicts()]
    assert rows == sorted(rows) and {alike for alike, _ in rows} == {False, True}
