"""Ports: where edges meet a word. One incoming edge points at its centre; the others spread by distance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from goldleaf.viewer.views.arcs.edges import Edge

FIRST = 7.0  # from the centre to the first port beside an arrowhead, in pixels
STEP = 4.8  # to the next port
FAN = 34.0  # the ports of one side of a word crowd together beyond this
CLEAR = 3.0  # beside the outermost port


def assign_ports(edges: Sequence[Edge], columns: int) -> tuple[list[float], list[float]]:
    """Sets the ports of the edges; returns how far ports and stubs reach left and right of each column's centre.

    The farther the other end, the nearer to the centre: so no two edges on one side of a word touch. Of two words
    that head each other the left one's edge leaves on its far side, and so goes around the right one's.
    """
    at_right, at_left, around, incoming = _by_column(edges)
    reach_left, reach_right = [0.0] * columns, [0.0] * columns
    for edge in edges:
        if edge.head == edge.dependent:
            half = edge.width / 2 + CLEAR
            reach_left[edge.head] = max(reach_left[edge.head], half)
            reach_right[edge.head] = max(reach_right[edge.head], half)
    for column, leaving in at_right.items():
        leaving.sort(key=_nearest_last)
        offsets = _offsets(leaving, column, incoming[column], FIRST)
        for edge, offset in zip(leaving, offsets, strict=True):
            edge.left_port = offset
        reach_right[column] = max(reach_right[column], offsets[-1] + CLEAR)
    for column, arriving in at_left.items():
        arriving.sort(key=_nearest_last)
        offsets = _offsets(arriving, column, incoming[column], FIRST + STEP * len(around[column]))
        for edge, offset in zip(arriving, offsets, strict=True):
            edge.right_port = -offset
        reach_left[column] = max(reach_left[column], offsets[-1] + CLEAR)
    for column, leaving in around.items():
        for number, edge in enumerate(leaving):
            edge.left_port = -(FIRST + STEP * number)
            reach_left[column] = max(reach_left[column], CLEAR - edge.left_port)
    return reach_left, reach_right


class _ByColumn(NamedTuple):
    """The edges that leave each column to the right or left, those that leave it to go around, how many come in."""

    at_right: defaultdict[int, list[Edge]]
    at_left: defaultdict[int, list[Edge]]
    around: defaultdict[int, list[Edge]]
    incoming: defaultdict[int, int]


def _by_column(edges: Sequence[Edge]) -> _ByColumn:
    found = _ByColumn(defaultdict(list), defaultdict(list), defaultdict(list), defaultdict(int))
    directed = {(edge.head, edge.dependent) for edge in edges}
    for edge in edges:
        head, dependent = edge.head, edge.dependent
        found.incoming[dependent] += 1
        if head == dependent:
            continue
        goes_around = head < dependent and (dependent, head) in directed
        (found.around if goes_around else found.at_right)[min(head, dependent)].append(edge)
        found.at_left[max(head, dependent)].append(edge)
    return found


def _nearest_last(edge: Edge) -> int:
    return -abs(edge.head - edge.dependent)


def _offsets(edges: Sequence[Edge], column: int, incoming: int, first: float) -> list[float]:
    """The distances from the column's centre of the edges on one side of it, from the farthest-reaching on."""
    step = STEP if incoming < 2 else FIRST  # several incoming ones need room for their arrowheads
    step = min(step, FAN / max(len(edges) - 1, 1))
    offsets, place = [], first
    for edge in edges:
        if incoming == 1 and edge.dependent == column:
            offsets.append(0.0)
        else:
            offsets.append(place)
            place += step
    return offsets
