"""Frame confusions: heads whose dependents carry other relations in the parse (eval.pl).

The frame of a word is the list, in the order of the sentence, of its dependents' relations, with the word's own gold
relation between asterisks in its place: ``nsubj *root* obj``. The root of the sentence has a frame, too, which begins
with ``**``. Only words that score are listed in a frame; a head that does not score has a frame without asterisks.
"""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.breakdown_table import Limits, Table, equals, has, ordered
from goldleaf.core.analysis.sides.word_columns import HEAD


def confusions(words: pl.DataFrame, limits: Limits) -> Table:
    """Columns: ``gold_frame``, ``parse_frame``, ``count``; those that occur ``limits.frames_at_least`` times."""
    counts = frames(words).group_by("gold_frame", "parse_frame").agg(count=pl.len())
    counts = counts.filter(pl.col("count") >= limits.frames_at_least)
    return Table(
        "frames",
        "Frame confusions",
        ordered(counts, "count", "gold_frame", "parse_frame"),
        "The relations of a word's dependents, in order; *…* marks the word itself by its gold relation, "
        f"** the root of the sentence. Shown from {limits.frames_at_least} times on.",
        lambda row, _: has(*(equals(name, row[name]) for name in ("gold_frame", "parse_frame"))),
    )


def frames(words: pl.DataFrame) -> pl.DataFrame:
    """The heads whose frames differ: ``sentence``, ``position`` (0 for the root), ``gold_frame``, ``parse_frame``."""
    placed = _placed(words)
    wrong = placed.filter(pl.col("scoring") & ~pl.col("right_both"))
    # Elsewhere both frames list the same words with the same relations.
    affected = pl.concat([wrong.select(slot=f"{side}_slot") for side in ("gold", "parse")]).drop_nulls().unique()
    gold, parse = (_written(placed, affected, side) for side in ("gold", "parse"))
    both = gold.join(parse, on="slot", how="full", coalesce=True)
    # A head without dependents on one side, and that does not score, has no frame there.
    both = both.with_columns(pl.col("gold_frame", "parse_frame").fill_null(""))
    different = both.filter(pl.col("gold_frame") != pl.col("parse_frame"))
    heads = pl.concat(
        [
            placed.select("sentence", "position", slot="own_slot"),
            placed.filter(position=1).select("sentence", pl.lit(0, pl.UInt32).alias("position"), slot="root_slot"),
        ]
    )
    return heads.join(different, on="slot", how="inner").sort("slot").drop("slot").collect()


def _placed(words: pl.DataFrame) -> pl.LazyFrame:
    """The gold's words with a number (slot) for each word, its sentence's root, and its heads if they are in it."""
    row = pl.int_range(pl.len(), dtype=pl.Int64)
    root = row + 1 - pl.col("position") + pl.col("sentence").rle_id()
    heads = {"gold": "gold_head", "parse": HEAD if HEAD in words.columns else "parse_head"}
    return (
        words.with_columns(row=row, root_slot=root, length=pl.col("position").count().over("sentence"))
        .lazy()
        .with_columns(
            (pl.col("root_slot") + pl.col("position")).alias("own_slot"),
            *(
                pl.when(pl.col(head).is_between(0, "length"))
                .then(pl.col("root_slot") + pl.col(head))
                .alias(f"{side}_slot")
                for side, head in heads.items()
            ),
        )
        .filter(pl.col("position").is_not_null())
    )


def _written(placed: pl.LazyFrame, affected: pl.LazyFrame, side: str) -> pl.LazyFrame:
    """The frames of the affected slots: ``slot``, ``gold_frame`` or ``parse_frame``."""
    scored = placed.filter("scoring")
    own_label = pl.concat_str(pl.lit("*"), pl.col("gold_deprel").cast(pl.String), pl.lit("*"))
    parts = [
        placed.filter(position=1).select(slot="root_slot", order=pl.lit(-1, pl.Int64), part=pl.lit("**")),
        scored.select(slot=f"{side}_slot", order=2 * pl.col("row"), part=pl.col(f"{side}_deprel").cast(pl.String)),
        scored.select(slot="own_slot", order=2 * pl.col("row") + 1, part=own_label),
    ]
    return (
        pl.concat(parts)
        .join(affected, on="slot", how="semi")
        .sort("slot", "order")
        .group_by("slot", maintain_order=True)
        .agg(pl.col("part"))
        .select("slot", pl.col("part").list.join(" ").alias(f"{side}_frame"))
    )
