"""Where two annotators agree and where they do not: by layer, by label, by sentence.

Words are theirs that both have, one table each with the same rows (`core.analysis.agreement.annotated_words`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from goldleaf.core.analysis.agreement.annotated_words import LAYERS
from goldleaf.core.analysis.agreement.coefficients import kappa
from goldleaf.core.analysis.breakdown.by_fact import constituents_by_label
from goldleaf.core.analysis.breakdown_table import share
from goldleaf.core.analysis.sides.fact_table import fact_table
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.scoring import Scored
from goldleaf.core.treebank import Treebank

FIGURES = {
    "uas": ("attachment", "uas"),
    "las": ("attachment", "las"),
    "f1": ("parseval", "f1"),
    "tedeval": ("tedeval", "accuracy"),
    "tedeval_unlabeled": ("tedeval", "accuracy_unlabeled"),
}
"""What is taken of the metrics' figures, each of which is the same whichever of the two stands for the gold."""

_LABELS = {
    "label": pl.String(),
    **dict.fromkeys(("agreed", "attached", "only_a", "only_b"), pl.Int64()),
    **dict.fromkeys(("f1", "kappa"), pl.Float64()),
}


def kappa_of(words: Sequence[pl.DataFrame], layer: str) -> float | None:
    """The kappa of a layer; None where one of the two does not have it."""
    return kappa(*(table[layer] for table in words)) if all(layer in table.columns for table in words) else None


def attached(words: Sequence[pl.DataFrame]) -> pl.Series:
    """Whether each word scores and has the same head in both."""
    ours, theirs = words
    if "head" not in ours.columns or "head" not in theirs.columns:
        return ours["scoring"] & False
    return ours["scoring"] & ours["head"].eq_missing(theirs["head"])


def by_layer(words: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Columns: ``layer``, ``words``, ``agreed``, ``agreed_share``, ``kappa``; heads and labels of words that score."""
    rows = []
    for layer in (layer for layer in LAYERS if all(layer in table.columns for table in words)):
        chosen = [table.filter("scoring") if layer in ("head", "label") else table for table in words]
        agreed = int(chosen[0][layer].eq_missing(chosen[1][layer]).sum())
        rows.append((layer, chosen[0].height, agreed, kappa_of(chosen, layer)))
    schema = {"layer": pl.String(), "words": pl.Int64(), "agreed": pl.Int64(), "kappa": pl.Float64()}
    table = pl.DataFrame(rows, schema=schema, orient="row")
    return table.select("layer", "words", "agreed", share("agreed", "words").alias("agreed_share"), "kappa")


def by_label(
    words: Sequence[pl.DataFrame], treebanks: tuple[Treebank, Treebank], parseval: ParsEval | None
) -> pl.DataFrame:
    """Columns: ``label``, ``agreed``, ``attached``, ``only_a``, ``only_b``, ``f1``, ``kappa``, the worst label first.

    Labels of words that score, whatever their heads; ``attached`` counts those with the same head, and kappa is of the
    label against all others. Without dependencies labels of the constituents that ``parseval`` compares, without these.
    """
    if all("label" in table.columns for table in words):
        table = _of_words(words)
    elif parseval is not None:
        own_a, own_b = (pl.col(side).cast(pl.Int64) - pl.col("correct") for side in ("gold", "system"))
        facts = fact_table(parseval, *treebanks)
        table = constituents_by_label(parseval, facts).frame.with_columns(
            agreed="correct", attached=None, only_a=own_a, only_b=own_b, kappa=None
        )
    else:
        return pl.DataFrame(schema=_LABELS)
    table = table.select(pl.col(name).cast(dtype) for name, dtype in _LABELS.items())
    return table.sort(-(pl.col("only_a") + pl.col("only_b")), "label", nulls_last=True)


def _of_words(words: Sequence[pl.DataFrame]) -> pl.DataFrame:
    pairs = pl.DataFrame({"a": words[0]["label"], "b": words[1]["label"], "attached": attached(words)})
    pairs = pairs.filter(words[0]["scoring"])
    same = pl.col("a") == pl.col("b")
    # Each side counts its own labels: one that only the other has is null in the join, and then 0.
    of_a = pairs.group_by(label="a").agg(
        pl.len().cast(pl.Int64).alias("a"), agreed=same.sum(), attached=(same & pl.col("attached")).sum()
    )
    of_b = pairs.group_by(label="b").agg(pl.len().cast(pl.Int64).alias("b"))
    a, b, agreed, n = pl.col("a"), pl.col("b"), pl.col("agreed").cast(pl.Int64), pl.lit(pairs.height, pl.Int64)
    # Of n words both give the label, or both another one; by chance, a·b + (n − a)(n − b) of n².
    alike, by_chance = n - a - b + 2 * agreed, a * b + (n - a) * (n - b)
    possible = n * n - by_chance
    return (
        of_a.join(of_b, on="label", how="full", coalesce=True)
        .with_columns(pl.col("a", "b", "agreed", "attached").fill_null(0))
        .with_columns(
            only_a=a - agreed,
            only_b=b - agreed,
            f1=2 * agreed / (a + b),
            kappa=pl.when(possible != 0).then((n * alike - by_chance) / possible),
        )
    )


def by_sentence(treebank: Treebank, scored: Mapping[str, Scored]) -> pl.DataFrame:
    """Columns: ``sentence`` (from 1), ``id``, ``line``, ``words``, ``disagreements``, then `FIGURES`; worst first.

    Disagreements are the differences that the first metric counts; the worst sentences have most, among equal ones the
    lowest figure. Sentences that could not be compared are left out. Sentences are those of ``treebank``, the first.
    """
    table = treebank.sentences.select(
        pl.int_range(1, pl.len() + 1, dtype=pl.Int64).alias("sentence"), "id", "line", "words"
    )
    columns: dict[str, pl.Expr | pl.Series] = dict.fromkeys(FIGURES, pl.lit(None, pl.Float64))
    columns = {"disagreements": pl.lit(None, pl.Int64), **columns}
    # From the last to the first, so that the disagreements are those of the most telling metric.
    for name, metric_scored in reversed([*scored.items()]):
        counts = metric_scored.metric.by_sentence(metric_scored.counts)
        columns["disagreements"] = counts[metric_scored.metric.differences].cast(pl.Int64)
        columns |= {figure: counts[score] for figure, (metric, score) in FIGURES.items() if metric == name}
    table = table.with_columns(**columns).drop_nulls("disagreements")
    main = next((figure for figure in ("las", "f1") if FIGURES[figure][0] in scored), "tedeval")
    return table.sort(-pl.col("disagreements"), main, "sentence", nulls_last=True)
