"""What the actions on panels do: the filter line, the scores' figures, the docks' places."""

from __future__ import annotations

from collections.abc import Callable

from goldleaf.viewer.actions.qt import Command, unless
from goldleaf.viewer.panels.dock import Dock
from goldleaf.viewer.panels.scores import ScoresPanel
from goldleaf.viewer.window.desk import Desk


class PanelsHandler:
    """Serves the panels. ``dock`` holds the sentences, ``reset_docks`` puts all back, ``tell`` shows a message."""

    def __init__(self, desk: Desk, sentences: Dock, scores: ScoresPanel, reset_docks: Callable[[], object]) -> None:
        self._desk = desk
        self._dock = sentences
        self._scores = scores
        self._reset_docks = reset_docks

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {
            "edit.filter": Command(self.filter),
            "edit.filter-words": Command(self.filter_words),
            "edit.clear-filter": Command(self._desk.filter.line.clear),
            "edit.copy-scores": Command(self.copy_scores),
            "score.all-parses": Command(
                lambda: self._scores.show_all_parses(not self._scores.all_parses),
                lambda: self._scores.all_parses,
                unless(self._has_several, "There is only one parse."),
            ),
            "view.reset-docks": Command(self._reset_docks),
        }

    def filter(self) -> None:
        """Put the cursor into the filter line, and show it if its panel is hidden."""
        self._dock.show()
        self._dock.raise_()
        self._desk.filter.focus()

    def filter_words(self) -> None:
        """List only the sentences that the parse cuts into other words."""
        inspector = self._desk.inspector
        if inspector.document is not None and inspector.parse >= 0:
            self.filter()
            self._desk.filter.line.setText(f"{inspector.document.words_differ(inspector.parse)} > 0")

    def _has_several(self) -> bool:
        document = self._desk.inspector.document
        return document is not None and len(document.parses) > 1

    def copy_scores(self) -> None:
        """Put the score panel on the clipboard."""
        self._scores.copy()
        self._desk.tell("Copied the scores")
