"""What figures are broken down into: counts of a pair that add up over systems and treebanks (CoNLL-X, §§ 7.2, 7.3).

Over treebanks only of systems that have all of them that any system in the run has: others would be of other words.
"""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.sides.word_table import ROW
from goldleaf.core.campaigns.results import RUN, Results
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
    alone = both.filter(pl.col("position").is_null())  # words that only the parse has
    if alone.height:
        alone = alone.filter(pl.Series(metric.of_words.scoring(parse)).gather(alone[f"parse_{ROW}"]))
    values = {"tag": pl.col("gold_tag").cast(pl.String)} if "gold_tag" in words.columns else {}
    if seen is not None:
        known = pl.col("form").cast(pl.String).is_in(seen.implode())
        values["form"] = pl.when(known).then(pl.lit("seen")).otherwise(pl.lit("unseen"))
    right = [pl.col(name).sum() for name in ("right_head", "right_label", "right_both")]
    tables = [
        words.group_by(value.alias("value"))
        .agg(pl.len().alias("words"), *right)
        .with_columns(table=pl.lit(table), parse_words=pl.col("words"))
        for table, value in values.items()
    ]
    in_gold, in_parse = (pl.col(f"{side}_direction") == "to_root" for side in ("gold", "parse"))
    roots = words.select(
        table=pl.lit("root"),
        value=pl.lit("root"),
        words=in_gold.sum(),
        right_head=(in_gold & in_parse).sum(),
        right_label=(in_gold & pl.col("right_label")).sum(),
        right_both=(in_gold & pl.col("right_both")).sum(),
        parse_words=in_parse.sum() + alone.select(in_parse.sum()).item(),
    )
    shaped = [pl.col(name).cast(dtype) for name, dtype in SCHEMA.items()]
    return pl.concat([pl.DataFrame(schema=SCHEMA), *(table.select(shaped) for table in (*tables, roots))])


def broken_down(results: Results) -> pl.DataFrame:
    """A row a pair, ``table`` and ``value``, with the counts of `of_words`."""
    about = {**dict.fromkeys((*RUN, "system", "treebank"), pl.String), "optional": pl.Boolean}
    frames = [
        pair.found.frames["words"].with_columns(
            scenario=pl.lit(pair.submission.run.scenario),
            training=pl.lit(pair.submission.run.training),
            system=pl.lit(pair.submission.system),
            treebank=pl.lit(pair.submission.treebank),
            optional=pl.lit(results.campaign.treebank(pair.submission.treebank).optional),
        )
        for pair in results.pairs
        if pair.found is not None and "words" in pair.found.frames
    ]
    return pl.concat(frames) if frames else pl.DataFrame(schema={**about, **SCHEMA})


def roots(parts: pl.DataFrame) -> pl.DataFrame:
    """Words at the root, of each system over all treebanks that are not optional: ``recall`` and ``precision`` of
    being there, ``label_recall`` with the label, ``words`` in the gold; null of systems that lack a treebank."""
    return _pooled_by(parts, "root", "system").select(
        *RUN,
        "system",
        "words",
        recall=_ratio("right_head", "words"),
        precision=_ratio("right_head", "parse_words"),
        label_recall=_ratio("right_both", "words"),
    )


def accuracies(parts: pl.DataFrame, table: str, by: str) -> pl.DataFrame:
    """LAS, UAS and label accuracy by the values of a table (``tag``, ``form``), and by ``treebank``, or by ``system``
    over those that are not optional; null of systems that lack one."""
    return _pooled_by(parts, table, by).select(
        *RUN,
        by,
        "value",
        "words",
        las=_ratio("right_both", "words"),
        uas=_ratio("right_head", "words"),
        la=_ratio("right_label", "words"),
    )


def words(parts: pl.DataFrame, table: str, by: str) -> pl.DataFrame:
    """How many words of the golds have each ``value`` of a table: ``words``, the most frequent value first.

    As in `accuracies`, and whatever number of systems has parsed them.
    """
    of_golds = _counted(parts, table, by).group_by(*RUN, "treebank", "value").agg(pl.col("words").max())
    counted = of_golds.group_by(*RUN, "value").agg(pl.col("words").sum())
    return counted.sort(["words", "value"], descending=[True, False])


def _counted(parts: pl.DataFrame, table: str, by: str) -> pl.DataFrame:
    return parts.filter(pl.col("table") == table, pl.lit(by == "treebank") | ~pl.col("optional"))


def _pooled_by(parts: pl.DataFrame, table: str, by: str) -> pl.DataFrame:
    """The counts of several pairs together, by run, ``by``, table and value."""
    counted = _counted(parts, table, by)
    keys = (*RUN, by, "table", "value")
    pooled = counted.group_by(keys, maintain_order=True).agg(pl.col(name).sum() for name in COUNTS)
    if by == "treebank":
        return pooled
    number = pl.col("treebank").n_unique()
    whole = counted.group_by(*RUN, by).agg(number).join(counted.group_by(*RUN).agg(number), on=[*RUN, "treebank"])
    there = pooled.join(whole, on=[*RUN, by], how="left", maintain_order="left")["treebank"].is_not_null()
    return pooled.with_columns(pl.when(there).then(pl.col(name)).alias(name) for name in COUNTS)


def _ratio(right: str, total: str) -> pl.Expr:
    return pl.when(pl.col(total) > 0).then(pl.col(right) / pl.col(total))
