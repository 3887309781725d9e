"""Layers of single words: heads with labels, tags, lemmas, features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.analysis.sides.layers.layer_differences import Found, Integers, items
from goldleaf.core.analysis.sides.layers.word_pairing import Paired, codes, has_values, texts
from goldleaf.core.structures.dependency import head_rows, heads
from goldleaf.core.treebank import Treebank

Bools: TypeAlias = npt.NDArray[np.bool_]

TAGS = ("coarse_tag", "fine_tag")
LEMMAS = ("lemma",)
FEATURES = ("features",)

_LACKING = -4  # the head of a word of the parse that is no word of the gold
_BEYOND = -5  # minus the position of a head that the sentence does not have


def shared(gold: Treebank, parse: Treebank, columns: Sequence[str]) -> tuple[str, ...]:
    """Those of the columns that both treebanks have values in."""
    return tuple(column for column in columns if has_values(gold, column) and has_values(parse, column))


def tags(sides: Paired) -> Found:
    """Words that differ in one of the tags that both treebanks have."""
    return in_columns(sides, TAGS)


def lemmas(sides: Paired) -> Found:
    """Words that differ in their lemma."""
    return in_columns(sides, LEMMAS)


def features(sides: Paired) -> Found:
    """Words that differ in their morphological features, as they are written."""
    return in_columns(sides, FEATURES)


def in_columns(sides: Paired, columns: Sequence[str]) -> Found:
    """Words that differ in one of the columns that both treebanks have values in."""
    chosen = shared(sides.gold, sides.parse, columns)
    ours, theirs = sides.rows
    differ = np.zeros(len(sides.parse.words[theirs]), bool)
    for column in chosen:
        differ |= codes(sides.gold.words[column])[ours] != codes(sides.parse.words[column])[theirs]
    gold, parse = _differing(sides, differ)

    def table() -> pl.DataFrame:
        return _of_words(sides, gold, *(_values(side.words[rows], chosen) for side, rows in _each(sides, gold, parse)))

    return Found(sides.sentence[gold], table)


def arcs(sides: Paired) -> Found:
    """Words that differ in their head or its label."""
    ours, theirs = sides.rows
    label = codes(sides.gold.words["label"])[ours] != codes(sides.parse.words["label"])[theirs]
    head = _heads_of_gold(sides)[ours] != _heads_of_parse(sides)[theirs]
    gold, parse = _differing(sides, head | label)

    def table() -> pl.DataFrame:
        named = _names_of_gold(sides, gold), _names_of_parse(sides, gold, parse)
        sayings = (
            _saying(name, side.words["label"].gather(rows))
            for name, (side, rows) in zip(named, _each(sides, gold, parse), strict=True)
        )
        return _of_words(sides, gold, *sayings)

    return Found(sides.sentence[gold], table)


def _each(sides: Paired, gold: Integers, parse: Integers) -> Sequence[tuple[Treebank, Integers]]:
    return (sides.gold, gold), (sides.parse, parse)


def _differing(sides: Paired, differ: Bools) -> tuple[Integers, Integers]:
    """The rows of the words of both that differ, in gold and parse."""
    chosen = np.flatnonzero(differ)
    if sides.same_words:
        return chosen, chosen
    theirs = np.flatnonzero(sides.partner >= 0)[chosen]
    return sides.partner[theirs], theirs


def _of_words(sides: Paired, rows: Integers, gold: pl.Series, parse: pl.Series) -> pl.DataFrame:
    position = pl.Series(sides.position(rows))
    return items(position, position.cast(pl.String), gold, parse)


def _values(words: pl.DataFrame, columns: Sequence[str]) -> pl.Series:
    """The values of each word, the same one once; null if it has none."""
    table = pl.DataFrame([texts(words[column]) for column in columns])
    said = pl.concat_list(pl.all()).list.drop_nulls().list.unique(maintain_order=True).list.join(" ")
    return table.select(pl.when(~pl.all_horizontal(pl.all().is_null())).then(said).alias("value")).to_series()


def _heads_of_gold(sides: Paired) -> Integers:
    """For each word of the gold the row of its head, or what is below 0 and equal where there is none alike."""
    if sides.same_words:  # then positions tell as much
        return heads(sides.gold)
    return _rows_of_heads(sides.gold)


def _heads_of_parse(sides: Paired) -> Integers:
    """The same for the parse, by the rows of the gold."""
    if sides.same_words:
        return heads(sides.parse)
    rows = _rows_of_heads(sides.parse)
    partner = np.append(sides.partner, _LACKING)[np.maximum(rows, -1)]
    return np.where(rows < 0, rows, np.where(partner < 0, _LACKING, partner))


def _rows_of_heads(treebank: Treebank) -> Integers:
    position, rows = heads(treebank), head_rows(treebank)
    without = np.where(position > 0, _BEYOND - position, position - 1)
    return np.where(rows >= 0, rows, without)


def _names_of_gold(sides: Paired, rows: Integers) -> pl.Series:
    """What the head of each word is called: its number, 0 for the root; null without one."""
    head, position = head_rows(sides.gold)[rows], heads(sides.gold)[rows]
    return _numbers(np.where(head >= 0, sides.position(np.maximum(head, 0)), position))


def _names_of_parse(sides: Paired, gold: Integers, parse: Integers) -> pl.Series:
    """The same for words of the parse, by the gold's numbers; the form of a head that is not in the gold's sentence."""
    position = heads(sides.parse)[parse]
    if sides.same_words:
        return _numbers(position)
    rows = head_rows(sides.parse)[parse]
    partner = np.where(rows >= 0, np.append(sides.partner, -1)[rows], -1)
    inside = (partner >= 0) & (sides.sentence[np.maximum(partner, 0)] == sides.sentence[gold])
    numbers = _numbers(np.where(inside, sides.position(np.maximum(partner, 0)), position))
    form = sides.parse.words["form"].gather(np.maximum(rows, 0)).cast(pl.String)
    quoted = pl.format("‘{}’", form)
    return pl.select(pl.when(pl.Series((rows >= 0) & ~inside)).then(quoted).otherwise(numbers)).to_series()


def _numbers(position: Integers) -> pl.Series:
    number = pl.Series(position)
    return pl.select(pl.when(number >= 0).then(number.cast(pl.String))).to_series()


def _saying(head: pl.Series, label: pl.Series) -> pl.Series:
    """Such as ``4 obj``; ``_`` for what is not there, null where neither is."""
    table = pl.DataFrame([head.alias("head"), texts(label).alias("label")])
    said = pl.concat_str(pl.col("head").fill_null("_"), pl.lit(" "), pl.col("label").fill_null("_"))
    return table.select(pl.when(~pl.all_horizontal(pl.all().is_null())).then(said).alias("arc")).to_series()
