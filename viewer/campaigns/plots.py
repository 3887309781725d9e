"""Score against size or ratio over treebanks, as bubbles (SPMRL 2013, Figures 2–4)."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from goldleaf.core.campaigns.results import Results, of_treebanks
from goldleaf.core.metrics import METRICS
from goldleaf.viewer.campaigns.scores import of_run
from goldleaf.viewer.plots import Axis, Bubbles, Point, Series

# In the order of the paper's figures: a plot's name, whose score, which property of the treebanks, what that is called.
KINDS = (
    ("las", "attachment", "las", "words_a_relation", "words / labels"),
    ("f1", "parseval", "f1", "constituents_a_sentence", "constituents / sentences"),
    ("leaf-ancestor", "leaf-ancestor", "la_sentences", "constituents_a_sentence", "constituents / sentences"),
)


def plots(results: Results) -> Iterator[tuple[str, Bubbles]]:
    """The plots that the campaign has figures for, by name. A bubble a treebank, as large as many systems submitted.
    The properties are those of what systems were trained on where that is known, else of the gold."""
    averages = of_treebanks(results.figures())
    for name, metric, score, ratio, title in KINDS:
        own = averages.filter(pl.col("measure") == metric, pl.col("score") == score)
        series = []
        for run in results.campaign.runs:
            points = []
            for row in of_run(own, run).iter_rows(named=True):
                sides = results.properties.get(row["treebank"], {})
                value = (sides.get("train") or sides.get("gold") or {}).get(ratio)
                if isinstance(value, int | float) and row["average"] is not None:
                    points.append(Point(x=value, y=row["average"], size=row["systems"], label=row["treebank"]))
            if points:
                series.append(Series(run.name, tuple(points)))
        if series:
            y = Axis(title=f"{METRICS[metric].title_of(score)}, average of systems", percent=True)
            whole = f"{METRICS[metric].title} and {title}"
            note = "The more systems have parsed a treebank, the larger is its bubble."
            yield name, Bubbles(title=whole, x=Axis(title=title), y=y, size="systems", series=tuple(series), note=note)
