"""The tree that a picture shows: what the options hide is left out, what is folded is one item over its words."""

from __future__ import annotations

from functools import reduce
from operator import or_

from goldleaf.core.treebank import Node, Word
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.views.trees.folding import folded_nodes
from goldleaf.viewer.views.trees.options import Functions, TreeOptions
from goldleaf.viewer.views.trees.shown import Item, Kind, Shown, Slot
from goldleaf.viewer.views.trees.slots import (
    Place,
    function_of,
    index_of,
    kept_nodes,
    place_of_functions,
    places_of,
    tag_of,
)
from goldleaf.viewer.views.trees.tree_picture import TreePicture, continuous, runs, yields

NONE = "–"  # where there should be a function


def shown_tree(picture: TreePicture, options: TreeOptions) -> Shown:
    """The tree that a picture shows under some options."""
    return _Builder(picture, options).build()


class _Builder:
    def __init__(self, picture: TreePicture, options: TreeOptions) -> None:
        self._picture, self._options = picture, options
        sentence = picture.sentence
        self._nodes = kept_nodes(picture, traces=options.traces)
        self._places = places_of(picture, self._nodes, traces=options.traces)
        self._bits = yields(sentence.nodes, [place.owner for place in self._places])
        self._folds = folded_nodes(picture, options)
        self._functions = place_of_functions(options.functions, sentence.words)
        self._touched = self._slots_of_differences() if options.only_differences else -1
        self._items: list[Item] = []

    def build(self) -> Shown:
        item_of, covered = self._add_nodes()
        covered |= {number: number for number in self._folds}
        slots = [Slot(place.place, covered.get(place.owner, 0)) for place in self._places]
        for at, (place, slot) in enumerate(zip(self._places, slots, strict=True)):
            if not slot.fold:
                self._add_leaf(at, place, item_of.get(place.owner, -1))
        for number in self._folds:
            if number in item_of:
                self._add_words(item_of[number])
        return self._finished(slots)

    def _add_nodes(self) -> tuple[dict[int, int], dict[int, int]]:
        """The item of each node, or of the next one above that is shown; the folded node around each inside one."""
        item_of: dict[int, int] = {0: -1}
        covered: dict[int, int] = {}
        for node in self._nodes:
            parent = node.parent if node.parent < node.number else 0
            if parent in covered or parent in self._folds:
                covered[node.number] = covered.get(parent, parent)
            elif self._shows(node):
                item_of[node.number] = self._add_node(node, item_of.get(parent, -1))
            else:
                item_of[node.number] = item_of.get(parent, -1)
        return item_of, covered

    def _shows(self, node: Node) -> bool:
        if self._picture.is_wrapper(node):
            return False
        options, state = self._options, self._picture.state(node.number)
        if node.number in self._folds:
            return True
        if state in (State.MATCHED, State.GENERALISED):
            return options.matched
        if state is State.NOT_SCORED:
            return options.not_scored
        return options.gold_only if self._picture.side == Side.GOLD else options.parse_only

    def _add_node(self, node: Node, parent: int) -> int:
        picture, number = self._picture, node.number
        hidden = self._folds.get(number, 0)
        self._items.append(
            Item(
                Kind.NODE,
                number,
                parent,
                picture.state(number),
                Key(picture.side, "node", f"{number}"),
                self._bits[number],
                self._with_function(node.label if node.label not in ("_", "") else "·", node, parent),
                edge=self._edge(node, parent),
                index=picture.asides.get(number) or (index_of(node) if self._options.indices else ""),
                hidden=hidden,
                misused=number in picture.wrong_functions and self._functions is not Functions.HIDDEN,
                crossed=self._crosses(picture.state(number)),
                faint=self._options.only_differences and number in self._folds and not hidden,
            )
        )
        return len(self._items) - 1

    def _with_function(self, label: str, thing: Word | Node, parent: int) -> str:
        """The label, with the function if it does not stand on a branch; what is at the top has none."""
        here = self._functions is Functions.LABEL or (self._functions is Functions.EDGE and parent < 0)
        function = function_of(thing) if here else ""
        return f"{label}-{function}" if function and label else label

    def _edge(self, thing: Word | Node, parent: int) -> str:
        if self._functions is not Functions.EDGE or parent < 0:
            return ""
        wrong = isinstance(thing, Node) and thing.number in self._picture.wrong_functions
        return function_of(thing) or (NONE if wrong else "")

    def _add_leaf(self, at: int, place: Place, parent: int) -> None:
        picture, word = self._picture, place.word
        if word is None:
            above = self._items[parent].number if parent >= 0 else 0
            if above and not picture.yields[above]:  # else its node is not drawn
                key = Key(picture.side, "node", f"{above}")
                self._items.append(Item(Kind.NOTHING, above, parent, State.MATCHED, key, 1 << at))
            return
        lineage = picture.lineages.get(word.position)
        index = index_of(word) if self._options.indices else ""
        self._items.append(
            Item(
                Kind.WORD,
                word.position,
                parent,
                picture.word_states.get(word.position, State.MATCHED),
                Key(picture.side, "word", f"{word.position}"),
                1 << at,
                self._with_function(self._tag(word), word, parent),
                text=word.form,
                edge=self._edge(word, parent),
                index=lineage.percent if lineage else index,
                shades=lineage.shades if lineage else 0,
                trace=word.position not in picture.place_of,
                faint=not self._touched >> at & 1,
                crossed=self._crosses(picture.word_states.get(word.position, State.MATCHED)),
                above=self._items[parent].state if parent >= 0 else State.MATCHED,
            )
        )

    def _tag(self, word: Word) -> str:
        """The tag; one that but repeats the word, as a comma's, only where the other side has another one."""
        tag = tag_of(word) if self._options.tags else ""
        differs = self._picture.word_states.get(word.position) is State.WRONG_LABEL
        return tag if differs or tag != word.form else ""

    def _crosses(self, state: State) -> bool:
        return state is State.EXTRA and self._picture.wording.judges

    def _slots_of_differences(self) -> int:
        """The slots under nodes that differ, and of words that do."""
        picture = self._picture
        words = [place.word for place in self._places]
        differing = (at for at, word in enumerate(words) if word and picture.word_differs(word.position))
        found = sum(1 << at for at in differing)
        return reduce(or_, (self._bits[node.number] for node in self._nodes if picture.differs(node.number)), found)

    def _add_words(self, parent: int) -> None:
        node = self._items[parent]
        for first, last in runs(node.slots):
            forms = [place.word.form for place in self._places[first : last + 1] if place.word]
            kind = Kind.WORDS if forms else Kind.NOTHING
            bits = (1 << last + 1) - (1 << first)
            text = " ".join(forms)
            self._items.append(Item(kind, node.number, parent, node.state, node.key, bits, text=text, faint=node.faint))

    def _finished(self, slots: list[Slot]) -> Shown:
        items, roots = self._items, list[int]()
        for number, item in enumerate(items):
            (items[item.parent].children if item.parent >= 0 else roots).append(number)
        for children in (roots, *(item.children for item in items)):
            children.sort(key=lambda number: items[number].slots & -items[number].slots)
        projective = all(continuous(item.slots) for item in items if item.is_node)
        return Shown(self._picture, items, roots, slots, projective)
