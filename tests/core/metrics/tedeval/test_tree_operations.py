"""What several golds come to, as trees."""

from __future__ import annotations

from importlib.resources import as_file, files
from io import BytesIO

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.campaigns.experiment import load, opened
from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import as_bytes, read
from goldleaf.core.metrics import create
from goldleaf.core.metrics.tedeval.tree_operations import (
    OPERATIONS,
    common,
    described,
    function_trees,
    joined_trees,
    operated,
)
from goldleaf.core.scoring import score
from goldleaf.core.structures.function import multi_function_trees
from tests.core.formats.crossing import export_text, sentences
from tests.core.structures.test_function import subsumes
from tests.core.trees import SHARED, pairs, treebank


@pytest.fixture(scope="module")
def theories():
    with as_file(files("goldleaf.assets").joinpath("demo", "theories")) as folder:
        yield opened(load(folder / "theories.toml"))


def trees(golds, operation, *rules):
    return [one.tree for one in joined_trees(golds, operation, *rules)]


@pytest.mark.parametrize("head", ["hd", "wildcard"])
def test_the_generalized_tree_is_the_one_that_tedeval_compares_with(theories, head):
    golds = [one.gold for one in theories]
    metric = create("tedeval", words="false", constituents="function", head=head)
    compared = metric.facts(golds[0], golds[0])
    of_gold = compared.filter(pl.col("side") != "parse")
    expected = of_gold.filter(pl.col("label").is_not_null()).group_by("sentence").len().sort("sentence")
    made = [one.tree for one in joined_trees(golds, "generalize", metric.rules)]
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
    crossing, whole = joined_trees([second, third], "unify")
    assert whole.tree is not None
    assert crossing.tree is None and crossing.why_not == "yields cross: 1–2 and 1, 3"
    assert "# none: yields cross" in described(crossing, second, ["A", "B"], "unify")
    assert next(joined_trees([second, third], "generalize")).tree is not None
    other = treebank("a/N/2/x b/N/0/root d/N/2/x")
    assert next(joined_trees([first, other], "generalize")).why_not == "it has other words in each file"


@pytest.mark.parametrize("operation", OPERATIONS)
def test_written_trees_are_read_again(theories, operation):
    golds = [one.gold for one in theories]
    made, without = common(golds, operation)
    found = [one.tree for one in joined_trees(golds, operation) if one.number not in {one.number for one in without}]
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
    two = [one.tree for one in joined_trees(golds[:2], "generalize")]
    three = [one.tree for one in joined_trees(golds, "generalize")]
    assert all(subsumes(whole, part) for whole, part in zip(three, two, strict=True))


# Function trees as constituents: under TedEval they are the trees that they were made from.

ONE, OTHER = "a/N/2/s b/V/0/r c/N/2/o d/N/3/m", "a/N/2/s b/V/0/r c/N/4/m d/N/2/o"


def functions(bank):
    return [tree.nodes for tree in multi_function_trees(bank)]


def chain(words: int) -> bytes:
    lines = (f"{number}\ta\t_\tX\tX\t_\t{number - 1}\td\t_\t_\n" for number in range(1, words + 1))
    return f"1\ta\t_\tX\tX\t_\t0\td\t_\t_\n\n{''.join(lines)}\n".encode()


def test_a_chain_is_done_or_refused_with_its_line():
    nodes = function_trees(read(BytesIO(chain(700)), format="conllx")).nodes
    assert nodes.filter(sentence=1).height == 700 + 699 + 1
    with pytest.raises(GoldleafError, match=r":3: a tree so deep that its yields have 4,501,500 words"):
        function_trees(read(BytesIO(chain(3000)), format="conllx"))


@given(pairs(heads=False))
def test_functions_of_dependencies_come_back(pair):
    bank, _ = pair
    assert functions(function_trees(bank)) == functions(bank)


@given(st.lists(sentences(), min_size=1, max_size=3))
def test_functions_of_constituents_come_back(drawn):
    bank = read(BytesIO(export_text(drawn).encode()), format="export")
    made = function_trees(bank)
    assert [{over: labels - {"--"} for over, labels in tree.items()} for tree in functions(made)] == functions(bank)


def test_a_function_tree_in_brackets():
    made = function_trees(treebank("a/N/2/s b/V/0/r"))
    assert as_bytes(made, format="brackets") == b"(ROOT (X-r (X-s (N a)) (X-hd (V b))))\n"


def test_operations():
    """Over words 3 and 4 both have an object; what is over word 3 alone, and over 4 alone, has other functions."""
    one, other = treebank(ONE), treebank(OTHER)
    texts = {name: as_bytes(operated([one, other], name), format="brackets").decode() for name in OPERATIONS}
    assert texts == {
        "generalize": "(ROOT (X-r (X-s (N a)) (X-hd (V b)) (X-o (X (N c)) (X (N d)))))\n",
        "tl-unify": "(ROOT (X-r (X-s (N a)) (X-hd (V b)) (X-o (X-hd (X-m (N c))) (X-hd (X-m (N d))))))\n",
        "unify": "(ROOT (X-r (X-s (N a)) (X-hd (V b)) (X-o (X-hd (X-m (N c))) (X-hd (X-m (N d))))))\n",
    }


def test_crossing_trees_cannot_be_unified():
    one, other = treebank("a/N/2/s b/V/0/r c/N/2/o"), treebank("a/N/0/r b/V/1/s c/N/2/o")
    crossing = treebank("a/N/0/r b/V/3/s c/N/1/o"), treebank("a/N/2/x b/V/3/y c/N/0/r")
    assert operated([one, other], "generalize").nodes.height
    with pytest.raises(GoldleafError, match="sentence 1: no tree to unify: yields cross"):
        operated(crossing, "unify")
    with pytest.raises(GoldleafError, match="sentence 1: no tree to generalize: it has other words"):
        operated([one, treebank("a/N/0/r")], "generalize")
    with pytest.raises(GoldleafError, match="sentence 2 has other words"):
        operated([one, treebank("a/N/2/s b/V/0/r c/N/2/o", "a/N/0/r")], "generalize")


@pytest.mark.shared
@pytest.mark.parametrize("path", ["danish/gold.conllx", "dutch/gold.conllx"])
def test_tedeval_finds_no_difference(path):
    bank = read(SHARED / path)
    made = read(BytesIO(as_bytes(function_trees(bank), format="export")), format="export")
    scored = score(create("tedeval"), bank, made)
    assert scored.scores()["accuracy"].value == 1
