"""Which sentences and words of a gold and a parse belong together.

`same` asks for no more than equal words in equal rows, and knows the surface tokens by which all else is done; `units`
pairs sentences that are split, joined or missing, and joins them (`sentence_alignment` finds out which belong
together), `word_alignment` the words of paired sentences or of one text.
"""

from __future__ import annotations

from goldleaf.core.alignment.same import check_comparable, check_paired, comparable, have_same_forms, paired_words
from goldleaf.core.alignment.units import Units, check_related, joined_units, sentences_differ, units, unrelated
from goldleaf.core.alignment.word_alignment import aligned_words

__all__ = [
    "Units", "aligned_words", "check_comparable", "check_paired", "check_related", "comparable", "have_same_forms",
    "joined_units", "paired_words", "sentences_differ", "units", "unrelated",
]  # fmt: skip
