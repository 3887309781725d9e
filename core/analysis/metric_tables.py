"""The tables of a metric's figures: those of whatever its facts have, and those that are made of something else.

A metric has the general ones by the columns of its facts (see `sides.dimensions`). What it
``breaks_down`` into has an entry in `OWN`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol, TypeAlias

import polars as pl

from goldleaf.core.analysis.breakdown import BREAKDOWNS, table
from goldleaf.core.analysis.breakdown.by_fact import by_dimension, by_tag_and_role, confusions, constituents_by_label
from goldleaf.core.analysis.breakdown.induced import by_arc_length, by_relation, contingency, contingency_of, mapping
from goldleaf.core.analysis.breakdown_table import Limits, Row, Table
from goldleaf.core.analysis.errors.constituent_errors import Errors, error_mass, examples
from goldleaf.core.analysis.search.filtering import meeting
from goldleaf.core.analysis.search.has import with_hits
from goldleaf.core.analysis.sides.dimensions import dimensions_of, label_of
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


Maker: TypeAlias = Callable[[Source, Limits], Steps[Table]]


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A table that can be made: its name, what a list of tables calls it, and how."""

    name: str
    title: str
    make: Maker = field(repr=False)
    of_words: bool = False  # of which it may be made of some only; see `Limits.within`


def breakdowns_of(metric: Metric) -> tuple[Breakdown, ...]:
    """The tables that there are of a metric's figures."""
    general = [
        Breakdown(dimension.name, f"{metric.title} {dimension.title}", _of_facts(by_dimension, dimension))
        for dimension in dimensions_of(metric)
    ]
    if label_of(metric) is not None:
        general.append(Breakdown("confusions", f"{metric.title} confusions", _of_facts(confusions)))
    if not metric.breaks_down:
        return tuple(general)
    # Its own tables come first: they are those of the field.
    own, kept = OWN[metric.breaks_down]
    return (*own, *(breakdown for breakdown in general if breakdown.name in kept))


def breakdown_of(metric: Metric, name: str) -> Breakdown | None:
    """The table of this name; None if the metric has none."""
    return next((breakdown for breakdown in breakdowns_of(metric) if breakdown.name == name), None)


def _of_facts(table_of: Callable[..., Table], *arguments: object) -> Maker:
    """A table of the metric and its facts."""

    def make(source: Source, limits: Limits) -> Steps[Table]:  # noqa: ARG001
        return table_of(source.scored.metric, (yield from source.facts()), *arguments)

    return make


def _of_own_facts(table_of: Callable[[pl.DataFrame], Table]) -> Maker:
    """A table of facts that only one metric has."""
    return _of_facts(lambda _, facts: table_of(facts))


def _of_words(source: Source, limits: Limits, name: str) -> Steps[Table]:
    words = yield from source.words()
    if not limits.within:
        return table(name, words, limits, counts=source.scored.counts)
    # The words that do not meet the condition do not score, but are still what stands beside the others.
    words = words.with_columns(scoring=pl.col("scoring") & meeting(words, limits.within))
    whole = table(name, words, limits)

    def where(row: Row, column: str) -> str:
        condition, within = whole.where(row, column), limits.within
        return with_hits(condition, f"({within})") if "has(" in condition else f"{condition} and has({within})"

    return replace(whole, title=f"{whole.title}, of words with: {limits.within}", where=where)


def _error_classes(source: Source, limits: Limits) -> Steps[Table]:  # noqa: ARG001
    return error_mass((yield from source.errors()), source.scored.counts)


def _error_examples(source: Source, limits: Limits) -> Steps[Table]:
    return examples((yield from source.errors()), source.gold, limits)


OWN: dict[str, tuple[tuple[Breakdown, ...], tuple[str, ...]]] = {
    "clusters": (
        (
            Breakdown(
                "mapping", "Mapping of induced tags", _of_own_facts(lambda facts: mapping(contingency_of(facts)))
            ),
            Breakdown(
                "contingency",
                "Induced tags and the gold's",
                _of_own_facts(lambda facts: contingency(contingency_of(facts))),
            ),
        ),
        ("length",),
    ),
    "heads": (
        (
            Breakdown("relations", "Heads by relation", _of_own_facts(by_relation)),
            Breakdown("lengths", "Heads by length of arc", _of_own_facts(by_arc_length)),
        ),
        ("word_tag", "direction", "length", "projectivity"),
    ),
    "propositions": (
        (Breakdown("tag_role", "Arguments by tag of the predicate and role", _of_facts(by_tag_and_role)),),
        ("kind", "label", "sense", "predicate_tag", "length", "confusions"),
    ),
    "words": (
        tuple(
            Breakdown(name, title, partial(_of_words, name=name), of_words=True)
            for name, (title, _) in BREAKDOWNS.items()
        ),
        (),
    ),
    "constituents": (
        (
            Breakdown("constituents", "Constituents by label", _of_facts(constituents_by_label)),
            Breakdown("constituent-errors", "Classes of errors", _error_classes),
            Breakdown("constituent-examples", "Worst errors with examples", _error_examples),
        ),
        ("kind", "label", "span", "length", "confusions"),
    ),
}
"""By what a metric says that it breaks down into: its tables that are made of something else than its facts alone, and
the names of the general ones that these do not replace."""
