"""Lifted arcs, and the ghosts where they were; the facts of metrics are tested with `arc_picture`."""

from __future__ import annotations

import pytest

from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.core.structures.dependency import non_projective
from goldleaf.core.structures.dependency_changes import projectivized
from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.shapes import Key, Path, Role, Side
from goldleaf.viewer.diagram.text import typewriter
from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.figures.figure import draw
from goldleaf.viewer.session.loading import document_of
from goldleaf.viewer.views import VIEWS, Look
from goldleaf.viewer.views.arcs.view import RolesShown
from goldleaf.viewer.views.lattices.graphviz import lay_out
from goldleaf.viewer.views.view import Tools
from tests.core.trees import SHARED, treebank

TOOLS = Tools(load("light"), typewriter, lay_out)
CROSSING = "What/P/4/obj do/V/0/root you/P/2/subj see/V/2/verb"


def drawing(gold, parse, row=0, *, lifted=True):
    document = finished(document_of(gold, {"parse": parse}, [create("attachment")]))
    look = Look(view="arcs").with_own(VIEWS["arcs"].name, RolesShown(lifted=lifted))
    return draw(document, row, 0, look, TOOLS)


def ghosts(diagram):
    return {shape.key for shape in diagram.shapes if isinstance(shape, Path) and shape.role is Role.LINK}


def test_a_lifted_arc_leaves_a_ghost_where_it_was():
    found = drawing(treebank(CROSSING), treebank(CROSSING.replace("/4/", "/2/"), name="parse.conllx"))
    gold, _ = found.pictures
    assert gold.arc_of[1].head == 2 and [(arc.dependent, arc.head) for arc in gold.ghosts] == [(1, 4)]
    key = Key(Side.GOLD, "ghost", "1")
    assert ghosts(found.diagrams[0]) == {key} and not ghosts(found.diagrams[1])
    assert found.elements[0][key].description == "word 1 ‘What’ was obj of 4 ‘see’; lifted to 2 ‘do’"
    assert found.tikz(load("light"), 1.0, Around(), standalone=False) is None


def test_what_is_compared_is_what_the_files_have():
    sides = treebank(CROSSING), treebank(CROSSING.replace("/4/", "/2/"), name="parse.conllx")
    lifted, plain = drawing(*sides), drawing(*sides, lifted=False)
    assert lifted.differences == plain.differences and len(lifted.differences) == 1
    assert not ghosts(plain.diagrams[0])


@pytest.mark.shared
@pytest.mark.parametrize("row", [0, 1, 2, 3])
def test_every_lifted_arc_of_a_treebank(row):
    gold, parse = (read(SHARED / "dutch" / name) for name in ("gold.conllx", "parse.conllx"))
    rows = sorted(set(gold.sentence_of_word[non_projective(gold)].tolist()))
    own = gold.slice(rows[row])
    found = drawing(own, parse.slice(rows[row]))
    before, after = own.words["head"], projectivized(own).words["head"]
    moved = own.words["position"].filter(before.ne_missing(after)).to_list()
    assert moved and {key.name for key in ghosts(found.diagrams[0])} == {f"{word}" for word in moved}
