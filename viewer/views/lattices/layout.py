"""Where the states and labels of a lattice stand, and how the lines between them run.

Graphviz says so, in a process of its own (`worker`) with a time limit. Where it cannot be had, states stand on one line
and labels above and below it, each as near to the line as there is room.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from itertools import accumulate, pairwise
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from cachetools import LRUCache

from goldleaf.core.steps import Steps, finished
from goldleaf.viewer.diagram.shapes import Point
from goldleaf.viewer.diagram.spacing import Curve, LabelledEdge, LatticeSpacing, nearest_free

STATE = 20.0  # the diameter of a state, in pixels
GAP = 14.0  # between a state and a label
ROW_GAP = 8.0  # between labels, one above the other
LIMIT = 10.0  # seconds
POLL = 0.05  # seconds between two steps
MOST = 200  # edges of a piece
ADVICE = "laid out without Graphviz; for a better picture: pip install pygraphviz"

_BUNDLED = getattr(sys, "frozen", False)
# -P: the worker's neighbours must not stand in for modules that it imports.
_COMMAND = [sys.executable, "-P", str(Path(__file__).with_name("worker.py"))]
if _BUNDLED:  # such a program has no Python that could run a file: the worker is a program beside it
    _COMMAND = [str(Path(sys.executable).with_stem("lattice-worker"))]

_remembered: LRUCache[tuple[int, tuple[LabelledEdge, ...]], LatticeSpacing] = LRUCache(64)
_lock = Lock()


def lay_out(states: int, edges: Sequence[LabelledEdge]) -> LatticeSpacing:
    """Graphviz's layout; the simple one, with a note that says why, if there is none within `LIMIT` seconds. Layouts
    are remembered. It blocks for about 0.2 s, longer for some hundred edges: call it from a worker thread."""
    return finished(lay_out_steps(states, edges))


def lay_out_steps(states: int, edges: Sequence[LabelledEdge]) -> Steps[LatticeSpacing]:
    """What `lay_out` does, in steps; the process ends with it, also when it is given up."""
    if not edges:
        return layered(states, edges)
    wanted = (states, tuple(edges))
    with _lock:
        layout: LatticeSpacing | None = _remembered.get(wanted)
    if layout is None:
        layout = yield from _lay_out(states, edges)
        with _lock:
            _remembered[wanted] = layout
    return layout


def _lay_out(states: int, edges: Sequence[LabelledEdge]) -> Steps[LatticeSpacing]:
    def simple(note: str) -> LatticeSpacing:
        return replace(layered(states, edges), note=note)

    if not installed():
        return simple(ADVICE)
    pieces = _pieces(states, edges)
    if max(len(piece.edges) for piece in pieces) > MOST:
        return simple(f"laid out without Graphviz, which is slow where a token has over {MOST} edges")
    graphs = []
    for first, last, numbers in pieces:  # each in its own numbers of states
        own = (edges[number] for number in numbers)
        local = [edge._replace(origin=edge.origin - first, target=edge.target - first) for edge in own]
        graphs.append({"states": last - first + 1, "edges": local})
    request = {"pieces": graphs, "state": STATE, "gap": GAP, "row_gap": ROW_GAP}
    try:
        found = json.loads((yield from _answer(json.dumps(request).encode())))
    except subprocess.TimeoutExpired:
        return simple(f"laid out without Graphviz, which took more than {LIMIT:g} s")
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        lines = getattr(error, "stderr", b"").decode(errors="replace").strip().splitlines()
        return simple(f"laid out without Graphviz, which failed: {(lines or [str(error)])[-1]}")
    return _joined(states, len(edges), pieces, found)


def _answer(request: bytes) -> Steps[bytes]:
    """What the worker says. Raises SubprocessError if it fails or takes longer than `LIMIT`."""
    pipe = subprocess.PIPE
    begin = time.monotonic()
    with subprocess.Popen(_COMMAND, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            waiting: bytes | None = request  # is to be given but once
            while (passed := time.monotonic() - begin) < LIMIT:
                with suppress(subprocess.TimeoutExpired):
                    answer, said = process.communicate(waiting, timeout=min(POLL, LIMIT - passed))
                    break
                waiting = None
                yield passed / LIMIT
            else:
                raise subprocess.TimeoutExpired(_COMMAND, LIMIT)
        finally:
            process.kill()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, _COMMAND, answer, said)
    return answer


class _Piece(NamedTuple):
    """States from one that all paths go through to the next such, and the numbers of the edges between them."""

    first: int
    last: int
    edges: list[int]


def _pieces(states: int, edges: Sequence[LabelledEdge]) -> list[_Piece]:
    """A lattice is a row of small ones, mostly one for each token; Graphviz is faster and plainer with each alone."""
    meets = meeting(states, [edge[:2] for edge in edges])
    pieces = [_Piece(first, last, []) for first, last in pairwise(meets)] or [_Piece(0, states - 1, [])]
    for number, edge in enumerate(edges):
        pieces[bisect_right(meets, edge.origin) - 1].edges.append(number)
    return pieces


def _joined(states: int, edges: int, pieces: Sequence[_Piece], found: Sequence[Mapping[str, Any]]) -> LatticeSpacing:
    """The layouts of the pieces side by side, each moved so that it begins where the one before ends."""
    places: list[Point] = [(0.0, 0.0)] * states
    labels: list[Point] = [(0.0, 0.0)] * edges
    before: list[Curve] = [()] * edges
    after: list[Curve] = [()] * edges
    at: Point = (STATE / 2, 0.0)
    for piece, layout in zip(pieces, found, strict=True):
        dx, dy = at[0] - layout["states"][0][0], at[1] - layout["states"][0][1]
        places[piece.first : piece.last + 1] = [(x + dx, y + dy) for x, y in layout["states"]]
        for place, number in enumerate(piece.edges):
            labels[number] = (layout["labels"][place][0] + dx, layout["labels"][place][1] + dy)
            before[number] = tuple((x + dx, y + dy) for x, y in layout["before"][place])
            after[number] = tuple((x + dx, y + dy) for x, y in layout["after"][place])
        at = places[piece.last]
    return LatticeSpacing(tuple(places), tuple(labels), tuple(before), tuple(after))


@cache
def installed() -> bool:
    """Whether there is a Graphviz to try."""
    return _BUNDLED or find_spec("pygraphviz") is not None


def layered(states: int, edges: Sequence[LabelledEdge]) -> LatticeSpacing:
    """States on a line, in their order; the labels of short edges next to it, those of long ones farther away."""
    return layered_at(_columns(states, edges), edges)


def layered_at(xs: Sequence[float], edges: Sequence[LabelledEdge]) -> LatticeSpacing:
    """The same with the states at these x. Lines are level at the label, and steep at the state."""
    labels, before, after = [], [], []
    for edge, y in zip(edges, _heights(xs, edges), strict=True):
        x = (xs[edge.origin] + xs[edge.target]) / 2
        begin, enter = xs[edge.origin] + STATE / 2, x - edge.width / 2
        leave, end = x + edge.width / 2, xs[edge.target] - STATE / 2
        labels.append((x, y))
        before.append(((begin, 0.0), (begin, y), ((begin + enter) / 2, y), (enter, y)))
        after.append(((leave, y), ((leave + end) / 2, y), (end, y), (end, 0.0)))
    return LatticeSpacing(tuple((x, 0.0) for x in xs), tuple(labels), tuple(before), tuple(after))


def _columns(states: int, edges: Sequence[LabelledEdge]) -> list[float]:
    """The x of each state: as near to the first one as the labels allow."""
    xs: list[float] = []
    for place in range(states):
        into = (xs[edge.origin] + STATE + edge.width + 2 * GAP for edge in edges if edge.target == place)
        xs.append(max([*into, *(x + STATE + GAP for x in xs[-1:])], default=STATE / 2))
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
