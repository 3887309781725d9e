"""Agreement between reviewers as people read it, on the terminal and in the window. No Qt."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.sides.layers import LAYER_NAMES
from goldleaf.viewer.review.reviewer_agreement import ALL, ReviewerAgreement, ReviewerPair

_NAMES = {ALL: "all layers", **{layer.value: name for layer, name in LAYER_NAMES.items()}}
_COLUMNS = {"places": pl.Int64(), "agreed": pl.Int64(), "agreed_share": pl.Float64(), "kappa": pl.Float64()}

MOST = 500  # sentences that a filter names


def name_of(pair: ReviewerPair) -> str:
    """The two reviewers."""
    return f"{pair.a} – {pair.b}"


def pairs(found: ReviewerAgreement) -> pl.DataFrame:
    """A row for each two reviewers: ``reviewers``, ``places`` that both have judged, how they agree on these."""
    rows = [{"reviewers": name_of(pair), **{name: getattr(pair, name) for name in _COLUMNS}} for pair in found.pairs]
    return pl.DataFrame(rows, schema={"reviewers": pl.String(), **_COLUMNS})


def alphas(found: ReviewerAgreement) -> pl.DataFrame:
    """One row, a column for each layer; of all layers where there are several."""
    shown = {name: value for name, value in found.alpha.items() if name != ALL or len(found.alpha) != 2}
    return pl.DataFrame([shown], schema=dict.fromkeys(shown, pl.Float64())).rename(_NAMES, strict=False)


def layers(pair: ReviewerPair) -> pl.DataFrame:
    """The table by layer, with the layers' names."""
    return pair.layers.with_columns(pl.col("layer").replace(_NAMES))


def labels(pair: ReviewerPair) -> pl.DataFrame:
    """The labels on which the two disagree, the worst first."""
    return pair.labels.filter(pl.col("disagreements") > 0)


def sentences(pair: ReviewerPair) -> pl.DataFrame:
    """The sentences on which the two disagree, the worst first."""
    return pair.sentences.filter(pl.col("disagreements") > 0)


def disagreeing(pair: ReviewerPair, column: str, value: str) -> str:
    """The filter for the sentences in which two reviewers disagree in a layer, or on words with a label."""
    rows = pair.disagreements.filter(pl.col(column) == value)["sentence"].unique(maintain_order=True)
    return f"number in ({', '.join(map(str, rows.head(MOST)))})"
