"""The review beside the inspector: which session is open, what a verdict is about, where one goes next."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from goldleaf.core.analysis.sides.layers import LAYER_NAMES, Layer
from goldleaf.viewer.diagram.naming import Difference, Voice
from goldleaf.viewer.diagram.walking import word_of
from goldleaf.viewer.review.judgements import GOLD, NEITHER, PARSE, REVIEWED, SKIP, TAKEN, Act, Judgement, Place
from goldleaf.viewer.review.states import Left, Progress, own
from goldleaf.viewer.session.blind import Blind
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.sides import ShownSides, is_of, treebanks_of
from goldleaf.viewer.views.everyone import everyone_of
from goldleaf.viewer.views.layers import reading_phrase
from goldleaf.viewer.views.view import CUT, ReviewOutcome

if TYPE_CHECKING:  # what a review needs is loaded when there is one
    from goldleaf.viewer.review.sides import SessionSide, Such
    from goldleaf.viewer.review.store import Store

ALL_DECIDED = "All decided; Ctrl+Return"
NOTHING_SELECTED = "Nothing is selected: . selects a difference; with Shift a verdict is on the whole sentence"


class Reviewing(QObject):
    """Holds the session of the document that is shown, and makes acts of what the user decides."""

    session_changed = Signal()  # another one, or none
    result_changed = Signal()  # it is shown, or no more
    judged = Signal()  # an act, undone or redone ones too
    marked = Signal()  # what was said of the sentences is known anew: after an act, or as more was read

    def __init__(self, inspector: Inspector, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inspector = inspector
        self.store: Store | None = None  # the session that is open
        self.awaited: Sequence[SessionSide] = ()  # what somebody blind is about to open
        self._layers: tuple[Layer, ...] = ()  # that were looked at before
        self.result_shown = False
        self._outcome: tuple[tuple[int, ...], ReviewOutcome] | None = None  # where it was asked for last
        inspector.seen_as, inspector.outcome = self._seen, self.outcome
        inspector.document_changed.connect(self._document_changed)
        inspector.sentence_changed.connect(self._parse_changed)
        for chosen in (inspector.selection_changed, inspector.sentence_changed, inspector.document_changed):
            chosen.connect(self._go_on)
        inspector.sentence_changed.connect(self.select_open)
        self.left = Left()  # what is left to do in all sentences, as who reviews sees it,
        self.progress = 0, 0  # and how many of how many are reviewed
        self.last_act: Act | None = None  # of this session since it was opened
        self.odd = ""  # what is odd about what it has made of the sentence
        self._ended: tuple[Place, ...] = ()  # where the last difference of the sentence has just been judged
        self._parse = inspector.parse  # whose verdicts the marks are about

    # The session

    def hold(self, store: Store) -> None:
        """Let a session say what may be seen of its files, which are to be shown; another one is closed."""
        if store is not self.store:
            self.end()
            self.last_act, self.awaited = None, ()
            self.store, self._layers = store, self._inspector.look.layers

    def begin(self, store: Store) -> None:
        """Review the document that is shown in a session; another one that is open is closed."""
        self.hold(store)
        if store.blind:
            self._inspector.look_again()
        elif self._inspector.whole is not None:
            self._attach_to(self._inspector.whole)
            self._mark()
        self._inspector.choose_layers(store.layers)
        self.session_changed.emit()
        self.select_open()

    def end(self) -> None:
        if self.store is not None:
            self.store.close()
            self.store = self._outcome = None
            self.left, self.progress = Left(), (0, 0)
            self._inspector.set_marks(None)
            self._inspector.said_of_words = None
            if self._inspector.document is not self._inspector.whole:
                self._inspector.look_again()
            self._inspector.choose_layers(self._layers)
            self.session_changed.emit()

    def _seen(self, document: Document) -> Document:
        store = self.store
        if store is None or not store.blind or not is_of(store, document):
            return document
        self._attach_to(document)
        return document.blinded(Blind(store.seed, [store.key(row) for row in range(len(document))]))

    def _document_changed(self) -> None:
        """The same files, read again or further, are attached again; others end the review."""
        whole = self._inspector.whole
        if self.store is None:
            return
        if whole is None or not is_of(self.store, whole):
            self.end()
            return
        if not self.store.blind:  # else that was done to see it
            self._attach_to(whole)
        self._mark()

    def _attach_to(self, document: Document) -> None:
        """Attach what is known of the session's files; before all is read they are told by their words alone."""
        assert self.store is not None
        treebanks = treebanks_of(self.store, document) if document.complete else None
        self.store.attach(*(treebanks.values() if treebanks else (document.gold,)))

    def _parse_changed(self) -> None:
        if self.blind and self._parse != self._inspector.parse:
            self._mark()

    def _mark(self) -> None:
        self._outcome = None
        if self.store is not None:
            summary = self.store.summary()
            self._inspector.said_of_words = self.store.said_of_words
            self._parse = self._inspector.parse
            self.left, self.progress = Left.of(summary), (int(own(summary)[REVIEWED].sum()), own(summary).height)
            self._inspector.set_marks(self._sides.marks(summary) if self._sides is not None else summary)
            self.marked.emit()

    @property
    def can_write(self) -> bool:
        return self.store is not None and self.store.read_only is None and self.key is not None

    @property
    def blind(self) -> bool:
        """Whether who reviews is not to know whose the sides are."""
        return self.store is not None and self.store.blind

    @property
    def _veiled(self) -> Sequence[SessionSide]:
        """The sides whose names and files are not to be named now."""
        return self.store.sides if self.store is not None and self.store.blind else self.awaited

    def hidden(self, text: str) -> str:
        """A message as it may be read now: who is blind reads no names of files and annotators."""
        paths = [Path(side.path) for side in self._veiled]
        names = [*map(str, paths), *(path.name for path in paths), *(side.name for side in self._veiled)]
        known = sorted({*names} - {"", GOLD, PARSE}, key=len, reverse=True)  # a path before the name in it
        any_of_them = rf"(?<!\w)(?:{'|'.join(map(re.escape, known))})(?!\w)"
        return re.sub(any_of_them, "a file of the review", text) if known else text

    def may_name(self, paths: Iterable[Path]) -> bool:
        """Whether files may be named now: to who is blind not those of the review."""
        return {Path(side.path).resolve() for side in self._veiled}.isdisjoint(path.resolve() for path in paths)

    # What a verdict is about

    @property
    def key(self) -> int | None:
        """The session's key of the sentence that is shown; None outside of a session."""
        document, store = self._inspector.document, self.store
        if document is None or store is None or self._inspector.row >= len(document):
            return None
        return store.key(self._inspector.row)

    @property
    def selected(self) -> Difference | None:
        key = self._inspector.selection
        return next((one for one in self._inspector.differences if key is not None and one.about(key)), None)

    @property
    def voices(self) -> tuple[Voice, ...] | None:
        """The readings of what is selected where all sides are looked at; None where only two are."""
        return (self.selected.voices if self.selected else ()) if self._inspector.everyone else None

    @property
    def places(self) -> tuple[Place, ...]:
        """What a verdict is about now: the selected difference or word, else the sentence in each layer."""
        key, store = self.key, self.store
        if key is None or store is None:
            return ()
        pair, document = self._inspector.pair, self._inspector.document
        if pair is not None and any(side is not None and side.parts for side in (pair.gold, pair.parse)):
            assert document is not None
            # Sentences are shown as one where the sides split them differently: their numbers are not the file's, and
            # a verdict is on all of them.
            (first, end), _ = document.parses[self._inspector.parse].units.rows(self._inspector.row)
            return tuple(Place(store.key(row), Layer.WORDS, "") for row in range(first, end))
        if (difference := self.selected) is not None and difference.layer is not None:
            if difference.layer is Layer.WORDS and difference.item:
                return tuple(Place(key, Layer.WORDS, item) for item in self.cut_with(difference.item))
            return (Place(key, difference.layer, difference.item),)
        if (position := word_of(self._inspector.selection)) is not None:
            word, _, part = (self.name_at(position) or f"{position}").partition("/")
            return (Place(key, Layer.WORDS if part else Layer.ARC, word),)
        return self.sentence_places

    def name_at(self, position: int) -> str:
        """What a word is called that is drawn at a place: its number in the first file, ``4/2`` for the second one that
        its word 4 was cut into; empty for one that it does not have."""
        pair, outcome = self._inspector.pair, self.comes_to(self._inspector.row)
        if position > CUT and outcome is not None:
            return dict(enumerate(outcome.names, CUT + 1)).get(position, "")
        # Where the sides have other words it is drawn at a place among those of both.
        return next((word.name for word in (pair.gold.words if pair else ()) if word.position == position), "")

    def cut_with(self, item: str) -> tuple[str, ...]:
        """The items of words that one verdict is on, that at which it is said in front."""
        from goldleaf.viewer.review.segmentation import bounds, tokens_cut

        document, pair, row = self._inspector.document, self._inspector.pair, self._inspector.row
        if document is None or pair is None:
            return (item,)

        def cut() -> list[dict[str, int]]:
            parses = [one.treebank for one in document.parses if one.units.are_sentences and row < len(one.treebank)]
            return [tokens_cut(document.gold.slice(row), one.slice(row)).get(0, {}) for one in parses]

        first, last = bounds(item) or (0, -1)
        own = {item, *(f"{word}" for word in range(first, last + 1))}
        same = [item]
        for tokens in pair.once("tokens", cut):  # asked for at each change of the selection
            wanted = {tokens.get(one) for one in own}
            same += [other for other, token in tokens.items() if token in wanted]
        return tuple(dict.fromkeys(same))

    @property
    def sentence_places(self) -> tuple[Place, ...]:
        key, store = self.key, self.store
        return () if key is None or store is None else tuple(Place(key, layer, "") for layer in store.layers)

    @property
    def about(self) -> str:
        if self.store is None or not self.places:
            return "nothing"
        if self.places[0].item:
            return self.called(self.places[0])
        return f"the sentence · {', '.join(LAYER_NAMES[place.layer] for place in self.places if place.layer)}"

    def called(self, place: Place) -> str:
        """What a place is called: its words, and the layer where several are reviewed."""
        name, several = self.words(place) if place.item else "sentence", self.store and len(self.store.layers) > 1
        return f"{name} · {LAYER_NAMES[place.layer]}" if place.layer and several else name

    @property
    def _sides(self) -> ShownSides | None:
        inspector, store = self._inspector, self.store
        if inspector.document is None or inspector.whole is None or store is None:
            return None
        return ShownSides.of(store, inspector.document, inspector.whole, inspector.parse)

    def side_name(self, side: int) -> str:
        """What verdicts call a side: 0 the gold or the first annotator, then the parses; empty for none."""
        return self._sides.verdict(side, self._inspector.row) if self._sides is not None else ""

    def told(self, verdict: str) -> str:
        return self._sides.told(verdict, self._inspector.row) if self._sides is not None else verdict

    # Acts

    def decide(self, right: str | int) -> str:
        """Say a verdict of what is selected, or which side is right there; what has been noted of it stays. Then on to
        the next place that is open. Returns why nothing was judged, else an empty text. After the last place nothing
        more is judged before something is chosen, or a key that is pressed once too often would say the contrary."""
        store, places, difference = self.store, self.places, self.selected
        verdict = right if isinstance(right, str) else ""
        if isinstance(right, int):
            # Of those who read it alike it is the first who is right, so that all who choose this reading say the same.
            voices = difference.voices if difference is not None else ()
            verdict = self.side_name(next((voice.sides[0] for voice in voices if right in voice.sides), right))
        if store is None or not places or not verdict:
            return ""
        if places == self._ended:
            return ALL_DECIDED
        if not places[0].item and places[0].layer is not Layer.WORDS:
            return ALL_DECIDED if self.all_decided else NOTHING_SELECTED
        # To say it again is no act, unless it was said of what is there no more, or nobody has looked at it.
        before = [store.at(place) for place in places]
        looked_at = all(one is not None and not any(tag.startswith(TAKEN) for tag in one.tags) for one in before)
        again = looked_at and all(self._holds(place) == verdict for place in places)
        if not again:
            judged = [self._with(place, verdict=verdict) for place in places]
            self._act(f"{self.told(verdict)}: {self._called(places)}", judged)
        if difference is not None:
            self._to_next(difference)
        return f"{self.told(verdict)}: said already of {self.called(places[0])}" if again else ""

    def decide_sentence(self, verdict: str) -> None:
        """Say a verdict of the whole sentence in each layer that is looked at: one act."""
        if new := [place for place in self.sentence_places if self._holds(place) != verdict]:
            what = f"{self.told(verdict)}: all of sentence {self._inspector.row + 1}"
            self._act(what, [self._with(place, verdict=verdict) for place in new])

    def mend(self, said: Mapping[Place, str], what: str, odd: str, removed: Sequence[Place] = ()) -> None:
        """Say readings of places, and go on if they were selected: one act. ``odd`` says what it makes odd."""
        difference = self.selected
        self.odd = odd
        judged = [self._with(place, verdict=reading) for place, reading in said.items()]
        self._act(f"{what} in sentence {self._inspector.row + 1}", judged, removed)
        if difference is not None and (difference.layer, difference.item) in [place[1:] for place in said]:
            self._to_next(difference)

    def _to_next(self, difference: Difference) -> None:
        if (following := self._next_open(difference)) is not None:
            self._inspector.select(following.keys[0])
        else:
            self._ended = self.places

    def _holds(self, place: Place) -> str:
        """What this reviewer says of a place, unless what it was said of has changed since."""
        return "" if self.store is None or self.store.is_stale_at(place) else self.said(place)

    @property
    def all_decided(self) -> bool:
        return bool(self._inspector.differences) and self._next_open() is None

    def _next_open(self, after: Difference | None = None) -> Difference | None:
        """The next difference after this one, or from the beginning, that is judged by none who is seen, or stale."""
        listed, key, store = self._inspector.differences, self.key, self.store
        if key is None or store is None:
            return None
        here = next((place for place, one in enumerate(listed) if one is after), -1) + 1
        left, places = store.left(key), self.left.places  # none are known before all is read
        for one in (*listed[here:], *listed[:here]):
            place = Place(key, one.layer, one.item)
            judged = [place, place._replace(item=""), Place(key, Layer.WORDS, "")]
            others = bool(places) and place not in left  # have decided it
            if one is not after and one.layer is not None and not others and not any(map(self._holds, judged)):
                return one
        return None

    def select_open(self) -> None:
        """Select the first place of the sentence that is open, if nothing is selected."""
        if self.can_write and self._inspector.selection is None and (first := self._next_open()) is not None:
            self._inspector.select(first.keys[0])

    def decide_all(self, verdict: str, places: Sequence[Place], condition: str) -> None:
        """Say one verdict of many places at once: one act, one undo. ``condition`` is what they have in common."""
        what = f"{verdict}: {len(places):,} with {condition}"
        self._act(what, [self._with(place, verdict=verdict) for place in places])

    def agreed(self, votes: int, rest: int | None, layers: Sequence[Layer]) -> list[Such]:
        """What at least so many sides agree on, else of a side (``rest``), in these layers: where nothing is said."""
        from goldleaf.viewer.review.sides import Such

        document, store = self._inspector.document, self.store
        if document is None or store is None or not document.several:
            return []
        judged = {one.place for one in store.judgements() if one.verdict not in ("", REVIEWED)}
        first_words, forms = document.gold.sentences["first_word"], document.gold.words["form"]
        wording, found = everyone_of(document), list[Such]()
        table = document.layers.agreed(votes, rest, tuple(layers))
        for row, layer, item, position, reading, side, count, of in table.iter_rows():
            place = Place(store.key(row), Layer(layer), item)
            if place in judged or place._replace(item="") in judged:
                continue
            before = int(first_words[row]) - 1

            def form(name: str, before: int = before) -> str:
                return str(forms[before + int(name)]) if name.isdecimal() else name

            word = form(str(position)) if position else item
            whose = f"{count} of {of}" if rest is None or count is not None else wording.sides[rest]
            what = f"{word}: {reading_phrase(place.layer or Layer.ARC, reading, form)}"
            found.append(Such(place, row + 1, what, verdict=self.side_name(side), why=whose.replace(";", ",")))
        return found

    def take(self, taken: Sequence[Such], rule: str) -> None:
        """Say what several agree on, marked as such: one act, one undo. The ``rule`` is told."""
        judged = ((self._with(one.place, verdict=one.verdict), f"{TAKEN}{one.why}") for one in taken)
        tagged = [replace(judgement, tags=(*judgement.tags, tag)) for judgement, tag in judged]
        self._act(f"taken: {len(taken):,} by {rule}", tagged)

    @property
    def noted(self) -> Judgement | None:
        """The note of this reviewer on what is selected, else on the sentence."""
        return self.store.at(_to_note(self.places[0])) if self.store is not None and self.places else None

    def note(self, text: str, tags: Sequence[str]) -> None:
        if places := self.places:
            noted = self._with(_to_note(places[0]), note=text, tags=tuple(tags))
            self._act(f"note: {self._called(places)}", [noted], renewed=False)

    @property
    def notes(self) -> dict[Place, list[Judgement]]:
        """What was noted of the sentence that is shown, and of its places."""
        notes: defaultdict[Place, list[Judgement]] = defaultdict(list)
        for said in self.judgements:
            if said.note or said.tags:
                notes[said.place].append(said)
        return notes

    @property
    def written(self) -> list[Judgement]:
        """The notes on what is selected, else on the sentence."""
        return self.notes.get(_to_note(self.places[0]), []) if self.places else []

    def reply(self, text: str) -> None:
        """Add to the notes on what is selected; a thread that was resolved is not any more."""
        if self.places and text:
            own = self._with(_to_note(self.places[0])).replied(text)
            others = [said.reopened for said in self.resolving if said.reviewer != own.reviewer]
            self._act(f"reply: {self._called(self.places)}", [own, *others], renewed=False)

    def resolve(self) -> None:
        """Say that there is nothing more to say of what is selected, or that there is."""
        what = self._called(self.places)
        if resolving := self.resolving:
            self._act(f"reopened: {what}", [said.reopened for said in resolving], renewed=False)
        elif self.written:
            self._act(f"resolved: {what}", [self._with(_to_note(self.places[0])).resolved], renewed=False)

    @property
    def resolving(self) -> list[Judgement]:
        """Those of them that say that there is nothing more to say: of a thread that is resolved one or more."""
        return [said for said in self.written if said.reopened != said]

    def withdraw(self, places: Sequence[Place]) -> None:
        said = [place for place in places if self.store is not None and self.store.at(place) is not None]
        if said:
            self._go_on()
            self._act(f"withdrawn: {self._called(places)}", (), said)

    def keep(self) -> bool:
        """Mark the sentence as reviewed and go to the next that is not; False if there is none."""
        if (key := self.key) is not None:
            self._act(f"reviewed: sentence {self._inspector.row + 1}", [self._with(Place(key), verdict=REVIEWED)])
        return self.to_unreviewed()

    def undo(self) -> Act | None:
        return self._turned(self.store.undo() if self.store is not None else None)

    def redo(self) -> Act | None:
        return self._turned(self.store.redo() if self.store is not None else None)

    def _turned(self, act: Act | None) -> Act | None:
        self._go_on()
        if act is not None and self.store is not None:
            self.last_act = act
            self._inspector.go(None if act.sentence is None else self.store.row(act.sentence))
            self._mark()
            self.judged.emit()
        return act

    def _act(
        self, what: str, judgements: Sequence[Judgement], removed: Sequence[Place] = (), *, renewed: bool = True
    ) -> None:
        assert self.store is not None
        self.last_act = self.store.act(what, judgements, removed, renewed=renewed)
        self._mark()
        self.judged.emit()
        self.odd = ""

    def _go_on(self) -> None:
        # Something was chosen, or taken back, so that verdicts may be said again after the last place.
        self._ended = ()

    def _with(self, place: Place, **said: Any) -> Judgement:  # noqa: ANN401, of its fields
        """What this reviewer says of a place, with what was said before where nothing else is."""
        assert self.store is not None
        before = self.store.at(place) or Judgement(place, self.store.reviewer or "", "")
        if "verdict" in said:  # somebody has looked at it
            before = replace(before, tags=tuple(tag for tag in before.tags if not tag.startswith(TAKEN)))
        return replace(before, time="", **said)

    def _called(self, places: Sequence[Place]) -> str:
        sentence = f"sentence {self._inspector.row + 1}"
        difference = self.selected
        return f"{difference.word} in {sentence}" if difference is not None and places[0].item else sentence

    # Where one goes

    def resume(self) -> None:
        """Go to where the review was left: the first sentence of the list that is not reviewed."""
        self.select_open()
        marks, rows = self._inspector.marks, self._inspector.rows
        if marks is not None:
            mine = marks["mine"] if marks["mine"].any() else True
            left = rows[(~marks[REVIEWED] & mine).to_numpy()[rows]]
            self._inspector.go(int(left[0]) if len(left) else None)

    def to_unreviewed(self) -> bool:
        """Go to the next sentence of the list that is not reviewed; False if there is none."""
        marks = self._inspector.marks
        return marks is not None and self._inspector.step_to(~marks[REVIEWED], 1)

    def to_conflict(self) -> bool:
        """Go to the next sentence of the list that reviewers judge differently; False if there is none."""
        marks = self._inspector.marks
        return marks is not None and self._inspector.step_to(marks["conflict"], 1)

    # What was said, and what comes of it

    def said(self, place: Place) -> str:
        judgement = self.store.at(place) if self.store is not None else None
        return judgement.verdict if judgement is not None else ""

    @property
    def judgements(self) -> list[Judgement]:
        """What has been said of the sentence that is shown; to who is blind, by themselves."""
        store, key = self.store, self.key
        judgements = store.judgements(key) if store is not None and key is not None else []
        return [said for said in judgements if store is not None and store.sees(said)]

    @property
    def history(self) -> list[Act]:
        """What has been done in the sentence that is shown, the last act first; to who is blind, by themselves."""
        store, key = self.store, self.key
        acts = store.history(key) if store is not None and key is not None else []
        return [one for one in reversed(acts) if store is not None and store.sees(one)]

    @property
    def conflicts(self) -> dict[Place, dict[str, str]]:
        """Where reviewers differ in the sentence that is shown: each one's verdict by name. Who is blind sees none."""
        return {} if self.store is None or self.key is None or self.blind else self.store.conflicts(self.key)

    def words(self, place: Place) -> str:
        """The words that a place is about; its item where they are not there."""
        document = self._inspector.document
        row = self.store.row(place.sentence) if self.store is not None else None
        if document is None or row is None or row >= len(document):
            return place.item
        # From the column: a sentence that is made for each place of a list takes the time of all else.
        before, forms = int(document.gold.sentences["first_word"][row]) - 1, document.gold.words["form"]
        return words_of(place.item, {name: forms[before + int(name)] for name in re.findall(r"\d+", place.item)})

    def readings(self, place: Place) -> str:
        """What the sides say of a place, those who say the same together; to who is blind nothing."""
        return "" if self.store is None or self.blind else self.store.voices(place)

    def places_left(self) -> list[tuple[int, Place, Progress]]:
        """The places that nothing decides, each with the row of its sentence and why, in the order of the files."""
        marks, store = self._inspector.marks, self.store
        rows = [] if marks is None or store is None else marks["left"].to_numpy().nonzero()[0].tolist()
        return [(row, *one) for row in rows if store is not None for one in store.left(store.key(row)).items()]

    @property
    def left_here(self) -> int:
        left = {} if self.store is None or self.key is None else self.store.left(self.key)
        places = [place for place, why in left.items() if why in (Progress.OPEN, Progress.STALE)]
        # Who has said that they do not decide a place is done with it, until it looks otherwise.
        return sum(self._holds(place) not in (SKIP, NEITHER) for place in places)

    @property
    def not_shown(self) -> tuple[int, int]:
        """At how many places of how many the sides that are shown agree, but another one differs from them."""
        document, parse, store = self._inspector.whole, self._inspector.parse, self.store
        if store is None or document is None or not document.complete or len(document.parses) < 2 or parse < 0:
            return 0, 0
        return document.layers.not_shown(parse, store.layers, everyone=self._inspector.everyone)

    def show_result(self, shown: bool) -> None:
        """Show the tree of the choices so far beside the pictures, or no more."""
        self.result_shown = shown
        self.result_changed.emit()

    def outcome(self, row: int) -> ReviewOutcome | None:
        """What is shown of what the choices come to for the sentence in a row; None where that is not shown."""
        return self.comes_to(row) if self.result_shown else None

    def comes_to(self, row: int) -> ReviewOutcome | None:
        """What the choices come to for the sentence in a row; None outside of a session."""
        document, store, sides = self._inspector.document, self.store, self._sides
        if document is None or store is None or sides is None or row >= len(document):
            return None
        here = id(document), row, self._inspector.parse
        if self._outcome is None or self._outcome[0] != here:  # a picture asks several times
            self._outcome = here, sides.outcome(store, self._inspector.whole or document, row)
        return self._outcome[1]


def _to_note(place: Place) -> Place:
    """Where a note on a place is kept: a sentence has one, not one for each layer."""
    return place if place.item else place._replace(layer=None)


def words_of(item: str, forms: Mapping[str, str]) -> str:
    """An item by the words that it is of: ``fox``, ``gave > Mary``, ``the … house``."""
    if item in forms:
        return forms[item]
    if ">" in item:
        return " > ".join(forms.get(name, name) for name in item.split(">"))
    names = dict.fromkeys(item.replace("+", "-").split("-"))  # a stretch of one word is ``8-8``
    return " … ".join(forms.get(name, name) for name in names)
