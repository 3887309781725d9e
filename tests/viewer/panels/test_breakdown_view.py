"""The errors dock: tables of the parse, each figure a filter.

Also tests `breakdowns`, and the columns of `table` that stay.
"""

from __future__ import annotations

import polars as pl
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QTableView

from goldleaf.core.analysis.breakdown_table import Breakdown, side_by_side
from goldleaf.viewer.panels.breakdown_view import ACTIVE, BAR, BreakdownModel
from goldleaf.viewer.state.settings import EXPORT_FOLDER

pytestmark = pytest.mark.slow


@pytest.fixture
def errors(window, qtbot):
    """The panel, seen, with the demo's tables."""
    window.docks["errors"].show()
    qtbot.waitUntil(lambda: window.errors.model.rowCount() > 0)
    return window.errors


def choose(errors, qtbot, title: str) -> None:
    place = errors.chooser.findText(title)
    errors.chooser.setCurrentIndex(place)
    errors.chooser.activated.emit(place)
    qtbot.waitUntil(lambda: errors.model.rowCount() > 0)


def shown(errors) -> list[list[str]]:
    return shown_of(errors.model)


def shown_of(model) -> list[list[str]]:
    return [
        [str(model.data(model.index(row, column))) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_the_first_table_is_the_accuracy_over_tags(errors) -> None:
    assert errors.chooser.currentText() == "Accuracy by tag"
    total = shown(errors)[0]
    assert total[0] == "total"
    assert "85.29" in total  # the demo's LAS


def test_where_it_is_narrow_a_table_has_shares_without_their_counts(errors) -> None:
    names = [column.name for column in errors.model.columns]
    hidden = errors.view.isColumnHidden
    count, share = names.index("right_both"), names.index("right_both_share")
    errors.view.setFixedWidth(1400)
    assert not hidden(count)
    errors.view.setFixedWidth(500)
    assert hidden(count) and not hidden(share)


def test_a_click_on_a_figure_lists_its_sentences(errors, window, qtbot) -> None:
    choose(errors, qtbot, "Relations")
    row = next(row for row, cells in enumerate(shown(errors)) if cells[0] == "nmod")
    column = next(
        c for c in range(errors.model.columnCount()) if errors.model.headerData(c, Qt.Orientation.Horizontal) == "Parse"
    )
    errors.view.clicked.emit(errors.model.index(row, column))
    qtbot.waitUntil(lambda: window.inspector.filtered)
    assert "nmod" in window.sentences.filter.line.text()
    assert 0 < len(window.inspector.rows) < len(window.inspector.document)
    assert window.inspector.row in window.inspector.rows


def test_a_click_on_a_figure_of_facts_shows_the_first_of_its_sentences_and_says_how_many_facts_there_are(
    errors, window, qtbot
) -> None:
    choose(errors, qtbot, "TedEval by label")
    cells = next(cells for cells in shown(errors) if cells[1] == "obj")
    headings = [errors.model.headerData(c, Qt.Orientation.Horizontal) for c in range(len(cells))]
    missing = headings.index("Missing")
    row = next(row for row, found in enumerate(shown(errors)) if found == cells)
    errors.view.clicked.emit(errors.model.index(row, missing))
    qtbot.waitUntil(lambda: window.inspector.filtered)
    listed = [*window.inspector.rows]
    window.sentences.filter.line.clear()
    qtbot.waitUntil(lambda: not window.inspector.filtered)
    window.inspector.go(next(int(row) for row in window.inspector.rows if row not in listed))
    errors.view.clicked.emit(errors.model.index(row, missing))
    qtbot.waitUntil(lambda: window.inspector.filtered)
    assert window.inspector.row == listed[0]
    assert window.sentences.filter.found.text().endswith(f": {cells[missing]} facts")


def test_nothing_is_worked_out_while_the_panel_is_hidden(window, qtbot) -> None:
    qtbot.wait(50)
    assert window.errors.model.rowCount() == 0


def test_titles_and_headings_are_prose(errors) -> None:
    titles = [
        errors.chooser.itemText(place) for place in range(errors.chooser.count()) if errors.chooser.itemData(place)
    ]
    model = errors.model
    headings = [model.headerData(one, Qt.Orientation.Horizontal) for one in range(model.columnCount())]
    assert headings[:4] == ["Tag", "Words", "Right head", "Right head %"]
    assert not any("_" in text or not text[0].isupper() for text in [*titles, *headings])
    sides = [model.index(0, one).data(Qt.ItemDataRole.TextAlignmentRole) for one in range(model.columnCount())]
    assert sides[0] & Qt.AlignmentFlag.AlignLeft and all(side & Qt.AlignmentFlag.AlignRight for side in sides[1:])


def test_tags_above_columns_stand_as_they_are() -> None:
    frame = pl.DataFrame({"induced": ["1"], "words": [3], "form": [0], "acl_relcl": [1], "without_share": [0.5]})
    own = {"form": "form", "acl_relcl": "acl_relcl", "without_share": "F1 without %"}
    table = Breakdown("contingency", "Tags", frame, "", lambda *_: "", own)
    for parse, shown in (("", table), ("A\n", side_by_side({"A": table, "B": table}, lambda condition, _: condition))):
        model = BreakdownModel()
        model.show_table(shown)
        headings = [model.headerData(one, Qt.Orientation.Horizontal) for one in range(5)]
        assert headings == ["Induced", "Words", *(f"{parse}{heading}" for heading in own.values())]


def test_figures_have_bars(errors) -> None:
    model = errors.model
    column = [model.index(row, 1).data(BAR) for row in range(model.rowCount())]
    assert column[0] is None  # the total
    assert max(column[1:]) == 1.0 and min(column[1:]) >= 0.0
    assert model.index(0, 7).data(BAR) == pytest.approx(0.8529, abs=1e-4)
    assert model.index(0, 0).data(BAR) is None


def test_parts_of_a_whole_are_as_long_as_their_counts_and_gains_have_signs() -> None:
    columns = {"class": ["total", "a", "b"], "errors": [3, 2, 1], "mass_share": [1.0, 2 / 3, 1 / 3], "net": [1, 2, -1]}
    model = BreakdownModel()
    frame = pl.DataFrame(columns, schema_overrides={"errors": pl.UInt32})
    model.show_table(Breakdown("t", "", frame, "", lambda *_: ""))
    for column in (1, 2):
        assert [model.index(row, column).data(BAR) for row in range(3)] == [None, 1.0, 0.5]
    assert [cells[3] for cells in shown_of(model)] == ["+1", "+2", "−1"]


def test_the_active_cell_is_marked_until_another_filter_is_set(errors, window) -> None:
    cell = errors.model.index(2, 4)
    errors.view.setCurrentIndex(cell)
    errors.view.setFocus()
    errors.view.activated.emit(cell)
    assert errors.model.active == cell and cell.data(ACTIVE)
    assert window.sentences.filter.line.text() == errors.model.condition(cell)
    window.sentences.filter.line.setText("words > 3")
    assert not errors.model.active.isValid() and not cell.data(ACTIVE)


def test_a_table_is_sorted_and_searched(errors, qtbot) -> None:
    choose(errors, qtbot, "Relations")
    errors.view.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    counts = [int(row[1]) for row in shown(errors)]
    assert counts == sorted(counts, reverse=True) and counts[0] > counts[-1]
    errors.search.setText("NMOD")
    names = [row[0] for row in shown(errors)]
    assert names and all("nmod" in name for name in names)
    assert "'nmod" in errors.model.condition(errors.model.index(0, 1))
    errors.search.setText("nothing such")
    assert shown(errors) == []


def test_a_table_is_copied_as_it_is_shown(errors, qtbot) -> None:
    choose(errors, qtbot, "Relations")
    errors.search.setText("nmod")
    errors.copy_button.click()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[0] == "deprel" and len(lines) == 1 + errors.model.rowCount()


@pytest.mark.parametrize(
    ("name", "said"), [("t.csv", "deprel,"), ("t.json", "{"), ("t.tex", r"\toprule"), ("t", "toprule")]
)
def test_a_table_is_saved_as_one_says(errors, window, qtbot, tmp_path, monkeypatch, name, said) -> None:
    choose(errors, qtbot, "Relations")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / name), "LaTeX (*.tex)"))
    errors.save_button.click()
    [path] = tmp_path.iterdir()
    assert said in path.read_text(encoding="utf-8")
    assert window.statusBar().currentMessage() == f"Saved {path.name}"
    assert window.settings.get(EXPORT_FOLDER) == str(tmp_path)  # where the next one is suggested
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "t.doc"), ""))
    window.actions_["errors.save"].trigger()
    assert "no ending of tables" in window.error.text and [*tmp_path.iterdir()] == [path]


def test_the_tools_are_actions(window, qtbot) -> None:
    actions = window.actions_
    assert not actions["errors.save"].isEnabled() and "Show a table first" in actions["errors.save"].toolTip()
    assert not actions["errors.all-parses"].isEnabled()
    window.show()
    actions["errors.search"].trigger()
    qtbot.waitUntil(lambda: window.errors.model.rowCount() > 0)
    assert window.docks["errors"].isVisible() and window.errors.search.hasFocus()
    window.errors.search.setText("noun")
    actions["errors.copy"].trigger()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 1 + window.errors.model.rowCount()


def test_what_a_row_is_about_stays_where_one_scrolls(errors) -> None:
    errors.view.resize(300, 200)
    frozen = errors.view.findChild(QTableView, "frozenColumns")
    assert frozen.isHidden()
    errors.view.setCurrentIndex(errors.model.index(1, 7))
    assert frozen.isVisible() and not frozen.isColumnHidden(0) and frozen.isColumnHidden(1)
    errors.view.setCurrentIndex(errors.model.index(1, 3))  # beside it, not below it
    assert errors.view.visualRect(errors.model.index(1, 3)).left() >= frozen.width()
    frozen.horizontalHeader().sectionClicked.emit(0)
    names = [row[0] for row in shown(errors)]
    assert names == sorted(names)
    errors.view.horizontalScrollBar().setValue(0)
    assert frozen.isHidden()


def test_what_has_no_name_is_called_so() -> None:
    """Brackets around whole trees have no label, and a row without a name looks like a fault of the table."""
    model = BreakdownModel()
    frame = pl.DataFrame({"label": ["NP", ""], "gold": [3, 2]})
    model.show_table(Breakdown("labels", "Labels", frame, "", lambda *_: ""))
    assert [row[0] for row in shown_of(model)] == ["NP", "(none)"]
