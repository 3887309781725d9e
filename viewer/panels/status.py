"""The line at the bottom: where one is, what is selected, what is being done."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QSizePolicy, QStatusBar

from goldleaf.viewer.labels import Label, tip
from goldleaf.viewer.state.inspector import Inspector


class StatusBar(QStatusBar):
    """Number, id, place in the file, selection, zoom; progress while something is loaded."""

    cancel_wanted = Signal()
    problems_wanted = Signal()

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self.setSizeGripEnabled(False)
        self.place = _label("Place")
        self.selection = _label("Selection")
        self.selection.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.state = _label("State")
        self.review = _label("Review")
        self.review.hide()
        self.zoom = _label("Zoom")
        self.problems = QPushButton()
        self.problems.setFlat(True)
        self.problems.setObjectName("statusButton")
        self.problems.setToolTip("Show what is wrong with the files, or odd in their trees")
        self.problems.clicked.connect(self.problems_wanted)
        self.problems.hide()
        self._doing = _label("Progress")
        self._progress = QProgressBar()
        self._progress.setAccessibleName("Progress")
        self._progress.setRange(0, 1000)
        self._progress.setTextVisible(False)
        self._progress.setFixedSize(140, 10)
        self._cancel = QPushButton("Cancel")
        self._cancel.setFlat(True)
        self._cancel.setObjectName("statusButton")
        self._cancel.setAccessibleDescription("Stop loading; what is shown stays")
        self._cancel.clicked.connect(self.cancel_wanted)
        self.addWidget(self.place)
        self.addWidget(self.selection, 1)
        for part in (self.review, self.problems, self.state, self._doing, self._progress, self._cancel, self.zoom):
            self.addPermanentWidget(part)
        self.show_progress(None)
        self.show_zoom(1.0)

    def show_place(self) -> None:
        """Tell which sentence is shown."""
        document, pair = self._inspector.document, self._inspector.pair
        if document is None or pair is None:
            self.place.setText("No file is open")
            self.state.setText("")
            return
        parts = [f"{self._inspector.row + 1:,}/{len(document):,}"]
        if self._inspector.filtered:
            place = self._inspector.place
            listed = f"{len(self._inspector.rows):,}"
            parts.append(f"{place + 1:,} of {listed} listed" if place is not None else "not in the filtered list")
        if pair.gold.id:
            parts.append(pair.gold.id)
        if document.blind is None:
            parts.append(f"{Path(document.gold.path).name}:{pair.gold.line}")
        self.place.setText("  ·  ".join(parts))
        self.place.setToolTip(tip(f"{document.gold.path}:{pair.gold.line}" if document.blind is None else ""))

    def show_selection(self, text: str) -> None:
        """Tell in words what is selected."""
        self.selection.setText(f"·  {text}" if text else "")
        self.selection.setToolTip(tip(text))

    def show_zoom(self, zoom: float) -> None:
        """Tell the zoom."""
        self.zoom.setText(f"{zoom:.0%}")

    def show_progress(self, done: float | None, doing: str = "") -> None:
        """Tell how far loading is; None when nothing is loaded."""
        for part in (self._doing, self._progress, self._cancel):
            part.setVisible(done is not None)
        if done is not None:
            self._progress.setValue(round(1000 * done))
            self._doing.setText(doing)

    def show_review(self, text: str) -> None:
        """Tell how far a review is."""
        self.review.setText(text)
        self.review.setVisible(bool(text))

    def show_problems(self, count: int) -> None:
        """Tell how many problems the files have."""
        self.problems.setText(f"{count:,} problem{'' if count == 1 else 's'}")
        self.problems.setVisible(count > 0)

    def show_state(self, text: str) -> None:
        """Tell what is to be kept in mind, such as that only a part was read."""
        self.state.setText(text)
        self.state.setVisible(bool(text))


def _label(name: str) -> Label:
    label = Label()
    label.setAccessibleName(name)
    label.setContentsMargins(6, 0, 2, 0)
    label.setMinimumWidth(1)  # a long text is cut, and makes no window wider
    return label
