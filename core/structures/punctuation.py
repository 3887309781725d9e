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
    marks, head = is_punctuation(treebank.words["form"]), treebank.words["head"].fill_null(-1).to_list()
    starts = [*treebank.sentences["first_word"].to_list(), treebank.words.height]
    for first, end in pairwise(starts):
        sentence = _Sentence([0, *head[first:end]])
        if sentence.is_tree:
            sentence.attach(marks[first:end].tolist())
            head[first:end] = sentence.head[1:]
    heads = pl.Series("head", head, dtype=pl.Int32).replace(-1, None)
    return replace(treebank, words=treebank.words.with_columns(heads))


class _Sentence:
    """The heads of one sentence, at their positions; the first is no word."""

    def __init__(self, head: list[int]) -> None:
        self.head = head

    @property
    def is_tree(self) -> bool:
        count = len(self.head)
        heads = self.head[1:]
        return (
            all(0 <= one < count for one in heads)
            and heads.count(0) == 1
            and all(len(self.above(word)) <= count for word in range(1, count))
        )

    def above(self, word: int) -> list[int]:
        """A word and all that dominate it, the root last; longer than the sentence on a cycle."""
        found: list[int] = []
        while word and len(found) <= len(self.head):
            found.append(word)
            word = self.head[word]
        return found

    def attach(self, marks: list[bool]) -> None:
        """Attach punctuation high."""
        for position, is_mark in enumerate(marks, 1):
            if is_mark and self.head[position] and position not in self.head:
                self.head[position] = self._highest(position) or self.head[position]

    def _highest(self, position: int) -> int:
        """The highest word that a word without dependents can depend on; 0 where there is none."""
        over = [above for word, above in enumerate(self.head) if self._spans(word, above, position)]
        beside = [side for side in (position - 1, position + 1) if 0 < side < len(self.head)]
        candidates = {one: self.above(one) for side in beside for one in self.above(side)}
        fitting = [
            one for one, path in candidates.items() if {*over} <= {*path} and self._covers(one, position, position)
        ]
        return min(fitting, key=lambda one: (len(candidates[one]), abs(one - position), one), default=0)

    def _spans(self, word: int, above: int, position: int) -> bool:
        """Whether an arc passes over the position, and is projective but for the word there."""
        inside = above > 0 and min(word, above) < position < max(word, above)
        return inside and self._covers(above, word, position)

    def _covers(self, head: int, word: int, but: int) -> bool:
        """Whether a head dominates all words between itself and another, but for one of them."""
        between = range(min(head, word) + 1, max(head, word))
        return all(one == but or head in self.above(one) for one in between)
