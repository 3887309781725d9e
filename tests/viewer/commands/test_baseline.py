"""Baselines: the files that they are written to; their trees are tested in tests/core/structures."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldleaf.core.formats import read
from goldleaf.core.structures.baselines import TREES, baseline
from goldleaf.core.structures.dependency import ill_formed
from goldleaf.viewer.cli import main
from tests.core.trees import SHARED

DEMO = Path(__file__).parents[3] / "assets" / "demo"


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
