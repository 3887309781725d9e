"""The metric chooser: any metric that fits the files, seen, sorted by, walked through and drawn.

Also tests `handlers.scoring`, `dialogs.metrics`.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from goldleaf.core.metrics import METRICS
from goldleaf.viewer.dialogs.metrics import MetricsDialog
from goldleaf.viewer.session.loading import MetricChoice
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.window.window import MainWindow
from tests.core.trees import SHARED
from tests.viewer.window import brackets
from tests.viewer.window.windows import written

pytestmark = pytest.mark.slow


def opened(window, qtbot, paths):
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request_of([*paths]))


def chosen(window, qtbot, *names):
    with qtbot.waitSignal(window.opener.ended):
        window.scoring._take(MetricChoice(names))


@pytest.fixture
def trees(empty_window, qtbot, tmp_path):
    opened(empty_window, qtbot, brackets.written(tmp_path))
    return empty_window


@pytest.fixture
def dialog(window):
    made = MetricsDialog(window, window.opener.choice, window.inspector.document)
    yield made
    made.deleteLater()


def item(dialog, name):
    return dialog.list.item([*METRICS].index(name))


def test_leaf_ancestor_is_seen_sorted_filtered_and_listed(trees, qtbot):
    chosen(trees, qtbot, "parseval", "leaf-ancestor")
    trees.actions_["metric.leaf-ancestor"].trigger()
    assert trees.inspector.metric.name == "leaf-ancestor"
    assert [column.name for column in trees.sentences.model.columns][3:5] == ["la_words", "leaf_ancestor_differences"]
    trees.inspector.set_order("la_words", descending=False)
    table = trees.inspector.document.table
    assert table["la_words"][int(trees.inspector.rows[0])] == table["la_words"].min() < 1
    trees.sentences.filter.line.setText("la_words < 1")
    qtbot.waitUntil(lambda: 0 < len(trees.inspector.rows) < len(trees.inspector.document))
    trees.inspector.go(int(trees.inspector.rows[0]))
    qtbot.waitUntil(lambda: trees.differences.model.rowCount() > 0)
    found = trees.inspector.differences
    assert len(found) == table["leaf_ancestor_differences"][trees.inspector.row]
    assert all("S" in one.gold for one in found)
    assert "has no picture" not in trees.pictures.reason.text
    assert trees.inspector.view.name == "tree" and trees.pictures.drawing.diagrams


def test_its_scores_stand_first(trees, qtbot):
    chosen(trees, qtbot, "parseval", "leaf-ancestor")
    trees.actions_["metric.leaf-ancestor"].trigger()
    qtbot.waitUntil(lambda: trees.scores.model.lines[0].title == "Leaf-ancestor")
    assert trees.scores.chooser.currentText() == "Leaf-ancestor"


def test_a_metric_is_shown_in_the_view_that_draws_it(window):
    window.actions_["metric.tedeval"].trigger()
    assert window.inspector.view.name == "function"
    assert window.actions_["metric.tedeval"].isChecked()
    window.actions_["metric.attachment"].trigger()
    assert window.inspector.view.name == "arcs"


@pytest.mark.shared
def test_ud_figures_of_raw_text(empty_window, qtbot):
    empty_window.opener.choice = MetricChoice(("attachment", "ud"))
    folder = SHARED / "english"
    opened(empty_window, qtbot, [folder / "gold.conllu", folder / "parse-raw.conllu"])
    empty_window.actions_["metric.ud"].trigger()
    document = empty_window.inspector.document
    assert [metric.name for metric in document.metrics] == ["attachment", "ud"]
    assert [column.title for column in empty_window.sentences.model.columns][3:5] == ["LAS", "Diff."]
    row = next(row for row, count in enumerate(document.table["ud_differences"]) if count == 3)
    empty_window.inspector.go(row)
    qtbot.waitUntil(lambda: empty_window.differences.model.rowCount() > 0)
    assert empty_window.pictures.drawing.differences == empty_window.inspector.differences
    assert empty_window.inspector.drawn_metric.name == "ud"


def test_segmentation_without_a_lattice_is_listed(empty_window, qtbot, tmp_path):
    from tests.viewer.window.windows import GOLD

    opened(empty_window, qtbot, written(tmp_path, parse=GOLD.replace("1\tThe\tthe", "1\tA\ta")))
    chosen(empty_window, qtbot, "attachment", "segmentation")
    empty_window.actions_["metric.segmentation"].trigger()
    assert empty_window.inspector.undrawn_metric.name == "segmentation"
    assert {(one.gold != "none", one.parse != "none") for one in empty_window.inspector.differences} == {
        (True, False),
        (False, True),
    }


def test_what_cannot_score_says_why(empty_window, qtbot, tmp_path):
    from tests.viewer.window.windows import GOLD

    opened(empty_window, qtbot, written(tmp_path, parse=GOLD.replace("1\tThe\tthe", "1\tA\ta")))
    chosen(empty_window, qtbot, "attachment", "ud")
    assert [metric.name for metric in empty_window.inspector.document.metrics] == ["attachment"]
    qtbot.waitUntil(lambda: "No CoNLL 2018: " in empty_window.scores.remark.text)


def test_choices_are_remembered(window, qtbot):
    with qtbot.waitSignal(window.opener.ended):
        window.actions_["score.attachment.punctuation.include"].trigger()
    chosen(window, qtbot, "ud")
    again = MainWindow(window.settings)
    qtbot.addWidget(again)
    assert again.opener.choice.names == ("ud",)
    again.close()


def test_options_come_from_the_metrics(window, qtbot):
    assert not window.actions_["score.parseval.errors.align"].isEnabled()
    with qtbot.waitSignal(window.opener.ended):
        window.actions_["score.attachment.labels.universal"].trigger()
    assert window.actions_["score.attachment.labels.universal"].isChecked()
    assert not window.actions_["score.attachment.labels.full"].isChecked()
    assert "labels:universal" in window.inspector.document.metrics[0].signature


def test_the_dialog_ticks_what_scores_and_greys_what_does_not_fit(dialog):
    assert dialog.ticked() == ("attachment", "tedeval")
    assert not item(dialog, "parseval").flags() & Qt.ItemFlag.ItemIsEnabled
    dialog.accept()
    assert dialog.choice.names == ()


def test_the_dialog_makes_a_choice(dialog):
    item(dialog, "ud").setCheckState(Qt.CheckState.Checked)
    dialog.forms["tedeval"].boxes["variant"].setCurrentText("2.2")
    dialog.accept()
    assert dialog.choice == MetricChoice(("attachment", "tedeval", "ud"), {"tedeval": {"variant": "2.2"}})
    dialog.reset()
    dialog.accept()
    assert dialog.choice == MetricChoice()


def test_the_dialog_says_what_cannot_be_had(dialog):
    dialog.forms["tedeval"].boxes["label_map"].setCurrentText("/no/such/file")
    dialog.accept()
    assert "/no/such/file" in dialog.note.text() and dialog.choice == MetricChoice()
    dialog.reset()
    for name in dialog.ticked():
        item(dialog, name).setCheckState(Qt.CheckState.Unchecked)
    dialog.accept()
    assert "Tick a metric" in dialog.note.text()


def test_a_choice_that_is_no_more_is_forgotten():
    stored = MetricChoice.stored(["ud", "gone"], {"gone": {"a": "b"}, "tedeval": {"variant": "9"}, "ud": {}})
    assert stored == MetricChoice(("ud",))


def test_what_is_left_out_is_told_with_the_first_line_and_why(empty_window, qtbot, tmp_path):
    gold, parse = tmp_path / "gold.mrg", tmp_path / "parse.mrg"
    gold.write_text("( (S (N cats) (V sleep)) )\n" * 2, encoding="utf-8")
    parse.write_text("( (S (N cats) (V sleep)) )\n( (S (N dogs) (V sleep)) )\n", encoding="utf-8")
    opened(empty_window, qtbot, [gold, parse])
    empty_window.scores.show_now()
    said = empty_window.scores.remark
    assert said.isVisible()
    assert said.text.startswith("ParsEval: 1 sentence") and "\n" not in said.text
    assert "gold and parse have different words" in said.toolTip() and "(gold.mrg:2)" in said.toolTip()


def test_of_much_that_is_left_out_the_tip_tells_all(empty_window, qtbot, tmp_path):
    paths = [tmp_path / name for name in ("gold.mrg", "a.mrg", "b.mrg")]
    right, wrong = "( (S (N cats) (V sleep)) )\n", "( (S (N dogs) (V sleep)) )\n"
    for path, text in zip(paths, (right + right, right + wrong, wrong + right), strict=True):
        path.write_text(text, encoding="utf-8")
    opened(empty_window, qtbot, paths)
    empty_window.scores.show_all_parses(True)
    said = empty_window.scores.remark
    first, more = said.text.split("…")
    told = said.toolTip().splitlines()
    assert told[0].startswith(first)
    assert more == f" +{len(told) - 1}" and len(told) > 1


def test_the_box_of_metrics_offers_those_that_could_score_too(window, qtbot):
    window.scores.show_now()
    box = window.scores.chooser
    entries = [box.itemText(place) for place in range(box.count())]
    assert entries[:3] == ["Attachment", "TedEval", "Not scored yet"] and "CoNLL 2018" in entries
    assert "ParsEval" not in entries, "there are no constituents"
    assert not box.model().flags(box.model().index(2, 0)), "a heading is not chosen"
    with qtbot.waitSignal(window.opener.ended):
        box.activated.emit(entries.index("CoNLL 2018"))
    window.scores.show_now()
    assert box.currentData() == window.inspector.metric.name == "ud"
    assert "ud" in [metric.name for metric in window.inspector.document.metrics]
