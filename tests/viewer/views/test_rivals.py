"""Gold and two parses in one picture.

Also tests `views.everyone`.
"""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.diagram.legend import legend
from goldleaf.viewer.diagram.naming import Rivals
from goldleaf.viewer.diagram.options import Mode, Options, Row
from goldleaf.viewer.diagram.shapes import Key, Path, Role, Side, State, Text
from goldleaf.viewer.figures.figure import draw
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.pair import Parse
from goldleaf.viewer.views import Look
from goldleaf.viewer.views.lattices.layout import lay_out
from goldleaf.viewer.views.view import Tools
from tests.core.trees import treebank
from tests.viewer.diagram.support import typewriter

GOLD = "She/PRON/2/nsubj read/VERB/0/root old/ADJ/4/amod books/NOUN/2/obj well/ADV/2/advmod ././2/punct"
A = "She/PRON/2/obj read/VERB/0/root old/ADJ/4/amod books/NOUN/3/nmod well/ADV/4/advmod ././4/punct"
B = "She/PRON/2/nsubj read/VERB/0/root old/ADJ/2/amod books/NOUN/3/nmod well/ADV/1/advmod ././2/punct"


def document(*parses: str, **changes) -> Document:
    metrics = (create("attachment"),)
    gold = treebank(GOLD)
    made = (finished(Parse.of(name, gold, treebank(text), metrics)) for name, text in zip("AB", parses, strict=False))
    return replace(Document(gold, tuple(made), metrics, True), **changes)


def drawn(theme, found: Document, mode: Mode = Mode.OVERLAY):
    return draw(found, 0, 1, Look(view="arcs", mode=mode, against=0), Tools(theme, typewriter, lay_out))


def states(drawing) -> dict[tuple[Side, str], State]:
    shapes = (shape for diagram in drawing.diagrams for shape in diagram.shapes)
    arcs = (shape for shape in shapes if isinstance(shape, Path) and shape.role is Role.ARC and shape.key)
    return {(arc.key.side, arc.key.name): arc.state for arc in arcs}


def test_the_gold_says_who_is_right_and_what_both_have_otherwise_stands_once(theme):
    found = states(drawn(theme, document(A, B)))
    assert {name: state for (side, name), state in found.items() if side is Side.GOLD} == {
        "1": State.OTHER_RIGHT,
        "2": State.MATCHED,
        "3": State.ONE_RIGHT,
        "4": State.MISSING,
        "5": State.MISSING,
        "6": State.NOT_SCORED,
    }
    assert drawn(theme, document(A, B)).titles == ("gold above, below where A or B differ",)
    below = {place: state for place, state in found.items() if place[0] is not Side.GOLD}
    assert below == {
        (Side.OTHER, "1"): State.ONE_WRONG,
        (Side.PARSE, "3"): State.OTHER_WRONG,
        (Side.PARSE, "4"): State.WRONG_HEAD,  # of both
        (Side.OTHER, "5"): State.ONE_WRONG,
        (Side.PARSE, "5"): State.OTHER_WRONG,
        (Side.OTHER, "6"): State.NOT_SCORED,
    }


def test_lines_say_who_is_right_and_no_box_says_in_what(theme):
    for mode in (Mode.OVERLAY, Mode.STACKED):
        shapes = [shape for diagram in drawn(theme, document(A, B), mode).diagrams for shape in diagram.shapes]
        assert not any(shape.role is Role.LABEL_BOX and shape.state is State.WRONG_LABEL for shape in shapes)
        entries = legend(shapes, 900.0, theme, typewriter, Rivals(parse="B", other="A")).shapes
        assert "wrong label" not in {shape.text for shape in entries if isinstance(shape, Text)}


def test_three_panes_have_all_arcs_and_the_parses_names(theme):
    drawing = drawn(theme, document(A, B), Mode.STACKED)
    assert drawing.titles == ("gold", "A", "B") and len(drawing.diagrams) == 3
    assert len(states(drawing)) == 18
    described = drawing.elements[1][Key(Side.OTHER, "arc", "1")].description
    assert described == "word 1 ‘She’ obj of 2 ‘read’, A wrong; in the gold: nsubj of 2 ‘read’"
    # Of what one has right alone its own pane says so, too.
    assert (states(drawing)[Side.PARSE, "1"], states(drawing)[Side.OTHER, "2"]) == (State.OTHER_RIGHT, State.MATCHED)
    described = drawing.elements[2][Key(Side.PARSE, "arc", "1")].description
    assert described == "word 1 ‘She’ nsubj of 2 ‘read’, only B right; the same in the gold"


def test_the_list_says_what_became_of_each_word(theme):
    found = drawn(theme, document(A, B)).differences
    assert [(one.word, one.gold, one.other, one.parse, one.verdict) for one in found] == [
        ("She", "nsubj of read", "obj of read", "", "fixed by B"),
        ("old", "amod of books", "", "amod of read", "broken by B"),
        ("books", "obj of read", "nmod of old", "nmod of old", "both wrong"),
        ("well", "advmod of read", "advmod of books", "advmod of She", "both wrong"),
    ]
    assert [one.sentence for one in found[2:]] == [
        "books: gold obj of read; both: nmod of old – both wrong",
        "well: gold advmod of read; A: advmod of books; B: advmod of She – both wrong",
    ]
    assert all(one.layer is None for one in found)  # nothing to review


def test_where_words_differ_or_nobody_is_right_there_are_two_pictures(theme):
    other = A.replace("old/ADJ/4/amod", "very/ADJ/4/amod")
    for found in (document(other, B), document(A, B, adjudicated=True)):
        assert {side for side, _ in states(drawn(theme, found))} == {Side.GOLD, Side.PARSE}


def test_words_of_three_have_the_tags_of_all(theme):
    other = B.replace("books/NOUN", "books/VERB")
    tags = {text.text for text in drawn(theme, document(A, other)).diagrams[0].texts if text.role is Role.TAG}
    assert "NOUN → NOUN/VERB" in tags, "in their order"
    both = [parse.replace("books/NOUN", "books/VERB") for parse in (A, B)]
    tags = {text.text for text in drawn(theme, document(*both)).diagrams[0].texts if text.role is Role.TAG}
    assert "NOUN → VERB" in tags


def test_of_features_those_of_the_first_are_told_who_has_others(theme):
    def featured(text, features):
        bank = treebank(text)
        return replace(
            bank, words=bank.words.with_columns(features=pl.lit(features).cast(bank.words["features"].dtype))
        )

    gold, parses = featured(GOLD, "A=b|C=d"), (featured(A, "A=b|C=d"), featured(B, "A=x|C=d"))
    made = (
        finished(Parse.of(name, gold, own, (create("attachment"),))) for name, own in zip("AB", parses, strict=True)
    )
    found = Document(gold, tuple(made), (create("attachment"),), True)
    look = Look(view="arcs", mode=Mode.OVERLAY, against=0, options=Options(rows=(Row.FEATURES,)))
    [diagram] = draw(found, 0, 1, look, Tools(theme, typewriter, lay_out)).diagrams
    assert {text.text for text in diagram.texts if text.role is Role.FEATURE} == {"A=b → A=x", "C=d"}
