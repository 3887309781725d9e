"""Layers of annotation in the window: what is listed, counted, marked and walked through goes by those chosen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from goldleaf.core.analysis.sides.layers import Layer, layer_counts
from goldleaf.core.formats import read
from goldleaf.viewer.diagram.options import Row
from goldleaf.viewer.diagram.shapes import Key, Role, Side, State
from goldleaf.viewer.session.request import request_of
from tests.core.trees import SHARED
from tests.viewer.window import brackets
from tests.viewer.window.windows import GOLD, PARSE, press, written

# The offscreen platform says so of popups and floating windows.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

SHIFT = Qt.KeyboardModifier.ShiftModifier
TAGGED = (
    PARSE.replace("4\ta\ta\tDET\tDT", "4\ta\ta\tPRON\tDT")
    .replace("5\tbook\tbook\tNOUN\tNN", "5\tbook\tbooks\tVERB\tVB")
    .replace("2\tslept\tsleep", "2\tslept\tslept")
)


def opened(window, qtbot, paths):
    """The window once it has read files."""
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request_of(paths))
    window.pictures.focus()
    return window


@pytest.fixture
def tagged(empty_window, qtbot, tmp_path):
    """A parse with wrong heads, tags and lemmas."""
    return opened(empty_window, qtbot, written(tmp_path, GOLD, TAGGED))


def choose(window, *names):
    for name in names:
        window.actions_.run(f"layers.{name}")


def listed(window):
    return [(one.layer, one.item) for one in window.inspector.differences]


def counted(window):
    model = window.sentences.model
    column = next(place for place, shown in enumerate(model.columns) if shown.title == "Diff.")
    return [model.index(row, column).data() for row in range(model.rowCount())]


def test_differences_are_the_metrics_at_first_and_say_what_they_are_about(tagged):
    assert tagged.actions_["layers.metric"].isChecked() and not tagged.actions_["layers.tag"].isChecked()
    assert [(one.layer, one.item, one.scored) for one in tagged.inspector.differences] == [
        ("arc", "5", True),
        ("arc", "6", False),
    ]
    assert counted(tagged) == ["1", "0", "1"]


def test_a_chosen_layer_is_listed_counted_and_walked_through(tagged):
    choose(tagged, "tag", "lemma")
    assert not tagged.actions_["layers.metric"].isChecked() and tagged.actions_["layers.tag"].isChecked()
    assert listed(tagged) == [("tag", "4"), ("tag", "5"), ("lemma", "5")]
    assert [one.sentence for one in tagged.inspector.differences][:2] == [
        "a: DET DT, parse has PRON DT – wrong tag",
        "book: NOUN NN, parse has VERB VB – wrong tag",
    ]
    assert counted(tagged) == ["3", "1", "0"]
    press(tagged, Qt.Key.Key_N)
    assert tagged.inspector.row == 1 and listed(tagged) == [("lemma", "2")]
    press(tagged, Qt.Key.Key_N)
    assert tagged.inspector.row == 1  # the third sentence differs in a label only


def test_steps_select_each_difference_of_a_word_and_its_row_in_the_list(tagged, qtbot):
    choose(tagged, "arc", "tag", "lemma")
    qtbot.waitUntil(lambda: tagged.differences.model.rowCount() == 5)
    expected = [("tag", "4"), ("arc", "5"), ("tag", "5"), ("lemma", "5"), ("arc", "6")]
    assert listed(tagged) == expected
    for row, (kind, name) in enumerate(expected):
        press(tagged, Qt.Key.Key_Period)
        assert tagged.inspector.selection == Key(Side.PARSE, kind, name)
        assert tagged.differences.view.currentIndex().row() == row
    press(tagged, Qt.Key.Key_Comma)
    assert tagged.inspector.selection == Key(Side.PARSE, "lemma", "5")


def test_a_click_on_a_row_selects_it_where_its_word_has_several(tagged, qtbot):
    choose(tagged, "arc", "tag", "lemma")
    qtbot.waitUntil(lambda: tagged.differences.model.rowCount() == 5)
    for row in (3, 1, 2):
        tagged.differences.view.setCurrentIndex(tagged.differences.model.index(row))
        assert tagged.differences.view.currentIndex().row() == row
        assert tagged.inspector.differences[row].about(tagged.inspector.selection)


def boxes(window, diagram=0):
    shapes = window.pictures.drawing.diagrams[diagram].shapes
    return [shape.key for shape in shapes if shape.role is Role.LABEL_BOX and shape.key.kind != "arc"]


def test_what_differs_under_the_words_is_boxed_and_its_row_is_shown(tagged):
    tagged.actions_.run("rows.tag")  # off
    choose(tagged, "tag", "lemma")
    assert {Row.TAG, Row.FINE_TAG, Row.LEMMA} <= {*tagged.inspector.look.options.rows}
    tag, other, lemma = Key(Side.GOLD, "tag", "4"), Key(Side.GOLD, "tag", "5"), Key(Side.GOLD, "lemma", "5")
    assert boxes(tagged) == [tag, other, other, lemma]  # of word 4 the coarse tag alone
    assert boxes(tagged, 1) == [key._replace(side=Side.PARSE) for key in (tag, other, other, lemma)]
    assert tagged.pictures.drawing.card(tag, "") == [("gold", "4 ‘a’  DET DT"), ("parse", "4 ‘a’  PRON DT")]
    assert tagged.pictures.drawing.in_text(lemma) == (5,)


def test_where_a_row_is_hidden_what_differs_in_it_is_drawn(tagged):
    choose(tagged, "lemma")
    tagged.actions_.run("rows.lemma")  # off
    press(tagged, Qt.Key.Key_Period)
    assert tagged.pictures.drawing.shown(tagged.inspector.selection) == Key(Side.PARSE, "lemma", "5")


def test_arcs_are_marked_where_they_are_a_chosen_layer(tagged):
    choose(tagged, "tag")
    states = {shape.state for shape in tagged.pictures.drawing.diagrams[1].shapes if shape.role is Role.ARC}
    assert states == {State.MATCHED}
    choose(tagged, "arc")
    shapes = tagged.pictures.drawing.diagrams[1].shapes
    assert {shape.key.name for shape in shapes if shape.role is Role.ARC and shape.state is State.WRONG_HEAD} == {
        "5",
        "6",  # punctuation, too, which the metric leaves out
    }


def test_only_differences_are_those_of_the_layers(tagged):
    choose(tagged, "lemma")
    tagged.actions_.run("view.only-differences")
    shapes = tagged.pictures.drawing.diagrams[0].shapes
    assert not [shape for shape in shapes if shape.role is Role.ARC]
    faint = {shape.key.name for shape in shapes if shape.role is Role.WORD and shape.state is State.NOT_SCORED}
    assert faint == {"1", "2", "3", "4", "6"}


def test_layers_that_the_files_do_not_both_have_say_why(tagged):
    for name, reason in (
        ("features", "Gold and parse do not both have features."),
        ("constituent", "Gold and parse do not both have constituents."),
        ("words", "Gold and parse have the same words."),
    ):
        assert not tagged.actions_[f"layers.{name}"].isEnabled()
        assert reason in tagged.actions_[f"layers.{name}"].toolTip()
    tagged.actions_.run("view.function")
    assert not tagged.actions_["layers.tag"].isEnabled()


def test_layers_are_kept_for_each_kind_of_document(tagged, qtbot, tmp_path):
    choose(tagged, "tag")
    opened(tagged, qtbot, brackets.written(tmp_path))
    assert tagged.inspector.layers == ()
    choose(tagged, "constituent")
    opened(tagged, qtbot, written(tmp_path, GOLD, TAGGED))
    assert tagged.inspector.layers == (Layer.TAG,)
    opened(tagged, qtbot, brackets.written(tmp_path))
    assert tagged.inspector.layers == (Layer.CONSTITUENT,)


def test_the_metric_is_back_when_its_differences_are_asked_for(tagged):
    choose(tagged, "tag")
    choose(tagged, "metric")
    assert listed(tagged) == [("arc", "5"), ("arc", "6")]
    choose(tagged, "tag")
    tagged.actions_.run("metric.attachment")
    assert tagged.inspector.layers == () and counted(tagged) == ["1", "0", "1"]


def test_the_list_is_sorted_and_filtered_by_the_layers(tagged, qtbot):
    choose(tagged, "lemma", "tag")
    tagged.inspector.set_order("layer_differences", False)
    assert tagged.inspector.rows.tolist() == [2, 1, 0]
    tagged.sentences.filter.line.setText("layer_differences > 1")
    tagged.sentences.filter.apply()
    qtbot.waitUntil(lambda: tagged.inspector.rows.tolist() == [0])


def test_constituents_and_tags_of_trees(empty_window, qtbot, tmp_path):
    window = opened(empty_window, qtbot, brackets.written(tmp_path))
    choose(window, "constituent", "tag")
    assert listed(window) == [("constituent", "5-8")]
    assert counted(window)[:3] == ["1", "0", "2"]
    window.inspector.go(2)
    assert listed(window) == [("tag", "4"), ("constituent", "4-4")]
    choose(window, "constituent")
    assert listed(window) == [("tag", "4")]


@pytest.mark.shared
@pytest.mark.parametrize(
    ("gold", "parse", "rows"),
    [
        ("annotators/0001-da-lotte.conll", "annotators/0001-da-morten.conll", range(12)),
        ("english/gold.conllu", "english/parse-raw.conllu", range(20)),
        ("english/roles.conll09", "english/roles-parse.conll09", range(10)),
        ("faroese/gold.mrg", "faroese/parse-ice.mrg", range(20)),
    ],
)
def test_as_many_are_listed_as_are_counted(empty_window, qtbot, gold, parse, rows):
    window = opened(empty_window, qtbot, [SHARED / gold, SHARED / parse])
    known = window.inspector.known_layers
    window.look.choose_layers(known)
    counts = layer_counts(read(SHARED / gold), read(SHARED / parse), known).drop("sentence").sum_horizontal()
    for row in rows:
        window.inspector.go(row)
        assert len(listed(window)) == len({*listed(window)}) == counts[row]
        assert window.inspector.table["layer_differences"][row] == counts[row]
        for one in window.inspector.differences:
            window.inspector.select(one.keys[0])  # whatever is not drawn is shown by another element, or by none


def test_all_sides_are_seen_in_the_layers_of_trees_until_there_are_two_again(empty_window, qtbot, tmp_path):
    (other := tmp_path / "other.conllu").write_text(TAGGED, encoding="utf-8")
    window = opened(empty_window, qtbot, [*written(tmp_path), other])
    press(window, Qt.Key.Key_V, SHIFT)
    assert window.inspector.everyone and listed(window) == [("arc", "5"), ("arc", "6")]
    assert "LAS g–p" in [column.title for column in window.sentences.model.columns]
    titles = [str(title) for title in window.pictures.titles]
    assert titles == ["gold  ·  2 differences", "parse  ·  LAS g–p 80.00", "other  ·  LAS g–o 80.00"]
    assert [title.short for title in window.pictures.titles] == ["2 differences", "", ""]
    choose(window, "tag")
    press(window, Qt.Key.Key_V, SHIFT)
    assert not window.inspector.everyone and window.inspector.layers == (Layer.ARC, Layer.TAG), "what was chosen stays"
    choose(window, "metric")
    press(window, Qt.Key.Key_V, SHIFT)
    opened(window, qtbot, [*written(tmp_path), other])
    assert window.inspector.layers == (), "nobody has chosen them"
    press(window, Qt.Key.Key_V, SHIFT)
    press(window, Qt.Key.Key_V, SHIFT)
    assert window.inspector.layers == () and counted(window) == ["1", "0", "1"]
