"""What the actions of the View menu and the scoring choices do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from goldleaf.viewer.actions.qt import Command, unless
from goldleaf.viewer.diagram.options import Mode, Options, Row
from goldleaf.viewer.state.settings import (
    ENHANCED,
    LEGEND,
    MODE,
    ONLY_DIFFERENCES,
    ROWS,
    WRAP,
)
from goldleaf.viewer.views import VIEWS, Look
from goldleaf.viewer.window.desk import Desk
from goldleaf.viewer.window.handlers.views import ViewsHandler

_REMEMBERED = {"only_differences": ONLY_DIFFERENCES, "enhanced": ENHANCED}
_TOGGLES = ("matched", "gold_only", "parse_only", *_REMEMBERED)
_ZOOM = 1.2


class LookHandler:
    """Changes how sentences are shown, and remembers it."""

    def __init__(self, desk: Desk, views: ViewsHandler) -> None:
        self._desk = desk
        self._views = views

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        panes = self._desk.pictures.panes
        return {
            **{f"view.{mode.value}": self._mode(mode) for mode in Mode},
            "view.next-mode": Command(self.next_mode),
            **{f"view.{name.replace('_', '-')}": self._toggle(name) for name in _TOGGLES},
            "view.enhanced": replace(self._toggle("enhanced"), why_not=self._unless_heeded("enhanced")),
            "view.wrap": Command(
                self.toggle_wrap, lambda: self._desk.settings.get(WRAP), self._unless_heeded("wrap", "room")
            ),
            "view.legend": Command(self.toggle_legend, lambda: self._desk.settings.get(LEGEND)),
            **{f"rows.{row.value}": self._row(row) for row in Row},
            "zoom.in": Command(lambda: panes.zoom_by(_ZOOM)),
            "zoom.out": Command(lambda: panes.zoom_by(1 / _ZOOM)),
            "zoom.actual": Command(panes.actual_size),
            "zoom.fit": Command(panes.fit),
        }

    def restore(self) -> None:
        """Show sentences as they were shown last."""
        rows = tuple(Row(name) for name in self._desk.settings.get(ROWS) if name in set(Row))
        toggles: dict[str, Any] = {name: self._desk.settings.get(setting) for name, setting in _REMEMBERED.items()}
        look = Look(mode=Mode(self._desk.settings.get(MODE)), options=replace(Options(rows=rows), **toggles))
        self._desk.inspector.set_look(self._views.restored(look))

    def next_mode(self) -> None:
        """Stacked, beside, overlay in turn."""
        modes = list(Mode)
        self._set_mode(modes[(modes.index(self._desk.inspector.look.mode) + 1) % len(modes)])

    def toggle_wrap(self) -> None:
        """Wrap long sentences and fold large trees, or leave them as they are."""
        wrapped = not self._desk.settings.get(WRAP)
        self._desk.settings.set(WRAP, wrapped)
        self._desk.pictures.set_wrap(wrapped)

    def toggle_legend(self) -> None:
        """Show or hide the legend."""
        shown = not self._desk.settings.get(LEGEND)
        self._desk.settings.set(LEGEND, shown)
        self._desk.pictures.set_legend(shown)

    def show_side(self, side: int | None) -> None:
        """Show the gold (0) or the parse (1) in the first pane, its words where they are; None for all as it was."""
        diagrams, panes = self._desk.pictures.drawing.diagrams, self._desk.pictures.panes
        if len(diagrams) > 1:
            panes.show_instead(diagrams[side or 0], self._desk.pictures.titles[side or 0])
        if side is None:
            self._desk.pictures.redraw()

    def _set_mode(self, mode: Mode) -> None:
        self._desk.settings.set(MODE, mode.value)
        self._desk.inspector.set_mode(mode)

    def _mode(self, mode: Mode) -> Command:
        return Command(lambda: self._set_mode(mode), lambda: self._desk.inspector.look.mode == mode)

    def _toggle(self, name: str) -> Command:
        def toggle() -> None:
            changes: dict[str, Any] = {name: not getattr(self._desk.inspector.options, name)}
            if name in _REMEMBERED:
                self._desk.settings.set(_REMEMBERED[name], changes[name])
            self._desk.inspector.set_options(replace(self._desk.inspector.options, **changes))

        return Command(toggle, lambda: getattr(self._desk.inspector.options, name))

    def _row(self, row: Row) -> Command:
        def toggle() -> None:
            wanted = {*self._desk.inspector.options.rows} ^ {row}
            rows = tuple(one for one in Row if one in wanted)
            self._desk.settings.set(ROWS, [one.value for one in rows])
            self._desk.inspector.set_options(replace(self._desk.inspector.options, rows=rows))

        return Command(toggle, lambda: row in self._desk.inspector.options.rows)

    def _unless_heeded(self, *options: str) -> Callable[[], str]:
        titles = [view.title for view in VIEWS.values() if view.heeds & {*options}]
        return unless(lambda: bool(self._desk.inspector.view.heeds & {*options}), f"Show {' or '.join(titles)} first.")
