"""The window without a mouse and without eyes: names, the order of the focus, that it is seen, keys for all."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QDialogButtonBox,
    QLineEdit,
    QMenu,
    QMenuBar,
    QPushButton,
    QToolButton,
    QWidget,
)

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.dialogs.actions import KeysDialog, unlisted_entries
from goldleaf.viewer.dialogs.export import ExportDialog
from goldleaf.viewer.dialogs.finding import GoToDialog
from goldleaf.viewer.dialogs.manual import AboutDialog, LogDialog
from goldleaf.viewer.dialogs.metrics import MetricsDialog
from goldleaf.viewer.dialogs.review import NewReviewDialog, NoteDialog, ReviewerDialog
from goldleaf.viewer.dialogs.treebanks import AdjudicateDialog, OpenDialog
from goldleaf.viewer.state.settings import THEME

# The offscreen platform says so of popups and floating windows.
pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]

DIALOGS = {
    "about": lambda window, _: AboutDialog(window),
    "log": lambda window, folder: LogDialog(window, "Log", "", folder / "log"),
    "export": lambda window, _: ExportDialog(window, window.figures.source(), window.settings, "en-1"),
    "go to": lambda window, _: GoToDialog(window, window.inspector.document),
    "keys": lambda window, _: KeysDialog(window, window.actions_.table, window.actions_.keys()),
    "metrics": lambda window, _: MetricsDialog(window, window.opener.choice, window.inspector.document),
    "new review": lambda window, folder: NewReviewDialog(window, folder / "a.goldleaf", "ann", {Layer.ARC: 3}),
    "reviewer": lambda window, _: ReviewerDialog(window, "ann", ["ben"], lambda _: False),
    "note": lambda window, _: NoteDialog(window, "word 2", "", ["odd"], ["odd", "hard"]),
    "open": lambda window, folder: OpenDialog(window, str(folder)),
    "adjudicate": lambda window, folder: AdjudicateDialog(window, str(folder)),
}


@pytest.fixture(params=DIALOGS)
def dialog(request, window, tmp_path, qtbot):
    made = DIALOGS[request.param](window, tmp_path)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()
    made.deleteLater()


def parts(root: QWidget) -> Iterator[QWidget]:
    """What one can act on: all that takes the focus, and all buttons; Qt's own inner parts are left out."""
    for widget in (root, *root.findChildren(QWidget)):
        inner = widget.objectName().startswith("qt_") or widget.focusProxy() is not None
        inner |= isinstance(widget.parent(), QLineEdit | QComboBox)
        acts = widget.focusPolicy() != Qt.FocusPolicy.NoFocus or isinstance(widget, QAbstractButton)
        if widget.isVisible() and acts and not inner:
            yield widget


def spoken(widget: QWidget) -> str:
    """What a screen reader says of a widget first."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def nameless(root: QWidget) -> list[str]:
    return [f"{type(one).__name__} in {type(one.parent()).__name__}" for one in parts(root) if not spoken(one).strip()]


def test_all_that_one_can_act_on_has_a_name(window):
    for dock in window.docks.values():
        dock.show()
    assert len([*parts(window)]) > 40
    assert nameless(window) == []


def test_so_has_all_in_dialogs(dialog):
    assert [*parts(dialog)]
    assert nameless(dialog) == []


def test_buttons_of_dialogs_have_no_icons(dialog):
    for box in dialog.findChildren(QDialogButtonBox):
        assert all(button.icon().isNull() for button in box.buttons())


def test_pictures_say_what_is_selected(window):
    pane = window.pictures.panes.panes[0]
    whole = QAccessible.queryAccessibleInterface(pane).text(QAccessible.Text.Description)
    assert "binder" in whole and "Differences: 1 wrong head" in whole
    window.pictures.select_word(2)
    assert QAccessible.queryAccessibleInterface(pane).text(QAccessible.Text.Description).startswith("word 2 ‘binder’")


def test_tab_leads_from_the_list_to_the_pictures_to_the_panels(window):
    order, widget = [], window.sentences.filter.line
    for _ in range(1000):
        widget = widget.nextInFocusChain()
        order.append(widget)
        if widget is window.sentences.filter.line:
            break
    panes = window.pictures.panes.panes
    wanted = [window.sentences.view, *panes, window.scores.view, window.differences.view]
    assert [one for one in order if one in wanted] == wanted


def actions_below(menu: QMenu) -> Iterator[QAction]:
    for action in menu.actions():
        yield action
        below = action.menu()
        if isinstance(below, QMenu):
            yield from actions_below(below)


def test_every_action_is_in_a_menu_that_has_a_key_or_in_the_palette(window):
    menus = [action.menu() for action in window.menuBar().actions()]
    assert all("&" in menu.title() for menu in menus)
    reached = {action.objectName() for menu in menus for action in actions_below(menu)}
    found = {entry.id for entry in unlisted_entries(window.actions_)}
    assert not reached & found and {*window.actions_.table} <= reached | found


def shown_below(menu: QMenu | QMenuBar) -> list[str]:
    """The ids of what a menu and those in it show now; what is no action of the table has none."""
    if isinstance(menu, QMenu):
        menu.aboutToShow.emit()
    shown = []
    for action in menu.actions():
        inner = action.menu()
        if action.isVisible() and isinstance(inner, QMenu):
            below = shown_below(inner)
            assert below, f"{inner.title()} is empty"
            shown += below
        elif action.isVisible() and not action.isSeparator():
            shown.append(action.objectName())
    return shown


def test_menus_and_toolbar_show_what_can_be_meant(empty_window, qtbot):
    """Not the verdicts without a review, nor what is of many parses, of another view or of several experiments."""
    assert len(shown_below(empty_window.menuBar())) < 120
    assert shown_below(empty_window.menus["Review"]) == ["review.new", "review.open"]
    assert len([button for button in empty_window.toolbar.findChildren(QToolButton) if button.isVisible()]) < 20
    with qtbot.waitSignal(empty_window.opener.ended):
        empty_window.files.open_demo()
    shown = shown_below(empty_window.menuBar())
    assert "arcs.lifted" in shown and not {"tree.style", "versus.table", "file.next-experiment", "parse.2"} & {*shown}
    with qtbot.waitSignal(empty_window.opener.ended):
        empty_window.actions_.run("file.demo-theories")
    shown = shown_below(empty_window.menuBar())
    assert {"file.next-experiment", "score.theories", "function.ghosts"} <= {*shown} and "arcs.lifted" not in shown


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_the_focus_is_seen(window, theme):
    window.actions_.run(f"theme.{theme}")
    assert window.settings.get(THEME) == theme
    button = next(one for one in window.scores.findChildren(QPushButton) if one.isVisible())
    for widget in (button, window.pictures.panes.panes[0], window.sentences.filter.line):
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        focused = widget.grab().toImage()
        window.setFocus()
        widget.clearFocus()
        assert focused != widget.grab().toImage(), type(widget).__name__


def test_without_files_nothing_looks_switched_on_or_is_cut(empty_window):
    empty_window.resize(1280, 720)
    for button in empty_window.toolbar.findChildren(QAbstractButton):
        if button.isVisible() and not button.isEnabled() and button.isCheckable():
            before = button.grab().toImage()
            button.setChecked(not button.isChecked())
            assert button.grab().toImage() == before, button.accessibleName()
    for widget in empty_window.start.findChildren(QWidget):
        if widget.isVisible():
            assert widget.width() >= widget.minimumSizeHint().width()


def test_a_legend_of_nothing_takes_no_room(window):
    window.pictures.set_legend(True)
    assert window.pictures.legend.height() > 0
    window.pictures.legend.show_shapes([], window.pictures.theme, window.inspector.wording, found=False)
    assert window.pictures.legend.height() == 0
