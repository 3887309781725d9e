"""Conditions on the roles of words, beside naive loops over predicates and arguments."""

from __future__ import annotations

from itertools import zip_longest

import pytest
from hypothesis import given

from goldleaf.core.analysis.search.completion import Known, completions
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.search.grouping import grouped, hit_columns, narrowed
from goldleaf.core.analysis.sides.sentence_table import sentence_table
from goldleaf.core.analysis.sides.word_table import word_table_of_all
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics.attachment import Attachment
from tests.core import propositions, trees
from tests.core.propositions import rows, treebank

GOLD = treebank(rows("a gives b c", [(2, "give.01", {1: "A0", 3: "A1", 4: "A2"}), (4, "c.01", {1: "A1", 3: "A1|A3"})]))
PARSE = treebank(
    rows("a gives b c", [(2, "give.02", {1: "A0", 3: "A2"}), (3, "b.01", {1: "A1"}), (4, "c.01", {3: "A3"})])
)


SIDES = ("role", "parse_role")


def tables(gold, **parses):
    chosen = next(iter(parses), None)
    return sentence_table(gold, parses, {}), word_table_of_all(Attachment(), gold, parses, chosen)


def hits(query, gold=GOLD, **parses):
    return filter_sentences(*tables(gold, **(parses or {"p": PARSE})), query).hits.rows()


@pytest.mark.parametrize(
    ("condition", "positions"),
    [
        ("gold_role = 'A1' and parse_role = 'A2'", [3]),
        ("role = 'A1'", [1, 3]),
        ("role = 'A0' and role_predicate = 'give.01'", [1]),
        ("role = 'A0' and role_predicate_form = 'c'", []),  # of one entry, not of any two
        ("role = 'A0' and parse_role_predicate = 'give.02'", [1]),
        ("role is null and parse_role = 'A1' and parse_role_predicate_position = 3", [1]),
        ("role = 'A2' and parse_role is null", [4]),
        ("role = 'A3' and parse_role = 'A3'", [3]),
        ("role = 'A1' and role_predicate_form = 'c' and parse_role is null", [1, 3]),
        ("p_role = 'A2'", [3]),
        ("role is null", [1, 2]),
        ("child(role = 'A1') and position = 2", [2]),
        ("parent(role is null) and role = 'A3'", [3]),
    ],
)
def test_conditions_are_on_each_role_of_a_word(condition, positions):
    assert [position for _, position in hits(f"has({condition})")] == positions


def test_words_with_several_such_roles_are_one_hit():
    assert hits("has(role is not null)") == [(0, 1), (0, 3), (0, 4)]
    assert hits("has(role = 'A1') or has(role = 'A3')") == [(0, 1), (0, 3)]


def entries(sentence, place):
    """The roles of a word in a sentence by predicate, in order and without repetition."""
    found = {one.predicate: one.role.split("|") for one in sentence.arguments if one.argument == place}
    return {predicate: list(dict.fromkeys(roles)) for predicate, roles in found.items()}


def beside(gold, parse):
    """What a word is to one predicate on either side: the same roles first, then the others in order."""
    same = [(role, role) for role in gold if role in parse]
    return [*same, *zip_longest(*([role for role in side if (role, role) not in same] for side in (gold, parse)))]


@pytest.mark.slow
@given(propositions.pairs())
@pytest.mark.parametrize("wanted", [("A0", "A1"), ("A1", None), (None, "A0"), ("A1", "A1")])
def test_roles_are_those_of_naive_loops(wanted, pair):
    gold, parse = pair
    expected = []
    for row, (ours, theirs) in enumerate(zip(gold, parse, strict=True)):
        for word in ours.words:
            mine, other = entries(ours, word.position), entries(theirs, word.position)
            pairs = [pair for key in mine | other for pair in beside(mine.get(key, []), other.get(key, []))]
            expected += [(row, word.position)] if wanted in pairs else []
    tests = (f"{side} {'is null' if one is None else f'= {one!r}'}" for side, one in zip(SIDES, wanted, strict=True))
    assert hits(f"has({' and '.join(tests)})", gold, p=parse) == expected


def test_roles_of_words_that_only_some_have():
    parse = treebank(rows("a gives x c", [(2, "give.01", {1: "A2", 3: "A1", 4: "A2"})]))
    other = treebank(rows("a gives b c", [(2, "give.01", {3: "A3"})]))
    assert hits("has(role = 'A0' and parse_role = 'A2')", p=parse) == [(0, 1, None)]
    assert hits("has(role = 'A1' and p_role is null and q_role = 'A3')", q=other, p=parse) == [(0, 3, None)]
    assert hits("has(role is null and parse_role = 'A1')", p=parse) == [(0, 0, 4)]


def test_groups_count_words_by_the_roles_that_were_found():
    table, words = tables(GOLD, p=PARSE)
    found = filter_sentences(table, words, "has(role is not null and parse_role is null)")
    assert grouped(table, words, found, ["role"]).rows() == [("A1", 2, 1), ("A2", 1, 1)]
    found = filter_sentences(table, words, "has(position = 3)")
    assert set(grouped(table, words, found, ["role"]).rows()) == {("A1", 1, 1), ("A3", 1, 1)}


@pytest.mark.parametrize("query", ["has(role is not null or parse_role is not null)", "has(position > 0)"])
@pytest.mark.parametrize("columns", [("role", "parse_role"), ("role_predicate_lemma",), ("parse_role", "tag")])
def test_a_group_of_roles_narrows_the_query_to_the_words_that_it_counts(columns, query):
    table, words = tables(GOLD, p=PARSE)
    found = filter_sentences(table, words, query)
    for row in grouped(table, words, found, columns).iter_rows(named=True):
        condition = narrowed(query, {name: row[name] for name in columns}, hit_columns(words, found))
        again = filter_sentences(table, words, condition)
        assert (again.hits.height, len(again.rows)) == (row["hits"], row["sentences"]), condition


def test_roles_are_completed():
    table, words = tables(GOLD, p=PARSE)
    assert {"gold_role", "gold_role_predicate_lemma"} <= {*completions("has(gold_ro", Known(table, words))}
    assert completions("has(role = 'A", Known(table, words))[0] == "'A1'"


def test_files_without_predicates_have_no_roles():
    gold = trees.treebank(trees.TREES[0])
    table, words = tables(gold, p=gold)
    assert "roles" not in words.columns
    with pytest.raises(OptionError, match="no column role"):
        filter_sentences(table, words, "has(role = 'A1')")


def test_without_a_parse_the_gold_has_roles():
    table = sentence_table(GOLD, {}, {})
    words = word_table_of_all(Attachment(), GOLD, {}, None)
    assert filter_sentences(table, words, "has(role_predicate_lemma = 'gives')").hits["position"].to_list() == [1, 3, 4]
