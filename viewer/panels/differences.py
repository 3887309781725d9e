"""The list of the sentence's differences: a click selects in the pictures, a selection there is found here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from goldleaf.core.analysis.sides.layers import LAYER_NAMES
from goldleaf.viewer.diagram.naming import BETWEEN, REVIEW, Difference, Wording, listed
from goldleaf.viewer.diagram.shapes import Key, Role, Side, State
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.figures.figure import NOTHING_SCORES
from goldleaf.viewer.labels import having, tip
from goldleaf.viewer.panels.parts import EmptyHint, fill
from goldleaf.viewer.panels.table import NO_INDEX, Index, WholeRows
from goldleaf.viewer.session.document import NO_GOLD_PATH
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.style.appearance import LIGHT, Colours, PanelStyle
from goldleaf.viewer.views.layers import CELLS

PAD, ABOVE, GAP, SWATCH, BESIDE, CHIP, APART = 9, 4, 1, 30, 7, 6, 12  # pixels
WHOSE = 7  # pixels of the square in a side's colour, which the line beside it leaves
BOXED = (State.WRONG_LABEL, State.DIFFERS)  # the label is, in the picture and here
FEW = 5  # rows that are always seen
LEAST = 8  # lines


class DifferencesPanel(QWidget):
    """Shows what differs in the sentence; what is left out comes last, what is forgiven in one line."""

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self._showing = False  # the selection of the pictures, not the user's choice
        self.model = DifferenceModel()
        self._found: tuple[Difference, ...] = ()
        self.view = having(_List(), model=self.model, accessibleName="Differences", mouseTracking=True)
        self.delegate = DifferenceDelegate(self.view, self.model)
        having(self.view, verticalScrollMode=QListView.ScrollMode.ScrollPerPixel, itemDelegate=self.delegate)
        self._hint = EmptyHint(self.view, "")
        WholeRows(self.view)
        fill(self, self.view)
        self.view.selectionModel().currentChanged.connect(self._pointed_at)
        self.view.clicked.connect(self._pointed_at)
        self.view.clicked.connect(self._fold_or_unfold)
        self.view.fold_wanted.connect(self._fold_at)
        inspector.forgiven_changed.connect(self._show_fold)
        inspector.selection_changed.connect(self._show_selection)

    def show_differences(
        self, found: tuple[Difference, ...], chips: Sequence[str] = (), drawn: Wording = REVIEW
    ) -> None:
        """List what differs; ``chips`` are the colours of those whose pictures are shown, the gold's first. A picture
        in which nobody is right is ``drawn`` in words of its own, which name the sides."""
        wording = self._inspector.wording if drawn.judges else drawn
        several = any(one.other is not None for one in found)
        sides = (Side.GOLD, *[Side.OTHER] * several, Side.PARSE)
        named = wording.judges and len(chips) == len(sides)
        self.delegate.wording, self.delegate.chips = wording, dict(zip(sides, chips, strict=True)) if named else {}
        self._hint.setText("" if found else wording.told(self._reason()))
        self._found = found
        self._list()
        self._show_selection()

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(280, FEW * _height(self.view.font(), 3))

    @property
    def content(self) -> int:
        """The height in pixels at which all that is listed is seen: `LEAST` lines at least, `FEW` rows at most."""
        rows = sum(self.view.sizeHintForRow(row) for row in range(self.model.rowCount()))
        return min(max(rows, _height(self.view.font(), LEAST)), self.sizeHint().height())

    def restyle(self, style: PanelStyle) -> None:
        self.delegate.theme, self.delegate.colours = style.theme, style.colours
        self.view.viewport().update()

    def _reason(self) -> str:
        document, pair = self._inspector.document, self._inspector.pair
        if document is None or pair is None:
            return "Differences are listed when a gold and a parse are open."
        if not document.parses:
            return "There is no parse to compare with.\nAdd one with File › Add parse."
        if self._inspector.parse < 0:
            return "Only the gold is shown.\nPress 1 to compare with a parse."
        if document.without_gold_path:
            return f"{NO_GOLD_PATH.capitalize()}.\nThere is nothing to compare a parse with."
        if pair.penalized:
            return "All of this sentence counts as wrong.\nPress N for the next sentence with a difference."
        if self._inspector.view.name == "aligned":
            return "Two frameworks: labels are not compared, and differences are not drawn."
        if not pair.compared:
            alone = self._inspector.of_versions and pair.parse is None
            return "Only one version has this sentence." if alone else "This sentence cannot be compared."
        if pair.nothing_scores and not self._inspector.layers:
            return f"{pair.metric.title}: {NOTHING_SCORES}.\nPress N for the next sentence with a difference."
        layers = ", ".join(LAYER_NAMES[layer] for layer in self._inspector.layers)
        where = f" in {layers}" if layers else ""
        return f"No differences{where}.\nPress N for the next sentence with one."

    def _pointed_at(self, index: QModelIndex) -> None:
        difference, selected = self.model.rows[index.row()] if index.isValid() else None, self._inspector.selection
        if self._showing or difference is None or isinstance(difference, Fold):
            return
        if selected is None or selected.kind == "word" or not difference.about(selected):
            self._inspector.select(difference.keys[0])

    def _list(self) -> None:
        self._showing = True  # Qt chooses another row where the current one goes
        self.model.set_differences(self._found, forgiven=self._inspector.forgiven_listed)
        self._showing = False

    def _fold_or_unfold(self, index: QModelIndex) -> None:
        if isinstance(self.model.rows[index.row()], Fold):
            self._inspector.list_forgiven(not self._inspector.forgiven_listed)

    def _fold_at(self, unfolded: bool) -> None:
        """Fold or unfold, if the current row is one of those or their line."""
        fold, row = self.model.fold_row, self.view.currentIndex().row()
        if fold is not None and row >= fold:
            self._inspector.list_forgiven(unfolded)

    def _show_fold(self) -> None:
        """Fold or unfold the forgiven ones; the line stays where it is."""
        current = self.view.currentIndex().row()
        self._list()
        fold = self.model.fold_row
        if fold is not None and current >= fold:
            self.view.setCurrentIndex(self.model.index(fold))
        else:
            self._show_selection()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._show_selection()

    def _show_selection(self) -> None:
        row = self.model.row_of(self._inspector.selection)
        self._showing = True
        if row is None:
            self.view.clearSelection()
            self.view.setCurrentIndex(QModelIndex())
        else:
            self.view.setCurrentIndex(self.model.index(row))
            for near in (row + 1, row):  # what comes next is seen, too
                self.view.scrollTo(self.model.index(near))
        self._showing = False


class _List(QListView):
    """The list; ``fold_wanted`` says that the forgiven ones are to be listed, or to be folded."""

    fold_wanted = Signal(bool)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():  # a row has the lines that its width asks for
            self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Right opens the line of the forgiven ones, Left closes it, Return does either."""
        fold = self.currentIndex().data(DifferenceModel.DIFFERENCE)
        if event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self.fold_wanted.emit(event.key() == Qt.Key.Key_Right)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(fold, Fold):
            self.fold_wanted.emit(not fold.unfolded)
        else:
            super().keyPressEvent(event)
            return
        event.accept()


@dataclass(frozen=True, slots=True)
class Fold:
    """The line that stands for the forgiven differences, or over them while they are listed."""

    count: int
    unfolded: bool

    @property
    def text(self) -> str:
        """How many there are, and whether they follow."""
        return f"{self.count:,} forgiven {'▾' if self.unfolded else '▸'}"

    @property
    def sentence(self) -> str:
        """What one can do."""
        many = "1 difference is" if self.count == 1 else f"{self.count:,} differences are"
        return f"{many} forgiven: {'click to fold' if self.unfolded else 'click to list'}"


class DifferenceModel(QAbstractListModel):
    """The differences in their order, those that are not scored last, then the forgiven ones under a line of theirs."""

    DIFFERENCE = Qt.ItemDataRole.UserRole

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Difference | Fold] = []
        self._folded: list[Difference] = []

    def set_differences(self, found: tuple[Difference, ...], *, forgiven: bool = False) -> None:
        """List others; with ``forgiven`` also these one by one."""
        others, folded = listed(found)
        self.beginResetModel()
        self.rows = [*others, *([Fold(len(folded), forgiven)] if folded else ()), *(folded if forgiven else ())]
        self._folded = [] if forgiven else folded
        self.endResetModel()

    @property
    def fold_row(self) -> int | None:
        """Where the line of the forgiven ones stands; None if there are none."""
        return next((row for row, one in enumerate(self.rows) if isinstance(one, Fold)), None)

    def row_of(self, key: Key | None) -> int | None:
        """Where the difference of an element of the pictures stands, or the line that it is folded into."""
        if key is None:
            return None
        found = next((row for row, one in enumerate(self.rows) if not isinstance(one, Fold) and one.about(key)), None)
        return self.fold_row if found is None and any(one.about(key) for one in self._folded) else found

    def rowCount(self, parent: Index = NO_INDEX) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The difference in words; itself to the delegate."""
        row = self.rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.sentence
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(row.sentence)
        return row if role == self.DIFFERENCE else None


class DifferenceDelegate(QStyledItemDelegate):
    """Each side has the swatch of its line in the picture, a wrong label its box, too; gold and parse, whose lines are
    alike, before it the chip of their title."""

    def __init__(self, view: QListView, model: DifferenceModel) -> None:
        super().__init__(view)
        self._view, self._model = view, model
        self.theme: Theme = load("light")
        self.colours: Colours = LIGHT
        self.wording: Wording = REVIEW  # what the sides are called
        self.chips: Mapping[Side, str] = {}  # the colours of the titles, where lines are alike
        self.verdict: Callable[[Difference], str] = lambda _: ""  # what a reviewer has said of it

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        found: Difference | Fold = index.data(DifferenceModel.DIFFERENCE)
        width = self._view.viewport().width() - 2 * PAD - SWATCH - BESIDE
        lines = 0 if isinstance(found, Fold) else len([*_lines(found, self.wording, QFontMetrics(option.font), width)])
        return QSize(120, _height(option.font, 1 + lines))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one difference, or the line of those that are folded."""
        found: Difference | Fold = index.data(DifferenceModel.DIFFERENCE)
        options: Any = option
        area: QRect = options.rect
        selected = bool(options.state & QStyle.StateFlag.State_Selected)
        hovered = bool(options.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if selected or hovered:
            painter.fillRect(area, QColor(self.colours.selection if selected else self.colours.hover))
        else:
            painter.setPen(QColor(self.colours.line))
            painter.drawLine(area.bottomLeft(), area.bottomRight())
        inner = area.adjusted(PAD, ABOVE, -PAD, 0)
        if isinstance(found, Fold):
            painter.setPen(QColor(self.colours.selected if selected else self.colours.faint))
            painter.drawText(inner, Qt.AlignmentFlag.AlignLeft, found.text)
        else:
            ink = self.colours.selected if selected else self.colours.text if found.scored else self.colours.faint
            beside = self._chip(painter, inner, self.verdict(found), options.font)
            self._write(painter, inner, found, ink, options.font, beside)
        painter.restore()

    def _chip(self, painter: QPainter, area: QRect, said: str, font: QFont) -> int:
        """What a reviewer has said, in a box at the lower right. Returns the room that it takes of the last line."""
        if not said:
            return 0
        metrics = QFontMetrics(font)
        text = metrics.elidedText(said, Qt.TextElideMode.ElideRight, area.width() // 2)
        box = QRect(0, 0, metrics.horizontalAdvance(text) + 2 * CHIP, metrics.height() + 2)
        box.moveBottomRight(area.bottomRight() - QPoint(0, ABOVE - 1))  # over no line but its own
        painter.setPen(QColor(self.colours.accent))
        painter.setBrush(QColor(self.colours.base))
        painter.drawRoundedRect(box, CHIP, CHIP)
        painter.setPen(QColor(self.colours.text))
        painter.setFont(font)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        return box.width() + CHIP

    def _write(self, painter: QPainter, area: QRect, found: Difference, ink: str, font: QFont, beside: int) -> None:
        metrics = QFontMetrics(font)
        bold = having(QFont(font), bold=True)
        broad = QFontMetrics(bold)
        # One thing has one name in a list: where a row has no room for it, all rows have the short one.
        rows = [row for row in self._model.rows if isinstance(row, Difference)]
        wide = (broad.horizontalAdvance(row.word) + metrics.horizontalAdvance(row.verdict) for row in rows)
        brief = max(wide, default=0) + APART > area.width()
        verdict = found.verdict.removeprefix("wrong ").removesuffix(" differ") if brief else found.verdict
        room = area.width() - metrics.horizontalAdvance(verdict) - APART
        # Constituents inside each other begin or end alike.
        word = ends(found.word, broad, max(room, area.width() // 3))
        line = QRect(area.left(), area.top(), area.width(), metrics.height())
        painter.setFont(bold)
        painter.setPen(QColor(ink))
        # On the line of the font: a letter that another one has to give, which is higher, would be cut at its foot.
        painter.drawText(line.topLeft() + QPoint(0, metrics.ascent()), word)
        painter.setFont(font)
        # The color of the state in the picture.
        drawn = self.wording.drawn(found.state, Side.BOTH)
        painter.setPen(QColor((self.theme.paint(Role.LABEL, drawn).fill if found.scored else None) or ink))
        if room < area.width() // 3:  # else the word was cut for it
            room = line.width() - broad.horizontalAdvance(word) - APART
            verdict = metrics.elidedText(verdict, Qt.TextElideMode.ElideRight, room)
        painter.drawText(line, Qt.AlignmentFlag.AlignRight, verdict)
        lines = [*_lines(found, self.wording, metrics, area.width() - SWATCH - BESIDE)]
        own = WHOSE + 3 if self.chips and not found.voices else 0
        for number, (text, state, side) in enumerate(lines, 1):
            line.translate(0, metrics.height() + GAP)
            if own and side is not None and side in self.chips:
                chip = self.chips[side]
                painter.setPen(QColor(chip or ink))
                painter.setBrush(QColor(chip) if chip else Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(line.left(), line.center().y() - WHOSE / 2 + 1, WHOSE, WHOSE), 1, 1)
                painter.setBrush(Qt.BrushStyle.NoBrush)
            if state is not None and side is not None:
                # The line that it has in the picture.
                look = self.theme.paint(Role.ARC, state)
                pen = QPen(QColor(look.stroke or self.colours.text), look.stroke_width)
                if look.dash:
                    pen.setDashPattern([length / look.stroke_width for length in look.dash])
                    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                painter.setPen(pen)
                left = QPointF(line.left() + own, line.center().y() + 1)
                boxed = found.boxed or state in BOXED
                if found.layer not in CELLS or not boxed:  # what stands under words has no line
                    painter.drawLine(left, left + QPointF(SWATCH - own + (4 if own else 0), 0))
                if boxed:
                    wrong = self.wording.drawn(State.WRONG_LABEL, Side.BOTH)
                    box = self.theme.paint(Role.LABEL_BOX, wrong)
                    painter.setPen(QPen(QColor(box.stroke or self.colours.text), box.stroke_width))
                    painter.setBrush(QColor(box.fill or self.theme.background))
                    swatch = QRectF(left.x() + (SWATCH - own) / 2 - 6, left.y() - 5, 12, 11)
                    painter.drawRoundedRect(swatch, 3, 3)
                    painter.drawText(swatch.translated(0, -1), Qt.AlignmentFlag.AlignCenter, "x")  # as in the legend
                    painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(ink if state is not None else self.colours.faint))
            rest = line.adjusted(SWATCH + BESIDE, 0, -beside if number == len(lines) else 0, 0)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rest.width())
            painter.drawText(rest.topLeft() + QPoint(0, metrics.ascent()), shown)


def _height(font: QFont, lines: int) -> int:
    return lines * (QFontMetrics(font).height() + GAP) - GAP + 2 * ABOVE


def _lines(
    found: Difference, wording: Wording, metrics: QFontMetrics, width: int
) -> Iterator[tuple[str, State | None, Side | None]]:
    """What gold and parse have, or all readings with the digits that choose them and the letters of who has them, in
    lines of at most a width; a word that one lacks stands in the other's line only. Each comes with how its side is
    drawn, and which that is, if it begins here."""
    for number, voice in enumerate(found.voices, 1):
        yield f"{number}  {voice.initials}: {voice.text}", voice.state, Side.BOTH
    if found.voices:
        return
    of_other = Side.OTHER, found.other or "", found.other_state
    of_gold, of_parse = (Side.GOLD, found.gold, found.gold_state), (Side.PARSE, found.parse, found.parse_state)
    for side, text, state in (of_gold, of_other, of_parse):
        if found.other == found.parse and side is not Side.GOLD:  # one line for what both parses have
            side, text = Side.BOTH, "" if side is Side.OTHER else f"both: {text}"
        said = wording.line(side, text) if text else ""
        # What several golds have is news of each: no part of it is cut for another's.
        for part, line in enumerate([said] if metrics.horizontalAdvance(said) <= width else said.split(BETWEEN)):
            if line:
                yield line, state, None if part else side


def ends(text: str, metrics: QFontMetrics, room: int) -> str:
    """A text, where it is wider than the ``room`` in pixels whole words of its ends with one … between; of a single
    one its start. The number of a word is never cut."""
    first, last = text.partition(" … ")[0].split(" "), text.rpartition(" … ")[2].split(" ")
    most = max(len(first), len(last)) if " … " in text else (len(first) - 1) // 2
    cut = (f"{' '.join(first[:kept])} … {' '.join(last[-kept:])}" for kept in range(most, 0, -1))
    fitting = (each for each in (text, *cut) if metrics.horizontalAdvance(each) <= room)
    number = next(iter(re.findall(r" \(\d[\d–, ]*\)$", text)), "")
    start = text.removesuffix(number)
    start = metrics.elidedText(start, Qt.TextElideMode.ElideRight, room - metrics.horizontalAdvance(number))
    return next(fitting, start + number)
