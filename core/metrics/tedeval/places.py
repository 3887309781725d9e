"""Where the words of trees stand that are compared: words that all share, and between them those of one tree only.

A yield is compared as the set of its shared words; a yield without any is the gap between shared words in which its
first word stands (Tsarfaty et al. 2012 ACL, §3). For lists and pictures every word has a number of its own, shared
words the same in all trees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.structures.function import terminals
from goldleaf.core.structures.phrase import position_keys
from goldleaf.core.treebank import Treebank

Integers: TypeAlias = npt.NDArray[np.int64]
Keys: TypeAlias = npt.NDArray[np.uint64]

_GAPS = 1 << 40  # from here on keys are those of gaps; no sentence is as long


class Places(NamedTuple):
    """For each word of a treebank, its number in the sentence (from 1; 0 for a trace) and what it is in yields.

    ``key`` is the word's part in the keys of yields, 0 if it is not shared; ``gap`` the key of a yield that begins with
    it and has no shared word. ``first`` and ``last`` are the slots that TedEval 2.2 stretches it over. With
    ``all_shared`` each word's slot is its number, and of that its key is made.
    """

    terminal: Integers
    key: Keys
    gap: Keys
    first: Integers
    last: Integers
    all_shared: bool


def same_words(treebank: Treebank) -> Places:
    """The places where all trees have the same words."""
    terminal = terminals(treebank)
    key = np.where(terminal > 0, position_keys(terminal), np.uint64(0))
    return Places(terminal, key, key, terminal, terminal, all_shared=True)


def places(gold: Treebank, sides: Sequence[tuple[Treebank, Integers]], *, numbered: bool = True) -> list[Places]:
    """The places of the gold's words, then of each side's.

    A side is a treebank with as many sentences and, for each of its words, the row of the gold's word that it is, −1
    for none; these rise within a sentence. Shared is what all sides have. For counting, words need not be ``numbered``
    alike; then each side has its own numbers.
    """
    own = terminals(gold)
    shared = own > 0
    for treebank, partner in sides:
        has = np.zeros(len(own), bool)
        has[partner[(partner >= 0) & (terminals(treebank) > 0)]] = True
        shared &= has
    every = [(gold, np.arange(len(own))), *sides]
    if numbered:
        numbers = _numbers(own, [(treebank, np.where(terminals(treebank) > 0, rows, -1)) for treebank, rows in every])
        of_gold = numbers[0]
    else:
        numbers, of_gold = [terminals(treebank) for treebank, _ in every], own
    found = []
    for (treebank, partner), terminal in zip(every, numbers, strict=True):
        is_shared = (partner >= 0) & (terminal > 0) & np.append(shared, False)[partner]
        found.append(
            Places(
                terminal,
                np.where(is_shared, position_keys(np.append(of_gold, 0)[partner]), np.uint64(0)),
                position_keys(_GAPS + _before(is_shared, treebank)),
                terminal,
                terminal,
                all_shared=False,
            )
        )
    return found


def _before(chosen: npt.NDArray[np.bool_], treebank: Treebank) -> Integers:
    """How many chosen words stand before each word in its sentence."""
    count = np.append(0, np.cumsum(chosen))
    first = treebank.sentences["first_word"].to_numpy().astype(np.int64)[treebank.sentence_of_word]
    return np.asarray(count[:-1] - count[first])


def _numbers(own: Integers, every: Sequence[tuple[Treebank, Integers]]) -> list[Integers]:
    """The numbers of all words: the gold's in their order, each other word behind the gold's word before it."""
    tables = []
    for side, (treebank, partner) in enumerate(every):
        anchor = np.append(own, 0)[partner]
        behind = np.maximum.accumulate(treebank.sentence_of_word * (np.int64(1) << 32) + anchor) & 0xFFFFFFFF
        tables.append(
            pl.DataFrame(
                {
                    "sentence": treebank.sentence_of_word,
                    "behind": behind,
                    # The gold's word itself is 0 behind it; words of one side only stand apart.
                    "side": np.where(partner >= 0, 0, side + 1),
                    "place": np.where(partner >= 0, 0, np.arange(len(partner))),
                    "real": terminals(treebank) > 0,
                }
            )
        )
    rows = pl.concat(tables).with_row_index("row")
    key = ["sentence", "behind", "side", "place"]
    distinct = rows.filter("real").select(key).unique().sort(key)
    distinct = distinct.with_columns(number=pl.int_range(1, pl.len() + 1).over("sentence"))
    number = rows.join(distinct, on=key, how="left", maintain_order="left").select(
        pl.when("real").then("number").otherwise(0).cast(pl.Int64)
    )
    bounds = np.cumsum([len(partner) for _, partner in every])[:-1]
    return np.split(number.to_series().to_numpy(), bounds)
