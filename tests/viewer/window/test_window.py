"""The window as a whole.

Also tests `desk`, `docks`, `picture_view`, `titles`, `toolbar` and the handlers, `handlers.beside` (its first steps in
`test_first_steps`), `handlers.go`, `handlers.look`, `handlers.files`, `panels.parts`, `panels.review`.
"""

import gc
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidgetItem

from goldleaf.viewer.diagram.options import Layout, Mode, Options, Row
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.dialogs.export import ExportDialog
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.state.settings import LEGEND, RECENT, THEME, WRAP
from goldleaf.viewer.window.window import MainWindow
from tests.viewer.session.test_document import cut_otherwise
from tests.viewer.window.windows import GOLD, press, written

# The offscreen platform says so of popups and floating windows.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


def opened(window, qtbot, paths):
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request_of(paths))


def test_the_demo_is_shown(window):
    assert window.windowTitle().endswith("gold.conllu – parse")
    assert len(window.pictures.panes.diagrams) == 2
    assert window.status.place.text().startswith("1/17  ·  demo-en-1  ·  gold.conllu:")
    assert window.pages.currentWidget() is window.pictures


def test_no_item_of_a_layout_is_kept(window):
    # When its widget goes elsewhere, Qt deletes it: what is made at its address later would be taken for it, and crash.
    window.actions_.run("edit.filter-words")
    assert not any(type(each) is QWidgetItem for each in gc.get_objects())


def test_nothing_open_says_what_to_do(empty_window):
    assert empty_window.pages.currentWidget() is empty_window.start
    assert not empty_window.actions_["go.next"].isEnabled()
    assert empty_window.actions_["file.open"].isEnabled()


def test_walks_with_keys(window):
    press(window, Qt.Key.Key_PageDown)
    assert window.inspector.row == 1
    press(window, Qt.Key.Key_PageUp)
    press(window, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert window.inspector.row == 16
    press(window, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert window.inspector.row == 0


def test_walks_from_error_to_error(window):
    window.inspector.go(5)
    press(window, Qt.Key.Key_N)
    assert window.inspector.row == 7  # the Czech sentence has none
    press(window, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert window.inspector.row == 5
    window.inspector.go(14)
    press(window, Qt.Key.Key_N)
    assert window.inspector.row == 14
    assert "No sentence with a difference after" in window.statusBar().currentMessage()


def test_steps_through_the_differences(window, qtbot):
    window.inspector.go(1)
    qtbot.waitUntil(lambda: window.differences.model.rowCount() > 1)
    listed = [difference.place for difference in window.inspector.differences if difference.scored]
    seen = []
    for _ in listed:
        press(window, Qt.Key.Key_Period)
        seen.append(int(window.inspector.selection.name))
        assert window.differences.view.currentIndex().row() == window.differences.model.row_of(
            window.inspector.selection
        )
    assert seen == listed
    press(window, Qt.Key.Key_Period)
    assert "No further difference" in window.statusBar().currentMessage()
    press(window, Qt.Key.Key_Comma)
    assert window.inspector.selection.name == str(listed[-2])


def test_walks_the_tree(window):
    press(window, Qt.Key.Key_Right)
    assert window.inspector.selection == Key(Side.GOLD, "word", "1")
    press(window, Qt.Key.Key_Up)
    assert window.inspector.selection.name == "2"
    press(window, Qt.Key.Key_Up)
    press(window, Qt.Key.Key_Down)
    assert window.inspector.selection.name == "2"
    press(window, Qt.Key.Key_Right)
    assert window.inspector.selection.name == "3"
    assert "word 3 ‘repaired’ root" in window.status.selection.text()


def test_arrows_are_mirrored_from_right_to_left(window):
    window.inspector.go(9)
    window.pictures.select_word(3)
    press(window, Qt.Key.Key_Left)
    assert window.inspector.selection.name == "4"


def test_single_letters_act_in_pictures_only(window):
    window.sentences.filter.focus()
    QTest.keyClicks(window.sentences.filter.line, "nv")
    assert window.inspector.row == 0 and window.inspector.look.mode == Mode.STACKED
    assert window.sentences.filter.line.text() == "nv"


def test_a_click_on_a_difference_selects_in_the_picture(window, qtbot):
    window.inspector.go(1)
    qtbot.waitUntil(lambda: window.differences.model.rowCount() > 1)
    view = window.differences.view
    index = window.differences.model.index(1)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
    wanted = window.differences.model.rows[1].keys[0]
    assert window.inspector.selection == wanted
    assert window.pictures.panes.panes[0].selection == wanted
    assert window.pictures.text._selected == {window.differences.model.rows[1].place}


def test_a_selection_in_the_picture_is_found_in_the_list(window, qtbot):
    qtbot.waitUntil(lambda: window.differences.model.rowCount() == 1)
    window.pictures.panes.selected.emit(Key(Side.PARSE, "arc", "10"))
    assert window.differences.view.currentIndex().row() == 0
    window.pictures.panes.selected.emit(Key(Side.PARSE, "arc", "1"))
    assert window.differences.view.currentIndex().row() == -1


def test_a_click_on_a_word_of_the_text_selects_it(window):
    text = window.pictures.text
    cursor = text.textCursor()
    cursor.setPosition(text.toPlainText().index("strip") + 2)
    QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=text.cursorRect(cursor).center())
    assert window.inspector.selection == Key(Side.GOLD, "word", "10")


def test_modes(window):
    press(window, Qt.Key.Key_V)
    assert window.inspector.look.mode == Mode.BESIDE and window.actions_["view.beside"].isChecked()
    press(window, Qt.Key.Key_V)
    assert len(window.pictures.panes.diagrams) == 1
    window.actions_["view.stacked"].trigger()
    assert len(window.pictures.panes.diagrams) == 2


def test_toggles(window):
    def states(side):
        return {
            shape.state
            for diagram in window.pictures.panes.diagrams
            for shape in diagram.shapes
            if shape.role == "arc" and shape.key.side == side
        }

    assert {State.MATCHED, State.WRONG_HEAD} <= states("gold") & states("parse")
    press(window, Qt.Key.Key_G)
    assert State.WRONG_HEAD not in states("gold") and State.WRONG_HEAD in states("parse")
    press(window, Qt.Key.Key_P)
    assert State.WRONG_HEAD not in states("parse")
    press(window, Qt.Key.Key_M)
    assert State.MATCHED not in states("gold") | states("parse")
    assert not window.actions_["view.matched"].isChecked()


def test_only_differences(window):
    press(window, Qt.Key.Key_O)
    arcs = [shape for diagram in window.pictures.panes.diagrams for shape in diagram.shapes if shape.role == "arc"]
    assert {arc.state for arc in arcs} == {State.WRONG_HEAD}


def test_rows_under_the_words(window):
    window.actions_["rows.lemma"].trigger()
    assert window.inspector.look.options.rows == (Row.TAG, Row.LEMMA)
    window.actions_["rows.tag"].trigger()
    assert window.inspector.look.options.rows == (Row.LEMMA,)


def test_gold_only_and_back(window):
    press(window, Qt.Key.Key_0)
    assert len(window.pictures.panes.diagrams) == 1 and not window.actions_["view.blink"].isEnabled()
    press(window, Qt.Key.Key_1)
    assert len(window.pictures.panes.diagrams) == 2


def test_the_parse_chooser(window, qtbot, tmp_path):
    gold, parse = written(tmp_path)
    opened(window, qtbot, [gold, parse, gold])
    press(window, Qt.Key.Key_2)
    assert window.inspector.parse == 1 and window.toolbar._parses.currentText() == "gold"
    assert window.inspector.differences == ()
    window.toolbar._parses.activated.emit(1)
    assert window.inspector.parse == 0


def test_zoom(window):
    zoom = window.pictures.panes.zoom
    window.actions_["zoom.in"].trigger()
    assert window.status.zoom.text() == f"{1.2 * zoom:.0%}"
    window.actions_["zoom.actual"].trigger()
    assert window.status.zoom.text() == "100%"


def test_the_toolbar_gives_up_texts_where_they_have_no_room(window):
    bar = window.toolbar
    buttons = [button for button in map(bar.widgetForAction, bar.actions()) if button is not None]
    needed = {}
    texts = [bar.segments[0].buttons[0], bar.widgetForAction(window.actions_["view.only-differences"]), bar._show]
    for width in range(2300, 1158, -20):
        window.resize(width, 800)
        QApplication.processEvents()
        assert bar.sizeHint().width() <= bar.width() == width
        assert all(button.isVisible() for button in buttons if button is not bar._label)
        styles = (*(button.toolButtonStyle() for button in texts), bar._label.isVisible())
        needed.setdefault(styles, bar.sizeHint().width())
    both, text, icon = (
        Qt.ToolButtonStyle.ToolButtonTextBesideIcon,
        Qt.ToolButtonStyle.ToolButtonTextOnly,
        Qt.ToolButtonStyle.ToolButtonIconOnly,
    )
    first = [(both, both, both, True), (text, both, both, True), (text, both, icon, True)]
    assert [*needed] == [*first, (text, icon, icon, True), (text, icon, icon, False)]
    for wider, narrower in pairwise(needed.values()):  # no text is given up as long as there is room for it
        window.resize(wider, 800)
        QApplication.processEvents()
        assert bar.sizeHint().width() == wider > narrower
    # Then the last buttons go; the words of view and way to compare stay, as long as these have room for themselves.
    export, words = bar.widgetForAction(window.actions_["figure.export"]), [*bar.segments[0].buttons]
    for width, style in ((1000, text), (500, icon)):
        window.resize(width, 800)
        QApplication.processEvents()
        assert {button.toolButtonStyle() for button in words} == {style} and bar.segments[1].isVisible()
        assert not export.isVisible()


def test_the_name_of_a_parse_is_whole_before_others_have_texts(window, qtbot, tmp_path):
    bar, paths = window.toolbar, (tmp_path / "gold.conllu", tmp_path / "parse-segmented.conllu")
    for path in paths:
        path.write_text(GOLD)
    opened(window, qtbot, paths)
    for width in range(2300, 1158, -20):
        window.resize(width, 800)
        QApplication.processEvents()
        whole = bar._parses.width() >= bar._parses.sizeHint().width()
        assert whole or bar._show.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly
    assert bar._parses.sizeHint().width() > 110


def test_the_legend(window):
    assert window.pictures.legend.isVisible() and window.pictures.legend.height() > 20
    press(window, Qt.Key.Key_K)  # until one has seen enough of it
    assert not window.pictures.legend.isVisible() and not window.settings.get(LEGEND)


def test_long_sentences_wrap(window):
    window.inspector.go(3)
    narrow = window.pictures.panes.diagrams[0].width
    assert 0.8 * narrow <= window.pictures.panes.width()
    press(window, Qt.Key.Key_W)
    wide = window.pictures.panes.diagrams[0].width
    assert narrow < wide and not window.settings.get(WRAP)


def test_themes(window):
    for name in ("dark", "high-contrast", "paper-bw", "paper-color", "light"):
        window.actions_[f"theme.{name}"].trigger()
        assert window.pictures.theme.name == name
        assert window.settings.get(THEME) == name


def test_a_bad_file_shows_an_error_and_keeps_the_document(window, qtbot, tmp_path):
    before = window.inspector.document
    bad = tmp_path / "bad.conllu"
    bad.write_text("no treebank at all\n")
    with qtbot.waitSignal(window.opener.failed):
        window.opener.open(request_of([bad]))
    assert window.error.isVisible() and "bad.conllu" in window.error.text
    assert window.inspector.document is before
    qtbot.waitUntil(lambda: not window.opener.loading)


def test_a_parse_of_another_text_is_told_and_shown_all_the_same(window, qtbot, tmp_path):
    words = [f"{number}\tw{number}\t_\tN\t_\t_\t{number - 1}\tdep\t_\t_\n" for number in range(1, 31)]
    gold, parse = "".join(words) + "\n", "".join(words).replace("\tw", "\tv") + "\n"
    opened(window, qtbot, written(tmp_path, gold=gold, parse=parse))
    qtbot.waitUntil(window.error.isVisible)
    assert "almost no words in common: 0 of 30; are they of the same text" in window.error.text
    assert len(window.inspector.document) == 1
    opened(window, qtbot, written(tmp_path))
    assert not window.error.isVisible()


def test_an_error_goes_when_a_file_is_opened(window, qtbot, tmp_path):
    window.desk.fail("odd")
    opened(window, qtbot, written(tmp_path))
    assert not window.error.isVisible()


def test_a_sentence_that_the_parse_lacks_says_so(window, qtbot, tmp_path):
    opened(window, qtbot, written(tmp_path, parse=GOLD.split("# sent_id = a-3")[0]))
    window.inspector.go(2)
    assert window.pictures.reason.isVisible()
    assert window.pictures.reason.text.startswith("All counts as wrong: ")
    assert "is not in" in window.pictures.reason.text
    qtbot.waitUntil(lambda: "counts as wrong" in window.differences._hint.text())
    assert len(window.pictures.panes.diagrams) == 1
    window.inspector.go(0)
    assert not window.pictures.reason.isVisible()


def test_sentences_that_the_gold_lacks_are_told(window, qtbot, tmp_path):
    opened(window, qtbot, written(tmp_path, gold=GOLD.split("# sent_id = a-3")[0], parse=GOLD))
    window.inspector.go(1)
    assert window.pictures.reason.isVisible()
    assert "lacks a sentence of the parse" in window.pictures.reason.text
    assert "Dogs bark loudly" in window.pictures.reason.text
    window.inspector.go(0)
    assert not window.pictures.reason.isVisible()


def test_sentences_that_are_shown_as_one_are_told(window, qtbot, tmp_path):
    joined = GOLD.replace(
        "0\troot\t_\t_\n\n# sent_id = a-3\n1\tDogs\tdog\tNOUN\tNNS\t_\t2",
        "0\troot\t_\t_\n3\tDogs\tdog\tNOUN\tNNS\t_\t4",
    )
    joined = joined.replace("2\tbark\tbark\tVERB\tVBP\t_\t0", "4\tbark\tbark\tVERB\tVBP\t_\t2").replace(
        "3\tloudly\tloudly\tADV\tRB\t_\t2", "5\tloudly\tloudly\tADV\tRB\t_\t4"
    )
    opened(window, qtbot, written(tmp_path, parse=joined))
    window.inspector.go(1)
    assert window.pictures.reason.text.startswith(
        "2 sentences of the gold (2–3), 1 sentence of the parse: split differently"
    )
    window.inspector.go(0)
    assert not window.pictures.reason.isVisible()


def test_words_that_differ_are_listed_as_differences(window, qtbot, tmp_path):
    opened(window, qtbot, written(tmp_path, parse=GOLD.replace("It\t", "That\t")))
    window.inspector.go(1)
    assert not window.pictures.reason.isVisible()
    assert len(window.pictures.panes.diagrams) == 2
    verdicts = [difference.verdict for difference in window.inspector.differences]
    assert verdicts[:2] == ["word of the gold only", "word of the parse only"]


def test_segmentation_errors_are_counted_walked_through_and_filtered(window, qtbot, tmp_path):
    opened(window, qtbot, written(tmp_path, parse=GOLD.replace("It\t", "That\t")))
    assert [column.title for column in window.sentences.model.columns][-1] == "≠ words"
    assert window.inspector.document.table["words_differ"].to_list() == [0, 1, 0]
    press(window, Qt.Key.Key_J)
    assert window.inspector.row == 1
    press(window, Qt.Key.Key_J)
    assert window.inspector.row == 1
    assert "other words" in window.statusBar().currentMessage()
    window.actions_["edit.filter-words"].trigger()
    qtbot.waitUntil(lambda: window.inspector.filtered)
    assert window.inspector.rows.tolist() == [1]


def test_without_segmentation_errors_there_is_no_column_of_them(window, qtbot, tmp_path):
    opened(window, qtbot, written(tmp_path))
    assert "words_differ" not in [column.name for column in window.sentences.model.columns]


def test_a_file_without_sentences_says_so_among_the_problems(window, qtbot, tmp_path):
    opened(window, qtbot, [written(tmp_path, "")[0]])
    assert ["no sentences" in problem.message for problem in window.problems.problems] == [True]


def test_an_unreadable_sentence_is_shown_as_text(window, qtbot, tmp_path):
    opened(window, qtbot, written(tmp_path, GOLD.replace("1\tIt\tit", "1\tIt")))
    lines = [problem.line for problem in window.problems.problems]
    assert window.docks["problems"].windowTitle() == f"Problems ({len(lines)})"
    window.status.problems.click()
    assert window.docks["problems"].isVisible()
    window.problems.go(lines.index(11))
    assert window.inspector.row == 1
    assert window.pictures.source.isVisible()
    assert "1\tIt\tPRON" in window.pictures.source.toPlainText()
    window.inspector.go(0)
    assert not window.pictures.source.isVisible()


def test_an_unreadable_sentence_of_a_parse_that_is_cut_otherwise_is_shown_as_text(empty_window, qtbot, tmp_path):
    opened(empty_window, qtbot, cut_otherwise(tmp_path, 2))
    empty_window.inspector.go(1)
    pictures = empty_window.pictures
    qtbot.waitUntil(pictures.source.isVisible)
    assert "15  1\tbirds\t_\t_" in pictures.source.toPlainText()
    assert "parse.conllu:15: sentence 3 could not be read" in pictures.reason.text


def test_cancelling_keeps_what_is_shown(window, qtbot, tmp_path):
    path, _ = written(tmp_path, GOLD * 40_000)
    window.opener.opened.connect(lambda _: window.status.cancel.click())
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request_of([path]))
    assert "incomplete" in window.status.state.text()
    assert not window.inspector.document.complete
    assert not window.status._progress.isVisible()


def test_a_changed_file_offers_to_be_read_again(window, qtbot, tmp_path):
    window.opener._settle.setInterval(20)
    gold, parse = written(tmp_path)
    opened(window, qtbot, [gold, parse])
    with qtbot.waitSignal(window.opener.changed_on_disk):
        parse.write_text(GOLD, encoding="utf-8")
    assert window.news.isVisible() and "parse.conllu has changed" in window.news.text
    with qtbot.waitSignal(window.opener.ended):
        window.news._buttons[0].click()
    assert window.inspector.document.table["differences"].to_list() == [0, 0, 0]
    assert not window.news.isVisible()


def dropped(window, paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(
        QPointF(50, 50), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.dropEvent(event)


def test_files_are_dropped_on_an_empty_window(empty_window, qtbot, tmp_path):
    with qtbot.waitSignal(empty_window.opener.ended):
        dropped(empty_window, written(tmp_path))
    assert [parse.name for parse in empty_window.inspector.document.parses] == ["parse"]


@pytest.mark.parametrize(("how", "parses"), [("As parse", ["parse", "other"]), ("As gold", [])])
def test_files_are_dropped_on_an_open_treebank(window, qtbot, tmp_path, monkeypatch, how, parses):
    gold, parse = written(tmp_path)
    opened(window, qtbot, [gold, parse])
    (tmp_path / "other.conllu").write_text(GOLD, encoding="utf-8")

    def choose(box):
        next(button for button in box.buttons() if button.text() == how).click()

    monkeypatch.setattr(QMessageBox, "exec", choose)
    with qtbot.waitSignal(window.opener.ended):
        dropped(window, [tmp_path / "other.conllu"])
    assert [parse.name for parse in window.inspector.document.parses] == parses


def test_a_figure_is_called_as_a_file_may_be(window, qtbot, tmp_path, monkeypatch):
    opened(window, qtbot, written(tmp_path, GOLD.replace("a-1", f".a/1{120 * 'b'}"), None))
    asked = []
    monkeypatch.setattr(ExportDialog, "exec", lambda dialog: asked.append(Path(dialog.folder.text()).name))
    window.figures.export()
    assert asked == [f"a-1{96 * 'b'}.pdf"]


def test_recent_files(window, qtbot, tmp_path):
    assert window.settings.get(RECENT) == [[""]]  # the demo is no file of the user's
    opened(window, qtbot, written(tmp_path))
    window.files.fill_recent(window.recent_menu)
    assert [action.text() for action in window.recent_menu.actions()] == [f"{tmp_path.name}/gold.conllu – parse"]
    window.files.open_demo()
    qtbot.waitUntil(lambda: not window.opener.loading)
    with qtbot.waitSignal(window.opener.ended):
        window.recent_menu.actions()[0].trigger()
    assert len(window.inspector.document) == 3


def shown_titles(window):
    """What stands above the pictures that are seen, without what is wrong in the sentence."""
    titles = [titled.bar for titled in window.pictures.panes._all if titled.bar.isVisible()]
    notes = ["  ·  ".join(filter(None, (bar.title.name, bar.title.note))) for bar in titles]
    return [note.removesuffix("  ·  1 error: 1 wrong head and label") for note in notes]


def test_what_a_toggle_hides_is_said_above_the_pictures(window):
    assert shown_titles(window) == ["gold", "parse"]
    press(window, Qt.Key.Key_P)
    assert shown_titles(window) == ["gold", "parse  ·  parse-only hidden"]
    press(window, Qt.Key.Key_M)
    assert shown_titles(window) == ["gold  ·  matched hidden", "parse  ·  matched, parse-only hidden"]
    window.actions_["view.overlay"].trigger()
    assert shown_titles(window) == ["gold above, parse below  ·  matched, parse-only hidden"]
    press(window, Qt.Key.Key_P)
    press(window, Qt.Key.Key_M)
    press(window, Qt.Key.Key_G)
    press(window, Qt.Key.Key_O)
    assert shown_titles(window) == ["gold above, parse below  ·  gold-only hidden  ·  only differences"]


def test_a_toggle_hides_nothing_where_there_is_one_tree_only(window):
    press(window, Qt.Key.Key_P)
    press(window, Qt.Key.Key_0)
    assert "hidden" not in "".join(shown_titles(window))


def test_the_side_that_is_seen_says_what_is_hidden(window):
    press(window, Qt.Key.Key_P)
    window.look.show_side(1)
    assert shown_titles(window)[0] == "parse  ·  parse-only hidden"


def test_what_a_toggle_hid_is_shown_at_the_next_start(window, qtbot):
    for identity in ("view.matched", "view.gold-only", "view.parse-only"):
        window.actions_[identity].trigger()
    window.close()
    other = MainWindow()
    qtbot.addWidget(other)
    assert other.inspector.look.options == Options(layout=Layout.AUTO)


def test_settings_come_back_in_a_new_window(window, qtbot):
    window.actions_["view.overlay"].trigger()
    window.actions_["view.only-differences"].trigger()
    window.actions_["rows.features"].trigger()
    window.actions_["theme.dark"].trigger()
    window.docks["scores"].hide()
    window.resize(780, 620)  # a geometry is restored as far as the screen has room
    size = window.size()
    window.close()
    other = MainWindow()
    qtbot.addWidget(other)
    assert other.inspector.look.mode == Mode.OVERLAY
    assert other.inspector.look.options.only_differences
    assert other.inspector.look.options.rows == (Row.TAG, Row.FEATURES)
    assert other.pictures.theme.name == "dark"
    assert other.size() == size
    other.files.open_demo()
    assert other.docks["scores"].isHidden() and not other.docks["sentences"].isHidden()


def test_panels_are_put_back(window):
    window.docks["sentences"].setFloating(True)
    window.docks["differences"].hide()
    window.actions_["view.reset-docks"].trigger()
    assert not window.docks["sentences"].isFloating() and not window.docks["differences"].isHidden()


def test_copies(window):
    clipboard = QGuiApplication.clipboard()
    window.actions_["figure.copy-svg"].trigger()
    assert clipboard.text().startswith("<?xml") and clipboard.mimeData().hasFormat("image/svg+xml")
    window.actions_["figure.copy-tikz"].trigger()
    assert r"\begin{dependency}" in clipboard.text()
    window.actions_["figure.copy-image"].trigger()
    assert clipboard.image().width() > 400
    window.actions_["edit.copy-text"].trigger()
    assert clipboard.text().startswith("The binder repaired")
    window.actions_["edit.copy-scores"].trigger()
    assert "LAS\t91.67" in clipboard.text()


def test_scoring_choices(window, qtbot):
    with qtbot.waitSignal(window.opener.ended):
        window.actions_["score.attachment.punctuation.include"].trigger()
    assert window.inspector.metric.chosen["punctuation"] == "include"
    assert window.actions_["score.attachment.punctuation.include"].isChecked()


def test_a_card_by_the_pointer(window):
    panes = window.pictures.panes
    panes.hovered.emit(Key(Side.PARSE, "arc", "10"), panes.mapToGlobal(QPoint(200, 100)))
    card = window.pictures.card
    texts = [label.text() for label in card._labels if label.isVisible()]
    assert card.isVisible() and texts[0] == "gold" and "obl of repaired" in texts[1]
    assert "nmod of atlas" in texts[3] and "wrong head and label" in texts[3]
    panes.hovered.emit(None, QPoint())
    assert not card.isVisible()


def test_everything_has_an_accessible_name(window):
    for widget in (window.sentences.view, window.scores.view, window.differences.view, window.problems.view):
        assert widget.accessibleName()
    assert window.sentences.filter.line.accessibleName()
    assert window.pictures.text.accessibleName() and "binder" in window.pictures.text.accessibleDescription()


def test_paths_may_be_relative(window, qtbot, tmp_path, monkeypatch):
    written(tmp_path)
    monkeypatch.chdir(tmp_path)
    opened(window, qtbot, [Path("gold.conllu"), Path("parse.conllu")])
    assert window.settings.get(RECENT)[0][0] == str(tmp_path / "gold.conllu")


def test_escape_leads_back_to_the_picture(window):
    window.actions_["edit.filter"].trigger()
    assert window.sentences.filter.line.hasFocus()
    QTest.keyClick(window.sentences.filter.line, Qt.Key.Key_Escape)
    assert window.pictures.panes.panes[0].hasFocus()


def test_the_arrow_of_sorting_goes_with_the_order(window, qtbot, tmp_path):
    header = window.sentences.view.horizontalHeader()
    header.setSortIndicator(3, Qt.SortOrder.AscendingOrder)
    assert window.inspector.order == ("las", False)
    opened(window, qtbot, written(tmp_path))
    assert window.inspector.order == (None, False) and header.sortIndicatorSection() == -1


def test_the_menu_of_a_picture_is_about_what_is_pointed_at(window):
    pane = window.pictures.panes.panes[0]
    shape = next(shape for shape in pane.diagram.shapes if shape.key == Key(Side.GOLD, "word", "3"))
    place = pane.mapFromScene(QPointF(shape.x, shape.y - 4))
    menus = []
    window.pictures.menu_wanted.disconnect()
    window.pictures.menu_wanted.connect(menus.append)
    point = pane.viewport().mapToGlobal(place)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, window.pictures.mapFromGlobal(point), point)
    window.pictures.contextMenuEvent(event)
    assert menus == [event] and window.inspector.selection == shape.key


def test_the_card_hides_none_of_the_words_that_it_is_about(window):
    window.resize(1400, 800)
    panes = window.pictures.panes.panes
    for name in ("2", "5"):
        key = Key(Side.GOLD, "arc", name)
        words = [area for pane in panes for area in pane.seen({Key(side, "word", name) for side in Side})]
        assert words
        window.pictures._show_card(key, words[0].center())
        card = window.pictures.card
        covered = QRect(card.mapToGlobal(QPoint(0, 0)), card.size())
        assert card.isVisible() and not any(covered.intersects(word) for word in words)
