"""The table of scores in a narrow panel."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from goldleaf.core.metrics import METRICS
from goldleaf.viewer.panels.score_tables import (
    PADDING,
    SHORT,
    SHORTEST,
    FiguresView,
    ParseModel,
    ParsesView,
    ScoreModel,
)
from goldleaf.viewer.session.scores import SCOPES, ScoreRow


@pytest.fixture
def view(qtbot):
    model = ScoreModel()
    view = FiguresView(model, "Scores", lambda: None)
    qtbot.addWidget(view)
    view.show()
    model.set_lines([ScoreRow("Exact unlab.", ("100.00",) * len(SCOPES), ("12 of 12",) * len(SCOPES))])
    return view


COLUMNS = range(1, 1 + len(SCOPES))


def widths(view, room):
    """The width of the titles, and of each column of figures, where there is so much room."""
    view.resize(view.width() + room - view.viewport().width(), 200)
    return view.columnWidth(0), [view.columnWidth(column) for column in COLUMNS]


def test_headings_are_cut_before_titles_are_and_figures_never(view):
    """With a filter, titles were left 40 pixels of a panel in a small window: Ex…, Ac…."""
    view.model().set_lines(view.model().lines, [f"Of all the {scope}" for scope in SCOPES])
    figures = [max(view.sizeHintForColumn(column), SHORT) for column in COLUMNS]  # "Corpus" is whole
    headings = [view.horizontalHeader().sectionSizeHint(column) for column in COLUMNS]
    whole = [*map(max, headings, figures)]
    assert sum(whole) > sum(figures)
    readable = view._wide
    assert widths(view, readable + 10 + sum(whole)) == (readable + 10, whole)
    title, found = widths(view, readable + sum(figures) + 5)
    assert title >= readable and all(width >= least for width, least in zip(found, figures, strict=True))
    assert widths(view, readable - 20 + sum(figures)) == (readable - 20, figures)


def test_it_wants_to_be_as_wide_as_titles_and_figures(view):
    wide = view.sizeHint().width()
    view.model().set_lines([ScoreRow("A very long name of a parse, over what is scored of it")])
    assert view.sizeHint().width() < wide  # a heading has the line to itself
    longer = [ScoreRow("Exact unlab. and more", ("9",) * len(SCOPES)), ScoreRow("LAS", ("99.99",) * len(SCOPES))]
    view.model().set_lines(longer)
    before = view.sizeHint().width()
    assert before > wide
    view.model().set_lines([longer[0], ScoreRow("LAS", ("100.00",) * len(SCOPES))])
    assert view.sizeHint().width() == before  # whichever sentence is shown


def test_no_two_parses_have_the_same_heading(qtbot):
    model = ParseModel()
    view = ParsesView(model, lambda: None)
    qtbot.addWidget(view)
    view.resize(300, 200)
    view.show()
    names = [f"es_ancora-ud-test.{parser}-large-seed-{seed}" for parser in ("udpipe", "stanza") for seed in (1, 2)]
    model.set_rows([ScoreRow("LAS", ("80.00",) * 4, ("",) * 4)], names, 0)
    shown = [model.headerData(section, Qt.Orientation.Horizontal) for section in range(1, 5)]
    assert len({*shown}) == 4 and not {*shown} & {*names}
    view.resize(3000, 200)
    view.share()
    assert [model.headerData(section, Qt.Orientation.Horizontal) for section in range(1, 5)] == names


def test_a_name_of_a_parse_is_whole_where_titles_leave_room_beside_their_figures(qtbot):
    """Long titles go on in a second line before anything is cut, and before a figure is."""
    model = ParseModel()
    view = ParsesView(model, lambda: None)
    qtbot.addWidget(view)
    view.show()
    names = ["parse-a", "parse-b", "p"]
    titles = ["LAS", "Accuracy unlabeled"]
    model.set_rows([ScoreRow(title, ("80.00",) * 3, ("",) * 3) for title in titles], names, 0)
    needed = sum(max(view.whole_heading(section), view.sizeHintForColumn(section)) for section in range(1, 4))
    title = max(SHORTEST, view.fontMetrics().horizontalAdvance("unlabeled") + PADDING) + 24
    view.resize(view.width() + needed + title - view.viewport().width(), 200)
    assert [model.headerData(section, Qt.Orientation.Horizontal) for section in range(1, 4)] == names
    assert view.cut == {"LAS": "LAS", "Accuracy unlabeled": "Accuracy\u2028unlabeled"}
    assert view.rowHeight(1) > view.rowHeight(0)
    view.resize(view.width() + 200, 200)
    assert view.cut["Accuracy unlabeled"] == "Accuracy unlabeled" and view.rowHeight(1) == view.rowHeight(0)
    view.resize(200, 200)
    assert all(view.columnWidth(section) >= view.sizeHintForColumn(section) for section in range(1, 4))


def test_a_title_has_as_many_lines_as_it_needs(view):
    view.model().set_lines([ScoreRow("Error: other words", ("0",) * len(SCOPES), ("",) * len(SCOPES))])
    view.cut_titles(PADDING + view.fontMetrics().horizontalAdvance("other") + 10)
    assert view.cut == {"Error: other words": "Error:\u2028other\u2028words"}


def test_no_two_scores_of_a_metric_are_cut_alike(view):
    for metric in METRICS.values():
        titles = {metric.title_of(name) for name in (*metric.ratios, *metric.reported)}
        view.model().set_lines([ScoreRow(title, ("100.00",) * len(SCOPES)) for title in titles])
        figures = sum(view.sizeHintForColumn(column) for column in COLUMNS)
        widths(view, figures + 13 * view.fontMetrics().averageCharWidth())
        assert len({*view.cut.values()}) == len(titles), metric.name


def test_a_heading_that_is_cut_is_told(view):
    role = Qt.ItemDataRole.ToolTipRole
    assert [view.model().headerData(one, Qt.Orientation.Horizontal, role) for one in COLUMNS] == [*SCOPES]


def test_a_heading_of_a_narrow_column_is_short_and_told_whole(view):
    model = view.model()
    heading, told = (model.headerData(1, Qt.Orientation.Horizontal, role) for role in (0, Qt.ItemDataRole.ToolTipRole))
    assert heading == "Sent." and "Sentence" in told
