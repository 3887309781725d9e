"""Walking a phrase-structure tree: up to the parent, down to the first child, to the siblings. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Iterable

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
    nodes = {node.number: Key(side, "node", f"{node.number}") for node in sentence.nodes}
    words = [Key(side, "word", f"{word.position}") for word in sentence.words]
    parent = {key: nodes.get(word.parent) for key, word in zip(words, sentence.words, strict=True)}
    parent |= {nodes[node.number]: nodes.get(node.parent) for node in sentence.nodes}
    starts = {key: word.position for key, word in zip(words, sentence.words, strict=True)}
    starts |= {nodes[node.number]: node.first for node in sentence.nodes}
    children: dict[Key | None, list[Key]] = {}
    for key in sorted(starts, key=lambda key: starts[key]):
        children.setdefault(parent[key], []).append(key)

    place = selected._replace(kind="node") if selected is not None and selected.kind == "bar" else selected
    if place is None or place not in parent:
        return next((word for word in words if word in shown), None)
    if way is Way.HEAD:
        above = parent[place]
        while above is not None and above not in shown:
            above = parent[above]
        return above
    if way is Way.DEPENDENT:
        below = list(children.get(place, []))
        for child in below:  # the children, then what is below these
            if child in shown:
                return child
            below += children.get(child, [])
        return None
    step = 1 if (way == Way.RIGHT) != right_to_left else -1
    for row in (children.get(parent[place], []), words if place.kind == "word" else []):
        beside = [key for key in row if key in shown or key == place]
        if place in beside and 0 <= (at := beside.index(place) + step) < len(beside):
            return beside[at]
    return None


def nearest_shown(trees: Iterable[TreePicture], key: Key | None, shown: Collection[Key]) -> Key | None:
    """The element itself, or where it is in a fold or left out, the next constituent above that is shown."""
    own = next((tree for tree in trees if key is not None and tree.side == key.side), None)
    while own is not None and key is not None and key.kind == "node" and key not in shown:
        node = own.node_at.get(int(key.name))
        key = key._replace(name=f"{node.parent}") if node is not None and node.parent else None
    return key
