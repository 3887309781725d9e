"""Words as facts, where gold and parse have different words (Tsarfaty et al. 2012 ACL, §3)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import identity
from goldleaf.core.metrics.tedeval.node_facts import UNLABELED, Facts, Keys, code
from goldleaf.core.metrics.tedeval.places import Places
from goldleaf.core.structures.phrase import position_keys
from goldleaf.core.treebank import TEXT, Treebank

_OF_WORDS = np.uint64(0x94D049BB133111EB)  # tells a word's fact from that of a node with the same label


def lexemes_of(treebank: Treebank, places: Places) -> tuple[Facts, Facts]:
    """The words in their places by form, and by form and tag, such as ``house/NN``."""
    rows = np.flatnonzero(places.terminal > 0)
    words = treebank.words[rows]
    tagged = pl.concat_str(pl.col("form").cast(pl.String), pl.lit("/"), pl.col("coarse_tag").cast(pl.String))
    labels = words["form"], words.select(tagged.cast(TEXT)).to_series()
    place = np.where(places.key > 0, places.key, places.gap)[rows]
    sentence = treebank.sentence_of_word[rows]
    node = identity(sentence, place)
    own = position_keys(places.terminal[rows])
    return (_words(sentence, own, node, labels[0], _OF_WORDS), _words(sentence, own, node, labels[1], _OF_WORDS))


def terminals_of(treebank: Treebank, places: Places) -> tuple[Facts, Facts]:
    """The words as TedEval 2.2 has them: upper-cased, or ``_`` in each slot that a word is stretched over.

    Among the functions they are labels like any others.
    """
    rows = np.flatnonzero(places.terminal > 0)
    first, last = places.first[rows], places.last[rows]
    length = last - first + 1
    upper = treebank.words["form"].gather(pl.Series(rows)).cast(pl.String).str.to_uppercase().cast(TEXT)
    label = np.where(length == 1, upper.to_physical().to_numpy(), code(UNLABELED)).astype(np.uint32)
    each = np.repeat(np.arange(len(rows)), length)
    slot = np.arange(len(each)) - np.repeat(np.cumsum(length) - length, length) + first[each]
    sentence = treebank.sentence_of_word[rows][each]
    node = identity(sentence, position_keys(slot))
    own = position_keys(places.terminal[rows])[each]
    name = pl.Series(label[each]).cat.to(TEXT)
    return _words(sentence, own, node, name, _OF_WORDS), _words(sentence, own, node, name, np.uint64(0))


def _words(sentence: npt.NDArray[np.uint32], own: Keys, node: Keys, label: pl.Series, salt: np.uint64) -> Facts:
    codes = label.to_physical().to_numpy()
    return Facts(sentence, own, node, codes, identity(node, codes) ^ salt, np.ones(len(codes), bool))
