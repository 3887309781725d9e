"""Sentences too large to be drawn in time: their beginning is drawn, and what is left out is said."""

from __future__ import annotations

import pytest

from goldleaf.core.metrics import BY_DEFAULT, create
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.shapes import Role, Text
from goldleaf.viewer.figures.render import render, warnings
from goldleaf.viewer.figures.wanted import Wanted
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.views import part
from goldleaf.viewer.views.part import LONGEST, beginning, left_out

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr(part, "MOST_WORDS", 20)
    monkeypatch.setattr(part, "MOST_NODES", 30)


def arcs(tmp_path, heads, name="gold", form="w{}"):
    path = tmp_path / f"{name}.conllx"
    lines = (f"{i}\t{form.format(i)}\t_\tX\tX\t_\t{head}\tdep\t_\t_\n" for i, head in enumerate(heads, 1))
    path.write_text("".join(lines) + "\n", encoding="utf-8")
    return path


def tree(tmp_path, text, name="gold"):
    path = tmp_path / f"{name}.mrg"
    path.write_text(text + "\n", encoding="utf-8")
    return path


def figure(gold, parse=None, **wanted):
    parses = () if parse is None else (parse,)
    document = loaded(Request(gold, parses, tuple(path.stem for path in parses)), list(map(create, BY_DEFAULT)))
    return render(document, 0, Wanted(**wanted), measure)


def texts(drawn, role=Role.WORD):
    return [shape.text for shape in drawn.diagram.shapes if isinstance(shape, Text) and shape.role == role]


def test_the_beginning_of_a_long_sentence(tmp_path):
    drawn = figure(arcs(tmp_path, [0, *[1] * 18, 90, *[1] * 80]))
    assert texts(drawn) == [f"w{number}" for number in range(1, 21)]
    assert "dep → 90" in texts(drawn, Role.LABEL)  # the head is not drawn
    said = "too large: drawn are the first 20 of 100 words"
    assert texts(drawn, Role.WARNING) == [said]  # and that the head were outside the sentence is not said
    assert warnings(drawn, lambda *_: None)[0] == said
    assert said in drawn.diagram.description and "over 100 words" in drawn.diagram.description
    assert drawn.drawing.tikz(drawn.theme, 1.0, Around(), standalone=False) is None


def test_differences_are_listed_whole(tmp_path):
    gold = arcs(tmp_path, [0, *[1] * 99])
    drawn = figure(gold, arcs(tmp_path, [0, *[1] * 98, 2], "parse"))
    assert [one.place for one in drawn.drawing.differences] == [100]
    assert texts(drawn).count("w20") == 2 and "w21" not in texts(drawn)


def test_what_is_odd_is_that_of_all_words(tmp_path):
    drawn = figure(arcs(tmp_path, [*range(2, 101), 1]))
    assert texts(drawn, Role.WARNING)[1:] == ["· no root", "· cycle of 100 words from 1"]


@pytest.mark.parametrize("mode", ["stacked", "overlay", "beside"])
def test_long_trees_of_constituents(tmp_path, mode):
    gold = tree(tmp_path, "(S " + " ".join(f"(NP (N w{i}))" for i in range(40)) + ")")
    parse = tree(tmp_path, "(S " + " ".join(f"(VP (N w{i}))" for i in range(40)) + ")", "parse")
    drawn = figure(gold, parse, compare=mode)
    assert "w19" in texts(drawn) and "w20" not in texts(drawn)
    assert drawn.notes == ("too large: drawn are the first 20 of 40 words and the first 21 of 41 constituents",)
    assert {*texts(drawn, Role.WARNING)} == {*drawn.notes}


def test_trees_of_many_constituents_over_few_words(tmp_path):
    drawn = figure(tree(tmp_path, "(S " * 50 + "(N x)" + ")" * 50))
    assert texts(drawn) == ["x"]
    assert drawn.notes == ("too large: drawn are the first 30 of 50 constituents",)


def test_function_trees(tmp_path):
    drawn = figure(arcs(tmp_path, [0, *[1] * 99]), view="function")
    assert "w20" in texts(drawn) and "w21" not in texts(drawn)
    assert drawn.notes[0].startswith("too large: drawn are the first 20 of 100 words and the first ")


@pytest.mark.parametrize("view", ["arcs", "function"])
def test_a_form_that_is_long(tmp_path, view):
    gold = arcs(tmp_path, [0, 1], form="{}" + "x" * 10_000)
    drawn = figure(gold, arcs(tmp_path, [2, 0], "parse", form="{}" + "x" * 10_000), view=view)
    assert max(map(len, texts(drawn))) == LONGEST + 1
    assert drawn.notes == (f"texts of more than {LONGEST} characters are cut",)
    assert len(drawn.encode("svg")) < 60_000


def test_what_is_small_stays_as_it_is(tmp_path):
    document = loaded(Request(arcs(tmp_path, [0, *[1] * 19]), (), ()), [])
    sentence = document.gold.sentence(0)
    assert beginning(sentence, part.last_drawn([sentence])) is sentence
    assert left_out(sentence, sentence) == ""
