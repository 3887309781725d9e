"""A plot in a window of its own, to be clicked and saved."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.dialogs.saving import ask_where, remember_where
from goldleaf.viewer.panels.plot_view import PlotView
from goldleaf.viewer.plots.description import Plot
from goldleaf.viewer.plots.writing import FORMATS, save
from goldleaf.viewer.state.settings import Settings


class PlotDialog(QDialog):
    """Shows a plot. ``filter_wanted`` has the condition of a point that was clicked, ``told`` what was saved or not."""

    filter_wanted = Signal(str)
    told = Signal(str)

    def __init__(self, parent: QWidget | None, plot: Plot, theme: Theme, settings: Settings) -> None:
        super().__init__(parent)
        self.setWindowTitle(plot.title)
        self._settings = settings
        self.view = PlotView()
        self.view.set_theme(theme)
        self.view.show_plot(plot)
        self.view.filter_wanted.connect(self.filter_wanted)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Close)
        save_as = buttons.button(QDialogButtonBox.StandardButton.Save)
        save_as.setText("Save plot…")
        save_as.clicked.connect(self.save)
        buttons.rejected.connect(self.reject)
        for kind in (QDialogButtonBox.StandardButton.Save, QDialogButtonBox.StandardButton.Close):
            buttons.button(kind).setAutoDefault(False)  # Return lists the sentences of a point
        column = QVBoxLayout(self)
        column.addWidget(self.view, 1)
        column.addWidget(buttons)
        self.resize(760, 560)
        self.view.setFocus()

    def save(self) -> None:
        """Ask where to, and write the plot there."""
        plot = self.view.plot
        if plot is not None and (message := save_plot(self, plot, self._settings)):
            self.told.emit(message)


def save_plot(parent: QWidget, plot: Plot, settings: Settings) -> str:
    """Ask for a file and write a plot into it, in the light theme's colors; returns what to tell, if anything."""
    kinds = {f".{suffix}": title for suffix, title in FORMATS.items()}
    name = "".join(letter if letter.isalnum() else "-" for letter in plot.title.lower()).strip("-")
    path = ask_where(parent, "Save plot", f"{name}.pdf", kinds, settings)
    if path is None:
        return ""
    try:
        remark = save(plot, path)
    except GoldleafError as error:
        return str(error)
    remember_where(path, settings)
    return f"Saved {path.name}" + (f"; {remark}" if remark else "")
