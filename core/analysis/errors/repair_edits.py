"""The changes that a repair may make to a tree, and what each would gain.

The ledger holds, for each bracket, how many more of it the gold has than the parse: what is missing counts up, what is
extra counts down. The gain of a change is by how much it lowers the sum of what is missing and of what is extra.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from goldleaf.core.analysis.errors.repaired_tree import Bracket, Item, Tree, in_order

Change: TypeAlias = tuple[Bracket, int]
"""A bracket, and how many more (or fewer, if negative) of it the parse has."""


class Ledger:
    """The differences between the brackets of a gold and those of a parse."""

    def __init__(self, gold: Tree, parse: Tree) -> None:
        self.balance: dict[Bracket, int] = {}
        for item in gold.nodes():
            self.balance[item.bracket] = self.balance.get(item.bracket, 0) + 1
        self.book((item.bracket, 1) for item in parse.nodes())

    def of(self, bracket: Bracket) -> int:
        """Positive for one that is missing, negative for one that is extra."""
        return self.balance.get(bracket, 0)

    def gain(self, changes: Iterable[Change]) -> int:
        """By how much these changes lower the number of differences."""
        total: dict[Bracket, int] = {}
        # Changes to one bracket may cancel each other: gained once, lost once.
        for bracket, more in changes:
            total[bracket] = total.get(bracket, 0) + more
        gain = 0
        for bracket, more in total.items():
            balance = self.balance.get(bracket, 0)
            gain += abs(balance) - abs(balance - more)
        return gain

    def book(self, changes: Iterable[Change]) -> None:
        """Take note of changes that were made."""
        for bracket, more in changes:
            left = self.balance.pop(bracket, 0) - more
            if left:
                self.balance[bracket] = left


@dataclass(frozen=True, slots=True, eq=False)
class Relabel:
    """Give a node another label."""

    node: Item
    label: str

    def changes(self) -> Iterator[Change]:
        yield self.node.bracket, -1
        yield (self.label, self.node.words), 1

    def apply(self) -> None:
        """Change the tree."""
        self.node.label = self.label


@dataclass(frozen=True, slots=True, eq=False)
class Remove:
    """Take a node away; its children go to its parent."""

    node: Item

    def changes(self) -> Iterator[Change]:
        yield self.node.bracket, -1

    def apply(self) -> None:
        """Change the tree."""
        parent = self.node.above
        parent.children.remove(self.node)
        _adopt(parent, self.node.children)


@dataclass(frozen=True, slots=True, eq=False)
class Add:
    """Put a node with this label over siblings."""

    label: str
    items: list[Item]

    def changes(self) -> Iterator[Change]:
        yield (self.label, words_of(self.items)), 1

    def apply(self) -> Item:
        """Change the tree; returns the new node."""
        parent = self.items[0].above
        node = Item(self.label, words=words_of(self.items), parent=parent)
        parent.children = [child for child in parent.children if child not in self.items]
        _adopt(parent, [node])
        _adopt(node, self.items)
        return node


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """Take siblings from their parent to another node.

    ``collapses``: the old parent goes, too, since there is but one constituent left in it. ``joins``: the new parent
    gets a node with this label over the moved ones and these children of its own.
    """

    items: list[Item]
    target: Item
    collapses: bool = False
    label: str = ""
    joins: tuple[Item, ...] = ()

    @property
    def source(self) -> Item:
        """The parent that they leave."""
        return self.items[0].above

    def changes(self) -> Iterator[Change]:
        moved = words_of(self.items)
        losing, gaining = paths(self.source, self.target)
        for item in losing:
            yield item.bracket, -1
            yield (item.label, item.words & ~moved), 1
        for item in gaining:
            yield item.bracket, -1
            yield (item.label, item.words | moved), 1
        if self.collapses:
            lost = moved if losing else 0
            yield (self.source.label, self.source.words & ~lost), -1
        if self.joins:
            yield (self.label, moved | words_of(self.joins)), 1

    def apply(self) -> None:
        """Change the tree."""
        source, moved = self.source, words_of(self.items)
        losing, gaining = paths(source, self.target)
        source.children = [child for child in source.children if child not in self.items]
        for item in losing:
            item.words &= ~moved
        for item in gaining:
            item.words |= moved
        _adopt(self.target, self.items)
        for item in (*losing, *gaining):  # their first words may be others now
            in_order(item.above)
        if self.collapses:
            Remove(source).apply()
        if self.joins:
            Add(self.label, [*self.joins, *self.items]).apply()


Edit: TypeAlias = Relabel | Remove | Add | Move


def words_of(items: Iterable[Item]) -> int:
    """The words of several items."""
    words = 0
    for item in items:
        words |= item.words
    return words


def paths(source: Item, target: Item) -> tuple[list[Item], list[Item]]:
    """The nodes that lose words, and those that gain them, when words go from one node to another."""
    up, down = [source, *source.ancestors()], [target, *target.ancestors()]
    # What is above both keeps its words.
    while up and down and up[-1] is down[-1]:
        up.pop()
        down.pop()
    return up, down


def _adopt(parent: Item, items: Iterable[Item]) -> None:
    for item in items:
        item.parent = parent
        parent.children.append(item)
    in_order(parent)
