"""Making dependency trees projective by lifting arcs (Nivre & Nilsson 2005, §2)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from goldleaf.core.structures.dependency import head_rows, heads, non_projective, on_cycle
from goldleaf.core.treebank import Treebank


def projectivized(treebank: Treebank) -> Treebank:
    """The treebank with the shortest non-projective arc lifted to its head's head, until none is left.

    Of equally short ones the leftmost goes first; labels stay. Sentences with a cycle are left as they are, and so are
    arcs whose head has no head.
    """
    lifted = heads(treebank)
    cyclic = np.zeros(len(treebank), bool)
    cyclic[treebank.sentence_of_word[on_cycle(treebank)]] = True
    first = treebank.sentences["first_word"].to_numpy().astype(np.int64)[treebank.sentence_of_word]
    changed = treebank
    while (crossing := np.flatnonzero(non_projective(changed) & ~cyclic[treebank.sentence_of_word])).size:
        head = head_rows(changed)
        length = np.abs(head[crossing] - crossing)
        order = np.lexsort((crossing, length, treebank.sentence_of_word[crossing]))
        sentences = treebank.sentence_of_word[crossing[order]]
        # The shortest of each sentence; sentences do not touch each other.
        chosen = crossing[order][np.append(True, sentences[1:] != sentences[:-1])]
        above = head[head[chosen]]
        lifted = lifted.copy()
        lifted[chosen] = np.where(above >= 0, above - first[chosen] + 1, lifted[head[chosen]])
        changed = replace(
            treebank, words=treebank.words.with_columns(head=pl.Series(lifted, dtype=pl.Int32).replace(-1, None))
        )
    return changed
