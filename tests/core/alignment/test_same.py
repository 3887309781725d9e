"""Which sentences of gold and parse belong together, and what is said of those that do not."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given

from goldleaf.core.alignment import check_comparable, check_paired, comparable, paired_words
from goldleaf.core.alignment.same import difference, paired_part, readable_part, remembered, words_differ
from goldleaf.core.errors import PairError
from tests.core.trees import TREES, pairs, treebank

GOLD = treebank("a/N/0/root b/N/1/x", "c/N/0/root", "d/N/0/root e/N/1/x")


def parse(*sentences: str):
    return treebank(*sentences, name="parse.conllx")


def test_the_same_words_compare_whatever_the_trees():
    other = parse("a/V/2/y b/N/0/root", "c/N/1/root", "d/N/0/root e/N/0/root")
    assert comparable(GOLD, other).all()
    check_comparable(GOLD, other)


def test_another_form_makes_its_sentence_incomparable():
    assert comparable(GOLD, parse("a/N/0/x b/N/0/x", "C/N/0/x", "d/N/0/x e/N/0/x")).tolist() == [True, False, True]


def test_another_number_of_words_makes_its_sentence_incomparable():
    other = parse("a/N/0/x", "c/N/0/x", "d/N/0/x e/N/0/x f/N/0/x")
    assert comparable(GOLD, other).tolist() == [False, True, False]


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_a_parse_may_be_short(count):
    assert comparable(GOLD, GOLD.slice(0, count)).tolist() == [row < count for row in range(3)]


def test_a_parse_may_be_long():
    assert comparable(GOLD.slice(0, 2), GOLD).tolist() == [True, True]


def test_unreadable_sentences_do_not_compare():
    broken = replace(GOLD, sentences=GOLD.sentences.with_columns(readable=pl.Series([True, False, True])))
    assert comparable(GOLD, broken).tolist() == [True, False, True]
    assert comparable(broken, GOLD).tolist() == [True, False, True]
    assert difference(GOLD, broken, 1).startswith("gold.conllx:4: sentence 2 could not be read")


def test_a_different_word_is_named_with_both_lines():
    other = parse("a/N/0/x b/N/0/x", "c/N/0/x", "d/N/0/x f/N/0/x")
    lower = replace(other, words=other.words.with_columns(line=pl.col("line") + 1))
    with pytest.raises(PairError, match=r"^gold\.conllx:7: word 'e' is 'f' in parse\.conllx:8$"):
        check_comparable(GOLD, lower)


def test_another_number_of_words_is_named_with_both_lines():
    with pytest.raises(PairError, match=r"^gold\.conllx:1: sentence 1 has 2 words, but 3 in parse\.conllx:1$"):
        check_comparable(GOLD, parse("a/N/0/x b/N/0/x c/N/0/x", "c/N/0/x", "d/N/0/x e/N/0/x"))


def test_a_missing_sentence_is_named_with_the_gold_line():
    with pytest.raises(PairError, match=r"^gold\.conllx:6: sentence 3 is not in .*, which has 2 sentences$"):
        check_comparable(GOLD, GOLD.slice(0, 2))


def test_a_surplus_sentence_is_named_with_the_parse_line():
    other = parse("a/N/0/x b/N/0/x", "c/N/0/x", "d/N/0/x e/N/0/x", "f/N/0/x")
    with pytest.raises(PairError, match=r"^parse\.conllx:9: sentence 4 is not in the gold, which has 3$"):
        check_comparable(GOLD, other)


def test_sentences_pair_whatever_their_words():
    other = parse("C/N/0/x", "D/N/0/x E/N/0/x F/N/0/x", "d/N/0/x e/N/0/x")
    check_paired(GOLD, other)
    gold, same, rows = paired_part(GOLD, other.slice(0, 2))
    assert (len(gold), len(same), rows.tolist()) == (2, 2, [0, 1])
    with pytest.raises(PairError, match=r"sentence 3 is not in parse\.conllx, which has 2 sentences"):
        check_paired(GOLD, other.slice(0, 2))
    with pytest.raises(PairError, match="sentence 3 is not in the gold, which has 2"):
        check_paired(GOLD.slice(0, 2), other)


def test_the_readable_part_keeps_the_gold_rows():
    other = parse("a/N/0/x b/N/0/x", "C/N/0/x", "d/N/0/x e/N/0/x")
    broken = replace(GOLD, sentences=GOLD.sentences.with_columns(readable=pl.Series([True, False, True])))
    gold, part, rows = readable_part(broken, other)
    assert rows.tolist() == [0, 2]
    assert gold.words["form"].to_list() == part.words["form"].to_list() == ["a", "b", "d", "e"]


@given(pairs())
def test_all_of_the_words_of_comparable_sentences(pair):
    gold, other = pair
    assert comparable(gold, other).all()
    assert [rows.tolist() for rows in paired_words(gold, other)] == [[*range(gold.words.height)]] * 2


def test_words_pair_in_sentences_that_have_the_same():
    ours, theirs = paired_words(GOLD, parse("a/N/0/root b/N/1/x x/N/1/y", "c/N/0/root"))
    assert (ours.tolist(), theirs.tolist()) == ([2], [3])


def test_an_empty_gold():
    assert comparable(treebank(), treebank(*TREES)).tolist() == []


@pytest.mark.parametrize(
    ("others", "said"), [(["A"], "1 sentence has other words"), (["A", "B"], "2 sentences have other words"), ([], "")]
)
def test_how_many_sentences_have_other_words(others, said):
    gold, kept = treebank("a/N/0/x", "b/N/0/x", "c/N/0/x"), ["a", "b", "c"][len(others) :]
    line = words_differ(gold, parse(*(f"{form}/N/0/x" for form in (*others, *kept))))
    assert line == (
        said and f"parse.conllx: warning: {said}; the first: gold.conllx:1: word 'a' is 'A' in parse.conllx:1"
    )


# What is remembered, and how long.


def test_a_result_is_worked_out_once_for_the_same_treebanks():
    asked = []

    @remembered
    def words(gold, parse):
        asked.append((gold, parse))
        return gold.words.height + parse.words.height

    gold, parse, other = treebank("a/N/0/x"), treebank("b/N/0/x"), treebank("c/N/0/x d/N/1/x")
    assert [words(gold, parse), words(gold, parse), words(gold, other), words(gold, parse)] == [2, 2, 3, 2]
    assert asked == [(gold, parse), (gold, other), (gold, parse)]


def test_treebanks_are_not_kept_alive():
    @remembered
    def words(gold, parse):
        return gold.words.height + parse.words.height

    gold, parse = treebank("a/N/0/x"), treebank("b/N/0/x")
    gone = weakref.ref(gold), weakref.ref(parse)
    words(gold, parse)
    del gold, parse
    gc.collect()
    assert [ref() for ref in gone] == [None, None]
