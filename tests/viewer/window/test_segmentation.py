"""Words split and joined in the pictures, by keys: what is asked, told, drawn, written, undone.

Also tests `handlers.mending`, `state.mending`.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.formats import read
from goldleaf.core.validation import validate
from goldleaf.viewer.diagram.shapes import Key, Role, Side, Text
from goldleaf.viewer.review.store import request_of
from goldleaf.viewer.views.view import CUT
from tests.viewer.review.test_segmentation import DE_EL, DEL, GOLD, OWN, PARSE
from tests.viewer.window.test_mending import CONTROL, corrected, said, texts, write
from tests.viewer.window.test_review import begun, opened
from tests.viewer.window.windows import press, written

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]
SHIFT, RETURN = Qt.KeyboardModifier.ShiftModifier, Qt.Key.Key_Return


@pytest.fixture
def alone(empty_window, qtbot, tmp_path):
    return opened(empty_window, qtbot, request_of(written(tmp_path, GOLD, None)))


@pytest.fixture
def reviewing(empty_window, qtbot, tmp_path):
    return begun(empty_window, qtbot, written(tmp_path, GOLD, PARSE), layers=(Layer.ARC, Layer.WORDS))


def ask(window, position, key=Qt.Key.Key_Slash, side=Side.GOLD):
    window.inspector.select(Key(side, "word", f"{position}"))
    press(window, key)
    return window.mending.editor


def forms(window):
    """The words of the result."""
    shapes = (one for diagram in window.pictures.panes.diagrams for one in diagram.shapes)
    return [
        one.text for one in shapes if isinstance(one, Text) and one.role is Role.WORD and one.key.side is Side.RESULT
    ]


def answer(window, value):
    """Write over what stands there, and keep it."""
    window.mending.editor.line.setText(value)
    write(window, "")


def test_a_word_is_split_named_seen_written_and_undone(alone, qtbot, tmp_path):
    window = alone
    editor = ask(window, 2)
    assert editor.line.text() == "del"
    asked = "Words of del: parts with blanks between, a new one as part/LABEL/TAG"
    assert asked in [label.text().replace("\u2068", "").replace("\u2069", "") for label in editor.findChildren(QLabel)]
    editor.line.clear()
    write(window, "de el", Qt.Key.Key_F1)
    assert editor.warning.text() == "el has no label yet"
    write(window, "/mar:d", Qt.Key.Key_Down)
    assert editor.line.text() == "de el/mar:det", "labels complete"
    write(window, "/D", Qt.Key.Key_Down)
    write(window, "")
    assert not editor.isVisible() and said(window) == {("words", "2", "=de el/3:det/DET")}
    assert forms(window) == ["Vengo", "de", "el", "mar"]
    assert window.status.act.text().startswith("del: de + el in sentence 1")
    new = GOLD.replace(DEL, DE_EL.replace("el\tel", "el\t_").replace("de\tde", "de\tdel"))
    assert corrected(window, qtbot, tmp_path / "new.conllu") == new
    assert validate(read(tmp_path / "new.conllu")) == ()
    press(window, Qt.Key.Key_Z, CONTROL)
    assert not said(window) and forms(window)[1] == "del"
    press(window, Qt.Key.Key_Y, CONTROL)
    assert said(window) and len(forms(window)) == 4


def test_what_was_cut_is_mended_in_the_result_and_goes_with_del(alone):
    window = alone
    ask(window, 2)
    answer(window, "de/case/ADP el")
    assert said(window) == {("words", "2", "=de/case/ADP el")}
    editor = ask(window, CUT + 2, side=Side.RESULT, key=RETURN)  # the new one
    assert editor.line.text() == "de/case/ADP el", "whatever key asks"
    write(window, "", Qt.Key.Key_Escape)
    ask(window, CUT + 3, side=Side.RESULT)
    answer(window, "de/ el")
    assert window.status.act.text().endswith("⚠ de has no label yet")
    assert "unknown" in texts(window, Side.RESULT, "warning")
    window.inspector.select(Key(Side.RESULT, "word", f"{CUT + 4}"))
    press(window, RETURN)
    assert editor.line.text() == "NOUN", "another word is what it was"
    answer(window, "PROPN")
    assert ("tag", "3", "=PROPN") in said(window)
    window.inspector.select(Key(Side.GOLD, "word", "2"))
    press(window, Qt.Key.Key_Delete)
    assert said(window) == {("tag", "3", "=PROPN")}


def test_words_of_a_token_are_joined_and_split_again(alone, qtbot, tmp_path):
    window = alone
    window.inspector.go(1)
    editor = ask(window, 3)
    answer(window, "él")
    assert said(window) == {("words", "3", "=él")} and forms(window) == ["Ven", "a", "él", "mar"]
    window.inspector.select(Key(Side.GOLD, "word", "2"))
    press(window, Qt.Key.Key_Right, SHIFT)
    press(window, RETURN)
    assert editor.line.text() == "a él", "what was cut with them, too"
    answer(window, "ael")
    assert editor.warning.text() == "a token that is one word has the form that is written: al" and editor.isVisible()
    answer(window, "a/x el/y")
    assert editor.isVisible() and "one word keeps the head" in window.statusBar().currentMessage().lower()
    answer(window, "al")
    assert said(window) == {("words", "2-3", "=al")}, "which takes the other's place"
    assert forms(window) == ["Ven", "al", "mar"]
    joined = "2\tal\ta\tADP\t_\t_\t3\tcase\t3:case\t_\n3\tmar\tmar\tNOUN\t_\t_\t1\tobl\t1:obl\t_\n\n"
    assert corrected(window, qtbot, tmp_path / "new.conllu") == GOLD.partition("2-3")[0] + joined
    ask(window, 2)
    answer(window, "a el/det")
    assert said(window) == {("words", "2-3", "gold")}, "as in the file"


def test_words_of_a_file_without_tokens_are_chosen_and_joined(empty_window, qtbot, tmp_path):
    path = tmp_path / "gold.conll"
    rows = [line for line in GOLD.splitlines() if "-" not in line.partition("\t")[0] and line[:1] != "#"]
    path.write_text("\n".join("\t".join(row.split("\t")[:8]) for row in rows) + "\n\n", encoding="utf-8")
    window = opened(empty_window, qtbot, request_of([path]))
    window.inspector.go(1)
    window.inspector.select(Key(Side.GOLD, "word", "2"))
    press(window, Qt.Key.Key_Right, SHIFT)
    assert window.statusBar().currentMessage() == "a el: Return, then the words that they are"
    press(window, RETURN)
    answer(window, "al")
    assert said(window) == {("words", "2-3", "=al")} and forms(window) == ["Ven", "al", "mar"]


def test_words_of_several_tokens_are_not_one(alone):
    alone.inspector.select(Key(Side.GOLD, "word", "2"))
    press(alone, Qt.Key.Key_Right, SHIFT)
    assert alone.statusBar().currentMessage() == "del mar: these words are not of one token"


def test_the_sides_words_are_chosen_by_one_key_and_an_own_reading_by_one_act(reviewing, qtbot, tmp_path):
    window = reviewing
    assert window.inspector.selection is not None, "the first open place"
    press(window, Qt.Key.Key_R)
    places = {("words", item, "parse") for item in ("2", "1.1", "1.2")}
    assert said(window) == places and window.reviewing.left_here == 0
    assert corrected(window, qtbot, tmp_path / "new.conllu") == PARSE
    press(window, Qt.Key.Key_Z, CONTROL)
    assert not said(window) and window.reviewing.left_here == 3
    window.inspector.select(window.inspector.differences[-1].keys[0])
    press(window, Qt.Key.Key_Y)
    answer(window, "de el/mar:det/DET/el")
    assert {verdict for *_, verdict in said(window)} == {OWN} and window.reviewing.left_here == 0
    window.inspector.select(Key(Side.GOLD, "word", "2"))
    press(window, Qt.Key.Key_Delete)
    assert not said(window), "all of it"


def test_where_words_cannot_be_cut_that_is_told(empty_window, qtbot, tmp_path):
    (tmp_path / "gold.mrg").write_text("(S (N a) (V b))\n", encoding="utf-8")
    window = opened(empty_window, qtbot, request_of([tmp_path / "gold.mrg"]))
    ask(window, 1)
    told = "The words of trees are what brackets stand over, and cannot be cut here"
    assert window.statusBar().currentMessage() == told and not window.mending.editor.isVisible()
