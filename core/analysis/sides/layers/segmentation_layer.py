"""The layer of words and sentences that gold and parse cut differently.

An item is a word that one side alone has; or a whole sentence, where one side alone has it, or both do not split it
alike. Traces, which are not written, are no words here.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.analysis.sides.layers.layer_differences import Found, Integers, both, items
from goldleaf.core.analysis.sides.layers.word_pairing import Paired
from goldleaf.core.analysis.sides.running_text import running_texts
from goldleaf.core.structures.phrase import TRACE
from goldleaf.core.treebank import Treebank

Bools: TypeAlias = npt.NDArray[np.bool_]


def cuts(sides: Paired) -> Found:
    """Sentences, then words of the gold, then those of the parse."""
    if sides.same_words or not len(sides.first_word):
        return _nothing()
    has = _has(sides)
    told = has[0] & has[1]  # the units whose words are told of one by one
    return both(_sentences(sides, has), both(_of_gold(sides, told), _of_parse(sides, told)))


def words_of_parse(sides: Paired) -> pl.DataFrame:
    """The words that only the parse has: ``sentence``, ``item``, and ``word``, the row in the parse (uint32)."""
    if sides.same_words or not len(sides.first_word):
        return pl.DataFrame(schema=_ALONE)
    has = _has(sides)
    return _alone(sides, has[0] & has[1])


_ALONE = {"sentence": pl.UInt32(), "item": pl.String(), "word": pl.UInt32()}


def _has(sides: Paired) -> list[Bools]:
    """Of which units the gold, and the parse, has words."""
    return [(side.sentences["words"] > 0).to_numpy() for side in (sides.gold, sides.parse)]


def _nothing() -> Found:
    none = pl.Series(dtype=pl.String())
    return Found(np.zeros(0, np.int64), lambda: items(np.zeros(0, np.int64), none, none, none))


def _sentences(sides: Paired, has: list[Bools]) -> Found:
    """One item a sentence of the gold, with the parse's sentences that the gold lacks and that are counted there."""
    bounds = sides.units.gold, sides.units.parse
    several = (np.diff(bounds[0]) > 1) | (np.diff(bounds[1]) > 1)
    odd = np.flatnonzero((has[0] != has[1]) | (has[0] & several))
    sentences, place = np.unique(sides.units.row[odd], return_inverse=True)

    def table() -> pl.DataFrame:
        said = pl.DataFrame({"place": place})
        both_sides = zip(("gold", "parse"), (sides.gold, sides.parse), bounds, sides.lengths, has, strict=True)
        for name, side, bound, lengths, there in both_sides:
            text = running_texts(side)
            values = [
                _saying(text[unit], lengths[bound[unit] : bound[unit + 1]], several=bool(has[0][unit] == has[1][unit]))
                if there[unit]
                else None
                for unit in odd.tolist()
            ]
            said = said.with_columns(pl.Series(name, values, dtype=pl.String()))
        every = said.group_by("place").agg(pl.col("gold", "parse").drop_nulls().str.join(" / ")).sort("place")
        whole = every.select(pl.when(pl.col(name) != "").then(name).alias(name) for name in ("gold", "parse"))
        empty = pl.Series([""] * len(sentences), dtype=pl.String())
        return items(np.zeros(len(sentences), np.int64), empty, whole["gold"], whole["parse"])

    return Found(sentences, table)


def _saying(text: str, lengths: Integers, *, several: bool) -> str:
    """Where one side has a sentence, what it says; where both have, how long its parts are: ``5 + 7 words``."""
    return f"{' + '.join(map(str, lengths.tolist()))} words" if several else text


def _of_gold(sides: Paired, told: Bools) -> Found:
    """The words that only the gold has."""
    alone = told[sides.gold.sentence_of_word] & ~_traces(sides.gold)
    alone[sides.partner[sides.partner >= 0]] = False
    rows = np.flatnonzero(alone)

    def table() -> pl.DataFrame:
        position = pl.Series(sides.position(rows))
        form = sides.gold.words["form"].gather(rows).cast(pl.String)
        return items(position, position.cast(pl.String), form, pl.Series([None] * len(rows), dtype=pl.String()))

    return Found(sides.sentence[rows], table)


def _of_parse(sides: Paired, told: Bools) -> Found:
    """The words that only the parse has."""
    alone = _alone(sides, told)

    def table() -> pl.DataFrame:
        form = sides.parse.words["form"].gather(alone["word"]).cast(pl.String)
        nothing = pl.Series([None] * len(form), dtype=pl.String())
        return items(np.zeros(len(form), np.int64), alone["item"], nothing, form)

    return Found(alone["sentence"].to_numpy().astype(np.int64), table)


def _alone(sides: Paired, told: Bools) -> pl.DataFrame:
    """Each word that only the parse has by the gold's word that it stands behind, and by its number there."""
    rows = np.flatnonzero((sides.partner < 0) & told[sides.parse.sentence_of_word] & ~_traces(sides.parse))
    before = np.append(-1, np.maximum.accumulate(sides.partner))[rows]  # they rise
    unit = sides.parse.sentence_of_word[rows]
    inside = (before >= 0) & (sides.gold.sentence_of_word[np.maximum(before, 0)] == unit)
    behind = np.where(inside, before, -1)
    place = pl.DataFrame({"unit": unit, "behind": behind})
    number = (pl.int_range(pl.len()) + 1).over("unit", "behind")
    position = pl.Series(np.where(inside, sides.position(np.maximum(behind, 0)), 0))
    found = place.select(
        sentence=pl.Series(np.where(inside, sides.sentence[np.maximum(behind, 0)], sides.units.row[unit])),
        item=pl.format("{}.{}", position, number),
        word=pl.Series(rows),
    )
    return found.select(pl.col(name).cast(dtype) for name, dtype in _ALONE.items())


def _traces(treebank: Treebank) -> Bools:
    if "parent" not in treebank.words.columns:
        return np.zeros(treebank.words.height, bool)
    return (treebank.words["coarse_tag"] == TRACE).to_numpy()
