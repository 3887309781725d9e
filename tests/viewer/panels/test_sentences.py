"""The list of sentences, its columns and its filter line.

Also tests `filter_line`.
"""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from goldleaf.core.metrics import METRICS, create
from goldleaf.viewer.panels import sentences
from goldleaf.viewer.panels.sentences import SentencesPanel
from goldleaf.viewer.session.loading import load
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.settings import COLUMNS, Settings
from tests.viewer.window.windows import written

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def inspector():
    return Inspector()


@pytest.fixture
def panel(qtbot, inspector, tmp_path):
    made = SentencesPanel(inspector, Settings(tmp_path / "settings.json"))
    qtbot.addWidget(made)
    made.resize(360, 500)
    made.show()
    *_, last = load(request_of(written(tmp_path)), [create("attachment")])
    inspector.set_document(last.document)
    yield made
    made.filter.stop()


def titles(panel):
    return [column.title for column in panel.model.columns]


def cells(panel, column):
    place = titles(panel).index(column)
    return [panel.model.index(row, place).data() for row in range(panel.model.rowCount())]


def filtered(qtbot, panel, inspector, text):
    panel.filter.line.setText(text)
    with qtbot.waitSignal(inspector.rows_changed):
        panel.filter.apply()


def test_shows_the_usual_columns(panel):
    assert titles(panel) == ["#", "Text", "Len.", "LAS", "Diff."]
    assert cells(panel, "LAS") == ["80.00", "100.00", "66.67"]
    assert cells(panel, "Text")[0] == "The cat read a book."


def test_sentences_that_are_no_trees_are_marked(qtbot, panel, inspector, tmp_path):
    paths = written(tmp_path)
    paths[1].write_text(paths[1].read_text(encoding="utf-8").replace("\t0\troot", "\t1\troot", 1), encoding="utf-8")
    *_, last = load(request_of(paths), [create("attachment")])
    inspector.set_document(last.document)
    assert cells(panel, "#") == ["⚠ 1", "2", "3"]
    assert panel.model.cell(0, 0).text == "⚠ 1"
    assert panel.model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == "parse: cycle, no root"
    assert not panel.model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)
    panel.toggle_column("parse_no_tree")
    assert cells(panel, "parse: no tree") == ["cycle, no root", "", ""]
    filtered(qtbot, panel, inspector, "parse_no_tree is not null")
    assert cells(panel, "#") == ["⚠ 1"]


def test_a_click_shows_the_sentence(panel, inspector):
    index = panel.model.index(2, 1)
    QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=panel.view.visualRect(index).center())
    assert inspector.row == 2


def test_follows_the_inspector(panel, inspector):
    inspector.go(1)
    assert panel.view.currentIndex().row() == 1


def test_sorts_by_a_click_on_the_header(panel, inspector):
    header = panel.view.horizontalHeader()
    section = titles(panel).index("LAS")
    place = QPoint(header.sectionViewportPosition(section) + 10, header.height() // 2)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert cells(panel, "#") == ["3", "1", "2"]
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert cells(panel, "#") == ["2", "1", "3"]
    assert inspector.row == 1 and panel.view.currentIndex().row() == 0  # who was at the beginning, stays there


def test_sorting_leaves_who_is_inside_the_list_at_their_sentence(panel, inspector):
    inspector.go(1)
    panel.worst.click()
    assert cells(panel, "#") == ["3", "1", "2"]
    assert inspector.row == 1 and panel.view.currentIndex().row() == 2
    assert panel.view.verticalScrollBar().value() == 0


def test_the_worst_first_by_a_button(panel, inspector):
    panel.worst.click()
    assert cells(panel, "#") == ["3", "1", "2"] and inspector.row == 2
    header = panel.view.horizontalHeader()
    assert header.sortIndicatorSection() == titles(panel).index("LAS")
    assert header.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
    panel.worst.click()
    assert cells(panel, "#") == ["1", "2", "3"] and header.sortIndicatorSection() == -1
    inspector.set_order("las", False)
    panel.worst.click()
    assert cells(panel, "#") == ["1", "2", "3"]
    inspector.set_document(None)
    assert not panel.worst.isEnabled()


def test_every_figure_has_room(panel):
    """Also where there is little, 100.00 is not read as 00.00."""
    panel.resize(250, 300)
    panel.show()
    metrics = panel.view.fontMetrics()
    for section, column in enumerate(panel.model.columns):
        if column.name != "text":
            room = panel.view.horizontalHeader().sectionSize(section) - 2 * sentences._AIR
            cell = max((panel.model.painted(row, section)[0] for row in range(3)), key=len)
            assert metrics.horizontalAdvance(cell) <= room
            assert column.name != "las" or metrics.horizontalAdvance("100.00") <= room


def test_a_condition(qtbot, panel, inspector):
    filtered(qtbot, panel, inspector, "las < 0.7 or words = 2")
    assert cells(panel, "#") == ["2", "3"]
    assert panel.filter.found.text() == "2 of 3 match"


def test_a_text(qtbot, panel, inspector):
    filtered(qtbot, panel, inspector, "Dogs")
    assert cells(panel, "#") == ["3"]
    assert panel.view.currentIndex().row() == -1  # the sentence that is shown is not in the list


def test_the_words_of_a_sentence(qtbot, panel, inspector):
    filtered(qtbot, panel, inspector, "has(gold_deprel = 'obj' and not right_head)")
    assert cells(panel, "#") == ["1"]


def test_a_mistake_stands_under_the_line_and_changes_nothing(qtbot, panel):
    panel.filter.line.setText("lsa < 0.5")
    panel.filter.apply()
    qtbot.waitUntil(panel.filter.error.isVisible)
    assert "did you mean la?" in panel.filter.error.text()
    assert panel.model.rowCount() == 3
    panel.filter.line.clear()
    panel.filter.apply()
    assert not panel.filter.error.isVisible()


def test_nothing_matches(qtbot, panel, inspector):
    filtered(qtbot, panel, inspector, "words > 100")
    assert panel._hint.isVisible() and "No sentence matches" in panel._hint.text()


def test_typing_filters_after_a_moment(qtbot, panel, inspector):
    with qtbot.waitSignal(inspector.rows_changed):
        QTest.keyClicks(panel.filter.line, "dogs")
    assert cells(panel, "#") == ["3"]


def test_only_the_last_filter_counts(qtbot, panel):
    panel.filter.line.setText("dogs")
    panel.filter.apply()
    panel.filter.line.setText("")
    panel.filter.apply()
    qtbot.wait(100)
    assert panel.model.rowCount() == 3


def test_completes_columns(panel):
    QTest.keyClicks(panel.filter.line, "di")
    assert panel.filter._completion.offered == ["differences"]
    panel.filter._completion.insert("differences")
    assert panel.filter.line.text() == "differences"
    panel.filter._completion._popup.hide()


def test_columns_are_chosen(panel):
    panel.toggle_column("uas")
    assert titles(panel) == ["#", "Text", "Len.", "LAS", "UAS", "Diff."]
    kept = panel._settings.get(COLUMNS)
    assert kept == ["number", "text", "words", "las", "uas", "differences"]
    for name in kept:
        panel.toggle_column(name)
    assert titles(panel) == ["Diff."]  # the last one stays


def test_the_usual_columns_are_those_of_the_parse_that_is_shown(panel, inspector, tmp_path):
    gold, parse = written(tmp_path)
    *_, last = load(request_of([gold, parse, gold]), [create("attachment")])
    inspector.set_document(last.document)
    assert titles(panel) == ["#", "Text", "Len.", "LAS", "Diff."] and cells(panel, "Diff.") == ["1", "0", "1"]
    inspector.set_parse(1)
    assert titles(panel) == ["#", "Text", "Len.", "LAS", "Diff."] and cells(panel, "Diff.") == ["0", "0", "0"]


def test_differences_are_counted_beside_a_list_of_as_many_alone(panel, inspector, tmp_path):
    *_, last = load(request_of(written(tmp_path)), [create("attachment"), create("segmentation")], ["segmentation"])
    inspector.set_document(replace(last.document, lattice=last.document.gold))
    inspector.set_look(replace(inspector.look, view="lattice"))
    assert titles(panel) == ["#", "Text", "Len.", "Accuracy"]
    inspector.set_look(replace(inspector.look, view="arcs"))
    assert "Diff." not in titles(panel)  # attachment does not score
    inspector.set_document(replace(last.document, lattice=None))
    assert titles(panel) == ["#", "Text", "Len.", "Accuracy", "Diff."]


def ink(panel, left, right, row=0):
    """How much is written in the upper line of a row, between two parts of the list's width."""
    view = panel.view
    area = view.visualRect(panel.model.index(row, 0))
    image = view.viewport().grab().toImage()
    width = view.viewport().width()
    background = image.pixelColor(width - 2, area.top() + 2)
    return sum(
        image.pixelColor(x, y) != background
        for x in range(round(left * width), round(right * width))
        for y in range(area.top() + 3, area.center().y() - 2)
    )


def test_a_sentence_has_two_lines(panel):
    line = panel.view.fontMetrics().height()
    assert panel.view.rowHeight(0) > 2 * line
    panel.resize(240, 500)
    section = titles(panel).index("Text")
    assert panel.view.columnWidth(section) < 80  # the text is written over the columns beside it
    assert ink(panel, 0.4, 0.7) > 20
    assert panel.view.horizontalScrollBar().maximum() == 0
    panel.toggle_column("text")
    assert panel.view.rowHeight(0) < 2 * line


def test_a_score_has_a_bar(panel):
    column = titles(panel).index("LAS")
    assert [panel.model.share(row, column) for row in range(3)] == pytest.approx([0.8, 1.0, 2 / 3])
    assert panel.model.share(0, titles(panel).index("Len.")) is None


def test_a_hebrew_sentence_stands_at_the_right_and_ends_at_the_left(panel, inspector, tmp_path):
    text = "1\tזה\t_\tX\tX\t_\t0\troot\t_\tSpaceAfter=No\n2\t.\t_\tX\tX\t_\t1\tpunct\t_\t_\n\n"
    *_, last = load(request_of(written(tmp_path, text, text)), [create("attachment")])
    inspector.set_document(last.document)
    assert panel.model.sentence(0) == ("זה .", True)
    inspector.go(None)
    panel.view.clearSelection()
    assert ink(panel, 0.85, 1.0) > 10 > ink(panel, 0.3, 0.6)


def test_the_menu_of_columns_is_grouped_by_metric(panel, inspector, tmp_path):
    gold, parse = written(tmp_path)
    *_, last = load(request_of([gold, parse, gold]), [create("attachment"), create("ud")], ("attachment", "ud"))
    inspector.set_document(last.document)
    menu = panel.column_menu()
    assert [action.text() for action in menu.actions() if not action.menu() and action.data()] == [
        "#", "id", "Text", "Len.", "Readable"
    ]  # fmt: skip
    groups = {action.text(): action.menu() for action in menu.actions() if action.menu()}
    assert list(groups) == [METRICS["attachment"].title, METRICS["ud"].title, "Words and trees"]
    listed = [(action.text(), action.isSeparator()) for action in groups[METRICS["attachment"].title].actions()]
    assert ("parse", True) in listed and ("gold", True) in listed
    assert [text for text, heading in listed if not heading][:2] == ["LAS", "UAS"]
    checked = [action.data() for group in groups.values() for action in group.actions() if action.isChecked()]
    assert checked == ["parse_attachment_las", "parse_differences"]
    everything = [action.data() for group in (menu, *groups.values()) for action in group.actions() if action.data()]
    assert sorted(everything) == sorted(column.name for column in panel.model.known)
    menu.deleteLater()
