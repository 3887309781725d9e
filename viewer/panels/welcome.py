"""What stands in the middle while nothing is open."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from goldleaf.viewer.labels import Label
from goldleaf.viewer.style.icons import application_icon


class Welcome(QWidget):
    """Says what to do, and offers it."""

    open_wanted = Signal()
    demo_wanted = Signal()
    recent_wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Welcome")
        sign = Label()
        sign.setPixmap(application_icon().pixmap(40, 40))
        sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        title = Label("Open a gold file and its parses")
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 1.5)
        font.setBold(True)
        title.setFont(font)
        title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        text = Label("Drag files onto the window: the first is the gold, the others are parses.\nOr choose them here.")
        text.setObjectName("faint")
        text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        buttons = QHBoxLayout()
        buttons.addStretch()
        for name, wanted in (("Open…", self.open_wanted), ("Open the demo", self.demo_wanted)):
            button = QPushButton(name)
            button.clicked.connect(wanted)
            buttons.addWidget(button)
        buttons.addStretch()
        self._recent = QVBoxLayout()
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addStretch(2)
        for part in (sign, title, text):
            column.addWidget(part)
        column.addLayout(buttons)
        column.addLayout(self._recent)
        column.addStretch(3)

    def show_recent(self, titles: Sequence[str]) -> None:
        """Offer the files that were opened last."""
        while (item := self._recent.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        for number, title in enumerate(titles[:5]):
            button = QPushButton(title)
            button.setFlat(True)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(lambda _=False, place=number: self.recent_wanted.emit(place))
            self._recent.addWidget(button, alignment=Qt.AlignmentFlag.AlignCenter)
