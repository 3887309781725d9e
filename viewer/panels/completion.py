"""Completes what is written in the filter line."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView

from goldleaf.core.analysis.completion import completions, piece_start
from goldleaf.viewer.session.document import Document


class Completion:
    """Offers what the last piece may become, under a line, while one types."""

    def __init__(self, line: QLineEdit) -> None:
        self._line = line
        self._document: Document | None = None
        self._parse = 0
        self._model = QStringListModel()
        self._completer = QCompleter(self._model, line)
        self._completer.setWidget(line)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._popup = QListView()
        self._completer.setPopup(self._popup)
        self._completer.activated.connect(self.insert)
        line.textEdited.connect(self._offer)

    @property
    def offered(self) -> list[str]:
        """What is offered now."""
        return self._model.stringList() if self._popup.isVisible() else []

    def set_document(self, document: Document | None, parse: int) -> None:
        """Complete for another document, or another of its parses."""
        self._document, self._parse = document, parse

    def insert(self, text: str) -> None:
        """Put a completion in the place of the last piece."""
        before, after = self._parts()
        kept = before[: piece_start(before)]
        self._line.setText(kept + text + after)
        self._line.setCursorPosition(len(kept + text))

    def _parts(self) -> tuple[str, str]:
        text, place = self._line.text(), self._line.cursorPosition()
        return text[:place], text[place:]

    def _offer(self) -> None:
        before, _ = self._parts()
        names = self._names(before)
        if not names:
            self._popup.hide()
            return
        self._model.setStringList(names)
        area = self._line.cursorRect()
        area.setWidth(max(220, self._popup.sizeHintForColumn(0) + 24))
        self._completer.complete(area)

    def _names(self, before: str) -> list[str]:
        if self._document is None or not before.strip() or before.isspace():
            return []
        if before.endswith(" ") and before.count("'") % 2 == 0:  # after a finished piece nothing is forced on
            return []
        return completions(before, self._document.table, self._document.words_at_hand(self._parse))
