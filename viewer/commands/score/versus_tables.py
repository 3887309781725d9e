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
    return [
        Versus(scored.metric, first.name, other.name, by, table)
        for name, scored in first.scored.items()
        for other in others
        if name in other.scored
        for by, table in _tables(scored.metric, gold, (first, other), choice)
    ]


def _tables(
    metric: Metric, gold: Treebank, pair: tuple[ScoredParse, ScoredParse], choice: Choice
) -> Iterator[tuple[str, Table]]:
    chosen = [choice.rows(gold, one.parse) for one in pair]
    if metric.of_words is not None:
        names = [*word_prefixes(one.name for one in pair).values()]
        parses = {name: one.parse for name, one in zip(names, pair, strict=True)}
        words = _of_both(word_table_of_all(metric.of_words, gold, parses, names[1]), chosen)
        for by in OF_WORDS:
            yield by, words_versus(words, names[0], names[1], by)
        return
    a, b = (_of_both(metric.facts(gold, one.parse), chosen) for one in pair)
    for by in ("label", "length") if {*LABELS} & {*metric.key} else ("length",):
        yield by, facts_versus((a, b), metric.key, gold.sentences["words"], by)


def _of_both(table: pl.DataFrame, chosen: Sequence[pl.Series | None]) -> pl.DataFrame:
    """The rows of sentences that are chosen for both parses."""
    for rows in chosen:
        table = table if rows is None else table.filter(pl.col("sentence").is_in(rows.implode()))
    return table
