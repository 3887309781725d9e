"""Where the states and labels of a lattice stand, and how the lines between them run.

Graphviz says so, in a process of its own (`lattice_graphviz`). Where it cannot be had, states stand on one line and
labels above and below it, each as near to the line as there is room.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from goldleaf.viewer.diagram.graph_layout import LabelledEdge, Layout
from goldleaf.viewer.diagram.spacing import nearest_free

STATE = 20.0  # the diameter of a state, in pixels
GAP = 14.0  # between a state and a label
ROW_GAP = 8.0  # between labels, one above the other


def layered(states: int, edges: Sequence[LabelledEdge]) -> Layout:
    """States on a line, in their order; the labels of short edges next to it, those of long ones farther away."""
    return layered_at(_columns(states, edges), edges)


def layered_at(xs: Sequence[float], edges: Sequence[LabelledEdge]) -> Layout:
    """The same with the states at these x. Lines are level at the label, and steep at the state."""
    labels, before, after = [], [], []
    for edge, y in zip(edges, _heights(xs, edges), strict=True):
        x = (xs[edge.origin] + xs[edge.target]) / 2
        begin, enter = xs[edge.origin] + STATE / 2, x - edge.width / 2
        leave, end = x + edge.width / 2, xs[edge.target] - STATE / 2
        labels.append((x, y))
        before.append(((begin, 0.0), (begin, y), ((begin + enter) / 2, y), (enter, y)))
        after.append(((leave, y), ((leave + end) / 2, y), (end, y), (end, 0.0)))
    return Layout(tuple((x, 0.0) for x in xs), tuple(labels), tuple(before), tuple(after))


def _columns(states: int, edges: Sequence[LabelledEdge]) -> list[float]:
    """The x of each state: as near to the first one as the labels allow."""
    xs = [STATE / 2 + place * (STATE + GAP) for place in range(states)]
    for place in range(states):
        xs[place] = max(xs[place], xs[place - 1] + STATE + GAP) if place else xs[place]
        for edge in edges:
            if edge.target == place:
                xs[place] = max(xs[place], xs[edge.origin] + STATE + edge.width + 2 * GAP)
    return xs


def _heights(xs: Sequence[float], edges: Sequence[LabelledEdge]) -> list[float]:
    """The y of each label: as near to the line as there is room, for short edges first."""
    taken = [(x - STATE / 2, x + STATE / 2, -STATE / 2, STATE / 2) for x in xs]
    order = sorted(range(len(edges)), key=lambda n: (edges[n].target - edges[n].origin, not edges[n].heavy, n))
    ys = [0.0] * len(edges)
    for number in order:
        edge = edges[number]
        left, right = xs[edge.origin] + STATE / 2 + 1, xs[edge.target] - STATE / 2 - 1
        room = (edge.height + ROW_GAP) / 2
        near = [(top - room, bottom + room) for start, end, top, bottom in taken if start < right and left < end]
        ys[number] = nearest_free(0.0, near)
        taken.append((left, right, ys[number] - edge.height / 2, ys[number] + edge.height / 2))
    return ys


def meeting(states: int, spans: Iterable[tuple[int, int]]) -> list[int]:
    """The states where all paths meet, with the first and the last; ``spans`` are edges, and what else is not cut."""
    reach = [0] * states  # the farthest that something goes which begins at a state or before it
    for first, last in spans:
        reach[first] = max(reach[first], last)
    reach = [*accumulate(reach, max)]
    return [state for state in range(states) if not state or reach[state - 1] <= state]
