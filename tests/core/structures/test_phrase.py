"""Yields of constituents against sets of positions."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.formats import read
from goldleaf.core.structures.phrase import discontinuous, parent_rows, position_keys, span_keys, unparsed, with_yields
from goldleaf.core.treebank import NODES


def tables(sentences):
    """Words and nodes of sentences given as (parents of the words, parents of the nodes)."""
    words = [
        (row, position, parent)
        for row, (parents, _) in enumerate(sentences)
        for position, parent in enumerate(parents, 1)
    ]
    nodes = [
        (row, number, parent) for row, (_, parents) in enumerate(sentences) for number, parent in enumerate(parents, 1)
    ]
    uint = pl.UInt32()
    return (
        pl.DataFrame(words, schema=dict.fromkeys(("sentence", "position", "parent"), uint), orient="row"),
        pl.DataFrame(nodes, schema=dict.fromkeys(("sentence", "node", "parent"), uint), orient="row"),
    )


def naive_yields(word_parents, node_parents):
    """The set of positions of each node."""
    result = [
        {position for position, parent in enumerate(word_parents, 1) if parent == node}
        for node in range(len(node_parents) + 1)
    ]
    for node in range(len(node_parents), 0, -1):
        result[node_parents[node - 1]] |= result[node]
    return result[1:]


@st.composite
def trees(draw):
    """Parents of words and of nodes; words in any order, so constituents have gaps."""
    nodes = draw(st.integers(0, 8))
    parents = [draw(st.integers(0, number)) for number in range(nodes)]
    return draw(st.lists(st.integers(0, nodes), max_size=10)), parents


@given(st.lists(trees(), max_size=4))
def test_yields_are_sets(sentences):
    words, nodes = tables(sentences)
    found = with_yields(words, nodes)
    expected = [positions for sentence in sentences for positions in naive_yields(*sentence)]
    assert found["size"].to_list() == list(map(len, expected))
    assert found["first"].to_list() == [min(positions, default=0) for positions in expected]
    assert found["last"].to_list() == [max(positions, default=0) for positions in expected]
    assert found["yield"].to_list() == [
        sum(position_keys(np.array(sorted(positions), np.int64)).tolist()) % 2**64 for positions in expected
    ]
    gaps = [bool(positions) and max(positions) - min(positions) >= len(positions) for positions in expected]
    assert discontinuous(found).tolist() == gaps
    assert {name: found.schema[name] for name in ("first", "last", "size", "yield")} == {
        name: NODES[name] for name in ("first", "last", "size", "yield")
    }
    without_gaps = ~discontinuous(found)
    spans = span_keys(found["first"].to_numpy(), found["size"].to_numpy())
    assert (spans[without_gaps] == found["yield"].to_numpy()[without_gaps]).all()


def test_the_numbers_of_positions_are_fixed():
    assert position_keys(np.array([1, 2, 3, 1_000_000])).tolist() == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
        position_keys(np.array([1_000_000]))[0],
    ]


def test_numbers_of_positions_differ():
    keys = position_keys(np.arange(1, 100_001))
    assert len(np.unique(keys)) == 100_000
    pairs = keys[:-1] + keys[1:]
    assert not np.isin(pairs, keys).any()


def test_parents_are_rows_of_their_sentence():
    words, nodes = tables([([1, 2, 0], [0, 1]), ([], []), ([1], [0])])
    assert parent_rows(words, nodes).tolist() == [0, 1, -1, 2]
    assert parent_rows(nodes, nodes).tolist() == [-1, 0, -1]
    assert parent_rows(words.slice(0, 0), nodes.slice(0, 0)).tolist() == []


def test_a_chain_and_a_fan():
    length = 50_000
    chain = ([length], list(range(length)))
    fan = ([number % 2 * number for number in range(1, length + 1)], [0] * length)
    found = with_yields(*tables([chain, fan]))
    assert set(found["size"][:length]) == {1}
    assert found["size"][length:].sum() == length // 2


@pytest.mark.parametrize(
    ("line", "expected"),
    [("", True), ("(())", True), ("(NOPARSE (X a))", True), ("(S (X a))", False), ("(S (NOPARSE (X a)))", False)],
)
def test_unparsed_sentences(line, expected, tmp_path):
    path = tmp_path / "trees.mrg"
    path.write_text(f"(S (A a))\n{line}\n(S (A a))\n")
    assert unparsed(read(path)).tolist() == [False, expected, False]
