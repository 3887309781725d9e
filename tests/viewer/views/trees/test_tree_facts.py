"""Words shaded by how alike their lineages are, their rows of the list, and both lineages of a word."""

from __future__ import annotations

import pytest

from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.shapes import Box, Key, Role, Side, Text
from goldleaf.viewer.diagram.theme import load, typewriter
from goldleaf.viewer.figures.figure import draw
from goldleaf.viewer.session.loading import document_of
from goldleaf.viewer.views import Look
from goldleaf.viewer.views.lattices.layout import lay_out
from goldleaf.viewer.views.view import Tools
from tests.core.metrics.phrases import both
from tests.core.metrics.test_leaf_ancestor import GOLD, PARSE

TOOLS = Tools(load("light"), typewriter, lay_out)


def drawing(gold=GOLD, parse=PARSE, metric="leaf-ancestor", **options):
    ours, theirs = both([(gold, parse)])
    document = finished(document_of(ours, {"parse": theirs}, [create("parseval"), create(metric, **options)], [metric]))
    return draw(document, 0, 0, Look(view="tree"), TOOLS, metric=metric)


def shades(found, side):
    diagram = found.diagrams[0 if side is Side.GOLD else 1]
    boxes = [shape.key.name for shape in diagram.shapes if isinstance(shape, Box) and shape.role is Role.SHADE]
    return {name: boxes.count(name) for name in boxes}


def test_the_less_alike_the_darker():
    found = drawing()
    assert shades(found, Side.GOLD) == shades(found, Side.PARSE) == {"1": 2, "2": 3, "3": 3, "4": 2}
    said = [shape.text for shape in found.diagrams[0].shapes if isinstance(shape, Text) and shape.role is Role.INDEX]
    assert said == ["67%", "33%", "33%", "67%"]


def test_what_is_listed():
    found = drawing().differences
    assert [(row.word, row.gold, row.verdict) for row in found][1:3] == [
        ("tax", "[ N1 N1 S", "33% alike"),
        ("revision", "N1 ] N1 S", "33% alike"),
    ]
    assert found[2].parse == "+N1 +] +N1 −NP S"
    assert "NP→N1" in drawing(costs="sampson").differences[2].parse
    assert found[2].about(Key(Side.PARSE, "word", "3")) and found[2].about(Key(Side.BOTH, "word", "3"))


def test_a_selected_word_shows_both_lineages():
    found = drawing()
    lit = found.related(Key(Side.GOLD, "word", "2"))
    assert {key for key in lit if key.side is Side.GOLD and key.kind == "node"} == {
        Key(Side.GOLD, "node", number) for number in ("1", "2", "3")
    }
    assert Key(Side.PARSE, "node", "2") in lit and Key(Side.PARSE, "word", "2") in lit
    assert found.related(Key(Side.GOLD, "word", "5")) == {Key(side, "word", "5") for side in (Side.GOLD, Side.PARSE)}


def test_the_card_has_both_lineages_and_their_edits():
    found = drawing()
    key = Key(Side.PARSE, "word", "2")
    rows = found.card(key, found.elements[1][key].description)
    assert rows[1:] == [("gold", "[ N1 N1 S"), ("parse", "NP S"), ("33% alike", "+[ +N1 +N1 −NP S")]


@pytest.mark.parametrize("metric", ["parseval", "leaf-ancestor"])
def test_other_metrics_shade_nothing(metric):
    found = drawing(metric=metric)
    assert bool(shades(found, Side.GOLD)) == (metric == "leaf-ancestor")
    assert (found.tikz(load("light"), 1.0, Around(), standalone=False) is None) == (metric == "leaf-ancestor")


def test_traces_have_no_lineage():
    gold = GOLD.replace("(V were)", "(-NONE- *) (V were)")
    found = drawing(gold)
    word = next(row for row in found.differences if row.word == "bills")
    assert word.keys == (Key(Side.GOLD, "word", "4"), Key(Side.PARSE, "word", "4"))
    assert not shades(drawing(gold, GOLD), Side.GOLD)
