"""The facts of a gold and a parse as one table to count and to search, whatever the metric, and by what they are broken
down: their labels, roles and the like, and what is told of them by the gold's sentences. Which of these a metric's
facts have is told by the columns of their key, and by those that it declares as ``further``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl
import polars.selectors as cs

from goldleaf.core import scoring
from goldleaf.core.alignment import aligned_words, have_same_forms, joined_units, units
from goldleaf.core.analysis.sides.word_columns import DIRECTION, DISTANCE, class_among, heads_placed, or_null
from goldleaf.core.facts import Mark
from goldleaf.core.metrics.base import Metric
from goldleaf.core.structures import dependency
from goldleaf.core.treebank import Treebank

# Classes of sentences, as conditions on the word table.
LENGTHS = {
    "1-10": "words <= 10",
    "11-20": "words between 11 and 20",
    "21-30": "words between 21 and 30",
    "31-40": "words between 31 and 40",
    "41-...": "words > 40",
}
PROJECTIVITY = {"projective": "not gold_nonprojective", "non-projective": "gold_nonprojective"}
# The column of a fact's label as the metric compares it, where that is not as the file has it.
_AS_COMPARED = "compared_as"
OTHER = "other"  # what the other side calls the same; null where it has nothing there
# The row of the parse's word that its fact is about, if the gold does not have that; null for others.
PARSE_WORD = "#parse"
# Columns that say which side has a fact that scores; forgiven ones, which are no error, are in neither.
FLAGS = ("in_gold", "in_parse", "matched", "missing", "extra", "forgiven")


class Dimension(NamedTuple):
    """What facts are told apart by."""

    name: str  # of the table and of its column
    title: str
    note: str  # what the classes are
    needs: frozenset[str] = frozenset()  # columns that facts must have
    classes: tuple[str, ...] = ()  # the values in their order, if they have one
    also: tuple[str, ...] = ()  # further columns that they are told apart by


_ARCS = frozenset({"dependent", "head"})
_IS_PROJECTIVE = "Whether the gold's tree is projective."
_PREDICATE_TAGS = "PPOS or PPOSS of the predicates, each side its own, as eval09.pl has it."
_SPANS = {
    "none": "position is null",  # of constituents without words
    "1": "size <= 1", "2": "size = 2", "3-5": "size <= 5", "6-10": "size <= 10", "11-20": "size <= 20",
    "21-...": "size > 20",
}  # fmt: skip

# In the order of the tables.
DIMENSIONS = (
    Dimension("kind", "by kind", "What is compared.", frozenset({"kind"})),
    Dimension("label", "by label", "Labels as they are compared.", frozenset({"label"})),
    Dimension("tag", "by tag", "Tags as they are compared.", frozenset({"tag"})),
    Dimension("role", "by role", "Roles as they are compared.", frozenset({"role"})),
    Dimension("sense", "by sense", "PRED of the predicates.", frozenset({"sense"})),
    Dimension("predicate_tag", "by tag of the predicate", _PREDICATE_TAGS, frozenset({"predicate_tag"})),
    Dimension("word_tag", "by tag of the word", "The gold's tags of the words that this is about.", _ARCS),
    Dimension("word_tag", "by tag of the word", "The gold's tags of the words.", frozenset({"lineage"})),
    Dimension("direction", "by direction", "Where the head is.", _ARCS, tuple(DIRECTION.categories)),
    Dimension("distance", "by distance", "How many words away the head is.", _ARCS, tuple(DISTANCE.categories)),
    Dimension(
        "span",
        "by span",
        "From the first word to the last, in words.",
        frozenset({"first", "last"}),
        (*[*_SPANS][1:], "none"),
    ),
    Dimension("length", "by length of sentence", "Words of the gold's sentence.", classes=tuple(LENGTHS)),
    Dimension("projectivity", "by projectivity", _IS_PROJECTIVE, frozenset({"head"}), tuple(PROJECTIVITY)),
)


def dimensions_of(metric: Metric) -> tuple[Dimension, ...]:
    there = {*metric.key, *metric.further}
    return tuple(dimension for dimension in DIMENSIONS if dimension.needs <= there)


def label_of(metric: Metric) -> str | None:
    """The column of the key that says what a fact's anchor is called, the first of those that do; None for none."""
    return next((name for name in ("label", "tag", "role", "lineage") if name in metric.key), None)


def fact_table(metric: Metric, gold: Treebank, parse: Treebank) -> pl.DataFrame:
    """One row a fact that scores, in the order of the gold's sentences.

    Columns: ``sentence``, ``position`` (of the gold's word; 0 for none), the `FLAGS`, those columns of the key, and the
    further ones, that a condition can name (texts as strings), `OTHER`, ``words`` (of the gold's sentence), and those
    of the metric's `Dimension`\\ s. Where gold and parse have different words, also `PARSE_WORD`."""
    facts = scoring.facts(metric, gold, parse).filter(pl.col("mark") != Mark.NOT_SCORED)
    scores = pl.col("mark") != Mark.FORGIVEN
    in_gold, in_parse = (scores & (pl.col("side") != other) for other in ("parse", "gold"))
    marks = ((pl.col("mark") == Mark[name.upper()]).alias(name) for name in FLAGS[2:])
    lengths = gold.sentences["words"].gather(facts["sentence"])
    facts = facts.with_columns(*marks, _other(metric, facts), in_gold=in_gold, in_parse=in_parse, words=lengths)
    wanted = sorted({dimension.name for dimension in dimensions_of(metric)})
    table = facts.with_columns(
        values.alias(name) for name in wanted if (values := _dimension(name, facts, gold, parse, metric)) is not None
    )
    if _AS_COMPARED in facts.columns:
        table = table.with_columns(label=_AS_COMPARED)
    # No lists of words, and no keys of yields: nobody could write one down.
    own = cs.by_name(*metric.key, *metric.further) - cs.nested() - cs.by_dtype(pl.UInt64)
    columns = dict.fromkeys(("sentence", "position", *FLAGS, *cs.expand_selector(table, own), OTHER, "words", *wanted))
    places = []
    sides = joined_units(gold, parse)
    if not have_same_forms(*sides):  # what the parse has is told by its own words
        rows = _rows_of_words(facts, gold, parse, metric, "parse")
        row = pl.select(pl.when(facts["side"] == "parse").then(rows)).to_series()
        partner = or_null(np.append(aligned_words(*sides), -1)).gather(row)
        of_gold = (sides[0] if metric.in_units else gold).words["position"].gather(partner)
        places = [
            pl.when(row.is_not_null()).then(of_gold).otherwise(facts["position"]).alias("position"),
            pl.when(partner.is_null()).then(row).alias(PARSE_WORD),
        ]
    texts = (~cs.numeric() - cs.boolean()).cast(pl.String)
    placed = table.select(*columns).with_columns(*pl.select(places).get_columns(), texts)
    return placed.with_columns(pl.col("position").fill_null(0))


def _other(metric: Metric, facts: pl.DataFrame) -> pl.Series:
    """The label that the other side has at the same anchor: of what is missing what is extra, and the other way."""
    label = label_of(metric)
    if label is None:
        return pl.Series(OTHER, [None] * facts.height, dtype=pl.String)
    anchor = ["sentence", *(name for name in metric.key if name != label)]
    label = _AS_COMPARED if label == "label" and _AS_COMPARED in facts.columns else label
    own = facts.select("mark", *anchor, pl.col(label).cast(pl.String)).with_row_index("row")
    missing, extra = (
        own.filter(pl.col("mark") == mark).with_columns(turn=pl.int_range(pl.len()).over(anchor))
        for mark in (Mark.MISSING, Mark.EXTRA)
    )
    pairs = missing.join(extra, on=[*anchor, "turn"], how="inner", nulls_equal=True, suffix="_of_parse")
    of_missing, of_extra = pairs.select("row", other=f"{label}_of_parse"), pairs.select(row="row_of_parse", other=label)
    labels = pl.concat([of_missing, of_extra, own.filter(mark=Mark.MATCHED).select("row", other=label)])
    return own.select("row").join(labels, on="row", how="left", maintain_order="left")["other"].alias(OTHER)


def _dimension(
    name: str, facts: pl.DataFrame, gold: Treebank, parse: Treebank, metric: Metric
) -> pl.Series | pl.Expr | None:
    """What is told of facts by what they are about, by the name of a dimension; None where it is of their own."""
    match name:
        case "length":
            return class_among(LENGTHS)
        case "direction" | "distance":
            placed = heads_placed(facts.select("head", position="dependent"))
            return placed["direction" if name == "direction" else "distance_bin"]
        case "span":
            span = pl.col("last").cast(pl.Int64) - pl.col("first").cast(pl.Int64) + 1
            return facts.select("position", size=span).select(class_among(_SPANS)).to_series()
        case "projectivity":
            odd = np.bincount(gold.sentence_of_word[dependency.non_projective(gold)], minlength=len(gold)) > 0
            names = pl.Series(np.array([*PROJECTIVITY])[odd.astype(int)], dtype=pl.String)
            return names.gather(facts["sentence"])
        case "word_tag":
            tags = []
            for side, treebank in (("gold", gold), ("parse", parse)):
                tag = "coarse_tag" if "coarse_tag" in treebank.words.columns else "fine_tag"
                rows = _rows_of_words(facts, gold, parse, metric, side)
                tags.append(treebank.words[tag].cast(pl.String).gather(rows))
                if have_same_forms(*(joined_units(gold, parse) if metric.in_units else (gold, parse))):
                    return tags[0]  # of all words the gold's; of others the parse's own
            of_gold, of_parse = tags
            return pl.select(pl.when(facts["side"] == "parse").then(of_parse).otherwise(of_gold)).to_series()
    return None


def _rows_of_words(facts: pl.DataFrame, gold: Treebank, parse: Treebank, metric: Metric, side: str) -> pl.Series:
    """For each fact the row among a side's words of the one at its place; null for none."""
    sentence = "parse_sentence" if side == "parse" and "parse_sentence" in facts.columns else "sentence"
    number = np.arange(len(gold if side == "gold" else parse))
    if metric.in_units:
        number = units(gold, parse).row
        gold, parse = joined_units(gold, parse)
    treebank = gold if side == "gold" else parse
    of_word = pl.Series("sentence", number[treebank.sentence_of_word], dtype=pl.UInt32)
    words = treebank.words.select(of_word, "position").with_row_index("row")
    first = words.unique(("sentence", "position"), keep="first", maintain_order=True)
    places = facts.select(pl.col(sentence).alias("sentence"), "position")
    return places.join(first, on=("sentence", "position"), how="left", maintain_order="left")["row"]
