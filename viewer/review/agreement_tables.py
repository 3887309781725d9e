"""Agreement between reviewers as people read it, on the terminal and in the window. No Qt."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.sides.layers import LAYER_NAMES
from goldleaf.viewer.review.reviewer_agreement import ALL, ReviewerAgreement, ReviewerPair
from goldleaf.viewer.session.agreement_texts import AgreementTables, PairTables

_NAMES = {ALL: "all layers", **{layer.value: name for layer, name in LAYER_NAMES.items()}}
_COLUMNS = {"places": pl.Int64(), "agreed": pl.Int64(), "agreed_share": pl.Float64(), "kappa": pl.Float64()}

MOST = 500  # sentences that a filter names


def of_reviewers(agreement: ReviewerAgreement) -> AgreementTables:
    """The tables of reviewers; of each two ``reviewers``, ``places`` that both have judged, how they agree on these."""
    disagreed = pl.col("disagreements") > 0
    each = [
        PairTables(
            pair.a,
            pair.b,
            pair.sentences.filter(disagreed),
            pair.labels.filter(disagreed),
            pair.layers.with_columns(pl.col("layer").replace(_NAMES)),
        )
        for pair in agreement.pairs
    ]
    rows = [
        {"reviewers": tables.name, **{name: getattr(pair, name) for name in _COLUMNS}}
        for pair, tables in zip(agreement.pairs, each, strict=True)
    ]
    # With one layer, all layers together say the same again.
    alphas = {name: value for name, value in agreement.alpha.items() if name != ALL or len(agreement.alpha) != 2}
    return AgreementTables(
        f"{len(agreement.reviewers)} reviewers",
        pl.DataFrame(rows, schema={"reviewers": pl.String(), **_COLUMNS}),
        pl.DataFrame([alphas], schema=dict.fromkeys(alphas, pl.Float64())).rename(_NAMES, strict=False),
        each,
    )


def disagreeing(pair: ReviewerPair, column: str, value: str) -> str:
    """The filter for the sentences in which two reviewers disagree in a layer, or on words with a label."""
    rows = pair.disagreements.filter(pl.col(column) == value)["sentence"].unique(maintain_order=True)
    return f"number in ({', '.join(map(str, rows.head(MOST)))})"
