"""The layer of constituents: what labels and functions the constituents with one yield have.

Yields are of words that both sides have. The artificial root, over all of a sentence with a label such as ``TOP``, is
left out: some files have it, and some have not.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.analysis.sides.layers.bags import Bags, differing, joined
from goldleaf.core.analysis.sides.layers.layer_differences import Found, Integers, items
from goldleaf.core.analysis.sides.layers.word_pairing import NOTHING, Paired, codes, codes_of
from goldleaf.core.facts import identity
from goldleaf.core.structures.function import NO_FUNCTION, ROOTS
from goldleaf.core.structures.phrase import parent_rows, with_yields
from goldleaf.core.treebank import Treebank


class _Side(NamedTuple):
    """The words and constituents of one side, by the gold's words.

    In ``words`` and ``nodes`` positions are rows of the gold's words and 1. ``rows`` are those of the compared nodes.
    """

    words: pl.DataFrame
    nodes: pl.DataFrame
    rows: Integers
    bags: Bags


def constituents(sides: Paired) -> Found:
    """Yields whose constituents differ in label or function, or are not of as many."""
    gold, parse = _sides(sides)
    found = differing(gold.bags, parse.bags)
    has = found.gold >= 0
    of_gold, of_parse = gold.rows[found.gold[has]], parse.rows[found.parse[~has]]

    def merged(name: str) -> Integers:
        result = np.empty(len(has), np.int64)
        for side, own, rows in ((gold, has, of_gold), (parse, ~has, of_parse)):
            result[own] = side.nodes[name].to_numpy()[rows]
        return result

    first, last = merged("first") - 1, merged("last") - 1
    sentence = sides.sentence[first]

    def table() -> pl.DataFrame:
        before = sides.first_word[sentence] - 1
        bounds = first - before, last - before
        item = pl.select(pl.format("{}-{}", *(pl.Series(bound) for bound in bounds))).to_series()
        gaps = np.flatnonzero(last - first + 1 > merged("size"))
        for side, own, rows in ((gold, has, of_gold), (parse, ~has, of_parse)):
            some = gaps[own[gaps]]
            chosen = rows[(np.cumsum(own) - 1)[some]]
            item = item.scatter(some, _runs(side, chosen, before[some]))
        values = (joined(found.group, side.bags.group, _texts(side.nodes[side.rows])) for side in (gold, parse))
        return items(np.zeros(len(has), np.int64), item, *values, bounds=bounds)

    return Found(sentence, table)


def _sides(sides: Paired) -> tuple[_Side, _Side]:
    if sides.same_words:
        rows = np.arange(sides.gold.words.height)
        return _side(sides.gold, rows, same_words=True), _side(sides.parse, rows, same_words=True)
    aligned = np.full(sides.gold.words.height, -1)
    aligned[sides.partner[sides.partner >= 0]] = sides.partner[sides.partner >= 0]
    return _side(sides.gold, aligned, same_words=False), _side(sides.parse, sides.partner, same_words=False)


def _side(treebank: Treebank, rows: Integers, *, same_words: bool) -> _Side:
    """``rows``: for each word the row of the gold's word that it is, −1 for none."""
    position = pl.Series("position", rows + 1, dtype=pl.UInt32)
    words = treebank.words.select("sentence", "parent").with_columns(position).filter(pl.Series(rows >= 0))
    nodes = treebank.nodes
    if same_words:  # then yields are known
        before = pl.Series(treebank.sentences["first_word"].to_numpy()[nodes["sentence"].to_numpy()], dtype=pl.UInt32)
        nodes = nodes.with_columns(pl.col("first") + before, pl.col("last") + before)
    else:
        nodes = with_yields(words, nodes)
    chosen = np.flatnonzero((nodes["size"] > 0).to_numpy() & ~_artificial(nodes))
    sentence, over = (nodes[name].to_numpy()[chosen] for name in ("sentence", "yield"))
    label, function = codes(nodes["label"])[chosen], codes(nodes["function"], NO_FUNCTION)[chosen]
    return _Side(words, nodes, chosen, Bags(identity(sentence, over), identity(label, function)))


def _artificial(nodes: pl.DataFrame) -> npt.NDArray[np.bool_]:
    labels = nodes["label"].to_physical().to_numpy()
    return np.asarray((nodes["parent"] == 0).to_numpy() & np.isin(labels, codes_of(ROOTS)))


def _texts(nodes: pl.DataFrame) -> pl.Series:
    """The label of each node, and its function if it has one: ``NP-SBJ``."""
    label, function = (pl.col(name).cast(pl.String) for name in ("label", "function"))
    label = pl.when(label.is_in(NOTHING)).then(pl.lit("_")).otherwise(label)
    whole = pl.when(function.is_in(NO_FUNCTION)).then(label).otherwise(pl.concat_str(label, pl.lit("-"), function))
    return nodes.select(whole.alias("text")).to_series()


def _runs(side: _Side, chosen: Integers, before: Integers) -> pl.Series:
    """The yields of nodes with gaps, as ranges; ``before``: the number of the word before each one's sentence."""
    place = np.full(side.nodes.height + 1, -1)
    place[chosen] = np.arange(len(chosen))
    above = np.append(parent_rows(side.nodes, side.nodes), -1)
    at, position = parent_rows(side.words, side.nodes), side.words["position"].to_numpy().astype(np.int64)
    members = []
    while (inside := at >= 0).any():
        at, position = at[inside], position[inside]
        hit = place[at] >= 0
        members.append((place[at[hit]], position[hit]))
        at = above[at]
    number, word = (np.concatenate([pair[part] for pair in members] or [np.zeros(0, np.int64)]) for part in (0, 1))
    table = pl.DataFrame({"node": number, "word": word - 1 - before[number]}).sort("node", "word")
    starts = (pl.col("word") - pl.int_range(pl.len()).over("node")).alias("run")
    runs = table.with_columns(starts).group_by("node", "run", maintain_order=True)
    ranges = runs.agg(text=pl.format("{}-{}", pl.col("word").first(), pl.col("word").last()))
    return ranges.group_by("node", maintain_order=True).agg(pl.col("text").str.join("+"))["text"]
