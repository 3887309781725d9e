"""Sentences that are missing, doubled, swapped or cut otherwise, and what is said of them."""

import pytest

from goldleaf.core.alignment import sentences_differ, units
from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from goldleaf.core.scoring import score
from tests.core.trees import SHARED, treebank

TEXTS = (
    "the first one is here .",
    "then the second one , too .",
    "Thanks .",
    "a third follows the second one .",
    "Thanks .",
    "and the last one ends all .",
)


def bank(texts, name="gold.conllx", ids=()):
    return treebank(*(" ".join(f"{form}/X/0/dep" for form in text.split()) for text in texts), name=name, ids=ids)


GOLD = bank(TEXTS)
A, B, C, D, E, F = TEXTS


@pytest.mark.parametrize(
    ("texts", "said", "lost"),
    [
        ([A, C, D, E, F], "1 sentence of gold.conllx is missing (line 8)", [1]),
        ([A, E, F], "3 sentences of gold.conllx are missing (first in line 8)", [1, 3]),
        ([A, B, B, C, D, E, F], "1 sentence is there twice", []),
        ([B, A, C, D, E, F], "1 sentence of gold.conllx is at another place", None),
        ([F, B, C, D, E, A], "2 sentences of gold.conllx are at another place (first in line 1)", [0, 5]),
        ([A, B, C, "what is this ?", D, E, F], "1 sentence is not in gold.conllx (line 19)", []),
        (
            [A, "then the second one", ", too .", C, D, E, F],
            "1 sentence of gold.conllx is split or joined (line 8)",
            [],
        ),
    ],
)
def test_each_is_told_as_what_it_is_and_keeps_its_loss(texts, said, lost):
    parse = bank(texts, "parse.conllx")
    assert sentences_differ(GOLD, parse).startswith(f"parse.conllx: warning: {said}")
    right = score(create("segmentation"), GOLD, parse).counts["right"].to_list()
    if lost is not None:
        kept = [len(text.split()) for text in TEXTS]
        assert [row for row in (0, 1, 3, 5) if right[row] != kept[row]] == lost


def test_nothing_is_said_where_nothing_differs():
    assert sentences_differ(GOLD, GOLD) == ""
    assert sentences_differ(GOLD, bank([*TEXTS[:-1], "and the last one ended all ."])) == ""


def test_ids_tell_which_of_equal_sentences_is_missing():
    named = bank(TEXTS, ids="abcdef")
    for without in ("c", "e"):
        kept = [letter for letter in "abcdef" if letter != without]
        parse = bank([TEXTS["abcdef".index(letter)] for letter in kept], "parse.conllx", kept)
        found = units(named, parse)
        assert [int(row) for row in range(6) if found.parse[row] == found.parse[row + 1]] == ["abcdef".index(without)]


def test_a_sentence_with_another_id_is_not_there_twice():
    parse = bank([*TEXTS, A], "parse.conllx", "abcdefg")
    assert "not in gold.conllx" in sentences_differ(bank(TEXTS, ids="abcdef"), parse)
    assert "there twice" in sentences_differ(GOLD, parse)


def test_a_missing_sentence_beside_one_with_other_words():
    parse = bank([A, B, C, "and the last one ended all ."], "parse.conllx")
    assert sentences_differ(GOLD, parse).startswith("parse.conllx: warning: 2 sentences of gold.conllx are missing")
    right = score(create("segmentation"), GOLD, parse).counts["right"].to_list()
    assert right == [6, 7, 2, 0, 0, 6]


def test_ids_pair_sentences_whose_words_are_written_otherwise():
    """Even where short neighbours are missing whose words stand in them, too."""
    texts = ["so it goes , as ever .", "it goes .", "as ever .", "so it goes again ."]
    gold = bank(texts, ids="abcd")
    parse = bank(["So it goes , as ever .", "So it goes again ."], "parse.conllx", "ad")
    assert sentences_differ(gold, parse).endswith("2 sentences of gold.conllx are missing (first in line 9)")
    assert units(gold, parse).parse.tolist() == [0, 1, 1, 1, 2]


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("missing3", "3 sentences of {} are missing (first in line 171)"),
        ("missingfirst", "5 sentences of {} are missing (first in line 1)"),
        ("missinglast", "5 sentences of {} are missing (first in line 1233)"),
        ("dup", "1 sentence is there twice (line 171)"),
        ("swap", "1 sentence of {} is at another place (line 171)"),
        ("extra", "1 sentence is not in {} (line 1422)"),
        ("shuffled", "48 sentences of {} are at another place (first in line 1)"),
    ],
)
def test_real_sentences(name, said):
    folder = SHARED / "trouble" / "sentences"
    gold, parse = read(folder / "g.conllu"), read(folder / f"{name}.conllu")
    assert sentences_differ(gold, parse) == f"{parse.path}: warning: {said.format(gold.path)}"
