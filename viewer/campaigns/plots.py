"""Score against size or ratio over treebanks, as bubbles (SPMRL 2013, Figures 2–4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from goldleaf.core.campaigns.results import Results, of_treebanks
from goldleaf.core.metrics import METRICS
from goldleaf.viewer.campaigns.scores import of_run
from goldleaf.viewer.plots import Axis, Bubbles, Point, Series


@dataclass(frozen=True, slots=True)
class Kind:
    """A plot: whose score, which property of the treebanks, and what that is called."""

    name: str
    metric: str
    score: str
    property: str
    title: str


KINDS = (
    Kind("las", "attachment", "las", "words_a_relation", "words / labels"),
    Kind("f1", "parseval", "f1", "constituents_a_sentence", "constituents / sentences"),
    Kind("leaf-ancestor", "leaf-ancestor", "la_sentences", "constituents_a_sentence", "constituents / sentences"),
)
"""In the order of the paper's figures."""


def plots(results: Results) -> Iterator[tuple[str, Bubbles]]:
    """The plots that the campaign has figures for, by name. A bubble a treebank, as large as many systems submitted.
    The properties are those of what systems were trained on where that is known, else of the gold."""
    averages = of_treebanks(results.figures())
    for kind in KINDS:
        own = averages.filter(pl.col("measure") == kind.metric, pl.col("score") == kind.score)
        series = []
        for run in results.campaign.runs:
            points = []
            for row in of_run(own, run).iter_rows(named=True):
                sides = results.properties.get(row["treebank"], {})
                value = (sides.get("train") or sides.get("gold") or {}).get(kind.property)
                if isinstance(value, int | float) and row["average"] is not None:
                    points.append(Point(x=value, y=row["average"], size=row["systems"], label=row["treebank"]))
            if points:
                series.append(Series(run.name, tuple(points)))
        if series:
            yield (
                kind.name,
                Bubbles(
                    title=f"{METRICS[kind.metric].title} and {kind.title}",
                    x=Axis(title=kind.title),
                    y=Axis(title=f"{METRICS[kind.metric].title_of(kind.score)}, average of systems", percent=True),
                    size="systems",
                    series=tuple(series),
                    note="The more systems have parsed a treebank, the larger is its bubble.",
                ),
            )
