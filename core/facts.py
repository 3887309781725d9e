"""The comparison engine: two bags of facts, and a mark for each fact.

A fact is a row of integers: its sentence and the columns of its key (dependent, head and label; label and yield; …).
Facts match one to one, with multiplicity. Every count of every metric and every highlight of every picture comes from
the marks made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Bools: TypeAlias = npt.NDArray[np.bool_]
Integers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
Codes: TypeAlias = npt.NDArray[np.uint32]
Keys: TypeAlias = npt.NDArray[np.uint64]
Column: TypeAlias = npt.NDArray[np.integer[Any]]
Facts: TypeAlias = Sequence[Column]
"""Columns of equal length, one row a fact. By custom the first is the sentence."""

_HELD = 1 << 62  # numbers that fit an int64, with room to spare


class Mark(IntEnum):
    """What the comparison says of a fact."""

    MATCHED = 0  # in both
    MISSING = 1  # in the gold only
    EXTRA = 2  # in the parse only
    FORGIVEN = 3  # in one only, but the parse's own gold differs there from the gold alike (Tsarfaty et al. 2012, §3)
    NOT_SCORED = 4  # left out by the metric, such as punctuation


class Marks(NamedTuple):
    """A mark for each gold fact and for each parse fact (uint8, in the order of the facts)."""

    gold: npt.NDArray[np.uint8]
    parse: npt.NDArray[np.uint8]


def spread(size: int, rows: Column | Bools | slice, values: Any = True, rest: Any = False) -> npt.NDArray[Any]:  # noqa: ANN401
    """An array of this size with the values in some rows, and the ``rest``, whose type it has, in all others."""
    result = np.full(size, rest)
    result[rows] = values
    return result


def rows_among(wanted: Column, keys: Column) -> Integers:
    """For each of the wanted keys the first row that has it, −1 for none."""
    distinct, first = np.unique(keys, return_index=True)
    row = np.append(first, -1)[np.searchsorted(distinct, wanted)]
    return np.where((row >= 0) & (np.append(keys, keys.dtype.type(0))[row] == wanted), row, -1)


def compare_rows(gold: Facts, parse: Facts) -> Bools:
    """Whether each gold fact equals the parse fact of the same row. For facts with an anchor that occurs once on either
    side, such as the dependent of an arc: there row by row is all that can match. Raises ValueError: other lengths."""
    if len(gold[0]) != len(parse[0]):
        raise ValueError(f"compare_rows: {len(gold[0])} gold facts and {len(parse[0])} parse facts")
    same = np.ones(len(gold[0]), bool)
    for gold_column, parse_column in zip(gold, parse, strict=True):
        same &= gold_column == parse_column
    return same


def compare(gold: Facts, parse: Facts, licence: Facts | None = None) -> Marks:
    """Match two bags of facts, with multiplicity.

    Of n equal gold facts and m equal parse facts the first min(n, m) of either are MATCHED; the others are MISSING or
    EXTRA. With a ``licence`` (the facts of the parse's own gold) the script from there to the gold is known, too: a
    fact that one side lacks is FORGIVEN as often as that script deletes or adds it (Tsarfaty et al. 2012, §3). Where
    the gold is within the licence, |P - (licence ∪ gold)| + |gold - P| are not forgiven."""
    matched = _match(gold, parse)
    of_gold, of_parse = (
        np.where(found, Mark.MATCHED, other).astype(np.uint8)
        for found, other in zip(matched, (Mark.MISSING, Mark.EXTRA), strict=True)
    )
    marks = Marks(of_gold, of_parse)
    if licence is not None:
        licensed, in_licence = _match(licence, gold)
        script = [column[~in_licence] for column in gold], [column[~licensed] for column in licence]
        for side, facts, found, edited in zip(marks, (gold, parse), matched, script, strict=True):
            alone = np.flatnonzero(~found)
            forgiven, _ = _match([column[alone] for column in facts], edited)
            side[alone[forgiven]] = Mark.FORGIVEN
    return marks


def identity(*columns: Column) -> Keys:
    """One number for each fact, from its columns: the same for equal facts, and else with a probability of 2^-64. So
    that facts of several columns are compared as fast as facts of one."""
    numbers = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        numbers = (numbers ^ column.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        numbers ^= numbers >> np.uint64(29)
        numbers *= np.uint64(0xBF58476D1CE4E5B9)
        numbers ^= numbers >> np.uint64(32)
    return numbers


def compare_chosen(gold: Facts, parse: Facts, gold_chosen: Bools, parse_chosen: Bools) -> Marks:
    """Match the chosen facts of two bags; the others are NOT_SCORED."""
    rows = [np.flatnonzero(chosen) for chosen in (gold_chosen, parse_chosen)]
    found = compare(*([column[own] for column in facts] for facts, own in zip((gold, parse), rows, strict=True)))
    marks = Marks(*(np.full(len(chosen), Mark.NOT_SCORED, np.uint8) for chosen in (gold_chosen, parse_chosen)))
    for side, own, some in zip(marks, rows, found, strict=True):
        side[own] = some
    return marks


def compare_rest(gold: Facts, parse: Facts, marks: Marks) -> Marks:
    """The marks by fewer columns: what is matched or does not score stays so, and of the rest what matches by these."""
    rest = [~np.isin(side, (Mark.MATCHED, Mark.NOT_SCORED)) for side in marks]
    found = compare_chosen(gold, parse, *rest)
    return Marks(*(np.where(alone, own, side) for alone, own, side in zip(rest, found, marks, strict=True)))


def _match(one: Facts, other: Facts) -> tuple[Bools, Bools]:
    """Which facts of either bag have a partner in the other."""
    keys = _folded([np.concatenate(pair) for pair in zip(one, other, strict=True)])
    count = len(keys[0])
    # Equal facts stand together, those of `one` first, either's in their own order.
    order = _together(keys[0]) if len(keys) == 1 else np.lexsort(keys[::-1])
    changes = np.zeros(count, bool)
    changes[:1] = True
    for key in keys:
        ordered = key[order]
        changes[1:] |= ordered[1:] != ordered[:-1]
    starts = np.flatnonzero(changes)
    sizes = np.diff(starts, append=count)
    is_other = order >= len(one[0])
    from_other = np.diff(np.append(0, np.cumsum(is_other))[np.append(starts, count)])
    from_one = sizes - from_other
    place = np.arange(count) - np.repeat(starts, sizes) - np.where(is_other, np.repeat(from_one, sizes), 0)
    matched = np.empty(count, bool)
    matched[order] = place < np.repeat(np.minimum(from_one, from_other), sizes)
    return matched[: len(one[0])], matched[len(one[0]) :]


def _together(numbers: Column) -> Integers:
    """An order in which equal numbers stand together, each group in its own order. Sorting values is ten times as fast
    as sorting their places: so a number's place takes the room of its last bits, when they are well mixed. The few that
    differ in these only are put right."""
    mixed = identity(numbers)
    bits = np.uint64(max(len(numbers) - 1, 1).bit_length())
    places = (np.uint64(1) << bits) - np.uint64(1)
    packed = (mixed & ~places) | np.arange(len(numbers), dtype=np.uint64)
    packed.sort()
    order = (packed & places).astype(np.int64)
    heads = packed >> bits
    ordered = mixed[order]
    for head in np.unique(heads[1:][(heads[1:] == heads[:-1]) & (ordered[1:] != ordered[:-1])]):
        first, end = np.searchsorted(heads, head), np.searchsorted(heads, head, side="right")
        order[first:end] = order[first:end][np.argsort(ordered[first:end], stable=True)]
    return order


def _folded(columns: Sequence[Column]) -> list[Column]:
    """The same rows in fewer columns: neighbours become the digits of one number, as many as it can hold."""
    folded: list[Column] = []
    room = _HELD + 1  # how many numbers the last column may hold; no digit fits behind it yet
    for column in columns:
        low, high = int(column.min(initial=0)), int(column.max(initial=0))
        width = high - low + 1
        if width == 1 and folded:
            continue
        if width > _HELD:
            folded.append(column)
            room = _HELD + 1
        elif room * width > _HELD:
            folded.append(column.astype(np.int64) - low)
            room = width
        else:
            folded[-1] = folded[-1] * width + (column.astype(np.int64) - low)
            room *= width
    return folded


def per_sentence(selected: Bools, sentence: Column, sentences: int) -> Codes:
    """How many of the selected facts each sentence has."""
    return np.bincount(sentence[selected], minlength=sentences).astype(np.uint32)
