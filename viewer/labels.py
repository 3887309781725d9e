"""Labels, tips and lists of texts that are not ours, shown as they are written; widgets set up in one expression.

Qt guesses whether a label's or a tip's text is HTML, and reads what that names: a sentence called
``<img src=/dev/zero>`` would take all memory, a pipe that nobody writes to would stop the window for good.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from typing import Any, TypeVar

from PySide6 import QtGui
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QComboBox, QLabel, QStyle, QStyleOptionComboBox, QWidget

WIDEST_NAME = 240  # pixels of a list that shows a name

Made = TypeVar("Made")


class Label(QLabel):
    """A label whose text is plain, whatever it looks like."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


def tip(text: str) -> str:
    """A text as a tip has to be given it, for a tip cannot be told that its text is plain."""
    return f'<p style="white-space: pre-wrap">{escape(text)}</p>' if QtGui.Qt.mightBeRichText(text) else text


def picture_tip(png: bytes, width: float) -> str:
    """A tip that is a picture, ``width`` pixels wide."""
    return f'<img src="data:image/png;base64,{b64encode(png).decode()}" width="{width:.0f}">'


def shortened(names: Sequence[str], metrics: QtGui.QFontMetrics, width: int, start: int = 0) -> list[str]:
    """Names from a letter on, cut in their middle to a width in pixels; those that would look alike from where they
    begin to differ."""
    middle = Qt.TextElideMode.ElideMiddle
    cut = {name: metrics.elidedText("…" * bool(start) + name[start:], middle, width) for name in names}
    for text in {*cut.values()}:
        alike = [name for name in cut if cut[name] == text]
        differing = (place for place in range(max(map(len, alike))) if len({name[: place + 1] for name in alike}) > 1)
        common = next(differing, start)
        if common > start:
            cut |= dict(zip(alike, shortened(alike, metrics, width, common), strict=True))
    return [cut[name] for name in names]


class NamesBox(QComboBox):
    """A list of names to choose from: the chosen one, too long, is cut in its middle, those to be chosen are whole."""

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:  # noqa: N802
        super().initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width()
        names = [self.itemText(place) for place in range(self.count())]
        if self.currentIndex() >= 0:
            chosen: Any = option
            chosen.currentText = shortened(names, self.fontMetrics(), room - 2)[self.currentIndex()]

    def sizeHint(self) -> QSize:  # noqa: N802
        """As wide as the longest name, up to `WIDEST_NAME`."""
        hint, option = super().sizeHint(), QStyleOptionComboBox()
        super().initStyleOption(option)
        sized: Any = option
        sized.rect = QRect(QPoint(), hint)
        part = QStyle.SubControl.SC_ComboBoxEditField
        field = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width()
        names = (self.fontMetrics().horizontalAdvance(self.itemText(place)) for place in range(self.count()))
        # Qt forgets what the window's style leaves free beside the text.
        lacking = max(names, default=0) + 4 - field
        return QSize(min(hint.width() + max(lacking, 0), WIDEST_NAME), hint.height())

    def showPopup(self) -> None:  # noqa: N802
        """As wide as its names."""
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + 2 * self.view().frameWidth())
        super().showPopup()


def having(made: Made, **settings: Any) -> Made:  # noqa: ANN401, as Qt takes them
    """What was made of Qt, with settings by their names: ``wordWrap=True`` is ``setWordWrap(True)``.

    A tuple is several arguments. Tips are shown as they are written.
    """
    for name, value in settings.items():
        setting = getattr(made, f"set{name[0].upper()}{name[1:]}")
        setting(*(value if isinstance(value, tuple) else (tip(value) if name == "toolTip" else value,)))
    return made
