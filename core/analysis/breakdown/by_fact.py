"""Precision and recall of a metric's facts by whatever they have, and what is taken for what.

Each figure counts facts, and its condition, ``has(METRIC, …)``, finds the sentences in which they are.
"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from goldleaf.core.analysis.breakdown_table import Row, Table, equals, has, ordered, share
from goldleaf.core.analysis.sides.dimensions import Dimension, label_of
from goldleaf.core.analysis.sides.fact_table import OTHER
from goldleaf.core.metrics.base import Metric

_COUNTS = {"gold": "in_gold", "correct": "matched", "system": "in_parse", "missing": "missing", "extra": "extra"}
_BEHIND = {
    **_COUNTS,
    "recall": "in_gold",
    "precision": "in_parse",
    "f1": "(in_gold or in_parse)",
    "forgiven": "forgiven",
}
"""What each figure is about; shares are about what they are a share of."""


def called(metric: Metric) -> str:
    """What a metric's facts are called in ``has(…)``."""
    return metric.name.replace("-", "_")


def by_dimension(metric: Metric, facts: pl.DataFrame, dimension: Dimension, *, within: str | None = None) -> Table:
    """Columns: ``kind`` if the facts have several, those of the dimension, ``gold``, ``correct``, ``system``,
    ``missing``, ``extra``, ``recall``, ``precision``, ``f1``, and ``forgiven`` where there are any. ``within`` is the
    condition that the facts have been chosen by, if they are not all.
    """
    keys = [*(_keys(facts, dimension.name) if within is None else [dimension.name]), *dimension.also]
    sums = {name: pl.col(flag).sum() for name, flag in _COUNTS.items()}
    forgiven = {"forgiven": pl.col("forgiven").sum()} if facts["forgiven"].any() else {}
    counted = facts.group_by(keys).agg(**sums, **forgiven).with_columns(**_shares())
    frame = _in_order(counted.select(*keys, *sums, *_shares(), *forgiven), keys, dimension)
    return Table(
        dimension.name,
        f"{metric.title}: precision and recall {dimension.title}",
        frame,
        f"{dimension.note} Correct: gold and parse have the same." + (" Forgiven: no error." if forgiven else ""),
        lambda row, column: has(
            within,
            *(equals(name, row[name]) for name in keys),
            _BEHIND.get(column, "(in_gold or in_parse)"),
            of=called(metric),
        ),
    )


def confusions(metric: Metric, facts: pl.DataFrame) -> Table:
    """Columns: ``kind`` if the facts have several, ``gold_label``, ``parse_label``, ``count``.

    What both have alike is counted, too; a label is null where that side has nothing in the place of the other's. What
    has no label at all is left out.
    """
    label = label_of(metric) or "label"
    named = facts.filter(pl.col(label).is_not_null())
    shown = named.filter(pl.col("in_gold") | (pl.col("extra") & pl.col(OTHER).is_null()))
    of_gold = pl.col("in_gold")
    pairs = shown.select(
        *(["kind"] if "kind" in facts.columns else []),
        gold_label=pl.when(of_gold).then(label),
        parse_label=pl.when(of_gold).then(OTHER).otherwise(label),
    )
    keys = pairs.columns
    frame = ordered(pairs.group_by(keys).agg(count=pl.len()), "count", *keys)
    return Table(
        "confusions",
        f"{metric.title}: what is taken for what",
        frame,
        "What gold and parse call the same place; none where one of them has nothing there.",
        lambda row, _: _pair(metric, row, label),
    )


def _keys(facts: pl.DataFrame, name: str) -> list[str]:
    return ["kind", name] if "kind" in facts.columns and name != "kind" else [name]


def _shares() -> Mapping[str, pl.Expr]:
    both = pl.col("gold") + pl.col("system")
    return {
        "recall": share("correct", "gold"),
        "precision": share("correct", "system"),
        "f1": pl.when(both > 0).then(2 * pl.col("correct") / both),
    }


def _in_order(frame: pl.DataFrame, keys: list[str], dimension: Dimension) -> pl.DataFrame:
    """In the order of the classes, else the most frequent first; kinds stay together."""
    frame = ordered(frame, "gold", *keys)
    if dimension.classes:
        frame = frame.sort(pl.col(dimension.name).cast(pl.Enum(dimension.classes)), maintain_order=True)
    return frame.sort("kind", maintain_order=True) if keys[0] == "kind" and len(keys) > 1 else frame


def _pair(metric: Metric, row: Row, label: str) -> str:
    kind = equals("kind", row["kind"]) if "kind" in row else None
    gold, parse = row["gold_label"], row["parse_label"]
    if gold is None:
        return has(kind, "extra", equals(label, parse), f"{OTHER} is null", of=called(metric))
    return has(kind, "in_gold", equals(label, gold), equals(OTHER, parse), of=called(metric))
