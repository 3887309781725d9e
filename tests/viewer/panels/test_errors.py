"""The errors dock: tables of the parse, each figure a filter."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt


@pytest.fixture
def errors(window, qtbot):
    """The panel, seen, with the demo's tables."""
    window.docks["errors"].show()
    qtbot.waitUntil(lambda: window.errors.model.rowCount() > 0)
    return window.errors


def choose(errors, qtbot, title: str) -> None:
    place = errors.chooser.findText(title)
    errors.chooser.setCurrentIndex(place)
    errors.chooser.activated.emit(place)
    qtbot.waitUntil(lambda: errors.model.rowCount() > 0)


def shown(errors) -> list[list[str]]:
    model = errors.model
    return [
        [str(model.data(model.index(row, column))) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_the_first_table_is_the_accuracy_over_tags(errors) -> None:
    assert errors.chooser.currentText() == "Accuracy"
    total = shown(errors)[0]
    assert total[0] == "total"
    assert "85.29" in total  # the demo's LAS


def test_a_click_on_a_figure_lists_its_sentences(errors, window, qtbot) -> None:
    choose(errors, qtbot, "Deprel")
    row = next(row for row, cells in enumerate(shown(errors)) if cells[0] == "nmod")
    column = next(
        c
        for c in range(errors.model.columnCount())
        if errors.model.headerData(c, Qt.Orientation.Horizontal) == "system"
    )
    errors.view.clicked.emit(errors.model.index(row, column))
    qtbot.waitUntil(lambda: window.inspector.filtered)
    assert "nmod" in window.sentences.filter.line.text()
    assert 0 < len(window.inspector.rows) < len(window.inspector.document)


def test_nothing_is_worked_out_while_the_panel_is_hidden(window, qtbot) -> None:
    qtbot.wait(50)
    assert window.errors.model.rowCount() == 0
