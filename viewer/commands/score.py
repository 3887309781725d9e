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
from goldleaf.core.metrics import METRICS, Metric, by_default
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.results import (
    WITH_TABLES,
    Choice,
    ScoredParse,
    as_object,
    check_average,
    difference,
    sentence_rows,
)
from goldleaf.core.structures.lattice import with_lattices
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands.files import EncodingOption, FormatOption, SeparatorOption, names_of, read
from goldleaf.viewer.commands.metric_options import check_options, metrics, with_metric_options
from goldleaf.viewer.commands.score_output import (
    TABLE_WRITERS,
    print_breakdown,
    print_scores,
    write_table,
)


@with_metric_options
def command(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", show_default=False)],
    parses: Annotated[list[Path], typer.Argument(metavar="PARSE...", show_default=False)],
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            metavar="NAME",
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
    **options: str | None,
) -> None:
    """Score parses against a gold file."""
    choice = Choice(check_average(average), max_length)
    _check(per_sentence, edit_script)
    used = metrics(metric or by_default(), options)
    if breakdown and not any(one.name in WITH_TABLES for one in used):
        raise OptionError("--breakdown: the tables are of attachment and parseval; add --metric with one of them")
    of_lattice = frozenset({"lemma", "features"}) if lattice else frozenset()
    columns = None if breakdown else of_lattice.union({"head"}, *(one.columns for one in used))
    others = other_golds or []
    gold_treebank, *treebanks = read(
        [gold, *others, *parses], format_name=format_name, encoding=encoding, separator=separator, columns=columns
    )
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
    if as_json:
        print(json.dumps(as_object(gold_treebank, results, choice), ensure_ascii=False, allow_nan=False, indent=1))
        return
    print_scores(results, choice)
    if breakdown:
        print_breakdown(gold_treebank, results, choice)


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
    if said := difference(gold, parse):
        print(said, file=sys.stderr)
    return found


def _tedeval(used: list[Metric], option: str) -> TedEval:
    found = next((one for one in used if isinstance(one, TedEval)), None)
    if found is None:
        raise OptionError(f"{option}: only tedeval makes use of it; add --metric tedeval")
    return found


def _fitting(used: list[Metric], gold: Treebank) -> list[Metric]:
    """The metrics that compare what the gold holds."""
    fitting = [one for one in used if one.applies(gold)]
    if not fitting:
        raise OptionError(f"{gold.path}: no metric fits {gold.format} files by itself; name one with --metric")
    return fitting
