"""`goldleaf find`: the sentences and words that meet a condition, as the filter line of the window finds them."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Annotated

import polars as pl
import typer

from goldleaf.core.analysis.search.filtering import Kind
from goldleaf.core.analysis.search.has import looks_into_sides_only
from goldleaf.core.analysis.sides.word_columns import with_seen
from goldleaf.core.errors import GoldleafError, OptionError, counted
from goldleaf.core.metrics import METRICS, candidates, create, fits
from goldleaf.core.naming import names_of
from goldleaf.core.steps import finished
from goldleaf.viewer.commands.files import read, say_ill_formed
from goldleaf.viewer.commands.options import (
    GOLD_FILE,
    PARSE_FILES,
    SPREADSHEET,
    STRICT,
    TRAIN,
    Reading,
    named_metrics,
    option,
    with_options,
)
from goldleaf.viewer.commands.terminal import complain, print_table, say, say_json, say_text
from goldleaf.viewer.session.filtering import MARK, Queries, filtered, grouped
from goldleaf.viewer.session.found import Found, found_in
from goldleaf.viewer.session.loading import document_of
from goldleaf.viewer.tables.columns import of_frame
from goldleaf.viewer.text.spreadsheets import csv_of

FORMATS = ("text", "ids", "csv", "json", "conllu")
"""What can be printed of what was found."""

MOST_COLUMNS = 2  # to group by

_BEGINNINGS = ("has(constituent, ", "has(function, ", "has(", "las < ", "words > ")


def _begun(incomplete: str) -> list[str]:
    # What a condition may begin with, for a shell: the files that tell the columns come later in the line.
    try:
        saved = [f"{MARK}{name}" for name in Queries().read()]
    except GoldleafError:
        saved = []
    return [one for one in (*saved, *_BEGINNINGS) if one.startswith(incomplete)]


@with_options(reading=Reading)
def command(
    condition: Annotated[str, typer.Argument(metavar="CONDITION", show_default=False, autocompletion=_begun)],
    gold: Annotated[Path, GOLD_FILE],
    parses: Annotated[list[Path] | None, PARSE_FILES] = None,
    *,
    group: list[str] | None = option("Count what is found by a column of words or sentences; at most two.", "COLUMN"),
    output: str = option(f"What is printed: {', '.join(FORMATS)}.", "F", "--format", default="text", complete=FORMATS),
    filters: Path | None = option("Where @name is looked up; else where the window saves filters.", "FILE"),
    metric: list[str] | None = option("Whose scores may be named.", "NAME,…", complete=METRICS),
    train: Path | None = TRAIN,
    strict: bool = STRICT,
    spreadsheet: bool = SPREADSHEET,  # noqa: ARG001, its callback does all
    reading: Reading,
) -> None:
    """Find sentences, and words in them: las < 0.8, or has(deprel = 'obj' and child(tag = 'NUM')).

    Columns of words begin with gold_ (which may be left out) or parse_, the first parse; of several parses also
    with the name of the file, b_deprel for b.conllu. One called parse is parse_2 there, one called gold is gold_2.
    """
    group = group or []
    if output not in FORMATS:
        raise OptionError(f"--format {output}: no such choice; there are {', '.join(FORMATS)}")
    if len(group) > MOST_COLUMNS:
        raise OptionError(f"--group: {counted(len(group), 'column')}; at most {MOST_COLUMNS}")
    if group and output in ("ids", "conllu"):
        raise OptionError(f"--group: --format {output} has no room for counts; there are text, csv, json")
    if filters is not None and not filters.is_file():
        raise OptionError(f"--filters {filters}: there is no such file")
    query = (Queries() if filters is None else Queries(filters)).resolved(condition)
    metrics = [create(name) for name in (named_metrics(metric) if metric else candidates())]
    paths = [gold, *(parses or [])]
    treebanks = read(paths, reading)
    if train is not None:
        treebanks[0] = with_seen(treebanks[0], read([train], reading)[0])
    say_ill_formed(treebanks, strict=strict)
    if looks_into_sides_only(query):
        # A condition on words and nodes alone needs no scores; one metric pairs the words of both sides.
        quick = (metric for metric in map(create, ("attachment", "parseval", "tedeval")) if fits(metric, *treebanks))
        metrics = [*islice(quick, 1)] or metrics
    document = finished(document_of(treebanks[0], dict(zip(names_of(paths[1:]), treebanks[1:], strict=True)), metrics))
    hits = finished(filtered(document, query, 0))
    if hits.kind is Kind.ALL:
        raise OptionError("find: needs a condition, such as words > 20, or has(deprel = 'obj')")
    if hits.kind is Kind.TEXT and not len(hits.rows):
        complain(f"find: {query} compares nothing, and stands in no text or id; a condition is words > 20, or has(…)")
    groups = grouped(document, hits, 0, group) if group else None
    _print(output, found_in(document, 0, query, hits), groups)


def _print(output: str, found: Found, groups: pl.DataFrame | None) -> None:
    """The sentences with what was found in them, or its counts by groups."""
    if output == "ids":
        for name in found.ids():
            say(name)
    elif output == "csv":
        say_text(found.csv() if groups is None else csv_of(groups))
    elif output == "json":
        say_json(found.json() if groups is None else found.json() | {"groups": groups.to_dicts()})
    elif output == "conllu":
        say_text(found.conllu())
    else:
        if groups is None:
            for line in found.lines():
                say(line)
        else:
            # Bins stand here as conditions name them.
            table = of_frame("", groups)
            print_table(replace(table, columns=[replace(column, binned=False) for column in table.columns]))
        say(found.counts)
