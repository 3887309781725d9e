"""Conditions on words where gold and parses are segmented differently: all words are found, whoever has them.

On real files naive loops find the same: over the sentences of each file, and over the words of both that stand at the
same characters.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from types import MappingProxyType

import polars as pl
import pytest

from goldleaf.core import formats
from goldleaf.core.analysis.errors.word_errors import frames
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.search.grouping import grouped
from goldleaf.core.analysis.sides.fact_table import fact_table
from goldleaf.core.analysis.sides.sentence_table import sentence_table_steps
from goldleaf.core.analysis.sides.word_columns import errors, neighbours
from goldleaf.core.analysis.sides.word_table import word_table, word_table_of_all
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.segmentation import Segmentation
from goldleaf.core.steps import finished
from tests.core import trees
from tests.core.trees import treebank

METRIC = Attachment()

GOLD = treebank("They/PRON/3/nsubj can/AUX/3/aux not/PART/0/root go/VERB/3/xcomp ././3/punct", "Oh/INTJ/0/root")
PARSE = treebank("They/PRON/2/nsubj cannot/AUX/0/root go/VERB/2/xcomp ././2/punct", "Oh/INTJ/0/root", name="p.conllx")
OTHER = treebank("They/PRON/3/obj cannot/AUX/3/aux go/VERB/0/root ././3/punct", "Oh/INTJ/0/root", name="q.conllx")


def tables(gold=GOLD, chosen="p", **parses):
    parses = parses or {"p": PARSE, "q": OTHER}
    return finished(sentence_table_steps(gold, parses, {})), word_table_of_all(METRIC, gold, parses, chosen)


def found(query, facts=MappingProxyType({}), **sides):
    """The position in the gold, or the form in the parse of what the gold does not have."""
    table, words = tables(**sides)
    hits = filter_sentences(table, words, query, tables=facts).hits
    forms = words.select(pl.coalesce("^.*_form$").cast(pl.String)).to_series()
    return [forms[row] if row is not None else position for _, position, row in hits.rows()]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("has(gold_deprel = 'aux')", [2]),
        ("has(parse_deprel = 'root')", ["cannot", 1]),
        ("has(parse_form is null)", [2, 3]),
        ("has(form is null)", ["cannot"]),
        ("has(deprel <> parse_deprel)", []),
        ("has(parse_position = 2 and parse_children = 3)", ["cannot"]),
        ("has(not right_both)", [1, 4, 5]),
        ("has(right_both is null)", ["cannot", 2, 3]),
        ("has(parse_child(parse_deprel = 'nsubj'))", ["cannot"]),
        ("has(parent(form = 'not') and parent(parse_form = 'cannot'))", [1, 4, 5]),
        ("has(form_before = 'not')", [4]),
        ("has(words = 5 and parse_tag = 'AUX')", ["cannot"]),
        ("has(parse_head_form = 'cannot')", [1, 4, 5]),
    ],
)
def test_what_only_one_side_has_is_found_and_is_null_on_the_other(query, expected):
    assert found(query) == expected


def test_what_two_parses_have_and_the_gold_has_not_is_one_word():
    assert found("has(p_deprel = 'root' and q_deprel = 'aux')") == ["cannot"]
    assert found("has(q_deprel = 'aux' and parse_deprel = 'root')", chosen="p") == ["cannot"]


def test_the_words_of_a_parse_that_is_neither_chosen_nor_named_are_not_looked_at():
    third = treebank("Theycan/X/0/root not/X/1/x go/X/1/x ././1/x", "Oh/INTJ/0/root", name="r.conllx")
    sides = {"p": PARSE, "r": third}
    assert found("has(form is null)", **sides) == ["cannot"]
    assert found("has(form is null)", **sides, chosen="r") == ["Theycan"]
    assert sorted(map(str, found("has(r_form = 'Theycan' or p_form = 'cannot')", **sides))) == ["Theycan", "cannot"]


def test_rows_are_the_same_whichever_parse_is_chosen():
    _, of_p = tables()
    _, of_q = tables(chosen="q")
    names = ["sentence", "position", "p_deprel", "q_deprel", "p_#row", "q_#row"]
    assert of_p.select(names).equals(of_q.select(names))


def test_groups_count_the_words_of_either_side():
    table, words = tables()
    hits = filter_sentences(table, words, "has(parse_deprel is not null)")
    assert grouped(table, words, hits, ["parse_deprel", "gold_deprel"]).rows() == [
        ("nsubj", "nsubj", 1, 1), ("punct", "punct", 1, 1), ("root", "root", 1, 1), ("root", None, 1, 1),
        ("xcomp", "xcomp", 1, 1),
    ]  # fmt: skip


def test_heads_are_told_by_the_golds_positions_where_those_of_the_parse_are_others():
    gold = treebank("can/AUX/3/aux not/PART/3/neg go/VERB/0/root home/ADV/3/advmod now/ADV/3/advmod")
    parse = treebank("cannot/AUX/2/aux go/VERB/0/root home/ADV/2/advmod now/ADV/3/advmod", name="parse.conllx")
    words = word_table(METRIC, gold, parse, every=True)
    now = words.select("form", **errors(words.columns)).filter(pl.col("form") == "now")
    assert now["head_offset"].to_list() == [1]
    assert frames(words).rows() == [
        (0, 3, "*root* advmod advmod", "*root* advmod"),
        (0, 4, "*advmod*", "*advmod* advmod"),
    ]


def test_neighbours_are_the_golds_whoever_has_them():
    words = word_table(METRIC, GOLD, PARSE, every=True)
    around = words.select("form", **neighbours()).select("form", "form_before", "form_before_2", "form_after")
    assert around.rows()[3:] == [
        ("go", "not", "can", "."), (".", "go", "not", ".E"), ("Oh", ".S", ".S", ".E"), (None, None, None, None),
    ]  # fmt: skip


def test_words_of_sentences_that_a_parse_lacks_or_has_besides():
    gold = treebank("a/N/0/root b/N/1/x", "c/N/0/root d/N/1/y", "e/N/0/root f/N/1/z")
    parse = treebank("a/N/0/root b/N/1/x", "e/N/0/root f/N/1/z", "g/N/0/root h/N/1/w", name="parse.conllx")
    assert found("has(deprel = 'y')", gold=gold, p=parse) == [2]
    assert found("has(parse_deprel = 'w')", gold=gold, p=parse) == ["h"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("has(attachment, missing)", [1, 2, 3, 4]),
        ("has(attachment, extra)", [1, 4, "cannot"]),
        ("has(q_attachment, extra and label = 'obj')", [1]),
        ("has(q_attachment, extra and label = 'aux')", ["cannot"]),
        ("has(segmentation, extra)", ["cannot"]),
        ("has(attachment, extra and word_tag = 'AUX')", ["cannot"]),
        ("has(attachment, extra) or has(parse_deprel = 'root')", [1, 1, 4, "cannot"]),
    ],
)
def test_facts_of_the_parse_are_at_its_own_words(query, expected):
    """They were at the gold's words of the same number."""
    sides = {"attachment": (METRIC, PARSE), "q_attachment": (METRIC, OTHER), "segmentation": (Segmentation(), PARSE)}
    facts = {name: fact_table(metric, GOLD, parse) for name, (metric, parse) in sides.items()}
    assert sorted(found(query, facts), key=str) == sorted(expected, key=str)


FILES = {
    "english": ("gold.conllu", "parse-raw.conllu", "parse-segmented.conllu"),
    "hebrew": ("gold.conllu", "parse-raw.conllu", "parse.conllu"),
}


@cache
def real(name):
    """Gold, two parses, and the tables of them all, the first parse being chosen."""
    sides = [formats.read(trees.SHARED / name / file) for file in FILES[name]]
    parses = dict(zip(("p", "q"), sides[1:], strict=True))
    table = pl.DataFrame({"number": pl.int_range(1, len(sides[0]) + 1, eager=True)})
    return (*sides, table, word_table_of_all(METRIC, sides[0], parses, "p"))


def words_of(treebank):
    """Row, sentence, position, form, label of each word."""
    columns = treebank.words.select("sentence", "position", pl.col("form", "label").cast(pl.String))
    return [(row, *word) for row, word in enumerate(columns.iter_rows())]


@pytest.mark.shared
@pytest.mark.parametrize("name", FILES)
def test_every_word_of_each_side_is_found(name):
    gold, raw, other, table, words = real(name)
    hits = filter_sentences(table, words, "has(gold_deprel = 'nsubj')").hits
    expected = [(sentence, position) for _, sentence, position, _, label in words_of(gold) if label == "nsubj"]
    assert hits.select("sentence", "position").rows() == expected
    assert hits["row"].null_count() == hits.height
    own = words.with_row_index("at").with_columns(pl.col("position").fill_null(0))
    own = own.with_columns(row=pl.when(pl.col("gold_deprel").is_null()).then("at").cast(pl.UInt32))
    for side, parse in (("parse", raw), ("q", other)):
        hits = filter_sentences(table, words, f"has({side}_deprel = 'nsubj')").hits
        rows = hits.join(own, on=["sentence", "position", "row"], how="left", nulls_equal=True)[f"{side}_#row"]
        assert sorted(rows) == [row for row, *_, label in words_of(parse) if label == "nsubj"]
        assert hits["row"].count() > 0 or parse.words.height == gold.words.height


def at_characters(treebank):
    """A naive loop: sentence, position and label of each word that is a token of its own, by its characters."""
    tokens = {
        (sentence, position): (form, position == last)
        for sentence, first, last, form in treebank.tokens.select("sentence", "first", "last", "form").iter_rows()
        for position in range(first, last + 1)
    }
    place, found = 0, {}
    for _, sentence, position, form, label in words_of(treebank):
        token, ends = tokens.get((sentence, position), (form, True))
        end = place + len("".join(token.split()))
        if (sentence, position) not in tokens:
            found[place, end] = (sentence, position, label)
        place = end if ends else place
    return found


@pytest.mark.shared
def test_conditions_on_both_sides_hold_of_words_that_both_have():
    gold, raw, _, table, words = real("english")
    ours, theirs = at_characters(gold), at_characters(raw)
    expected = [
        (sentence, position)
        for span, (sentence, position, label) in ours.items()
        if label == "nsubj" and theirs.get(span, (0, 0, ""))[2] == "obj"
    ]
    assert len(expected) > 10
    hits = filter_sentences(table, words, "has(gold_deprel = 'nsubj' and parse_deprel = 'obj')").hits
    assert hits.select("sentence", "position").rows() == expected


@pytest.mark.shared
@pytest.mark.parametrize("name", FILES)
def test_groups_of_a_parses_words_are_as_many_as_it_has(name):
    _, raw, _, table, words = real(name)
    hits = filter_sentences(table, words, "has(parse_form is not null)")
    counts = grouped(table, words, hits, ["parse_deprel"])
    expected = Counter(raw.words["label"].cast(pl.String).to_list())
    assert dict(counts.select("parse_deprel", "hits").rows()) == expected
