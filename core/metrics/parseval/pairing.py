"""Which sentences of a gold and a parse can be compared (evalb's *status*), and which of their words pair."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goldleaf.core.alignment import aligned_words
from goldleaf.core.metrics.parseval.quotes import mended
from goldleaf.core.metrics.parseval.settings import Settings
from goldleaf.core.metrics.parseval.sides import Bools, Integers, alike, kept_words, word_codes
from goldleaf.core.treebank import Treebank


class Status(IntEnum):
    """What evalb says of a sentence."""

    VALID = 0
    ERROR = 1  # after deletion, gold and parse differ in the number of words or in a word
    SKIP = 2  # the parse has no words


class Pairing(NamedTuple):
    """The words that count on either side, each sentence's status, and the rows of the words of valid sentences.

    Where the words of a sentence are aligned, those rows are of the words that both sides have.
    """

    gold: Bools
    parse: Bools
    status: npt.NDArray[np.uint8]
    gold_rows: Integers
    parse_rows: Integers

    @property
    def valid(self) -> Bools:
        """The sentences that can be compared."""
        return np.asarray(self.status == Status.VALID)

    @property
    def shared(self) -> tuple[Bools, Bools]:
        """The words of gold and parse that have a partner, in valid sentences."""
        found = np.zeros(len(self.gold), bool), np.zeros(len(self.parse), bool)
        for side, rows in zip(found, (self.gold_rows, self.parse_rows), strict=True):
            side[rows] = True
        return found


def pair(gold: Treebank, parse: Treebank, settings: Settings, *, align: bool = False) -> Pairing:
    """Compare the words of two treebanks with the same number of sentences.

    With ``align`` sentences that differ in words are valid, too: those words pair that `core.alignment` aligns.
    """
    kept = kept_words(gold, settings), kept_words(parse, settings)
    ours, theirs = _lengths(gold, kept[0]), _lengths(parse, kept[1])
    odd = (ours != theirs) & (theirs > 0)
    if settings.quotes and odd.any():
        again = mended(gold, parse, kept, odd, settings)
        good = odd & (_lengths(gold, again[0]) == _lengths(parse, again[1]))
        for side, better, treebank in zip(kept, again, (gold, parse), strict=True):
            np.copyto(side, better, where=good[treebank.sentence_of_word])
        odd &= ~good
    status = np.where(theirs == 0, Status.SKIP, np.where(odd, Status.ERROR, Status.VALID)).astype(np.uint8)
    gold_rows, parse_rows = _rows(gold, kept[0], status), _rows(parse, kept[1], status)
    differs = ~alike(
        word_codes(gold, settings)[gold_rows], word_codes(parse, settings)[parse_rows], settings.equal_words
    )
    if differs.any():
        status[gold.sentence_of_word[gold_rows[differs]]] = Status.ERROR
        gold_rows, parse_rows = _rows(gold, kept[0], status), _rows(parse, kept[1], status)
    differ = status == Status.ERROR
    if align and differ.any():
        partner = aligned_words(gold, parse)
        chosen = (partner >= 0) & kept[1] & np.append(kept[0], False)[partner] & differ[parse.sentence_of_word]
        parse_rows = np.sort(np.concatenate([parse_rows, np.flatnonzero(chosen)]))
        gold_rows = np.sort(np.concatenate([gold_rows, partner[chosen]]))
        status[differ] = Status.VALID
    return Pairing(*kept, status, gold_rows, parse_rows)


def _lengths(treebank: Treebank, kept: Bools) -> Integers:
    return np.bincount(treebank.sentence_of_word[kept], minlength=len(treebank))


def _rows(treebank: Treebank, kept: Bools, status: npt.NDArray[np.uint8]) -> Integers:
    return np.flatnonzero(kept & (status == Status.VALID)[treebank.sentence_of_word])
