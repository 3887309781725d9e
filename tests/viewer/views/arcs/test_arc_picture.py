"""Arcs take their states from the metric's facts, never from a comparison of their own; lifted arcs leave ghosts."""

import pytest

from goldleaf.core.facts import Mark
from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.core.structures.dependency import non_projective
from goldleaf.core.structures.dependency_changes import projectivized
from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.naming import Wording
from goldleaf.viewer.diagram.shapes import Key, Path, Role, Side, State
from goldleaf.viewer.diagram.theme import load, typewriter
from goldleaf.viewer.figures.figure import draw
from goldleaf.viewer.session.loading import document_of
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views import VIEWS, Look
from goldleaf.viewer.views.arcs.arc_picture import ArcFact, arc_facts, pictures
from goldleaf.viewer.views.arcs.describe import arc_differences, arc_phrase, dependent_description
from goldleaf.viewer.views.arcs.view import RolesShown
from goldleaf.viewer.views.lattices.layout import lay_out
from goldleaf.viewer.views.view import Tools
from tests.core.trees import SHARED, treebank
from tests.viewer.diagram.support import GOLD, PARSE, facts, pair, sentence


def states(number: int, chosen) -> list[State]:
    return [arc.state for arc in chosen[number].arcs]


def test_states_of_gold_and_parse():
    gold, parse = pair()
    assert (gold.side, parse.side) == (Side.GOLD, Side.PARSE)
    right, head, label, faint = State.MATCHED, State.WRONG_HEAD, State.WRONG_LABEL, State.NOT_SCORED
    assert [arc.state for arc in parse.arcs] == [right, label, right, head, head, head, faint]
    assert [arc.state for arc in gold.arcs] == [arc.state for arc in parse.arcs]


def test_without_a_parse_or_facts_nothing_differs():
    assert len(pictures(GOLD)) == 1
    assert set(states(0, pictures(GOLD, facts=facts(GOLD, PARSE)))) == {State.MATCHED}
    assert set(states(1, pictures(GOLD, PARSE))) == {State.MATCHED}


def test_a_word_without_gold_head_makes_the_arc_extra():
    gold, parse = sentence("a/X/_/_ b/X/0/root"), sentence("a/X/2/x b/X/0/root")
    chosen = pictures(gold, parse, facts(gold, parse))
    assert states(1, chosen) == [State.EXTRA, State.MATCHED]


def test_an_arc_the_parse_has_not_is_missing():
    gold, parse = sentence("a/X/2/x b/X/0/root"), sentence("a/X/_/_ b/X/0/root")
    chosen = pictures(gold, parse, facts(gold, parse))
    assert states(0, chosen) == [State.MISSING, State.MATCHED]
    assert [arc.head for arc in chosen[1].arcs] == [None, 0]


def test_what_no_fact_speaks_of_is_not_scored():
    chosen = pictures(GOLD, PARSE, [ArcFact(3, 0, "root", Mark.MATCHED, Mark.MATCHED)])
    for number in (0, 1):
        assert states(number, chosen) == [State.NOT_SCORED] * 2 + [State.MATCHED] + [State.NOT_SCORED] * 4


def test_a_metric_may_match_labels_that_differ():
    gold, parse = sentence("a/X/0/root b/X/1/nsubj:pass"), sentence("a/X/0/root b/X/1/nsubj")
    found = [
        ArcFact(1, 0, "root", Mark.MATCHED, Mark.MATCHED),
        ArcFact(2, 1, "nsubj:pass", Mark.MATCHED, Mark.MATCHED),
        ArcFact(2, 1, "nsubj", Mark.MATCHED, Mark.MATCHED),
    ]
    chosen = pictures(gold, parse, found)
    assert states(0, chosen) == states(1, chosen) == [State.MATCHED, State.MATCHED]


def test_forgiven():
    gold, parse = sentence("a/X/0/root b/X/1/x"), sentence("a/X/0/root b/X/1/y")
    found = [ArcFact(2, 1, "y", Mark.FORGIVEN, Mark.MATCHED)]
    assert states(1, pictures(gold, parse, found))[1] == State.FORGIVEN


def test_titles():
    assert [picture.name for picture in pictures(GOLD, PARSE, wording=Wording("A", ""))] == ["A", "parse"]


def lenient(gold, parse):
    """The pictures by the facts of grammar induction."""
    metric, sides = create("induction"), (treebank(gold), treebank(parse))
    marked = Pair(sides[0].sentence(0), sides[1].sentence(0), metric, sides)
    return pictures(marked.gold, marked.parse, arc_facts(marked))


def test_arcs_that_count_undirected_or_by_an_edge_flip_are_marked_as_such():
    chosen = lenient("sleeps/V/0/root at/P/3/case home/N/1/obl", "sleeps/V/0/root at/P/1/obl home/N/2/case")
    assert states(0, chosen) == [State.MATCHED, State.WRONG_HEAD, State.WRONG_HEAD]
    assert states(1, chosen) == [State.MATCHED, State.EDGE_FLIP, State.REVERSED]
    found = arc_differences(chosen)
    assert [one.verdict for one in found] == ["edge flip: right in NED", "reversed: right undirected"]
    assert [one.gold_state for one in found] == [State.WRONG_HEAD] * 2  # as in the picture
    assert [one.parse_state for one in found] == [State.EDGE_FLIP, State.REVERSED]
    assert dependent_description(3, chosen[1], chosen[:1]) == (
        "word 3 ‘home’ case of 2 ‘at’, reversed: right undirected; in the gold: obl of 1 ‘sleeps’"
    )


def test_an_arc_that_hangs_on_punctuation_says_what_it_counts_as():
    gold = "a/N/0/root b/N/1/x ,/P/1/p c/N/3/x"
    chosen = lenient(gold, "a/N/0/root b/N/1/x ,/P/2/p c/N/3/y")
    assert [one.sentence for one in arc_differences(chosen) if one.scored] == [
        "c: x of ,, counts as of a, parse has y of ,, counts as of b – wrong head"
    ]
    assert arc_phrase(chosen[1], chosen[1].arc_of[4]) == "y of 3 ‘,’, counts as of 2 ‘b’"
    same = lenient(gold, "a/N/0/root b/N/1/x ,/P/1/p c/N/1/y")
    assert [one for one in arc_differences(same) if one.scored] == []
    assert states(1, same) == [State.MATCHED, State.MATCHED, State.NOT_SCORED, State.MATCHED]


@pytest.mark.parametrize(("name", "options"), [("attachment", {"labels": "universal"}), ("ud", {})])
def test_arcs_are_matched_whose_subtypes_alone_differ(name, options):
    for labels in (("obl:tmod", "obl"), ("obl", "obl:tmod"), ("obl:tmod", "obl:arg")):
        gold, parse = (treebank(f"a/N/0/root b/N/1/{label}") for label in labels)
        compared = Pair(gold.sentence(0), parse.sentence(0), create(name, **options), (gold, parse))
        drawn = pictures(compared.gold, compared.parse, arc_facts(compared))
        assert [states(side, drawn) for side in (0, 1)] == [[State.MATCHED] * 2] * 2


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
