"""Scores with several parses: the chosen one, or all beside each other."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from goldleaf.viewer.session.recent import request_of
from goldleaf.viewer.window.window import MainWindow
from tests.viewer.window.windows import GOLD, written


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
    return [line.title for line in window.scores.model.lines if line.heading]


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
    line.copy()
    assert [text.split("|")[0] for text in QGuiApplication.clipboard().text().splitlines()] == ["attachment", "tedeval"]
