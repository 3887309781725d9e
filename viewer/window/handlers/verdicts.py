"""A review that is open: what the Review menu says, notes and goes to next, and how the window's parts show it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMessageBox

from goldleaf.core.analysis.sides.layers import LAYER_NAMES, Layer
from goldleaf.core.errors import counted
from goldleaf.viewer.actions.action import Action, Context, Needs, unless
from goldleaf.viewer.actions.qt import ActionSet
from goldleaf.viewer.diagram.naming import Difference
from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.labels import having, tip
from goldleaf.viewer.panels.differences import DifferencesPanel
from goldleaf.viewer.panels.parts import Dock
from goldleaf.viewer.panels.review import LeftPanel, ReviewPanel
from goldleaf.viewer.review.judgements import BOTH, GOLD, NEITHER, PARSE, SKIP, TAKEN, UNSURE, Act, Judgement, Place
from goldleaf.viewer.review.sides import Such, such
from goldleaf.viewer.session.found import words_alone
from goldleaf.viewer.state.settings import ASK_OPEN
from goldleaf.viewer.views.everyone import everyone_of
from goldleaf.viewer.window.desk import Desk

_ABOUT_LEFT = (
    "Places where any two sides differ and nothing decides it; among them those of which somebody is unsure, and those "
    "that reviewers judge differently. Review › What is left lists them."
)


class VerdictsHandler:
    """Says verdicts and writes notes."""

    def __init__(self, desk: Desk, show_left: Callable[[], None]) -> None:
        self._desk, self._show_left = desk, show_left
        self._asked: int | None = None  # the sentence of which was said how many places are open
        desk.inspector.sentence_changed.connect(self._forget)

    def _forget(self) -> None:
        self._asked = None

    def actions(self) -> list[Action]:
        reviewing = self._desk.reviewing

        def why_not() -> str:
            return self._desk.store.read_only or ""

        lone = "There are no three sides, of which several could agree."
        several = unless(lambda: self._desk.document.several, lone)
        of_two = unless(lambda: not self._desk.inspector.everyone, "Of more than two sides a digit says which.")
        act = partial(Action, needs=Needs.REVIEW, for_blind=True)
        verdict = partial(act, why_not=why_not, context=Context.PICTURE, group=1)

        def plain(name: str, title: str, key: str, about: str, why: Callable[[], str] = str) -> Action:
            return verdict(f"review.{name}", title, "Review", about, lambda: self._decide(name), keys=(key,),
                           short=title.partition(" ")[0], why_not=lambda: why_not() or why())  # fmt: skip

        def whole(name: str, title: str, key: str, says: Callable[[], str]) -> Action:
            return verdict(f"review.{name}-all", f"{title} in all of the sentence", "Review",
                           "A verdict on the whole sentence, in all layers that are looked at.",
                           lambda: self.decide_sentence(says()), keys=(f"Shift+{key}",), group=2)  # fmt: skip

        selected = "About the selected difference or word."
        return [
            verdict("review.gold", "Gold is right", "Review", selected, lambda: self._decide(0), short="Gold",
                    keys=("A",)),
            verdict("review.parse", "Parse is right", "Review", selected, self.parse_is_right, short="Parse",
                    keys=("R",)),
            plain(BOTH, "Both are right", "=", "Either reading will do.", of_two),
            plain(NEITHER, "Neither is right", "-", "Both are wrong."),
            plain(UNSURE, "Unsure", "U", "Leave it to somebody else."),
            plain(SKIP, "Skip", "S", "Leave it undecided."),
            whole("gold", "Gold is right", "A", lambda: reviewing.side_name(0)),
            whole("parse", "Parse is right", "R", lambda: reviewing.side_name(self._desk.inspector.parse + 1)),
            whole(UNSURE, "Unsure", "U", lambda: UNSURE),
            whole(SKIP, "Skip", "S", lambda: SKIP),
            act("review.note", "Note…", "Review", "Write a note on what is selected, with tags.", self.ask_note,
                why_not=why_not, short="Note…", keys=("Ctrl+M",), group=2),
            Action("review.all-such", "The same for all such…", "Review",
                   "Say one verdict of all that the filter finds, after a preview; one undo takes it back.",
                   self.ask_for_all_such, keys=("Ctrl+Shift+A",), why_not=why_not, needs=Needs.REVIEW, group=2),
            Action("review.agreed", "Take what several agree on…", "Review",
                   "Of three sides or more, decide wherever so many say the same, after a preview: marked by a tag, "
                   "taken back by one undo.", self.ask_for_agreed, why_not=lambda: why_not() or several(),
                   keys=("Ctrl+Shift+K",), needs=Needs.REVIEW, group=2, words=("majority", "vote")),
            act("review.keep", "Done, next unreviewed", "Review",
                "Mark the sentence as reviewed and go to the next one that is not.", self.keep, why_not=why_not,
                keys=("Ctrl+Return", "Ctrl+Enter"), group=3, short="Done, next"),
            act("review.ask-open", "Ask about open places", "Review",
                "Say how many places of a sentence are open before it is marked as reviewed.",
                lambda: self._desk.settings.set(ASK_OPEN, not self._desk.settings.get(ASK_OPEN)),
                checked=lambda: self._desk.settings.get(ASK_OPEN), group=3),
            act("review.next", "Next unreviewed", "Review", "Go to the next sentence of the list that is not reviewed.",
                self.to_unreviewed, keys=("Ctrl+U",), group=3),
            act("review.left", "What is left", "Review", "List the places that nothing decides, with why.",
                self._show_left, keys=("Ctrl+L",), group=3),
            Action("review.next-conflict", "Next conflict", "Review",
                   "Go to the next sentence of the list that reviewers judge differently.", self.to_conflict,
                   keys=("Ctrl+Shift+U",), needs=Needs.REVIEW, group=3),
            act("review.undo", "Undo", "Review", "Take the last act of this review back.",
                lambda: self._step(reviewing.undo, "There is nothing to undo"), why_not=why_not,
                keys=("std:Undo",), group=4),
            act("review.redo", "Redo", "Review", "Do again what was undone last.",
                lambda: self._step(reviewing.redo, "There is nothing to do again"), why_not=why_not,
                keys=("std:Redo", "Ctrl+Shift+Z", "Ctrl+Y"), group=4),
            act("review.result", "Show the result", "Review",
                "A third picture: the tree of the choices so far, what is undecided faint.",
                lambda: reviewing.show_result(not reviewing.result_shown), checked=lambda: reviewing.result_shown,
                keys=("Q",), context=Context.PICTURE, group=5),
        ]  # fmt: skip

    def parse_is_right(self) -> None:
        if self._desk.inspector.parse >= 0:
            self._decide(self._desk.inspector.parse + 1)
        else:
            self._desk.tell("No parse is shown: choose one by its number")

    def number_says(self, number: int) -> str:
        """Who is right by a number: in an adjudication an annotator, to who is blind A or B; where all sides are looked
        at, a reading of what is selected. Empty for nobody."""
        store, wording = self._desk.reviewing.store, self._desk.inspector.wording
        if store is None or number < 1:
            return ""
        document = self._desk.inspector.document
        others = [one.name for one in document.parses] if document is not None else []
        if self._desk.inspector.everyone:
            return f"reading {number}" if number <= len(others) + 1 else ""
        if not (store.adjudication or store.blind):
            return ""
        names = (wording.gold, wording.parse) if store.blind else (wording.gold, *others)
        return names[number - 1] if number <= len(names) else ""

    def number(self, number: int) -> bool:
        """Say that the side of a number is right; False where it says nothing."""
        if self._desk.reviewing.store is not None and self._desk.inspector.everyone:
            self._choose_reading(number)
            return True
        if not (name := self.number_says(number)):
            return False
        if self._desk.reviewing.blind:
            number = 1 if number == 1 else self._desk.inspector.parse + 2
        if number not in (1, self._desk.inspector.parse + 2):  # what is not seen is not judged
            self._desk.inspector.set_parse(number - 2)
            self._desk.tell(f"{name} is shown; {number} once more says that {name} is right")
        elif self._desk.reviewing.can_write:
            self._decide(number - 1)
        return True

    def _choose_reading(self, number: int) -> None:
        """Say that a reading of what is selected is right; without one a digit says nothing, also of the sentence."""
        selected = self._desk.reviewing.selected
        voices = selected.voices if selected is not None else ()
        if not voices:
            self._desk.tell("Choose a difference first: a digit says which of its readings is right")
        elif number > len(voices):
            self._desk.tell(f"There are {len(voices)} readings here")
        elif self._desk.reviewing.can_write:
            self._decide(voices[number - 1].sides[0])

    def _decide(self, right: str | int) -> None:
        with self._desk.telling():
            if why := self._desk.reviewing.decide(right):
                self._desk.tell(why)

    def decide_sentence(self, verdict: str) -> None:
        """Say a verdict of the whole sentence; ask first where that takes more than heads and labels."""
        layers = [place.layer for place in self._desk.reviewing.sentence_places if place.layer is not None]
        if not verdict or not layers:
            return
        if layers != [Layer.ARC]:
            what = ", ".join(LAYER_NAMES[layer] for layer in layers)
            question = f"Say “{self._desk.reviewing.told(verdict)}” of all {what} of this sentence?"
            box = having(QMessageBox(self._desk.window), text=question, windowTitle="The whole sentence")
            buttons = QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.Cancel
            having(box, textFormat=Qt.TextFormat.PlainText, standardButtons=buttons)
            if box.exec() != QMessageBox.StandardButton.Yes:
                return
        with self._desk.telling():
            self._desk.reviewing.decide_sentence(verdict)

    def keep(self) -> None:
        """Mark the sentence as reviewed and go on; where places are open, only when it is asked twice."""
        reviewing = self._desk.reviewing
        if self._desk.settings.get(ASK_OPEN) and reviewing.left_here and self._asked != reviewing.key:
            self._asked = reviewing.key
            self._desk.inspector.select(None)  # a word that was mended last is not what is open
            reviewing.select_open()
            be = "is" if reviewing.left_here == 1 else "are"
            again = "Ctrl+Return once more marks the sentence as reviewed all the same"
            self._desk.tell(f"{counted(reviewing.left_here, 'place')} of this sentence {be} open: {again}")
            return
        self._asked = None
        with self._desk.telling():
            if not self._desk.reviewing.keep():
                done, total = self._desk.reviewing.progress
                left = f"{total - done:,} open ones are not after this one"
                self._desk.tell(left if total > done else "All sentences are reviewed")

    def to_unreviewed(self) -> None:
        if not self._desk.reviewing.to_unreviewed():
            self._desk.tell("No sentence after this one in the list is unreviewed")

    def to_conflict(self) -> None:
        if not self._desk.reviewing.to_conflict():
            here = " but this one" if self._desk.reviewing.conflicts else ""
            self._desk.tell(f"No sentence after this one in the list is judged differently{here}")

    def _step(self, step: Callable[[], Act | None], nothing: str) -> None:
        """Take an act back, or do it again; say if there is none."""
        with self._desk.telling():
            if step() is None:
                self._desk.tell(nothing)

    def ask_note(self) -> None:
        from goldleaf.viewer.dialogs.review import NoteDialog

        said = self._desk.reviewing.noted
        text, tags = (said.note, said.tags) if said is not None else ("", ())
        dialog = NoteDialog(self._desk.window, self._desk.reviewing.about, text, tags, self._desk.store.tags())
        if self._desk.ask(dialog):
            with self._desk.telling():
                self._desk.reviewing.note(dialog.text, dialog.tags)

    def ask_for_all_such(self) -> None:
        from goldleaf.viewer.dialogs.review import AllSuchDialog

        desk, inspector, reviewing = self._desk, self._desk.inspector, self._desk.reviewing
        found, store, document = desk.filter.found_last, desk.store, desk.document
        if found is None or inspector.parse < 0:
            desk.tell("Write a condition into the filter line first, or click a cell of the Errors panel")
            return
        parse, condition = document.parses[inspector.parse].treebank, desk.filter.line.text()
        sides = [reviewing.side_name(side) for side in (0, inspector.parse + 1)]
        verdicts = [(side, f"{side.capitalize() if side in (GOLD, PARSE) else side} is right") for side in sides]
        verdicts += [(BOTH, "Both are right"), (NEITHER, "Neither is right"), (UNSURE, "Unsure"), (SKIP, "Skip")]
        alone = words_alone(document, inspector.parse, found)

        def find(layer: Layer) -> list[Such]:
            return such(document.gold, parse, layer, found, store.key, reviewing.said, alone)

        dialog = AllSuchDialog(desk.window, condition, verdicts, store.layers, find)
        if self._desk.ask(dialog):
            verdict, places = dialog.verdict.currentData(), [chosen.place for chosen in dialog.chosen]
            with desk.telling():
                reviewing.decide_all(verdict, places, desk.filter.line.text())

    def ask_for_agreed(self) -> None:
        from goldleaf.viewer.dialogs.review import AgreedDialog

        reviewing, document = self._desk.reviewing, self._desk.document
        layers = [layer for layer in self._desk.store.layers if layer is not Layer.WORDS]
        dialog = AgreedDialog(self._desk.window, everyone_of(document).sides, layers, reviewing.agreed)
        if self._desk.ask(dialog):
            with self._desk.telling():
                reviewing.take(dialog.chosen, dialog.rule)
                self._desk.tell(f"{len(dialog.chosen):,} taken: the filter tags like '%{TAKEN.strip()}%' lists them")


class ReviewDisplay:
    """Keeps dock, lists, status bar and actions in step with a review."""

    def __init__(
        self, desk: Desk, dock: Dock, panel: ReviewPanel, differences: DifferencesPanel, left: LeftPanel,
        actions: ActionSet,
    ) -> None:  # fmt: skip
        self._desk, self._dock, self._panel = desk, dock, panel
        self._differences, self._actions = differences, actions
        panel.chosen.connect(self._select)
        left.chosen.connect(self._go_to)
        differences.delegate.verdict = self._verdict
        reviewing, inspector = desk.reviewing, desk.inspector
        reviewing.session_changed.connect(self._show_session)
        reviewing.judged.connect(self._show_judgements)
        reviewing.marked.connect(self._show_progress)  # as more is read, too
        reviewing.result_changed.connect(desk.pictures.redraw)
        inspector.sentence_changed.connect(self._name_buttons)
        for changed in (inspector.sentence_changed, inspector.selection_changed):
            changed.connect(self._panel.soon.start)

    def _show_session(self) -> None:
        self._dock.setVisible(self._desk.reviewing.store is not None)
        self._name_buttons()
        self._show_judgements()

    def _show_judgements(self) -> None:
        reviewing = self._desk.reviewing
        status, act = self._desk.status, reviewing.last_act
        self._show_progress()
        # What a key did stays there until another one does something.
        text = ""
        if act is not None:
            key = self._actions.all["review.redo" if act.undone else "review.undo"].shortcut()
            name = key.toString(QKeySequence.SequenceFormat.NativeText)
            did = f"Undone: {act.what}  ({name} does it again)" if act.undone else f"{act.what}  ({name} takes it back)"
            text = reviewing.hidden(f"{did}  ⚠ {reviewing.odd}" if reviewing.odd else did)
        status.clearMessage()  # which would stand over it
        having(status.act, text=text, toolTip=tip(text), visible=bool(text))
        self._panel.soon.start()
        if reviewing.result_shown:
            self._desk.pictures.redraw()
        self._differences.view.viewport().update()

    def _show_progress(self) -> None:
        reviewing, part = self._desk.reviewing, self._desk.status.review
        (done, total), left = reviewing.progress, reviewing.left
        progress = f"{left}" if left.places else f"{done:,}/{total:,} reviewed"
        self._desk.status.say(part, progress if reviewing.store is not None else "")
        part.setToolTip(tip(_ABOUT_LEFT) if left.places else "")

    def _name_buttons(self) -> None:
        """What the sides are called on the buttons that say who is right."""
        wording = self._desk.inspector.wording
        names = ("Gold", "Parse") if wording.judges else (wording.gold, wording.parse)
        for identity, name in zip(("review.gold", "review.parse"), names, strict=True):
            right = f"{name} is right"
            having(self._actions.all[identity], text=right, iconText=right if self._desk.reviewing.blind else name)

    def _verdict(self, difference: Difference) -> str:
        """What this reviewer has said of a difference, or reviewers who differ; of its sentence in brackets."""
        key = self._desk.reviewing.key
        if key is None or difference.layer is None:
            return ""
        reviewing = self._desk.reviewing
        voices = enumerate(difference.voices, 1)
        digits = {reviewing.side_name(side): f"✓ {number}" for number, voice in voices for side in voice.sides}

        def told(verdict: str) -> str:
            return digits.get(verdict) or reviewing.told(verdict)

        of_item = self._judged(Place(key, difference.layer, difference.item), told)
        of_sentence = self._judged(Place(key, difference.layer, ""), reviewing.told)
        return of_item or (f"({of_sentence})" if of_sentence else "")

    def _judged(self, place: Place, told: Callable[[str], str]) -> str:
        """What is to be told of a place: verdicts that are in conflict, else that of this reviewer."""
        store = self._desk.reviewing.store
        if (conflict := self._desk.reviewing.conflicts.get(place)) is not None:
            return " ≠ ".join(dict.fromkeys(map(told, conflict.values())))
        judgement = store.at(place) if store is not None else None
        if store is None or judgement is None:
            return ""
        taken = ", taken" if any(tag.startswith(TAKEN) for tag in judgement.tags) else ""
        noted = " ✎" if judgement.note and place.item else ""
        stale = ", stale" if judgement.verdict and store.is_stale_at(place) else ""
        return f"{told(judgement.verdict)}{taken}{stale}{noted}".strip()

    def _go_to(self, row: int, place: Place) -> None:
        self._desk.inspector.go(row)
        self._select(Judgement(place, "", ""))
        self._desk.pictures.focus()

    def _select(self, judgement: Judgement) -> None:
        """Select what a judgement is about: a difference, else its word, else nothing, as of a whole sentence."""
        layer, item = judgement.place.layer, judgement.place.item
        word = Key(Side.GOLD, "word", item) if item.isdecimal() else None
        differences = self._desk.inspector.differences
        about = (each.keys[0] for each in differences if (each.layer, each.item) == (layer, item))
        self._desk.inspector.select(next(about, word))
