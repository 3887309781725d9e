"""What the actions on whole treebanks do: their properties, transforming them, whether they belong together."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from goldleaf.core.files import is_file
from goldleaf.core.structures.transformations import structure_kind
from goldleaf.viewer.actions.action import Action, unless
from goldleaf.viewer.session import treebanks
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.state.settings import TRAINING
from goldleaf.viewer.window.desk import Desk

if TYPE_CHECKING:
    from goldleaf.viewer.dialogs.treebanks import BelongingDialog

_BOTH = "Open dependencies and constituents of the same sentences first."
_ONE = "Open one file of trees first: reviews, experiments and adjudications stay as they are."


class TreebanksHandler:
    """Looks at whole treebanks."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._folder: TemporaryDirectory[str] | None = None  # of what was transformed, as long as the window is there
        self._belonging: BelongingDialog | None = None
        window, fail = desk.window, desk.tell_failure
        self._comparing = Background(
            window, returned=lambda found: self._belonging and self._belonging.show_deviations(found), failed=fail
        )
        self._transforming = Background(window, returned=self._open, failed=fail)

    def actions(self) -> list[Action]:
        desk = self._desk

        def complete() -> bool:
            return desk.document.complete

        def can_transform() -> bool:
            return complete() and not (desk.request.adjudicated or desk.request.experiments or desk.request.session)

        act = partial(Action, group=1)
        return [
            act("file.properties", "Properties of treebanks…", "File",
                "Count sentences, words, labels, tags, and what crosses in the open files, as the shared tasks do.",
                self.count, why_not=unless(complete, "Open a file first.")),
            act("file.transform", "Transform…", "File",
                "Open the file raised, lifted, without traces or otherwise transformed beside itself.", self.transform,
                why_not=unless(can_transform, _ONE)),
            act("file.belonging", "Do they belong together…", "File",
                "List where open dependencies, constituents and lattices differ in words, tags or features.",
                self.compare, why_not=unless(lambda: complete() and treebanks.counterparts(desk.document), _BOTH)),
        ]  # fmt: skip

    def count(self) -> None:
        from goldleaf.viewer.dialogs.treebanks import PropertiesDialog
        from goldleaf.viewer.tables.properties import property_table

        document, request = self._desk.document, self._desk.request
        # That of the files that are open, else the last one that was chosen, if it is there.
        last = self._desk.settings.get(TRAINING)
        own = str(request.train) if request.train is not None else ""
        training = own or (last if is_file(last) else "")
        dialog = PropertiesDialog(self._desk.window, training)
        counting = Background(
            self._desk.window, returned=lambda found: dialog.show_table(property_table(found)),
            failed=self._desk.tell_failure,
        )  # fmt: skip
        counting.failed.connect(lambda failure: dialog.hint.setText(failure.message))

        def count(training: str) -> None:
            steps = treebanks.property_steps(document, request, Path(training) if training else None)
            counting.start(steps, "The properties could not be counted")

        def train(path: str) -> None:
            self._desk.settings.set(TRAINING, path)
            count(path)

        dialog.trained.connect(train)
        count(training)
        self._desk.ask(dialog)
        counting.cancel()
        counting.deleteLater()

    def transform(self) -> None:
        from goldleaf.viewer.dialogs.treebanks import TransformDialog

        dialog = TransformDialog(self._desk.window, structure_kind(self._desk.document.gold))
        if self._desk.ask(dialog):
            self.apply(dialog.chain)

    def apply(self, chain: str) -> None:
        """Transform the first file, and open what comes of it beside the file."""
        document, request = self._desk.document, self._desk.request
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="goldleaf-")
        steps = treebanks.transform_steps(document.gold, request, chain, Path(self._folder.name))
        self._transforming.start(steps, "The treebank could not be transformed")

    def _open(self, request: Request) -> None:
        # Open what was transformed, with the last step shown.
        assert self._folder is not None
        made = sum(path.parent == Path(self._folder.name) for path in request.parses)
        self._desk.opener.open(request, keep=True, parse=made - 1)

    def compare(self) -> None:
        from goldleaf.viewer.dialogs.treebanks import BelongingDialog

        self._forget()
        self._belonging = BelongingDialog(self._desk.window)
        self._belonging.opened.connect(self._go)
        self._belonging.finished.connect(self._forget)
        self._belonging.show()
        self._comparing.start(treebanks.deviation_steps(self._desk.document), "The files could not be compared")

    def _go(self, row: int) -> None:
        document = self._desk.inspector.document
        pair = treebanks.counterparts(document) if document is not None else None
        if document is not None and pair is not None:
            # What the gold is compared with is to be shown beside it.
            places = (place for place, parse in enumerate(document.parses) if parse.treebank in pair)
            self._desk.inspector.set_parse(next(places, self._desk.inspector.parse))
        self._desk.inspector.go(row)
        self._desk.show_view("aligned")

    def _forget(self) -> None:
        self._comparing.cancel()
        if self._belonging is not None:
            self._belonging.deleteLater()
            self._belonging = None

    def stop(self) -> None:
        """Give up what is worked on, and what was transformed."""
        for work in (self._comparing, self._transforming):
            work.cancel()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
