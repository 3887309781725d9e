"""The table of sentences: what a row says, and how its columns are named.

Running texts of a whole treebank, as each sentence gives its own.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest
from hypothesis import given

from goldleaf.core.analysis.sides.sentence_table import (
    FigureColumn,
    figure_columns,
    prefixes,
    running_texts,
    sentence_table_steps,
    word_prefixes,
)
from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.scoring import score
from goldleaf.core.steps import finished
from tests.core.metrics.phrases import phrases
from tests.core.trees import PARSES, SHARED, TREES, pairs, treebank

METRIC = Attachment()
GOLD = treebank(TREES[0], "Because/SCONJ/0/root", TREES[1], ids=("s1", None, "s3"))
PARSE = treebank(PARSES[0], "Since/SCONJ/0/root", PARSES[1], name="parse.conllx")


def table(gold, **parses):
    return finished(
        sentence_table_steps(
            gold, parses, {name: {"attachment": score(METRIC, gold, parse)} for name, parse in parses.items()}
        )
    )


def test_sentences_that_are_scored_as_one_are_as_long_as_they_are_together():
    gold = treebank("a/X/0/root b/X/1/x", "c/X/0/root d/X/1/x e/X/1/x", "f/X/0/root")
    joined = treebank("a/X/0/root b/X/1/x c/X/1/x d/X/1/x e/X/1/x", "f/X/0/root")
    assert table(gold, parse=joined)["words"].to_list() == [5, 5, 1]
    assert table(gold, parse=gold)["words"].to_list() == [2, 3, 1]


def test_one_parse_has_plain_names():
    found = table(GOLD, parse=PARSE)
    assert table(GOLD, parse=GOLD).columns == [
        "number", "id", "text", "words",
        "las", "uas", "la", "exact_match", "exact_match_unlabeled", "differences", "comparable", "words_differ",
        "readable", "projective", "cyclic", "roots", "no_tree",
        "parse_projective", "parse_cyclic", "parse_roots", "parse_no_tree",
    ]  # fmt: skip
    assert found.drop("exact_match", "exact_match_unlabeled").columns[4:10] == [
        "las", "uas", "la", "las_precision", "uas_precision", "la_precision",
    ]  # fmt: skip
    shown = ("number", "id", "text", "words", "las", "uas", "differences", "comparable", "words_differ")
    assert found.select(shown).rows() == [
        (1, "s1", "She read old books .", 5, 0.25, 0.5, 3, True, 0),
        (2, None, "Because", 1, 0.0, 0.0, 2, False, 1),  # a word of the gold, which the parse has otherwise
        (3, "s3", "Why ?", 2, 1.0, 1.0, 0, True, 0),
    ]


def test_a_word_that_is_split_differs_once_and_so_does_each_that_is_added():
    gold = treebank("mended/V/0/r it/N/1/x", "a/N/0/r b/N/1/x")
    parse = treebank("men/V/0/r ded/P/1/x it/N/1/x", "a/N/0/r b/N/1/x c/N/1/x d/N/1/x", name="p")
    assert table(gold, p=parse)["words_differ"].to_list() == [1, 2]


def test_several_parses_have_their_names_before():
    found = table(GOLD, **{"parse-a": PARSE, "b.2": GOLD})
    assert {"parse_a_las", "parse_a_comparable", "parse_a_roots", "b_2_las", "b_2_differences", "roots"} < set(
        found.columns
    )
    assert found["b_2_las"].to_list() == [1.0, 1.0, 1.0]
    assert found["parse_a_las"].to_list() == [0.25, 0.0, 1.0]


def test_the_gold_alone():
    assert table(GOLD).columns == [
        "number", "id", "text", "words", "readable", "projective", "cyclic", "roots", "no_tree",
    ]  # fmt: skip


def test_shapes_of_trees():
    gold = treebank(
        "a/N/3/x b/N/0/r c/N/2/x d/N/2/x", "a/N/3/x b/N/4/x c/N/0/r d/N/3/x", "a/N/2/x b/N/1/x", "a/N/0/r b/N/0/r"
    )
    found = table(gold, p=gold)
    assert found.select("projective", "cyclic", "roots").rows() == [
        (False, False, 1),
        (False, False, 1),
        (True, True, 0),
        (True, False, 2),
    ]
    assert (
        found.select("parse_projective", "parse_cyclic", "parse_roots").rows()
        == found.select("projective", "cyclic", "roots").rows()
    )


def test_what_is_no_tree_is_said_where_the_gold_has_the_sentence():
    texts = ["a/N/0/r b/N/1/x c/N/1/x", "d/N/0/r e/N/1/x f/N/1/x", "g/N/0/r h/N/1/x i/N/1/x"]
    found = table(treebank(*texts), p=treebank(texts[1], "g/N/0/r h/N/0/r i/N/3/x", name="p"))
    assert found["no_tree"].to_list() == [None, None, None]
    assert found["parse_no_tree"].to_list() == [None, None, "cycle, two roots"]
    assert found["parse_roots"].to_list() == [None, 1, 2]


def test_short_long_and_unreadable_parses():
    short = table(GOLD, p=PARSE.slice(0, 1))
    assert short["parse_roots"].to_list() == [1, None, None]
    assert short["las"].to_list() == [0.25, 0.0, 0.0]
    assert short["words_differ"].to_list() == [0, 1, 2]
    long = table(GOLD.slice(0, 1), p=PARSE)
    assert long.height == 1
    unread = table(treebank(TREES[0], ""), p=treebank(TREES[0], ""))
    assert unread["readable"].to_list() == [True, False]
    assert unread["roots"].to_list() == [1, None]
    assert unread["las"].to_list() == [1.0, None]


def test_names_of_parses_fit_for_sql():
    assert prefixes(["parse-a", "parse a", "2nd", "żółw"]) == {
        "parse-a": "parse_a", "parse a": "parse_a_2", "2nd": "parse_2nd", "żółw": "żółw",
    }  # fmt: skip
    assert prefixes(["udpipe"]) == {"udpipe": "parse"}
    assert prefixes([]) == {}


def test_scores_of_one_name_are_told_apart_by_the_metric():
    def scored(*scores):
        return SimpleNamespace(ratios=dict.fromkeys(scores))

    metrics = {"attachment": scored("las", "uas"), "ud": scored("las.f1", "words.f1", "las.precision")}
    columns = figure_columns({"p": metrics})
    assert list(columns.values()) == [
        "attachment_las", "uas", "differences", "ud_las", "ud_words", "las_precision", "ud_differences",
    ]  # fmt: skip
    assert columns[FigureColumn("p", "ud", "las.precision")] == "las_precision"
    both = figure_columns({"p": metrics, "q": metrics})
    assert both[FigureColumn("q", "attachment", "las")] == "q_attachment_las"
    assert len(set(both.values())) == len(both)


@given(pairs(heads=False))
def test_differences_are_what_the_metric_counts_wrong(pair):
    gold, parse = pair
    scored = score(METRIC, gold, parse)
    found = finished(sentence_table_steps(gold, {"p": parse}, {"p": {"attachment": scored}}))
    facts = METRIC.facts(gold, parse)
    missing = facts.filter(pl.col("mark") == 1).group_by("sentence").len()
    expected = dict(missing.rows())
    assert found["differences"].to_list() == [expected.get(row, 0) for row in range(len(gold))]
    assert found["number"].to_list() == list(range(1, len(gold) + 1))
    assert found["las"].to_list() == METRIC.by_sentence(scored.counts)["las"].to_list()


def test_a_filtered_score_does_not_fit():
    scored = score(METRIC, GOLD, PARSE)
    scored = replace(scored, counts=scored.counts.head(1))
    with pytest.raises(pl.exceptions.ShapeError):
        finished(sentence_table_steps(GOLD, {"p": PARSE}, {"p": {"attachment": scored}}))


def test_no_parse_of_words_is_called_as_the_heads_of_another_are():
    assert word_prefixes(["b_head", "b"]) == {"b_head": "b_head_2", "b": "b"}
    assert word_prefixes(["parse", "gold"]) == {"parse": "parse_2", "gold": "gold_2"}
    assert word_prefixes(["parse"]) == {"parse": "parse"}


DEMO = Path(__file__).resolve().parents[4] / "assets" / "demo"

TOKENS = """\
# text = as given
1\ta\ta\tX\tX\t_\t0\troot\t_\t_

1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_
1\tde\tde\tX\tX\t_\t2\tx\t_\t_
2\tle\tle\tX\tX\t_\t0\troot\t_\t_
2.1\tnothing\t_\t_\t_\t_\t_\t_\t_\t_
3\tpain\tpain\tX\tX\t_\t2\tx\t_\t_
4-6\tabc\t_\t_\t_\t_\t_\t_\t_\t_
4\tA\ta\tX\tX\t_\t2\tx\t_\t_
5\tB\tb\tX\tX\t_\t2\tx\t_\t_
6\tC\tc\tX\tX\t_\t2\tx\t_\t_

# text =
1\tb\tb\tX\tX\t_\t0\troot\t_\t_

"""


def test_the_comment_else_the_surface_tokens(tmp_path):
    path = tmp_path / "tokens.conllu"
    path.write_text(TOKENS, encoding="utf-8")
    gold = read(path)
    assert running_texts(gold).to_list() == ["as given", "du pain abc", ""]
    path.write_text(TOKENS.replace("# text = as given\n", ""), encoding="utf-8")
    assert running_texts(read(path)).to_list() == ["a", "du pain abc", ""]
    path.write_text(TOKENS.split("\n\n", 1)[1], encoding="utf-8")  # so that all rows are one less
    assert running_texts(read(path)).to_list() == ["du pain abc", ""]
    assert running_texts(gold).to_list() == [sentence.running_text for sentence in gold]


def test_forms_where_there_are_no_tokens():
    assert running_texts(treebank("a/N/0/root b/N/1/x", "c/N/0/root")).to_list() == ["a b", "c"]
    assert running_texts(treebank()).to_list() == []


def test_sentences_without_words_have_an_empty_text():
    assert running_texts(treebank("", "c/N/0/root")).to_list() == ["", "c"]


@pytest.mark.parametrize("name", ["gold", "parse"])
def test_the_demo(name):
    demo = read(DEMO / f"{name}.conllu", strict=False)
    assert running_texts(demo).to_list() == [sentence.running_text for sentence in demo]


@pytest.mark.shared
@pytest.mark.parametrize("name", ["danish/gold.conllx", "hebrew/gold.conllu"])
def test_real_treebanks(name):
    treebank_ = read(SHARED / name).slice(0, 300)
    assert running_texts(treebank_).to_list() == [sentence.running_text for sentence in treebank_]


def test_a_sentence_that_is_not_scored_has_no_number_of_differences():
    gold, parse = phrases("(S (D a) (N b))"), phrases("(S (, a) (N b))")  # whose words differ without punctuation
    scored = {"parse": {"parseval": score(create("parseval"), gold, parse)}}
    found = finished(sentence_table_steps(gold, {"parse": parse}, scored))
    assert found.select("f1", "differences").rows() == [(None, None)]
