"""What a query found, counted by columns."""

from __future__ import annotations

import polars as pl
import pytest

from goldleaf.core.analysis.search.completion import Searchable, completions
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.search.grouping import grouped, hit_columns
from goldleaf.core.analysis.search.has import narrowed
from goldleaf.core.analysis.sides.sentence_table import sentence_table_steps
from goldleaf.core.analysis.sides.word_table import word_table_of_all
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.steps import finished
from tests.core import propositions
from tests.core.analysis.search.test_filtering import TABLE, WORDS


def groups(query, *columns):
    found = filter_sentences(TABLE, WORDS, query)
    return grouped(TABLE, WORDS, found, columns)


def test_words_are_counted_by_their_columns_most_frequent_first():
    found = groups("has(scoring)", "deprel", "parse_head_tag")
    assert found.columns == ["deprel", "parse_head_tag", "hits", "sentences"]
    rows = found.rows()
    assert rows[0][2] == max(row[2] for row in rows)
    assert sum(found["hits"]) == filter_sentences(TABLE, WORDS, "has(scoring)").hits.height
    assert ("nsubj", "VERB", 1, 1) in rows


def test_words_are_counted_by_the_roles_that_were_found_and_roles_are_offered():
    gold = propositions.treebank(propositions.rows("a b c", [(2, "b.1", {1: "A0"}), (3, "c.1", {1: "A1"})]))
    words = word_table_of_all(Attachment(), gold, {}, None)
    table = finished(sentence_table_steps(gold, {}, {}))
    for role in ("A0", "A1"):
        found = filter_sentences(table, words, f"has(role = '{role}')")
        assert grouped(table, words, found, ["role"]).rows() == [(role, 1, 1)]
    assert completions("has(role = 'A", Searchable(table, words)) == ["'A0'", "'A1'"]


def test_each_value_is_what_a_query_for_it_finds():
    for value, hits, sentences in groups("has(position > 0)", "tag").rows():
        found = filter_sentences(TABLE, WORDS, f"has(tag = '{value}')")
        assert (hits, sentences) == (found.hits.height, len(found.rows))


def test_sentences_are_counted_by_theirs_and_words_by_these_too():
    assert groups("words > 1", "words").columns == ["words", "sentences"]
    assert groups("words > 1", "gold_nonprojective").rows() == [(False, 3)]
    assert groups("has(form = 'She')", "las", "form").columns == ["las", "form", "hits", "sentences"]


def test_frames_can_be_counted_though_roots_are_no_words():
    rows = groups("has(gold_frame is not null)", "gold_frame").rows()
    assert ("nsubj *root* obj", 1, 1) in rows


def test_nothing_found_has_no_rows():
    assert groups("has(form = 'zebra')", "tag").rows() == []


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        (("deprle",), "no column deprle; did you mean deprel?"),
        (("tag", "TAG"), "column tag is named twice"),
    ],
)
def test_mistakes(columns, said):
    with pytest.raises(OptionError) as error:
        groups("has(position > 0)", *columns)
    assert said in str(error.value)


QUERIES = (
    "has(position > 0)",
    "has(tag = 'NOUN' or tag = 'VERB')",
    "words > 1 and has(scoring)",
    "words > 4 or has(position = 1)",
    "has(tag = 'VERB') and has(word, deprel = 'punct')",
    "not has(form = 'zebra') and has(position < 3)",
    "words > 1",
)


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("columns", [("tag",), ("tag", "words"), ("right_head", "parse_deprel"), ("head_tag",)])
def test_a_row_narrows_the_query_to_the_sentences_that_it_counts(query, columns):
    found = filter_sentences(TABLE, WORDS, query)
    of_hits = hit_columns(WORDS, found)
    if not {*columns} <= {*of_hits, *TABLE.columns}:
        return
    for row in grouped(TABLE, WORDS, found, columns).iter_rows(named=True):
        condition = narrowed(query, {name: row[name] for name in columns}, of_hits)
        again = filter_sentences(TABLE, WORDS, condition)
        assert len(again.rows) == row["sentences"], condition
        assert {*again.rows} <= {*found.rows}


def test_one_has_is_narrowed_in_its_place():
    assert narrowed("has(tag = 'N') and words > 3", {"deprel": "o'b"}, ["deprel"]) == (
        "has(tag = 'N' and deprel = 'o''b') and words > 3"
    )
    assert narrowed("has(constituent, missing or extra)", {"label": None}, ["label"]) == (
        "has(constituent, (missing or extra) and label is null)"
    )
    assert narrowed("words > 3", {"projective": False}, []) == "(words > 3) and not projective"


FACTS = pl.DataFrame(
    [(0, 1, "a", 0.1 + 0.2), (0, 2, "b", 1.0), (2, 1, "a", 0.5), (3, 1, None, 1.0)],
    schema={"sentence": pl.UInt32(), "position": pl.UInt32(), "label": pl.String(), "share": pl.Float64()},
    orient="row",
)


@pytest.mark.parametrize(
    ("columns", "rows"),
    [
        (["label"], [("a", 2, 2), ("b", 1, 1), (None, 1, 1)]),
        (["share"], [(1.0, 2, 2), (0.1 + 0.2, 1, 1), (0.5, 1, 1)]),
        (["label", "comparable"], [("a", True, 2, 2), ("b", True, 1, 1), (None, True, 1, 1)]),
    ],
)
def test_facts_are_counted_by_their_own_columns(columns, rows):
    """They were counted by those of words, which no condition on facts knows: a click on a row was an error."""
    tables = {"attachment": FACTS}
    found = filter_sentences(TABLE, WORDS, "has(attachment, position > 0)", tables=tables)
    assert grouped(TABLE, WORDS, found, columns).rows() == rows
    for *values, hits, sentences in rows:
        condition = narrowed("has(attachment, position > 0)", dict(zip(columns, values, strict=True)), FACTS.columns)
        again = filter_sentences(TABLE, WORDS, condition, tables=tables)
        assert (again.facts, len(again.rows)) == (hits, sentences)


def test_what_facts_have_is_told():
    tables = {"attachment": FACTS}
    found = filter_sentences(TABLE, WORDS, "has(attachment, position > 0)", tables=tables)
    with pytest.raises(OptionError, match="no column deprel; facts have position, label, share"):
        grouped(TABLE, WORDS, found, ["deprel"])
    found = filter_sentences(TABLE, WORDS, "has(attachment, position > 0) and has(tag = 'X')", tables=tables)
    with pytest.raises(OptionError, match="finds facts beside others"):
        grouped(TABLE, WORDS, found, ["deprel"])


def test_a_score_is_narrowed_as_a_number():
    assert narrowed("words > 1", {"las": 0.1 + 0.2}, []) == "(words > 1) and las = 0.30000000000000004"
    for row in grouped(TABLE, WORDS, filter_sentences(TABLE, WORDS, "words > 1"), ["las"]).iter_rows(named=True):
        condition = narrowed("words > 1", {"las": row["las"]}, [])
        assert len(filter_sentences(TABLE, WORDS, condition).rows) == row["sentences"]
