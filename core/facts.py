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

Column: TypeAlias = npt.NDArray[np.integer[Any]]
Facts: TypeAlias = Sequence[Column]
"""Columns of equal length, one row a fact. By custom the first is the sentence."""


class Mark(IntEnum):
    """What the comparison says of a fact."""

    MATCHED = 0  # in both
    MISSING = 1  # in the gold only
    EXTRA = 2  # in the parse only
    FORGIVEN = 3  # in the parse only, but licensed by this parse's own gold (Tsarfaty et al. 2012, §3)
    NOT_SCORED = 4  # left out by the metric, such as punctuation


class Marks(NamedTuple):
    """A mark for each gold fact and for each parse fact (uint8, in the order of the facts)."""

    gold: npt.NDArray[np.uint8]
    parse: npt.NDArray[np.uint8]


def compare_rows(gold: Facts, parse: Facts) -> npt.NDArray[np.bool_]:
    """Whether each gold fact equals the parse fact of the same row.

    For facts with an anchor that occurs once on either side, such as the dependent of an arc: there row by row is all
    that can match. Raises ValueError when the lengths differ.
    """
    if len(gold[0]) != len(parse[0]):
        raise ValueError(f"compare_rows: {len(gold[0])} gold facts and {len(parse[0])} parse facts")
    same = np.ones(len(gold[0]), bool)
    for gold_column, parse_column in zip(gold, parse, strict=True):
        same &= gold_column == parse_column
    return same


def compare(gold: Facts, parse: Facts, licence: Facts | None = None) -> Marks:
    """Match two bags of facts, with multiplicity.

    Of n equal gold facts and m equal parse facts the first min(n, m) of either are MATCHED; the others are MISSING or
    EXTRA. With a ``licence`` (the facts of the parse's own gold) the script from there to the gold is known, too: an
    extra fact is FORGIVEN as often as that script deletes it, which is as often as the licence holds it more than the
    gold does (Tsarfaty et al. 2012, §3: the distance is |P - (licence ∪ gold)| + |gold - P|).
    """
    gold_matched, parse_matched = _match(gold, parse)
    parse_marks = np.where(parse_matched, Mark.MATCHED, Mark.EXTRA).astype(np.uint8)
    if licence is not None:
        extra = np.flatnonzero(~parse_matched)
        in_gold, _ = _match(licence, gold)
        forgiven, _ = _match([column[extra] for column in parse], [column[~in_gold] for column in licence])
        parse_marks[extra[forgiven]] = Mark.FORGIVEN
    return Marks(np.where(gold_matched, Mark.MATCHED, Mark.MISSING).astype(np.uint8), parse_marks)


def _match(one: Facts, other: Facts) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which facts of either bag have a partner in the other."""
    columns = [np.concatenate(pair) for pair in zip(one, other, strict=True)]
    is_other = np.arange(len(columns[0])) >= len(one[0])
    order = np.lexsort((is_other, *reversed(columns)))  # equal facts together, those of `one` first
    changes = np.zeros(len(order), bool)
    changes[:1] = True
    for column in columns:
        changes[1:] |= column[order[1:]] != column[order[:-1]]
    group = np.cumsum(changes) - 1
    from_other = np.bincount(group, is_other[order]).astype(np.int64)
    from_one = np.bincount(group).astype(np.int64) - from_other
    place = np.arange(len(order)) - np.flatnonzero(changes)[group]
    place = np.where(is_other[order], place - from_one[group], place)
    matched = np.empty(len(order), bool)
    matched[order] = place < np.minimum(from_one, from_other)[group]
    return matched[: len(one[0])], matched[len(one[0]) :]


def per_sentence(selected: npt.NDArray[np.bool_], sentence: Column, sentences: int) -> npt.NDArray[np.uint32]:
    """How many of the selected facts each sentence has."""
    return np.bincount(sentence[selected], minlength=sentences).astype(np.uint32)
