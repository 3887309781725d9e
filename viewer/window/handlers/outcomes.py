"""What comes of a review: the corrected treebank, the report, one session of several."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QFileDialog

from goldleaf.core.files import is_same
from goldleaf.core.naming import COMPRESSED
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.actions.action import Action, Needs
from goldleaf.viewer.state.sides import treebanks_of
from goldleaf.viewer.window.desk import Desk

if TYPE_CHECKING:  # most windows see no review
    from goldleaf.viewer.review.merge import Merged
    from goldleaf.viewer.review.result import Result
    from goldleaf.viewer.review.store import Store

_FORMATS = {".md": "markdown", ".csv": "csv", ".json": "json"}
_REPORTS = "Markdown (*.md);;CSV, to be imported again (*.csv);;JSON (*.json)"
_RECORDS = ("conllu", "export")  # formats with a place for who decided


class OutcomesHandler:
    """Writes what comes of a review, in the background. ``opened`` takes the file of a merged one."""

    def __init__(self, desk: Desk, opened: Callable[[Path], object]) -> None:
        self._desk = desk
        self._opened = opened
        self._done: Callable[[Any], object] = desk.tell  # what is done with what the work comes to
        self.work = desk.work_beside("working", "Canceled: nothing was written")
        self.work.returned.connect(lambda value: self._done(value))

    def actions(self) -> list[Action]:
        """What makes something of a review."""
        return [
            Action(
                "review.treebank", "Save corrected treebank…", "Review",
                "Write the gold with all that was decided, in its own format.", self.save_treebank,
                needs=Needs.REVIEW, group=6,
            ),
            Action(
                "review.merge", "Merge another review…", "Review",
                "A new review of this one and others of the same files; what conflicts is listed.", self.merge,
                needs=Needs.REVIEW, group=6,
            ),
            Action(
                "review.report", "Save report…", "Review",
                "What was decided, by whom: as Markdown, CSV or JSON.", self.save_report,
                needs=Needs.REVIEW, group=6,
            ),
        ]  # fmt: skip

    def _start(self, steps: Generator[Any, None, Any], complaint: str, done: Callable[[Any], object]) -> None:
        self._done = done
        self.work.start(steps, complaint)

    def save_treebank(self) -> None:
        """Let the user write the corrected treebank."""
        from goldleaf.viewer.dialogs.review import SaveTreebankDialog
        from goldleaf.viewer.review.result import STOP, passed_over

        store, treebanks = self._desk.reviewing.store, self._treebanks()
        if store is None or treebanks is None:
            return
        first = next(iter(treebanks.values()))
        inputs = _inputs(store)
        # What undecided differences can become, in words and as `corrected` has it.
        undecided = [
            ("As in the gold" if side.name == "gold" else f"As in {side.name}", side.name) for side in store.sides
        ]
        undecided.append(("Save nothing while there are any", STOP))
        dialog = SaveTreebankDialog(
            self._desk.window,
            reviewed_name(store, inputs[1]),
            undecided,
            inputs,
            can_record=first.format in _RECORDS,
            remarks=passed_over(store),
        )
        if dialog.exec():
            self.write_treebank(dialog.path, dialog.undecided.currentData(), record=dialog.record.isChecked())
        dialog.deleteLater()

    def write_treebank(self, path: Path, undecided: str, *, record: bool) -> None:
        """Write the corrected treebank; where the choices make no tree the user is asked."""
        store, treebanks = self._desk.reviewing.store, self._treebanks()
        if store is None or treebanks is None:
            return
        from goldleaf.viewer.review.result import described, result_steps, write_steps

        steps = result_steps(store.path, treebanks, undecided, store.reviewer)

        def made(result: Result) -> None:
            if result.faults:  # choices that make no tree may be wanted all the same
                from goldleaf.viewer.dialogs.review import FaultsDialog

                dialog = FaultsDialog(self._desk.window, [result.described(fault) for fault in result.faults])
                wanted = bool(dialog.exec())
                dialog.deleteLater()
                if not wanted:
                    return
            said = f"Saved {path}: {described(result, undecided)}"
            writing = write_steps(result, path, record=record)
            self._start(writing, "The treebank could not be saved", lambda _: self._desk.tell(said))

        self._start(steps, "The treebank could not be made", made)

    def save_report(self) -> None:
        """Let the user write what was decided."""
        from goldleaf.viewer.review.report import report_steps

        store, treebanks = self._desk.reviewing.store, self._treebanks()
        if store is None or treebanks is None:
            return
        suggested = str(store.path.with_name(f"{store.path.stem}-report.md"))
        name, kind = QFileDialog.getSaveFileName(self._desk.window, "Save report", suggested, _REPORTS)
        if not name:
            return
        path, ending = Path(name), kind.partition("(*")[2].rstrip(")")
        path = path if path.suffix or not ending else path.with_suffix(ending)  # that of the kind that was chosen
        format_name = _FORMATS.get(path.suffix.lower())
        if format_name is None:
            self._desk.fail(f"{path.name}: a report ends in {', '.join(_FORMATS)}")
        elif any(is_same(path, one) for one in _inputs(store)):
            self._desk.fail(f"{path.name} is part of the review and stays as it is: choose another name.")
        else:
            steps = report_steps(store.path, [*treebanks.values()], format_name, path)
            self._start(steps, "The report could not be saved", lambda path: self._desk.tell(f"Saved {path}"))

    def merge(self) -> None:
        """Let the user put other reviews of the same files together with this one, in a new one."""
        from goldleaf.viewer.dialogs.review import FILES, SUFFIX

        store = self._desk.reviewing.store
        if store is None:
            return
        folder = str(store.path.parent)
        names, _ = QFileDialog.getOpenFileNames(self._desk.window, "Merge another review", folder, FILES)
        if not names:
            return
        suggested = str(store.path.with_name(f"{store.path.stem}-merged{SUFFIX}"))
        options = QFileDialog.Option.DontConfirmOverwrite  # a review is never replaced
        name, _ = QFileDialog.getSaveFileName(
            self._desk.window, "Keep the merged review in", suggested, FILES, options=options
        )
        if name:
            self.merge_with([Path(one) for one in names], Path(name))

    def merge_with(self, others: list[Path], path: Path) -> None:
        """Put other sessions together with the one that is open, in a new file, and go on with that."""
        store = self._desk.reviewing.store
        if store is None:
            return

        def merged(found: Merged) -> None:
            self._opened(path)
            self._desk.tell(f"Merged – {found.described}")

        from goldleaf.viewer.review.merge import merge_steps

        steps = merge_steps([store.path, *others], path, store.reviewer or "")
        self._start(steps, "The reviews could not be merged", merged)

    def _treebanks(self) -> dict[str, Treebank] | None:
        """The sides of the session as they are open; None, said to the user, where one is not."""
        store, document = self._desk.reviewing.store, self._desk.inspector.whole
        if store is None or document is None:
            return None
        # What is written has all sentences: of a part the rest would be lost.
        if not document.complete:
            self._desk.fail("The files are not read to their end: reload them first.")
            return None
        treebanks = treebanks_of(store, document)
        if treebanks is None:
            self._desk.fail("Not all files that belong to the review are open: open the review again.")
        return treebanks


def _inputs(store: Store) -> list[Path]:
    """The files that stay as they are: the session, then its sides."""
    return [store.path, *(Path(side.path) for side in store.sides)]


def reviewed_name(store: Store, first: Path) -> Path:
    """A name for the corrected treebank beside the session: the first file's with ``-reviewed``, and its ending."""
    packed = first.suffix if first.suffix in COMPRESSED else ""
    plain = Path(first.name.removesuffix(packed))
    return store.path.with_name(f"{plain.stem}-reviewed{plain.suffix}{packed}")
