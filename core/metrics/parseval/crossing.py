"""Brackets of the parse that cross a bracket of the gold.

Two brackets cross when they share words and each has words that the other lacks. Without gaps that is, for a bracket
from s to e: a gold bracket that starts between s and e (both exclusive) and ends after e, or one that ends between
them and starts before s. The furthest end among the brackets that start in a range is a range maximum, so no pair of
brackets is ever looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from goldleaf.core.metrics.parseval.sides import Bools, Brackets, Integers, first_words, words_before
from goldleaf.core.metrics.yields import covered
from goldleaf.core.treebank import Treebank


def crosses(gold: Brackets, parse: Brackets, lengths: Integers) -> Bools:
    """For each bracket of the parse whether it crosses one of the gold; ``lengths`` are the sentences' words.

    Brackets that do not count neither cross nor are crossed. All must be without gaps.
    """
    origin = np.append(0, np.cumsum(lengths))
    words = int(origin[-1])
    furthest, nearest = np.full(words, -1, np.int64), np.full(words, words + 1, np.int64)
    at = origin[gold.sentence[gold.counts]]
    start, end = at + gold.start[gold.counts], at + gold.end[gold.counts]
    np.maximum.at(furthest, start, end)
    np.minimum.at(nearest, end - 1, start)

    result = np.zeros(len(parse.counts), bool)
    wide = np.flatnonzero(parse.counts & (parse.end - parse.start > 1))
    at = origin[parse.sentence[wide]]
    start, end = at + parse.start[wide], at + parse.end[wide]
    for rows, ends, starts in _extremes(furthest, nearest, start, end):
        result[wide[rows]] = (ends > end[rows]) | (starts < start[rows])
    return result


def _extremes(
    furthest: Integers, nearest: Integers, start: Integers, end: Integers
) -> Iterator[tuple[Integers, Integers, Integers]]:
    """For rows of queries the highest of ``furthest`` from start + 1 on, and the lowest of ``nearest`` before end - 1.

    A sparse table, of which only the level that is being asked exists: level n holds the extremes of 2^n places.
    """
    length = end - start - 1
    level = np.frexp(length)[1] - 1  # 2^level <= length
    for number in range(int(level.max(initial=-1)) + 1):
        if number:
            step = 1 << (number - 1)
            furthest, nearest = (
                np.maximum(furthest[:-step], furthest[step:]),
                np.minimum(nearest[:-step], nearest[step:]),
            )
        rows = np.flatnonzero(level == number)
        further = length[rows] - (1 << number)
        first = start[rows]
        yield (
            rows,
            np.maximum(furthest[first + 1], furthest[first + 1 + further]),
            np.minimum(nearest[first], nearest[first + further]),
        )


def crosses_with_gaps(
    gold: tuple[Treebank, Brackets, Bools], parse: tuple[Treebank, Brackets, Bools], sentences: Bools
) -> Bools:
    """The same where brackets have gaps, by counting the words they share; each side with the words that it keeps.

    Only the chosen sentences are looked at, where both sides keep the same words.
    """
    ours, theirs = _under(*gold, sentences), _under(*parse, sentences)
    shared = ours.lazy().join(theirs.lazy(), on=("sentence", "word")).group_by("node", "node_right").len().collect()
    node, other, both = (shared[name].to_numpy() for name in ("node", "node_right", "len"))
    result = np.zeros(len(parse[1].counts), bool)
    result[other[(both < _sizes(ours)[node]) & (both < _sizes(theirs)[other])]] = True
    return result


def _under(treebank: Treebank, side: Brackets, kept: Bools, sentences: Bools) -> pl.DataFrame:
    """Rows (word, node, sentence): the kept words under each bracket that counts, numbered as they are kept."""
    pairs = covered(treebank, side.counts, kept & sentences[treebank.sentence_of_word])
    word = pairs["word"].to_numpy()
    sentence = treebank.sentence_of_word[word]
    before = words_before(kept)
    place = before[word] - before[first_words(treebank)[sentence]]
    return pairs.with_columns(word=pl.Series(place), sentence=pl.Series(sentence))


def _sizes(pairs: pl.DataFrame) -> Integers:
    return np.bincount(pairs["node"].to_numpy())
