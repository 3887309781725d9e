"""What figures are broken down into, and what goes together with them.

Counts of a pair add up over systems and treebanks (CoNLL-X, §§ 7.2, 7.3): over treebanks only of systems that have all
of them that any system in the run has, for others would be of other words. Correlations, Pearson's and Spearman's, say
which scores go together, and which properties of treebanks go with them (SPMRL 2013, § 7.1): of one run at a time, for
a treebank in three runs is not three treebanks; and without those that are optional.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
import polars as pl

from goldleaf.core.analysis.breakdown_table import share
from goldleaf.core.campaigns.comparisons import WORDS
from goldleaf.core.campaigns.jobs import COUNTS, SCHEMA
from goldleaf.core.campaigns.results import RUN, Results, of_treebanks
from goldleaf.core.facts import Floats

LEAST = 3  # so many values are needed to say anything of a correlation
CORRELATIONS = {"a": pl.String(), "b": pl.String(), "n": pl.UInt32(), "pearson": pl.Float64(), "spearman": pl.Float64()}


def broken_down(results: Results) -> pl.DataFrame:
    """A row a pair, ``table`` and ``value``, with the counts of `jobs.of_words`."""
    about = {**dict.fromkeys((*RUN, "system", "treebank"), pl.String), "optional": pl.Boolean}
    frames = []
    for pair in results.pairs:
        if pair.found is not None and WORDS in pair.found.frames:
            submission, treebank = pair.submission, results.campaign.treebank(pair.submission.treebank)
            place = (submission.run.scenario, submission.run.training, submission.system, treebank.name)
            values = dict(zip(about, map(pl.lit, (*place, treebank.optional)), strict=True))
            frames.append(pair.found.frames[WORDS].with_columns(**values))
    return pl.concat(frames) if frames else pl.DataFrame(schema={**about, **SCHEMA})


def roots(parts: pl.DataFrame) -> pl.DataFrame:
    """Words at the root, of each system over all treebanks that are not optional: ``recall`` and ``precision`` of
    being there, ``label_recall`` with the label, ``words`` in the gold; null of systems that lack a treebank."""
    recall, labeled = share("right_head", "words"), share("right_both", "words")
    precision = share("right_head", "parse_words")
    pooled = _pooled_by(parts, "root", "system")
    return pooled.select(*RUN, "system", "words", recall=recall, precision=precision, label_recall=labeled)


def accuracies(parts: pl.DataFrame, table: str, by: str) -> pl.DataFrame:
    """LAS, UAS and label accuracy by the values of a table (``tag``, ``form``), and by ``treebank``, or by ``system``
    over those that are not optional; null of systems that lack one."""
    right = {"las": "right_both", "uas": "right_head", "la": "right_label"}
    ratios = {name: share(column, "words") for name, column in right.items()}
    return _pooled_by(parts, table, by).select(*RUN, by, "value", "words", **ratios)


def words(parts: pl.DataFrame, table: str, by: str) -> pl.DataFrame:
    """How many words of the golds have each ``value`` of a table: ``words``, the most frequent value first. As in
    `accuracies`, and whatever number of systems has parsed them."""
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


def pearson(one: Floats, other: Floats) -> float | None:
    """Pearson's correlation; None for fewer than `LEAST` values, or where one side is all the same."""
    if len(one) < LEAST:
        return None
    # What differs by rounding only is the same.
    alike = np.ptp(one) < 1e-12 * max(1.0, np.abs(one).max()) or np.ptp(other) < 1e-12 * max(1.0, np.abs(other).max())
    return None if alike else float(np.clip(np.corrcoef(one, other)[0, 1], -1, 1))


def spearman(one: Floats, other: Floats) -> float | None:
    """Spearman's: Pearson's of the ranks, equals sharing the mean of theirs."""
    return pearson(*(pl.Series(values).rank("average").to_numpy().astype(np.float64) for values in (one, other)))


def of_scores(figures: pl.DataFrame, scores: Sequence[tuple[str, str]]) -> pl.DataFrame:
    """Each two scores (measure, score) over all systems and treebanks that have both, in the figures of one run."""
    columns = {" ".join(score): _values(figures, "value", *score) for score in scores}
    rows = []
    for a, b in combinations(columns, 2):
        both = columns[a].join(columns[b], on=["system", "treebank"], suffix=" b")
        rows.append(_row(a, b, both["value"], both["value b"]))
    return pl.DataFrame(rows, schema=CORRELATIONS, orient="row")


def with_properties(
    figures: pl.DataFrame, properties: Mapping[str, pl.DataFrame], scores: Sequence[tuple[str, str]]
) -> pl.DataFrame:
    """Each score, as the average over systems, with each property of the treebanks: ``a`` is the score. The figures are
    of one run. ``properties`` are `property_frame`s by what they are of: ``b`` begins with that, but for ``gold``. All
    must differ."""
    numbers: dict[str, pl.DataFrame] = {}
    for side, frame in properties.items():
        for name in frame.select(pl.selectors.numeric()).columns:
            values = frame.select("treebank", property=pl.col(name).cast(pl.Float64)).drop_nulls()
            if values["property"].n_unique() > 1:
                numbers[name if side == "gold" else f"{side}: {name}"] = values
    averages = of_treebanks(figures)
    rows = []
    for score in scores:
        column = _values(averages, "average", *score)
        for name, values in numbers.items():
            both = column.join(values, on="treebank")
            rows.append(_row(" ".join(score), name, both["average"], both["property"]))
    return pl.DataFrame(rows, schema=CORRELATIONS, orient="row")


def _values(frame: pl.DataFrame, column: str, measure: str, score: str) -> pl.DataFrame:
    """The values of a score, of what is not optional, with the keys that the frame has."""
    own = frame.filter(measure=measure, score=score, optional=False)
    return own.select(pl.col("^(system|treebank)$"), column).drop_nulls()


def _row(a: str, b: str, one: pl.Series, other: pl.Series) -> tuple[object, ...]:
    values = one.to_numpy().astype(np.float64), other.to_numpy().astype(np.float64)
    return (a, b, len(one), pearson(*values), spearman(*values))
