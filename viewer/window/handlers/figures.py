"""What the actions do that write pictures: copy and export what is shown or listed, and make a report of the files."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QGuiApplication

from goldleaf.core.errors import GoldleafError
from goldleaf.core.steps import Steps, between
from goldleaf.viewer.actions.action import Action
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.export import FORMATS
from goldleaf.viewer.figures.figure import Figure, compose_figure, draw
from goldleaf.viewer.figures.fitting import FigureSource
from goldleaf.viewer.figures.render import ID, check_several, is_pattern, render, safe_name, targets, write_figures
from goldleaf.viewer.figures.wanted import Wanted, check_offered, command_line, offered, remembered, wanted_of
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.filtering import Queries
from goldleaf.viewer.session.scores import why_not_scored
from goldleaf.viewer.state.settings import EXPORT, EXPORT_FOLDER, REPORT_SENTENCES
from goldleaf.viewer.views.lattices.layout import lay_out
from goldleaf.viewer.views.view import Drawing, Look, Tools
from goldleaf.viewer.window.desk import Desk

if TYPE_CHECKING:
    from goldleaf.viewer.report.making import Wish

IMAGE_SCALE = 2  # pixels of a copied image to a pixel of the picture


class FigureHandler:
    """Copies and exports the sentence that is shown, and exports the listed ones in the background. These, and the line
    that makes the figure on the command line, take the choices of the last export."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.work = desk.work_beside("", "Stopped; the figures that were written stay", desk.tell)

    def actions(self) -> list[Action]:
        def image(figure: Figure) -> None:
            from goldleaf.viewer.export import painted

            QGuiApplication.clipboard().setImage(painted.image(figure.diagram, figure.theme, scale=IMAGE_SCALE))

        def svg(figure: Figure) -> None:
            content, data = figure.encode("svg"), QMimeData()
            data.setText(content.decode())  # for text editors; drawing programs take the other
            data.setData("image/svg+xml", QByteArray(content))
            QGuiApplication.clipboard().setMimeData(data)

        put = QGuiApplication.clipboard().setText

        def text() -> None:
            put(self._desk.pictures.text.toPlainText())
            self._desk.tell("Copied the sentence")

        return [
            Action("figure.export", "Export figure…", "File", "Save the picture as SVG, PDF, PNG or TikZ.",
                   self.export, keys=("Ctrl+E",), icon="export", group=2, tool="figure", for_blind=True),
            Action("figure.export-listed", "Export listed figures…", "File",
                   "Save a figure of each sentence of the list, in files of their own or as the pages of a PDF.",
                   self.ask_for_listed, why_not=self._desk.why_none_listed, group=2, for_blind=True),
            Action("figure.copy-image", "Copy picture as image", "Edit", "Put the picture on the clipboard as pixels.",
                   lambda: self._copy(image, "image"), keys=("Ctrl+Shift+I",), icon="copy", for_blind=True),
            Action("figure.copy-svg", "Copy picture as SVG", "Edit",
                   "Put the picture on the clipboard as an SVG drawing.", lambda: self._copy(svg, "SVG"),
                   keys=("Ctrl+Shift+C",), for_blind=True),
            Action("figure.copy-tikz", "Copy picture as TikZ", "Edit", "Put the picture on the clipboard as LaTeX.",
                   lambda: self._copy(lambda figure: put(figure.encode("tex").decode()), "TikZ"),
                   keys=("Ctrl+Shift+T",), for_blind=True),
            Action("figure.copy-command", "Copy as command", "Edit",
                   "Put the line of goldleaf render on the clipboard that makes the figure, as it was last exported.",
                   self.copy_command, why_not=lambda: "Only the window finds the other version of a sentence."
                   if self._desk.inspector.of_versions else self._desk.why_none_listed()),
            Action("edit.copy-text", "Copy sentence", "Edit", "Put the running sentence on the clipboard.",
                   text, group=1, for_blind=True),
        ]  # fmt: skip

    def _copy(self, copy: Callable[[Figure], object], what: str) -> None:
        # Figures leave the program on white: what is pasted into a paper should look like paper.
        pictures = self._desk.pictures
        theme = load("light") if pictures.theme.dark else pictures.theme
        with self._desk.telling():
            copy(compose_figure(self._drawn(pictures.look, theme), pictures.look.mode, theme, measure))
            self._desk.tell(f"Copied the picture as {what}")

    def export(self) -> None:
        from goldleaf.viewer.dialogs.export import ExportDialog

        desk, pair = self._desk, self._desk.inspector.pair
        if not desk.pictures.drawing.diagrams:
            desk.fail("There is nothing to export: the sentence has no picture.")
            return
        name = "figure" if pair is None else safe_name(pair.gold.id or f"sentence-{pair.gold.number}")
        dialog = ExportDialog(desk.window, self.source(), desk.settings, name)
        if desk.ask(dialog) and dialog.path is not None:
            desk.tell(f"Saved {dialog.path}")

    def source(self) -> FigureSource:
        """What a figure of the shown sentence is made from."""
        inspector, drawing, look = self._desk.inspector, self._desk.pictures.drawing, self._desk.pictures.chosen_look
        look = replace(look, layers=inspector.layers, everyone=inspector.everyone)  # for whatever room there is here
        fitted = drawing.upright or bool(drawing.shortened)
        wrapped = fitted or any(diagram.strips for diagram in drawing.diagrams)
        return FigureSource(self._drawn, inspector.view, look, inspector.parse >= 0, wrapped)

    def _drawn(self, look: Look, theme: Theme) -> Drawing:
        """The sentence drawn in another theme or look, and as well as it can be."""
        pictures, inspector = self._desk.pictures, self._desk.inspector
        same = theme is pictures.theme and look == pictures.look
        if (same and not pictures.drawing.provisional) or not pictures.drawing.diagrams:
            return pictures.drawing
        tools, outcome = Tools(theme, measure, lay_out), inspector.outcome(inspector.row)
        row, parse, metric = inspector.row, inspector.parse, inspector.chosen_metric
        return draw(self._desk.document, row, parse, look, tools, metric=metric, outcome=outcome)

    def ask_for_listed(self) -> None:
        from goldleaf.viewer.dialogs.parts import ask_where, remember_where

        title = f"Export {len(self._desk.inspector.rows):,} sentences: {ID} stands for each one's, a .pdf alone has all"
        suffixes = sorted(FORMATS, key=lambda suffix: suffix != self._suffix)
        kinds = {f".{suffix}": f"{suffix.upper()} figures" for suffix in suffixes}
        path = ask_where(self._desk.window, title, f"{ID}.{self._suffix}", kinds, self._desk.settings)
        if path is not None:
            remember_where(path, self._desk.settings)
            self.export_listed(path)

    def export_listed(self, output: Path) -> None:
        """Write a figure of each listed sentence, as `write_figures` does, in the background."""
        inspector, document = self._desk.inspector, self._desk.document
        rows = [int(row) for row in inspector.rows]
        try:
            check_several(output)
            wanted = self._wanted(inspector.look, document, output.suffix.lstrip(".").lower())
            files = targets(output, document.gold, rows) if is_pattern(output) else [output]
        except GoldleafError as error:
            self._desk.fail(str(error))
            return
        if self._desk.has_open(files):
            self._desk.fail("One of the figures would replace a file that is open; give another name.")
            return
        parse, drawn = inspector.parse, inspector.drawn_metric
        metric = drawn.name if drawn is not None and wanted.view in drawn.views else None

        def make(row: int) -> Figure:
            return render(document, row, wanted, measure, parse=parse, metric=metric)

        def steps() -> Generator[tuple[float, str], None, str]:
            count = 0
            for done, path, _ in write_figures(output, document.gold, rows, make):
                count += 1
                yield done, f"exporting {path.name}"
            return f"Saved {count:,} figures as {output}"

        self.work.start(steps(), "The figures could not be exported")

    def copy_command(self) -> None:
        inspector, document, row = self._desk.inspector, self._desk.document, self._desk.inspector.row
        output = f"{safe_name(document.gold.sentences['id'][row] or f'sentence-{row + 1}')}.{self._suffix}"
        with self._desk.telling():
            wanted = self._wanted(self._desk.pictures.chosen_look, document, self._suffix)
            line = command_line(
                self._desk.request, document, row, inspector.parse, wanted, inspector.drawn_metric, output
            )
            QGuiApplication.clipboard().setText(line)
            self._desk.tell("Copied the command")

    @property
    def _suffix(self) -> str:
        suffix = self._desk.settings.get(EXPORT).get("format", "svg")
        return suffix if suffix in FORMATS else "svg"

    def _wanted(self, look: Look, document: Document, suffix: str) -> Wanted:
        """What a look shows, with the choices of the last export that a kind of file has."""
        last, there = self._desk.settings.get(EXPORT), offered(suffix)
        choices = {name: value for name, value in remembered(last).items() if name in there}
        wanted = wanted_of(look, document, choices)
        check_offered(suffix, wanted)
        return wanted


class ReportHandler:
    """Writes a report of the open files."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.work = desk.work_beside("making the report", "Canceled: no report was written", self._offer)

    def actions(self) -> list[Action]:
        about = "Write scores, comparisons, tables, plots and the worst sentences as one page to pass on."
        words = "HTML", "page to pass on"
        return [Action("file.report", "Report…", "File", about, self.ask, why_not=self.why_not, group=2, words=words)]

    def why_not(self) -> str:
        """Why there can be no report; empty if there can."""
        document = self._desk.document
        return why_not_scored(document) or "Choose a metric under Score › Metrics… first." * (not document.metrics)

    def ask(self) -> None:
        from goldleaf.viewer.dialogs.parts import remember_where
        from goldleaf.viewer.dialogs.report import ReportDialog
        from goldleaf.viewer.report.making import Wish, title_of

        document, request = self._desk.document, self._desk.request
        inspector, settings, metric = self._desk.inspector, self._desk.settings, self._desk.inspector.metric
        where, name = self._desk.filter.line.text().strip(), metric.name if metric is not None else None
        parse, sentences = max(inspector.parse, 0), settings.get(REPORT_SENTENCES)
        wish = Wish(where=where, parse=parse, further=inspector.further, sentences=sentences, metric=name)
        path = Path(settings.get(EXPORT_FOLDER) or Path.cwd()) / "report.html"
        dialog = ReportDialog(self._desk.window, path, wish, title_of(document), request.paths, settings)
        if self._desk.ask(dialog):
            remember_where(dialog.path, settings)
            settings.set(REPORT_SENTENCES, dialog.sentences.value())
            title, where = dialog.title.text().strip(), dialog.where.text().strip()
            self.write(dialog.path, replace(wish, title=title, where=where, sentences=dialog.sentences.value()))

    def write(self, path: Path, wish: Wish) -> None:
        document = self._desk.document
        if self.why_not():
            return
        with self._desk.telling():
            wish = replace(wish, where=Queries().resolved(wish.where))

            def steps() -> Steps[Path]:
                from goldleaf.viewer.report.making import report_steps, save

                page = yield from between(report_steps(document, wish, measure), 0.0, 0.98)
                yield 0.99  # where it may still be given up
                save(path, page)
                return path

            self.work.start(steps(), "The report could not be made")

    def _offer(self, path: Path) -> None:
        self._desk.news.say("info", f"The report is written: {path}", [("Open", lambda: self._desk.browse(path))])
