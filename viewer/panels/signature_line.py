"""The signatures of figures: one line, as much of it as there is room for, and a button that copies all."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from goldleaf.viewer.labels import Label, tip
from goldleaf.viewer.style.icons import Icons


class SignatureLine(QWidget):
    """Says which choices made the figures; the tip has all lines. Hidden while there are none."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[str, ...] = ()
        self._label = Label()
        self._label.setObjectName("faint")
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._copy = QToolButton()
        self._copy.setObjectName("copy")
        self._copy.setAccessibleName("Copy the signatures")
        self._copy.setToolTip("Copy the signatures: they name every choice that changes the figures")
        self._copy.clicked.connect(self.copy)
        row = QHBoxLayout(self)
        row.setContentsMargins(9, 3, 6, 3)
        row.addWidget(self._label, 1)
        row.addWidget(self._copy)
        self.setAccessibleName("Signature of the scores")
        self.hide()

    @property
    def text(self) -> str:
        """All signatures, a line each."""
        return "\n".join(self._lines)

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show other signatures."""
        self._lines = tuple(lines)
        # A tip may be broken after a signature's bars.
        self._label.setToolTip(tip(self.text.replace("|", "|\u200b")))
        self.setAccessibleDescription(self.text)
        self.setVisible(bool(lines))
        self._elide()

    def copy(self) -> None:
        """Put all of them on the clipboard."""
        QGuiApplication.clipboard().setText(f"{self.text}\n")

    def set_icons(self, icons: Icons) -> None:
        """Draw the icon in other colours."""
        self._copy.setIcon(icons["copy"])

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Shows as much as there is room for."""
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        room = self._label.width()
        text = "   ".join(self._lines)
        self._label.setText(self._label.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room))
