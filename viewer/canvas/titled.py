"""A pane with its title above it: whose the picture is, what is hidden of it, and how good it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from goldleaf.viewer.canvas.pane import Pane
from goldleaf.viewer.diagram.shapes import Role
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.labels import tip

CHIP = 10.0  # pixels
GAP = 8.0
PADDING = 3  # above and below the text


@dataclass(frozen=True, slots=True)
class Title:
    """What stands above a picture. ``chips`` are the colours of whom it shows, ``hollow`` if it is nobody's own."""

    name: str
    note: str = ""
    score: str = ""
    chips: tuple[str, ...] = ()
    hollow: bool = False

    def __str__(self) -> str:
        return "  ·  ".join(filter(None, (self.name, self.note, self.score)))


def together(titles: Sequence[Title]) -> Title:
    """The title of one pane that shows several pictures."""
    notes, scores = (
        " · ".join(dict.fromkeys(filter(None, texts)))
        for texts in ((title.note for title in titles), (title.score for title in titles))
    )
    return Title(
        ", ".join(title.name for title in titles),
        notes,
        scores,
        tuple(chip for title in titles for chip in title.chips),
        hollow=all(title.hollow for title in titles),
    )


class TitleBar(QWidget):
    """Paints a title: chips and name at the left, the note after it, the score at the right."""

    def __init__(self) -> None:
        super().__init__()
        self.title = Title("")
        self._background, self._ink, self._faint = QColor(), QColor(), QColor()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_title(self, title: Title | None, theme: Theme) -> None:
        """Shows a title in the theme's colours; none takes no room."""
        self.setVisible(title is not None)
        if title is None:
            return
        self.title = title
        self._background = QColor(theme.background)
        self._ink, self._faint = (QColor(theme.paint(role).fill or "#808080") for role in (Role.WORD, Role.TITLE))
        self.setAccessibleName(str(title))
        self.setToolTip(tip(str(title)))
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(0, self.fontMetrics().height() + 2 * PADDING)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        # Paints the title. What is wrong is seen whole, as long as a third of the name is; then it gives way.
        painter, title = QPainter(self), self.title
        painter.fillRect(self.rect(), self._background)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(GAP, 0, -GAP, 0)
        plain, bold = self.font(), self.font()
        bold.setBold(True)
        painter.setFont(bold)
        painter.setPen(self._ink)
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, title.score)
        if title.score:
            area.setRight(area.right() - painter.fontMetrics().horizontalAdvance(title.score) - 2 * GAP)
        painter.save()
        for colour in title.chips:
            painter.setPen(QPen(QColor(colour), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush if title.hollow else QColor(colour))
            chip = QRectF(area.left() + 1, area.center().y() - CHIP / 2 + 1, CHIP - 2, CHIP - 2)
            painter.drawRoundedRect(chip, 2, 2)
            area.setLeft(area.left() + CHIP + GAP / 2)
        area.setLeft(area.left() + (GAP / 2 if title.chips else 0))
        painter.restore()
        beside = QFontMetrics(plain).horizontalAdvance(title.note) + 2 * GAP if title.note else 0
        named = QRectF(area)
        named.setWidth(max(area.width() - beside, area.width() / 3))
        area.setLeft(area.left() + self._write(painter, named, title.name, Qt.TextElideMode.ElideMiddle) + 2 * GAP)
        painter.setFont(plain)
        painter.setPen(self._faint)
        self._write(painter, area, title.note, Qt.TextElideMode.ElideRight)

    def _write(self, painter: QPainter, area: QRectF, text: str, cut: Qt.TextElideMode) -> float:
        """Writes as much of a text as there is room for; returns its width."""
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(text, cut, max(int(area.width()), 0))
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
        return metrics.horizontalAdvance(shown)


class TitledPane(QWidget):
    """A pane under its title."""

    def __init__(self, pane: Pane) -> None:
        super().__init__()
        self.pane = pane
        self.bar = TitleBar()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(pane)
