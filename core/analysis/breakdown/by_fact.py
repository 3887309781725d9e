"""Precision and recall of a metric's facts by whatever they have, and what is taken for what.

Each figure counts facts, and its condition, ``has(METRIC, …)``, finds the sentences in which they are.
"""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from goldleaf.core.analysis.breakdown_table import Row, Table, equals, has, ordered, share
from goldleaf.core.analysis.sides.dimensions import Dimension, label_of
from goldleaf.core.analysis.sides.fact_table import OTHER
from goldleaf.core.metrics.base import Metric

_COUNTS = {"gold": "in_gold", "correct": "matched", "system": "in_parse", "missing": "missing", "extra": "extra"}
_BEHIND = {**_COUNTS, "recall": "in_gold", "precision": "in_parse", "forgiven": "forgiven"}
"""What each figure is about; shares are about what they are a share of, others about all facts."""


def called(metric: Metric) -> str:
    """What a metric's facts are called in ``has(…)``."""
    return metric.name.replace("-", "_")


def by_dimension(metric: Metric, facts: pl.DataFrame, dimension: Dimension, *, within: str | None = None) -> Table:
    """Columns: ``kind`` if the facts have several, those of the dimension, ``gold``, ``correct``, ``system``,
    ``missing``, ``extra``, ``recall``, ``precision``, ``f1``, and ``forgiven`` where there are any. ``within`` is the
    condition that the facts have been chosen by, if they are not all.
    """
    by_kind = within is None and "kind" in facts.columns and dimension.name != "kind"
    keys = [*(["kind"] if by_kind else []), dimension.name, *dimension.also]
    both = pl.col("gold") + pl.col("system")
    shares = {
        "recall": share("correct", "gold"),
        "precision": share("correct", "system"),
        "f1": pl.when(both > 0).then(2 * pl.col("correct") / both),
    }
    sums = {name: pl.col(flag).sum() for name, flag in _COUNTS.items()}
    forgiven = {"forgiven": pl.col("forgiven").sum()} if facts["forgiven"].any() else {}
    counted = facts.group_by(keys).agg(**sums, **forgiven).with_columns(**shares)
    frame = ordered(counted.select(*keys, *sums, *shares, *forgiven), "gold", *keys)
    # Classes such as lengths have an order of their own; what else there is stands by frequency. Kinds stay together.
    if dimension.classes:
        frame = frame.sort(pl.col(dimension.name).cast(pl.Enum(dimension.classes)), maintain_order=True)
    if by_kind:
        frame = frame.sort("kind", maintain_order=True)
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


def constituents_by_label(metric: Metric, facts: pl.DataFrame) -> Table:
    """Columns: ``label``, as ParsEval compares it, then as in `by_dimension`."""
    labels = Dimension("label", "by label", "Labels as they are compared.")
    table = by_dimension(metric, facts.filter(kind="constituent"), labels, within="kind = 'constituent'")
    note = "Correct: gold and parse have a constituent with this label over the same words."
    return replace(table, name="constituents", title="Precision and recall of constituents", note=note)


def by_tag_and_role(metric: Metric, facts: pl.DataFrame) -> Table:
    """Columns: ``predicate_tag``, ``label``, then as in `by_dimension`: arguments as CoNLL-2009's scorer tells them."""
    tag_and_role = Dimension(
        "predicate_tag",
        "of arguments by tag of the predicate and role",
        "PPOS or PPOSS of the predicates, each side its own, and the role; as eval09.pl has them.",
        also=("label",),
    )
    table = by_dimension(metric, facts.filter(kind="argument"), tag_and_role, within="kind = 'argument'")
    return replace(table, name="tag_role")


def confusions(metric: Metric, facts: pl.DataFrame) -> Table:
    """Columns: ``kind`` if the facts have several, ``gold_label``, ``parse_label``, ``count``.

    What both have alike is counted, too; a label is null where that side has nothing in the place of the other's. What
    has no label at all is left out.
    """
    label = label_of(metric) or "label"
    named = facts.filter(pl.col(label).is_not_null())
    # An extra fact in whose place the gold has another is in that one's row already.
    shown = named.filter(pl.col("in_gold") | (pl.col("extra") & pl.col(OTHER).is_null()))
    of_gold = pl.col("in_gold")
    pairs = shown.select(
        *(["kind"] if "kind" in facts.columns else []),
        gold_label=pl.when(of_gold).then(label),
        parse_label=pl.when(of_gold).then(OTHER).otherwise(label),
    )
    keys = pairs.columns

    def where(row: Row, column: str) -> str:  # noqa: ARG001
        kind = equals("kind", row["kind"]) if "kind" in row else None
        gold, parse = row["gold_label"], row["parse_label"]
        if gold is None:
            return has(kind, "extra", equals(label, parse), f"{OTHER} is null", of=called(metric))
        return has(kind, "in_gold", equals(label, gold), equals(OTHER, parse), of=called(metric))

    return Table(
        "confusions",
        f"{metric.title}: what is taken for what",
        ordered(pairs.group_by(keys).agg(count=pl.len()), "count", *keys),
        "What gold and parse call the same place; none where one of them has nothing there.",
        where,
    )
