"""What `goldleaf score` prints and writes: tables on the terminal, and the table of sentences as a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from goldleaf.core.errors import OptionError
from goldleaf.core.files import replacing
from goldleaf.core.results import Choice, ScoredParse, Tables, Told, nested
from goldleaf.viewer.commands.printing import print_frame, print_groups, print_rows
from goldleaf.viewer.commands.terminal import say
from goldleaf.viewer.text.numbers import percent, plain
from goldleaf.viewer.text.spreadsheets import csv_of

if TYPE_CHECKING:
    from goldleaf.viewer.commands.score.versus_tables import Versus

TABLE_WRITERS: dict[str, Callable[[pl.DataFrame, BytesIO], object]] = {
    ".csv": lambda table, file: file.write(csv_of(table).encode()),
    ".tsv": lambda table, file: file.write(csv_of(table, "\t").encode()),
    ".parquet": lambda table, file: table.write_parquet(file),
}


def check_table(option: str, path: Path | None) -> None:
    """Raise OptionError for the name of a table that cannot be written."""
    if path is not None and path.suffix not in TABLE_WRITERS:
        raise OptionError(f"{option} {path}: end the name in {', '.join(TABLE_WRITERS)}")


def write_table(table: pl.DataFrame, path: Path) -> None:
    file = BytesIO()  # polars itself does not tell why a disk takes no more
    TABLE_WRITERS[path.suffix](table, file)
    with replacing(path) as temporary:
        temporary.write_bytes(file.getvalue())


MOST_COLUMNS = 8  # that a terminal of 80 characters has room for


def print_scores(results: Sequence[ScoredParse | Told], choice: Choice) -> None:
    """A table for each metric, a row a parse, with the signature under it. With many figures each has a row."""
    for name, first in results[0].scored.items():
        if any("." in score for score in first.ratios):
            _print_parts(name, results, choice)
            continue
        alike: dict[str, list[ScoredParse | Told]] = {}  # where words differ, figures are others
        for result in results:
            alike.setdefault(choice.signature(result.scored[name].metric), []).append(result)
        for described, some in alike.items():
            _print_table(name, some, choice)
            say(described)


def _print_table(name: str, results: list[ScoredParse | Told], choice: Choice) -> None:
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
    print_rows(first.metric.title, headings, rows)


def _print_parts(name: str, results: Sequence[ScoredParse | Told], choice: Choice) -> None:
    """A table for each parse, with a row a figure and a column for each of its parts."""
    for result in results:
        scored = result.scored[name]
        figures = nested({key: {"value": score.value} for key, score in scored.scores(choice.average).items()})
        parts = list(dict.fromkeys(part for values in figures.values() for part in values))
        rows = [[figure, *(percent(values.get(part)) for part in parts)] for figure, values in figures.items()]
        rows += [["compared", f"{scored.share}"]] if f"{scored.share}" else []
        print_rows(f"{scored.metric.title}: {result.name}", ["figure", *parts], rows)
        say(choice.signature(scored.metric))


def print_breakdowns(found: Mapping[str, Tables]) -> None:
    """The tables of the parses, by their names; several parses stand side by side, with the difference of two."""
    from goldleaf.core.analysis.breakdown.beside import beside

    parses = list(found)
    for metric, tables in found[parses[0]].items():
        for number, first in enumerate(tables):
            say()
            if len(parses) == 1:
                print_frame(first.title, first.frame, first.note)
            else:
                own = {name: found[name][metric][number] for name in parses}
                print_groups(first.title, [(group.name, group.frame) for group in beside(own)])
                for note in dict.fromkeys(table.note for table in own.values() if table.note):
                    say(note)


def print_versus(against: Sequence[Versus]) -> None:
    """The tables of the first parse against the others."""
    for one in against:
        say()
        print_frame(one.title, one.table.frame, one.table.note)
