"""The words of several annotators side by side, with what each says of them, none being the gold.

Words belong together as `core.alignment` aligns those of each two annotators; the earlier of two says first. A word
that one of them does not have is missing there.
"""

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

ROOT = np.iinfo(np.int64).max
"""In the place of an offset: the word depends on the root, wherever it stands."""

_OUTSIDE = 1 << 32
"""Added to the offset of a head that its sentence does not have, so that it is no other word's."""


def side_by_side(treebanks: Sequence[Treebank], attachment: Attachment) -> list[pl.DataFrame]:
    """A table for each annotator, with a row for each word that any of them has; the same rows in all.

    Columns: ``present`` and ``scoring`` (booleans), then those of `LAYERS` that the treebank has (other than ``_``
    everywhere), null where the word is missing: ``head`` (int64, see `offsets`) and ``label`` (as the metric compares
    it) of words that score only.
    """
    items = _items(treebanks)
    count = 1 + max((int(own.max(initial=-1)) for own in items), default=-1)
    tag = "coarse_tag" if all("coarse_tag" in one.layout.columns for one in treebanks) else "fine_tag"
    return [
        _placed(_said(treebank, own, tag, attachment), own, count)
        for treebank, own in zip(treebanks, items, strict=True)
    ]


def _items(treebanks: Sequence[Treebank]) -> list[Integers]:
    """For each annotator's words their numbers among all words, in the order of the text."""
    items: list[Integers] = []
    for treebank in treebanks:
        own = np.full(treebank.words.height, -1)
        for other, known in zip(treebanks, items, strict=False):
            partner = _partners(other, treebank)
            found = np.append(known, -1)[partner]
            own = np.where((own < 0) & ~np.isin(found, own), found, own)
        items = _with_new([*items, own])
    return items


def _partners(one: Treebank, other: Treebank) -> Integers:
    """For each word of the other the row of the word that it is in the one, −1 for none."""
    if have_same_forms(one, other):
        return np.arange(other.words.height)
    return aligned_words(*joined_units(one, other))  # whose words are in the same rows


def _with_new(items: list[Integers]) -> list[Integers]:
    """The numbers when the last annotator's words that have none (−1) get theirs, behind the words before them."""
    *known, own = items
    new = np.flatnonzero(own < 0)
    count = 1 + max((int(one.max(initial=-1)) for one in items), default=-1)
    if not new.size:
        return items
    before = np.maximum.accumulate(own)[new]
    order = np.argsort(np.concatenate([np.arange(count), before]), kind="stable")
    number = np.empty(len(order), np.int64)
    number[order] = np.arange(len(order))
    own = own.copy()
    own[new] = count + np.arange(len(new))
    return [number[one] for one in (*known, own)]


def _said(treebank: Treebank, items: Integers, tag: str, attachment: Attachment) -> pl.DataFrame:
    """What one annotator says of each word that the treebank has."""
    columns = {"tag": tag, "fine_tag": "fine_tag", "lemma": "lemma", "features": "features"}
    if tag == "fine_tag":
        del columns["fine_tag"]
    scoring = pl.Series("scoring", attachment.scoring(treebank))
    said = {name: treebank.words[column] for name, column in columns.items() if _says(treebank, column)}
    if has_dependencies(treebank):
        of_scoring = pl.DataFrame([offsets(treebank, items).alias("head"), attachment.labels(treebank).alias("label")])
        said |= of_scoring.select(pl.when(scoring).then(pl.all()).name.keep()).to_dict()
    return pl.DataFrame(
        {"present": pl.repeat(value=True, n=len(scoring), eager=True), "scoring": scoring}
        | {name: said[name] for name in LAYERS if name in said}
    )


def _says(treebank: Treebank, column: str) -> bool:
    """Whether the annotator says anything in a column: where there is nothing but ``_``, it was not asked for."""
    return column in treebank.layout.columns and bool((treebank.words[column] != "_").any())


def offsets(treebank: Treebank, items: Integers) -> pl.Series:
    """How many words after each word its head stands, below 0 before it; `ROOT`, and null where there is no head.

    Words are counted as ``items`` number them, so that words which others lack or add between the two change nothing.
    """
    position = treebank.words["head"]
    rows = head_rows(treebank)
    outside = _OUTSIDE + position.fill_null(0).to_numpy().astype(np.int64) - treebank.words["position"].to_numpy()
    distance = np.where(rows >= 0, np.append(items, 0)[rows] - items, outside)
    found = pl.Series(np.where((position == 0).fill_null(value=False).to_numpy(), ROOT, distance))
    return found.to_frame("head").select(pl.when(position.is_not_null()).then("head")).to_series()


def _placed(said: pl.DataFrame, items: Integers, count: int) -> pl.DataFrame:
    """The same with a row for each word of all annotators."""
    if said.height != count or not np.array_equal(items, np.arange(count)):
        row = np.full(count, -1)
        row[items] = np.arange(len(items))
        rows = pl.DataFrame({"row": row}).select(pl.when(pl.col("row") >= 0).then("row")).to_series().cast(pl.UInt32)
        said = said.select(pl.all().gather(rows))
    return said.with_columns(pl.col("present", "scoring").fill_null(value=False))
