"""Trees and what is none, as one array: for each word the row of its head, −1 where it has none.

The rows of a sentence stand together. The heads need not make a tree: several words without one, and cycles, are
allowed for.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from goldleaf.core.facts import Bools, Integers, spread


def on_cycle(parent: Integers) -> Bools:
    """The words at which long enough walks from head to head arrive: all of a cycle, and no others."""
    jump, walking = parent.copy(), np.flatnonzero(parent >= 0)
    for _ in range(len(parent).bit_length()):  # each round doubles the steps of those that have not come to an end
        jump[walking] = further = jump[jump[walking]]
        walking = walking[further >= 0]
    return spread(len(parent), jump[walking])


def cycles(parent: Integers) -> list[tuple[int, ...]]:
    """The words of each cycle, from its first word on, each followed by its head."""
    found = []
    seen: set[int] = set()
    for start in np.flatnonzero(on_cycle(parent)).tolist():
        if start not in seen:
            cycle = [start]
            while (following := int(parent[cycle[-1]])) != start:
                cycle.append(following)
            seen.update(cycle)
            found.append(tuple(cycle))
    return found


def without_cycles(parent: Integers) -> tuple[Integers, Integers]:
    """A forest in which each word dominates what it does here, if one looks at another for it: for each word the row of
    its head there (−1 for none), and the row of the word that dominates the same."""
    # All words of a cycle dominate the same: the first stands for them, without a head, and the others hang below it.
    forest, alike = parent.copy(), np.arange(len(parent))
    for cycle in cycles(parent):
        forest[list(cycle)] = alike[list(cycle)] = cycle[0]
        forest[cycle[0]] = -1
    return forest, alike


def depths(parent: Integers) -> Integers:
    """How many heads are above each word, 0 for one without; −1 where there is no end, on cycles and below them."""
    depth, jump, walking = (parent >= 0).astype(np.int64), parent.copy(), np.flatnonzero(parent >= 0)
    # By jumps that double: as many rounds as the depth has binary digits, whatever the number of sentences.
    for _ in range(len(parent).bit_length()):
        depth[walking] += depth[jump[walking]]
        jump[walking] = further = jump[jump[walking]]
        walking = walking[further >= 0]
    depth[walking] = -1
    return depth


def crossed(parent: Integers) -> Bools:
    """The words whose arc from the head crosses another arc: one end of it within, one beyond. The root is no word: its
    arc neither crosses nor is crossed, though it passes over words in pictures of other tools."""
    # So of a crossed arc one of the words within is touched by an arc that reaches farther than it does.
    row = np.arange(len(parent))
    dependent = np.flatnonzero(parent >= 0)
    head = parent[dependent]
    least, greatest = row.copy(), row.copy()  # how far the arcs reach that touch a word
    for one, other in ((dependent, head), (head, dependent)):
        np.minimum.at(least, one, other)
        np.maximum.at(greatest, one, other)
    left, right = np.minimum(head, dependent), np.maximum(head, dependent)
    inner = right - left > 1
    dependent, left, right = dependent[inner], left[inner], right[inner]
    low = range_extremes(np.minimum, least, left + 1, right - 1)
    high = range_extremes(np.maximum, greatest, left + 1, right - 1)
    return spread(len(parent), dependent, (low < left) | (high > right))


def non_projective(parent: Integers) -> Bools:
    """The words whose arc from the head passes over a word that the head does not dominate."""
    # In preorder a word and all it dominates have successive numbers. So an arc is non-projective when the least or the
    # greatest number that it passes over is not among those of its head.
    forest, alike = without_cycles(parent)
    number, size = preorder(forest)
    dependent = np.flatnonzero(parent >= 0)
    head = parent[dependent]
    first, last = np.minimum(head, dependent) + 1, np.maximum(head, dependent) - 1
    inner = last >= first  # arcs between neighbours pass over nothing
    dependent, head, first, last = dependent[inner], head[inner], first[inner], last[inner]
    least, greatest = (range_extremes(extreme, number, first, last) for extreme in (np.minimum, np.maximum))
    head = alike[head]
    return spread(len(parent), dependent, (least < number[head]) | (greatest >= number[head] + size[head]))


def preorder(parent: Integers) -> tuple[Integers, Integers]:
    """Each word's number in a walk through the trees, head before dependents, and how many words it dominates or is."""
    # The rows of each depth, roots first; those of one head stand together.
    depth = depths(parent)
    order = np.argsort(parent, kind="stable")
    small = depth[order].astype(np.min_scalar_type(int(depth.max(initial=0))))  # such are sorted without comparing
    order = order[np.argsort(small, kind="stable")]
    levels = np.split(order, np.cumsum(np.bincount(depth))[:-1])
    size = np.ones(len(parent), np.int64)
    for level in reversed(levels[1:]):
        np.add.at(size, parent[level], size[level])
    number = np.zeros(len(parent), np.int64)
    for row, level in enumerate(levels):
        before = np.cumsum(size[level]) - size[level]
        if row == 0:
            number[level] = before
            continue
        head = parent[level]
        # Siblings stand together; each comes behind the trees of those before it.
        is_first = np.append(True, head[1:] != head[:-1])
        number[level] = number[head] + 1 + (before - before[is_first][np.cumsum(is_first) - 1])
    return number, size


def blocks(forest: Integers, lowest: Integers) -> Integers:
    """For each node of a forest of how many blocks its yield is, stretches without gaps (Kuhlmann & Nivre 2006, §3.3).
    ``lowest`` is for each word, in their order, the row of the lowest node over it (of dependencies itself), or −1."""
    # A word begins a block of those nodes over it that are not over the word before: the lowest ones.
    number, size = preorder(forest)
    before = np.append(-1, np.append(number, -1)[lowest[:-1]]) if len(lowest) else lowest
    count = np.zeros(len(forest), np.int64)
    word = np.flatnonzero(lowest >= 0)
    node = lowest[word]
    while word.size:
        begins = (before[word] < number[node]) | (before[word] >= number[node] + size[node])
        word, node = word[begins], node[begins]
        np.add.at(count, node, 1)
        node = forest[node]
        word, node = word[node >= 0], node[node >= 0]
    return count


def under(lowest: Integers, parent: Integers, wanted: Bools) -> tuple[Integers, Integers]:
    """The rows of the words under each of the nodes that are wanted, and of these; ``lowest`` as in `blocks`."""
    word = np.flatnonzero(lowest >= 0)
    node = lowest[word]
    words, nodes = [word[:0]], [word[:0]]
    while word.size:  # all words climb at once, a level a turn
        hit = wanted[node]
        words.append(word[hit])
        nodes.append(node[hit])
        node = parent[node]
        word, node = word[node >= 0], node[node >= 0]
    return np.concatenate(words), np.concatenate(nodes)


def climbs(forest: Integers) -> Iterator[tuple[Integers, Integers]]:
    """The rows that have one 2^n above them, and these, for n = 0, 1, … in a forest without cycles: who then hears from
    them, each time from those that have heard before, has heard from all below."""
    ancestor = forest
    while (below := np.flatnonzero(ancestor >= 0)).size:
        above = ancestor[below]
        yield below, above
        ancestor = ancestor.copy()
        ancestor[below] = ancestor[above]


def at_or_below(forest: Integers, marked: Bools) -> Integers:
    """How many marked words each word dominates or is, in a forest without cycles."""
    count = marked.astype(np.int64)
    for lower, upper in climbs(forest):
        np.add.at(count, upper, count[lower])
    return count


def range_extremes(extreme: np.ufunc, values: Integers, first: Integers, last: Integers) -> Integers:
    """The least (`numpy.minimum`) or greatest (`numpy.maximum`) value from each ``first`` to its ``last``."""
    # A range of length n is two overlapping ones of the greatest power of two that n holds; those of each power are
    # answered together.
    found = np.empty(len(first), np.int64)
    power = np.frexp(last - first + 1)[1] - 1
    so_far = values
    for exponent in range(int(power.max(initial=-1)) + 1):
        chosen = np.flatnonzero(power == exponent)
        found[chosen] = extreme(so_far[first[chosen]], so_far[last[chosen] - (1 << exponent) + 1])
        width = 1 << exponent
        so_far = extreme(so_far[:-width], so_far[width:])
    return found
