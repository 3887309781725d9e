"""What the Review menu does while a review is open: verdicts, notes, where to go next."""

from __future__ import annotations

from collections.abc import Callable

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.actions.action import Action, Context, Needs
from goldleaf.viewer.review.judgements import BOTH, NEITHER, SKIP, UNSURE, Act
from goldleaf.viewer.review.such import Such, such
from goldleaf.viewer.session.found import words_alone
from goldleaf.viewer.window.desk import Desk


class VerdictsHandler:
    """Says verdicts and writes notes."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def actions(self) -> list[Action]:
        """What says verdicts, writes notes, and goes on."""
        reviewing = self._desk.reviewing

        def why_not() -> str:
            store = reviewing.store
            return (store.read_only or "") if store is not None else "Begin or open a review first."

        def verdict(name: str, title: str, short: str, key: str, about: str, say: Callable[[], object]) -> Action:
            return Action(
                f"review.{name}", title, "Review", about, say, why_not=why_not, short=short, keys=(key,),
                context=Context.PICTURE, needs=Needs.REVIEW, group=1, for_blind=True,
            )  # fmt: skip

        def plain(name: str, title: str, key: str, about: str) -> Action:
            return verdict(name, title, title.partition(" ")[0], key, about, lambda: self._decide(name))

        selected = "About the selected difference, else the sentence."
        return [
            verdict("gold", "Gold is right", "Gold", "A", selected, lambda: self.side_is_right(0)),
            verdict("parse", "Parse is right", "Parse", "R", selected, self.parse_is_right),
            plain(BOTH, "Both are right", "Shift+A", "Either reading will do."),
            plain(NEITHER, "Neither is right", "Shift+R", "Both are wrong."),
            verdict(
                "reading", "Another reading…", "Other…", "Y", "Choose a head and label, or a tag, that neither has.",
                self.ask_reading,
            ),
            plain(UNSURE, "Unsure", "U", "Leave it to somebody else."),
            plain(SKIP, "Skip", "S", "Leave it undecided."),
            verdict(
                "withdraw", "Withdraw verdict", "Withdraw", "Del",
                "Take back what you have said of the selected difference or sentence.",
                lambda: self._safely(reviewing.withdraw),
            ),
            Action(
                "review.note", "Note…", "Review", "Write a note on what is selected, with tags.", self.ask_note,
                why_not=why_not, short="Note…", keys=("Ctrl+M",), needs=Needs.REVIEW, group=2, for_blind=True,
            ),
            Action(
                "review.all-such", "The same for all such…", "Review",
                "Say one verdict of all that the filter finds, after a preview; one undo takes it back.",
                self.ask_for_all_such, why_not=why_not, needs=Needs.REVIEW, group=2,
            ),
            Action(
                "review.keep", "Done, next unreviewed", "Review",
                "Mark the sentence as reviewed and go to the next one that is not.", self.keep, why_not=why_not,
                keys=("Ctrl+Return", "Ctrl+Enter"), needs=Needs.REVIEW, group=3, short="Done, next", for_blind=True,
            ),
            Action(
                "review.next", "Next unreviewed", "Review",
                "Go to the next sentence of the list that is not reviewed.", self.to_unreviewed,
                keys=("Ctrl+U",), needs=Needs.REVIEW, group=3, for_blind=True,
            ),
            Action(
                "review.next-conflict", "Next conflict", "Review",
                "Go to the next sentence of the list that reviewers judge differently.", self.to_conflict,
                keys=("Ctrl+Shift+U",), needs=Needs.REVIEW, group=3,
            ),
            Action(
                "review.undo", "Undo", "Review", "Take the last act of this review back.", self.undo,
                why_not=why_not, keys=("std:Undo",), needs=Needs.REVIEW, group=4, for_blind=True,
            ),
            Action(
                "review.redo", "Redo", "Review", "Do again what was undone last.", self.redo, why_not=why_not,
                keys=("std:Redo", "Ctrl+Shift+Z", "Ctrl+Y"), group=4, needs=Needs.REVIEW, for_blind=True,
            ),
            Action(
                "review.result", "Show the result", "Review",
                "A third picture: the tree of the choices so far, what is undecided faint.",
                lambda: reviewing.show_result(not reviewing.result_shown),
                checked=lambda: reviewing.result_shown, keys=("Q",), context=Context.PICTURE, needs=Needs.REVIEW,
                group=5, for_blind=True,
            ),
        ]  # fmt: skip

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
                left = f"{total - done:,} open ones are not after this one"
                self._desk.tell(left if total > done else "All sentences are reviewed")

        self._safely(keep)

    def to_unreviewed(self) -> None:
        """Go to the next sentence that is not reviewed."""
        if not self._desk.reviewing.to_unreviewed():
            self._desk.tell("No sentence after this one in the list is unreviewed")

    def to_conflict(self) -> None:
        """Go to the next sentence that reviewers judge differently."""
        if not self._desk.reviewing.to_conflict():
            here = " but this one" if self._desk.reviewing.conflicts else ""
            self._desk.tell(f"No sentence after this one in the list is judged differently{here}")

    def undo(self) -> None:
        """Take the last act back."""
        self._safely(lambda: self._tell_act("Undone", self._desk.reviewing.undo(), "There is nothing to undo"))

    def redo(self) -> None:
        """Do it again."""
        self._safely(lambda: self._tell_act("Done again", self._desk.reviewing.redo(), "There is nothing to do again"))

    def _tell_act(self, done: str, act: Act | None, nothing: str) -> None:
        self._desk.tell(f"{done} – {act.what}" if act is not None else nothing)

    def ask_note(self) -> None:
        """Let the user write a note on what is selected."""
        from goldleaf.viewer.dialogs.verdicts import NoteDialog

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
        from goldleaf.viewer.dialogs.verdicts import ReadingDialog

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
        from goldleaf.viewer.dialogs.verdicts import AllSuchDialog

        desk, inspector, reviewing = self._desk, self._desk.inspector, self._desk.reviewing
        found, store, document = desk.filter.found_last, reviewing.store, inspector.document
        if found is None or store is None or document is None or inspector.parse < 0:
            desk.tell("Write a condition into the filter line first, or click a cell of the Errors panel")
            return
        parse, condition = document.parses[inspector.parse].treebank, desk.filter.line.text()
        sides = [reviewing.verdict_for(side) for side in (0, inspector.parse + 1)]
        verdicts = [(side, f"{side[:1].upper()}{side[1:]} is right") for side in sides]
        verdicts += [(BOTH, "Both are right"), (NEITHER, "Neither is right"), (UNSURE, "Unsure"), (SKIP, "Skip")]
        alone = words_alone(document, inspector.parse, found)

        def find(layer: Layer) -> list[Such]:
            return such(document.gold, parse, layer, found, store.key, reviewing.said, alone)

        dialog = AllSuchDialog(desk.window, condition, verdicts, store.layers, find)
        if dialog.exec():
            verdict, places = dialog.verdict.currentData(), [chosen.place for chosen in dialog.chosen]
            self._safely(lambda: reviewing.decide_all(verdict, places, desk.filter.line.text()))
        dialog.deleteLater()

    def _safely(self, act: Callable[[], object]) -> None:
        """Do something that writes; say it if it could not be kept."""
        try:
            act()
        except GoldleafError as error:
            self._desk.fail(str(error))
