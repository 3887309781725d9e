"""The start page: the window without files."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.panels.start import DEMOS, StartPage


@pytest.fixture
def page(qtbot):
    page = StartPage()
    qtbot.addWidget(page)
    page.resize(1280, 700)
    page.show()
    return page


def painted(thumbnail, first, last):
    """Whether there is something between two ys, the last one from below."""
    image = thumbnail.grab().toImage()
    area = ((x, y) for x in range(20, image.width() - 20) for y in range(first, image.height() - last))
    return any(image.pixelColor(x, y).lightness() < 180 for x, y in area)


def drawn(thumbnail):
    """Whether there is a picture above the name."""
    return painted(thumbnail, 20, 80)


def test_the_demos_are_told_and_then_drawn_once_the_page_is_seen(page, qtbot):
    assert not any(map(drawn, page.thumbnails))
    assert all(painted(thumbnail, thumbnail.height() - 44, 12) for thumbnail in page.thumbnails), "what each is"
    qtbot.waitUntil(lambda: all(map(drawn, page.thumbnails)))
    before = [thumbnail.grab().toImage() for thumbnail in page.thumbnails]
    page.set_theme(load("dark"))
    for thumbnail, image in zip(page.thumbnails, before, strict=True):
        assert thumbnail.grab().toImage() != image


def test_texts_and_pictures_grow_with_a_large_window(page):
    texts = [page.ask, page.thumbnails[0]]
    small, width = [part.font().pixelSize() for part in texts], page.thumbnails[0].width()
    page.resize(2560, 1400)
    assert [part.font().pixelSize() for part in texts] == [round(1.5 * size) for size in small]
    assert page.thumbnails[0].width() > 2 * width and page.thumbnails[1].geometry().right() > 2400


def test_who_opens_files_at_once_does_not_wait_for_the_demos(page, qtbot):
    page.hide()
    assert not page.findChild(QTimer).isActive() and all(thumbnail.document is None for thumbnail in page.thumbnails)
    page.show()
    qtbot.waitUntil(lambda: all(thumbnail.document for thumbnail in page.thumbnails))


def test_all_can_be_reached_and_chosen_by_keys(page, qtbot):
    page.show_recent([("a & b", Path("a & b.conllu")), ("<b>" + "x" * 200, Path("x.conllu"))])
    links = [link for link in page.findChildren(QPushButton, "link") if link is not page.steps]
    qtbot.waitUntil(lambda: all(link.isVisible() for link in links))
    buttons = [page.ask, page.steps, *links, *page.thumbnails]
    assert len(links) == 2 and all(button.accessibleName() or button.text() for button in buttons)
    page.activateWindow()
    buttons[0].setFocus()
    for button in buttons:
        assert page.focusWidget() is button
        QTest.keyClick(button, Qt.Key.Key_Tab)
    with qtbot.waitSignal(page.demo_wanted) as demo:
        QTest.keyClick(page.thumbnails[3], Qt.Key.Key_Return)
    assert demo.args == ["file.demo-lattice"]
    assert links[0].text() == "a && b" and "…" in links[1].text() and links[1].accessibleName() == "<b>" + "x" * 200
    assert links[1].sizeHint().width() <= 300 and "<b>" not in links[1].toolTip()
    with qtbot.waitSignal(page.recent_wanted) as recent:
        QTest.keyClick(links[1], Qt.Key.Key_Space)
    assert recent.args == [1]


def test_nothing_is_offered_that_cannot_be_meant(empty_window, qtbot):
    assert empty_window.toolbar.isHidden() and all(dock.isHidden() for dock in empty_window.docks.values())
    empty_window.reset_docks()
    assert all(dock.isHidden() for dock in empty_window.docks.values())
    for demo in DEMOS:
        assert empty_window.actions_[demo.action].isEnabled()
    empty_window.start.thumbnails[1].click()
    shown = {name for name, dock in empty_window.docks.items() if not dock.isHidden()}
    assert shown == {"sentences", "scores", "differences"} and not empty_window.toolbar.isHidden()
    qtbot.waitUntil(lambda: empty_window.inspector.document is not None and not empty_window.opener.loading)
    assert empty_window.inspector.view.name == "tree"


def test_docks_are_kept_as_they_were_left_when_nothing_was_opened(empty_window, window_again):
    empty_window.files.open_demo()
    empty_window.docks["scores"].hide()
    empty_window.opener.cancel()
    empty_window.close()
    again = window_again()
    again.close()
    last = window_again()
    last.files.open_demo()
    assert last.docks["scores"].isHidden() and not last.docks["sentences"].isHidden()


@pytest.fixture
def window_again(qtbot):
    """Makes a further window with the settings of the one before."""
    from goldleaf.viewer.window.window import MainWindow

    def made():
        window = MainWindow()
        qtbot.addWidget(window)
        window.show()
        return window

    return made


def test_first_steps_are_offered(qtbot):
    page = StartPage()
    qtbot.addWidget(page)
    with qtbot.waitSignal(page.demo_wanted) as wanted:
        page.steps.click()
    assert wanted.args == ["help.first-steps"]
