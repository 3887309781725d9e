"""The search for repairs: always the change that gains most.

A change is worth a look only if it makes some missing bracket right, so candidates come from pairs of a missing bracket
and an extra node. Removing a node that is extra always gains 1; when none is left, all nodes agree with the gold, and
adding a missing one gains 1. So the search ends, after at most as many changes as there are differing brackets.

The gain of a change is by how much it lowers the sum of the brackets that are missing and of those that are extra.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from goldleaf.core.analysis.errors.repaired_tree import (
    Add,
    Bracket,
    Change,
    Move,
    Relabel,
    Remove,
    RepairedTree,
    TreeChange,
    TreeItem,
    category,
    has_gap,
    words_of,
)


class Repair(NamedTuple):
    """One step from the parse to the gold. ``from_label`` and ``to_label`` are, for a move, the parents'; for a new
    label the old and the new one; for a node that is extra or missing the parent and the node, or the reverse: what is
    in it goes from the one to the other. The root is empty."""

    error_class: ErrorClass
    label: str  # of what is attached, renamed, extra or missing
    words: tuple[int, int]  # positions in the gold of the first and the last one moved or concerned
    from_label: str
    to_label: str
    brackets: int  # by how many fewer brackets differ


def repairs_between(gold: RepairedTree, parse: RepairedTree, *, gaps_only: bool = False) -> Iterator[Repair]:
    """The repairs one after the other; ``parse`` is changed until its brackets are the gold's. With ``gaps_only`` those
    that make a constituent with gaps right, or for a while wrong, and how many such brackets they mend."""
    search = Search(gold, parse)
    while (edit := search.best()) is not None:
        # Bare words are called as the gold's node over exactly the words concerned, of several the highest.
        words, phrase = words_of([edit.node] if isinstance(edit, Relabel | Remove) else edit.items), ""
        for node in gold.first(words).ancestors():
            if node.words & ~words:
                break
            phrase = node.label if node.words == words else phrase
        name = repair_name(edit, phrase)
        if isinstance(edit, Relabel):
            source, target = edit.node.label, edit.label
        elif isinstance(edit, Remove):
            source, target = edit.node.label, edit.node.above.label
        elif isinstance(edit, Move) and not edit.joins:
            source, target = edit.source.label, edit.target.label
        else:
            source, target = edit.items[0].above.label, edit.label
        words, changes = words_of(name.items), list(edit.changes())
        ends = gold.first(words).position, gold.words[words.bit_length() - 1].position
        gained = search.gain(change for change in changes if not gaps_only or has_gap(change[0][1]))
        if gained:
            yield Repair(name.error_class, name.label, ends, source, target, gained)
        search.book(changes)
        edit.apply()


class Search:
    """A gold, a parse that is changed step by step, and their differences. ``balance`` is for each bracket how many
    more of it the gold has: positive where it is missing, negative where it is extra."""

    def __init__(self, gold: RepairedTree, parse: RepairedTree) -> None:
        self.gold, self.parse = gold, parse
        self.balance = Counter(item.bracket for item in gold.nodes())
        self.book((item.bracket, 1) for item in parse.nodes())

    def book(self, changes: Iterable[Change]) -> None:
        """Note changes. Among equal gains the bracket comes first that was changed longest ago."""
        for bracket, more in changes:
            left = self.balance.pop(bracket, 0) - more
            if left:
                self.balance[bracket] = left

    def gain(self, changes: Iterable[Change]) -> int:
        """By how many fewer brackets differ after these changes; negative where more do."""
        total: dict[Bracket, int] = {}
        # Changes to one bracket may cancel each other: gained once, lost once.
        for bracket, more in changes:
            total[bracket] = total.get(bracket, 0) + more
        both = ((self.balance.get(bracket, 0), more) for bracket, more in total.items())
        return sum(abs(balance) - abs(balance - more) for balance, more in both)

    def best(self) -> TreeChange | None:
        """The change that gains most, of several the first; None when nothing differs."""
        missing = [bracket for bracket, count in self.balance.items() if count > 0]
        extra = [item for item in self.parse.nodes() if self.balance[item.bracket] < 0]
        gaining = ((edit, self.gain(edit.changes())) for edit in self._candidates(missing, extra))
        chosen, highest = max(gaining, key=lambda pair: pair[1], default=(None, 0))
        if highest > 1:  # a node that is removed or added gains 1 anyway, and what is told by a move says more
            return chosen
        # First all that is extra: a missing node can be put over siblings only when nothing crosses it.
        if extra:
            return Remove(extra[0])
        return Add(missing[0][0], self.parse.cover(missing[0][1])) if missing else None

    def _candidates(self, missing: list[Bracket], extra: list[TreeItem]) -> Iterator[TreeChange]:
        for label, words in missing:
            yield from (Relabel(node, label) for node in extra if node.words == words)
        seen: set[tuple[int, int]] = set()
        for label, words in missing:
            for node in (node for node in extra if node.label == label):
                for move in self._with_deeper(self._towards(node, words), extra):
                    key = words_of(move.items), id(move.target)
                    if key not in seen:
                        seen.add(key)
                        move = self._collapsed(move)
                        # A node that unites what is moved with a sibling comes with it, where the gold has one.
                        gain, joinings = self.gain(move.changes()), self._joining(move)
                        yield next((joined for joined in joinings if self.gain(joined.changes()) > gain), move)
            yield from self._adjunctions(label, words)

    def _towards(self, node: TreeItem, words: int) -> Iterator[Move]:
        """The moves that give an extra node exactly these words."""
        if not node.words & ~words:
            if items := self._run(words & ~node.words):
                yield Move(items, node)
        elif not words & ~node.words and (items := self._run(node.words & ~words)):
            yield from (Move(items, target) for target in node.ancestors())

    def _with_deeper(self, moves: Iterator[Move], extra: list[TreeItem]) -> Iterator[Move]:
        """Moves, and before each the same to a node below its target that is to become the one it has in the gold. Such
        a node may have to lose words, too; then the move is right though it does not yet gain more."""
        for move in moves:
            moved = words_of(move.items)
            # In the gold they stand in this node, which the parse may have with too few or too many words: the lowest
            # that holds them and others.
            homes = (one for one in self.gold.first(moved).ancestors() if one.words != moved and not moved & ~one.words)
            home = next(homes, self.gold.root)
            for node in extra:
                shares = node.label == home.label and node.words & home.words & ~moved
                if shares and node is not move.source and move.target in node.ancestors():
                    yield Move(move.items, node)
            yield move

    def _run(self, words: int) -> list[TreeItem]:
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
        # Items are told apart by what they are, not by their labels: two of one label are two.
        parents = list(dict.fromkeys(id(item.above) for item in items))
        if len(parents) != 2:
            return
        groups = [[item for item in items if id(item.above) == parent] for parent in parents]
        for (head, *more), others in (groups, groups[::-1]):
            if not more and not head.is_word and head.category == category(label):
                yield self._collapsed(Move(others, head.above, label=label, joins=(head,)))

    def _collapsed(self, move: Move) -> Move:
        """The move, with its old parent gone where one constituent alone is left in that and it gains by it."""
        source = move.source
        rest = [child for child in source.children if child not in move.items]
        if source is self.parse.root or len(rest) != 1 or rest[0].is_word:
            return move
        collapsed = move._replace(collapses=True)
        return collapsed if self.gain(collapsed.changes()) > self.gain(move.changes()) else move

    def _joining(self, move: Move) -> Iterator[Move]:
        """The move with each node of the gold over the moved words and a new sibling that is its head."""
        moved, target = words_of(move.items), move.target
        # Over all that is in a constituent a node is there already; over all that is in the root there is none.
        whole = 0 if target is self.parse.root else target.words | moved
        for node in self.gold.first(moved).ancestors():
            # The head makes up the gold's node with the moved words, and is of its category.
            head = next((child for child in target.children if child.words | moved == node.words != whole), None)
            if head is None or head.is_word or head.category != node.category:
                continue
            if not (move.collapses and head is move.source):
                yield move._replace(label=node.label, joins=(head,))


class ErrorClass(Enum):
    """Linguistic classes of errors. Some can only be told from labels or tags of the Penn Treebank and its kin."""

    PP_ATTACHMENT = "PP attachment", True
    NP_ATTACHMENT = "NP attachment", True
    VP_ATTACHMENT = "VP attachment", True
    CLAUSE_ATTACHMENT = "clause attachment", True
    MODIFIER_ATTACHMENT = "modifier attachment", True
    ATTACHMENT = "other attachment", False
    COORDINATION = "coordination", True
    NP_INTERNAL = "NP-internal structure", True
    LABEL = "different label", False
    SINGLE_WORD = "single-word phrase", False
    UNARY = "unary", False
    MISSING = "missing node", False
    EXTRA = "extra node", False

    def __init__(self, title: str, needs_penn_labels: bool) -> None:
        self.title, self.needs_penn_labels = title, needs_penn_labels


_KINDS = {
    ErrorClass.PP_ATTACHMENT: ("PP", "WHPP", "WPP"),
    ErrorClass.NP_ATTACHMENT: ("NP", "WHNP", "WNP", "NX", "NML", "NAC"),
    ErrorClass.VP_ATTACHMENT: ("VP",),
    ErrorClass.CLAUSE_ATTACHMENT: ("S", "SBAR", "SINV", "SQ", "SBARQ", "RRC", "IP", "CP"),
    ErrorClass.MODIFIER_ATTACHMENT: ("ADVP", "ADJP", "WHADVP", "WHADJP", "WADVP", "WADJP", "PRT", "AVP", "AP"),
}
_ATTACHMENTS = {label: kind for kind, labels in _KINDS.items() for label in labels}
_NOMINAL = frozenset({*_KINDS[ErrorClass.NP_ATTACHMENT], "QP"})
_MODIFIER_TAGS = ("RB", "JJ", "ADV", "ADJ", "WRB", "WADV")


class Name(NamedTuple):
    """The class, the label of what is attached, renamed, extra or missing, and the items concerned."""

    error_class: ErrorClass
    label: str
    items: Sequence[TreeItem]


def repair_name(edit: TreeChange, phrase: str) -> Name:
    """What the change is called. ``phrase``: the label of the gold's node over the words, if they are moved bare."""
    if isinstance(edit, Relabel):
        return Name(ErrorClass.LABEL, edit.node.label, [edit.node])
    if isinstance(edit, Move):
        name = _attachment(edit.items, phrase)
        if _conjoined(edit.items, edit.source.children) or _conjoined(edit.items, edit.target.children):
            return name._replace(error_class=ErrorClass.COORDINATION)
        ends = {edit.source.category, edit.target.category}
        if ends <= _NOMINAL and (name.error_class is ErrorClass.ATTACHMENT or all(map(_inside_nominal, edit.items))):
            return name._replace(error_class=ErrorClass.NP_INTERNAL)
        return name
    if isinstance(edit, Remove):
        node = edit.node
        removed = _node(node.label, node.children, node.above, [node])
        return removed or Name(ErrorClass.EXTRA, node.label, [node])
    added = _node(edit.label, edit.items, edit.items[0].above, edit.items)
    return added or Name(ErrorClass.MISSING, edit.label, edit.items)


def _node(label: str, children: Sequence[TreeItem], parent: TreeItem, places: Sequence[TreeItem]) -> Name | None:
    """What it is called that a node over these children is missing or extra; ``places``: the parent's that it covers. A
    node beside whose head, a child of the same category, others stand attaches them to it."""
    words = words_of(children)
    # Over one word nothing is attached to anything.
    if words.bit_count() == 1:
        return Name(ErrorClass.SINGLE_WORD, label, children)
    if len(children) == 1 or (parent.parent is not None and parent.words == words):
        return Name(ErrorClass.UNARY, label, children)
    if _conjoined(places, parent.children) or _of_conjuncts(label, children, parent):
        return Name(ErrorClass.COORDINATION, label, children)
    if all(map(_inside_nominal, children)) and parent.category in _NOMINAL:
        return Name(ErrorClass.NP_INTERNAL, label, children)
    wanted = category(label)
    head = next((child for child in children if not child.is_word and child.category == wanted), None)
    others = [child for child in children if child is not head]
    # Function words alone attach nothing: a determiner beside a noun phrase is a matter of style.
    modifying = any(not child.is_word or child.label.startswith(_MODIFIER_TAGS) for child in others)
    return _attachment(others, "") if head is not None and modifying else None


def _attachment(items: Sequence[TreeItem], phrase: str) -> Name:
    """The class of an attachment goes by the longest of the phrases, or the first of the words."""
    phrases = [item for item in items if not item.is_word]
    main = max(phrases, key=lambda item: item.words.bit_count(), default=items[0])
    # Bare words that the gold has in a phrase are attached as this phrase.
    label = phrase if phrase and main.is_word else main.label
    if any(map(_coordinates, items)):
        return Name(ErrorClass.COORDINATION, label, items)
    if main.is_word and not phrase and label.startswith(_MODIFIER_TAGS):
        return Name(ErrorClass.MODIFIER_ATTACHMENT, label, items)
    return Name(_ATTACHMENTS.get(category(label), ErrorClass.ATTACHMENT), label, items)


def _inside_nominal(item: TreeItem) -> bool:
    return item.is_word or item.category in _NOMINAL or item.category == "ADJP"


def _coordinates(item: TreeItem) -> bool:
    return item.category in ("CC", "CCONJ", "CONJ", "CONJP", "KON")


def _of_conjuncts(label: str, children: Sequence[TreeItem], parent: TreeItem) -> bool:
    """Whether the children are coordinated, or are some of the conjuncts that the parent coordinates."""
    if any(map(_coordinates, children[1:])):
        return True
    wanted = category(label)
    if parent.category != wanted or sum(child.category == wanted for child in children) < 2:
        return False
    # Two NPs side by side may be an apposition, or a name and its parts.
    return wanted not in _NOMINAL or any(map(_coordinates, parent.children[1:]))


def _conjoined(items: Sequence[TreeItem], siblings: Sequence[TreeItem]) -> bool:
    """Whether a coordinator stands next to the items, behind one sibling and before another."""
    first, last = items[0].place, max(item.words for item in items)
    before = [sibling for sibling in siblings if sibling.place < first]
    after = [sibling for sibling in siblings if sibling.place > last]
    return (len(before) > 1 and _coordinates(before[-1])) or (len(after) > 1 and _coordinates(after[0]))
