"""Constituents into whose trees everything is hung that an annotation leaves unattached (SPMRL 2013, §4.5)."""

from __future__ import annotations

from bisect import bisect
from itertools import pairwise, starmap

import numpy as np

from goldleaf.core.structures.phrase import parent_rows
from goldleaf.core.structures.renumbering import hung
from goldleaf.core.treebank import Treebank


def attached(treebank: Treebank) -> Treebank:
    """Words and constituents that stand beside a tree hung into it: below the lowest constituent that holds the words
    to their left and right (Maier et al. 2012), the words next to them that are attached.

    What is unattached at an edge of its sentence goes to the top of the tree beside. The tree of a sentence is its
    constituent with the most words, the first of several; sentences without constituents are left as they are.
    """
    nodes = treebank.nodes
    of_words, of_nodes = parent_rows(treebank.words, nodes), parent_rows(nodes, nodes)
    sentence = nodes["sentence"].to_numpy()
    starts = [*treebank.sentences["first_word"].to_list(), treebank.words.height]
    bounds = np.searchsorted(sentence, np.arange(len(treebank) + 1)).tolist()
    size = nodes["size"].to_numpy()
    words, above = of_words.tolist(), of_nodes.tolist()
    for words_of, nodes_of in zip(starmap(range, pairwise(starts)), starmap(range, pairwise(bounds)), strict=True):
        tops = [row for row in nodes_of if above[row] < 0]
        if tops:
            root = max(tops, key=lambda row: (size[row], -row))
            _hang(words_of, root, words, above)
            for other in tops:
                if other != root and above[other] < 0:  # has no words
                    above[other] = root
    if words == of_words.tolist() and above == of_nodes.tolist():
        return treebank
    return hung(treebank, np.array(words, np.int64), np.array(above, np.int64))


def _hang(rows: range, root: int, words: list[int], above: list[int]) -> None:
    """Hang the words of a sentence into its tree, whose root is a row of the nodes; changes their parents."""
    path = {row: _path(words[row], above) for row in rows}
    inside = [row for row in rows if root in path[row]]
    for row in (row for row in rows if root not in path[row]):
        target = _target(row, root, inside, path)
        if not path[row]:
            words[row] = target
        elif above[path[row][-1]] < 0:  # a constituent goes where its first word would
            above[path[row][-1]] = target


def _target(row: int, root: int, inside: list[int], path: dict[int, list[int]]) -> int:
    """The lowest constituent that holds the words of the tree to the left and right."""
    place = bisect(inside, row)
    if place in (0, len(inside)):
        return root
    right = path[inside[place]]
    return next(one for one in path[inside[place - 1]] if one in right)


def _path(node: int, above: list[int]) -> list[int]:
    """A node and all above it."""
    found = []
    while node >= 0:
        found.append(node)
        node = above[node]
    return found
