"""Lattices laid out beside the window: a plain layout at once, Graphviz's when its process is done."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from cachetools import LRUCache
from PySide6.QtCore import QObject, Signal

from goldleaf.viewer.diagram.spacing import LabelledEdge, LatticeSpacing
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.views.lattices import layout as lattice_layout
from goldleaf.viewer.views.lattices.layout import layered

KEPT = 32  # layouts
MOST_WANTED = 5  # at once: what was asked for long ago has been passed by
_Wanted: TypeAlias = tuple[int, tuple[LabelledEdge, ...]]


class Placer(QObject):
    """Lays lattices out when called. ``arrived`` tells that what was provisional can be had better now. ``noted`` says,
    once, why Graphviz does not do it; ``failed`` what went wrong besides."""

    arrived = Signal()
    noted = Signal(str)
    failed = Signal(Failure)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: LRUCache[_Wanted, LatticeSpacing] = LRUCache(KEPT)
        self._wanted: deque[_Wanted] = deque(maxlen=MOST_WANTED)  # the last is done first
        self._doing: _Wanted | None = None
        self._told = self._stopped = False
        self._work = Background(self, returned=self._keep, failed=self._give_up, ended=self._next)

    def __call__(self, states: int, edges: Sequence[LabelledEdge]) -> LatticeSpacing:
        """Graphviz's layout if it is there already; else a plain one, which is provisional."""
        wanted = (states, tuple(edges))
        if wanted in self._known:
            return self._known[wanted]
        if not edges:
            return layered(states, edges)
        # What was asked for last is in view, so it is put where it is done first.
        if wanted in self._wanted:
            self._wanted.remove(wanted)
        self._wanted.append(wanted)
        # It was passed by.
        if self._doing not in self._wanted:
            self._work.cancel()
            self._next()
        return replace(layered(states, edges), provisional=True)

    def forget(self) -> None:
        """Give up what was asked for, as when other files are shown."""
        self._wanted.clear()
        self._work.cancel()
        self._doing = None

    def stop(self) -> None:
        self._stopped = True
        self.forget()

    def _next(self) -> None:
        self._doing = self._wanted[-1] if self._wanted and not self._stopped else None
        if self._doing is not None:
            self._work.start(lattice_layout.lay_out_steps(*self._doing), "The lattice could not be laid out")

    def _keep(self, layout: LatticeSpacing) -> None:
        if self._doing is None:
            return
        self._wanted.remove(self._doing)
        self._known[self._doing] = layout
        if layout.note and not self._told:
            self._told = True
            self.noted.emit(layout.note)
        self.arrived.emit()

    def _give_up(self, told: Failure) -> None:
        # Whatever went wrong: the plain layout stays.
        if self._doing is not None:
            self._keep(layered(*self._doing))
        self.failed.emit(told)
