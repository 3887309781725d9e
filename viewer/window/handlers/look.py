"""What the actions of the View menu do: the view and its own options, how sides are compared, what is shown."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from goldleaf.core.analysis.sides.layers import LAYER_NAMES, OF_TREES, Layer
from goldleaf.viewer.actions.action import Action, Context, Needs, unless
from goldleaf.viewer.diagram.options import MOST_ROWS, Layout, Mode, Options, Row
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.state import settings as kept
from goldleaf.viewer.state.settings import Setting
from goldleaf.viewer.style import appearance
from goldleaf.viewer.views import VIEWS, Look, View, owners
from goldleaf.viewer.views.view import Switch, ViewChange
from goldleaf.viewer.window.desk import Desk

_MODES = (
    (Mode.STACKED, "Stacked", "Gold above, parse below."),
    (Mode.BESIDE, "Beside", "Gold and parse side by side."),
    (Mode.OVERLAY, "Overlay", "The gold's arcs or tree above the words, the parse's below them."),
)
_CLASSES = (
    ("matched", "Matched", "View/Show", "M", "Show arcs and constituents that gold and parse share."),
    ("gold-only", "Gold only", "View/Show", "G", "Show arcs and constituents that only the gold has."),
    ("parse-only", "Parse only", "View/Show", "P", "Show arcs and constituents that only the parse has."),
)
_ROWS = (
    (Row.NUMBER, "Numbers", "the words' numbers"),
    (Row.TAG, "Tags", "coarse tags (UPOS, CPOSTAG)"),
    (Row.FINE_TAG, "Fine tags", "fine tags (XPOS, POSTAG)"),
    (Row.LEMMA, "Lemmas", "lemmas"),
    (Row.GLOSS, "Glosses", "glosses, where the file has them"),
    (Row.TRANSLITERATION, "Transliteration", "transliterations, where the file has them"),
    (Row.FEATURES, "Features", "morphological features"),
)
_THEMES = (
    ("system", "Follow the system", "Light or dark, as the desktop is."),
    ("light", "Light", "Dark on white, for the screen."),
    ("dark", "Dark", "Light on dark, for the screen."),
    ("high-contrast", "High contrast", "Bright lines and large letters on black."),
    ("paper-bw", "Paper, black and white", "As it prints without color."),
    ("paper-color", "Paper, color", "As it prints in colors that all readers can tell apart."),
)
ROWS_OF = {Layer.TAG: (Row.TAG, Row.FINE_TAG), Layer.LEMMA: (Row.LEMMA,), Layer.FEATURES: (Row.FEATURES,)}
_REMEMBERED = {"only_differences": kept.ONLY_DIFFERENCES, "enhanced": kept.ENHANCED}
_ZOOM = 1.2
_LEAVE = "Choose Upright to leave it."
BLINK = 450  # milliseconds: slower than three changes a second, which could do harm

act = partial(Action, for_blind=True)
single = partial(act, context=Context.PICTURE)


class LookHandler:
    """Chooses the view and its own options, changes how sentences are shown, and remembers it, layers by the kind of
    document. ``set_theme`` draws the window in other colours, ``holds_blink`` tells whether a key holds blinking on."""

    def __init__(self, desk: Desk, set_theme: Callable[[Theme], object], holds_blink: Callable[[int], bool]) -> None:
        self._desk, self._set_theme = desk, set_theme
        self.blinker = Blinker(self.show_side, holds_blink, desk.window)
        desk.inspector.document_changed.connect(self._restore_layers)
        desk.inspector.look_changed.connect(self._keep_layers)
        desk.pictures.differences_changed.connect(self._untell)

    def actions(self) -> list[Action]:
        desk, inspector, settings = self._desk, self._desk.inspector, self._desk.settings
        pictures, window = desk.pictures, desk.window
        following = dict(zip(Mode, [*Mode][1:] + [*Mode][:1], strict=True))
        layout_heeded, choose = self._unless_heeded("layout"), self._choose_layout

        def toggle(setting: Setting[bool], show: Callable[[bool], None]) -> None:
            settings.set(setting, not settings.get(setting))
            show(settings.get(setting))

        zoom = partial(act, menu="View/Zoom", group=2)
        return [
            *map(self._view, VIEWS.values()),
            *(self._mode(*each) for each in _MODES),
            single("view.next-mode", "Next way to compare", "View", "Stacked, beside, overlay in turn.",
                   lambda: self._set_mode(following[inspector.look.mode]), why_not=self._unless_down, in_menu=False,
                   keys=("V",), needs=Needs.PARSE),
            single("view.everyone", "All sides at once", "View",
                   "List the places where any two differ in the chosen layers, and draw once what all have, all else "
                   "in each side's line.", lambda: inspector.show_everyone(not inspector.everyone),
                   checked=lambda: inspector.everyone, why_not=self._why_not_everyone, keys=("Shift+V",),
                   needs=Needs.PARSE, group=1, words=("annotators", "parses")),
            single("view.blink", "Blink", "View", "While the key is held, gold and parse alternate in the same place.",
                   self.blinker.toggle, checked=lambda: self.blinker.on, why_not=self._unless_upright, keys=("B",),
                   repeats=False, needs=Needs.PARSE, group=1),
            self._toggle("only-differences", "Only differences", "View", "O",
                         "Leave out arcs that agree, fold constituents that agree; what has no difference is faint.",
                         why_not=self._unless_heeded("only_differences"), needs=Needs.PARSE, group=1, tool="show"),
            *(self._toggle(*each, needs=Needs.PARSE, group=2) for each in _CLASSES),
            self._toggle("enhanced", "Enhanced graph", "View/Show", "E",
                         "Show enhanced dependencies and empty nodes below the words.",
                         why_not=self._unless_heeded("enhanced"), group=3),
            single("view.wrap", "Wrap or fold what is too wide", "View/Show",
                   "Continue long sentences in new rows; fold what has no difference in trees that are too wide.",
                   lambda: toggle(kept.WRAP, pictures.set_wrap), checked=lambda: settings.get(kept.WRAP),
                   why_not=self._unless_heeded("wrap", "room"), keys=("W",), icon="wrap", group=3,
                   words=("wrap long sentences",)),
            single("view.upright", "Upright", "View/Show",
                   "Words down the page, a line each: the gold on their left, the parse on their right; trees as an "
                   "outline.", lambda: choose(Layout.ACROSS if pictures.drawing.upright else Layout.UPRIGHT),
                   checked=lambda: pictures.drawing.upright, why_not=layout_heeded, keys=("Shift+W",), group=3,
                   icon="upright", tool="compare",
                   words=("outline", "vertical", "words down the page")),
            act("view.upright-if-long", "Upright if long", "View/Show",
                f"Words down the page where more are seen so, or across they need more than {MOST_ROWS} rows, or a "
                "tree does not fit.",
                lambda: choose(Layout.ACROSS if inspector.look.options.layout is Layout.AUTO else Layout.AUTO),
                checked=lambda: inspector.look.options.layout is Layout.AUTO, why_not=layout_heeded, group=3),
            single("view.legend", "Legend", "View/Show", "Show what each kind of line means.",
                   lambda: toggle(kept.LEGEND, pictures.set_legend), checked=lambda: settings.get(kept.LEGEND),
                   keys=("K",), icon="legend", group=3),
            *(self._row(*each) for each in _ROWS),
            *(self._switch(view, switch) for view in VIEWS.values() for switch in view.switches),
            *(self._change(view, change) for view in VIEWS.values() for change in view.changes),
            act("layers.metric", "As the metric counts", "View/Layers",
                "List, mark and walk through what the metric counts as different.", lambda: self.choose_layers(()),
                checked=lambda: not inspector.layers, group=2, needs=Needs.PARSE),
            *(self._layer(*each) for each in LAYER_NAMES.items()),
            *(self._theme(*each) for each in _THEMES),
            zoom("zoom.in", "Zoom in", description="Make the pictures larger.",
                 run=lambda: pictures.panes.zoom_to(pictures.panes.zoom * _ZOOM), keys=("std:ZoomIn", "Ctrl+="),
                 icon="zoom-in"),
            zoom("zoom.out", "Zoom out", description="Make the pictures smaller.",
                 run=lambda: pictures.panes.zoom_to(pictures.panes.zoom / _ZOOM), keys=("std:ZoomOut",),
                 icon="zoom-out"),
            zoom("zoom.actual", "Actual size", description="Show the pictures at 100 %.",
                 run=lambda: pictures.panes.zoom_to(1.0), keys=("Ctrl+0",)),
            zoom("zoom.fit", "Fit to window", run=pictures.fit, keys=("Ctrl+9",), icon="fit", tool="zoom",
                 description="Zoom so that all of the sentence is seen, whatever the scale."),
            act("view.full-screen", "Full screen", "View", "Fill the whole screen.",
                lambda: window.showNormal() if window.isFullScreen() else window.showFullScreen(),
                checked=window.isFullScreen, keys=("std:FullScreen", "F11"), group=5, needs=Needs.NOTHING),
        ]  # fmt: skip

    def _view(self, view: View) -> Action:
        return single(f"view.{view.name}", view.title, "View", view.description,
                      lambda: self._desk.show_view(view.name), checked=lambda: self._desk.inspector.view is view,
                      why_not=lambda: view.lacking(self._desk.document), keys=view.keys, one_of="view", icon=view.name,
                      tool="view")  # fmt: skip

    def _unless_upright(self) -> str:
        """Why ways to compare are without effect; empty if they have one."""
        upright = self._desk.pictures.drawing.upright
        return "Upright, gold and parse stand left and right of one line of words." if upright else ""

    def _why_not_everyone(self) -> str:
        """Why all sides cannot be looked at together; empty if they can."""
        inspector, document = self._desk.inspector, self._desk.document
        if not document.several:
            return "There are no three sides that may be known."
        reasons = [self._why_no_layer(layer) for layer in OF_TREES]
        return "" if inspector.layers or "" in reasons else reasons[0]

    def restore(self) -> None:
        settings = self._desk.settings
        rows = tuple(Row(name) for name in settings.get(kept.ROWS) if name in set(Row))
        toggles: dict[str, Any] = {name: settings.get(setting) for name, setting in _REMEMBERED.items()}
        options = replace(Options(rows=rows, layout=Layout(settings.get(kept.LAYOUT))), **toggles)
        look = Look(view=settings.get(kept.VIEW), mode=Mode(settings.get(kept.MODE)), options=options)
        for view in VIEWS.values():
            options = view.usual
            for switch in view.switches:
                on = settings.get(_setting(view, switch))
                options = replace(options, **{switch.field: switch.on if on else switch.off})
            look = look.with_own(view.name, options) if view.switches else look
        self._desk.inspector.set_look(look)

    def _unless_down(self) -> str:
        """The same where that was chosen; what has come to be upright by itself can be left."""
        return self._unless_upright() if self._desk.inspector.look.options.layout.down else ""

    def _set_mode(self, mode: Mode) -> None:
        self._desk.settings.set(kept.MODE, mode.value)
        self._desk.inspector.set_look(replace(self._desk.inspector.look, mode=mode))
        if self._unless_down():  # Stacked, which leaves what somebody has chosen
            self._choose_layout(Layout.ACROSS)
        why = self._unless_upright()
        said = "overlay" in self._desk.pictures.drawing.shortened  # by the title
        self._desk.tell(f"{why} {_LEAVE}" * bool(why and not said))

    def _untell(self) -> None:
        """What says how to leave upright goes where another sentence, view or file is not."""
        if not self._unless_upright() and self._desk.status.currentMessage().endswith(_LEAVE):
            self._desk.status.clearMessage()

    def _choose_layout(self, layout: Layout) -> None:
        look = self._desk.inspector.look
        self._desk.settings.set(kept.LAYOUT, layout.value)
        self._desk.inspector.set_look(replace(look, options=replace(look.options, layout=layout)))

    def show_side(self, side: int | None) -> None:
        """Show the gold (0) or the parse (1) in the first pane, its words where they are; None for all as it was."""
        pictures = self._desk.pictures
        if len(pictures.drawing.diagrams) > 1:
            pictures.panes.show_instead(pictures.drawing.diagrams[side or 0], pictures.titles[side or 0])
        if side is None:
            pictures.redraw()

    def choose_layers(self, layers: Collection[Layer]) -> None:
        """Show the differences in these layers, and the rows under the words that newly chosen ones stand in."""
        inspector = self._desk.inspector
        new = [layer for layer in layers if layer not in inspector.look.layers]
        rows = {*inspector.look.options.rows, *(row for layer in new for row in ROWS_OF.get(layer, ()))}
        inspector.choose_layers(layers)
        if rows != {*inspector.look.options.rows}:
            self._show_rows(rows)

    def _show_rows(self, wanted: set[Row]) -> None:
        rows, look = tuple(row for row in Row if row in wanted), self._desk.inspector.look
        self._desk.settings.set(kept.ROWS, [row.value for row in rows])
        self._desk.inspector.set_look(replace(look, options=replace(look.options, rows=rows)))

    def _not_drawn_with(self, view: View) -> str:
        """What is wanted first where what is shown is not drawn with a view's options."""
        return "" if self._is_drawn_with(view) else view.lacking(self._desk.document) or f"Show {view.title} first."

    def _is_drawn_with(self, view: View) -> bool:
        return view in owners(self._desk.inspector.view)

    def _switch(self, view: View, switch: Switch) -> Action:
        inspector, panes = self._desk.inspector, self._desk.pictures.panes

        def on() -> bool:
            return bool(getattr(view.own(inspector.look), switch.field) == switch.on)

        def toggle() -> None:
            wanted = not on()
            self._desk.settings.set(_setting(view, switch), wanted)
            own = replace(view.own(inspector.look), **{switch.field: switch.on if wanted else switch.off})
            inspector.set_look(inspector.look.with_own(view.name, own))
            # Larger or smaller, it shall be all seen again.
            if panes.fitted:
                panes.fit()

        return single(f"{view.name}.{switch.name}", switch.title, f"View/{view.title}", switch.description, toggle,
                      checked=on, why_not=lambda: self._not_drawn_with(view), shown=lambda: self._is_drawn_with(view),
                      keys=switch.keys, group=2,
                      needs=Needs.PARSE if switch.needs_parse else Needs.DOCUMENT)  # fmt: skip

    def _change(self, view: View, change: ViewChange) -> Action:
        inspector, pictures = self._desk.inspector, self._desk.pictures

        def changed() -> object | None:
            if self._not_drawn_with(view):
                return None
            return change.options(view.own(inspector.look), pictures.drawing, inspector.selection)

        def make() -> None:
            if (options := changed()) is not None:
                inspector.set_look(inspector.look.with_own(view.name, options))

        is_on = change.checked  # None for what is no switch
        return single(f"{view.name}.{change.name}", change.title, f"View/{view.title}", change.description, make,
                      checked=None if is_on is None else lambda: is_on(view.own(inspector.look), pictures.drawing),
                      why_not=lambda: self._not_drawn_with(view) or ("" if changed() is not None else change.why_not),
                      keys=change.keys, shown=lambda: self._is_drawn_with(view), group=3,
                      needs=Needs.PARSE if change.needs_parse else Needs.DOCUMENT)  # fmt: skip

    def _mode(self, mode: Mode, title: str, description: str) -> Action:
        heeded = self._unless_heeded("compare")

        def why_not() -> str:
            return heeded() or self._unless_down() * (mode is not Mode.STACKED)

        def drawn() -> bool:
            drawing = self._desk.pictures.drawing
            beside = mode is Mode.BESIDE and len(drawing.diagrams) > 1  # outlines are in none of the other ways
            return beside if drawing.upright else self._desk.inspector.look.mode == mode

        return act(f"view.{mode.value}", title, "View", description, lambda: self._set_mode(mode), why_not=why_not,
                   checked=drawn, aside=lambda: self._unless_upright() * (not drawn()), icon=mode.value, group=1,
                   tool="compare", one_of="mode")  # fmt: skip

    def _toggle(
        self, name: str, title: str, menu: str, key: str, description: str, *,
        why_not: Callable[[], str] | None = None, needs: Needs = Needs.DOCUMENT, group: int = 0, tool: str = "",
    ) -> Action:  # fmt: skip
        inspector, field = self._desk.inspector, name.replace("-", "_")

        def toggle() -> None:
            changes: dict[str, Any] = {field: not getattr(inspector.look.options, field)}
            if field in _REMEMBERED:
                self._desk.settings.set(_REMEMBERED[field], changes[field])
            inspector.set_look(replace(inspector.look, options=replace(inspector.look.options, **changes)))

        return single(f"view.{name}", title, menu, description, toggle, why_not=why_not, keys=(key,), needs=needs,
                      checked=lambda: getattr(inspector.look.options, field), icon=name, group=group,
                      tool=tool)  # fmt: skip

    def _unless_heeded(self, *options: str) -> Callable[[], str]:
        titles = [view.title for view in VIEWS.values() if view.heeds & {*options}]
        return unless(lambda: self._desk.inspector.view.heeds & {*options}, f"Show {' or '.join(titles)} first.")

    def _row(self, row: Row, title: str, what: str) -> Action:
        inspector = self._desk.inspector
        return act(f"rows.{row.value}", title, "View/Show", f"Show {what} under the words.",
                   lambda: self._show_rows({*inspector.look.options.rows} ^ {row}),
                   checked=lambda: row in inspector.look.options.rows, group=4, needs=Needs.NOTHING)  # fmt: skip

    def _theme(self, name: str, title: str, description: str) -> Action:
        settings = self._desk.settings

        def choose() -> None:
            settings.set(kept.THEME, name)
            self._set_theme(appearance.theme_named(name))

        return act(f"theme.{name}", title, "View/Theme", description, choose, group=2, needs=Needs.NOTHING,
                   checked=lambda: settings.get(kept.THEME) == name, one_of="theme")  # fmt: skip

    def _layer(self, layer: Layer, names: str) -> Action:
        inspector = self._desk.inspector
        return act(f"layers.{layer}", f"{names[:1].upper()}{names[1:]}", "View/Layers",
                   f"List, mark and walk through all {names} that differ, whatever the metric counts.",
                   lambda: self.choose_layers({*inspector.look.layers} ^ {layer}),
                   checked=lambda: layer in inspector.layers, why_not=lambda: self._why_no_layer(layer), group=3,
                   needs=Needs.PARSE)  # fmt: skip

    def _why_no_layer(self, layer: Layer) -> str:
        """Why differences in a layer cannot be shown; empty if they can."""
        inspector = self._desk.inspector
        if not self._desk.document.complete:
            return "The files are still being read."
        if "layers" not in inspector.view.heeds:
            return f"{inspector.view.title} shows differences of its own."
        if layer in inspector.known_layers:
            return ""
        if layer is Layer.WORDS:
            return "Gold and parse have the same words."
        return f"Gold and parse do not both have {LAYER_NAMES[layer]}."

    def _restore_layers(self) -> None:
        if (document := self._desk.inspector.document) is not None:
            stored = self._desk.settings.get(kept.LAYERS).get(*_stored_as(document))
            self._desk.inspector.choose_layers(Layer(name) for name in stored if name in {*Layer})

    def _keep_layers(self) -> None:
        document = self._desk.inspector.document
        # Who looks at a gold and all parses has chosen these, not their layers.
        if document is None or (self._desk.inspector.everyone and not document.adjudicated):
            return
        stored = self._desk.settings.get(kept.LAYERS)
        chosen = [layer.value for layer in self._desk.inspector.look.layers]
        kind, usual = _stored_as(document)
        if stored.get(kind, usual) != chosen:
            self._desk.settings.set(kept.LAYERS, {**stored, kind: chosen})


def _stored_as(document: Document) -> tuple[str, list[str]]:
    """The kind of document whose layers are remembered, and which are chosen at first: all of several annotators are
    seen at once, which is so in layers alone."""
    if document.versions is not None:  # whatever has changed is a change, heads or not
        return f"{document.kind} of two versions", [*Layer]
    if document.adjudicated and document.several:
        return f"{document.kind} of several", [layer.value for layer in OF_TREES]
    return document.kind, []


def _setting(view: View, switch: Switch) -> Setting[bool]:
    usual = getattr(view.usual, switch.field) == switch.on
    return Setting(f"{view.name}/{switch.name}", usual, switch.description)


class Blinker(QObject):
    """Gold and parse alternate in the same place, while a key is held or until it is asked for again. Calls ``show``
    with 0 and 1 in turn, and with None at the end. ``holds`` tells whether a key holds it on."""

    def __init__(self, show: Callable[[int | None], object], holds: Callable[[int], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._show, self._holds, self._side = show, holds, 0
        self._timer = QTimer(self, interval=BLINK)
        self._timer.timeout.connect(self._turn)

    @property
    def on(self) -> bool:
        return self._timer.isActive()

    def toggle(self) -> None:
        if self.on:
            self.stop()
            return
        self._side = 0
        self._show(0)
        self._timer.start()
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]

    def stop(self) -> None:
        if self.on:
            self._timer.stop()
            QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
            self._show(None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        # The key that began it ends it when it is let go.
        released = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyRelease
        if isinstance(event, QKeyEvent) and released and not event.isAutoRepeat() and self._holds(event.key()):
            self.stop()
        return super().eventFilter(watched, event)

    def _turn(self) -> None:
        self._side = 1 - self._side
        self._show(self._side)
