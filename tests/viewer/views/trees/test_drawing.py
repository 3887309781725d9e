from goldleaf.core.formats import read
from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.diagram.walking import Way
from goldleaf.viewer.views.trees.drawing import walk_tree
from tests.viewer.window.brackets import written


def node(number):
    return Key(Side.GOLD, "node", f"{number}")


def word(number):
    return Key(Side.GOLD, "word", f"{number}")


def walker(folder, without=()):
    sentence = read(written(folder)[0]).sentence(0)
    everything = {node(one.number) for one in sentence.nodes} | {word(one.position) for one in sentence.words}
    shown = everything - set(without)

    def walk(selected, way, **more):
        return walk_tree(sentence, selected, way, Side.GOLD, shown, **more)

    return walk


def test_up_and_down(tmp_path):
    walk = walker(tmp_path)
    assert walk(word(4), Way.HEAD) == node(3)
    assert walk(node(3), Way.HEAD) == node(1)
    assert walk(node(1), Way.HEAD) is None
    assert walk(node(1), Way.DEPENDENT) == node(2)
    assert walk(node(3), Way.DEPENDENT) == word(4)
    assert walk(word(4), Way.DEPENDENT) is None


def test_siblings(tmp_path):
    walk = walker(tmp_path)
    assert walk(node(2), Way.RIGHT) == node(3)
    assert walk(node(3), Way.RIGHT) == word(9)
    assert walk(node(3), Way.LEFT) == node(2)
    assert walk(node(2), Way.LEFT) is None
    assert walk(node(2), Way.LEFT, right_to_left=True) == node(3)


def test_words_go_on_to_the_next_word(tmp_path):
    walk = walker(tmp_path)
    assert walk(word(3), Way.RIGHT) == word(4)
    assert walk(word(1), Way.LEFT) is None


def test_begins_with_the_first_word(tmp_path):
    assert walker(tmp_path)(None, Way.HEAD) == word(1)


def test_what_is_not_shown_is_passed_over(tmp_path):
    walk = walker(tmp_path, without=[node(3), node(4)])
    assert walk(node(5), Way.HEAD) == node(1)
    assert walk(node(1), Way.DEPENDENT) == node(2)
