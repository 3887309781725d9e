"""One parse against another: what is fixed, broken, wrong in both, right in both."""

from __future__ import annotations

from collections import Counter

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core import read
from goldleaf.core.analysis.breakdown.versus import OF_WORDS, RIGHT, TOTAL, facts_versus, words_versus
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.sides.sentence_table import sentence_table_steps
from goldleaf.core.analysis.sides.word_table import word_table_of_all
from goldleaf.core.errors import OptionError
from goldleaf.core.facts import Mark
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from tests.core.trees import SHARED, made, pairs, plain, treebank

GOLD = ["(S (NP (T a)) (VP (T b) (PP (T c))))", "(S (NP (T a)) (NP (T b)))"]
A = ["(S (NP (T a)) (VP (T b) (ADV (T c))))", "(S (NP (T a)) (NP (T b)))"]
B = ["(S (NP (T a)) (VP (T b) (PP (T c))))", "(S (X (T a) (T b)))"]


@pytest.fixture(scope="module")
def english():
    names = ("gold.conllu", "parse.conllu", "parse-b.conllu")
    gold, a, b = (read(SHARED / "english" / name) for name in names)
    parses = {"a": a, "b": b}
    words = word_table_of_all(create("attachment"), gold, parses, "b")
    return words, finished(sentence_table_steps(gold, parses, {"a": {}, "b": {}}))


def naive(words: pl.DataFrame, by: str, right: str) -> Counter[tuple[str, str]]:
    lengths = Counter(words["sentence"])
    found: Counter[tuple[str, str]] = Counter()
    for row in words.filter("scoring").iter_rows(named=True):
        length = lengths[row["sentence"]]
        bucket = next((f"{n - 9}-{n}" for n in (10, 20, 30, 40) if length <= n), "41-...")
        name = bucket if by == "length" else row[OF_WORDS[by]]
        outcome = {(0, 1): "fixed", (1, 0): "broken", (0, 0): "both_wrong", (1, 1): "both_right"}
        for of in (name, TOTAL):
            found[of, outcome[row[f"a_{right}"], row[f"b_{right}"]]] += 1
    return found


@pytest.mark.shared
@pytest.mark.parametrize("by", OF_WORDS)
@pytest.mark.parametrize("right", RIGHT)
def test_words_are_counted_as_a_loop_counts_them(english, by, right):
    check_against_a_loop(english[0], by, right)


@given(pairs(), st.integers(0, 5), st.sampled_from([*OF_WORDS]), st.sampled_from([*RIGHT]))
def test_so_they_are_where_a_parse_is_right_in_some_sentences(pair, whole, by, right):
    gold, a = pair
    b = made([*plain(gold)[:whole], *plain(a)[whole:]], name="b.conllx")
    words = word_table_of_all(create("attachment"), gold, {"a": a, "b": b}, "b")
    check_against_a_loop(words, by, right)
    sentences = finished(sentence_table_steps(gold, {"a": a, "b": b}, {"a": {}, "b": {}}))
    table = words_versus(words, "a", "b", by, right)
    for row, values in enumerate(table.frame.to_dicts()):
        for name in ("words", "fixed", "both_wrong"):
            hits = filter_sentences(sentences, words, table.condition(row, name)).hits
            assert hits.height == values[name]
            assert table.behind(values, name).to_list() == hits["sentence"].to_list()


def check_against_a_loop(words, by, right):
    table = words_versus(words, "a", "b", by, right).frame
    expected = naive(words, by, right)
    outcomes = ("fixed", "broken", "both_wrong", "both_right")
    assert {(row[by], name): row[name] for row in table.to_dicts() for name in outcomes if row[name]} == expected
    assert (table["net"] == table["fixed"].cast(pl.Int64) - table["broken"].cast(pl.Int64)).all()
    assert (table["words"] == table.select(pl.sum_horizontal(outcomes)).to_series()).all()


@pytest.mark.shared
@pytest.mark.parametrize("by", OF_WORDS)
def test_every_figure_opens_the_sentences_that_it_counts(english, by):
    words, sentences = english
    table = words_versus(words, "a", "b", by)
    for place, row in enumerate(table.frame.to_dicts()):
        for name, count in row.items():
            if name in (by, "net"):
                continue
            found = filter_sentences(sentences, words, table.condition(place, name))
            assert found.hits is not None and found.hits.height == count, (row, name)
            assert len(found.rows) == found.hits["sentence"].n_unique()


def test_words_that_a_parse_cuts_differently_or_lacks_are_wrong_there():
    gold = treebank("a/N/2/x bc/V/0/root d/N/2/y", "e/V/0/root f/N/1/x")
    whole = treebank("a/N/2/x bc/V/0/root d/N/2/y", "e/V/0/root f/N/1/x", name="whole.conllx")
    cut = treebank("a/N/2/x b/V/0/root c/V/2/z d/N/3/y", name="cut.conllx")
    parses = {"a": cut, "b": whole}
    words = word_table_of_all(create("attachment"), gold, parses, "b")
    table = words_versus(words, "a", "b")
    total = table.frame.to_dicts()[0]
    assert {name: total[name] for name in ("words", "fixed", "broken", "net")} == {
        "words": 5,
        "fixed": 5,
        "broken": 0,
        "net": 5,
    }
    sentences = finished(sentence_table_steps(gold, parses, {"a": {}, "b": {}}))
    for name in ("words", "fixed", "both_right", "net"):
        found = filter_sentences(sentences, words, table.condition(0, name))
        assert (found.hits.height if found.hits is not None else 0) == total[name], name


def test_what_cannot_be_asked_is_said():
    with pytest.raises(OptionError, match="versus color: no such choice; there are relation, tag, length"):
        words_versus(pl.DataFrame(), "a", "b", "color")


def test_constituents_are_fixed_and_broken(tmp_path):
    metric, files = create("parseval"), []
    for name, trees in (("gold", GOLD), ("a", A), ("b", B)):
        files.append(tmp_path / f"{name}.mrg")
        files[-1].write_text("\n".join(trees) + "\n", encoding="utf-8")
    gold, a, b = map(read, files)
    both = metric.facts(gold, a), metric.facts(gold, b)
    table = facts_versus(both, metric.key, gold.sentences["words"])
    rows = {(row["kind"], row["label"]): row for row in table.frame.to_dicts()}
    assert rows["constituent", "PP"]["fixed"] == 1 and rows["constituent", "PP"]["broken"] == 0
    assert rows["constituent", "NP"]["broken"] == 2 and rows["constituent", "NP"]["both_right"] == 1
    assert rows["constituent", "ADV"] == rows["constituent", "ADV"] | {"facts": 0, "extra_fixed": 1, "net": 0}
    assert rows["constituent", "X"]["extra_broken"] == 1
    place = next(n for n, row in enumerate(table.frame.to_dicts()) if row["label"] == "NP")
    assert table.condition(place, "broken") == "number in (2)"
    assert table.condition(place, "fixed") == "number = 0"


def test_classes_with_extra_facts_alone_have_an_order():
    labels = [*"abcdefghijklmnopqrstuvwxyz", "z"]
    schema = {"sentence": pl.UInt32, "label": pl.String, "mark": pl.UInt8}
    extra = pl.DataFrame({"sentence": [0] * 27, "label": labels, "mark": [Mark.EXTRA] * 27}, schema)
    frame = facts_versus((extra.clear(), extra), ["label"], pl.Series([3]), "label").frame
    assert frame["label"].to_list() == ["total", "z", *"abcdefghijklmnopqrstuvwxy"]
