"""The table of scores in a narrow panel."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from goldleaf.viewer.panels.score_tables import READABLE, FiguresView, ScoreModel
from goldleaf.viewer.session.scores import SCOPES, Row


@pytest.fixture
def view(qtbot):
    model = ScoreModel()
    view = FiguresView(model, "Scores", lambda: None)
    qtbot.addWidget(view)
    view.show()
    model.set_lines([Row("Exact unlab.", ("100.00",) * len(SCOPES), ("12 of 12",) * len(SCOPES))])
    return view


COLUMNS = range(1, 1 + len(SCOPES))


def widths(view, room):
    """The width of the titles, and of each column of figures, where there is so much room."""
    view.resize(view.width() + room - view.viewport().width(), 200)
    return view.columnWidth(0), [view.columnWidth(column) for column in COLUMNS]


def test_headings_are_cut_before_titles_are_and_figures_never(view):
    """With a filter, titles were left 40 pixels of a panel in a small window: Ex…, Ac…."""
    figures = [view.sizeHintForColumn(column) for column in COLUMNS]
    headings = [view.horizontalHeader().sectionSizeHint(column) for column in COLUMNS]
    whole = [*map(max, headings, figures)]
    assert sum(whole) > sum(figures)
    assert widths(view, READABLE + 10 + sum(whole)) == (READABLE + 10, whole)
    title, found = widths(view, READABLE + sum(figures) + 5)
    assert title >= READABLE and all(width >= least for width, least in zip(found, figures, strict=True))
    assert widths(view, READABLE - 20 + sum(figures)) == (READABLE - 20, figures)


def test_a_heading_that_is_cut_is_told(view):
    role = Qt.ItemDataRole.ToolTipRole
    assert [view.model().headerData(one, Qt.Orientation.Horizontal, role) for one in COLUMNS] == [*SCOPES]
