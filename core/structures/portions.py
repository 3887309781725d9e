"""Portions of a treebank: by words, by sentences, by what their trees are. No sentence is cut."""

from __future__ import annotations

from collections import Counter

import numpy as np
import polars as pl

from goldleaf.core.structures.labels import matching
from goldleaf.core.structures.phrase import TRACE, parent_rows, unparsed
from goldleaf.core.structures.punctuation import is_punctuation
from goldleaf.core.treebank import Treebank, detached

_WRAPPERS = "|TOP|ROOT|S1|VROOT"
"""Labels of the constituent around a whole tree that say nothing; the first is empty."""


def first_words(treebank: Treebank, count: int) -> Treebank:
    """The first sentences, until there are so many words or more."""
    # A sentence is taken while those before it have fewer words: the one that reaches the number is whole.
    words = treebank.sentences["words"].to_numpy().astype(np.int64)
    return first_sentences(treebank, int(np.searchsorted(np.cumsum(words) - words, count)))


def first_scoring_words(treebank: Treebank, count: int) -> Treebank:
    """The first sentences, until there are so many words that are no punctuation, or more (CoNLL-X 2006, §3: test sets
    of 5,000 scoring words)."""
    scoring = ~is_punctuation(treebank.words["form"])
    words = np.bincount(treebank.sentence_of_word[scoring], minlength=len(treebank))
    return first_sentences(treebank, int(np.searchsorted(np.cumsum(words) - words, count)))


def first_sentences(treebank: Treebank, count: int) -> Treebank:
    """The first so many sentences (SPMRL 2013, §3.2: training sets of 5,000 sentences)."""
    return sentences(treebank, 1, count)


def last_sentences(treebank: Treebank, count: int) -> Treebank:
    """The last so many sentences (SPMRL 2013, §4.6: 500 to develop at the beginning, 500 to test at the end)."""
    return sentences(treebank, max(1, len(treebank) - count + 1), len(treebank))


def sentences(treebank: Treebank, first: int, last: int) -> Treebank:
    """The sentences with these numbers, from 1, both included; there may be less of them."""
    if first <= 1 and last >= len(treebank):
        return treebank
    return detached(treebank.only(np.arange(min(first, len(treebank) + 1) - 1, min(last, len(treebank)))))


def annotated(treebank: Treebank) -> Treebank:
    """The sentences that have trees: a head at every word, or constituents (CoNLL-X 2006, §4.1, of the Arabic treebank:
    sentences with missing annotation were filtered out). Those without words have none."""
    lacking = (treebank.sentences["words"] == 0).to_numpy()
    if "parent" in treebank.words.columns:
        lacking = lacking | unparsed(treebank)
    else:
        lacking[treebank.words["sentence"].filter(treebank.words["head"].is_null()).unique().to_numpy()] = True
    return _only(treebank, ~lacking)


def without_trees_of(treebank: Treebank, pattern: str) -> Treebank:
    """The sentences whose trees are not of a category (SPMRL 2013, §4.2, of the Arabic treebank: trees dominated by X,
    which are errors and no language, are discarded), all of them where there are several. What is around a whole tree
    without saying anything is looked through."""
    nodes = treebank.nodes
    above = parent_rows(nodes, nodes)
    wraps = (above < 0) & matching(nodes["label"], _WRAPPERS)
    top = (above < 0) & ~wraps | (above >= 0) & np.append(wraps, False)[above]
    # A sentence goes when all of its trees are of the category; one that has none at all stays.
    tops = np.bincount(nodes["sentence"].to_numpy()[top], minlength=len(treebank))
    found = np.bincount(nodes["sentence"].to_numpy()[top & matching(nodes["label"], pattern)], minlength=len(treebank))
    return _only(treebank, (tops == 0) | (found < tops))


def matching_sentences(treebank: Treebank, other: Treebank) -> Treebank:
    """The sentences that another treebank has, too, with the same words, each as often as it is there (SPMRL 2013,
    §4.3: of the Basque treebank the sentences were selected that both of its versions have). Traces are no words."""
    there = Counter(_texts(other))
    kept = np.zeros(len(treebank), bool)
    for row, text in enumerate(_texts(treebank)):
        kept[row] = there[text] > 0
        there[text] -= 1
    return _only(treebank, kept)


def _texts(treebank: Treebank) -> list[str]:
    """The words of each sentence, traces left out."""
    words = treebank.words.with_columns(pl.col("form", "coarse_tag").cast(pl.String))
    forms = words.filter(pl.col("coarse_tag") != TRACE).group_by("sentence").agg(pl.col("form").str.join("\t"))
    found = dict(forms.iter_rows())
    return [found.get(row, "") for row in range(len(treebank))]


def _only(treebank: Treebank, kept: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Treebank:
    return treebank if kept.all() else detached(treebank.only(np.flatnonzero(kept)))
