"""Function trees in the window."""

import pytest
from PySide6.QtCore import Qt

from goldleaf.viewer.diagram.shapes import Role, Side
from goldleaf.viewer.session.recent import request_of
from goldleaf.viewer.views.functions.operations import TreeOperation
from tests.viewer.window.windows import press, written

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def theories(empty_window, qtbot):
    window = empty_window
    with qtbot.waitSignal(window.opener.ended, timeout=20_000):
        window.files.open_theories()
    window.inspector.go(1)
    window.pictures.focus()
    press(window, Qt.Key.Key_F)
    qtbot.waitUntil(lambda: window.pictures._told is window.pictures._drawing)
    return window


def shapes(window):
    return [shape for diagram in window.pictures.panes.diagrams for shape in diagram.shapes]


def test_three_panes_with_the_generalized_gold(theories):
    assert theories.inspector.view.name == "function"
    assert theories.pictures.drawing.titles == ("content heads", "content heads: content-parse", "generalized gold")
    assert any(shape.role == Role.FUNCTION for shape in shapes(theories))
    assert [one.verdict for one in theories.pictures.differences].count("missing") == 1


def test_ghosts_can_be_hidden(theories):
    count = len(shapes(theories))
    press(theories, Qt.Key.Key_H)
    assert len(shapes(theories)) < count


def test_edits_are_made_one_by_one(theories):
    press(theories, Qt.Key.Key_X)
    script = theories.pictures.differences
    for number in range(1, len(script) + 1):
        press(theories, Qt.Key.Key_Period)
        assert theories.statusBar().currentMessage().startswith(f"Edit {number} of {len(script)}: ")
    press(theories, Qt.Key.Key_Period)
    assert theories.statusBar().currentMessage() == "The parse is now the gold"
    parse, common = theories.pictures.drawing.pictures[1:]
    assert {node.label for node in parse.sentence.nodes} <= {node.label for node in common.sentence.nodes}
    press(theories, Qt.Key.Key_Comma)
    assert theories.inspector.look.own_of("function", None).applied == len(script) - 1
    theories.inspector.step(1)
    assert theories.inspector.look.own_of("function", None).applied == 0


def test_the_next_experiment_comes_to_the_front(theories, qtbot):
    with qtbot.waitSignal(theories.opener.ended, timeout=20_000):
        theories.actions_["file.next-experiment"].trigger()
    assert theories.inspector.document.parses[0].name == "function heads: function-parse"
    assert theories.inspector.row == 1


def test_tree_operations(theories):
    panel = theories.operations
    assert not panel.isVisible()
    theories.docks["operations"].show()
    theories.docks["operations"].raise_()
    panel.refresh()
    names = [panel.one.itemText(place) for place in range(panel.one.count())]
    assert names == [
        "content heads",
        "function heads",
        "constituents",
        "content heads: content-parse",
        "generalized gold",
    ]
    panel.operation.setCurrentText(TreeOperation.UNIFICATION)
    panel.other.setCurrentText("content heads: content-parse")
    panel._operate()
    assert panel.text.text().startswith("All that content heads and content heads: content-parse say")
    assert panel.panes.diagrams
    panel.operation.setCurrentText(TreeOperation.SUBSUMPTION)
    panel._operate()
    assert (
        "content heads does not subsume content heads: content-parse, which lacks:\n• obj"
        in panel.text.text().replace("a node (obj)", "obj")
    )
    assert not panel.panes.diagrams


def test_a_sentence_without_a_parse(theories):
    theories.inspector.set_parse(-1)
    assert [tree.side for tree in theories.pictures.drawing.pictures] == [Side.GOLD, Side.GENERALISED]
    assert theories.pictures.differences == ()


def test_a_faulty_experiment_is_told(empty_window, tmp_path):
    path = tmp_path / "e.toml"
    path.write_text("[[experiment]]\n", encoding="utf-8")
    empty_window.files.open_paths(path, [])
    assert "no name; an experiment has name, gold and parse" in empty_window.error.text


def test_a_tree_without_differences_is_one_fold_when_only_these_are_shown(empty_window, qtbot, tmp_path):
    window = empty_window
    with qtbot.waitSignal(window.opener.ended, timeout=20_000):
        window.opener.open(request_of(written(tmp_path)))
    window.views.show("function")
    window.actions_.run("view.only-differences")
    window.inspector.go(1)
    assert any(shape.role == Role.FOLD for shape in shapes(window))
    assert not any(shape.role == Role.WORD for shape in shapes(window))
