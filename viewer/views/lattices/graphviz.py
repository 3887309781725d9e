"""Laying a lattice out with Graphviz, in a child process with a time limit."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from cachetools import LRUCache

from goldleaf.core.steps import Steps, finished
from goldleaf.viewer.diagram.graph_layout import Curve, LabelledEdge, Layout
from goldleaf.viewer.diagram.shapes import Point
from goldleaf.viewer.views.lattices.layout import GAP, ROW_GAP, STATE, layered

LIMIT = 10.0  # seconds
POLL = 0.05  # seconds between two steps
MOST = 200  # edges of a piece
ADVICE = "laid out without Graphviz; for a better picture: pip install pygraphviz"

_WORKER = Path(__file__).with_name("worker.py")

_remembered: LRUCache[tuple[int, tuple[LabelledEdge, ...]], Layout] = LRUCache(64)
_lock = Lock()


def lay_out(states: int, edges: Sequence[LabelledEdge]) -> Layout:
    """Graphviz's layout; the simple one, with a note that says why, if there is none within `LIMIT` seconds.

    Layouts are remembered. It blocks for about 0.2 s, longer for some hundred edges: call it from a worker thread.
    """
    return finished(lay_out_steps(states, edges))


def lay_out_steps(states: int, edges: Sequence[LabelledEdge]) -> Steps[Layout]:
    """What `lay_out` does, in steps; the process ends with it, also when it is given up."""
    if not edges:
        return layered(states, edges)
    wanted = (states, tuple(edges))
    with _lock:
        layout: Layout | None = _remembered.get(wanted)
    if layout is None:
        layout = yield from _lay_out(states, edges)
        with _lock:
            _remembered[wanted] = layout
    return layout


def _lay_out(states: int, edges: Sequence[LabelledEdge]) -> Steps[Layout]:
    def simple(note: str) -> Layout:
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
    # -P: the worker's neighbours must not stand in for modules that it imports.
    command = [sys.executable, "-P", str(_WORKER)]
    pipe = subprocess.PIPE
    begin = time.monotonic()
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            waiting: bytes | None = request  # is to be given but once
            while (passed := time.monotonic() - begin) < LIMIT:
                with suppress(subprocess.TimeoutExpired):
                    answer, said = process.communicate(waiting, timeout=min(POLL, LIMIT - passed))
                    break
                waiting = None
                yield passed / LIMIT
            else:
                raise subprocess.TimeoutExpired(command, LIMIT)
        finally:
            process.kill()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command, answer, said)
    return answer


class _Piece(NamedTuple):
    """States from one that all paths go through to the next such, and the numbers of the edges between them."""

    first: int
    last: int
    edges: list[int]


def _pieces(states: int, edges: Sequence[LabelledEdge]) -> list[_Piece]:
    """A lattice is a row of small ones, mostly one for each token; Graphviz is faster and plainer with each alone."""
    reach = [state + 1 for state in range(states)]  # the farthest end of the edges that leave a state
    for edge in edges:
        reach[edge.origin] = max(reach[edge.origin], edge.target)
    pieces: list[_Piece] = []
    first, end = 0, 0
    for state in range(states - 1):
        if state and end <= state:
            pieces.append(_Piece(first, state, []))
            first = state
        end = max(end, reach[state])
    pieces.append(_Piece(first, states - 1, []))
    starts = [piece.first for piece in pieces]
    for number, edge in enumerate(edges):
        pieces[bisect_right(starts, edge.origin) - 1].edges.append(number)
    return pieces


def _joined(states: int, edges: int, pieces: Sequence[_Piece], found: Sequence[Mapping[str, Any]]) -> Layout:
    """The layouts of the pieces side by side, each moved so that it begins where the one before ends."""
    places: list[Point] = [(0.0, 0.0)] * states
    labels: list[Point] = [(0.0, 0.0)] * edges
    before: list[Curve] = [()] * edges
    after: list[Curve] = [()] * edges
    at: Point = (STATE / 2, 0.0)
    for piece, layout in zip(pieces, found, strict=True):
        dx, dy = at[0] - layout["states"][0][0], at[1] - layout["states"][0][1]
        for state, point in enumerate(layout["states"], piece.first):
            places[state] = (point[0] + dx, point[1] + dy)
        for place, number in enumerate(piece.edges):
            labels[number] = (layout["labels"][place][0] + dx, layout["labels"][place][1] + dy)
            before[number] = tuple((x + dx, y + dy) for x, y in layout["before"][place])
            after[number] = tuple((x + dx, y + dy) for x, y in layout["after"][place])
        at = places[piece.last]
    return Layout(tuple(places), tuple(labels), tuple(before), tuple(after))


@cache
def installed() -> bool:
    """Whether there is a Graphviz to try."""
    return find_spec("pygraphviz") is not None
