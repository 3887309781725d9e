"""Specific errors in words, and the contexts they occur in."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings

from goldleaf.core.analysis.breakdown_table import Limits
from goldleaf.core.analysis.errors.word_errors import CONTEXT, KEYS, describe
from goldleaf.core.analysis.metric_tables import table
from goldleaf.core.analysis.sides.word_table import word_table
from goldleaf.core.metrics.attachment import Attachment
from tests.core.analysis import evalpl
from tests.core.trees import PARSES, TREES, pairs, plain, treebank

METRIC = Attachment()
EVERYTHING = Limits(errors=10**6, error_contexts=10**6)


def test_the_example_in_words():
    words = word_table(METRIC, treebank(*TREES), treebank(*PARSES))
    assert table("specific_errors", words).frame.select("error", "description", "count").rows() == [
        (1, "head one word after the correct head (before the word), relation nmod instead of obj", 1),
        (2, "head 2 words before the correct head (before the word instead of after the word), correct relation", 1),
        (3, "correct head (after the word), relation obj instead of nsubj", 1),
    ]


@pytest.mark.parametrize(
    ("gold", "parse", "offset", "words"),
    [
        ("left", "to_root", 0, "head at the root instead of before the word"),
        ("to_root", "right", 7, "head after the word (word 7) instead of at the root"),
        ("right", "self", -1, "head one word before the correct head (the word itself instead of after the word)"),
        ("right", "none", 0, "head absent instead of after the word"),
        ("to_root", "to_root", None, "correct head (at the root)"),
    ],
)
def test_heads_in_words(gold, parse, offset, words):
    error = dict(zip(KEYS, (gold, parse, offset, None, None), strict=True))
    assert describe(error) == f"{words}, correct relation"


def closed_contexts(occurrences):
    """Every choice of the six places that occurs, unless one place more is the same in all its occurrences."""
    found = {}
    for size in range(len(CONTEXT) + 1):
        for places in combinations(range(len(CONTEXT)), size):
            groups: dict[tuple[str | None, ...], list[tuple[str, ...]]] = {}
            for words in occurrences:
                key = tuple(word if place in places else None for place, word in enumerate(words))
                groups.setdefault(key, []).append(words)
            for key, group in groups.items():
                free = [place for place in range(len(CONTEXT)) if place not in places]
                if all(len({words[place] for words in group}) > 1 for place in free):
                    found[key] = len(group)
    return found


@settings(max_examples=6)
@given(pairs(heads=False))
def test_contexts_are_the_most_specific_of_those_that_are_equally_frequent(pair):
    gold, parse = pair
    words = word_table(METRIC, gold, parse)
    occurrences = evalpl.count(plain(gold), plain(parse)).occurrences
    kinds = {row[0]: row[2:7] for row in table("specific_errors", words, EVERYTHING).frame.rows()}
    found = table("error_contexts", words, EVERYTHING).frame
    for error, kind in kinds.items():
        listed = {row[2:8]: row[8] for row in found.rows() if row[0] == error}
        expected = closed_contexts(occurrences[kind])
        frequent = sorted(expected.values(), reverse=True)
        # Here no place of the list is beyond the eighth, so that the second most frequent sets the bound.
        bound = frequent[1] if len(frequent) > 1 else 0
        everywhere = (None,) * len(CONTEXT)
        assert listed == {key: count for key, count in expected.items() if count >= bound and key != everywhere}


def test_shared_contexts_are_listed_by_several_errors():
    gold = treebank(
        "the/D/2/det cat/N/0/root", "the/D/2/det dog/N/0/root", "the/D/2/x cow/N/0/root", "the/D/2/x ox/N/0/root"
    )
    parse = treebank(
        "the/D/0/det cat/N/0/root", "the/D/0/det dog/N/0/root", "the/D/2/y cow/N/0/root", "the/D/2/y ox/N/0/root"
    )
    words = word_table(METRIC, gold, parse)
    shared = table("shared_contexts", words)
    assert shared.frame.select(*CONTEXT, "kinds", "error", "count").rows() == [
        (".S", ".S", "D", "the", "N", None, 2, 1, 2),
        (".S", ".S", "D", "the", "N", None, 2, 2, 2),
    ]
    assert "head_offset = 0" in shared.condition(0, "count") or "head_offset is null" in shared.condition(0, "count")
    assert shared.condition(0, "count") != shared.condition(1, "count")
