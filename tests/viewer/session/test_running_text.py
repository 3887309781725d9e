from dataclasses import replace

from goldleaf.core.treebank import Node, Sentence, Token, Word
from goldleaf.viewer.session.running_text import running_text


def sentence(*forms, text=None, tokens=()):
    words = [Word(number, form, "_", "_", "_", "_", 0, "x", number) for number, form in enumerate(forms, 1)]
    return Sentence(1, None, text, 1, tuple(words), tokens)


def pieces(given):
    text, spans = running_text(given)
    return [(text[span.start : span.end], span.positions) for span in spans]


def test_words_in_the_text_of_the_file():
    assert pieces(sentence("I", "do", "n't", ".", text="I don't.")) == [
        ("I", (1,)),
        ("do", (2,)),
        ("n't", (3,)),
        (".", (4,)),
    ]


def test_a_token_of_several_words():
    given = sentence("de", "le", "chat", text="du chat", tokens=(Token(1, 2, "du"),))
    assert pieces(given) == [("du", (1, 2)), ("chat", (3,))]


def test_a_text_that_has_other_words_is_not_used():
    text, spans = running_text(sentence("a", "b", text="something else"))
    assert text == "a b" and len(spans) == 2


def test_no_words():
    assert running_text(sentence()) == ("", ())


def test_a_text_that_ends_before_its_words_is_not_used():
    assert running_text(sentence("a", "b", text="a"))[0] == "a b"


def test_words_of_trees_are_joined_without_traces_but_in_a_text_of_the_file():
    tree = replace(sentence("a", "*", "b"), nodes=(Node(1, 0, "S", "_", "_", "_", 1, 3, 3),))
    traced = replace(tree, words=(tree.words[0], replace(tree.words[1], coarse_tag="-NONE-"), tree.words[2]))
    assert running_text(traced)[0] == "a b"
    assert pieces(replace(traced, text="a  b")) == [("a", (1,)), ("b", (3,))]
    assert running_text(replace(traced, text="a  b"))[0] == "a  b"
