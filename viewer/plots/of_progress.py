"""How far those who review are over time, and how well they agree, as lines."""

from __future__ import annotations

from datetime import datetime

import polars as pl

from goldleaf.viewer.plots.description import Axis, LineChart, Point, Series

DAY = len("2026-01-31")


def progress(table: pl.DataFrame, title: str) -> LineChart:
    """The plot of a table with a column ``time`` and others of shares (fractions of 1; null for none), a line each."""
    times = [datetime.fromisoformat(time) for time in table["time"]]
    # In lines of one word each they have room beside each other.
    clock = " %H:%M" if any(len(time) > DAY for time in table["time"]) else ""
    names = tuple(f"{time.day} {time:%b{clock}}" for time in times)
    series = []
    for name in table.columns[1:]:
        points = [Point(x=float(place), y=value, label=f"{name}, {names[place]}")
                  for place, value in enumerate(table[name]) if value is not None]  # fmt: skip
        series += [Series(name, (*points,))] if points else []
    note = "Shares of the places that are assigned, or of all; agreement: Krippendorff's alpha on what several judged."
    y = Axis(title="Decided, agreement", percent=True, high=1.04)
    return LineChart(title=title, x=Axis(title="Until", names=names), y=y, series=(*series,), note=note)
