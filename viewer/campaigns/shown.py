"""What the tables of a campaign are made from: its frames, which scores they show, rows in blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

import polars as pl

from goldleaf.core.campaigns.description import Run
from goldleaf.core.campaigns.results import Results, of_systems, of_treebanks
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import METRICS
from goldleaf.viewer.tables.table import Cell, Column, Kind, Table, Value


@dataclass(frozen=True, slots=True)
class Score:
    """A score of a measure."""

    measure: str
    metric: str
    score: str
    percent: bool

    @property
    def title(self) -> str:
        """What it is called in tables."""
        return f"{self.score} ({self.measure})"

    @property
    def short(self) -> str:
        """The same where there is little room: what differs from the campaign's options is said."""
        return f"{self.score}{self.measure.removeprefix(self.metric)}"

    @property
    def kind(self) -> Kind:
        """How its values are written."""
        return Kind.SHARE if self.percent else Kind.FIGURE


@dataclass(frozen=True, eq=False)
class Shown:
    """The results with their frames (see `core.campaigns`); ``scores`` are the campaign's own, ``others`` with other
    options."""

    results: Results
    figures: pl.DataFrame
    averages: pl.DataFrame
    treebanks: pl.DataFrame
    scores: Sequence[Score]
    others: Sequence[Score]

    @property
    def runs(self) -> Sequence[Run]:
        """The campaign's runs."""
        return self.results.campaign.runs

    def of(self, frame: pl.DataFrame, score: Score, run: Run | None = None) -> pl.DataFrame:
        """The rows of a frame that are about a score, and a run."""
        own = frame.filter(pl.col("measure") == score.measure, pl.col("score") == score.score)
        return own if run is None else of_run(own, run)


def of_run(frame: pl.DataFrame, run: Run) -> pl.DataFrame:
    """The rows of a frame that are about a run."""
    return frame.filter(pl.col("scenario") == run.scenario, pl.col("training") == run.training)


def shown(results: Results, names: Sequence[str] = ()) -> Shown:
    """Results ready for tables, of the scores of these names or of those that the campaign shows.

    Raises OptionError for a score that there is not.
    """
    figures = results.figures()
    rows = figures.select("measure", "metric", "score", "percent").unique(maintain_order=True)
    there = [Score(*row) for row in rows.iter_rows()]
    known = list(dict.fromkeys(score.score for score in there))
    said = results.campaign.scores
    listed = list(dict.fromkeys(chain.from_iterable(said.values())))
    if not names and said and there and not {*listed} & {*known}:
        raise OptionError(
            f"{results.campaign.path}: scores: {', '.join(listed)}: no treebank here has any of them; "
            f"there are {', '.join(known)}"
        )
    for name in names:
        if there and name not in known:
            raise OptionError(f"--score {name}: no such score here; there are {', '.join(known)}")
    wanted: dict[str, Sequence[str]] = {}
    for metric in dict.fromkeys(score.metric for score in there):
        main = METRICS[metric].main or next(iter(METRICS[metric].ratios))
        wanted[metric] = names or (said.get(metric, ()) if said else [main])
    order = {measure.name: number for number, measure in enumerate(results.campaign.measures)}
    chosen = [score for score in there if score.score in wanted[score.metric]]
    chosen.sort(key=lambda score: (order[score.measure], wanted[score.metric].index(score.score)))
    own = {measure.name for measure in results.measures}
    return Shown(
        results=results,
        figures=figures,
        averages=of_systems(figures),
        treebanks=of_treebanks(figures),
        scores=[score for score in chosen if score.measure in own],
        others=[score for score in chosen if score.measure not in own],
    )


Row: TypeAlias = list[Value | Cell]


class Body:
    """The rows of a table as they come, in blocks."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self._blocks: dict[int, str] = {}

    def add(self, title: str, rows: Sequence[Row]) -> None:
        """A block of rows, if there are any; one without a title is told from what is above it by a rule."""
        if rows:
            if title or self._rows:
                self._blocks[len(self._rows)] = title
            self._rows += rows

    def table(self, title: str, columns: Sequence[Column], note: str = "") -> Table:
        """All of it as a table."""
        return Table(title, columns, self._rows, note, self._blocks)
