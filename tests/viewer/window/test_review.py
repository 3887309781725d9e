"""Reviewing in the window: by key alone, in a second window, blind; what comes of it as files.

Also tests `handlers.sessions`, `handlers.verdicts`, `panels.review`, `dialogs.review`.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sqlite3
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QMessageBox, QPushButton, QToolButton, QWidget

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.cli import main
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.dialogs.review import (
    AgreedDialog,
    AllSuchDialog,
    FaultsDialog,
    NewReviewDialog,
    NoteDialog,
    ReviewerDialog,
    SaveTreebankDialog,
)
from goldleaf.viewer.review.judgements import Judgement, Place
from goldleaf.viewer.review.store import Store, request_of
from goldleaf.viewer.session.blind import HIDDEN
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.state.reviewing import NOTHING_SELECTED
from goldleaf.viewer.state.settings import REVIEWER
from goldleaf.viewer.window.window import MainWindow
from tests.viewer.window.test_adjudication import picture_texts, table
from tests.viewer.window.windows import GOLD, PARSE, names, press, written

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
WHOSE = re.compile(r"\b(gold|parse|wrong|missing|extra)\b|\.conllu", re.IGNORECASE)
MANY = "".join(GOLD.replace("a-", f"{number}-") for number in range(12))
MANY_PARSED = "".join(PARSE.replace("a-", f"{number}-") for number in range(12))


def opened(window, qtbot, request):
    window.opener.open(request)
    qtbot.waitUntil(lambda: window.inspector.document is not None and not window.opener.loading)
    window.pictures.set_legend(True)
    window.pictures.focus()
    return window


def begun(window, qtbot, paths, *, blind=False, layers=(Layer.ARC,)):
    opened(window, qtbot, request_of(paths))
    window.sessions.create(paths[0].with_name("s.goldleaf"), layers, "anna", blind=blind)
    assert window.reviewing.can_write and not window.error.isVisible()
    return window


@pytest.fixture
def reviewing(empty_window, qtbot, tmp_path):
    return begun(empty_window, qtbot, written(tmp_path))


@pytest.fixture
def blind(empty_window, qtbot, tmp_path):
    return begun(empty_window, qtbot, written(tmp_path, MANY, MANY_PARSED), blind=True)


def test_a_parse_may_be_called_gold(empty_window, qtbot, tmp_path):
    gold, parse = written(tmp_path)
    (tmp_path / "system").mkdir()
    window = begun(empty_window, qtbot, [gold, parse.rename(tmp_path / "system" / "gold.conllu")])
    assert [side.name for side in window.reviewing.store.sides] == ["gold", "gold (2)"]
    window.inspector.go(0)
    press(window, Qt.Key.Key_N)
    press(window, Qt.Key.Key_R)
    assert said(window)


def said(window):
    return {(one.place.item, one.verdict) for one in window.reviewing.judgements}


def filtered(window, qtbot, query):
    window.sentences.filter.line.setText(query)
    with qtbot.waitSignal(window.sentences.filter._work.ended):
        window.sentences.filter.apply()
    assert not window.sentences.filter.error.isVisible(), query
    return window.inspector.rows.tolist()


def idle(window, qtbot):
    qtbot.waitUntil(lambda: not window.sessions.work.busy)


def test_by_key_alone(reviewing):
    window = reviewing
    press(window, Qt.Key.Key_A)
    assert said(window) == {("5", "gold")}
    press(window, Qt.Key.Key_R)
    assert said(window) == {("5", "gold"), ("6", "parse")}
    window.inspector.go(2)
    for pressed, modifier, verdict in (
        (Qt.Key.Key_U, Qt.KeyboardModifier.NoModifier, "unsure"),
        (Qt.Key.Key_S, Qt.KeyboardModifier.NoModifier, "skip"),
        (Qt.Key.Key_Equal, Qt.KeyboardModifier.NoModifier, "both"),
        (Qt.Key.Key_Minus, Qt.KeyboardModifier.NoModifier, "neither"),
    ):
        window.inspector.select(None)  # what was judged last is chosen anew
        press(window, Qt.Key.Key_Period)
        press(window, pressed, modifier)
        assert said(window) == {("3", verdict)}
    press(window, Qt.Key.Key_Delete)
    assert said(window) == set()
    for _ in range(2):
        press(window, Qt.Key.Key_Z, CONTROL)
    assert said(window) == {("3", "both")}
    press(window, Qt.Key.Key_Z, CONTROL | SHIFT)
    assert said(window) == {("3", "neither")}

    press(window, Qt.Key.Key_Y)
    line = window.mending.editor.line
    QTest.keyClick(line, Qt.Key.Key_Left)
    QTest.keyClick(line, Qt.Key.Key_Return)
    QTest.keyClicks(line, "obl:arg")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert said(window) == {("3", "1:obl:arg")}


def test_keys_after_the_last_difference_judge_nothing_and_say_so(reviewing):
    """A run of keys for two differences, with one key too many: the last verdict is not turned round."""
    window = reviewing
    for pressed in (Qt.Key.Key_A, Qt.Key.Key_A, Qt.Key.Key_R, Qt.Key.Key_R):
        press(window, pressed)
    assert said(window) == {("5", "gold"), ("6", "gold")} and len(window.reviewing.history) == 2
    assert window.statusBar().currentMessage() == "All decided; Ctrl+Return"
    press(window, Qt.Key.Key_Z, CONTROL)
    assert said(window) == {("5", "gold")}
    press(window, Qt.Key.Key_R)  # was taken back, so it can be judged
    assert said(window) == {("5", "gold"), ("6", "parse")}
    press(window, Qt.Key.Key_Comma)
    press(window, Qt.Key.Key_R)
    assert window.status.act.text() == "parse: book in sentence 1  (Ctrl+Z takes it back)"
    assert said(window) == {("5", "parse"), ("6", "parse")}


def test_a_verdict_on_the_sentence_is_shift_and_asks_where_it_takes_more_than_heads(
    empty_window, qtbot, tmp_path, monkeypatch
):
    window, asked = begun(empty_window, qtbot, written(tmp_path), layers=(Layer.ARC, Layer.TAG)), []
    window.inspector.select(None)
    press(window, Qt.Key.Key_A)
    assert window.statusBar().currentMessage() == NOTHING_SELECTED and not said(window)
    for answer in (QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Yes):
        monkeypatch.setattr(QMessageBox, "exec", lambda box, answer=answer: asked.append(box.text()) or answer)
        press(window, Qt.Key.Key_R, SHIFT)
        assert bool(said(window)) == (answer == QMessageBox.StandardButton.Yes)
    assert asked == ["Say “parse” of all heads and labels, tags of this sentence?"] * 2
    assert said(window) == {("", "parse")} and len(window.reviewing.judgements) == 2


def test_heads_of_the_sentence_are_taken_without_a_question(reviewing):
    press(reviewing, Qt.Key.Key_A, SHIFT)
    assert said(reviewing) == {("", "gold")}
    assert reviewing.status.act.text() == "gold: all of sentence 1  (Ctrl+Z takes it back)"
    press(reviewing, Qt.Key.Key_Z, CONTROL)
    assert reviewing.status.act.text() == "Undone: gold: all of sentence 1  (Ctrl+Y does it again)"


def test_the_first_open_place_is_selected(reviewing):
    window = reviewing
    assert window.reviewing.about == "book"
    press(window, Qt.Key.Key_A)
    window.inspector.go(2)
    window.inspector.go(0)
    assert window.reviewing.about == "."


def test_who_has_mended_another_word_is_taken_to_what_is_open(reviewing):
    """And does not say by a second key that the sentence is done before having seen it."""
    window = reviewing
    window.pictures.select_word(1)
    press(window, Qt.Key.Key_Return, CONTROL)
    assert window.inspector.row == 0 and window.reviewing.about == "book"


def test_how_far_a_review_is_is_read_in_full(reviewing):
    view, columns = reviewing.sentences.view, [column.name for column in reviewing.sentences.model.columns]
    assert view.columnWidth(columns.index("state")) >= view.fontMetrics().horizontalAdvance("conflict") + 8


def test_what_is_open_is_said_before_a_sentence_is_done(reviewing):
    window = reviewing
    press(window, Qt.Key.Key_Return, CONTROL)
    assert window.inspector.row == 0 and window.inspector.marks["reviewed"].sum() == 0
    assert window.statusBar().currentMessage().startswith("2 places of this sentence are open: Ctrl+Return once more")
    press(window, Qt.Key.Key_A)
    press(window, Qt.Key.Key_Return, CONTROL)
    assert window.inspector.row == 1 and window.inspector.marks["reviewed"].sum() == 1, "it asks once"
    window.inspector.go(2)
    window.actions_.run("review.ask-open")
    press(window, Qt.Key.Key_Return, CONTROL)
    assert window.inspector.marks["reviewed"].sum() == 2


def test_places_are_counted_listed_and_found(reviewing, qtbot):
    window = reviewing
    assert window.status.review.text() == "3 of 3 places open"
    window.actions_.run("review.left")
    qtbot.waitUntil(lambda: window.left.view.rows.rowCount() == 3)

    def cells(row):
        return [window.left.view.rows.cell(row, column).text for column in range(5)]

    def lit():
        return [index.row() for index in window.left.view.selectionModel().selectedRows()]

    assert cells(0) == ["1", "open", "book", "heads and labels", "gold: 3 obj · parse: 2 nmod"]
    qtbot.waitUntil(lambda: lit() == [0])  # where one is
    window.inspector.go(1)
    qtbot.waitUntil(lambda: lit() == [])
    window.inspector.go(0)
    press(window, Qt.Key.Key_U)
    qtbot.waitUntil(lambda: cells(0)[1] == "unsure")
    press(window, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: window.left.view.rows.rowCount() == 2)
    window.left.go(1)
    assert window.inspector.row == 2 and window.reviewing.about == "loudly"
    qtbot.waitUntil(lambda: lit() == [1])
    view, [current] = window.left.view, window.left.view.selectionModel().selectedRows()
    window.left.setFixedHeight(view.horizontalHeader().height() + view.rowHeight(0) + 4)  # there is room for one
    qtbot.waitUntil(lambda: view.viewport().rect().contains(view.visualRect(current).center()))
    assert filtered(window, qtbot, "state = 'open'") == [2]
    assert filtered(window, qtbot, "state = 'unsure'") == filtered(window, qtbot, "verdict = 'unsure'") == [0]
    assert filtered(window, qtbot, "verdict != 'unsure' and left > 0") == [2]
    assert filtered(window, qtbot, "has(verdict = 'unsure')") == [0]
    window.sentences.filter.line.setText("")
    QTest.keyClicks(window.sentences.filter.line, "has(verd")
    assert window.sentences.filter._completion.offered == ["verdict"]
    QTest.keyClicks(window.sentences.filter.line, "ict = 'u")
    assert window.sentences.filter._completion.offered == ["'unsure'"]
    window.sentences.filter._completion._popup.hide()
    assert filtered(window, qtbot, "has(verdict = 'unsure')") == [0]
    assert window.inspector.found.hits.rows() == [(0, 5)]
    window.sessions.end()
    qtbot.waitUntil(lambda: window.left.view.rows.rowCount() == 0)


def adjudicating(window, qtbot, folder):
    """Three annotators, the third of whom alone differs at a place."""
    paths = [folder / f"{name}.conllu" for name in ("lotte", "morten", "nina")]
    texts = (GOLD, PARSE, PARSE.replace("\tobl\t", "\tiobj\t").replace("2\tdet", "3\tdet"))
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    opened(window, qtbot, Request.of_annotators(paths, ("lotte", "morten", "nina")))
    window.sessions.create(folder / "s.goldleaf", [Layer.ARC], "anna")
    return window


def test_five_places_are_seen_in_a_low_window_and_the_current_one_with_the_next(empty_window, qtbot, tmp_path):
    """Review gives way, and has its list again where there is room."""
    window = adjudicating(empty_window, qtbot, tmp_path)
    window.inspector.go(0)
    panel = window.differences
    window.resize(1280, 720)
    qtbot.waitUntil(lambda: panel.height() < panel.content + 25 and window.review.list.isVisible())
    panel.show_differences(tuple(replace(each) for _ in range(4) for each in window.inspector.differences))
    window.shares.fit()
    qtbot.waitUntil(lambda: panel.view.viewport().height() >= 5 * panel.view.sizeHintForRow(0))
    panel.view.setCurrentIndex(panel.model.index(0))
    window.resize(1280, 1400)
    qtbot.waitUntil(lambda: window.review.list.isVisible())
    window.inspector.select(None)
    window.inspector.select(panel.model.rows[1].keys[0])
    seen = panel.view.viewport().rect()
    assert all(seen.contains(panel.view.visualRect(panel.model.index(row))) for row in (1, 2))


def test_what_few_differences_leave_blank_is_the_reviews(empty_window, qtbot, tmp_path):
    window = adjudicating(empty_window, qtbot, tmp_path)
    window.inspector.go(0)
    window.resize(1280, 900)
    listed, panel = window.differences, window.review
    qtbot.waitUntil(lambda: panel.list.isVisible() and listed.height() < listed.content + 25)


def test_of_three_annotators_a_digit_chooses_a_reading(empty_window, qtbot, tmp_path):
    """Also the place that the third alone reads otherwise is listed, counted, gone to; a digit too many is none."""
    window = adjudicating(empty_window, qtbot, tmp_path)
    assert window.inspector.table["layer_differences"].to_list() == [3, 0, 1]
    qtbot.waitUntil(lambda: window.differences.model.rowCount() == 3)
    assert window.differences.model.rows[0].sentence.startswith("The: 1 lotte, morten (2): det of cat; 2 nina: det of")
    panel, named = window.review, ["lotte, morten  1", "nina  2"]
    qtbot.waitUntil(lambda: [button.text() for button in panel.readings if button.isVisible()] == named)
    texts = {button.text() for button in panel.findChildren(QToolButton) if button.isVisible()}
    assert len(texts) == 9 and not any(text.startswith(("Both", "lotte (A)", "morten (R)")) for text in texts)
    QTest.mouseClick(panel.readings[1], Qt.MouseButton.LeftButton)
    assert said(window) == {("1", "nina")}
    assert window.actions_["review.parse-all"].text() == "morten is right in all of the sentence"
    assert window.actions_["review.gold"].text() == "lotte is right" and not window.actions_["review.both"].isEnabled()
    window.actions_.run("review.undo")
    window.inspector.select(None)
    press(window, Qt.Key.Key_2)
    assert said(window) == set() and "Choose a difference first" in window.statusBar().currentMessage()
    press(window, Qt.Key.Key_Period)
    press(window, Qt.Key.Key_3)
    assert said(window) == set()
    press(window, Qt.Key.Key_2)
    press(window, Qt.Key.Key_2)
    assert said(window) == {("1", "nina"), ("5", "morten")}
    assert window.differences.delegate.verdict(window.differences.model.rows[0]) == "✓ 2"
    window.inspector.set_parse(1)
    press(window, Qt.Key.Key_R)
    assert ("6", "morten") in said(window), "nina reads it as morten does, and he stands first"
    press(window, Qt.Key.Key_N)
    assert window.inspector.row == 2
    window.review.show_now()
    assert "not shown" not in window.review.state.text()


def test_beside_the_result_the_title_names_the_annotators_alone(empty_window, qtbot, tmp_path):
    window = adjudicating(empty_window, qtbot, tmp_path)
    window.actions_.run("view.overlay")
    window.actions_.run("review.result")
    qtbot.waitUntil(lambda: [one.brief for one in window.pictures.titles] == ["lotte | morten, nina", "result"])
    qtbot.waitUntil(lambda: "undecided: as in lotte" in window.pictures.legend.accessibleDescription())


def test_without_a_review_its_panel_says_how_to_begin_one(window, qtbot):
    window.docks["review"].show()
    texts = [button.text() for button in window.review.findChildren(QToolButton) if button.isVisible()]
    assert len(texts) == 1 and texts[0].startswith("New review") and "No review" in window.review.state.text()
    window.resize(1400, 900)
    state = window.review.state
    qtbot.waitUntil(lambda: state.height() >= state.heightForWidth(state.width()) > 0)
    qtbot.waitUntil(
        lambda: (
            window.differences.height() < window.differences.content + 25
            or window.scores.view.verticalScrollBar().maximum() == 0
        )
    )


def test_a_review_of_the_demo_is_not_kept_among_the_programs_files(window, monkeypatch):
    proposed = []
    monkeypatch.setattr(NewReviewDialog, "exec", lambda dialog: proposed.append(dialog.path) or False)
    window.actions_.run("review.new")
    assert proposed and proposed[0].parent != window.opener.request.gold.parent and proposed[0].parent.is_dir()


def test_parses_of_one_gold_are_reviewed_at_once_by_choice(empty_window, qtbot, tmp_path):
    third = tmp_path / "third.conllu"
    third.write_text(PARSE.replace("2\tdet", "3\tdet"), encoding="utf-8")
    window = begun(empty_window, qtbot, (*written(tmp_path), third))
    assert window.inspector.table["layer_differences"].to_list() == [2, 0, 1], "one parse"
    press(window, Qt.Key.Key_V, SHIFT)
    assert window.inspector.table["layer_differences"].to_list() == [3, 0, 1]
    assert window.actions_["parse.3"].isVisible() and "1 is right" in window.actions_["parse.1"].text()
    window.inspector.select(None)
    press(window, Qt.Key.Key_Period)
    for key in (Qt.Key.Key_2, Qt.Key.Key_1, Qt.Key.Key_2):
        press(window, key)
    assert said(window) == {("1", "third"), ("5", "gold"), ("6", "parse")}
    assert window.reviewing.all_decided
    assert [press(window, Qt.Key.Key_V) or window.inspector.look.mode.value for _ in range(3)] == [
        "beside", "overlay", "stacked"
    ]  # fmt: skip


def test_what_two_of_three_agree_on_is_taken_at_once_and_marked(empty_window, qtbot, tmp_path, monkeypatch):
    window, told = adjudicating(empty_window, qtbot, tmp_path), []
    press(window, Qt.Key.Key_2)

    def choose(dialog):
        told.append([(dialog.rule, one.number, one.what, one.why) for one in dialog.chosen])
        dialog.rest.setCurrentIndex(1)
        told.append(dialog.rule)
        dialog.layers[Layer.ARC].setChecked(False)
        assert dialog.chosen == () and not dialog._ok.isEnabled()
        dialog.layers[Layer.ARC].setChecked(True)
        return True

    monkeypatch.setattr(AgreedDialog, "exec", choose)
    window.actions_.run("review.agreed")
    rule = "what at least 2 of 3 have alike"
    assert told[0] == [(rule, 1, "book: nmod of cat", "2 of 3"), (rule, 1, ".: punct of book", "2 of 3")]
    assert told[1] == f"{rule}, as lotte"
    taken = {one.place.item: (one.verdict, one.tags) for one in window.reviewing.store.judgements()}
    assert taken["1"] == ("nina", ()), "what somebody has decided stays"
    assert taken["6"] == ("morten", ("taken: 2 of 3",)) and taken["5"][1]
    assert filtered(window, qtbot, "tags like '%taken:%'") == [0, 2]
    assert window.differences.delegate.verdict(window.differences.model.rows[2]) == "✓ 2, taken"
    window.inspector.select(window.differences.model.rows[2].keys[0])
    press(window, Qt.Key.Key_1)
    assert window.reviewing.store.at(window.reviewing.places[0]).tags == (), "somebody has looked at it"
    press(window, Qt.Key.Key_Z, CONTROL)
    press(window, Qt.Key.Key_Z, CONTROL)
    assert [one.place.item for one in window.reviewing.store.judgements()] == ["1"]


def test_the_copied_command_draws_all_annotators(empty_window, qtbot, tmp_path):
    window = adjudicating(empty_window, qtbot, tmp_path)
    assert window.inspector.look.mode is Mode.STACKED, "a session leaves the pictures as they are"
    window.actions_.run("view.overlay")
    assert names(window) == ("lotte above, below where morten or nina differ",)
    window.actions_["figure.copy-command"].trigger()
    line = shlex.split(QGuiApplication.clipboard().text())
    assert line[line.index("--beside") + 1].endswith("nina.conllu")
    output = tmp_path / "figure.svg"
    assert main([*line[1:-1], str(output)]) == 0
    drawn = output.read_text(encoding="utf-8")
    assert "²det · n" in drawn and "¹det · l,m" in drawn
    assert main([*line[1:5], "--beside", line[4], "-o", str(output)]) == 2, "in no layer"


def test_what_is_not_shown_is_told_and_not_judged(empty_window, qtbot, tmp_path):
    """Of three annotators two are shown by choice: where these agree there is no difference, whatever the third has."""
    window = adjudicating(empty_window, qtbot, tmp_path)
    press(window, Qt.Key.Key_V, SHIFT)
    window.review.show_now()
    assert "1 of 4 places not shown" in window.review.state.text()
    press(window, Qt.Key.Key_Period)
    press(window, Qt.Key.Key_3)
    assert said(window) == set() and names(window) == ("lotte", "nina")
    assert window.statusBar().currentMessage() == "nina is shown; 3 once more says that nina is right"
    window.review.show_now()
    assert "not shown" not in window.review.state.text()
    press(window, Qt.Key.Key_Period)
    press(window, Qt.Key.Key_3)
    assert {verdict for _, verdict in said(window)} == {"nina"}


def test_to_say_it_again_is_no_act(reviewing):
    window = reviewing
    for _ in range(2):  # it goes on to the second difference, and back to the first
        press(window, Qt.Key.Key_A)
        press(window, Qt.Key.Key_Comma)
    assert said(window) == {("5", "gold")} and len(window.reviewing.history) == 1


def test_done_and_on_to_the_next_one(reviewing):
    window = reviewing
    for _ in range(2):
        press(window, Qt.Key.Key_Return, CONTROL)
    assert window.inspector.row == 1 and window.status.review.text() == "3 of 3 places open"
    assert window.reviewing.progress == (1, 3)
    window.inspector.go(0)
    press(window, Qt.Key.Key_U, CONTROL)
    assert window.inspector.row == 1


def test_a_note(reviewing, qtbot, monkeypatch):
    def write(dialog):
        dialog.note.setPlainText("attached too high?")
        dialog.tag_line.setText("#attachment hard")
        return True

    monkeypatch.setattr(NoteDialog, "exec", write)
    press(reviewing, Qt.Key.Key_M, CONTROL)
    [note] = reviewing.reviewing.judgements
    assert (note.place.item, note.note, note.tags) == ("5", "attached too high?", ("attachment", "hard"))
    assert filtered(reviewing, qtbot, "notes > 0") == [0]


def test_ctrl_and_return_keep_a_note_whose_own_key_is_return(qtbot):
    dialog = NoteDialog(None, "word 2", "odd", (), ())
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
    QTest.keyClick(dialog.note, Qt.Key.Key_Return)
    assert dialog.isVisible() and dialog.note.toPlainText() == "\n"
    QTest.keyClick(dialog.note, Qt.Key.Key_Return, CONTROL)
    assert not dialog.isVisible() and dialog.result() == 1


def test_a_filter_knows_what_was_said(reviewing, qtbot):
    window = reviewing
    window.inspector.go(2)
    press(window, Qt.Key.Key_R)
    press(window, Qt.Key.Key_Return, CONTROL)
    assert filtered(window, qtbot, "verdict = 'parse'") == [2]
    assert filtered(window, qtbot, "reviewed") == [2]
    assert filtered(window, qtbot, "not reviewed") == [0, 1]
    assert filtered(window, qtbot, "reviewer = 'anna'") == [2]


def test_the_same_for_all_such_is_one_act(reviewing, qtbot, monkeypatch):
    window, found = reviewing, []

    def choose(dialog):
        dialog.verdict.setCurrentIndex(dialog.verdict.findData("parse"))
        found.extend(dialog.chosen)
        return True

    monkeypatch.setattr(AllSuchDialog, "exec", choose)
    assert filtered(window, qtbot, "words > 2") == [0, 2]
    window.actions_.run("review.all-such")
    assert [one.number for one in found] == [1, 3]
    assert filtered(window, qtbot, "verdict = 'parse'") == [0, 2]
    window.pictures.focus()
    press(window, Qt.Key.Key_Z, CONTROL)
    assert window.reviewing.store.judgements() == []


def test_a_second_window_reads_and_says_who_writes(reviewing, qtbot, tmp_path):
    press(reviewing, Qt.Key.Key_A)
    other = MainWindow()
    qtbot.addWidget(other)
    opened(other, qtbot, request_of([tmp_path / "s.goldleaf"]))
    assert "anna on " in other.error.text and not other.reviewing.can_write
    assert not other.actions_["review.gold"].isEnabled()
    assert [one.verdict for one in other.reviewing.judgements] == ["gold"]
    press(other, Qt.Key.Key_R)
    assert [one.verdict for one in other.reviewing.judgements] == ["gold"]
    other.close()


def test_what_was_said_of_a_changed_sentence_is_stale(reviewing, qtbot, tmp_path):
    press(reviewing, Qt.Key.Key_R)
    written(tmp_path, GOLD.replace("2\tcat\tcat", "2\tdog\tdog"))
    with qtbot.waitSignal(reviewing.opener.ended):
        reviewing.opener.reload()
    assert reviewing.inspector.marks["stale"].to_list() == [True, False, False]
    assert filtered(reviewing, qtbot, "stale") == [0]


def test_a_verdict_is_stale_when_its_label_was_changed_and_can_be_said_again(reviewing, qtbot, tmp_path):
    reviewing.inspector.go(2)
    press(reviewing, Qt.Key.Key_Period)
    press(reviewing, Qt.Key.Key_A)
    (tmp_path / "parse.conllu").write_text(PARSE.replace("\tobl\t", "\tnmod\t"), encoding="utf-8")
    with qtbot.waitSignal(reviewing.opener.ended):
        reviewing.opener.reload()
    assert reviewing.inspector.marks["stale"].to_list() == [False, False, True]
    [found] = reviewing.inspector.differences
    assert reviewing.differences.delegate.verdict(found) == "gold, stale"
    reviewing.review.show_now()
    assert reviewing.review.list.topLevelItem(0).child(0).text(1) == "gold, stale  ·  anna"
    for acts in (2, 2):  # what holds is not said twice
        press(reviewing, Qt.Key.Key_Period)
        press(reviewing, Qt.Key.Key_A)
        assert not reviewing.inspector.marks["stale"].any() and len(reviewing.reviewing.history) == acts
    assert reviewing.differences.delegate.verdict(found) == "gold"


def test_verdicts_are_in_the_menu_while_there_is_a_review(reviewing):
    of_review, always = ("review.gold", "review.note", "review.treebank"), ("review.new", "review.open")
    assert all(reviewing.actions_[name].isVisible() for name in (*of_review, *always))
    reviewing.sessions.end()
    assert [reviewing.actions_[name].isVisible() for name in (*of_review, *always)] == [False] * 3 + [True] * 2


def test_the_result_shows_the_choices(reviewing):
    window = reviewing
    press(window, Qt.Key.Key_Q)
    assert names(window)[2] == "result"
    assert window.reviewing.outcome(window.inspector.row).sentence.words[4].label == "obj"
    press(window, Qt.Key.Key_R)
    assert (
        window.reviewing.outcome(window.inspector.row).sentence.words[4].head,
        window.reviewing.outcome(window.inspector.row).undecided,
    ) == (
        2,
        frozenset({(Layer.ARC, "6")}),
    )


# Blind


def blind_texts(window):
    """All that the window says of the sentence and its sides."""
    yield from picture_texts(window)
    yield from table(window.sentences.view)
    window.scores.show_now()
    yield from table(window.scores.view)
    yield window.status.place.text() + window.status.place.toolTip()
    yield window.status.selection.text()
    yield window.windowTitle()
    yield window.pictures.text.toPlainText()
    review = window.review.list
    for place in range(review.topLevelItemCount()):
        group = review.topLevelItem(place)
        yield from (group.child(row).text(column) for row in range(group.childCount()) for column in (0, 1))
    for name in ("review.gold", "review.parse", "view.gold-only", "view.parse-only"):
        yield window.actions_[name].text()
        yield window.actions_[name].iconText()


def test_who_is_blind_sees_a_and_b(blind):
    window, document = blind, blind.inspector.document
    turned = [row for row in range(len(document)) if document.is_turned(row, 0)]
    assert len(document) / 4 < len(turned) < 3 * len(document) / 4
    window.actions_.run("review.result")
    for row in range(0, 36, 3):
        window.inspector.go(row)
        assert names(window) == ("A", "B", "result")
        book = next(one for one in window.inspector.differences if one.word == "book")
        assert ("obj" in book.gold, "nmod" in book.gold) == (row not in turned, row in turned)
        press(window, Qt.Key.Key_A)
        assert ("5", "parse" if row in turned else "gold") in said(window)
        window.review.show_now()
        assert not [text for text in blind_texts(window) if WHOSE.search(text)]
        assert window.differences.delegate.verdict(book) == "A"


def test_the_result_does_not_tell_the_gold(blind):
    blind.actions_.run("review.result")
    for row in range(0, 36, 3):
        blind.inspector.go(row)
        shown, result = blind.inspector.pair.gold, blind.reviewing.outcome(blind.inspector.row)
        assert [word.head for word in result.sentence.words] == [word.head for word in shown.words]
        blind.pictures.focus()
        press(blind, Qt.Key.Key_A, SHIFT)  # both
        result = blind.reviewing.outcome(blind.inspector.row)
        assert [word.head for word in result.sentence.words] == [word.head for word in shown.words]


def test_the_sentences_of_the_gold_are_not_written_for_who_is_blind(blind, tmp_path):
    blind.filters.export(tmp_path / "found.conllu")
    assert not (tmp_path / "found.conllu").exists()
    said = blind.error.text
    assert "found.conllu: no such kind of list" in said and said.count("conllu") == 1


def test_numbers_and_undo_of_who_is_blind(blind):
    row = next(row for row in range(0, 36, 3) if blind.inspector.document.is_turned(row, 0))
    blind.inspector.go(row)
    press(blind, Qt.Key.Key_2)
    assert said(blind) == {("5", "gold")}
    assert blind.inspector.marks["verdict"][row] == "B"
    press(blind, Qt.Key.Key_1)
    assert said(blind) == {("5", "gold"), ("6", "parse")} and blind.inspector.parse == 0
    press(blind, Qt.Key.Key_Z, CONTROL)
    assert said(blind) == {("5", "gold")}
    press(blind, Qt.Key.Key_0)
    assert blind.inspector.parse == 0  # the gold alone would be known


def test_a_reviewers_window_begins_with_their_own(blind, qtbot, tmp_path):
    """What is left is counted of these, and the filter can be taken away."""
    blind.sessions.end()
    for name, text in (("gold", MANY), ("parse", MANY_PARSED)):  # more than are shown before all is read
        sentences = text * 30 + "# sent_id = last\n# text = a mine\n1\tmine\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
        (tmp_path / f"{name}.conllu").write_text(sentences, encoding="utf-8")
    with Store.open(tmp_path / "s.goldleaf") as store:
        store.assign({"anna": [store.known()[row].sentence for row in (4, 6, 9)]})
    opened(blind, qtbot, replace(request_of([tmp_path / "s.goldleaf"]), reviewer="anna"))
    qtbot.waitUntil(lambda: len(blind.inspector.rows) == 3)
    assert (blind.sentences.filter.line.text(), blind.inspector.row) == ("mine", 4)
    assert blind.reviewing.progress == (0, 3) and blind.reviewing.left.sentences == 2
    assert blind.status.review.text() == f"{blind.reviewing.left}", "also as more is read"
    press(blind, Qt.Key.Key_Return, CONTROL)
    assert blind.inspector.row == 6 and blind.reviewing.progress == (1, 3)
    assert filtered(blind, qtbot, "not mine") == [row for row in range(1081) if row not in (4, 6, 9)]


def test_the_sides_stay_where_they_are(blind, qtbot, tmp_path):
    before = {blind.inspector.document.table["id"][row]: turned for row, turned in enumerate(turned_rows(blind))}
    blind.sessions.end()
    assert blind.inspector.document is None, "else the files would be shown with their names"
    sentences = MANY.strip("\n").split("\n\n")
    parsed = MANY_PARSED.strip("\n").split("\n\n")
    written(tmp_path, "\n\n".join([*sentences[::-1], ""]) + "\n", "\n\n".join([*parsed[::-1], ""]) + "\n")
    opened(blind, qtbot, replace(request_of([tmp_path / "s.goldleaf"]), reviewer="anna"))
    assert blind.inspector.document.blind is not None
    after = {blind.inspector.document.table["id"][row]: turned for row, turned in enumerate(turned_rows(blind))}
    assert after == before and list(after) == [*before][::-1]


def turned_rows(window):
    return window.inspector.document.turned[0].tolist()


def test_what_would_tell_is_hidden_and_comes_back(blind, qtbot, tmp_path):
    assert all(blind.docks[name].isHidden() for name in ("scores", "errors", "problems"))
    assert not blind.docks["scores"].toggleViewAction().isEnabled()
    for name in ("score.agreement", "edit.copy-scores", "parse.0", "review.all-such", "review.report", "review.merge"):
        assert "blind" in blind.actions_.why_not(name), name
    blind.reset_docks()
    assert blind.docks["scores"].isHidden()
    blind.sentences.filter.line.setText("has(gold_label = 'obj')")
    with qtbot.waitSignal(blind.sentences.filter._work.ended):
        blind.sentences.filter.apply()
    assert "blind" in blind.sentences.filter.error.text()
    blind.sentences.filter.line.clear()
    assert filtered(blind, qtbot, "verdict = ''") == list(range(36))
    blind.sessions.end()
    opened(blind, qtbot, request_of([tmp_path / "gold.conllu", tmp_path / "parse.conllu"]))
    assert not blind.docks["scores"].isHidden() and blind.docks["scores"].toggleViewAction().isEnabled()
    assert blind.actions_["review.gold"].text() == "Gold is right"
    assert "las" in blind.inspector.table.columns


def test_who_is_blind_does_not_see_what_others_say(blind, tmp_path):
    press(blind, Qt.Key.Key_A)
    blind.sessions.open_session(tmp_path / "s.goldleaf", "ben", blind=True)
    assert blind.reviewing.judgements == [] and blind.reviewing.history == []
    assert not blind.inspector.marks["verdict"].to_list()[0]
    blind.sessions.open_session(tmp_path / "s.goldleaf", "cleo", blind=False)
    assert [one.reviewer for one in blind.reviewing.judgements] == ["anna"]


def test_scores_made_anew_stay_hidden(blind, qtbot):
    with qtbot.waitSignal(blind.opener.ended):
        blind.opener.score_by(blind.opener.choice)
    assert blind.inspector.document.blind is not None and "las" not in blind.inspector.table.columns
    with qtbot.waitSignal(blind.opener.ended):
        blind.opener.reload()
    assert names(blind) == ("A", "B")


def test_blind_with_two_parses(empty_window, qtbot, tmp_path):
    paths = written(tmp_path)
    paths.append(tmp_path / "other.conllu")
    paths[2].write_text(GOLD.replace("\tnsubj\t", "\tdep\t"), encoding="utf-8")
    window = begun(empty_window, qtbot, paths, blind=True)
    window.toolbar.parse_chosen.emit(1)
    assert names(window) == ("A", "B")
    press(window, Qt.Key.Key_R)
    turned = window.inspector.document.is_turned(0, 1)
    assert said(window) == {("5", "gold" if turned else "other")}
    assert window.inspector.marks["verdict"][0] == "B"
    assert window.actions_["parse.2"].text() == "B is right" and not window.actions_["parse.3"].isVisible()


def test_blind_with_trees(empty_window, qtbot, tmp_path):
    tree = "( (S (NP (NNS dogs)) ({} (VBP bark) (ADVP (RB loudly)))))\n"
    paths = [tmp_path / "gold.mrg", tmp_path / "parse.mrg"]
    for path, label in zip(paths, ("VP", "XP"), strict=True):
        path.write_text(tree.format(label) * 8, encoding="utf-8")
    window = begun(empty_window, qtbot, paths, blind=True, layers=(Layer.CONSTITUENT,))
    window.actions_.run("review.result")
    for row in range(8):
        window.inspector.go(row)
        turned = window.inspector.document.is_turned(row, 0)
        [found] = window.inspector.differences
        assert (found.item, found.gold, found.parse) == ("2-3", *(("XP", "VP") if turned else ("VP", "XP")))
        press(window, Qt.Key.Key_Period)
        press(window, Qt.Key.Key_R)
        assert said(window) == {("2-3", "gold" if turned else "parse")}
        assert not [text for text in blind_texts(window) if WHOSE.search(text)]
        labels = {node.label for node in window.reviewing.outcome(window.inspector.row).sentence.nodes}
        assert ("VP" in labels) == turned


def test_blind_adjudication(empty_window, qtbot, tmp_path):
    paths = written(tmp_path)
    opened(empty_window, qtbot, Request.of_annotators(paths, ("lotte", "morten")))
    empty_window.sessions.create(tmp_path / "s.goldleaf", [Layer.ARC], "anna", blind=True)
    texts = [*picture_texts(empty_window), empty_window.windowTitle()]
    assert not [text for text in texts if "lotte" in text or "morten" in text]
    press(empty_window, Qt.Key.Key_A)
    turned = empty_window.inspector.document.is_turned(0, 0)
    assert said(empty_window) == {("5", "morten" if turned else "lotte")}


LOTTE = "lotte-of-aarhus"


def every_text(window):
    """All that the window says, hidden parts too: labels, tips, titles, fields, menus, tables are of `blind_texts`."""
    for widget in [window, *window.findChildren(QWidget)]:
        for name in ("text", "toolTip", "statusTip", "windowTitle", "accessibleName", "accessibleDescription", "title"):
            if callable(told := getattr(widget, name, None)):
                yield f"{told()}"
        if isinstance(widget, QComboBox):
            yield from (widget.itemText(place) for place in range(widget.count()))
    for action in window.findChildren(QAction):
        yield from (action.text(), action.iconText(), action.toolTip(), action.statusTip())
    yield window.statusBar().currentMessage()


def names_of_sides(window):
    window.files.fill_recent(window.recent_menu)
    window.start.show_recent(window.files.recent_titles())
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return [text for text in (*every_text(window), *blind_texts(window)) if LOTTE in text or "morten" in text]


@pytest.fixture
def annotators(empty_window, qtbot, tmp_path):
    """Two annotators' files, of which one has an odd sentence, and a blind review of them."""
    paths = [tmp_path / f"{LOTTE}.conllu", tmp_path / "morten.conllu"]
    paths[0].write_text(GOLD, encoding="utf-8")
    paths[1].write_text(PARSE.replace("2\tIt", "x"), encoding="utf-8")
    opened(empty_window, qtbot, Request.of_annotators(paths, (LOTTE, "morten")))
    assert names_of_sides(empty_window)
    empty_window.sessions.create(tmp_path / "s.goldleaf", [Layer.ARC], "anna", blind=True)
    return empty_window


def test_no_name_is_told_to_who_is_blind(annotators, qtbot, tmp_path):
    window, morten = annotators, tmp_path / "morten.conllu"
    assert names_of_sides(window) == []
    document = window.inspector.document
    assert [document.gold.path, *(one.treebank.path for one in document.parses)] == ["A", "B"]
    for text in (f"{morten}:3: no such", "morten.conllu is odd", "morten and lotte-of-aarhus", f"[{LOTTE}]"):
        for said in (window.desk.fail, window.desk.tell, lambda text: window.news.say("info", text)):
            said(text)
            assert names_of_sides(window) == []
    assert "a file of the review" in window.error.text
    whole = morten.read_text(encoding="utf-8")
    morten.write_text("no treebank\n", encoding="utf-8")
    with qtbot.waitSignal(window.opener.ended, timeout=30_000):
        window.opener.reload()
    assert window.error.isVisible() and names_of_sides(window) == []
    morten.write_text(whole, encoding="utf-8")
    with qtbot.waitSignal(window.opener.ended, timeout=30_000):
        window.opener.reload()
    assert names_of_sides(window) == [] and names(window) == ("A", "B")
    window.sessions.end()
    assert window.inspector.document is None


def test_what_names_the_sides_cannot_be_done_by_who_is_blind(annotators):
    actions = annotators.actions_
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("as it was")
    for name in (
        "figure.copy-command", "file.properties", "file.belonging", "file.transform", "review.treebank", "help.log",
        "parse.swap", "versus.table", "score.plots", "errors.copy", "file.report", "file.add-parse",
    ):  # fmt: skip
        assert HIDDEN in (actions.why_not(name), actions._there()[1]) and not actions[name].isEnabled(), name
        actions.run(name)
    assert clipboard.text() == "as it was"
    for name in ("review.gold", "go.next", "figure.copy-svg", "view.legend", "review.end"):
        assert actions[name].isEnabled(), name


def test_a_blind_session_asks_who_comes_and_is_opened_blind(annotators, qtbot, tmp_path, monkeypatch):
    session, answers = tmp_path / "s.goldleaf", [False, True]
    annotators.sessions.end()
    annotators.settings.set(REVIEWER, "somebody")

    def asked(dialog: ReviewerDialog) -> bool:
        assert annotators.inspector.document is None and annotators.opener.request is None, "before anything is shown"
        assert dialog.blind.isChecked() and not dialog.blind.isEnabled()
        return answers.pop(0)

    monkeypatch.setattr(ReviewerDialog, "exec", asked)
    annotators.opener.open(request_of([session]))
    assert not annotators.opener.loading, "who does not say who they are sees nothing"
    opened(annotators, qtbot, request_of([session]))
    assert annotators.reviewing.store.reviewer == "somebody" and answers == []
    with qtbot.waitSignal(annotators.opener.ended, timeout=30_000):
        annotators.opener.reload()  # asks no more
    assert names_of_sides(annotators) == [] and names(annotators) == ("A", "B")
    annotators.sessions.open_session(session, "cleo", blind=False)  # who says that she sees
    assert names(annotators)[0] == LOTTE


def test_without_the_session_nothing_of_it_is_shown(annotators, monkeypatch, tmp_path):
    def broken(*_, **__):
        raise GoldleafError("s.goldleaf: the session is damaged")

    monkeypatch.setattr(Store, "open", broken)
    annotators.sessions.open_session(tmp_path / "s.goldleaf", "ben")
    assert annotators.inspector.document is None and "is damaged" in annotators.error.text


def test_who_is_blind_stays_so(annotators, qtbot):
    store = annotators.reviewing.store
    dialog = ReviewerDialog(annotators, "anna", store.reviewers, store.is_blind)
    qtbot.addWidget(dialog)
    assert dialog.blind.isChecked() and not dialog.blind.isEnabled()
    dialog.reviewer.setText("cleo")
    assert dialog.blind.isChecked() and not dialog.blind.isEnabled(), "nobody has said that she sees"
    dialog.blind.setChecked(False)
    dialog.reviewer.setText("anna")
    assert dialog.blind.isChecked() and not dialog.blind.isEnabled()


# What comes of it


def test_the_corrected_treebank(reviewing, qtbot, tmp_path, monkeypatch):
    window, asked = reviewing, []
    window.inspector.go(2)
    press(window, Qt.Key.Key_R)

    def save(dialog):
        asked.append((dialog.path.name, [dialog.undecided.itemData(place) for place in range(3)]))
        dialog.record.setChecked(True)
        return True

    monkeypatch.setattr(SaveTreebankDialog, "exec", save)
    window.actions_.run("review.treebank")
    idle(window, qtbot)
    qtbot.waitUntil(lambda: (tmp_path / "gold-reviewed.conllu").exists())
    idle(window, qtbot)
    assert asked == [("gold-reviewed.conllu", ["gold", "parse", "stop"])]
    expected = GOLD.replace("2\tadvmod\t_\t_", "2\tobl\t_\tReviewer=anna")
    assert (tmp_path / "gold-reviewed.conllu").read_text(encoding="utf-8") == expected


def test_a_choice_that_makes_no_tree_is_refused_unless_it_is_wanted(reviewing, qtbot, tmp_path, monkeypatch):
    window, out, wanted, listed = reviewing, tmp_path / "out.conllu", [False, True], []
    window.inspector.go(2)
    press(window, Qt.Key.Key_Period)
    window.verdicts._decide("3:obl")

    def answer(dialog):
        listed.append(dialog.list.item(0).text())
        return wanted.pop(0)

    monkeypatch.setattr(FaultsDialog, "exec", answer)
    window.sessions.write_treebank(out, "gold", record=False)
    qtbot.waitUntil(lambda: len(listed) == 1)
    idle(window, qtbot)
    assert not out.exists() and "sentence 3 (a-3)" in listed[0]
    window.sessions.write_treebank(out, "gold", record=False)
    qtbot.waitUntil(out.exists)
    idle(window, qtbot)


def test_new_faults_are_listed_before_saving(reviewing, qtbot, tmp_path, monkeypatch):
    window, listed = reviewing, []
    window.inspector.go(2)
    press(window, Qt.Key.Key_Period)
    window.verdicts._decide("2:fix")

    def answer(dialog):
        listed.extend([dialog.windowTitle(), *(dialog.list.item(row).text() for row in range(dialog.list.count()))])
        return False

    monkeypatch.setattr(FaultsDialog, "exec", answer)
    window.sessions.write_treebank(tmp_path / "out.conllu", "gold", record=False)
    qtbot.waitUntil(lambda: bool(listed))
    idle(window, qtbot)
    title, fault = listed
    assert title == "The choices make new faults"
    assert fault.startswith("out.conllu:") and fault.endswith("[unknown-udeprel]")


def test_deps_are_mended_where_there_are_some(reviewing, qtbot, tmp_path):
    for can_mend in (True, False):
        path, asked = tmp_path / "new.conllu", [("As in the gold", "gold")]
        dialog = SaveTreebankDialog(reviewing, path, asked, [], can_record=True, can_mend=can_mend)
        qtbot.addWidget(dialog)
        assert dialog.mend_deps.isVisibleTo(dialog) is can_mend and not dialog.mend_deps.isChecked()


def test_nothing_is_saved_while_something_is_undecided(reviewing, qtbot, tmp_path):
    window = reviewing
    window.sessions.write_treebank(tmp_path / "out.conllu", "stop", record=False)
    qtbot.waitUntil(lambda: "undecided" in window.error.text)
    idle(window, qtbot)
    assert not (tmp_path / "out.conllu").exists()


def test_an_input_is_never_replaced(reviewing, qtbot, tmp_path, monkeypatch):
    store = reviewing.reviewing.store
    inputs = [store.path, tmp_path / "gold.conllu", tmp_path / "parse.conllu"]
    for path in inputs:
        dialog = SaveTreebankDialog(reviewing, path, [("As in the gold", "gold")], inputs, can_record=True)
        qtbot.addWidget(dialog)
        assert not dialog._save.isEnabled() and "stays as it is" in dialog.hint.text()
    parse = (tmp_path / "parse.conllu").rename(tmp_path / "parse.csv")
    (tmp_path / "parse.conllu").symlink_to(parse)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(parse), ""))
    reviewing.actions_.run("review.report")
    assert "stays as it is" in reviewing.error.text and parse.read_text(encoding="utf-8") == PARSE


@pytest.mark.parametrize(("kind", "begins"), [("*.md", "# Review"), ("*.csv", "sentence,"), ("*.json", "{")])
def test_the_report(reviewing, qtbot, tmp_path, monkeypatch, kind, begins):
    press(reviewing, Qt.Key.Key_A)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "report"), f"Of a kind ({kind})"))
    reviewing.actions_.run("review.report")
    path = tmp_path / f"report{kind[1:]}"
    qtbot.waitUntil(path.exists)
    idle(reviewing, qtbot)
    assert path.read_text(encoding="utf-8").startswith(begins)


def test_what_cannot_be_written_is_told(reviewing, qtbot, tmp_path):
    reviewing.sessions.write_treebank(tmp_path / "gone" / "out.conllu", "gold", record=False)
    qtbot.waitUntil(lambda: "cannot be written" in reviewing.error.text)
    idle(reviewing, qtbot)


def test_merged_reviews_show_their_conflicts(reviewing, qtbot, tmp_path):
    window = reviewing
    window.inspector.go(2)
    press(window, Qt.Key.Key_Period)
    press(window, Qt.Key.Key_A)
    store = window.reviewing.store
    with Store.create(tmp_path / "t.goldleaf", store.sides, reviewer="ben") as other:
        other.attach(window.inspector.document.gold)
        other.act("parse", [Judgement(Place(other.key(2), Layer.ARC, "3"), "ben", "parse")])
    window.sessions.merge_with([tmp_path / "t.goldleaf"], tmp_path / "both.goldleaf")
    qtbot.waitUntil(lambda: window.reviewing.store is not None and window.reviewing.store.path.name == "both.goldleaf")
    idle(window, qtbot)
    qtbot.waitUntil(lambda: window.inspector.rows.tolist() == [2])
    assert window.sentences.filter.line.text() == "conflict"
    window.sessions.merge_with([tmp_path / "t.goldleaf"], tmp_path / "t.goldleaf")
    qtbot.waitUntil(lambda: "exists" in window.error.text)
    idle(window, qtbot)


# Opening


def test_a_session_is_opened_as_somebody_and_blind(reviewing, qtbot, tmp_path):
    reviewing.sessions.end()
    request = replace(request_of([tmp_path / "s.goldleaf"]), reviewer="ben", blind=True)
    opened(reviewing, qtbot, request)
    assert reviewing.reviewing.store.reviewer == "ben" and names(reviewing) == ("A", "B")


def test_a_session_is_dropped_onto_the_window(reviewing, qtbot, tmp_path):
    reviewing.sessions.end()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "s.goldleaf"))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    reviewing.dropEvent(QDropEvent(QPointF(5, 5), copy, data, left, none))
    qtbot.waitUntil(lambda: reviewing.reviewing.store is not None)


def test_a_session_whose_files_are_gone_says_so(reviewing, tmp_path):
    reviewing.sessions.end()
    shutil.move(tmp_path / "parse.conllu", tmp_path / "elsewhere.conllu")
    reviewing.files.open_all([tmp_path / "s.goldleaf"])
    assert "parse.conllu, which is not there; put it back" in reviewing.error.text


def offer(window: MainWindow, title: str) -> None:
    """Press a button of the message."""
    next(button for button in window.error.findChildren(QPushButton) if button.text() == title).click()


def test_the_files_of_a_session_are_found_where_they_are_now(reviewing, qtbot, tmp_path, monkeypatch):
    press(reviewing, Qt.Key.Key_Period)
    press(reviewing, Qt.Key.Key_A)
    said = reviewing.reviewing.store.judgements()
    reviewing.sessions.end()
    (tmp_path / "moved").mkdir()
    for name in ("gold.conllu", "parse.conllu"):
        shutil.move(tmp_path / name, tmp_path / "moved" / name)
    reviewing.files.open_all([tmp_path / "s.goldleaf"])
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "moved"))
    offer(reviewing, "Find them…")
    qtbot.waitUntil(lambda: reviewing.reviewing.store is not None)
    assert reviewing.reviewing.store.judgements() == said


def test_what_has_changed_since_is_told_when_a_session_is_opened(reviewing, qtbot, tmp_path):
    press(reviewing, Qt.Key.Key_A)
    reviewing.inspector.go(2)
    press(reviewing, Qt.Key.Key_A)
    reviewing.sessions.end()
    assert not reviewing.news.text
    for name, text in (("gold", GOLD), ("parse", PARSE.replace("\tnmod\t", "\tdep\t"))):
        (tmp_path / f"{name}.conllu").write_text("\n\n".join(text.split("\n\n")[:2]) + "\n\n", encoding="utf-8")
    reviewing.files.open_all([tmp_path / "s.goldleaf"])
    qtbot.waitUntil(lambda: reviewing.news.text.startswith("s.goldleaf"))
    assert reviewing.news.text == (
        "s.goldleaf: 1 verdict on changed sentences or labels passed over; "
        "1 verdict on 1 sentence not in the file any more kept, and passed over"
    )


def test_of_a_damaged_session_another_one_is_made(reviewing, qtbot, tmp_path, monkeypatch):
    press(reviewing, Qt.Key.Key_Period)
    press(reviewing, Qt.Key.Key_A)
    said = reviewing.reviewing.store.judgements()
    reviewing.sessions.end()
    with sqlite3.connect(tmp_path / "s.goldleaf") as connection:
        connection.execute("CREATE TABLE more (x)")
    connection.close()
    reviewing.sessions.open(tmp_path / "s.goldleaf")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(tmp_path / "t.goldleaf"), ""))
    offer(reviewing, "Recover…")
    qtbot.waitUntil(lambda: reviewing.reviewing.store is not None)
    assert reviewing.reviewing.store.judgements() == said
    assert "Recovered 1 judgement" in reviewing.news.text


def test_buttons_of_three_annotators_end_alike_in_all_rows(empty_window, qtbot, tmp_path):
    window = adjudicating(empty_window, qtbot, tmp_path)
    window.resize(1280, 720)
    window.review.show()
    rows: dict[int, list] = {}
    for button in window.review.findChildren(QToolButton):
        if button.isVisible():
            rows.setdefault(button.y(), []).append(button.geometry())
    assert len(rows) > 3
    assert len({min(box.left() for box in boxes) for boxes in rows.values()}) == 1
    assert len({max(box.right() for box in boxes) for boxes in rows.values()}) == 1
    assert len({tuple(sorted(box.left() for box in boxes)) for boxes in rows.values() if len(boxes) == 2}) == 1


def test_no_button_of_a_review_is_cut(reviewing):
    reviewing.resize(1280, 720)
    reviewing.review.show()
    buttons = [button for button in reviewing.review.findChildren(QToolButton) if button.isVisible()]
    assert len(buttons) > 9
    assert not [
        button.text()
        for button in buttons
        if button.fontMetrics().horizontalAdvance(button.text()) > button.width() - 8
    ]
