"""Layers of annotation in which two treebanks can differ, and where they do: heads and labels, tags, lemmas, ….

Nothing is left out, as metrics leave out punctuation: whoever reviews or adjudicates sees each difference. What is
compared belongs to words that both sides have (see `core.alignment`); words without a partner are differences of their
own. Values are compared as they are written; ``_``, an empty text and null are all no value.

An ``item`` says what in a sentence differs, by the numbers of the gold's words: ``4`` for a word, ``8>3`` for the role
of word 3 to predicate 8, ``3-5+8-8`` for the yield of a constituent, ``4.1`` for the first word that the parse alone
has after word 4; it is empty where the whole sentence is meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import numpy as np
import polars as pl

from goldleaf.core.analysis.sides.layers import bag_layers, word_layers
from goldleaf.core.analysis.sides.layers.paired_words import ITEMS, Found, Paired, paired, shared, together
from goldleaf.core.metrics.base import has_constituents, has_dependencies
from goldleaf.core.treebank import Treebank


class Layer(StrEnum):
    """What annotators decide on, in the order in which it is listed."""

    ARC = "arc"  # head and label
    TAG = "tag"  # coarse and fine
    LEMMA = "lemma"
    FEATURES = "features"
    CONSTITUENT = "constituent"  # label and function of all constituents with one yield
    ROLE = "role"  # senses of predicates, and what their arguments are to them
    WORDS = "words"  # words and sentences that are cut differently


LAYER_NAMES = {
    Layer.ARC: "heads and labels",
    Layer.TAG: "tags",
    Layer.LEMMA: "lemmas",
    Layer.FEATURES: "features",
    Layer.CONSTITUENT: "constituents",
    Layer.ROLE: "roles",
    Layer.WORDS: "words and sentences",
}
"""What a layer is of, in the plural."""

DIFFERENCES = {
    "sentence": pl.UInt32(),  # row of the gold's sentences, from 0
    "layer": pl.Enum([layer.value for layer in Layer]),
    **ITEMS,
}
"""The columns of `layer_differences`."""

_COLUMNS = {
    Layer.TAG: ("coarse_tag", "fine_tag"),
    Layer.LEMMA: ("lemma",),
    Layer.FEATURES: ("features",),
    Layer.ROLE: ("predicate",),
}
"""What layers are in that stand in columns of words; of roles, the senses."""


def _find(layer: Layer, sides: Paired) -> Found:
    """What differs in a layer that both have."""
    match layer:
        case Layer.ARC:
            return word_layers.arcs(sides)
        case Layer.CONSTITUENT:
            return bag_layers.constituents(sides)
        case Layer.WORDS:
            return word_layers.cuts(sides)
    values = word_layers.in_columns(sides, _COLUMNS[layer])
    return together(values, bag_layers.arguments(sides)) if layer is Layer.ROLE else values


def layers_of(gold: Treebank, parse: Treebank) -> tuple[Layer, ...]:
    """The layers that both treebanks have something of; `Layer.WORDS` where words or sentences differ."""
    both = (gold, parse)
    there = {
        Layer.ARC: all(has_dependencies(side) for side in both),
        Layer.CONSTITUENT: all(has_constituents(side) for side in both),
        Layer.WORDS: not paired(gold, parse).same_words,
        **{layer: bool(shared(gold, parse, columns)) for layer, columns in _COLUMNS.items()},
    }
    return tuple(layer for layer in Layer if there[layer])


def layer_differences(gold: Treebank, parse: Treebank, layers: Iterable[Layer]) -> pl.DataFrame:
    """One row an item that differs, with the columns of `DIFFERENCES`, by sentence, place and layer.

    ``first`` and ``last`` are the bounds of a constituent's yield, else null. ``gold`` and ``parse`` are what either
    side has, as a person reads it (``4 obj``, ``NOUN NN``, ``NP-SBJ``), null for nothing. Layers that not both have
    give no rows. Heads of the parse are told by the gold's numbers, or by their forms where the gold lacks them.
    """
    sides, asked = paired(gold, parse), {*layers}
    tables = [pl.DataFrame(schema=DIFFERENCES)]
    for layer in layers_of(gold, parse):
        if layer in asked:
            found = _find(layer, sides)
            table = found.table().with_columns(sentence=pl.Series(found.sentence), layer=pl.lit(layer.value))
            tables.append(table.select(pl.col(name).cast(dtype) for name, dtype in DIFFERENCES.items()))
    return pl.concat(tables).sort("sentence", pl.coalesce("first", "position"), "layer", maintain_order=True)


def items_of_parse(gold: Treebank, parse: Treebank) -> pl.DataFrame:
    """The items of `Layer.WORDS` that are words of the parse alone: ``sentence``, ``item``, ``word`` (its row)."""
    return word_layers.words_of_parse(paired(gold, parse))


def layer_counts(gold: Treebank, parse: Treebank, layers: Iterable[Layer]) -> pl.DataFrame:
    """How many items differ: ``sentence``, and a column (uint32) for each of the layers, named like it. One row a
    sentence of the gold. The same as counting `layer_differences`, without a text being made."""
    sides, there = paired(gold, parse), layers_of(gold, parse)
    columns = {"sentence": np.arange(len(gold), dtype=np.uint32)}
    for layer in layers:
        found = _find(layer, sides).sentence if layer in there else np.zeros(0, np.int64)
        columns[layer.value] = np.bincount(found, minlength=len(gold)).astype(np.uint32)
    return pl.DataFrame(columns)
