import pytest

from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.panels.differences import DifferencesPanel
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.views.arcs.differences import ArcDifference

SCORED = ArcDifference(5, "book", "obj of read", "nmod of cat", "wrong head and label", State.WRONG_HEAD)
LABEL = ArcDifference(7, "it", "obj of read", "iobj of read", "wrong label", State.WRONG_LABEL)
POINT = ArcDifference(6, ".", "punct of read", "punct of cat", "not scored", State.NOT_SCORED, scored=False)

LONE = ArcDifference(8, "its", "", "obj of read", "word of the parse only", State.EXTRA)


@pytest.fixture
def panel(qtbot):
    made = DifferencesPanel(Inspector())
    qtbot.addWidget(made)
    made.resize(300, 300)
    made.show()
    made.show_differences((SCORED, POINT, LABEL))
    return made


def test_what_is_not_scored_comes_last(panel):
    rows = [panel.model.index(row).data() for row in range(panel.model.rowCount())]
    assert rows == [SCORED.sentence, LABEL.sentence, POINT.sentence]


def test_is_painted(panel):
    assert not panel.grab().toImage().isNull()


def test_what_one_side_lacks_takes_no_line(panel):
    panel.show_differences((SCORED, LONE))
    heights = [panel.view.visualRect(panel.model.index(row)).height() for row in range(2)]
    assert heights[1] < heights[0]


def test_choosing_selects_the_arc(panel):
    panel.view.setCurrentIndex(panel.model.index(1))
    assert panel._inspector.selection == Key(Side.GOLD, "arc", "7")


def test_follows_the_selection(panel):
    panel._inspector.select(Key(Side.PARSE, "word", "6"))
    assert panel.view.currentIndex().row() == 2
    panel._inspector.select(None)
    assert not panel.view.currentIndex().isValid()


def test_says_why_it_is_empty(panel):
    panel.show_differences(())
    assert panel._hint.isVisible() and "gold and a parse" in panel._hint.text()
