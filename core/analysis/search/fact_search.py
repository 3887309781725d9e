"""``has(METRIC, …)`` and ``has(repair, …)``: what meets a condition among a metric's facts, or other rows of sentences.

They are the chosen parse's; ``has(b_METRIC, …)`` looks into those of the parse whose columns begin with ``b``, and
``has(b_word, …)`` into its words, of which it says ``parse_…`` and ``right_…``.

The tables have a ``sentence``; where they have a ``position``, too, that is the word which is lit for a row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import polars as pl

from goldleaf.core.analysis.errors.constituent_errors import REPAIR
from goldleaf.core.analysis.search import calls
from goldleaf.core.analysis.search import query as language
from goldleaf.core.analysis.search.query import Token
from goldleaf.core.analysis.sides.fact_table import PARSE_WORD
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import METRICS


@cache
def table_names() -> Mapping[str, str]:
    """What ``has(…)`` may look into by name, with the metric whose facts they are; empty for repairs."""
    return {name.replace("-", "_"): name for name in METRICS} | {REPAIR: ""}


WORD = "word"
"""What ``has(…)`` looks for where it does not say: ``has(word, …)`` is the same as ``has(…)``."""


def of_parse(name: str) -> tuple[str, str] | None:
    """What a name such as ``b_parseval`` says: what the parse's columns begin with, and what of it; None for others."""
    if name.lower() in (WORD, *table_names()):
        return None
    ends = (one for one in (*table_names(), WORD) if name.endswith(f"_{one}") and len(name) > len(one) + 1)
    table = max(ends, key=len, default=None)
    return None if table is None else (name.removesuffix(f"_{table}"), table)


def for_parse(query: str, prefix: str) -> str:
    """The condition on the chosen parse as one on the parse whose columns begin with ``prefix``.

    What its ``has(…)`` look into is named: words, facts or repairs of the chosen parse.
    """
    text = query
    for token in reversed(calls.split(language.tokenize(query), ("has",))[1].values()):
        first, second, *_ = [*token.condition, None, None]
        assert first is not None
        named = second is not None and second.is_(",")
        text = f"{text[: first.start]}{prefix}_{'' if named else f'{WORD}, '}{text[first.start :]}"
    return text


def columns_of_facts(table: pl.DataFrame) -> list[str]:
    """What a condition may name of a table of facts or repairs."""
    return [name for name in table.columns if name not in ("sentence", PARSE_WORD)]


def check_there(tables: Mapping[str, pl.DataFrame], name: str) -> None:
    """Raise OptionError where there is no table of this name."""
    if name not in tables:
        raise OptionError(f"filter: has({name}, …): there is nothing of {name} to look into here")


def meeting(tables: Mapping[str, pl.DataFrame], name: str, condition: Sequence[Token]) -> pl.DataFrame:
    """The rows of a table that meet a condition. Raises OptionError where there is no such table, or no such column."""
    check_there(tables, name)
    table = tables[name]
    return table.filter(language.evaluate(language.to_sql(condition, columns_of_facts(table)), table, condition))


def places(facts: pl.DataFrame) -> pl.DataFrame:
    """Where facts are: ``sentence``, ``position`` (0 for what is no word), and `PARSE_WORD` where the table has it."""
    position = pl.col("position") if "position" in facts.columns else pl.col("first")
    row = [PARSE_WORD] if PARSE_WORD in facts.columns else []
    return facts.select("sentence", position.cast(pl.UInt32).alias("position"), *row)
