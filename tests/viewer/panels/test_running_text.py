import pytest
from PySide6.QtCore import Qt

from goldleaf.core.treebank import Sentence, Word
from goldleaf.viewer.diagram.shapes import State
from goldleaf.viewer.panels.running_text import LINES, RunningText


def sentence(*forms):
    words = [Word(number, form, "_", "_", "_", "_", 0, "x", number) for number, form in enumerate(forms, 1)]
    return Sentence(1, None, None, 1, tuple(words))


@pytest.fixture
def text(qtbot):
    made = RunningText()
    qtbot.addWidget(made)
    made.resize(300, 100)
    made.show()
    return made


def test_marks_differences_and_the_selection(text):
    text.show_sentence(sentence("a", "b", "c"), {2: State.WRONG_HEAD})
    assert [selection.cursor.selectedText() for selection in text.extraSelections()] == ["b"]
    text.select([3])
    assert [selection.cursor.selectedText() for selection in text.extraSelections()] == ["b", "c"]


def test_from_right_to_left(text):
    text.show_sentence(sentence("שלום", "עולם"), {})
    assert text.document().defaultTextOption().textDirection() == Qt.LayoutDirection.RightToLeft


def test_is_as_high_as_its_lines_up_to_some(text):
    text.show_sentence(sentence("short"), {})
    low = text.height()
    text.show_sentence(sentence(*["longer"] * 400), {})
    assert low < text.height() <= (LINES + 1) * text.fontMetrics().lineSpacing() + 18
    text.show_sentence(None, {})
    assert text.toPlainText() == ""
