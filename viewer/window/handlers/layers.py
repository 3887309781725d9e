"""What the actions of View › Layers do: whose differences are listed, marked and walked through."""

from __future__ import annotations

from dataclasses import replace

from goldleaf.core.analysis.sides.layers import LAYER_NAMES, Layer
from goldleaf.viewer.actions.qt import Command
from goldleaf.viewer.diagram.options import Row
from goldleaf.viewer.state.settings import LAYERS, ROWS
from goldleaf.viewer.window.desk import Desk

_ROWS = {Layer.TAG: (Row.TAG, Row.FINE_TAG), Layer.LEMMA: (Row.LEMMA,), Layer.FEATURES: (Row.FEATURES,)}


class LayersHandler:
    """Chooses layers of annotation, and remembers them for documents of the same kind."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.inspector.document_changed.connect(self._restore)
        desk.inspector.look_changed.connect(self._keep)

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {
            "layers.metric": Command(lambda: self.choose(()), lambda: not self._desk.inspector.layers),
            **{f"layers.{layer}": self._layer(layer) for layer in Layer},
        }

    def choose(self, layers: tuple[Layer, ...]) -> None:
        """Show the differences in these layers, and the rows under the words that newly chosen ones stand in."""
        rows = {
            row for layer in layers if layer not in self._desk.inspector.look.layers for row in _ROWS.get(layer, ())
        }
        self._desk.inspector.choose_layers(layers)
        wanted = tuple(row for row in Row if row in rows or row in self._desk.inspector.options.rows)
        if wanted != self._desk.inspector.options.rows:
            self._desk.settings.set(ROWS, [row.value for row in wanted])
            self._desk.inspector.set_options(replace(self._desk.inspector.options, rows=wanted))

    def _layer(self, layer: Layer) -> Command:
        def toggle() -> None:
            wanted = {*self._desk.inspector.look.layers} ^ {layer}
            self.choose(tuple(one for one in Layer if one in wanted))

        return Command(toggle, lambda: layer in self._desk.inspector.layers, lambda: self._lacking(layer))

    def _lacking(self, layer: Layer) -> str:
        """Why differences in a layer cannot be shown; empty if they can."""
        inspector, document = self._desk.inspector, self._desk.inspector.document
        if document is None or inspector.parse < 0:
            return "There are no gold and parse to compare."
        if not document.complete:
            return "The files are still being read."
        if "layers" not in inspector.view.heeds:
            return f"{inspector.view.title} shows differences of its own."
        if layer in inspector.known_layers:
            return ""
        if layer is Layer.WORDS:
            return "Gold and parse have the same words."
        return f"Gold and parse do not both have {LAYER_NAMES[layer]}."

    def _restore(self) -> None:
        document = self._desk.inspector.document
        if document is not None:
            stored = self._desk.settings.get(LAYERS).get(document.kind, [])
            self._desk.inspector.choose_layers(Layer(name) for name in stored if name in {*Layer})

    def _keep(self) -> None:
        document = self._desk.inspector.document
        if document is None:
            return
        stored, chosen = self._desk.settings.get(LAYERS), [layer.value for layer in self._desk.inspector.look.layers]
        if stored.get(document.kind, []) != chosen:
            self._desk.settings.set(LAYERS, {**stored, document.kind: chosen})
