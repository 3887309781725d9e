"""What a query found, counted by columns."""

from __future__ import annotations

import pytest

from goldleaf.core.analysis.filtering import filter_sentences
from goldleaf.core.analysis.grouping import grouped
from goldleaf.core.errors import OptionError
from tests.core.analysis.test_filtering import TABLE, WORDS


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
