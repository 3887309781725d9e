"""Lattices laid out beside the window: a plain layout at once, the better one when it is there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldleaf.viewer.diagram.spacing import LabelledEdge
from goldleaf.viewer.state.lattice_layouts import Placer
from goldleaf.viewer.views.lattices import layout as lattice_layout
from goldleaf.viewer.views.lattices.layout import layered

pytestmark = pytest.mark.usefixtures("qapp")

EDGES = [LabelledEdge(0, 1, 10.0, 10.0, False)]


@pytest.fixture
def done(monkeypatch):
    """What Graphviz is asked for; it answers at once, with a note, unless it breaks."""
    asked = []

    def steps(states, edges):
        asked.append((states, tuple(edges)))
        yield 0.5
        if states == 13:
            raise ValueError("odd")
        return replace(layered(states, edges), note="no Graphviz")

    monkeypatch.setattr(lattice_layout, "lay_out_steps", steps)
    return asked


def test_a_plain_layout_is_replaced_once_and_remembered(qtbot, done):
    placer, notes = Placer(), []
    placer.noted.connect(notes.append)
    for edges in (EDGES, EDGES * 2):
        with qtbot.waitSignal(placer.arrived):
            assert placer(2, edges).provisional
        assert not placer(2, edges).provisional
    assert len(done) == 2 and notes == ["no Graphviz"], "said once"
    assert not placer(2, []).provisional
    placer.stop()
    assert placer(3, EDGES).provisional and len(done) == 2


def test_the_last_is_done_first(qtbot, done):
    placer = Placer()
    for states in (2, 3, 4, 3):
        placer(states, EDGES)
    qtbot.waitUntil(lambda: len(done) == 3 and not placer(2, EDGES).provisional)
    assert [states for states, _ in done] == [2, 3, 4]


def test_a_layout_that_breaks_is_told_and_the_plain_one_stays(qtbot, done):
    placer = Placer()
    with qtbot.waitSignal(placer.failed) as failed:
        assert placer(13, EDGES).provisional
    assert "could not be laid out" in failed.args[0].message
    assert not placer(13, EDGES).provisional and len(done) == 1


@pytest.mark.usefixtures("done")
def test_what_is_forgotten_is_asked_for_anew(qtbot):
    placer = Placer()
    placer(2, EDGES)
    placer.forget()
    with qtbot.waitSignal(placer.arrived):
        placer(2, EDGES)
    assert not placer(2, EDGES).provisional


def test_thirty_two_are_remembered_and_the_last_five_that_were_asked_for_are_done(qtbot, done):
    placer = Placer()
    for states in range(20, 52):
        with qtbot.waitSignal(placer.arrived):
            placer(states, EDGES)
    assert not placer(20, EDGES).provisional and len(done) == 32
    with qtbot.waitSignal(placer.arrived):
        placer(52, EDGES)
    assert not placer(20, EDGES).provisional and placer(21, EDGES).provisional, "the one that was not asked for longest"
    placer.forget()
    del done[:]
    for states in range(60, 67):
        assert placer(states, EDGES).provisional
    qtbot.waitUntil(lambda: {states for states, _ in done} >= {62, 63, 64, 65, 66})
    qtbot.waitUntil(lambda: not placer(62, EDGES).provisional)
    assert placer(61, EDGES).provisional
    placer.stop()


def test_why_graphviz_does_not_do_it_is_said_once_and_nothing_where_it_does(qtbot, monkeypatch):
    def steps(states, edges):
        yield 0.5
        return layered(states, edges)

    monkeypatch.setattr(lattice_layout, "lay_out_steps", steps)
    placer, notes = Placer(), []
    placer.noted.connect(notes.append)
    with qtbot.waitSignal(placer.arrived):
        placer(2, EDGES)
    assert notes == [] and placer(2, EDGES) == layered(2, EDGES)
    placer.forget()
    placer._keep(layered(2, EDGES))
    assert placer._doing is None, "what was given up is not kept"
