"""Shows a review in the window's parts: its dock, marks in lists, progress, names of what can be said."""

from __future__ import annotations

from goldleaf.viewer.actions.qt import ActionSet
from goldleaf.viewer.diagram.differences import Difference
from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.panels.differences import DifferencesPanel
from goldleaf.viewer.panels.dock import Dock
from goldleaf.viewer.panels.review import ReviewPanel
from goldleaf.viewer.panels.status import StatusBar
from goldleaf.viewer.review.judgements import Judgement, Place
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.reviewing import Reviewing
from goldleaf.viewer.window.picture_view import PictureView


class ReviewDisplay:
    """Keeps dock, lists, status bar and actions in step with a review."""

    def __init__(
        self,
        inspector: Inspector,
        reviewing: Reviewing,
        *,
        dock: Dock,
        panel: ReviewPanel,
        differences: DifferencesPanel,
        pictures: PictureView,
        status: StatusBar,
        actions: ActionSet,
    ) -> None:
        self._inspector = inspector
        self._reviewing = reviewing
        self._dock = dock
        self._panel = panel
        self._differences = differences
        self._pictures = pictures
        self._status = status
        self._actions = actions
        panel.chosen.connect(self._select)
        differences.delegate.verdict = self._verdict
        reviewing.session_changed.connect(self._show_session)
        reviewing.judged.connect(self._show_judgements)
        pictures.outcome = reviewing.outcome
        reviewing.result_changed.connect(pictures.redraw)
        inspector.sentence_changed.connect(self._name_actions)
        for changed in (inspector.sentence_changed, inspector.selection_changed):
            changed.connect(self._panel.show_soon)

    def _show_session(self) -> None:
        self._dock.setVisible(self._reviewing.store is not None)
        self._name_actions()
        self._show_judgements()

    def _show_judgements(self) -> None:
        done, total = self._reviewing.progress
        self._status.show_review(f"{done:,}/{total:,} reviewed" if self._reviewing.store is not None else "")
        self._panel.show_soon()
        if self._reviewing.result_shown:
            self._pictures.redraw()
        self._differences.view.viewport().update()

    def _name_actions(self) -> None:
        """What the sides are called in menus and on buttons."""
        wording = self._inspector.wording
        names = ("gold", "parse") if wording.judges else (wording.gold, wording.parse)
        for identity, name in zip(("review.gold", "review.parse"), names, strict=True):
            self._actions.all[identity].setText(f"{name[:1].upper()}{name[1:]} is right")
            short = f"{name[:1].upper()}{name[1:]}"
            self._actions.all[identity].setIconText(f"{name} is right" if self._reviewing.blind else short)

    def _verdict(self, found: Difference) -> str:
        """What this reviewer has said of a difference, or reviewers who differ; of its sentence in brackets."""
        key = self._reviewing.key
        if key is None or found.layer is None:
            return ""
        of_item = self._said(Place(key, found.layer, found.item))
        of_sentence = self._said(Place(key, found.layer, ""))
        return of_item or (f"({of_sentence})" if of_sentence else "")

    def _said(self, place: Place) -> str:
        """What is to be told of a place: verdicts that are in conflict, else that of this reviewer."""
        told, store = self._reviewing.told, self._reviewing.store
        conflict = self._reviewing.conflicts.get(place)
        if conflict is not None:
            return " ≠ ".join(dict.fromkeys(map(told, conflict.values())))
        said = store.at(place) if store is not None else None
        if said is None:
            return ""
        noted = " ✎" if said.note and place.item else ""
        stale = ", stale" if store is not None and said.verdict and store.is_stale_at(place) else ""
        return f"{told(said.verdict)}{stale}{noted}".strip()

    def _select(self, said: Judgement) -> None:
        """Select what a judgement is about."""
        about = said.place.layer, said.place.item
        for difference in self._pictures.differences:
            if (difference.layer, difference.item) == about:
                self._inspector.select(difference.keys[0])
                return
        if said.place.item.isdecimal():
            self._inspector.select(Key(Side.GOLD, "word", said.place.item))
        else:
            self._inspector.select(None)
