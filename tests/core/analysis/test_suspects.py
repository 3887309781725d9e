"""Where a gold may be wrong."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldleaf.core.analysis.suspects import CONTEXTS, against_parses, nuclei
from goldleaf.core.metrics import create
from tests.core.trees import treebank

RIGHT = "old/ADJ/2/amod books/NOUN/3/obj read/VERB/0/root"
WRONG = "old/ADJ/2/det books/NOUN/3/obj read/VERB/0/root"


def test_words_that_all_parses_have_otherwise_come_the_surest_first():
    odd = "old/ADJ/3/amod books/NOUN/0/root read/VERB/2/acl"
    gold, parse = treebank(RIGHT, RIGHT, WRONG, odd), treebank(RIGHT, RIGHT, RIGHT, RIGHT)
    other = treebank(RIGHT, RIGHT, RIGHT, "old/ADJ/3/amod books/NOUN/3/obj read/VERB/0/root")
    found = against_parses(gold, [parse, other], create("attachment"))
    rows = [(row["number"], row["form"], row["gold"], row["parses"]) for row in found.to_dicts()]
    # The adjective of the last sentence is no row: one parse has the gold's head.
    assert rows == [
        (4, "books", "root (0)", "obj of read (3)"), (4, "read", "acl of books (2)", "root (0)"),
        (3, "old", "det of books (2)", "amod of books (2)"),
    ]  # fmt: skip
    assert [*found.items] == ["2", "3", "1"]
    assert found.frame["sure_share"].to_list() == pytest.approx([4 / 6, 4 / 6, 3 / 5])
    assert found.condition(2, "sure_share") == "number in (3)"


def test_words_that_are_cut_otherwise_say_nothing():
    gold, parse = treebank(WRONG), treebank("ol/ADJ/3/x d/X/1/x books/NOUN/4/obl read/VERB/0/root")
    found = against_parses(gold, [parse], create("attachment"))
    assert [(row["form"], row["gold"], row["parses"]) for row in found.to_dicts()] == [
        ("books", "obj of read (3)", "obl of read (3)")
    ]


def test_the_same_words_with_other_relations_are_nuclei():
    found = nuclei(
        treebank(RIGHT, RIGHT, WRONG, "old/ADJ/3/amod books/NOUN/3/obj read/VERB/0/root"), create("attachment")
    )
    longest, first = found.to_dicts()
    assert longest["words"] == "old books read" and longest["readings"] == "none 3 · ← amod 1"
    assert (first["words"], first["after"], first["readings"]) == ("old books", "read", "← amod 2 · ← det 1 · none 1")
    assert first["other_share"] == 0.5 and first["sentences"] == [1, 2, 3, 4] and first["others_in"] == "#3, #4"


words = st.lists(st.tuples(st.sampled_from("ab,"), st.sampled_from("xy"), st.integers(0, 4)), min_size=1, max_size=5)


@settings(deadline=None)
@given(st.lists(words, min_size=1, max_size=6), st.sampled_from(CONTEXTS))
def test_nuclei_are_those_that_one_finds_by_comparing_all_pairs(drawn, context):
    lines = [" ".join(f"{form}/X/{min(head, len(own))}/{label}" for form, label, head in own) for own in drawn]
    readings = defaultdict(lambda: defaultdict(int))
    for own in drawn:
        forms, heads = [form for form, _, _ in own], [min(head, len(own)) for _, _, head in own]
        for i in range(len(own)):
            for j in range(i + 1, len(own)):
                if "," in (forms[i], forms[j]):
                    continue
                value = (1, own[j][1]) if heads[j] == i + 1 else (0, own[i][1]) if heads[i] == j + 1 else None
                key = [tuple(forms[i : j + 1])]
                if context == "neighbors":
                    key += [forms[i - 1] if i else None, forms[j + 1] if j + 1 < len(own) else None]
                uppers = [(1, own[i][1]), (0, own[j][1])] if context == "governor" else [None]
                for upper in uppers:
                    if upper is None or value is None or value[0] == upper[0]:
                        readings[*key, upper][value] += 1
    expected = sorted(sorted(counts.values()) for counts in readings.values() if len(counts) > 1)
    found = nuclei(treebank(*lines), create("attachment"), context).frame["readings"]
    assert sorted(sorted(int(one.rpartition(" ")[2]) for one in text.split(" · ")) for text in found) == expected
