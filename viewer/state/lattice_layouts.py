"""Lattices laid out beside the window: a plain layout at once, Graphviz's when its process is done."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from goldleaf.viewer.state.jobs import Job
from goldleaf.viewer.views.lattices import graphviz as lattice_graphviz
from goldleaf.viewer.views.lattices.layout import LabelledEdge, Layout, layered

KEPT = 32  # layouts
MOST_WANTED = 4  # at once: what was asked for long ago has been passed by

_Wanted: TypeAlias = tuple[int, tuple[LabelledEdge, ...]]


class Placer(QObject):
    """Lays lattices out when called. ``arrived`` tells that what was provisional can be had better now.

    ``noted`` says, once, why Graphviz does not do it.
    """

    arrived = Signal()
    noted = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: OrderedDict[_Wanted, Layout] = OrderedDict()
        self._wanted: deque[_Wanted] = deque(maxlen=MOST_WANTED)
        self._doing: _Wanted | None = None
        self._job: Job | None = None
        self._told = False
        self._stopped = False

    def __call__(self, states: int, edges: Sequence[LabelledEdge]) -> Layout:
        """Graphviz's layout if it is there already; else a plain one, which is provisional."""
        wanted = (states, tuple(edges))
        if wanted in self._known:
            self._known.move_to_end(wanted)
            return self._known[wanted]
        if not edges:
            return layered(states, edges)
        if wanted != self._doing:
            if wanted in self._wanted:
                self._wanted.remove(wanted)
            self._wanted.append(wanted)
        self._start()
        return replace(layered(states, edges), provisional=True)

    def stop(self) -> None:
        """Lay out no more, and wait until the thread has ended."""
        self._stopped = True
        if self._job is not None:
            self._job.stop()

    def _start(self) -> None:
        if self._job is None and self._wanted and not self._stopped:
            self._doing = self._wanted.pop()
            self._job = Job(_laid_out(self._doing), 0, self)
            self._job.stepped.connect(self._keep)
            self._job.failed.connect(self._give_up)
            self._job.finished.connect(self._finished)
            self._job.start()

    def _keep(self, _: int, layout: Layout) -> None:
        if self._doing is None:
            return
        self._known[self._doing] = layout
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        if layout.note and not self._told:
            self._told = True
            self.noted.emit(layout.note)
        self.arrived.emit()

    def _give_up(self, revision: int, error: Exception) -> None:
        """Whatever went wrong: the plain layout stays."""
        if self._doing is not None:
            self._keep(revision, replace(layered(*self._doing), note=f"laid out without Graphviz: {error}"))

    def _finished(self) -> None:
        if self._job is not None:
            self._job.deleteLater()
        self._job = self._doing = None
        self._start()


def _laid_out(wanted: _Wanted) -> Generator[Layout]:
    yield lattice_graphviz.lay_out(*wanted)
