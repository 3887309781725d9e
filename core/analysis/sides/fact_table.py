"""The facts of a gold and a parse as one table to count and to search, whatever the metric."""

from __future__ import annotations

import numpy as np
import polars as pl
import polars.selectors as cs

from goldleaf.core import scoring
from goldleaf.core.alignment import aligned_words, have_same_forms, joined_units, units
from goldleaf.core.analysis.sides.dimensions import (
    AS_COMPARED,
    PROJECTIVITY,
    anchor_of,
    dimensions_of,
    label_of,
)
from goldleaf.core.analysis.sides.side_rows import or_null
from goldleaf.core.analysis.sides.word_columns import direction, distance_bin
from goldleaf.core.facts import Mark
from goldleaf.core.metrics.base import Metric
from goldleaf.core.structures import dependency
from goldleaf.core.treebank import Treebank

OTHER = "other"
"""What the other side calls the same; null where it has nothing there."""

PARSE_WORD = "#parse"
"""The row of the parse's word that its fact is about, if the gold does not have that; null for others."""

FLAGS = {
    "in_gold": "the gold has it",
    "in_parse": "the parse has it",
    "matched": "both have it",
    "missing": "the gold has it, the parse has not",
    "extra": "the parse has it, the gold has not",
    "forgiven": "one has it, which is no error",
}
"""Columns that say which side has a fact that scores; forgiven ones are in neither."""


def fact_table(metric: Metric, gold: Treebank, parse: Treebank) -> pl.DataFrame:
    """One row a fact that scores, in the order of the gold's sentences.

    Columns: ``sentence``, ``position`` (of the gold's word; 0 for none), the `FLAGS`, those columns of the key, and the
    further ones, that a condition can name (texts as strings), `OTHER`, ``words`` (of the gold's sentence), and those
    of the metric's `Dimension`\\ s. Where gold and parse have different words, also `PARSE_WORD`.
    """
    facts = scoring.facts(metric, gold, parse).filter(pl.col("mark") != Mark.NOT_SCORED)
    scores = pl.col("mark") != Mark.FORGIVEN
    facts = facts.with_columns(
        (scores & (pl.col("side") != "parse")).alias("in_gold"),
        (scores & (pl.col("side") != "gold")).alias("in_parse"),
        *((pl.col("mark") == Mark[name.upper()]).alias(name) for name in ("matched", "missing", "extra", "forgiven")),
        _other(metric, facts),
        words=gold.sentences["words"].gather(facts["sentence"]),
    )
    wanted = sorted({dimension.name for dimension in dimensions_of(metric)})
    table = facts.with_columns(
        values.alias(name) for name in wanted if (values := _dimension(name, facts, gold, parse, metric)) is not None
    )
    if AS_COMPARED in facts.columns:
        table = table.with_columns(label=AS_COMPARED)
    # No lists of words, and no keys of yields: nobody could write one down.
    own = cs.by_name(*metric.key, *metric.further) - cs.nested() - cs.by_dtype(pl.UInt64)
    columns = dict.fromkeys(("sentence", "position", *FLAGS, *cs.expand_selector(table, own), OTHER, "words", *wanted))
    return (
        table.select(*columns)
        .with_columns(*_in_gold(facts, gold, parse, metric), (~cs.numeric() - cs.boolean()).cast(pl.String))
        .with_columns(pl.col("position").fill_null(0))
    )


def _other(metric: Metric, facts: pl.DataFrame) -> pl.Series:
    """The label that the other side has at the same anchor: of what is missing what is extra, and the other way."""
    label = label_of(metric)
    if label is None:
        return pl.Series(OTHER, [None] * facts.height, dtype=pl.String)
    label = AS_COMPARED if label == "label" and AS_COMPARED in facts.columns else label
    anchor = ["sentence", *anchor_of(metric)]
    own = facts.select("mark", *anchor, pl.col(label).cast(pl.String)).with_row_index("row")
    sides = {
        mark: own.filter(pl.col("mark") == mark).with_columns(turn=pl.int_range(pl.len()).over(anchor))
        for mark in (Mark.MISSING, Mark.EXTRA)
    }
    keys = [*anchor, "turn"]
    pairs = sides[Mark.MISSING].join(sides[Mark.EXTRA], on=keys, how="inner", nulls_equal=True, suffix="_of_parse")
    found = pl.concat(
        [
            pairs.select("row", other=f"{label}_of_parse"),
            pairs.select(row="row_of_parse", other=label),
            own.filter(mark=Mark.MATCHED).select("row", other=label),
        ]
    )
    return own.select("row").join(found, on="row", how="left", maintain_order="left")["other"].alias(OTHER)


def _dimension(
    name: str, facts: pl.DataFrame, gold: Treebank, parse: Treebank, metric: Metric
) -> pl.Series | pl.Expr | None:
    """What is told of facts by what they are about, by the name of a dimension; None where it is of their own."""
    match name:
        case "length":
            return _bins(pl.col("words"), {10: "1-10", 20: "11-20", 30: "21-30", 40: "31-40"}, "41-...")
        case "direction" | "distance":
            told = direction() if name == "direction" else distance_bin()
            return facts.select("head", position="dependent").select(told).to_series()
        case "span":
            span = pl.col("last").cast(pl.Int64) - pl.col("first").cast(pl.Int64) + 1
            bins = _bins(span, {1: "1", 2: "2", 5: "3-5", 10: "6-10", 20: "11-20"}, "21-...")
            return pl.when(pl.col("position").is_null()).then(pl.lit("none")).otherwise(bins)
        case "projectivity":
            odd = np.bincount(gold.sentence_of_word[dependency.non_projective(gold)], minlength=len(gold)) > 0
            names = pl.Series(np.array([*PROJECTIVITY])[odd.astype(int)], dtype=pl.String)
            return names.gather(facts["sentence"])
        case "word_tag":
            of_gold = _tags(gold).gather(_rows_of_words(facts, gold, parse, metric, "gold"))
            if have_same_forms(*(joined_units(gold, parse) if metric.in_units else (gold, parse))):
                return of_gold
            of_parse = _tags(parse).gather(_rows_of_words(facts, gold, parse, metric, "parse"))
            return pl.select(pl.when(facts["side"] == "parse").then(of_parse).otherwise(of_gold)).to_series()
    return None


def _bins(value: pl.Expr, bounds: dict[int, str], more: str) -> pl.Expr:
    """The name of the first bound that the value is not above, else ``more``."""
    name = pl.lit(more)
    for bound, below in reversed(bounds.items()):
        name = pl.when(value <= bound).then(pl.lit(below)).otherwise(name)
    return name


def _tags(treebank: Treebank) -> pl.Series:
    tag = "coarse_tag" if "coarse_tag" in treebank.words.columns else "fine_tag"
    return treebank.words[tag].cast(pl.String)


def _in_gold(facts: pl.DataFrame, gold: Treebank, parse: Treebank, metric: Metric) -> list[pl.Series]:
    """Where words differ, the columns ``position`` and `PARSE_WORD`: what the parse has is told by its own words."""
    sides = joined_units(gold, parse)
    if have_same_forms(*sides):
        return []
    rows = _rows_of_words(facts, gold, parse, metric, "parse")
    row = pl.select(pl.when(facts["side"] == "parse").then(rows)).to_series()
    partner = or_null(np.append(aligned_words(*sides), -1)).gather(row)
    own = (sides[0] if metric.in_units else gold).words["position"].gather(partner)
    position = pl.when(row.is_not_null()).then(own).otherwise(facts["position"]).alias("position")
    return pl.select(position, pl.when(partner.is_null()).then(row).alias(PARSE_WORD)).get_columns()


def _rows_of_words(facts: pl.DataFrame, gold: Treebank, parse: Treebank, metric: Metric, side: str) -> pl.Series:
    """For each fact the row among a side's words of the one at its place; null for none."""
    sentence = "parse_sentence" if side == "parse" and "parse_sentence" in facts.columns else "sentence"
    number = np.arange(len(gold if side == "gold" else parse))
    if metric.in_units:
        number = units(gold, parse).row
        gold, parse = joined_units(gold, parse)
    treebank = gold if side == "gold" else parse
    words = treebank.words.select(
        pl.Series("sentence", number[treebank.sentence_of_word], dtype=pl.UInt32), "position"
    ).with_row_index("row")
    first = words.unique(("sentence", "position"), keep="first", maintain_order=True)
    places = facts.select(pl.col(sentence).alias("sentence"), "position")
    return places.join(first, on=("sentence", "position"), how="left", maintain_order="left")["row"]
