"""Pseudo-projective trees: projective ones whose labels tell where lifted words were, so that a parser that learns from
them finds crossing arcs (Nivre & Nilsson 2005, §2; CoNLL-X 2006, §5.5).

Three encodings, written as MaltParser writes them, which puts words back in the same order. Behind a lifted word's
label stands ``|``, then the label of the head that it had (``head``, ``head+path``) or nothing (``path``); that of each
head past which one was lifted ends in ``%`` (``path``, ``head+path``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from goldleaf.core.errors import FormatError, Problem, check_among
from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.structures.dependency_changes import lifted
from goldleaf.core.treebank import TEXT, Treebank

ENCODINGS = ("head", "path", "head+path")
_MARKS, _UNMARKED = "[|%]", "^([^|%]*)"


def check_encoding(name: str) -> str:
    """The name of an encoding. Raises OptionError for another."""
    check_among("--apply", name, ENCODINGS, "encoding")
    return name


def pseudo_projective(treebank: Treebank, encoding: str) -> Treebank:
    """The treebank made projective (`dependency_changes.projectivized`) with labels by one of the `ENCODINGS`. Raises
    FormatError for a label that has one of the marks before."""
    label = treebank.words["label"].cast(pl.String)
    if (taken := label.str.contains(_MARKS)).any():
        row = taken.arg_max() or 0
        what = f"the label {label[row]!r} has | or %, which mark lifted words; put another for it with map-labels"
        raise FormatError(Problem(treebank.path, int(treebank.words["line"][row]), 0, what))
    changed, passed = lifted(treebank)
    of_head = label.gather(np.maximum(head_rows(treebank), 0)) if "head" in encoding else pl.lit("")
    is_lifted, is_passed = pl.Series(changed.heads != treebank.heads), pl.Series(passed & ("path" in encoding))
    behind = pl.when(is_lifted).then("|" + of_head).otherwise(pl.lit(""))
    made = pl.concat_str(label, behind, pl.when(is_passed).then(pl.lit("%")).otherwise(pl.lit("")))
    return replace(changed, words=changed.words.with_columns(label=made.cast(TEXT)))


def deprojectivized(treebank: Treebank, encoding: str) -> Treebank:
    """The treebank with lifted words, as the labels of an encoding tell of them, on the heads that are found below
    those they have; where none is found they stay. Labels lose all marks."""
    label = treebank.words["label"].cast(pl.String)
    marked = label.str.contains(_MARKS).to_numpy()
    heads, labels = treebank.words["head"].to_list(), label.to_list()
    bounds = treebank.sentences.select("first_word", "words").rows()
    for first, count in (bounds[row] for row in np.unique(treebank.sentence_of_word[marked]).tolist()):
        own = slice(first, first + count)
        heads[own] = _lowered(heads[own], labels[own], encoding)
    unmarked = label.str.extract(_UNMARKED).cast(TEXT)
    return replace(treebank, words=treebank.words.with_columns(pl.Series("head", heads, dtype=pl.Int32), unmarked))


def _lowered(heads: Sequence[int | None], labels: Sequence[str], encoding: str) -> list[int | None]:
    """The heads of a sentence with lifted words put back. One may have been on another, so the tree is gone through
    from the top down until nothing moves."""
    head, parts = [None, *heads], [("", "", ""), *(label.removesuffix("%").partition("|") for label in labels)]
    passed = [False, *(label.endswith("%") for label in labels)]
    below: list[list[int]] = [[] for _ in head]
    for word, above in enumerate(head):
        if above is not None and 0 <= above < len(below):
            below[above].append(word)
    waiting = {word for word, (_, mark, _) in enumerate(parts) if mark}

    def nearest(above: int, word: int) -> list[int]:
        # What is near to the lifted word comes first; the paper goes from left to right.
        way = (other for other in below[above] if other != word and (passed[other] or encoding == "head"))
        return sorted(way, key=lambda other: (abs(other - word), other))

    def found(word: int) -> int:
        """The head of a lifted word, breadth first below the one it has: one with the label and, on a path, its end, or
        else the first on it with the label; 0 for none."""
        queue, on_way = deque(nearest(head[word] or 0, word)), 0
        while queue:
            other = queue.popleft()
            further = nearest(other, word)
            queue += further
            if encoding == "path" or parts[other][0] == parts[word][2]:
                if encoding == "head" or not further:
                    return other
                on_way = on_way or other
        return on_way

    before = -1
    while len(waiting) != before:
        before, stack = len(waiting), [0]
        while stack:
            word = stack.pop()
            if word in waiting and (above := found(word)):
                below[head[word] or 0].remove(word)
                below[above].append(word)
                head[word] = above
                waiting.remove(word)
            # The last one is next: those on the left, then those on the right, each from the outside in.
            stack += sorted(below[word], key=lambda other: (other < word, abs(other - word)))
    return head[1:]
