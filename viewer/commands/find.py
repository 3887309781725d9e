"""`goldleaf find`: the sentences and words that meet a condition, as the filter line of the window finds them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated

import polars as pl
import typer

from goldleaf.core import formats
from goldleaf.core.analysis.search.filtering import Filtered, Kind
from goldleaf.core.analysis.search.has import looks_into_sides_only
from goldleaf.core.analysis.sides.seen_in_training import with_seen
from goldleaf.core.errors import GoldleafError, OptionError, counted
from goldleaf.core.metrics import Metric, candidates, create, fits
from goldleaf.core.naming import names_of
from goldleaf.core.steps import finished
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands.completion import choices
from goldleaf.viewer.commands.files import Reading, read
from goldleaf.viewer.commands.find_output import WRITERS
from goldleaf.viewer.commands.metric_options import named_metrics, named_option
from goldleaf.viewer.commands.strict import SpreadsheetOption, StrictOption, say_ill_formed
from goldleaf.viewer.commands.terminal import complain
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.filtering import filtered, grouped
from goldleaf.viewer.session.found import found_in
from goldleaf.viewer.session.loading import document_of
from goldleaf.viewer.session.queries import MARK, Queries

_BEGINNINGS = ("has(constituent, ", "has(function, ", "has(", "las < ", "words > ")


def _begun(incomplete: str) -> list[str]:
    """What a condition may begin with, for a shell: the files that tell the columns come later in the line."""
    try:
        saved = [f"{MARK}{name}" for name in Queries().read()]
    except GoldleafError:
        saved = []
    return [one for one in (*saved, *_BEGINNINGS) if one.startswith(incomplete)]


MOST_COLUMNS = 2  # to group by


FormatOption = Annotated[
    str,
    typer.Option(
        "--format", metavar="F", autocompletion=choices(WRITERS), help=f"What is printed: {', '.join(WRITERS)}."
    ),
]
FiltersOption = Annotated[
    Path | None,
    typer.Option("--filters", metavar="FILE", help="Where @name is looked up; else where the window saves filters."),
]


def command(
    condition: Annotated[str, typer.Argument(metavar="CONDITION", show_default=False, autocompletion=_begun)],
    gold: Annotated[Path, typer.Argument(metavar="GOLD", show_default=False)],
    parses: Annotated[list[Path] | None, typer.Argument(metavar="[PARSE...]", show_default=False)] = None,
    *,
    group: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN", help="Count what is found by a column of words or sentences; at most two."),
    ] = None,
    output: FormatOption = "text",
    filters: FiltersOption = None,
    metric: Annotated[
        list[str] | None,
        named_option("Whose scores may be named."),
    ] = None,
    input_format: Annotated[
        str | None,
        typer.Option(
            metavar="F", autocompletion=choices(formats.FORMATS), help="The files' format, if it cannot be told."
        ),
    ] = None,
    encoding: Annotated[str, typer.Option(metavar="E", help="The files' encoding, for instance iso-8859-1.")] = "utf-8",
    train: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A training file: form_seen and lemma_seen tell what is in it.")
    ] = None,
    strict: StrictOption = False,
    spreadsheet: SpreadsheetOption = False,  # noqa: ARG001, its callback does all
) -> None:
    """Find sentences, and words in them: las < 0.8, or has(deprel = 'obj' and child(tag = 'NUM')).

    Columns of words begin with gold_ (which may be left out) or parse_, the first parse; of several parses also
    with the name of the file, b_deprel for b.conllu. One called parse is parse_2 there, one called gold is gold_2.
    """
    _check(output, group or [])
    query = _resolved(condition, filters)
    metrics = [create(name) for name in (named_metrics(metric) if metric else candidates())]
    treebanks = _read(paths := [gold, *(parses or [])], train, Reading(input_format, encoding))
    say_ill_formed(treebanks, strict=strict)
    document = _document(query, treebanks, paths, metrics)
    found = finished(filtered(document, query, 0))
    if found.kind is Kind.ALL:
        raise OptionError("find: needs a condition, such as words > 20, or has(deprel = 'obj')")
    if found.kind is Kind.TEXT and not len(found.rows):
        complain(f"find: {query} compares nothing, and stands in no text or id; a condition is words > 20, or has(…)")
    WRITERS[output](found_in(document, 0, query, found), _groups(document, found, group or []))


def _resolved(condition: str, filters: Path | None) -> str:
    """The condition that is meant. Raises OptionError for a name that nothing is saved under, or a file not there."""
    if filters is not None and not filters.is_file():
        raise OptionError(f"--filters {filters}: there is no such file")
    return (Queries() if filters is None else Queries(filters)).resolved(condition)


def _read(paths: list[Path], train: Path | None, reading: Reading) -> list[Treebank]:
    gold, *parses = read(paths, reading)
    return [gold if train is None else with_seen(gold, read([train], reading)[0]), *parses]


def _check(output: str, group: Sequence[str]) -> None:
    if output not in WRITERS:
        raise OptionError(f"--format {output}: no such choice; there are {', '.join(WRITERS)}")
    if len(group) > MOST_COLUMNS:
        raise OptionError(f"--group: {counted(len(group), 'column')}; at most {MOST_COLUMNS}")
    if group and output in ("ids", "conllu"):
        raise OptionError(f"--group: --format {output} has no room for counts; there are text, csv, json")


def _document(
    condition: str, treebanks: Sequence[Treebank], paths: Sequence[Path], metrics: Sequence[Metric]
) -> Document:
    """What is looked into; no more than one metric scores for a condition on words and nodes alone."""
    parses = dict(zip(names_of(paths[1:]), treebanks[1:], strict=True))
    if looks_into_sides_only(condition):
        quick = (metric for metric in map(create, ("attachment", "parseval", "tedeval")) if fits(metric, *treebanks))
        metrics = [*islice(quick, 1)] or metrics
    return finished(document_of(treebanks[0], parses, metrics))


def _groups(document: Document, found: Filtered, columns: Sequence[str]) -> pl.DataFrame | None:
    return grouped(document, found, 0, columns) if columns else None
