"""Also tests `session.pair`."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import matplotlib as mpl
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase
from PySide6.QtTest import QTest

from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.diagram.annotators import Adjudication
from goldleaf.viewer.diagram.naming import Difference, on_any_side
from goldleaf.viewer.diagram.shapes import Key, Role, Side, State
from goldleaf.viewer.panels import differences
from goldleaf.viewer.panels.differences import DifferencesPanel
from goldleaf.viewer.session.loading import document_of
from goldleaf.viewer.state.inspector import Inspector
from tests.core.trees import treebank


def difference(place, word, gold, parse, verdict, state, **rest):
    keys = (Key(Side.GOLD, "arc", f"{place}"), Key(Side.PARSE, "arc", f"{place}"))
    further = on_any_side([place], "word", "arc")
    states = {"gold_state": state if gold else None, "parse_state": state}
    about = {"sentence": f"{word}, {verdict}", "place": place, "keys": keys, "further": further}
    return Difference(word=word, gold=gold, parse=parse, verdict=verdict, state=state, **{**states, **about, **rest})


SCORED = difference(5, "book", "obj of read", "nmod of cat", "wrong head and label", State.WRONG_HEAD)
LABEL = difference(7, "it", "obj of read", "iobj of read", "wrong label", State.WRONG_LABEL)
POINT = difference(6, ".", "punct of read", "punct of cat", "not scored", State.NOT_SCORED, scored=False)

LONE = difference(8, "its", "", "obj of read", "word of the parse only", State.EXTRA)


@pytest.fixture
def panel(qtbot):
    made = DifferencesPanel(Inspector())
    qtbot.addWidget(made)
    made.resize(300, 300)
    made.show()
    made.show_differences((SCORED, POINT, LABEL))
    return made


def test_what_is_not_scored_comes_last(panel):
    rows = [panel.model.index(row).data() for row in range(panel.model.rowCount())]
    assert rows == [SCORED.sentence, LABEL.sentence, POINT.sentence]


def test_is_painted(panel):
    assert not panel.grab().toImage().isNull()


def test_a_wrong_label_has_the_box_of_the_picture(panel):
    box = QColor(panel.delegate.theme.paint(Role.LABEL_BOX, State.WRONG_LABEL).fill)

    def boxed():
        image = panel.grab().toImage()
        return any(image.pixelColor(x, y) == box for x in range(60) for y in range(image.height()))

    assert boxed()
    panel.show_differences((SCORED, POINT))
    assert not boxed()
    panel.show_differences((replace(SCORED, boxed=True), POINT))
    assert boxed()


def test_it_asks_for_the_height_of_what_it_lists_up_to_some_rows(panel):
    panel.show_differences((SCORED,))
    alone = panel.content
    panel.show_differences((SCORED, LABEL, POINT))
    assert alone < panel.content < panel.sizeHint().height()
    panel.show_differences((SCORED,) * 9)
    assert panel.content == panel.sizeHint().height()


def test_what_one_side_lacks_takes_no_line(panel):
    panel.show_differences((SCORED, LONE))
    heights = [panel.view.visualRect(panel.model.index(row)).height() for row in range(2)]
    assert heights[1] < heights[0]


def test_what_several_golds_have_stands_in_a_line_each_where_one_would_be_cut(panel):
    several = difference(
        4, "the old oven", "dependencies with content heads: none · generalized: ∅", "obj", "extra", State.EXTRA
    )
    panel.show_differences((SCORED, several))

    def heights():
        return [panel.view.visualRect(panel.model.index(row)).height() for row in range(2)]

    usual, two = heights()
    assert two > usual
    panel.resize(600, 300)
    assert heights() == [usual, usual]


def test_what_was_said_stands_beside_what_it_is_about(panel):
    long = difference(
        4, "oven", "obj of read", "nmod of a house and a house and a house", "wrong head", State.WRONG_HEAD
    )
    panel.delegate.verdict = lambda _: "parse"
    panel.show_differences((long, SCORED))
    row, metrics = panel.view.visualRect(panel.model.index(0)), panel.view.fontMetrics()
    image = panel.view.viewport().grab().toImage()
    chip = row.right() - differences.PAD - metrics.horizontalAdvance("parse") - 2 * differences.CHIP
    lower = range(row.bottom() - differences.CHIP - metrics.height() + 3, row.bottom() - differences.CHIP - 3)
    inks = {image.pixelColor(x, y).name() for x in range(chip - 4, chip - 1) for y in lower}
    assert len(inks) == 1, "no letter runs into it"


def test_choosing_selects_the_arc(panel):
    panel.view.setCurrentIndex(panel.model.index(1))
    assert panel._inspector.selection == Key(Side.GOLD, "arc", "7")


def test_follows_the_selection(panel):
    panel._inspector.select(Key(Side.PARSE, "word", "6"))
    assert panel.view.currentIndex().row() == 2
    panel._inspector.select(None)
    assert not panel.view.currentIndex().isValid()


def test_says_why_it_is_empty(panel):
    panel.show_differences(())
    assert panel._hint.isVisible() and "gold and a parse" in panel._hint.text()


def test_an_empty_list_is_not_always_without_differences(panel):
    """Nothing may score, or all be wrong, as of a sentence that the parse has not got."""
    gold = treebank("a/X/0/root b/X/1/x", "c/X/0/root")
    metrics = [create("attachment"), create("mwe")]
    document = finished(document_of(gold, {"p": gold.slice(0)}, metrics, ["attachment", "mwe"]))
    said = []
    for row, metric in ((0, None), (0, "mwe"), (1, None)):
        panel._inspector.set_document(document)
        panel._inspector.go(row)
        panel._inspector.choose_metric(metric)
        panel.show_differences(())
        said.append(panel._hint.text().split("\n")[0])
    nothing = "Expressions in trees: nothing in this sentence is scored."
    assert said == ["No differences.", nothing, "All of this sentence counts as wrong."]


FORGIVEN = [
    difference(1, word, "none", word, "forgiven", State.FORGIVEN, scored=False, keys=(Key(Side.PARSE, "node", name),))
    for word, name in (("a", "1"), ("b", "2"))
]


@pytest.fixture
def folded(panel):
    panel.show_differences((FORGIVEN[0], SCORED, FORGIVEN[1], POINT))
    return panel


def rows(panel):
    return [panel.model.index(row).data() for row in range(panel.model.rowCount())]


def press(panel, key):
    QTest.keyClick(panel.view, key)


def test_forgiven_ones_are_one_line_at_the_end(folded):
    assert rows(folded) == [SCORED.sentence, POINT.sentence, "2 differences are forgiven: click to list"]
    assert folded.model.rows[2].text == "2 forgiven ▸"
    heights = [folded.view.visualRect(folded.model.index(row)).height() for row in (0, 2)]
    assert heights[1] < heights[0] / 2 and not folded.grab().isNull()


def test_a_click_opens_and_closes_the_line(folded):
    place = folded.view.visualRect(folded.model.index(2)).center()
    QTest.mouseClick(folded.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert rows(folded)[3:] == [one.sentence for one in FORGIVEN] and folded.model.rows[2].text == "2 forgiven ▾"
    QTest.mouseClick(folded.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert len(rows(folded)) == 3


def test_keys_open_and_close_the_line(folded):
    folded.view.setCurrentIndex(folded.model.index(2))
    for key, count in ((Qt.Key.Key_Return, 5), (Qt.Key.Key_Return, 3), (Qt.Key.Key_Right, 5), (Qt.Key.Key_Left, 3)):
        press(folded, key)
        assert folded.model.rowCount() == count and folded.view.currentIndex().row() == 2
    folded.view.setCurrentIndex(folded.model.index(0))
    press(folded, Qt.Key.Key_Right)
    assert folded.model.rowCount() == 3


def test_left_on_a_forgiven_one_goes_to_the_line(folded):
    folded._inspector.list_forgiven(True)
    folded.view.setCurrentIndex(folded.model.index(4))
    assert folded._inspector.selection == FORGIVEN[1].keys[0]
    press(folded, Qt.Key.Key_Left)
    assert folded.model.rowCount() == 3 and folded.view.currentIndex().row() == 2


def test_what_is_selected_lights_the_line_that_it_is_folded_into(folded):
    folded._inspector.select(FORGIVEN[1].keys[0])
    assert folded.view.currentIndex().row() == 2
    folded._inspector.list_forgiven(True)
    folded._inspector.select(FORGIVEN[0].keys[0])
    assert folded.view.currentIndex().row() == 3


def test_stays_open_from_sentence_to_sentence(folded):
    folded._inspector.list_forgiven(True)
    folded.show_differences((LABEL,))
    folded.show_differences((FORGIVEN[1], LABEL))
    assert rows(folded)[-1] == FORGIVEN[1].sentence


class LettersAsPixels:
    horizontalAdvance = staticmethod(len)  # noqa: N815

    @staticmethod
    def elidedText(text, _mode, room):  # noqa: N802
        return text if len(text) <= room else f"{text[: room - 1]}…"


@pytest.mark.parametrize(
    ("text", "letters", "cut"),
    [
        ("‘das … gelegt … das … kam’", 12, "‘das … kam’"),
        ("‘das Blattgold … das … kam’", 22, "‘das Blattgold … kam’"),
        ("‘a b c d e f’", 10, "‘a … f’"),
        ("‘a b c d e f’", 13, "‘a b c d e f’"),
        ("agents (17)", 9, "age… (17)"),
        ("agents (17)", 11, "agents (17)"),
    ],
)
def test_a_long_name_is_cut_once_at_words(text, letters, cut):
    assert differences.ends(text, LettersAsPixels(), letters) == cut


def test_a_line_says_whose_it_is_where_strokes_do_not(panel):
    def colours(x=differences.PAD + 3):
        image, row = panel.view.viewport().grab().toImage(), panel.view.visualRect(panel.model.index(0))
        inks = [image.pixelColor(x, y).name() for y in range(row.top(), row.bottom())]
        return [ink for ink in dict.fromkeys(inks) if ink in ("#ff0000", "#00ff00", "#0000ff")]

    panel.show_differences((SCORED,), ["#ff0000", "#0000ff"])
    assert colours() == ["#ff0000", "#0000ff"], "the gold's above the parse's"
    panel.show_differences((LONE,), ["#ff0000", "#0000ff"])
    assert colours() == ["#0000ff"]
    panel.show_differences((SCORED,))
    assert not colours()
    of_two = replace(SCORED, other="det of cat", other_state=State.ONE_WRONG)
    panel.show_differences((of_two,), ["#ff0000", "#00ff00", "#0000ff"])
    assert colours() == ["#ff0000", "#00ff00", "#0000ff"], "of two parses each has a line"
    panel.show_differences((replace(of_two, other=of_two.parse),), ["#ff0000", "#00ff00", "#0000ff"])
    assert colours() == ["#ff0000"], "one for what both have"


def test_a_letter_of_a_higher_font_moves_no_other_letter_down(panel):
    """As one that the list's font has not; it would be cut at its foot."""
    low = Path(mpl.get_data_path()) / "fonts" / "ttf" / "cmr10.ttf"
    family = QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(low)))[0]
    panel.view.setFont(QFont(family, 12))

    def ink(text):
        panel.show_differences((difference(5, "", text, "", "", State.NOT_SCORED, scored=False),))
        image, left = panel.view.viewport().grab().toImage(), differences.PAD + differences.SWATCH + differences.BESIDE
        return image.copy(left, 0, panel.view.fontMetrics().horizontalAdvance("punct of"), image.height())

    assert ink("punct of ספר") == ink("punct of x")


def test_no_row_lies_over_another_where_a_bar_leaves_a_line_no_room(panel, qtbot):
    golds = replace(LABEL, gold="obj of read · iobj of read")

    def rects():
        return [panel.view.visualRect(panel.model.index(row)) for row in range(panel.model.rowCount())]

    panel.resize(600, 600)
    panel.show_differences((golds,) * 4)
    [high] = {rect.height() for rect in rects()}
    qtbot.waitUntil(lambda: panel.resize(panel.width() - 1, 600) or rects()[0].height() > high)
    panel.resize(panel.width() + 1, 600)  # where the line has just the room
    qtbot.waitUntil(lambda: rects()[0].height() == high)
    panel.resize(panel.width(), 3 * high)
    qtbot.waitUntil(lambda: panel.view.verticalScrollBar().isVisible() and rects()[0].height() > high)
    assert all(one.bottom() + 1 == other.top() for one, other in pairwise(rects()))


def test_a_row_of_which_only_a_part_has_room_fades_away_or_is_not_seen_if_that_is_no_line(panel):
    panel.show_differences(tuple(replace(SCORED, place=place) for place in range(9)))
    view, high = panel.view, panel.view.visualRect(panel.model.index(0)).height()
    around = panel.height() - view.viewport().height()

    def inks(first: int, last: int) -> int:
        foot = view.viewport().grab().toImage()
        return len({foot.pixel(x, y) for x in range(foot.width()) for y in range(first, last)})

    panel.resize(panel.width(), around + 3 * high + high // 2)
    begin, end = 3 * high + 1, view.viewport().height()
    assert inks(begin, end - 4) > 1 == inks(end - 1, end)
    panel.resize(panel.width(), around + 3 * high + high // 5)
    assert inks(begin, view.viewport().height()) == 1
    view.verticalScrollBar().setValue(high // 2)
    assert inks(begin, view.viewport().height()) > 1
    view.verticalScrollBar().setValue(0)
    whole = view.grab(view.visualRect(panel.model.index(1))).toImage()
    panel.resize(panel.width(), around + 2 * high - 2)
    assert view.grab(view.visualRect(panel.model.index(1)).adjusted(0, 0, 0, -3)).toImage() == whole.copy(
        0, 0, whole.width(), whole.height() - 3
    ), "nothing is missed of one without its foot"


def test_a_verdict_has_one_name_in_a_list(panel):
    """Where a row has no room for it, no row has the long one: the picture of the others changes with that row."""
    panel.show_differences((LABEL,))
    alone = panel.grab().toImage()
    panel.show_differences((replace(LABEL, verdict="label"),))
    assert panel.grab().toImage() != alone, "there is the room"
    long = replace(SCORED, word="a constituent of so many words")
    images = []
    for verdict in ("wrong label", "label"):
        panel.show_differences((replace(LABEL, verdict=verdict), long))
        row = panel.view.visualRect(panel.model.index(0))
        images.append(panel.view.grab(row).toImage())
    assert images[0] == images[1]


def test_a_picture_in_which_nobody_is_right_names_the_sides(panel):
    panel.show_differences((LABEL,), (), Adjudication("anna", "ben"))
    assert panel.delegate.wording.line(Side.GOLD, "obj") == "anna: obj"
    panel.show_differences((LABEL,))
    assert panel.delegate.wording.judges
