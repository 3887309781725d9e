"""What the Review menu does with sessions: begins, opens and closes them, and writes what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from getpass import getuser
from itertools import count
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QFileDialog

from goldleaf.core.analysis.sides.layers import LAYER_NAMES, Layer, place_counts
from goldleaf.core.errors import GoldleafError
from goldleaf.core.files import is_same
from goldleaf.core.naming import COMPRESSED, PREDICTED, distinct
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.actions.action import Action, Needs, unless
from goldleaf.viewer.manual import DEMO
from goldleaf.viewer.review.database import DamagedError
from goldleaf.viewer.review.judgements import IMPORTER
from goldleaf.viewer.review.sides import MovedError, SessionSide, moved_to
from goldleaf.viewer.review.store import FILES, SUFFIX, Store, request_of
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.state.crash import failure
from goldleaf.viewer.state.mending import ONLY_COMPARED
from goldleaf.viewer.state.settings import REVIEWER
from goldleaf.viewer.state.sides import treebanks_of
from goldleaf.viewer.window.desk import Desk

if TYPE_CHECKING:  # most windows see no review
    from goldleaf.viewer.dialogs.review import ReviewerDialog
    from goldleaf.viewer.review.result import CorrectedTreebank
    from goldleaf.viewer.review.team import Merged

_FORMATS = {".md": "markdown", ".csv": "csv", ".json": "json"}
_REPORTS = {".md": "Markdown", ".csv": "CSV, to be imported again", ".json": "JSON"}
MINE = "mine"  # the filter for what is assigned to who reviews
_RECORDS = ("conllu", "cupt", "export")  # formats with a place for who decided


class SessionsHandler:
    """Begins and ends reviews, and writes what comes of them in the background."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._then_filter = ""  # once the session is open
        self._done: Callable[[Any], object] = desk.tell  # what is done with what the work comes to
        self.work = desk.work_beside("working", "Canceled: nothing was written", lambda value: self._done(value))
        self._taken: Store | GoldleafError | None = None  # of files that are about to be shown
        self._told: Store | None = None  # of which was said what has changed since it was judged
        desk.opener.asks = self._ask_who
        desk.opener.arriving.connect(self._arriving)
        desk.opener.opened.connect(self._opened)
        for changed in (desk.inspector.document_changed, desk.reviewing.session_changed):
            changed.connect(self._tell_changes)

    def actions(self) -> list[Action]:
        outcome = partial(Action, needs=Needs.REVIEW, group=6)
        alone = unless(lambda: self._desk.reviewing.store is None, "A review is open already.")
        return [
            Action("review.new", "New review…", "Review",
                   "Begin to decide where the files differ; all that is said is kept in a file beside them.",
                   self.begin, why_not=lambda: ONLY_COMPARED if self._desk.inspector.of_versions else alone(),
                   keys=("Ctrl+Shift+N",), needs=Needs.PARSE),
            Action("review.open", "Open review…", "Review", "Go on with a review, with the files that it is of.",
                   lambda: self._desk.open_by("Open review", FILES, self.open), needs=Needs.NOTHING, for_blind=True),
            Action("review.reviewer", "Reviewer…", "Review", "Who goes on reviewing, and whether blind.",
                   self.ask_reviewer, needs=Needs.REVIEW, for_blind=True),
            Action("review.end", "Close review", "Review", "Only look again; all that was decided is kept.", self.end,
                   needs=Needs.REVIEW, for_blind=True),
            outcome("review.treebank", "Save corrected treebank…", "Review",
                    "Write the gold with all that was decided, in its own format.", self.save_treebank),
            outcome("review.merge", "Merge another review…", "Review",
                    "A new review of this one and others of the same files; what conflicts is listed.", self.merge),
            outcome("review.report", "Save report…", "Review", "What was decided, by whom: as Markdown, CSV or JSON.",
                    self.save_report),
        ]  # fmt: skip

    @property
    def _name(self) -> str:
        """Who reviews, unless somebody else says so."""
        try:
            return self._desk.settings.get(REVIEWER) or getuser()
        except (OSError, KeyError):  # no such user on this machine
            return "reviewer"

    def begin(self) -> None:
        from goldleaf.viewer.dialogs.review import NewReviewDialog

        document, request = self._desk.document, self._desk.request
        path = next(path for path in _proposed(request.gold) if not path.exists())
        places = place_counts([document.gold, *(parse.treebank for parse in document.parses)], Layer)
        dialog = NewReviewDialog(self._desk.window, path, self._name, places)
        if self._desk.ask(dialog):
            reviewer = dialog.reviewer.text().strip()
            self._desk.settings.set(REVIEWER, reviewer)
            self.create(dialog.path, dialog.chosen_layers, reviewer, blind=dialog.blind.isChecked())
            left = [layer for layer, count in places.items() if count and layer not in dialog.chosen_layers]
            if left and self._desk.reviewing.store is not None:
                differing = ", ".join(f"{places[layer]:,} {LAYER_NAMES[layer]}" for layer in left)
                self._desk.news.say("info", f"{differing} differ: not chosen")

    def correct(self) -> bool:
        """Begin a review for who mends without one, or go on with the one of an earlier time; whether there is one."""
        request = self._desk.request
        files = [str(one.absolute()) for one in (request.gold, *request.parses)]
        for path in _proposed(request.gold, "-corrections"):
            if not path.exists():
                break
            with suppress(GoldleafError), Store.open(path, to_write=False) as store:
                if [side.path for side in store.sides] == files:
                    break
        if path.exists():
            with self._desk.telling():
                self._desk.reviewing.begin(Store.open(path, reviewer=self._name))
                self._desk.opener.adopt(replace(request, session=path))
        else:
            self.create(path, [Layer.ARC if self._desk.document.has_arcs else Layer.CONSTITUENT], self._name)
        if self._desk.reviewing.store is None:
            return False
        kept = f"Corrections of {request.gold.name}: what is mended is kept in {path.name} in {path.parent.name}"
        self._desk.news.say("info", f"{kept}; the file stays as it is until you save the corrected treebank.")
        return self._desk.reviewing.can_write

    def create(self, path: Path, layers: Sequence[Layer], reviewer: str, *, blind: bool = False) -> None:
        """Begin a review of the files that are open, kept in this file."""
        request, adjudicated = self._desk.request, self._desk.document.adjudicated
        options = {"encoding": request.encoding, "separator": request.separator}
        options |= {"format_name": request.format_name} if request.format_name else {}
        # A parse may be called gold, too, as its file may be.
        first, *names = distinct([request.gold_names[0] if adjudicated else "gold", *request.names])
        sides = [SessionSide(first, str(request.gold.absolute()), options)]
        for number, (name, parse) in enumerate(zip(names, request.parses, strict=True)):
            second = {PREDICTED: "yes"} if number in request.second_analyses else {}
            sides.append(SessionSide(name, str(parse.absolute()), options | second))
        seed = randbits(32) if blind else None
        with self._desk.telling():
            store = Store.create(
                path, sides, adjudication=adjudicated, layers=layers, reviewer=reviewer, blind_seed=seed
            )
            self._desk.reviewing.begin(store)
            self._desk.opener.adopt(replace(request, session=path))

    def open(self, path: Path) -> None:
        try:
            self._desk.opener.open(request_of([path]))
        except GoldleafError as error:
            self.refuse(path, error)

    def refuse(self, path: Path, error: GoldleafError) -> None:
        """Say why a review could not be opened, and offer what there is to do about it."""
        self._desk.opener.refuse(failure("The review could not be opened", error))
        if isinstance(error, MovedError):
            self._desk.error.say("error", str(error), [("Find them…", lambda: self._find(path))])
        elif isinstance(error, DamagedError):
            self._desk.error.say("error", str(error), [("Recover…", lambda: self._recover(path))])

    def _find(self, path: Path) -> None:
        """Ask for the folder that the files of a review have moved to, and open it with them."""
        folder = QFileDialog.getExistingDirectory(self._desk.window, "Where the files are now", str(path.parent))
        if folder:
            with self._desk.telling():
                with Store.open(path) as store:
                    store.relink(moved_to(path, store.sides, [folder]))
                self.open(path)

    def _recover(self, path: Path) -> None:
        """Make another review of what can be read of a damaged one, and go on with that."""
        from goldleaf.viewer.review.recovery import recover

        suggested, kept = str(path.with_stem(f"{path.stem}-recovered")), QFileDialog.Option.DontConfirmOverwrite
        name, _ = QFileDialog.getSaveFileName(self._desk.window, "Recover into", suggested, FILES, options=kept)
        if name:
            with self._desk.telling():
                recovered = recover(path, Path(name))
                self.open(Path(name))
                self._desk.news.say("info", f"Recovered {recovered.described}")

    def _tell_changes(self) -> None:
        """Say once of a review, when its files are read, which verdicts do not hold any more."""
        store, document = self._desk.reviewing.store, self._desk.inspector.whole
        if store is None or store is self._told or document is None or not document.complete:
            return
        from goldleaf.viewer.review.result import changed_since

        self._told = store
        if changed := changed_since(store):
            self._desk.news.say("warning", f"{store.path.name}: {'; '.join(changed)}")

    def end(self) -> None:
        """Close the review; the files stay open, unless who was blind would see then whose they are."""
        if self._desk.reviewing.blind:
            self._desk.opener.close()
            return
        self._desk.reviewing.end()
        if self._desk.opener.request is not None:
            self._desk.opener.adopt(replace(self._desk.opener.request, session=None))

    def _ask_who(self, request: Request) -> Request | None:
        """The request with who reviews; where some do so blind that is asked before anything is shown."""
        reviewing = self._desk.reviewing
        reviewing.awaited = ()
        if request.session is None or (reviewing.store is not None and reviewing.store.path == request.session):
            return request
        with suppress(GoldleafError), Store.open(request.session, to_write=False) as store:  # told when it is opened
            if store.has_blind and not request.reviewer:
                if self._ask(store) is None:
                    return None
                request = replace(request, reviewer=self._name)
            if request.blind or store.is_blind(request.reviewer or self._name):
                reviewing.awaited = store.sides
        return request

    def _ask(self, store: Store) -> ReviewerDialog | None:
        """Who reviews, and whether blind, as they have said; None if they have not."""
        from goldleaf.viewer.dialogs.review import ReviewerDialog

        known = [name for name in store.reviewers if name != IMPORTER]
        dialog = ReviewerDialog(self._desk.window, store.reviewer or self._name, known, store.is_blind)
        if not self._desk.ask(dialog):
            return None
        self._desk.settings.set(REVIEWER, dialog.reviewer.text().strip())
        return dialog

    def _arriving(self, request: Request) -> None:
        """Know who may see what before the files of a session are shown."""
        store = self._desk.reviewing.store
        if request.session is None or (store is not None and store.path == request.session):
            return
        self._desk.inspector.set_document(None)
        self._taken = self._open(request.session, request.reviewer or self._name, blind=request.blind or None)
        if isinstance(self._taken, Store):
            self._desk.reviewing.hold(self._taken)

    def _opened(self, _: Request) -> None:
        """Go on with the session that goes with files, once these are shown."""
        taken, self._taken = self._taken, None
        if taken is not None:
            self._go_on(taken)

    def open_session(self, path: Path, reviewer: str, *, blind: bool | None = None) -> None:
        """Go on with a session as somebody."""
        self._desk.reviewing.end()
        self._go_on(self._open(path, reviewer, blind=blind))

    def _open(self, path: Path, reviewer: str, *, blind: bool | None) -> Store | GoldleafError:
        try:
            store = Store.open(path, reviewer=reviewer)
            if blind is not None and blind != store.blind and store.read_only is None:
                store.set_blind(blind)
        except GoldleafError as error:
            return error
        return store

    def _go_on(self, store: Store | GoldleafError) -> None:
        if isinstance(store, GoldleafError):
            self._desk.inspector.set_document(None)  # without the session nobody knows who may see what
            self._desk.fail(str(store))
            return
        self._desk.reviewing.begin(store)
        self._desk.reviewing.resume()
        wanted, self._then_filter = self._then_filter or (MINE if store.assigned.get(store.reviewer or "") else ""), ""
        if wanted:
            self._desk.filter.line.setText(wanted)
        if said := store.read_only or store.lost:
            self._desk.fail(said)

    def ask_reviewer(self) -> None:
        if (dialog := self._ask(self._desk.store)) is not None:
            self.open_session(self._desk.store.path, self._name, blind=dialog.blind.isChecked())

    def save_treebank(self) -> None:
        from goldleaf.viewer.dialogs.review import SaveTreebankDialog
        from goldleaf.viewer.review.result import STOP, passed_over

        store, treebanks = self._desk.store, self._treebanks()
        if treebanks is None:
            return
        first, inputs = next(iter(treebanks.values())), _inputs(store)
        # What undecided differences can become, in words and as `corrected` has it.
        undecided = [(f"As in {'the ' * (one.name == 'gold')}{one.name}", one.name) for one in store.sides]
        undecided.append(("Save nothing while there are any", STOP))
        # Beside the session, the first file's name with ``-reviewed`` and its ending.
        packed = inputs[1].suffix if inputs[1].suffix in COMPRESSED else ""
        plain = Path(inputs[1].name.removesuffix(packed))
        path = store.path.with_name(f"{plain.stem}-reviewed{plain.suffix}{packed}")
        window, remarks, can_record = self._desk.window, passed_over(store), first.format in _RECORDS
        can_mend = first.is_conllu and bool((first.words["enhanced"] != "_").any())
        dialog = SaveTreebankDialog(
            window, path, undecided, inputs, can_record=can_record, can_mend=can_mend, remarks=remarks
        )
        if self._desk.ask(dialog):
            chosen = {"record": dialog.record.isChecked(), "mend_deps": dialog.mend_deps.isChecked()}
            self.write_treebank(dialog.path, dialog.undecided.currentData(), **chosen)

    def write_treebank(self, path: Path, undecided: str, *, record: bool, mend_deps: bool = False) -> None:
        """Write the corrected treebank; where the choices make no tree the user is asked."""
        store, treebanks = self._desk.store, self._treebanks()
        if treebanks is None:
            return
        from goldleaf.viewer.review.result import described, result_steps, write_steps

        steps = result_steps(store.path, treebanks, undecided, store.reviewer, mend_deps=mend_deps)

        def made(result: CorrectedTreebank) -> None:
            if result.faults or result.problems:  # what makes no tree may be wanted all the same
                from goldleaf.viewer.dialogs.review import FaultsDialog

                faults = [result.described(fault) for fault in result.faults]
                faults += [str(replace(problem, path=path.name)) for problem in result.problems]
                title = f"The choices make {'no tree' if result.faults else 'new faults'}"
                if not self._desk.ask(FaultsDialog(self._desk.window, faults, title)):
                    return
            said = f"Saved {path}: {described(result, undecided)}"
            writing = write_steps(result, path, record=record)
            self._start(writing, "The treebank could not be saved", lambda _: self._desk.tell(said))

        self._start(steps, "The treebank could not be made", made)

    def _start(self, steps: Generator[Any, None, Any], complaint: str, done: Callable[[Any], object]) -> None:
        self._done = done
        self.work.start(steps, complaint)

    def save_report(self) -> None:
        from goldleaf.viewer.dialogs.parts import ask_where
        from goldleaf.viewer.review.report import report_steps

        store, treebanks = self._desk.store, self._treebanks()
        if treebanks is None:
            return
        suggested = str(store.path.with_name(f"{store.path.stem}-report.md"))  # beside it, wherever others were saved
        if (path := ask_where(self._desk.window, "Save report", suggested, _REPORTS, self._desk.settings)) is None:
            return
        if (format_name := _FORMATS.get(path.suffix.lower())) is None:
            self._desk.fail(f"{path.name}: a report ends in {', '.join(_FORMATS)}")
        elif any(is_same(path, one) for one in _inputs(store)):
            self._desk.fail(f"{path.name} is part of the review and stays as it is: choose another name.")
        else:
            steps = report_steps(store.path, [*treebanks.values()], format_name, path)
            self._start(steps, "The report could not be saved", lambda path: self._desk.tell(f"Saved {path}"))

    def merge(self) -> None:
        store, window = self._desk.store, self._desk.window
        names, _ = QFileDialog.getOpenFileNames(window, "Merge another review", str(store.path.parent), FILES)
        if not names:
            return
        suggested = str(store.path.with_name(f"{store.path.stem}-merged{SUFFIX}"))
        kept = QFileDialog.Option.DontConfirmOverwrite  # a review is never replaced
        name, _ = QFileDialog.getSaveFileName(window, "Keep the merged review in", suggested, FILES, options=kept)
        if name:
            self.merge_with([Path(one) for one in names], Path(name))

    def merge_with(self, others: list[Path], path: Path) -> None:
        """Put other sessions together with the one that is open, in a new file, and go on with that."""
        store = self._desk.store

        def merged(found: Merged) -> None:
            self._then_filter = "conflict"  # what its reviewers say differently is what is left to do
            self.open(path)
            self._desk.tell(f"Merged – {found.described}")

        from goldleaf.viewer.review.team import merge_steps

        steps = merge_steps([store.path, *others], path, store.reviewer or "")
        self._start(steps, "The reviews could not be merged", merged)

    def _treebanks(self) -> dict[str, Treebank] | None:
        """The sides of the session as they are open; None, said to the user, where one is not."""
        document = self._desk.inspector.whole
        # What is written has all sentences: of a part the rest would be lost.
        if document is None or not document.complete:
            self._desk.fail("The files are not read to their end: reload them first.")
            return None
        if (treebanks := treebanks_of(self._desk.store, document)) is None:
            self._desk.fail("Not all files that belong to the review are open: open the review again.")
        return treebanks


def _inputs(store: Store) -> list[Path]:
    """The files that stay as they are: the session, then its sides."""
    return [store.path, *(Path(side.path) for side in store.sides)]


def _proposed(gold: Path, ending: str = "") -> Iterator[Path]:
    """Files for a review, beside the gold; of a demo, whose folder is the program's, among the user's documents."""
    own = next(filter(Path.is_dir, (Path.home() / "Documents", Path.home())))
    folder = own if gold.is_relative_to(str(DEMO)) else gold.parent
    return (folder / f"{gold.stem}{ending}{f'-{number}' * (number > 1)}{SUFFIX}" for number in count(1))
