"""What the actions do that make figures as the command line does: of all listed sentences, or as a line to be run."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.actions.action import Action
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.export import FORMATS
from goldleaf.viewer.figures.batch import ID, check_several, is_pattern, safe_name, targets, write_figures
from goldleaf.viewer.figures.command_line import command, wanted_of
from goldleaf.viewer.figures.figure import Figure
from goldleaf.viewer.figures.render import render
from goldleaf.viewer.figures.wanted import Wanted, check_offered, offered, remembered
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.state.settings import EXPORT
from goldleaf.viewer.window.desk import Desk

COMPLAINT = "The figures could not be exported"


class ListedHandler:
    """Exports the listed sentences in the background, and copies the line that makes the figure that is shown.

    Both take the choices of the last export.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.work = Background(desk.window)
        self.work.returned.connect(desk.tell)

    def exporting(self) -> Action:
        """What writes figures of all listed sentences."""
        return Action(
            "figure.export-listed", "Export listed figures…", "File",
            "Save a figure of each sentence of the list, in files of their own or as the pages of a PDF.", self.ask,
            why_not=self._desk.why_none_listed, group=2, for_blind=True,
        )  # fmt: skip

    def copying(self) -> Action:
        """What copies the line of the command line."""
        return Action(
            "figure.copy-command", "Copy as command", "Edit",
            "Put the line of goldleaf render on the clipboard that makes the figure, as it was last exported.",
            self.copy_command, why_not=self._desk.why_none_listed,
        )  # fmt: skip

    def ask(self) -> None:
        """Let the user name the files, and write them."""
        from goldleaf.viewer.dialogs.saving import ask_where, remember_where

        title = f"Export {len(self._desk.inspector.rows):,} sentences: {ID} stands for each one's, a .pdf alone has all"
        suffixes = sorted(FORMATS, key=lambda suffix: suffix != self._suffix)
        kinds = {f".{suffix}": f"{suffix.upper()} figures" for suffix in suffixes}
        path = ask_where(self._desk.window, title, f"{ID}.{self._suffix}", kinds, self._desk.settings)
        if path is not None:
            remember_where(path, self._desk.settings)
            self.export(path)

    def export(self, output: Path) -> None:
        """Write a figure of each listed sentence, as `write_figures` does, in the background."""
        document = self._desk.inspector.document
        if document is None or self._desk.opener.request is None:
            return
        rows = [int(row) for row in self._desk.inspector.rows]
        try:
            check_several(output)
            wanted = self._wanted(document, output.suffix.lstrip(".").lower())
            files = targets(output, document.gold, rows) if is_pattern(output) else [output]
            if self._desk.has_open(files):
                self._desk.fail("One of the figures would replace a file that is open; give another name.")
                return
        except GoldleafError as error:
            self._desk.fail(str(error))
            return
        parse, metric = self._desk.inspector.parse, self._metric_name(wanted)
        make = partial(_figure, document, wanted, parse, metric)
        self.work.start(_written(output, document, rows, make), COMPLAINT)

    def copy_command(self) -> None:
        """Put the line that makes the figure on the clipboard."""
        document, request = self._desk.inspector.document, self._desk.opener.request
        if document is None or request is None:
            return
        row, parse = self._desk.inspector.row, self._desk.inspector.parse
        output = f"{safe_name(document.gold.sentences['id'][row] or f'sentence-{row + 1}')}.{self._suffix}"
        try:
            wanted = self._wanted(document, self._suffix)
            line = command(request, document, row, parse, wanted, self._desk.inspector.drawn_metric, output)
        except GoldleafError as error:
            self._desk.fail(str(error))
            return
        QGuiApplication.clipboard().setText(line)
        self._desk.tell("Copied the command")

    @property
    def _suffix(self) -> str:
        suffix = self._desk.settings.get(EXPORT).get("format", "svg")
        return suffix if suffix in FORMATS else "svg"

    def _wanted(self, document: Document, suffix: str) -> Wanted:
        """What is shown, with the choices of the last export that a kind of file has."""
        last, there = self._desk.settings.get(EXPORT), offered(suffix)
        choices = {name: value for name, value in remembered(last).items() if name in there}
        wanted = wanted_of(self._desk.inspector.look, document, choices)
        check_offered(suffix, wanted)
        return wanted

    def _metric_name(self, wanted: Wanted) -> str | None:
        metric = self._desk.inspector.drawn_metric
        return metric.name if metric is not None and wanted.view in metric.views else None


def _figure(document: Document, wanted: Wanted, parse: int, metric: str | None, row: int) -> Figure:
    return render(document, f"#{row + 1}", wanted, measure, parse=parse, metric=metric)


def _written(
    output: Path, document: Document, rows: list[int], make: Callable[[int], Figure]
) -> Generator[tuple[float, str], None, str]:
    """Steps of the share done and what is being done; then what was done."""
    count = 0
    for done, path, _ in write_figures(output, document.gold, rows, make):
        count += 1
        yield done, f"exporting {path.name}"
    return f"Saved {count:,} figures as {output}"
