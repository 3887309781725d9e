"""Function trees of a gold and two parses: three pictures, in which each function says who has it right."""

from __future__ import annotations

from dataclasses import replace

from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.diagram.options import Mode, Options
from goldleaf.viewer.diagram.shapes import Role, Side, State, Text
from goldleaf.viewer.figures.figure import draw
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.pair import Parse
from goldleaf.viewer.views import Look
from goldleaf.viewer.views.functions.view import FunctionOptions
from goldleaf.viewer.views.lattices.layout import lay_out
from goldleaf.viewer.views.view import Tools
from tests.core.metrics.phrases import phrases
from tests.viewer.diagram.support import typewriter

GOLD = "(S (NP-SBJ (D the) (N cat)) (VP (V saw) (NP-OBJ (D a) (N dog))))"
A = "(S (NP-SBJ (D the) (N cat)) (VP (V saw) (NP-PRD (D a) (N dog))))"
B = "(S (NP-TPC (D the) (N cat)) (VP (V saw) (NP-PRD (D a) (N dog))))"


def document(*parses: str) -> Document:
    metrics = (create("tedeval"),)
    known = phrases(GOLD)
    made = (finished(Parse.of(name, known, phrases(text), metrics)) for name, text in zip("AB", parses, strict=True))
    return Document(known, tuple(made), metrics, True)


def drawn(theme, found: Document, **own):
    look = Look(view="function", mode=Mode.STACKED, against=0, own={"function": FunctionOptions(**own)})
    return draw(found, 0, 1, look, Tools(theme, typewriter, lay_out))


def states(drawing) -> set[tuple[Side, str, State]]:
    """The states of functions; those that all have, and nodes without one, left out."""
    return {
        (one.side, node.label, one.state(node.number))
        for one in drawing.pictures
        for node in one.sentence.nodes
        if one.state(node.number) not in {State.MATCHED, State.NOT_SCORED}
    }


def test_each_function_says_who_is_right(theme):
    assert states(drawn(theme, document(A, B))) == {
        (Side.GOLD, "SBJ", State.ONE_RIGHT),
        (Side.OTHER, "SBJ", State.ONE_RIGHT),
        (Side.GOLD, "OBJ", State.MISSING),
        (Side.OTHER, "PRD", State.WRONG_HEAD),  # of both
        (Side.PARSE, "TPC", State.OTHER_WRONG),
        (Side.PARSE, "PRD", State.WRONG_HEAD),
    }


def test_the_list_says_what_became_of_each_function(theme):
    assert [one.sentence for one in drawn(theme, document(A, B)).differences] == [
        "‘the cat’: gold SBJ; B: none – broken by B",
        "‘the cat’: gold none; B: TPC – B wrong",
        "‘a dog’: gold OBJ; both: none – both wrong",
        "‘a dog’: gold none; both: PRD – both wrong alike",
    ]


def test_edits_are_made_in_one_parse_alone(theme):
    found = drawn(theme, document(A, B), applied=0)
    assert {one.side for one in found.pictures} == {Side.GOLD, Side.PARSE}


def test_several_golds_are_generalized_instead(theme):
    found = document(A, B)
    golds = replace(found, gold=replace(found.gold, other_golds=(phrases(B),)), gold_names=("gold", "B"))
    assert [one.side for one in drawn(theme, golds).pictures] == [Side.GOLD, Side.PARSE, Side.GENERALISED]


WIDE = (
    "(S (NP-SBJ (D the) (N cat)) (VP (V saw) (NP-OBJ (NP (D a) (N dog)) (PP (P on) (NP (D the) (N grass))))) (ADV {}))"
)
NOW = "(ADVP (A now) (PP (P in) (NP (D the) (J early) (N spring))))"


def wide() -> Document:
    """Two golds and a parse that differs from both in an object."""
    found = document(A, B)
    gold, other = phrases(WIDE.format(NOW)), phrases(WIDE.format(NOW).replace("-SBJ", "-TPC"))
    parse = finished(Parse.of("A", gold, phrases(WIDE.format(NOW).replace("OBJ", "PRD")), found.metrics))
    return Document(replace(gold, other_golds=(other,)), (parse,), found.metrics, True, gold_names=("one", "other"))


def fitted(theme, room, headroom=None):
    look = Look(view="function", options=Options(room=room, headroom=headroom))
    return draw(wide(), 0, 0, look, Tools(theme, typewriter, lay_out))


def test_for_less_room_tags_go_before_anything_is_folded(theme):
    whole, tight, folded = fitted(theme, 10_000.0), fitted(theme, 500.0), fitted(theme, 400.0)
    without = fitted(theme, 500.0, sum(diagram.height for diagram in tight.diagrams) - 1)
    tags = [any(shape.role is Role.TAG for shape in one.diagrams[0].shapes) for one in (whole, tight, without, folded)]
    assert tags == [True, True, False, False]
    assert [one.shortened for one in (whole, tight, without, folded)] == ["", "", "", "folded"]
    widths = [one.diagrams[0].width for one in (whole, tight, without, folded)]
    assert widths == sorted(widths, reverse=True) and widths[-1] <= 400.0


def test_three_pictures_are_made_as_low_as_their_room(theme):
    whole = fitted(theme, 10_000.0)
    tall = sum(diagram.height for diagram in whole.diagrams)
    low = fitted(theme, 10_000.0, 0.75 * tall)
    assert sum(diagram.height for diagram in low.diagrams) <= 0.75 * tall
    assert low.shortened == "" and {*low.keys} == {*whole.keys}  # closer together is enough
    lower = fitted(theme, 10_000.0, 0.4 * tall)
    assert lower.shortened.endswith("folded")


def test_a_tree_that_is_too_wide_begins_at_its_first_difference(theme):
    assert fitted(theme, 10_000.0).start is None
    begun = fitted(theme, 100.0)
    assert begun.start == begun.differences[0].keys[0] and begun.start in begun.keys


def test_the_words_of_several_golds_stand_below_each_other(theme):
    words = [
        {shape.text: shape.x for shape in diagram.shapes if isinstance(shape, Text) and shape.role is Role.WORD}
        for diagram in fitted(theme, None).diagrams
    ]
    assert words[0] == words[1] == words[2]
