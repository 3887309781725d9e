"""Saved filters, counting what was found, and writing the list, in the window.

Also tests `panels.breakdowns`, `dialogs.finding`.
"""

from __future__ import annotations

import csv
import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from goldleaf.viewer.cli import main
from goldleaf.viewer.commands import find as command
from goldleaf.viewer.dialogs.finding import SavedFiltersDialog
from tests.viewer.window.test_hits import DEMO, filtered, opened

pytestmark = pytest.mark.slow

TREES = "trees-gold.mrg", "trees-parse.mrg"
CONDITION = "has(constituent, missing or extra)"


@pytest.fixture
def trees(window, qtbot):
    opened(window, qtbot, *TREES)
    return window


def shown(menu):
    menu.aboutToShow.emit()
    return [action.text() for action in menu.actions() if action.text().startswith("@")]


def test_a_filter_is_saved_chosen_and_used_by_its_name(trees, qtbot, capsys):
    menu = trees.menus["Edit/Saved filters"]
    assert trees.actions_.why_not("filters.save") == "Write a filter first."
    assert shown(menu) == []
    filtered(trees, qtbot, CONDITION)
    assert trees.actions_.why_not("filters.save") == ""
    trees.filters.save("wrong")
    trees.filters.save("also")
    assert shown(menu) == shown(menu) == ["@wrong", "@also"]
    trees.sentences.filter.line.clear()
    qtbot.waitUntil(lambda: not trees.inspector.filtered)
    menu.actions()[-1].trigger()
    assert trees.sentences.filter.line.text() == CONDITION
    qtbot.waitUntil(lambda: trees.inspector.found is not None)
    filtered(trees, qtbot, "@wrong")
    assert trees.sentences.filter.found.text().endswith(": 29 constituents")
    capsys.readouterr()
    assert main(["find", "@wrong", *(str(DEMO / name) for name in TREES), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["condition"] == CONDITION
    assert "@wrong" in command._begun("@w")


def test_an_unknown_name_is_told_under_the_line(trees, qtbot):
    trees.sentences.filter.line.setText("@nothing")
    trees.sentences.filter.apply()
    qtbot.waitUntil(lambda: not trees.sentences.filter.error.isHidden())
    assert "no saved filter of this name" in trees.sentences.filter.error.text()


def test_a_name_that_is_none_is_refused(trees, qtbot):
    filtered(trees, qtbot, CONDITION)
    trees.filters.save("two words")
    assert "it is one word" in trees.error.text


def test_saved_filters_are_renamed_and_deleted(trees, qtbot):
    filtered(trees, qtbot, CONDITION)
    for name in ("one", "other"):
        trees.filters.save(name)
    dialog = SavedFiltersDialog(trees, trees.filters.queries)
    qtbot.addWidget(dialog)
    dialog.table.item(0, 0).setText("first")
    assert [*trees.filters.queries.read()] == ["first", "other"]
    dialog.table.item(0, 0).setText("other")
    assert not dialog.error.isHidden() and dialog.table.item(0, 0).text() == "first"
    dialog.table.selectRow(0)
    dialog.delete.click()
    assert [*trees.filters.queries.read()] == ["other"]
    dialog.use.click()
    assert dialog.chosen == CONDITION


@pytest.mark.parametrize("ending", ["txt", "ids", "csv", "json"])
def test_the_list_is_written_as_find_prints_it(trees, qtbot, tmp_path, capsys, ending):
    filtered(trees, qtbot, CONDITION)
    path = tmp_path / f"found.{ending}"
    trees.filters.export(path)
    qtbot.waitUntil(path.exists)
    qtbot.waitUntil(lambda: not trees.filters.work.busy)
    capsys.readouterr()
    kind = {"txt": "text"}.get(ending, ending)
    assert main(["find", CONDITION, *(str(DEMO / name) for name in TREES), "--format", kind]) == 0
    assert path.read_text(encoding="utf-8") == capsys.readouterr().out


def test_a_list_without_a_filter_has_all_sentences(window, qtbot, tmp_path):
    path = tmp_path / "all.csv"
    window.filters.export(path)
    qtbot.waitUntil(path.exists)
    qtbot.waitUntil(lambda: not window.filters.work.busy)
    with path.open(encoding="utf-8") as file:
        assert len([*csv.DictReader(file)]) == len(window.inspector.document)


def test_a_list_is_not_written_over_what_is_open_or_as_something_else(window, tmp_path):
    window.filters.export(tmp_path / "found.xml")
    assert "no such kind of list; there are .txt, .ids, .csv, .json, .conllu" in window.error.text
    (linked := tmp_path / "linked.conllu").symlink_to(DEMO / "gold.conllu")
    for path in (DEMO / "gold.conllu", linked):
        window.error.hide()
        window.filters.export(path)
        assert window.error.isVisible() and "would replace a file that is open" in window.error.text
    assert linked.is_symlink()


@pytest.fixture
def groups(trees, qtbot):
    trees.docks["groups"].show()
    trees.docks["groups"].raise_()
    filtered(trees, qtbot, CONDITION)
    qtbot.waitUntil(lambda: trees.groups.choosers[0].count() > 2)
    return trees.groups


def counted(groups, qtbot, *columns):
    for chooser, column in zip(groups.choosers, columns, strict=False):
        chooser.setCurrentText(column)
    groups.choosers[0].activated.emit(0)
    qtbot.waitUntil(lambda: groups.model.rowCount() > 0)
    table = groups.model.table.frame
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows()]


def test_what_was_found_is_counted_by_two_columns(groups, qtbot):
    rows = counted(groups, qtbot, "gold_label", "parse_parent_label")
    assert sum(row["hits"] for row in rows) == 29
    assert rows[0] == {"gold_label": None, "parse_parent_label": "VP", "hits": 7, "sentences": 5}


def test_each_row_lists_the_sentences_that_it_counts(groups, trees, qtbot):
    rows = counted(groups, qtbot, "gold_label", "words")
    for place, row in enumerate(rows[:5]):
        index = groups.model.index(place, 2)
        trees.groups.view.clicked.emit(index)
        condition = groups.model.condition(index)
        assert trees.sentences.filter.line.text() == condition
        qtbot.waitUntil(
            lambda: len(trees.inspector.rows) == row["sentences"] and not trees.sentences.filter._work.busy,  # noqa: B023
        )
        assert trees.inspector.found.nodes.height == row["hits"]
        assert groups.model.rowCount() == len(rows)  # the table stays
    filtered(trees, qtbot, "has(constituent, label = 'NP')")
    qtbot.waitUntil(lambda: groups.model.rowCount() not in (0, len(rows)))


def test_a_group_of_facts_lists_them(groups, trees, qtbot):
    filtered(trees, qtbot, "has(parseval, missing)")
    qtbot.waitUntil(lambda: groups.choosers[0].findText("other") > 0)
    row = counted(groups, qtbot, "label")[0]
    assert groups.view.note.text().endswith("; a click lists the sentences of one.")
    groups.view.clicked.emit(groups.model.index(0, 1))
    qtbot.waitUntil(lambda: trees.inspector.found is not None and trees.inspector.found.facts == row["hits"])
    assert len(trees.inspector.rows) == row["sentences"]


def test_without_a_filter_the_panel_says_what_to_do(trees):
    trees.docks["groups"].show()
    assert "Write a condition" in trees.groups.view.hint.text()
    QTest.keyClick(trees.groups.view, Qt.Key.Key_Down)


def test_writing_the_list_can_be_cancelled(window, tmp_path):
    window.filters.export(tmp_path / "found.csv")
    assert window.filters.work.busy
    window.status.cancel.click()
    assert not window.filters.work.busy
    assert window.statusBar().currentMessage() == "Canceled: no list was written"
