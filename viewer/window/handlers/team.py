"""What people who review together have: threads, guidelines, how far everybody is, what was decided in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from PySide6.QtGui import QGuiApplication

from goldleaf.core.steps import Steps
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.actions.action import Action, Needs, unless
from goldleaf.viewer.review.judgements import link, thread
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.state.sides import treebanks_of
from goldleaf.viewer.window.desk import Desk

if TYPE_CHECKING:
    from goldleaf.viewer.review.store import Store


class TeamHandler:
    """Replies and resolves, opens guidelines, and tells what has come of a review so far."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.work = desk.work_beside("working out the progress", "Canceled: there is no plot", self._show_plot)
        self.writing = desk.work_beside("drawing examples", "Canceled: no examples were written", desk.tell)

    def actions(self) -> list[Action]:
        reviewing = self._desk.reviewing
        act = partial(Action, menu="Review", needs=Needs.REVIEW, group=2)
        return [
            act("review.reply", "Reply…", description="Answer what was written about what is selected.", run=self.reply,
                why_not=unless(lambda: reviewing.written, "Nothing was written about it."), keys=("Ctrl+Shift+Y",),
                for_blind=True),
            act("review.resolve", "Resolved", description="Say that nothing is left to say of what was written.",
                run=self.resolve, why_not=unless(lambda: reviewing.written, "Nothing was written about it."),
                checked=lambda: bool(reviewing.resolving), for_blind=True),
            act("review.guidelines", "Guidelines…", description="Where the guidelines speak of what is selected.",
                run=self.show_guidelines, for_blind=True,
                why_not=unless(lambda: self._desk.store.guidelines,
                               "The review names none: goldleaf review assign --guidelines https://…#{label}.")),
            act("review.progress", "Progress over time", group=6, run=self.show_progress,
                description="A plot of how far everybody was, and how well they agreed.", words=("agreement",)),
            act("review.examples", "Examples for the guidelines…", group=6, run=self.ask_for_examples,
                why_not=self._desk.why_none_listed,
                description="Write the listed sentences in which sides differ as one page with pictures, what was "
                "decided, and the notes.", words=("HTML",)),
            act("review.copy-message", "Copy as commit message", group=6,
                description="What was decided, by whom, and what is left, in lines of 72 characters.",
                run=self.copy_message),
        ]  # fmt: skip

    def reply(self) -> None:
        from goldleaf.viewer.dialogs.review import NoteDialog

        reviewing = self._desk.reviewing
        messages = thread(reviewing.written)
        said = "\n\n".join(f"{one.reviewer}{one.time and f', {one.time}'}: {one.text}" for one in messages)
        dialog = NoteDialog(self._desk.window, reviewing.about, "", (), (), said)
        if self._desk.ask(dialog):
            with self._desk.telling():
                reviewing.reply(dialog.text)

    def resolve(self) -> None:
        with self._desk.telling():
            self._desk.reviewing.resolve()

    def show_guidelines(self) -> None:
        from goldleaf.viewer.dialogs.review import GuidelinesDialog

        reviewing, store = self._desk.reviewing, self._desk.store
        # The labels that the sides have for what is selected.
        texts = [text for place in reviewing.places[:1] if place.item for text in store.readings(place).values()]
        labels = [word for text in texts for word in text.split() if not word.isdecimal() and word != "/"]
        addresses = {label: link(store.guidelines, label) for label in labels or [""]}
        dialog = GuidelinesDialog(self._desk.window, addresses)
        if self._desk.ask(dialog):
            self._desk.browse(dialog.address)

    def _start(self, work: Background, steps: Callable[[Store, Sequence[Treebank]], Steps[Any]], told: str) -> None:
        """Work on the session as it is on disk, with the files that are open: what is judged meanwhile is not its."""
        store, document = self._desk.reviewing.store, self._desk.inspector.whole
        sides = treebanks_of(store, document) if store is not None and document is not None else None
        if store is None or sides is None:
            self._desk.fail("Not all files that belong to the review are open: open the review again.")
            return
        path, treebanks = store.path, [*sides.values()]

        def reading() -> Steps[Any]:
            from goldleaf.viewer.review.store import Store

            with Store.open(path, to_write=False) as read:
                read.attach(*treebanks)
                return (yield from steps(read, treebanks))

        work.start(reading(), told)

    def show_progress(self) -> None:
        from goldleaf.viewer.review.team import progress_steps

        self._start(self.work, progress_steps, "The progress could not be told")

    def ask_for_examples(self) -> None:
        from goldleaf.viewer.dialogs.parts import ask_where, remember_where

        desk, title = self._desk, "Examples for the guidelines"
        path = ask_where(desk.window, title, "examples.html", {".html": "HTML"}, desk.settings)
        if path is not None and not desk.has_open([path]):
            remember_where(path, desk.settings)
            self.write_examples(path)

    def write_examples(self, path: Path) -> None:
        """Write those of the listed sentences in the background."""
        document, rows = self._desk.inspector.whole, [int(row) for row in self._desk.inspector.rows]

        def steps(store: Store, _: Sequence[Treebank]) -> Steps[str]:
            from goldleaf.viewer.canvas.fonts import measure
            from goldleaf.viewer.report.examples import examples_steps
            from goldleaf.viewer.report.making import save

            assert document is not None
            save(path, (yield from examples_steps(document, store, rows, measure)))
            return f"Saved {path}"

        self._start(self.writing, steps, "The examples could not be written")

    def _show_plot(self, table: pl.DataFrame) -> None:
        from goldleaf.viewer.dialogs.plots import PlotDialog
        from goldleaf.viewer.plots.of_progress import progress

        store = self._desk.reviewing.store
        if store is None or not table.height:
            self._desk.tell("Nobody has decided anything yet")
            return
        desk = self._desk
        plot = progress(table, f"Progress of {store.path.stem}")
        dialog = PlotDialog(desk.window, plot, desk.pictures.theme, desk.settings)
        dialog.told.connect(desk.tell)
        desk.ask(dialog)

    def copy_message(self) -> None:
        from goldleaf.viewer.review.report import as_message

        QGuiApplication.clipboard().setText(as_message(self._desk.store))
        self._desk.tell("Copied what was decided as a commit message")
