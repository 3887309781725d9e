"""How far annotators agree whose files are open, and reviewers of the session that is: where they do not."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTabWidget, QVBoxLayout, QWidget

from goldleaf.viewer.dialogs.agreement_of_files import FilesPage
from goldleaf.viewer.dialogs.agreement_of_reviewers import ReviewersPage
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.reviewing import Reviewing


class AgreementDialog(QDialog):
    """One page for the files, and while there is a review by several, one for its reviewers."""

    filter_wanted = Signal(str)
    failed = Signal(Failure)

    def __init__(self, parent: QWidget, inspector: Inspector, reviewing: Reviewing) -> None:
        super().__init__(parent)
        self.setWindowTitle("Agreement")
        self._inspector = inspector
        self.files = FilesPage(inspector)
        self.reviewers = ReviewersPage(inspector, reviewing)
        self.pages = QTabWidget()
        self.pages.setTabBarAutoHide(True)
        self.pages.setDocumentMode(True)
        self.pages.addTab(self.files, "Files")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)  # Return opens a row
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addWidget(self.pages, 1)
        column.addWidget(buttons)
        self.resize(760, 620)
        for page in (self.files, self.reviewers):
            page.filter_wanted.connect(self.filter_wanted)
            page.failed.connect(self.failed)
        for changed in (inspector.document_changed, reviewing.session_changed):
            changed.connect(self._show_reviewers)
        reviewing.judged.connect(self._look_for_reviewers)
        self.finished.connect(self.stop)
        self.files.begin()
        self._show_reviewers()
        shown = self.files if self.pages.count() == 1 else self.reviewers
        shown.tables["sentences"].setFocus()

    def stop(self) -> None:
        """Give up what is worked on."""
        for page in (self.files, self.reviewers):
            page.stop()

    def _look_for_reviewers(self) -> None:
        """With an act there may be another reviewer, or one less."""
        if self.reviewers.is_wanted != (self.pages.count() > 1):
            self._show_reviewers()

    def _show_reviewers(self) -> None:
        """Have a page for the reviewers, or none; where there is a new one, it is what was asked for."""
        document, place = self._inspector.document, self.pages.indexOf(self.reviewers)
        self.pages.setTabText(0, "Annotators" if document is not None and document.adjudicated else "Files")
        if self.reviewers.is_wanted and place < 0:
            self.pages.setCurrentIndex(self.pages.addTab(self.reviewers, "Reviewers"))
        elif not self.reviewers.is_wanted and place >= 0:
            self.pages.removeTab(place)
        self.reviewers.begin()
