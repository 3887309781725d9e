"""Punctuation: which words are, and dependency trees with it attached high (SPMRL 2013, §4.5)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.treebank import Treebank, translated


def is_punctuation(form: pl.Series) -> npt.NDArray[np.bool_]:
    """Which forms have only characters of Unicode's category of punctuation (CoNLL-X 2006, §3)."""
    return translated(form, lambda distinct: distinct.str.contains(r"^\p{P}+$"))


def attached_high(treebank: Treebank) -> Treebank:
    """The treebank with each mark of punctuation that has no dependents attached as high as it can be without a new
    non-projective arc, from left to right; of equally high heads to the nearest one, the left one of two.

    Roots stay as they are, and so do sentences with a cycle, with a word without a head, or without a single root.
    """
    marks, every_head = is_punctuation(treebank.words["form"]), treebank.words["head"].fill_null(-1).to_list()
    starts = [*treebank.sentences["first_word"].to_list(), treebank.words.height]
    for first, end in pairwise(starts):
        head = [0, *every_head[first:end]]  # at the words' positions
        count = len(head)
        # What is no tree has no highest place: it is left as the annotators have it.
        if not all(0 <= above < count for above in head) or head[1:].count(0) != 1:
            continue
        if any(len(_dominating(word, head)) > count for word in range(1, count)):  # on a cycle
            continue
        for position in (np.flatnonzero(marks[first:end]) + 1).tolist():
            if head[position] and position not in head:
                head[position] = _highest(position, head) or head[position]
        every_head[first:end] = head[1:]
    heads = pl.Series("head", every_head, dtype=pl.Int32).replace(-1, None)
    return replace(treebank, words=treebank.words.with_columns(heads))


def _dominating(word: int, head: list[int]) -> list[int]:
    """A word and all that dominate it, the root last; longer than the sentence on a cycle."""
    path: list[int] = []
    while word and len(path) <= len(head):
        path.append(word)
        word = head[word]
    return path


def _covers(above: int, word: int, but: int, head: list[int]) -> bool:
    """Whether a word dominates all words between itself and another, but for one of them."""
    between = range(min(above, word) + 1, max(above, word))
    return all(inner == but or above in _dominating(inner, head) for inner in between)


def _highest(position: int, head: list[int]) -> int:
    """The highest word that a word without dependents can depend on; 0 where there is none."""
    # An arc over the position that is projective but for the word there must stay so: its head has to dominate it.
    over = {
        above
        for word, above in enumerate(head)
        if above > 0 and min(word, above) < position < max(word, above) and _covers(above, word, position, head)
    }
    # Whatever a word can depend on without crossing is among those that dominate its neighbours.
    beside = [side for side in (position - 1, position + 1) if 0 < side < len(head)]
    candidates = {above: _dominating(above, head) for side in beside for above in _dominating(side, head)}
    fitting = [
        above for above, path in candidates.items() if over <= {*path} and _covers(above, position, position, head)
    ]
    return min(fitting, key=lambda above: (len(candidates[above]), abs(above - position), above), default=0)
