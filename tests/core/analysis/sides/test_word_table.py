"""The words of gold and parse side by side.

Also roles of words, beside naive loops over predicates and arguments.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

import polars as pl
import pytest
from hypothesis import given

from goldleaf.core.analysis.search.completion import Searchable, completions
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.search.grouping import grouped, hit_columns
from goldleaf.core.analysis.search.has import narrowed
from goldleaf.core.analysis.sides.sentence_table import sentence_table_steps
from goldleaf.core.analysis.sides.word_columns import errors, neighbours
from goldleaf.core.analysis.sides.word_table import ROLE, word_table, word_table_of_all
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.scoring import score
from goldleaf.core.steps import finished
from tests.core import propositions, trees
from tests.core.propositions import rows
from tests.core.trees import PARSES, TREES, pairs, treebank

METRIC = Attachment()
GOLD, PARSE = treebank(*TREES), treebank(*PARSES, name="parse.conllx")
WORDS = word_table(METRIC, GOLD, PARSE)


def test_the_columns_and_their_types():
    assert (
        dict(zip(WORDS.columns, map(str, WORDS.dtypes), strict=True)).items()
        >= {
            "sentence": "UInt32",
            "position": "UInt32",
            "scoring": "Boolean",
            "gold_head": "Int32",
            "right_both": "Boolean",
        }.items()
    )
    assert {f"{side}_{name}" for side in ("gold", "parse") for name in ("deprel", "tag", "fine_tag", "lemma")} < set(
        WORDS.columns
    )


def test_the_example_word_by_word():
    rows = WORDS.select(
        "form", "scoring", "gold_head", "parse_head", "gold_deprel", "parse_deprel", "right_head", "right_label"
    ).rows()
    assert rows == [
        ("She", True, 2, 2, "nsubj", "obj", True, False),
        ("read", True, 0, 0, "root", "root", True, True),
        ("old", True, 4, 2, "amod", "amod", False, True),
        ("books", True, 2, 3, "obj", "nmod", False, False),
        (".", False, 2, 1, "punct", "punct", False, True),
        ("Why", True, 0, 0, "root", "root", True, True),
        ("?", False, 1, 0, "punct", "root", False, False),
    ]


def test_directions_and_distances():
    gold = treebank("a/N/0/x b/N/1/x c/N/1/x d/N/1/x e/N/6/x f/N/6/x g/N/_/x h/N/1/x i/N/99/x")
    words = word_table(METRIC, gold)
    assert words["gold_direction"].to_list() == [
        "to_root", "left", "left", "left", "right", "self", "none", "left", "right",
    ]  # fmt: skip
    assert words["gold_distance_bin"].to_list() == ["to_root", "1", "2", "3-6", "1", "1", "none", "7-...", "7-..."]
    assert words["gold_distance"].to_list() == [None, 1, 2, 3, 1, 0, None, 7, 90]


def test_the_borders_of_the_distances():
    gold = treebank(
        *[" ".join(f"w/N/{1 if place == size else 0}/x" for place in range(1, size + 1)) for size in (7, 8)]
    )
    far = word_table(METRIC, gold).filter(pl.col("gold_head") == 1)
    assert far["gold_distance_bin"].to_list() == ["3-6", "7-..."]


def test_labels_are_those_that_are_compared():
    gold = treebank("a/N/0/root:x")
    assert word_table(Attachment(labels="universal"), gold, gold)["gold_deprel"].to_list() == ["root"]


def test_only_comparable_sentences_with_the_gold_s_rows():
    gold = treebank(TREES[0], "Because/SCONJ/0/root", TREES[1])
    parse = treebank(PARSES[0], "Since/SCONJ/0/root", PARSES[1])
    words = word_table(METRIC, gold, parse)
    assert words["sentence"].unique(maintain_order=True).to_list() == [0, 2]


def test_without_a_parse_there_is_the_gold_alone():
    words = word_table(METRIC, GOLD)
    assert words.height == GOLD.words.height
    assert not [name for name in words.columns if name.startswith(("parse", "right", "scoring"))]


def test_the_fine_tag_stands_in_for_a_coarse_one_that_the_format_lacks():
    fine = GOLD.words.with_columns(coarse_tag=pl.lit("_").cast(pl.Categorical()))
    columns = tuple(name for name in GOLD.layout.columns if name != "coarse_tag")
    gold = replace(GOLD, words=fine, layout=replace(GOLD.layout, columns=columns))
    assert word_table(METRIC, gold)["gold_tag"].to_list()[:2] == ["PRON", "VERB"]


def test_columns_that_were_not_read_are_left_out():
    gold = replace(GOLD, words=GOLD.words.drop("lemma", "features", "fine_tag", "coarse_tag"))
    assert "gold_lemma" not in word_table(METRIC, gold, PARSE).columns


def test_neighbours_stop_at_the_sentence():
    around = WORDS.select(**neighbours()).filter(WORDS["sentence"] == 1)
    assert around.select("form_before_2", "form_before", "form_after", "form_after_2").rows() == [
        (".S", ".S", "?", ".E"),
        (".S", "Why", ".E", ".E"),
    ]
    first = WORDS.select(**neighbours()).row(2, named=True)
    assert (first["tag_before_2"], first["tag_before"], first["tag_after"], first["tag_after_2"]) == (
        "PRON", "VERB", "NOUN", ".",
    )  # fmt: skip


def test_errors_are_null_where_the_word_is_right():
    assert WORDS.select(**errors(WORDS.columns)).rows() == [
        (None, "nsubj", "obj"),
        (None, None, None),
        (-2, None, None),
        (1, "obj", "nmod"),
        (-1, None, None),
        (None, None, None),
        (0, "punct", "root"),
    ]


@given(pairs(heads=False))
def test_the_words_add_up_to_the_counts(pair):
    words = word_table(METRIC, *pair)
    counts = score(METRIC, *pair).counts.sum().row(0, named=True)
    scored = words.filter("scoring")
    assert scored.height == counts["scoring"]
    for name in ("right_head", "right_label", "right_both"):
        assert scored[name].sum() == counts[name]


def test_words_that_both_have_are_compared_though_sentences_are_split_differently():
    gold = treebank("a/N/2/nsubj b/V/0/root", "c/N/2/nsubj d/V/0/root")
    parse = treebank("a/N/2/nsubj b/V/0/root c/N/4/nsubj d/V/2/conj", name="parse.conllx")
    found = word_table(METRIC, gold, parse)
    assert found.select("sentence", "position", "form", "right_head").rows() == [
        (0, 1, "a", True), (0, 2, "b", True), (1, 1, "c", True), (1, 2, "d", False),
    ]  # fmt: skip
    assert found["parse_head"].to_list() == [2, 0, 4, 2]


def test_words_of_one_side_only_are_left_out():
    gold = treebank("ab/N/2/nsubj c/V/0/root")
    parse = treebank("a/N/3/nsubj b/N/3/obj c/V/0/root", name="parse.conllx")
    assert word_table(METRIC, gold, parse).select("form", "right_both").rows() == [("c", True)]


GOLD_ROLES = propositions.treebank(
    rows("a gives b c", [(2, "give.01", {1: "A0", 3: "A1", 4: "A2"}), (4, "c.01", {1: "A1", 3: "A1|A3"})])
)
PARSE_ROLES = propositions.treebank(
    rows("a gives b c", [(2, "give.02", {1: "A0", 3: "A2"}), (3, "b.01", {1: "A1"}), (4, "c.01", {3: "A3"})])
)


SIDES = ("role", "parse_role")


def tables(gold, **parses):
    chosen = next(iter(parses), None)
    return finished(sentence_table_steps(gold, parses, {})), word_table_of_all(Attachment(), gold, parses, chosen)


def hits(query, gold=GOLD_ROLES, **parses):
    return filter_sentences(*tables(gold, **(parses or {"p": PARSE_ROLES})), query).hits.rows()


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
    found = filter_sentences(*tables(GOLD_ROLES, p=PARSE_ROLES), "has(role = 'A1') or has(role is not null)").roles
    assert found.select("position", ROLE).rows() == [(1, 0), (1, 2), (3, 3), (3, 4), (3, 5), (4, 6)]


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
    parse = propositions.treebank(rows("a gives x c", [(2, "give.01", {1: "A2", 3: "A1", 4: "A2"})]))
    other = propositions.treebank(rows("a gives b c", [(2, "give.01", {3: "A3"})]))
    assert hits("has(role = 'A0' and parse_role = 'A2')", p=parse) == [(0, 1, None)]
    assert hits("has(role = 'A1' and p_role is null and q_role = 'A3')", q=other, p=parse) == [(0, 3, None)]
    assert hits("has(role is null and parse_role = 'A1')", p=parse) == [(0, 0, 4)]


def test_groups_count_words_by_the_roles_that_were_found():
    table, words = tables(GOLD_ROLES, p=PARSE_ROLES)
    found = filter_sentences(table, words, "has(role is not null and parse_role is null)")
    assert grouped(table, words, found, ["role"]).rows() == [("A1", 2, 1), ("A2", 1, 1)]
    found = filter_sentences(table, words, "has(position = 3)")
    assert set(grouped(table, words, found, ["role"]).rows()) == {("A1", 1, 1), ("A3", 1, 1)}


@pytest.mark.parametrize("query", ["has(role is not null or parse_role is not null)", "has(position > 0)"])
@pytest.mark.parametrize("columns", [("role", "parse_role"), ("role_predicate_lemma",), ("parse_role", "tag")])
def test_a_group_of_roles_narrows_the_query_to_the_words_that_it_counts(columns, query):
    table, words = tables(GOLD_ROLES, p=PARSE_ROLES)
    found = filter_sentences(table, words, query)
    for row in grouped(table, words, found, columns).iter_rows(named=True):
        condition = narrowed(query, {name: row[name] for name in columns}, hit_columns(words, found))
        again = filter_sentences(table, words, condition)
        assert (again.hits.height, len(again.rows)) == (row["hits"], row["sentences"]), condition


def test_roles_are_completed():
    table, words = tables(GOLD_ROLES, p=PARSE_ROLES)
    assert {"gold_role", "gold_role_predicate_lemma"} <= {*completions("has(gold_ro", Searchable(table, words))}
    assert completions("has(role = 'A", Searchable(table, words))[0] == "'A1'"


def test_files_without_predicates_have_no_roles():
    gold = trees.treebank(trees.TREES[0])
    table, words = tables(gold, p=gold)
    assert "roles" not in words.columns
    with pytest.raises(OptionError, match="no column role"):
        filter_sentences(table, words, "has(role = 'A1')")


def test_without_a_parse_the_gold_has_roles():
    table = finished(sentence_table_steps(GOLD_ROLES, {}, {}))
    words = word_table_of_all(Attachment(), GOLD_ROLES, {}, None)
    assert filter_sentences(table, words, "has(role_predicate_lemma = 'gives')").hits["position"].to_list() == [1, 3, 4]
