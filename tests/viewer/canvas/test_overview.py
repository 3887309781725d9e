"""The overview: a place for each word, marks that are easy to hit, keys for what is out of view."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from goldleaf.viewer.canvas.overview import MARGIN, NARROWEST, Overview, texts_by_word
from goldleaf.viewer.diagram.shapes import Diagram, Element, Key, Role, Side, State, Text
from goldleaf.viewer.diagram.theme import Theme

WORDS = dict(enumerate(("the", "cat", "that", "they", "had", "seen", "there", "was", "asleep", "on", "it"), 1))


@pytest.fixture
def strip(qtbot: QtBot, theme: Theme) -> Overview:
    made = Overview()
    qtbot.addWidget(made)
    made.resize(600, 24)
    made.show_sentence(WORDS, {5: [State.WRONG_HEAD]}, theme, right_to_left=False)
    made.show_view([4, 5, 6])
    return made


def test_words_fill_the_strip_in_their_order(strip: Overview, theme: Theme) -> None:
    areas = strip.areas()
    assert [*areas] == [*WORDS]
    lefts = [area.left() for area in areas.values()]
    assert lefts == sorted(lefts) and lefts[0] == MARGIN
    assert areas[11].right() == pytest.approx(600 - MARGIN)
    strip.show_sentence(WORDS, {}, theme, right_to_left=True)
    turned = strip.areas()
    assert turned[1].right() == pytest.approx(600 - MARGIN) and turned[11].left() == pytest.approx(MARGIN)


def test_a_click_and_a_drag_go_to_words(strip: Overview, qtbot: QtBot) -> None:
    areas = strip.areas()
    wanted: list[int] = []
    strip.wanted.connect(wanted.append)
    QTest.mousePress(strip, Qt.MouseButton.LeftButton, pos=areas[9].center().toPoint())
    qtbot.mouseRelease(strip, Qt.MouseButton.LeftButton, pos=areas[9].center().toPoint())
    assert wanted == [9]
    # What stands beside a mark is taken for it.
    QTest.mousePress(strip, Qt.MouseButton.LeftButton, pos=QPoint(round(areas[5].right()) + 3, 2))
    assert wanted == [9, 5]
    QTest.mouseMove(strip, areas[2].center().toPoint())
    assert strip.position_at(-50.0) == 1 and strip.position_at(5000.0) == 11


def test_arrows_go_to_what_is_just_out_of_view(strip: Overview, theme: Theme, qtbot: QtBot) -> None:
    wanted: list[int] = []
    strip.wanted.connect(wanted.append)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(strip, key)
    assert wanted == [3, 7, 1, 11]
    strip.show_sentence(WORDS, {}, theme, right_to_left=True)
    qtbot.keyClick(strip, Qt.Key.Key_Left)
    strip.show_view([*WORDS])
    qtbot.keyClick(strip, Qt.Key.Key_Left)  # all is in view
    assert wanted == [3, 7, 1, 11, 7]


def test_it_says_what_is_in_view(strip: Overview, theme: Theme) -> None:
    assert strip.accessibleDescription() == "Of 11 words, words 4 to 6 in view; 1 word differs."
    strip.show_view([])
    strip.show_sentence(WORDS, {}, theme, right_to_left=False)
    assert strip.accessibleDescription() == "Of 11 words, none in view; 0 words differ."


@pytest.mark.parametrize("many", [142, 1000])
def test_marks_side_by_side_are_two(strip: Overview, theme: Theme, many: int) -> None:
    words = {position: "a" if position < 9 else "nevertheless" for position in range(1, many + 1)}
    strip.show_sentence(words, {5: [State.MISSING], 6: [State.MISSING]}, theme, right_to_left=many == 1000)
    image = strip.grab().toImage()
    ink = (theme.paint(Role.ARC, State.MISSING).stroke or "").lower()
    columns = [x for x in range(image.width()) if image.pixelColor(x, 8).name() == ink]
    gaps = [after - before for before, after in pairwise(columns) if after - before > 1]
    assert len(gaps) == 1 and len(columns) >= 2 * (NARROWEST - 1)  # edges between pixels are no whole ones
    areas = strip.areas()
    ends = {round(areas[1].right()), round(areas[many].left())} if many == 1000 else {round(areas[many].right())}
    assert max(ends) == 600 - MARGIN


def test_marks_are_seen_however_long_the_sentence(strip: Overview, theme: Theme) -> None:
    strip.show_sentence(
        dict.fromkeys(range(1, 2001), "x"), {1000: [State.EXTRA, State.MISSING]}, theme, right_to_left=False
    )
    image = strip.grab().toImage()
    ink = theme.paint(Role.ARC, State.MISSING).stroke or ""
    columns = {x for x in range(image.width()) if image.pixelColor(x, 8).name() == ink.lower()}
    assert len(columns) >= NARROWEST
    below = image.pixelColor(min(columns), image.height() - 8).name()  # what the parse alone has
    assert below == (theme.paint(Role.ARC, State.EXTRA).stroke or "").lower()


def test_what_a_parse_has_fixed_is_told_from_what_both_have_wrong_by_its_form(strip: Overview, theme: Theme) -> None:
    inside = []
    for state in (State.OTHER_RIGHT, State.MISSING):
        strip.show_sentence(WORDS, {5: [state]}, theme, right_to_left=False)
        area = strip.areas()[5]
        inside.append(strip.grab().toImage().pixelColor(round(area.left()) + 5, 9).name())
    assert inside == [theme.background.lower(), (theme.paint(Role.ARC, State.MISSING).stroke or "").lower()]


def test_a_label_that_differs_hides_nothing_that_is_missing(strip: Overview, theme: Theme) -> None:
    for states in ([State.MISSING, State.WRONG_LABEL], [State.WRONG_LABEL, State.MISSING]):
        strip.show_sentence(WORDS, {5: states}, theme, right_to_left=False)
        area = strip.areas()[5]
        pixels = [strip.grab().toImage().pixelColor(round(area.left()) + 5, y).name() for y in (9, 15)]
        assert pixels == [(theme.paint(Role.ARC, State.MISSING).stroke or "").lower(), theme.background.lower()]


def test_a_folded_word_is_where_its_smallest_constituent_is() -> None:
    whole, part, word = Key(Side.GOLD, "node", "9"), Key(Side.GOLD, "node", "8"), Key(Side.GOLD, "word", "3")
    keys = {whole: (1, 2, 3), part: (1, 2), word: (3,), word._replace(side=Side.PARSE): (3,)}
    elements = {key: Element(key, "", positions) for key, positions in keys.items()}
    texts = {key: Text(x, 0.0, "", Role.NODE, key=key) for x, key in enumerate(keys)}
    found = texts_by_word(Diagram(100, 20, tuple(texts.values()), elements))
    assert found == {1: [texts[part]], 2: [texts[part]], 3: [texts[word], texts[word._replace(side=Side.PARSE)]]}
