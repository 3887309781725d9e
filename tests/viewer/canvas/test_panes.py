"""Panes: in step when locked, one selection, room made and given back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot

from goldleaf.viewer.canvas.fitting import SMALLEST_FIT
from goldleaf.viewer.canvas.panes import Panes, Title, TitleBar, together
from goldleaf.viewer.diagram.shapes import MARGIN, Diagram, Element, Key, Role, Shape, Side, Text
from goldleaf.viewer.diagram.theme import Theme, load

GOLD_WORD, PARSE_WORD = Key(Side.GOLD, "word", "1"), Key(Side.PARSE, "word", "1")


def other_side(diagram: Diagram, *, wider: float = 0.0) -> Diagram:
    """The same picture as the parse's."""

    def moved(key: Key) -> Key:
        return key._replace(side=Side.PARSE)

    shapes: list[Shape] = [replace(shape, key=moved(shape.key)) if shape.key else shape for shape in diagram.shapes]
    elements = {moved(key): Element(moved(key), element.description) for key, element in diagram.elements.items()}
    return replace(diagram, width=diagram.width + wider, shapes=tuple(shapes), elements=elements)


@pytest.fixture
def pair(sample: Diagram) -> list[Diagram]:
    return [sample, other_side(sample, wider=100)]


@pytest.fixture
def panes(qtbot: QtBot, pair: list[Diagram], theme: Theme) -> Panes:
    made = Panes(theme)
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show()
    made.set_diagrams(pair, theme, titles=(Title("gold"), Title("parse")))
    return made


def scrolls(panes: Panes) -> list[tuple[int, int]]:
    return [(pane.horizontalScrollBar().value(), pane.verticalScrollBar().value()) for pane in panes.panes]


def test_a_pane_for_each_picture(panes: Panes, sample: Diagram, theme: Theme) -> None:
    assert len(panes.panes) == 2
    assert all(pane.isVisible() for pane in panes.panes)
    first, second = panes.panes
    panes.set_diagrams([sample], theme)
    assert panes.panes == [first]
    assert not second.isVisible()
    panes.set_diagrams([sample, sample, sample], theme)
    assert [pane.isVisible() for pane in panes.panes] == [True] * 3
    panes.set_diagrams([], theme)
    assert panes.panes == panes.diagrams == []


def test_stacked_and_beside(panes: Panes, pair: list[Diagram], theme: Theme, qtbot: QtBot) -> None:
    def corners() -> list[tuple[int, int]]:
        return [(where.x(), where.y()) for where in (pane.mapTo(panes, pane.rect().topLeft()) for pane in panes.panes)]

    (x0, y0), (x1, y1) = corners()
    assert x0 == x1
    assert y0 < y1
    panes.set_diagrams(pair, theme, beside=True)
    qtbot.waitUntil(lambda: corners()[0][1] == corners()[1][1])
    assert corners()[0][0] < corners()[1][0]


def test_rows_of_a_wrapped_sentence_take_turns_in_one_pane(panes: Panes, pair: list[Diagram], theme: Theme) -> None:
    titles = (Title("gold", chips=("#aa0000",)), Title("parse", "no punctuation", "LAS 80", ("#00aa00",)))
    wrapped = [replace(diagram, strips=(0.0, diagram.height / 2)) for diagram in pair]
    panes.set_diagrams(wrapped, theme, titles=titles)
    (pane,) = panes.panes
    assert {*pane.diagram.elements} == {key for diagram in pair for key in diagram.elements}
    (bar,) = (bar for bar in panes.findChildren(TitleBar) if bar.isVisible())
    assert bar.title == Title("gold, parse", "no punctuation", "LAS 80", ("#aa0000", "#00aa00"), brief="gold, parse")
    panes.set_diagrams(wrapped, theme, titles=titles, beside=True)
    assert len(panes.panes) == 2
    panes.set_diagrams(pair, theme, titles=titles)
    assert len(panes.panes) == 2


def test_stacked_pictures_have_the_same_width(panes: Panes) -> None:
    """So that the same place of both stands at the same x at any zoom."""
    for zoom in (0.5, 1.0, 3.0):
        panes.zoom_to(zoom)
        first, second = (pane.viewportTransform().dx() for pane in panes.panes)
        assert first == second


def test_scrolling_is_in_step(panes: Panes) -> None:
    panes.zoom_to(3)
    panes.panes[0].horizontalScrollBar().setValue(77)
    panes.panes[1].verticalScrollBar().setValue(33)
    assert scrolls(panes) == [(77, 33), (77, 33)]


def test_zooming_is_in_step(panes: Panes, qtbot: QtBot) -> None:
    panes.zoom_to(1.0)
    with qtbot.waitSignal(panes.zoomed) as told:
        panes.panes[1].zoom_to(2)
    assert told.args == [2.0]
    assert [pane.zoom for pane in panes.panes] == [2.0, 2.0]
    first, second = scrolls(panes)
    assert first == second


def test_a_hidden_pane_leads_nobody(panes: Panes, sample: Diagram, theme: Theme) -> None:
    first, second = panes.panes
    panes.set_diagrams([replace(sample, height=2000)], theme)
    zoom = first.zoom
    second.zoom_to(zoom / 2)
    second.verticalScrollBar().valueChanged.emit(0)
    assert first.zoom == zoom


def test_zooming_is_told_once(panes: Panes) -> None:
    told: list[float] = []
    panes.zoomed.connect(told.append)
    panes.zoom_to(2)
    panes.panes[0].zoom_to(3)
    assert told == [2.0, 3.0]


def test_fit_shows_all_of_every_picture(panes: Panes, qtbot: QtBot) -> None:
    panes.panes[0].fit_wanted.emit()
    zoom = panes.zoom
    assert [pane.zoom for pane in panes.panes] == [zoom, zoom]
    assert all(pane.horizontalScrollBar().maximum() == 0 for pane in panes.panes)
    panes.resize(1000, 800)
    qtbot.waitUntil(lambda: panes.zoom > zoom)
    panes.zoom_to(1.0)
    panes.resize(500, 400)
    assert panes.zoom == 1.0


def test_what_is_fitted_stays_fitted(panes: Panes, sample: Diagram, theme: Theme) -> None:
    panes.fit()
    wide = replace(sample, width=3 * sample.width)
    panes.set_diagrams([wide, wide], theme)
    assert panes.zoom == 0.8  # what is smaller can hardly be read
    panes.set_diagrams([replace(sample, width=60.0, height=40.0)] * 2, theme)
    assert panes.zoom == 1.6


def test_the_view_is_kept_or_begins_anew(panes: Panes, pair: list[Diagram], theme: Theme) -> None:
    panes.zoom_to(3)
    panes.panes[0].horizontalScrollBar().setValue(100)
    panes.panes[0].verticalScrollBar().setValue(10)
    panes.set_diagrams(pair, theme, keep_view=True)
    assert scrolls(panes) == [(100, 10)] * 2
    assert panes.zoom == 3
    panes.set_diagrams(pair, theme)
    assert 0.8 <= panes.zoom <= 1.6 and panes.fitted
    bottom = panes.panes[0].verticalScrollBar().maximum()
    assert scrolls(panes) == [(0, bottom)] * 2


def test_right_to_left_begins_at_the_right(qtbot: QtBot, hebrew_sample: Diagram, theme: Theme) -> None:
    """Also if the panes get their size only when they are shown."""
    wide = replace(hebrew_sample, width=2000)
    panes = Panes(theme)
    qtbot.addWidget(panes)
    panes.set_diagrams([wide, wide], theme)
    panes.resize(400, 300)
    panes.show()
    panes.grab()
    for pane in panes.panes:
        assert pane.horizontalScrollBar().value() == pane.horizontalScrollBar().maximum() > 0


def test_one_selection(panes: Panes, qtbot: QtBot) -> None:
    told: list[Key | None] = []
    panes.selected.connect(told.append)
    for pane, key in zip(panes.panes, (GOLD_WORD, PARSE_WORD), strict=True):
        place = pane.mapFromScene(67, 125)
        qtbot.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert key in [pane.selection for pane in panes.panes]
    assert told == [GOLD_WORD, PARSE_WORD]
    assert [pane.selection for pane in panes.panes] == [None, PARSE_WORD]


def test_highlights_and_views_reach_all_panes(panes: Panes) -> None:
    panes.select(PARSE_WORD)
    panes.highlight([GOLD_WORD])
    assert PARSE_WORD in [pane.selection for pane in panes.panes]
    panes.zoom_to(5)
    panes.show_element(Key(Side.PARSE, "word", "5"))
    assert scrolls(panes)[0] == scrolls(panes)[1]
    assert scrolls(panes)[0][0] > 0


def test_titles(panes: Panes, pair: list[Diagram]) -> None:
    def shown() -> list[str]:
        return sorted(str(bar.title) for bar in panes.findChildren(TitleBar) if bar.isVisible())

    assert shown() == ["gold", "parse"]
    panes.set_diagrams(pair, load("dark"))
    assert shown() == []


def test_of_pictures_in_one_pane_a_title_says_once_what_is_said_of_both() -> None:
    hidden, wrong = "only differences", "3 errors: 3 wrong heads"
    both = together([Title("gold", hidden), Title("parse", f"{hidden}  ·  {wrong}")])
    assert both.note == f"{hidden}  ·  {wrong}"


@pytest.mark.parametrize("beside", [False, True])
def test_titles_stay_at_the_upper_edge_however_high_pictures_are(
    panes: Panes, pair: list[Diagram], theme: Theme, beside: bool
) -> None:
    panes.resize(1200, 1000)
    for upper in (pair[0], replace(pair[0], height=pair[0].height / 2)):
        panes.set_diagrams([upper, pair[1]], theme, titles=(Title("gold"), Title("parse")), beside=beside)
        bars = [bar for pane in panes.panes if (bar := pane.parentWidget().findChild(TitleBar)) is not None]
        assert {(bar.y(), bar.height()) for bar in bars} == {(0, bars[0].sizeHint().height())}
        assert len({bar.mapTo(panes, QPoint()).y() for bar in bars}) == 2 - beside


def test_a_scroll_bar_in_one_pane_is_in_all(panes: Panes, sample: Diagram, theme: Theme) -> None:
    """Else its width would shift the words of one pane against the other's."""
    tall = replace(sample, height=900)
    panes.set_diagrams([tall, sample], theme)
    widths = {pane.viewport().width() for pane in panes.panes}
    assert len(widths) == 1
    assert all(pane.verticalScrollBar().isVisible() for pane in panes.panes)


def test_rows_come_nearer_before_one_has_to_scroll(panes: Panes, pair: list[Diagram], theme: Theme) -> None:
    titles = (Title("gold"), Title("parse"))
    wrapped = [replace(diagram, strips=(0.0, diagram.height / 2)) for diagram in pair]
    panes.resize(500, 2000)
    panes.set_diagrams(wrapped, theme, titles=titles)
    panes.set_diagrams(wrapped, theme, titles=titles)
    far = panes.diagrams[0].height
    bar = panes.height() - panes.panes[0].height()
    panes.resize(500, round((far - 8) * SMALLEST_FIT) + bar)
    panes.set_diagrams(wrapped, theme, titles=titles)
    assert panes.diagrams[0].height < far - 8
    panes.resize(500, 100)  # where it is of no use they stay apart
    panes.set_diagrams(wrapped, theme, titles=titles)
    assert panes.diagrams[0].height == far


def x_of_words(diagram: Diagram) -> list[float]:
    return [shape.x for shape in diagram.shapes if isinstance(shape, Text) and shape.role is Role.WORD]


def test_names_stand_aside_of_rows_where_all_is_larger_then(panes: Panes, pair: list[Diagram], theme: Theme) -> None:
    panes.resize(500, 2000)

    def named(height: float) -> list[str]:
        panes.resize(500, round(height))
        panes.set_diagrams(wrapped, theme, titles=(Title("gold"), Title("parse")))
        shapes = panes.diagrams[0].shapes
        return [shape.text for shape in shapes if isinstance(shape, Text) and shape.role is Role.TITLE]

    # Something stands where the names would, in each row.
    corners = [Text(MARGIN, y, "w", Role.WORD, width=20.0) for y in (20.0, pair[0].height / 2 + 20.0)]
    wrapped = [replace(one, strips=(0.0, one.height / 2), shapes=(*one.shapes, *corners)) for one in pair]
    assert named(2000) == named(2000) == ["gold", "parse", "gold", "parse"]
    whole = panes.diagrams[0].height
    bar = panes.height() - panes.panes[0].height()
    assert named((whole - 60) * SMALLEST_FIT + bar) == ["gold", "parse", "gold", "parse"]
    [aside] = panes.diagrams
    names = [shape for shape in aside.shapes if isinstance(shape, Text) and shape.role is Role.TITLE]
    assert aside.height < whole and max(name.x + name.width for name in names) < min(x_of_words(aside))
    assert named(whole * 0.4 + bar) == ["gold", "parse", "gold", "parse"] and panes.diagrams[0].height > aside.height


def test_long_names_are_cut_in_rows_but_not_in_titles(panes: Panes, pair: list[Diagram], theme: Theme) -> None:
    wrapped = [replace(diagram, strips=(0.0, diagram.height / 2)) for diagram in pair]

    def named(name: str, gold: str = "gold") -> set[str]:
        panes.set_diagrams(wrapped, theme, titles=(Title(gold), Title(name)))
        shapes = panes.diagrams[0].shapes
        return {shape.text for shape in shapes if isinstance(shape, Text) and shape.role is Role.TITLE}

    name = "es_ancora-ud-test.udpipe2-large-seed-17"
    assert named("parse") == {"gold", "parse"}
    assert named(name) == {"gold", "es_ancora-u…ge-seed-17"}
    assert name in panes._all[0].bar.title.name
    other = name.replace("udpipe2", "stanza2")  # which would look alike
    assert named(name, other) == {name, other}


def test_no_text_is_cut_at_the_left_edge_of_what_is_centred(panes: Panes, sample: Diagram, theme: Theme) -> None:
    words = tuple(
        Text(60.0 * number, 50.0, f"word{number}", Role.WORD, key=Key(Side.GOLD, "word", f"{number}"), width=50.0)
        for number in range(1, 60)
    )
    elements = {one.key: Element(one.key, one.text) for one in words if one.key is not None}
    long = replace(sample, width=3700.0, height=100.0, shapes=words, elements=elements)
    panes.set_diagrams([long, replace(other_side(long), height=100.0)], theme)
    panes.show_element(Key(Side.GOLD, "word", "30"), centred=True)
    assert [pane.cut_at_start() for pane in panes.panes] == [0.0, 0.0]
    seen = [panes.panes[0].seen([key]) for key in (Key(Side.GOLD, "word", "30"), Key(Side.GOLD, "word", "5"))]
    assert seen[0] and not seen[1]
    assert len({place for place, _ in scrolls(panes)}) == 1


def test_the_upper_picture_stands_above_its_scroll_bar(
    panes: Panes, sample: Diagram, theme: Theme, qtbot: QtBot
) -> None:
    wide = replace(sample, width=3000.0, height=60.0)
    panes.set_diagrams([wide, other_side(wide)], theme)
    upper = panes.panes[0]
    assert upper.horizontalScrollBar().maximum() > 0

    def gap() -> float:
        return upper.viewport().height() - upper.viewportTransform().map(QPointF(0.0, wide.height)).y()

    qtbot.waitUntil(lambda: abs(gap()) <= 2)


def test_a_picture_that_needs_more_than_half_has_what_the_other_does_not_need(
    panes: Panes, sample: Diagram, theme: Theme
) -> None:
    low, tall = replace(sample, height=80.0), replace(sample, height=280.0)
    for diagrams in ([tall, low], [low, tall]):
        panes.set_diagrams(diagrams, theme)
        assert all(pane.verticalScrollBar().maximum() == 0 for pane in panes.panes)
    panes.set_diagrams([low, low], theme)
    assert len({pane.height() for pane in panes.panes}) == 1


def test_the_room_that_several_leave_stands_above_the_first_and_below_the_last(
    panes: Panes, sample: Diagram, theme: Theme
) -> None:
    panes.resize(round(1.2 * sample.width), 2000)
    panes.set_diagrams([sample] * 3, theme, titles=[Title("a")] * 3)
    first, second, third = (pane.height() for pane in panes.panes)
    assert first == pytest.approx(third, abs=4) and first > 2 * second
    assert second == pytest.approx(panes.zoom * sample.height, abs=8) and panes.zoom > 1.1


def test_what_runs_from_right_to_left_is_not_cut_at_the_right_edge(panes: Panes, sample: Diagram, theme: Theme) -> None:
    words = tuple(
        Text(3700 - 60.0 * n, 50.0, "word", Role.WORD, key=Key(Side.GOLD, "word", f"{n}"), right_to_left=True, width=50)
        for n in range(1, 60)
    )
    elements = {one.key: Element(one.key, one.text) for one in words if one.key is not None}
    panes.set_diagrams([replace(sample, width=3700.0, height=100.0, shapes=words, elements=elements)], theme)
    panes.show_element(Key(Side.GOLD, "word", "30"), centred=True)
    pane = panes.panes[0]
    assert pane.right_to_left and pane.cut_at_start() == 0.0 and pane.seen([Key(Side.GOLD, "word", "30")])
    pane.horizontalScrollBar().setValue(pane.horizontalScrollBar().value() - 35)
    assert pane.cut_at_start() > 0.0


def test_where_there_is_little_room_a_name_stays_longest(qtbot: QtBot, theme: Theme) -> None:
    """First the words of name and note become fewer, then figures go, and the rest of the note."""
    bar = TitleBar()
    qtbot.addWidget(bar)
    bar.show_title(
        Title(
            "anna left, ben right", "5 errors: 3 heads", "LAS 80 \N{MIDDLE DOT} 90", short="5 more", brief="anna | ben"
        ),
        theme,
    )
    seen = list(dict.fromkeys(bar.fitting(room) for room in range(900, 80, -1)))
    assert seen[:2] == [
        ("anna left, ben right", "5 errors: 3 heads", "LAS 80 · 90"),
        ("anna | ben", "5 more", "LAS 80 · 90"),
    ]
    assert seen[2:] and all(name == "anna | ben" for name, *_ in seen[1:]) and not seen[-1][2]
    bar.show_title(Title("gold", "long " * 90, "", short="4 labels · 3 heads+labels · 2 heads"), theme)
    noted = {bar.fitting(room)[1] for room in range(700, 150, -1)}
    assert {"4 labels · 3 heads+labels · 2 heads", "4 labels · 3 heads+labels · …", "4 labels · …"} <= noted
    parts = {"short": "4 labels · 3 heads+labels · 2 heads", "total": "9 errors"}
    bar.show_title(Title("parse", "long " * 90, "LAS 66.67", **parts), theme)
    noted = list(dict.fromkeys(bar.fitting(room)[1:] for room in range(700, 150, -1)))
    assert [note for note, score in noted if score][:3] == [*parts.values(), ""], "how many there are is said longest"
    bar.show_title(Title("content heads, content-parse", "long " * 90, "LAS 66.67", **parts, named=True), theme)
    seen = dict.fromkeys(bar.fitting(room) for room in range(700, 150, -1))
    assert ("", "9 errors", "LAS 66.67") in seen, "the picture says who is in it"
    bar.show_title(Title("a" * 90, "note", "LAS"), theme)
    name, _, score = bar.fitting(300)
    assert "…" in name and score == "LAS" and bar.fitting(60)[2] == ""
