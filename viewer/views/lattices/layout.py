"""Where the states and labels of a lattice stand, and how the lines between them run.

Graphviz says so, in a process of its own (`lattice_graphviz`). Where it cannot be had, states stand on one line and
labels above and below it, each as near to the line as there is room.
"""

from __future__ import annotations

from collections.abc import Sequence

from goldleaf.viewer.diagram.graph_layout import Curve, LabelledEdge, Layout
from goldleaf.viewer.diagram.shapes import Point
from goldleaf.viewer.diagram.spacing import nearest_free

STATE = 20.0  # the diameter of a state, in pixels
GAP = 14.0  # between a state and a label
ROW_GAP = 8.0  # between labels, one above the other


def layered(states: int, edges: Sequence[LabelledEdge]) -> Layout:
    """States on a line, in their order; the labels of short edges next to it, those of long ones farther away."""
    return layered_at(_columns(states, edges), edges)


def layered_at(xs: Sequence[float], edges: Sequence[LabelledEdge]) -> Layout:
    """The same with the states at these x."""
    ys = _heights(xs, edges)
    labels = tuple(((xs[edge.origin] + xs[edge.target]) / 2, y) for edge, y in zip(edges, ys, strict=True))
    ends = [
        ((xs[edge.origin], 0.0), (x - edge.width / 2, y), (x + edge.width / 2, y), (xs[edge.target], 0.0))
        for edge, (x, y) in zip(edges, labels, strict=True)
    ]
    return Layout(
        states=tuple((x, 0.0) for x in xs),
        labels=labels,
        before=tuple(_bend((start[0] + STATE / 2, 0.0), enter, steep=True) for start, enter, _, _ in ends),
        after=tuple(_bend(leave, (end[0] - STATE / 2, 0.0), steep=False) for _, _, leave, end in ends),
    )


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
        near = [(top, bottom) for start, end, top, bottom in taken if start < right and left < end]
        ys[number] = _free(near, edge.height)
        taken.append((left, right, ys[number] - edge.height / 2, ys[number] + edge.height / 2))
    return ys


def _free(near: Sequence[tuple[float, float]], height: float) -> float:
    """The y nearest to the line at which there is room."""
    room = (height + ROW_GAP) / 2
    return nearest_free(0.0, [(top - room, bottom + room) for top, bottom in near])


def _bend(start: Point, end: Point, *, steep: bool) -> Curve:
    """A line that is level at the label, and steep at the state."""
    (x0, y0), (x1, y1) = start, end
    middle = (x0 + x1) / 2
    near = x0 if steep else x1
    return (
        start,
        (near if steep else middle, y1 if steep else y0),
        (middle if steep else near, y1 if steep else y0),
        end,
    )
