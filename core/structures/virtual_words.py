"""Dependencies without virtual words: those that stand for what is elided (SPMRL 2013, §4.7)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from goldleaf.core.structures.patterns import matching
from goldleaf.core.structures.renumbering import without_words
from goldleaf.core.treebank import TEXT, Treebank, detached

PREDICATE = "PRED"


def without_virtual_words(treebank: Treebank, pattern: str) -> Treebank:
    """The treebank without the words whose form is virtual, such as ``VAN|ELL``: their dependents hang by their head,
    with labels such as ``COORD-VAN-SUBJ`` (the virtual word's label, its form, the dependent's label).

    Of the dependents of a virtual root the one with the label ``PRED`` becomes the root, and the others hang by it;
    the paper does not say which where there is none: here the first. Words are numbered anew.
    """
    virtual = matching(treebank.words["form"], pattern)
    if not virtual.any():
        return treebank
    heads, labels = treebank.words["head"].to_list(), treebank.words["label"].cast(pl.String).to_list()
    forms = treebank.words["form"].cast(pl.String).to_list()
    about = treebank.sentences.select("first_word", "words").rows()
    for row in np.unique(treebank.sentence_of_word[virtual]).tolist():
        first, count = about[row]
        own = slice(first, first + count)
        sentence = _Sentence([None, *heads[own]], ["", *labels[own]], ["", *forms[own]])
        for word in sentence.from_the_top((np.flatnonzero(virtual[own]) + 1).tolist()):
            sentence.pass_on(word)
        heads[own], labels[own] = sentence.heads[1:], sentence.labels[1:]
    words = treebank.words.with_columns(
        pl.Series("head", heads, dtype=pl.Int32), pl.Series("label", labels, dtype=pl.String).cast(TEXT)
    )
    rows = np.arange(words.height)
    return without_words(detached(treebank, words=words), np.where(virtual, -1, rows))


@dataclass(frozen=True, slots=True)
class _Sentence:
    """The heads, labels and forms of one sentence, at their positions."""

    heads: list[int | None]
    labels: list[str]
    forms: list[str]

    def from_the_top(self, words: list[int]) -> list[int]:
        """The words with those first that have fewer above them."""
        return sorted(words, key=self._depth)

    def pass_on(self, word: int) -> None:
        """Hang the dependents of a word by its head; of a root's, one becomes the root."""
        dependents = [other for other, head in enumerate(self.heads) if head == word and other != word]
        above, before = self.heads[word], (self.labels[word], self.forms[word])
        if above == 0 and dependents:
            root = next((one for one in dependents if self.labels[one] == PREDICATE), dependents[0])
            self._hang(root, 0, before)
            dependents.remove(root)
            self.heads[word] = above = root
        for one in dependents:
            self._hang(one, above if above != word else None, before)

    def _hang(self, word: int, head: int | None, before: tuple[str, str]) -> None:
        self.heads[word] = head
        self.labels[word] = "-".join((*before, self.labels[word]))

    def _depth(self, word: int) -> int:
        above: int | None = word
        depth = 0
        while above and above < len(self.heads) and depth <= len(self.heads):
            above, depth = self.heads[above], depth + 1
        return depth
