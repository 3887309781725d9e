"""All that a filter has found and that one verdict can be said of: the differing words that it hit, or sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.analysis.search.filtering import Filtered
from goldleaf.core.analysis.sides.layers import Layer, items_of_parse, layer_differences
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.judgements import Place


class Such(NamedTuple):
    """One of them: what it is about, its sentence's number, how it is told, and what was said of it."""

    place: Place
    number: int
    what: str
    said: str = ""


def such(
    gold: Treebank,
    parse: Treebank,
    layer: Layer,
    found: Filtered,
    key: Callable[[int], int],
    said: Callable[[Place], str],
    alone: pl.Series,
) -> list[Such]:
    """What the filter found in a layer: of its hits the differences that they have there, else whole sentences. ``key``
    gives the store's key of a row, ``said`` what was said of a place; ``alone`` are the rows of the parse's words that
    it found and the gold does not have."""
    if found.hits is None:
        texts = gold.sentences["text"][found.rows].to_list()
        places = [Place(key(row), layer, "") for row in found.rows.tolist()]
        rows = zip(places, found.rows.tolist(), texts, strict=True)
        return [Such(place, row + 1, text or "the sentence", said(place)) for place, row, text in rows]
    differing = layer_differences(gold, parse, [layer])
    of_gold = found.hits.filter(pl.col("row").is_null()) if "row" in found.hits.columns else found.hits
    hit = pl.Series(np.isin(_numbers(differing), _numbers(of_gold)))
    if layer is Layer.WORDS and len(alone):
        items = items_of_parse(gold, parse).join(alone.to_frame("word"), on="word", how="semi")
        keys = pl.struct("sentence", "item")
        hit |= differing.select(keys).to_series().is_in(items.select(keys).to_series().implode())
    these = []
    columns = ("sentence", "item", "position", "gold", "parse")
    for row, item, position, *values in differing.filter(hit).select(columns).iter_rows():
        # What is no word, or one that the gold does not have, is told by its item.
        word = gold.words["form"][int(gold.sentences["first_word"][row]) + position - 1] if position else item
        ours, theirs = (value or "nothing" for value in values)
        place = Place(key(row), layer, item)
        these.append(Such(place, row + 1, f"{word}: {ours} / {theirs}", said(place)))
    return these


def _numbers(table: pl.DataFrame) -> npt.NDArray[np.int64]:
    """A number for each word of a table, by sentence and position."""
    sentence, position = (table[name].to_numpy().astype(np.int64) for name in ("sentence", "position"))
    return (sentence << 32) + position
