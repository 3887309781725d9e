"""What several golds come to, as trees."""

from __future__ import annotations

from importlib.resources import as_file, files
from io import BytesIO

import polars as pl
import pytest

from goldleaf.core import read
from goldleaf.core.campaigns.experiment import load, opened
from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.formats import as_bytes
from goldleaf.core.metrics import create
from goldleaf.core.metrics.tedeval.tree_operations import (
    OPERATIONS,
    check_operation,
    common,
    described,
    joined,
    operated,
)
from goldleaf.core.structures.function import multi_function_trees
from tests.core.structures.test_multifunction import subsumes
from tests.core.trees import treebank


@pytest.fixture(scope="module")
def theories():
    with as_file(files("goldleaf.assets").joinpath("demo", "theories")) as folder:
        yield opened(load(folder / "theories.toml"))


def trees(golds, operation, *rules):
    return [one.tree for one in joined(golds, operation, *rules)]


@pytest.mark.parametrize("head", ["hd", "wildcard"])
def test_the_generalized_tree_is_the_one_that_tedeval_compares_with(theories, head):
    golds = [one.gold for one in theories]
    metric = create("tedeval", words="false", constituents="function", head=head)
    compared = metric.facts(golds[0], golds[0])
    of_gold = compared.filter(pl.col("side") != "parse")
    expected = of_gold.filter(pl.col("label").is_not_null()).group_by("sentence").len().sort("sentence")
    made = [one.tree for one in joined(golds, "generalize", metric.rules)]
    assert [sum(map(len, tree.nodes.values())) for tree in made] == expected["len"].to_list()


def test_a_wildcard_takes_the_function_that_the_other_tree_has_there():
    """EMNLP 2011, example 6: two analyses of verb groups."""
    up = treebank("would/V/0/dep have/V/1/vg worked/V/2/vg")
    down = treebank("would/V/2/vg have/V/3/vg worked/V/0/dep")
    rules = create("tedeval", head="wildcard").rules
    [found], [plain] = (trees([up, down], "generalize", *more) for more in ([rules], []))
    one, two, three, every = (frozenset(some) for some in ({1}, {2}, {3}, {1, 2, 3}))
    assert found.nodes == {every: {"dep"}, one: {"vg"}, two: {"*"}, three: {"vg"}}
    assert plain.nodes == {every: {"dep"}, one: frozenset(), two: {"hd"}, three: frozenset()}


def test_each_gold_lies_between_what_is_generalized_and_what_is_unified(theories):
    golds = [one.gold for one in theories]
    every = zip(*map(multi_function_trees, golds), trees(golds, "generalize"), trees(golds, "unify"), strict=True)
    for *own, general, whole in every:
        assert whole is None or all(subsumes(general, tree) and subsumes(tree, whole) for tree in own)


def test_yields_that_cross_have_no_unified_tree_but_the_others():
    first = treebank("a/N/2/x b/N/0/root c/N/2/x")
    second = treebank("a/N/2/x b/N/3/y c/N/0/root", "a/N/0/root")
    third = treebank("a/N/3/x b/N/0/root c/N/2/x", "a/N/0/root")
    crossing, whole = joined([second, third], "unify")
    assert whole.tree is not None
    assert crossing.tree is None and crossing.why_not == "yields cross: 1–2 and 1, 3"
    assert "# none: yields cross" in described(crossing, second, ["A", "B"], "unify")
    assert next(joined([second, third], "generalize")).tree is not None
    other = treebank("a/N/2/x b/N/0/root d/N/2/x")
    assert next(joined([first, other], "generalize")).why_not == "it has other words in each file"


@pytest.mark.parametrize("operation", OPERATIONS)
def test_written_trees_are_read_again(theories, operation):
    golds = [one.gold for one in theories]
    made, without = common(golds, operation)
    found = [one.tree for one in joined(golds, operation) if one.number not in {one.number for one in without}]
    again = read(BytesIO(as_bytes(made, format="discbracket")), format="discbracket")
    assert len(again) == len(golds[0]) - len(without)
    assert again.words["form"].to_list() == made.words["form"].to_list()
    assert again.nodes.filter(pl.col("label") == "X").height == sum(
        max(len(functions), 1) for tree in found for functions in tree.nodes.values()
    )


def test_sentences_without_a_tree_are_left_out_or_refused():
    """The words of the second sentence stay with its tree."""
    one = treebank("a/N/2/x b/N/3/y c/N/0/root", "d/N/0/root e/N/1/x")
    other = treebank("a/N/3/x b/N/0/root c/N/2/x", "d/N/0/root e/N/1/x")
    made, without = common([one, other], "unify")
    assert [(found.number, found.why_not) for found in without] == [(1, "yields cross: 1–2 and 1, 3")]
    assert as_bytes(made, format="brackets") == b"(ROOT (X-root (X-hd (N d)) (X-x (N e))))\n"
    with pytest.raises(GoldleafError, match="sentence 1: no tree to unify: yields cross: 1–2 and 1, 3"):
        operated([one, other], "unify")
    assert len(operated([one, other], "generalize")) == 2


def test_three_files_are_one_tree_as_two_after_another(theories):
    golds = [one.gold for one in theories]
    two = [one.tree for one in joined(golds[:2], "generalize")]
    three = [one.tree for one in joined(golds, "generalize")]
    assert all(subsumes(whole, part) for whole, part in zip(three, two, strict=True))


def test_an_operation_that_there_is_not_is_refused():
    with pytest.raises(OptionError, match="--tree best: no such operation"):
        check_operation("best", "--tree")
