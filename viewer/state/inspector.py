"""What is looked at: document, sentence, parse, filter, order, selection, look. Panels talk to it alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
import polars as pl
from PySide6.QtCore import QObject, Signal

from goldleaf.core.analysis.search.filtering import Filtered
from goldleaf.core.analysis.sides.layers import OF_TREES, Layer
from goldleaf.core.facts import spread
from goldleaf.core.metrics import Metric
from goldleaf.viewer.diagram.naming import Difference, Wording
from goldleaf.viewer.diagram.shapes import Key
from goldleaf.viewer.session import navigation
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.found import Hit, hits_in
from goldleaf.viewer.session.navigation import Rows
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views import AUTO, Look, View, forgotten, view_of, views_of
from goldleaf.viewer.views.everyone import shows_all, wording_of
from goldleaf.viewer.views.view import ReviewOutcome


class Inspector(QObject):
    """Holds the state, which methods change; each change is told once by a signal, and only if it is one. Document,
    filter and order make the list of rows that is walked through. ``row`` may be outside it, as after filtering."""

    document_changed = Signal()
    rows_changed = Signal()  # the filter or the order
    sentence_changed = Signal()  # another sentence, parse or document
    selection_changed = Signal()
    look_changed = Signal()
    metric_changed = Signal()  # whose differences are shown
    marks_changed = Signal()  # what a reviewer has said of the sentences
    forgiven_changed = Signal()  # whether forgiven differences are listed one by one

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document: Document | None = None  # what is open, as it is shown
        self.whole: Document | None = None  # the same with what is kept from somebody who reviews blind
        self.seen_as: Callable[[Document], Document] = lambda document: document  # what is shown of one
        self.row = 0  # of the sentence that is shown
        self.parse = 0  # that is shown; −1 for the gold alone
        self.rows: Rows = np.arange(0)  # of the list, in its order
        self.order: tuple[str | None, bool] = (None, False)  # the list's column, and whether from the greatest down
        self._found: tuple[Filtered, int] | None = None  # what the filter has found of which parse; None without one
        self.marks: pl.DataFrame | None = None  # beside the table: what reviewers have said; None outside of a review
        self.said_of_words: Callable[[], pl.DataFrame] | None = None  # in a review: the verdicts on words
        self.selection: Key | None = None  # the selected element of the pictures
        self.look = Look()  # how sentences are shown
        self.differences: Sequence[Difference] = ()  # of the sentence that is shown, as whoever draws it has set them
        # In a review: what is shown of what its choices come to for the sentence in a row.
        self.outcome: Callable[[int], ReviewOutcome | None] = lambda _: None
        self.chosen_metric: str | None = None  # whose differences are asked for; None for those of the view
        self.forgiven_listed = False  # forgiven differences are listed and stepped over, not folded into a line

    @property
    def table(self) -> pl.DataFrame:
        """The table of sentences with all its columns; empty without a document."""
        if self.document is None:
            return pl.DataFrame()
        return self.document.table if self.further is None else self.document.table.with_columns(self.further)

    @property
    def of_versions(self) -> bool:
        """Whether two versions of a treebank are compared."""
        return self.document is not None and self.document.versions is not None

    @property
    def further(self) -> pl.DataFrame | None:
        """What columns the table has besides the document's: differences in the chosen layers, reviewers' marks."""
        if self.document is None or not self.layers:
            return self.marks
        differences = self.document.layers.counts(self.parse, self.layers, everyone=self.everyone)
        if self.of_versions:  # what one of them lacks is not compared
            differences = differences.set(self.document.table["change"].is_in(["removed", "added"]), None)
        counts = differences.to_frame()
        return counts if self.marks is None else counts.with_columns(self.marks)

    @property
    def view(self) -> View:
        return view_of(self.look, self.document)

    @property
    def drawn_metric(self) -> Metric | None:
        if self.document is None:
            return None
        return self.document.metric_for(self.view.name, self.view.metric, self.chosen_metric)

    @property
    def metric(self) -> Metric | None:
        """The metric whose differences are listed and walked through: that of the picture, unless it has none."""
        return self.undrawn_metric or self.drawn_metric

    @property
    def undrawn_metric(self) -> Metric | None:
        """The chosen metric, or the only one that scores, if no view shows its facts of these files."""
        if (document := self.document) is None:
            return None
        alone = document.metrics[0] if len(document.metrics) == 1 else None
        chosen = next((metric for metric in document.metrics if metric.name == self.chosen_metric), alone)
        return chosen if chosen is not None and not views_of(chosen, document) else None

    @property
    def known_layers(self) -> tuple[Layer, ...]:
        """The layers in which the sides that are shown can differ; none before all is read."""
        if self.document is None or not self.document.complete or self.parse < 0:
            return ()
        layers = self.document.layers
        shown = range(len(self.document.parses)) if self.everyone else (self.parse,)
        return tuple(dict.fromkeys(layer for parse in shown for layer in layers.known(parse)))

    @property
    def everyone(self) -> bool:
        """Whether the places where any two sides differ are listed, not only those of the two that are shown."""
        if self.document is None or self.parse < 0 or "layers" not in self.view.heeds:
            return False
        return shows_all(self.look, self.document)

    def show_everyone(self, everyone: bool) -> None:
        """Look at all sides together, or at the gold, or first annotator, and one parse. Together they are seen in
        layers alone: if none is chosen in those of trees, until there are two again."""
        if everyone != self.everyone:
            layers = self.look.layers if self.layers else OF_TREES
            if not everyone and layers == OF_TREES and self.document is not None and not self.document.adjudicated:
                layers = ()
            self.set_look(replace(self.look, everyone=everyone, layers=layers))
            self._sort()
            self.rows_changed.emit()

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The chosen layers, as far as there are such; without any, differences are what the metric counts."""
        if not self.look.layers or "layers" not in self.view.heeds:
            return ()
        return tuple(layer for layer in self.known_layers if layer in self.look.layers)

    @property
    def filtered(self) -> bool:
        return self._found is not None

    @property
    def found(self) -> Filtered | None:
        """What the filter that is set has found of the parse that is shown; None without one."""
        return self._found[0] if self._found is not None and self._found[1] == self.parse else None

    @property
    def hits(self) -> list[Hit]:
        found, pair = self.found, self.pair
        if found is None or pair is None or self.document is None or self.row not in found.rows:
            return []
        return hits_in(self.document, self.parse, found, self.row, pair)

    @property
    def walks_hits(self) -> bool:
        """Whether the filter looks for words or nodes, from one of which to another one can go."""
        return self.found is not None and (self.found.hits is not None or self.found.nodes is not None)

    @property
    def pair(self) -> Pair | None:
        return None if (metric := self.drawn_metric) is None else self.pair_by(metric)

    def pair_by(self, metric: Metric) -> Pair | None:
        """The sentence that is shown as another metric compares it."""
        if self.document is None or self.row >= len(self.document):
            return None
        return self.document.pairs.at(self.row, self.parse, metric)

    @property
    def wording(self) -> Wording:
        return wording_of(self.document, self.parse)

    @property
    def place(self) -> int | None:
        """Where the sentence stands in the list; None if the filter leaves it out."""
        places = np.flatnonzero(self.rows == self.row)
        return int(places[0]) if len(places) else None

    def likely_next(self) -> list[int]:
        """The rows that one probably goes to from here: the next one, the next with a difference, the one before."""
        if self.document is None or not len(self.rows):
            return []
        likely = [navigation.step(self.rows, self.row, 1)]
        if self.marks is not None:  # Ctrl+Return goes there
            likely.insert(0, navigation.step_where(self.rows, (~self.marks["reviewed"]).to_numpy(), self.row, 1))
        if self.parse >= 0:
            likely.append(navigation.step_where(self.rows, self._differing(self.document).to_numpy(), self.row, 1))
        likely.append(navigation.step(self.rows, self.row, -1))
        return [row for row in dict.fromkeys(likely) if row is not None and row != self.row]

    def set_document(self, document: Document | None, *, keep: bool = False) -> None:
        """Show another document, without a filter; with ``keep`` (more was read) at the same sentence and parse."""
        self.whole = document
        self.document = document if document is None else self.seen_as(document)
        # A row a sentence: of other files they would say something of the wrong ones.
        if self.marks is not None and (document is None or len(document) != self.marks.height):
            self.marks = None
        self._found = None
        count, parses = (len(document), len(document.parses)) if document else (0, 0)
        self.row = min(self.row, max(count - 1, 0)) if keep else 0
        self.parse = min(max(self.parse, self._first_parse) if keep else 0, parses - 1)
        if not keep:
            self.look = replace(forgotten(self.look), against=None)
            if document is not None and self.look.view == "function" and document.hardly_functions:
                self.look = replace(self.look, view=AUTO)
            self.selection = None
            self.order = (None, False)
        self._sort()
        self.document_changed.emit()
        self.rows_changed.emit()
        self.sentence_changed.emit()

    def look_again(self) -> None:
        self.set_document(self.whole, keep=True)

    def go(self, row: int | None) -> None:
        if row is not None and row != self.row and self.document is not None and 0 <= row < len(self.document):
            self.row = row
            self.selection = None
            self.look = forgotten(self.look)
            self.sentence_changed.emit()
            self.selection_changed.emit()

    def step(self, by: int) -> None:
        self.go(navigation.step(self.rows, self.row, by))

    def step_to(self, wanted: pl.Series, by: int) -> bool:
        """Go to the next (1) or previous (−1) of the list's sentences that are wanted; False if there is none."""
        row = navigation.step_where(self.rows, wanted.to_numpy(), self.row, by)
        self.go(row)
        return row is not None

    def step_to_differing(self, by: int, *, words: bool = False) -> bool:
        """`step_to` one that has a difference; with ``words`` one whose words differ."""
        document = self.document
        if document is None or self.parse < 0:
            return False
        column = document.words_differ(self.parse)
        differ = document.table[column].fill_null(0) > 0 if words else self._differing(document)
        return self.step_to(differ, by)

    def _differing(self, document: Document) -> pl.Series:
        if self.layers and document.versions is None:
            return document.layers.counts(self.parse, self.layers, everyone=self.everyone) > 0
        return document.differing(self.parse, self.metric or document.metrics[0])

    @property
    def _first_parse(self) -> int:
        # Who reviews blind sees no side alone, which would tell that it is the gold.
        return -1 if self.document is None or self.document.blind is None else 0

    def set_parse(self, parse: int) -> None:
        """Compare with another parse; −1 for the gold alone."""
        if self.document is None or parse == self.parse:
            return
        if self._first_parse <= parse < len(self.document.parses):
            self.parse = parse
            self.look = replace(forgotten(self.look), against=None)
            self.sentence_changed.emit()

    def set_rivals(self, other: int | None, parse: int) -> None:
        """Compare with a parse, and draw a second one with it; None for none."""
        self.set_parse(parse)
        self.set_look(replace(self.look, against=other))

    def set_filter(self, found: Filtered | None) -> None:
        """Keep only the rows in the list in which this was ``found``; None for all."""
        self._found = None if found is None else (found, self.parse)
        self._sort()
        self.rows_changed.emit()

    def set_marks(self, marks: pl.DataFrame | None) -> None:
        """Put other columns beside the document's table: a row a sentence. The list keeps its order."""
        self.marks = marks
        self.marks_changed.emit()

    def set_order(self, column: str | None, descending: bool) -> None:
        """Sort the list by a column of the document's table; None for the files' order."""
        if self.order != (column, descending):
            self.order = (column, descending)
            self._sort()
            self.rows_changed.emit()

    def select(self, key: Key | None) -> None:
        if key != self.selection:
            self.selection = key
            self.selection_changed.emit()

    def choose_metric(self, name: str | None) -> None:
        if name != self.chosen_metric:
            self.chosen_metric = name
            self.metric_changed.emit()

    def choose_layers(self, layers: Iterable[Layer]) -> None:
        """Show the differences in these layers; in none, what the metric counts."""
        wanted = {*layers}
        # In one order, however they were chosen: another one would be drawn and listed again.
        chosen = tuple(layer for layer in Layer if layer in wanted)
        if chosen != self.look.layers:
            self.set_look(replace(self.look, layers=chosen))
            self._sort()
            self.rows_changed.emit()

    def list_forgiven(self, listed: bool) -> None:
        """List and step over forgiven differences one by one, or fold them into a line."""
        if listed != self.forgiven_listed:
            self.forgiven_listed = listed
            self.forgiven_changed.emit()

    def set_look(self, look: Look) -> None:
        if look != self.look:
            self.look = look
            self.look_changed.emit()

    def _sort(self) -> None:
        self.rows = navigation.ordered(self.table, *self.order)
        if self.document is not None and self._found is not None:
            self.rows = self.rows[spread(len(self.rows), self._found[0].rows)[self.rows]]
