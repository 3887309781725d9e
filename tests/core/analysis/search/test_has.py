"""Conditions on a parse by its name: its words, facts and repairs.

Queries into trees, beside naive loops over sentences that find the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import polars as pl
import pytest
from hypothesis import given

from goldleaf.core import formats
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.search.has import for_parse, looks_into, of_parse, with_hits
from goldleaf.core.analysis.sides.sentence_table import sentence_table_steps
from goldleaf.core.analysis.sides.word_table import word_table, word_table_of_all
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.steps import finished
from tests.core.trees import PARSES, TREES, pairs, treebank

SENTENCES = pl.DataFrame({"number": [1, 2], "id": ["a", "b"], "text": ["x", "y"]})
FACTS = pl.DataFrame({"sentence": [0, 1], "position": [1, 1], "label": ["NP", "PP"]})


@pytest.mark.parametrize(
    ("chosen", "named"),
    [
        ("has(scoring and not right_head)", "has(b_word, scoring and not right_head)"),
        ("has(parseval, label = 'NP')", "has(b_parseval, label = 'NP')"),
        ("has(repair, class = 'x, has(y)') or number = 3", "has(b_repair, class = 'x, has(y)') or number = 3"),
        ("number = 3", "number = 3"),
        ("has(in_gold) and has(tag = 'N')", "has(b_word, in_gold) and has(b_word, tag = 'N')"),
        ("has((a or b), c)", "has(b_word, (a or b), c)"),
    ],
)
def test_a_condition_is_put_to_another_parse(chosen, named):
    assert for_parse(chosen, "b") == named


@pytest.mark.parametrize(
    ("query", "narrowed_to"),
    [
        ("has(a)", "has(a and x = 1)"),
        ("has(a or b) and las < 1", "has((a or b) and x = 1) and las < 1"),
        ("has(constituent, a)", "has(constituent, a and x = 1)"),
        ("has(a) or has(b)", "(has(a) or has(b)) and has(((a) or (b)) and x = 1)"),
        ("not has(constituent, a)", "(not has(constituent, a)) and has(constituent, (a) and x = 1)"),
    ],
)
def test_what_was_found_is_asked_further(query, narrowed_to):
    assert with_hits(query, "x = 1") == narrowed_to


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("b_parseval", ("b", "parseval")),
        ("my_b_word", ("my_b", "word")),
        ("b_leaf_ancestor", ("b", "leaf_ancestor")),
        ("parseval", None),
        ("leaf_ancestor", None),
        ("b_nothing", None),
        ("_word", None),
    ],
)
def test_what_a_name_says(name, said):
    assert of_parse(name) == said


def test_facts_of_a_parse_are_looked_into_by_its_name():
    found = filter_sentences(SENTENCES, None, "has(B_parseval, label = 'PP')", tables={"B_parseval": FACTS})
    assert found.rows.tolist() == [1]
    assert looks_into("has(B_parseval, label = 'PP')") == {"B_parseval"}


def test_words_of_another_parse_are_found_where_it_is_named():
    gold = treebank("a/N/0/root b/N/1/x")
    parses = {"p": treebank("a/N/0/root b/N/1/x", name="p.conllx"), "q": treebank("ab/N/0/root", name="q.conllx")}
    table = finished(sentence_table_steps(gold, parses, {}))
    words = word_table_of_all(Attachment(), gold, parses, "p")
    for query, found in (("has(q_form = 'ab')", 1), ("has(form is null)", 0), ("has(q_form is null)", 2)):
        assert filter_sentences(table, words, query).hits.height == found, query


def test_a_parse_that_there_is_not():
    with pytest.raises(OptionError, match=r"has\(c_word, …\): there is nothing of c_word"):
        filter_sentences(SENTENCES, None, "has(c_word, tag = 'N')")


METRIC = Attachment()
DEMO = Path(__file__).parents[4] / "assets" / "demo"


class Tree:
    """One side of a sentence, as a naive loop sees it."""

    def __init__(self, sentence):
        self.words = sentence.words

    def head(self, word):
        inside = word is not None and word.head is not None and 0 < word.head <= len(self.words)
        return self.words[word.head - 1] if inside else None

    def children(self, word):
        return [other for other in self.words if self.head(other) is word]

    def descendants(self, word):
        found, todo = [], self.children(word)
        while todo:
            one = todo.pop()
            if one not in found and one is not word:
                found.append(one)
                todo += self.children(one)
        return found

    def siblings(self, word):
        head = self.head(word)
        return [] if head is None else [other for other in self.children(head) if other is not word]


class Place(NamedTuple):
    """A word on both sides, and the trees that it is in."""

    gold: Tree
    parse: Tree
    word: object
    found: object


def is_tag(word, tag):
    return word is not None and word.coarse_tag == tag


def wrong(word, parse):
    other = parse.words[word.position - 1]
    return (word.head, word.label) != (other.head, other.label)


QUERIES = {
    "gold_deprel = 'nsubj' and parse_deprel = 'obj' and gold_head_tag = 'VERB' and gold_head_position < position": (
        lambda at: (
            at.word.label == "nsubj"
            and at.found.label == "obj"
            and is_tag(at.gold.head(at.word), "VERB")
            and at.word.head < at.word.position
        )
    ),
    "tag = 'NOUN' and child(deprel = 'det')": (
        lambda at: at.word.coarse_tag == "NOUN" and any(one.label == "det" for one in at.gold.children(at.word))
    ),
    "not child(parse_deprel = 'nsubj') and parse_tag = 'VERB'": (
        lambda at: (
            at.found.coarse_tag == "VERB" and not any(one.label == "nsubj" for one in at.parse.children(at.found))
        )
    ),
    "parent(tag = 'VERB' and child(deprel = 'obj'))": (
        lambda at: (
            (head := at.gold.head(at.word)) is not None
            and head.coarse_tag == "VERB"
            and any(one.label == "obj" for one in at.gold.children(head))
        )
    ),
    "deprel = 'obj' and sibling(deprel = 'nsubj' and position > 1)": (
        lambda at: (
            at.word.label == "obj"
            and any(one.label == "nsubj" and one.position > 1 for one in at.gold.siblings(at.word))
        )
    ),
    "descendant(tag = 'ADJ') and not child(tag = 'ADJ')": (
        lambda at: (
            any(one.coarse_tag == "ADJ" for one in at.gold.descendants(at.word))
            and not any(one.coarse_tag == "ADJ" for one in at.gold.children(at.word))
        )
    ),
    "parse_descendant(gold_deprel = 'det' or gold_deprel = 'case')": (
        lambda at: any(
            at.gold.words[one.position - 1].label in ("det", "case") for one in at.parse.descendants(at.found)
        )
    ),
    "gold_head_head_tag = 'VERB' and gold_depth = 2": (
        lambda at: (
            is_tag(at.gold.head(at.gold.head(at.word)), "VERB")
            and at.gold.head(at.gold.head(at.gold.head(at.word))) is None
        )
    ),
    "child(not right_both) and right_both": (
        lambda at: not wrong(at.word, at.parse) and any(wrong(one, at.parse) for one in at.gold.children(at.word))
    ),
    "gold_head_form != parse_head_form and gold_children > parse_children": (
        lambda at: (
            at.gold.head(at.word) is not None
            and at.parse.head(at.found) is not None
            and at.gold.head(at.word).form != at.parse.head(at.found).form
            and len(at.gold.children(at.word)) > len(at.parse.children(at.found))
        )
    ),
}


def naive(gold, parse, meets):
    return [
        (number, word.position)
        for number, (ours, theirs) in enumerate(zip(map(Tree, gold), map(Tree, parse), strict=True))
        for word, found in zip(ours.words, theirs.words, strict=True)
        if meets(Place(ours, theirs, word, found))
    ]


def found(gold, parse, condition, words=None):
    table = finished(sentence_table_steps(gold, {"p": parse}, {"p": {}}))
    words = word_table(METRIC, gold, parse) if words is None else words
    result = filter_sentences(table, words, f"has({condition})")
    assert sorted({sentence for sentence, _ in result.hits.rows()}) == result.rows.tolist()
    return result.hits.rows()


@pytest.mark.parametrize("condition", QUERIES)
def test_queries_find_in_the_demo_what_naive_loops_find(condition):
    gold, parse = (formats.read(DEMO / name) for name in ("gold.conllu", "parse.conllu"))
    assert found(gold, parse, condition) == naive(gold, parse, QUERIES[condition])


RANDOM = {
    "child(deprel = 'a')": lambda at: any(one.label == "a" for one in at.gold.children(at.word)),
    "parent(parse_tag = 'N')": lambda at: is_tag(at.parse.head(at.found), "N"),
    "sibling(parse_deprel = 'b')": lambda at: any(one.label == "b" for one in at.parse.siblings(at.found)),
    "descendant(tag = 'N')": lambda at: any(one.coarse_tag == "N" for one in at.gold.descendants(at.word)),
    "parse_descendant(descendant(tag = 'N'))": lambda at: any(
        any(other.coarse_tag == "N" for other in at.gold.descendants(at.gold.words[one.position - 1]))
        for one in at.parse.descendants(at.found)
    ),
    "descendant(form != '' and parent(tag = 'V'))": lambda at: any(
        is_tag(at.gold.head(one), "V") for one in at.gold.descendants(at.word)
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("condition", RANDOM)
@given(pair=pairs(heads=False))
def test_heads_need_not_make_a_tree(condition, pair):
    assert found(*pair, condition) == naive(*pair, RANDOM[condition])


GOLD, PARSE, OTHER = treebank(*TREES), treebank(*PARSES), treebank(TREES[0], PARSES[1])


def test_parses_have_trees_of_their_own():
    words = word_table_of_all(METRIC, GOLD, {"a": PARSE, "b": OTHER}, "b")
    by_form = dict(zip(words.select("sentence", "position").rows(), words["form"], strict=True))

    def forms(condition):
        return [by_form[hit] for hit in found(GOLD, OTHER, condition, words)]

    assert forms("child(a_deprel = 'amod')") == ["read"]
    assert forms("child(b_deprel = 'amod')") == forms("child(parse_deprel = 'amod')") == ["books"]
    assert forms("a_child(b_deprel = 'obj')") == ["old"]
    assert forms("a_parent(form = 'She')") == ["."]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("has(child(deprel = 'a')", "has( is not closed, at character 1"),
        ("has(child(deprel = 'a'", "has( is not closed, at character 1"),
        ("has(form = 'x' and child())", "child() needs a condition, at character 20"),
        (
            "has(child(gold_deprel = 'a' and parse_tag = 'N'))",
            "child( names columns of gold and parse, at character 5; say whose tree: gold_child( or parse_child(",
        ),
        ("has(child(deprle = 'a'))", "no column deprle, at character 11; did you mean deprel?"),
        ("has(parent(gold_frame = 'x'))", "no column gold_frame"),
        ("has(child(has(form = 'x')))", "has( cannot stand inside has("),
        ("child(deprel = 'a')", "child( looks from a word; put it inside has(…), at character 1"),
        ("has(child(form = 'a') parent(form = 'b'))", "something is missing before"),
    ],
)
def test_mistakes_are_told_with_their_place(query, said):
    table = finished(sentence_table_steps(GOLD, {"p": PARSE}, {"p": {}}))
    with pytest.raises(OptionError) as error:
        filter_sentences(table, word_table(METRIC, GOLD, PARSE), query)
    assert said in str(error.value)


def test_other_conditions_stand_beside_relations():
    assert found(GOLD, PARSE, "child(tag = 'ADJ') or form = 'She'") == [(0, 1), (0, 4)]
    assert found(GOLD, PARSE, "gold_frame is not null and child(tag = 'ADJ')") == [(0, 4)]
    assert found(GOLD, PARSE, "CHILD(tag = 'ADJ') and not Parent(form = 'x')") == [(0, 4)]
