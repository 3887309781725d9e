"""Attachment scores: an example worked by hand, and what must hold of any pair."""

from __future__ import annotations

import unicodedata

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.facts import Mark
from goldleaf.core.formats import read
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.scoring import score
from goldleaf.core.structures.labels import is_punctuation
from goldleaf.core.treebank import TEXT
from tests.core.formats.samples import CONLL2008
from tests.core.trees import PARSES, TREES, pairs, treebank

METRIC = Attachment()
GOLD, PARSE = treebank(*TREES), treebank(*PARSES, name="parse.conllx")


def values(metric, gold, parse):
    return {name: (score.right, score.total) for name, score in metric.micro(metric.count(gold, parse)).items()}


def test_the_example_worked_by_hand():
    # Of the five words that score, read and Why are right; She has the head right, old the label; books neither.
    assert METRIC.count(GOLD, PARSE).to_dict(as_series=False) == {
        "sentence": [0, 1],
        "scoring": [4, 1],
        "right_both": [1, 1],
        "right_head": [2, 1],
        "right_label": [2, 1],
        "wrong": [3, 0],
        "non_scoring": [1, 1],
        "exact": [0, 1],
        "exact_unlabeled": [0, 1],
        "sentences": [1, 1],
    }
    assert values(METRIC, GOLD, PARSE) == {
        "las": (2, 5),
        "uas": (3, 5),
        "la": (3, 5),
        "exact_match": (1, 2),
        "exact_match_unlabeled": (1, 2),
    }


def test_the_example_with_punctuation():
    # The full stop has the label right, the question mark nothing.
    assert values(Attachment(punctuation="include"), GOLD, PARSE) == {
        "las": (2, 7),
        "uas": (3, 7),
        "la": (4, 7),
        "exact_match": (0, 2),
        "exact_match_unlabeled": (0, 2),
    }


def test_words_that_are_split_score_each(tmp_path):
    gold, parse = tmp_path / "gold.conll08", tmp_path / "parse.conll08"
    gold.write_text(CONLL2008, encoding="utf-8")
    parse.write_text(CONLL2008.replace("3\tAMOD", "4\tAMOD").replace("1\tDIR", "1\tOBJ"), encoding="utf-8")
    # Seven words score, the hyphen does not.
    assert values(METRIC, read(gold), read(parse)) == {
        "las": (5, 7),
        "uas": (6, 7),
        "la": (6, 7),
        "exact_match": (1, 3),
        "exact_match_unlabeled": (2, 3),
    }


def test_macro_is_the_mean_of_the_sentences():
    macro = METRIC.macro(METRIC.count(GOLD, PARSE))
    assert macro["las"].value == pytest.approx((1 / 4 + 1) / 2)
    assert macro["uas"].value == pytest.approx((2 / 4 + 1) / 2)


def test_sentences_of_punctuation_only_have_no_score():
    only = treebank("!/P/0/root ?/P/1/x")
    counts = METRIC.count(only, only)
    assert METRIC.by_sentence(counts)["las"].to_list() == [None]
    assert METRIC.micro(counts)["las"].value is None
    assert METRIC.macro(counts)["las"].value is None
    both = METRIC.count(treebank(*TREES, "!/P/0/root"), treebank(*PARSES, "!/P/1/x"))
    assert METRIC.macro(both)["las"].value == pytest.approx((1 / 4 + 1) / 2)


def test_nothing_at_all():
    counts = METRIC.count(treebank(), treebank())
    assert counts.height == 0
    assert {score.value for score in METRIC.micro(counts).values()} == {None}


def test_labels_up_to_the_colon():
    gold, parse = treebank("a/N/0/root b/N/1/nmod:of"), treebank("a/N/0/root:x b/N/1/nmod:in")
    assert values(METRIC, gold, parse)["las"] == (0, 2)
    assert values(Attachment(labels="universal"), gold, parse)["las"] == (2, 2)
    assert Attachment(labels="universal").labels(gold).to_list() == ["root", "nmod"]
    assert METRIC.labels(gold).to_list() == ["root", "nmod:of"]


def test_cycles_roots_and_absent_heads_score_as_they_stand():
    odd = treebank("a/N/2/x b/N/1/x c/N/3/x d/N/0/r e/N/0/r f/N/_/y")
    assert values(METRIC, odd, odd)["las"] == (6, 6)
    other = treebank("a/N/2/x b/N/1/x c/N/3/x d/N/0/r e/N/0/r f/N/0/y")
    assert values(METRIC, odd, other)["las"] == (5, 6)


@pytest.mark.parametrize(
    ("form", "punctuation"),
    [(".", 1), ("...", 1), ("—«", 1), ("¿", 1), ("。", 1), ("$", 0), ("+", 0), ("<", 0), ("|", 0), ("a.", 0), ("", 0)],
)
def test_punctuation_is_unicode_p_throughout(form, punctuation):
    assert is_punctuation(pl.Series([form], dtype=TEXT)).tolist() == [bool(punctuation)]


@given(st.lists(st.text(st.characters(exclude_categories=("Cs", "Cn")), min_size=1, max_size=3), max_size=8))
def test_punctuation_agrees_with_unicodedata(forms):
    expected = [all(unicodedata.category(character)[0] == "P" for character in form) for form in forms]
    assert is_punctuation(pl.Series(forms, dtype=TEXT)).tolist() == expected


@given(pairs(heads=False))
def test_against_itself_all_is_right(pair):
    for treebank_ in pair:
        for name, (right, total) in values(METRIC, treebank_, treebank_).items():
            assert right == total, name


@given(pairs(heads=False))
def test_what_holds_of_any_pair(pair):
    gold, parse = pair
    counts = METRIC.count(gold, parse)
    included = Attachment(punctuation="include").count(gold, parse)
    universal = Attachment(labels="universal").count(gold, parse)
    words = pl.Series(gold.sentences["words"], dtype=pl.UInt32)
    assert (included["scoring"] == words).all()
    assert (counts["scoring"] + counts["non_scoring"] == words).all()
    assert (counts["wrong"] + counts["right_both"] == counts["scoring"]).all()
    assert (counts["right_both"] <= counts["right_head"]).all()
    assert (counts["right_both"] <= counts["right_label"]).all()
    for column in ("right_both", "right_label", "right_head", "exact"):
        assert (universal[column] >= counts[column]).all(), column
        if column != "exact":
            assert (included[column] >= counts[column]).all(), column
    assert (universal["right_head"] == counts["right_head"]).all()


@given(pairs(heads=False), st.sampled_from(["exclude", "include"]), st.sampled_from(["full", "universal"]))
def test_the_marks_of_the_facts_add_up_to_the_counts(pair, punctuation, labels):
    gold, parse = pair
    metric = Attachment(punctuation=punctuation, labels=labels)
    counts, facts = metric.count(gold, parse).sum(), metric.facts(gold, parse)
    scored = facts.filter(pl.col("mark") != Mark.NOT_SCORED)

    def marked(column: str, mark: Mark, side: str) -> int:
        return scored.filter((pl.col(column) == mark) & pl.col("side").is_in([side, "both"])).height

    wrong = counts["wrong"].item()
    assert marked("mark", Mark.MATCHED, "gold") == counts["right_both"].item()
    assert marked("mark", Mark.MISSING, "gold") == marked("mark", Mark.EXTRA, "parse") == wrong
    assert marked("unlabeled", Mark.MATCHED, "gold") == counts["right_head"].item()
    of_gold = facts.filter(pl.col("side") != "parse")
    assert of_gold.height == gold.words.height
    skipped = of_gold.filter(pl.col("mark") == Mark.NOT_SCORED)
    assert skipped.height == counts["non_scoring"].item()


def test_the_facts_of_the_example():
    facts = METRIC.facts(GOLD, PARSE).filter(pl.col("sentence") == 0)
    rows = facts.select("dependent", "head", "label", "mark", "unlabeled", "side").rows()
    right, missing, extra, skipped = Mark.MATCHED, Mark.MISSING, Mark.EXTRA, Mark.NOT_SCORED
    assert rows == [
        (1, 2, "nsubj", missing, right, "gold"),
        (1, 2, "obj", extra, right, "parse"),
        (2, 0, "root", right, right, "both"),
        (3, 4, "amod", missing, missing, "gold"),
        (3, 2, "amod", extra, extra, "parse"),
        (4, 2, "obj", missing, missing, "gold"),
        (4, 3, "nmod", extra, extra, "parse"),
        (5, 2, "punct", skipped, skipped, "gold"),
        (5, 1, "punct", skipped, skipped, "parse"),
    ]


def test_words_that_differ_are_aligned():
    """Of gold ``a b cd e`` and parse ``a bc d e`` the words a and e are aligned; b, cd, bc and d have no partner."""
    gold = treebank("a/N/2/nsubj b/V/0/root cd/N/2/obj e/N/1/nmod")
    parse = treebank("a/N/3/nsubj bc/V/1/obj d/V/0/root e/N/1/nmod", name="parse.conllx")
    scored = score(METRIC, gold, parse)
    counts = scored.counts.row(0, named=True)
    assert (counts["scoring"], counts["parse_scoring"]) == (4, 4)
    assert (counts["right_head"], counts["right_label"], counts["right_both"]) == (1, 2, 1)
    assert counts["wrong"] == 1 + 2 + 2  # the head of a; b and cd; bc and d
    assert scored.scores()["las"].value == 2 / 8
    assert scored.metric.signature.split("|")[3] == "errors:align"
    assert "errors" not in score(METRIC, gold, gold).metric.signature
    marks = METRIC.facts(gold, parse).select("dependent", "label", "mark").rows()
    assert marks == [
        (1, "nsubj", Mark.MISSING), (1, "nsubj", Mark.EXTRA), (2, "root", Mark.MISSING), (2, "obj", Mark.EXTRA),
        (3, "obj", Mark.MISSING), (3, "root", Mark.EXTRA), (4, "nmod", Mark.MATCHED),
    ]  # fmt: skip


def test_heads_are_the_aligned_words_though_they_stand_elsewhere():
    gold = treebank("ab/N/2/x c/V/0/root d/N/2/obj")
    parse = treebank("a/N/2/x b/N/3/x c/V/0/root d/N/3/obj", name="parse.conllx")
    counts = score(METRIC, gold, parse).counts.row(0, named=True)
    assert (counts["scoring"], counts["parse_scoring"], counts["right_both"], counts["wrong"]) == (3, 4, 2, 3)


@given(pairs())
def test_precision_and_recall_change_places_with_the_files(pair):
    gold, parse = pair
    shorter = parse.slice(0, max(len(parse) - 1, 1))
    one, other = score(METRIC, gold, shorter).scores(), score(METRIC, shorter, gold).scores()
    assert one["las"].value == other["las"].value
    assert ("las_recall" in one) == (len(shorter) < len(gold))
    if "las_recall" in one:
        assert one["las_recall"].value == other["las_precision"].value


def test_a_sentence_that_one_side_lacks_is_no_exact_match():
    """Not even one without a word that scores."""
    gold = treebank("Why/ADV/0/root ?/?/1/punct", "?/?/0/root")
    short = treebank("Why/ADV/0/root ?/?/1/punct")
    for ours, theirs, sentences in ((gold, short, 2), (short, gold, 1), (gold, treebank(), 2), (gold, gold, 2)):
        found = score(METRIC, ours, theirs).scores()
        exact = {len(short): 1, 0: 0, len(gold): 2}[min(len(ours), len(theirs))]
        for name in ("exact_match", "exact_match_unlabeled"):
            assert (found[name].right, found[name].total) == (exact, sentences)


def test_every_word_scores_but_those_of_punctuation_alone():
    """Whatever its tag: eval.pl looks at forms."""
    words = treebank("3/NUM/0/root 1,000/CD/1/x 2.5/PUNCT/1/x a-b/N/1/x $/SYM/1/x %/PUNCT/1/x -/NUM/1/x /N/1/x")
    assert METRIC.scoring(words).tolist() == [True, True, True, True, True, False, False, True]


@pytest.mark.parametrize(
    ("ours", "theirs", "right"),
    [
        ("0", "0", True), ("_", "_", True), ("9", "8", True), ("2", "3", True),
        ("0", "_", False), ("9", "_", False), ("9", "0", False),
        ("9", "2", False), ("_", "2", False), ("0", "2", False),
    ],
)  # fmt: skip
def test_heads_that_are_no_words_of_both_where_words_differ(ours, theirs, right):
    """A root, no head and a head that its sentence does not have are three things; the parse's second word is none of
    the gold's."""
    gold = treebank(f"a/N/{ours}/x b/V/0/root")
    parse = treebank(f"a/N/{theirs}/x new/N/1/y b/V/0/root", name="parse.conllx")
    assert score(METRIC, gold, parse).counts["right_head"].item() == 1 + right
