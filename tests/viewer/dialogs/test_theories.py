"""Theories against one another, in the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog


@pytest.fixture
def dialog(empty_window, qtbot):
    with qtbot.waitSignal(empty_window.opener.ended):
        empty_window.actions_["file.demo-theories"].trigger()
    empty_window.actions_["score.theories"].trigger()
    found = empty_window.theories.dialog
    qtbot.waitUntil(lambda: bool(found.made), timeout=30_000)
    return found


def test_both_tables_are_shown(dialog):
    matrix, pairs = (view.table for view in dialog.views)
    assert [column.title for column in matrix.columns[2:]] == ["content heads", "function heads", "constituents"]
    assert matrix.rows[0][:2] == ["content heads", "UAS"] and pairs.rows
    assert "generalized" in dialog.note.text()
    dialog.pages.setCurrentIndex(1)
    assert "10,000 rounds" in dialog.note.text()


def test_they_are_saved(dialog, tmp_path, monkeypatch):
    path = tmp_path / "theories.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    dialog.saving.click()
    assert "content heads + constituents" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("column", "parse"), [(2, "content"), (3, "function")])
def test_a_figure_opens_its_pair(dialog, empty_window, qtbot, column, parse):
    with qtbot.waitSignal(empty_window.opener.ended, timeout=20_000):
        dialog.views[0].setCurrentIndex(dialog.views[0].model().index(0, column))
        QTest.keyClick(dialog.views[0], Qt.Key.Key_Return)
    document = empty_window.inspector.document
    assert "content-gold" in document.gold.path
    assert f"{parse}-parse" in document.parses[empty_window.inspector.parse].path


def test_a_figure_of_golds_together_opens_nothing(dialog, qtbot):
    rows = [row[0] for row in dialog.views[0].table.rows]
    row = next(number for number, name in enumerate(rows) if " + " in name)
    with qtbot.assertNotEmitted(dialog.pair_wanted):
        dialog.views[0].cell_opened.emit(row, 2)
        dialog.views[0].cell_opened.emit(0, 0)


def test_closed_it_is_forgotten(dialog, empty_window):
    dialog.close()
    assert empty_window.theories.dialog is None


def test_without_theories_the_action_says_what_to_open(window):
    action = window.actions_["score.theories"]
    assert not action.isEnabled() and "Open experiment" in action.toolTip()
