"""Where the words that all structures share stand: as close together as each of them allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from goldleaf.viewer.diagram.graph_layout import LabelledEdge
from goldleaf.viewer.diagram.spacing import Need, positions
from goldleaf.viewer.views.lattices.layout import GAP, STATE

Spot = tuple[str, int]
"""A word by its position (``word``), or a state of a lattice (``state``)."""

Needed = tuple[Spot, Spot, float]

WORD_GAP = 14.0  # between words of which no structure has both, in pixels


def spread(order: Sequence[Spot], needed: Sequence[Needed], widths: Mapping[int, float]) -> dict[Spot, float]:
    """The x of each spot, in their order; the first is at 0. ``widths`` are the words'."""
    place = {spot: number for number, spot in enumerate(order)}
    needs = [Need(place[one], place[other], distance) for one, other, distance in needed]
    words = [(number, widths.get(spot[1], 0.0)) for number, spot in enumerate(order) if spot[0] == "word"]
    needs += [Need(a, b, (wide + wider) / 2 + WORD_GAP) for (a, wide), (b, wider) in pairwise(words)]
    xs = positions([0.0] * max(len(order) - 1, 0), needs) if order else []
    return dict(zip(order, xs, strict=True))


def between_words(xs: Mapping[int, float]) -> Iterator[Needed]:
    """What a structure whose words stand at these x asks for, by position: no two neighbours come closer."""
    for (one, left), (other, right) in pairwise(sorted(xs.items())):
        yield ("word", one), ("word", other), right - left


def with_states(
    words: Sequence[int], states: Sequence[int], spans: Mapping[int, tuple[int, int]]
) -> tuple[list[Spot], dict[int, tuple[int, int]]]:
    """Words and states in one order, and the words that stand between the states of their edges.

    Those do not that have no edge, or one beside that of a word before them.
    """
    rank = {state: number for number, state in enumerate(states)}
    order: list[Spot] = []
    between = {}
    taken = 0
    for word in words:
        origin, target = (rank.get(state, -1) for state in spans.get(word, (-1, -1)))
        if origin < 0 or target < 0 or origin < taken - 1:
            order.append(("word", word))
            continue
        between[word] = spans[word]
        middle = origin + 1 + (target - origin - 1) // 2
        order += [("state", state) for state in states[taken:middle]]
        order.append(("word", word))
        order += [("state", state) for state in states[max(taken, middle) : target + 1]]
        taken = max(taken, target + 1)
    return order + [("state", state) for state in states[taken:]], between


def for_lattice(
    edges: Sequence[LabelledEdge], states: Sequence[int], spans: Mapping[int, tuple[int, int]]
) -> Iterator[Needed]:
    """What a lattice asks for: labels between their states, those of the shared words in the words' columns."""
    least = STATE + GAP
    yield from ((("state", one), ("state", other), least) for one, other in pairwise(states))
    widest: dict[tuple[int, int], float] = {}
    for edge in edges:
        ends = states[edge.origin], states[edge.target]
        widest[ends] = max(widest.get(ends, 0.0), edge.width)
    for (origin, target), width in widest.items():
        yield ("state", origin), ("state", target), width + STATE + 2 * GAP
    for word, (origin, target) in spans.items():
        half = widest.get((origin, target), 0.0) / 2 + STATE / 2 + GAP
        yield ("state", origin), ("word", word), half
        yield ("word", word), ("state", target), half
