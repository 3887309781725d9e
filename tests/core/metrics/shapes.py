"""Whether a table of facts is as `core.metrics.base` declares it."""

from __future__ import annotations

from goldleaf.core.facts import Mark
from goldleaf.core.metrics.base import FACTS

OF_ONE_SIDE = {Mark.MATCHED: "both", Mark.MISSING: "gold", Mark.EXTRA: "parse"}


def check_shape(table, key):
    """Raise ValueError where a table of facts with this key is not as declared: its columns, types, sides, marks."""
    wanted = list(dict.fromkeys((*FACTS, *key)))
    if table.columns[: len(wanted)] != wanted:
        raise ValueError(f"facts have the columns {table.columns}; expected first {wanted}")
    for name, dtype in FACTS.items():
        if table.schema[name] != dtype:
            raise ValueError(f"{name} is {table.schema[name]}; expected {dtype}")
    if table.select("sentence", "side", "mark").null_count().sum_horizontal().sum():
        raise ValueError("a fact has no sentence, side or mark")
    for side, mark in table.select("side", "mark").unique().iter_rows():
        if side != OF_ONE_SIDE.get(Mark(mark), side):
            raise ValueError(f"a fact that is {Mark(mark).name} has the side {side}")
