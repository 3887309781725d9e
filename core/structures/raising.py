"""Constituents without gaps: what is not beside its head is raised (Boyd 2007; SPMRL 2013, §4.5)."""

from __future__ import annotations

import numpy as np

from goldleaf.core.structures.constituent_heads import Tree, headed_trees
from goldleaf.core.structures.head_table import MARKED, HeadTable
from goldleaf.core.structures.phrase import discontinuous, parent_rows
from goldleaf.core.structures.renumbering import hung
from goldleaf.core.treebank import Treebank


def raised(treebank: Treebank, table: HeadTable = MARKED) -> Treebank:
    """The treebank with crossing branches resolved: of a constituent with gaps only the continuous part that covers its
    head child stays, and its other children hang by its parent, from the bottom up.

    ``table`` finds the heads. What has gaps only for the sake of words under no constituent (unattached punctuation)
    is cut, too: attach those first (`attaching.attached`). Raises GoldleafError where the table finds no head.
    """
    if not discontinuous(treebank.nodes).any():
        return treebank
    of_words, of_nodes = [], parent_rows(treebank.nodes, treebank.nodes)  # where they have no words they stay
    before = 0
    for tree in headed_trees(treebank, table):
        above = _raised(tree)
        rows = {child: parent - 1 + before if parent else -1 for child, parent in above.items()}
        of_words += [rows[-position] for position in range(1, len(tree.word_functions) + 1)]
        for node in range(1, len(tree.children)):
            of_nodes[before + node - 1] = rows.get(node, of_nodes[before + node - 1])
        before += len(tree.children) - 1
    return hung(treebank, np.array(of_words, np.int64), of_nodes)


def _raised(tree: Tree) -> dict[int, int]:
    """The parent of each child once raised."""
    children = [list(inner) for inner in tree.children]
    above = _above(children)
    spans = {-position: (position, position) for position in range(1, len(tree.word_functions) + 1)}
    for node in range(len(children) - 1, 0, -1):
        if children[node]:
            children[node].sort(key=lambda child: spans[child])
            kept = _beside(children[node], tree.head[node], spans)
            children[above[node]] += [child for child in children[node] if child not in kept]
            children[node] = kept
            spans[node] = spans[kept[0]][0], spans[kept[-1]][1]
    return _above(children)


def _beside(children: list[int], head: int, spans: dict[int, tuple[int, int]]) -> list[int]:
    """The children, sorted, that stand in one piece with the head."""
    first = last = children.index(head)
    while first and spans[children[first - 1]][1] + 1 == spans[children[first]][0]:
        first -= 1
    while last + 1 < len(children) and spans[children[last]][1] + 1 == spans[children[last + 1]][0]:
        last += 1
    return children[first : last + 1]


def _above(children: list[list[int]]) -> dict[int, int]:
    return {child: node for node, inner in enumerate(children) for child in inner}
