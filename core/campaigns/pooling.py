"""Figures broken down, over all treebanks or systems together (CoNLL-X, §§ 7.2 and 7.3).

Over treebanks only of systems that have all of them that any system in the run has: others would be of other words.
"""

from __future__ import annotations

import polars as pl

from goldleaf.core.campaigns.parts import COUNTS, SCHEMA, pooled
from goldleaf.core.campaigns.results import RUN, Results

_BY = dict.fromkeys((*RUN, "system", "treebank"), pl.String) | {"optional": pl.Boolean}


def broken_down(results: Results) -> pl.DataFrame:
    """A row a pair, ``table`` and ``value``, with the counts of `core.campaigns.parts`."""
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
    return pl.concat(frames) if frames else pl.DataFrame(schema={**_BY, **SCHEMA})


def roots(parts: pl.DataFrame) -> pl.DataFrame:
    """Words at the root, of each system over all treebanks that are not optional: ``recall`` and ``precision`` of
    being there, ``label_recall`` with the label, ``words`` in the gold; null of systems that lack a treebank."""
    found = _pooled_by(parts, "root", "system")
    return found.select(
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
    found = _pooled_by(parts, table, by)
    return found.select(
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
    counted = _counted(parts, table, by)
    found = pooled([counted], (*RUN, by))
    if by == "treebank":
        return found
    number = pl.col("treebank").n_unique()
    whole = counted.group_by(*RUN, by).agg(number).join(counted.group_by(*RUN).agg(number), on=[*RUN, "treebank"])
    there = found.join(whole, on=[*RUN, by], how="left", maintain_order="left")["treebank"].is_not_null()
    return found.with_columns(pl.when(there).then(pl.col(name)).alias(name) for name in COUNTS)


def _ratio(right: str, total: str) -> pl.Expr:
    return pl.when(pl.col(total) > 0).then(pl.col(right) / pl.col(total))
