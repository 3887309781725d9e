"""Scores with several parses: the chosen one, or all beside each other."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.window.window import MainWindow
from tests.viewer.window.windows import GOLD, written

pytestmark = pytest.mark.slow


@pytest.fixture
def two(empty_window, qtbot, tmp_path):
    """A gold and two parses, the second without errors."""
    good = tmp_path / "good.conllu"
    good.write_text(GOLD, encoding="utf-8")
    with qtbot.waitSignal(empty_window.opener.ended):
        empty_window.opener.open(request_of([*written(tmp_path), good]))
    empty_window.scores.show_now()
    return empty_window


def titles(window):
    return [line.title for line in window.scores.model.lines if not line.cells]


def test_the_chosen_parse_is_shown(two):
    assert titles(two)[0] == "parse" and "good" not in titles(two)
    two.inspector.set_parse(1)
    two.scores.show_now()
    assert titles(two)[0] == "good" and "parse" not in titles(two)


def test_all_parses_are_columns(two):
    two.actions_["score.all-parses"].trigger()
    model = two.scores.parses_model
    header = [model.headerData(section, Qt.Orientation.Horizontal) for section in range(model.columnCount())]
    assert header == ["Corpus", "parse", "good"]
    las = next(place for place, row in enumerate(model.rows) if row.title == "LAS")
    assert [model.index(las, column).data() for column in range(3)] == ["LAS", "80.00", "100.00"]
    alignment = model.index(las, 1).data(Qt.ItemDataRole.TextAlignmentRole)
    assert alignment & Qt.AlignmentFlag.AlignRight
    bold = [model.index(las, column).data(Qt.ItemDataRole.FontRole) for column in (1, 2)]
    assert bold[0] is None and bold[1].bold()
    assert two.actions_["score.all-parses"].isChecked() and not two.scores.grab().isNull()


def test_a_click_on_a_column_chooses_the_parse(two, qtbot):
    two.scores.show_all_parses(True)
    view, model = two.scores.parses_view, two.scores.parses_model
    place = view.visualRect(model.index(1, 2)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert two.inspector.parse == 1
    qtbot.waitUntil(lambda: model.index(1, 2).data(Qt.ItemDataRole.BackgroundRole) is not None)
    assert model.index(1, 1).data(Qt.ItemDataRole.BackgroundRole) is None
    header = view.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(1) + 10, header.height() // 2)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert two.inspector.parse == 0


def test_return_chooses_the_parse(two):
    two.scores.show_all_parses(True)
    view = two.scores.parses_view
    view.setCurrentIndex(two.scores.parses_model.index(1, 2))
    QTest.keyClick(view, Qt.Key.Key_Return)
    two.scores.show_now()
    assert two.inspector.parse == 1 and view.currentIndex().column() == 2


def test_copies_what_is_shown(two):
    two.scores.show_all_parses(True)
    two.scores.copy()
    assert QGuiApplication.clipboard().text().startswith("corpus\tparse\tgood\nAttachment\nLAS\t80.00\t100.00\n")
    two.scores.show_all_parses(False)
    two.scores.copy()
    assert QGuiApplication.clipboard().text().startswith("score\tsentence\tfiltered\tcorpus\nparse\n")


def test_the_choice_is_remembered(two, qtbot):
    two.scores.show_all_parses(True)
    again = MainWindow(two.settings)
    qtbot.addWidget(again)
    assert again.scores.all_parses
    again.close()


def test_a_single_parse_needs_no_switch(two, qtbot, tmp_path):
    two.scores.show_all_parses(True)
    with qtbot.waitSignal(two.opener.ended):
        two.opener.open(request_of(written(tmp_path)))
    two.scores.show_now()
    assert two.scores.switch.isHidden() and two.scores.tables.currentWidget() is two.scores.view
    assert not two.actions_["score.all-parses"].isEnabled()


def test_the_signature_is_one_line_and_copied_whole(two):
    two.scores.show_all_parses(True)
    line = two.scores.signature
    assert line.height() < 3 * line.fontMetrics().height()
    line.copy.click()
    assert [text.split("|")[0] for text in QGuiApplication.clipboard().text().splitlines()] == ["attachment", "tedeval"]


@pytest.fixture
def errors(two, qtbot):
    """The errors dock with the table of relations of both."""
    two.docks["errors"].show()
    panel = two.errors
    qtbot.waitUntil(lambda: panel.model.rowCount() > 0)
    place = panel.chooser.findText("Relations")
    panel.chooser.setCurrentIndex(place)
    panel.chooser.activated.emit(place)
    panel.all_parses.click()
    qtbot.waitUntil(lambda: panel.model.columnCount() > 10)
    return panel


def test_errors_of_all_parses_stand_side_by_side(errors):
    model = errors.model
    header = [model.headerData(section, Qt.Orientation.Horizontal) for section in range(model.columnCount())]
    assert header[:3] == ["Relation", "Gold", "parse\nCorrect"]
    assert "good\nCorrect" in header and "parse – good\nRecall %" in header
    assert errors.chooser.currentText() == "Relations"


def test_differences_of_all_parses_are_tested_if_that_is_asked_for(errors, two, qtbot):
    assert errors.tests.isVisible()
    errors.tests.setChecked(True)
    qtbot.waitUntil(lambda: any(column.name.endswith("\np") for column in errors.model.columns))
    two.actions_["errors.all-parses"].trigger()
    qtbot.waitUntil(lambda: errors.model.rowCount() > 0)
    assert not errors.tests.isVisible()


def test_a_click_on_a_parse_s_error_shows_the_parse_and_its_sentences(errors, two, qtbot):
    names = errors.model.table.frame.columns
    errors.view.clicked.emit(errors.model.index(0, names.index("good\ncorrect")))
    assert two.sentences.filter.line.text().startswith("has(good_word, ")
    assert two.inspector.parse == 1
    qtbot.waitUntil(lambda: two.inspector.filtered)
    errors.view.clicked.emit(errors.model.index(0, names.index("parse – good\ncorrect")))
    assert " or has(good_word, " in two.sentences.filter.line.text() and two.inspector.parse == 1
    assert errors.model.active.isValid()


def test_errors_of_all_parses_are_saved_in_groups(errors, tmp_path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "t.tex"), ""))
    errors.save_button.click()
    text = (tmp_path / "t.tex").read_text(encoding="utf-8")
    assert "cmidrule" in text and "good" in text
    errors.copy_button.click()
    assert QGuiApplication.clipboard().text().startswith("deprel\tgold\tparse correct\t")


def test_one_parse_has_no_errors_beside_it(window):
    assert not window.errors.all_parses.isEnabled()
    assert window.errors.all_parses.toolTip().endswith(".")
