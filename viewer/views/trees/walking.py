"""Walking a phrase-structure tree: up to the parent, down to the first child, to the siblings. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from goldleaf.core.treebank import Sentence
from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.diagram.walking import Way
from goldleaf.viewer.views.trees.tree_picture import TreePicture


def walk_tree(
    sentence: Sentence,
    selected: Key | None,
    way: Way,
    side: Side,
    shown: Collection[Key],
    *,
    right_to_left: bool = False,
) -> Key | None:
    """The element that is reached from the selected one; None where there is nothing that way.

    What is not ``shown`` is passed over. Without a selection, the first word. Between words that have no sibling that
    way, the neighbouring word.
    """
    tree = _Tree(sentence, side)
    place = selected._replace(kind="node") if selected is not None and selected.kind == "bar" else selected
    if place is None or place not in tree.parent:
        return _first(tree.words, shown)
    match way:
        case Way.HEAD:
            return _first(tree.above(place), shown)
        case Way.DEPENDENT:
            return _first(tree.below(place), shown)
        case Way.LEFT | Way.RIGHT:
            step = 1 if (way == Way.RIGHT) != right_to_left else -1
            return _beside(tree, place, step, shown)


def _first(keys: Iterable[Key], shown: Collection[Key]) -> Key | None:
    return next((key for key in keys if key in shown), None)


def nearest_shown(trees: Iterable[TreePicture], key: Key | None, shown: Collection[Key]) -> Key | None:
    """The element itself, or where it is in a fold or left out, the next constituent above that is shown."""
    own = next((tree for tree in trees if key is not None and tree.side == key.side), None)
    while own is not None and key is not None and key.kind == "node" and key not in shown:
        node = own.node_at.get(int(key.name))
        key = key._replace(name=f"{node.parent}") if node is not None and node.parent else None
    return key


def _beside(tree: _Tree, place: Key, step: int, shown: Collection[Key]) -> Key | None:
    siblings = [
        sibling for sibling in tree.children.get(tree.parent[place], []) if sibling in shown or sibling == place
    ]
    row = siblings.index(place) + step
    if 0 <= row < len(siblings):
        return siblings[row]
    if place.kind != "word":
        return None
    words = [word for word in tree.words if word in shown or word == place]
    row = words.index(place) + step
    return words[row] if 0 <= row < len(words) else None


class _Tree:
    """Parents and children by key, children in the order of their words."""

    def __init__(self, sentence: Sentence, side: Side) -> None:
        numbers = {node.number for node in sentence.nodes}

        def node(number: int) -> Key | None:
            return Key(side, "node", f"{number}") if number in numbers else None

        self.words = [Key(side, "word", f"{word.position}") for word in sentence.words]
        self.parent: dict[Key | None, Key | None] = {
            key: node(word.parent) for key, word in zip(self.words, sentence.words, strict=True)
        }
        starts = {key: word.position for key, word in zip(self.words, sentence.words, strict=True)}
        for one in sentence.nodes:
            key = Key(side, "node", f"{one.number}")
            self.parent[key] = node(one.parent)
            starts[key] = one.first
        self.children: dict[Key | None, list[Key]] = {}
        for key in sorted(starts, key=lambda key: starts[key]):
            self.children.setdefault(self.parent[key], []).append(key)

    def above(self, place: Key) -> Iterator[Key]:
        """The parent, the parent's parent and so on."""
        parent = self.parent[place]
        while parent is not None:
            yield parent
            parent = self.parent[parent]

    def below(self, place: Key | None) -> list[Key]:
        """The children, then what is below these."""
        found = list(self.children.get(place, []))
        for child in found:
            found += self.children.get(child, [])
        return found
