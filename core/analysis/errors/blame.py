"""Blame: with what else that is wrong the loss in LAS goes together, in shares that add up to it.

Each word of the gold that is not right belongs to the first of the `CAUSES` that holds: *segmentation*, it or its gold
head has no equal word in the parse; *tag*, its tag or its gold head's is wrong in the parse; *attachment*, its head is
wrong; *label*. Where words differ, LAS is F1, and a word that only the parse has is one of segmentation.
"""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.breakdown.of_words import TOTAL
from goldleaf.core.analysis.breakdown_table import Breakdown, Limits, Row, equals, has
from goldleaf.core.analysis.sides.word_columns import ALONE, parent_rows

BLAME = "blame"  # what conditions on words call it
CAUSES = ("segmentation", "tag", "attachment", "label")


def causes(words: pl.DataFrame) -> pl.Series:
    """The cause for each word of a whole word table, null for what is right; `BLAME`."""
    head = pl.Series(parent_rows(words, "gold"))
    head = head.set(head < 0, None)
    in_both = words["right_both"].is_not_null()
    # Of no word are tags wrong where a side has none at all.
    tags = [words[name].cast(pl.String) for name in ("gold_tag", "parse_tag") if name in words.columns]
    tagged = len(tags) == 2 and all((own != "_").any() for own in tags)
    wrong_tag = in_both & (tags[0].ne_missing(tags[-1]) if tagged else False)
    holds = {
        "segmentation": ~(in_both & in_both.gather(head).fill_null(value=True)),
        "tag": wrong_tag | wrong_tag.gather(head).fill_null(value=False),
        "attachment": ~words["right_head"],
    }
    first = pl.coalesce(*(pl.when(of).then(pl.lit(name)) for name, of in holds.items()), pl.lit(CAUSES[-1]))
    return words.select(pl.when((pl.col("scoring") & ~pl.col("right_both")) | _alone(words)).then(first)).to_series()


def _alone(words: pl.DataFrame) -> pl.Expr:
    return pl.col(ALONE) if ALONE in words.columns else pl.lit(value=False)


def blame(words: pl.DataFrame, limits: Limits) -> Breakdown:  # noqa: ARG001
    """Columns: ``goes_with`` (`TOTAL`, then the `CAUSES`), ``errors`` (words of the gold), where words differ ``extra``
    (of the parse), ``mass_share`` (of the loss), ``loss_share`` (1 − LAS, and its parts)."""
    # F1 has a word that both have twice, and a word that one of them has once.
    weight = 2 * pl.col("scoring").fill_null(value=False) + _alone(words)
    counted = words.select(weight=weight, goes_with=causes(words), extra=pl.col("position").is_null())
    wrong = counted.filter(pl.col("goes_with").is_not_null())
    figures = {"errors": (~pl.col("extra")).sum(), "extra": pl.col("extra").sum(), "weight": pl.col("weight").sum()}
    by_cause = pl.DataFrame({"goes_with": CAUSES}).join(wrong.group_by("goes_with").agg(**figures), "goes_with", "left")
    total = wrong.select(goes_with=pl.lit(TOTAL), **figures)
    shares = {
        name: pl.when(every > 0).then(pl.col("weight") / every)
        for name, every in (("mass_share", wrong["weight"].sum()), ("loss_share", counted["weight"].sum()))
    }
    differ = ALONE in words.columns
    shown = ["goes_with", "errors", *["extra"] * differ]
    frame = pl.concat([total, by_cause.with_columns(pl.exclude("goes_with").fill_null(0))]).select(*shown, **shares)

    def where(row: Row, column: str) -> str:
        cause = f"{BLAME} is not null" if row["goes_with"] == TOTAL else equals(BLAME, row["goes_with"])
        side = {"errors": "position is not null", "extra": "position is null"}.get(column) if differ else None
        return has(cause, side)

    note = (
        "Each wrong word belongs to the first that holds: segmentation (it or its head in the gold has no equal word "
        "in the parse), tag (its tag or that head's is wrong), attachment (its head), label. The losses add up to "
        "1 − LAS. They say what errors go together with, not what caused them."
    )
    return Breakdown("blame", "Blame: what the loss in LAS goes together with", frame, note, where)
