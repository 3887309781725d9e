"""Shows a review in the window's parts: its dock, marks in lists, progress, names of what can be said."""

from __future__ import annotations

from goldleaf.viewer.actions.qt import ActionSet
from goldleaf.viewer.diagram.differences import Difference
from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.panels.differences import DifferencesPanel
from goldleaf.viewer.panels.dock import Dock
from goldleaf.viewer.panels.review import ReviewPanel
from goldleaf.viewer.review.judgements import Judgement, Place
from goldleaf.viewer.window.desk import Desk


class ReviewDisplay:
    """Keeps dock, lists, status bar and actions in step with a review."""

    def __init__(
        self, desk: Desk, dock: Dock, panel: ReviewPanel, differences: DifferencesPanel, actions: ActionSet
    ) -> None:
        self._desk = desk
        self._dock = dock
        self._panel = panel
        self._differences = differences
        self._actions = actions
        panel.chosen.connect(self._select)
        differences.delegate.verdict = self._verdict
        reviewing, inspector = desk.reviewing, desk.inspector
        reviewing.session_changed.connect(self._show_session)
        reviewing.judged.connect(self._show_judgements)
        desk.pictures.outcome = reviewing.outcome
        reviewing.result_changed.connect(desk.pictures.redraw)
        inspector.sentence_changed.connect(self._name_buttons)
        for changed in (inspector.sentence_changed, inspector.selection_changed):
            changed.connect(self._panel.show_soon)

    def _show_session(self) -> None:
        self._dock.setVisible(self._desk.reviewing.store is not None)
        self._name_buttons()
        self._show_judgements()

    def _show_judgements(self) -> None:
        reviewing = self._desk.reviewing
        done, total = reviewing.progress
        self._desk.status.show_review(f"{done:,}/{total:,} reviewed" if reviewing.store is not None else "")
        self._panel.show_soon()
        if reviewing.result_shown:
            self._desk.pictures.redraw()
        self._differences.view.viewport().update()

    def _name_buttons(self) -> None:
        """What the sides are called on the buttons that say who is right."""
        wording = self._desk.inspector.wording
        names = ("gold", "parse") if wording.judges else (wording.gold, wording.parse)
        for identity, name in zip(("review.gold", "review.parse"), names, strict=True):
            short = f"{name[:1].upper()}{name[1:]}"
            self._actions.all[identity].setText(f"{short} is right")
            self._actions.all[identity].setIconText(f"{name} is right" if self._desk.reviewing.blind else short)

    def _verdict(self, difference: Difference) -> str:
        """What this reviewer has said of a difference, or reviewers who differ; of its sentence in brackets."""
        key = self._desk.reviewing.key
        if key is None or difference.layer is None:
            return ""
        of_item = self._judged(Place(key, difference.layer, difference.item))
        of_sentence = self._judged(Place(key, difference.layer, ""))
        return of_item or (f"({of_sentence})" if of_sentence else "")

    def _judged(self, place: Place) -> str:
        """What is to be told of a place: verdicts that are in conflict, else that of this reviewer."""
        told, store = self._desk.reviewing.told, self._desk.reviewing.store
        conflict = self._desk.reviewing.conflicts.get(place)
        if conflict is not None:
            return " ≠ ".join(dict.fromkeys(map(told, conflict.values())))
        judgement = store.at(place) if store is not None else None
        if store is None or judgement is None:
            return ""
        noted = " ✎" if judgement.note and place.item else ""
        stale = ", stale" if judgement.verdict and store.is_stale_at(place) else ""
        return f"{told(judgement.verdict)}{stale}{noted}".strip()

    def _select(self, judgement: Judgement) -> None:
        """Select what a judgement is about: a difference, else its word, else nothing, as of a whole sentence."""
        layer, item = judgement.place.layer, judgement.place.item
        word = Key(Side.GOLD, "word", item) if item.isdecimal() else None
        differences = self._desk.pictures.differences
        about = (each.keys[0] for each in differences if (each.layer, each.item) == (layer, item))
        self._desk.inspector.select(next(about, word))
