"""Plots of the open parses in the window: each is made, its points list exactly the sentences they stand for."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt

from goldleaf.viewer.plots.description import HeatMap

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
