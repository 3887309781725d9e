"""The search for repairs: always the change that gains most.

A change is worth a look only if it makes some missing bracket right, so candidates come from pairs of a missing bracket
and an extra node. Removing a node that is extra always gains 1; when none is left, all nodes agree with the gold, and
adding a missing one gains 1. So the search ends, after at most as many changes as there are differing brackets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from goldleaf.core.analysis.errors.repair_edits import Add, Edit, Ledger, Move, Relabel, Remove, words_of
from goldleaf.core.analysis.errors.repaired_tree import Bracket, Item, Tree, category


class Search:
    """A gold, a parse that is changed step by step, and their differences."""

    def __init__(self, gold: Tree, parse: Tree) -> None:
        self.gold = gold
        self.parse = parse
        self.ledger = Ledger(gold, parse)

    def best(self) -> Edit | None:
        """The change that gains most, of several the first; None when nothing differs."""
        missing = self.ledger.missing()
        extra = [item for item in self.parse.nodes() if self.ledger.of(item.bracket) < 0]
        chosen: Edit | None = None
        highest = 1
        edits: Iterator[Edit] = chain(_relabellings(missing, extra), self._moves(missing, extra))
        for edit in edits:
            gain = self.ledger.gain(edit.changes())
            if gain > highest:
                chosen, highest = edit, gain
        if chosen is not None:
            return chosen
        return Remove(extra[0]) if extra else self._addition(missing)

    def apply(self, edit: Edit) -> None:
        """Change the parse."""
        self.ledger.book(list(edit.changes()))
        edit.apply()

    def _addition(self, missing: list[Bracket]) -> Add | None:
        return Add(missing[0][0], self.parse.cover(missing[0][1])) if missing else None

    def _moves(self, missing: list[Bracket], extra: list[Item]) -> Iterator[Move]:
        seen: set[tuple[int, int]] = set()
        for label, words in missing:
            for node in extra:
                if node.label != label:
                    continue
                for move in self._with_deeper(self._towards(node, words), extra):
                    key = words_of(move.items), id(move.target)
                    if key not in seen:
                        seen.add(key)
                        yield self._completed(move)
            yield from self._adjunctions(label, words)

    def _towards(self, node: Item, words: int) -> Iterator[Move]:
        """The moves that give an extra node exactly these words."""
        if not node.words & ~words:
            items = self._run(words & ~node.words)
            if items:
                yield Move(items, node)
        elif not words & ~node.words:
            items = self._run(node.words & ~words)
            for target in node.ancestors() if items else ():
                yield Move(items, target)

    def _with_deeper(self, moves: Iterator[Move], extra: list[Item]) -> Iterator[Move]:
        """Moves, and before each the same to a node below its target that is to become the one it has in the gold.

        Such a node may have to lose words, too; then the move is right though it does not yet gain more.
        """
        for move in moves:
            moved = words_of(move.items)
            home = self._home(moved)
            for node in extra:
                if node.label == home.label and node.words & home.words & ~moved and node is not move.source:
                    above = list(node.ancestors())
                    if move.target in above and not any(item in above or item is node for item in move.items):
                        yield Move(move.items, node)
            yield move

    def _home(self, words: int) -> Item:
        """The lowest node of the gold that holds these words and others, or its root."""
        for node in self.gold.words[(words & -words).bit_length() - 1].ancestors():
            if node.words != words and not words & ~node.words:
                return node
        return self.gold.root

    def _run(self, words: int) -> list[Item]:
        """The neighbouring siblings that hold exactly these words; none if there are no such."""
        items = self.parse.cover(words)
        parent = items[0].above
        if any(item.parent is not parent for item in items):
            return []
        first, last = items[0].place, items[-1].place
        between = sum(first <= child.place <= last for child in parent.children)
        return items if between == len(items) else []

    def _adjunctions(self, label: str, words: int) -> Iterator[Move]:
        """The moves that bring siblings from elsewhere beside a node, to make a missing bracket with it."""
        items = self.parse.cover(words)
        parents = list(dict.fromkeys(id(item.above) for item in items))
        if len(parents) != 2:
            return
        groups = [[item for item in items if id(item.above) == parent] for parent in parents]
        for head, others in (groups, groups[::-1]):
            one = head[0]
            if len(head) == 1 and not one.is_word and one.category == category(label):
                yield self._collapsed(Move(others, one.above, label=label, joins=(one,)))

    def _completed(self, move: Move) -> Move:
        """The move with what belongs to it: a node that is left over goes, one that unites it with a sibling comes."""
        move = self._collapsed(move)
        gain = self.ledger.gain(move.changes())
        for joining in self._joining(move):
            if self.ledger.gain(joining.changes()) > gain:
                return joining
        return move

    def _collapsed(self, move: Move) -> Move:
        source = move.source
        rest = [child for child in source.children if child not in move.items]
        if source is self.parse.root or len(rest) != 1 or rest[0].is_word:
            return move
        collapsed = replace(move, collapses=True)
        return collapsed if self.ledger.gain(collapsed.changes()) > self.ledger.gain(move.changes()) else move

    def _joining(self, move: Move) -> Iterator[Move]:
        """The move with each node of the gold over the moved words and a new sibling that is its head."""
        moved = words_of(move.items)
        target = move.target
        lowest = self.gold.words[(moved & -moved).bit_length() - 1]
        whole = target.words | moved
        joins_nothing_new = {moved} if target is self.parse.root else {moved, whole}
        for node in lowest.ancestors():
            if node.parent is None or node.words & ~whole:
                return
            if moved & ~node.words or node.words in joins_nothing_new:
                continue
            head = _head_beside(moved, target, node)
            if head is not None and not (move.collapses and head is move.source):
                yield replace(move, label=node.label, joins=(head,))


def _head_beside(moved: int, target: Item, node: Item) -> Item | None:
    """The child of the target that makes up the gold's node with the moved words and is its head; None if none does."""
    rest = node.words & ~moved
    children = [child for child in target.children if child.words & rest]
    if len(children) != 1 or children[0].words & ~moved != rest:
        return None
    return children[0] if not children[0].is_word and children[0].category == node.category else None


def _relabellings(missing: list[Bracket], extra: list[Item]) -> Iterator[Relabel]:
    for label, words in missing:
        for node in extra:
            if node.words == words:
                yield Relabel(node, label)
