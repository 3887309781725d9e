"""Tables of one parse against another, and side by side, and whether two differ by more than chance in a row of them: p
by shuffling, intervals by bootstrap, as of scores (`analysis.significance`), of what is right in the row. All p of a
table are corrected together (Holm)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

import numpy as np
import polars as pl

from goldleaf.core import scoring
from goldleaf.core.analysis.breakdown.of_facts import called
from goldleaf.core.analysis.breakdown.versus import facts_versus, words_versus
from goldleaf.core.analysis.breakdown_table import Behind, Breakdown, Row, SideBySide, framed
from goldleaf.core.analysis.metric_tables import TableSource
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.search.has import MADE
from goldleaf.core.analysis.sides.word_table import word_table_of_all
from goldleaf.core.analysis.significance import Rounds, p_of_rows
from goldleaf.core.facts import Floats
from goldleaf.core.metrics.base import Metric
from goldleaf.core.steps import Steps, between, in_turn
from goldleaf.core.treebank import Treebank

MOST_ROWS = 200  # of a table that is tested: each has counts for every sentence
# What is right in a row, what there is of it, what a note calls its share. Errors are among all words that score.
_RATES = (
    ("correct", ("gold", "system"), "F1"), ("right_both", ("words",), "words with right head and label"),
    ("directed", ("words",), "words with the right head"), ("errors", (), "errors among all words"),
)  # fmt: skip


def versus_steps(
    metric: Metric, gold: Treebank, parses: Mapping[str, Treebank], by: Collection[str], right: str = "right_both",
    only: Iterable[pl.Series] = (), rounds: Rounds | None = None,
) -> Steps[dict[str, Breakdown]]:  # fmt: skip
    """The tables of one parse against another, which have names as `words_versus` has them, by each of ``by``: of words
    or of the metric's facts, in the rows of the gold that are in all of ``only``; with ``rounds`` tested."""
    yield 0.0
    (a, first), (b, second) = parses.items()

    def chosen(table: pl.DataFrame) -> pl.DataFrame:
        for rows in only:
            table = table.filter(pl.col("sentence").is_in(rows.implode()))
        return table

    if metric.of_words is not None:
        words = chosen(word_table_of_all(metric.of_words, gold, parses, b))
        made = {name: words_versus(words, a, b, name, right) for name in by}
    else:
        both = chosen(scoring.facts(metric, gold, first)), chosen(scoring.facts(metric, gold, second))
        made = {name: facts_versus(both, metric.key, gold.sentences["words"], name) for name in by}
    yield 0.5
    if rounds is not None:
        testing = in_turn([versus_with_p(table, len(gold), rounds) for table in made.values()])
        made = dict(zip(made, (yield from between(testing, 0.5, 1.0)), strict=True))
    return made


def versus_with_p(table: Breakdown, sentences: int, rounds: Rounds) -> Steps[Breakdown]:
    """A table of `breakdown.versus` with ``net_share``, its bounds ``low_share`` and ``high_share``, and ``p``."""
    yield 0.0
    shown, behind = table.frame.columns, table.behind
    if behind is None or table.frame.height > MOST_ROWS:
        return table
    every, place = shown[len(table.keys)], shown.index("net") + 1  # words, or facts
    # What both have right is the same in each sentence: without it the differences are the same.
    fixed, broken, total = (_counts(table, column, sentences, behind) for column in ("fixed", "broken", every))
    tests = yield from p_of_rows((fixed, broken), (total, total), rounds)
    frame = table.frame.with_columns(net_share=pl.col("net") / pl.col(every), **tests)
    frame = frame.select(*shown[:place], "net_share", *tests, *shown[place:])
    return replace(table, frame=frame, note=f"{table.note} {_note(rounds, 'what is right')}")


def beside_with_p(table: SideBySide, sources: Mapping[str, TableSource], rounds: Rounds) -> Steps[SideBySide]:
    """A table of parses with ``low_share``, ``high_share`` and ``p`` beside each difference, if its rows have what is
    right, or errors; the parses' sources by their names."""
    yield 0.0
    columns = {*next(iter(table.tables.values())).frame.columns}
    rate = next((rate for rate in _RATES if {rate[0], *rate[1]} <= columns), None)
    if rate is None or "number" in columns or table.frame.height > MOST_ROWS:
        return table
    right, of, told = rate
    hits, total = {}, {}
    for name, own in table.tables.items():
        behind, size = _found(own, sources[name]), len(sources[name].gold)
        # F1 has what is right twice, for it is in the gold and in the parse.
        found = max(len(of), 1) * _counts(own, right, size, behind)
        every = sum((_counts(own, column, size, behind) for column in of), np.zeros_like(found))
        rows = table.rows[name].fill_null(own.frame.height)  # the last one is of rows that a parse has not
        hits[name], total[name] = (np.pad(part, ((0, 0), (0, 1)))[:, rows] for part in (found, every))
        if not of and (words := sources[name].words()) is not None:
            total[name] += np.bincount(words.filter("scoring")["sentence"], minlength=size)[:, None]
    groups = [*table.groups]
    for place, group in enumerate(table.groups):
        if len(group.of) > 1:
            a, b = group.of
            testing = p_of_rows((hits[a], hits[b]), (total[a], total[b]), rounds)
            tests = yield from between(testing, place / len(groups), (place + 1) / len(groups))
            groups[place] = group._replace(frame=group.frame.with_columns(**tests))
    return replace(table, groups=groups, frame=framed(groups), note=f"{table.note} {_note(rounds, told)}")


def _found(table: Breakdown, source: TableSource) -> Behind:
    # What a figure counts is what its condition finds: words, or facts of the metric.
    metric = source.scored.metric
    listed = source.gold.sentences.select("id", text=pl.lit("")).with_row_index("number", 1)
    words, facts = (source.words(), None) if metric.of_words is not None else (None, source.facts())
    if words is not None and table.frame.height:  # what takes all words is worked out once, not for each row
        named = table.condition(0, table.frame.columns[-1])
        words = words.with_columns(make(words).alias(name) for name, make in MADE.items() if name in named)
    tables = {} if facts is None else {called(metric): facts}

    def found(row: Row, column: str) -> pl.Series:
        filtered = filter_sentences(listed, words, table.where(row, column), tables=tables)
        hits = filtered.hits if filtered.fact_rows is None else filtered.fact_rows
        return pl.Series([], dtype=pl.UInt32) if hits is None else hits["sentence"]

    return found


def _counts(table: Breakdown, column: str, sentences: int, behind: Behind) -> Floats:
    """How much a figure counts in each sentence (sentences × rows)."""
    counts = np.zeros((sentences, table.frame.height))
    for place, row in enumerate(table.frame.iter_rows(named=True)):
        if row[column]:  # asking takes time
            counts[:, place] = np.bincount(behind(row, column), minlength=sentences)
    return counts


def _note(rounds: Rounds, told: str) -> str:
    drawn = f"{rounds.number:,} rounds, seed {rounds.seed}"
    return f"Low, high: the 95 % interval of the difference in {told}; p: by shuffling, Holm over all rows ({drawn})."
