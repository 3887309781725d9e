"""The scores of `goldleaf score` as tables: as text one for each metric, else all in one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldleaf.core.metrics.base import plain_name
from goldleaf.core.results import Choice, ScoredParse, Told, nested
from goldleaf.viewer.tables import Cell, Column, Kind, Table, Value
from goldleaf.viewer.text.numbers import percent, plain

F1 = ".f1"
MOST_COLUMNS = 8  # that a terminal of 80 characters has room for


def as_text(results: Sequence[ScoredParse | Told], choice: Choice) -> Iterator[Table]:
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


def _of_parses(name: str, results: list[ScoredParse | Told], choice: Choice, note: str) -> Table:
    first = results[0].scored[name]
    named = [(result.name, result.scored[name]) for result in results]
    named += [(f"{own}, {part}", one) for own, scored in named for part, one in scored.subsets().items()]
    rows = []
    for own, scored in named:
        scores = (
            percent(score.value) if scored.ratios[key].percent else plain(score.value)
            for key, score in scored.scores(choice.average).items()
        )
        rows.append([own, *scores, *(f"{count:,}" for count in scored.reported().values())])
    headings = ["parse", *first.ratios, *first.metric.reported]
    if any(f"{scored.share}" for _, scored in named):  # what is over fewer sentences is no figure of all
        headings.append("compared")
        rows = [[*row, f"{scored.share}" or "all"] for row, (_, scored) in zip(rows, named, strict=True)]
    if len(headings) > MOST_COLUMNS:
        headings, *rows = ([*row] for row in zip(headings, *rows, strict=True))
    return _table(first.metric.title, headings, rows, note)


def _of_parts(name: str, results: Sequence[ScoredParse | Told], choice: Choice) -> Iterator[Table]:
    """A table for each parse, with a row a figure and a column for each of its parts."""
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


def score_table(results: Sequence[ScoredParse | Told], choice: Choice) -> Table:
    """The scores of all parses as one table, a row a parse, the metrics side by side; of precision, recall and F1 of
    many figures the last. The best of each score is bold, where several have it under the same choices."""
    columns, of_columns, notes = [Column("parse")], [], []
    for name, first in results[0].scored.items():
        parted = any(F1 in score for score in first.ratios)
        for score, ratio in first.ratios.items():
            if score.endswith(F1) or not parted:
                kind = Kind.SHARE if ratio.percent else Kind.FIGURE
                title = first.metric.title_of(score.removesuffix(F1))
                columns.append(Column(f"{name}.{plain_name(score)}", title, kind, first.metric.title, unique=True))
                of_columns.append((name, score, ratio.percent))
        notes += [choice.signature(result.scored[name].metric) for result in results]
    figures = [
        [result.scored[name].scores(choice.average)[score].value for name, score, _ in of_columns] for result in results
    ]
    rows: list[list[Value | Cell]] = [[result.name] for result in results]
    for (name, _, percent_), values in zip(of_columns, zip(*figures, strict=True), strict=True):
        known = [value for value in values if value is not None]
        alike = len({choice.signature(result.scored[name].metric) for result in results}) == 1
        best = (max if percent_ else min)(known) if len({*known}) > 1 and alike else None
        for row, value in zip(rows, values, strict=True):
            row.append(Cell(value, bold=value is not None and value == best))
    shares = [
        f"{result.name} ({name}): {scored.share} compared"
        for result in results
        for name, scored in result.scored.items()
        if f"{scored.share}"
    ]
    bold = ["Bold: the best."] * any(isinstance(cell, Cell) and cell.bold for row in rows for cell in row)
    return Table("Scores", columns, rows, "\n".join([*bold, *shares, *dict.fromkeys(notes)]))
