"""`goldleaf score GOLD A B --breakdown versus`: what B fixes and breaks of what A, the first parse, has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import polars as pl

from goldleaf.core.analysis.breakdown.versus import LABELS, OF_WORDS, facts_versus, words_versus
from goldleaf.core.analysis.breakdown_table import Table
from goldleaf.core.analysis.sides.sentence_table import word_prefixes
from goldleaf.core.analysis.sides.word_table import word_table_of_all
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import Metric
from goldleaf.core.results import Choice, ScoredParse
from goldleaf.core.treebank import Treebank


class Versus(NamedTuple):
    """A table of one parse against another, by their names, under a metric."""

    metric: Metric
    a: str
    b: str
    by: str
    table: Table

    @property
    def title(self) -> str:
        """What stands above it."""
        return f"{self.metric.title}: {self.table.title} (A: {self.a}, B: {self.b})"

    def as_object(self) -> dict[str, Any]:
        """What ``--json`` says of it."""
        rows = self.table.frame.to_dicts()
        named = {"metric": self.metric.name, "a": self.a, "b": self.b, "by": self.by}
        return {**named, "title": self.table.title, "note": self.table.note, "rows": rows}

    def named_frame(self) -> pl.DataFrame:
        """The table with the names of the parses in its first columns."""
        return self.table.frame.select(pl.lit(self.a).alias("a"), pl.lit(self.b).alias("b"), pl.all())


def versus_tables(parses: Sequence[ScoredParse], gold: Treebank, choice: Choice) -> list[Versus]:
    """The first parse against each of the others, under every metric that scores both, over the chosen sentences.

    Raises OptionError where there is but one parse.
    """
    if len(parses) < 2:
        raise OptionError("--breakdown versus: compares the first parse with another; name a second PARSE")
    first, *others = parses
    found = []
    for name, scored in first.scored.items():
        for other in (other for other in others if name in other.scored):
            made = _tables(scored.metric, gold, (first, other), choice)
            found += [Versus(scored.metric, first.name, other.name, by, table) for by, table in made]
    return found


def _tables(
    metric: Metric, gold: Treebank, pair: tuple[ScoredParse, ScoredParse], choice: Choice
) -> Iterator[tuple[str, Table]]:
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
    facts = of_both(metric.facts(gold, pair[0].parse)), of_both(metric.facts(gold, pair[1].parse))
    for by in ("label", "length") if {*LABELS} & {*metric.key} else ("length",):
        yield by, facts_versus(facts, metric.key, gold.sentences["words"], by)
