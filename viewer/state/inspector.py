"""What is looked at: document, sentence, parse, filter, order, selection, look. Panels talk to it alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import polars as pl
from PySide6.QtCore import QObject, Signal

from goldleaf.core.analysis.search.filtering import Filtered
from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.metrics import Metric
from goldleaf.viewer.diagram.naming import Wording
from goldleaf.viewer.diagram.options import Mode, Options
from goldleaf.viewer.diagram.shapes import Key
from goldleaf.viewer.figures.figure import pair_for
from goldleaf.viewer.session import navigation
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.hits import Hit, hits_in
from goldleaf.viewer.session.navigation import Rows
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views import Look, View, forgotten, is_drawn, view_of
from goldleaf.viewer.views.wording import wording_of

_NOTHING: Rows = np.arange(0)


class Inspector(QObject):
    """Holds the state; each change is told once by a signal, and only if it is one.

    Document, filter and order make the list of rows that is walked through. ``row`` may be outside the list, as when a
    filter has just been set.
    """

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
        self._whole: Document | None = None
        self._document: Document | None = None
        self.seen_as: Callable[[Document], Document] = lambda document: document  # what is shown of one
        self._row = 0
        self._parse = 0
        self._matching: Rows | None = None
        self._found: tuple[Filtered, int] | None = None
        self._order: tuple[str | None, bool] = (None, False)
        self._rows = _NOTHING
        self._selection: Key | None = None
        self._look = Look()
        self._chosen: str | None = None
        self._marks: pl.DataFrame | None = None
        self._forgiven_listed = False

    @property
    def document(self) -> Document | None:
        """What is open, as it is shown."""
        return self._document

    @property
    def whole(self) -> Document | None:
        """What is open, with what is kept from somebody who reviews blind."""
        return self._whole

    @property
    def marks(self) -> pl.DataFrame | None:
        """Columns that stand beside the document's table: what reviewers have said; None outside of a review."""
        return self._marks

    @property
    def table(self) -> pl.DataFrame:
        """The table of sentences with all its columns; empty without a document."""
        if self._document is None:
            return pl.DataFrame()
        return self._document.table if self.further is None else self._document.table.with_columns(self.further)

    @property
    def further(self) -> pl.DataFrame | None:
        """What columns the table has besides the document's: differences in the chosen layers, reviewers' marks."""
        if self._document is None or not self.layers:
            return self._marks
        counts = self._document.layers.counts(self._parse, self.layers).to_frame()
        return counts if self._marks is None else counts.with_columns(self._marks)

    @property
    def row(self) -> int:
        """The row of the sentence that is shown."""
        return self._row

    @property
    def parse(self) -> int:
        """The parse that is shown; −1 for the gold alone."""
        return self._parse

    @property
    def view(self) -> View:
        """The kind of picture that is shown."""
        return view_of(self._look, self._document)

    @property
    def chosen_metric(self) -> str | None:
        """The name of the metric whose differences are asked for; None for those of the view."""
        return self._chosen

    @property
    def drawn_metric(self) -> Metric | None:
        """The metric whose facts the picture shows."""
        if self._document is None:
            return None
        return self._document.metric_for(self.view.name, self.view.metric, self._chosen)

    @property
    def metric(self) -> Metric | None:
        """The metric whose differences are listed and walked through: that of the picture, unless it has none."""
        return self.undrawn_metric or self.drawn_metric

    @property
    def undrawn_metric(self) -> Metric | None:
        """The chosen metric, or the only one that scores, if no view shows its facts of these files."""
        document = self._document
        if document is None:
            return None
        alone = document.metrics[0] if len(document.metrics) == 1 else None
        chosen = next((metric for metric in document.metrics if metric.name == self._chosen), alone)
        return chosen if chosen is not None and not is_drawn(chosen, document) else None

    @property
    def known_layers(self) -> tuple[Layer, ...]:
        """The layers in which gold and parse can differ; none before all is read."""
        if self._document is None or not self._document.complete or self._parse < 0:
            return ()
        return self._document.layers.known(self._parse)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The chosen layers, as far as there are such; without any, differences are what the metric counts."""
        if not self._look.layers or "layers" not in self.view.heeds:
            return ()
        return tuple(layer for layer in self.known_layers if layer in self._look.layers)

    @property
    def rows(self) -> Rows:
        """The rows of the list, in its order."""
        return self._rows

    @property
    def order(self) -> tuple[str | None, bool]:
        """The column by which the list is sorted, and whether from the greatest down."""
        return self._order

    @property
    def filtered(self) -> bool:
        """Whether a filter is set."""
        return self._matching is not None

    @property
    def found(self) -> Filtered | None:
        """What the filter that is set has found of the parse that is shown; None without one."""
        return self._found[0] if self._found is not None and self._found[1] == self._parse else None

    @property
    def hits(self) -> list[Hit]:
        """What the filter has found in the sentence that is shown."""
        found, pair = self.found, self.pair
        if found is None or pair is None or self._document is None or self._row not in found.rows:
            return []
        return hits_in(self._document, self._parse, found, self._row, pair)

    @property
    def walks_hits(self) -> bool:
        """Whether the filter looks for words or nodes, from one of which to another one can go."""
        return self.found is not None and (self.found.hits is not None or self.found.nodes is not None)

    @property
    def selection(self) -> Key | None:
        """The selected element of the pictures."""
        return self._selection

    @property
    def forgiven_listed(self) -> bool:
        """Whether forgiven differences are listed and stepped over one by one, not folded into a line."""
        return self._forgiven_listed

    @property
    def look(self) -> Look:
        """How sentences are shown."""
        return self._look

    @property
    def pair(self) -> Pair | None:
        """The sentence that is shown, in gold and parse."""
        if self._document is None or self._row >= len(self._document):
            return None
        return pair_for(self._document, self._row, self._parse, self._look, self._chosen)

    def pair_by(self, metric: Metric) -> Pair | None:
        """The sentence that is shown as another metric compares it."""
        if self._document is None or self._row >= len(self._document):
            return None
        return self._document.pairs.at(self._row, self._parse, metric)

    @property
    def parse_name(self) -> str:
        """The name of the parse that is shown."""
        return self._document.parses[self._parse].name if self._document and self._parse >= 0 else "parse"

    @property
    def wording(self) -> Wording:
        """How the document speaks of gold and parse, or of the two annotators that are shown."""
        return wording_of(self._document, self._parse)

    @property
    def place(self) -> int | None:
        """Where the sentence stands in the list; None if the filter leaves it out."""
        places = np.flatnonzero(self._rows == self._row)
        return int(places[0]) if len(places) else None

    def likely_next(self) -> list[int]:
        """The rows that one probably goes to from here: the next one, the next with a difference, the one before."""
        if self._document is None or not len(self._rows):
            return []
        found = [navigation.step(self._rows, self._row, 1)]
        if self._parse >= 0:
            wanted = self._differing(self._document)
            found.append(navigation.step_where(self._rows, wanted, self._row, 1))
        found.append(navigation.step(self._rows, self._row, -1))
        return [row for row in dict.fromkeys(found) if row is not None and row != self._row]

    def set_document(self, document: Document | None, *, keep: bool = False) -> None:
        """Show another document; with ``keep`` at the same sentence and parse, as after reading more of it.

        The filter is given up: its rows were the old document's.
        """
        self._whole = document
        self._document = document if document is None else self.seen_as(document)
        if self._marks is not None and (document is None or len(document) != self._marks.height):
            self._marks = None
        self._matching = self._found = None
        count, parses = (len(document), len(document.parses)) if document else (0, 0)
        self._row = min(self._row, max(count - 1, 0)) if keep else 0
        self._parse = min(max(self._parse, self._first_parse) if keep else 0, parses - 1)
        if not keep:
            self._look = replace(forgotten(self._look), against=None)
            self._selection = None
            self._order = (None, False)
        self._sort()
        self.document_changed.emit()
        self.rows_changed.emit()
        self.sentence_changed.emit()

    def look_again(self) -> None:
        """Show the document anew, as it is to be seen now."""
        self.set_document(self._whole, keep=True)

    def go(self, row: int | None) -> None:
        """Show the sentence in this row; None for staying."""
        if row is not None and row != self._row and self._document is not None and 0 <= row < len(self._document):
            self._row = row
            self._selection = None
            self._look = forgotten(self._look)
            self.sentence_changed.emit()
            self.selection_changed.emit()

    def step(self, by: int) -> None:
        """Go so many sentences further in the list."""
        self.go(navigation.step(self._rows, self._row, by))

    def step_to_differing(self, by: int, *, words: bool = False) -> bool:
        """Go to the next (1) or previous (−1) sentence of the list that has a difference; False if there is none.

        With ``words`` to one whose words differ.
        """
        document = self._document
        if document is None or self._parse < 0:
            return False
        wanted = self._differing(document)
        if words:
            wanted = (document.table[document.words_differ(self._parse)].fill_null(0) > 0).to_numpy()
        row = navigation.step_where(self._rows, wanted, self._row, by)
        self.go(row)
        return row is not None

    def _differing(self, document: Document) -> npt.NDArray[np.bool_]:
        if self.layers:
            return (document.layers.counts(self._parse, self.layers) > 0).to_numpy()
        return document.differing(self._parse, self.metric or document.metrics[0])

    @property
    def _first_parse(self) -> int:
        """The gold alone, −1, unless nobody is to know which it is."""
        return -1 if self._document is None or self._document.blind is None else 0

    def set_parse(self, parse: int) -> None:
        """Compare with another parse; −1 for the gold alone."""
        if self._document is None or parse == self._parse:
            return
        if self._first_parse <= parse < len(self._document.parses):
            self._parse = parse
            self._look = replace(forgotten(self._look), against=None)
            self.sentence_changed.emit()

    def set_rivals(self, other: int | None, parse: int) -> None:
        """Compare with a parse, and draw a second one with it; None for none."""
        self.set_parse(parse)
        self.set_look(replace(self._look, against=other))

    @property
    def against(self) -> int | None:
        """The second parse that is drawn with the gold and the parse; None without one."""
        return self._look.against

    def set_filter(self, matching: Rows | None, found: Filtered | None = None) -> None:
        """Keep only these rows (ascending) in the list, in which this was ``found``; None for all."""
        self._matching = matching
        self._found = None if found is None else (found, self._parse)
        self._sort()
        self.rows_changed.emit()

    def set_marks(self, marks: pl.DataFrame | None) -> None:
        """Put other columns beside the document's table: a row a sentence. The list keeps its order."""
        self._marks = marks
        self.marks_changed.emit()

    def set_order(self, column: str | None, descending: bool) -> None:
        """Sort the list by a column of the document's table; None for the files' order."""
        if self._order != (column, descending):
            self._order = (column, descending)
            self._sort()
            self.rows_changed.emit()

    def select(self, key: Key | None) -> None:
        """Select an element of the pictures."""
        if key != self._selection:
            self._selection = key
            self.selection_changed.emit()

    def choose_metric(self, name: str | None) -> None:
        """Show the differences of another metric; None for the view's usual one."""
        if name != self._chosen:
            self._chosen = name
            self.metric_changed.emit()

    def choose_layers(self, layers: Iterable[Layer]) -> None:
        """Show the differences in these layers; in none, what the metric counts."""
        wanted = {*layers}
        chosen = tuple(layer for layer in Layer if layer in wanted)
        if chosen != self._look.layers:
            self.set_look(replace(self._look, layers=chosen))
            self._sort()
            self.rows_changed.emit()

    def list_forgiven(self, listed: bool) -> None:
        """List and step over forgiven differences one by one, or fold them into a line."""
        if listed != self._forgiven_listed:
            self._forgiven_listed = listed
            self.forgiven_changed.emit()

    def set_mode(self, mode: Mode) -> None:
        """Place the pictures in another way."""
        self.set_look(replace(self._look, mode=mode))

    def set_options(self, options: Options) -> None:
        """Change what the pictures show."""
        self.set_look(replace(self._look, options=options))

    @property
    def options(self) -> Options:
        """What the pictures show."""
        return self._look.options

    def set_look(self, look: Look) -> None:
        """Show sentences in another way."""
        if look != self._look:
            self._look = look
            self.look_changed.emit()

    def _sort(self) -> None:
        if self._document is None:
            self._rows = _NOTHING
            return
        rows = navigation.ordered(self.table, *self._order)
        if self._matching is not None:
            chosen = np.zeros(len(self._document), bool)
            chosen[self._matching] = True
            rows = rows[chosen[rows]]
        self._rows = rows
