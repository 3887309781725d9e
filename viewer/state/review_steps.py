"""Where one goes next in a review: along the sentences of the list, by what has been said of them."""

from __future__ import annotations

import numpy as np
import polars as pl

from goldleaf.viewer.review.judgements import REVIEWED
from goldleaf.viewer.session import navigation
from goldleaf.viewer.state.inspector import Inspector


def resume(inspector: Inspector) -> None:
    """Go to where the review was left: the first sentence of the list that is not reviewed."""
    if inspector.marks is not None:
        rows = inspector.rows[~inspector.marks[REVIEWED].to_numpy()[inspector.rows]]
        inspector.go(int(rows[0]) if len(rows) else None)


def to_unreviewed(inspector: Inspector) -> bool:
    """Go to the next sentence of the list that is not reviewed; False if there is none."""
    return inspector.marks is not None and _to_next(inspector, ~inspector.marks[REVIEWED])


def to_conflict(inspector: Inspector) -> bool:
    """Go to the next sentence of the list that reviewers judge differently; False if there is none."""
    return inspector.marks is not None and _to_next(inspector, inspector.marks["conflict"])


def _to_next(inspector: Inspector, wanted: pl.Series) -> bool:
    row = navigation.step_where(inspector.rows, np.asarray(wanted.to_numpy(), bool), inspector.row, 1)
    inspector.go(row)
    return row is not None
