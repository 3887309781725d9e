"""Function trees as constituents: under TedEval they are the trees that they were made from."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import as_bytes, read
from goldleaf.core.metrics import create
from goldleaf.core.metrics.tedeval.tree_operations import OPERATIONS, operated
from goldleaf.core.scoring import score
from goldleaf.core.structures.function import multi_function_trees
from goldleaf.core.structures.function_trees import function_trees
from tests.core.formats.crossing import export_text, sentences
from tests.core.trees import SHARED, pairs, treebank

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
