"""Theories against one another, in the window."""

from __future__ import annotations

import pytest
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


def test_closed_it_is_forgotten(dialog, empty_window):
    dialog.close()
    assert empty_window.theories.dialog is None


def test_without_theories_the_action_says_what_to_open(window):
    action = window.actions_["score.theories"]
    assert not action.isEnabled() and "Open experiment" in action.toolTip()
