"""What is asked about sentences, and what scoring gives: one object, a row a sentence, tables, words."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import OptionError, PairError
from goldleaf.core.formats import read
from goldleaf.core.metrics import METRICS, create
from goldleaf.core.results import (
    LONGEST,
    About,
    ScoreChoice,
    ScoredParse,
    as_object,
    comparing,
    nested,
    sentence_rows,
    source_of,
    table_names,
    tables,
    tables_of,
    words_of,
)
from goldleaf.core.scoring import score
from goldleaf.core.steps import finished
from goldleaf.core.treebank import Treebank
from tests.core.metrics.phrases import phrases
from tests.core.trees import PARSES, TREES, pairs, treebank

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"
ALL = ScoreChoice()
GOLD, PARSE = treebank(*TREES), treebank(*PARSES, name="parse.conllx")


def scored(parse: Treebank = PARSE, *metrics: str, choice: ScoreChoice = ALL, gold: Treebank = GOLD) -> ScoredParse:
    return ScoredParse.of("p", gold, parse, [create(name) for name in metrics or ("attachment",)], choice)


def written(*parses: ScoredParse, choice: ScoreChoice = ALL, gold: Treebank = GOLD, **further) -> dict:
    return json.loads(json.dumps(as_object(About.of(gold), [one.told() for one in parses], choice, **further)))


@pytest.mark.parametrize("length", [-1, LONGEST + 1, 10**30, -(10**400)])
def test_lengths_out_of_all_bounds(length):
    with pytest.raises(OptionError, match=r"--max-length -?\d+…?: expected a number of words from 0 to ") as raised:
        ScoreChoice(max_length=length)
    assert len(str(raised.value)) < 200
    assert [ScoreChoice(max_length=edge).max_length for edge in (0, LONGEST)] == [0, LONGEST]


@given(pairs(), st.sampled_from([None, 0, 2, 5]))
def test_sentences_are_chosen_by_their_length(pair, longest):
    gold, parse = pair
    choice, lengths = ScoreChoice(max_length=longest), gold.sentences["words"].to_list()
    within = [row for row, words in enumerate(lengths) if longest is None or words <= longest]
    assert choice.of(gold, parse).arg_true().to_list() == within
    rows = choice.rows(gold, parse)
    assert (rows is None) if longest is None else (rows.to_list() == within)
    assert scored(parse, choice=choice, gold=gold).scored["attachment"].counts["sentence"].to_list() == within


def test_sentences_without_words_are_chosen_too():
    gold = treebank(TREES[0], "")
    assert ALL.of(gold, gold).to_list() == [True, True]


def test_figures_as_an_object():
    parse = scored()
    found = written(parse)
    assert found["gold"] == {"path": "gold.conllx", "format": "conllx", "sentences": 2, "words": 7, "invalid": {}}
    (of_parse,) = found["parses"]
    assert [of_parse[key] for key in ("path", "format", "invalid")] == ["parse.conllx", "conllx", {"two_roots": 1}]
    assert of_parse.keys() == {"path", "format", "invalid", "metrics"}  # nothing to warn of
    figures = of_parse["metrics"]["attachment"]
    assert figures.keys() == {"signature", "scores", "counts", "sentences"}
    assert figures["scores"]["las"] == {"value": 0.4, "right": 2, "total": 5}
    assert (figures["counts"], figures["sentences"]) == ({"non_scoring": 2}, 2)
    assert parse.path == parse.told().path == "parse.conllx"
    macro = ScoreChoice(average="macro")
    (of_parse,) = written(parse, choice=macro)["parses"]
    assert of_parse["metrics"]["attachment"]["scores"]["las"] == {"value": (1 / 4 + 1) / 2}


def test_an_object_says_what_was_left_out_and_of_what_figures_are():
    gold = phrases("(S (N a))", "(S (N b))", f"(S {' '.join(['(N a)'] * 41)})")
    parse = phrases("(S (N a))", "(())", f"(S {' '.join(['(N a)'] * 41)})", name="parse.mrg")
    (found,) = written(scored(parse, "parseval", gold=gold), gold=gold)["parses"]
    figures = found["metrics"]["parseval"]
    assert [gap["sentences"] for gap in figures["not_compared"]] == [1]
    assert figures["compared"] == {"sentences": 2, "of": 3, "words": 42, "of_words": 43}
    short = figures["subsets"]["up to 40 words"]
    assert short["scores"]["f1"] == {"value": 1.0, "right": 2, "total": 2}
    assert figures["scores"]["f1"]["right"] == 4
    assert len(found["warnings"]) == 1 and "1 sentence has other words" in found["warnings"][0]


def test_the_object_has_the_tables_of_each_parse():
    parse = scored(PARSE, "attachment", "segmentation")
    own = tables_of(parse, GOLD, ALL, ("accuracy", "tag"))
    (found,) = written(parse, breakdowns={"p": own, "q": {}})["parses"]
    (accuracy,) = found["metrics"]["attachment"]["breakdown"]
    assert accuracy["name"] == "accuracy" and accuracy["rows"][0]["words"] == 5
    assert [one["name"] for one in found["metrics"]["segmentation"]["breakdown"]] == ["tag"]
    assert "breakdown" not in written(parse, breakdowns={"q": own})["parses"][0]["metrics"]["attachment"]


def test_figures_with_parts_are_one_object_a_figure():
    found = nested({"f1": {"value": 0.5}, "of.one": {"value": 0.1, "right": 1}, "of.other": {"value": None}})
    assert found == {"f1": {"value": 0.5}, "of": {"one": 0.1, "other": None}}


@given(pairs())
def test_a_row_a_sentence_has_the_scores_and_counts_of_each(pair):
    gold, parse = pair
    one = scored(parse, "attachment", "segmentation", gold=gold)
    table = sentence_rows(gold, [one])
    assert table["sentence"].to_list() == list(range(1, len(gold) + 1))
    assert table.select("id", "words").equals(gold.sentences.select("id", "words"))
    for name, own in one.scored.items():
        expected = own.metric.by_sentence(own.counts)
        assert [column for column in table.columns if column.startswith(name)][: len(own.ratios)] == [
            f"{name}.{ratio}" for ratio in own.ratios
        ]
        for column in expected.drop("sentence").columns:
            assert table[f"{name}.{column}"].to_list() == expected[column].to_list()
    both = sentence_rows(gold, [one, one._replace(name="q")])
    assert both["p.attachment.wrong"].equals(both["q.attachment.wrong"])


def test_tables_are_of_the_sentences_and_words_that_were_asked_for():
    choice = ScoreChoice(max_length=2)
    parse = scored(PARSE, "attachment", "segmentation", choice=choice)
    every = tables_of(parse, GOLD, choice)
    assert [*every] == ["attachment", "segmentation"]
    assert [table.name for table in every["attachment"]] == [*table_names([create("attachment")])]
    assert every["attachment"][0].frame["words"][0] == 1
    assert [*tables_of(parse, GOLD, ALL, ("accuracy",))] == ["attachment"]
    pronouns = "gold_tag = 'PRON'"
    (accuracy,) = tables(parse.scored["attachment"], GOLD, PARSE, None, ("accuracy", "class_examples"), pronouns)
    assert accuracy.frame["words"].to_list() == [1, 1]
    within = [table.name for table in tables(parse.scored["attachment"], GOLD, PARSE, within=pronouns)]
    assert "accuracy" in within and "error_classes" not in within
    assert {*table_names()} == {name for metric in METRICS.values() for name in table_names([metric()])}


def test_tables_of_errors_are_counted_as_the_metric_counts():
    gold, parse = (read(DEMO / f"crossing-{side}.export") for side in ("gold", "parse"))
    for options in ({}, {"discontinuous_only": "true"}):
        own = score(create("parseval", **options), gold, parse)
        source = source_of(own, gold, parse, None)
        sums = own.counts.select("matched", "gold_brackets", "parse_brackets").sum().row(0)
        assert finished(source.errors()).table["brackets"].sum() == sums[1] + sums[2] - 2 * sums[0] > 0
    gold, parse = (read(DEMO / f"trees-{side}.mrg") for side in ("gold", "parse"))
    some = source_of(score(create("parseval"), gold, parse), gold, parse, pl.Series([1], dtype=pl.UInt32))
    assert finished(some.errors()).table is finished(some.errors()).table
    assert {*finished(some.errors()).table["sentence"]} == {*some.facts()["sentence"]} == {1}


def test_words_that_only_one_side_has_are_there_where_they_are_wanted():
    gold, parse = treebank("can/V/0/root not/X/1/x go/V/1/x"), treebank("cannot/V/0/root go/V/1/x", name="p.conllx")
    metric = create("attachment")
    assert words_of(metric, gold, parse)["form"].to_list() == ["go"]
    assert words_of(metric, gold, parse, every=True).height == 4
    source = source_of(score(metric, gold, parse), gold, parse, None)
    assert source.words().height == 4
    assert source.words() is source.words() and source.facts() is source.facts()  # many tables are made of them
    assert words_of(metric, GOLD, PARSE, pl.Series([1], dtype=pl.UInt32))["form"].to_list() == ["Why", "?"]
    with pytest.raises(OptionError, match="segmentation has no table of words; attachment has one"):
        words_of(create("segmentation"), gold, parse)


def test_all_parses_are_asked_before_any_is_scored():
    other = treebank("Other/X/0/root", TREES[1], name="other.conllx")
    able, unable = create("attachment"), create("parseval")
    chosen, failed = comparing(GOLD, [PARSE, other], [unable, able, create("mwe")])
    assert [metric.name for metric in chosen] == ["attachment", "mwe"]
    assert [*failed] == ["parseval"] and "does not compare the structures of conllx files" in failed["parseval"]
    with pytest.raises(PairError, match="does not compare the structures"):
        comparing(GOLD, [PARSE], [unable])
    with pytest.raises(PairError, match="word 'She' is 'Other'"):
        comparing(GOLD, [PARSE, other], [able, create("attachment", errors="stop")])
    with pytest.raises(PairError, match="does not compare the structures"):
        scored(PARSE, "attachment", "parseval")
