"""Quotation marks that one of two trees tags as another word.

A quotation mark is deleted by its tag. Where a parser takes it for, say, a possessive, it is deleted on one side only,
and the sentence could not be compared. So evalb looks at the marks ``'``, ``"`` and ``/`` that have a QUOTE_LABEL:
where two stand in the same place, have different tags, and one is deleted and the other not, that one comes back.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from goldleaf.core.metrics.parseval.settings import Settings
from goldleaf.core.metrics.parseval.sides import Bools, codes_of, first_words, tagged, words_before
from goldleaf.core.treebank import Treebank, translated

MARKS = frozenset({"'", '"', "/"})


@dataclass(slots=True)
class _Mark:
    row: int  # of the word
    place: int  # how many words are kept before it
    tag: int
    kept: bool


def mended(
    gold: Treebank, parse: Treebank, kept: tuple[Bools, Bools], sentences: Bools, settings: Settings
) -> tuple[Bools, Bools]:
    """The words that are kept, with the quotation marks that come back in the chosen sentences."""
    again = (kept[0].copy(), kept[1].copy())
    ours, theirs = (
        _by_sentence(treebank, side, sentences, settings) for treebank, side in zip((gold, parse), kept, strict=True)
    )
    for sentence in ours.keys() & theirs.keys():
        _compare(ours[sentence], theirs[sentence])
    for side, found in zip(again, (ours, theirs), strict=True):
        side[[mark.row for marks in found.values() for mark in marks if mark.kept]] = True
    return again


def _by_sentence(treebank: Treebank, kept: Bools, sentences: Bools, settings: Settings) -> dict[int, list[_Mark]]:
    """The quotation marks of the chosen sentences, in their order."""
    is_mark = translated(treebank.words["form"], lambda distinct: distinct.is_in(MARKS))
    sentence = treebank.sentence_of_word
    rows = np.flatnonzero(is_mark & tagged(treebank, settings.quotes) & sentences[sentence])
    before = words_before(kept)
    place = before[rows] - before[first_words(treebank)[sentence[rows]]]
    tag = codes_of(treebank.words["coarse_tag"])[rows]
    found: dict[int, list[_Mark]] = {}
    columns = (sentence[rows], rows, place, tag, kept[rows])
    for number, *about in zip(*(column.tolist() for column in columns), strict=True):
        found.setdefault(number, []).append(_Mark(*about))
    return found


def _compare(gold: list[_Mark], parse: list[_Mark]) -> None:
    """Bring marks back, in the order in which evalb does."""
    for number, theirs in enumerate(parse):
        place = theirs.place
        for other, ours in enumerate(gold):
            if ours.place == place and ours.tag != theirs.tag and ours.kept != theirs.kept:
                back, after = (theirs, parse[number:]) if ours.kept else (ours, gold[other:])
                back.kept = True
                for mark in after:
                    mark.place += 1
