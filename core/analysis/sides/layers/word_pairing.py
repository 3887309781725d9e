"""Which words of a gold and a parse are the same, and what their columns say of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.alignment import Units, aligned_words, comparable, have_same_forms, joined_units, units
from goldleaf.core.alignment.remembered import remembered
from goldleaf.core.treebank import TEXT, Treebank

Integers: TypeAlias = npt.NDArray[np.int64]
Codes: TypeAlias = npt.NDArray[np.uint32]

NOTHING = ("_", "")


@dataclass(frozen=True, eq=False)
class Paired:
    """A gold and a parse whose sentences in the same row belong together, as `core.alignment.units` pairs them.

    ``partner`` has for each word of the parse the row of the gold's word that it is, −1 for none. Where ``same_words``
    holds, words of equal rows are the same.
    """

    gold: Treebank
    parse: Treebank
    units: Units
    partner: Integers
    same_words: bool
    sentence: Integers  # for each word of the gold the row of its sentence in the file, not of its unit
    first_word: Integers  # for each sentence of the gold's file
    lengths: tuple[Integers, Integers]  # how many words each sentence of the files has

    @property
    def rows(self) -> tuple[Integers | slice, Integers | slice]:
        """The rows of the words that both have, in gold and parse."""
        if self.same_words:
            return slice(None), slice(None)
        theirs = np.flatnonzero(self.partner >= 0)
        return self.partner[theirs], theirs

    def position(self, rows: Integers) -> Integers:
        """The numbers of words of the gold in their sentences."""
        return np.asarray(rows - self.first_word[self.sentence[rows]] + 1)


def paired(gold: Treebank, parse: Treebank) -> Paired:
    """Pair the sentences and words of a gold and a parse."""
    partner = _partners(gold, parse)
    sides = joined_units(gold, parse)
    return Paired(
        *sides,
        units(gold, parse),
        np.arange(parse.words.height) if partner is None else partner,
        partner is None,
        gold.sentence_of_word.astype(np.int64),
        gold.sentences["first_word"].to_numpy().astype(np.int64),
        (gold.sentences["words"].to_numpy().astype(np.int64), parse.sentences["words"].to_numpy().astype(np.int64)),
    )


@remembered
def _partners(gold: Treebank, parse: Treebank) -> Integers | None:
    """For each word of the parse the row of the gold's, −1 for none; None where all words are the same."""
    if len(gold) == len(parse) and have_same_forms(gold, parse):
        return None
    ours, theirs = joined_units(gold, parse)
    partner = aligned_words(ours, theirs).copy()
    # Traces are aligned with nothing; but where all words are the same they are, too.
    same = comparable(ours, theirs)[theirs.sentence_of_word]
    first = ours.sentences["first_word"].to_numpy().astype(np.int64)[theirs.sentence_of_word]
    partner[same] = (first + theirs.words["position"].to_numpy() - 1)[same]
    return partner


def codes(column: pl.Series, nothing: Sequence[str] = NOTHING) -> Codes:
    """The code of each value of a column of text (TEXT), equal where they are; null and ``nothing`` have one code."""
    if column.null_count():
        column = column.fill_null(nothing[0])
    none, *others = codes_of(nothing).tolist()
    values: Codes = column.to_physical().to_numpy()
    return np.where(np.isin(values, others), np.uint32(none), values)


def has_values(treebank: Treebank, column: str) -> bool:
    """Whether any word has a value in a column; it may not be there at all."""
    if column not in treebank.words.columns:
        return False
    return bool((codes(treebank.words[column]) != codes_of(NOTHING)[0]).any())


def texts(column: pl.Series) -> pl.Series:
    """The values as text; null for nothing."""
    text = column.cast(pl.String)
    return pl.select(pl.when(~text.is_in(NOTHING)).then(text)).to_series().alias(column.name)


def codes_of(values: Sequence[str]) -> Codes:
    """The codes of texts."""
    found: Codes = pl.Series(values, dtype=TEXT).to_physical().to_numpy()
    return found
