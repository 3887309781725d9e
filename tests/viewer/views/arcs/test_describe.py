"""Words and arcs in words; what is odd about a tree is found and said."""

from dataclasses import replace

import pytest

from goldleaf.viewer.diagram.annotators import Adjudication
from goldleaf.viewer.diagram.naming import Wording
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.shapes import State
from goldleaf.viewer.diagram.theme import Ruler, typewriter
from goldleaf.viewer.views.arcs.arc_picture import Arc, pictures
from goldleaf.viewer.views.arcs.columns import columns_of
from goldleaf.viewer.views.arcs.describe import dependent_description, oddities, picture_description, verdict
from goldleaf.viewer.views.arcs.draw import ArcPane
from tests.viewer.diagram.support import GOLD, THEME, facts, pair, sentence


def test_wrong_head_and_label():
    gold, parse = pair()
    assert dependent_description(6, gold, [parse]) == (
        "word 6 ‘houses’ obj of 3 ‘saw’; in the parse: flat of 5 ‘stone’, wrong head and label"
    )
    assert dependent_description(6, parse, [gold]) == (
        "word 6 ‘houses’ flat of 5 ‘stone’, wrong head and label; in the gold: obj of 3 ‘saw’"
    )


def test_other_classes():
    gold, parse = pair()
    assert dependent_description(1, gold) == "word 1 ‘The’ det of 2 ‘cat’"
    assert dependent_description(3, gold, [parse]) == "word 3 ‘saw’ root; the same in the parse"
    assert dependent_description(4, gold, [parse]).endswith("in the parse: amod of 5 ‘stone’, wrong head")
    assert dependent_description(2, gold, [parse]).endswith("in the parse: obj of 3 ‘saw’, wrong label")
    assert dependent_description(7, gold, [parse]).endswith("in the parse: punct of 2 ‘cat’, not scored")


def test_two_parses_are_told_apart():
    gold, first = pair()
    second = pictures(
        gold.sentence, gold.sentence, facts(gold.sentence, gold.sentence), wording=Wording(parse="parse B")
    )[1]
    assert dependent_description(2, gold, [first, second]) == (
        "word 2 ‘cat’ nsubj of 3 ‘saw’; in the parse: obj of 3 ‘saw’, wrong label; the same in parse B"
    )


def test_of_annotators_a_word_with_another_tag_is_not_the_same():
    other = replace(GOLD, words=(replace(GOLD.words[0], coarse_tag="X", features="A=b|C=d"), *GOLD.words[1:]))
    first, second = pictures(GOLD, other, facts(other, other), wording=Adjudication("old", "new"))
    assert dependent_description(1, first, [second]) == "word 1 ‘The’ det of 2 ‘cat’; in new: tag X, features A=b|C=d"
    assert dependent_description(1, second, [first]).endswith("det of 2 ‘cat’; in old: tag DET, features other")
    judged = pictures(GOLD, other, facts(other, other))
    assert dependent_description(1, judged[0], judged[1:]).endswith("; the same in the parse"), "who is judged by arcs"


def test_heads_that_are_none():
    gold = sentence("a/X/_/_ b/X/2/self c/X/9/far d/X/0/ROOT e/X/0/head f/X/4/_")
    (picture,) = pictures(gold)
    assert [dependent_description(position, picture) for position in range(1, 7)] == [
        "word 1 ‘a’ no head",
        "word 2 ‘b’ self of itself",
        "word 3 ‘c’ far of 9, which is outside the sentence",
        "word 4 ‘d’ root",
        "word 5 ‘e’ root, labeled head",
        "word 6 ‘f’ dependent of 4 ‘d’",
    ]


def test_missing_and_extra():
    full, bare = sentence("a/X/2/x b/X/0/root"), sentence("a/X/_/_ b/X/0/root")
    gold, parse = pair(full, bare)
    assert dependent_description(1, gold, [parse]) == "word 1 ‘a’ x of 2 ‘b’; in the parse: no head, missing"
    gold, parse = pair(bare, full)
    assert dependent_description(1, parse, [gold]) == "word 1 ‘a’ x of 2 ‘b’, extra; in the gold: no head"


@pytest.mark.parametrize(
    ("gold", "parse", "found"),
    [
        (Arc(1, 2, "x"), Arc(1, 2, "x"), ""),
        (Arc(1, 2, "x", State.MISSING), Arc(1, 3, "x", State.WRONG_HEAD), "wrong head"),
        (Arc(1, 2, "x", State.MISSING), Arc(1, 3, "y", State.WRONG_HEAD, label_differs=True), "wrong head and label"),
        (Arc(1, 2, "x", State.MISSING), None, "missing"),
        (None, Arc(1, 2, "x", State.EXTRA), "extra"),
        (Arc(1, 2, "x"), Arc(1, 2, "x", State.FORGIVEN), "forgiven"),
        (None, None, ""),
    ],
)
def test_verdict(gold, parse, found):
    assert verdict(gold, parse) == found


def test_alt_text():
    gold, parse = pair()
    assert picture_description(gold) == (
        "Dependency arcs of the gold over 7 words: ‘The cat saw old stone houses .’. Root: 3 ‘saw’. "
        "Differences: 2 wrong heads and labels, 1 wrong head, 1 wrong label."
    )
    assert "Differences: 2 wrong heads and labels, 1 wrong head, 1 wrong label." in picture_description(parse)
    assert "Roots: none" in picture_description(pictures(sentence("a/X/1/x"))[0])


def odd(text: str) -> list[str]:
    return [oddity.text for oddity in oddities(pictures(sentence(text))[0])]


def test_nothing_odd():
    assert oddities(pictures(GOLD)[0]) == []


def test_each_oddity():
    assert odd("a/X/0/r b/X/0/r c/X/0/r") == ["3 roots"]
    assert odd("a/X/2/x b/X/1/x") == ["no root", "cycle 1 → 2 → 1"]
    assert odd("a/X/_/_ b/X/_/_") == ["no heads"]
    assert odd("a/X/0/r b/X/_/_ c/X/_/_") == ["no head: 2, 3"]
    assert odd("a/X/0/r b/X/2/x") == ["2 is its own head"]
    assert odd("a/X/0/r b/X/7/x") == ["head outside the sentence: 2"]


def test_sentences_that_are_joined_have_a_root_each():
    two = replace(sentence("a/X/0/r b/X/0/r"), parts=((1, 1), (2, 2)))
    assert oddities(pictures(two)[0]) == []
    three = replace(sentence("a/X/0/r b/X/0/r c/X/0/r"), parts=((1, 1), (2, 2)))
    assert [oddity.text for oddity in oddities(pictures(three)[0])] == ["3 roots"]


def test_long_lists_are_cut():
    assert odd("a/X/0/r " + "b/X/_/_ " * 9) == ["no head: 2, 3, 4, 5, 6, 7 and 3 more"]
    ring = " ".join(f"a/X/{1 + position % 8}/x" for position in range(1, 9))
    assert odd(ring) == ["no root", "cycle of 8 words from 1"]


def test_warned_words():
    ruler = Ruler(THEME, typewriter)
    known = pictures(sentence("a/X/0/r b/X/3/x c/X/2/x d/X/3/x"))
    pane = ArcPane(known, columns_of(known, Options()), Options(), ruler)
    assert [edge.dependent for edge in pane.above if edge.warned] == [1, 2]  # columns
