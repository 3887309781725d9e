"""A bar that says something and waits for no answer: errors, reasons, offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QToolButton

from goldleaf.viewer.labels import Label
from goldleaf.viewer.style.icons import Icons


class MessageBar(QFrame):
    """Shows one message with buttons; hidden while there is none. ``closable`` ones can be sent away."""

    closed = Signal()  # by the user, not by an offer

    def __init__(self, name: str, *, closable: bool = True) -> None:
        super().__init__()
        self.setObjectName("message")
        self.setAccessibleName(name)
        self.seen_as: Callable[[str], str] = str  # what is said of a text
        self._kind = "info"
        self._icons: Icons | None = None
        self._icon = Label()
        self._text = Label()
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._buttons: list[QPushButton] = []
        self._close = QToolButton()
        self._close.setAccessibleName("Close")
        self._close.setToolTip("Close")
        self._close.setVisible(closable)
        self._close.clicked.connect(self.hide)
        self._close.clicked.connect(self.closed)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(10, 5, 6, 5)
        self._row.setSpacing(8)
        self._row.addWidget(self._icon)
        self._row.addWidget(self._text, 1)
        self._row.addWidget(self._close)
        self.hide()

    @property
    def text(self) -> str:
        """What is said."""
        return self._text.text()

    def say(self, kind: str, text: str, offers: Sequence[tuple[str, Callable[[], object]]] = ()) -> None:
        """Show a message: ``kind`` is error, warning or info; each offer is a button that closes the bar."""
        for button in self._buttons:
            self._row.removeWidget(button)
            button.deleteLater()
        self._buttons = [self._offer(*offer) for offer in offers]
        self._kind = kind
        self.setProperty("kind", kind)
        self.style().unpolish(self)
        self.style().polish(self)
        self._text.setText(self.seen_as(text))
        self.setAccessibleDescription(self._text.text())
        self._draw()
        self.show()

    def _offer(self, title: str, act: Callable[[], object]) -> QPushButton:
        button = QPushButton(title)
        button.setAutoDefault(False)

        def chosen() -> None:
            self.hide()
            act()

        button.clicked.connect(chosen)
        self._row.insertWidget(self._row.count() - 1, button)
        return button

    def set_icons(self, icons: Icons) -> None:
        """Draw the icons in other colours."""
        self._icons = icons
        self._close.setIcon(icons["close"])
        self._draw()

    def _draw(self) -> None:
        if self._icons is not None:
            self._icon.setPixmap(self._icons[self._kind].pixmap(20, 20))
