"""Trees of a gold and two parses: three pictures, in which each constituent says who has it right.

Also tests `trees.view`.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Key, Path, Role, Side, State
from goldleaf.viewer.figures.figure import draw
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.pair import Parse
from goldleaf.viewer.views import Look
from goldleaf.viewer.views.lattices.layout import lay_out
from goldleaf.viewer.views.view import Tools
from tests.core.metrics.phrases import phrases
from tests.viewer.diagram.support import typewriter

GOLD = "(S (NP (D the) (N cat)) (VP (V saw) (NP (D a) (N dog)) (PP (P at) (NP (N home)))))"
A = "(S (NP (D the) (N cat)) (VP (V saw) (NP (NP (D a) (N dog)) (PP (P at) (X (N home))))))"
B = "(S (NP (D the) (N cat)) (VP (V saw) (NP (D a) (V dog))) (PP (P at) (X (N home))))"


def document(*parses: str, gold: str = GOLD, metric: str = "parseval", **changes) -> Document:
    metrics = (create(metric),)
    known = phrases(gold)
    made = (finished(Parse.of(name, known, phrases(text), metrics)) for name, text in zip("AB", parses, strict=False))
    return replace(Document(known, tuple(made), metrics, True), **changes)


def drawn(theme, found: Document, mode: Mode = Mode.STACKED, view: str = "tree"):
    return draw(found, 0, 1, Look(view=view, mode=mode, against=0), Tools(theme, typewriter, lay_out))


def states(drawing) -> dict[tuple[Side, str], State]:
    """The states of constituents, by side and label with words; those of both alike left out."""
    return {
        (one.side, f"{node.label} {one.written[node.number]:b}"): one.state(node.number)
        for one in drawing.pictures
        for node in one.sentence.nodes
        if one.state(node.number) is not State.MATCHED
    }


def test_each_constituent_says_who_is_right(theme):
    found = states(drawn(theme, document(A, B)))
    assert found == {
        (Side.GOLD, "VP 1111100"): State.ONE_RIGHT,
        (Side.GOLD, "NP 1000000"): State.MISSING,
        (Side.OTHER, "VP 1111100"): State.ONE_RIGHT,
        (Side.OTHER, "NP 1111000"): State.ONE_WRONG,
        (Side.OTHER, "X 1000000"): State.WRONG_HEAD,  # of both
        (Side.PARSE, "VP 11100"): State.OTHER_WRONG,
        (Side.PARSE, "X 1000000"): State.WRONG_HEAD,
    }


@pytest.mark.parametrize("mode", Mode)
def test_there_are_three_panes_with_lines_of_their_own(theme, mode):
    drawing = drawn(theme, document(A, B), mode)
    assert drawing.titles == ("gold", "A", "B") and len(drawing.diagrams) == 3
    assert drawing.beside is (mode == Mode.BESIDE)
    lines = [
        {one.state for one in diagram.shapes if isinstance(one, Path) and one.role is Role.BRANCH}
        for diagram in drawing.diagrams
    ]
    assert lines[0] == {State.MATCHED, State.ONE_RIGHT, State.MISSING}
    assert lines[1] == {State.MATCHED, State.ONE_RIGHT, State.ONE_WRONG, State.WRONG_HEAD}
    assert lines[2] == {State.MATCHED, State.OTHER_WRONG, State.WRONG_HEAD}
    assert drawing.tikz(theme, 1.0, None, standalone=True) is None


def test_the_list_says_what_became_of_each_constituent_and_tag(theme):
    found = drawn(theme, document(A, B)).differences
    assert [(one.word, one.gold, one.other, one.parse, one.verdict) for one in found] == [
        ("‘saw a dog at home’", "VP", "", "none", "broken by B"),
        ("‘saw a dog’", "none", "", "VP", "B wrong"),
        ("‘a dog at home’", "none", "NP", "", "A wrong"),
        ("‘dog’", "N", "", "V", "broken by B, wrong tag"),
        ("‘home’", "NP", "X", "X", "both wrong"),
    ]
    assert all(one.layer is None for one in found)  # nothing to review
    last = found[-1]
    assert [key.side for key in last.keys] == [Side.GOLD, Side.OTHER, Side.PARSE]
    assert all(last.about(key) for key in last.keys) and not found[0].about(last.keys[0])
    assert found[0].word_states == dict.fromkeys(range(3, 8), State.ONE_RIGHT)


def test_what_is_pointed_at_is_lit_in_all_three_and_described(theme):
    drawing = drawn(theme, document(A, B))
    picture = drawing.pictures[0]
    label = {node.label: node.number for node in picture.sentence.nodes if node.first == 7}["NP"]
    key = Key(Side.GOLD, "node", f"{label}")
    related = drawing.related(key)
    assert {one.side for one in related} == {Side.GOLD, Side.OTHER, Side.PARSE}
    described = drawing.elements[0][key].description
    assert described == "NP over ‘home’ (word 7); both wrong; in A: X; in B: X"
    assert [name for name, _ in drawing.card(key, described)] == ["gold", "A", "B"]


def test_where_words_differ_or_nobody_is_right_there_are_two_pictures(theme):
    other = A.replace("home", "house")
    for found in (document(other, B), document(A, B, adjudicated=True)):
        assert {one.side for one in drawn(theme, found).pictures} == {Side.GOLD, Side.PARSE}
