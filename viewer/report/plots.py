"""The plots of a report: scores by length, recall by label, and which labels are taken for which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from goldleaf.core.analysis.breakdown import Table
from goldleaf.core.metrics import Metric
from goldleaf.core.results import tables as breakdowns
from goldleaf.core.scoring import Scored
from goldleaf.viewer.plots import Axis, Bars, Cell, HeatMap, Lines, Plot, Point, Series
from goldleaf.viewer.report.chosen import Chosen
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.parse import Parse
from goldleaf.viewer.session.scores import title_of

LENGTHS = (1, 6, 11, 16, 21, 31, 41, 61)
"""Words of the shortest sentences of each group."""

MOST_LABELS = 15
_LABELS = ("deprel", "constituents")


def plots(document: Document, chosen: Chosen, confusions: pl.DataFrame) -> Iterator[Plot]:
    """What can be plotted of the chosen sentences; ``confusions`` are the first parse's (see `tables.confusions`)."""
    if (by_length := _by_length(document, chosen)) is not None:
        yield by_length
    yield from _by_label(document, chosen)
    if confusions.height:
        yield heat_map(confusions, document.parses[0].name)


def _by_length(document: Document, chosen: Chosen) -> Lines | None:
    """A metric's main score by the words of sentences; None with less than two lengths."""
    metric, rows = chosen.metric, pl.Series(chosen.rows, dtype=pl.UInt32)
    groups = _lengths(document.gold.sentences["words"][rows])
    scored = {parse.name: parse.scored[metric.name] for parse in document.parses}
    first = next(iter(scored.values()))
    main = metric.main or next(iter(first.ratios))
    if len(groups) < 2 or not first.ratios[main].percent:
        return None
    return Lines(
        title=f"{title_of(main)} by length",
        x=Axis(title="words of the sentence", names=tuple(groups)),
        y=Axis(title=title_of(main), percent=True),
        series=tuple(_line(name, one, main, rows, [*groups.values()]) for name, one in scored.items()),
        note=f"{title_of(main)} of {metric.title} over the sentences of so many words.",
    )


def _lengths(words: pl.Series) -> dict[str, pl.Series]:
    """For each group of lengths that there is which sentences are in it, by its name."""
    ends = [*(first - 1 for first in LENGTHS[1:]), None]
    found = {}
    for first, end in zip(LENGTHS, ends, strict=True):
        inside = (words >= first) & (words <= end) if end else words >= first
        if inside.any():
            found[f"{first}–{end}" if end else f"{first} and more"] = inside
    return found


def _line(name: str, scored: Scored, main: str, rows: pl.Series, groups: Sequence[pl.Series]) -> Series:
    counts = scored.counts[rows]
    values = (Scored(scored.metric, counts.filter(group)).scores()[main].value for group in groups)
    return Series(name, tuple(Point(x=float(x), y=value) for x, value in enumerate(values) if value is not None))


def _by_label(document: Document, chosen: Chosen) -> Iterator[Bars]:
    """For each metric that has labels their recall, of those that the gold has most often."""
    rows = pl.Series(chosen.rows, dtype=pl.UInt32) if chosen.condition else None
    for metric in document.metrics:
        found = {one.name: _labels(one.scored[metric.name], document, one, rows) for one in document.parses}
        frames = {name: table.frame for name, table in found.items() if table is not None}
        if len(frames) == len(document.parses):
            yield from _bars(metric, frames)


def _bars(metric: Metric, frames: Mapping[str, pl.DataFrame]) -> Iterator[Bars]:
    first = next(iter(frames.values()))
    label = first.columns[0]
    often = first.sort("gold", descending=True, maintain_order=True)
    names = often[label].cast(pl.String)[:MOST_LABELS].to_list()
    if len(names) > 1:
        yield Bars(
            title=f"Recall by {'relation' if label == 'deprel' else label}: {metric.title}",
            x=Axis(title="recall", percent=True, low=0.0, high=1.0),
            y=Axis(title="relation" if label == "deprel" else label, names=tuple(names)),
            series=tuple(Series(name, _recalls(frame, label, names)) for name, frame in frames.items()),
            note=f"How many of the gold's are found, of the {len(names)} labels that the gold has most often.",
        )


def _labels(scored: Scored, document: Document, parse: Parse, rows: pl.Series | None) -> Table | None:
    return next(iter(breakdowns(scored, document.gold, parse.treebank, rows, _LABELS)), None)


def _recalls(frame: pl.DataFrame, label: str, names: list[str]) -> tuple[Point, ...]:
    known = dict(zip(frame[label].cast(pl.String), frame["recall"], strict=True))
    values = ((place, known.get(name)) for place, name in enumerate(names))
    return tuple(Point(x=value, y=float(place)) for place, value in values if value is not None)


def heat_map(confusions: pl.DataFrame, parse: str) -> HeatMap:
    """The labels that are confused most often, the gold's in rows, a parse's in columns."""
    wrong = confusions.filter(pl.col("gold") != pl.col("parse"))
    sides = [wrong.select(label=side, words="words") for side in ("gold", "parse")]
    often = (
        pl.concat(sides).group_by("label").agg(pl.col("words").sum()).sort("words", "label", descending=[True, False])
    )
    names = often["label"][:MOST_LABELS].to_list()
    place = {name: number for number, name in enumerate(names)}
    cells = tuple(
        Cell(
            row=place[gold],
            column=place[label],
            value=float(words),
            text=f"{words:,}",
            plain=gold == label,
        )
        for gold, label, words in confusions.iter_rows()
        if gold in place and label in place
    )
    return HeatMap(
        title=f"Confused relations: {parse}",
        x=Axis(title="parse", names=tuple(names)),
        y=Axis(title="gold", names=tuple(names)),
        cells=cells,
        note=f"Words by the gold's relation (rows) and the parse's (columns); the {len(names)} that are confused most.",
    )
