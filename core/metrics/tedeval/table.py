"""The compared functions and nodes as a table, for pictures, lists and edit scripts."""

from __future__ import annotations

import numpy as np
import polars as pl

from goldleaf.core.facts import Mark
from goldleaf.core.metrics.tedeval.comparing import Compared
from goldleaf.core.treebank import TEXT


def table(done: Compared) -> pl.DataFrame:
    """All functions, and all nodes with a null label, of the gold and those of the parse that it lacks; see `facts`."""
    sides = (
        (done.gold.functions, done.labeled.gold, True, True),
        (done.parse.functions, done.labeled.parse, False, True),
        (done.gold.nodes, done.unlabeled.gold, True, False),
        (done.parse.nodes, done.unlabeled.parse, False, False),
    )
    rows = []
    for facts, marks, in_gold, labeled in sides:
        label = pl.Series(facts.label).cat.to(TEXT)
        frame = pl.DataFrame({"sentence": facts.sentence, "over": facts.over, "mark": marks}).with_columns(
            label=label if labeled else pl.lit(None, TEXT),
            in_gold=pl.lit(in_gold),
            in_parse=pl.Series((marks == Mark.MATCHED) | np.bool_(not in_gold)),
        )
        rows.append(frame if in_gold else frame.filter(pl.col("mark") != Mark.MATCHED))
    return (
        pl.concat(rows)
        .select("sentence", "over", "label", "mark", "in_gold", "in_parse")
        .sort("sentence", maintain_order=True)
    )
