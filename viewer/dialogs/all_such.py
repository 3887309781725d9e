"""The same verdict for all that a filter finds: what it would be about, before it is said."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from goldleaf.core.analysis.sides.layers import LAYER_NAMES, Layer
from goldleaf.viewer.dialogs.parts import Button, answers
from goldleaf.viewer.labels import Label
from goldleaf.viewer.review.such import Such

SHOWN = 200


class AllSuchDialog(QDialog):
    """Asks for a verdict; ``chosen`` are those that it would be said of. ``find`` gives those of a layer."""

    def __init__(
        self,
        parent: QWidget,
        condition: str,
        verdicts: Sequence[tuple[str, str]],
        layers: Sequence[Layer],
        find: Callable[[Layer], Sequence[Such]],
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("The same for all such")
        self._find = find
        self.verdict = QComboBox()
        for verdict, title in verdicts:
            self.verdict.addItem(title, verdict)
        self.layer = QComboBox()
        for layer in layers:
            self.layer.addItem(LAYER_NAMES[layer].capitalize(), layer)
        self.over = QCheckBox("Also where something was decided already")
        self.table = QTableWidget(0, 3)
        self.table.setHorizontalHeaderLabels(["Sentence", "What", "Said so far"])
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.table.setAccessibleName("What it is about")
        self.count = Label()
        self._buttons = answers(self)
        form = QFormLayout()
        shown = Label(condition)
        shown.setWordWrap(True)
        form.addRow("All with", shown)
        form.addRow("About", self.layer)
        form.addRow("Verdict", self.verdict)
        form.addRow("", self.over)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.count)
        column.addWidget(self.table, 1)
        column.addWidget(self._buttons)
        self.layer.currentIndexChanged.connect(self._look_again)
        self.over.toggled.connect(self._look)
        self.resize(640, 480)
        self._look_again()

    def _look_again(self) -> None:
        self._found = tuple(self._find(self.layer.currentData()))
        self._look()

    @property
    def chosen(self) -> tuple[Such, ...]:
        """Those that the verdict would be said of."""
        return tuple(one for one in self._found if self.over.isChecked() or not one.said)

    def _look(self) -> None:
        chosen = self.chosen
        sentences = len({one.place.sentence for one in chosen})
        left = len(self._found) - len(chosen)
        more = f"; the first {SHOWN} are shown" if len(chosen) > SHOWN else ""
        already = f"; {left:,} decided already are left as they are" if left else ""
        self.count.setText(f"{len(chosen):,} verdicts in {sentences:,} sentences{already}{more}.")
        self.table.setRowCount(min(len(chosen), SHOWN))
        for row, one in enumerate(chosen[:SHOWN]):
            for column, text in enumerate((f"{one.number:,}", one.what, one.said)):
                self.table.setItem(row, column, QTableWidgetItem(text))
        ok = self._buttons.button(Button.Ok)
        ok.setText(f"Say it of {len(chosen):,}")
        ok.setEnabled(bool(chosen))
