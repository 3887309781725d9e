"""The tables that conditions look into: made once, of the metrics that score, else of usual ones."""

from __future__ import annotations

import pytest

from goldleaf.core.analysis.sides.nodes import NodeKind
from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.session.document import SAMPLE, Tables
from tests.viewer.window.windows import GOLD, PARSE

TREES = "( (S (NP (D the) (N cat)) (VP (V read) (NP (D a) (N book)))) )\n"


def tables_of(folder, gold, parses, metrics, ending="conllu"):
    paths = []
    for name, text in (("gold", gold), *parses.items()):
        paths.append(folder / f"{name}.{ending}")
        paths[-1].write_text(text, encoding="utf-8")
    treebanks = [read(path) for path in paths]
    return Tables(treebanks[0], dict(zip(parses, treebanks[1:], strict=True)), [create(*one) for one in metrics])


@pytest.fixture
def arcs(tmp_path):
    return tables_of(tmp_path, GOLD, {"one": PARSE, "two": GOLD}, [("attachment",)])


@pytest.fixture
def trees(tmp_path):
    return tables_of(tmp_path, TREES, {"p": TREES.replace("VP", "XP")}, [("parseval",)], "mrg")


def test_each_is_worked_out_once_for_a_parse(arcs, trees):
    for work in (
        arcs.words,
        lambda parse: arcs.nodes(NodeKind.FUNCTION, parse),
        lambda parse: arcs.facts(parse, "tedeval"),
    ):
        assert work(0) is work(0) and work(0) is not work(1)
    assert finished(trees.errors(0)) is finished(trees.errors(0))
    assert [*trees.errors(0)] == [] != [*Tables(trees.gold, trees.parses, trees.metrics).errors(0)]


def test_words_are_those_of_the_parse_that_is_meant_or_of_none(arcs, trees):
    assert arcs.words(0)["parse_head"].to_list() != arcs.words(1)["parse_head"].to_list()
    assert arcs.words(1)["parse_head"].to_list() == arcs.gold.words["head"].to_list()
    assert {"parse_head", "one_head", "two_head"} < {*arcs.words(0).columns}
    assert [name for name in arcs.words(-1).columns if "gold_" not in name] == ["sentence", "position", "form"]
    assert trees.words(0) is None


def test_nodes_are_those_of_trees_that_there_are(arcs, trees):
    assert arcs.nodes(NodeKind.CONSTITUENT, 0) is None and arcs.nodes(NodeKind.FUNCTION, 0).kind is NodeKind.FUNCTION
    assert trees.nodes(NodeKind.CONSTITUENT, 0).rows["parse_label"].drop_nulls().to_list().count("XP") == 1
    assert "parse" not in trees.nodes(NodeKind.CONSTITUENT, -1).at


def test_facts_are_of_the_metric_that_scores_else_as_it_is_by_default(tmp_path, arcs):
    other = tables_of(tmp_path, GOLD, {"one": PARSE}, [("attachment",)])
    included = Tables(other.gold, other.parses, [create("attachment", punctuation="include")])
    scored = [tables.facts(0, "attachment")["in_gold"].sum() for tables in (other, included)]
    assert scored[0] < scored[1]
    assert included.facts(0, "parseval") is None and included.facts(0, "tedeval") is not None
    assert arcs.fits(create("attachment")) and not arcs.fits(create("parseval"))


def test_errors_are_told_by_the_brackets_that_score(tmp_path):
    text = "( (S (NP (D the) (N cat)) (VP (V read))) )\n"
    parse = text.replace("NP", "XP")
    path = tmp_path / "own.prm"
    path.write_text("DEBUG 0\nMAX_ERROR 10\nCUTOFF_LEN 40\nLABELED 0\n", encoding="utf-8")
    usual = tables_of(tmp_path, text, {"p": parse}, [("parseval",)], "mrg")
    unlabeled = Tables(usual.gold, usual.parses, [create("parseval", params=f"{path}")])
    assert usual.have_repairs and finished(usual.errors(0)).table.height == 1
    assert finished(usual.errors(0)).columns["repairs"].to_list() == [1]
    assert finished(unlabeled.errors(0)) is not finished(usual.errors(0))


def test_there_are_repairs_where_all_sides_have_constituents(arcs, trees):
    assert trees.have_repairs and not arcs.have_repairs
    assert not Tables(trees.gold, {**trees.parses, "arcs": arcs.gold}, []).have_repairs
    assert not Tables(arcs.gold, trees.parses, []).have_repairs


def test_before_a_condition_has_looked_the_first_sentences_tell(tmp_path):
    many = tables_of(tmp_path, GOLD * 40, {"one": PARSE * 40}, [("attachment",)])
    for at_hand, whole in (
        (many.words_at_hand, many.words),
        (lambda parse: many.facts_at_hand(parse, "attachment"), lambda parse: many.facts(parse, "attachment")),
        (
            lambda parse: many.nodes_at_hand(parse)[NodeKind.FUNCTION].rows,
            lambda parse: many.nodes(NodeKind.FUNCTION, parse).rows,
        ),
    ):
        assert at_hand(0)["sentence"].max() == SAMPLE - 1
        assert whole(0)["sentence"].max() == len(many.gold) - 1
        assert at_hand(0) is whole(0)
    assert [*many.nodes_at_hand(0)] == [NodeKind.FUNCTION]
    assert tables_of(tmp_path, TREES, {"p": TREES}, [("parseval",)], "mrg").words_at_hand(0) is None
