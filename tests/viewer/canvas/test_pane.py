"""A pane: what is under the mouse, what is selected, zoom and scroll. Also tests `glow`."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from goldleaf.viewer.canvas.fitting import ASCENT, LARGEST, LARGEST_FIT, LARGEST_WIDE, SMALLEST, SMALLEST_FIT
from goldleaf.viewer.canvas.glow import framed
from goldleaf.viewer.canvas.pane import Pane
from goldleaf.viewer.diagram.shapes import Box, Diagram, Element, Key, Path, Role, Segment, Side, State, Text
from goldleaf.viewer.diagram.strokes import cross
from goldleaf.viewer.diagram.theme import Theme

ARC, WORD, SECOND = Key(Side.GOLD, "arc", "5"), Key(Side.GOLD, "word", "1"), Key(Side.GOLD, "word", "2")
CONTROL = Qt.KeyboardModifier.ControlModifier
ON_ARC, ON_WORD, NOWHERE = (300.0, 40.0), (67.0, 125.0), (20.0, 20.0)  # in the sample


@pytest.fixture
def pane(qtbot: QtBot, sample: Diagram, theme: Theme) -> Pane:
    made = Pane(theme)
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    made.set_diagram(sample, theme)
    return made


def place(pane: Pane, point: tuple[float, float]) -> QPoint:
    return pane.viewportTransform().map(QPointF(*point)).toPoint()


def mouse(pane: Pane, kind: QEvent.Type, at: QPoint, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
    everywhere = pane.viewport().mapToGlobal(at)
    event = QMouseEvent(kind, QPointF(at), QPointF(everywhere), button, held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(pane.viewport(), event)


def drag(pane: Pane, button: Qt.MouseButton, start: QPoint, end: QPoint) -> None:
    mouse(pane, QEvent.Type.MouseButtonPress, start, button, button)
    mouse(pane, QEvent.Type.MouseMove, end, Qt.MouseButton.NoButton, button)
    mouse(pane, QEvent.Type.MouseButtonRelease, end, button, Qt.MouseButton.NoButton)


def wheel(pane: Pane, at: QPoint, notches: float, held: Qt.KeyboardModifier = CONTROL) -> None:
    event = QWheelEvent(
        QPointF(at),
        QPointF(pane.viewport().mapToGlobal(at)),
        QPoint(),
        QPoint(0, round(120 * notches)),
        Qt.MouseButton.NoButton,
        held,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(pane.viewport(), event)


@pytest.mark.parametrize(("point", "key"), [(ON_ARC, ARC), (ON_WORD, WORD), (NOWHERE, None)])
def test_a_click_selects(pane: Pane, qtbot: QtBot, point: tuple[float, float], key: Key | None) -> None:
    with qtbot.waitSignal(pane.selected) as told:
        qtbot.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=place(pane, point))
    assert told.args == [key]
    assert pane.selection == key


def test_a_drag_does_not_select(pane: Pane, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(pane.selected):
        drag(pane, Qt.MouseButton.LeftButton, place(pane, ON_WORD), place(pane, NOWHERE))


def test_the_right_button_does_not_select(pane: Pane, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(pane.selected):
        drag(pane, Qt.MouseButton.RightButton, place(pane, ON_WORD), place(pane, ON_WORD))


def test_selecting_by_program_is_silent(pane: Pane, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(pane.selected):
        pane.select(ARC)
    assert pane.selection == ARC
    pane.select(Key(Side.PARSE, "arc", "5"))
    assert pane.selection is None


def test_hovering_is_told_once(pane: Pane) -> None:
    told: list[Key | None] = []
    pane.hovered.connect(lambda key, _: told.append(key))
    for point in (ON_WORD, (ON_WORD[0] + 2, ON_WORD[1]), NOWHERE):
        mouse(pane, QEvent.Type.MouseMove, place(pane, point), Qt.MouseButton.NoButton, Qt.MouseButton.NoButton)
    assert told == [WORD, None]


def test_another_picture_ends_hovering(pane: Pane, hebrew_sample: Diagram, theme: Theme) -> None:
    told: list[Key | None] = []
    mouse(pane, QEvent.Type.MouseMove, place(pane, ON_WORD), Qt.MouseButton.NoButton, Qt.MouseButton.NoButton)
    pane.hovered.connect(lambda key, _: told.append(key))
    pane.set_diagram(hebrew_sample, theme)
    assert told == [None]


def test_leaving_ends_hovering(pane: Pane) -> None:
    told: list[Key | None] = []
    mouse(pane, QEvent.Type.MouseMove, place(pane, ON_WORD), Qt.MouseButton.NoButton, Qt.MouseButton.NoButton)
    pane.hovered.connect(lambda key, _: told.append(key))
    QApplication.sendEvent(pane, QEvent(QEvent.Type.Leave))
    assert told == [None]


def test_selection_and_highlights_are_painted(pane: Pane, theme: Theme) -> None:
    def selected_pixels() -> int:
        image = pane.grab().toImage()
        points = (
            image.pixelColor(x, y).name() for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)
        )
        return sum(colour == theme.selection for colour in points)

    pane.clearFocus()  # its mark may have this colour, too: windows, which tests leave behind, set it for all
    assert selected_pixels() == 0
    pane.select(WORD)
    first = selected_pixels()
    assert first > 50
    pane.highlight([ARC, SECOND])
    assert selected_pixels() > first + 100
    pane.highlight([])
    pane.select(None)
    assert selected_pixels() == 0


def test_the_selection_stays_if_the_next_picture_has_it(pane: Pane, hebrew_sample: Diagram, theme: Theme) -> None:
    pane.select(WORD)
    pane.set_diagram(hebrew_sample, theme)
    assert pane.selection == WORD
    pane.select(Key(Side.GOLD, "word", "3"))
    pane.set_diagram(Diagram(10, 10), theme)
    assert pane.selection is None
    pane.set_diagram(None, theme)
    assert pane.diagram.shapes == ()


def test_what_is_found_in_two_rows_has_a_frame_in_each(theme: Theme) -> None:
    rows = [
        Text(50.0, y, text, Role.LABEL, key=ARC, width=30.0) for y, text in ((20, "obj"), (34, "→ it"), (200, "obj"))
    ]
    frames = [len(framed(rows[:count], {ARC}, theme).above) for count in (1, 2, 3)]
    assert frames == [1, 1, 2]


def test_tab_walks_the_words_and_goes_on(pane: Pane, qtbot: QtBot) -> None:
    pane.setFocus()
    walked: list[str] = []
    pane.selected.connect(lambda key: walked.append(key.name))
    for _ in range(6):
        qtbot.keyClick(pane, Qt.Key.Key_Tab)
    assert walked == ["1", "2", "3", "4", "5"]
    qtbot.keyClick(pane, Qt.Key.Key_Backtab)
    assert walked[-1] == "4"


def test_escape_gives_up_the_selection(pane: Pane, qtbot: QtBot) -> None:
    pane.select(WORD)
    with qtbot.waitSignal(pane.selected) as told:
        qtbot.keyClick(pane, Qt.Key.Key_Escape)
    assert told.args == [None]


def test_screen_readers_hear_what_is_selected(pane: Pane, sample: Diagram) -> None:
    assert pane.accessibleName() == sample.title
    assert pane.accessibleDescription() == sample.description
    pane.select(ARC)
    assert pane.accessibleDescription() == "obj: 5 of 3"
    pane.select(None)
    assert pane.accessibleDescription() == sample.description


def test_ctrl_and_wheel_zoom_around_the_mouse(pane: Pane, qtbot: QtBot) -> None:
    pane.zoom_to(2.0)
    at = place(pane, ON_WORD)
    before = pane.viewportTransform().inverted()[0].map(QPointF(at))
    with qtbot.waitSignal(pane.zoomed):
        wheel(pane, at, 2)
    after = pane.viewportTransform().inverted()[0].map(QPointF(at))
    assert pane.zoom == pytest.approx(2.0 * 1.2**2)
    assert (after - before).manhattanLength() < 1
    wheel(pane, at, -2)
    assert pane.zoom == pytest.approx(2.0)


def test_zoom_has_limits(pane: Pane) -> None:
    pane.zoom_to(1000)
    assert pane.zoom == LARGEST
    pane.zoom_to(0)
    assert pane.zoom == SMALLEST


def test_fit(pane: Pane, qtbot: QtBot, sample: Diagram) -> None:
    pane.zoom_to(5)
    with qtbot.waitSignal(pane.fit_wanted):
        qtbot.mouseDClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=place(pane, NOWHERE))
    assert pane.fitting_zoom() == pytest.approx(598 / sample.width)
    pane.zoom_to(pane.fitting_zoom())
    assert pane.horizontalScrollBar().maximum() == pane.verticalScrollBar().maximum() == 0
    pane.resize(400, 300)
    assert pane.fitting_zoom() == pytest.approx(398 / sample.width)
    pane.resize(1300, 1300)
    assert pane.fitting_zoom() == LARGEST_FIT
    pane.resize(5000, 5000)
    assert pane.fitting_zoom() == LARGEST_WIDE


@pytest.mark.parametrize("button", [Qt.MouseButton.MiddleButton, Qt.MouseButton.LeftButton])
def test_the_picture_is_dragged(pane: Pane, qtbot: QtBot, button: Qt.MouseButton) -> None:
    pane.zoom_to(4)
    bars = pane.horizontalScrollBar(), pane.verticalScrollBar()
    before = [bar.value() for bar in bars]
    if button == Qt.MouseButton.LeftButton:
        qtbot.keyPress(pane, Qt.Key.Key_Space)
    drag(pane, button, QPoint(200, 200), QPoint(150, 180))
    qtbot.keyRelease(pane, Qt.Key.Key_Space)
    assert [bar.value() for bar in bars] == [before[0] + 50, before[1] + 20]
    assert pane.selection is None
    assert not pane.dragging


def test_the_start_of_a_sentence(pane: Pane, hebrew_sample: Diagram, theme: Theme) -> None:
    pane.zoom_to(4)
    pane.scroll_to_start()
    assert pane.horizontalScrollBar().value() == 0
    assert pane.verticalScrollBar().value() == pane.verticalScrollBar().maximum() > 0
    pane.set_diagram(hebrew_sample, theme)
    pane.scroll_to_start()
    assert pane.horizontalScrollBar().value() == pane.horizontalScrollBar().maximum() > 0


def test_the_start_of_a_wrapped_sentence_is_its_first_row(pane: Pane, sample: Diagram, theme: Theme) -> None:
    pane.set_diagram(replace(sample, strips=(10.0, sample.height / 2)), theme)
    pane.zoom_to(8)
    pane.scroll_to_start()
    rows = pane.verticalScrollBar()
    assert 0 < rows.value() < rows.maximum()
    seen = pane.mapToScene(pane.viewport().rect()).boundingRect()
    assert abs(seen.bottom() - sample.height / 2) < 3


def test_a_tree_begins_at_its_root_which_is_seen_with_what_one_looks_at(pane: Pane, theme: Theme) -> None:
    names = {Key(Side.GOLD, "node", name): x for name, x in (("1", 1500.0), ("2", 1100.0), ("3", 100.0))}
    nodes = [
        Text(x, 40.0 + 400.0 * place, key.name, Role.NODE, key=key, width=20.0)
        for place, (key, x) in enumerate(names.items())
    ]
    words = [Text(x, 1900.0, "word", Role.WORD, width=40.0) for x in range(100, 3000, 100)]
    pane.set_diagram(Diagram(3000, 2000, (*nodes, *words), {key: Element(key, "") for key in names}), theme)
    pane.zoom_to(1)
    root, near, away = names

    def seen() -> set[Key]:
        return {key for key in names if pane.seen([key])}

    pane.scroll_to_start()
    assert pane.verticalScrollBar().value() == 0 and seen() == {root}
    pane.show_element(near, centred=True)
    left, right = (pane.mapToScene(point).x() for point in (pane.rect().topLeft(), pane.rect().topRight()))
    assert near in seen() and left < names[near] < names[root] < right
    pane.show_element(away, centred=True)  # too far for both
    assert away in seen()


def wrapped(height: float = 100.0, abreast: int = 1) -> Diagram:
    """Six rows, each with one word that fills it."""
    keys = [Key(Side.GOLD, "word", f"{row}") for row in range(6)]
    boxes = [Box(0, row * height, 300, height, Role.LABEL_BOX, State.WRONG_LABEL, key) for row, key in enumerate(keys)]
    return Diagram(
        width=300,
        height=6 * height,
        shapes=tuple(boxes),
        elements={key: Element(key, key.name) for key in keys},
        strips=tuple(row * height for row in range(6)),
        abreast=abreast,
    )


def test_where_not_all_rows_are_seen_those_that_are_take_the_room(pane: Pane, theme: Theme) -> None:
    pane.set_diagram(wrapped(), theme)
    pane.resize(600, 250)  # three rows at 80 %
    assert pane.fitting_zoom() == pytest.approx(250 / 300, abs=0.02)
    pane.resize(200, 250)  # but are not cut at the side
    assert pane.fitting_zoom() == SMALLEST_FIT
    pane.resize(600, 600)
    assert pane.fitting_zoom() == pytest.approx(1.0, abs=0.02)


@pytest.fixture
def rows(pane: Pane, theme: Theme) -> Pane:
    """Two and a half of six rows."""
    pane.set_diagram(wrapped(), theme)
    pane.zoom_to(1)
    pane.resize(600, 250)
    pane.scroll_to_start()
    return pane


def painted(pane: Pane) -> list[bool]:
    """Whether there is something at each y of the view."""
    picture, x = pane.viewport().grab().toImage(), pane.viewport().width() // 2
    background = picture.pixelColor(2, 2)
    return [picture.pixelColor(x, y) != background for y in range(picture.height())]


def clear(pane: Pane) -> int:
    """From which y on what is seen fades away; it is checked that it does so evenly, and to nothing."""
    picture, x = pane.viewport().grab().toImage(), pane.viewport().width() // 2
    seen = [picture.pixelColor(x, y).lightness() for y in range(picture.height())]
    found = next(y for y in range(10, len(seen)) if all(value > seen[50] for value in seen[y : y + 4]))
    assert [*seen[found + 3 :: 10], 255] == sorted([*seen[found + 3 :: 10], 255]) and seen[-1] >= 250
    return found


def test_a_row_of_words_that_is_not_seen_whole_fades_away(rows: Pane) -> None:
    assert abs(clear(rows) - 200) <= 4
    assert all(painted(rows)[2:-5])


def test_a_row_that_is_higher_than_the_view_makes_nothing_smaller_than_can_be_read(rows: Pane, theme: Theme) -> None:
    rows.resize(600, 170)
    rows.set_diagram(Diagram(900, 400, strips=(0.0, 100.0)), theme)
    assert rows.fitting_zoom() == SMALLEST_FIT


def test_arcs_fade_away_that_go_on_beyond_the_lines_in_view(pane: Pane, theme: Theme) -> None:
    above = ASCENT * theme.font(Role.WORD).size
    words = [Text(150, 40 * line + above, "x", Role.WORD, width=20) for line in range(20)]
    pane.set_diagram(Diagram(300, 800, (*words, Path((250, 0), (Segment((250, 800)),), Role.ARC))), theme)
    pane.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    pane.zoom_to(1)
    pane.resize(600, 235)  # five lines and a part of the sixth
    image, x = pane.viewport().grab().toImage(), round(pane.viewportTransform().map(QPointF(250, 0)).x())

    def darkest(y: int) -> int:
        return min(image.pixelColor(x + beside, y).lightness() for beside in (-1, 0, 1))

    assert darkest(150) < darkest(215) < darkest(228) < 255


def test_where_each_word_has_a_line_no_line_is_cut_nor_a_token_of_two_words(pane: Pane, theme: Theme) -> None:
    above = ASCENT * theme.font(Role.WORD).size
    words = [Text(150, 40 * line + above, "x", Role.WORD, width=20) for line in range(20)]
    grounds = [Box(0, 40 * line, 300, 40, Role.LABEL_BOX, State.WRONG_LABEL) for line in range(20)]
    pane.set_diagram(Diagram(300, 800, (*grounds, *words, Text(50, 324, "au", Role.TOKEN, width=20))), theme)
    pane.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    pane.zoom_to(1)
    pane.resize(600, 225)  # five lines, and the head of the sixth
    bar = pane.verticalScrollBar()
    assert all(painted(pane)[2:198]) and not any(painted(pane)[202:])
    assert [pane.in_view(word) for word in words].index(False) == 5
    bar.setValue(15)  # amid the first line, and the sixth is whole
    assert not any(painted(pane)[:23]) and all(painted(pane)[27:222])
    bar.setValue(0)
    pane.resize(600, 330)  # the token's second word has no room, and so its first
    assert all(painted(pane)[2:278]) and not any(painted(pane)[282:])
    bar.setValue(bar.maximum())
    assert all(painted(pane)[12:328])


def test_one_scrolls_by_whole_rows(rows: Pane) -> None:
    bar, middle, plain = rows.verticalScrollBar(), QPoint(300, 120), Qt.KeyboardModifier.NoModifier
    wheel(rows, middle, -1, plain)
    assert bar.value() == 100
    for _ in range(3):  # the small turns of a pad add up
        assert bar.value() == 100
        wheel(rows, middle, -1 / 3, plain)
    assert bar.value() == 200
    wheel(rows, middle, 1, plain)
    assert bar.value() == 100
    bar.triggerAction(bar.SliderAction.SliderSingleStepAdd)
    assert bar.value() == 200
    bar.triggerAction(bar.SliderAction.SliderSingleStepSub)
    bar.triggerAction(bar.SliderAction.SliderSingleStepSub)
    assert bar.value() == 0
    bar.setValue(130)
    assert bar.value() == 100


def test_a_page_is_the_rows_that_are_seen_whole(rows: Pane) -> None:
    bar = rows.verticalScrollBar()
    bar.triggerAction(bar.SliderAction.SliderPageStepAdd)
    assert bar.value() == 200
    bar.triggerAction(bar.SliderAction.SliderToMaximum)
    assert bar.value() == 400
    assert all(painted(rows)[2:198])
    bar.triggerAction(bar.SliderAction.SliderPageStepSub)
    assert bar.value() == 200


def test_an_element_is_shown_with_its_whole_row(rows: Pane) -> None:
    bar = rows.verticalScrollBar()
    rows.show_element(Key(Side.GOLD, "word", "1"))
    assert bar.value() == 0
    rows.show_element(Key(Side.GOLD, "word", "3"))
    assert bar.value() == 200
    rows.show_element(Key(Side.GOLD, "word", "0"))
    assert bar.value() == 0


def test_rows_that_are_compared_stay_together(rows: Pane, theme: Theme) -> None:
    rows.set_diagram(wrapped(abreast=2), theme)
    bar = rows.verticalScrollBar()
    wheel(rows, QPoint(300, 120), -1, Qt.KeyboardModifier.NoModifier)
    assert bar.value() == 200
    rows.show_element(Key(Side.GOLD, "word", "5"))
    assert bar.value() == 400
    rows.resize(600, 300)
    bar.setValue(0)
    assert abs(clear(rows) - 200) <= 4  # no third row without the fourth
    rows.resize(600, 350)
    assert abs(clear(rows) - 300) <= 4, "unless a third were left pale for it"


def test_rows_that_are_higher_than_the_view_are_scrolled_as_usual(rows: Pane, theme: Theme) -> None:
    rows.set_diagram(wrapped(height=300.0), theme)
    rows.verticalScrollBar().setValue(137)
    assert rows.verticalScrollBar().value() == 137
    assert all(painted(rows))


def test_an_element_is_brought_into_view(pane: Pane) -> None:
    pane.zoom_to(4)
    pane.scroll_to_start()
    last = Key(Side.GOLD, "word", "5")
    pane.show_element(last)
    seen = pane.mapToScene(pane.viewport().rect()).boundingRect()
    assert seen.contains(427.5, 130)
    pane.show_element(Key(Side.GOLD, "word", "99"))


def test_of_a_line_longer_than_the_view_its_label_is_brought_into_view(pane: Pane, theme: Theme) -> None:
    key = Key(Side.GOLD, "arc", "1")
    line = Path((20.0, 0.0), (Segment((20.0, 5000.0)),), Role.ARC, key=key)
    label = Text(60.0, 1900.0, "obj", Role.LABEL, key=key, width=20.0)
    pane.set_diagram(Diagram(100, 5000, (line, label), {key: Element(key, "")}), theme)
    pane.show_element(key)
    assert pane.mapToScene(pane.viewport().rect()).boundingRect().contains(60.0, 1900.0)


def test_a_zoomed_pane_still_finds_elements(pane: Pane) -> None:
    pane.zoom_to(3)
    pane.show_element(WORD)
    assert pane.key_at(QPointF(place(pane, ON_WORD))) == WORD


def test_a_selected_pill_keeps_its_cross(pane: Pane, theme: Theme) -> None:
    key = Key(Side.PARSE, "node", "1")
    shapes = (
        Box(40, 40, 80, 24, Role.FUNCTION, State.EXTRA, key, radius=12),
        *cross(60, 52, 10, State.EXTRA, key),
        Text(90, 57, "obj", Role.FUNCTION, State.EXTRA, key, width=30),
    )
    pane.set_diagram(Diagram(200, 100, shapes, {key: Element(key, "obj", (1,))}), theme)
    at = place(pane, (60, 52))
    before = pane.viewport().grab().toImage().pixelColor(at)
    pane.select(key)
    assert pane.viewport().grab().toImage().pixelColor(at) == before != QColor(theme.background)


def test_rows_that_are_compared_are_made_smaller_to_be_seen_together(pane: Pane, theme: Theme) -> None:
    diagram = Diagram(300, 400, strips=(0.0, 100.0, 200.0, 300.0), abreast=2)
    pane.set_diagram(diagram, theme)
    for tall, zoom in ((400, 1.0), (300, 0.75), (200, 1.0), (150, 0.75), (130, 0.65), (110, SMALLEST_FIT)):
        pane.resize(600, tall)
        assert pane.fitting_zoom() == pytest.approx(zoom, abs=0.02), tall


def test_the_left_button_draws_from_where_it_was_pressed(pane: Pane, qtbot: QtBot) -> None:
    told: list[str] = []
    pane.pulled.connect(lambda place: told.append(f"at {place.x():.0f} from {pane.pulled_from.x():.0f}"))
    pane.dropped.connect(lambda place: told.append(f"dropped {place.x():.0f}"))
    pane.pull_ended.connect(lambda: told.append("ended"))
    start, far = pane.mapFromScene(*ON_WORD), pane.mapFromScene(*ON_WORD) + QPoint(60, 0)
    qtbot.mousePress(pane.viewport(), Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(pane.viewport(), start + QPoint(1, 0))
    assert not told, "a hand is never quite still"
    qtbot.mouseMove(pane.viewport(), far)
    qtbot.mouseRelease(pane.viewport(), Qt.MouseButton.LeftButton, pos=far)
    assert told == [f"at {far.x()} from {start.x()}", f"dropped {far.x()}"] and pane.selection is None
    qtbot.mousePress(pane.viewport(), Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(pane.viewport(), far)
    qtbot.keyClick(pane, Qt.Key.Key_Escape)
    qtbot.mouseRelease(pane.viewport(), Qt.MouseButton.LeftButton, pos=far)
    assert told[2:] == [f"at {far.x()} from {start.x()}", "ended"] and pane.pulled_from is None
    qtbot.mousePress(pane.viewport(), Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(pane.viewport(), far)
    qtbot.mouseClick(pane.viewport(), Qt.MouseButton.MiddleButton, pos=far)
    qtbot.mouseRelease(pane.viewport(), Qt.MouseButton.LeftButton, pos=start)
    assert told[5:] == [f"dropped {start.x()}"] and pane.pulled_from is None, "another button ends nothing"


def test_words_are_told_by_where_their_text_is(pane: Pane) -> None:
    word = pane.area(WORD)
    assert word is not None and pane.area(Key(Side.GOLD, "word", "99")) is None
    beside = pane.viewportTransform().map(word.center() + QPointF(0, 30))
    assert pane.word_at(beside, 40) == WORD and pane.word_at(beside, 4) is None
    assert [*pane.words_in(word.adjusted(0, 0, 90, 0))] == [WORD, SECOND]


def test_a_sketch_is_drawn_over_the_picture_until_another_one_is(pane: Pane) -> None:
    before = pane.grab().toImage()
    pane.sketch([Path((20, 20), (Segment((200, 60)),), Role.ARC, State.WRONG_HEAD)], [WORD])
    assert pane.grab().toImage() != before
    pane.sketch(())
    assert pane.grab().toImage() == before
