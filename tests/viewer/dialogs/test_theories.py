"""Theories against one another, in the window. Also tests `campaign`."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from goldleaf.viewer.state.settings import ROUNDS

pytestmark = pytest.mark.slow


@pytest.fixture
def dialog(empty_window, qtbot):
    empty_window.settings.set(ROUNDS, 100)
    with qtbot.waitSignal(empty_window.opener.ended):
        empty_window.actions_["file.demo-theories"].trigger()
    empty_window.actions_["score.theories"].trigger()
    found = empty_window.theories.dialog
    qtbot.waitUntil(lambda: bool(found.made))
    return found


def test_both_tables_are_shown(dialog):
    matrix, pairs = (view.table for view in dialog.views)
    assert [column.title for column in matrix.columns[2:]] == ["content heads", "function heads", "constituents"]
    assert matrix.rows[0][:2] == ["content heads", "UAS"] and pairs.rows
    assert "generalized" in dialog.note.text()
    dialog.pages.setCurrentIndex(1)
    assert "100 rounds" in dialog.note.text()


def place_of(dialog, golds, parse):
    """The row and column of the first figure of these golds and a parse."""
    table = dialog.views[0].table
    row = next(number for number, cells in enumerate(table.rows) if cells[0] == golds)
    return row, [column.title for column in table.columns].index(parse)


OPENED = {
    ("function heads", "function heads"): (["function-gold.conllu", "function-parse.conllu"], []),
    ("content heads", "function heads"): (["content-gold.conllu", "function-parse.conllu"], []),
    ("content heads + constituents", "constituents"): (
        ["constituents-gold.mrg", "constituents-parse.mrg"],
        ["content-gold.conllu"],
    ),
}


def test_a_figure_opens_its_golds_and_parse(dialog, empty_window, qtbot):
    for (golds, parse), (files, others) in OPENED.items():
        view = dialog.views[0]
        _, column = place_of(dialog, golds, parse)
        seen = [view.model().index(row, 0).data() for row in range(view.model().rowCount())]
        view.setCurrentIndex(view.model().index(seen.index(golds), column))
        with qtbot.waitSignal(empty_window.opener.ended):
            QTest.keyClick(view, Qt.Key.Key_Return)
        document = empty_window.inspector.document
        assert [Path(path).name for path in (document.gold.path, document.parses[0].treebank.path)] == files
        assert [Path(one.path).name for one in document.gold.other_golds] == others
        assert len(document.parses) == 1 and dialog.isVisible()


def test_what_is_no_figure_opens_nothing(dialog, qtbot):
    row, column = place_of(dialog, "content heads + constituents", "function heads")
    with qtbot.assertNotEmitted(dialog.pair_wanted):
        dialog.views[0].cell_opened.emit(row, column)
        dialog.views[0].cell_opened.emit(row, 0)


def test_the_table_that_is_shown_is_copied(dialog, qtbot):
    with qtbot.waitSignal(dialog.told):
        dialog.copying.click()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t") == ["gold", "score", "content heads", "function heads", "constituents"]
    dialog.pages.setCurrentIndex(1)
    QTest.keySequence(dialog.views[1], "Ctrl+C")
    assert QGuiApplication.clipboard().text().startswith("gold\tscore\ta\tb\t")


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
    assert not action.isEnabled() and "Open other" in action.toolTip()
