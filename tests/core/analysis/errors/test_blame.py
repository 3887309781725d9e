"""Blame: shares of the loss in LAS that add up to it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.analysis.breakdown_table import Limits
from goldleaf.core.analysis.errors.blame import CAUSES, blame
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.sides.sentence_table import sentence_table_steps
from goldleaf.core.analysis.sides.word_table import word_table
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.scoring import score
from goldleaf.core.steps import finished
from tests.core.trees import pairs, treebank

METRIC = Attachment()


def blamed(gold, parse):
    return blame(word_table(METRIC.fitted(gold, parse), gold, parse, every=True), Limits())


GOLD = "We/PRON/2/nsubj saw/VERB/0/root new/ADJ/4/amod cars/NOUN/2/obj today/NOUN/2/obl ././2/punct"


@pytest.mark.parametrize(
    ("parse", "expected"),
    [
        (GOLD, (0, 0, 0, 0)),
        (GOLD.replace("2/obl", "4/obl"), (0, 0, 1, 0)),
        (GOLD.replace("2/obl", "4/nmod"), (0, 0, 1, 0)),
        (GOLD.replace("2/obl", "2/obj"), (0, 0, 0, 1)),
        (GOLD.replace("NOUN/2/obl", "ADV/2/advmod"), (0, 1, 0, 0)),
        # The gold head's tag; a tag alone is no error, and neither is what does not score.
        (GOLD.replace("ADJ/4/amod cars/NOUN", "ADJ/2/amod cars/VERB"), (0, 1, 0, 0)),
        (GOLD.replace("NOUN/2/obl", "ADV/2/obl").replace("2/punct", "4/punct"), (0, 0, 0, 0)),
        # Parses without tags.
        ("We/_/2/nsubj saw/_/0/root new/_/2/amod cars/_/2/obj today/_/2/obl ./_/2/punct", (0, 0, 1, 0)),
        # A word that is not there, and one whose head is not.
        ("We/PRON/2/nsubj saw/VERB/0/root new/ADJ/2/amod today/NOUN/2/obl ././2/punct", (2, 0, 0, 0)),
        # The root has no head of which anything could be wrong, also where the last word is.
        (GOLD.replace("0/root", "0/x").replace(" ././2/punct", ""), (0, 0, 0, 1)),
        (GOLD.replace("0/root", "0/x").replace("././", "./X/"), (0, 0, 0, 1)),
    ],
)
def test_each_word_has_the_first_cause_that_holds(parse, expected):
    gold, other = treebank(GOLD), treebank(parse)
    found = blamed(gold, other).frame
    assert tuple(zip(found["goes_with"], found["errors"], strict=True)) == (
        ("total", sum(expected)), *zip(CAUSES, expected, strict=True)
    )  # fmt: skip


def test_the_head_s_tag_counts_also_of_a_head_that_is_the_file_s_first_word():
    gold, parse = treebank("Go/VERB/0/root home/ADV/1/advmod"), treebank("Go/NOUN/0/root home/ADV/1/obj")
    assert blamed(gold, parse).frame["errors"].to_list() == [1, 0, 1, 0, 0]


@given(pairs())
def test_the_losses_add_up_to_what_las_lacks(pair):
    assert_adds_up(*pair)


@st.composite
def cut(draw):
    """A text as words, which are cut anywhere."""
    ends = [*sorted(draw(st.sets(st.integers(1, 7)))), 8]
    words = ["abcd.fgh"[first:end] for first, end in zip([0, *ends], ends, strict=False)]
    heads, labels = st.integers(0, len(words)), st.sampled_from("xy")
    return " ".join(f"{word}/{draw(labels)}/{draw(heads)}/{draw(labels)}" for word in words)


@given(st.lists(st.tuples(cut(), cut()), min_size=1, max_size=3))
def test_so_they_do_where_words_differ(sentences):
    assert_adds_up(*(treebank(*side) for side in zip(*sentences, strict=True)))


def test_figures_open_the_words_that_they_count_those_of_the_parse_apart():
    gold, parse = (
        treebank(GOLD),
        treebank("We/PRON/2/nsubj saw/VERB/0/root new/ADJ/2/amod ca/X/2/obj rs/X/2/obj ././2/punct"),
    )
    words = word_table(METRIC.fitted(gold, parse), gold, parse, every=True)
    found = blame(words, Limits())
    assert found.frame.select("goes_with", "errors", "extra").rows()[:3] == [
        ("total", 3, 2), ("segmentation", 3, 2), ("tag", 0, 0)
    ]  # fmt: skip
    table = finished(sentence_table_steps(gold, {"p": parse}, {"p": {}}))
    for row, errors, extra in ((0, 3, 2), (1, 3, 2), (2, 0, 0)):
        for column, hits in (("errors", errors), ("extra", extra), ("loss_share", errors + extra)):
            assert filter_sentences(table, words, found.condition(row, column)).hits.height == hits


def assert_adds_up(gold, parse):
    las = score(METRIC, gold, parse).scores()["las"].value
    total, *parts = blamed(gold, parse).frame["loss_share"]
    assert total == (None if las is None else pytest.approx(1 - las))
    assert sum(part or 0 for part in parts) == pytest.approx(total or 0)
