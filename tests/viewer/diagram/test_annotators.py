"""The words and lines for two annotators, of whom none is the gold. Also tests `naming`."""

import pytest

from goldleaf.viewer.diagram.annotators import READERS, Adjudication, Everyone, told_apart
from goldleaf.viewer.diagram.legend import legend
from goldleaf.viewer.diagram.naming import REVIEW
from goldleaf.viewer.diagram.shapes import Box, Diagram, Key, Path, Role, Segment, Side, State, Text
from goldleaf.viewer.diagram.theme import load
from tests.viewer.diagram.support import typewriter

WORDS = Adjudication("lotte", "morten")


def line(state, side=None):
    return Path((0, 0), (Segment((9, 0)),), Role.ARC, state, Key(side, "arc", "1") if side is not None else None)


@pytest.mark.parametrize(
    ("state", "side", "drawn"),
    [
        (State.WRONG_HEAD, Side.GOLD, State.ONE_HEAD),
        (State.WRONG_HEAD, Side.PARSE, State.OTHER_HEAD),
        (State.WRONG_HEAD, Side.BOTH, State.DIFFERS),
        (State.WRONG_LABEL, Side.GOLD, State.DIFFERS),
        (State.WRONG_LABEL, Side.PARSE, State.DIFFERS),
        (State.MISSING, Side.GOLD, State.ONLY_ONE),
        (State.MISSING, Side.BOTH, State.ONLY_ONE),
        (State.EXTRA, Side.PARSE, State.ONLY_OTHER),
        (State.CROSSING, Side.PARSE, State.OTHER_CROSSING),
        (State.MATCHED, Side.GOLD, State.MATCHED),
        (State.NOT_SCORED, Side.PARSE, State.NOT_SCORED),
    ],
)
def test_each_side_has_lines_of_its_own(state, side, drawn):
    [shape] = told_apart(Diagram(9, 9, (line(state, side),)), WORDS).shapes
    assert shape.state is drawn and WORDS.drawn(drawn, side) is drawn
    [shape] = told_apart(Diagram(9, 9, (line(state, side),)), REVIEW).shapes
    assert shape.state is state


def test_every_state_that_is_drawn_has_a_name_and_none_that_judges():
    of_rivals = (State.ONE_RIGHT, State.OTHER_RIGHT, State.ONE_WRONG, State.OTHER_WRONG)
    elsewhere = (*of_rivals, *READERS[2:])
    drawn = {WORDS.drawn(state, side) for state in State if state not in elsewhere for side in Side}
    assert drawn <= set(WORDS.legend)
    said = " ".join([*WORDS.legend.values(), *WORDS.names.values(), *WORDS.lattice_legend.values()])
    assert "wrong" not in said and "missing" not in said and "extra" not in said


def test_the_legend():
    states = (State.MATCHED, State.ONE_HEAD, State.OTHER_HEAD, State.DIFFERS, State.ONLY_ONE, State.ONLY_OTHER)
    drawn = legend([line(state, Side.BOTH) for state in states], 900.0, load("light"), typewriter, WORDS)
    assert [shape.text for shape in drawn.shapes if isinstance(shape, Text) and shape.role is Role.LEGEND] == [
        "in both",
        "heads differ: lotte",
        "heads differ: morten",
        "labels differ",
        "only lotte",
        "only morten",
    ]
    assert [shape.state for shape in drawn.shapes if isinstance(shape, Box)] == [State.DIFFERS]
    assert not [shape for shape in drawn.shapes if shape.role is Role.CROSS]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The gold lacks 2 sentences of the parse", "lotte lacks 2 sentences of morten"),
        ("by the gold's tag", "by lotte's tag"),
        ("gold and parse have different words", "lotte and morten have different words"),
        ("/data/gold/parse.conllu:3: sentence 1", "/data/gold/parse.conllu:3: sentence 1"),
        ("Select the word that stands to the right", "Select the word that stands to the right"),
    ],
)
def test_what_other_rooms_write(text, told):
    assert WORDS.told(text) == told and REVIEW.told(text) == text


def test_names_are_taken_as_they_are():
    assert Adjudication(r"a\1", "{b}").told("gold and parse") == r"a\1 and {b}"


@pytest.mark.parametrize(
    ("name", "heading"),
    [("gold", "lotte"), ("system", "morten"), ("expected_deprel", "lotte: deprel"), ("head_errors", "heads differ")],
)
def test_headings_of_tables(name, heading):
    assert WORDS.heading(name) == heading and REVIEW.heading(name) == name.replace("_", " ")


def test_a_side_without_a_line_of_its_own_has_no_sample():
    drawn = legend(
        [line(READERS[0]), line(READERS[1])], 900.0, load("light"), typewriter, Everyone(sides=("an", "be", "cy"))
    )
    names = {text.text: text.x for text in drawn.shapes if isinstance(text, Text)}
    assert [*names] == ["a: an", "b: be", "c: cy"]
    samples = [shape for shape in drawn.shapes if isinstance(shape, Path)]
    assert {shape.state for shape in samples} == {*READERS[:2]} and max(one.start[0] for one in samples) < names[
        "b: be"
    ]
