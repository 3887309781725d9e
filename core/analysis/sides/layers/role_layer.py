"""The layer of roles (CoNLL-2008, CoNLL-2009): senses of predicates, and what their arguments are to them."""

from __future__ import annotations

import numpy as np
import polars as pl

from goldleaf.core.analysis.sides.layers.bags import Bags, differing, joined
from goldleaf.core.analysis.sides.layers.layer_differences import Found, Integers, both, items
from goldleaf.core.analysis.sides.layers.word_layers import in_columns
from goldleaf.core.analysis.sides.layers.word_pairing import Paired, codes
from goldleaf.core.treebank import Treebank

SENSES = ("predicate",)

_BITS = 32


def roles(sides: Paired) -> Found:
    """Words that differ in their sense, then pairs of predicate and argument that differ in their role."""
    return both(in_columns(sides, SENSES), _arguments(sides))


def _arguments(sides: Paired) -> Found:
    known = np.full(sides.gold.words.height, -1)
    known[sides.partner[sides.partner >= 0]] = sides.partner[sides.partner >= 0]
    gold, parse = _side(sides.gold, known), _side(sides.parse, sides.partner)
    found = differing(gold[0], parse[0])
    pair = found.group.astype(np.int64)
    predicate, argument = pair >> _BITS, pair & ((1 << _BITS) - 1)

    def table() -> pl.DataFrame:
        numbers = [pl.Series(sides.position(rows)) for rows in (predicate, argument)]
        values = (joined(found.group, bags.group, texts) for bags, texts in (gold, parse))
        return items(numbers[1], pl.select(pl.format("{}>{}", *numbers)).to_series(), *values)

    return Found(sides.sentence[argument], table)


def _side(treebank: Treebank, rows: Integers) -> tuple[Bags, pl.Series]:
    """The arguments of words that both sides have, and their roles; ``rows`` are the words' in the gold."""
    table = treebank.arguments
    first = treebank.sentences["first_word"].to_numpy().astype(np.int64)[table["sentence"].to_numpy()]
    predicate, argument = (rows[first + table[name].to_numpy() - 1] for name in ("predicate", "argument"))
    there = (predicate >= 0) & (argument >= 0)
    role = table["role"].filter(pl.Series(there))
    group = ((predicate << _BITS) | argument)[there].astype(np.uint64)
    return Bags(group, codes(role).astype(np.uint64)), role.cast(pl.String)
