from goldleaf.core.treebank import Sentence, Token, Word
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
