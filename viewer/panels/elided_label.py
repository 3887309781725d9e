"""A line of text that is cut to its room, with all of it in the tip."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from goldleaf.viewer.labels import Label, tip


class ElidedLabel(Label):
    """Stands back behind what it is about; screen readers are told all of it."""

    def __init__(self) -> None:
        super().__init__()
        self._whole = ""
        self.setObjectName("faint")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @property
    def whole(self) -> str:
        """All that it says."""
        return self._whole

    def say(self, text: str) -> None:
        """Say this, as much of it as there is room for."""
        self._whole = text
        self.setToolTip(tip(text))
        self.setAccessibleName(text)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Cuts the text anew."""
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, self.width()))
