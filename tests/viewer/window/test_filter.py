"""What is typed into the filter line, key by key, as the window gets it.

Also tests `handlers.go`.
"""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from goldleaf.viewer.session.request import request_of
from tests.viewer.window.windows import written

# The offscreen platform says so of popups and floating windows.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def line(window, qtbot):
    """The filter line, with the cursor in it; afterwards without what it offered."""
    qtbot.waitActive(window)
    window.actions_["edit.filter"].trigger()
    yield window.sentences.filter.line
    window.sentences.filter._completion._popup.hide()


def keys(window, *pressed):
    """Letters and keys for whatever takes them now: an offer, else what has the focus."""
    for one in pressed:
        if isinstance(one, str):
            for letter in one:
                QTest.keyClick(window.windowHandle(), letter)
        else:
            QTest.keyClick(window.windowHandle(), one)


def offered(window):
    return window.sentences.filter._completion.offered


def test_return_filters_by_what_is_written(window, qtbot, line):
    keys(window, "las < 0.8")
    assert "and" in offered(window)
    keys(window, Qt.Key.Key_Return)
    assert line.text() == "las < 0.8" and not offered(window)
    found = window.sentences.filter.found
    qtbot.waitUntil(lambda: " match" in found.text())  # of what was written so far, texts may have been found first
    assert not window.errors.whole.isHidden(), "the table of errors counts all sentences"
    window.actions_["edit.clear-filter"].trigger()
    qtbot.waitUntil(window.errors.whole.isHidden)


def test_tab_takes_the_first_that_is_offered(window, line):
    keys(window, "dif", Qt.Key.Key_Tab)
    assert line.text() == "differences" and line.hasFocus() and not offered(window)


def test_tab_leaves_the_line_where_nothing_is_offered(window, line):
    keys(window, "words > 3 ", Qt.Key.Key_Tab)
    assert not line.hasFocus()


def test_arrows_choose_and_return_takes_what_is_chosen(window, line):
    keys(window, "w")
    wanted = offered(window)[1]
    keys(window, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert line.text() == wanted and line.hasFocus() and not offered(window)


def test_after_arrows_one_can_write_on(window, line):
    keys(window, "wor", Qt.Key.Key_Down, "ds > 3", Qt.Key.Key_Return)
    assert line.text() == "words > 3"


def test_a_word_that_is_taken_stands_apart_from_what_is_before(window, line):
    keys(window, "las < 0.8", Qt.Key.Key_Tab)
    assert line.text() == "las < 0.8 and"


@pytest.mark.usefixtures("line")
def test_no_error_while_one_types(window, qtbot):
    said = window.sentences.filter
    keys(window, "lsa < ")
    qtbot.waitUntil(lambda: said.found.isVisible())
    assert not said.error.isVisible() and "Return" in said.found.text()
    keys(window, "0.5", Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: said.error.isVisible())
    assert "No column lsa" in said.error.text() and not said.found.isVisible()
    keys(window, Qt.Key.Key_Backspace)
    assert not said.error.isVisible()


def test_what_is_wrong_is_said_where_one_leaves_the_line(window, qtbot, line):
    keys(window, "lsa < 0.5")
    keys(window, Qt.Key.Key_Escape, Qt.Key.Key_Escape)  # the offer, then the line
    assert not line.hasFocus()
    qtbot.waitUntil(lambda: window.sentences.filter.error.isVisible())


def test_a_condition_from_elsewhere_says_what_is_wrong(window, qtbot):
    window.errors.filter_wanted.emit("lsa < 0.5")
    qtbot.waitUntil(lambda: window.sentences.filter.error.isVisible())


def test_the_filter_goes_with_the_parse_that_is_chosen(window, qtbot, tmp_path):
    gold, parse = written(tmp_path)
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request_of([gold, parse, gold]))
    assert "las" in offered_for(window, "la")
    window.sentences.filter.line.setText("las < 1")
    qtbot.waitUntil(lambda: window.inspector.rows.tolist() == [0, 2])
    window.inspector.set_parse(1)
    qtbot.waitUntil(lambda: window.inspector.filtered and not len(window.inspector.rows))
    window.inspector.set_parse(0)
    qtbot.waitUntil(lambda: window.inspector.rows.tolist() == [0, 2])


def offered_for(window, text):
    """What is offered after a text."""
    line = window.sentences.filter.line
    line.clear()
    QTest.keyClicks(line, text)
    found = offered(window)
    window.sentences.filter._completion._popup.hide()
    return found


def test_code_is_spelled_as_one_writes_it(window, qtbot, line):
    said = window.sentences.filter
    for written_, told in (("has(parseval, missing)", "has(parseval, …): there is"), ("has(lsa = 1)", "No column lsa")):
        line.setText(written_)
        said.apply()
        qtbot.waitUntil(lambda told=told: said.error.text().startswith(told))


def test_what_facts_have_is_offered(window, line):
    keys(window, "has(attachment, lab")
    assert offered(window) == ["label"]
    line.clear()
    keys(window, "has(attachment, label = 'obj")
    assert "'obj'" in offered(window)


def test_the_example_of_a_filter_is_about_the_chosen_metric(window):
    line = window.sentences.filter.line
    assert line.placeholderText() == "las < 0.8"  # in the narrowest list it is seen whole
    window.desk.show_view("function")
    assert "accuracy < 0.8" in line.placeholderText()
