"""Filters on a document: what they find in trees of either side, what they refuse, and what that is counted by."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.session.blind import Blind
from goldleaf.viewer.session.filtering import (
    filtered,
    group_columns,
    grouped,
    hit_columns,
    known,
    main_score,
    named_table,
)
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import Request, request_of
from tests.viewer.session.test_found import trees  # noqa: F401, a fixture
from tests.viewer.window.windows import GOLD, PARSE, written

DIFFERENT, SINGLE = "different label", "single-word phrase"


@pytest.fixture
def document(tmp_path):
    return loaded(request_of(written(tmp_path)), [create("attachment")])


@pytest.fixture
def several(tmp_path):
    """Two parses, of which the second is right."""
    gold, parse = written(tmp_path)
    return loaded(Request(gold, (parse, gold), ("one", "two")), [create("attachment")])


def rows(document, query, parse=0, further=None):
    return finished(filtered(document, query, parse, further)).rows.tolist()


def test_classes_of_errors_in_trees_are_columns_of_the_parse_that_is_shown(trees):  # noqa: F811
    assert rows(trees, f"constituent_errors like '%{DIFFERENT}%'") == [0]
    assert rows(trees, f"constituent_errors = '{SINGLE}' and repairs = 1") == [1]
    assert rows(trees, "constituent_errors = '' and repairs = 0") == [2]
    with pytest.raises(OptionError, match="no column constituent_errors"):
        rows(trees, "constituent_errors = ''", -1)
    with pytest.raises(OptionError, match="no column constituent_errors"):
        rows(trees.blinded(Blind(1, [1, 2, 3])), "constituent_errors = ''")


def test_repairs_and_facts_are_looked_into_of_the_parse_that_is_shown_or_named(trees):  # noqa: F811
    found = finished(filtered(trees, f"has(repair, class = '{SINGLE}')", 0))
    assert (found.rows.tolist(), found.facts, found.fact_rows["label"].to_list()) == ([1], 1, ["VP"])
    assert rows(trees, "has(parse_repair, class <> '')", -1) == [0, 1]
    assert rows(trees, "has(parseval, missing)") == rows(trees, "has(parse_parseval, missing)", -1) == [0, 1]


def test_a_parse_that_is_named_is_looked_into_whichever_is_shown(several):
    for shown in (-1, 0, 1):
        assert rows(several, "has(one_attachment, missing)", shown) == [0, 2]
        assert rows(several, "has(two_attachment, missing)", shown) == []
        assert rows(several, "has(one_word, not right_head)", shown) == [0]
    assert (rows(several, "has(attachment, missing)", 0), rows(several, "has(attachment, missing)", 1)) == ([0, 2], [])


def test_words_of_the_gold_and_facts_of_a_parse_are_found_together_where_no_parse_is_shown(several):
    both = ("has(form = 'book')", "has(one_attachment, missing)", "has(one_word, not right_label)")
    for first, second in zip(both, both[1:] + both[:1], strict=True):
        assert rows(several, f"{first} and {second}", -1) == rows(several, f"{second} and {first}", -1) != []


def test_what_is_not_there_is_told(document, trees):  # noqa: F811
    for files, query, message in (
        (document, "differences >", "the condition ends too early"),
        (document, "has(tag >", "has. is not closed, at character 1"),
        (document, "has(repair, class = 'x')", "repair"),
        (document, "has(constituent, label = 'NP')", "constituent"),
        (trees, "has(tag = 'N')", "has.* looks into words with arcs, and not all of these files have any"),
    ):
        with pytest.raises(OptionError, match=message):
            rows(files, query)


def test_who_is_blind_may_filter_by_what_tells_no_side(document):
    blind = document.blinded(Blind(1, [1, 2, 3]))
    assert rows(blind, "words > 2") == [0, 2]
    for query in ("has(tag = 'X')", "HAS (tag = 'X')", "words > 2 and has(function, words = 1)"):
        with pytest.raises(OptionError, match=r"^has\(…\): Not in a blind review"):
            rows(blind, query)
    names = known(blind, 0, None, within=True)
    assert names.table.columns == blind.table.columns and names.words is None and not names.nodes and not names.tables
    assert named_table(blind, 0).columns == blind.table.columns
    assert main_score(blind, 0, create("attachment")) == "las" and main_score(blind, 0, create("ud")) == "las.f1"


def test_other_columns_of_the_table_can_be_named_too(document):
    further = pl.DataFrame({"judged": [True, False, True], "times": [3, 2, 1]})
    assert rows(document, "judged and times < 3", 0, further) == [2]
    table = named_table(document, 0, further)
    assert table["times"].to_list() == [3, 2, 1] and table["parse_las"].to_list() == table["las"].to_list()
    names = known(document, 0, further, within=False)
    assert "times" in names.table.columns and names.words is None and not names.nodes and not names.tables


def test_what_is_shown_is_named_without_its_parse_and_each_by_its_own_name(several):
    one, two, none = (named_table(several, place) for place in (0, 1, -1))
    assert one["las"].to_list() == none["las"].to_list() == several.table["one_las"].to_list()
    assert two["las"].to_list() == several.table["two_las"].to_list() == [1.0, 1.0, 1.0]
    assert {"one_las", "two_las"} <= {*one.columns} and len({*one.columns}) == len(one.columns)


def test_what_can_be_looked_into_is_offered_by_name(several, trees):  # noqa: F811
    offered = known(several, 1, None, within=True)
    assert {"attachment", "one_attachment", "two_attachment", "one_word", "two_word"} <= {*offered.tables}
    assert not {"parseval", "word", "repair", "one_repair", "parse_word"} & {*offered.tables}
    heights = {name: offered.tables[f"{name}attachment"]().height for name in ("", "one_", "two_")}
    own = [several.tables.facts(place, "attachment").height for place in (0, 1)]
    assert heights == {"": own[1], "one_": own[0], "two_": own[1]} and own[0] > own[1]
    assert offered.tables["two_word"]()["parse_head"].to_list() == several.gold.words["head"].to_list()
    of_trees = known(trees, 0, None, within=True)
    assert {"parseval", "parse_parseval", "repair", "parse_repair"} <= {*of_trees.tables}
    assert "attachment" not in of_trees.tables and of_trees.words is None
    assert "class" in of_trees.tables["repair"]().columns
    assert (
        known(loaded(request_of([Path(several.gold.path)]), [create("attachment")]), -1, None, within=True).tables == {}
    )


def test_words_that_are_found_are_counted_by_their_columns_or_the_table_s(document):
    nouns = finished(filtered(document, "has(tag = 'NOUN')", 0))
    relations = grouped(document, nouns, 0, ["gold_deprel"])
    assert relations.sort("gold_deprel").rows() == [("nsubj", 2, 2), ("obj", 1, 1)]
    further = pl.DataFrame({"half": ["a", "a", "b"]})
    assert grouped(document, nouns, 0, ["half"], further).sort("half").rows() == [("a", 2, 1), ("b", 1, 1)]
    words = hit_columns(document, nouns, 0)
    offered = group_columns(document, nouns, 0, further)
    assert offered[: len(words)] == words and "parse_deprel" in words and "half" not in words
    assert offered[-1] == "parse_words_differ" and "half" in offered and len({*offered}) == len(offered)
    with pytest.raises(OptionError, match="zzz"):
        grouped(document, nouns, 0, ["zzz"])


def test_sentences_and_nodes_that_are_found_are_counted_alike(document, trees):  # noqa: F811
    long = finished(filtered(document, "words > 2", 0))
    assert hit_columns(document, long, 0) == []
    assert group_columns(document, long, 0) == named_table(document, 0).columns
    assert grouped(document, long, 0, ["words"]).sort("words")["words"].to_list() == [3, 6]
    phrases = finished(filtered(trees, "has(constituent, label = 'VP')", 0))
    assert "gold_label" in hit_columns(trees, phrases, 0)
    assert grouped(trees, phrases, 0, ["parse_label"]).sort("parse_label").rows() == [(None, 1, 1), ("VP", 1, 1)]


def test_the_main_score_of_each_parse_has_a_name_of_its_own(tmp_path):
    gold, parse = written(tmp_path, GOLD, PARSE)
    metrics = [create("attachment"), create("tedeval")]
    document = loaded(Request(gold, (parse, gold), ("one", "two")), metrics, ["attachment", "tedeval"])
    for metric, name in zip(document.metrics, ("las", "accuracy"), strict=True):
        assert {main_score(document, place, metric) for place in (-1, 0, 1)} == {name}


@pytest.mark.parametrize(
    ("query", "shares"),
    [
        ("words > 2", [0.0, 0.3, 0.5]),
        ("has(parseval, missing)", [0.0, 0.3, 0.5]),
        ("constituent_errors = '' and words > 2", [0.0, 0.0, 0.099, 0.198, 0.3, 0.3, 0.5]),
        ("has(repair, class = 'x')", [0.0, 0.3, 0.5, 0.5, 0.566, 0.632, 0.7]),
    ],
)
def test_how_far_a_filter_is_never_goes_back(trees, query, shares):  # noqa: F811
    assert [round(share, 3) for share in filtered(trees, query, 0)] == shares
