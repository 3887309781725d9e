"""Precision and recall of arguments by the tag of their predicate and their role, as CoNLL-2009's scorer tells them."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from goldleaf.core.analysis.breakdown.by_fact import by_dimension
from goldleaf.core.analysis.breakdown_table import Table
from goldleaf.core.analysis.sides.dimensions import Dimension
from goldleaf.core.metrics.base import Metric

_TAG_AND_ROLE = Dimension(
    "predicate_tag",
    "of arguments by tag of the predicate and role",
    "PPOS or PPOSS of the predicates, each side its own, and the role; as eval09.pl has them.",
    also=("label",),
)


def by_tag_and_role(metric: Metric, facts: pl.DataFrame) -> Table:
    """Columns: ``predicate_tag``, ``label``, then as in `breakdown.by_fact.by_dimension`."""
    found = by_dimension(metric, facts.filter(kind="argument"), _TAG_AND_ROLE, within="kind = 'argument'")
    return replace(found, name="tag_role")
