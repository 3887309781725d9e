"""A reading that neither side has: a head and a label, a tag, a constituent's label, …."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QDialog,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.treebank import Sentence, Word
from goldleaf.viewer.dialogs.parts import Button, answers, hint
from goldleaf.viewer.state.reviewing import Readable


class ReadingDialog(QDialog):
    """Asks for another reading of something; ``verdict`` is how a session writes it. Known values complete."""

    def __init__(self, parent: QWidget, subject: Readable) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Another reading of {subject.called}")
        self._layer = layer = subject.layer
        self.head = QComboBox()
        self.head.setAccessibleName("Head")
        self.value = QComboBox()
        self.value.setEditable(True)
        self.value.addItems([*subject.known])
        self.value.setAccessibleName(_NAMES[layer])
        self.value.setCurrentText(subject.now)
        if subject.word is not None:
            self._offer_heads(subject.sentence, subject.word)
        form = QFormLayout()
        if layer is Layer.ARC:
            form.addRow("Head", self.head)
        form.addRow(_NAMES[layer], self.value)
        note = hint("It is kept as it is written here, and goes over what gold and parse say.")
        buttons = answers(self)
        self._ok = buttons.button(Button.Ok)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(note)
        column.addWidget(buttons)
        self.value.editTextChanged.connect(self._look)
        self.setMinimumWidth(320)
        self._look()
        (self.head if layer is Layer.ARC else self.value).setFocus()

    def _offer_heads(self, sentence: Sentence, word: Word) -> None:
        """The sentence's words as heads."""
        self.head.setEditable(True)
        self.head.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.head.addItem("0  root", 0)
        for other in sentence.words:
            if other.position != word.position:
                self.head.addItem(f"{other.name}  {other.form}", other.number or other.position)
        completer = QCompleter(self.head.model(), self.head)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.head.setCompleter(completer)
        self.head.setCurrentIndex(max(self.head.findData(word.head), 0))

    def _look(self) -> None:
        self._ok.setEnabled(bool(self.value.currentText().strip()))

    @property
    def verdict(self) -> str:
        """``head:label`` of an arc, else the value after ``=``."""
        value = self.value.currentText().strip()
        if self._layer is not Layer.ARC:
            return f"={value}"
        written = self.head.currentText().split()[:1]  # counts before what was chosen
        number = int(written[0]) if written and written[0].isdecimal() else None
        place = self.head.findData(number) if number is not None else self.head.currentIndex()
        return f"{int(self.head.itemData(max(place, 0)))}:{value}"


_NAMES = {
    Layer.ARC: "Label",
    Layer.TAG: "Tag",
    Layer.LEMMA: "Lemma",
    Layer.FEATURES: "Features",
    Layer.CONSTITUENT: "Label",
    Layer.ROLE: "Role",
}
