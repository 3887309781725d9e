"""The line over the list of sentences: a condition, or words to look for, completed as one types."""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import QEvent, QModelIndex, QObject, QStringListModel, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QApplication, QCompleter, QLineEdit, QListView, QWidget

from goldleaf.core.analysis.search.completion import completions, piece_start
from goldleaf.core.analysis.search.filtering import Filtered, QueryKind
from goldleaf.core.analysis.sides.sentence_table import WORDS_DIFFER
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.panels.parts import fill, once, row
from goldleaf.viewer.session import filtering
from goldleaf.viewer.session.found import hit_counts
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.jobs import Background

DELAY = 200  # milliseconds after the last key
LONGEST = 20  # letters of a condition that the narrowest list shows whole
_HELP = """<p>A condition on the table's columns:<br><b>las &lt; 0.8 and words &gt; 20</b><br>
<b>differences = 0 or not projective</b></p>
<p>One that some word meets:<br><b>has(gold_deprel = 'nsubj' and parse_deprel = 'obj')</b></p>
<p>Of several parses each by its file's name:<br><b>b_las &lt; 0.8 and has(b_deprel &lt;&gt; parse_deprel)</b><br>
(<b>parse_…</b> is the one that is shown, so that a file called <i>parse</i> is <b>parse_2_…</b> in <b>has(…)</b>)</p>
<p>One that some constituent meets, or some node of a function tree:<br>
<b>has(constituent, label = 'NP' and missing)</b><br><b>has(function, label = 'obj' and words &gt; 5)</b></p>
<p>A saved filter by its name, also as a part: <b>@name and words &gt; 20</b></p>
<p>Anything else is looked for in text and id.</p>"""
_CODE = re.compile(r"\w+\(")  # such as has(…), which is spelled as one writes it
_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FilterLine(QWidget):
    """Filters the inspector's list as one types. What is wrong with a condition stands below the line once one has done
    with it: on Return, or elsewhere. ``failed`` tells of what else went wrong."""

    failed = Signal(Failure)

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self._work = Background(self, returned=self._show, failed=self._failed)
        self._timer = once(self, DELAY, lambda: self._filter(typing=self.line.hasFocus()))
        self._typing = False
        self._leads = False  # whether a listed sentence is shown once the filter is set
        self.found_last: Filtered | None = None  # what the filter that is set has found
        self._untold: Failure | None = None  # what is wrong with what is being typed
        name = "Filter sentences"
        self.line = having(QLineEdit(), objectName="filterLine", accessibleName=name, clearButtonEnabled=True)
        self._suggest("las < 0.8")
        self.line.textChanged.connect(self._changed)
        self.line.returnPressed.connect(lambda: self.use(self.line.text()))
        self.line.editingFinished.connect(self._left)
        self.glass = QAction(self)
        self.line.addAction(self.glass, QLineEdit.ActionPosition.LeadingPosition)
        self._completion = Completion(self.line, inspector)
        self.error = having(Label(), objectName="filterError", wordWrap=True, visible=False)
        self.found = having(Label(), objectName="faint", wordWrap=True, contentsMargins=(2, 0, 0, 0), visible=False)
        self.below = row(self.found, margins=(0, 0, 0, 0), wide=self.found)
        fill(self, self.line, self.error, self.below, around=8, between=5)
        inspector.document_changed.connect(self._document_changed)
        inspector.metric_changed.connect(self._metric_changed)
        inspector.look_changed.connect(self._metric_changed)  # which may be another view, with another metric
        inspector.sentence_changed.connect(self._sentence_changed)
        inspector.marks_changed.connect(self._marks_changed)
        self._marked = False  # whether there were marks of a review to filter by
        self._parse = inspector.parse  # that the filter is about

    def focus(self) -> None:
        self.line.setFocus()
        self.line.selectAll()

    def apply(self) -> None:
        """Filter now, in the background; an earlier filter that is still looked for is forgotten."""
        self._filter(typing=False)

    def use(self, condition: str) -> None:
        """Filter by a condition that was chosen; what is shown is then one of the sentences that it lists."""
        self.line.setText(condition)
        if not self.line.hasFocus():
            self.line.setCursorPosition(0)  # what it is about is seen; who has typed it types on
        self._leads = True
        self.apply()

    def _filter(self, *, typing: bool) -> None:
        self.stop()
        self._typing, self._untold, self._parse = typing, None, self._inspector.parse
        document, query = self._inspector.document, self.line.text()
        if document is None or not query.strip():
            self._show(Filtered(QueryKind.ALL, self._inspector.rows[:0]))
            return
        inspector = self._inspector
        self._marked = inspector.marks is not None
        found = filtering.filtered(document, query, inspector.parse, inspector.further, inspector.said_of_words)
        self._work.start(found, "The sentences could not be filtered")

    def _marks_changed(self) -> None:
        # Without them their names were a text to look for. Later ones leave the list as it is while one judges.
        if self.line.text() and not self._marked and self._inspector.marks is not None:
            self.apply()

    def stop(self) -> None:
        self._timer.stop()
        self._work.cancel()

    def _changed(self) -> None:
        self._leads = False
        self.error.hide()
        self._timer.start()

    def _left(self) -> None:
        # What one has done with may be told what is wrong with it.
        if self._timer.isActive():
            self.apply()
        elif self._untold is not None:
            self._tell(self._untold)
        self._typing = False

    def _failed(self, told: Failure) -> None:
        if told.details:
            self.failed.emit(told)
        if self._typing:
            self._untold = told
            self.found.setText("Not understood so far; Return says why")
            self.found.show()
        else:
            self._tell(told)

    def _tell(self, told: Failure) -> None:
        self._untold = None
        text = told.message.removeprefix("filter: ")
        self.error.setText(text if _CODE.match(text) else text[:1].upper() + text[1:])
        self.error.show()
        self.found.hide()

    def _show(self, found: Filtered) -> None:
        self.error.hide()
        everything = found.kind is QueryKind.ALL
        self.found_last = None if everything else found
        self.found.setVisible(not everything)
        if not everything:
            kind = "match" if found.kind is QueryKind.CONDITION else "have the text"
            total, hits = len(self._inspector.document or ()), ", ".join(hit_counts(found))
            self.found.setText(f"{len(found.rows):,} of {total:,} {kind}{hits and f': {hits}'}")
        self._inspector.set_filter(self.found_last)
        listed = self._inspector.rows
        # Who has clicked a figure wants to see one of its sentences; who types is left where they are.
        if self._leads and len(listed) and self._inspector.row not in listed:
            self._inspector.go(int(listed[0]))
        self._leads = False

    def _suggest(self, condition: str) -> None:
        self.line.setPlaceholderText(condition)
        self.line.setToolTip(_HELP.replace("<b>las &lt; 0.8", f"<b>{escape(condition)}"))

    def _document_changed(self) -> None:
        self._work.cancel()  # what was looked for in another document
        self._metric_changed()
        if self.line.text().strip():
            self._filter(typing=self._typing)

    def _metric_changed(self) -> None:
        metric, document = self._inspector.metric, self._inspector.document
        if document is not None and document.blind is not None:
            self._suggest("not reviewed")
        elif document is not None and (not document.parses or document.without_gold_path):
            self._suggest("words > 20" if document.parses else "not projective")  # no parse, or gold, no score
        elif document is not None and metric is not None:
            score = filtering.main_score(document, self._inspector.parse, metric)
            condition = f"{score} > 0" if score.endswith(WORDS_DIFFER) else f"{score} < 0.8"
            self._suggest(condition if len(condition) <= LONGEST else "words > 20")

    def _sentence_changed(self) -> None:
        # Another parse has other scores under the same names.
        if self._inspector.parse != self._parse and self.line.text().strip():
            self._filter(typing=self._typing)


class Completion(QObject):
    """Offers what the last piece may become, under a line, while one types. Tab takes the first; the arrow keys choose
    one, which Tab and Return take. Without a choice Return is the line's."""

    def __init__(self, line: QLineEdit, inspector: Inspector) -> None:
        super().__init__(line)
        self._line, self._inspector = line, inspector
        self._model = QStringListModel()
        self._popup, all_of_it = QListView(), QCompleter.CompletionMode.UnfilteredPopupCompletion
        self._completer = having(QCompleter(self._model, line), widget=line, completionMode=all_of_it)
        having(self._completer, caseSensitivity=Qt.CaseSensitivity.CaseInsensitive, popup=self._popup)
        self._popup.installEventFilter(self)  # after the completer's own, so that it is asked first
        self._completer.activated.connect(self.insert)
        line.textEdited.connect(self._offer)

    @property
    def offered(self) -> list[str]:
        return self._model.stringList() if self._popup.isVisible() else []

    def insert(self, text: str) -> None:
        """Put a completion in the place of the last piece; after a finished piece, behind a space."""
        whole, place = self._line.text(), self._line.cursorPosition()
        before, after = whole[:place], whole[place:]
        kept = before[: piece_start(before)]
        if kept == before and not before.endswith((" ", "(")):
            kept += " "
        self._line.setText(kept + text + after)
        self._line.setCursorPosition(len(kept + text))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        # Tab takes what is offered, Return only what was chosen.
        if watched is not self._popup or event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        chosen, key = self._popup.currentIndex(), event.key()
        if key not in (Qt.Key.Key_Tab, *_RETURN):
            return super().eventFilter(watched, event)
        self._popup.hide()
        if key == Qt.Key.Key_Tab or chosen.isValid():
            self.insert((chosen if chosen.isValid() else self._model.index(0)).data())
        else:
            QApplication.sendEvent(self._line, event)
        return True

    def _offer(self) -> None:
        before = self._line.text()[: self._line.cursorPosition()]
        names = []
        # After a finished piece nothing is forced on anybody.
        finished = before.endswith(" ") and before.count("'") % 2 == 0
        inspector, document = self._inspector, self._inspector.document
        if document is not None and before.strip() and not finished:
            within, said = "has" in before.lower(), inspector.said_of_words
            known = filtering.known(document, inspector.parse, inspector.further, said, within=within)
            names = completions(before, known)
        if not names:
            self._popup.hide()
            return
        self._model.setStringList(names)
        self._completer.complete(having(self._line.cursorRect(), width=max(220, self._popup.sizeHintForColumn(0) + 24)))
        self._popup.setCurrentIndex(QModelIndex())
