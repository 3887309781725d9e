"""Results that are remembered for a pair of treebanks."""

import gc
import weakref

from goldleaf.core.alignment.remembered import remembered
from tests.core.trees import treebank


def test_a_result_is_worked_out_once_for_the_same_treebanks():
    asked = []

    @remembered
    def words(gold, parse):
        asked.append((gold, parse))
        return gold.words.height + parse.words.height

    gold, parse, other = treebank("a/N/0/x"), treebank("b/N/0/x"), treebank("c/N/0/x d/N/1/x")
    assert [words(gold, parse), words(gold, parse), words(gold, other), words(gold, parse)] == [2, 2, 3, 2]
    assert asked == [(gold, parse), (gold, other), (gold, parse)]


def test_treebanks_are_not_kept_alive():
    @remembered
    def words(gold, parse):
        return gold.words.height + parse.words.height

    gold, parse = treebank("a/N/0/x"), treebank("b/N/0/x")
    gone = weakref.ref(gold), weakref.ref(parse)
    words(gold, parse)
    del gold, parse
    gc.collect()
    assert [ref() for ref in gone] == [None, None]
