"""Trees that can be changed, and the changes that a repair may make to them. A yield is an integer with one bit a word,
so constituents with gaps need no special case. What does not count (deleted words and labels, constituents without
words) is left out from the beginning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from goldleaf.core.metrics.parseval import EvalbSettings
from goldleaf.core.metrics.parseval.settings import representatives

Bracket: TypeAlias = tuple[str, int]  # a label and a yield
_SUBTYPE = re.compile(r"(?<=.)[-*=|#].*", re.DOTALL)


# A sentence: form, tag and parent of each word, label and parent of each node. Nodes are numbered from 1; a parent is 0
# for none, and a node's less than its own number.
SentenceRows: TypeAlias = tuple[Sequence[tuple[str, str, int]], Sequence[tuple[str, int]]]


class Unlabeled(str):
    """A label that is told, and does not count: it equals each of its kind."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unlabeled)

    def __hash__(self) -> int:
        return 0


@dataclass(slots=True, eq=False)
class TreeItem:
    """A word, at a ``position`` in its sentence, or a constituent."""

    label: str
    position: int = 0
    is_word: bool = False
    words: int = 0
    parent: TreeItem | None = None
    children: list[TreeItem] = field(default_factory=list)

    @property
    def bracket(self) -> Bracket:
        return self.label, self.words

    @property
    def category(self) -> str:
        return category(self.label)

    @property
    def place(self) -> int:
        """What siblings are ordered by: the bit of the first word."""
        return self.words & -self.words

    @property
    def above(self) -> TreeItem:
        """The parent of one that has one."""
        assert self.parent is not None
        return self.parent

    def sort(self) -> None:
        self.children.sort(key=lambda child: child.place)

    def ancestors(self) -> Iterator[TreeItem]:
        item = self.parent
        while item is not None:
            yield item
            item = item.parent


class RepairedTree(NamedTuple):
    """A root without a label over words, which are items in the order of their bits, and the constituents between."""

    root: TreeItem
    words: list[TreeItem]

    def nodes(self) -> list[TreeItem]:
        """All constituents but the root, parents before their children, from left to right."""
        nodes: list[TreeItem] = []
        waiting = self.root.children[::-1]
        while waiting:
            item = waiting.pop()
            if not item.is_word:
                nodes.append(item)
                waiting.extend(reversed(item.children))
        return nodes

    def first(self, words: int) -> TreeItem:
        """The first of these words."""
        return self.words[(words & -words).bit_length() - 1]

    def cover(self, words: int) -> list[TreeItem]:
        """The largest items that hold none but these words, by their first word; together they hold them all."""
        items, left = [], words
        while left:
            item = self.first(left)
            while item.above is not self.root and not item.above.words & ~words:
                item = item.above
            items.append(item)
            left &= ~item.words
        return items


def category(label: str) -> str:
    """A label without what is behind a separator."""
    return _SUBTYPE.sub("", str(label))


def repairable_trees(
    gold: SentenceRows, parse: SentenceRows, settings: EvalbSettings
) -> tuple[RepairedTree, RepairedTree] | None:
    """Both trees over the words that count; None where the words differ or one has no analysis. Traces and other words
    that are not pronounced are dropped from either side. Which others do not count the gold's tags say."""
    ours, theirs = ([row for row, (_, tag, _) in enumerate(words) if tag != "-NONE-"] for words, _ in (gold, parse))
    forms = ([words[row][0] for row in rows] for (words, _), rows in ((gold, ours), (parse, theirs)))
    if not gold[1] or not parse[1] or next(forms) != next(forms):
        return None
    # Both lose the same words, those that the gold says do not count, or yields could not be compared.
    deleted = (one[1] in settings.delete or one[0] in settings.delete_words for one in map(gold[0].__getitem__, ours))
    kept = [pair for pair, left_out in zip(zip(ours, theirs, strict=True), deleted, strict=True) if not left_out]
    return _tree(gold, [row for row, _ in kept], settings), _tree(parse, [row for _, row in kept], settings)


def _tree(source: SentenceRows, kept: list[int], settings: EvalbSettings) -> RepairedTree:
    root = TreeItem("")
    items, places = [], [root]  # the item of each node, or of the next one above that counts
    equal = representatives(settings.equal_labels)
    for whole, parent in source[1]:
        cut = next((place for place, sign in enumerate(whole) if sign in settings.cut_labels), None)
        label, item = whole[:cut], places[parent]
        if label and label not in settings.delete:
            label = equal.get(label, label)
            items.append(item := TreeItem(label if settings.labeled else Unlabeled(label), parent=item))
        places.append(item)
    words = []
    for bit, row in enumerate(kept):
        _, tag, parent = source[0][row]
        words.append(TreeItem(tag, row + 1, is_word=True, words=1 << bit, parent=places[parent]))
    # Children come before their parents, so that each has all its words when it is asked; those without are dropped.
    for item in reversed([*items, *words]):
        if item.words:
            item.above.words |= item.words
            item.above.children.append(item)
    for item in (root, *items):
        item.sort()
    return RepairedTree(root, words)


# A change is told by brackets, and how many more (or fewer, if negative) of each the parse has.
Change: TypeAlias = tuple[Bracket, int]


class Relabel(NamedTuple):
    node: TreeItem
    label: str

    def changes(self) -> Iterator[Change]:
        yield self.node.bracket, -1
        yield (self.label, self.node.words), 1

    def apply(self) -> None:
        self.node.label = self.label


class Remove(NamedTuple):
    """Take a node away; its children go to its parent."""

    node: TreeItem

    def changes(self) -> Iterator[Change]:
        yield self.node.bracket, -1

    def apply(self) -> None:
        parent = self.node.above
        parent.children.remove(self.node)
        _adopt(parent, self.node.children)


class Add(NamedTuple):
    """Put a node with this label over siblings."""

    label: str
    items: list[TreeItem]

    def changes(self) -> Iterator[Change]:
        yield (self.label, words_of(self.items)), 1

    def apply(self) -> None:
        parent = self.items[0].above
        node = TreeItem(self.label, words=words_of(self.items))
        parent.children = [child for child in parent.children if child not in self.items]
        _adopt(parent, [node])
        _adopt(node, self.items)


class Move(NamedTuple):
    """Take siblings from their parent to another node. ``collapses``: the old parent goes, too, with one constituent
    left in it. ``joins``: the new parent gets a node with this label over the moved ones and these."""

    items: list[TreeItem]
    target: TreeItem
    collapses: bool = False
    label: str = ""
    joins: tuple[TreeItem, ...] = ()

    @property
    def source(self) -> TreeItem:
        return self.items[0].above

    def changes(self) -> Iterator[Change]:
        moved = words_of(self.items)
        losing, gaining = losing_and_gaining(self.source, self.target)
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
        source, moved = self.source, words_of(self.items)
        losing, gaining = losing_and_gaining(source, self.target)
        source.children = [child for child in source.children if child not in self.items]
        for item in losing:
            item.words &= ~moved
        for item in gaining:
            item.words |= moved
        _adopt(self.target, self.items)
        for item in (*losing, *gaining):  # their first words may be others now
            item.above.sort()
        if self.collapses:
            Remove(source).apply()
        if self.joins:
            Add(self.label, [*self.joins, *self.items]).apply()


TreeChange: TypeAlias = Relabel | Remove | Add | Move


def words_of(items: Iterable[TreeItem]) -> int:
    words = 0
    for item in items:
        words |= item.words
    return words


def has_gap(words: int) -> bool:
    """Whether a yield is not one stretch of the words that count."""
    stretch = words // (words & -words)
    return bool(stretch & (stretch + 1))


def losing_and_gaining(source: TreeItem, target: TreeItem) -> tuple[list[TreeItem], list[TreeItem]]:
    """The nodes that lose words, and those that gain them, when words go from one node to another."""
    up, down = [source, *source.ancestors()], [target, *target.ancestors()]
    # What is above both keeps its words.
    while up and down and up[-1] is down[-1]:
        up.pop()
        down.pop()
    return up, down


def _adopt(parent: TreeItem, items: Iterable[TreeItem]) -> None:
    for item in items:
        item.parent = parent
        parent.children.append(item)
    parent.sort()
