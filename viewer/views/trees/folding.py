"""Which nodes are drawn as triangles: those that the options name, and by choice or for want of room what has no
difference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from goldleaf.viewer.diagram.shapes import State
from goldleaf.viewer.views.trees.options import TreeOptions
from goldleaf.viewer.views.trees.tree_picture import TreePicture

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
    """The nodes that are folded because they have no difference; none that was opened."""
    opened = {int(key.name) for key in options.opened if key.side == picture.side}
    if options.only_differences:
        return _without_difference(picture, inside, _ALONE) - opened
    if not options.fold_plain:
        return set()
    there, found = _places(picture, options.differing), _without_difference(picture, inside, _DIFFERENT) - opened
    yields = {node: picture.yields[node] for node in found}
    return {node for node, words in yields.items() if _is_narrowed(words) and _inside_or_apart(words, there)}


def _is_narrowed(words: int) -> bool:
    """Whether a triangle is narrower than the words: over a single one it is not."""
    return words.bit_count() > 1


def _places(picture: TreePicture, differing: Iterable[frozenset[int]]) -> list[int]:
    """Sets of words, named by their positions, as bits by their places in a picture's sentence."""
    places = {word.position: 1 << place for place, word in enumerate(picture.sentence.words)}
    return [sum(places.get(position, 0) for position in words) for words in differing]


def _inside_or_apart(words: int, differing: Iterable[int]) -> bool:
    """Whether each constituent that differs, on whichever side, holds all of the words or none of them."""
    return all(not words & other or words | other == other for other in differing)


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
