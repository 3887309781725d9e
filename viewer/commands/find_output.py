"""What `goldleaf find` prints, in each of its formats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import polars as pl

from goldleaf.viewer.commands.printing import print_table
from goldleaf.viewer.commands.terminal import say, say_json, say_text
from goldleaf.viewer.session.found import Found
from goldleaf.viewer.tables.frames import of_frame
from goldleaf.viewer.text.spreadsheets import csv_of

Groups = pl.DataFrame | None


def _text(found: Found, groups: Groups) -> None:
    """The sentences with what was found in them, or the counts by groups, then how many there are."""
    if groups is None:
        for line in found.lines():
            say(line)
    else:
        # Bins stand here as conditions name them.
        table = of_frame("", groups)
        print_table(replace(table, columns=[replace(column, binned=False) for column in table.columns]))
    say(found.counts)


def _ids(found: Found, groups: Groups) -> None:  # noqa: ARG001
    for name in found.ids():
        say(name)


def _csv(found: Found, groups: Groups) -> None:
    say_text(found.csv() if groups is None else csv_of(groups))


def _json(found: Found, groups: Groups) -> None:
    say_json(found.json() if groups is None else found.json() | {"groups": groups.to_dicts()})


def _conllu(found: Found, groups: Groups) -> None:  # noqa: ARG001
    say_text(found.conllu())


WRITERS: dict[str, Callable[[Found, Groups], None]] = {
    "text": _text,
    "ids": _ids,
    "csv": _csv,
    "json": _json,
    "conllu": _conllu,
}
