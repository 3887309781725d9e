"""The tables of the errors dock: which there are for a document, worked out when they are asked for. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

import polars as pl

from goldleaf.core.analysis.breakdown.beside import SideBySide, side_by_side
from goldleaf.core.analysis.breakdown_table import Table
from goldleaf.core.analysis.errors.constituent_errors import Errors
from goldleaf.core.analysis.metric_tables import DEFAULT, breakdown_of, breakdowns_of
from goldleaf.core.analysis.search.fact_search import for_parse
from goldleaf.core.analysis.sides.seen_in_training import SEEN
from goldleaf.core.analysis.sides.sentence_table import word_prefixes
from goldleaf.core.scoring import Scored
from goldleaf.core.steps import Steps, between
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.session.document import Document


@dataclass(frozen=True, slots=True)
class Choice:
    """A table that can be made, by the names of its metric and its own; ``within`` is one of `parts`."""

    metric: str
    table: str
    within: str = ""


SEEN_TABLE = "seen"  # which says nothing without a training file


def choices(document: Document, parse: int) -> dict[Choice, str]:
    """The tables of one parse with their titles, those of a metric together; none while there is nothing to tell."""
    if document.blind is not None or not document.complete or not 0 <= parse < len(document.parses):
        return {}
    return {
        Choice(metric.name, made.name): made.title
        for metric in document.metrics
        if metric.name in document.parses[parse].scored
        for made in breakdowns_of(metric)
        if made.name != SEEN_TABLE or not {*SEEN}.isdisjoint(document.gold.words.columns)
    }


def parts(document: Document, choice: Choice) -> dict[str, str]:
    """The words of which a table may be made, and what they are called; only all where nobody says what is seen."""
    words = {"": "All words"}
    metric = next(
        (parse.scored[choice.metric].metric for parse in document.parses if choice.metric in parse.scored), None
    )
    made = breakdown_of(metric, choice.table) if metric is not None else None
    if choice.table == SEEN_TABLE or made is None or not made.of_words:
        return words
    # Without a training file nobody says what is seen.
    for name in sorted({*SEEN} & {*document.gold.words.columns}):
        if document.gold.words[name].null_count() < document.gold.words.height:
            what = f"{SEEN[name].capitalize()}s"
            words |= {f"gold_{name}": f"{what} seen in training", f"not gold_{name}": f"{what} not seen in training"}
    return words


def breakdown(document: Document, parse: int, choice: Choice) -> Steps[Table]:
    """Make a table, which may take minutes. Raises KeyError where there is no such table."""
    scored = document.parses[parse].scored[choice.metric]
    made = breakdown_of(scored.metric, choice.table)
    if made is None:
        raise KeyError(choice)
    return (yield from made.make(Source(document, parse, scored), replace(DEFAULT, within=choice.within)))


def breakdown_of_all(document: Document, choice: Choice) -> Steps[SideBySide]:
    """A table of all parses that the metric has scored, side by side, with what the first has more than each other.

    Conditions name the parse that they are about. Raises KeyError where there is no such table.
    """
    places = [place for place, parse in enumerate(document.parses) if choice.metric in parse.scored]
    prefixes = word_prefixes(parse.name for parse in document.parses)
    tables = {}
    for done, place in enumerate(places):
        making = breakdown(document, place, choice)
        tables[document.parses[place].name] = yield from between(making, done / len(places), (done + 1) / len(places))
    return side_by_side(tables, lambda condition, name: for_parse(condition, prefixes[name]))


@dataclass(frozen=True, eq=False)
class Source:
    """What tables are made of, as the document keeps it; see `core.analysis.metric_tables.Source`."""

    document: Document
    parse: int
    scored: Scored

    @property
    def treebank(self) -> Treebank:
        return self.document.parses[self.parse].treebank

    @property
    def gold(self) -> Treebank:
        return self.document.gold

    def words(self) -> Steps[pl.DataFrame]:
        yield 0.0
        words = self.document.tables.words(self.parse)
        assert words is not None
        yield 0.5
        return words

    def facts(self) -> Steps[pl.DataFrame]:
        yield 0.0
        facts = self.document.tables.facts(self.parse, self.scored.metric.name)
        assert facts is not None
        yield 0.5
        return facts

    def errors(self) -> Steps[Errors]:
        return (yield from between(self.document.tables.errors(self.parse), 0.0, 0.9))
