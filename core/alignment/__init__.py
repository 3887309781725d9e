"""Which sentences and words of a gold and a parse belong together.

`same` asks for no more than equal words in equal rows, and knows the surface tokens by which all else is done; `units`
pairs sentences that are split, joined or missing (`sentence_alignment` finds out which belong together),
`word_alignment` the words of paired sentences or of one text; `joining` knows what becomes of positions.
"""

from __future__ import annotations

from goldleaf.core.alignment.same import (
    OtherWords,
    check_comparable,
    check_paired,
    comparable,
    difference,
    have_same_forms,
    other_words,
    paired_part,
    paired_words,
    readable_part,
    same_where_parsed,
    words_differ,
)  # fmt: skip
from goldleaf.core.alignment.units import Units, check_related, joined_units, sentences_differ, units, unrelated
from goldleaf.core.alignment.word_alignment import aligned_words

__all__ = [
    "OtherWords", "Units", "aligned_words", "check_comparable", "check_paired", "check_related", "comparable",
    "difference", "have_same_forms", "joined_units", "other_words", "paired_part", "paired_words", "readable_part",
    "same_where_parsed", "sentences_differ", "units", "unrelated", "words_differ",
]  # fmt: skip
