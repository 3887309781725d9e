"""What the Review menu does while a review is open: verdicts, notes, where to go next."""

from __future__ import annotations

from collections.abc import Callable

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.actions.qt import Command
from goldleaf.viewer.review.judgements import BOTH, NEITHER, SKIP, UNSURE
from goldleaf.viewer.review.such import Such, such, verdicts_for
from goldleaf.viewer.session.found import words_alone
from goldleaf.viewer.state import review_steps
from goldleaf.viewer.window.desk import Desk

_PLAIN = (BOTH, NEITHER, UNSURE, SKIP)


class VerdictsHandler:
    """Says verdicts and writes notes. ``tell`` shows a passing message, ``fail`` an error."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        reviewing = self._desk.reviewing
        acts = {
            "gold": lambda: self.side_is_right(0),
            "parse": self.parse_is_right,
            "reading": self.ask_reading,
            "withdraw": lambda: self._safely(reviewing.withdraw),
            "note": self.ask_note,
            "keep": self.keep,
            "undo": self.undo,
            "redo": self.redo,
        }
        return {
            **{f"review.{name}": Command(act, why_not=self._why_not) for name, act in acts.items()},
            **{f"review.{verdict}": self._verdict(verdict) for verdict in _PLAIN},
            "review.all-such": Command(self.ask_for_all_such, why_not=self._why_not),
            "review.next": Command(self.to_unreviewed),
            "review.next-conflict": Command(self.to_conflict),
            "review.result": Command(
                lambda: reviewing.show_result(not reviewing.result_shown), lambda: reviewing.result_shown
            ),
        }

    def _verdict(self, verdict: str) -> Command:
        return Command(lambda: self._decide(verdict), why_not=self._why_not)

    def _why_not(self) -> str:
        """Why nothing can be decided now; empty if it can."""
        store = self._desk.reviewing.store
        return (store.read_only or "") if store is not None else "Begin or open a review first."

    def side_is_right(self, side: int) -> None:
        """Say that a side is right: 0 the gold or the first annotator."""
        self._decide(self._desk.reviewing.verdict_for(side))

    def parse_is_right(self) -> None:
        """Say that the parse that is shown is right."""
        if self._desk.inspector.parse >= 0:
            self.side_is_right(self._desk.inspector.parse + 1)
        else:
            self._desk.tell("No parse is shown: choose one by its number")

    def number_says(self, number: int) -> str:
        """Who is right by a number: in an adjudication an annotator, to who is blind A or B; empty for nobody."""
        store, wording = self._desk.reviewing.store, self._desk.inspector.wording
        if store is None or number < 1 or not (store.adjudication or store.blind):
            return ""
        document = self._desk.inspector.document
        others = [one.name for one in document.parses] if document is not None else []
        names = (wording.gold, wording.parse) if store.blind else (wording.gold, *others)
        return names[number - 1] if number <= len(names) else ""

    def number(self, number: int) -> bool:
        """Say that the side of a number is right; False where it says nothing."""
        name = self.number_says(number)
        if not name:
            return False
        if self._desk.reviewing.blind:
            number = 1 if number == 1 else self._desk.inspector.parse + 2
        if number not in (1, self._desk.inspector.parse + 2):  # what is not seen is not judged
            self._desk.inspector.set_parse(number - 2)
            self._desk.tell(f"{name} is shown; {number} once more says that {name} is right")
        elif self._desk.reviewing.can_write:
            self.side_is_right(number - 1)
        return True

    def _decide(self, verdict: str) -> None:
        self._safely(lambda: self._desk.tell(self._desk.reviewing.decide(verdict)))

    def keep(self) -> None:
        """The sentence is done; on to the next one that is not."""

        def keep() -> None:
            if not self._desk.reviewing.keep():
                done, total = self._desk.reviewing.progress
                left = total - done
                self._desk.tell(
                    "All sentences are reviewed" if not left else f"{left:,} open ones are not after this one"
                )

        self._safely(keep)

    def to_unreviewed(self) -> None:
        """Go to the next sentence that is not reviewed."""
        if not review_steps.to_unreviewed(self._desk.inspector):
            self._desk.tell("No sentence after this one in the list is unreviewed")

    def to_conflict(self) -> None:
        """Go to the next sentence that reviewers judge differently."""
        if not review_steps.to_conflict(self._desk.inspector):
            here = " but this one" if self._desk.reviewing.conflicts else ""
            self._desk.tell(f"No sentence after this one in the list is judged differently{here}")

    def undo(self) -> None:
        """Take the last act back."""

        def undo() -> None:
            act = self._desk.reviewing.undo()
            self._desk.tell(f"Undone – {act.what}" if act is not None else "There is nothing to undo")

        self._safely(undo)

    def redo(self) -> None:
        """Do it again."""

        def redo() -> None:
            act = self._desk.reviewing.redo()
            self._desk.tell(f"Done again – {act.what}" if act is not None else "There is nothing to do again")

        self._safely(redo)

    def ask_note(self) -> None:
        """Let the user write a note on what is selected."""
        from goldleaf.viewer.dialogs.note import NoteDialog

        store, said = self._desk.reviewing.store, self._desk.reviewing.noted
        if store is None:
            return
        text, tags = (said.note, said.tags) if said is not None else ("", ())
        dialog = NoteDialog(self._desk.window, self._desk.reviewing.about, text, tags, store.tags())
        if dialog.exec():
            written, chosen = dialog.text, dialog.tags
            self._safely(lambda: self._desk.reviewing.note(written, chosen))
        dialog.deleteLater()

    def ask_reading(self) -> None:
        """Let the user choose a reading of the selected word that neither side has."""
        from goldleaf.viewer.dialogs.reading import ReadingDialog

        subject = self._desk.reviewing.readable
        if subject is None:
            self._desk.tell("Select a difference or a word first, which the reading is of")
            return
        dialog = ReadingDialog(self._desk.window, subject)
        if dialog.exec():
            self._decide(dialog.verdict)
        dialog.deleteLater()

    def ask_for_all_such(self) -> None:
        """Let the user say one verdict of all that the filter has found."""
        from goldleaf.viewer.dialogs.all_such import AllSuchDialog

        found, store, document = self._desk.filter.found_last, self._desk.reviewing.store, self._desk.inspector.document
        if found is None or store is None or document is None or self._desk.inspector.parse < 0:
            self._desk.tell("Write a condition into the filter line first, or click a cell of the Errors panel")
            return
        parse = document.parses[self._desk.inspector.parse].treebank
        sides = [self._desk.reviewing.verdict_for(side) for side in (0, self._desk.inspector.parse + 1)]

        alone = words_alone(document, self._desk.inspector.parse, found)

        def find(layer: Layer) -> list[Such]:
            return such(document.gold, parse, layer, found, store.key, self._desk.reviewing.said, alone)

        dialog = AllSuchDialog(
            self._desk.window, self._desk.filter.line.text(), verdicts_for(sides), store.layers, find
        )
        if dialog.exec():
            verdict, places = dialog.verdict.currentData(), [one.place for one in dialog.chosen]
            self._safely(lambda: self._desk.reviewing.decide_all(verdict, places, self._desk.filter.line.text()))
        dialog.deleteLater()

    def _safely(self, act: Callable[[], object]) -> None:
        """Do something that writes; say it if it could not be kept."""
        try:
            act()
        except GoldleafError as error:
            self._desk.fail(str(error))
