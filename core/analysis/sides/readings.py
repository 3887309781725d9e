"""What each of several treebanks says at every place where any two of them differ: one row a place and treebank."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import polars as pl

from goldleaf.core.analysis.sides.layers import DIFFERENCES, Layer, layer_differences, layers_of
from goldleaf.core.analysis.sides.word_layers import paired
from goldleaf.core.treebank import Treebank

PLACE = ("sentence", "layer", "item")
_ABOUT = (*PLACE, "position", "first", "last")
# The columns of `readings`. A ``position`` is 0 where a place is no one word.
READINGS = {
    **{name: DIFFERENCES[name] for name in _ABOUT},
    "side": pl.UInt32(),  # from 0 in the order of the treebanks
    "reading": pl.String(),  # null for nothing, as in `DIFFERENCES`
    "alike": pl.UInt32(),  # the first side who says the same
}


def readings(treebanks: Sequence[Treebank], layers: Iterable[Layer]) -> pl.DataFrame:
    """What all treebanks say of each place, by the first one's numbers, in the order of `layer_differences` and then of
    the treebanks. Who lacks the layer, or the word, has no row there. Raises ValueError for one."""
    if len(treebanks) < 2:
        raise ValueError("treebanks: at least two are wanted")
    (first, *others), asked = treebanks, tuple(layers)
    differing = [layer_differences(first, other, asked) for other in others]
    # If any two differ, one of them differs from the first: so nothing is missed by comparing all with that.
    places = pl.concat(differing).unique(PLACE, keep="first", maintain_order=True)
    places = places.sort("sentence", pl.coalesce("first", "position"), "layer", maintain_order=True)
    places = places.select(*_ABOUT, "gold", place=pl.int_range(pl.len()))
    # The row of the word in the first treebank, −1 for what is no word there.
    sentence, position = (places[name].to_numpy().astype(np.int64) for name in ("sentence", "position"))
    word = np.where(position > 0, first.first_words[sentence] + position - 1, -1)
    tables = [places.with_columns(side=pl.lit(0), reading="gold")]
    for number, (other, own) in enumerate(zip(others, differing, strict=True), 1):
        told = places.join(own.select(*PLACE, "parse", differs=True), on=PLACE, how="left", maintain_order="left")
        differs = told["differs"].is_not_null().to_numpy()
        sides = paired(first, other)
        has_word = np.full(len(word), True) if sides.same_words else (word < 0) | (sides.known[word] >= 0)
        there = places["layer"].is_in([*layers_of(first, other), Layer.WORDS]).to_numpy()
        has_word |= (places["layer"] == Layer.WORDS).to_numpy()  # not to have it is what is said of it
        reading = pl.when("differs").then("parse").otherwise("gold")
        told = told.with_columns(side=pl.lit(number), reading=reading)
        tables.append(told.filter(pl.Series(differs | (there & has_word))))
    wanted = ("place", *_ABOUT, "side", "reading")
    table = pl.concat([one.select(wanted) for one in tables], how="vertical_relaxed").sort("place", "side")
    # Constituents over the same words are the same in whatever order.
    in_order = pl.col("reading").str.split(" ").list.sort().list.join(" ")
    same = pl.when(pl.col("layer") == Layer.CONSTITUENT.value).then(in_order).otherwise("reading")
    table = table.with_columns(alike=pl.col("side").min().over("place", same))
    return table.select(pl.col(name).cast(dtype) for name, dtype in READINGS.items())
