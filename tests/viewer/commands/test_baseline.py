"""Baselines: what their trees are, and the files that they are written to."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from goldleaf.core.errors import OptionError
from goldleaf.core.formats import read
from goldleaf.core.structures.baselines import TREES, baseline
from goldleaf.core.structures.ill_formed import ill_formed
from goldleaf.viewer.cli import main
from tests.core.trees import SHARED, treebank

DEMO = Path(__file__).parents[3] / "assets" / "demo"
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
    found = Counter(tuple(TREES["random"](4, random).tolist()) for _ in range(16000))
    assert len(found) == 4**3  # rooted labeled trees over four nodes (Cayley)
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


@pytest.mark.parametrize("kind", ["left", "right", "random", "chunks"])
def test_a_file_is_written_that_scores(tmp_path, kind, capsys):
    output = tmp_path / "parse.conllu"
    assert main(["baseline", kind, str(DEMO / "gold.conllu"), "-o", str(output)]) == 0
    assert "17 sentences" in capsys.readouterr().out
    made = read(output)
    assert made.words["form"].to_list() == read(DEMO / "gold.conllu").words["form"].to_list()
    metric = "clustering" if kind == "chunks" else "induction"
    assert main(["score", str(DEMO / "gold.conllu"), str(output), "--metric", metric]) == 0
    if kind != "chunks":
        assert made.empty_nodes.is_empty() and {*made.words["enhanced"]} == {"_"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["middle", "gold.conllu"], "baseline middle: no such baseline; there are left, right, random, chunks"),
        (["left", "gold.conllu", "--tags", "3"], "--tags: only chunks have tags; left makes trees"),
        (["left", "trees-gold.mrg"], "a baseline makes dependencies, which brackets files do not have"),
        (["chunks", "trees-gold.mrg"], "brackets files have no column of fine tags for chunks"),
        (["chunks", "gold.conllu", "--tags", "0"], "--tags 0: expected a number from 1 on"),
        (["left", "none.conllu"], "none.conllu"),
    ],
)
def test_what_cannot_be_is_told(tmp_path, arguments, said, capsys):
    kind, name, *rest = arguments
    assert main(["baseline", kind, str(DEMO / name), "-o", str(tmp_path / "out.conllu"), *rest]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out.conllu").exists()


def test_no_input_is_replaced(tmp_path, capsys):
    gold = tmp_path / "gold.conllu"
    gold.write_bytes((DEMO / "gold.conllu").read_bytes())
    assert main(["baseline", "left", str(gold), "-o", str(gold)]) == 2
    assert "gold.conllu" in capsys.readouterr().err


@pytest.mark.shared
@pytest.mark.parametrize("language", ["english", "czech", "hebrew"])
def test_left_and_right_branching_of_treebanks(language):
    gold = read(SHARED / language / "gold.conllu")
    for kind in TREES:
        assert not ill_formed(baseline(gold, kind)).counts
