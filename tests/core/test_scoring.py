"""Scores as sums over sentences: official figures, and parts that add up to the whole."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import PairError
from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.scoring import NotInPartsError, Scored, Share, check, score, score_steps, signature
from goldleaf.core.version import VERSION
from tests.core.metrics.phrases import phrases
from tests.core.trees import PARSES, SHARED, TREES, pairs, treebank

METRIC = create("attachment")
DEMO = Path(str(files("goldleaf.assets"))) / "demo"
THEORIES = ("content-gold", "function-gold", "content-parse")


def official():
    if not SHARED.is_dir():
        return []
    cases = json.loads((SHARED / "expected.json").read_text(encoding="utf-8"))
    return [case for case in cases if case["metric"] == "attachment"]


@pytest.mark.shared
@pytest.mark.parametrize("case", official(), ids=lambda case: f"{case['parse']}-{case['options']['punctuation']}")
def test_official_figures(case):
    gold, parse = read(SHARED / case["gold"]), read(SHARED / case["parse"])
    scored = score(create("attachment", **case["options"]), gold, parse)
    expected = dict(case["expect"])
    if "non_scoring" in expected:
        assert scored.reported()["non_scoring"] == expected.pop("non_scoring")
    found = scored.scores()
    assert {name: {"right": found[name].right, "total": found[name].total} for name in expected} == expected


def test_sentences_of_the_gold_that_could_not_be_read_have_nulls_and_count_in_no_sum():
    gold = treebank(TREES[0], "Because/SCONJ/0/root", TREES[1])
    parse = treebank(PARSES[0], "Because/SCONJ/0/root", PARSES[1], name="parse.conllx")
    readable = pl.Series("readable", [True, False, True])
    gold = replace(gold, sentences=gold.sentences.with_columns(readable))
    scored = score(METRIC, gold, parse)
    assert f"{scored.share}" == "2 of 3 sentences"
    assert scored.counts["sentence"].to_list() == [0, 1, 2]
    assert scored.counts["scoring"].to_list() == [4, None, 1]
    assert scored.sentences == 2
    assert scored.scores() == score(METRIC, treebank(*TREES), treebank(*PARSES)).scores()
    assert scored.scores("macro")["las"].value == pytest.approx((1 / 4 + 1) / 2)
    assert METRIC.by_sentence(scored.counts)["las"].to_list() == [0.25, None, 1.0]


@pytest.mark.parametrize("name", ["attachment", "tedeval", "mwe", "ud"])
def test_sentences_of_the_parse_that_could_not_be_read_count_as_missing_ones_do(name):
    gold = treebank(*TREES, *TREES)
    unread = treebank(TREES[0], "", TREES[0], "", name="parse.conllx")
    assert unread.sentences["readable"].to_list() == [True, False, True, False]
    missing = replace(unread, sentences=unread.sentences.with_columns(readable=pl.lit(value=True)))
    scored, as_missing = (score(create(name), gold, parse) for parse in (unread, missing))
    assert scored.scores() == as_missing.scores()
    assert scored.counts.equals(as_missing.counts)
    assert scored.share == as_missing.share == Share(2, 4, 10, 14)
    if name != "mwe":  # which leaves out what has other words
        assert next(iter(scored.scores().values())).value < 1


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("attachment", ("exact_match", "exact_match_unlabeled")),
        ("tedeval", ("exact_match", "exact_match_unlabeled", "mean_distance")),
        ("parseval", ("complete_match", "no_crossing")),
        ("leaf-ancestor", ("la_sentences",)),
    ],
)
def test_sentences_that_a_parse_has_joined_are_not_fewer(name, figures):
    if name in ("parseval", "leaf-ancestor"):
        gold = phrases("(S (N a) (V b))", "(S (N c))", "(S (N d) (V e))")
        parse = phrases("(S (N a) (V b) (N c))", "(S (N d) (V e))", name="parse.mrg")
    else:
        gold = treebank(*TREES, TREES[0])
        parse = treebank(f"{PARSES[0]} Why/ADV/0/root ?/?/1/punct", TREES[0], name="parse.conllx")
    options = {"errors": "align"} if name == "parseval" else {}
    scored = score(create(name, **options), gold, parse)
    found = scored.scores()
    for figure in figures:
        assert found[figure].total == 3, figure
        if figure.startswith(("exact", "complete")):
            assert found[figure].right == 1
    # Nor are they more where the parse has sentences that the gold lacks.
    surplus = score(create(name, **options), gold.slice(0, 2), gold)
    assert all(surplus.scores()[figure].total == 2 for figure in figures)


def test_how_many_sentences_figures_are_of_is_known_of_every_part():
    gold = treebank(*TREES, *TREES)
    scored = score(METRIC, gold, gold.slice(0, 3))
    assert f"{scored.share}" == "3 of 4 sentences"
    assert f"{scored.only(pl.Series([True, True, True, False])).share}" == ""
    assert f"{scored.only(pl.Series([False, True, False, True])).share}" == "1 of 2 sentences"
    joined = treebank(f"{TREES[0]} {TREES[1]}", name="joined.conllx")
    assert f"{score(METRIC, treebank(*TREES), joined).share}" == ""
    trees, failed = phrases("(S (N a))", "(S (N b))"), phrases("( )", "(S (N b))")
    assert f"{score(create('parseval'), trees, failed).share}" == "1 of 2 sentences"


def test_a_metric_says_what_it_can_compare():
    gold, parse = treebank("a/N/0/root"), treebank("b/N/0/root", name="parse.conllx")
    with pytest.raises(PairError, match="word 'a' is 'b'"):
        check(create("attachment", errors="stop"), gold, parse)
    check(METRIC, gold, parse)
    check(create("mwe"), gold, parse)
    with pytest.raises(PairError, match=r"gold\.conllx: parseval does not compare the structures of conllx files"):
        check(create("parseval"), gold, gold)
    assert score(create("mwe"), gold, parse).counts["error"].to_list() == [1]


def test_letters_that_only_look_the_same():
    gold, parse = treebank("na\u00efve/N/0/root"), treebank("nai\u0308ve/N/0/root", name="parse.conllx")
    for metric in (create("attachment", errors="stop"), create("ud")):
        with pytest.raises(PairError, match="normalize both files to NFC"):
            check(metric, gold, parse)


def test_sentences_that_a_metric_scores_apart():
    trees = phrases("(S (N a))", f"(S {' '.join(['(N a)'] * 41)})")
    scored = score(create("parseval"), trees, trees)
    [(name, short)] = scored.subsets().items()
    assert name == "up to 40 words"
    assert (scored.reported()["sentences"], short.reported()["sentences"]) == (2, 1)
    assert score(METRIC, treebank(), treebank()).subsets() == {}


def test_sentences_that_a_parse_lacks_are_wrong():
    gold = treebank(*TREES)
    scored = score(METRIC, gold, gold.slice(0, 1))
    assert scored.counts["right_both"].to_list() == [4, 0]
    assert scored.scores()["las_recall"].value == 4 / 5
    assert scored.scores()["las_precision"].value == 1
    nothing = score(METRIC, gold, gold.slice(0, 0))
    assert nothing.scores()["las"].value == 0
    assert nothing.scores()["las_precision"].value is None


@pytest.mark.parametrize("name", ["attachment", "tedeval", "segmentation", "leaf-ancestor", "parseval", "mwe"])
def test_a_gold_without_words(name):
    """The window shows it; on the command line it is an error."""
    bank = phrases("(S (N a) (V b))") if name in ("leaf-ancestor", "parseval") else treebank(*TREES)
    metric = create(name, errors="align") if name == "parseval" else create(name)
    assert score(metric, bank.slice(0, 0), bank).counts.height == 0
    with pytest.raises(PairError, match="no words to compare") as raised:
        check(metric, bank.slice(0, 0), bank)
    assert raised.value.path == bank.path


def texts():
    """Two texts with some of the words w0, w1, … each, in sentences of their own."""
    one = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=8, max_size=8)
    return st.tuples(one, one)


@given(texts())
def test_nothing_is_lost_and_precision_and_recall_change_places_with_the_files(pair):
    gold, parse = ([[]], [[]])
    for side, choices in zip((gold, parse), pair, strict=True):
        for number, (has, ends) in enumerate(choices):
            side[-1] += [f"w{number}/N/0/x"] * has
            side += [[]] * (ends and bool(side[-1]))
    gold, parse = (treebank(*(" ".join(words) for words in side if words)) for side in (gold, parse))
    if not (len(gold) and len(parse)):
        return
    for metric in (METRIC, create("segmentation")):
        there, back = (score(metric, *sides).scores() for sides in ((gold, parse), (parse, gold)))
        precision, recall = ("las_precision", "las_recall") if metric is METRIC else ("precision", "recall")
        if precision in there:
            assert (there[precision], there[recall]) == (back[recall], back[precision])
    counts = score(create("segmentation"), gold, parse).counts
    assert (counts["gold_words"].sum(), counts["parse_words"].sum()) == (gold.words.height, parse.words.height)


def test_surplus_sentences_of_the_parse_are_wrong():
    gold = treebank(*TREES)
    scored = score(METRIC, gold.slice(0, 1), gold)
    assert scored.counts["right_both"].to_list() == [4]
    assert scored.scores()["las_precision"].value == 4 / 5


IN_BLOCKS = {
    "attachment": ("arcs", "hebrew"),
    "parseval": ("trees", "faroese"),
    "leaf-ancestor": ("trees",),
    "tedeval": ("arcs", "trees", "theories", "hebrew", "faroese"),
    "segmentation": ("hebrew", "faroese"),
    "mwe": ("arcs", "hebrew"),
}


@pytest.mark.parametrize(
    ("name", "pair"),
    [
        pytest.param(name, pair, marks=[pytest.mark.shared] if pair in ("hebrew", "faroese") else [])
        for name, pairs_ in IN_BLOCKS.items()
        for pair in pairs_
    ],
)
def test_counting_in_blocks_gives_the_same_counts(name, pair, monkeypatch):
    gold, parse = some_pair(pair)
    metric = create(name)
    monkeypatch.setattr("goldleaf.core.scoring.BLOCK", len(gold))
    whole = score(metric, gold, parse)
    monkeypatch.setattr("goldleaf.core.scoring.BLOCK", len(gold) // 4)
    blocks = score(metric, gold, parse)
    assert whole.counts.equals(blocks.counts) and whole.counts.schema == blocks.counts.schema
    assert whole.metric.signature == blocks.metric.signature


def some_pair(name):
    """Gold and parse; the shared ones have other words."""
    if name == "theories":
        content, function, parse = (DEMO / "theories" / f"{file}.conllu" for file in THEORIES)
        return replace(read(content), other_golds=(read(function),)), read(parse)
    gold, parse = {
        "arcs": (DEMO / "gold.conllu", DEMO / "parse.conllu"),
        "trees": (DEMO / "trees-gold.mrg", DEMO / "trees-parse.mrg"),
        "hebrew": (SHARED / "hebrew" / "gold.conllu", SHARED / "hebrew" / "parse-segmented.conllu"),
        "faroese": (SHARED / "faroese" / "gold.mrg", SHARED / "faroese" / "parse-ice.mrg"),
    }[name]
    separator = "*" if name == "faroese" else "-"
    return read(gold, separator=separator), read(parse, separator=separator)


@given(pairs(max_sentences=6), st.data())
def test_parts_add_up_to_the_whole(pair, data):
    gold, parse = pair
    whole = score(METRIC, gold, parse)
    sums = whole.counts.drop("sentence").sum().row(0)

    cut = data.draw(st.integers(0, len(gold)))
    parts = [score(METRIC, gold.slice(*part), parse.slice(*part)) for part in ((0, cut), (cut, len(gold) - cut))]
    assert [
        sum(pair_) for pair_ in zip(*(part.counts.drop("sentence").sum().row(0) for part in parts), strict=True)
    ] == [*sums]

    chosen = np.array(data.draw(st.lists(st.booleans(), min_size=len(gold), max_size=len(gold))), bool)
    for rows in (chosen, ~chosen):
        apart = score(METRIC, gold.only(np.flatnonzero(rows)), parse.only(np.flatnonzero(rows)))
        filtered = whole.only(whole.counts["sentence"].is_in(np.flatnonzero(rows).tolist()))
        assert apart.counts.drop("sentence").equals(filtered.counts.drop("sentence"))
        assert apart.scores() == filtered.scores()


@given(pairs(max_sentences=6), st.data())
def test_the_counts_of_a_file_are_those_of_its_parts(pair, data):
    whole = score(METRIC, *pair)
    ends = [0, *sorted(data.draw(st.lists(st.integers(0, len(pair[0])), max_size=2))), len(pair[0])]
    cuts = [(first, end - first) for first, end in pairwise(ends)]
    found = Scored.of_parts([score(METRIC, *(side.slice(*cut) for side in pair)) for cut in cuts])
    assert found.counts.equals(whole.counts) and found.covered.drop("line").equals(whole.covered.drop("line"))
    assert found.scores() == whole.scores() and found.share == whole.share


def test_parts_are_added_where_they_are_counted_alike():
    part, other = score(METRIC, treebank(*TREES), treebank(*PARSES)), score(create("ud"), *[treebank(*TREES)] * 2)
    with pytest.raises(NotInPartsError, match="attachment is fitted to what the files have"):
        Scored.of_parts([part, other])
    # Of which no part alone may say that it counts in fractions.
    tree = phrases("(S (N a))")
    with pytest.raises(NotInPartsError, match="leaf-ancestor counts in fractions"):
        Scored.of_parts([score(create("leaf-ancestor"), tree, tree)])


@pytest.mark.parametrize(
    ("parse", "said"),
    [
        ("xbc", ["1 sentence is left out: {} (gold.conllx:1)"]),
        ("axx", ["2 sentences are left out: {} (the first in gold.conllx:3)"]),
        ("abc", []),
    ],
)
def test_what_is_left_out_is_said_with_its_first_line(parse, said):
    gold, other = (treebank(*(f"{form}/N/0/root" for form in forms)) for forms in ("abc", parse))
    scored, why = score(create("mwe"), gold, other), create("mwe").why_not({"error": 1})
    found = scored.left_out()
    assert scored.share.sentences == 3 - parse.count("x") == 3 - sum(one.sentences for one in found)
    assert [one.said("mwe", gold.path) for one in found] == [f"mwe: {text.format(why)}" for text in said]
    assert [one.described("mwe", gold.path, "p") for one in found] == [f"p: mwe: {text.format(why)}" for text in said]


def test_what_is_wrong_as_a_whole_is_said_to_be_by_its_own_reason():
    gold, parse = phrases("(S (N a) (V b))", "(S (N a))"), phrases("(())", "(S (N a))", name="parse.mrg")
    (found,) = score(create("leaf-ancestor"), gold, parse).left_out()
    assert found.wrong and found.why == create("leaf-ancestor").why_not({"unparsed": 1}) != ""
    assert " is counted as wrong: " in found.said("leaf-ancestor", gold.path)


def test_sentences_without_words_are_compared():
    gold = treebank(TREES[0], "", TREES[1])
    readable = gold.sentences.with_columns(readable=pl.lit(value=True))
    empty = replace(gold, sentences=readable)
    scored = score(METRIC, empty, replace(empty, path="parse.conllx"))
    assert scored.covered["compared"].to_list() == [True, True, True]
    # Unless they are there only to bring treebanks into the same rows, or could not be read.
    assert score(METRIC, replace(empty, in_rows=True), empty).covered["compared"].to_list() == [True, False, True]
    assert score(METRIC, gold, gold).covered["compared"].to_list() == [True, False, True]


def test_how_many_could_be_compared():
    gold = treebank(TREES[0], "", "", TREES[1])
    assert score(METRIC, gold, gold).sentences == 2
    assert f"{Share(int('1000'), int('1000'))}" == ""


def test_figures_show_themselves_without_their_tables():
    assert "shape" not in repr(score(METRIC, treebank(*TREES), treebank(*PARSES)))


@given(pairs())
def test_micro_is_the_ratio_of_the_sums_and_macro_the_mean(pair):
    scored = score(METRIC, *pair)
    by_sentence = METRIC.by_sentence(scored.counts)
    micro, macro = scored.scores(), scored.scores("macro")
    for name, ratio in scored.ratios.items():
        right, total = int(scored.counts[ratio.right].sum()), int(scored.counts[ratio.total].sum())
        assert (micro[name].right, micro[name].total) == (right, total)
        assert micro[name].value == (right / total if total else None)
        assert macro[name].value == pytest.approx(by_sentence[name].mean())


def test_the_signature_names_the_choice_of_sentences():
    plain = f"attachment|punctuation:exclude|labels:full|goldleaf:{VERSION}"
    assert signature(METRIC) == plain
    chosen = f"attachment|punctuation:exclude|labels:full|max-length:10|average:macro|goldleaf:{VERSION}"
    assert signature(METRIC, "macro", 10) == chosen


def test_scoring_that_is_given_up_counts_no_more_blocks(monkeypatch):
    """The block that is counted meanwhile is counted to its end."""
    gold = read(DEMO / "gold.conllu")
    monkeypatch.setattr("goldleaf.core.scoring.BLOCK", 2)
    given_up, counted = threading.Event(), []

    class Alone(ThreadPoolExecutor):
        def __init__(self, _):
            super().__init__(1)

        def shutdown(self, *arguments, **choices):
            given_up.set()
            super().shutdown(*arguments, **choices)

    class Slow(Attachment):
        def count(self, gold, parse):
            counted.append(len(gold))
            if len(counted) > 1:
                given_up.wait(20)
            return super().count(gold, parse)

    monkeypatch.setattr("goldleaf.core.scoring.ThreadPoolExecutor", Alone)
    steps = score_steps(Slow(), gold, gold)
    assert next(steps) == 0 and 0 < next(steps) < 1
    steps.close()
    assert len(gold) > 6 and len(counted) <= 2
