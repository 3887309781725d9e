from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from goldleaf.core.sentence import Node, Sentence, Token, Word
from goldleaf.viewer.diagram.shapes import State
from goldleaf.viewer.panels.running_text import LINES, RunningText, running_text


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
    text.show_sentence(sentence("a", "b", "c"), {2: [State.WRONG_HEAD]})
    assert [selection.cursor.selectedText() for selection in text.extraSelections()] == ["b"]
    text.select([3])
    assert [selection.cursor.selectedText() for selection in text.extraSelections()] == ["b", "c"]


def test_what_is_missing_and_extra_is_seen_to_be_both(text):
    text.show_sentence(sentence("a", "b"), {1: [State.MISSING, State.EXTRA], 2: [State.MISSING]})
    selections = text.extraSelections()
    both, one = (selection.format for selection in selections)
    assert both.foreground() == one.foreground() and both.underlineColor() != one.underlineColor()
    assert both.underlineStyle() != one.underlineStyle()


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


def written(*forms, text=None, tokens=()):
    words = [Word(number, form, "_", "_", "_", "_", 0, "x", number) for number, form in enumerate(forms, 1)]
    return Sentence(1, None, text, 1, tuple(words), tokens)


def pieces(given):
    text, spans = running_text(given)
    return [(text[span.start : span.end], span.positions) for span in spans]


def test_words_in_the_text_of_the_file():
    assert pieces(written("I", "do", "n't", ".", text="I don't.")) == [
        ("I", (1,)),
        ("do", (2,)),
        ("n't", (3,)),
        (".", (4,)),
    ]


def test_a_token_of_several_words():
    given = written("de", "le", "chat", text="du chat", tokens=(Token(1, 2, "du"),))
    assert pieces(given) == [("du", (1, 2)), ("chat", (3,))]


def test_a_text_that_has_other_words_is_not_used():
    text, spans = running_text(written("a", "b", text="something else"))
    assert text == "a b" and len(spans) == 2


def test_no_words():
    assert running_text(written()) == ("", ())


def test_a_text_that_ends_before_its_words_is_not_used():
    assert running_text(written("a", "b", text="a"))[0] == "a b"


def test_words_of_trees_are_joined_without_traces_but_in_a_text_of_the_file():
    tree = replace(written("a", "*", "b"), nodes=(Node(1, 0, "S", "_", "_", "_", 1, 3, 3),))
    traced = replace(tree, words=(tree.words[0], replace(tree.words[1], coarse_tag="-NONE-"), tree.words[2]))
    assert running_text(traced)[0] == "a b"
    assert pieces(replace(traced, text="a  b")) == [("a", (1,)), ("b", (3,))]
    assert running_text(replace(traced, text="a  b"))[0] == "a  b"
