"""Laying out one tree as bracketed text, on one line or on several; trees may be of any depth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 80  # characters that a constituent may take before it goes over several lines
_DEEPEST_INDENT = 40

_CLOSE = 0


@dataclass(frozen=True, slots=True)
class Tree:
    """The words and nodes of a sentence. Parents are nodes, counted from 1; 0 is the top."""

    words: Sequence[str]  # as they are to be written
    word_parents: Sequence[int]
    labels: Sequence[str]
    parents: Sequence[int]
    first: Sequence[int]  # position of the first word, 0 for a node without words
    last: Sequence[int]

    def children(self) -> list[list[int]]:
        """For the top and each node what it holds, in the order of first words: nodes, and words as −1, −2, …

        A node without words stands after the node before it.
        """
        found: list[list[tuple[float, int]]] = [[] for _ in range(len(self.labels) + 1)]
        end = [0.0] * len(found)
        for number, (parent, first, last) in enumerate(zip(self.parents, self.first, self.last, strict=True), 1):
            found[parent].append((first or end[parent] + 0.5, number))
            end[parent] = max(end[parent], last)
        for position, parent in enumerate(self.word_parents, 1):
            found[parent].append((position, -position))
        return [[item for _, item in sorted(items)] for items in found]


def one_line(tree: Tree) -> str:
    """The tree on one line, with one space before every bracket that opens and every word."""
    children = tree.children()
    return " ".join(_flat(tree, children, item) for item in children[0])


def several_lines(tree: Tree) -> list[str]:
    """The lines of the tree, constituents that are not too wide on one line each."""
    children = tree.children()
    width = _widths(tree, children)
    lines: list[str] = []
    to_do = [(item, 0) for item in reversed(children[0])]
    while to_do:
        item, depth = to_do.pop()
        indent = 2 * min(depth, _DEEPEST_INDENT)
        if item == _CLOSE:
            lines[-1] += ")"
        elif item < 0 or indent + width[item] <= WIDTH:
            lines.append(" " * indent + _flat(tree, children, item))
        else:
            lines.append(" " * indent + "(" + tree.labels[item - 1])
            to_do.append((_CLOSE, depth))
            to_do.extend((child, depth + 1) for child in reversed(children[item]))
    return lines


def _flat(tree: Tree, children: list[list[int]], root: int) -> str:
    pieces = []
    to_do = [root]
    while to_do:
        item = to_do.pop()
        if item == _CLOSE:
            pieces.append(")")
        elif item < 0:
            pieces.append(" " + tree.words[-item - 1])
        else:
            pieces.append(" (" + tree.labels[item - 1])
            to_do.append(_CLOSE)
            to_do.extend(reversed(children[item]))
    return "".join(pieces)[1:]


def _widths(tree: Tree, children: list[list[int]]) -> list[int]:
    """How many characters the top and each node take on one line."""
    width = [2 + len(label) for label in ("", *tree.labels)]
    for number in range(len(tree.labels), 0, -1):
        words = sum(1 + len(tree.words[-item - 1]) for item in children[number] if item < 0)
        width[number] += words + sum(1 + width[item] for item in children[number] if item > 0)
    return width
