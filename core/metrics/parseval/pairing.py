"""Which sentences of a gold and a parse can be compared (evalb's *status*), and which of their words pair."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goldleaf.core.alignment import aligned_words
from goldleaf.core.facts import Bools, Integers
from goldleaf.core.metrics.parseval.settings import Settings
from goldleaf.core.metrics.parseval.sides import (
    alike,
    codes_of,
    equated,
    first_words,
    tagged,
    words_before,
)
from goldleaf.core.treebank import Treebank, translated

MARKS = frozenset({"'", '"', "/"})
"""What evalb takes for quotation marks."""


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
    kept = ~tagged(gold, settings.delete), ~tagged(parse, settings.delete)
    ours, theirs = _lengths(gold, kept[0]), _lengths(parse, kept[1])
    odd = (ours != theirs) & (theirs > 0)
    if settings.quotes and odd.any():
        again = _mended(gold, parse, kept, odd, settings)
        good = odd & (_lengths(gold, again[0]) == _lengths(parse, again[1]))
        for side, better, treebank in zip(kept, again, (gold, parse), strict=True):
            np.copyto(side, better, where=good[treebank.sentence_of_word])
        odd &= ~good
    status = np.where(theirs == 0, Status.SKIP, np.where(odd, Status.ERROR, Status.VALID)).astype(np.uint8)
    gold_rows, parse_rows = _rows(gold, kept[0], status), _rows(parse, kept[1], status)
    forms, other_forms = (
        equated(codes_of(side.words["form"]), settings.equal_words)[rows]
        for side, rows in ((gold, gold_rows), (parse, parse_rows))
    )
    differs = ~alike(forms, other_forms, settings.equal_words)
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


@dataclass(slots=True)
class _Mark:
    row: int  # of the word
    place: int  # how many words are kept before it
    tag: int
    kept: bool


def _mended(
    gold: Treebank, parse: Treebank, kept: tuple[Bools, Bools], sentences: Bools, settings: Settings
) -> tuple[Bools, Bools]:
    """The words that are kept, with the quotation marks that come back in the chosen sentences.

    A quotation mark is deleted by its tag. Where a parser takes it for, say, a possessive, it is deleted on one side
    only, and the sentence could not be compared. So evalb looks at the marks that have a QUOTE_LABEL: where two stand
    in the same place, have different tags, and one is deleted and the other not, that one comes back.
    """
    marks: list[dict[int, list[_Mark]]] = []  # by sentence, in their order
    for treebank, side in zip((gold, parse), kept, strict=True):
        is_mark = translated(treebank.words["form"], lambda distinct: distinct.is_in(MARKS))
        sentence = treebank.sentence_of_word
        rows = np.flatnonzero(is_mark & tagged(treebank, settings.quotes) & sentences[sentence])
        before = words_before(side)
        place = before[rows] - before[first_words(treebank)[sentence[rows]]]
        tag = codes_of(treebank.words["coarse_tag"])[rows]
        own: dict[int, list[_Mark]] = {}
        columns = (sentence[rows], rows, place, tag, side[rows])
        for number, *about in zip(*(column.tolist() for column in columns), strict=True):
            own.setdefault(number, []).append(_Mark(*about))
        marks.append(own)
    for number in marks[0].keys() & marks[1].keys():
        _bring_back(marks[0][number], marks[1][number])
    again = kept[0].copy(), kept[1].copy()
    for side, own in zip(again, marks, strict=True):
        side[[mark.row for several in own.values() for mark in several if mark.kept]] = True
    return again


def _bring_back(gold: list[_Mark], parse: list[_Mark]) -> None:
    """Bring marks back, in the order in which evalb does."""
    for number, theirs in enumerate(parse):
        place = theirs.place
        for other, ours in enumerate(gold):
            if ours.place == place and ours.tag != theirs.tag and ours.kept != theirs.kept:
                back, after = (theirs, parse[number:]) if ours.kept else (ours, gold[other:])
                back.kept = True
                for mark in after:
                    mark.place += 1
