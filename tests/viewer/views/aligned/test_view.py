"""One sentence in several structures: constituents above, arcs below, the lattice under them, the words shared."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path as File

import pytest

from goldleaf.core.metrics import create
from goldleaf.viewer.cli import main
from goldleaf.viewer.diagram.legend import legend
from goldleaf.viewer.diagram.options import Options, Row
from goldleaf.viewer.diagram.shapes import Box, Key, Path, Role, Side, Text
from goldleaf.viewer.diagram.theme import load, typewriter
from goldleaf.viewer.figures.figure import draw
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.views import VIEWS, Look
from goldleaf.viewer.views.lattices.layout import lay_out
from goldleaf.viewer.views.view import Tools
from goldleaf.viewer.window.titles import in_a_line
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


def with_tags(path, coarse, fine):
    """The dependencies with a letter before their coarse tags, and other fine ones."""
    rows = [row.split("\t") for row in ARCS.read_text(encoding="utf-8").splitlines(keepends=True)]
    rows = [[*row[:3], f"{coarse}{row[3]}", fine, *row[5:]] if len(row) > 1 else row for row in rows]
    path.write_text("".join("\t".join(row) for row in rows), encoding="utf-8")
    return path


def test_tags_of_two_tag_sets_are_not_compared(tmp_path):
    found = drawing(document(arcs=with_tags(tmp_path / "arcs.conllu", "T", "_")))
    assert not found.differences and not [key for key in boxed(found.diagrams[0]) if key.kind in ("word", "tag")]
    assert found.summary == "two tag sets, which are not compared"
    assert not drawing(document()).summary


def test_the_list_names_a_tag_as_it_is_drawn(tmp_path):
    found = drawing(document(arcs=with_tags(tmp_path / "arcs.conllu", "", "fine")))
    texts = {shape.text for shape in found.diagrams[0].shapes if isinstance(shape, Text)}
    [row] = found.differences
    assert row.parse == "NOUN" and {row.gold, row.parse} <= texts
    assert in_a_line(found.differences, found.wording) == "1 difference: 1 tag differs"


def test_the_legend_tells_the_structures_apart():
    found = drawing(document())
    explained = legend(found.diagrams[0].shapes, 900.0, TOOLS.theme, TOOLS.measure, found.wording)
    texts = [shape.text for shape in explained.shapes if isinstance(shape, Text)]
    assert "in both" not in texts and {"gold", "arcs"} <= {*texts}


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
    assert "open dependencies of them, too" in view.lacking(loaded(Request(TREES), [create("parseval")]))
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
    arguments = ["render", str(TREES), str(ARCS), "--lattice", str(LATTICE), "--view", "aligned", "-o", str(figure)]
    assert main(arguments) == 0
    assert "NP-OBJ" in figure.read_text(encoding="utf-8")
    assert main(["render", str(TREES), "--view", "aligned", "-o", str(figure)]) == 2
    assert "the view tree compares; open dependencies" in capsys.readouterr().err
    assert main(["render", str(ARCS), "--view", "aligned", "-o", str(figure)]) == 2
    assert "--view aligned: The files have dependencies alone, which the view arcs compares" in capsys.readouterr().err


def rows_of(diagram, role):
    """The texts of a role in each row."""
    ends = [*diagram.strips[1:], diagram.height]
    texts = [shape for shape in diagram.shapes if isinstance(shape, Text) and shape.role is role]
    return [[text.text for text in texts if top <= text.y < end] for top, end in zip(diagram.strips, ends, strict=True)]


def wrapped(known, wrap, row=0):
    look = Look(view="aligned", options=Options(wrap=wrap))
    found = draw(known, row, 0, look, TOOLS)
    [diagram] = found.diagrams
    assert diagram.width <= wrap
    for shape in (shape for shape in diagram.shapes if isinstance(shape, Text)):
        assert shape.x - shape.width / 2 >= 0 and shape.x + shape.width / 2 <= diagram.width
    return found


def test_a_long_sentence_goes_on_in_a_new_row_of_all_structures():
    known = document()
    found = wrapped(known, 470.0)
    [diagram] = found.diagrams
    assert rows_of(diagram, Role.WORD) == [["היא", "נתנה", "תפוח"], ["ל", "ה", "בן", "."]]
    # The lattice goes on from the state where the row before it has ended.
    assert rows_of(diagram, Role.STATE) == [["0", "1", "2", "3"], ["3", "4", "5", "6", "7"]]
    # What is cut is named again, an arc with the word that it goes on to.
    assert rows_of(diagram, Role.NODE) == [
        ["TOP", "S", "NP-SBJ", "VP", "NP-OBJ"],
        ["…TOP", "…S", "…VP", "PP-DAT", "NP"],
    ]
    assert [[text for text in row if "obl" in text] for row in rows_of(diagram, Role.LABEL)] == [["obl"], ["obl"]]
    assert found.keys == drawing(known).keys
    [whole] = drawing(known).diagrams
    assert whole.shapes == draw(known, 0, 0, Look(view="aligned", options=Options(wrap=2e3)), TOOLS).diagrams[0].shapes


def test_lines_of_what_is_cut_run_out_of_the_row():
    [diagram] = wrapped(document(), 470.0).diagrams
    lines = [shape for shape in diagram.shapes if isinstance(shape, Path) and shape.role is Role.BRANCH]
    level = [line for line in lines if line.key.name == "2" and line.start[1] == line.segments[-1].end[1]]
    ends = [sorted((line.start[0], line.segments[-1].end[0])) for line in level]
    words = xs(diagram, Role.WORD, "word", Side.BOTH)  # from right to left
    assert ends[0][0] < words["3"] - 15 and ends[1][1] > words["4"] + 15


def test_no_row_ends_among_words_of_one_side():
    known = document(arcs=DEMO / "ambiguous-parse.conllu", lattice=None)
    for wrap in (150.0, 200.0, 250.0):
        look = Look(view="aligned", options=Options(wrap=wrap))
        [diagram] = draw(known, 0, 0, look, TOOLS).diagrams
        rows = rows_of(diagram, Role.WORD)
        assert len(rows) > 1 and [row for row in rows if {"ל", "ה", "בן", "לבן"} <= {*row}]


@pytest.mark.shared
@pytest.mark.parametrize("row", [4, 14, 22, 116])
def test_long_sentences_of_a_treebank_wrap(row):
    folder = SHARED / "faroese" / "both-frameworks"
    known = document(folder / "gold.mrg", folder / "gold.conllu", None, separator="*")
    [diagram] = wrapped(known, 900.0, row).diagrams
    assert len(diagram.strips) > 1
    [whole] = drawing(known, row).diagrams
    assert [word for row in rows_of(diagram, Role.WORD) for word in row] == [
        text.text for text in whole.shapes if isinstance(text, Text) and text.role is Role.WORD
    ]
