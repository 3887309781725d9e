"""The tree that is drawn, as items: nodes, words, and stretches of words under folded nodes. What the options hide is
left out, what is folded is one item over its words: the same on all sides, so that they can still be compared. Sets of
words that are folded are the bits of an integer, by the places that written words have on all sides. No Qt."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import reduce
from operator import or_
from typing import NamedTuple

from goldleaf.core.sentence import Node, Word
from goldleaf.core.structures.phrase import TRACE, is_trace
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.views.trees import tree_picture
from goldleaf.viewer.views.trees.tree_picture import Folding, Functions, TreeOptions, TreePicture, continuous, runs

_SAME = (State.MATCHED, State.NOT_SCORED, State.FORGIVEN)


def folded_spans(pictures: Sequence[TreePicture], options: TreeOptions) -> list[int]:
    """The stretches of words that are folded: what was chosen by hand, and by choice or for want of room what is the
    same on all sides. All that holds a difference stands, with its parts (or near the differences alone, with theirs).
    No constituent that differs is folded together with words outside of it, and never a whole tree."""
    by_hand = _yields(pictures, options.folded)
    by_hand = [span for span in by_hand if not any(span != other == span | other for other in by_hand)]
    differing = differences(pictures, options)
    folds = options.folding is not Folding.CHOSEN
    if not differing:  # all would be folded, for which but several golds that are alike leave so little room
        folds = options.folding in (Folding.NEAR, Folding.SHORT) and len(pictures) > 2
    if not (folds or options.only_differences):
        return by_hand
    sides = [_constituents(side) for side in pictures]
    all_own = {own for side in sides for own in side}
    tops = {own for side in sides for own in _largest(-1, side)}
    plain = {own for own in all_own if not any(own | other == own for other in differing)}
    # What stands in all its parts: what holds a difference, or is one, what was opened, and trees without any.
    near = options.folding in (Folding.NEAR, Folding.SHORT)
    whole = set[int]() if options.together else differing if near else all_own - plain
    whole = whole | tops & plain | {*_yields(pictures, options.opened)}
    stands = (all_own - plain) | whole | {part for own in whole for side in sides for part in _parts(own, side)}
    stretches = _cut([*_stretches(reduce(or_, all_own, 0))], stands)
    while crossing := {own for own in all_own - stands if not any(own | other == other for other in stretches)}:
        stands |= crossing  # a constituent that is not all in one stretch stands, too
        stretches = _cut(stretches, crossing)
    # A triangle over a single word is no narrower than the word; but where all goes that is the same, it does.
    words = plain - tops if options.only_differences else set[int]()
    spans = [span for span in stretches if span.bit_count() > 1 or span in words]
    return sorted([*by_hand, *(span for span in spans if not any(span & own for own in by_hand))])


def far(pictures: Sequence[TreePicture], options: TreeOptions) -> set[int]:
    """The constituents that are not drawn as they only lead from the top to a difference that is farther down."""
    if options.folding is not Folding.SHORT:
        return set()
    differing, near = differences(pictures, options), {*_yields(pictures, options.opened)}
    sides = [_constituents(side) for side in pictures]
    # Who asks for what golds have lost wants to see it.
    golds = [side for side in pictures if side.side is Side.GENERALISED]
    near |= {side.written[node] for side in golds for node in side.node_at if side.state(node) is State.NOT_SCORED}
    for side in sides:
        near |= {*_largest(-1, side)}
        for own in differing:
            near |= {*_parts(own, side), *[other for other in side if other | own == other != own][-1:]}
    holding = {own for side in sides for own in side if any(own | other == own for other in differing)}
    return holding - near - differing


def differences(pictures: Iterable[TreePicture], options: TreeOptions) -> set[int]:
    """What differs on any side and is not forgiven: constituents and words."""
    # Who looks at differences alone does not want to see a tag's; whoever lacks room shall still see all there are.
    same = (*_SAME, State.WRONG_LABEL) if options.only_differences else _SAME
    differing = {0}
    for side in pictures:
        nodes = (node for node in side.node_at if side.differs(node) and side.state(node) is not State.FORGIVEN)
        differing |= {side.written[node] for node in nodes}
        words = (position for position, state in side.word_states.items() if state not in same)
        differing |= {1 << side.place_of[position] for position in words if position in side.place_of}
    return differing - {0}


def _constituents(side: TreePicture) -> list[int]:
    """The words of all nodes that have some and are drawn, the largest first."""
    nodes = (node.number for node in side.sentence.nodes if not side.is_wrapper(node))
    return sorted(filter(None, (side.written[node] for node in nodes)), key=int.bit_count, reverse=True)


def _yields(pictures: Sequence[TreePicture], keys: Iterable[Key]) -> list[int]:
    """The words of nodes and folds."""
    spans = (side.span(key) for key in keys for side in pictures if key.side is side.side)
    return [*dict.fromkeys(filter(None, spans))]


def _largest(whole: int, side: Iterable[int]) -> Iterator[int]:
    """The largest constituents inside a set of words."""
    taken = 0
    for own in side:
        if own | whole == whole != own and own & ~taken:
            taken |= own
            yield own


def _parts(whole: int, side: Iterable[int]) -> Iterator[int]:
    """What a set of words consists of on a side: constituents, and words that are in none."""
    largest = [*_largest(whole, side)]
    yield from largest
    for first, last in runs(whole & ~reduce(or_, largest, 0)):
        yield from (1 << place for place in range(first, last + 1))


def _cut(stretches: Sequence[int], sets: Iterable[int]) -> list[int]:
    """Stretches cut where any of the sets begins or ends."""
    parts = [*stretches]
    for own in sets:
        parts = [part for stretch in parts for part in (stretch & own, stretch & ~own) if part]
    return [stretch for part in parts for stretch in _stretches(part)]


def _stretches(words: int) -> Iterator[int]:
    yield from ((1 << last + 1) - (1 << first) for first, last in runs(words))


NO_FUNCTION = "–"  # where there should be one
FUNCTIONS_ON_WORDS = 0.8  # of the words have one where functions are labels of branches


def marked(state: State) -> bool:
    """Whether a branch is drawn in another way than most; then it is never so short that this cannot be seen."""
    return state not in (State.MATCHED, State.NOT_SCORED)


class ItemKind(Enum):
    """What an item is."""

    NODE = auto()
    WORD = auto()
    WORDS = auto()  # the words of a folded node, a stretch without gaps
    NOTHING = auto()  # what a node without words has in their place


@dataclass(slots=True)
class Item:
    """A part of the tree. Items are numbered from 0, parents before their children."""

    kind: ItemKind
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
        return self.kind is ItemKind.NODE

    @property
    def stands_out(self) -> bool:
        """Whether it is a node whose branch is marked; at the top there is a line over it in the branch's stead."""
        return self.is_node and marked(self.state)

    @property
    def is_run(self) -> bool:
        """Whether it is words of several parts that are no constituent together."""
        return self.key.kind == "fold"

    @property
    def line_state(self) -> State:
        """How its branch is drawn: a wrong tag says nothing of that, and what is not scored above a word goes on."""
        if self.kind is ItemKind.WORD and self.state in (State.WRONG_LABEL, State.MATCHED):
            return State.NOT_SCORED if self.above is State.NOT_SCORED else State.MATCHED
        if self.kind is ItemKind.WORDS and self.state is State.FORGIVEN:
            return State.MATCHED  # the branch to its node has the ring
        return self.state


class Slot(NamedTuple):
    """A place on the line of words."""

    word: int | None  # by its place in the sentence, from 0; None for that of a node without words
    fold: int = 0  # the number of the fold that covers it, 0 for none


class Shown(NamedTuple):
    """The items of a picture, those at the top, and the slots in their order."""

    picture: TreePicture
    items: list[Item]
    roots: list[int]
    slots: list[Slot]
    projective: bool


def beside_tags(word: Item, items: Sequence[Item]) -> bool:
    """Whether a word has sisters with tags: without one it stands level with these, else it hangs by its branch."""
    sisters = items[word.parent].children if word.parent >= 0 else ()
    return any(items[sister].kind is ItemKind.WORD and items[sister].label for sister in sisters)


def shown_trees(pictures: Sequence[TreePicture], options: TreeOptions) -> list[Shown]:
    """The trees that pictures of one sentence show under some options; on all the same words are folded."""
    words = folded_spans(pictures, options), differences(pictures, options), far(pictures, options)
    trees = [_Builder(picture, options, *words).build() for picture in pictures]
    drawn = [item for shown in trees for item in shown.items if item.key.side is not Side.RESULT]
    for item in drawn if uncompared(pictures) else ():
        item.above = State.MATCHED
        item.state = State.MATCHED if item.state is State.NOT_SCORED else item.state
    return trees


def uncompared(pictures: Sequence[TreePicture]) -> bool:
    """Whether nothing of the sides is scored, so that nothing in their pictures is to stand back."""
    sides = [picture for picture in pictures if picture.side is not Side.RESULT]
    return {side.state(node) for side in sides for node in side.node_at} == {State.NOT_SCORED}


def usual_place(words: Sequence[Word]) -> Functions:
    """Where the functions of a tree over these words stand."""
    named = sum(word.function != "_" for word in words)
    return Functions.EDGE if words and named >= FUNCTIONS_ON_WORDS * len(words) else Functions.LABEL


class _Place(NamedTuple):
    """A word and its place in the sentence, or a node without words; the node that either hangs by."""

    word: Word | None
    place: int | None
    owner: int


class _Fold(NamedTuple):
    """Written words that are folded, and the nodes among them; the node that has just these, or the next one above."""

    span: int
    owner: int
    covered: Sequence[int]
    is_node: bool


class _Builder:
    def __init__(
        self, picture: TreePicture, options: TreeOptions,
        spans: Sequence[int], differing: Collection[int], far: Collection[int],
    ) -> None:  # fmt: skip
        self._picture, self._options, self._differing, self._far = picture, options, differing, far
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
        self._bits = tree_picture.yields(picture.sentence.nodes, [place.owner for place in self._places])
        self._folds = [fold for span in spans if (fold := self._fold(span)) is not None]
        self._covered = {number: at for at, fold in enumerate(self._folds, 1) for number in fold.covered}
        self._folded = {fold.owner: fold for fold in self._folds if fold.is_node}
        self._functions = usual_place(words) if options.functions is Functions.AUTO else options.functions
        # The written words in what differs on any side, where all others are faint.
        self._touched = reduce(or_, differing, 0) if options.only_differences else -1
        self._items: list[Item] = []

    def _fold(self, span: int) -> _Fold | None:
        """How a stretch of words is folded; None where its words are not here, or a constituent crosses it."""
        picture, own = self._picture, self._picture.written
        span &= sum(1 << place for place in picture.position_of)
        if not span or any(bits & span and bits | span not in (bits, span) for bits in own.values()):
            return None
        nodes = [node for node in self._nodes if not picture.is_wrapper(node)]  # which is never drawn
        over = [node.number for node in nodes if own[node.number] == span]
        by_hand = [number for number in over if Key(picture.side, "node", f"{number}") in self._options.folded]
        beneath = self._options.together and span in self._differing and not by_hand
        over = over[::-1] if beneath else over  # nodes that differ stand above the words
        around = [node.number for node in nodes if own[node.number] | span == own[node.number]]
        owner = next(iter([*by_hand, *over, *reversed(around)]), 0)
        covered = dict[int, None]()
        for node in nodes:
            bits, inside = own[node.number], node.parent in covered or (node.parent == owner and owner in over)
            if inside or (bits and bits | span == span and not (node.number in over and node.number <= owner)):
                covered[node.number] = None
        return _Fold(span, owner, [*covered], is_node=owner in over and not beneath)

    def build(self) -> Shown:
        items, picture = self._items, self._picture
        item_of = {0: -1}  # the item of each node, or of the next one above that is shown
        for node in self._nodes:
            if node.number not in self._covered:
                item_of[node.number] = item_of.get(node.parent if node.parent < node.number else 0, -1)
                if self._shows(node):
                    items.append(self._node(node, item_of[node.number]))
                    item_of[node.number] = len(items) - 1
        slots = [Slot(place.place, self._fold_at(place)) for place in self._places]
        for at, (place, slot) in enumerate(zip(self._places, slots, strict=True)):
            if slot.fold:
                continue
            parent = item_of.get(place.owner, -1)
            if place.word is not None:
                items.append(self._word(at, place.word, parent))
            elif parent >= 0 and not picture.yields[items[parent].number]:  # else its node is not drawn
                above = items[parent]
                items.append(Item(ItemKind.NOTHING, above.number, parent, State.MATCHED, above.key, 1 << at))
        for number, fold in enumerate(self._folds, 1):
            for first, last in runs(sum(1 << at for at, slot in enumerate(slots) if slot.fold == number)):
                items.append(self._triangle(fold, first, last, item_of.get(fold.owner, -1)))
        roots = list[int]()
        for number, item in enumerate(items):
            (items[item.parent].children if item.parent >= 0 else roots).append(number)
        for children in (roots, *(item.children for item in items)):
            children.sort(key=lambda number: items[number].slots & -items[number].slots)
        return Shown(picture, items, roots, slots, all(continuous(item.slots) for item in items if item.is_node))

    def _fold_at(self, place: _Place) -> int:
        """The fold that a place is in, from 1; 0 for none."""
        written = self._picture.place_of.get(place.word.position) if place.word is not None else None
        if written is not None:
            return next((at for at, fold in enumerate(self._folds, 1) if fold.span >> written & 1), 0)
        own = self._folded.get(place.owner)
        return self._covered.get(place.owner, self._folds.index(own) + 1 if own is not None else 0)

    def _triangle(self, fold: _Fold, first: int, last: int, parent: int) -> Item:
        """A stretch of words that are folded: of a node, or of parts of one."""
        words = [place.word for place in self._places[first : last + 1] if place.word]
        kind, bits = ItemKind.WORDS if words else ItemKind.NOTHING, (1 << last + 1) - (1 << first)
        text = " ".join(word.form for word in words)
        if fold.is_node:
            above = self._items[parent]
            return Item(kind, above.number, parent, above.state, above.key, bits, text=text, faint=above.faint)
        states = {self._picture.state(number) for number in fold.covered}
        state = states.pop() if len(states) == 1 else State.MATCHED
        low, high = (fold.span & -fold.span).bit_length() - 1, fold.span.bit_length() - 1
        key = Key(self._picture.side, "fold", f"{low}-{high}")
        item = Item(kind, words[0].position if words else 0, parent, state, key, bits, text=text)
        item.hidden, item.faint = self._hidden(fold), self._options.only_differences
        return item

    def _hidden(self, fold: _Fold) -> int:
        """The differences that a fold hides; wrong words are not counted."""
        picture = self._picture
        return sum(picture.differs(node) and picture.state(node) is not State.FORGIVEN for node in fold.covered)

    def _shows(self, node: Node) -> bool:
        options, state = self._options, self._picture.state(node.number)
        if self._picture.is_wrapper(node):
            return False
        if node.number in self._folded:
            return True
        if self._picture.written[node.number] in self._far:
            return False
        if state in (State.MATCHED, State.GENERALISED):
            return options.matched
        own = options.gold_only if self._picture.side == Side.GOLD else options.parse_only
        return own or state is State.NOT_SCORED

    def _node(self, node: Node, parent: int) -> Item:
        picture, number, state = self._picture, node.number, self._picture.state(node.number)
        item = Item(ItemKind.NODE, number, parent, state, Key(picture.side, "node", f"{number}"), self._bits[number])
        led = "… " if picture.written.get(node.parent) in self._far else ""  # what is between is left out
        self._name(item, led + (node.label if node.label not in ("_", "") else "·"), node)
        if picture.asides.get(number) and number not in picture.told_only:
            item.index = picture.asides[number]
        item.hidden = self._hidden(self._folded[number]) if number in self._folded else 0
        item.misused = number in picture.wrong_functions and self._functions is not Functions.HIDDEN
        item.faint = self._options.only_differences and number in self._folded and not item.hidden
        return item

    def _word(self, at: int, word: Word, parent: int) -> Item:
        picture, position = self._picture, word.position
        state, lineage = picture.word_states.get(position, State.MATCHED), picture.lineages.get(position)
        item = Item(ItemKind.WORD, position, parent, state, Key(picture.side, "word", f"{position}"), 1 << at)
        tag = picture.tag(position) if self._options.tags else ""
        if tag == TRACE:
            tag = ""
        elif word.function != "_" and tag.endswith((f"-{word.function}", f"*{word.function}")):
            tag = tag[: -len(word.function) - 1]  # bracket readers leave the function there
        if tag == word.form and state is not State.WRONG_LABEL:
            tag = ""  # one that but repeats the word, as a comma's, stands only where the other side has another one
        if tag and picture.written.get(word.parent) in self._far:
            tag = f"… {tag}"
        self._name(item, tag, word)
        item.text = word.form
        if lineage:
            item.index, item.shades = lineage.percent, lineage.shades
        item.trace = position not in picture.place_of
        place = picture.place_of.get(position)
        item.faint = place is not None and not self._touched >> place & 1
        item.above = self._items[parent].state if parent >= 0 else State.MATCHED
        return item

    def _name(self, item: Item, label: str, thing: Word | Node) -> None:
        """The label, the function after it or on the branch, the index, the mark of what is extra."""
        function, top = "" if thing.function in tree_picture.NO_NAME else thing.function, item.parent < 0
        on_branch = self._functions is Functions.EDGE and not top
        # What is at the top has no branch.
        after = self._functions is Functions.LABEL or (self._functions is Functions.EDGE and top)
        item.label = f"{label}-{function}" if after and label and function else label
        wrong = item.is_node and item.number in self._picture.wrong_functions
        item.edge = (function or NO_FUNCTION * wrong) if on_branch else ""
        # A trace has its index at the end of its form.
        inside = isinstance(thing, Word) and thing.form.endswith(f"-{thing.index}")
        item.index = thing.index if thing.index != "_" and not inside else ""
        item.crossed = item.state is State.EXTRA and self._picture.wording.judges
