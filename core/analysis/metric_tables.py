"""The tables of a metric's figures: those of whatever its facts have, and those that are made of something else.

A metric has the general ones by the columns of its facts (see `sides.dimensions`). What it
``breaks_down`` into has an entry in `OWN`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

import polars as pl

from goldleaf.core.analysis.breakdown import BREAKDOWNS, table
from goldleaf.core.analysis.breakdown.argument_recall import by_tag_and_role
from goldleaf.core.analysis.breakdown.by_fact import by_dimension, confusions
from goldleaf.core.analysis.breakdown.clusters import contingency, mapping, table_of
from goldleaf.core.analysis.breakdown.constituent_recall import by_label
from goldleaf.core.analysis.breakdown.head_accuracy import by_arc_length, by_relation
from goldleaf.core.analysis.breakdown_table import Limits, Row, Table
from goldleaf.core.analysis.errors.constituent_errors import Errors
from goldleaf.core.analysis.errors.constituent_mass import error_mass, examples
from goldleaf.core.analysis.search.filtering import meeting
from goldleaf.core.analysis.search.has import with_hits
from goldleaf.core.analysis.sides.dimensions import Dimension, dimensions_of, label_of
from goldleaf.core.metrics.base import Metric
from goldleaf.core.scoring import Scored
from goldleaf.core.steps import Steps
from goldleaf.core.treebank import Treebank

DEFAULT = Limits()


class Source(Protocol):
    """What tables are made of, each part worked out when it is asked for: of one gold and parse under one metric."""

    @property
    def gold(self) -> Treebank:
        """The gold."""

    @property
    def treebank(self) -> Treebank:
        """The parse."""

    @property
    def scored(self) -> Scored:
        """The metric with its counts."""

    def words(self) -> Steps[pl.DataFrame]:
        """The words that both have; see `sides.word_table`."""

    def facts(self) -> Steps[pl.DataFrame]:
        """The metric's facts; see `sides.fact_table`."""

    def errors(self) -> Steps[Errors]:
        """The classes of errors in constituents."""


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A table that can be made: its name, what a list of tables calls it, and how."""

    name: str
    title: str
    make: Callable[[Source, Limits], Steps[Table]] = field(repr=False)
    of_words: bool = False  # of which it may be made of some only; see `Limits.within`


@dataclass(frozen=True, slots=True)
class Own:
    """The tables of metrics that are made of something else, and the general ones that they do not replace."""

    tables: tuple[Breakdown, ...]
    general: tuple[str, ...] = ()


def breakdowns_of(metric: Metric) -> tuple[Breakdown, ...]:
    """The tables that there are of a metric's figures."""
    general = _general(metric)
    if not metric.breaks_down:
        return general
    own = OWN[metric.breaks_down]
    return (*own.tables, *(one for one in general if one.name in own.general))


def breakdown_of(metric: Metric, name: str) -> Breakdown | None:
    """The table of this name; None if the metric has none."""
    return next((one for one in breakdowns_of(metric) if one.name == name), None)


def _general(metric: Metric) -> tuple[Breakdown, ...]:
    found = [
        Breakdown(one.name, f"{metric.title} {one.title}", partial(_by_dimension, dimension=one))
        for one in dimensions_of(metric)
    ]
    if label_of(metric) is not None:
        found.append(Breakdown("confusions", f"{metric.title} confusions", _confusions))
    return tuple(found)


def _by_dimension(source: Source, limits: Limits, dimension: Dimension) -> Steps[Table]:  # noqa: ARG001
    facts = yield from source.facts()
    return by_dimension(source.scored.metric, facts, dimension)


def _confusions(source: Source, limits: Limits) -> Steps[Table]:  # noqa: ARG001
    facts = yield from source.facts()
    return confusions(source.scored.metric, facts)


def _of_words(source: Source, limits: Limits, name: str) -> Steps[Table]:
    words = yield from source.words()
    if not limits.within:
        return table(name, words, limits, counts=source.scored.counts)
    return _narrowed(table(name, _scoring_within(words, limits.within), limits), limits.within)


def _scoring_within(words: pl.DataFrame, within: str) -> pl.DataFrame:
    """The words, of which only those score that meet a condition: the others are still what stands beside them."""
    return words.with_columns(scoring=pl.col("scoring") & meeting(words, within))


def _narrowed(found: Table, within: str) -> Table:
    """The table with its title and its conditions saying that it is of some words only."""

    def where(row: Row, column: str) -> str:
        condition = found.where(row, column)
        return with_hits(condition, f"({within})") if "has(" in condition else f"{condition} and has({within})"

    return replace(found, title=f"{found.title}, of words with: {within}", where=where)


def _constituents(source: Source, limits: Limits) -> Steps[Table]:  # noqa: ARG001
    return by_label(source.scored.metric, (yield from source.facts()))


def _error_classes(source: Source, limits: Limits) -> Steps[Table]:  # noqa: ARG001
    return error_mass((yield from source.errors()), source.scored.counts)


def _error_examples(source: Source, limits: Limits) -> Steps[Table]:
    return examples((yield from source.errors()), source.gold, limits)


def _tag_and_role(source: Source, limits: Limits) -> Steps[Table]:  # noqa: ARG001
    return by_tag_and_role(source.scored.metric, (yield from source.facts()))


def _mapping(source: Source, limits: Limits) -> Steps[Table]:  # noqa: ARG001
    return mapping(table_of((yield from source.facts())))


def _contingency(source: Source, limits: Limits) -> Steps[Table]:  # noqa: ARG001
    return contingency(table_of((yield from source.facts())))


def _relations(source: Source, limits: Limits) -> Steps[Table]:  # noqa: ARG001
    return by_relation((yield from source.facts()))


def _arc_lengths(source: Source, limits: Limits) -> Steps[Table]:  # noqa: ARG001
    return by_arc_length((yield from source.facts()))


_TITLES = {
    "accuracy": "Accuracy by tag",
    "length": "Accuracy by length of sentence",
    "projectivity": "Accuracy by projectivity",
    "error_rate": "Error rate by tag",
    "deprel": "Relations",
    "deprel_attachment": "Relations with their heads",
    "direction": "Directions of heads",
    "distance": "Distances of heads",
    "confusions": "Confused relations",
    "frames": "Confused frames",
    "focus_words": "Words with most errors",
    "tags_before_1": "Errors by the tag before",
    "forms_before_1": "Errors by the word before",
    "tags_before_2": "Errors by the two tags before",
    "forms_before_2": "Errors by the two words before",
    "tags_after_1": "Errors by the tag after",
    "forms_after_1": "Errors by the word after",
    "tags_after_2": "Errors by the two tags after",
    "forms_after_2": "Errors by the two words after",
    "sentences_errors": "Sentences with most wrong words",
    "sentences_head_errors": "Sentences with most wrong heads",
    "sentences_label_errors": "Sentences with most wrong labels",
    "specific_errors": "Most frequent errors",
    "error_contexts": "Contexts of frequent errors",
    "shared_contexts": "Contexts that errors share",
    "examples": "Frequent errors with examples",
    "error_mass": "Error mass",
    "seen": "Seen and unseen words",
}

OWN = {
    "clusters": Own(
        (
            Breakdown("mapping", "Mapping of induced tags", _mapping),
            Breakdown("contingency", "Induced tags and the gold's", _contingency),
        ),
        ("length",),
    ),
    "heads": Own(
        (
            Breakdown("relations", "Heads by relation", _relations),
            Breakdown("lengths", "Heads by length of arc", _arc_lengths),
        ),
        ("word_tag", "direction", "length", "projectivity"),
    ),
    "propositions": Own(
        (Breakdown("tag_role", "Arguments by tag of the predicate and role", _tag_and_role),),
        ("kind", "label", "sense", "predicate_tag", "length", "confusions"),
    ),
    "words": Own(
        tuple(Breakdown(name, _TITLES[name], partial(_of_words, name=name), of_words=True) for name in BREAKDOWNS)
    ),
    "constituents": Own(
        (
            Breakdown("constituents", "Constituents by label", _constituents),
            Breakdown("constituent-errors", "Classes of errors", _error_classes),
            Breakdown("constituent-examples", "Worst errors with examples", _error_examples),
        ),
        ("kind", "label", "span", "length", "confusions"),
    ),
}
"""By what a metric says that it breaks down into."""
