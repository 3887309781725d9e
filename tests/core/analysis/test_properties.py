"""Properties of treebanks."""

from __future__ import annotations

import pytest

from goldleaf.core.analysis.properties import lattice_properties, path_properties, properties
from goldleaf.core.formats import read
from tests.core.trees import SHARED, needs_shared, treebank


def test_dependencies():
    found = properties(treebank("a/N/0/root b/N/4/x c/N/1/y d/N/1/y", "e/V/0/root"))
    assert found == {
        "format": "conllx", "sentences": 2, "unreadable_sentences": 0, "words": 5, "words_a_sentence": 2.5,
        "longest_sentence": 4, "multiword_tokens": 0, "forms": 5, "tags": 2, "relations": 3, "roots": 2,
        "non_projective_arcs_share": pytest.approx(1 / 3), "non_projective_sentences_share": 0.5,
    }  # fmt: skip


def test_nothing_to_divide_by():
    assert properties(treebank())["words_a_sentence"] is None


def test_constituents(tmp_path):
    path = tmp_path / "a.mrg"
    path.write_text("(S (NP (N a)) (VP (V b)))\n(S (V c))\n")
    found = properties(read(path))
    assert (found["constituents"], found["labels"], found["words"]) == (4, 3, 3)
    assert "roots" not in found


LATTICE = "0\t2\tab\t_\tN\tN\t_\t1\n0\t1\ta\t_\tN\tN\t_\t1\n1\t2\tb\t_\tN\tN\t_\t1\n2\t3\tc\t_\tN\tN\t_\t2\n\n"


def test_lattices(tmp_path):
    path = tmp_path / "a.lattice"
    path.write_text(LATTICE)
    found = properties(read(path))
    assert found == lattice_properties(read(path))
    assert {key: found[key] for key in ("tokens", "edges", "edges_a_token", "paths_a_token")} == {
        "tokens": 2, "edges": 4, "edges_a_token": 2.0, "paths_a_token": 1.5,
    }  # fmt: skip
    assert found["ambiguous_tokens_share"] == 0.5


@needs_shared
def test_a_parse_that_was_made_without_the_lattice():
    lattices, parse = read(SHARED / "french" / "lattice.lattices"), read(SHARED / "french" / "parse.lattices")
    found = path_properties(lattices, parse)
    assert (found["sentences"], found["words"], found["tokens"]) == (456, 10104, 9748)
    assert 0.8 < found["tokens_in_lattice_share"] < 1  # type: ignore[operator]
    assert found["tokens_in_lattice_tagged_share"] < found["tokens_in_lattice_share"]  # type: ignore[operator]
