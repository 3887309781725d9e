"""`goldleaf score --breakdown [TABLE]`: which tables, and how they are printed; also what one parse fixes and breaks of
what another has (``versus``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from goldleaf.core import scoring
from goldleaf.core.errors import OptionError, check_among
from goldleaf.core.metrics.base import Metric
from goldleaf.core.results import Choice, ScoredParse, Tables, table_names
from goldleaf.core.treebank import Treebank
from goldleaf.viewer import tables as printed

if TYPE_CHECKING:
    from goldleaf.core.analysis.breakdown_table import Table

OPTION = "--breakdown"
ALL = "all"
# The tables of the first parse against the others, which are there beside those of each; see `versus_tables`
VERSUS = "versus"


def joined(arguments: Sequence[str]) -> list[str]:
    """The arguments with ``--breakdown`` and its table as one; without a table it is of all. What stands behind it is a
    table if there are tables of these names, else a file."""
    made: list[str] = []
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument == OPTION:
            known = {ALL, VERSUS, *table_names()}
            named = bool(rest) and not rest[0].startswith("-") and {*rest[0].split(",")} <= known
            argument = f"{OPTION}={rest.pop(0) if named else ALL}"
        elif argument == "--":
            return [*made, argument, *rest]
        made.append(argument)
    return made


def wanted_tables(breakdown: str | None, used: Sequence[Metric]) -> frozenset[str]:
    """The names of the tables that are asked for. Raises OptionError for those that the metrics do not have."""
    if breakdown is None:
        return frozenset()
    there = table_names(used)
    asked = there if breakdown == ALL else [name for name in breakdown.split(",") if name != VERSUS]
    for name in asked:
        check_among(OPTION, name, (*there, VERSUS), "table")
    return frozenset(asked)


class Versus(NamedTuple):
    """A table of one parse against another, by their names, under a metric."""

    metric: Metric
    a: str
    b: str
    by: str
    table: Table

    @property
    def title(self) -> str:
        return f"{self.metric.title}: {self.table.title} (A: {self.a}, B: {self.b})"

    def as_object(self) -> dict[str, Any]:
        """What ``--json`` says of it."""
        rows = self.table.frame.to_dicts()
        named = {"metric": self.metric.name, "a": self.a, "b": self.b, "by": self.by}
        return {**named, "title": self.table.title, "note": self.table.note, "rows": rows}


def versus_tables(parses: Sequence[ScoredParse], gold: Treebank, choice: Choice) -> list[Versus]:
    """The first parse against each of the others, under every metric that scores both, over the chosen sentences.
    Raises OptionError where there is but one parse."""
    if len(parses) < 2:
        raise OptionError("--breakdown versus: compares the first parse with another; name a second PARSE")
    first, *others = parses
    return [
        Versus(scored.metric, first.name, other.name, by, table)
        for name, scored in first.scored.items()
        for other in others
        if name in other.scored
        for by, table in _versus(scored.metric, gold, (first, other), choice)
    ]


def _versus(
    metric: Metric, gold: Treebank, pair: tuple[ScoredParse, ScoredParse], choice: Choice
) -> Iterator[tuple[str, Table]]:
    # What compares takes long to load.
    from goldleaf.core.analysis.breakdown.versus import LABELS, OF_WORDS, facts_versus, words_versus
    from goldleaf.core.analysis.sides.sentence_table import word_prefixes
    from goldleaf.core.analysis.sides.word_table import word_table_of_all

    chosen = [rows for parse in pair if (rows := choice.rows(gold, parse.parse)) is not None]

    def of_both(table: pl.DataFrame) -> pl.DataFrame:
        for rows in chosen:
            table = table.filter(pl.col("sentence").is_in(rows.implode()))
        return table

    if metric.of_words is not None:
        a, b = word_prefixes(parse.name for parse in pair).values()
        words = word_table_of_all(metric.of_words, gold, {a: pair[0].parse, b: pair[1].parse}, b)
        for by in OF_WORDS:
            yield by, words_versus(of_both(words), a, b, by)
        return
    facts = of_both(scoring.facts(metric, gold, pair[0].parse)), of_both(scoring.facts(metric, gold, pair[1].parse))
    for by in ("label", "length") if {*LABELS} & {*metric.key} else ("length",):
        yield by, facts_versus(facts, metric.key, gold.sentences["words"], by)


def _of_each(tables: Mapping[str, Tables]) -> Iterator[dict[str, Table]]:
    first = next(iter(tables.values()), {})
    for metric, of_first in first.items():
        for number in range(len(of_first)):
            yield {parse: own[metric][number] for parse, own in tables.items()}


def breakdown_tables(tables: Mapping[str, Tables], against: Sequence[Versus] = ()) -> Iterator[printed.Table]:
    """The tables of the parses, by their names; several parses stand side by side, with the difference of two."""
    for by_parse in _of_each(tables):
        from goldleaf.core.analysis.breakdown_table import beside  # where there are none, it is not waited for

        [first, *others] = by_parse.values()
        note = "\n".join(dict.fromkeys(table.note for table in by_parse.values() if table.note))
        if others:
            yield printed.beside(first.title, [(group.name, group.frame) for group in beside(by_parse)], note)
        else:
            yield printed.of_frame(first.title, first.frame, note)
    for versus in against:
        yield printed.of_frame(versus.title, versus.table.frame, versus.table.note)
