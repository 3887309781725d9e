"""The table of scores in a narrow panel."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from goldleaf.core.metrics.base import Score
from goldleaf.viewer.panels.score_table import SHORTEST, FiguresView, ScoreModel
from goldleaf.viewer.session.scores import SCOPES, Line


@pytest.fixture
def view(qtbot):
    model = ScoreModel()
    view = FiguresView(model, "Scores", lambda: None)
    qtbot.addWidget(view)
    view.show()
    model.set_lines([Line("Exact unlab.", (Score(1.0, 12, 12),) * len(SCOPES), percent=True)])
    return view


@pytest.mark.parametrize("width", [400, 235, 120])
def test_headings_are_cut_before_titles_are_and_figures_never(view, width):
    """With a filter, titles were left 40 pixels of a panel in a small window: Ex…, Ac…."""
    view.resize(width, 200)
    columns = range(1, 1 + len(SCOPES))
    header = view.horizontalHeader()
    assert all(view.columnWidth(column) >= view.sizeHintForColumn(column) for column in columns)
    if width == 400:
        assert all(view.columnWidth(column) >= header.sectionSizeHint(column) for column in columns)
    if width > 200:
        assert view.columnWidth(0) >= SHORTEST
    said = [view.model().headerData(one, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole) for one in columns]
    assert said == [*SCOPES]
