"""Layouts of lattices, with Graphviz and without: labels never overlap, and time is limited.

Also tests `worker`.
"""

from __future__ import annotations

import subprocess
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldleaf.viewer.diagram.spacing import LabelledEdge, LatticeSpacing
from goldleaf.viewer.views.lattices import layout as lattice_layout
from goldleaf.viewer.views.lattices.layout import STATE, lay_out, layered, meeting

EDGES = (
    LabelledEdge(0, 1, 40, 30, True),
    LabelledEdge(0, 2, 90, 45, False),
    LabelledEdge(1, 2, 30, 30, True),
    LabelledEdge(1, 2, 50, 60, False),
    LabelledEdge(2, 3, 10, 15, True),
)


@pytest.fixture(autouse=True)
def forgotten(monkeypatch):
    """No layout is remembered, and Graphviz may take as long as a busy machine makes it."""
    monkeypatch.setattr(lattice_layout, "LIMIT", 100.0)
    lattice_layout._remembered.clear()
    yield
    lattice_layout._remembered.clear()


def boxes(found: LatticeSpacing, edges) -> list[tuple[float, float, float, float]]:
    labels = [(x, y, edge.width, edge.height) for (x, y), edge in zip(found.labels, edges, strict=True)]
    return labels + [(x, y, STATE, STATE) for x, y in found.states]


def check(found: LatticeSpacing, edges) -> None:
    for (x, y, width, height), (x2, y2, width2, height2) in combinations(boxes(found, edges), 2):
        across, down = (width + width2) / 2 - abs(x - x2), (height + height2) / 2 - abs(y - y2)
        assert across <= 0.5 or down <= 0.5
    for edge, (x, _), before, after in zip(edges, found.labels, found.before, found.after, strict=True):
        assert found.states[edge.origin][0] < x < found.states[edge.target][0]
        assert len(before) % 3 == len(after) % 3 == 1
        assert abs(before[-1][0] - x) <= edge.width / 2 + 2
        assert abs(after[-1][0] - found.states[edge.target][0]) <= STATE / 2 + 2
    assert all(left < right for (left, _), (right, _) in pairwise(found.states))


def test_graphviz_lays_out():
    found = lay_out(4, EDGES)
    assert found.note == ""
    check(found, EDGES)


def test_a_token_with_hundreds_of_edges_is_not_left_to_graphviz():
    edges = [LabelledEdge(first, last, 20, 10, False) for first in range(24) for last in range(first + 1, 25)]
    found = lay_out(25, edges)
    assert "slow where a token has over 200 edges" in found.note
    check(found, edges)


def test_the_simple_layout_has_all_states_on_a_line():
    found = layered(4, EDGES)
    assert {y for _, y in found.states} == {0.0}
    check(found, EDGES)
    assert found.labels[0][1] == found.labels[2][1] == 0.0


_ends = st.tuples(st.integers(0, 6), st.integers(1, 3))
_sizes = st.tuples(st.integers(5, 90), st.integers(10, 60), st.booleans())


@given(st.lists(st.tuples(_ends, _sizes), max_size=14))
def test_no_labels_overlap_in_the_simple_layout(drawn):
    edges = [LabelledEdge(origin, min(origin + length, 7), *size) for (origin, length), size in drawn]
    check(layered(8, edges), edges)


def test_nothing_to_lay_out():
    assert lay_out(0, ()) == LatticeSpacing((), (), (), ())


def test_without_graphviz_the_user_is_told_what_to_install(monkeypatch):
    monkeypatch.setattr(lattice_layout, "installed", lambda: False)
    assert "pip install pygraphviz" in lay_out(4, EDGES).note


def test_graphviz_has_a_time_limit(monkeypatch):
    monkeypatch.setattr(lattice_layout, "LIMIT", 0.001)
    found = lay_out(4, EDGES)
    assert "took more than 0.001 s" in found.note
    check(found, EDGES)


def test_a_failure_of_graphviz_is_told(monkeypatch):
    def fails(*_: object, **__: object) -> None:
        raise subprocess.CalledProcessError(-6, ["dot"], stderr=b"warning\nabort: no memory\n")

    monkeypatch.setattr(subprocess, "Popen", fails)
    assert lay_out(4, EDGES).note.endswith("which failed: abort: no memory")


def test_the_same_lattice_is_laid_out_once(monkeypatch):
    first = lay_out(4, EDGES)
    monkeypatch.setattr(subprocess, "Popen", None)
    assert lay_out(4, list(EDGES)) is first


@pytest.mark.slow
@settings(max_examples=8)
@given(st.lists(st.tuples(_ends, _sizes), max_size=10))
def test_no_labels_overlap_in_graphvizs_layout(drawn):
    chain = [LabelledEdge(state, state + 1, 30, 20, True) for state in range(7)]
    edges = [LabelledEdge(origin, min(origin + length, 7), *size) for (origin, length), size in drawn]
    found = lay_out(8, [*edges, *chain])
    assert found.note == ""
    check(found, [*edges, *chain])


def test_parts_that_all_paths_share_the_ends_of_are_laid_out_alone():
    pieces = lattice_layout._pieces(4, EDGES)
    assert [(piece.first, piece.last, piece.edges) for piece in pieces] == [(0, 2, [0, 1, 2, 3]), (2, 3, [4])]
    found = lay_out(4, EDGES)
    alone = lay_out(2, [EDGES[4]._replace(origin=0, target=1)])
    assert found.states[3][0] - found.states[2][0] == pytest.approx(alone.states[1][0] - alone.states[0][0])


def test_paths_meet_where_nothing_passes():
    assert meeting(5, [(0, 1), (1, 3), (1, 2), (2, 3), (3, 4)]) == [0, 1, 3, 4]
    assert meeting(5, [(0, 1), (1, 3), (1, 2), (2, 3), (3, 4), (0, 3)]) == [0, 3, 4]
    assert meeting(1, []) == [0]
