"""The manual in the window: pages, what is found in them, which is about what has the focus; the log of Goldleaf."""

from __future__ import annotations

import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any

import PySide6
from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import QSignalBlocker, QSize, Qt, QUrl, qVersion

from goldleaf.core.version import VERSION
from goldleaf.viewer import manual
from goldleaf.viewer.dialogs.parts import Button, answers, below, beside, named
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.state.crash import Log
from goldleaf.viewer.style.appearance import application_icon

SIZE = QSize(1060, 740)
LIST = 240  # pixels of the list's width at first
PICTURE = 700  # pixels of a picture's width at most
MARGIN, INDENT, CELL = 16, 12, 5  # pixels around a page, before code, around the text of a cell
LINE = 120  # percent of a line's own height
ABOVE, BELOW = 18, 6  # pixels around a heading
_ROLE = Qt.ItemDataRole.UserRole

# The pages and the classes of what they are about
ABOUT = {
    "first-steps": ("StartPage", "OpenDialog", "GoToDialog", "AboutDialog"),
    "error-analysis": ("DifferencesPanel", "ErrorsPanel", "VersionsDialog"),
    "comparing-parsers": ("VersusPanel", "ReportDialog"),
    "searching": ("SentencesPanel", "GroupsPanel", "SavedFiltersDialog"),
    "figures": ("ExportDialog", "PlotDialog", "PlotsDialog"),
    "reviewing": (
        "ReviewPanel", "LeftPanel", "NewReviewDialog", "ReviewerDialog", "SaveTreebankDialog", "FaultsDialog",
        "NoteDialog", "GuidelinesDialog", "AllSuchDialog", "AgreedDialog", "AdjudicateDialog", "AgreementDialog",
    ),
    "shared-tasks": ("CampaignDialog",),
    "theories": ("TheoriesDialog", "OperationsPanel"),
    "formats": ("PropertiesDialog", "TransformDialog", "BelongingDialog"),
    "metrics": ("ScoresPanel", "MetricsDialog"),
    "keys": ("KeysDialog", "Palette"),
    "trouble": ("ProblemsPanel", "LogDialog"),
    "pictures": ("PictureView",),
}  # fmt: skip


def page_about(widget: QtWidgets.QWidget | None) -> str:
    """The page about a widget, or about the nearest one around it that has a page."""
    pages = {name: page for page, classes in ABOUT.items() for name in classes}
    while widget is not None and type(widget).__name__ not in pages:
        widget = widget.parentWidget()
    return pages.get(type(widget).__name__, manual.FIRST)


class Browser(QtWidgets.QTextBrowser):
    """Shows a page, ``page``; ``keys`` are those of the window."""

    def __init__(self, keys: Callable[[], manual.Keys]) -> None:
        super().__init__()
        self._keys, self.page = keys, manual.FIRST
        having(self, openExternalLinks=True, frameShape=QtWidgets.QTextBrowser.Shape.NoFrame)
        self.document().setDocumentMargin(MARGIN)
        self.sourceChanged.connect(self._dress)

    def go(self, page: str, anchor: str = "") -> None:
        url = QUrl.fromLocalFile(str(manual.FOLDER / f"{page}.md"))
        if anchor:
            url.setFragment(anchor)
        self.setSource(url, QtGui.QTextDocument.ResourceType.MarkdownResource)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: ANN401, ARG002, N802
        """A page with its tables; a picture, as wide as there is room for."""
        path = self.source().resolved(QUrl(name)).toLocalFile()
        if path.endswith(".md"):
            return manual.text(QUrl(name).fileName().removesuffix(".md"), self._keys)
        ratio, picture = self.devicePixelRatioF(), QtGui.QImage(path)
        width = min(picture.width(), round(PICTURE * ratio))
        smooth = Qt.TransformationMode.SmoothTransformation
        return having(picture.scaledToWidth(width, smooth), devicePixelRatio=ratio)

    def light(self, words: str) -> None:
        selections = []
        ground = self.palette().brush(QtGui.QPalette.ColorRole.Highlight)
        for word in words.split():
            cursor = self.document().find(word)
            while not cursor.isNull():
                found: Any = QtWidgets.QTextBrowser.ExtraSelection()
                found.cursor, found.format = cursor, having(QtGui.QTextCharFormat(), background=ground)
                selections.append(found)
                cursor = self.document().find(word, cursor)
        self.setExtraSelections(selections)

    def _dress(self, source: QUrl) -> None:
        # Markdown tells what is a heading, code or a table; anchors, room and ground are ours.
        self.page = source.fileName().removesuffix(".md")
        ground = self.palette().brush(QtGui.QPalette.ColorRole.AlternateBase)
        fixed = QtGui.QFontDatabase.systemFont(QtGui.QFontDatabase.SystemFont.FixedFont).family()
        block, before = self.document().begin(), None
        while block.isValid():
            cursor, shape, letters = QtGui.QTextCursor(block), block.blockFormat(), QtGui.QTextCharFormat()
            cursor.movePosition(QtGui.QTextCursor.MoveOperation.EndOfBlock, QtGui.QTextCursor.MoveMode.KeepAnchor)
            language = shape.property(QtGui.QTextFormat.Property.BlockCodeLanguage.value)
            if shape.headingLevel():
                having(shape, topMargin=ABOVE, bottomMargin=BELOW)
                having(letters, anchor=True, anchorNames=[manual.anchor(block.text())])
            elif language is not None:
                having(shape, leftMargin=INDENT, background=ground, nonBreakableLines=False)
                having(shape, topMargin=BELOW if language != before else 0)
                having(letters, fontFamilies=[fixed])
            else:
                shape.setLineHeight(LINE, QtGui.QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            cursor.setBlockFormat(shape)
            cursor.mergeCharFormat(letters)
            block, before = block.next(), language
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QtGui.QTextTable):
                frame.setFormat(having(frame.format(), border=0, cellPadding=CELL))
        if source.hasFragment():
            self.scrollToAnchor(source.fragment())


class ManualDialog(QtWidgets.QDialog):
    """The manual beside the window: a list of pages, or of what a search finds, and a page."""

    def __init__(self, parent: QtWidgets.QWidget, keys: Callable[[], manual.Keys]) -> None:
        super().__init__(parent)
        self.search = named(QtWidgets.QLineEdit(placeholderText="Search", clearButtonEnabled=True), "Search the manual")
        self.entries, self.browser = named(QtWidgets.QListWidget(), "Pages"), named(Browser(keys), "Page")
        self.search.textChanged.connect(self._list)
        self.search.returnPressed.connect(lambda: self.entries.setCurrentRow(self.entries.currentRow() + 1))
        self.entries.currentItemChanged.connect(self._choose)
        self.browser.sourceChanged.connect(lambda: self._stand())
        left = QtWidgets.QWidget()
        having(below(left, self.search, self.entries, tall=self.entries), contentsMargins=(0, 0, 0, 0))
        parts = QtWidgets.QSplitter()
        parts.addWidget(left)
        parts.addWidget(self.browser)
        having(parts, sizes=[LIST, SIZE.width() - LIST], childrenCollapsible=False, stretchFactor=(1, 1))
        below(self, parts, tall=parts, title="Manual")
        self.resize(SIZE.boundedTo(self.screen().availableSize()))
        self._list("")

    def go(self, page: str, heading: str = "") -> None:
        self.search.clear()
        self.browser.go(page, manual.anchor(heading))
        self.browser.setFocus()

    def _list(self, words: str) -> None:
        everything = [(page, title, "") for page, title in manual.pages().items()]
        with QSignalBlocker(self.entries):
            self.entries.clear()
            for page, title, heading in manual.places(words) if words.strip() else everything:
                entry = QtWidgets.QListWidgetItem(f"{title} › {heading}" if heading else title, self.entries)
                having(entry, data=(_ROLE, (page, manual.anchor(heading))), toolTip=entry.text())
        self.browser.light(words)
        self._stand()

    def _choose(self, entry: QtWidgets.QListWidgetItem | None) -> None:
        if entry is not None:
            self.browser.go(*entry.data(_ROLE))
            self.browser.light(self.search.text())

    def _stand(self) -> None:
        # The list of pages follows links; what was found stays where it is.
        if not self.search.text().strip():
            with QSignalBlocker(self.entries):
                self.entries.setCurrentRow([*manual.pages()].index(self.browser.page))


_SELECTABLE = Qt.TextInteractionFlag.TextSelectableByMouse


class AboutDialog(QtWidgets.QDialog):
    """Version, licence, and what it is made with."""

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Goldleaf")
        sign = having(Label(), pixmap=application_icon().pixmap(40, 40), alignment=Qt.AlignmentFlag.AlignTop)
        text = Label(
            f"<h3>Goldleaf {VERSION}</h3>"
            "<p>A desktop inspector for syntactic trees:<br>compare, score, draw and review gold and parse trees.</p>"
            "<p>MIT license.</p>"
            f"<p>Python {platform.python_version()} · PySide {PySide6.__version__} · Qt {qVersion()}</p>"
        )
        having(text, textFormat=Qt.TextFormat.RichText, textInteractionFlags=_SELECTABLE)
        below(self, having(beside(sign, text, wide=text), spacing=14), answers(self, Button.Close))


class LogDialog(QtWidgets.QDialog):
    """The text of a log, to be copied into a report."""

    def __init__(self, parent: QtWidgets.QWidget | None, title: str, text: str, path: Path) -> None:
        super().__init__(parent)
        font = QtGui.QFontDatabase.systemFont(QtGui.QFontDatabase.SystemFont.FixedFont)
        shown = QtWidgets.QPlainTextEdit(text or "Nothing went wrong so far.", readOnly=True)
        self.text = named(shown, title, font=font)
        place = having(Label(f"From {path}"), objectName="faint", textInteractionFlags=_SELECTABLE)
        below(self, self.text, place, answers(self, Button.Close), tall=self.text, title=title, size=(760, 420))


def show_log(parent: QtWidgets.QWidget, title: str, text: str | None = None) -> None:
    log = Log()
    dialog = LogDialog(parent, title, log.read() if text is None else text, log.path)
    dialog.exec()
    dialog.deleteLater()
