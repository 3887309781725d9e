"""Trees as naive loops see them: nodes that know their words, their parent and their children."""

from __future__ import annotations

from dataclasses import dataclass, field

from goldleaf.core.structures.function import multi_function_trees


@dataclass(eq=False)
class Naive:
    """A node of one side."""

    label: str | None
    function: str | None
    words: frozenset[int]
    parent: Naive | None = None
    children: list[Naive] = field(default_factory=list)

    @property
    def depth(self):
        return 0 if self.parent is None else self.parent.depth + 1

    @property
    def siblings(self):
        return [] if self.parent is None else [one for one in self.parent.children if one is not self]

    @property
    def descendants(self):
        return [other for child in self.children for other in (child, *child.descendants)]

    @property
    def gap(self):
        return bool(self.words) and max(self.words) - min(self.words) >= len(self.words)


def constituents(treebank):
    """The constituents of each sentence, in the order of the file."""
    return [_constituents(sentence) for sentence in treebank]


def _constituents(sentence):
    words = {node.number: set() for node in sentence.nodes}
    above = {node.number: node.parent for node in sentence.nodes}
    for word in sentence.words:
        node = word.parent
        while node:
            words[node].add(word.position)
            node = above[node]
    made = {node.number: Naive(node.label, node.function, frozenset(words[node.number])) for node in sentence.nodes}
    for node in sentence.nodes:
        if node.parent:
            made[node.number].parent = made[node.parent]
            made[node.parent].children.append(made[node.number])
    return [*made.values()]


def functions(treebank):
    """The nodes of each sentence's multi-function tree, each with the set of its functions as its label."""
    return [_functions(tree) for tree in multi_function_trees(treebank)]


def _functions(tree):
    made = [Naive(labels, None, frozenset(over)) for over, labels in tree.nodes.items()]
    for one in made:
        above = [other for other in made if one.words < other.words]
        if above:
            one.parent = min(above, key=lambda other: len(other.words))
            one.parent.children.append(one)
    return made
