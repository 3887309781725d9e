"""The window on phrase structures."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from goldleaf.viewer.diagram.options import Layout, Mode
from goldleaf.viewer.diagram.shapes import Key, Role, Side, State
from goldleaf.viewer.dialogs.export import AS_IT_FITS, ExportDialog
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.views.trees.tree_picture import TreeStyle
from tests.viewer.window.brackets import written
from tests.viewer.window.windows import press

DEMO = Path(__file__).parents[3] / "assets" / "demo"
FAROESE = Path(__file__).parents[4] / "shared" / "data" / "faroese"

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]


def opened(window, qtbot, paths):
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request_of(paths))
    window.pictures.focus()
    qtbot.waitUntil(lambda: window.pictures._told is window.pictures.drawing)


@pytest.fixture
def trees(empty_window, qtbot, tmp_path):
    opened(empty_window, qtbot, written(tmp_path))
    return empty_window


def roles(window):
    return {shape.role for diagram in window.pictures.panes.diagrams for shape in diagram.shapes}


def states(window):
    shapes = [shape for diagram in window.pictures.panes.diagrams for shape in diagram.shapes]
    return {shape.state for shape in shapes if shape.role == Role.NODE}


def test_trees_are_drawn_and_arcs_are_not_to_be_had(trees):
    assert trees.inspector.view.name == "tree"
    assert Role.BRANCH in roles(trees) and Role.ARC not in roles(trees)
    assert trees.actions_["view.tree"].isChecked() and trees.actions_["view.tree"].isEnabled()
    for name in ("view.arcs", "view.enhanced", "score.attachment.punctuation.include"):
        assert not trees.actions_[name].isEnabled(), name


def test_an_outline_that_begins_with_a_word_of_one_side_is_titled_as_of_both(empty_window, qtbot, tmp_path):
    window, gold = empty_window, "(S (V mended) (N it))\n"
    window.opener.score_by(window.opener.choice.with_option("parseval", "variant", "jp"))
    opened(window, qtbot, written(tmp_path, gold, gold.replace("mended", "men) (P ded")))
    look = window.inspector.look
    window.inspector.set_look(replace(look, options=replace(look.options, layout=Layout.UPRIGHT)))
    (title,) = window.pictures.titles
    assert len(title.chips) == 2 and title.score.startswith("F1 ")
    assert title.note == "1 error: 1 word split in 2" and title.short == "1 word"


def test_trees_are_not_to_be_had_of_dependencies(window):
    assert window.actions_["view.arcs"].isChecked() and window.actions_["view.arcs"].isEnabled()
    for name in ("view.tree", "tree.bottom", "tree.fold", "score.parseval.errors.penalize"):
        assert not window.actions_[name].isEnabled(), name


def test_scores_and_table(trees, qtbot):
    qtbot.waitUntil(lambda: trees.scores.model.rowCount() > 0)
    titles = [line.title for line in trees.scores.model.lines]
    assert {"F1", "Precision", "Mean crossing", "Error: other words", "Skip: no parse"} <= set(titles)
    assert trees.scores.signature.text.startswith("parseval|")
    shown = [column.name for column in trees.sentences.model.columns]
    assert shown == ["number", "text", "words", "f1", "differences", "words_differ"]
    trees.sentences.filter.line.setText("f1 < 1")
    trees.sentences.filter.apply()
    qtbot.waitUntil(lambda: trees.inspector.filtered)
    assert trees.inspector.rows.tolist() == [0, 2]
    assert "f1" in trees.sentences.filter.line.placeholderText()


def test_a_difference_is_selected_in_picture_and_text(trees):
    trees.differences.view.setCurrentIndex(trees.differences.model.index(0))
    assert trees.inspector.selection == Key(Side.GOLD, "node", "4") == trees.pictures.panes.panes[0].selection
    assert trees.pictures.text._selected == {5, 6, 7, 8}
    assert "in the parse: missing" in trees.status.selection.text()


def test_in_the_text_constituents_are_marked_in_which_none_but_words_differ(empty_window, qtbot):
    """Constituents inside each other would colour every word."""
    opened(empty_window, qtbot, [DEMO / "trees-gold.mrg", DEMO / "trees-parse.mrg"])
    inspector, nested = empty_window.inspector, 0
    for view in ("view.tree", "view.function"):
        empty_window.actions_[view].trigger()
        for row in range(len(inspector.document)):
            inspector.go(row)
            scored = (each for each in inspector.differences if each.scored)
            spans = [{*each.word_states} for each in scored if each.verdict != inspector.wording.wrong_tag]
            inner = [span for span in spans if not any(len(other) > 1 and other < span for other in spans)]
            assert {*empty_window.pictures.text._states} == set().union(*inner)
            nested += len(spans) - len(inner)
    assert nested


def test_a_figure_that_is_an_outline_is_called_so_in_the_export_dialog(empty_window, qtbot):
    opened(empty_window, qtbot, [DEMO / "trees-gold.mrg", DEMO / "trees-parse.mrg"])
    empty_window.inspector.go(1)
    dialog = ExportDialog(empty_window, empty_window.figures.source(), empty_window.settings, "x")
    assert dialog.figure(AS_IT_FITS).drawing.upright
    assert dialog.cards[AS_IT_FITS].text().startswith("As it fits: outline\n")
    dialog.deleteLater()


def test_keys_step_through_the_differences(trees):
    press(trees, Qt.Key.Key_Period)
    assert trees.inspector.selection == Key(Side.GOLD, "node", "4")
    assert trees.differences.view.currentIndex().row() == 0
    press(trees, Qt.Key.Key_N)
    assert trees.inspector.row == 2


def test_a_selected_node_marks_its_partner(trees):
    trees.inspector.select(Key(Side.GOLD, "node", "2"))
    assert Key(Side.PARSE, "node", "2") in trees.pictures.panes.panes[1]._highlighted


def test_toggles_act_on_trees(trees):
    assert State.MISSING in states(trees)
    press(trees, Qt.Key.Key_G)
    assert State.MISSING not in states(trees)
    press(trees, Qt.Key.Key_G)
    press(trees, Qt.Key.Key_O)
    assert Role.FOLD in roles(trees)


def test_tree_choices_are_remembered(trees):
    trees.actions_["tree.bottom"].trigger()
    trees.actions_["tree.bars"].trigger()
    assert trees.inspector.look.own_of("tree", None).style is TreeStyle.BOTTOM
    assert Role.BAR in roles(trees)
    trees.look.restore()
    assert trees.inspector.look.own_of("tree", None).missing_bars and trees.actions_["tree.bars"].isChecked()


def test_folding_by_key_and_by_double_click(trees):
    key = Key(Side.GOLD, "node", "3")
    assert not trees.actions_["tree.fold"].isEnabled()
    trees.inspector.select(key)
    press(trees, Qt.Key.Key_C)
    assert Role.FOLD in roles(trees) and trees.inspector.selection == key
    press(trees, Qt.Key.Key_C)
    assert Role.FOLD not in roles(trees)
    pane = trees.pictures.panes.panes[0]
    label = next(shape for shape in pane.diagram.shapes_of(key) if shape.role == Role.NODE)
    place = pane.mapFromScene(QPointF(label.x, label.y - 3))
    QTest.mouseDClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert trees.inspector.look.own_of("tree", None).folded == {key}
    trees.inspector.go(1)
    assert not trees.inspector.look.own_of("tree", None).folded


LONG = "(S (NP {}) (VP (VBD saw) (NP (NP (DT a) (NN bird)) {})) (. .))\n"
MANY = " ".join(f"(NN remarkable{number})" for number in range(9))


@pytest.fixture
def wide(empty_window, qtbot, tmp_path):
    """A tree that is wider than its pane."""
    wings = "(PP (IN with) (NP (NNS wings)))"
    gold, parse = LONG.format(MANY, wings), LONG.format(MANY, wings.replace("(NP (NNS wings))", "(NNS wings)"))
    opened(empty_window, qtbot, written(tmp_path, gold, parse))
    return empty_window


def test_a_tree_that_is_too_wide_folds_what_has_no_difference(wide):
    assert wide.pictures.drawing.upright  # as a triangle would cut words
    look = wide.inspector.look
    wide.inspector.set_look(replace(look, options=replace(look.options, layout=Layout.ACROSS)))
    fold = Key(Side.GOLD, "node", "2")
    pane = wide.pictures.panes.panes[0]
    assert fold in wide.pictures.drawing.folds and pane.horizontalScrollBar().maximum() == 0
    assert wide.pictures.titles[0].note == "folded"
    wide.pictures._activate(fold)  # opened by a double click, and closed again
    assert fold not in wide.pictures.drawing.folds
    wide.pictures._activate(fold)
    assert fold in wide.pictures.drawing.folds
    wide.actions_["tree.unfold-all"].trigger()
    assert not wide.pictures.drawing.folds
    wide.inspector.go(0)
    press(wide, Qt.Key.Key_W)
    assert Role.FOLD not in roles(wide) and wide.pictures.titles[0].note == ""


def test_a_tree_without_differences_is_not_folded(empty_window, qtbot, tmp_path):
    text = LONG.format(MANY, "(PP (IN with) (NP (NNS wings)))")
    opened(empty_window, qtbot, written(tmp_path, text, text))
    assert Role.FOLD not in roles(empty_window)


def test_a_difference_inside_a_fold_marks_the_fold(trees):
    fold = Key(Side.GOLD, "node", "3")
    trees.pictures._activate(fold)
    trees.differences.view.setCurrentIndex(trees.differences.model.index(0))
    assert trees.inspector.selection == Key(Side.GOLD, "node", "4")
    assert trees.pictures.panes.panes[0].selection == fold


def test_keys_walk_the_tree(trees):
    trees.inspector.select(Key(Side.PARSE, "word", "4"))
    for key, reached in (
        (Qt.Key.Key_Up, Key(Side.PARSE, "node", "3")),
        (Qt.Key.Key_Left, Key(Side.PARSE, "node", "2")),
        (Qt.Key.Key_Down, Key(Side.PARSE, "word", "1")),
    ):
        press(trees, key)
        assert trees.inspector.selection == reached


def test_every_way_to_compare(trees):
    for mode in Mode:
        trees.inspector.set_look(replace(trees.inspector.look, mode=mode))
        assert len(trees.pictures.panes.diagrams) == (1 if mode == Mode.OVERLAY else 2)


def test_other_words_say_why_there_is_no_score(trees):
    trees.inspector.go(3)
    assert trees.pictures.reason.text.startswith("Not scored: gold and parse have different words")
    assert len(trees.pictures.panes.diagrams) == 2 and states(trees) == {State.MATCHED}
    assert not trees.pictures.drawing.wording.scores
    trees.inspector.go(4)
    assert trees.pictures.reason.isVisible() and len(trees.pictures.panes.diagrams) == 1


def test_other_words_are_penalized_by_choice(trees, qtbot):
    trees.inspector.go(3)
    with qtbot.waitSignal(trees.opener.ended):
        trees.actions_["score.parseval.errors.penalize"].trigger()
    assert trees.inspector.pair.penalized and State.MISSING in states(trees)
    assert trees.pictures.reason.text.startswith("All counts as wrong")


def test_other_words_are_aligned_by_choice(trees, qtbot):
    trees.inspector.go(3)
    assert trees.pictures.reason.isVisible()
    with qtbot.waitSignal(trees.opener.ended):
        trees.actions_["score.parseval.errors.align"].trigger()
    assert not trees.pictures.reason.isVisible()
    assert trees.inspector.pair.facts.height
    gold = trees.pictures.drawing.pictures[0]
    assert State.MISSING in gold.word_states.values()
    assert trees.inspector.document.metrics[0].chosen["errors"] == "align"


def test_traces_are_not_in_the_running_text(trees):
    trees.inspector.go(2)
    assert trees.pictures.text.toPlainText() == "Dogs bark loudly"


def test_hovering_tells_of_both_sides(trees):
    trees.pictures._show_card(Key(Side.GOLD, "node", "4"), trees.pos())
    shown = [label.text() for label in trees.pictures.card._labels]
    assert shown[:4] == ["gold", "NP over ‘a bird with wings’ (words 5–8) – missing", "parse", "none"]


def test_a_parse_of_another_kind_is_compared_by_function_trees(trees, qtbot, tmp_path):
    gold = tmp_path / "other.conllx"
    forms = [word.form for word in trees.inspector.document.gold.sentence(0).words]
    rows = (f"{n}\t{form}\t_\tX\tX\t_\t{n - 1}\tx\t_\t_\n" for n, form in enumerate(forms, 1))
    gold.write_text("".join(rows) + "\n", encoding="utf-8")
    opened(trees, qtbot, [tmp_path / "gold.mrg", gold])
    assert trees.inspector.view.name == "function" and Role.FUNCTION in roles(trees)
    assert [metric.name for metric in trees.inspector.document.metrics] == ["tedeval"]


@pytest.mark.parametrize("suffix", ["svg", "png", "tex", "pdf"])
def test_trees_are_exported(trees, tmp_path, suffix):
    from goldleaf.viewer.canvas.fonts import measure
    from goldleaf.viewer.figures.figure import compose_figure

    path = tmp_path / f"figure.{suffix}"
    mode, theme = trees.pictures.look.mode, trees.pictures.theme
    compose_figure(trees.pictures.drawing, mode, theme, measure, legend=True).save(path)
    assert path.stat().st_size > 500


@pytest.mark.shared
def test_a_whole_treebank(empty_window, qtbot):
    opened(empty_window, qtbot, [FAROESE / "gold.mrg", FAROESE / "parse-e1.mrg"])
    assert len(empty_window.inspector.document) == 3713
    press(empty_window, Qt.Key.Key_N)
    press(empty_window, Qt.Key.Key_Period)
    assert empty_window.inspector.selection is not None and empty_window.inspector.differences[0].about(
        empty_window.inspector.selection
    )
