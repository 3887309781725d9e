"""The view of roles: what it marks, lists and tells, in the command line's drawings and in the window."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from PySide6.QtCore import Qt

from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.options import Mode, Options
from goldleaf.viewer.diagram.shapes import SEMANTICS, Key, Polygon, Role, Side, State, Text
from goldleaf.viewer.diagram.shapes import Path as Line
from goldleaf.viewer.diagram.theme import NAMES, load, typewriter
from goldleaf.viewer.figures.figure import draw
from goldleaf.viewer.session.loading import document_of
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.views import VIEWS, Look
from goldleaf.viewer.views.lattices.layout import lay_out
from goldleaf.viewer.views.view import Tools
from tests.core import propositions
from tests.core.propositions import rows, treebank
from tests.viewer.window.windows import press

DEMO = Path(str(files("goldleaf.assets"))) / "demo"
FILES = [DEMO / "roles-gold.conll09", DEMO / "roles-parse.conll09"]
TOOLS = Tools(load("light"), typewriter, lay_out)


def drawing(gold, parse, row=0, metric="semantic", **look):
    document = finished(document_of(gold, {"parse": parse}, [create(metric)]))
    return draw(document, row, 0, Look(view="roles", **look), TOOLS)


def demo(row=0, **look):
    return drawing(*map(read, FILES), row, **look)


def states(found, side):
    """The marked senses and roles of a picture, as it draws them."""
    return {
        shape.key.name: shape.state
        for shape in found.diagrams[side].shapes
        if isinstance(shape, Text) and shape.role in SEMANTICS and shape.state is not State.MATCHED
    }


def test_senses_and_roles_are_marked_as_the_metric_counts_them():
    found = demo()
    assert states(found, 0) == {
        "3-4-A1": State.MISSING, "5-2-A0": State.MISSING,
        "9": State.WRONG_LABEL, "9-12-A1": State.WRONG_LABEL,
    }  # fmt: skip
    assert states(found, 1) == {"3-5-A1": State.EXTRA, "9": State.WRONG_LABEL, "9-12-A2": State.WRONG_LABEL}
    assert not any(isinstance(shape, Line) and shape.role is Role.ARC for one in found.diagrams for shape in one.shapes)


def test_differences_are_listed_by_predicate():
    assert [one.sentence for one in demo().differences] == [
        "to: A1 of promised, parse has none – missing",
        "repair: none, parse has A1 of promised – extra",
        "apprentice: A0 of repair, parse has none – missing",
        "keep: keep.01, parse has keep.02 – wrong sense",
        "maps: A1 of keep, parse has A2 of keep – wrong role",
    ]
    assert [one.item for one in demo().differences] == ["3>4", "3>5", "5>2", "9", "9>12"]
    assert demo(row=1).differences[1].sentence == "glue: none, parse has glue.01 – extra"


def test_two_roles_of_one_word_are_two():
    found = demo(row=2)
    assert states(found, 0) == {"3-2-A1": State.MISSING}
    texts = [shape.text for shape in found.diagrams[0].shapes if isinstance(shape, Text) and shape.role in SEMANTICS]
    assert sorted(texts) == ["A0", "A1", "greet.01"]


def test_arguments_that_are_no_neighbors_have_another_mark():
    found = demo()
    apart = {
        shape.key.name
        for shape in found.diagrams[0].shapes
        if isinstance(shape, Polygon) and len(shape.points) == 3 and shape.key.kind == "argument"
    }
    assert apart == {"5-2-A0", "9-2-A0"}
    told = found.elements[0][Key(Side.GOLD, "argument", "9-2-A0")].description
    assert told == "word 2 ‘apprentice’ A0 of predicate 9 ‘keep’, no neighbor of it in the tree"
    assert "neighbor" not in found.elements[0][Key(Side.GOLD, "argument", "3-2-A0")].description


def test_a_file_without_heads_has_no_neighbors_to_lack():
    gold = treebank(rows("a b c", [(1, "a.1", {3: "A0"})], heads=("_", "_", "_")))
    found = drawing(gold, gold)
    assert "neighbor" not in found.elements[0][Key(Side.GOLD, "argument", "1-3-A0")].description


def test_only_differences_leaves_out_what_matches():
    names = {shape.key.name for shape in demo(options=Options(only_differences=True)).diagrams[1].shapes if shape.key}
    assert {"3-5-A1", "3", "9", "9-12-A2"} <= names
    assert not {"3-2-A0", "5", "5-7-A1", "9-2-A0"} & {
        shape.key.name
        for shape in demo(options=Options(only_differences=True)).diagrams[1].shapes
        if isinstance(shape, Text) and shape.role in SEMANTICS
    }


@pytest.mark.parametrize("mode", [Mode.STACKED, Mode.BESIDE, Mode.OVERLAY])
def test_every_mode_has_the_differences(mode):
    found = demo(mode=mode)
    assert len(found.diagrams) == (1 if mode is Mode.OVERLAY else 2)
    drawn = {shape.key for one in found.diagrams for shape in one.shapes if isinstance(shape, Text)}
    assert {key for one in found.differences for key in one.keys} <= drawn


def test_the_alt_text_tells_predicates_and_differences():
    told = demo().diagrams[1].description
    assert "Predicates: 3 ‘promised’ promise.01, 5 ‘repair’ repair.01, 9 ‘keep’ keep.02" in told
    assert "Differences: 1 extra, 1 wrong role, 1 wrong sense" in told


def labels(found):
    """The texts of senses and roles with their places, by their elements."""
    return {
        shape.key: shape
        for one in found.diagrams
        for shape in one.shapes
        if isinstance(shape, Text) and shape.role in SEMANTICS
    }


def test_an_overlay_has_the_parses_texts_right_under_the_golds():
    found = labels(demo(mode=Mode.OVERLAY))
    line = found[Key(Side.GOLD, "argument", "9-2-A0")].y
    for name in (("predicate", "9", "9"), ("argument", "9-12-A1", "9-12-A2")):
        kind, ours, theirs = name
        gold, parse = found[Key(Side.GOLD, kind, ours)], found[Key(Side.PARSE, kind, theirs)]
        assert gold.x == parse.x and gold.y == line < parse.y
    assert found[Key(Side.PARSE, "argument", "3-5-A1")].y == found[Key(Side.GOLD, "argument", "3-2-A0")].y
    alone = labels(demo())
    assert len({text.y for key, text in alone.items() if key.side is Side.GOLD}) == 3


@pytest.mark.parametrize("name", NAMES)
def test_lanes_are_solid_as_dashes_say_what_differs(name):
    lanes = [shape for shape in demo().diagrams[0].shapes if isinstance(shape, Line) and shape.role in SEMANTICS]
    assert len({lane.role for lane in lanes}) == 3 and not any(load(name).paint_of(lane).dash for lane in lanes)


@pytest.mark.parametrize("mode", [Mode.STACKED, Mode.OVERLAY])
def test_tikz_compiles_to_the_texts_of_the_picture(mode, compile_tex):
    found = demo(mode=mode)
    text = compile_tex(found.tikz(load("paper-color"), 1.0, Around(), standalone=True), "pdflatex")
    wanted = Counter(shape.text for shape in labels(found).values())
    assert {name: text.split().count(name) for name in wanted} == wanted


def test_without_predicates_the_view_says_why():
    document = finished(document_of(read(DEMO / "gold.conllu"), {}, [create("attachment")]))
    assert VIEWS["roles"].lacking(document) == "The gold has no predicates."


@given(propositions.pairs())
def test_what_is_listed_is_what_is_counted(pair):
    document = finished(document_of(pair[0], {"parse": pair[1]}, [create("semantic")]))
    counts = document.parses[0].scored["semantic"].counts["wrong"]
    for row, wrong in enumerate(counts):
        assert len(draw(document, row, 0, Look(view="roles"), TOOLS).differences) == wrong


def test_other_words_share_places():
    gold = treebank(rows("do n't go home", [(3, "go.02", {4: "A4", 2: "NEG"})]))
    parse = treebank(rows("don't go home", [(2, "go.02", {3: "A4", 1: "NEG"})]))
    found = drawing(gold, parse)
    assert [one.sentence for one in found.differences] == [
        "n't: NEG of go, parse has none – missing",
        "don't: none, parse has NEG of go – extra",
    ]
    assert {key for one in found.differences for key in one.keys} <= found.keys


@pytest.fixture
def window(empty_window, qtbot):
    with qtbot.waitSignal(empty_window.opener.ended):
        empty_window.opener.open(request_of(FILES))
    empty_window.pictures.focus()
    press(empty_window, Qt.Key.Key_Z, Qt.KeyboardModifier.ShiftModifier)
    return empty_window


@pytest.mark.slow
def test_the_window_walks_its_differences(window):
    assert window.inspector.view.name == "roles"
    assert window.inspector.drawn_metric.name == "semantic"
    seen = []
    for _ in range(5):
        press(window, Qt.Key.Key_Period)
        seen.append(window.inspector.selection.name)
    assert seen == ["3-4-A1", "3-5-A1", "5-2-A0", "9", "9-12-A2"]  # on the side that was looked at last
    press(window, Qt.Key.Key_N)
    assert window.inspector.row == 1


@pytest.mark.slow
def test_one_predicate_at_a_time(window):
    press(window, Qt.Key.Key_I)
    assert states(window.pictures.drawing, 0) == {"3-4-A1": State.MISSING}
    assert "only roles of 3 ‘promised’" in window.pictures.drawing.titles[0]
