"""What the actions on figures do: copying and exporting what is shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.actions.qt import Command
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.diagram.shapes import Diagram
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.figure.figure import Figure, composed, figure, structure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.settings import Settings
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

        def copy(diagram: Diagram, theme: Theme) -> None:
            QGuiApplication.clipboard().setImage(raster.image(diagram, theme, scale=IMAGE_SCALE))

        self._copy(copy, "image")

    def copy_svg(self) -> None:
        """Put the picture on the clipboard as SVG, for drawing programs and for text editors."""
        from goldleaf.viewer.export import svg

        def copy(diagram: Diagram, theme: Theme) -> None:
            text = svg.write(diagram, theme)
            data = QMimeData()
            data.setText(text)
            data.setData("image/svg+xml", QByteArray(text.encode()))
            QGuiApplication.clipboard().setMimeData(data)

        self._copy(copy, "SVG")

    def copy_tikz(self) -> None:
        """Put the picture on the clipboard as LaTeX."""
        from goldleaf.viewer.export import encode

        def copy(diagram: Diagram, theme: Theme) -> None:
            drawn = structure(self._pictures.figure, self._pictures.look)
            QGuiApplication.clipboard().setText(encode("tex", diagram, theme, drawn=drawn).decode())

        self._copy(copy, "TikZ")

    def copy_text(self) -> None:
        """Put the running sentence on the clipboard."""
        QGuiApplication.clipboard().setText(self._pictures.text.toPlainText())
        self._tell("Copied the sentence")

    def export(self) -> None:
        """Let the user save the picture."""
        from goldleaf.viewer.dialogs.export import ExportDialog

        if not self._pictures.figure.diagrams:
            self._fail("There is nothing to export: the sentence has no picture.")
            return
        dialog = ExportDialog(self._window, self.drawn_in, self._pictures.look, self._settings, self._suggested())
        if dialog.exec() and dialog.path is not None:
            self._tell(f"Saved {dialog.path}")
        dialog.deleteLater()

    def drawn_in(self, theme: Theme) -> Figure:
        """The sentence drawn in another theme."""
        shown, pair = self._pictures.figure, self._inspector.pair
        final = shown.lattice is None or not shown.lattice.provisional
        if (theme is self._pictures.theme and final) or pair is None or not shown.diagrams:
            return shown
        titles = [picture.title for picture in shown.sides]
        return figure(
            pair,
            self._pictures.look,
            theme,
            measure,
            gold_title="gold",
            parse_title=titles[1] if len(titles) > 1 else "parse",
            metadata=shown.diagrams[0].metadata,
            lattice=shown.lattice.picture if shown.lattice is not None else None,
        )

    def _suggested(self) -> str:
        pair = self._inspector.pair
        if pair is None:
            return "figure"
        name = pair.gold.id or f"sentence-{pair.gold.number}"
        return "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name)

    def _copy(self, copy: Callable[[Diagram, Theme], object], what: str) -> None:
        """Figures leave the program on white: what is pasted into a paper should look like paper."""
        theme = self._pictures.theme if not self._pictures.theme.dark else load("light")
        try:
            shown = self.drawn_in(theme)
            copy(composed(shown, self._pictures.look, theme, measure), theme)
        except GoldleafError as error:
            self._fail(str(error))
            return
        self._tell(f"Copied the picture as {what}")
