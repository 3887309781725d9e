"""Treebanks of lattices: ambiguity of tokens, and how much of a gold is in its lattices."""

from __future__ import annotations

import pytest

from goldleaf.core.errors import PairError
from goldleaf.core.formats import read
from goldleaf.core.structures.lattice import contains, lattice_of, paths, segments_of
from goldleaf.core.structures.lattice_coverage import ambiguity, coverage
from goldleaf.core.treebank import Treebank
from tests.core.trees import SHARED


def _written(tmp_path, name: str, *sentences: str) -> Treebank:
    """A lattice of edges ``from-to:form/tag@token``."""
    lines = []
    for sentence in sentences:
        for edge in sentence.split():
            states, _, word = edge.partition(":")
            word, _, token = word.partition("@")
            form, tag = word.split("/")
            lines.append("\t".join([*states.split("-"), form, "_", tag, tag, "_", token]))
        lines.append("")
    path = tmp_path / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read(path)


@pytest.fixture
def lattices(tmp_path) -> Treebank:
    return _written(
        tmp_path, "all.lattice", "0-2:ab/N@1 0-1:a/N@1 0-1:a/V@1 1-2:b/V@1 2-3:c/N@2 2-3:c/V@2", "0-1:c/N@1"
    )


def test_ambiguity_of_each_token(lattices):
    assert ambiguity(lattices).rows() == [(0, 1, 4, "3"), (0, 2, 2, "2"), (1, 1, 1, "1")]


def test_an_edge_that_stands_there_twice_counts_once(tmp_path):
    twice = _written(tmp_path, "all.lattice", "0-1:a/N@1 0-1:a/N@1 0-1:a/V@1 1-2:b/V@2 1-2:b/V@2")
    assert ambiguity(twice).rows() == [(0, 1, 2, "2"), (0, 2, 1, "1")]
    assert paths(lattice_of(twice, 0)) == 2
    assert [str(problem).partition(":")[2] for problem in twice.problems] == [
        "2: warning: the same edge as in line 1; it counts once",
        "5: warning: the same edge as in line 4; it counts once",
    ]


def test_a_path_with_an_edge_twice_has_its_words(tmp_path):
    path = _written(tmp_path, "parse.lattice", "0-1:a/N@1 0-1:a/N@1 1-2:b/V@2")
    assert path.words["form"].to_list() == ["a", "b"]


def test_tokens_that_are_numbered_otherwise(tmp_path):
    odd = _written(tmp_path, "all.lattice", "0-1:a/N@1 0-1:a/V@1 1-2:b/V@5")
    gold = _written(tmp_path, "gold.lattice", "0-1:a/V@1 1-2:b/V@2")
    assert coverage(odd, gold).row(0) == (0, 2, 2, 2, False)


@pytest.mark.parametrize(
    ("sentence", "inside", "tagged"),
    [
        ("0-1:ab/N@1 1-2:c/V@2", 2, 2),
        ("0-1:a/V@1 1-2:b/V@1 2-3:c/N@2", 2, 2),
        ("0-1:a/V@1 1-2:b/N@1 2-3:c/X@2", 2, 0),
        ("0-1:b/V@1 1-2:a/N@1 2-3:c/N@2", 1, 1),
        ("0-1:c/N@1 1-2:ab/N@2", 0, 0),
    ],
)
def test_tokens_whose_words_are_in_the_lattice(tmp_path, lattices, sentence, inside, tagged):
    gold = _written(tmp_path, "gold.lattice", sentence, "0-1:c/N@1")
    assert coverage(lattices, gold).rows() == [(0, 2, inside, tagged, True), (1, 1, 1, 1, True)]


def test_with_other_tokens_only_a_whole_path_counts(tmp_path, lattices):
    gold = _written(tmp_path, "gold.lattice", "0-1:ab/N@1", "0-1:c/N@1")
    assert coverage(lattices, gold).row(0) == (0, 1, 0, 0, False)
    gold = _written(tmp_path, "gold.lattice", "0-1:a/N@1 1-2:b/V@2 2-3:c/N@3", "0-1:c/N@1")
    assert coverage(lattices, gold).row(0) == (0, 3, 3, 3, False)


def test_as_many_sentences_are_needed(tmp_path, lattices):
    gold = _written(tmp_path, "gold.lattice", "0-1:ab/N@1 1-2:c/V@2")
    with pytest.raises(PairError, match=r"gold\.lattice: 1 sentences, but 2 in .*all\.lattice"):
        coverage(lattices, gold)


@pytest.mark.shared
@pytest.mark.parametrize("gold", ["gold.lattices", "gold.conllu"])
def test_real_lattices_and_their_gold(gold):
    lattices, words = read(SHARED / "french" / "lattice.conllul"), read(SHARED / "french" / gold)
    table = coverage(lattices, words)
    assert table.height == len(words) == 456
    for row in range(0, len(words), 25):
        lattice, segments = lattice_of(lattices, row), segments_of(words, row)
        for tagged, column in ((False, "in_lattice"), (True, "in_lattice_tagged")):
            assert contains(lattice, segments, tagged=tagged) == (table[column][row] == table["tokens"][row])


@pytest.mark.shared
def test_a_sentences_paths_are_the_product_of_its_tokens():
    lattices = read(SHARED / "hebrew" / "yap-example.lattice")
    product = 1
    for count in ambiguity(lattices)["paths"]:
        product *= int(count)
    assert paths(lattice_of(lattices, 0)) == product == 5 * 1 * 5 * 13 * 1
