"""Which nodes are drawn as triangles: those that the options name, and in pictures of differences what has none."""

from __future__ import annotations

from goldleaf.viewer.diagram.shapes import Key, State
from goldleaf.viewer.views.trees.options import TreeOptions
from goldleaf.viewer.views.trees.picture import TreePicture


def folded_nodes(picture: TreePicture, options: TreeOptions) -> dict[int, int]:
    """The folded nodes that are inside no other, each with the number of differences that it hides."""
    if not options.folded and not options.only_differences:
        return {}
    inside = differences_inside(picture)
    states = [picture.word_states.get(word.position) for word in picture.sentence.words]
    alone = sum(1 << place for place, state in enumerate(states) if state in (State.MISSING, State.EXTRA))
    found: dict[int, int] = {}
    covered = set()
    for node in picture.sentence.nodes:
        number = node.number
        if node.parent in covered or node.parent in found:
            covered.add(number)
        elif picture.is_wrapper(node):
            continue
        elif Key(picture.side, "node", f"{number}") in options.folded or (
            options.only_differences
            and not inside[number]
            and not picture.differs(number)
            and not picture.yields[number] & alone
        ):
            found[number] = inside[number]
    return found


def differences_inside(picture: TreePicture) -> dict[int, int]:
    """The number of differences below each node, itself not counted; wrong words are not either."""
    found = dict.fromkeys(picture.node_at, 0)
    for node in reversed(picture.sentence.nodes):
        if node.parent in found and node.parent < node.number:
            found[node.parent] += found[node.number] + picture.differs(node.number)
    return found
