"""`goldleaf score`: figures for parses against a gold, as a table, as JSON, and a row a sentence."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, cast

import polars as pl
import typer

from core.alignment import check_comparable
from core.errors import OptionError
from core.files import replacing
from core.metrics import METRICS
from core.metrics.attachment import Attachment
from core.scoring import Average, Scored, score, signature
from core.treebank import Treebank
from core.version import VERSION
from viewer.commands.files import EncodingOption, FormatOption, names_of, read
from viewer.commands.metric_options import metrics, with_metric_options
from viewer.commands.printing import percent, print_frame, print_line, print_rows


@dataclass(frozen=True, eq=False)
class Result:
    """A parse with its figures under every chosen metric."""

    name: str
    parse: Treebank
    scored: dict[str, Scored]


@dataclass(frozen=True, slots=True)
class Choice:
    """What was asked about sentences: which, and how they are averaged."""

    average: Average
    max_length: int | None


@with_metric_options
def command(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", show_default=False)],
    parses: Annotated[list[Path], typer.Argument(metavar="PARSE...", show_default=False)],
    metric: Annotated[
        list[str] | None, typer.Option("--metric", metavar="NAME", help=f"Which metrics: {', '.join(METRICS)}.")
    ] = None,
    format_name: FormatOption = None,
    encoding: EncodingOption = "utf-8",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    per_sentence: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a row a sentence: .csv, .tsv or .parquet.")
    ] = None,
    breakdown: Annotated[bool, typer.Option("--breakdown", help="Print eval.pl's tables, too.")] = False,
    max_length: Annotated[int | None, typer.Option(metavar="N", help="Only sentences of up to N words.")] = None,
    average: Annotated[
        str, typer.Option(metavar="micro|macro", help="Over all words, or the mean of sentences.")
    ] = "micro",
    **options: str | None,
) -> None:
    """Score parses against a gold file."""
    if average not in ("micro", "macro"):
        raise OptionError(f"--average {average}: no such choice; there are micro, macro")
    if per_sentence is not None and per_sentence.suffix not in _TABLE_WRITERS:
        raise OptionError(f"--per-sentence {per_sentence}: end the name in {', '.join(_TABLE_WRITERS)}")
    choice = Choice(cast(Average, average), max_length)
    used = metrics(metric or list(METRICS), options)
    if breakdown and not any(one.name == "attachment" for one in used):
        raise OptionError("--breakdown: the tables break down attachment scores; add --metric attachment")
    columns = None if breakdown else frozenset[str]().union(*(one.columns for one in used))
    gold_treebank, *treebanks = read([gold, *parses], format_name=format_name, encoding=encoding, columns=columns)
    chosen = _chosen(gold_treebank, choice)
    results = []
    for name, parse in zip(names_of(parses), treebanks, strict=True):
        check_comparable(gold_treebank, parse)
        scored = {one.name: score(one, gold_treebank, parse).only(chosen) for one in used}
        results.append(Result(name, parse, scored))
    if per_sentence is not None:
        _write_table(sentence_rows(gold_treebank, results), per_sentence)
    if as_json:
        print(json.dumps(as_object(gold_treebank, results, choice), ensure_ascii=False, allow_nan=False, indent=1))
        return
    print_scores(results, choice)
    if breakdown:
        print_breakdown(gold_treebank, results, choice)


def _chosen(gold: Treebank, choice: Choice) -> pl.Series:
    words = gold.sentences["words"]
    return words >= 0 if choice.max_length is None else words <= choice.max_length


def as_object(gold: Treebank, results: list[Result], choice: Choice) -> dict[str, Any]:
    """The object that ``--json`` prints; its shape is a promise to scripts."""
    return {
        "goldleaf": VERSION,
        "gold": {"path": gold.path, "format": gold.format, "sentences": len(gold), "words": gold.words.height},
        "parses": [
            {
                "path": result.parse.path,
                "format": result.parse.format,
                "metrics": {
                    name: {
                        "signature": signature(scored.metric, choice.average, choice.max_length),
                        "scores": {
                            key: {
                                part: number
                                for part, number in asdict(figure).items()
                                if part == "value" or number is not None
                            }
                            for key, figure in scored.scores(choice.average).items()
                        },
                        "counts": scored.reported(),
                        "sentences": scored.sentences,
                    }
                    for name, scored in result.scored.items()
                },
            }
            for result in results
        ],
    }


def sentence_rows(gold: Treebank, results: list[Result]) -> pl.DataFrame:
    """One row a sentence: ``sentence`` (from 1), ``id``, ``words``, then ``metric.score`` for every score and count.

    With several parses the columns begin with the parse's name.
    """
    table = gold.sentences.select(pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).alias("sentence"), "id", "words")
    for result in results:
        prefix = f"{result.name}." if len(results) > 1 else ""
        for name, scored in result.scored.items():
            columns = scored.metric.by_sentence(scored.counts).with_columns(pl.col("sentence") + 1)
            renamed = {column: f"{prefix}{name}.{column}" for column in columns.columns if column != "sentence"}
            order = [*scored.metric.ratios, *(c for c in renamed if c not in scored.metric.ratios)]
            columns = columns.select("sentence", *order).rename(renamed)
            table = table.join(columns, on="sentence", how="inner", maintain_order="left")
    return table


_TABLE_WRITERS = {
    ".csv": lambda table, path: table.write_csv(path),
    ".tsv": lambda table, path: table.write_csv(path, separator="\t"),
    ".parquet": lambda table, path: table.write_parquet(path),
}


def _write_table(table: pl.DataFrame, path: Path) -> None:
    with replacing(path) as temporary:
        _TABLE_WRITERS[path.suffix](table, temporary)


def print_scores(results: list[Result], choice: Choice) -> None:
    """A table for each metric, a row a parse, with the signature under it."""
    for name, first in results[0].scored.items():
        rows = (_figures(result.name, result.scored[name], choice) for result in results)
        print_rows(first.metric.title, ["parse", *first.metric.ratios, *first.metric.reported], rows)
        print_line(signature(first.metric, choice.average, choice.max_length))


def _figures(name: str, scored: Scored, choice: Choice) -> list[str]:
    scores = (percent(score.value) for score in scored.scores(choice.average).values())
    return [name, *scores, *(f"{count:,}" for count in scored.reported().values())]


def print_breakdown(gold: Treebank, results: list[Result], choice: Choice) -> None:
    """eval.pl's tables for every parse, over the sentences that are scored."""
    from core.analysis.breakdown import tables

    rows = None if choice.max_length is None else _chosen(gold, choice).arg_true()
    for result in results:
        metric = result.scored["attachment"].metric
        assert isinstance(metric, Attachment)
        for table in tables(metric, gold, result.parse, sentences=rows).values():
            print_line()
            title = f"{result.name}: {table.title}" if len(results) > 1 else table.title
            print_frame(title, table.frame, table.note)
