"""Scores of all parses, tested against one of them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from goldleaf.viewer.panels.score_tables import ColumnPart
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.state.settings import BASELINE, ROUNDS

pytestmark = pytest.mark.slow

GOLD = "1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n2\tcat\tcat\tNOUN\tNN\t_\t0\troot\t_\t_\n\n"
BAD = GOLD.replace("\t2\tdet", "\t0\tdep")


@pytest.fixture
def bar(empty_window, qtbot, tmp_path):
    """Twenty sentences, a parse with an error in each, one without, and one that is as good."""
    paths = []
    for name, text in (("gold", GOLD), ("bad", BAD), ("good", GOLD), ("same", GOLD)):
        paths.append(tmp_path / f"{name}.conllu")
        paths[-1].write_text(text * 20, encoding="utf-8")
    with qtbot.waitSignal(empty_window.opener.ended):
        empty_window.opener.open(request_of(paths))
    empty_window.show()
    empty_window.scores.show_all_parses(True)
    empty_window.scores.show_now()
    return empty_window.scores.significance


def las(window) -> list[str]:
    model = window.scores.parses_model
    row = next(place for place, one in enumerate(model.rows) if one.title == "LAS")
    return [model.index(row, place).data() for place, (part, _) in enumerate(model.places) if part is ColumnPart.SCORE]


def test_without_a_baseline_nothing_is_tested(bar, empty_window):
    assert bar.isVisible() and not bar.note.isVisible() and not bar.found
    assert las(empty_window) == ["50.00", "100.00", "100.00"]


def test_what_differs_is_marked_and_the_tip_says_how_sure_that_is(bar, empty_window, qtbot):
    bar.choose("bad")
    qtbot.waitUntil(lambda: bool(bar.found))
    assert las(empty_window) == ["50.00", "100.00 ▲", "100.00 ▲"]
    assert bar.note.text() == "▲ higher, ▼ lower than bad by more than chance (p < 0.05, Holm)"
    assert not bar.cancel.isVisible()
    model = empty_window.scores.parses_model
    row = next(place for place, one in enumerate(model.rows) if one.title == "LAS")
    tip = model.index(row, 2).data(Qt.ItemDataRole.ToolTipRole)
    assert [part for part, _ in model.places[1:5]] == [
        ColumnPart.SCORE,
        ColumnPart.SCORE,
        ColumnPart.P,
        ColumnPart.INTERVAL,
    ]
    told = [model.index(row, column) for column in (3, 4)]
    assert [one.data() for one in told] == ["0.0002", "+50.00 to +50.00"]
    assert told[0].data(Qt.ItemDataRole.AccessibleTextRole) == "good, p: 0.0002"
    assert "+50.00 against bad, significant: p = 0.0001, 0.0002 after Holm" in tip and "10,000 rounds, seed 0" in tip
    empty_window.scores.copy()
    assert "attachment.las good: +50.00 against bad" in QGuiApplication.clipboard().text()
    bar.choose("good")
    qtbot.waitUntil(lambda: las(empty_window) == ["50.00 ▼", "100.00", "100.00"])


def test_p_and_the_interval_are_seen_where_there_is_room_for_them(bar, empty_window, qtbot):
    view, model = empty_window.scores.parses_view, empty_window.scores.parses_model
    bar.choose("bad")
    qtbot.waitUntil(lambda: len(model.columns) == 8)  # the first parse is tested against itself: it has none
    hidden = {part: [] for part, _ in model.places}
    for width in (260, 900):
        view.resize(width, 300)
        for place, (part, _) in enumerate(model.places):
            hidden[part].append(view.isColumnHidden(place))
    assert hidden[ColumnPart.SCORE] == [False] * 6
    assert hidden[ColumnPart.P] == hidden[ColumnPart.INTERVAL] == [True, True, False, False]
    view.clicked.emit(model.index(0, 3))  # a figure of a test is of its parse
    assert empty_window.inspector.parse == 1
    bar.choose("")
    assert len(model.columns) == 4


def test_the_choice_is_remembered_and_no_test_takes_the_marks_away(bar, empty_window, qtbot):
    bar.rounds.setCurrentIndex(0)
    bar.choose("bad")
    assert (empty_window.settings.get(BASELINE), empty_window.settings.get(ROUNDS)) == ("bad", 1000)
    qtbot.waitUntil(lambda: bool(bar.found))
    assert {one.rounds for one in bar.found} == {1000}
    bar.choose("")
    assert las(empty_window) == ["50.00", "100.00", "100.00"] and not bar.note.isVisible()


def test_one_can_cancel(bar, empty_window, qtbot):
    bar.rounds.setCurrentIndex(2)
    bar.choose("bad")
    assert bar.cancel.isVisible() and bar.note.text().startswith("Testing")
    qtbot.mouseClick(bar.cancel, Qt.MouseButton.LeftButton)
    assert not bar.cancel.isVisible() and bar.baseline.currentText() == "no test"
    assert las(empty_window) == ["50.00", "100.00", "100.00"]


def test_one_parse_has_none_to_be_tested_against(window):
    window.scores.show_now()
    assert not window.scores.significance.isVisible()
