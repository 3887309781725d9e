"""Rows of the list, the steps from one to the next, and what alt texts say of differences. Also tests `bidi`."""

from dataclasses import replace

import pytest

from goldleaf.core.facts import Mark
from goldleaf.core.metrics import create
from goldleaf.core.sentence import Sentence, Word
from goldleaf.viewer.diagram.naming import REVIEW, counted_differences, listed, step
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.diagram.theme import load as theme
from goldleaf.viewer.diagram.theme import typewriter
from goldleaf.viewer.figures.figure import DrawingCache
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.views import Look
from goldleaf.viewer.views.arcs.arc_picture import ArcFact, pictures
from goldleaf.viewer.views.arcs.describe import arc_differences
from tests.viewer.window.windows import GOLD, PARSE, written


def found(folder, row=0, parse=PARSE, gold=GOLD):
    document = loaded(request_of(written(folder, gold, parse)), [create("attachment")])
    return DrawingCache(typewriter).draw(document, row, 0, Look(), theme("light")).differences


def test_in_plain_words(tmp_path):
    head, punctuation = found(tmp_path)
    assert head.sentence == "book: obj of read, parse has nmod of cat – wrong head and label"
    assert head.state == State.WRONG_HEAD
    assert head.keys == (Key(Side.GOLD, "arc", "5"), Key(Side.PARSE, "arc", "5"))
    assert punctuation.sentence == ".: punct of read, parse has punct of book – not scored"
    assert not punctuation.scored


def test_a_wrong_label(tmp_path):
    (only,) = found(tmp_path, row=2)
    assert only.sentence == "loudly: advmod of bark, parse has obl of bark – wrong label"


def test_nothing_differs(tmp_path):
    assert found(tmp_path, row=1) == ()


def test_words_that_occur_again_are_numbered_and_do_not_turn_the_line(tmp_path):
    gold = "1\tאב\t_\tN\tN\t_\t0\troot\t_\t_\n2\tאב\t_\tN\tN\t_\t1\tobj\t_\t_\n\n"
    (only,) = found(tmp_path, gold=gold, parse=gold.replace("1\tobj", "1\tiobj"))
    assert only.word == "\u2068אב\u2069 (2)"


@pytest.mark.parametrize(("position", "by", "expected"), [(None, 1, 5), (5, 1, None), (6, -1, 5), (None, -1, 5)])
def test_steps_over_scored_differences(tmp_path, position, by, expected):
    reached = step(found(tmp_path), None, position, by)
    assert (reached.place if reached else None) == expected


def test_forgiven_ones_are_stepped_over_last_and_only_when_listed(tmp_path):
    head, punctuation = found(tmp_path)
    forgiven = replace(head, word="x", place=1, keys=(), further=frozenset(), state=State.FORGIVEN, scored=False)
    all_of_them = (forgiven, head, punctuation)
    assert listed(all_of_them) == ([head, punctuation], [forgiven])
    assert step(all_of_them, head.keys[0], None, 1) is None
    assert step(all_of_them, head.keys[0], None, 1, forgiven=True) == forgiven


def test_an_arc_that_matches_elsewhere_leaves_the_other_sides_alone():
    words = [Word(1, "a", head=2, label="x"), Word(2, "b", head=0, label="root")]
    turned = [Word(1, "a", head=0, label="root"), Word(2, "b", head=1, label="x")]
    gold, parse = (Sentence(1, None, None, 1, tuple(side)) for side in (words, turned))
    facts = [
        ArcFact(1, 2, "x", Mark.MATCHED, Mark.MATCHED),
        ArcFact(2, 1, "x", Mark.MATCHED, Mark.MATCHED),
        ArcFact(2, 0, "root", Mark.MISSING, Mark.MISSING),
        ArcFact(1, 0, "root", Mark.EXTRA, Mark.EXTRA),
    ]
    extra, missing = arc_differences(pictures(gold, parse, facts))
    assert (extra.word, extra.gold, extra.parse, extra.verdict) == ("a", "", "root", "extra")
    assert (missing.word, missing.gold, missing.parse, missing.verdict) == ("b", "root", "", "missing")


def test_each_class_is_counted():
    states = [State.WRONG_HEAD, State.MISSING, State.WRONG_HEAD]
    assert counted_differences(map(REVIEW.verdict, states)) == "2 wrong heads, 1 missing"


def test_what_is_no_difference_is_not_told():
    assert counted_differences(map(REVIEW.verdict, [State.MATCHED, State.NOT_SCORED])) == ""


def test_what_differs_stands_in_the_number_that_there_is():
    one = counted_differences(["wrong head and label", "word of the gold only", "tags differ", "only anna"])
    assert one == "1 only anna, 1 tag differs, 1 word of the gold only, 1 wrong head and label"
    assert counted_differences(["heads and labels differ"]) == "1 head and label differ"
    assert counted_differences(["wrong category", *["word split in 2"] * 2]) == "2 words split in 2, 1 wrong category"
    assert counted_differences(["wrong category", "categories differ"] * 2) == "2 categories differ, 2 wrong categories"
    assert counted_differences(["categories differ"]) == "1 category differs"
    assert counted_differences(["other words"]) == "1 place with other words"
    two = counted_differences(["wrong head and label", "word of the gold only", "heads and labels differ"] * 2)
    assert two == "2 heads and labels differ, 2 words of the gold only, 2 wrong heads and labels"


def test_an_annotator_who_is_called_as_what_differs_keeps_the_name():
    assert counted_differences(["only head", "word of tag only"] * 2) == "2 only head, 2 words of tag only"
