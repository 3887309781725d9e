"""What the figures of a pair are broken down into, as counts that add up over systems and treebanks (CoNLL-X, § 7)."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from goldleaf.core.analysis.sides.word_table import ROW
from goldleaf.core.metrics.base import Metric
from goldleaf.core.results import words_of
from goldleaf.core.treebank import Treebank

COUNTS = ("words", "right_head", "right_label", "right_both", "parse_words")
SCHEMA = {"table": pl.String, "value": pl.String, **dict.fromkeys(COUNTS, pl.Int64)}


def of_words(metric: Metric, gold: Treebank, parse: Treebank, rows: pl.Series, seen: pl.Series | None) -> pl.DataFrame:
    """A row a table and value: ``table`` (tag, root, form), ``value`` (string), and `COUNTS` of the scoring words.

    The table ``tag`` is by the gold's tags, ``form`` by whether a form is among those ``seen``, if any are given.
    ``root`` has the words at the root: in the gold (``words``), in the parse (``parse_words``), in both
    (``right_head``), in both with the same label (``right_both``). A word that the parse does not have is wrong.
    """
    assert metric.of_words is not None
    both = words_of(metric, gold, parse, rows, every=True)
    scoring = pl.Series(metric.of_words.scoring(gold)).filter(gold.words["sentence"].is_in(rows.implode()))
    words = both.filter(pl.col("position").is_not_null()).filter(scoring)
    alone = both.filter(pl.col("position").is_null())
    if alone.height:
        alone = alone.filter(pl.Series(metric.of_words.scoring(parse)).gather(alone[f"parse_{ROW}"]))
    tables = [_counted(words, "tag", pl.col("gold_tag").cast(pl.String))] if "gold_tag" in words.columns else []
    if seen is not None:
        known = pl.col("form").cast(pl.String).is_in(seen.implode())
        tables.append(_counted(words, "form", pl.when(known).then(pl.lit("seen")).otherwise(pl.lit("unseen"))))
    return pl.concat([pl.DataFrame(schema=SCHEMA), *tables, _roots(words, alone)])


def _counted(words: pl.DataFrame, table: str, value: pl.Expr) -> pl.DataFrame:
    right = (pl.col(name).sum() for name in ("right_head", "right_label", "right_both"))
    counted = words.group_by(value.alias("value")).agg(pl.len().alias("words"), *right)
    return _shaped(counted.with_columns(table=pl.lit(table), parse_words=pl.col("words")))


def _roots(words: pl.DataFrame, alone: pl.DataFrame) -> pl.DataFrame:
    """The words at the root; ``alone`` are those that only the parse has."""
    gold, parse = (pl.col(f"{side}_direction") == "to_root" for side in ("gold", "parse"))
    return _shaped(
        words.select(
            table=pl.lit("root"),
            value=pl.lit("root"),
            words=gold.sum(),
            right_head=(gold & parse).sum(),
            right_label=(gold & pl.col("right_label")).sum(),
            right_both=(gold & pl.col("right_both")).sum(),
            parse_words=parse.sum() + alone.select(parse.sum()).item(),
        )
    )


def _shaped(table: pl.DataFrame) -> pl.DataFrame:
    return table.select(pl.col(name).cast(dtype) for name, dtype in SCHEMA.items())


def pooled(frames: Iterable[pl.DataFrame], by: tuple[str, ...] = ()) -> pl.DataFrame:
    """The counts of several pairs together, by ``table``, ``value`` and further columns that the frames have."""
    keys = (*by, "table", "value")
    return pl.concat([*frames]).group_by(keys, maintain_order=True).agg(pl.col(name).sum() for name in COUNTS)
