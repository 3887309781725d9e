"""Parts that panels share: rows and columns of parts, docks with titles, lines that are cut, hints in empty views, and
bars that say something and wait for no answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLayout, QPushButton, QSizePolicy, QToolButton, QWidget

from goldleaf.viewer.labels import Label, NamesBox, having, tip
from goldleaf.viewer.style.appearance import Icons

SAYS_SOMETHING = 9  # letters of what is cut


def fill(
    widget: QWidget, *parts: QWidget | QLayout, tall: QWidget | None = None, around: int = 0, between: int = 0
) -> None:
    """Put parts into a widget below one another; ``tall`` gets the room that is left."""
    add_all(having(QtWidgets.QVBoxLayout(), contentsMargins=(around,) * 4, spacing=between), parts, tall, widget)


def row(
    *parts: QWidget | QLayout, margins: tuple[int, int, int, int], between: int | None = None,
    wide: QWidget | None = None, of: QWidget | None = None,
) -> QHBoxLayout:  # fmt: skip
    """Parts beside one another, in a widget ``of`` their own; ``wide`` gets the room that is left."""
    made = having(QHBoxLayout(), contentsMargins=margins)
    if between is not None:
        made.setSpacing(between)
    add_all(made, parts, wide, of)
    return made


def add_all(
    layout: QtWidgets.QBoxLayout, parts: Sequence[QWidget | QLayout], stretched: QWidget | QLayout | None,
    of: QWidget | None = None,
) -> None:  # fmt: skip
    """Put parts into a layout, of which one gets the room that is left, and this into the widget that it is of."""
    # In this order: what is put into the layout of a widget, PySide keeps each item of, also when Qt has deleted it
    # with its widget gone elsewhere; what is made at its address later is taken for it, and the program crashes.
    for part in parts:
        if isinstance(part, QLayout):
            layout.addLayout(part, int(part is stretched))
        else:
            layout.addWidget(part, int(part is stretched))
    if of is not None:
        of.setLayout(layout)


def chooser(name: str, told: str = "") -> QComboBox:
    """A list to choose from, as wide as its entries, which screen readers know by a name."""
    wide = QComboBox.SizeAdjustPolicy.AdjustToContents
    return having(NamesBox(), accessibleName=name, toolTip=told, sizeAdjustPolicy=wide)


def add_section(box: QComboBox, title: str) -> None:
    """Say in a list to choose from what the entries after it have in common."""
    box.addItem(title)
    box.setItemData(box.count() - 1, having(box.font(), bold=True), Qt.ItemDataRole.FontRole)
    box.setItemData(box.count() - 1, Qt.ItemFlag.NoItemFlags, Qt.ItemDataRole.UserRole - 1)


def once(parent: QObject, milliseconds: int, act: Callable[[], object]) -> QTimer:
    """A timer that acts once, so long after it was started last."""
    timer = having(QTimer(parent), singleShot=True, interval=milliseconds)
    timer.timeout.connect(act)
    return timer


class ElidedLabel(Label):
    """A faint line about something, cut to its room, with all of it in the tip and for screen readers."""

    def __init__(self, least: int = SAYS_SOMETHING) -> None:
        super().__init__()
        self._least = least
        having(self, objectName="faint", sizePolicy=(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred))

    def say(self, text: str, told: str | None = None) -> None:
        """Say this, as much of it as there is room for; what is ``told`` stands in the tip instead."""
        having(self, text=text, toolTip=text if told is None else told, accessibleName=text)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        painter, area, text = QPainter(self), self.contentsRect(), self.text()
        cut = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        if cut == text or len(cut) >= self._least:
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, cut)


class EmptyHint(Label):
    """Tells in the middle of a view what to do, while the view's model has no rows."""

    def __init__(self, view: QtWidgets.QAbstractItemView, text: str) -> None:
        super().__init__(text, view.viewport())
        having(self, objectName="faint", alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True, margin=16)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._view = view
        view.viewport().installEventFilter(self)
        model = view.model()
        for changed in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            changed.connect(self.look)
        self.look()

    def look(self) -> None:
        # Show or hide as the model has rows.
        self.setGeometry(self._view.viewport().rect())
        self.setVisible(self._view.model().rowCount() == 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        # Keeps the text as large as the view.
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._view.viewport().rect())
        return super().eventFilter(watched, event)


class Dock(QtWidgets.QDockWidget):
    """Holds a panel under a title of its own, so that it looks the same in every theme. ``name`` is stored with the
    window's state. ``end`` is the last of what can have the focus in it. It belongs to its window from the beginning:
    each time it comes to another, all that it holds is polished anew."""

    def __init__(self, name: str, title: str, panel: QWidget, window: QtWidgets.QMainWindow) -> None:
        super().__init__(title, window)
        having(self, objectName=name, widget=having(panel, accessibleName=title))
        bar = having(QWidget(self), objectName="dockTitle")  # the mouse falls through it to the dock, which moves
        bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = Label(title, bar)
        self._float = having(QToolButton(bar), iconSize=QSize(14, 14), toolTip="Tear off or put back")
        self._float.clicked.connect(lambda: self.setFloating(not self.isFloating()))
        self.end = having(QToolButton(bar), iconSize=QSize(14, 14), toolTip="Hide")
        self.end.clicked.connect(self.close)
        row(self._title, self._float, self.end, margins=(9, 4, 4, 4), between=2, wide=self._title, of=bar)
        self._name(title)
        self.windowTitleChanged.connect(self._name)
        self.setTitleBarWidget(bar)

    def _name(self, title: str) -> None:
        # Say which panel it is: for screen readers, in the names of the buttons too.
        self._title.setText(title)
        for button in (self._float, self.end):
            button.setAccessibleName(f"{button.toolTip()}: {title}")

    def bring_up(self) -> None:
        """Show it, before those that share its place."""
        self.show()
        self.raise_()

    def set_icons(self, icons: Icons) -> None:
        self._float.setIcon(icons["float"])
        self.end.setIcon(icons["close"])


# What stands before the last folder of a file's whole path; names with blanks end it.
_FOLDERS = re.compile(r"(?<![^\s(])(?:[A-Za-z]:)?[\\/](?:[^\\/\s:;]+[\\/])*(?=[^\\/\s:;]+[\\/][^\\/\s:;])")


def in_bar(text: str) -> str:
    """A message as a bar has room for it, and an icon for what is a warning: files with their folder alone."""
    return _FOLDERS.sub("", text.replace(": warning: ", ": "))


class MessageBar(QtWidgets.QFrame):
    """Shows one message with buttons; hidden while there is none. ``closable`` ones are sent away by a ``cross``."""

    def __init__(self, name: str, *, closable: bool = True) -> None:
        super().__init__()
        having(self, objectName="message", accessibleName=name)
        self.seen_as: Callable[[str], str] = str  # what is said of a text
        self._kind = "info"
        self._icons: Icons | None = None
        self._icon = Label()
        selectable = Qt.TextInteractionFlag.TextSelectableByMouse
        policy = QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred
        self._text = having(Label(), wordWrap=True, textInteractionFlags=selectable, sizePolicy=policy)
        self._buttons: list[QPushButton] = []
        self.cross = having(QToolButton(), accessibleName="Close", toolTip="Close", visible=closable)
        self.cross.clicked.connect(self.hide)
        self._row = row(self._icon, self._text, self.cross, margins=(10, 5, 6, 5), between=8, wide=self._text, of=self)
        self.hide()

    @property
    def text(self) -> str:
        return self._text.text()

    def say(
        self, kind: str, text: str, offers: Sequence[tuple[str, Callable[[], object]]] = (), *, links: bool = False
    ) -> None:
        """Show a message: ``kind`` is error, warning or info; each offer is a button that closes the bar, or a link."""
        for button in self._buttons:
            self._row.removeWidget(button)
            button.deleteLater()
        self._buttons = []
        for title, act in offers:
            button = having(QPushButton(title), autoDefault=False, flat=links, objectName="link" if links else "")
            if not links:
                button.clicked.connect(self.hide)
            button.clicked.connect(lambda _=False, act=act: act())
            # Links are what is said, and the rest stands behind them.
            self._row.insertWidget(len(self._buttons) + 1 if links else self._row.count() - 1, button)
            self._buttons.append(button)
        self._kind = kind
        self.setProperty("kind", kind)
        self.style().unpolish(self)
        self.style().polish(self)
        seen = self.seen_as(text)
        self._text.setText(in_bar(seen))
        self._text.setToolTip(tip(seen) if in_bar(seen) != seen else "")
        self.setAccessibleDescription(self._text.text())
        self._draw()
        self.show()

    def set_icons(self, icons: Icons) -> None:
        self._icons = icons
        self.cross.setIcon(icons["close"])
        self._draw()

    def _draw(self) -> None:
        if self._icons is not None:
            self._icon.setPixmap(self._icons[self._kind].pixmap(20, 20))
