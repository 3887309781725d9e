"""The comparison engine against bags as `collections.Counter` has them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.facts import (
    Mark,
    _together,
    compare,
    compare_chosen,
    compare_rest,
    compare_rows,
    identity,
    per_sentence,
)

facts = st.lists(st.tuples(st.integers(0, 2), st.integers(-1, 2)), max_size=12)


def columns(rows: list[tuple[int, int]]) -> tuple[np.ndarray, ...]:
    return np.array([row[0] for row in rows], np.uint32), np.array([row[1] for row in rows], np.int32)


def bag(rows: list[tuple[int, int]], marks: np.ndarray, mark: Mark) -> Counter[tuple[int, int]]:
    return Counter(row for row, one in zip(rows, marks, strict=True) if one == mark)


@given(facts, facts)
def test_matching_is_the_intersection_of_bags(gold, parse):
    marks = compare(columns(gold), columns(parse))
    both = Counter(gold) & Counter(parse)
    assert bag(gold, marks.gold, Mark.MATCHED) == both
    assert bag(parse, marks.parse, Mark.MATCHED) == both
    assert bag(gold, marks.gold, Mark.MISSING) == Counter(gold) - Counter(parse)
    assert bag(parse, marks.parse, Mark.EXTRA) == Counter(parse) - Counter(gold)


@given(facts, facts)
def test_comparing_is_symmetric(gold, parse):
    there, back = compare(columns(gold), columns(parse)), compare(columns(parse), columns(gold))
    swapped = {Mark.MATCHED: Mark.MATCHED, Mark.MISSING: Mark.EXTRA, Mark.EXTRA: Mark.MISSING}
    assert [swapped[Mark(mark)] for mark in there.gold] == back.parse.tolist()
    assert [swapped[Mark(mark)] for mark in there.parse] == back.gold.tolist()


@given(facts, facts)
def test_of_equal_facts_the_first_match(gold, parse):
    marks = compare(columns(gold), columns(parse))
    for rows, mark in ((gold, marks.gold), (parse, marks.parse)):
        for fact in set(rows):
            matched = [one == Mark.MATCHED for row, one in zip(rows, mark, strict=True) if row == fact]
            assert matched == sorted(matched, reverse=True)


@given(facts, facts, facts)
def test_forgiven_is_what_the_own_gold_has_more_or_less_than_the_gold(gold, parse, licence):
    marks = compare(columns(gold), columns(parse), columns(licence))
    union = Counter(gold) | Counter(licence)
    forgiven = bag(parse, marks.parse, Mark.FORGIVEN)
    assert bag(parse, marks.parse, Mark.EXTRA) == Counter(parse) - union
    assert forgiven == (Counter(parse) - Counter(gold)) & (Counter(licence) - Counter(gold))
    assert not forgiven - Counter(licence)
    added = bag(gold, marks.gold, Mark.FORGIVEN)
    missing = Counter(gold) - Counter(parse)
    assert added == missing & (Counter(gold) - Counter(licence))
    assert bag(gold, marks.gold, Mark.MISSING) == missing - added


@given(facts, facts)
def test_the_gold_as_licence_forgives_nothing(gold, parse):
    marks = compare(columns(gold), columns(parse), columns(gold))
    assert Mark.FORGIVEN not in marks.parse


def test_a_worked_example():
    gold, parse, licence = [(0, 1), (0, 1), (0, 2)], [(0, 1), (1, 2), (0, 1), (0, 1)], [(0, 1), (1, 2)]
    marks = compare(columns(gold), columns(parse), columns(licence))
    assert marks.gold.tolist() == [Mark.MATCHED, Mark.MATCHED, Mark.FORGIVEN]
    assert marks.parse.tolist() == [Mark.MATCHED, Mark.FORGIVEN, Mark.MATCHED, Mark.EXTRA]


def test_nothing_to_compare():
    marks = compare(columns([]), columns([]), columns([]))
    assert len(marks.gold) == len(marks.parse) == 0


hashes = st.lists(
    st.tuples(st.sampled_from([0, 2**63, 2**63 + 1, 2**64 - 1]), st.integers(0, 1), st.integers(0, 1)), max_size=12
)


@pytest.mark.parametrize("places", [[0], [1, 0], [0, 1], [1, 0, 2]])
@given(hashes, hashes)
def test_hashes_of_64_bits_are_told_apart(places, gold, parse):
    """Alone, after a narrow column, before one, and between two."""
    bags = [[tuple(row[place] for place in places) for row in rows] for rows in (gold, parse)]
    sides = [[np.array([row[place] for row in rows], np.uint64) for place in places] for rows in (gold, parse)]
    marks = compare(*sides)
    for rows, side in zip(bags, marks, strict=True):
        assert bag(rows, side, Mark.MATCHED) == Counter(bags[0]) & Counter(bags[1])


def test_facts_of_few_columns_have_numbers_of_their_own():
    bits = np.array([0, *(1 << bit for bit in range(64))], np.uint64)
    assert len({*identity(bits).tolist()}) == len(bits)
    one, other = (column.ravel() for column in np.meshgrid(bits, bits))
    assert len({*identity(one, other).tolist()}) == len(bits) ** 2


wide = st.lists(
    st.tuples(
        *(
            st.sampled_from(values)
            for values in ([0, 1, 2**32 - 1], [-(2**40), 0, 2**40], [5], [0, 2**62, 2**64 - 1], [-(2**62), 2**62])
        )
    ),
    max_size=12,
)


@given(wide, wide)
def test_columns_of_any_width(gold, parse):
    types = (np.uint32, np.int64, np.uint8, np.uint64, np.int64)

    def wide_columns(rows):
        return [np.array([row[place] for row in rows], dtype) for place, dtype in enumerate(types)]

    marks = compare(wide_columns(gold), wide_columns(parse))
    both = Counter(gold) & Counter(parse)
    assert bag(gold, marks.gold, Mark.MATCHED) == both
    assert bag(parse, marks.parse, Mark.MATCHED) == both


@given(facts, facts)
def test_only_chosen_facts_are_compared(gold, parse):
    chosen = [np.array([row[1] > 0 for row in rows], bool) for rows in (gold, parse)]
    marks = compare_chosen(columns(gold), columns(parse), *chosen)
    kept = [[row for row in rows if row[1] > 0] for rows in (gold, parse)]
    assert bag(gold, marks.gold, Mark.MATCHED) == Counter(kept[0]) & Counter(kept[1])
    assert bag(parse, marks.parse, Mark.EXTRA) == Counter(kept[1]) - Counter(kept[0])
    assert bag(gold, marks.gold, Mark.NOT_SCORED) == Counter(gold) - Counter(kept[0])


def test_what_is_matched_stays_matched_by_fewer_columns():
    """Of (word, label) the first fact matches; by the word alone the second does, but not with a word that is used."""
    gold, parse = columns([(0, 1), (1, 1), (1, 1)]), columns([(0, 1), (1, 2), (0, 2)])
    marks = compare_rest(gold[:1], parse[:1], compare(gold, parse))
    assert marks.gold.tolist() == [Mark.MATCHED, Mark.MATCHED, Mark.MISSING]
    assert marks.parse.tolist() == [Mark.MATCHED, Mark.MATCHED, Mark.EXTRA]


@given(facts)
def test_rows_agree_with_bags_where_anchors_are_distinct(rows):
    anchors = np.arange(len(rows))
    gold, parse = columns(rows), columns([(one, other % 2) for one, other in rows])
    same = compare_rows((anchors, *gold), (anchors, *parse))
    assert (same == (compare((anchors, *gold), (anchors, *parse)).gold == Mark.MATCHED)).all()


def test_rows_of_different_number_are_refused():
    with pytest.raises(ValueError, match="1 gold facts and 2 parse facts"):
        compare_rows([np.array([1])], [np.array([1, 2])])


def test_counts_per_sentence():
    counts = per_sentence(np.array([True, False, True, True]), np.array([0, 0, 2, 2]), 4)
    assert counts.tolist() == [1, 0, 2, 0]
    assert counts.dtype == np.uint32


@given(st.lists(st.integers(0, 12), max_size=60))
def test_equal_numbers_are_put_together_in_their_order(numbers):
    order = _together(np.array(numbers, np.int64)).tolist()
    groups = {}
    for place in order:
        groups.setdefault(numbers[place], []).append(place)
    assert order == [place for group in groups.values() for place in group]
    assert all(group == sorted(group) for group in groups.values())


def test_numbers_that_are_mixed_to_almost_the_same_are_kept_apart(monkeypatch):
    """As if the mixing gave numbers that differ in their last bits only, which places take the room of."""
    monkeypatch.setattr("goldleaf.core.facts.identity", lambda column: column.astype(np.uint64))
    order = _together(np.array([2, 1, 2, 1, 3, 2])).tolist()
    assert [[2, 1, 2, 1, 3, 2][place] for place in order] == [1, 1, 2, 2, 2, 3]
    assert order == [1, 3, 0, 2, 5, 4]
