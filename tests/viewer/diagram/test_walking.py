from goldleaf.core.sentence import Sentence, Word
from goldleaf.viewer.diagram.shapes import Diagram, Element, Key, Side
from goldleaf.viewer.diagram.walking import Way, walk, word_of
from goldleaf.viewer.views.view import Drawing


def sentence(*heads):
    words = [Word(number, f"w{number}", "_", "_", "_", "_", head, "x", number) for number, head in enumerate(heads, 1)]
    return Sentence(1, None, None, 1, tuple(words))


def test_walks_the_tree():
    tree = sentence(2, 0, 2)
    assert walk(tree, 1, Way.HEAD) == 2
    assert walk(tree, 2, Way.HEAD) is None
    assert walk(tree, 2, Way.DEPENDENT) == 1
    assert walk(tree, 3, Way.DEPENDENT) is None


def test_walks_the_words_as_they_stand_on_the_screen():
    tree = sentence(2, 0, 2)
    assert walk(tree, 2, Way.LEFT) == 1
    assert walk(tree, 2, Way.RIGHT) == 3
    assert walk(tree, 2, Way.LEFT, right_to_left=True) == 3
    assert walk(tree, 3, Way.RIGHT) is None


def test_begins_with_the_first_word():
    assert walk(sentence(0), None, Way.HEAD) == 1
    assert walk(sentence(), None, Way.HEAD) is None


def test_heads_that_lead_nowhere():
    assert walk(sentence(1), 1, Way.HEAD) is None
    assert walk(sentence(1), 1, Way.DEPENDENT) is None
    assert walk(sentence(9), 1, Way.HEAD) is None
    assert walk(sentence(None), 1, Way.HEAD) is None


def test_related_elements():
    gold, parse = Key(Side.GOLD, "arc", "2"), Key(Side.PARSE, "arc", "2")
    drawing = Drawing(diagrams=tuple(Diagram(0, 0, elements={key: Element(key, "")}) for key in (gold, parse)))
    assert drawing.related(gold) == {gold, parse}
    assert drawing.related(None) == frozenset()


def test_word_of():
    assert word_of(Key(Side.GOLD, "arc", "2")) == 2
    assert word_of(Key(Side.GOLD, "empty", "8.1")) is None
    assert word_of(None) is None
