"""All annotators in one picture of arcs, or with a tree each, and what is listed of them.

Also tests `trees.tree_differences`.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.diagram.annotators import READERS
from goldleaf.viewer.diagram.legend import states_in
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Key, Path, Role, Side, State, Text
from goldleaf.viewer.figures.figure import draw
from goldleaf.viewer.session.blind import Blind
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.pair import Parse
from goldleaf.viewer.views import Look
from goldleaf.viewer.views.everyone import everyone_of, shows_all, sides_of
from goldleaf.viewer.views.lattices.layout import lay_out
from goldleaf.viewer.views.view import Tools
from tests.core.metrics.phrases import phrases
from tests.core.trees import treebank
from tests.viewer.diagram.support import typewriter

ANNA = "She/PRON/2/nsubj read/VERB/0/root old/ADJ/4/amod books/NOUN/2/obj ././2/punct"
BEN = "She/PRON/2/nsubj read/VERB/0/root old/NOUN/2/amod books/NOUN/3/nmod ././2/punct"
CLEO = "She/PRON/2/nsubj read/VERB/0/root old/ADJ/2/amod books/NOUN/2/iobj ././2/punct"
LOOK = Look(view="arcs", mode=Mode.OVERLAY, layers=(Layer.ARC, Layer.TAG))


def document(*texts: str, **changes) -> Document:
    metrics = (create("attachment"),)
    first, *others = (treebank(text, name=f"{number}.conllx") for number, text in enumerate(texts))
    named = zip(("ben", "cleo", "dora", "emil", "fritz", "gerda"), others, strict=False)
    made = tuple(finished(Parse.of(name, first, other, metrics)) for name, other in named)
    found = Document(first, made, metrics, True, gold_names=("anna",), adjudicated=True)
    return replace(found, **changes)


def drawn(theme, found: Document, look: Look = LOOK, parse: int = 0):
    return draw(found, 0, parse, look, Tools(theme, typewriter, lay_out))


def arcs(diagram) -> dict[str, State]:
    """The labels of the arcs that are drawn, with their states."""
    labels = {s.key: s.text for s in diagram.shapes if isinstance(s, Text) and s.role is Role.LABEL}
    lines = [s for s in diagram.shapes if isinstance(s, Path) and s.role is Role.ARC]
    assert len(lines) == len({s.key for s in lines})
    return {labels[line.key]: line.state for line in lines}


def test_what_all_agree_on_stands_once_and_each_other_reading_in_the_line_of_its_first_reader(theme):
    drawing = drawn(theme, document(ANNA, BEN, CLEO))
    [diagram] = drawing.diagrams
    assert arcs(diagram) == {
        **dict.fromkeys(("nsubj", "root", "punct"), State.MATCHED),
        "¹amod · a": State.ONE_HEAD, "²amod · b,c": State.OTHER_HEAD,
        "¹obj · a": State.ONE_HEAD, "²nmod · b": State.OTHER_HEAD, "³iobj · c": State.THIRD_HEAD,
    }  # fmt: skip
    assert drawing.titles == ("anna above, below where ben or cleo differ",)
    # Letters stand for names in the picture: of those, too, who have no line of their own there.
    assert drawing.wording.legend[State.THIRD_HEAD] == "c: cleo"
    [two] = drawn(theme, document(ANNA, BEN, BEN)).diagrams
    assert READERS[2] not in arcs(two).values() and READERS[2] in states_in(two.shapes, drawing.wording)
    [one] = drawn(theme, document(ANNA, ANNA, ANNA)).diagrams
    assert states_in(one.shapes, drawing.wording) == [State.MATCHED]


def test_stacked_there_is_a_pane_for_each_with_the_same_digits(theme):
    drawing = drawn(theme, document(ANNA, BEN, CLEO), replace(LOOK, mode=Mode.STACKED))
    assert drawing.titles == ("anna", "ben", "cleo")
    assert [sorted(label for label in arcs(one) if "·" in label) for one in drawing.diagrams] == [
        ["¹amod · a", "¹obj · a"], ["²amod · b,c", "²nmod · b"], ["²amod · b,c", "³iobj · c"]
    ]  # fmt: skip


def test_a_row_has_all_readings_with_who_has_them_whichever_parse_is_shown(theme):
    found = document(ANNA, BEN, CLEO)
    rows = drawn(theme, found).differences
    assert [(row.item, row.layer, [(v.text, v.who, v.sides) for v in row.voices]) for row in rows] == [
        ("3", "arc", [("amod of books", "anna", (0,)), ("amod of read", "ben, cleo (2)", (1, 2))]),
        ("3", "tag", [("ADJ", "anna, cleo (2)", (0, 2)), ("NOUN", "ben", (1,))]),
        ("4", "arc", [("obj of read", "anna", (0,)), ("nmod of old", "ben", (1,)), ("iobj of read", "cleo", (2,))]),
    ]
    assert [row.voices for row in drawn(theme, found, parse=1).differences] == [row.voices for row in rows]
    assert all(rows[0].about(Key(side, "arc", "3")) for side in sides_of(found, 0))
    assert rows[0].verdict == "" and rows[1].verdict == "tags differ"
    assert rows[0].sentence == "old: 1 anna: amod of books; 2 ben, cleo (2): amod of read"
    [diagram] = drawn(theme, found, parse=1).diagrams
    told = {element.description for element in diagram.elements.values()}
    [old] = {text for text in told if "‘old’ amod of 4 ‘books’" in text}
    assert "; in ben: amod of 2 ‘read’, tag NOUN" in old and old.endswith("; in cleo: amod of 2 ‘read’")
    assert any("nsubj of 2 ‘read’; the same in ben; the same in cleo" in text for text in told)


def test_six_have_a_line_each_and_of_more_two_are_drawn(theme):
    heads = [ANNA.replace("2/obj", f"{head}/obj") for head in (1, 3, 5, 2, 2)]
    labels = [heads[0], *heads[1:3], ANNA.replace("obj", "x"), ANNA.replace("obj", "y")]
    [diagram] = drawn(theme, document(ANNA, *labels)).diagrams
    assert set(READERS) < set(arcs(diagram).values())
    assert len(drawn(theme, document(ANNA, *labels, BEN), replace(LOOK, mode=Mode.STACKED)).diagrams) == 2


def test_all_are_shown_of_annotators_and_of_a_gold_by_choice_and_to_nobody_who_is_blind():
    three, two = document(ANNA, BEN, CLEO), document(ANNA, BEN)
    of_gold, chosen, declined = (
        replace(three, adjudicated=False),
        replace(LOOK, everyone=True),
        replace(LOOK, everyone=False),
    )
    asked = [(LOOK, three), (LOOK, of_gold), (chosen, of_gold), (declined, three), (chosen, two)]
    asked += [(replace(chosen, layers=()), three), (chosen, three.blinded(Blind(1, [1])))]
    assert [shows_all(*one) for one in asked] == [True, False, True, False, False, False, False]
    assert everyone_of(of_gold).sides == ("gold", "ben", "cleo")


def test_where_words_differ_two_are_drawn_and_all_are_listed(theme):
    other = CLEO.replace("old/ADJ/2/amod", "ol/ADJ/2/amod")
    drawing = drawn(theme, document(ANNA, BEN, other))
    assert {key.side for diagram in drawing.diagrams for key in diagram.elements} <= {Side.GOLD, Side.PARSE, Side.BOTH}
    assert [v.who for row in drawing.differences if (row.item, row.layer) == ("4", "arc") for v in row.voices] == [
        "anna", "ben", "cleo"
    ]  # fmt: skip


def test_a_word_that_one_of_those_who_are_drawn_has_not_is_boxed_on_no_side(theme):
    short = "She/PRON/2/nsubj read/VERB/0/root books/NOUN/2/obj ././2/punct"
    drawing = drawn(theme, document(ANNA, short, ANNA.replace("old/ADJ", "old/NOUN")))
    assert not any(picture.against.get(Layer.TAG) for picture in drawing.pictures)


@pytest.mark.parametrize(
    ("names", "initials"),
    [
        (("anna", "ben", "cleo"), ("a", "b", "c")),
        (("0001-da-lotte", "0001-da-lars"), ("lo", "la")),
        (("x-a", "x-a", "x-b"), ("A", "B", "C")),
        (("a", "ab"), ("a", "ab")),
    ],
)
def test_initials_are_the_fewest_letters_that_tell_names_apart(names, initials):
    wording = replace(everyone_of(document(ANNA, BEN, CLEO)), sides=names)
    assert wording.initials == initials


TREES = (
    "(S (NP (D 0=the) (N 1=cat)) (VP (V 2=sat) (PP (P 3=on) (N 4=mats))))",
    "(S (NP (D 0=the) (N 1=cat)) (XP (V 2=sat) (PP (P 3=on) (N 4=mats))))",
    "(S (NP (D 0=the) (N 1=cat)) (VP (ZP (V 2=sat) (P 3=on)) (N 4=mats)))",
)


def of_trees(theme, mode: Mode = Mode.OVERLAY):
    """The drawing and the labels of each tree that differ, with what stands after them."""
    metrics = (create("parseval"),)
    first, *others = (phrases(text, name=f"{number}.mrg") for number, text in enumerate(TREES))
    made = [finished(Parse.of(name, first, one, metrics)) for name, one in zip(("ben", "cleo"), others, strict=True)]
    found = Document(first, tuple(made), metrics, True, gold_names=("anna",), adjudicated=True)
    look = Look(view="tree", mode=mode, layers=(Layer.CONSTITUENT,))
    drawing = drawn(theme, found, look)
    asides = [[s.text for s in one.shapes if isinstance(s, Text) and "·" in s.text] for one in drawing.diagrams]
    return drawing, asides


@pytest.mark.parametrize("mode", Mode)
def test_trees_of_all_stand_apart_with_the_digit_and_the_initials_of_each_reading(theme, mode):
    drawing, asides = of_trees(theme, mode)
    assert drawing.titles == ("anna", "ben", "cleo") and drawing.beside == (mode is Mode.BESIDE)
    assert [sorted(own) for own in asides] == [["1·a,b", "1·a,c"], ["1·a,b", "2·b"], ["1·a,c", "2·c"]]


def test_a_constituent_is_told_with_its_reading_and_no_gold(theme):
    drawing, _ = of_trees(theme)
    told = [element.description for known in drawing.elements for element in known.values()]
    assert "VP over ‘sat on mats’ (words 3–5); reading 1·a,c; in ben: XP" in told
    assert not [text for text in told if "gold" in text]


def test_each_place_in_trees_is_selected_by_itself_also_one_that_only_the_third_has(theme):
    drawing, _ = of_trees(theme)
    told = [(row.item, [(voice.text, voice.who) for voice in row.voices]) for row in drawing.differences]
    assert told == [
        ("3-5", [("VP", "anna, cleo (2)"), ("XP", "ben")]),
        ("3-4", [("none", "anna, ben (2)"), ("ZP", "cleo")]),
        ("4-5", [("PP", "anna, ben (2)"), ("none", "cleo")]),
    ]
    keys = [key for row in drawing.differences for key in row.keys]
    assert len({*keys}) == len(keys) and {*keys} <= drawing.keys
    assert {key.side for key in drawing.differences[0].keys} == {Side.GOLD, Side.PARSE, Side.OTHER}
