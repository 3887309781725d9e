"""What `goldleaf score` prints: its scores as tables, as text one for each metric, else all in one; which tables
``--breakdown [TABLE]`` asks for, also what one parse fixes and breaks of what another has (``versus``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from goldleaf.core import scoring
from goldleaf.core.errors import OptionError, check_among
from goldleaf.core.metrics.base import Metric, plain_name
from goldleaf.core.results import ScoreChoice, ScoredParse, Tables, Told, nested, table_names
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.tables import Cell, Column, Kind, Table, Value, beside, of_frame
from goldleaf.viewer.text.numbers import percent, plain

if TYPE_CHECKING:
    from goldleaf.core.analysis.breakdown_table import Breakdown as Breakdown
    from goldleaf.core.analysis.significance import ScoreTest

F1 = ".f1"
MOST_COLUMNS = 8  # that a terminal of 80 characters has room for


def as_text(results: Sequence[ScoredParse | Told], choice: ScoreChoice) -> Iterator[Table]:
    """A table for each metric, a row a parse, with the signature under it. With many figures each has a row."""
    for name, first in results[0].scored.items():
        if any("." in score for score in first.ratios):
            yield from _of_parts(name, results, choice)
            continue
        alike: dict[str, list[ScoredParse | Told]] = {}  # where words differ, figures are others
        for result in results:
            alike.setdefault(choice.signature(result.scored[name].metric), []).append(result)
        for described, some in alike.items():
            yield _of_parses(name, some, choice, described)


def _of_parses(name: str, results: list[ScoredParse | Told], choice: ScoreChoice, note: str) -> Table:
    first = results[0].scored[name]
    named = [(result.name, result.scored[name]) for result in results]
    named += [(f"{own}, {part}", one) for own, scored in named for part, one in scored.subsets().items()]
    rows = []
    for own, scored in named:
        values = scored.scores(choice.average).items()
        scores = (percent(one.value) if scored.ratios[key].percent else plain(one.value) for key, one in values)
        rows.append([own, *scores, *(f"{count:,}" for count in scored.reported().values())])
    headings = ["parse", *first.ratios, *first.metric.reported]
    if any(f"{scored.share}" for _, scored in named):  # what is over fewer sentences is no figure of all
        headings.append("compared")
        rows = [[*row, f"{scored.share}" or "all"] for row, (_, scored) in zip(rows, named, strict=True)]
    if len(headings) > MOST_COLUMNS:
        headings, *rows = ([*row] for row in zip(headings, *rows, strict=True))
    return _table(first.metric.title, headings, rows, note)


def _of_parts(name: str, results: Sequence[ScoredParse | Told], choice: ScoreChoice) -> Iterator[Table]:
    for result in results:
        scored = result.scored[name]
        figures = nested({key: {"value": score.value} for key, score in scored.scores(choice.average).items()})
        parts = list(dict.fromkeys(part for values in figures.values() for part in values))
        rows = [[figure, *(percent(values.get(part)) for part in parts)] for figure, values in figures.items()]
        rows += [["compared", f"{scored.share}"]] if f"{scored.share}" else []
        title = f"{scored.metric.title}: {result.name}"
        yield _table(title, ["figure", *parts], rows, choice.signature(scored.metric))


def _table(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]], note: str) -> Table:
    columns = [Column(name, kind=Kind.FIGURE if number else Kind.TEXT) for number, name in enumerate(headings)]
    return Table(title, columns, rows, note)


def score_table(results: Sequence[ScoredParse | Told], choice: ScoreChoice, tests: Sequence[ScoreTest] = ()) -> Table:
    """The scores of all parses as one table, a row a parse, the metrics side by side; of precision, recall and F1 of
    many figures the last. The best of each score is bold, where several have it under the same choices, and what
    ``tests`` of each two parses do not find to differ from it."""
    if len(results) > 1:  # of one alone nothing is the best, and what tests need takes its time to load
        from goldleaf.core.analysis.significance import BOLD, BOLD_TESTED, standing_out
    columns, of_columns, notes = [Column("parse")], [], []
    for name, first in results[0].scored.items():
        parted = any(F1 in score for score in first.ratios)
        for score, ratio in first.ratios.items():
            if score.endswith(F1) or not parted:
                kind = Kind.SHARE if ratio.percent else Kind.FIGURE
                title = first.metric.title_of(score.removesuffix(F1))
                columns.append(Column(f"{name}.{plain_name(score)}", title, kind, first.metric.title, unique=True))
                of_columns.append((name, score, ratio.higher_is_better))
        notes += [choice.signature(result.scored[name].metric) for result in results]
    figures = [
        [result.scored[name].scores(choice.average)[score].value for name, score, _ in of_columns] for result in results
    ]
    rows: list[list[Value | Cell]] = [[result.name] for result in results]
    for (name, score, more), values in zip(of_columns, zip(*figures, strict=True), strict=True):
        alike = len({choice.signature(result.scored[name].metric) for result in results}) == 1
        made = {one.name: (alike or one.name, value) for one, value in zip(results, values, strict=True)}
        bold = standing_out(made, more=more, score=(name, score), tests=tests) if len(results) > 1 else ()
        for row, result, value in zip(rows, results, values, strict=True):
            row.append(Cell(value, bold=result.name in bold))
    named = [(f"{one.name} ({name})", scored.share) for one in results for name, scored in one.scored.items()]
    shares = [f"{who}: {share} compared" for who, share in named if f"{share}"]
    is_bold = any(cell.bold for row in rows for cell in row if isinstance(cell, Cell))
    legend = [BOLD_TESTED if tests else BOLD] if is_bold else []
    return Table("Scores", columns, rows, "\n".join([*legend, *shares, *dict.fromkeys(notes)]))


OPTION = "--breakdown"
ALL = "all"
# The tables of the first parse against the others, which are there beside those of each; see `versus_tables`
VERSUS = "versus"


def joined(arguments: Sequence[str]) -> list[str]:
    """The arguments with ``--breakdown`` and its table as one; without a table it is of all. What stands behind it is a
    table if there are tables of these names, or near them where no file is; else a file."""
    made: list[str] = []
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument == OPTION:
            from goldleaf.core.analysis.search.query import hint

            known = {ALL, VERSUS, *table_names()}
            names = {*rest[0].split(",")} if rest and not rest[0].startswith("-") else set()
            is_file = any("." in name or Path(name).exists() for name in names)
            near = not is_file and all(name in known or hint(name, known) for name in names)
            named = bool(names) and (names <= known or near)
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
    table: Breakdown

    @property
    def title(self) -> str:
        return f"{self.metric.title}: {self.table.title} (A: {self.a}, B: {self.b})"

    def as_object(self) -> dict[str, Any]:
        rows = self.table.frame.to_dicts()
        named = {"metric": self.metric.name, "a": self.a, "b": self.b, "by": self.by}
        return {**named, "title": self.table.title, "note": self.table.note, "rows": rows}


def versus_tables(parses: Sequence[ScoredParse], gold: Treebank, choice: ScoreChoice) -> list[Versus]:
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
    metric: Metric, gold: Treebank, pair: tuple[ScoredParse, ScoredParse], choice: ScoreChoice
) -> Iterator[tuple[str, Breakdown]]:
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


def breakdown_tables(tables: Mapping[str, Tables], against: Sequence[Versus] = ()) -> Iterator[Table]:
    """The tables of the parses, by their names; several parses stand side by side, with the difference of two."""
    first_tables = next(iter(tables.values()), {})
    for metric, number in [(metric, number) for metric, own in first_tables.items() for number in range(len(own))]:
        # Where there are none, it is not waited for.
        from goldleaf.core.analysis.breakdown_table import beside as side_by_side

        by_parse = {parse: own[metric][number] for parse, own in tables.items()}
        [first, *others] = by_parse.values()
        note = "\n".join(dict.fromkeys(table.note for table in by_parse.values() if table.note))
        if others:
            yield beside(first.title, [(group.name, group.frame) for group in side_by_side(by_parse)], note)
        else:
            yield of_frame(first.title, first.frame, note)
    for versus in against:
        yield of_frame(versus.title, versus.table.frame, versus.table.note)
