"""Gold and parse with different words (Tsarfaty et al. 2012 ACL).

Also tests `places`.
"""

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.alignment import aligned_words
from goldleaf.core.errors import PairError
from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from goldleaf.core.metrics.tedeval.places import places, slots_of
from goldleaf.core.metrics.tedeval.trees import EditKind, edit_script, trees
from goldleaf.core.scoring import facts, score
from goldleaf.core.structures.function import spelled
from goldleaf.core.structures.lattice import Lattice, segments_of, with_lattices
from goldleaf.core.treebank import TOKENS, Treebank
from tests.core.lattices import lattice
from tests.core.lattices import words as segmentation
from tests.core.metrics.phrases import phrases
from tests.core.trees import treebank

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
    scored = score(create("tedeval"), *pair)
    accuracy = scored.scores()["accuracy"]
    assert (accuracy.right, accuracy.total) == (22 - 6, 14 + 10 - 2)
    assert round(accuracy.value, 4) == 0.7273
    assert "|constituents:category|" in scored.metric.signature
    assert "|words:true|" in scored.metric.signature


def test_the_edits_of_the_example(pair):
    metric = create("tedeval", constituents="category").fitted(*pair)
    (found,) = trees(metric, *pair)
    edits = [(edit.operation, edit.label, edit.word) for edit in edit_script(found)]
    assert sorted(edits) == sorted(
        [
            (EditKind.DELETE, "HNEIM/VB", True),
            (EditKind.ADD, "H/DEF", True),
            (EditKind.ADD, "NP", False),
            (EditKind.ADD, "ADJP", False),
            (EditKind.ADD, "H/DEF", True),
            (EditKind.ADD, "NEIM/JJ", True),
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
    # The root is a node, and so is every tag.
    gold, parse = pair
    counts = score(create("tedeval", variant="2.2", constituents="category"), gold, parse).counts
    assert (counts["distance"][0], counts["size"][0]) == (18, (1 + 6 + 7 + 7) + (1 + 4 + 5 + 7) - 2)


@pytest.mark.parametrize(
    ("gold", "parse", "counts"),
    [
        # Each side: its tokens, the words of a token joined by colons; the first word is the head of the others.
        ("a .:. c", "a .:y:. c", (7, 19)),
        ("a b k:m:z c", "a b x:y c", (8, 22)),
        (".", ".:.:y", (9, 9)),  # the later of equal words pairs, so the gold's is over slots 2 and 3
        ("a:a:b", "b:a", (9, 11)),
        ("k:m:z", "z", (5, 7)),  # the root is over all slots, also over those before the first word
    ],
)
def test_the_slots_of_the_program(gold, parse, counts):
    """Distance and normaliser as TedEval 2.2 gives them for these trees and segments."""
    found = score(create("tedeval", variant="2.2"), flat_tree(gold, parse), flat_tree(parse, gold)).counts
    assert (found["distance"][0], found["size"][0]) == counts


def test_without_labels_one_node_of_the_program_is_over_all_words():
    """Labelled there are two, over slots 1–3 and, below it, from the gold's first word on."""
    sides = flat_tree("b:b", "a:b:b"), flat_tree("a:b:b", "b:b")
    counts = score(create("tedeval", variant="2.2"), *sides).counts
    assert counts.select("distance", "size", "distance_unlabeled", "size_unlabeled").row(0) == (5, 11, 2, 10)


def test_the_program_compares_several_golds_with_a_parse_that_has_other_words():
    gold, parse = flat_tree("a:b c", "ab c"), flat_tree("ab c", "a:b c")
    metric = create("tedeval", variant="2.2")
    counts = score(metric, replace(gold, other_golds=(gold,)), parse).counts
    assert counts.select("distance", "size", "single_distance").row(0) == (5, 11, 5)
    with pytest.raises(PairError, match="only if all have the same words"):
        score(metric, replace(gold, other_golds=(parse,)), parse)


def flat_tree(side: str, other: str) -> Treebank:
    """All words but the first hang by it; a token of one word on either side is that word."""
    words = side.replace(":", " ").split()
    bank = treebank(" ".join(f"{word}/X/{min(row, 1)}/{'z' if row else 'root'}" for row, word in enumerate(words)))
    tokens, position = [], 1
    for own, its in zip(side.split(), other.split(), strict=True):
        count = own.count(":") + 1
        text = own if count == 1 else its if ":" not in its else "token"
        if count > 1:
            tokens.append((position, position + count - 1, text))
        position += count
    return with_tokens(bank, *tokens)


def test_a_node_of_the_program_is_over_all_slots_from_its_first_to_its_last():
    """No word of the gold takes slot 2, where the parse has Iş; but the gold's x is over 1–4 as the parse's is."""
    gold = treebank("Ayhan/N/2/flat Işık'ın/N/3/x geldi/V/0/root")
    parse = treebank("Ayhan/N/3/flat Iş/N/3/z Işık'ın/N/5/x y/N/3/c geldi/V/0/root")
    counts = score(create("tedeval", variant="2.2"), gold, with_tokens(parse, (2, 4, "Işık'ın"))).counts
    assert counts.select("distance", "size", "distance_unlabeled", "size_unlabeled").row(0) == (7, 19, 9, 19)


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


def read_back(one: Lattice, folder: Path) -> Treebank:
    """A lattice as a treebank, by way of a file."""
    rows = (
        (edge.origin, edge.target, edge.form, "_", edge.coarse_tag, edge.coarse_tag, "_", edge.token)
        for edge in one.edges
    )
    path = folder / "one.lattice"
    path.write_text("\n".join("\t".join(map(str, row)) for row in rows) + "\n\n", encoding="utf-8")
    return read(path)


def test_words_anchored_in_the_states_of_a_lattice(pair, tmp_path):
    """With the lattice's states CL after a covert H (1 to 3) is another word than CL after H (2 to 3).

    All nodes of the parse have the spans of nodes of the gold; the gold's NP 2–3–5 and ADJP 5–7 are missing. Of the
    words B, FL and HM are the same; H, CL, H and NEIM are missing, CL (1 to 3) and HNEIM extra.
    """
    gold, parse = pair
    ambiguous = lattice(
        "0-1:B/IN@1 1-2:H/DEF@1 2-3:CL/NN@1 1-3:CL/NN@1 3-4:FL/POSS@1 4-5:HM/PRN@1 "
        "5-6:H/DEF@2 6-7:NEIM/JJ@2 5-7:HNEIM/VB@2",
        "0-5:BCLM 5-7:HNEIM",
    )
    assert slots_of(ambiguous, segments_of(parse, 0)) == [(1, 1), (2, 3), (4, 4), (5, 5), (6, 7)]
    anchored = with_lattices(gold, read_back(ambiguous, tmp_path))
    scored = score(create("tedeval", constituents="category"), anchored, parse)
    accuracy = scored.scores()["accuracy"]
    assert (accuracy.right, accuracy.total) == (22 - 8, 22)
    assert "|places:lattice|" in scored.metric.signature
    assert "places" not in score(create("tedeval", constituents="category"), anchored, gold).metric.signature


def test_words_are_compared_in_the_states_of_a_lattice(pair, tmp_path):
    """Here CL after a covert H is another word than CL after H, so of the parse's five B, FL and HM are the gold's."""
    gold, parse = pair
    ambiguous = lattice(
        "0-1:B/IN@1 1-2:H/DEF@1 2-3:CL/NN@1 1-3:CL/NN@1 3-4:FL/POSS@1 4-5:HM/PRN@1 "
        "5-6:H/DEF@2 6-7:NEIM/JJ@2 5-7:HNEIM/VB@2",
        "0-5:BCLM 5-7:HNEIM",
    )
    anchored = with_lattices(gold, read_back(ambiguous, tmp_path))
    metric = create("segmentation")
    scored = score(metric, anchored, parse)
    assert (scored.scores()["f1"].right, scored.scores()["f1"].total) == (2 * 3, 7 + 5)
    assert "|places:lattice|" in scored.metric.signature
    rows = facts(metric, anchored, parse)
    assert rows.filter(pl.col("side") == "both")["form"].to_list() == ["B", "FL", "HM"]
    without = score(metric, gold, parse)
    assert (without.scores()["f1"].right, "places" in without.metric.signature) == (2 * 4, False)
    same = score(metric, anchored, gold)
    assert (same.scores()["f1"].value, "places" in same.metric.signature) == (1, False)


def test_a_word_that_the_lattice_lacks_takes_the_place_of_what_is_there():
    one = lattice("0-1:a/N@1 1-2:b/N@2 2-3:c/V@2 3-4:a/N@3", "0-1:a 1-3:bc 3-4:a")
    assert slots_of(one, segmentation("a/N@1 bc/N@2 a/N@3")) == [(1, 1), (2, 3), (4, 4)]
    assert slots_of(one, segmentation("a/N@1 x/N@2 y/N@2 z/N@2 a/N@3")) == [(1, 1), (2, 2), (3, 3), (4, 3), (4, 4)]


def test_lattices_must_be_as_many_as_sentences(pair, tmp_path):
    gold, _ = pair
    with pytest.raises(PairError, match="1 lattices, but 2 sentences"):
        with_lattices(phrases("(S (N a))", "(S (N b))"), read_back(lattice("0-1:a/N@1", "0-1:a"), tmp_path))
    with pytest.raises(PairError, match="no lattices"):
        with_lattices(gold, gold)


def test_a_gap_is_no_word_of_a_long_sentence():
    """What stands before all shared words of one side is not the 41st word of the other."""
    rest = [f"w{number}/N/2/dep" for number in range(3, 46)]
    gold, parse = ([f"{word}/N/2/{label}", "w2/N/0/root", *rest] for word, label in (("x", "f"), ("y", "h")))
    gold[40], parse[40] = "w41/N/2/g", "w41/N/2/f"
    sides = (treebank(" ".join(side)) for side in (gold, parse))
    assert score(create("tedeval", words="false"), *sides).counts["distance"].to_list() == [4]
