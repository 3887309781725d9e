"""`goldleaf score`: figures for parses against a gold, as a table, as JSON, and a row a sentence."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from goldleaf.core.errors import OptionError
from goldleaf.core.formats.segments import with_segments
from goldleaf.core.left_out import left_out
from goldleaf.core.metrics import METRICS, Metric, by_default, candidates, fitting
from goldleaf.core.metrics.tedeval import TedEval, tedeval_of
from goldleaf.core.results import (
    Choice,
    ScoredParse,
    as_object,
    check_average,
    has_tables,
    sentence_rows,
    tables_of,
)
from goldleaf.core.structures.lattice import with_lattices
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands.completion import choices
from goldleaf.viewer.commands.files import EncodingOption, FormatOption, SeparatorOption, check_read_once, read
from goldleaf.viewer.commands.metric_options import check_options, metrics, named_metrics, with_metric_options
from goldleaf.viewer.commands.score_output import (
    TABLE_WRITERS,
    print_breakdowns,
    print_scores,
    write_table,
)
from goldleaf.viewer.commands.strict import StrictOption, say_ill_formed
from goldleaf.viewer.session.naming import names_of


@with_metric_options
def command(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", show_default=False)],
    parses: Annotated[list[Path], typer.Argument(metavar="PARSE...", show_default=False)],
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            metavar="NAME,…",
            autocompletion=choices(METRICS),
            help=f"Which metrics: {', '.join(METRICS)}. [default: of {', '.join(by_default())}, what fits the file]",
        ),
    ] = None,
    format_name: FormatOption = None,
    encoding: EncodingOption = "utf-8",
    separator: SeparatorOption = "-",
    other_golds: Annotated[
        list[Path] | None,
        typer.Option("--other-gold", metavar="GOLD2", help="The same sentences under another theory. May be repeated."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    per_sentence: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a row a sentence: .csv, .tsv or .parquet.")
    ] = None,
    edit_script: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the edits of tedeval: .jsonl, or .txt to read.")
    ] = None,
    gold_segments: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Which words the gold's surface tokens hold.")
    ] = None,
    parse_segments: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Which words the parses' surface tokens hold.")
    ] = None,
    lattice: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The lattices in whose states tedeval anchors words that differ."),
    ] = None,
    breakdown: Annotated[
        bool, typer.Option("--breakdown", help="Print tables by label, word, distance and more.")
    ] = False,
    max_length: Annotated[int | None, typer.Option(metavar="N", help="Only sentences of up to N words.")] = None,
    average: Annotated[
        str, typer.Option(metavar="micro|macro", help="Over all words, or the mean of sentences.")
    ] = "micro",
    strict: StrictOption = False,
    **options: str | None,
) -> None:
    """Score parses against a gold file."""
    choice = Choice(check_average(average), max_length)
    _check(per_sentence, edit_script)
    used = metrics(named_metrics(metric) if metric else candidates(), options)
    if breakdown and not any(map(has_tables, used)):
        raise OptionError("--breakdown: the tables are of attachment and parseval; add --metric with one of them")
    of_lattice = frozenset({"lemma", "features"}) if lattice else frozenset()
    columns = None if breakdown else of_lattice.union({"head"}, *(one.columns for one in used))
    others = other_golds or []
    check_read_once([gold, *others, *parses, lattice, gold_segments, parse_segments])
    gold_treebank, *treebanks = read(
        [gold, *others, *parses], format_name=format_name, encoding=encoding, separator=separator, columns=columns
    )
    say_ill_formed([gold_treebank, *treebanks], strict=strict)
    golds, read_parses = treebanks[: len(others)], treebanks[len(others) :]
    gold_treebank = replace(_segmented(gold_treebank, gold_segments), other_golds=tuple(golds))
    if lattice is not None:
        if _tedeval(used, "--lattice").rules.software:
            raise OptionError("--lattice: variant 2.2 does not look at lattices; use --variant paper")
        gold_treebank = with_lattices(gold_treebank, read([lattice], format_name=None, encoding=encoding)[0])
    read_parses = [_segmented(parse, parse_segments) for parse in read_parses]
    if not metric:
        used = _fitting(used, gold_treebank)
        check_options(used, options)
    named = [*zip(names_of(parses), read_parses, strict=True)]
    results = [_scored(name, gold_treebank, parse, used, choice) for name, parse in named]
    if per_sentence is not None:
        write_table(sentence_rows(gold_treebank, results), per_sentence)
    if edit_script is not None:
        from goldleaf.viewer.commands.edit_scripts import write_edit_scripts

        write_edit_scripts(edit_script, _tedeval(used, "--edit-script"), gold_treebank, named)
    tables = {one.name: tables_of(one, gold_treebank, choice) for one in results} if breakdown else {}
    if as_json:
        printed = as_object(gold_treebank, results, choice, tables)
        print(json.dumps(printed, ensure_ascii=False, allow_nan=False, indent=1))
        return
    print_scores(results, choice)
    if tables:
        print_breakdowns(tables)


def _check(per_sentence: Path | None, edit_script: Path | None) -> None:
    if per_sentence is not None and per_sentence.suffix not in TABLE_WRITERS:
        raise OptionError(f"--per-sentence {per_sentence}: end the name in {', '.join(TABLE_WRITERS)}")
    if edit_script is not None:
        from goldleaf.viewer.commands.edit_scripts import check_path  # knows pictures, which take long to load

        check_path(edit_script)


def _segmented(treebank: Treebank, segments: Path | None) -> Treebank:
    return treebank if segments is None else with_segments(treebank, segments)


def _scored(name: str, gold: Treebank, parse: Treebank, used: list[Metric], choice: Choice) -> ScoredParse:
    """A parse's figures; how its sentences differ from the gold's is said on stderr."""
    found = ScoredParse.of(name, gold, parse, used, choice)
    if found.warning:
        print(found.warning, file=sys.stderr)
    for metric, scored in found.scored.items():
        for one in left_out(scored, gold):
            print(one.described(metric, gold.path, parse.path), file=sys.stderr)
    return found


def _tedeval(used: list[Metric], option: str) -> TedEval:
    found = tedeval_of(used)
    if found is None:
        raise OptionError(f"{option}: only tedeval makes use of it; add --metric tedeval")
    return found


def _fitting(used: list[Metric], gold: Treebank) -> list[Metric]:
    """The metrics that compare what the gold holds, where none is named; a parse of another kind is refused."""
    found = fitting(used, gold)
    if not found:
        raise OptionError(f"{gold.path}: no metric fits {gold.format} files by itself; name one with --metric")
    return [*found]
