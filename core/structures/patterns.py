"""Patterns of labels: ``*`` stands for any characters, ``|`` separates several."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.treebank import translated


def matches(pattern: str, text: str) -> bool:
    """Whether the whole text is what a pattern says."""
    return _compiled(pattern).fullmatch(text) is not None


def matching(column: pl.Series, pattern: str) -> npt.NDArray[np.bool_]:
    """Which values of a column of text are what a pattern says."""
    return translated(
        column, lambda distinct: pl.Series([matches(pattern, text) for text in distinct], dtype=pl.Boolean)
    )


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    pieces = (".*".join(map(re.escape, one.split("*"))) for one in pattern.split("|"))
    return re.compile("|".join(f"(?:{piece})" for piece in pieces), re.DOTALL)
