"""``has(METRIC, …)`` and ``has(repair, …)``: what meets a condition among a metric's facts, or other rows of sentences.

The tables have a ``sentence``; where they have a ``position``, too, that is the word which is lit for a row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import polars as pl

from goldleaf.core.analysis import query as language
from goldleaf.core.analysis.constituent_errors import REPAIR
from goldleaf.core.analysis.query import Token
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import METRICS


@cache
def table_names() -> Mapping[str, str]:
    """What ``has(…)`` may look into by name, with the metric whose facts they are; empty for repairs."""
    return {name.replace("-", "_"): name for name in METRICS} | {REPAIR: ""}


def hits(tables: Mapping[str, pl.DataFrame], name: str, condition: Sequence[Token]) -> pl.DataFrame:
    """The places of the rows that meet a condition, one each: ``sentence``, ``position`` (0 for what is no word).

    Raises OptionError where there is no such table, or no such column.
    """
    if name not in tables:
        raise OptionError(f"filter: has({name}, …): there is nothing of {name} to look into here")
    table = tables[name]
    sql = language.to_sql(condition, [column for column in table.columns if column != "sentence"])
    position = pl.col("position") if "position" in table.columns else pl.col("first")
    found = table.filter(language.evaluate(sql, table, condition))
    return found.select("sentence", position.cast(pl.UInt32).alias("position"))
