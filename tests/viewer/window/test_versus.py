"""Two parses compared in the window: the table, its figures as filters, the picture.

Also tests `panels.breakdowns`.
"""

from __future__ import annotations

import shlex

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from goldleaf.viewer.cli import main
from goldleaf.viewer.session.request import request_of
from tests.viewer.window.windows import GOLD, written

pytestmark = pytest.mark.slow


@pytest.fixture
def two(empty_window, qtbot, tmp_path):
    """A gold and two parses, the second without errors."""
    good = tmp_path / "good.conllu"
    good.write_text(GOLD, encoding="utf-8")
    with qtbot.waitSignal(empty_window.opener.ended):
        empty_window.opener.open(request_of([*written(tmp_path), good]))
    return empty_window


@pytest.fixture
def panel(two, qtbot):
    two.show()
    two.actions_["versus.table"].trigger()
    qtbot.waitUntil(lambda: two.versus.model.rowCount() > 0)
    return two.versus


def figures(panel) -> list[list[str]]:
    model = panel.model
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


def test_the_table_says_what_is_fixed(panel):
    assert figures(panel)[0] == ["total", "10", "2", "0", "+2", "0", "8"]
    assert [row[0] for row in figures(panel) if row[2] == "1"] == ["advmod", "obj"]


def test_swapped_it_is_broken(panel, two, qtbot):
    two.actions_["versus.swap"].trigger()
    qtbot.waitUntil(lambda: panel.model.rowCount() > 0)
    assert panel.parses == (1, 0)
    assert figures(panel)[0] == ["total", "10", "0", "2", "−2", "0", "8"]


def test_rows_are_tested_if_that_is_asked_for(panel, qtbot):
    before = panel.model.columnCount()
    panel.tests.setChecked(True)
    qtbot.waitUntil(lambda: panel.model.columnCount() == before + 4)
    headings = [column.title for column in panel.model.columns]
    assert headings[headings.index("Net") :][:5] == ["Net", "Net %", "Low %", "High %", "p"]
    assert figures(panel)[0][:6] == ["total", "10", "2", "0", "+2", "20.00"] and figures(panel)[0][8] == "1.0000"
    assert "10,000 rounds" in panel.model.table.note
    panel.tests.setChecked(False)
    qtbot.waitUntil(lambda: panel.model.columnCount() == before)


def test_the_table_is_sorted_copied_and_saved(panel, two, tmp_path, monkeypatch):
    panel.view.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    names = [row[0] for row in figures(panel)]
    assert names == sorted(names, reverse=True) and len(names) > 2
    two.actions_["versus.copy"].trigger()
    copied = QApplication.clipboard().text().splitlines()
    assert [line.split("\t")[0] for line in copied[1:]] == names
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "t.csv"), ""))
    two.actions_["versus.save"].trigger()
    assert [line.split(",")[0] for line in (tmp_path / "t.csv").read_text(encoding="utf-8").splitlines()[1:]] == names


def test_a_figure_lists_its_sentences_and_draws_both_parses(panel, two, qtbot):
    row = next(number for number, cells in enumerate(figures(panel)) if cells[0] == "obj")
    panel.view.clicked.emit(panel.model.index(row, 2))
    qtbot.waitUntil(lambda: two.inspector.filtered)
    assert [int(one) for one in two.inspector.rows] == [0]
    assert (two.inspector.look.against, two.inspector.parse) == (0, 1)
    assert two.pictures.drawing.titles == ("gold", "parse", "good")
    assert panel.in_picture.isChecked() and two.actions_["versus.draw"].isChecked()
    two.inspector.set_parse(0)  # another parse is asked for: the gold and this one alone
    assert two.inspector.look.against is None and not panel.in_picture.isChecked()


def test_a_and_b_are_two(panel):
    panel.second.setCurrentIndex(0)
    panel.second.activated.emit(0)
    assert panel.parses == (1, 0)


def test_every_question_has_an_answer(panel, qtbot):
    for what in range(panel.what.count()):
        panel.what.setCurrentIndex(what)
        panel.what.activated.emit(what)
        for by in range(panel.by.count()):
            panel.by.setCurrentIndex(by)
            panel.by.activated.emit(by)
            qtbot.waitUntil(lambda: panel.model.rowCount() > 0)
            assert figures(panel)[0][0] == "total"


def test_one_parse_is_not_enough(window):
    window.docks["versus"].show()
    action = window.actions_["versus.table"]
    assert not action.isEnabled() and "second parse" in action.toolTip()
    assert window.versus.first.isHidden() and window.versus.in_picture.isHidden()


def test_the_panel_leaves_its_room_while_there_is_one_parse(panel, two, qtbot, tmp_path):
    assert panel.isVisible()
    (tmp_path / "one").mkdir()
    files = written(tmp_path / "one")
    for paths in (files, [*files, files[0]]):
        with qtbot.waitSignal(two.opener.ended):
            two.opener.open(request_of(paths))
        assert two.docks["versus"].isHidden() == (paths is files)


def test_the_copied_command_draws_all_three(panel, two, tmp_path):
    panel.show_in_picture(True)
    two.actions_["figure.copy-command"].trigger()
    line = shlex.split(QApplication.clipboard().text())
    assert line[line.index("--against") + 1].endswith("parse.conllu")
    output = tmp_path / "figure.svg"
    assert main([*line[1:-1], str(output)]) == 0
    drawn = output.read_text(encoding="utf-8")
    assert 'id="other-arc-5"' in drawn and 'id="parse-arc-5"' in drawn
    assert main([*line[1:3], "--against", "x.conllu", "--adjudicate", "-o", str(output)]) == 2
