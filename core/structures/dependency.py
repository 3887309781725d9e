"""Dependency trees, all sentences of a treebank at once: roots, cycles, crossing arcs.

A result has one row a word, in the order of ``treebank.words``, or one row a sentence. The heads of a sentence need not
make a tree: words without a head, several roots, heads that do not exist and cycles are all allowed for.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from goldleaf.core.treebank import Treebank

Bools: TypeAlias = npt.NDArray[np.bool_]
Integers: TypeAlias = npt.NDArray[np.int64]


def heads(treebank: Treebank) -> Integers:
    """For each word the position of its head, 0 for a root, −1 where there is none."""
    return treebank.words["head"].fill_null(-1).to_numpy().astype(np.int64)


def head_rows(treebank: Treebank) -> Integers:
    """For each word the row of its head; −1 for a root and where the head is missing or does not exist."""
    position, sentence = heads(treebank), treebank.sentence_of_word
    first = treebank.sentences["first_word"].to_numpy().astype(np.int64)[sentence]
    exists = (position > 0) & (position <= _sentence_lengths(treebank))
    return np.where(exists, first + position - 1, -1)


def beyond(treebank: Treebank) -> Bools:
    """The words whose head is a position that their sentence does not have."""
    return np.asarray(heads(treebank) > _sentence_lengths(treebank))


def root_counts(treebank: Treebank) -> Integers:
    """For each sentence how many of its words have the head 0."""
    return np.bincount(treebank.sentence_of_word[heads(treebank) == 0], minlength=len(treebank))


def on_cycle(treebank: Treebank) -> Bools:
    """The words that come back to themselves when one goes from head to head; a word that is its own head is one."""
    parent = head_rows(treebank)
    return _on_cycle(parent, _longest(treebank))


def cycles(treebank: Treebank) -> list[tuple[int, ...]]:
    """The rows of the words of each cycle, from its first word on, each followed by its head."""
    parent = head_rows(treebank)
    found = []
    seen: set[int] = set()
    for start in np.flatnonzero(_on_cycle(parent, _longest(treebank))).tolist():
        if start not in seen:
            cycle = [start]
            while (following := int(parent[cycle[-1]])) != start:
                cycle.append(following)
            seen.update(cycle)
            found.append(tuple(cycle))
    return found


def without_cycles(treebank: Treebank) -> tuple[Integers, Integers]:
    """The heads as a forest in which each word dominates what it does in the treebank, if one looks at another for it.

    All words of a cycle dominate the same: the first stands for them, without a head, and the others hang below it.
    Returns for each word the row of its head there (−1 for none), and the row of the word that dominates the same.
    """
    parent = head_rows(treebank)
    alike = np.arange(len(parent))
    for cycle in cycles(treebank):
        parent[list(cycle)] = alike[list(cycle)] = cycle[0]
        parent[cycle[0]] = -1
    return parent, alike


def non_projective(treebank: Treebank) -> Bools:
    """The words whose arc from the head passes over a word that the head does not dominate.

    A head dominates its dependents and what they dominate. Roots and words without a head have no arc.
    """
    parent = head_rows(treebank)
    forest, alike = without_cycles(treebank)
    return _non_projective(parent, forest, alike)


def _sentence_lengths(treebank: Treebank) -> Integers:
    """For each word how many words its sentence has."""
    return treebank.sentences["words"].to_numpy().astype(np.int64)[treebank.sentence_of_word]


def _longest(treebank: Treebank) -> int:
    return int(treebank.sentences["words"].to_numpy().max(initial=0))


def _follow(parent: Integers, steps: int) -> Integers:
    """Where one arrives after at least so many steps from head to head; −1 for the words from which there is an end."""
    jump = np.append(parent, -1)  # the last element is where −1 points
    for _ in range(steps.bit_length()):
        if not (jump >= 0).any():
            break
        jump = jump[jump]
    return jump[:-1]


def _on_cycle(parent: Integers, longest: int) -> Bools:
    """The words at which long enough walks arrive: all of a cycle, for its words go round, and no others."""
    arrived = _follow(parent, longest)
    result = np.zeros(len(parent), bool)
    result[arrived[arrived >= 0]] = True
    return result


def _non_projective(parent: Integers, forest: Integers, alike: Integers) -> Bools:
    """As `non_projective`; ``forest`` and ``alike`` are of `without_cycles`.

    In preorder a word and all it dominates have successive numbers. So an arc is non-projective when the least or the
    greatest number that it passes over is not among those of its head.
    """
    number, size = _preorder(forest)
    dependent = np.flatnonzero(parent >= 0)
    head = parent[dependent]
    first, last = np.minimum(head, dependent) + 1, np.maximum(head, dependent) - 1
    inner = last >= first
    dependent, head, first, last = dependent[inner], head[inner], first[inner], last[inner]
    least, greatest = _range_extremes(number, first, last)
    result = np.zeros(len(parent), bool)
    head = alike[head]
    result[dependent] = (least < number[head]) | (greatest >= number[head] + size[head])
    return result


def _preorder(parent: Integers) -> tuple[Integers, Integers]:
    """Each word's number in a walk through the trees, head before dependents, and how many words it dominates or is."""
    levels = _levels(parent)
    size = np.ones(len(parent), np.int64)
    for level in reversed(levels[1:]):
        np.add.at(size, parent[level], size[level])
    number = np.zeros(len(parent), np.int64)
    for depth, level in enumerate(levels):
        before = np.cumsum(size[level]) - size[level]
        if depth == 0:
            number[level] = before
            continue
        head = parent[level]
        is_first = np.append(True, head[1:] != head[:-1])
        of_siblings = before - before[is_first][np.cumsum(is_first) - 1]
        number[level] = number[head] + 1 + of_siblings
    return number, size


def _levels(parent: Integers) -> list[Integers]:
    """The rows of each depth, roots first; those of one head stand together."""
    depth = np.zeros(len(parent) + 1, np.int64)
    depth[:-1] = parent >= 0
    jump = np.append(parent, -1)
    while (jump >= 0).any():
        depth += depth[jump]
        jump = jump[jump]
    order = np.lexsort((parent, depth[:-1]))
    return np.split(order, np.cumsum(np.bincount(depth[:-1]))[:-1])


def _range_extremes(values: Integers, first: Integers, last: Integers) -> tuple[Integers, Integers]:
    """The least and the greatest value from each ``first`` to its ``last``.

    A range of length n is two overlapping ones of the greatest power of two that n holds; those of each power are
    answered together.
    """
    least, greatest = np.empty(len(first), np.int64), np.empty(len(first), np.int64)
    power = np.floor(np.log2(last - first + 1)).astype(np.int64)
    low, high = values, values
    for exponent in range(int(power.max(initial=-1)) + 1):
        chosen = np.flatnonzero(power == exponent)
        left, right = first[chosen], last[chosen] - (1 << exponent) + 1
        least[chosen] = np.minimum(low[left], low[right])
        greatest[chosen] = np.maximum(high[left], high[right])
        width = 1 << exponent
        low = np.minimum(low[:-width], low[width:])
        high = np.maximum(high[:-width], high[width:])
    return least, greatest
