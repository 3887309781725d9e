"""Which predicates' roles are drawn, and how differences of roles are marked."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from goldleaf.viewer.diagram.legend import legend
from goldleaf.viewer.diagram.shapes import SEMANTICS, Box, Key, Role, Side, State, Text
from goldleaf.viewer.diagram.theme import typewriter
from goldleaf.viewer.session.request import request_of
from tests.viewer.window.windows import press

GOLD = """1	Ann	ann	ann	N	N	_	_	2	2	SBJ	SBJ	_	_	A0	A0
2	sold	sell	sell	V	V	_	_	0	0	ROOT	ROOT	Y	sell.01	_	_
3	boats	boat	boat	N	N	_	_	2	2	OBJ	OBJ	_	_	A1	_
4	and	and	and	C	C	_	_	2	2	CONJ	CONJ	_	_	_	_
5	left	leave	leave	V	V	_	_	4	4	CONJ	CONJ	Y	leave.01	_	_

"""
PARSE = GOLD.replace("\tA1\t_\n", "\tA2\t_\n").replace("leave.01\t_", "leave.04\t_").replace("A0\tA0", "A0\t_")
PARSE = PARSE.replace("_\t_\t_\t_\n5", "_\t_\t_\tAM\n5")


@pytest.fixture
def window(empty_window, qtbot, tmp_path):
    for name, text in (("gold", GOLD), ("parse", PARSE)):
        (tmp_path / f"{name}.conll09").write_text(text, encoding="utf-8")
    with qtbot.waitSignal(empty_window.opener.ended):
        empty_window.opener.open(request_of([tmp_path / "gold.conll09", tmp_path / "parse.conll09"]))
    empty_window.pictures.focus()
    return empty_window


def written(window, side=0):
    """The senses and roles that a picture has."""
    shapes = window.pictures.drawing.diagrams[side].shapes
    return {shape.text for shape in shapes if isinstance(shape, Text) and shape.role in SEMANTICS}


def boxes(window, side):
    shapes = window.pictures.drawing.diagrams[side].shapes
    kinds = ("predicate", "argument")
    return {
        shape.key.name: (shape.role, shape.state)
        for shape in shapes
        if isinstance(shape, Box) and shape.key.kind in kinds
    }


def test_roles_are_marked_where_they_are_looked_at(window):
    assert boxes(window, 0) == boxes(window, 1) == {}
    window.actions_.run("layers.role")
    assert boxes(window, 0) == {
        "5": (Role.LABEL_BOX, State.WRONG_LABEL),
        "2-3-A1": (Role.LABEL_BOX, State.WRONG_LABEL),
        "5-1-A0": (Role.FUNCTION, State.MISSING),
    }
    assert boxes(window, 1) == {
        "5": (Role.LABEL_BOX, State.WRONG_LABEL),
        "2-3-A2": (Role.LABEL_BOX, State.WRONG_LABEL),
        "5-4-AM": (Role.FUNCTION, State.EXTRA),
    }


@pytest.mark.parametrize("action", ["layers.role", "view.overlay"])
def test_the_legend_says_where_roles_are_drawn_but_not_compared(window, action):
    def said():
        drawing, theme = window.pictures.drawing, window.pictures.theme
        shapes = [shape for diagram in drawing.diagrams for shape in diagram.shapes]
        return {text.text for text in legend(shapes, 900.0, theme, typewriter, drawing.wording).texts}

    assert "roles, not compared" in said()
    window.actions_.run(action)
    assert "roles, not compared" not in said()


@pytest.mark.slow
@pytest.mark.parametrize("looked_at", [True, False])
def test_an_overlay_has_the_parses_roles_where_they_differ(window, looked_at):
    if looked_at:
        window.actions_.run("layers.role")
    window.actions_.run("view.overlay")
    assert {state for _, state in boxes(window, 0).values()} == {State.WRONG_LABEL, State.MISSING, State.EXTRA}
    assert written(window) == {"sell.01", "leave.01", "leave.04", "A0", "A1", "A2", "AM"}


@pytest.mark.slow
def test_one_predicate_at_a_time_or_all(window):
    everything = {"sell.01", "leave.01", "A0", "A1"}
    assert written(window) == everything
    press(window, Qt.Key.Key_I)
    assert written(window) == {"sell.01", "A0", "A1"}
    assert "only roles of 2 ‘sold’" in window.pictures.drawing.titles[0]
    window.inspector.select(Key(Side.GOLD, "word", "5"))
    assert written(window) == {"leave.01", "A0"}
    press(window, Qt.Key.Key_I)
    assert written(window) == everything


def test_next_predicate_comes_round_to_all(window):
    seen = []
    for _ in range(3):
        press(window, Qt.Key.Key_I, Qt.KeyboardModifier.ShiftModifier)
        seen.append(sorted(written(window) & {"sell.01", "leave.01"}))
    assert seen == [["sell.01"], ["leave.01"], ["leave.01", "sell.01"]]


@pytest.mark.slow
def test_roles_can_be_hidden(window):
    press(window, Qt.Key.Key_Z)
    assert written(window) == set()
    assert not window.actions_["arcs.one-predicate"].isEnabled()
    press(window, Qt.Key.Key_Z)
    assert written(window)
