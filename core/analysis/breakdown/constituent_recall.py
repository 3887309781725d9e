"""Precision and recall of constituents by label, as ParsEval compares them."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from goldleaf.core.analysis.breakdown.by_fact import by_dimension
from goldleaf.core.analysis.breakdown_table import Table
from goldleaf.core.analysis.sides.dimensions import Dimension
from goldleaf.core.analysis.sides.fact_table import fact_table
from goldleaf.core.metrics.base import Metric
from goldleaf.core.treebank import Treebank

_LABELS = Dimension("label", "by label", "Labels as they are compared.")


def label_table(metric: Metric, gold: Treebank, parse: Treebank) -> Table:
    """The table of `by_label` for a metric of constituents."""
    return by_label(metric, fact_table(metric, gold, parse))


def by_label(metric: Metric, facts: pl.DataFrame) -> Table:
    """Columns: ``label``, as it is compared, then as in `breakdown.by_fact.by_dimension`."""
    found = by_dimension(metric, facts.filter(kind="constituent"), _LABELS, within="kind = 'constituent'")
    note = "Correct: gold and parse have a constituent with this label over the same words."
    return replace(found, name="constituents", title="Precision and recall of constituents", note=note)
