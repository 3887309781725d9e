"""The tree that is drawn, as items: nodes, words, and stretches of words under folded nodes.

What the options hide is left out, what is folded is one item over its words.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import reduce
from operator import or_
from typing import NamedTuple

from goldleaf.core.structures.phrase import TRACE, is_trace
from goldleaf.core.treebank import Node, Word
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.views.trees.options import Functions, TreeOptions
from goldleaf.viewer.views.trees.tree_picture import NO_NAME, TreePicture, continuous, runs, yields

NO_FUNCTION = "–"  # where there should be one
FUNCTIONS_ON_WORDS = 0.8  # of the words have one where functions are labels of branches


class Kind(Enum):
    """What an item is."""

    NODE = auto()
    WORD = auto()
    WORDS = auto()  # the words of a folded node, a stretch without gaps
    NOTHING = auto()  # what a node without words has in their place


@dataclass(slots=True)
class Item:
    """A part of the tree. Items are numbered from 0, parents before their children."""

    kind: Kind
    number: int  # of the node, or the word's position
    parent: int  # an item, -1 for none
    state: State
    key: Key
    slots: int = 0  # the places under it, as bits
    label: str = ""  # a node's label, or a word's tag
    text: str = ""
    edge: str = ""
    index: str = ""
    trace: bool = False
    hidden: int = 0  # differences inside a folded node
    faint: bool = False  # its texts are painted as if they were not scored
    misused: bool = False  # nothing but its function is wrong
    crossed: bool = False  # has the × of what is extra
    shades: int = 0  # how dark the word is
    above: State = State.MATCHED  # of the node that a word hangs by
    children: list[int] = field(default_factory=list)

    @property
    def is_node(self) -> bool:
        return self.kind is Kind.NODE

    @property
    def line_state(self) -> State:
        """How its branch is drawn: a wrong tag says nothing of that, and what is not scored above a word goes on."""
        if self.kind is Kind.WORD and self.state in (State.WRONG_LABEL, State.MATCHED):
            return State.NOT_SCORED if self.above is State.NOT_SCORED else State.MATCHED
        return self.state


@dataclass(frozen=True, slots=True)
class Slot:
    """A place on the line of words."""

    word: int | None  # by its place in the sentence, from 0; None for that of a node without words
    fold: int = 0  # the folded node that covers it, 0 for none


@dataclass(frozen=True, slots=True)
class Shown:
    """The items of a picture, those at the top, and the slots in their order."""

    picture: TreePicture
    items: list[Item]
    roots: list[int]
    slots: list[Slot]
    projective: bool


def shown_tree(picture: TreePicture, options: TreeOptions) -> Shown:
    """The tree that a picture shows under some options."""
    return _Builder(picture, options).build()


class _Place(NamedTuple):
    """A word and its place in the sentence, or a node without words; the node that either hangs by."""

    word: Word | None
    place: int | None
    owner: int


class _Builder:
    def __init__(self, picture: TreePicture, options: TreeOptions) -> None:
        self._picture, self._options = picture, options
        words, nodes, bits = picture.sentence.words, picture.sentence.nodes, picture.yields
        if not options.traces:  # nor what holds nothing that is written
            unwritten = sum(1 << place for place, word in enumerate(words) if is_trace(word))
            nodes = tuple(node for node in nodes if not bits[node.number] or bits[node.number] & ~unwritten)
        self._nodes = nodes
        # The words in order; nodes without words stand before the words of what comes next in the file.
        shown = [place for place, word in enumerate(words) if options.traces or not is_trace(word)]
        self._places = [_Place(words[place], place, words[place].parent) for place in shown]
        inner, following = {node.parent for node in nodes}, len(words)
        for node in reversed(nodes):  # from the last on, so that several at one place keep their order
            if bits[node.number]:
                following = (bits[node.number] & -bits[node.number]).bit_length() - 1
            elif node.number not in inner:
                self._places.insert(bisect_left(shown, following), _Place(None, None, node.number))
        self._bits = yields(picture.sentence.nodes, [place.owner for place in self._places])
        self._folds = folded_nodes(picture, options)
        self._functions = options.functions
        if options.functions is Functions.AUTO:
            named = sum(word.function != "_" for word in words)
            on_branches = bool(words) and named >= FUNCTIONS_ON_WORDS * len(words)
            self._functions = Functions.EDGE if on_branches else Functions.LABEL
        self._touched = -1  # the slots under what differs, where all others are faint
        if options.only_differences:
            differing = [place.word is not None and picture.word_differs(place.word.position) for place in self._places]
            own = sum(1 << at for at, differs in enumerate(differing) if differs)
            differing_nodes = (self._bits[node.number] for node in nodes if picture.differs(node.number))
            self._touched = reduce(or_, differing_nodes, own)
        self._items: list[Item] = []

    def build(self) -> Shown:
        items, picture = self._items, self._picture
        # The item of each node, or of the next one above that is shown; the folded node around each inside one.
        item_of, covered = {0: -1}, dict[int, int]()
        for node in self._nodes:
            parent = node.parent if node.parent < node.number else 0
            if parent in covered or parent in self._folds:
                covered[node.number] = covered.get(parent, parent)
                continue
            item_of[node.number] = item_of.get(parent, -1)
            if self._shows(node):
                items.append(self._node(node, item_of[node.number]))
                item_of[node.number] = len(items) - 1
        covered |= {number: number for number in self._folds}
        slots = [Slot(place.place, covered.get(place.owner, 0)) for place in self._places]
        for at, (place, slot) in enumerate(zip(self._places, slots, strict=True)):
            if slot.fold:
                continue
            parent = item_of.get(place.owner, -1)
            if place.word is not None:
                items.append(self._word(at, place.word, parent))
            elif parent >= 0 and not picture.yields[items[parent].number]:  # else its node is not drawn
                above = items[parent]
                items.append(Item(Kind.NOTHING, above.number, parent, State.MATCHED, above.key, 1 << at))
        for parent in [item_of[number] for number in self._folds if number in item_of]:
            above = items[parent]
            for first, last in runs(above.slots):
                words = [place.word.form for place in self._places[first : last + 1] if place.word]
                kind, bits = Kind.WORDS if words else Kind.NOTHING, (1 << last + 1) - (1 << first)
                own = (parent, above.state, above.key, bits)
                items.append(Item(kind, above.number, *own, text=" ".join(words), faint=above.faint))
        roots = list[int]()
        for number, item in enumerate(items):
            (items[item.parent].children if item.parent >= 0 else roots).append(number)
        for children in (roots, *(item.children for item in items)):
            children.sort(key=lambda number: items[number].slots & -items[number].slots)
        return Shown(picture, items, roots, slots, all(continuous(item.slots) for item in items if item.is_node))

    def _shows(self, node: Node) -> bool:
        options, state = self._options, self._picture.state(node.number)
        if self._picture.is_wrapper(node):
            return False
        if node.number in self._folds:
            return True
        if state in (State.MATCHED, State.GENERALISED):
            return options.matched
        if state is State.NOT_SCORED:
            return options.not_scored
        return options.gold_only if self._picture.side == Side.GOLD else options.parse_only

    def _node(self, node: Node, parent: int) -> Item:
        picture, number, state = self._picture, node.number, self._picture.state(node.number)
        item = Item(Kind.NODE, number, parent, state, Key(picture.side, "node", f"{number}"), self._bits[number])
        self._name(item, node.label if node.label not in ("_", "") else "·", node)
        if picture.asides.get(number):
            item.index = picture.asides[number]
        item.hidden = self._folds.get(number, 0)
        item.misused = number in picture.wrong_functions and self._functions is not Functions.HIDDEN
        item.faint = self._options.only_differences and number in self._folds and not item.hidden
        return item

    def _word(self, at: int, word: Word, parent: int) -> Item:
        picture, position = self._picture, word.position
        state, lineage = picture.word_states.get(position, State.MATCHED), picture.lineages.get(position)
        item = Item(Kind.WORD, position, parent, state, Key(picture.side, "word", f"{position}"), 1 << at)
        tag = picture.tag(position) if self._options.tags else ""
        if tag == TRACE:
            tag = ""
        elif word.function != "_" and tag.endswith((f"-{word.function}", f"*{word.function}")):
            tag = tag[: -len(word.function) - 1]  # bracket readers leave the function there
        if tag == word.form and state is not State.WRONG_LABEL:
            tag = ""  # one that but repeats the word, as a comma's, stands only where the other side has another one
        self._name(item, tag, word)
        item.text = word.form
        if lineage:
            item.index, item.shades = lineage.percent, lineage.shades
        item.trace = position not in picture.place_of
        item.faint = not self._touched >> at & 1
        item.above = self._items[parent].state if parent >= 0 else State.MATCHED
        return item

    def _name(self, item: Item, label: str, thing: Word | Node) -> None:
        """The label, the function after it or on the branch, the index, the mark of what is extra."""
        function, top = "" if thing.function in NO_NAME else thing.function, item.parent < 0
        on_branch = self._functions is Functions.EDGE and not top
        # What is at the top has no branch.
        after = self._functions is Functions.LABEL or (self._functions is Functions.EDGE and top)
        item.label = f"{label}-{function}" if after and label and function else label
        wrong = item.is_node and item.number in self._picture.wrong_functions
        item.edge = (function or NO_FUNCTION * wrong) if on_branch else ""
        # A trace has its index at the end of its form.
        inside = isinstance(thing, Word) and thing.form.endswith(f"-{thing.index}")
        item.index = thing.index if self._options.indices and thing.index != "_" and not inside else ""
        item.crossed = item.state is State.EXTRA and self._picture.wording.judges


def folded_nodes(picture: TreePicture, options: TreeOptions) -> dict[int, int]:
    """The folded nodes that are inside no other, each with the number of differences that it hides.

    They are those that the options name, and by choice or for want of room what has no difference.
    """
    if not (options.folded or options.only_differences or options.fold_plain):
        return {}
    inside = dict.fromkeys(picture.node_at, 0)  # the differences below each node; wrong words are not counted
    for node in reversed(picture.sentence.nodes):
        if node.parent in inside and node.parent < node.number:
            inside[node.parent] += inside[node.number] + picture.differs(node.number)
    wanted = {int(key.name) for key in options.folded if key.side == picture.side}
    if options.only_differences or options.fold_plain:
        wanted |= _plain(picture, inside, options)
    folds: dict[int, int] = {}
    covered = set()  # the folded ones and what is inside them
    for node in picture.sentence.nodes:
        number = node.number
        if node.parent in covered:
            covered.add(number)
        elif number in wanted and not picture.is_wrapper(node):
            covered.add(number)
            folds[number] = inside[number]
    return folds


def _plain(picture: TreePicture, inside: Mapping[int, int], options: TreeOptions) -> set[int]:
    """The nodes that are folded because they are no difference and have none ``inside``; none that was opened."""
    # Who looks at differences alone does not want to see a tag's; whoever lacks room shall still see all there are.
    alone = (State.MISSING, State.EXTRA)
    marks = alone if options.only_differences else tuple(set(State) - {State.MATCHED, State.NOT_SCORED})
    place = {word.position: 1 << at for at, word in enumerate(picture.sentence.words)}
    different = sum(bit for position, bit in place.items() if picture.word_states.get(position) in marks)
    opened = {int(key.name) for key in options.opened if key.side == picture.side}
    plain = {
        node: own
        for node, own in picture.yields.items()
        if node not in opened and not (inside[node] or picture.differs(node) or own & different)
    }
    if options.only_differences:
        return set(plain)
    # For want of room: each constituent that differs, on whichever side, must hold all of a fold's words or none of
    # them, or its bracket could not be compared; and a triangle over a single word is no narrower than the word.
    differing = [sum(place.get(position, 0) for position in own) for own in options.differing]
    return {
        node
        for node, own in plain.items()
        if own.bit_count() > 1 and all(not own & other or own | other == other for other in differing)
    }
