"""Which sentences TedEval compares, and what their terminals are."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from core.structures.function import terminals
from core.treebank import Treebank

Integers: TypeAlias = npt.NDArray[np.int64]


class Pairing(NamedTuple):
    """For the words of gold, parse and other golds their terminals (int64, 0 for none), and which sentences compare."""

    gold: Integers
    parse: Integers
    others: tuple[Integers, ...]
    comparable: npt.NDArray[np.bool_]


def pair(gold: Treebank, parse: Treebank) -> Pairing:
    """Pair the words of treebanks with the same number of sentences, traces left out."""
    treebanks = (gold, parse, *gold.other_golds)
    ours, *others = (terminals(treebank) for treebank in treebanks)
    same = np.ones(len(gold), bool)
    for treebank, theirs in zip(treebanks[1:], others, strict=True):
        same &= _same_words(gold, ours, treebank, theirs)
    return Pairing(ours, others[0], tuple(others[1:]), same)


def _same_words(one: Treebank, ours: Integers, other: Treebank, theirs: Integers) -> npt.NDArray[np.bool_]:
    counts = [
        np.bincount(treebank.sentence_of_word[terminal > 0], minlength=len(one))
        for treebank, terminal in ((one, ours), (other, theirs))
    ]
    same = counts[0] == counts[1]
    for treebank in (one, other):
        same &= treebank.sentences["readable"].to_numpy()
    forms = [
        treebank.words["form"].to_physical().to_numpy()[(terminal > 0) & same[treebank.sentence_of_word]]
        for treebank, terminal in ((one, ours), (other, theirs))
    ]
    differs = forms[0] != forms[1]
    sentence = one.sentence_of_word[(ours > 0) & same[one.sentence_of_word]]
    same[sentence[differs]] = False
    return np.asarray(same)
