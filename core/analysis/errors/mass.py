"""Error mass: how much of the loss each class of words carries, and what the score would be without it."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.breakdown_table import Limits, Row, Table, equals, has, ordered
from goldleaf.core.analysis.sides.bins import LENGTHS, PROJECTIVITY, needed

KINDS = {
    "wrong head": "not right_head and right_label",
    "wrong label": "right_head and not right_label",
    "wrong head and label": "not right_head and not right_label",
}

_BY_CONDITION = {"kind": KINDS, "length": LENGTHS, "projectivity": PROJECTIVITY}
_BY_COLUMN = {
    "relation": "gold_deprel",
    "tag": "gold_tag",
    "direction": "gold_direction",
    "distance": "gold_distance_bin",
}


def error_mass(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """Columns: ``by``, ``class``, ``errors``, ``mass_share`` (of all errors), ``without_share``: the share of words
    with right head and label if this class had no errors.

    The classes of each ``by`` are apart and hold all errors.
    """
    scored = words.with_columns(**needed(words)).filter("scoring")
    wrong = scored.filter(~pl.col("right_both"))
    parts = [
        *(_by_condition(wrong, by, conditions) for by, conditions in _BY_CONDITION.items()),
        *(_by_column(wrong, by, column) for by, column in _BY_COLUMN.items()),
    ]
    right = scored.height - wrong.height
    shares = {
        "mass_share": pl.col("errors") / wrong.height,
        "without_share": (right + pl.col("errors")) / scored.height,
    }
    return Table(
        "error_mass",
        "Error mass",
        pl.concat(parts).with_columns(**shares),
        "Words with a wrong head or relation, by the gold: which share of all errors a class carries, and which share "
        f"of the words would be right without its errors (now {right:,} of {scored.height:,}).",
        lambda row, _: has("scoring", "not right_both", _condition(row)),
    )


def _by_condition(wrong: pl.DataFrame, by: str, conditions: dict[str, str]) -> pl.DataFrame:
    counts = [wrong.filter(pl.sql_expr(condition)).height for condition in conditions.values()]
    table = pl.DataFrame({"class": [*conditions], "errors": counts}, schema={"class": pl.String, "errors": pl.UInt32})
    return table.filter(pl.col("errors") > 0).select(pl.lit(by).alias("by"), "class", "errors")


def _by_column(wrong: pl.DataFrame, by: str, column: str) -> pl.DataFrame:
    counted = wrong.group_by(pl.col(column).cast(pl.String).alias("class")).agg(errors=pl.len().cast(pl.UInt32))
    return ordered(counted, "errors", "class").select(pl.lit(by).alias("by"), "class", "errors")


def _condition(row: Row) -> str:
    conditions = _BY_CONDITION.get(row["by"])
    return equals(_BY_COLUMN[row["by"]], row["class"]) if conditions is None else conditions[row["class"]]
