"""Classes of sentences, as conditions on the word table."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.sides.tree_columns import structure

LENGTHS = {
    "1-10": "words <= 10",
    "11-20": "words between 11 and 20",
    "21-30": "words between 21 and 30",
    "31-40": "words between 31 and 40",
    "41-...": "words > 40",
}
PROJECTIVITY = {"projective": "not gold_nonprojective", "non-projective": "gold_nonprojective"}


def needed(words: pl.DataFrame) -> dict[str, pl.Expr]:
    """The columns that these conditions name and a word table has not yet."""
    derived = structure(words.columns)
    return {name: derived[name] for name in ("words", "gold_nonprojective") if name not in words.columns}
