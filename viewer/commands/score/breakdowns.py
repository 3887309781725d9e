"""`goldleaf score --breakdown [TABLE]`: which tables, and their CSV."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import polars as pl

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics.base import Metric
from goldleaf.core.results import Tables, table_names
from goldleaf.viewer.commands.terminal import say_text
from goldleaf.viewer.text.spreadsheets import csv_of

if TYPE_CHECKING:
    from goldleaf.viewer.commands.score.versus_tables import Versus

OPTION = "--breakdown"
ALL = "all"
VERSUS = "versus"
"""The table of the first parse against the others, which is there beside those of each; see `versus_tables`."""


def joined(arguments: Sequence[str]) -> list[str]:
    """The arguments with ``--breakdown`` and its table as one; without a table it is of all.

    What stands behind it is a table if there are tables of these names, else a file.
    """
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
        if name not in there:
            raise OptionError(f"{OPTION} {name}: no such table; there are {', '.join((*there, VERSUS))}")
    return frozenset(asked)


def asks_versus(breakdown: str | None) -> bool:
    """Whether the first parse is wanted against the others."""
    return breakdown is not None and VERSUS in breakdown.split(",")


def print_csv(found: Mapping[str, Tables], against: Sequence[Versus] = ()) -> None:
    """The tables of the parses, by their names; several are apart by a blank line, each below a line with its name.

    With several parses the first column is the parse's name.
    """
    parses = [*found]
    tables: list[tuple[str, pl.DataFrame]] = []
    for metric, of_first in found[parses[0]].items() if parses else ():
        for number, first in enumerate(of_first):
            frame = first.frame
            if len(parses) > 1:
                own = ((parse, found[parse][metric][number].frame) for parse in parses)
                named = [table.select(pl.lit(parse).alias("parse"), pl.all()) for parse, table in own]
                frame = pl.concat(named, how="diagonal_relaxed")
            tables.append((first.name, frame))
    tables += [(f"{VERSUS} {versus.metric.name} {versus.by}", versus.named_frame()) for versus in against]
    for number, (name, frame) in enumerate(tables):
        heading = f"# {name}\n" if len(tables) > 1 else ""
        say_text("\n" * (number > 0) + heading + csv_of(frame))


def print_latex(found: Mapping[str, Tables], against: Sequence[Versus] = ()) -> None:
    """The tables as LaTeX; several parses stand side by side, with the difference of two."""
    from goldleaf.core.analysis.breakdown.beside import beside
    from goldleaf.viewer.tables import beside as side_by_side
    from goldleaf.viewer.tables import encode, of_frame

    parses = [*found]
    made = []
    for metric, tables in found[parses[0]].items() if parses else ():
        for number, first in enumerate(tables):
            if len(parses) == 1:
                made.append(of_frame(first.title, first.frame, first.note))
                continue
            groups = beside({name: found[name][metric][number] for name in parses})
            made.append(side_by_side(first.title, [(group.name, group.frame) for group in groups], first.note))
    made += [of_frame(versus.title, versus.table.frame, versus.table.note) for versus in against]
    say_text(encode("latex", made).decode())
