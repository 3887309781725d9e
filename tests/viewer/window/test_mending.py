"""Mending in the pictures, by mouse and by keys: what is drawn, marked, kept and written.

Also tests `handlers.mending`, `state.mending`.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.canvas.glow import area_of
from goldleaf.viewer.cli import main
from goldleaf.viewer.diagram.shapes import Key, Role, Side, Text
from goldleaf.viewer.review.store import Store, request_of
from tests.viewer.window.test_review import begun, idle, opened
from tests.viewer.window.windows import GOLD, PARSE, press, written

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]

CONTROL = Qt.KeyboardModifier.ControlModifier
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton


@pytest.fixture
def alone(empty_window, qtbot, tmp_path):
    """The gold alone, without a review."""
    return opened(empty_window, qtbot, request_of(written(tmp_path, parse=None)))


@pytest.fixture
def reviewing(empty_window, qtbot, tmp_path):
    return begun(empty_window, qtbot, written(tmp_path))


def place_of(window, position, side=Side.GOLD, role=Role.WORD, kind="word"):
    """The pane and the place in it where the text of an element is."""
    key = Key(side, kind, f"{position}")
    for pane in window.pictures.panes.panes:
        shapes = [one for one in pane.diagram.shapes if isinstance(one, Text) and one.key == key and one.role == role]
        if shapes:
            return pane, QPointF(pane.mapFromScene(area_of(shapes, window.pictures.theme).center()))
    raise AssertionError(f"{key} is not drawn")


def mouse(pane, kind, place, button=NONE, buttons=LEFT):
    view = pane.viewport()
    at = QPointF(view.mapToGlobal(place.toPoint()))
    QApplication.sendEvent(view, QMouseEvent(kind, place, at, button, buttons, Qt.KeyboardModifier.NoModifier))


def pull(window, start, end, side=Side.GOLD):
    """Draw from a word towards another one, or so many pixels from it."""
    pane, begin = place_of(window, start, side)
    place = place_of(window, end, side)[1] if isinstance(end, int) else begin + QPointF(*end)
    mouse(pane, QEvent.Type.MouseButtonPress, begin, LEFT)
    for part in (0.5, 1.0):
        mouse(pane, QEvent.Type.MouseMove, begin + (place - begin) * part)
    return pane, place


def draw(window, start, end, side=Side.GOLD):
    """Draw from a word to its head and let go there."""
    mouse(
        *(lambda pane, place: (pane, QEvent.Type.MouseButtonRelease, place))(*pull(window, start, end, side)),
        LEFT,
        NONE,
    )


def write(window, text, *keys):
    """Write into the editor that is open, then press keys there."""
    line = window.mending.editor.line
    assert window.mending.editor.isVisible()
    QTest.keyClicks(line, text)
    for key in keys or (Qt.Key.Key_Return,):
        QTest.keyClick(line, key)


def said(window):
    return {(one.place.layer.value, one.place.item, one.verdict) for one in window.reviewing.judgements}


def texts(window, side, kind):
    """The texts of elements of a side, by what they are of."""
    shapes = (one for diagram in window.pictures.panes.diagrams for one in diagram.shapes)
    named = (one for one in shapes if isinstance(one, Text) and one.key is not None and one.key[:2] == (side, kind))
    return {one.key.name: one.text for one in named}


def test_a_word_that_all_had_wrong_is_drawn_to_its_head(reviewing, tmp_path):
    """The act is kept, undone, done again, also after a restart, and only its line of the treebank is another one."""
    window = reviewing
    draw(window, 2, 5)
    assert window.mending.editor.line.text() == "nsubj" and not said(window)
    write(window, "nmod:poss", Qt.Key.Key_Return)
    assert said(window) == {("arc", "2", "5:nmod:poss")}
    assert texts(window, Side.RESULT, "arc")["2"] == "nmod:poss", "the result is shown, and has it"
    assert "crosses the arc of read" not in window.status.act.text()
    press(window, Qt.Key.Key_Z, CONTROL)
    assert not said(window) and texts(window, Side.RESULT, "arc")["2"] == "nsubj"
    press(window, Qt.Key.Key_Y, CONTROL)
    assert said(window) == {("arc", "2", "5:nmod:poss")}
    session = window.reviewing.store.path
    window.sessions.end()
    with Store.open(session, reviewer="anna") as store:
        assert store.undo().what == "cat: 5:nmod:poss in sentence 1"
        assert not store.judgements() and store.redo() is not None
    main(["review", "treebank", str(session), "-o", str(tmp_path / "new.conllu")])
    old, new = "2\tcat\tcat\tNOUN\tNN\t_\t3\tnsubj", "2\tcat\tcat\tNOUN\tNN\t_\t5\tnmod:poss"
    assert (tmp_path / "new.conllu").read_bytes() == GOLD.replace(old, new, 1).encode()
    main(["review", "report", str(session), "-o", str(tmp_path / "r.csv")])
    assert "5:nmod:poss" in (tmp_path / "r.csv").read_text(encoding="utf-8")


def test_what_is_odd_is_told_while_one_draws_and_marked_afterwards(alone):
    window = alone
    pull(window, 3, 2)
    assert window.statusBar().currentMessage() == "read ← cat; cycle read → cat → read"
    pane, place = place_of(window, 2)
    mouse(pane, QEvent.Type.MouseButtonRelease, place, LEFT, NONE)
    editor = window.mending.editor
    write(window, "expl", Qt.Key.Key_F1)
    assert editor.warning.text() == "cycle read → cat → read" and editor.isVisible()
    write(window, "n")
    assert window.status.act.text().endswith("⚠ cycle read → cat → read; expln is not known to the treebank")
    warnings = texts(window, Side.RESULT, "warning")
    assert warnings["rootless"] == "no root" and any(name.startswith("cycle") for name in warnings)
    assert "unknown" in warnings


def test_a_word_is_drawn_straight_up_to_be_a_root(alone):
    pull(alone, 5, (0, -90))
    assert alone.statusBar().currentMessage() == "book ← root; 2 roots: read, book"


def test_escape_and_empty_places_leave_all_as_it_was(alone):
    window = alone
    pane, _ = pull(window, 5, 2)
    QTest.keyClick(pane, Qt.Key.Key_Escape)
    mouse(pane, QEvent.Type.MouseButtonRelease, QPointF(5, 5), LEFT, NONE)
    assert not window.mending.editor.isVisible()
    draw(window, 5, (200, 300))
    assert not window.mending.editor.isVisible()
    draw(window, 5, 2)
    write(window, "nmod", Qt.Key.Key_Escape)
    assert not window.mending.editor.isVisible() and window.reviewing.store is None
    assert any(pane.hasFocus() for pane in window.pictures.panes.panes)


def test_who_mends_without_a_review_begins_one_and_goes_on_with_it(alone, tmp_path):
    window = alone
    draw(window, 4, 3)
    write(window, "det")
    session = tmp_path / "gold-corrections.goldleaf"
    assert window.reviewing.store.path == session and said(window) == {("arc", "4", "3:det")}
    assert window.news.text.startswith("Corrections of gold.conllu: ")
    window.sessions.end()
    window.inspector.go(1)
    draw(window, 1, 2)
    write(window, "expl")
    assert window.reviewing.store.path == session and len(window.reviewing.store.judgements()) == 2
    window.sessions.end()
    main(["review", "treebank", str(session), "-o", str(tmp_path / "new.conllu")])
    new = GOLD.replace("5\tdet", "3\tdet", 1).replace("2\tnsubj\t_\t_\n2\tslept", "2\texpl\t_\t_\n2\tslept")
    assert (tmp_path / "new.conllu").read_bytes() == new.encode(), "of one side alone"
    main(["review", "report", str(session), "-o", str(tmp_path / "r.md")])
    assert "3:det (1)" in (tmp_path / "r.md").read_text(encoding="utf-8")


def test_return_in_a_list_is_the_lists(reviewing):
    reviewing.actions_.refresh()
    reviewing.sentences.view.setFocus()
    QTest.keyClick(reviewing.sentences.view, Qt.Key.Key_Return)
    assert not reviewing.mending.editor.isVisible() and reviewing.pictures.panes.panes[0].hasFocus()


def test_what_was_mended_is_stale_where_the_gold_alone_has_changed(alone, tmp_path):
    draw(alone, 4, 3)
    write(alone, "det")
    alone.sessions.end()
    (tmp_path / "gold.conllu").write_text(GOLD.replace("5\tdet", "3\tdet"), encoding="utf-8")
    from goldleaf.core import formats

    with Store.open(tmp_path / "gold-corrections.goldleaf", reviewer="anna") as store:
        store.attach(formats.read(tmp_path / "gold.conllu"))
        assert store.table()["stale"].to_list() == [True]


def test_the_word_stays_in_view_where_the_result_takes_its_room(empty_window, qtbot, tmp_path):
    rows = [
        f"{n}\tw{n}\t_\tX\t_\t_\t{118 if n == 45 else min(n - 1, 1)}\t{'dep' if n > 1 else 'root'}\t_\t_"
        for n in range(1, 120)
    ]
    parsed = [row.replace("\tdep\t", "\tobj\t") if n in (40, 44) else row for n, row in enumerate(rows)]
    texts = ("\n".join((*one, "", "")) for one in (rows, parsed))
    empty_window.resize(1280, 600)
    window = begun(empty_window, qtbot, written(tmp_path, *texts))
    qtbot.waitUntil(lambda: bool(window.inspector.differences))
    word = window.pictures.drawing.word(41, Side.GOLD)
    window.inspector.select(window.inspector.differences[0].keys[0])
    press(window, Qt.Key.Key_Return)
    write(window, "expl")
    assert len(window.pictures.panes.panes) > 1 and window.inspector.selection.name == "45"
    assert window.pictures.panes.panes[0].seen({word}), "though the next place has been gone to"


def test_the_head_is_walked_to_by_keys(reviewing):
    window = reviewing
    window.pictures.select_word(1)
    press(window, Qt.Key.Key_H)
    editor = window.mending.editor
    assert editor.walks and editor.line.text() == "cat"
    for key, form in ((Qt.Key.Key_Right, "read"), (Qt.Key.Key_Up, "root"), (Qt.Key.Key_0, "0 root")):
        write(window, "", key)
        assert editor.line.text() == form
    write(window, "", Qt.Key.Key_Right)
    assert editor.line.text() == "cat", "from the root's place on from the word itself"
    write(window, "", Qt.Key.Key_Return)
    assert not editor.walks and editor.line.text() == "det"
    write(window, "", Qt.Key.Key_Escape)
    assert not said(window)


def test_the_head_is_jumped_to_by_its_form_or_number(reviewing):
    window = reviewing
    window.pictures.select_word(1)
    press(window, Qt.Key.Key_H)
    editor = window.mending.editor
    write(window, "BO", Qt.Key.Key_Shift)
    assert editor.line.text() == "book" and editor.line.selectedText() == "ok"
    write(window, "", Qt.Key.Key_Backspace)
    assert (editor.line.text(), editor.line.selectedText()) == ("book", "ook")
    write(window, "z", Qt.Key.Key_Return)
    assert editor.walks and editor.warning.text() == "there is no such word", "none is taken for it"
    write(window, "", Qt.Key.Key_Backspace, Qt.Key.Key_Backspace)
    write(window, "3", Qt.Key.Key_Return)
    assert not editor.walks
    write(window, "")
    assert said(window) == {("arc", "1", "3:det")}


def test_what_a_side_says_is_its_verdict(reviewing):
    """Who draws book to where the parse has it says that the parse is right, as the key does."""
    draw(reviewing, 5, 2)
    write(reviewing, "nmod")
    assert said(reviewing) == {("arc", "5", "parse")}


def test_tags_lemmas_and_labels_are_written_where_they_stand(reviewing, qtbot, tmp_path):
    window = reviewing
    window.pictures.select_word(5)
    press(window, Qt.Key.Key_Return)
    assert window.mending.editor.line.text() == "NOUN/NN"
    write(window, "PROPN/NNP", Qt.Key.Key_Tab)
    write(window, "Book", Qt.Key.Key_Tab)
    write(window, "Number=Sing", Qt.Key.Key_Tab)
    assert window.mending.editor.line.text() == "obj"
    write(window, "", Qt.Key.Key_Escape)
    assert said(window) == {("tag", "5", "=PROPN/NNP"), ("lemma", "5", "=Book"), ("features", "5", "=Number=Sing")}
    window.sessions.write_treebank(tmp_path / "new.conllu", "gold", record=False)
    idle(window, qtbot)
    qtbot.waitUntil(lambda: (tmp_path / "new.conllu").exists())
    new = GOLD.replace("book\tbook\tNOUN\tNN\t_", "book\tBook\tPROPN\tNNP\tNumber=Sing")
    assert (tmp_path / "new.conllu").read_bytes() == new.encode()


def test_known_values_complete_and_blanks_are_refused(reviewing):
    window, editor = reviewing, reviewing.mending.editor
    window.pictures.select_word(5)
    window.inspector.select(Key(Side.GOLD, "arc", "5"))
    press(window, Qt.Key.Key_Return)
    write(window, "nsub", Qt.Key.Key_Down)
    assert editor.line.text() == "nsubj" and not editor.warning.isVisible()
    write(window, " x")
    assert editor.isVisible() and editor.warning.text() == "a label has no blanks\nnsubj x is not known to the treebank"
    write(window, "", Qt.Key.Key_Escape)
    assert not said(window)
    assert "csubj" in window.mending.mending.cell(Layer.ARC, "5").known, "UD's own"


def test_a_file_without_a_place_for_it_is_told(empty_window, qtbot, tmp_path):
    text = GOLD.replace("# text", "# txt")
    window = begun(empty_window, qtbot, written(tmp_path, text, PARSE))
    assert window.mending.mending.cell(Layer.CONSTITUENT, "1-2") is None


TREE = "(S (NP (DT The) (NN cat)) (VP (VBD read) (NP (DT a) (NN book)) (PP (IN in) (NN bed))))\n"


@pytest.fixture
def tree(empty_window, qtbot, tmp_path):
    gold, parse = tmp_path / "gold.mrg", tmp_path / "parse.mrg"
    gold.write_text(TREE * 2, encoding="utf-8")
    parse.write_text(TREE + TREE.replace("(NP (DT a) (NN book))", "(DT a) (NN book)"), encoding="utf-8")
    return begun(empty_window, qtbot, [gold, parse], layers=(Layer.CONSTITUENT,))


def corrected(window, qtbot, path):
    window.sessions.write_treebank(path, "gold", record=False)
    idle(window, qtbot)
    qtbot.waitUntil(path.exists)
    return path.read_text(encoding="utf-8")


def test_a_bracket_is_drawn_over_words(tree, qtbot, tmp_path):
    window = tree
    pane, first = place_of(window, 4)
    last = place_of(window, 7)[1]
    for kind, place, button in (
        (QEvent.Type.MouseButtonPress, first, LEFT),
        (QEvent.Type.MouseMove, last, NONE),
        (QEvent.Type.MouseButtonRelease, last, LEFT),
    ):
        mouse(pane, kind, place, button)
    write(window, "NP-SBJ")
    assert said(window) == {("constituent", "4-7", "=NP-SBJ")}
    assert window.status.act.text().endswith("⚠ NP-SBJ is not known to the treebank")
    shapes = window.pictures.panes.diagrams[-1].shapes
    told = [shape.text for shape in shapes if isinstance(shape, Text) and shape.role is Role.WARNING]
    assert told == ["label not known: NP-SBJ"], "in the result, too"
    new = TREE.replace(
        "(NP (DT a) (NN book)) (PP (IN in) (NN bed))", "(NP-SBJ (NP (DT a) (NN book)) (PP (IN in) (NN bed)))"
    )
    assert corrected(window, qtbot, tmp_path / "new.mrg") == new + TREE


def test_brackets_that_would_cross_are_told_and_refused(tree):
    window = tree
    window.inspector.select(Key(Side.GOLD, "word", "2"))
    shift = Qt.KeyboardModifier.ShiftModifier
    press(window, Qt.Key.Key_Right, shift)
    crossed = "crosses NP over The … cat, VP over read … bed"
    assert window.statusBar().currentMessage() == f"cat … read: {crossed}"
    press(window, Qt.Key.Key_Return)
    write(window, "NP")
    assert window.mending.editor.isVisible() and window.mending.editor.warning.text() == crossed
    write(window, "", Qt.Key.Key_Escape)
    assert not said(window)


def test_words_are_chosen_by_keys_brackets_get_other_labels_and_go(tree, qtbot, tmp_path):
    window = tree
    window.inspector.select(Key(Side.GOLD, "word", "6"))
    shift = Qt.KeyboardModifier.ShiftModifier
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):  # the sentence ends after the first
        press(window, key, shift)
    press(window, Qt.Key.Key_Right, shift)
    press(window, Qt.Key.Key_Return)
    assert window.mending.editor.line.text() == "PP", "that there is"
    write(window, "PP-LOC")
    assert said(window) == {("constituent", "6-7", "=PP-LOC")}
    [subject] = [key for key, one in window.pictures.panes.panes[0].diagram.elements.items()
                 if key.kind == "node" and one.positions == (1, 2) and key.side == Side.GOLD]  # fmt: skip
    window.inspector.select(subject)
    press(window, Qt.Key.Key_Delete)
    assert window.status.act.text() == "The … cat: taken away in sentence 1  (Ctrl+Z takes it back)"
    new = TREE.replace("(NP (DT The) (NN cat))", "(DT The) (NN cat)").replace("(PP ", "(PP-LOC ")
    assert corrected(window, qtbot, tmp_path / "new.mrg") == new + TREE
    window.inspector.select(subject)
    press(window, Qt.Key.Key_Delete)
    assert said(window) == {("constituent", "6-7", "=PP-LOC")}, "what was said is withdrawn"


def test_what_is_folded_is_chosen_as_a_whole(tree):
    """By the mouse, which is drawn over the triangle, and by keys, which go over it."""
    window = tree
    elements = window.pictures.panes.panes[0].diagram.elements
    [folded] = [key for key, one in elements.items() if key.kind == "node" and one.positions == (6, 7)]
    window.inspector.select(folded)
    press(window, Qt.Key.Key_C)
    assert Key(Side.GOLD, "word", "6") not in window.pictures.panes.panes[0].diagram.elements
    window.inspector.select(Key(Side.GOLD, "word", "5"))
    press(window, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert window.statusBar().currentMessage().startswith("book … bed: ")
    press(window, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert window.statusBar().currentMessage().startswith("book: ")
    pane, first = place_of(window, 4)
    _, last = place_of(window, folded.name, role=Role.FOLD, kind="node")
    for kind, place, button in (
        (QEvent.Type.MouseButtonPress, first, LEFT),
        (QEvent.Type.MouseMove, last, NONE),
        (QEvent.Type.MouseButtonRelease, last, LEFT),
    ):
        mouse(pane, kind, place, button)
    write(window, "NP")
    assert said(window) == {("constituent", "4-7", "=NP")}


def test_the_function_of_a_single_word_is_written_behind_what_stands_over_it(empty_window, qtbot, tmp_path):
    gold = tmp_path / "gold.export"
    gold.write_text(
        "#FORMAT 3\n#BOS 1 0 0 0\nDie\tART\t--\tNK\t500\nKatze\tNN\tx\tNK\t500\nschlief\tVV\t--\tHD\t501\n"
        "#500\tNP\t--\tSB\t501\n#501\tS\t--\t--\t0\n#EOS 1\n",
        encoding="utf-8",
    )
    parse = gold.with_stem("parse")
    parse.write_text(gold.read_text(encoding="utf-8").replace("SB", "OA"), encoding="utf-8")
    window = begun(empty_window, qtbot, [gold, parse], layers=(Layer.CONSTITUENT,))
    window.inspector.select(Key(Side.GOLD, "word", "3"))
    press(window, Qt.Key.Key_Y)
    assert window.mending.editor.line.text() == "-HD"
    write(window, "VP -OC")
    assert said(window) == {("constituent", "3-3", "=VP -OC")}
    assert window.status.act.text().endswith("⚠ VP is not known to the treebank; -OC is not known to the treebank")
    new = corrected(window, qtbot, tmp_path / "new.export")
    assert "schlief\tVV\t--\tOC\t500\n#500\tVP\t--\t--\t502\n" in new


def test_the_label_of_another_reading_is_a_label(tree):
    """Not what the list says of the difference, such as ``none; NP over …``; nothing chosen is nothing stored."""
    window = tree
    window.inspector.go(1)
    press(window, Qt.Key.Key_Period)
    press(window, Qt.Key.Key_Y)
    assert window.mending.editor.line.text() == "NP"
    write(window, "")
    assert not window.mending.editor.isVisible() and not said(window)


def test_of_sides_in_one_picture_each_word_is_drawn_to_its_head(empty_window, qtbot, tmp_path):
    """Overlay, where all share their words, and who is blind: no name is told."""
    paths = written(tmp_path)
    window = begun(empty_window, qtbot, paths, blind=True)
    window.actions_.run("view.overlay")
    draw(window, 4, 3, Side.BOTH)
    write(window, "det")
    [judgement] = window.reviewing.judgements
    assert (judgement.place.item, judgement.verdict) == ("4", "3:det")
    assert "gold" not in window.status.act.text() and "parse" not in window.status.act.text()


def test_the_third_picture_is_shown_once_and_stays_hidden_then(reviewing):
    window = reviewing
    for number, (word, head) in enumerate(((4, 3), (1, 3))):
        draw(window, word, head)
        write(window, "dep")
        assert window.reviewing.result_shown == (number == 0)
        press(window, Qt.Key.Key_Q)


def test_a_review_that_is_only_read_is_not_mended(reviewing):
    window = reviewing
    window.reviewing.store._file.read_only = "it was opened to be read"
    draw(window, 4, 3)
    assert not window.mending.editor.isVisible()
    assert window.statusBar().currentMessage() == "it was opened to be read"
