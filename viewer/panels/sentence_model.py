"""The table of sentences as Qt's model, and what its columns are called. It looks into the frame where it is seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from goldleaf.core.analysis.sides.sentence_table import DIFFERENCES, NO_TREE, OWN, WORDS_DIFFER, FigureColumn
from goldleaf.core.metrics import METRICS
from goldleaf.core.metrics.base import plain_name
from goldleaf.viewer.diagram.bidi import strength
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.panels.table import Index, ShownCell, TableModel
from goldleaf.viewer.review.states import TITLES
from goldleaf.viewer.session.layers import LAYER_DIFFERENCES
from goldleaf.viewer.session.navigation import Rows
from goldleaf.viewer.tables.table import Column, Kind, text_of

MARK = "⚠ "
_FAINT = frozenset({"number", "id", "words"})
_IN_LAYERS = "How many differences there are in the chosen layers"
_TITLES = {
    **OWN,
    "change": ("Change", "What became of the sentence from the old version to the new one"),
    LAYER_DIFFERENCES: ("Diff.", f"{_IN_LAYERS} (filter name: {LAYER_DIFFERENCES})"),
    **TITLES,
}
_SCORES = {  # of several metrics' scores of one name that of the first
    plain_name(score): (metric.title_of(score), ratio)
    for metric in reversed([*METRICS.values()])
    for score, ratio in metric.ratios.items()
}
_LAST = (WORDS_DIFFER, NO_TREE, DIFFERENCES, *sorted(_SCORES, key=len, reverse=True))


class SentenceModel(TableModel):
    """Shows chosen rows and columns of a table of sentences. ``known`` are all columns that can be shown."""

    def __init__(self) -> None:
        super().__init__()
        self.known: tuple[Column, ...] = ()
        self._series: list[pl.Series] = []
        self._no_tree: pl.Series | None = None
        self._rows: Rows = np.arange(0)

    def set_table(
        self, table: pl.DataFrame, rows: Rows, chosen: list[str], figures: Sequence[str], wording: Wording
    ) -> None:
        """Show another table. ``chosen`` names columns; of none, the `usual` ones with these ``figures`` are shown."""
        self.known = columns_of(table, wording)
        named = {column.name: column for column in self.known}
        columns = tuple(named[name] for name in chosen if name in named) or usual(self.known, figures, wording)
        self._series = [table[column.name] for column in columns]
        # For each sentence why it is no tree in which file, null if it is one; no column where all are.
        names = [column.name for column in self.known if column.name.endswith(NO_TREE)]
        parts = [pl.lit(f"{_whose(name, wording)}: ") + pl.col(name) for name in names]
        self._no_tree = None
        if names:
            joined = table.select(why=pl.concat_str(parts, separator="; ", ignore_nulls=True)).to_series()
            self._no_tree = joined.set(joined == "", None)
        self.set_rows(rows, columns)

    def set_rows(self, rows: Rows, columns: Sequence[Column] | None = None) -> None:
        self._rows = rows
        self.show_rows(self.columns if columns is None else columns, len(rows), self._cell)

    def set_marks(self, marks: pl.DataFrame) -> None:
        for place, column in enumerate(self.columns):
            if column.name in marks.columns:
                before, self._series[place] = self._series[place], marks[column.name]
                # A verdict changes a row, of which alone something is painted.
                changed = np.flatnonzero(before.ne_missing(self._series[place]).to_numpy()[self._rows])
                if len(changed):
                    self.dataChanged.emit(self.index(int(changed[0]), place), self.index(int(changed[-1]), place))

    def row_at(self, index: Index) -> int:
        """The document's row at an index."""
        return int(self._rows[index.row()])

    @property
    def text_column(self) -> int | None:
        """The column of the sentences' text; None if it is not shown."""
        return next((place for place, column in enumerate(self.columns) if column.name == "text"), None)

    def widest(self, column: int) -> str:
        """What has the most letters of what stands in a column of numbers; scores are taken to reach 100."""
        shown, series = self.columns[column], self._series[column]
        if shown.kind is Kind.TEXT:
            return "999"
        highest = series.max() if len(series) else None
        samples = [written(shown, value) for value in (highest, 1.0 if shown.kind is Kind.SHARE else 100)]
        return max(samples, key=len)

    @property
    def mark(self) -> str:
        """What stands before the numbers of sentences that are no trees; empty if there are none."""
        return MARK if self._no_tree is not None else ""

    def _cell(self, row: int, column: int) -> ShownCell:
        """What stands in a cell: text and number have tips."""
        name, value, why_no_tree = self.columns[column].name, self._value(row, column), self._why_no_tree(row)
        told = {"text": value, "number": why_no_tree}.get(name) or ""
        return ShownCell(self._written(row, column), told, ink="faint" if name in _FAINT else "")

    def painted(self, row: int, column: int) -> tuple[str, bool, bool]:
        """A cell's text, whether it is set to the right, whether it stands back; for painting many of them."""
        shown = self.columns[column]
        return self._written(row, column), shown.kind is not Kind.TEXT, shown.name in _FAINT

    def sentence(self, row: int) -> tuple[str, bool]:
        """A sentence's text, and whether it runs from right to left."""
        column = self.text_column
        text = "" if column is None else self._written(row, column)
        return text, strength(text) > 0

    def share(self, row: int, column: int) -> float | None:
        """A score between 0 and 1; None of what is no score."""
        value = self._value(row, column) if self.columns[column].kind is Kind.SHARE else None
        return None if value is None else min(max(value, 0.0), 1.0)

    def _value(self, row: int, column: int) -> Any:  # noqa: ANN401
        return self._series[column][int(self._rows[row])]

    def _written(self, row: int, column: int) -> str:
        shown = self.columns[column]
        value = self._value(row, column)
        # Of versions most sentences are the same: a nothing in each of their rows would hide the others.
        nothing = not value and shown.name == LAYER_DIFFERENCES and "change" in (one.name for one in self.known)
        text = "" if nothing else written(shown, value)
        return f"{MARK}{text}" if shown.name == "number" and self._why_no_tree(row) else text

    def _why_no_tree(self, row: int) -> str | None:
        return None if self._no_tree is None else self._no_tree[int(self._rows[row])]


def written(column: Column, value: object) -> str:
    """How a value is written: flags as a tick, nothing as nothing, figures as their column says."""
    if value is None and column.kind is Kind.TEXT:
        return ""
    if isinstance(value, bool):
        return "✓" if value else "·"
    return text_of(value, column.kind)


def columns_of(table: pl.DataFrame, wording: Wording = REVIEW) -> tuple[Column, ...]:
    """The columns of a table of sentences; where no words differ or all are trees, none says so."""
    there = (name for name in table.columns if not name.endswith((WORDS_DIFFER, NO_TREE)) or table[name].max())
    return tuple(_column(name, table.schema[name], wording) for name in there)


def _column(name: str, dtype: pl.DataType, wording: Wording) -> Column:
    kind = Kind.FIGURE if dtype.is_float() else Kind.COUNT if dtype.is_numeric() else Kind.TEXT
    if name in _TITLES:
        title, told = _TITLES[name]
        return Column(name, title, kind, description=told)
    (before, last), suffix = _parts(name), f" (filter name: {name})"
    title, told = f"{before} {_short(last, wording)}".strip(), "Figure"
    if last == WORDS_DIFFER:
        told = wording.told("How many of the gold's words the parse splits, joins or lacks; if none, how many it adds")
    elif last == NO_TREE:
        title, told = f"{_whose(name, wording)}: no tree", "Why the heads make no tree"
    elif last == DIFFERENCES:
        title, told, suffix = f"{before} diff." if before else "Diff.", "How many differences the score counts", ""
    elif not dtype.is_float():
        title, told = wording.heading(name), "Shape of the tree"
    elif last in _SCORES:
        # Means, of crossing brackets, are no fractions; nor is a figure of which no metric says that it is one.
        kind, told = (Kind.SHARE, "Score, in per cent") if _SCORES[last][1].percent else (Kind.FIGURE, "Mean")
    return Column(name, title, kind, description=f"{told}{suffix}")


def _short(last: str, wording: Wording) -> str:
    """The title of what stands behind a parse's or metric's name."""
    title = _SCORES[last][0] if last in _SCORES else last.capitalize()
    return {WORDS_DIFFER: "≠ words", DIFFERENCES: "Diff."}.get(last) or wording.figures(title)


def _parts(name: str) -> tuple[str, str]:
    """What stands before the score's name in a column's (a parse, a metric), and the score's name."""
    last = next((score for score in _LAST if name == score or name.endswith(f"_{score}")), name.rpartition("_")[2])
    return name.removesuffix(last).rstrip("_"), last


def _whose(name: str, wording: Wording) -> str:
    """The name of whom a column is about; a single parse is none by name in columns."""
    before = _parts(name)[0]
    return {"": wording.gold, "parse": wording.parse}.get(before, before)


def grouped(
    columns: Sequence[Column], figures: Mapping[FigureColumn, str], wording: Wording = REVIEW
) -> tuple[list[Column], dict[str, dict[str, list[Column]]]]:
    """The sentence's own columns, and those that tell of parses: by the metric's title, then by the parse's name. What
    is no metric's comes last, without a parse's name. Titles of figures do without what they are grouped by."""
    known = {column.name: column for column in columns}
    own = [known.pop(name) for name in _TITLES if name in known]
    groups: dict[str, dict[str, list[Column]]] = {}
    for figure, name in figures.items():
        if name in known:
            column = replace(known.pop(name), heading=_short(_parts(name)[1], wording))
            groups.setdefault(METRICS[figure.metric].title, {}).setdefault(figure.parse, []).append(column)
    if known:
        groups["Words and trees"] = {"": [*known.values()]}
    return own, groups


def usual(columns: Sequence[Column], figures: Sequence[str], wording: Wording = REVIEW) -> tuple[Column, ...]:
    """What is shown at first: number, text, length, columns of figures by their names, and how far a review is. The
    titles of these do without parse and metric: they are always those that are shown."""
    known = {column.name: column for column in columns}
    names = [name for name in figures if name in known]
    of_figures = {name: replace(known[name], heading=_short(_parts(name)[1], wording)) for name in names}
    shown = known | of_figures
    return tuple(shown[name] for name in ("number", "text", "words", *of_figures, "state") if name in shown)
