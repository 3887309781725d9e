"""What can come next in the filter line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.analysis.errors.constituent_errors import classes
from goldleaf.core.analysis.search.completion import Searchable, completions, piece_start
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.sides.fact_table import fact_table
from goldleaf.core.analysis.sides.nodes import NodeKind, node_table
from goldleaf.core.analysis.sides.sentence_table import sentence_table_steps
from goldleaf.core.analysis.sides.word_table import word_table
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.scoring import score
from goldleaf.core.steps import finished
from tests.core.metrics.phrases import phrases
from tests.core.trees import PARSES, TREES, treebank

METRIC = Attachment()
GOLD, PARSE = treebank(*TREES, ids=("a-1", "b's")), treebank(*PARSES, name="parse.conllx")
WORDS = word_table(METRIC, GOLD, PARSE)
TABLE = finished(sentence_table_steps(GOLD, {"p": PARSE}, {"p": {"attachment": score(METRIC, GOLD, PARSE)}}))


PHRASES = [phrases("(TOP (S (NP (N 0=a)) (VP (V 1=b))))")] * 2
NODES = {
    NodeKind.CONSTITUENT: node_table(NodeKind.CONSTITUENT, ParsEval(), PHRASES[0], {"p": PHRASES[1]}, "p"),
    NodeKind.FUNCTION: node_table(NodeKind.FUNCTION, TedEval(), GOLD, {"p": PARSE}, "p"),
}


def facts(metric, gold, parse):
    return lambda: fact_table(metric, gold, parse)


TABLES = {
    "attachment": facts(METRIC, GOLD, PARSE),
    "parseval": facts(ParsEval(), *PHRASES),
    "mwe": lambda: None,
    "repair": classes,
    "b_attachment": facts(METRIC, GOLD, PARSE),
    "b_word": lambda: WORDS,
}


def offered(prefix, words=WORDS, nodes=None, tables=TABLES):
    return completions(prefix, Searchable(TABLE, words, nodes or {}, tables))


@pytest.mark.parametrize(
    ("prefix", "expected"),
    [
        ("l", ["las", "la"]),
        ("LA", ["las", "la"]),
        ("las", []),
        ("has(error_class = 'co", ["'coordination'"]),
        ("has(blame = '", ["'attachment'", "'label'", "'segmentation'", "'tag'"]),
        ("las < 0.8 a", ["and"]),
        ("las < 0.8 ", ["and", "or"]),
        ("comparable o", ["or"]),
        ("words > 3 and h", ["has("]),
        ("n", ["number", "no_tree", "not"]),
        ("has(gold_d", ["gold_deprel", "gold_direction", "gold_distance", "gold_distance_bin", "gold_depth"]),
        ("has(sib", ["sibling("]),
        ("has(child(parse_dep", ["parse_deprel", "parse_depth"]),
        ("has(form_b", ["form_before", "form_before_1", "form_before_2"]),
        ("has(parse_fr", ["parse_frame"]),
        ("has(deprel = ", ["'punct'", "'root'", "'amod'", "'nsubj'", "'obj'"]),
        ("has(deprel = 'n", ["'nsubj'"]),
        ("has(parse_deprel != 'N", ["'nmod'"]),
        ("has(tag in ('V", ["'VERB'"]),
        ("has(tag not in ('VERB', 'A", ["'ADJ'", "'ADV'"]),
        ("has(deprel = 'root') and l", ["las", "la"]),
        ("id = 'b", ["'b''s'"]),
        ("id = 'b''", ["'b''s'"]),
        ("text like 'S", []),
        ("las < 'x", []),
        ("the c", []),
        ("'x' ", ["and", "or"]),
    ],
)
def test_what_is_offered(prefix, expected):
    assert offered(prefix) == expected


def test_operators_follow_a_column():
    assert offered("las ")[:2] == ["=", "!="]
    assert "is null" in offered("las i")


def test_words_have_columns_only_where_there_are_words():
    assert offered("has(", None, tables={}) == []
    assert "las" not in offered("has(")
    assert "gold_deprel" not in offered("has(deprel = 'x') and ")


@pytest.mark.parametrize(
    ("prefix", "expected"),
    [
        ("has(con", ["constituent, "]),
        ("has(fu", ["function, "]),
        ("has(constituent, parse_lab", ["parse_label"]),
        ("has(constituent, label = ", ["'NP'", "'S'", "'TOP'", "'VP'"]),
        ("has(constituent, rel", ["relabeled"]),
        ("has(constituent, child(lab", ["label"]),
        ("has(function, function = 'n", ["'nsubj'"]),
        ("has(function, label in ('n", ["'nsubj'"]),
        ("has(function, matched) and l", ["las", "la"]),
        ("has(function, label = 'a') and has(depr", ["deprel"]),
        ("has(word, depr", ["deprel"]),
        ("has(deprel l", ["like"]),
        ("func", []),
    ],
)
def test_what_is_offered_of_nodes(prefix, expected):
    assert offered(prefix, nodes=NODES) == expected


def test_without_words_nodes_are_offered():
    assert offered("has(", None, NODES, {}) == ["constituent, ", "function, "]
    assert offered("has(form_", None, NODES) == []


@pytest.mark.parametrize(
    ("prefix", "expected"),
    [
        ("has(parsev", ["parseval, "]),
        ("has(b_", ["b_attachment, ", "b_word, "]),
        ("has(parseval, ki", ["kind"]),
        ("has(parseval, label = 'NP", ["'NP'"]),
        ("has(parseval, missing and not m", ["matched", "missing"]),
        ("has(parseval, chil", []),
        ("has(attachment, label = 'o", ["'obj'"]),
        ("has(b_attachment, other = 'o", ["'obj'"]),
        ("has(repair, cl", ["class"]),
        ("has(repair, class = 'PP", ["'PP attachment'"]),
        ("has(b_word, sib", ["sibling("]),
        ("has(b_word, deprel = 'n", ["'nsubj'"]),
        ("has(mwe, l", []),
        ("has(parseval, missing) and l", ["las", "la"]),
        ("parsev", []),
    ],
)
def test_what_is_offered_of_facts(prefix, expected):
    assert offered(prefix) == expected


@pytest.mark.parametrize(
    ("prefix", "start"),
    [("", 0), ("la", 0), ("las < ", 6), ("las < 0.8 an", 10), ("has(deprel = 'a b", 13), ("has(deprel = 'a' ", 17)],
)
def test_where_the_last_piece_begins(prefix, start):
    assert piece_start(prefix) == start


@pytest.mark.parametrize("begun", ["l", "has(parse_d", "has(deprel = 'n", "id = ", "has(tag in ('"])
def test_what_is_offered_can_be_used(begun):
    for piece in offered(begun):
        whole = begun[: piece_start(begun)] + piece
        if piece.startswith("'"):
            whole += ")" * (whole.count("(") - whole.count(")"))
        else:
            whole += " is null" + ")" * whole.count("(")
        assert filter_sentences(TABLE, WORDS, whole).kind == "condition", whole


@given(st.text("las()'=\" hadeprlin<0.5ü", max_size=14))
def test_nothing_raises(prefix):
    assert 0 <= piece_start(prefix) <= len(prefix)
    assert all(isinstance(piece, str) for piece in offered(prefix))
