"""Which nodes are drawn as triangles: those that the options name, and by choice or for want of room what has no
difference."""

from __future__ import annotations

from collections.abc import Mapping

from goldleaf.viewer.diagram.shapes import Key, State
from goldleaf.viewer.views.trees.options import TreeOptions
from goldleaf.viewer.views.trees.picture import TreePicture


def folded_nodes(picture: TreePicture, options: TreeOptions) -> dict[int, int]:
    """The folded nodes that are inside no other, each with the number of differences that it hides."""
    folds_plain = options.only_differences or options.fold_plain
    if not options.folded and not folds_plain:
        return {}
    inside = differences_inside(picture)
    plain = _without_difference(picture, inside) if folds_plain else set()
    plain = {number for number in plain if Key(picture.side, "node", f"{number}") not in options.opened}
    if not options.only_differences:  # a triangle over a word is no narrower than the word
        plain = {number for number in plain if picture.yields[number].bit_count() > 1}
    found: dict[int, int] = {}
    covered = set()  # the folded ones and what is inside them
    for node in picture.sentence.nodes:
        number = node.number
        if node.parent in covered:
            covered.add(number)
        elif not picture.is_wrapper(node) and (
            number in plain or Key(picture.side, "node", f"{number}") in options.folded
        ):
            covered.add(number)
            found[number] = inside[number]
    return found


def _without_difference(picture: TreePicture, inside: Mapping[int, int]) -> set[int]:
    """The nodes that are no difference, have none ``inside``, and no word that only this side has."""
    states = [picture.word_states.get(word.position) for word in picture.sentence.words]
    alone = sum(1 << place for place, state in enumerate(states) if state in (State.MISSING, State.EXTRA))
    return {
        number
        for number, words in picture.yields.items()
        if not (inside[number] or picture.differs(number) or words & alone)
    }


def differences_inside(picture: TreePicture) -> dict[int, int]:
    """The number of differences below each node, itself not counted; wrong words are not either."""
    found = dict.fromkeys(picture.node_at, 0)
    for node in reversed(picture.sentence.nodes):
        if node.parent in found and node.parent < node.number:
            found[node.parent] += found[node.number] + picture.differs(node.number)
    return found
