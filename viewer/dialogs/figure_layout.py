"""How a figure is laid out: what a view can do to be narrower, each done as it fits until somebody chooses."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox

from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.figures.fitting import Source
from goldleaf.viewer.views.look import Look
from goldleaf.viewer.views.remedies import Remedy

AS_IT_FITS = "As it fits"


class LayoutFields:
    """A box for each choice that a figure's width can make, or somebody in its place. ``boxes`` are by `Remedy.choice`.

    A box's data is a remedy, None to leave it undone, or `AS_IT_FITS`.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self.boxes: dict[str, QComboBox] = {}
        self.titles: dict[str, str] = {}
        for remedy in source.view.remedies:
            self._add(remedy, by_itself=True)
        for remedy in source.view.offers:
            self._add(remedy, by_itself=False)
        if source.look.mode is not Mode.STACKED and "compare" in self.boxes:
            self.boxes["compare"].setCurrentIndex(1)  # somebody has chosen it for the window

    def _add(self, remedy: Remedy, *, by_itself: bool) -> None:
        if not remedy.option or (remedy.needs_parse and not self._source.compared):
            return
        if remedy.choice not in self.boxes:
            box = self.boxes[remedy.choice] = QComboBox()
            self.titles[remedy.choice] = remedy.subject
            if by_itself:
                box.addItem(AS_IT_FITS, AS_IT_FITS)
            box.addItem(remedy.without, None)
        if remedy.choice != "wrap":  # done as it fits is how it is done
            self.boxes[remedy.choice].addItem(remedy.title, remedy)

    @property
    def fixed(self) -> frozenset[str]:
        """The choices that somebody has made."""
        return frozenset(name for name, box in self.boxes.items() if box.currentData() != AS_IT_FITS)

    @property
    def look(self) -> Look:
        """The window's look with what has been chosen."""
        look = self._source.look
        for box in self.boxes.values():
            remedy = box.currentData()
            if isinstance(remedy, Remedy):
                look = remedy.changed(look, 0.0) or look
        return look
