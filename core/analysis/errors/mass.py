"""Error mass: how much of the loss each class of words carries, and what the score would be without it."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.breakdown_table import Limits, Row, Table, equals, has, ordered
from goldleaf.core.analysis.sides.bins import LENGTHS, PROJECTIVITY, needed

_BY_CONDITION = {
    "kind": {
        "wrong head": "not right_head and right_label",
        "wrong label": "right_head and not right_label",
        "wrong head and label": "not right_head and not right_label",
    },
    "length": LENGTHS,
    "projectivity": PROJECTIVITY,
}
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
    parts = []
    for by, conditions in _BY_CONDITION.items():
        counts = [wrong.filter(pl.sql_expr(condition)).height for condition in conditions.values()]
        classes = pl.DataFrame({"class": [*conditions], "errors": counts}, {"class": pl.String, "errors": pl.UInt32})
        parts.append(classes.filter(pl.col("errors") > 0).select(pl.lit(by).alias("by"), "class", "errors"))
    for by, column in _BY_COLUMN.items():
        counted = wrong.group_by(pl.col(column).cast(pl.String).alias("class")).agg(errors=pl.len().cast(pl.UInt32))
        parts.append(ordered(counted, "errors", "class").select(pl.lit(by).alias("by"), "class", "errors"))
    right = scored.height - wrong.height
    shares = {
        "mass_share": pl.col("errors") / wrong.height,
        "without_share": (right + pl.col("errors")) / scored.height,
    }

    def where(row: Row, column: str) -> str:  # noqa: ARG001
        by, name = row["by"], row["class"]
        of_class = equals(_BY_COLUMN[by], name) if by in _BY_COLUMN else _BY_CONDITION[by][name]
        return has("scoring", "not right_both", of_class)

    return Table(
        "error_mass",
        "Error mass",
        pl.concat(parts).with_columns(**shares),
        "Words with a wrong head or relation, by the gold: which share of all errors a class carries, and which share "
        f"of the words would be right without its errors (now {right:,} of {scored.height:,}).",
        where,
    )
