"""What the actions on figures do: copying and exporting what is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QGuiApplication

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.actions.action import Action
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.figures.figure import Figure, compose_figure, draw
from goldleaf.viewer.figures.fitting import Source
from goldleaf.viewer.views.lattices.graphviz import lay_out
from goldleaf.viewer.views.look import Look
from goldleaf.viewer.views.view import Drawing, Tools
from goldleaf.viewer.window.desk import Desk

IMAGE_SCALE = 2  # pixels of a copied image to a pixel of the picture


class FigureHandler:
    """Copies and exports the sentence that is shown."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def exporting(self) -> Action:
        """What saves the figure."""
        return Action(
            "figure.export", "Export figure…", "File", "Save the picture as SVG, PDF, PNG or TikZ.", self.export,
            keys=("Ctrl+E",), icon="export", group=2, tool="figure", for_blind=True,
        )  # fmt: skip

    def copying(self) -> list[Action]:
        """What copies the figure."""
        return [
            Action(
                "figure.copy-image", "Copy picture as image", "Edit", "Put the picture on the clipboard as pixels.",
                self.copy_image, keys=("Ctrl+Shift+I",), icon="copy", for_blind=True,
            ),
            Action(
                "figure.copy-svg", "Copy picture as SVG", "Edit",
                "Put the picture on the clipboard as an SVG drawing.", self.copy_svg, keys=("Ctrl+Shift+C",),
                for_blind=True,
            ),
            Action(
                "figure.copy-tikz", "Copy picture as TikZ", "Edit", "Put the picture on the clipboard as LaTeX.",
                self.copy_tikz, keys=("Ctrl+Shift+T",), for_blind=True,
            ),
        ]  # fmt: skip

    def copying_text(self) -> Action:
        """What copies the running sentence."""
        return Action(
            "edit.copy-text", "Copy sentence", "Edit", "Put the running sentence on the clipboard.", self.copy_text,
            group=1, for_blind=True,
        )  # fmt: skip

    def copy_image(self) -> None:
        """Put the picture on the clipboard as pixels."""
        from goldleaf.viewer.export import raster

        def copy(figure: Figure) -> None:
            QGuiApplication.clipboard().setImage(raster.image(figure.diagram, figure.theme, scale=IMAGE_SCALE))

        self._copy(copy, "image")

    def copy_svg(self) -> None:
        """Put the picture on the clipboard as SVG, for drawing programs and for text editors."""

        def copy(figure: Figure) -> None:
            content = figure.encode("svg")
            data = QMimeData()
            data.setText(content.decode())
            data.setData("image/svg+xml", QByteArray(content))
            QGuiApplication.clipboard().setMimeData(data)

        self._copy(copy, "SVG")

    def copy_tikz(self) -> None:
        """Put the picture on the clipboard as LaTeX."""
        self._copy(lambda figure: QGuiApplication.clipboard().setText(figure.encode("tex").decode()), "TikZ")

    def copy_text(self) -> None:
        """Put the running sentence on the clipboard."""
        QGuiApplication.clipboard().setText(self._desk.pictures.text.toPlainText())
        self._desk.tell("Copied the sentence")

    def export(self) -> None:
        """Let the user save the picture."""
        from goldleaf.viewer.dialogs.export import ExportDialog

        if not self._desk.pictures.drawing.diagrams:
            self._desk.fail("There is nothing to export: the sentence has no picture.")
            return
        dialog = ExportDialog(self._desk.window, self.source(), self._desk.settings, self._suggested())
        if dialog.exec() and dialog.path is not None:
            self._desk.tell(f"Saved {dialog.path}")
        dialog.deleteLater()

    def source(self) -> Source:
        """What a figure of the shown sentence is made from."""
        look = self._desk.pictures.look
        one_row = replace(look, options=replace(look.options, wrap=None, room=None))
        return Source(self._drawn, self._desk.inspector.view, one_row, self._desk.inspector.parse >= 0)

    def drawn_in(self, theme: Theme) -> Drawing:
        """The sentence drawn in another theme, and as well as it can be."""
        return self._drawn(self._desk.pictures.look, theme)

    def _drawn(self, look: Look, theme: Theme) -> Drawing:
        drawing, inspector = self._desk.pictures.drawing, self._desk.inspector
        same = theme is self._desk.pictures.theme and look == self._desk.pictures.look
        if same and not drawing.provisional:
            return drawing
        if inspector.document is None or not drawing.diagrams:
            return drawing
        tools = Tools(theme, measure, lay_out)
        return draw(
            inspector.document,
            inspector.row,
            inspector.parse,
            look,
            tools,
            metric=inspector.chosen_metric,
            outcome=self._desk.pictures.outcome(inspector.row),
        )

    def _suggested(self) -> str:
        pair = self._desk.inspector.pair
        if pair is None:
            return "figure"
        name = pair.gold.id or f"sentence-{pair.gold.number}"
        return "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name)

    def _copy(self, copy: Callable[[Figure], object], what: str) -> None:
        """Figures leave the program on white: what is pasted into a paper should look like paper."""
        theme = self._desk.pictures.theme if not self._desk.pictures.theme.dark else load("light")
        try:
            copy(compose_figure(self.drawn_in(theme), self._desk.pictures.look.mode, theme, measure))
        except GoldleafError as error:
            self._desk.fail(str(error))
            return
        self._desk.tell(f"Copied the picture as {what}")
