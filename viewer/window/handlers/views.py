"""What the actions of the views do: showing one, its switches, what one does to its drawings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from goldleaf.viewer.actions.action import Action, Context, Needs
from goldleaf.viewer.state.settings import VIEW, Setting
from goldleaf.viewer.views import VIEWS, Look, View, owners
from goldleaf.viewer.views.view import Change, Switch
from goldleaf.viewer.window.desk import Desk


class ViewsHandler:
    """Chooses the view and changes its own options; those that are kept are remembered."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def showing(self) -> Iterator[Action]:
        """What shows each view."""
        for view in VIEWS.values():
            yield Action(
                f"view.{view.name}", view.title, "View", view.description, partial(self._desk.show_view, view.name),
                checked=partial(self._is_shown, view), why_not=partial(self._lacking, view), keys=view.keys,
                context=Context.PICTURE, one_of="view", icon=view.name, tool="view", for_blind=True,
            )  # fmt: skip

    def own(self) -> Iterator[Action]:
        """What can be chosen of each view's drawings, and done to them."""
        for view in VIEWS.values():
            yield from (self._switch(view, switch) for switch in view.switches)
            yield from (self._change(view, change) for change in view.changes)

    def restored(self, look: Look) -> Look:
        """A look with the view and its switches as they were last."""
        look = replace(look, view=self._desk.settings.get(VIEW))
        for view in VIEWS.values():
            options = view.usual
            for switch in view.switches:
                if switch.kept:
                    on = self._desk.settings.get(_setting(view, switch))
                    options = replace(options, **{switch.field: switch.on if on else switch.off})
            look = look.with_own(view.name, options) if view.switches else look
        return look

    def _is_shown(self, view: View) -> bool:
        return self._desk.inspector.view is view

    def _not_drawn_with(self, view: View) -> str:
        """What is wanted first where what is shown is not drawn with a view's options."""
        if view in owners(self._desk.inspector.view):
            return ""
        return self._lacking(view) or f"Show {view.title} first."

    def _lacking(self, view: View) -> str:
        return view.lacking(self._desk.inspector.document) if self._desk.inspector.document is not None else ""

    def _set(self, view: View, options: object) -> None:
        self._desk.inspector.set_look(self._desk.inspector.look.with_own(view.name, options))

    def _switch(self, view: View, switch: Switch) -> Action:
        def on() -> bool:
            return bool(getattr(view.own(self._desk.inspector.look), switch.field) == switch.on)

        def toggle() -> None:
            wanted = not on()
            if switch.kept:
                self._desk.settings.set(_setting(view, switch), wanted)
            value = switch.on if wanted else switch.off
            self._set(view, replace(view.own(self._desk.inspector.look), **{switch.field: value}))

        return Action(
            f"{view.name}.{switch.name}", switch.title, f"View/{view.title}", switch.description, toggle,
            checked=on, why_not=lambda: self._not_drawn_with(view), keys=switch.keys, context=Context.PICTURE,
            group=3, needs=Needs.PARSE if switch.needs_parse else Needs.DOCUMENT, for_blind=True,
        )  # fmt: skip

    def _change(self, view: View, change: Change) -> Action:
        def changed() -> object | None:
            if self._not_drawn_with(view):
                return None
            own = view.own(self._desk.inspector.look)
            return change.options(own, self._desk.pictures.drawing, self._desk.inspector.selection)

        def make() -> None:
            options = changed()
            if options is not None:
                self._set(view, options)

        def checked() -> bool:
            own = view.own(self._desk.inspector.look)
            return change.checked is not None and change.checked(own, self._desk.pictures.drawing)

        def why_not() -> str:
            return self._not_drawn_with(view) or ("" if changed() is not None else change.why_not)

        return Action(
            f"{view.name}.{change.name}", change.title, f"View/{view.title}", change.description, make,
            checked=checked if change.checked is not None else None, why_not=why_not, keys=change.keys,
            context=Context.PICTURE, group=4, needs=Needs.PARSE if change.needs_parse else Needs.DOCUMENT,
            for_blind=True,
        )  # fmt: skip


def _setting(view: View, switch: Switch) -> Setting[bool]:
    usual = getattr(view.usual, switch.field) == switch.on
    return Setting(f"{view.name}/{switch.name}", usual, switch.description)
