"""Which words are folded: the same on all sides, so that gold and parse can still be compared. No Qt. Sets of words are
the bits of an integer, by the places that written words have on all sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from goldleaf.viewer.diagram.shapes import Key, State
from goldleaf.viewer.views.trees.tree_picture import Folding, TreeOptions, TreePicture, runs

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
    whole = differing if options.folding in (Folding.NEAR, Folding.SHORT) else all_own - plain
    whole = whole | tops & plain | {*_yields(pictures, options.opened)}
    stands = (all_own - plain) | whole | {part for own in whole for side in sides for part in _parts(own, side)}
    stretches = _cut([*_stretches(_union(all_own))], stands)
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
    for first, last in runs(whole & ~_union(largest)):
        yield from (1 << place for place in range(first, last + 1))


def _cut(stretches: Sequence[int], sets: Iterable[int]) -> list[int]:
    """Stretches cut where any of the sets begins or ends."""
    parts = [*stretches]
    for own in sets:
        parts = [part for stretch in parts for part in (stretch & own, stretch & ~own) if part]
    return [stretch for part in parts for stretch in _stretches(part)]


def _stretches(words: int) -> Iterator[int]:
    yield from ((1 << last + 1) - (1 << first) for first, last in runs(words))


def _union(sets: Iterable[int]) -> int:
    union = 0
    for own in sets:
        union |= own
    return union
