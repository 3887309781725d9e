"""What the action does that writes a report: a dialog, then work beside the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from goldleaf.core.errors import GoldleafError
from goldleaf.core.steps import Steps, between
from goldleaf.viewer.actions.action import Action
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.session.queries import Queries
from goldleaf.viewer.session.scores import why_not_scored
from goldleaf.viewer.state.settings import EXPORT_FOLDER, REPORT_SENTENCES
from goldleaf.viewer.window.desk import Desk

if TYPE_CHECKING:
    from goldleaf.viewer.report.making import Wish


class ReportHandler:
    """Writes a report of the open files."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.work = desk.work_beside("making the report", "Canceled: no report was written")
        self.work.returned.connect(self._offer)

    def action(self) -> Action:
        """What writes a report."""
        return Action(
            "file.report", "Report…", "File",
            "Write scores, comparisons, tables, plots and the worst sentences as one page to pass on.", self.ask,
            why_not=self.why_not, group=2, words=("HTML", "page to pass on"),
        )  # fmt: skip

    def why_not(self) -> str:
        """Why there can be no report; empty if there can."""
        document = self._desk.inspector.document
        lacking = document is not None and not document.metrics
        return why_not_scored(document) or "Choose a metric first: Score › Metrics…." * lacking

    def ask(self) -> None:
        """Let the user say what the report is to be about, and write it."""
        from goldleaf.viewer.dialogs.parts import remember_where
        from goldleaf.viewer.dialogs.report import ReportDialog
        from goldleaf.viewer.report.making import Wish, title_of

        document, request = self._desk.inspector.document, self._desk.opener.request
        if document is None or request is None:
            return
        metric = self._desk.inspector.metric
        wish = Wish(
            where=self._desk.filter.line.text().strip(),
            parse=max(self._desk.inspector.parse, 0),
            further=self._desk.inspector.further,
            sentences=self._desk.settings.get(REPORT_SENTENCES),
            metric=metric.name if metric is not None else None,
        )
        folder = Path(self._desk.settings.get(EXPORT_FOLDER) or Path.cwd())
        dialog = ReportDialog(
            self._desk.window, folder / "report.html", wish, title_of(document), request.paths, self._desk.settings
        )
        if dialog.exec():
            remember_where(dialog.path, self._desk.settings)
            self._desk.settings.set(REPORT_SENTENCES, dialog.sentences.value())
            title, where = dialog.title.text().strip(), dialog.where.text().strip()
            self.write(dialog.path, replace(wish, title=title, where=where, sentences=dialog.sentences.value()))
        dialog.deleteLater()

    def write(self, path: Path, wish: Wish) -> None:
        """Write a report of what is open, in the background."""
        document = self._desk.inspector.document
        if document is None or self.why_not():
            return
        try:
            wish = replace(wish, where=Queries().resolved(wish.where))
        except GoldleafError as error:
            self._desk.fail(str(error))
            return

        def steps() -> Steps[Path]:
            from goldleaf.viewer.report.making import report_steps, save

            page = yield from between(report_steps(document, wish, measure), 0.0, 0.98)
            yield 0.99  # where it may still be given up
            save(path, page)
            return path

        self.work.start(steps(), "The report could not be made")

    def _offer(self, path: Path) -> None:
        def show() -> None:
            if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.absolute()))):
                self._desk.fail(f"No browser could be started; open {path} in one.")

        self._desk.news.say("info", f"The report is written: {path}", [("Open", show)])
