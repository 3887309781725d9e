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
from goldleaf.viewer.views.trees.tree_picture import TreePicture, continuous, runs, yields

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
    """A part of the tree. Items are numbered from 0, parents before their children.

    ``slots`` are the places under it, as bits. ``label`` is a node's label or a word's tag. Nothing but the function is
    wrong of a ``misused`` one. The texts of ``faint`` items are painted as if they were not scored.
    """

    kind: Kind
    number: int  # of the node, or the word's position
    parent: int  # an item, -1 for none
    state: State
    key: Key
    slots: int = 0
    label: str = ""
    text: str = ""
    edge: str = ""
    index: str = ""
    trace: bool = False
    hidden: int = 0  # differences inside a folded node
    faint: bool = False
    misused: bool = False
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
    """A place on the line of words: a word (by its place in the sentence, from 0), or None for that of a node without
    words. ``fold`` is the folded node that covers it, 0 for none."""

    word: int | None
    fold: int = 0


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
    """A word and its place in the sentence, or a node without words."""

    word: Word | None
    place: int | None
    node: int

    @property
    def owner(self) -> int:
        """The node that it hangs by."""
        return self.word.parent if self.word else self.node


class _Builder:
    def __init__(self, picture: TreePicture, options: TreeOptions) -> None:
        self._picture, self._options = picture, options
        words, nodes, bits = picture.sentence.words, picture.sentence.nodes, picture.yields
        if not options.traces:  # nor what holds nothing that is written
            unwritten = sum(1 << place for place, word in enumerate(words) if is_trace(word))
            nodes = tuple(node for node in nodes if not bits[node.number] or bits[node.number] & ~unwritten)
        self._nodes = nodes
        self._places = self._all_places()
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

    def _all_places(self) -> list[_Place]:
        """The words in order; nodes without words stand before the words of what comes next in the file."""
        words, bits = self._picture.sentence.words, self._picture.yields
        shown = [place for place, word in enumerate(words) if self._options.traces or not is_trace(word)]
        places = [_Place(words[place], place, 0) for place in shown]
        inner = {node.parent for node in self._nodes}
        following = len(words)
        for node in reversed(self._nodes):  # from the last on, so that several at one place keep their order
            if bits[node.number]:
                following = (bits[node.number] & -bits[node.number]).bit_length() - 1
            elif node.number not in inner:
                places.insert(bisect_left(shown, following), _Place(None, None, node.number))
        return places

    def build(self) -> Shown:
        item_of, covered = self._add_nodes()
        covered |= {number: number for number in self._folds}
        slots = [Slot(place.place, covered.get(place.owner, 0)) for place in self._places]
        for at, (place, slot) in enumerate(zip(self._places, slots, strict=True)):
            if slot.fold:
                continue
            parent = item_of.get(place.owner, -1)
            if place.word is not None:
                self._add_word(at, place.word, parent)
            elif parent >= 0 and not self._picture.yields[self._items[parent].number]:  # else its node is not drawn
                above = self._items[parent]
                self._items.append(Item(Kind.NOTHING, above.number, parent, State.MATCHED, above.key, 1 << at))
        for number in self._folds:
            if number in item_of:
                self._add_folded_words(item_of[number])
        items, roots = self._items, list[int]()
        for number, item in enumerate(items):
            (items[item.parent].children if item.parent >= 0 else roots).append(number)
        for children in (roots, *(item.children for item in items)):
            children.sort(key=lambda number: items[number].slots & -items[number].slots)
        projective = all(continuous(item.slots) for item in items if item.is_node)
        return Shown(self._picture, items, roots, slots, projective)

    def _add_nodes(self) -> tuple[dict[int, int], dict[int, int]]:
        """The item of each node, or of the next one above that is shown; the folded node around each inside one."""
        item_of: dict[int, int] = {0: -1}
        covered: dict[int, int] = {}
        for node in self._nodes:
            parent = node.parent if node.parent < node.number else 0
            if parent in covered or parent in self._folds:
                covered[node.number] = covered.get(parent, parent)
                continue
            item_of[node.number] = item_of.get(parent, -1)
            if self._shows(node):
                self._add_node(node, item_of[node.number])
                item_of[node.number] = len(self._items) - 1
        return item_of, covered

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

    def _add_node(self, node: Node, parent: int) -> None:
        picture, number, state = self._picture, node.number, self._picture.state(node.number)
        hidden = self._folds.get(number, 0)
        item = Item(Kind.NODE, number, parent, state, Key(picture.side, "node", f"{number}"), self._bits[number])
        item.label = self._with_function(node.label if node.label not in ("_", "") else "·", node, parent)
        item.edge = self._edge(node, parent)
        item.index = picture.asides.get(number) or self._index(node)
        item.hidden = hidden
        item.misused = number in picture.wrong_functions and self._functions is not Functions.HIDDEN
        item.crossed = self._crosses(state)
        item.faint = self._options.only_differences and number in self._folds and not hidden
        self._items.append(item)

    def _add_word(self, at: int, word: Word, parent: int) -> None:
        picture, position = self._picture, word.position
        state, lineage = picture.word_states.get(position, State.MATCHED), picture.lineages.get(position)
        item = Item(Kind.WORD, position, parent, state, Key(picture.side, "word", f"{position}"), 1 << at)
        tag = _tag(word) if self._options.tags else ""
        # A tag that but repeats the word, as a comma's, stands only where the other side has another one.
        told = state is State.WRONG_LABEL or tag != word.form
        item.label = self._with_function(tag if told else "", word, parent)
        item.text = word.form
        item.edge = self._edge(word, parent)
        item.index = lineage.percent if lineage else self._index(word)
        item.shades = lineage.shades if lineage else 0
        item.trace = position not in picture.place_of
        item.faint = not self._touched >> at & 1
        item.crossed = self._crosses(state)
        item.above = self._items[parent].state if parent >= 0 else State.MATCHED
        self._items.append(item)

    def _add_folded_words(self, parent: int) -> None:
        node = self._items[parent]
        for first, last in runs(node.slots):
            text = " ".join(place.word.form for place in self._places[first : last + 1] if place.word)
            nothing = not any(place.word for place in self._places[first : last + 1])
            kind, bits = Kind.NOTHING if nothing else Kind.WORDS, (1 << last + 1) - (1 << first)
            self._items.append(Item(kind, node.number, parent, node.state, node.key, bits, text=text, faint=node.faint))

    def _with_function(self, label: str, thing: Word | Node, parent: int) -> str:
        """The label, with the function if it does not stand on a branch; what is at the top has none."""
        here = self._functions is Functions.LABEL or (self._functions is Functions.EDGE and parent < 0)
        return f"{label}-{thing.function}" if here and label and _has_function(thing) else label

    def _edge(self, thing: Word | Node, parent: int) -> str:
        if self._functions is not Functions.EDGE or parent < 0:
            return ""
        wrong = isinstance(thing, Node) and thing.number in self._picture.wrong_functions
        return thing.function if _has_function(thing) else NO_FUNCTION if wrong else ""

    def _index(self, thing: Word | Node) -> str:
        """The index, empty for none; a trace has it at the end of its form."""
        inside = isinstance(thing, Word) and thing.form.endswith(f"-{thing.index}")
        return "" if not self._options.indices or thing.index == "_" or inside else thing.index

    def _crosses(self, state: State) -> bool:
        return state is State.EXTRA and self._picture.wording.judges


def _has_function(thing: Word | Node) -> bool:
    return thing.function not in ("_", "--", "")  # Negra writes -- for none


def _tag(word: Word) -> str:
    """A word's tag without its function, which bracket readers leave there; none for a trace."""
    tag = word.coarse_tag if word.fine_tag in ("_", "") else word.fine_tag
    if tag in ("_", TRACE):
        return ""
    if word.function != "_" and tag.endswith((f"-{word.function}", f"*{word.function}")):
        return tag[: -len(word.function) - 1]
    return tag


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
    wanted = {int(key.name) for key in options.folded if key.side == picture.side} | _plain(picture, inside, options)
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
    if not (options.only_differences or options.fold_plain):
        return set()
    words = [word.position for word in picture.sentence.words]
    # Who looks at differences alone does not want to see a tag's; whoever lacks room shall still see all there are.
    alone = (State.MISSING, State.EXTRA)
    plain = alone if options.only_differences else tuple(set(State) - {State.MATCHED, State.NOT_SCORED})
    different = sum(1 << at for at, position in enumerate(words) if picture.word_states.get(position) in plain)
    opened = {int(key.name) for key in options.opened if key.side == picture.side}
    found = {
        node
        for node, own in picture.yields.items()
        if node not in opened and not (inside[node] or picture.differs(node) or own & different)
    }
    if options.only_differences:
        return found
    # For want of room: each constituent that differs, on whichever side, must hold all of a fold's words or none of
    # them, or its bracket could not be compared; and a triangle over a single word is no narrower than the word.
    place = {position: 1 << at for at, position in enumerate(words)}
    differing = [sum(place.get(position, 0) for position in own) for own in options.differing]
    return {
        node
        for node in found
        if (own := picture.yields[node]).bit_count() > 1
        and all(not own & other or own | other == other for other in differing)
    }
