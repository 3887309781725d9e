"""One sentence in several structures: constituents above, arcs below, the lattice under them, the words shared."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from pathlib import Path as File

import pytest

from goldleaf.core.metrics import create
from goldleaf.viewer.cli import main
from goldleaf.viewer.diagram.options import Options, Row
from goldleaf.viewer.diagram.shapes import Box, Key, Role, Side, Text
from goldleaf.viewer.diagram.text import typewriter
from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.figures.figure import draw
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.views import VIEWS, Look
from goldleaf.viewer.views.lattices.graphviz import lay_out
from goldleaf.viewer.views.view import Tools
from tests.core.trees import SHARED

DEMO = File(str(files("goldleaf.assets"))) / "demo"
TREES, ARCS, LATTICE = (DEMO / name for name in ("ambiguous-trees.mrg", "ambiguous-gold.conllu", "ambiguous.lattice"))
TOOLS = Tools(load("light"), typewriter, lay_out)


def document(trees=TREES, arcs=ARCS, lattice=LATTICE, **how):
    request = Request(trees, (arcs,), ("arcs",), lattice=lattice, **how)
    return loaded(request, [create("tedeval")])


def drawing(known, row=0, rows=(Row.TAG,)):
    return draw(known, row, 0, Look(view="aligned", options=Options(rows=rows)), TOOLS)


def xs(diagram, role, kind, side):
    texts = (shape for shape in diagram.shapes if isinstance(shape, Text) and shape.role is role)
    return {shape.key.name: shape.x for shape in texts if shape.key.kind == kind and shape.key.side is side}


def boxed(diagram):
    return {shape.key for shape in diagram.shapes if isinstance(shape, Box) and shape.role is Role.LABEL_BOX}


def test_all_structures_share_the_words():
    [diagram] = drawing(document()).diagrams
    words = xs(diagram, Role.WORD, "word", Side.BOTH)
    tags = xs(diagram, Role.TAG, "word", Side.GOLD)
    assert list(words) == ["1", "2", "3", "4", "5", "6", "7"]
    assert tags == pytest.approx(words)
    edges = {shape.text: shape.x for shape in diagram.shapes if isinstance(shape, Text) and shape.role is Role.SEGMENT}
    assert edges["נתנה"] == pytest.approx(words["2"], abs=12)
    states = xs(diagram, Role.STATE, "state", Side.BOTH)
    for place, (before, after) in {"1": "01", "2": "12", "3": "23", "4": "34", "7": "67"}.items():
        assert states[after] < words[place] < states[before]  # from right to left


def test_constituents_stand_above_and_arcs_below():
    [diagram] = drawing(document()).diagrams
    texts = [shape for shape in diagram.shapes if isinstance(shape, Text)]
    [baseline] = {shape.y for shape in texts if shape.role is Role.WORD}
    assert all(shape.y < baseline for shape in texts if shape.role is Role.NODE)
    assert all(shape.y > baseline for shape in texts if shape.role is Role.LABEL)
    lowest = max(shape.y for shape in texts if shape.role is Role.LABEL)
    assert all(shape.y > lowest for shape in texts if shape.role is Role.SEGMENT)
    for shape in texts:
        assert shape.x - shape.width / 2 >= 0 and shape.x + shape.width / 2 <= diagram.width
        assert 0 < shape.y < diagram.height


def test_what_the_versions_do_not_share_is_boxed_and_listed():
    found = drawing(document())
    assert {key for key in boxed(found.diagrams[0]) if key.name == "3"} == {
        Key(Side.GOLD, "word", "3"),
        Key(Side.BOTH, "tag", "3"),
    }
    [row] = found.differences
    assert (row.word[1:-1], row.gold, row.parse, row.verdict) == ("תפוח", "ADJ", "NOUN", "tags differ")
    assert set(row.keys) <= found.keys


def test_features_are_compared_where_both_have_some():
    assert not [key for key in boxed(drawing(document(), rows=(Row.FEATURES,)).diagrams[0]) if key.kind == "features"]


def test_a_selected_word_is_seen_in_all_structures():
    found = drawing(document())
    assert found.related(Key(Side.BOTH, "word", "3")) == {
        Key(Side.BOTH, "word", "3"), Key(Side.GOLD, "word", "3"), Key(Side.PARSE, "arc", "3"),
        Key(Side.BOTH, "edge", "2-3-1"),
    }  # fmt: skip
    assert "obj of 2" in found.elements[0][Key(Side.BOTH, "word", "3")].description


def test_words_that_one_version_lacks():
    [diagram] = drawing(document(arcs=DEMO / "ambiguous-parse.conllu")).diagrams
    hatched = {shape.key.name for shape in diagram.shapes if shape.role is Role.HATCH}
    assert len(hatched) == 4
    words = xs(diagram, Role.WORD, "word", Side.BOTH)
    tags = xs(diagram, Role.TAG, "word", Side.GOLD)
    assert tags == pytest.approx({place: x for place, x in words.items() if place in tags}) and len(tags) == 7
    assert diagram.elements[Key(Side.BOTH, "word", "5")].description == "word 5 ‘ה’ of gold only"


def test_it_needs_two_structures():
    view = VIEWS["aligned"]
    assert "constituents and dependencies" in view.lacking(loaded(Request(TREES), [create("parseval")]))
    assert not view.lacking(document())
    assert not view.lacking(document(lattice=None))
    other = Request(ARCS, other_golds=(TREES,))
    assert not view.lacking(loaded(other, [create("tedeval")]))


def test_other_golds_are_versions_too():
    known = loaded(Request(ARCS, (ARCS,), ("arcs",), other_golds=(TREES,)), [create("tedeval")])
    [diagram] = drawing(known).diagrams
    assert any(shape.role is Role.NODE for shape in diagram.shapes)


@pytest.mark.shared
@pytest.mark.parametrize("row", [0, 3, 5, 40])
def test_a_treebank_in_both_frameworks(row):
    folder = SHARED / "faroese" / "both-frameworks"
    known = document(folder / "gold.mrg", folder / "gold.conllu", None, separator="*")
    found = drawing(known, row)
    words = xs(found.diagrams[0], Role.WORD, "word", Side.BOTH)
    tags = xs(found.diagrams[0], Role.TAG, "word", Side.GOLD)
    assert tags == pytest.approx({place: words[place] for place in tags})
    assert len(found.differences) < len(words) / 2  # PRO*N is PRO-N there


@pytest.mark.usefixtures("qapp")
def test_a_figure_of_three_files(tmp_path, capsys):
    figure = tmp_path / "figure.svg"
    arguments = ["render", str(TREES), str(ARCS), str(LATTICE), "--view", "aligned", "-o", str(figure)]
    assert main(arguments) == 0
    assert "NP-OBJ" in figure.read_text(encoding="utf-8")
    assert main([*arguments, "--lattice", str(LATTICE)]) == 2
    assert "the third file is the LATTICE" in capsys.readouterr().err
    assert main(["render", str(TREES), "--view", "aligned", "-o", str(figure)]) == 2
    assert "Open constituents and dependencies" in capsys.readouterr().err


def test_a_drawing_is_not_changed_by_the_wrap_of_other_views():
    known = document()
    [one] = drawing(known).diagrams
    [other] = draw(known, 0, 0, Look(view="aligned", options=replace(Options(), wrap=200.0)), TOOLS).diagrams
    assert one.shapes == other.shapes
