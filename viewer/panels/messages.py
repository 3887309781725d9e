"""What the window says: bars that wait for no answer, and the line at the bottom."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QPushButton, QSizePolicy, QStatusBar, QToolButton

from goldleaf.viewer.labels import Label, having, tip
from goldleaf.viewer.panels.parts import row
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.style.appearance import Icons

_PREFERRED = QSizePolicy.Policy.Preferred
# What stands before the last folder of a file's whole path; names with blanks end it.
_FOLDERS = re.compile(r"(?<![^\s(])(?:[A-Za-z]:)?[\\/](?:[^\\/\s:;]+[\\/])*(?=[^\\/\s:;]+[\\/][^\\/\s:;])")


def in_bar(text: str) -> str:
    """A message as a bar has room for it, and an icon for what is a warning: files with their folder alone."""
    return _FOLDERS.sub("", text.replace(": warning: ", ": "))


class MessageBar(QFrame):
    """Shows one message with buttons; hidden while there is none. ``closable`` ones can be sent away."""

    closed = Signal()  # by the user, not by an offer

    def __init__(self, name: str, *, closable: bool = True) -> None:
        super().__init__()
        having(self, objectName="message", accessibleName=name)
        self.seen_as: Callable[[str], str] = str  # what is said of a text
        self._kind = "info"
        self._icons: Icons | None = None
        self._icon = Label()
        selectable = Qt.TextInteractionFlag.TextSelectableByMouse
        self._text = having(Label(), wordWrap=True, textInteractionFlags=selectable)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, _PREFERRED)
        self._buttons: list[QPushButton] = []
        self._close = having(QToolButton(), accessibleName="Close", toolTip="Close")
        self._close.setVisible(closable)
        self._close.clicked.connect(self.hide)
        self._close.clicked.connect(self.closed)
        self._row = row(self._icon, self._text, self._close, margins=(10, 5, 6, 5), between=8, wide=self._text, of=self)
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
        self._close.setIcon(icons["close"])
        self._draw()

    def _draw(self) -> None:
        if self._icons is not None:
            self._icon.setPixmap(self._icons[self._kind].pixmap(20, 20))


class StatusBar(QStatusBar):
    """Number, id, place in the file, selection, zoom; progress while something is loaded."""

    cancel_wanted = Signal()

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self.setSizeGripEnabled(False)
        self.place, self.act, self.selection, self.state, self.review, self.zoom, self._doing = (
            # A long text is cut, and makes no window wider.
            having(Label(), accessibleName=name, contentsMargins=(6, 0, 2, 0), minimumWidth=1)
            for name in ("Place", "Last act", "Selection", "State", "Review", "Zoom", "Progress")
        )
        self.selection.setSizePolicy(QSizePolicy.Policy.Ignored, _PREFERRED)
        told = "Show what is wrong with the files, or odd in their trees"
        self.problems = having(QPushButton(), flat=True, objectName="statusButton", toolTip=told)
        self._progress = having(QProgressBar(), accessibleName="Progress", range=(0, 1000), textVisible=False)
        self._progress.setFixedSize(140, 10)
        stays = "Stop loading; what is shown stays"
        self._cancel = having(QPushButton("Cancel"), flat=True, objectName="statusButton", accessibleDescription=stays)
        self._cancel.clicked.connect(self.cancel_wanted)
        self.addWidget(self.place)
        self.addWidget(self.act)
        self.addWidget(self.selection, 1)
        for part in (self.review, self.problems, self.state, self._doing, self._progress, self._cancel, self.zoom):
            self.addPermanentWidget(part)
        for part in (self.act, self.review, self.problems):
            part.hide()
        self.show_progress(None)
        self.say(self.zoom, "100%")

    def show_place(self) -> None:
        document, pair = self._inspector.document, self._inspector.pair
        if document is None or pair is None:
            self.place.setText("No file is open")
            self.state.setText("")
            return
        parts = [f"{self._inspector.row + 1:,}/{len(document):,}"]
        if self._inspector.filtered:
            place = self._inspector.place
            listed = f"{len(self._inspector.rows):,}"
            parts.append(f"{place + 1:,} of {listed} listed" if place is not None else "not in the filtered list")
        if pair.gold.id:
            parts.append(pair.gold.id)
        where = f"{pair.sides[0].path}:{pair.gold.line}" if document.blind is None else ""
        having(self.place, text="  ·  ".join(filter(None, (*parts, Path(where).name))), toolTip=where)

    def say(self, part: QLabel | QPushButton, text: str) -> None:
        """Say something in a part of the bar, which is hidden while there is nothing to say."""
        having(part, text=text, visible=bool(text))

    def show_progress(self, done: float | None, doing: str = "") -> None:
        """Tell how far loading is; None when nothing is loaded."""
        for part in (self._doing, self._progress, self._cancel):
            part.setVisible(done is not None)
        if done is not None:
            self._progress.setValue(round(1000 * done))
            self._doing.setText(doing)
