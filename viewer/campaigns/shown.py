"""What the tables of a campaign are made from: its frames, and which scores they show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import polars as pl

from goldleaf.core.campaigns import Results, Run
from goldleaf.core.campaigns.averages import of_systems, of_treebanks
from goldleaf.core.campaigns.description import shown as usual
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import METRICS
from goldleaf.viewer.tables.table import Kind


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
    there = _there(figures)
    wanted = _wanted(results, there, names)
    order = {one.name: number for number, one in enumerate(results.campaign.measures)}
    chosen = [one for one in there if one.score in wanted[one.metric]]
    chosen.sort(key=lambda one: (order[one.measure], wanted[one.metric].index(one.score)))
    own = {one.name for one in results.measures}
    return Shown(
        results=results,
        figures=figures,
        averages=of_systems(figures),
        treebanks=of_treebanks(figures),
        scores=[one for one in chosen if one.measure in own],
        others=[one for one in chosen if one.measure not in own],
    )


def _wanted(results: Results, there: Sequence[Score], names: Sequence[str]) -> dict[str, list[str]]:
    """The names of scores by metric, in their order."""
    metrics = list(dict.fromkeys(one.metric for one in there))
    said = results.campaign.scores
    known = list(dict.fromkeys(one.score for one in there))
    if not names:
        listed = list(dict.fromkeys(chain.from_iterable(said.values())))
        if said and there and not {*listed} & {*known}:
            raise OptionError(
                f"{results.campaign.path}: scores: {', '.join(listed)}: no treebank here has any of them; "
                f"there are {', '.join(known)}"
            )
        return {name: [*said.get(name, ())] if said else usual(METRICS[name], None) for name in metrics}
    for name in names:
        if there and name not in known:
            raise OptionError(f"--score {name}: no such score here; there are {', '.join(known)}")
    return {metric: [*names] for metric in metrics}


def _there(figures: pl.DataFrame) -> list[Score]:
    """The scores that any system has on any treebank."""
    rows = figures.select("measure", "metric", "score", "percent").unique(maintain_order=True)
    return [Score(*row) for row in rows.iter_rows()]
