"""Which nodes are drawn as triangles: those that the options name, and by choice or for want of room what has no
difference."""

from __future__ import annotations

from collections.abc import Mapping

from goldleaf.viewer.diagram.shapes import State
from goldleaf.viewer.views.trees.options import TreeOptions
from goldleaf.viewer.views.trees.picture import TreePicture

_ALONE = frozenset({State.MISSING, State.EXTRA})
_DIFFERENT = frozenset(State) - {State.MATCHED, State.NOT_SCORED}


def folded_nodes(picture: TreePicture, options: TreeOptions) -> dict[int, int]:
    """The folded nodes that are inside no other, each with the number of differences that it hides."""
    if not (options.folded or options.only_differences or options.fold_plain):
        return {}
    inside = differences_inside(picture)
    wanted = _chosen(picture, options) | _plain(picture, inside, options)
    found: dict[int, int] = {}
    covered = set()  # the folded ones and what is inside them
    for node in picture.sentence.nodes:
        number = node.number
        if node.parent in covered:
            covered.add(number)
        elif number in wanted and not picture.is_wrapper(node):
            covered.add(number)
            found[number] = inside[number]
    return found


def _chosen(picture: TreePicture, options: TreeOptions) -> set[int]:
    """The nodes that the options name."""
    return {int(key.name) for key in options.folded if key.side == picture.side}


def _plain(picture: TreePicture, inside: Mapping[int, int], options: TreeOptions) -> set[int]:
    """The nodes that are folded because they have no difference; none that was opened.

    For want of room a tree without any difference is not folded: nothing would be left of it.
    """
    differs = any(map(picture.differs, picture.node_at))
    if not (options.only_differences or (options.fold_plain and differs)):
        return set()
    opened = {int(key.name) for key in options.opened if key.side == picture.side}
    least = 1 if options.only_differences else 2  # a triangle over a word is no narrower than the word
    found = _without_difference(picture, inside, _ALONE if options.only_differences else _DIFFERENT) - opened
    return {number for number in found if picture.yields[number].bit_count() >= least}


def _without_difference(picture: TreePicture, inside: Mapping[int, int], of_words: frozenset[State]) -> set[int]:
    """The nodes that are no difference, have none ``inside``, and no word in one of some states."""
    states = [picture.word_states.get(word.position) for word in picture.sentence.words]
    different = sum(1 << place for place, state in enumerate(states) if state in of_words)
    return {
        number
        for number, words in picture.yields.items()
        if not (inside[number] or picture.differs(number) or words & different)
    }


def differences_inside(picture: TreePicture) -> dict[int, int]:
    """The number of differences below each node, itself not counted; wrong words are not either."""
    found = dict.fromkeys(picture.node_at, 0)
    for node in reversed(picture.sentence.nodes):
        if node.parent in found and node.parent < node.number:
            found[node.parent] += found[node.number] + picture.differs(node.number)
    return found
