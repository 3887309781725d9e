"""The words of several annotators side by side, with what each says of them, none being the gold. Words belong together
as `core.alignment` aligns those of each two annotators; the earlier of two says first. A word that one of them does not
have is missing there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.alignment import aligned_words, have_same_forms, joined_units
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.base import has_dependencies
from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.treebank import Treebank

Integers: TypeAlias = npt.NDArray[np.int64]

LAYERS = ("head", "label", "tag", "fine_tag", "lemma", "features")
"""What two annotators can say differently of a word. Tags are coarse where all files have those, else fine."""

ROOT = np.iinfo(np.int64).max  # in the place of an offset: the word depends on the root, wherever it stands


def side_by_side(treebanks: Sequence[Treebank], attachment: Attachment) -> list[pl.DataFrame]:
    """A table for each annotator, with a row for each word that any of them has; the same rows in all.

    Columns: ``present`` and ``scoring`` (booleans), then those of `LAYERS` that the treebank has (other than ``_``
    everywhere), null where the word is missing: ``head`` (int64: how many words after the word its head stands, below
    0 before it, `ROOT`, and null where there is no head) and ``label`` (as the metric compares it) of words that score
    only.
    """
    items = _items(treebanks)
    count = _count(items)
    # Coarse tags are what annotators of different files most likely have in common.
    tag = "coarse_tag" if all("coarse_tag" in treebank.layout.columns for treebank in treebanks) else "fine_tag"
    tables = []
    for treebank, own in zip(treebanks, items, strict=True):
        words = _annotations(treebank, own, tag, attachment)
        # Where all have the same words, as is usual, nothing has to be moved.
        if words.height != count or not np.array_equal(own, np.arange(count)):
            row = np.full(count, -1)
            row[own] = np.arange(len(own))
            rows = pl.DataFrame({"row": row}).select(pl.when(pl.col("row") >= 0).then("row")).to_series()
            words = words.select(pl.all().gather(rows.cast(pl.UInt32)))
        tables.append(words.with_columns(pl.col("present", "scoring").fill_null(value=False)))
    return tables


def _items(treebanks: Sequence[Treebank]) -> list[Integers]:
    """For each annotator's words their numbers among all words, in the order of the text."""
    items: list[Integers] = []
    for treebank in treebanks:
        own = np.full(treebank.words.height, -1)
        for earlier, known in zip(treebanks, items, strict=False):
            if have_same_forms(earlier, treebank):
                partner = np.arange(treebank.words.height)
            else:
                partner = aligned_words(*joined_units(earlier, treebank))  # whose words are in the same rows
            number = np.append(known, -1)[partner]
            # Two earlier annotators may cut a stretch of text differently: a number is given to one word only.
            own = np.where((own < 0) & ~np.isin(number, own), number, own)
        items = _with_new([*items, own])
    return items


def _count(items: Sequence[Integers]) -> int:
    return 1 + max((int(numbers.max(initial=-1)) for numbers in items), default=-1)


def _with_new(items: list[Integers]) -> list[Integers]:
    """The numbers when the last annotator's words that have none (−1) get theirs, behind the words before them."""
    *known, own = items
    new = np.flatnonzero(own < 0)
    if not new.size:
        return items
    count = _count(items)
    # A new word goes behind the last known word before it; stable, so that several keep their order.
    before = np.maximum.accumulate(own)[new]
    order = np.argsort(np.concatenate([np.arange(count), before]), kind="stable")
    number = np.empty(len(order), np.int64)
    number[order] = np.arange(len(order))
    own = own.copy()
    own[new] = count + np.arange(len(new))
    return [number[numbers] for numbers in (*known, own)]


def _annotations(treebank: Treebank, items: Integers, tag: str, attachment: Attachment) -> pl.DataFrame:
    """What one annotator says of each word that the treebank has."""
    columns = {"tag": tag, "fine_tag": "fine_tag", "lemma": "lemma", "features": "features"}
    if tag == "fine_tag":
        del columns["fine_tag"]
    scoring = pl.Series("scoring", attachment.scoring(treebank))
    layers = {
        layer: treebank.words[column]
        for layer, column in columns.items()
        # Where there is nothing but _, the annotator was not asked for it.
        if column in treebank.layout.columns and (treebank.words[column] != "_").any()
    }
    if has_dependencies(treebank):
        position, rows = treebank.words["position"].to_numpy(), head_rows(treebank)
        head = treebank.words["head"]
        # Offsets are counted by the common numbers, so that words which others lack or add between a word and its head
        # change nothing. A head that its sentence does not have is far off, and so no other word's.
        outside = (1 << 32) + head.fill_null(0).to_numpy().astype(np.int64) - position
        distance = np.where(rows >= 0, np.append(items, 0)[rows] - items, outside)
        offset = pl.Series("head", np.where((head == 0).fill_null(value=False).to_numpy(), ROOT, distance))
        arcs = pl.DataFrame([offset, attachment.labels(treebank).alias("label")])
        scored = arcs.select(pl.when(scoring).then(pl.all()).name.keep())
        layers |= scored.with_columns(pl.when(head.is_not_null()).then("head").alias("head")).to_dict()
    present = pl.repeat(value=True, n=len(scoring), eager=True)
    return pl.DataFrame(
        {"present": present, "scoring": scoring} | {name: layers[name] for name in LAYERS if name in layers}
    )
