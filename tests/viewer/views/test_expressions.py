"""Multiword expressions in pictures: bars under the words, arcs of components, rows of the list."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import polars as pl
import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.formats import read
from goldleaf.core.formats.conll import global_columns
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.legend import legend
from goldleaf.viewer.diagram.options import Mode, Options, Row
from goldleaf.viewer.diagram.shapes import Box, Key, Path, Role, Side, State, Text
from goldleaf.viewer.diagram.theme import load, typewriter
from goldleaf.viewer.figures.figure import draw
from goldleaf.viewer.session.loading import document_of
from goldleaf.viewer.views import Look
from goldleaf.viewer.views.lattices.layout import lay_out
from goldleaf.viewer.views.view import ReviewOutcome, Tools
from tests.core.metrics import phrases
from tests.core.metrics.test_mwe import GOLD, PARSE
from tests.core.trees import SHARED, treebank
from tests.viewer.diagram.support import overlaps

TOOLS = Tools(load("light"), typewriter, lay_out)
WORDS = ("as/A/0/root well/A/1/fixed as/A/1/fixed tax/N/5/compound law/N/1/obj", "x/X/0/root")
OTHERS = ("as/A/0/root well/A/1/fixed as/A/2/fixed tax/N/1/obj law/N/4/flat", "x/X/0/root")


def drawing(gold, parse, view, row=0, mode=Mode.STACKED, **options):
    metrics = [create("attachment"), create("mwe", **options)]
    document = finished(document_of(gold, {"parse": parse}, metrics, ["attachment", "mwe"]))
    return draw(document, row, 0, Look(view=view, mode=mode, options=Options()), TOOLS, metric="mwe")


def of_words(**options):
    sides = treebank(*WORDS), treebank(*OTHERS, name="parse.conllx")
    return drawing(*sides, "arcs", dep_cpd="fixed,flat,compound", **options)


def of_trees(**options):
    return drawing(*phrases.both([(GOLD, PARSE)]), "tree", **options)


def bars(diagram):
    shapes = (shape for shape in diagram.shapes if isinstance(shape, Path) and shape.role is Role.BAR)
    return {shape.key.name: shape.state for shape in shapes}


def test_each_side_has_bars_under_its_words():
    gold, parse = of_words().diagrams
    assert bars(gold) == {"1-2-3": State.MISSING, "4-5": State.MATCHED}
    assert bars(parse) == {"1-2": State.EXTRA, "2-3": State.EXTRA, "4-5": State.MATCHED}
    labels = [shape for shape in parse.shapes if isinstance(shape, Text) and shape.role is Role.BAR]
    assert sorted(label.text for label in labels) == ["fixed", "fixed", "flat"]
    assert len({label.y for label in labels}) == 2 and not overlaps(labels)
    assert gold.elements[Key(Side.GOLD, "expression", "1-2-3")].description == (
        "expression ‘as well as’, fixed; missing"
    )


def test_the_legend_has_bars_for_bars_and_calls_another_category_so():
    """Their parts are joined by a line that has no dots, as what is missing has; a label stands 4 pixels below."""
    drawn = of_trees()
    shapes = [shape for diagram in drawn.diagrams for shape in diagram.shapes if shape.role is not Role.BRANCH]
    entries = legend(shapes, 900, load("light"), typewriter).shapes
    texts = [shape.text for shape in entries if isinstance(shape, Text) and shape.role is Role.LEGEND]
    assert texts[:3] == ["wrong category", "missing: gold only", "extra: parse only"]
    lines = [shape for shape in entries if isinstance(shape, Path)]
    assert {line.role for line in lines if len(line.segments) > 1} == {Role.BAR}
    assert Role.TOKEN in {line.role for line in lines} and not load("light").paint(Role.TOKEN, State.NOT_SCORED).dash
    (box,) = [one for one in drawn.diagrams[0].shapes if isinstance(one, Box) and one.key.kind == "expression"]
    lines = [one for one in drawn.diagrams[0].shapes_of(box.key) if isinstance(one, Path)]
    assert box.y - max(segment.end[1] for line in lines for segment in line.segments) == 4


def test_only_arcs_of_components_are_marked():
    found = of_words()
    arcs = [
        {shape.key.name: shape.state for shape in diagram.shapes if isinstance(shape, Path) and shape.role is Role.ARC}
        for diagram in found.diagrams
    ]
    assert arcs[0] == {
        "1": State.NOT_SCORED, "2": State.MATCHED, "3": State.WRONG_HEAD, "4": State.MISSING, "5": State.NOT_SCORED,
    }  # fmt: skip
    assert arcs[1]["5"] is State.EXTRA and arcs[1]["3"] is State.WRONG_HEAD and arcs[1]["4"] is State.NOT_SCORED


def test_what_is_listed():
    found = of_words().differences
    assert [(row.word, row.gold, row.parse, row.verdict) for row in found] == [
        ("‘as well as’", "fixed", "none", "missing"),
        ("‘as well’", "none", "fixed", "extra"),
        ("‘well as’", "none", "fixed", "extra"),
        ("as", "fixed of as", "fixed of well", "wrong head"),
        ("tax", "compound of law", "none", "component missing"),
        ("law", "none", "flat of tax", "component extra"),
    ]
    assert found[0].keys == (Key(Side.GOLD, "expression", "1-2-3"),)
    assert found[4].keys == (Key(Side.GOLD, "arc", "4"),) and found[4].about(Key(Side.PARSE, "word", "4"))


def test_an_overlay_has_the_bars_of_both():
    [diagram] = of_words(mode=Mode.OVERLAY).diagrams
    assert bars(diagram) == {
        "1-2-3": State.MISSING, "4-5": State.MATCHED, "1-2": State.EXTRA, "2-3": State.EXTRA,
    }  # fmt: skip


def lines(diagram):
    return {shape.state for shape in diagram.shapes if isinstance(shape, Path)}


@pytest.mark.parametrize("heads", [True, False])
def test_expressions_of_a_column_are_bars_with_or_without_a_tree(heads):
    sides = []
    for codes in (("1:VID", "*", "1", "2:VPC"), ("1:VID", "1", "*", "2:IAV")):
        lines = [global_columns()]
        for number, (form, code) in enumerate(zip("abcd", codes, strict=True), 1):
            tree = f"{number - 1}\tx" if heads else "_\t_"
            lines.append(f"{number}\t{form}\t_\t_\t_\t_\t{tree}\t_\t_\t{code}")
        sides.append(read(BytesIO("\n".join([*lines, "", ""]).encode())))
    metrics = [create("attachment"), create("parseme")]
    document = finished(document_of(sides[0], {"parse": sides[1]}, metrics, ["attachment", "parseme"]))
    drawing = draw(document, 0, 0, Look(view="arcs", options=Options()), TOOLS)
    gold, parse = drawing.diagrams
    assert bars(gold) == {"1-3": State.MISSING, "4": State.WRONG_LABEL}
    assert bars(parse) == {"1-2": State.EXTRA, "4": State.WRONG_LABEL}
    assert len(drawing.differences) == 3
    for diagram in drawing.diagrams:
        assert any(key.kind == "arc" for key in diagram.elements) is heads
        assert not any(shape.role is Role.WARNING for shape in diagram.shapes)


def test_nothing_scores_in_a_sentence_without_expressions():
    """However much its trees differ: what is not compared is not the same in both."""
    found = of_words(row=1)
    assert not found.differences and not bars(found.diagrams[0])
    assert {*map(frozenset, map(lines, found.diagrams))} == {frozenset({State.NOT_SCORED})}
    assert found.summary == "nothing in this sentence is scored"
    assert of_words(row=0).summary == ""
    drawn = drawing(*phrases.both([("(S (A a) (X (B b) (C c)))", "(S (Y (A a) (B b)) (C c))")]), "tree")
    assert not drawn.differences and [lines(one) for one in drawn.diagrams] == [{State.MATCHED}] * 2
    assert not drawn.wording.scores, "as the legend says of lines in full ink"


def test_what_cannot_be_compared_is_not_in_both():
    """The metric counts nothing where words differ, so nothing is matched."""
    drawn = drawing(*phrases.both([("(S (NP (A a) (C c)) (VP (V v)))", "(S (NP (A a) (D d)) (X (V v)))")]), "tree")
    states = [one.node_states[number] for one in drawn.pictures for number in one.node_at]
    assert {*states} == {State.NOT_SCORED}


def test_trees_have_bars_and_marks_of_their_nodes():
    found = of_trees()
    gold, parse = found.diagrams
    assert bars(gold) == {"1-2-3-4": State.WRONG_LABEL, "5-6-7": State.MISSING}
    assert bars(parse) == {"1-2-3-4": State.WRONG_LABEL, "7-8": State.EXTRA}
    boxes = [shape.key for shape in parse.shapes if isinstance(shape, Box) and shape.role is Role.LABEL_BOX]
    assert Key(Side.PARSE, "expression", "1-2-3-4") in boxes
    states = {shape.text: shape.state for shape in gold.shapes if isinstance(shape, Text) and shape.role is Role.NODE}
    assert states == {
        "S": State.NOT_SCORED, "NP": State.NOT_SCORED, "P+": State.WRONG_LABEL, "N+": State.MISSING,
    }  # fmt: skip
    assert [(row.word, row.gold, row.parse, row.verdict) for row in found.differences][:2] == [
        ("‘à l' instar de’", "P+", "ADV+", "wrong category"),
        ("‘pomme de terre’", "N+", "none", "missing"),
    ]
    assert found.tikz(load("light"), 1.0, Around(), standalone=False) is None


@pytest.mark.shared
def test_each_expression_of_a_treebank_that_differs_has_a_bar_and_a_row():
    gold, parse = (read(SHARED / "english" / name) for name in ("gold.conllu", "parse.conllu"))
    rows = [49, 51, 57, 61]
    metric = create("mwe", dep_cpd="fixed,flat,compound")
    counts = metric.count(gold, parse)
    for row in rows:
        ours, theirs = gold.slice(row), parse.slice(row)
        found = drawing(ours, theirs, "arcs", dep_cpd="fixed,flat,compound")
        listed = sum(len(one.keys) for one in found.differences)
        assert listed == counts["wrong"][row]
        assert found.keys.issuperset(key for one in found.differences for key in one.keys)
        for diagram in found.diagrams:
            assert not overlaps([s for s in diagram.shapes if isinstance(s, Text) and s.role in (Role.BAR, Role.WORD)])


def test_constituents_of_a_result_that_cross_are_marked_or_bars():
    gold, parse = phrases.both([("(S (NP (D the) (N cat)) (VP (V sat)))", "(S (AP (D the) (N cat)) (VP (V sat)))")])
    document = finished(document_of(gold, {"parse": parse}, [create("parseval")], ["parseval"]))
    undecided = frozenset({(Layer.CONSTITUENT, "3-3")})
    outcome = ReviewOutcome(gold.sentence(0), undecided, (((1, 2), "NP"), ((2, 3), "XP")))
    look = Look(view="tree", mode=Mode.STACKED, options=Options())
    drawn = draw(document, 0, 0, look, TOOLS, metric="parseval", outcome=outcome)
    result = drawn.pictures[-1]
    assert {result.node_at[node].label for node, state in result.node_states.items() if state is State.CROSSING} == {
        "NP"
    }
    assert bars(drawn.diagrams[-1]) == {"2-3": State.CROSSING}
    key = Key(Side.RESULT, "expression", "2-3")
    assert drawn.diagrams[-1].elements[key].description == "XP over ‘cat sat’; crossing"
    said = [text for side in (Side.GOLD, Side.RESULT) for _, text in drawn.card(Key(side, "node", "2"), "")]
    assert said[:2] == [f"{label} over ‘the cat’ (words 1–2) – wrong label" for label in ("NP", "AP")]
    assert drawn.card(Key(Side.RESULT, "node", "3"), "")[-1] == ("result", "VP over ‘sat’ (word 3) – undecided")


def test_differences_of_a_chosen_layer_are_drawn_whatever_rows_are_shown():
    """Else all would be in both: lemmas are shown where they are marked."""
    gold = treebank("a/X/0/root b/Y/1/x")
    lemmas = gold.words.with_columns(lemma=pl.Series(["a", "c"], dtype=gold.words["lemma"].dtype))
    document = finished(document_of(gold, {"p": replace(gold, words=lemmas)}, [create("attachment")], ["attachment"]))
    for rows, layers, shown in [((), (Layer.LEMMA,), ("lemma",)), ((Row.TAG,), (), ("tag",))]:
        look = Look(view="arcs", mode=Mode.STACKED, options=Options(rows=rows), layers=layers)
        drawn = draw(document, 0, 0, look, TOOLS)
        assert drawn.options.rows == tuple(map(Row, shown))
        boxes = [s.key.name for one in drawn.diagrams for s in one.shapes if s.key and s.role is Role.LABEL_BOX]
        assert boxes == ["2", "2"] * bool(layers)
