"""Enhanced graphs are drawn and listed as the metric compares them."""

from __future__ import annotations

from dataclasses import replace

from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.diagram.legend import legend
from goldleaf.viewer.diagram.naming import REVIEW
from goldleaf.viewer.diagram.options import Layout, Mode, Options
from goldleaf.viewer.diagram.shapes import Key, Path, Role, Segment, Side, State, Text
from goldleaf.viewer.diagram.theme import load, typewriter
from goldleaf.viewer.figures.figure import draw
from goldleaf.viewer.session.loading import document_of
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views import Look
from goldleaf.viewer.views.arcs.arc_picture import Arc, pictures, with_graphs
from goldleaf.viewer.views.arcs.describe import graph_differences
from goldleaf.viewer.views.arcs.draw import draw as draw_arcs
from goldleaf.viewer.views.lattices.layout import lay_out
from goldleaf.viewer.views.view import Tools
from tests.core.metrics.test_enhanced import ELLIPSIS, bank

GOLD = "1 saw 0:root", "2 him 1:obj|3:nsubj:xsubj", "3 go 1:xcomp"
PARSE = "1 saw 0:root", "2 him 1:obj|3:nsubj", "3 go 2:xcomp"


def drawn(gold, parse, **options):
    metric = create("enhanced", **options)
    pair = Pair(gold.sentence(0), parse.sentence(0), metric, (gold, parse))
    return with_graphs(pictures(pair.gold, pair.parse), pair)


def test_edges_have_the_states_of_the_metric_and_arcs_do_not_score(tmp_path):
    found = drawn(bank(tmp_path, "gold", *GOLD), bank(tmp_path, "parse", *PARSE))
    assert {arc.state for one in found for arc in one.arcs} == {State.NOT_SCORED}
    assert [(edge.label, edge.state) for edge in found[1].graph] == [
        ("root", State.MATCHED),
        ("obj", State.MATCHED),
        ("nsubj", State.WRONG_LABEL),
        ("xcomp", State.EXTRA),
    ]
    rows = graph_differences(found)
    assert [row.sentence for row in rows] == [
        "him: gold nsubj:xsubj of go, parse nsubj of go – wrong label",
        "go: gold xcomp of saw, parse none – missing",
        "go: gold none, parse xcomp of him – extra",
    ]
    assert rows[0].keys == (Key(Side.GOLD, "enhanced", "2-3-nsubj:xsubj"), Key(Side.PARSE, "enhanced", "2-3-nsubj"))
    assert rows[0].about(Key(Side.PARSE, "word", "2")) and not rows[0].about(Key(Side.PARSE, "word", "3"))
    assert [row.place for row in rows] == [2, 3, 3]


def test_what_is_drawn_is_what_is_compared(tmp_path):
    gold = bank(tmp_path, "gold", *ELLIPSIS)
    other = bank(tmp_path, "other", *ELLIPSIS[:3], "3.1 had 1:conj:and", "4 fish 3.1:obj")
    collapsed = drawn(gold, other)
    assert [(edge.node, edge.head, edge.label) for edge in collapsed[0].graph][2:] == [
        ("3", "2", "conj:and>nsubj"),
        ("4", "2", "conj:and>obj"),
    ]
    rows = graph_differences(drawn(gold, other, empty_nodes="nodes"))
    assert [row.sentence for row in rows] == [
        "ate (3.1): gold conj:and of ate, parse none – missing",
        "had (3.1): gold none, parse conj:and of Ann – extra",
    ]
    assert rows[0].word_states == {} and rows[0].place == 3


def test_the_legend_names_the_edges_that_the_tree_has_not(tmp_path):
    gold = bank(tmp_path, "gold", *GOLD)
    for sides, told in ((drawn(gold, gold), True), (pictures(gold.sentence(0)), True), (drawn(gold, gold), False)):
        shapes = draw_arcs(sides, Mode.STACKED, Options(enhanced=told), load("light"), typewriter)[0].shapes
        entries = legend(shapes, 600, load("light"), typewriter).shapes
        assert ("enhanced only" in [one.text for one in entries if isinstance(one, Text)]) is told
        assert (Role.ENHANCED in {one.role for one in entries}) is told
    both = draw_arcs(drawn(gold, gold), Mode.STACKED, Options(enhanced=True), load("light"), typewriter)
    shapes = [Path((0, 0), (Segment((9, 0)),), Role.ARC), *(shape for diagram in both for shape in diagram.shapes)]
    scored = replace(REVIEW, graphs=True)
    for wording, told in ((REVIEW, {"enhanced only, not compared", "in gold and parse"}), (scored, {"enhanced only"})):
        entries = legend(shapes, 900, load("light"), typewriter, wording).shapes
        assert told <= {one.text for one in entries if isinstance(one, Text)}


def test_what_both_graphs_have_of_the_tree_is_scored_there(tmp_path):
    gold, parse = (bank(tmp_path, name, *rows).sentence(0) for name, rows in (("gold", GOLD), ("parse", PARSE)))
    pair = Pair(gold, parse, create("enhanced"), (bank(tmp_path, "gold", *GOLD), bank(tmp_path, "parse", *PARSE)))
    arcs = Arc(2, 1, "obj"), Arc(3, 1, "xcomp")
    found = with_graphs([replace(one, arcs=arcs) for one in pictures(gold, parse)], pair)
    assert [[arc.state for arc in one.arcs] for one in found] == [[State.MATCHED, State.NOT_SCORED]] * 2


def test_what_is_switched_off_is_drawn_as_not_scored_and_not_listed(tmp_path):
    gold = bank(tmp_path, "gold", "1 it 0:root", "2 who 1:ref", "3 in 2:dep|2:obl:in")
    parse = bank(tmp_path, "parse", "1 it 0:root", "2 who 1:dep", "3 in 2:dep|2:obl:on")
    found = drawn(gold, parse, enhancements="no-relative-clauses,no-case")
    assert graph_differences(found) == ()
    right, faint = State.MATCHED, State.NOT_SCORED
    edges = [[(edge.label, edge.state) for edge in one.graph] for one in found]
    assert edges[0] == [("root", right), ("dep", right), ("ref", faint), ("dep", right), ("obl:in", right)]
    assert edges[1] == [("root", right), ("dep", right), ("dep", right), ("obl:on", right)]


def test_words_that_are_cut_otherwise_have_their_edges_in_their_places(tmp_path):
    gold = bank(tmp_path, "gold", "1-2 im _", "1 in 3:case", "2 dem 3:det", "3 Haus 0:root")
    parse = bank(tmp_path, "parse", "1 im 2:case", "2 Haus 0:root")
    metric = create("enhanced")
    places = {1: 1, 2: 2, 3: 4}, {1: 3, 2: 4}
    pair = Pair(gold.sentence(0), parse.sentence(0), metric, (gold, parse), places=places)
    found = with_graphs(pictures(pair.gold, pair.parse), pair)
    assert [(edge.node, edge.head) for edge in found[1].graph] == [("3", "4"), ("4", "0")]


def test_that_graphs_have_no_overlay_is_said(tmp_path):
    gold, parse = bank(tmp_path, "gold", *GOLD), bank(tmp_path, "parse", *PARSE)
    metrics = create("enhanced"), create("attachment")
    document = finished(document_of(gold, {"parse": parse}, metrics, ["enhanced", "attachment"]))
    tools = Tools(load("light"), typewriter, lay_out)
    said = [
        (len(found.diagrams), found.summary)
        for metric in ("enhanced", "attachment")
        for mode in (Mode.OVERLAY, Mode.STACKED)
        for found in [draw(document, 0, 0, Look(view="arcs", mode=mode), tools, metric=metric)]
    ]
    why = "no overlay: the enhanced graph of each side stands below its own words"
    assert said == [(2, why), (2, ""), (1, ""), (2, "")]


def test_where_no_side_has_a_graph_sides_share_their_words_though_graphs_are_asked_for(tmp_path):
    gold, parse = bank(tmp_path, "gold", "1 saw _", "2 him _"), bank(tmp_path, "parse", "1 saw _", "2 him _")
    document = finished(document_of(gold, {"parse": parse}, (create("attachment"),), ["attachment"]))
    look = Look(view="arcs", options=Options(enhanced=True, layout=Layout.UPRIGHT))
    found = draw(document, 0, 0, look, Tools(load("light"), typewriter, lay_out))
    assert found.titles == ("gold (no graph) left, parse (no graph) right",)


def test_where_graphs_are_compared_the_legend_says_which_arcs_are_of_both_tree_and_graph(tmp_path):
    gold, parse = bank(tmp_path, "gold", *GOLD), bank(tmp_path, "parse", *PARSE)
    names, tools = ["enhanced", "attachment"], Tools(load("light"), typewriter, lay_out)
    document = finished(document_of(gold, {"parse": parse}, tuple(map(create, names)), names))
    arc = Path((0, 0), (Segment((9, 0)),), Role.ARC)
    for metric, both in zip(names, ("basic and enhanced", "in both"), strict=True):
        wording = draw(document, 0, 0, Look(view="arcs"), tools, metric=metric).wording
        explained = legend([arc], 900.0, tools.theme, typewriter, wording).shapes
        assert [shape.text for shape in explained if isinstance(shape, Text)] == [both]
