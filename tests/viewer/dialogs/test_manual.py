"""The manual in the window."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QVBoxLayout, QWidget

from goldleaf.viewer import dialogs, manual
from goldleaf.viewer.dialogs.actions import KeysDialog
from goldleaf.viewer.dialogs.manual import ABOUT, ManualDialog, page_about
from goldleaf.viewer.views import VIEWS

OF_ALL = {"ManualDialog", "_Preview", "OneDialog"}  # the manual itself, and what others are made of


@pytest.fixture
def dialog(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    made = ManualDialog(parent, lambda: ({}, {}))
    made.show()
    yield made


def listed(dialog: ManualDialog) -> list[str]:
    return [dialog.entries.item(row).text() for row in range(dialog.entries.count())]


def test_every_dialog_and_panel_has_a_page(empty_window):
    classes = [name for names in ABOUT.values() for name in names]
    found = {type(panel).__name__ for panel in empty_window.panels.values()} | {"PictureView", "StartPage"}
    for path in Path(dialogs.__file__).parent.glob("*.py"):
        module = import_module(f"{dialogs.__name__}.{path.stem}")
        for name, made in vars(module).items():
            if inspect.isclass(made) and issubclass(made, QDialog) and made.__module__ == module.__name__:
                found.add(name)
    assert found - OF_ALL == {*classes} and len({*classes}) == len(classes)
    assert {*ABOUT} <= {*manual.pages()}


def test_the_page_is_that_of_the_nearest_part_around(empty_window):
    assert page_about(empty_window.errors.view) == "error-analysis"
    assert page_about(empty_window.sentences.filter.line) == "searching"
    assert page_about(empty_window) == page_about(None) == "index"


def test_every_view_has_its_place_on_the_page_about_pictures():
    headings = {heading for page, _, heading in manual.places("") if page == "pictures"}
    assert {view.title for view in VIEWS.values()} <= headings


def test_the_list_has_all_pages_and_follows_links(dialog):
    assert listed(dialog) == [*manual.pages().values()]
    dialog.go("metrics")
    assert dialog.entries.currentItem().text() == "Metrics"
    dialog.browser.setSource(dialog.browser.source().resolved("theories.md"))
    assert dialog.entries.currentItem().text() == "Theories" and "TedEval" in dialog.browser.toPlainText()
    dialog.entries.setCurrentRow(0)
    assert dialog.browser.page == "index"


def test_tables_and_pictures_are_there(dialog):
    dialog.go("formats")
    assert "discbracket (disco-dop)" in dialog.browser.toPlainText()
    dialog.go("first-steps")
    assert "\N{OBJECT REPLACEMENT CHARACTER}" in dialog.browser.toPlainText()
    picture = dialog.browser.loadResource(2, "pictures/window.png")
    assert not picture.isNull() and picture.width() <= 700 * dialog.devicePixelRatioF()


def test_a_heading_is_gone_to(dialog):
    dialog.go("metrics")
    assert dialog.browser.verticalScrollBar().value() == 0
    dialog.go("metrics", "Tag clustering")
    assert dialog.browser.verticalScrollBar().value() > 0


def test_search_lists_headings_and_lights_the_words(dialog):
    dialog.search.setText("holm shuffling")
    assert "Comparing parsers › What p and the interval are" in listed(dialog)
    dialog.entries.setCurrentRow(0)
    assert dialog.browser.page == "comparing-parsers"
    lit = {selection.cursor.selectedText().lower() for selection in dialog.browser.extraSelections()}
    assert lit == {"holm", "shuffling"}
    dialog.search.clear()
    assert listed(dialog) == [*manual.pages().values()] and not dialog.browser.extraSelections()
    assert dialog.entries.currentItem().text() == "Comparing parsers"


@pytest.mark.slow
def test_its_key_acts_in_the_window_and_before_a_dialog(empty_window):
    empty_window.actions_.run("help.manual")
    shown = empty_window.findChild(ManualDialog)
    assert shown.isVisible() and shown.browser.page in ("first-steps", "index")
    found = []

    def press():
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, KeysDialog)
        [action] = [one for one in dialog.actions() if one.objectName() == "help.manual"]
        action.trigger()
        found.append(dialog.findChild(ManualDialog).browser.page)
        dialog.reject()

    QTimer.singleShot(0, press)
    empty_window.actions_.run("help.keys")
    assert found == ["keys"]


def test_what_is_written_in_a_field_has_the_page_of_its_dialog(qtbot):
    class GoToDialog(QDialog):
        pass

    made = GoToDialog()
    qtbot.addWidget(made)
    line = QLineEdit()
    QVBoxLayout(made).addWidget(line)
    assert page_about(line) == "first-steps"
