"""What the actions on figures do: copying and exporting what is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.actions.qt import Command
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.figures.figure import Figure, compose_figure, draw
from goldleaf.viewer.figures.fitting import Source
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.settings import Settings
from goldleaf.viewer.views.lattices.graphviz import lay_out
from goldleaf.viewer.views.look import Look
from goldleaf.viewer.views.view import Drawing, Tools
from goldleaf.viewer.window.picture_view import PictureView

IMAGE_SCALE = 2  # pixels of a copied image to a pixel of the picture


class FigureHandler:
    """Copies and exports the sentence that is shown. ``tell`` shows a passing message, ``fail`` an error."""

    def __init__(
        self,
        window: QWidget,
        inspector: Inspector,
        pictures: PictureView,
        settings: Settings,
        tell: Callable[[str], object],
        fail: Callable[[str], object],
    ) -> None:
        self._window = window
        self._inspector = inspector
        self._pictures = pictures
        self._settings = settings
        self._tell = tell
        self._fail = fail

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {
            "figure.copy-image": Command(self.copy_image),
            "figure.copy-svg": Command(self.copy_svg),
            "figure.copy-tikz": Command(self.copy_tikz),
            "figure.export": Command(self.export),
            "edit.copy-text": Command(self.copy_text),
        }

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
        QGuiApplication.clipboard().setText(self._pictures.text.toPlainText())
        self._tell("Copied the sentence")

    def export(self) -> None:
        """Let the user save the picture."""
        from goldleaf.viewer.dialogs.export import ExportDialog

        if not self._pictures.drawing.diagrams:
            self._fail("There is nothing to export: the sentence has no picture.")
            return
        dialog = ExportDialog(self._window, self.source(), self._settings, self._suggested())
        if dialog.exec() and dialog.path is not None:
            self._tell(f"Saved {dialog.path}")
        dialog.deleteLater()

    def source(self) -> Source:
        """What a figure of the shown sentence is made from."""
        look = self._pictures.look
        one_row = replace(look, options=replace(look.options, wrap=None, room=None))
        return Source(self._drawn, self._inspector.view, one_row, self._inspector.parse >= 0)

    def drawn_in(self, theme: Theme) -> Drawing:
        """The sentence drawn in another theme, and as well as it can be."""
        return self._drawn(self._pictures.look, theme)

    def _drawn(self, look: Look, theme: Theme) -> Drawing:
        drawing, inspector = self._pictures.drawing, self._inspector
        same = theme is self._pictures.theme and look == self._pictures.look
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
            outcome=self._pictures.outcome(inspector.row),
        )

    def _suggested(self) -> str:
        pair = self._inspector.pair
        if pair is None:
            return "figure"
        name = pair.gold.id or f"sentence-{pair.gold.number}"
        return "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name)

    def _copy(self, copy: Callable[[Figure], object], what: str) -> None:
        """Figures leave the program on white: what is pasted into a paper should look like paper."""
        theme = self._pictures.theme if not self._pictures.theme.dark else load("light")
        try:
            copy(compose_figure(self.drawn_in(theme), self._pictures.look.mode, theme, measure))
        except GoldleafError as error:
            self._fail(str(error))
            return
        self._tell(f"Copied the picture as {what}")
