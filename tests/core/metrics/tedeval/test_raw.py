"""Gold and parse with different words (Tsarfaty et al. 2012 ACL)."""

from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.alignment import aligned_words
from core.metrics import create
from core.metrics.tedeval.places import places
from core.metrics.tedeval.script import Operation, edit_script
from core.metrics.tedeval.trees import trees
from core.scoring import score
from core.structures.multifunction import spelled
from core.treebank import TOKENS, Treebank
from tests.core.metrics.phrases import phrases

GOLD = "(TOP (PP (IN B) (NP (NP (DEF H) (NP (NN CL) (PP (POSS FL) (PRN HM)))) (ADJP (DEF H) (JJ NEIM)))))"
PARSE = "(TOP (PP (IN B) (NP (NP (NN CL) (PP (POSS FL) (PRN HM))) (VB HNEIM))))"


def with_tokens(treebank: Treebank, *tokens: tuple[int, int, str]) -> Treebank:
    rows = [(0, first, last, 1, form, "_", "") for first, last, form in tokens]
    return replace(treebank, tokens=pl.DataFrame(rows, TOKENS, orient="row"))


@pytest.fixture
def pair() -> tuple[Treebank, Treebank]:
    gold = with_tokens(phrases(GOLD), (1, 5, "BCLM"), (6, 7, "HNEIM"))
    return gold, with_tokens(phrases(PARSE, name="parse.mrg"), (1, 4, "BCLM"))


def test_the_example_of_the_paper(pair):
    scored = score(create("tedeval", constituents="category"), *pair)
    accuracy = scored.scores()["accuracy"]
    assert (accuracy.right, accuracy.total) == (22 - 6, 14 + 10 - 2)
    assert round(accuracy.value, 4) == 0.7273
    assert "|words:true|" in scored.metric.signature


def test_the_edits_of_the_example(pair):
    metric = create("tedeval", constituents="category").fitted(*pair)
    (found,) = trees(metric, *pair)
    edits = [(edit.operation, edit.label, edit.word) for edit in edit_script(found)]
    assert sorted(edits) == sorted(
        [
            (Operation.DELETE, "HNEIM/VB", True),
            (Operation.ADD, "H/DEF", True),
            (Operation.ADD, "NP", False),
            (Operation.ADD, "ADJP", False),
            (Operation.ADD, "H/DEF", True),
            (Operation.ADD, "NEIM/JJ", True),
        ]
    )
    assert [spelled(edit.over) for edit in edit_script(found) if edit.label == "ADJP"] == ["7–8"]


def test_words_count_only_where_they_differ(pair):
    gold, _ = pair
    metric = create("tedeval", constituents="category")
    assert "|words:false|" in score(metric, gold, gold).metric.signature
    assert score(metric, gold, gold).scores()["accuracy"].total == 2 * 6
    asked = score(create("tedeval", constituents="category", words="true"), gold, gold).scores()
    assert (asked["accuracy"].value, asked["accuracy"].total) == (1, 2 * 13)


def test_the_program_stretches_words_over_slots(pair):
    # B 1, H 2, CL 3, FL 4, HM 5, H 6, NEIM 7; the parse's B is over 1–2, its HNEIM over 6–7, each two terminals.
    gold, parse = pair
    counts = score(create("tedeval", variant="2.2", constituents="category"), gold, parse).counts
    assert counts["size"][0] == (6 + 7) + (4 + 7) - 2


words = st.lists(st.sampled_from(["the", "old", "house"]), min_size=1, max_size=5)


def flat(forms: list[str]) -> Treebank:
    return phrases(f"(S {' '.join(f'(X {form})' for form in forms)})")


@given(words, words)
def test_only_the_same_words_are_at_no_distance(one, other):
    metric = create("tedeval", constituents="category", words="true")
    distance = score(metric, flat(one), flat(other)).counts["distance"][0]
    assert (distance == 0) == (one == other)
    assert distance <= len(one) + len(other)


@given(words, words)
def test_places_number_all_words_and_share_what_is_aligned(one, other):
    gold, parse = flat(one), flat(other)
    partner = aligned_words(gold, parse)
    ours, theirs = places(gold, [(parse, partner)])
    assert list(ours.terminal) == sorted(set(ours.terminal))
    assert list(theirs.terminal) == sorted(set(theirs.terminal))
    shared = {int(ours.terminal[row]) for row in partner if row >= 0}
    assert shared == set(map(int, ours.terminal)) & set(map(int, theirs.terminal))
    assert {*map(int, ours.terminal), *map(int, theirs.terminal)} == set(
        range(1, len(one) + len(other) - len(shared) + 1)
    )
    assert (ours.key > 0).sum() == (theirs.key > 0).sum() == len(shared)
