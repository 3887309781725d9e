"""The first part of a treebank, by words or by sentences, no sentence being cut."""

from __future__ import annotations

import numpy as np

from goldleaf.core.treebank import Treebank, detached


def first_words(treebank: Treebank, count: int) -> Treebank:
    """The first sentences, until there are so many words or more (CoNLL-X 2006, §3: test sets of 5,000 words)."""
    words = treebank.sentences["words"].to_numpy().astype(np.int64)
    return first_sentences(treebank, int(np.searchsorted(np.cumsum(words) - words, count)))


def first_sentences(treebank: Treebank, count: int) -> Treebank:
    """The first so many sentences (SPMRL 2013, §3.2: training sets of 5,000 sentences)."""
    return treebank if count >= len(treebank) else detached(treebank.only(np.arange(count)))
