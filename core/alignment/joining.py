"""Neighbouring sentences made one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from goldleaf.core.alignment.placing import enhanced_at
from goldleaf.core.facts import Integers
from goldleaf.core.structures.phrase import with_yields
from goldleaf.core.treebank import SENTENCES, Treebank, empty


def joined(treebank: Treebank, bounds: Integers) -> Treebank:
    """A treebank whose sentence n is those from row ``bounds[n]`` to before ``bounds[n + 1]``; none make an empty one.

    Words keep their order, heads and constituents what they are, so that there may be several roots. Lattices are put
    behind one another; a sentence has none if one is missing. Other golds are joined alike. It is not meant to be
    written.
    """
    count = len(bounds) - 1
    unit = np.repeat(np.arange(count), np.diff(bounds))
    words = treebank.sentences["words"].to_numpy().astype(np.int64)
    nodes = np.bincount(treebank.nodes["sentence"].to_numpy(), minlength=len(treebank))
    word_shift, node_shift = (_before(sizes, bounds, unit) for sizes in (words, nodes))
    changed: dict[str, Any] = {
        "tokens": _moved(treebank.tokens, unit, {"first": word_shift, "last": word_shift}),
        "empty_nodes": _moved(treebank.empty_nodes, unit, {"after": word_shift}),
        "arguments": _moved(treebank.arguments, unit, {"predicate": word_shift, "argument": word_shift}),
    }
    moves = {"word": word_shift, "node": node_shift, "parent": node_shift}
    changed["secondary_edges"] = _moved(treebank.secondary_edges, unit, moves)
    changed["empty_nodes"] = _with_enhanced(changed["empty_nodes"], treebank.empty_nodes, word_shift)
    columns = {"position": word_shift, "head": word_shift}
    if "parent" in treebank.words.columns:
        columns["parent"] = node_shift
    table = _with_enhanced(_moved(treebank.words, unit, columns), treebank.words, word_shift)
    if treebank.nodes.height:
        tree = _moved(treebank.nodes, unit, {"node": node_shift, "parent": node_shift})
        changed["nodes"] = with_yields(table, tree).select(treebank.nodes.columns)
    changed |= _lattices(treebank, bounds, unit)
    return replace(
        treebank,
        words=table,
        sentences=_sentences(treebank, bounds, unit),
        other_lines=treebank.other_lines.clear(),
        other_golds=tuple(joined(other, bounds) for other in treebank.other_golds),
        **changed,
    )


def as_one(treebank: Treebank, first: int, end: int) -> Treebank:
    """The sentences from row ``first`` to before ``end`` as one; one alone as it is."""
    part = treebank.slice(first, end - first)
    return part if end - first == 1 else joined(part, np.array([0, end - first]))


def _before(sizes: Integers, bounds: Integers, unit: Integers) -> Integers:
    """For each sentence how much stands before it in its unit."""
    # Sums from the file's start, less what had come up when the unit began.
    total = np.append(0, np.cumsum(sizes))
    return np.asarray(total[:-1] - total[bounds[:-1]][unit])


def _moved(table: pl.DataFrame, unit: Integers, shifts: dict[str, Integers]) -> pl.DataFrame:
    """A table with the units' numbers for the sentences', and with what refers to words or nodes moved along."""
    if not table.height:
        return table
    sentence = table["sentence"].to_numpy()
    moved = {"sentence": pl.Series(unit[sentence], dtype=pl.UInt32)}
    for name, shift in shifts.items():
        column = table[name]
        by = pl.Series(shift[sentence], dtype=pl.Int64)
        # 0 is the root, the top, or nothing; a token's place before the first word stays there, too.
        value = pl.when(pl.col(name) > 0).then(pl.col(name).cast(pl.Int64) + by).otherwise(pl.col(name))
        moved[name] = table.select(value.cast(column.dtype)).to_series()
    return table.with_columns(**moved)


def _with_enhanced(moved: pl.DataFrame, table: pl.DataFrame, shift: Integers) -> pl.DataFrame:
    """A moved table whose enhanced dependencies are moved along."""
    if "enhanced" not in table.columns:
        return moved
    column = table["enhanced"]
    by = shift[table["sentence"].to_numpy()]
    rows = np.flatnonzero(by)
    texts = column.gather(rows).cast(pl.String).to_list()

    def later(before: int, number: int) -> int:
        return number + before if number else number  # 0 is the root

    changed = [enhanced_at(text, partial(later, before)) for text, before in zip(texts, by[rows].tolist(), strict=True)]
    return moved.with_columns(column.scatter(rows, pl.Series(changed, dtype=pl.String).cast(column.dtype)))


def _lattices(treebank: Treebank, bounds: Integers, unit: Integers) -> dict[str, pl.DataFrame]:
    """The edges and tokens of units: each lattice begins in the state that the one before ends in."""
    tables = {"edges": treebank.edges, "lattice_tokens": treebank.lattice_tokens}
    if not treebank.edges.height:
        return tables
    sentence, origin, target, token = (
        treebank.edges[name].to_numpy().astype(np.int64) for name in ("sentence", "from", "to", "token")
    )
    last, tokens = np.zeros(len(treebank), np.int64), np.zeros(len(treebank), np.int64)
    first = np.full(len(treebank), np.iinfo(np.int64).max)
    np.minimum.at(first, sentence, origin)
    np.maximum.at(last, sentence, target)
    np.maximum.at(tokens, sentence, token)
    # A unit with a sentence that has no lattice would have a hole in its path: it has none at all.
    missing = np.bincount(sentence, minlength=len(treebank)) == 0
    whole = np.bincount(unit[missing], minlength=len(bounds) - 1) == 0
    first[missing] = 0
    state_shift = _before(last - first, bounds, unit) - first
    token_shift = _before(tokens, bounds, unit)
    for name, table in tables.items():
        of = table["sentence"].to_numpy()
        moved = {"sentence": unit[of], **{end: table[end].to_numpy() + state_shift[of] for end in ("from", "to")}}
        moved["token"] = table["token"].to_numpy() + token_shift[of] * (table["token"].to_numpy() > 0)
        columns = [pl.Series(column, values, dtype=table[column].dtype) for column, values in moved.items()]
        tables[name] = table.with_columns(columns).filter(pl.Series(whole[unit[of]]))
    return tables


def _sentences(treebank: Treebank, bounds: Integers, unit: Integers) -> pl.DataFrame:
    made = (
        treebank.sentences.with_columns(unit=pl.Series(unit, dtype=pl.UInt32))
        .group_by("unit", maintain_order=True)
        .agg(
            pl.first("first_word"),
            pl.sum("words").cast(pl.UInt32),
            pl.first("line"),
            pl.first("id"),
            pl.when(pl.col("text").is_not_null().all()).then(pl.col("text").str.join(" ")).first(),
            pl.all("readable"),
        )
    )
    # Units without a sentence stand where the next ones begin.
    every = pl.DataFrame({"unit": pl.int_range(len(bounds) - 1, dtype=pl.UInt32, eager=True)})
    table = every.join(made, on="unit", how="left", maintain_order="left").with_columns(
        pl.col("words").fill_null(0),
        pl.col("first_word").fill_null(strategy="backward").fill_null(treebank.words.height),
        pl.col("line").fill_null(strategy="backward").fill_null(0),
        pl.col("readable").fill_null(value=True),
    )
    return pl.concat([empty(SENTENCES), table.select(list(SENTENCES))], how="vertical_relaxed")
