"""Completes what is written in the filter line."""

from __future__ import annotations

import polars as pl
from PySide6.QtCore import QEvent, QModelIndex, QObject, QStringListModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QCompleter, QLineEdit, QListView

from goldleaf.core.analysis.search.completion import completions, piece_start
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.filtering import known

_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Completion(QObject):
    """Offers what the last piece may become, under a line, while one types.

    Tab takes the first; the arrow keys choose one, which Tab and Return take. Without a choice Return is the line's.
    """

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line)
        self._line = line
        self._document: Document | None = None
        self._parse = 0
        self._marks: pl.DataFrame | None = None
        self._model = QStringListModel()
        self._completer = QCompleter(self._model, line)
        self._completer.setWidget(line)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._popup = QListView()
        self._completer.setPopup(self._popup)
        self._popup.installEventFilter(self)  # after the completer's own, so that it is asked first
        self._completer.activated.connect(self.insert)
        line.textEdited.connect(self._offer)

    @property
    def offered(self) -> list[str]:
        """What is offered now."""
        return self._model.stringList() if self._popup.isVisible() else []

    def set_document(self, document: Document | None, parse: int, marks: pl.DataFrame | None = None) -> None:
        """Complete for another document, another of its parses, or other columns beside its table."""
        self._document, self._parse, self._marks = document, parse, marks

    def insert(self, text: str) -> None:
        """Put a completion in the place of the last piece; after a finished piece, behind a space."""
        before, after = self._parts()
        kept = before[: piece_start(before)]
        if kept == before and not before.endswith((" ", "(")):
            kept += " "
        self._line.setText(kept + text + after)
        self._line.setCursorPosition(len(kept + text))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Tab takes what is offered, Return only what was chosen."""
        if watched is not self._popup or event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        chosen, key = self._popup.currentIndex(), event.key()
        if key == Qt.Key.Key_Tab or (key in _RETURN and chosen.isValid()):
            self._popup.hide()
            self.insert((chosen if chosen.isValid() else self._model.index(0)).data())
            return True
        if key in _RETURN:
            self._popup.hide()
            QApplication.sendEvent(self._line, event)
            return True
        return super().eventFilter(watched, event)

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
        self._popup.setCurrentIndex(QModelIndex())

    def _names(self, before: str) -> list[str]:
        if self._document is None or not before.strip() or before.isspace():
            return []
        if before.endswith(" ") and before.count("'") % 2 == 0:  # after a finished piece nothing is forced on
            return []
        within = "has" in before.lower()
        return completions(before, known(self._document, self._parse, self._marks, within=within))
