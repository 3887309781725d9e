"""What several golds come to, as trees."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import as_file, files
from io import BytesIO

import polars as pl
import pytest

from goldleaf.core import read
from goldleaf.core.errors import OptionError
from goldleaf.core.experiment import load, opened
from goldleaf.core.experiment_trees import OPERATIONS, bracketed, described, joined
from goldleaf.core.metrics import create
from goldleaf.core.structures.function import multi_function_trees
from goldleaf.core.structures.multifunction import subsumes
from tests.core.trees import treebank


@pytest.fixture(scope="module")
def theories():
    with as_file(files("goldleaf.assets").joinpath("demo", "theories")) as folder:
        yield opened(load(folder / "theories.toml"))


def trees(golds, operation):
    return [one.tree for one in joined(golds, operation)]


def test_the_generalized_tree_is_the_one_that_tedeval_compares_with(theories):
    golds = [one.gold for one in theories]
    compared = create("tedeval", words="false", constituents="function").facts(golds[0], golds[0])
    of_gold = compared.filter(pl.col("side") != "parse")
    expected = of_gold.filter(pl.col("label").is_not_null()).group_by("sentence").len().sort("sentence")
    made = trees(golds, "generalized")
    assert [sum(map(len, tree.nodes.values())) for tree in made] == expected["len"].to_list()


def test_each_gold_lies_between_what_is_generalized_and_what_is_unified(theories):
    golds = [one.gold for one in theories]
    every = zip(*map(multi_function_trees, golds), trees(golds, "generalized"), trees(golds, "unified"), strict=True)
    for *own, general, whole in every:
        assert whole is None or all(subsumes(general, tree) and subsumes(tree, whole) for tree in own)


def test_yields_that_cross_have_no_unified_tree_but_the_others():
    first = treebank("a/N/2/x b/N/0/root c/N/2/x")
    second = treebank("a/N/2/x b/N/3/y c/N/0/root", "a/N/0/root")
    third = treebank("a/N/3/x b/N/0/root c/N/2/x", "a/N/0/root")
    [crossing] = joined([second.slice(0), third.slice(0)], "unified")
    assert crossing.tree is None and crossing.why_not == "yields cross: 1–2 and 1, 3"
    assert "# none: yields cross" in described(crossing, ["A", "B"], "unified")
    assert next(joined([second.slice(0), third.slice(0)], "generalized")).tree is not None
    other = treebank("a/N/2/x b/N/0/root d/N/2/x")
    assert next(joined([first, other], "generalized")).why_not == "the words of the golds differ"


@pytest.mark.parametrize("operation", OPERATIONS)
def test_written_trees_are_read_again(theories, operation):
    golds = [one.gold for one in theories]
    made = [one for one in joined(golds, operation) if one.tree is not None]
    text = "".join(f"{bracketed(one)}\n" for one in made)
    bank = read(BytesIO(text.encode()), format="discbracket")
    assert len(bank) == len(made) and bank.words["form"].to_list() == [
        word.form for one in made for word in one.sentence.words
    ]
    labels = [label for label in bank.nodes["label"].cast(pl.String).to_list() if label != "ROOT"]
    assert len(labels) == sum(len(one.tree.nodes) for one in made)


def test_brackets_in_words_are_spelled():
    bank = treebank("(/PUNCT/2/punct a/N/0/root")
    assert "0=-LRB-" in bracketed(next(joined([bank, replace(bank)], "generalized")))


def test_a_tree_that_there_is_not_is_refused(theories):
    with pytest.raises(OptionError, match="--tree best: no such tree"):
        trees([one.gold for one in theories], "best")
