"""Baselines: what their trees and tags are, and what they leave of a treebank."""

from __future__ import annotations

from collections import Counter
from io import BytesIO

import numpy as np
import pytest

from goldleaf.core.errors import OptionError
from goldleaf.core.formats import as_bytes, read
from goldleaf.core.structures.baselines import TREES, baseline
from goldleaf.core.structures.dependency import ill_formed
from tests.core.trees import treebank

BANK = treebank("a/X/0/root b/Y/1/x c/Z/1/x", "d/X/0/root")


def test_branching():
    assert baseline(BANK, "left").words["head"].to_list() == [2, 3, 0, 0]
    assert baseline(BANK, "right").words["head"].to_list() == [0, 1, 2, 0]
    assert baseline(BANK, "left").words["label"].to_list() == ["dep", "dep", "root", "root"]


@pytest.mark.parametrize("kind", TREES)
@pytest.mark.parametrize("length", [*range(1, 8), 50])
def test_all_are_trees(kind, length):
    bank = treebank(" ".join("w/X/0/root" for _ in range(length)))
    assert not ill_formed(baseline(bank, kind, seed=length)).counts


def test_each_random_tree_is_as_likely_as_another():
    random = np.random.default_rng(1)
    for length in (1, 2, 3, 4):
        trees = length ** (length - 1)  # rooted labeled trees over so many nodes (Cayley)
        found = Counter(tuple(TREES["random"](length, random).tolist()) for _ in range(250 * trees))
        assert len(found) == trees
        assert max(found.values()) < 1.5 * min(found.values())


def test_random_trees_are_those_of_the_seed():
    heads = [baseline(BANK, "random", seed=seed).words["head"].to_list() for seed in (*range(9), 0)]
    assert heads[0] == heads[-1] and len({*map(tuple, heads)}) > 2


def test_chunks_are_as_many_as_the_tags_and_as_long_as_one_another():
    bank = treebank(*["a/X/0/root b/Y/1/x c/Z/1/x"] * 10)
    assert Counter(baseline(bank, "chunks").words["fine_tag"]) == {"C1": 10, "C2": 10, "C3": 10}
    assert Counter(baseline(bank, "chunks", tags=2).words["fine_tag"]) == {"C1": 15, "C2": 15}
    assert len({*baseline(BANK, "chunks", tags=99).words["fine_tag"]}) == 4
    with pytest.raises(OptionError, match="--tags 0: expected a number from 1 on"):
        baseline(BANK, "chunks", tags=0)


def test_nothing_is_left_of_other_trees():
    """Nor a line of an empty node: what stands behind it moves up."""
    word = "{}\t{}\t_\tX\t_\t_\t{}\t{}\t{}\t_"
    lines = [
        word.format(1, "a", 0, "root", "0:root"),
        "1.1\tb\t_\tX\t_\t_\t_\t_\t1:x\t_",
        word.format(2, "c", 1, "y", "1.1:y"),
    ]
    text = "\n".join([*lines, "", "# next", word.format(1, "d", 0, "root", "0:root"), "", ""])
    expected = [word.format(1, "a", 0, "root", "_"), word.format(2, "c", 1, "dep", "_"), "", "# next"]
    expected += [word.format(1, "d", 0, "root", "_"), "", ""]
    made = baseline(read(BytesIO(text.encode())), "right")
    assert as_bytes(made).decode() == "\n".join(expected)
    assert made.words["line"].to_list() == [1, 2, 5] and made.layout.lines == 6
