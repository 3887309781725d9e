"""Where single keys act: in the pictures and the lists, whatever was shown before; never in a line that is written."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from goldleaf.viewer.diagram.options import Mode

# The offscreen platform says so of popups and floating windows.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def active(window, qtbot):
    """The window with the keyboard."""
    qtbot.waitActive(window)
    return window


def key(window, pressed, modifier=Qt.KeyboardModifier.NoModifier):
    """A key for whatever has the focus."""
    QTest.keyClick(window.windowHandle(), pressed, modifier)


def test_single_keys_act_in_the_list_of_sentences(active):
    active.sentences.view.setFocus()
    key(active, Qt.Key.Key_N)
    key(active, Qt.Key.Key_N)
    assert active.inspector.row == 2 and active.sentences.view.hasFocus()
    key(active, Qt.Key.Key_N, SHIFT)
    assert active.inspector.row == 1
    key(active, Qt.Key.Key_P)
    assert not active.inspector.look.options.parse_only
    key(active, Qt.Key.Key_O)
    assert active.inspector.look.options.only_differences


def test_single_keys_act_in_the_list_of_differences(active, qtbot):
    active.inspector.go(1)
    qtbot.waitUntil(lambda: active.differences.model.rowCount() > 1)
    active.differences.view.setFocus()
    key(active, Qt.Key.Key_V)
    assert active.inspector.look.mode == Mode.BESIDE
    key(active, Qt.Key.Key_N)
    assert active.inspector.row == 2


def test_arrows_walk_the_list_that_has_the_focus(active):
    active.sentences.view.setFocus()
    key(active, Qt.Key.Key_Down)
    key(active, Qt.Key.Key_Down)
    assert active.inspector.row == 2 and active.inspector.selection is None
    key(active, Qt.Key.Key_Up)
    assert active.inspector.row == 1


def test_letters_without_a_meaning_look_for_no_sentence(active):
    active.sentences.view.setFocus()
    for one in (Qt.Key.Key_7, Qt.Key.Key_Y):  # there are sentence 7, but no parse 7, and no key Y
        key(active, one)
    assert active.inspector.row == 0


def test_single_keys_go_on_acting_where_a_picture_was_removed(active):
    active.pictures.panes.panes[1].setFocus()
    key(active, Qt.Key.Key_V)
    key(active, Qt.Key.Key_V)
    assert len(active.pictures.panes.panes) == 1
    assert QApplication.focusWidget() is active.pictures.panes.panes[0]
    key(active, Qt.Key.Key_V)
    assert active.inspector.look.mode == Mode.STACKED
    active.pictures.panes.panes[1].setFocus()
    key(active, Qt.Key.Key_0)
    key(active, Qt.Key.Key_1)
    key(active, Qt.Key.Key_O)
    assert active.inspector.look.options.only_differences


def test_single_keys_go_on_acting_where_no_picture_is_left(active):
    active.pictures.panes.set_diagrams([], active.pictures.theme)
    key(active, Qt.Key.Key_N)
    assert active.inspector.row == 1
    assert QApplication.focusWidget() is active.pictures.panes.panes[0]


def test_removing_a_picture_takes_no_focus_from_elsewhere(active):
    active.sentences.filter.focus()
    active.actions_["view.overlay"].trigger()
    assert active.sentences.filter.line.hasFocus()


def test_single_keys_are_letters_in_a_line_that_is_written(active):
    active.sentences.filter.focus()
    for one in (Qt.Key.Key_N, Qt.Key.Key_P, Qt.Key.Key_T, Qt.Key.Key_Period):
        key(active, one)
    assert active.sentences.filter.line.text() == "npt."
    assert active.inspector.row == 0 and active.inspector.look.options.parse_only


def test_single_keys_act_in_the_scores(active):
    active.scores.view.setFocus()
    key(active, Qt.Key.Key_N)
    assert active.inspector.row == 1 and active.scores.view.hasFocus()
