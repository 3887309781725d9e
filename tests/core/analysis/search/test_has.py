"""Conditions on a parse by its name: its words, facts and repairs."""

from __future__ import annotations

import polars as pl
import pytest

from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.search.has import for_parse, looks_into, of_parse
from goldleaf.core.errors import OptionError

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


def test_a_parse_that_there_is_not():
    with pytest.raises(OptionError, match=r"has\(c_word, …\): there is nothing of c_word"):
        filter_sentences(SENTENCES, None, "has(c_word, tag = 'N')")
