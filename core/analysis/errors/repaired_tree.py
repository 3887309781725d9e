"""Trees that can be changed, for the search for repairs.

A yield is an integer with one bit a word, so constituents with gaps need no special case. What does not count (deleted
words and labels, constituents without words) is left out from the beginning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from goldleaf.core.metrics.parseval import Settings
from goldleaf.core.metrics.parseval.settings import representatives

Bracket: TypeAlias = tuple[str, int]
"""A label and a yield."""

_SUBTYPE = re.compile(r"(?<=.)[-*=|#].*", re.DOTALL)


class WordRow(NamedTuple):
    """What of a word matters: ``parent`` is a node's number, 0 for none."""

    form: str
    tag: str
    parent: int


class NodeRow(NamedTuple):
    """What of a constituent matters: numbered from 1, ``parent`` less than its own number or 0."""

    label: str
    parent: int


class Source(NamedTuple):
    """A sentence as rows."""

    words: list[WordRow]
    nodes: list[NodeRow]


@dataclass(slots=True, eq=False)
class Item:
    """A word or a constituent. ``number`` is the word's position or the node's number, 0 for one that was added."""

    label: str
    number: int = 0
    is_word: bool = False
    words: int = 0
    parent: Item | None = None
    children: list[Item] = field(default_factory=list)

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
    def above(self) -> Item:
        """The parent of one that has one."""
        assert self.parent is not None
        return self.parent

    def ancestors(self) -> Iterator[Item]:
        """Its parent and so on up to the root."""
        item = self.parent
        while item is not None:
            yield item
            item = item.parent


class Tree:
    """A root without a label over words, which are items in the order of their bits, and the constituents between."""

    def __init__(self, root: Item, words: list[Item]) -> None:
        self.root = root
        self.words = words

    def nodes(self) -> list[Item]:
        """All constituents but the root, parents before their children, from left to right."""
        found: list[Item] = []
        waiting = self.root.children[::-1]
        while waiting:
            item = waiting.pop()
            if not item.is_word:
                found.append(item)
                waiting.extend(reversed(item.children))
        return found

    def cover(self, words: int) -> list[Item]:
        """The largest items that hold none but these words, by their first word; together they hold them all."""
        found = []
        left = words
        while left:
            item = self.words[(left & -left).bit_length() - 1]
            while item.above is not self.root and not item.above.words & ~words:
                item = item.above
            found.append(item)
            left &= ~item.words
        return found


def category(label: str) -> str:
    """A label without what is behind a separator."""
    return _SUBTYPE.sub("", label)


def trees(gold: Source, parse: Source, settings: Settings) -> tuple[Tree, Tree] | None:
    """Both trees over the words that count; None where the words differ or one has no analysis.

    Traces and other words that are not pronounced are dropped from either side. Which of the others do not count is
    for the gold's tags to say, for a parser may have got them wrong.
    """
    ours, theirs = ([row for row, word in enumerate(source.words) if word.tag != "-NONE-"] for source in (gold, parse))
    if not gold.nodes or not parse.nodes or len(ours) != len(theirs):
        return None
    if any(gold.words[a].form != parse.words[b].form for a, b in zip(ours, theirs, strict=True)):
        return None
    # Both lose the same words, those that the gold says do not count, or yields could not be compared.
    kept = [place for place, row in enumerate(ours) if gold.words[row].tag not in settings.delete]
    return (
        _tree(gold, [ours[place] for place in kept], settings),
        _tree(parse, [theirs[place] for place in kept], settings),
    )


def _tree(source: Source, kept: list[int], settings: Settings) -> Tree:
    root = Item("")
    items, places = [], [root]  # the item of each node, or of the next one above that counts
    equal = representatives(settings.equal_labels)
    for number, node in enumerate(source.nodes, start=1):
        cut = next((place for place, sign in enumerate(node.label) if sign in settings.cut_labels), None)
        label = node.label[:cut]
        item = places[node.parent]
        if label and label not in settings.delete:
            item = Item(equal.get(label, label), number, parent=item)
            items.append(item)
        places.append(item)
    words = []
    for bit, row in enumerate(kept):
        word = source.words[row]
        words.append(Item(word.tag, row + 1, is_word=True, words=1 << bit, parent=places[word.parent]))
    # Children come before their parents, so that each has all its words when it is asked; those without are dropped.
    for item in reversed([*items, *words]):
        if item.words:
            item.above.words |= item.words
            item.above.children.append(item)
    for item in (root, *items):
        in_order(item)
    return Tree(root, words)


def in_order(item: Item) -> None:
    """Put the children in the order of their first words."""
    item.children.sort(key=lambda child: child.place)
