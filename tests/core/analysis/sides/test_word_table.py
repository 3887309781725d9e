"""The words of gold and parse side by side.

Also tests `side_rows`.
"""

from __future__ import annotations

from dataclasses import replace

import polars as pl
from hypothesis import given

from goldleaf.core.analysis.sides.word_columns import errors, neighbours
from goldleaf.core.analysis.sides.word_table import word_table
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.scoring import score
from tests.core.trees import PARSES, TREES, pairs, treebank

METRIC = Attachment()
GOLD, PARSE = treebank(*TREES), treebank(*PARSES, name="parse.conllx")
WORDS = word_table(METRIC, GOLD, PARSE)


def test_the_columns_and_their_types():
    assert (
        dict(zip(WORDS.columns, map(str, WORDS.dtypes), strict=True)).items()
        >= {
            "sentence": "UInt32",
            "position": "UInt32",
            "scoring": "Boolean",
            "gold_head": "Int32",
            "right_both": "Boolean",
        }.items()
    )
    assert {f"{side}_{name}" for side in ("gold", "parse") for name in ("deprel", "tag", "fine_tag", "lemma")} < set(
        WORDS.columns
    )


def test_the_example_word_by_word():
    rows = WORDS.select(
        "form", "scoring", "gold_head", "parse_head", "gold_deprel", "parse_deprel", "right_head", "right_label"
    ).rows()
    assert rows == [
        ("She", True, 2, 2, "nsubj", "obj", True, False),
        ("read", True, 0, 0, "root", "root", True, True),
        ("old", True, 4, 2, "amod", "amod", False, True),
        ("books", True, 2, 3, "obj", "nmod", False, False),
        (".", False, 2, 1, "punct", "punct", False, True),
        ("Why", True, 0, 0, "root", "root", True, True),
        ("?", False, 1, 0, "punct", "root", False, False),
    ]


def test_directions_and_distances():
    gold = treebank("a/N/0/x b/N/1/x c/N/1/x d/N/1/x e/N/6/x f/N/6/x g/N/_/x h/N/1/x i/N/99/x")
    words = word_table(METRIC, gold)
    assert words["gold_direction"].to_list() == [
        "to_root", "left", "left", "left", "right", "self", "none", "left", "right",
    ]  # fmt: skip
    assert words["gold_distance_bin"].to_list() == ["to_root", "1", "2", "3-6", "1", "1", "none", "7-...", "7-..."]
    assert words["gold_distance"].to_list() == [None, 1, 2, 3, 1, 0, None, 7, 90]


def test_the_borders_of_the_distances():
    gold = treebank(
        *[" ".join(f"w/N/{1 if place == size else 0}/x" for place in range(1, size + 1)) for size in (7, 8)]
    )
    far = word_table(METRIC, gold).filter(pl.col("gold_head") == 1)
    assert far["gold_distance_bin"].to_list() == ["3-6", "7-..."]


def test_labels_are_those_that_are_compared():
    gold = treebank("a/N/0/root:x")
    assert word_table(Attachment(labels="universal"), gold, gold)["gold_deprel"].to_list() == ["root"]


def test_only_comparable_sentences_with_the_gold_s_rows():
    gold = treebank(TREES[0], "Because/SCONJ/0/root", TREES[1])
    parse = treebank(PARSES[0], "Since/SCONJ/0/root", PARSES[1])
    words = word_table(METRIC, gold, parse)
    assert words["sentence"].unique(maintain_order=True).to_list() == [0, 2]


def test_without_a_parse_there_is_the_gold_alone():
    words = word_table(METRIC, GOLD)
    assert words.height == GOLD.words.height
    assert not [name for name in words.columns if name.startswith(("parse", "right", "scoring"))]


def test_the_fine_tag_stands_in_for_a_coarse_one_that_the_format_lacks():
    fine = GOLD.words.with_columns(coarse_tag=pl.lit("_").cast(pl.Categorical()))
    columns = tuple(name for name in GOLD.layout.columns if name != "coarse_tag")
    gold = replace(GOLD, words=fine, layout=replace(GOLD.layout, columns=columns))
    assert word_table(METRIC, gold)["gold_tag"].to_list()[:2] == ["PRON", "VERB"]


def test_columns_that_were_not_read_are_left_out():
    gold = replace(GOLD, words=GOLD.words.drop("lemma", "features", "fine_tag", "coarse_tag"))
    assert "gold_lemma" not in word_table(METRIC, gold, PARSE).columns


def test_neighbours_stop_at_the_sentence():
    around = WORDS.select(**neighbours()).filter(WORDS["sentence"] == 1)
    assert around.select("form_before_2", "form_before", "form_after", "form_after_2").rows() == [
        (".S", ".S", "?", ".E"),
        (".S", "Why", ".E", ".E"),
    ]
    first = WORDS.select(**neighbours()).row(2, named=True)
    assert (first["tag_before_2"], first["tag_before"], first["tag_after"], first["tag_after_2"]) == (
        "PRON", "VERB", "NOUN", ".",
    )  # fmt: skip


def test_errors_are_null_where_the_word_is_right():
    assert WORDS.select(**errors(WORDS.columns)).rows() == [
        (None, "nsubj", "obj"),
        (None, None, None),
        (-2, None, None),
        (1, "obj", "nmod"),
        (-1, None, None),
        (None, None, None),
        (0, "punct", "root"),
    ]


@given(pairs(heads=False))
def test_the_words_add_up_to_the_counts(pair):
    words = word_table(METRIC, *pair)
    counts = score(METRIC, *pair).counts.sum().row(0, named=True)
    scored = words.filter("scoring")
    assert scored.height == counts["scoring"]
    for name in ("right_head", "right_label", "right_both"):
        assert scored[name].sum() == counts[name]


def test_words_that_both_have_are_compared_though_sentences_are_split_differently():
    gold = treebank("a/N/2/nsubj b/V/0/root", "c/N/2/nsubj d/V/0/root")
    parse = treebank("a/N/2/nsubj b/V/0/root c/N/4/nsubj d/V/2/conj", name="parse.conllx")
    found = word_table(METRIC, gold, parse)
    assert found.select("sentence", "position", "form", "right_head").rows() == [
        (0, 1, "a", True), (0, 2, "b", True), (1, 1, "c", True), (1, 2, "d", False),
    ]  # fmt: skip
    assert found["parse_head"].to_list() == [2, 0, 4, 2]


def test_words_of_one_side_only_are_left_out():
    gold = treebank("ab/N/2/nsubj c/V/0/root")
    parse = treebank("a/N/3/nsubj b/N/3/obj c/V/0/root", name="parse.conllx")
    assert word_table(METRIC, gold, parse).select("form", "right_both").rows() == [("c", True)]
