"""What counts in a gold or in a parse: its words, and its brackets over them.

Words are deleted by their tags. The others are counted anew, and a bracket lies between two of those counts: it begins
after ``start`` words and ends after ``end``. A bracket over no word that is left vanishes (evalb's *zero element*).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.facts import Bools, Codes, Integers, Keys
from goldleaf.core.metrics.parseval.settings import Pairs, Settings, chained, representatives
from goldleaf.core.structures import phrase
from goldleaf.core.treebank import TEXT, Treebank, translated


class Brackets(NamedTuple):
    """The nodes of a treebank as brackets, in their order."""

    sentence: Codes
    label: Codes  # a code that equal labels share
    start: Integers
    end: Integers
    gap: Bools
    key: Keys  # of the yield where it has a gap, else 0
    counts: Bools


def tagged(treebank: Treebank, tags: Iterable[str]) -> Bools:
    """The words that have one of these tags."""
    return _among(codes_of(treebank.words["coarse_tag"]), codes_for(tags))


def tag_codes(treebank: Treebank, settings: Settings) -> Codes:
    """A code for each word's tag, for `alike`. Cut as labels are, ``-LRB-`` and ``-RRB-`` are the same empty tag."""
    tag = treebank.words["coarse_tag"]
    codes = _cut(tag, settings.cut_tags) if settings.cut_tags else codes_of(tag)
    return equated(codes, settings.equal_labels)


def alike(ours: Codes, theirs: Codes, pairs: Pairs) -> Bools:
    """Which codes of the same rows are equal, or those of a pair."""
    same = np.asarray(ours == theirs)
    for one, other in chained_codes(pairs):
        same |= (ours == one) & (theirs == other)
    return same


def chained_codes(pairs: Pairs) -> frozenset[tuple[int, int]]:
    """The codes of `chained` pairs."""
    several = sorted(chained(pairs))
    codes = [codes_for(side).tolist() for side in zip(*several, strict=True)]
    return frozenset(zip(*codes, strict=True))


def label_codes(treebank: Treebank, settings: Settings) -> Codes:
    """A code for each node's label, as it stands in the file but cut.

    Labels that are equal have the same, unless their pairs are `chained`.
    """
    name = "raw_label" if "raw_label" in treebank.nodes.columns else "label"
    return equated(_cut(treebank.nodes[name], settings.cut_labels), settings.equal_labels)


def codes_of(column: pl.Series) -> Codes:
    """The codes of a categorical column."""
    return column.to_physical().to_numpy()


def codes_for(texts: Iterable[str]) -> Codes:
    """The codes that these texts have in every categorical column."""
    return _kept_codes(tuple(texts))[1]


@cache
def _kept_codes(texts: tuple[str, ...]) -> tuple[pl.Series, Codes]:
    """The column is kept, too: codes last as long as something uses them."""
    column = pl.Series(texts, dtype=TEXT)
    return column, codes_of(column)


def _among(codes: Codes, wanted: Codes) -> Bools:
    """Which codes are wanted ones."""
    is_wanted = np.zeros(max(codes.max(initial=0), wanted.max(initial=0)) + 1, bool)
    is_wanted[wanted] = True
    return is_wanted[codes]


def _cut(column: pl.Series, characters: str) -> Codes:
    """The codes of texts up to the first of the characters."""
    start = f"^([^{re.escape(characters)}]*)"
    return translated(column, lambda distinct: distinct.str.extract(start).cast(TEXT).to_physical())


def equated(codes: Codes, pairs: Pairs) -> Codes:
    """The codes with those of equal texts made one, unless their pairs are chained."""
    equal = representatives(pairs)
    if not equal:
        return codes
    result = codes.copy()
    for own, first in zip(codes_for(equal), codes_for(equal.values()), strict=True):
        result[codes == own] = first
    return result


def brackets(treebank: Treebank, kept: Bools, settings: Settings) -> Brackets:
    """All nodes as brackets over the words that are kept."""
    nodes = treebank.nodes
    sentence = nodes["sentence"].to_numpy()
    label = label_codes(treebank, settings)
    delete = settings.delete | {other for own, other in chained(settings.equal_labels) if own in settings.delete}
    deleted = _among(label, equated(codes_for(delete), settings.equal_labels))

    # As if no node had gaps; 0 and 0 for one without words.
    origin = first_words(treebank)[sentence]
    before = words_before(kept)
    start = before[origin + nodes["first"].to_numpy() - 1] - before[origin]
    end = before[origin + nodes["last"].to_numpy()] - before[origin]
    empty = (nodes["size"] == 0).to_numpy()
    start[empty] = end[empty] = 0

    gap = phrase.discontinuous(nodes)
    key = np.zeros(len(gap), np.uint64)
    if gap.any():
        # In sentences where one has a gap, yields are made anew over the words that are kept.
        concerned = np.zeros(len(treebank), bool)
        concerned[sentence[gap]] = True
        of_word = treebank.sentence_of_word
        words = np.flatnonzero(kept & concerned[of_word])
        position = before[words] - before[first_words(treebank)[of_word[words]]] + 1
        rows = np.flatnonzero(concerned[sentence])
        again = phrase.with_yields(
            treebank.words[words].with_columns(position=pl.Series(position, dtype=pl.UInt32)), nodes[rows]
        )
        gap[:] = False
        gap[rows] = phrase.discontinuous(again)
        end[rows] = again["last"].to_numpy()
        start[rows] = np.maximum(again["first"].to_numpy().astype(np.int64) - 1, 0)
        key[rows] = np.where(gap[rows], again["yield"].to_numpy(), 0)
    return Brackets(
        sentence=sentence,
        label=label if settings.labeled else np.zeros_like(label),
        start=start,
        end=end,
        gap=gap,
        key=key,
        counts=(start < end) & ~deleted,
    )


def words_before(kept: Bools) -> Integers:
    """How many words are kept before each word of the treebank, and before its end."""
    return np.append(0, np.cumsum(kept, dtype=np.int64))


def first_words(treebank: Treebank) -> Integers:
    """The row of each sentence's first word."""
    return treebank.sentences["first_word"].to_numpy().astype(np.int64)


def covered(treebank: Treebank, nodes: Bools, words: Bools) -> pl.DataFrame:
    """Rows (word, node), both by their rows in the treebank: the chosen words under each of the chosen nodes."""
    above = phrase.parent_rows(treebank.nodes, treebank.nodes)
    word = np.flatnonzero(words)
    node = phrase.parent_rows(treebank.words, treebank.nodes)[word]
    levels = [pl.DataFrame(schema={"word": pl.Int64(), "node": pl.Int64()})]
    while (under := node >= 0).any():
        word, node = word[under], node[under]
        chosen = nodes[node]
        levels.append(pl.DataFrame({"word": word[chosen], "node": node[chosen]}))
        node = above[node]
    return pl.concat(levels)
