"""Which words of a gold and a parse are the same, what their columns say, and how it is told where they differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.alignment import Units, aligned_words, comparable, have_same_forms, joined_units, units
from goldleaf.core.alignment.remembered import remembered
from goldleaf.core.structures.parents import Bools, Integers
from goldleaf.core.treebank import TEXT, Treebank

Codes: TypeAlias = npt.NDArray[np.uint32]

NOTHING = ("_", "")

ITEMS = {
    "position": pl.UInt32(),  # of the word (of a role, the argument) in the gold's sentence, 0 for none
    "item": pl.String(),
    "first": pl.UInt32(),
    "last": pl.UInt32(),
    "gold": pl.String(),
    "parse": pl.String(),
}


class Found(NamedTuple):
    """The gold's sentence of each item that differs, and a table of `ITEMS` with as many rows. Texts take longer to
    make than differences to find: so the table is made when it is asked for."""

    sentence: Integers
    table: Callable[[], pl.DataFrame]


def together(*parts: Found) -> Found:
    """What is found first, and then what is found next."""
    sentence = np.concatenate([part.sentence for part in parts])
    return Found(sentence, lambda: pl.concat([part.table() for part in parts]))


def items(**columns: Integers | pl.Series | str | None) -> pl.DataFrame:
    """The table of `ITEMS`, of whatever the columns are given as; without them, there is no word, and null."""
    return pl.DataFrame({**dict.fromkeys(ITEMS), "position": 0, **columns}, schema_overrides=ITEMS)


@dataclass(frozen=True, eq=False)
class Paired:
    """A gold and a parse whose sentences in the same row belong together, as `core.alignment.units` pairs them."""

    gold: Treebank
    parse: Treebank
    units: Units
    partner: Integers  # for each word of the parse the row of the gold's word that it is, −1 for none
    same_words: bool  # words of equal rows are the same
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

    @property
    def known(self) -> Integers:
        """For each word of the gold its row, −1 where the parse does not have it."""
        rows = np.full(self.gold.words.height, -1)
        shared = self.partner[self.partner >= 0]
        rows[shared] = shared
        return rows

    @property
    def have_words(self) -> tuple[Bools, Bools]:
        """Which units have words in the gold, and in the parse; words are told of one by one where both have."""
        gold, parse = ((side.sentences["words"] > 0).to_numpy() for side in (self.gold, self.parse))
        return gold, parse

    def position(self, rows: Integers) -> Integers:
        """The numbers of words of the gold in their sentences."""
        return np.asarray(rows - self.first_word[self.sentence[rows]] + 1)


def paired(gold: Treebank, parse: Treebank) -> Paired:
    """Pair the sentences and words of a gold and a parse."""
    partner = _partners(gold, parse)
    first_word, *lengths = (
        column.to_numpy().astype(np.int64)
        for column in (gold.sentences["first_word"], gold.sentences["words"], parse.sentences["words"])
    )
    return Paired(
        *joined_units(gold, parse),
        units(gold, parse),
        np.arange(parse.words.height) if partner is None else partner,
        partner is None,
        gold.sentence_of_word.astype(np.int64),
        first_word,
        (lengths[0], lengths[1]),
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


def codes_of(values: Sequence[str]) -> Codes:
    """The codes of texts."""
    codes: Codes = pl.Series(values, dtype=TEXT).to_physical().to_numpy()
    return codes


def codes(column: pl.Series, nothing: Sequence[str] = NOTHING) -> Codes:
    """The code of each value of a column of text (TEXT), equal where they are; null and ``nothing`` have one code."""
    if column.null_count():
        column = column.fill_null(nothing[0])
    none, *others = codes_of(nothing).tolist()
    values: Codes = column.to_physical().to_numpy()
    return np.where(np.isin(values, others), np.uint32(none), values)


def shared(gold: Treebank, parse: Treebank, columns: Sequence[str]) -> list[str]:
    """Those of the columns that both treebanks have, with a value at some word."""
    none = codes_of(NOTHING)[0]
    return [
        column
        for column in columns
        if all(column in side.words.columns and (codes(side.words[column]) != none).any() for side in (gold, parse))
    ]
