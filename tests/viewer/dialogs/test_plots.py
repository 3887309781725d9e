"""Plots in windows of their own: one that is given, and those of the scores of the open parses."""

from __future__ import annotations

from itertools import pairwise

import pytest
from matplotlib.backend_bases import MouseEvent
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.dialogs.plots import PlotDialog
from goldleaf.viewer.plots.description import HeatMap
from goldleaf.viewer.state.settings import Settings
from tests.viewer.plots.samples import BUBBLES, LINES

pytestmark = pytest.mark.slow


@pytest.fixture
def dialog(window, qtbot):
    window.actions_["score.plots"].trigger()
    shown(window.plots.dialog, qtbot)
    return window.plots.dialog


def shown(dialog, qtbot):
    qtbot.waitUntil(lambda: dialog.view.plot is not None)
    return dialog.view.plot


def choose(dialog, qtbot, title):
    place = dialog.chooser.findText(title, Qt.MatchFlag.MatchContains)
    dialog.chooser.setCurrentIndex(place)
    dialog.chooser.activated.emit(place)
    return shown(dialog, qtbot)


def test_all_plots_are_there_and_can_be_made(dialog, qtbot):
    titles = [dialog.chooser.itemText(place) for place in range(dialog.chooser.count())]
    assert titles[0] == "Attachment: score by length of sentence"
    for title in titles:
        assert choose(dialog, qtbot, title).title


def test_a_point_of_length_lists_its_sentences(dialog, window, qtbot):
    plot = choose(dialog, qtbot, "Attachment: score by length")
    [series] = plot.series
    lengths = window.inspector.document.gold.sentences["words"]
    dialog.view.setFocus()
    qtbot.keyClick(dialog.view, Qt.Key.Key_Right)
    qtbot.keyClick(dialog.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.inspector.filtered)
    assert window.sentences.filter.line.text() == series.points[0].condition
    assert len(window.inspector.rows) == (lengths <= 10).sum()


def test_what_is_confused_is_a_heat_map_with_filters(dialog, window, qtbot):
    plot = choose(dialog, qtbot, "Attachment: confusions")
    assert isinstance(plot, HeatMap)
    cell = next(cell for cell in plot.cells if not cell.plain)
    dialog.view.filter_wanted.emit(cell.condition)
    qtbot.waitUntil(lambda: window.inspector.filtered)
    assert 0 < len(window.inspector.rows) <= cell.value


def test_bands_hold_the_figures(dialog, qtbot):
    plot = choose(dialog, qtbot, "Attachment: score by distance")
    for point in plot.series[0].points:
        assert point.low <= point.y <= point.high
    assert all(one.x < other.x for one, other in pairwise(plot.series[0].points))


def test_another_theme_draws_the_plot_in_it(dialog, window):
    from goldleaf.viewer.diagram.theme import load

    window.set_theme(load("dark"))
    assert dialog.view.canvas.figure.get_facecolor()[0] < 0.2


def test_without_a_parse_it_says_why(empty_window):
    action = empty_window.actions_["score.plots"]
    assert not action.isEnabled()
    assert empty_window.actions_.why_not("score.plots").endswith(".")


@pytest.fixture
def single(qtbot):
    single = PlotDialog(None, LINES, load("light"), Settings())
    qtbot.addWidget(single)
    single.show()
    qtbot.waitExposed(single)
    single.view.canvas.draw()
    return single


def press(view, number, kind="button_press_event"):
    """Click the middle of a point, as matplotlib's canvas tells of it."""
    x, y = view.drawn.axes.transData.transform(view.drawn.targets[number].middle)
    event = MouseEvent(kind, view.canvas, x, y, button=1 if "press" in kind else None)
    view.canvas.callbacks.process(kind, event)


def test_a_click_on_a_point_asks_for_its_sentences(single, qtbot):
    with qtbot.waitSignal(single.view.filter_wanted) as asked:
        press(single.view, 2)
    assert asked.args == ["words > 20"]


def test_pointing_says_what_a_point_is(single):
    assert single.view.told.text() == "Bands: 95 %."
    press(single.view, 1, "motion_notify_event")
    assert "nmod:poss" in single.view.told.text()


def test_keys_walk_through_the_points_and_choose_one(single, qtbot):
    for _ in range(3):
        qtbot.keyClick(single.view, Qt.Key.Key_Right)
    qtbot.keyClick(single.view, Qt.Key.Key_Left)
    with qtbot.waitSignal(single.view.filter_wanted) as asked:
        qtbot.keyClick(single.view, Qt.Key.Key_Return)
    assert asked.args == ["words > 10"]
    assert single.isVisible()


def test_a_point_without_sentences_asks_for_nothing(qtbot):
    single = PlotDialog(None, BUBBLES, load("dark"), Settings())
    qtbot.addWidget(single)
    single.show()
    with qtbot.assertNotEmitted(single.view.filter_wanted):
        press(single.view, 0)


def test_another_theme_draws_it_anew(single):
    single.view.set_theme(load("dark"))
    assert single.view.canvas.figure.get_facecolor()[0] < 0.2


@pytest.mark.parametrize(("typed", "written"), [("plot.svg", "plot.svg"), ("plot", "plot.pgf")])
def test_it_is_saved_where_one_says(single, qtbot, tmp_path, monkeypatch, typed, written):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / typed), "PGF, for LaTeX (*.pgf)"))
    with qtbot.waitSignal(single.told) as told:
        single.save()
    assert told.args == [f"Saved {written}"]
    assert (tmp_path / written).stat().st_size > 1000


def test_what_cannot_be_saved_is_told(single, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "plot.svg"), ""))
    with qtbot.waitSignal(single.told) as told:
        single.save()
    assert "cannot be written" in told.args[0]


def test_nothing_is_written_when_one_changes_ones_mind(single, qtbot, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    with qtbot.assertNotEmitted(single.told):
        single.save()
