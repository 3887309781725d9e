"""A plot in the window: pointing, clicking, walking by keys, themes, saving."""

from __future__ import annotations

import pytest
from matplotlib.backend_bases import MouseEvent
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.dialogs.plot import PlotDialog
from goldleaf.viewer.state.settings import Settings
from tests.viewer.plots.samples import BUBBLES, LINES


@pytest.fixture
def dialog(qtbot):
    dialog = PlotDialog(None, LINES, load("light"), Settings())
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    dialog.view.canvas.draw()
    return dialog


def press(view, number, kind="button_press_event"):
    """Click the middle of a point, as matplotlib's canvas tells of it."""
    x, y = view.drawn.axes.transData.transform(view.drawn.targets[number].middle)
    event = MouseEvent(kind, view.canvas, x, y, button=1 if "press" in kind else None)
    view.canvas.callbacks.process(kind, event)


def test_a_click_on_a_point_asks_for_its_sentences(dialog, qtbot):
    with qtbot.waitSignal(dialog.filter_wanted) as asked:
        press(dialog.view, 2)
    assert asked.args == ["words > 20"]


def test_pointing_says_what_a_point_is(dialog):
    assert dialog.view.told.text() == "Bands: 95 %."
    press(dialog.view, 1, "motion_notify_event")
    assert "nmod:poss" in dialog.view.told.text()


def test_keys_walk_through_the_points_and_choose_one(dialog, qtbot):
    for _ in range(3):
        qtbot.keyClick(dialog.view, Qt.Key.Key_Right)
    qtbot.keyClick(dialog.view, Qt.Key.Key_Left)
    with qtbot.waitSignal(dialog.filter_wanted) as asked:
        qtbot.keyClick(dialog.view, Qt.Key.Key_Return)
    assert asked.args == ["words > 10"]
    assert dialog.isVisible()


def test_a_point_without_sentences_asks_for_nothing(qtbot):
    dialog = PlotDialog(None, BUBBLES, load("dark"), Settings())
    qtbot.addWidget(dialog)
    dialog.show()
    with qtbot.assertNotEmitted(dialog.filter_wanted):
        press(dialog.view, 0)


def test_another_theme_draws_it_anew(dialog):
    dialog.view.set_theme(load("dark"))
    assert dialog.view.canvas.figure.get_facecolor()[0] < 0.2


@pytest.mark.parametrize(("typed", "written"), [("plot.svg", "plot.svg"), ("plot", "plot.pgf")])
def test_it_is_saved_where_one_says(dialog, qtbot, tmp_path, monkeypatch, typed, written):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / typed), "PGF, for LaTeX (*.pgf)"))
    with qtbot.waitSignal(dialog.told) as told:
        dialog.save()
    assert told.args == [f"Saved {written}"]
    assert (tmp_path / written).stat().st_size > 1000


def test_what_cannot_be_saved_is_told(dialog, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "plot.svg"), ""))
    with qtbot.waitSignal(dialog.told) as told:
        dialog.save()
    assert "cannot be written" in told.args[0]


def test_nothing_is_written_when_one_changes_ones_mind(dialog, qtbot, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    with qtbot.assertNotEmitted(dialog.told):
        dialog.save()
