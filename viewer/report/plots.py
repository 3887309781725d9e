"""The plots of a report: those that the window shows, of the chosen sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from goldleaf.core.analysis.metric_tables import Source
from goldleaf.core.metrics import Metric
from goldleaf.core.results import Source as SomeRows
from goldleaf.core.scoring import Scored
from goldleaf.core.steps import Steps, in_turn
from goldleaf.viewer.plots import Bars, HeatMap, Lines, Plot
from goldleaf.viewer.plots.of_scores import Plotted, plots_of
from goldleaf.viewer.report.chosen import Chosen
from goldleaf.viewer.session.breakdowns import Source as AllRows
from goldleaf.viewer.session.document import Document

OF_ALL_PARSES = ("length", "distance", "error-mass", "arc-length")
OF_EACH_PARSE = ("confusions", "contingency")


def plots(document: Document, chosen: Chosen) -> Steps[list[Plot]]:
    """Scores by length and distance and the error mass under each metric, with all parses in each plot."""
    found = [
        plots_of(metric)[name].make(parses)
        for metric in document.metrics
        if (parses := _plotted(document, metric, chosen))
        for name in OF_ALL_PARSES
        if name in plots_of(metric)
    ]
    return [plot for plot in (yield from in_turn(found)) if _says_something(plot)]


def matrices(document: Document, chosen: Chosen) -> Steps[list[Plot]]:
    """What each parse takes for what, under each metric whose facts have labels."""
    found = [
        plots_of(metric)[name].make([parse])
        for metric in document.metrics
        for parse in _plotted(document, metric, chosen)
        for name in OF_EACH_PARSE
        if name in plots_of(metric)
    ]
    return [plot for plot in (yield from in_turn(found)) if _says_something(plot)]


def _plotted(document: Document, metric: Metric, chosen: Chosen) -> Sequence[Plotted]:
    return [
        Plotted(parse.name, _source(document, number, parse.scored[metric.name], chosen), chosen=True)
        for number, parse in enumerate(document.parses)
        if metric.name in parse.scored
    ]


def _source(document: Document, number: int, scored: Scored, chosen: Chosen) -> Source:
    if not chosen.condition:
        return AllRows(document, number, scored)
    rows = pl.Series(chosen.rows, dtype=pl.UInt32)
    only = replace(scored, counts=scored.counts[rows])
    return SomeRows(only, document.gold, document.parses[number].treebank, rows)


def _says_something(plot: Plot) -> bool:
    """Whether there is more than one point, a bar, or a figure off the diagonal."""
    match plot:
        case Lines():
            return any(len(one.points) > 1 for one in plot.series)
        case Bars():
            return bool(plot.y.names)
        case HeatMap():
            return any(not cell.plain for cell in plot.cells)
    return True
