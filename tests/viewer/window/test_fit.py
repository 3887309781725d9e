"""The sentence gets the room: fitting, neighbours, titles, docks and the toolbar's segments."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from goldleaf.viewer.diagram.naming import REVIEW
from goldleaf.viewer.diagram.options import Layout
from goldleaf.viewer.diagram.shapes import Role, Side, State, Text
from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.figures.wanted import wanted_of
from goldleaf.viewer.session.request import Request, request_of
from goldleaf.viewer.state.settings import LAYOUT
from goldleaf.viewer.views.layers import fact_difference
from goldleaf.viewer.window.picture_view import Arrangement
from goldleaf.viewer.window.titles import _by_first_words, in_a_line, in_short
from tests.viewer.window.windows import press, written

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]


def names(window):
    """What the titles of the pictures that are seen call them."""
    bars = (titled.bar for titled in window.pictures.panes._all)
    return [bar.title.name for bar in bars if bar.isVisible()]


def place_of_word(window, pane=0, number=1):
    """Where a word stands in the window."""
    pane = window.pictures.panes.panes[pane]
    texts = (shape for shape in pane.diagram.shapes if isinstance(shape, Text) and shape.role == Role.WORD)
    word = next(text for text in texts if text.key.name == f"{number}")
    return pane.viewport().mapTo(window, pane.mapFromScene(word.x, word.y))


def near(one, other):
    return (one - other).manhattanLength() <= 3


def test_blink_while_the_key_is_held(window):
    before = place_of_word(window)
    QTest.keyPress(window.pictures.panes.panes[0], Qt.Key.Key_B)
    first = window.pictures.panes.diagrams[0]
    assert window.look.blinker.on and names(window) == ["gold", "parse"]
    assert near(place_of_word(window), before)
    window.look.blinker._turn()
    assert window.pictures.panes.diagrams[0] is not first and names(window) == ["parse", "parse"]
    assert near(place_of_word(window), before)
    QTest.keyRelease(window.pictures.panes.panes[0], Qt.Key.Key_B)
    assert not window.look.blinker.on and names(window) == ["gold", "parse"]
    assert near(place_of_word(window), before)


def test_another_view_is_fitted_as_where_a_sentence_is_opened_in_it(window):
    opened = window.pictures.panes.zoom
    window.actions_["view.function"].trigger()
    assert window.pictures.panes.zoom != opened
    window.actions_["view.arcs"].trigger()
    assert window.pictures.panes.zoom == opened


def test_an_overlay_leaves_the_words_where_they_are(window, qtbot):
    before, zoom = place_of_word(window), window.pictures.panes.zoom
    window.actions_["view.overlay"].trigger()
    qtbot.waitUntil(lambda: near(place_of_word(window), before))
    assert window.pictures.panes.zoom == zoom
    window.actions_["view.stacked"].trigger()
    qtbot.waitUntil(lambda: near(place_of_word(window), before))


def test_gold_and_parse_are_neighbours(window):
    upper, lower = window.pictures.panes.panes
    upper_end = upper.viewportTransform().map(QPointF(0, upper.diagram.height)).y()
    assert abs(upper_end - upper.viewport().height()) <= 2
    assert abs(lower.viewportTransform().map(QPointF(0, 0)).y()) <= 2


def test_a_sentence_is_fitted_when_it_is_opened(window):
    panes = window.pictures.panes
    for row in range(len(window.inspector.document)):
        window.inspector.go(row)
        assert 0.7 <= panes.zoom <= 1.6
        assert all(pane.horizontalScrollBar().maximum() == 0 for pane in panes.panes)
    window.actions_["zoom.in"].trigger()
    zoom = panes.zoom
    window.inspector.go(0)
    assert panes.zoom != zoom and panes.fitted


def test_titles_have_the_score_of_the_sentence(window, qtbot):
    bars = [titled.bar for titled in window.pictures.panes._all[:2]]
    gold, parse = (bar.title for bar in bars)
    assert gold.score == "" and parse.score.startswith("LAS ") and len(gold.chips) == len(parse.chips) == 1
    assert gold.chips != parse.chips and bars[1].accessibleName() == str(parse)
    press(window, Qt.Key.Key_0)
    assert window.pictures.panes._all[0].bar.title.chips == ()
    press(window, Qt.Key.Key_1)
    window.set_theme(load("paper-bw"))  # in which all that differs is black: the gold's is hollow
    assert [title.chips for title in window.pictures.titles] == [("",), ("#000000",)]
    qtbot.waitUntil(lambda: window.differences.delegate.chips == {Side.GOLD: "", Side.PARSE: "#000000"})


def test_the_title_of_the_parse_says_what_is_wrong(window):
    window.inspector.go(1)
    gold, parse = window.pictures.titles
    assert (gold.note, parse.note) == ("", "5 errors: 4 wrong heads, 1 wrong head and label")
    assert parse.note.startswith(f"{len(window.inspector.differences)} ")
    window.inspector.go(0)
    assert window.pictures.titles[1].note == "1 error: 1 wrong head and label"
    perfect = window.inspector.table["las"].to_list().index(1.0)
    window.inspector.go(perfect)
    assert [title.note for title in window.pictures.titles] == ["", ""]


def test_kinds_of_errors_are_counted_in_the_plural():
    words = fact_differences_of("word of the gold only", 3) + fact_differences_of("other words", 2)
    said = in_a_line([*words, *fact_differences_of("wrong head and label", 1)], REVIEW)
    assert said == "6 errors: 3 words of the gold only, 2 places with other words, 1 wrong head and label"


def test_where_there_is_little_room_kinds_of_errors_are_told_with_the_fewest_letters():
    found = fact_differences_of("word of the gold only", 3) + fact_differences_of("wrong head and label", 5)
    found += fact_differences_of("wrong head", 1)
    assert in_short(found) == "5 wrong heads+labels · 3 words · 1 head"
    found += fact_differences_of("wrong label", 2)
    assert in_short(found) == "3 words · 2 labels · 1 head · 5 both"
    found += fact_differences_of("wrong label", 2)
    assert in_short(found) == "4 wrong labels · 3 words · 1 head · 5 both"


def fact_differences_of(verdict, number):
    """So many differences with a verdict."""
    return [fact_difference("a", "x", "y", verdict, State.EXTRA, [place], (), REVIEW) for place in range(number)]


def test_structure_and_way_to_compare_are_chosen_in_the_toolbar(window):
    structures, modes = window.toolbar.segments
    assert [button.accessibleName() for button in modes.buttons] == ["Stacked", "Beside", "Overlay", "Upright"]
    modes.buttons[2].click()
    assert window.inspector.look.mode == "overlay" and modes.buttons[2].isChecked()
    functions = next(button for button in structures.buttons if button.accessibleName() == "Functions")
    functions.click()
    assert window.inspector.view.name == "function"


@pytest.mark.parametrize("size", [(1280, 720), (1067, 667), (1600, 1000), (2560, 1440)])
@pytest.mark.parametrize("review", [False, True])
def test_the_pictures_have_most_of_the_window(window, qtbot, size, review):
    window.docks["review"].setVisible(review)
    window.resize(*size)
    qtbot.waitUntil(lambda: window.pictures.width() >= 0.6 * size[0] - 1)
    assert (window.width(), window.height()) == size
    shown = [window.docks[name] for name in ("scores", "differences", "review") if not window.docks[name].isHidden()]
    seen = [dock for dock in shown if dock.isVisible() and not dock.visibleRegion().isEmpty()]
    least = {"scores": 0, "review": 90}  # without a session a review is a sentence and a button
    assert all(dock.height() >= least.get(dock.objectName(), 150) for dock in seen)
    tabbed = window.docks["scores"] in window.tabifiedDockWidgets(window.docks["differences"])
    assert tabbed or window.docks["scores"] in seen


def test_scores_are_as_tall_as_their_rows(window, qtbot):
    window.resize(1600, 1200)
    qtbot.waitUntil(lambda: window.scores.height() == window.scores.sizeHint().height())
    assert window.docks["differences"].height() > window.docks["scores"].height()


def test_scores_become_a_tab_where_there_is_no_room_for_them(window, qtbot):
    window.docks["review"].show()
    window.resize(1280, 600)
    scores, differences = window.docks["scores"], window.docks["differences"]
    qtbot.waitUntil(lambda: scores in window.tabifiedDockWidgets(differences))
    window.docks["review"].hide()
    window.resize(1600, 1200)
    qtbot.waitUntil(lambda: not window.tabifiedDockWidgets(differences))
    assert scores.isVisible() and scores.y() < differences.y()


def test_what_is_larger_than_its_pane_has_an_overview_and_fit_fits(window, qtbot):
    pictures, rows = window.pictures, window.inspector.document
    window.resize(1280, 720)
    window.inspector.go(0)  # 13 words
    qtbot.waitUntil(lambda: not pictures.panes.larger and pictures.overview.isHidden())
    window.inspector.go(max(range(len(rows)), key=lambda row: rows.table["words"][row]))  # 45 words
    qtbot.waitUntil(lambda: pictures.panes.larger and pictures.overview.isVisible())
    assert "words 1 to " in pictures.overview.accessibleDescription()
    bar = pictures.panes.panes[0].verticalScrollBar()
    assert bar.value() == 0

    def gone_to_the_end():
        pictures.overview.wanted.emit(45)  # the picture may yet be laid out for the window's new size
        return bar.value() > 0 and " to 45 in view" in pictures.overview.accessibleDescription()

    qtbot.waitUntil(gone_to_the_end)
    window.actions_["zoom.fit"].trigger()
    assert not pictures.panes.larger and pictures.panes.zoom < 0.8
    qtbot.waitUntil(pictures.overview.isHidden)
    window.inspector.go(0)
    assert pictures.panes.zoom >= 0.8


def test_words_down_the_page_are_closer_where_they_are_larger_then(window, qtbot, tmp_path):
    words = [f"{n}\tword{n}\t_\tN\t_\t_\t{n - 1}\tdep\t_\t_\n" for n in range(1, 31)]
    text, pictures = "".join(words) + "\n", window.pictures
    window.resize(1280, 720)
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request_of(written(tmp_path, text, text)))
    window.actions_["view.upright"].trigger()
    for height in (720, 1200):
        window.resize(1280, height)
        qtbot.waitUntil(lambda tall=height > 1000: (pictures.panes.zoom >= 1.0) == tall != pictures.look.options.tight)
    assert pictures.drawing.upright


def test_words_that_are_folded_between_two_that_are_in_view_are_in_view(window, qtbot, monkeypatch, tmp_path):
    words = [f"{n}\tword{n}\t_\tN\t_\t_\t{n - 1}\tdep\t_\t_\n" for n in range(1, 121)]
    gold = "".join(words)
    parse = "".join(word.replace("dep", "obj") if n % 5 < 2 else word for n, word in enumerate(words))
    pictures, shown = window.pictures, []
    monkeypatch.setattr(pictures.overview, "show_view", shown.append)
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request_of(written(tmp_path, f"{gold}\n", f"{parse}\n")))
    window.actions_["view.only-differences"].trigger()
    shown.clear()
    qtbot.waitUntil(lambda: pictures.drawing.upright and pictures.panes.larger and bool(shown))
    seen = shown[-1]
    drawn = {int(key.name) for key in pictures.panes.panes[0].diagram.elements if key.kind == "word"}
    assert seen == [*range(seen[0], seen[-1] + 1)] and not drawn.issuperset(seen)


def test_legend_and_overview_stand_beside_each_other_under_low_pictures(window, qtbot):
    pictures, rows = window.pictures, window.inspector.document
    legend, overview = pictures.legend, pictures.overview
    window.inspector.go(max(range(len(rows)), key=lambda row: rows.table["words"][row]))
    for size, shown, low in (((1280, 720), True, True), ((1280, 720), False, False), ((1280, 450), False, True)):
        window.docks["errors"].setVisible(shown)
        window.resize(*size)
        qtbot.waitUntil(lambda beside=low: overview.isVisible() and (legend.x() > overview.x()) == beside)
        assert (legend.y() == overview.y()) == low and legend.width() > 400
    qtbot.waitUntil(lambda: not pictures._settle.isActive())


def test_long_sentences_run_down_the_page_until_one_chooses_otherwise(window, qtbot, tmp_path):
    words = [f"{number}\tword{number}\t_\tN\t_\t_\t{number - 1}\tdep\t_\t_\n" for number in range(1, 121)]
    long = "".join(words)
    gold, parse = f"{long}\n{words[0]}\n", f"{long.replace('119	dep', '1	dep')}\n{words[0]}\n"
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request_of(written(tmp_path, gold, parse)))
    pictures, actions = window.pictures, window.actions_
    assert pictures.drawing.upright and names(window) == ["gold left, parse right"]
    assert pictures.titles[0].note == in_a_line(window.inspector.differences, REVIEW)  # nothing else takes its room
    actions.run("view.function")
    assert pictures.drawing.upright and pictures.text.isVisible(), "an outline has the running text, too"
    actions.run("view.overlay")
    assert "no room for an overlay" in pictures.drawing.shortened and not window.statusBar().currentMessage()
    actions.run("view.stacked")
    actions.run("view.arcs")
    pane = pictures.panes.panes[0]
    assert pane.verticalScrollBar().value() == 0 and not pane.horizontalScrollBar().maximum()
    actions.refresh()
    assert not actions.why_not("view.overlay") and not actions["view.blink"].isEnabled()
    actions.run("view.overlay")
    assert pictures.drawing.upright and "Choose Upright" in window.statusBar().currentMessage()
    window.inspector.go(1)
    assert not pictures.drawing.upright  # a single word
    qtbot.waitUntil(lambda: not window.statusBar().currentMessage())
    window.inspector.go(0)
    actions.run("view.stacked")
    assert pictures.drawing.upright and window.settings.get(LAYOUT) == "auto", "as it was before the overlay"
    actions.run("view.upright")
    actions.run("view.upright")  # by choice
    actions.run("view.stacked")
    assert not pictures.drawing.upright and window.settings.get(LAYOUT) == "across"
    actions.run("view.upright-if-long")
    pictures.focus()
    press(window, Qt.Key.Key_Down)
    press(window, Qt.Key.Key_Down)
    assert window.inspector.selection.name == "2"
    press(window, Qt.Key.Key_Left)  # to its head
    assert window.inspector.selection.name == "1"
    line = wanted_of(pictures.chosen_look, window.inspector.document, {})
    assert line.layout == "upright"  # as it is seen
    press(window, Qt.Key.Key_W, Qt.KeyboardModifier.ShiftModifier)
    assert not pictures.drawing.upright and window.settings.get(LAYOUT) == "across"
    actions.run("view.upright-if-long")
    assert pictures.drawing.upright and window.settings.get(LAYOUT) == "auto"
    window.inspector.go(1)
    press(window, Qt.Key.Key_W, Qt.KeyboardModifier.ShiftModifier)
    assert pictures.drawing.upright and window.settings.get(LAYOUT) == "upright"
    window.look.restore()
    assert window.inspector.look.options.layout is Layout.UPRIGHT


def test_docks_keep_their_share_of_a_window_that_becomes_another(window, qtbot):
    def left_width():
        return window.docks["sentences"].width()

    def left():
        return left_width() / window.width()

    for size in ((1280, 720), (2560, 1440), (1400, 900)):
        window.resize(*size)
        qtbot.waitUntil(lambda: left() == pytest.approx(0.2, abs=0.01))
    window.resizeDocks([window.docks["sentences"]], [left_width() - 40], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: left() < 0.19)
    window.resize(2000, 1000)
    qtbot.waitUntil(lambda: left() == pytest.approx(0.2, abs=0.01))  # nobody has chosen that
    own, button = left_width() - 80, Qt.MouseButton.LeftButton
    handle = window.docks["sentences"].geometry().topRight() + QPoint(3, 200)
    QTest.mousePress(window, button, pos=handle)
    QTest.mouseMove(window, handle - QPoint(80, 0))
    qtbot.waitUntil(lambda: left_width() == own)
    QTest.mouseRelease(window, button, pos=handle - QPoint(80, 0))
    window.resize(2560, 1440)
    window.shares.fit()
    assert left_width() == own


def test_the_hint_of_empty_scores_is_read_in_full(empty_window, qtbot, tmp_path):
    empty_window.resize(1280, 720)
    empty_window.opener.open(request_of(written(tmp_path)[:1]))
    hint = empty_window.scores._hint
    qtbot.waitUntil(lambda: hint.isVisible() and hint.height() >= hint.heightForWidth(hint.width()))


def test_a_text_of_the_status_bar_is_cut_with_an_ellipsis(window):
    part = window.status.place
    part.setText("word 18 'imputables' amod of 15")
    part.resize(90, 20)
    cut = part.grab().toImage()
    part.setText(part.fontMetrics().elidedText(part.text(), Qt.TextElideMode.ElideRight, part.contentsRect().width()))
    assert "…" in part.text() and part.grab().toImage() == cut


def test_what_is_shown_below_leaves_the_pictures_half_of_the_window(window, qtbot):
    window.resize(1400, 1000)
    window.docks["errors"].bring_up()
    window.resizeDocks([window.docks["errors"]], [400], Qt.Orientation.Vertical)
    qtbot.waitUntil(lambda: window.docks["errors"].height() == 400)
    window.resize(1280, 720)
    qtbot.waitUntil(lambda: window.centralWidget().height() >= 360)


def test_scores_leave_five_rows_to_the_differences(window, qtbot):
    window.resize(1280, 720)
    window.inspector.go(1)  # five differences
    view = window.differences.view
    qtbot.waitUntil(lambda: view.model().rowCount() == 5)
    qtbot.waitUntil(lambda: view.visualRect(view.model().index(4, 0)).bottom() <= view.viewport().height())
    assert window.docks["scores"].isVisible() and not window.tabifiedDockWidgets(window.docks["differences"])


def test_what_a_filter_says_makes_the_list_no_wider(window, qtbot):
    window.resize(1280, 720)
    sentences = window.docks["sentences"]
    qtbot.waitUntil(lambda: sentences.width() == pytest.approx(256, abs=3))
    window.sentences.filter.use("las < 0.9 and words > 2 and words < 200")
    qtbot.waitUntil(lambda: window.sentences.filter.found.isVisible())
    qtbot.waitUntil(lambda: sentences.width() == pytest.approx(256, abs=3))
    assert sentences.minimumSizeHint().width() <= 230
    line = window.sentences.filter.line
    qtbot.waitUntil(lambda: line.width() >= sentences.width() - 30)  # the button gives way
    window.sentences.filter.use("")
    qtbot.waitUntil(lambda: line.width() < sentences.width() - 60)


def test_rows_are_drawn_close_together_where_all_of_them_are_seen_then(window, qtbot):
    pictures = window.pictures
    window.resize(1280, 720)
    window.inspector.go(1)  # 32 words
    qtbot.waitUntil(lambda: pictures.look.options.tight and not pictures.panes.larger)
    assert pictures.panes.zoom >= 0.7 and pictures.overview.isHidden()
    assert not pictures.chosen_look.options.tight  # figures have spacing of their own
    window.inspector.go(0)
    assert not pictures.look.options.tight
    window.inspector.go(1)
    window.resize(1800, 1400)
    qtbot.waitUntil(lambda: not pictures.look.options.tight and pictures.panes.zoom >= 0.8)


def test_no_sentence_is_broken_that_fits_into_a_row_nor_are_versions_small(window, qtbot, tmp_path):
    words = [f"{n}\tword{n}\t_\tN\t_\t_\t{n - 1}\tdep\t_\t_\n" for n in range(1, 41)]
    fan = [word.replace(f"\t{n}\tdep", f"\t{min(n, 1)}\tdep") for n, word in enumerate(words)]
    text = "\n".join("".join(own) for own in (*(words[:count] for count in range(14, 20)), fan[:25])) + "\n"
    paths, pictures = written(tmp_path, text, text.replace("dep", "obj")), window.pictures
    for request, least in ((request_of(paths), 0.85), (Request.of_annotators(paths, versions=True), 0.75)):
        with qtbot.waitSignal(window.opener.ended):
            window.opener.open(request)
        window.docks["errors"].close()
        zooms = []
        for row in range(6):
            window.inspector.go(row)
            if pictures.look.options.tight and not any(diagram.strips for diagram in pictures.drawing.diagrams):
                zooms.append(pictures.panes.zoom)
        assert zooms and least <= min(zooms) < least + 0.1, "words and arcs close together are better than two rows"
        window.inspector.go(6)
        assert pictures.drawing.upright and not pictures.panes.larger, "rows would be smaller"


def test_rows_are_larger_where_as_much_is_seen_then(window, qtbot, tmp_path):
    heads = [0, *((number - 1) // 12 * 12 or 1 for number in range(2, 121))]  # arcs of a dozen words inside each other
    words = [f"{number}\tword\t_\tN\t_\t_\t{head}\tdep\t_\t_\n" for number, head in enumerate(heads, 1)]
    text = "".join(words) + "\n" + "".join(words[:40]) + "\n"
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request_of(written(tmp_path, text, text)))
    panes = window.pictures.panes
    window.resize(1280, 720)
    window.actions_.run("view.upright-if-long")  # rows, of which not all are seen
    qtbot.waitUntil(lambda: panes.larger and panes.zoom > 0.85)
    window.resize(1600, 2000)
    window.inspector.go(1)  # all are seen
    qtbot.waitUntil(lambda: not panes.larger and panes.zoom > 0.9)
    assert window.pictures._arrangement.share < 1.0


def test_in_a_low_pane_a_row_is_seen_with_the_one_it_is_compared_to(window, qtbot):
    pictures = window.pictures
    window.resize(1280, 720)
    window.docks["errors"].bring_up()
    window.inspector.go(1)  # 32 words
    qtbot.waitUntil(lambda: pictures.panes.larger)
    pane = pictures.panes.panes[0]

    def pairs():
        pair = pane.diagram.strips[2:3]
        return pictures.drawing.upright or (pair and pair[0] * pane.zoom <= pane.viewport().height())

    qtbot.waitUntil(pairs)

    def worth():
        shown = pictures.drawing
        return pictures.panes.worth(shown.diagrams, pictures.theme, names=shown.titles, beside=shown.beside, least=0.8)

    by_itself = worth()
    window.actions_.run("view.upright-if-long")
    assert not pictures.drawing.upright and by_itself >= min(worth(), 0.36) > 0
    window.actions_.run("view.upright-if-long")
    assert worth() >= by_itself
    window.docks["errors"].hide()
    qtbot.waitUntil(lambda: not pictures.panes.larger and not pictures.drawing.upright)


def test_where_no_pair_of_rows_has_the_height_words_run_down_the_page(window, qtbot):
    pictures = window.pictures
    window.inspector.go(1)
    qtbot.waitUntil(lambda: not pictures.drawing.upright)
    window.docks["errors"].bring_up()
    window.resize(1280, 420)
    qtbot.waitUntil(lambda: pictures.drawing.upright)
    across = pictures.chosen_look.options.layout
    assert across is Layout.UPRIGHT and window.inspector.look.options.layout is Layout.AUTO
    window.docks["errors"].hide()
    window.resize(1280, 1000)
    qtbot.waitUntil(lambda: not pictures.drawing.upright)


def test_another_layout_is_seen_from_its_beginning(window, qtbot):
    pictures, actions = window.pictures, window.actions_
    window.resize(1280, 540)
    window.inspector.go(1)  # 32 words
    actions.run("view.beside")
    qtbot.waitUntil(lambda: pictures.drawing.upright and pictures.panes.larger)
    [bar] = {pane.verticalScrollBar() for pane in pictures.panes.panes}
    qtbot.waitUntil(lambda: not pictures._settle.isActive())
    assert bar.value() == bar.minimum()


def test_a_dock_that_needs_less_height_than_before_ends_within_the_window(window):
    review = window.docks["review"]
    review.show()
    QApplication.processEvents()
    window.review.setMinimumHeight(300)
    QApplication.processEvents()
    assert review.height() > 300
    window.shares.fit()
    assert review.minimumHeight() < 300  # at once: it is not laid out anew once its sizes have been given


def test_what_has_to_be_scrolled_is_drawn_as_more_words_are_seen_or_larger_ones(window, qtbot, monkeypatch):
    pictures, asked = window.pictures, []
    window.resize(1280, 720)
    window.docks["errors"].bring_up()
    window.inspector.go(1)  # 32 words
    qtbot.waitUntil(lambda: pictures.panes.larger and not pictures._settle.isActive())
    rows, upright = Arrangement(close=True), Arrangement(close=True, layout=Layout.UPRIGHT)

    def chosen(worth_of_rows):
        def worth(diagrams, *_, least, **__):
            across = any(diagram.strips for diagram in diagrams)
            asked.append((across, least))
            return worth_of_rows if across else 0.5

        monkeypatch.setattr(pictures.panes, "worth", worth)
        return pictures._arranged(1, pictures._look(fitted=True))

    assert chosen(0.4) == upright and {*asked} == {(True, 0.8), (False, 0.8)}, "none is smaller than can be read"
    assert chosen(0.55) == upright and chosen(0.6) == rows, "no arc of words down the page is cut"


def test_a_title_tells_golds_by_their_numbers_however_little_room_it_has():
    assert _by_first_words("¹ content heads, ² function heads, ³ UD") == "¹ content, ² function, ³ UD"
    assert _by_first_words("¹ the one, ² the other") == "¹ the one, ² the other"


def test_words_run_down_the_page_rather_than_in_many_small_rows(window, qtbot, monkeypatch):
    pictures = window.pictures
    window.resize(1280, 720)
    window.inspector.go(1)  # 32 words
    qtbot.waitUntil(lambda: pictures.look.options.tight and not pictures.panes.larger)
    assert 0.7 <= pictures.panes.zoom < 0.9 and not pictures.drawing.upright, "two rows may be small"
    monkeypatch.setattr(pictures.panes, "largest", lambda diagrams, *_, **__: 0.75 if diagrams[0].strips else 0.5)
    look = pictures._look(fitted=True)
    assert pictures._arranged(1, look).layout is Layout.AUTO
    monkeypatch.setattr("goldleaf.viewer.window.picture_view.FEW_ROWS", 1)
    assert pictures._arranged(1, look) == Arrangement(close=True, layout=Layout.UPRIGHT)


def test_the_toolbar_says_whether_words_run_down_the_page(window):
    upright = window.actions_["view.upright"]
    button = next(each for each in window.toolbar.segments[1].buttons if each.defaultAction() is upright)
    window.actions_.refresh()
    assert not upright.isChecked()
    button.click()
    window.actions_.refresh()
    assert window.pictures.drawing.upright and button.isChecked()
