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
from core.metrics import METRICS, Metric, create
from core.scoring import Average, Scored, score, signature
from core.treebank import Treebank
from core.version import VERSION
from viewer.commands.files import EncodingOption, FormatOption, names_of, read


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
    punctuation: Annotated[str | None, typer.Option(metavar="include|exclude", help="Does punctuation score?")] = None,
    labels: Annotated[str | None, typer.Option(metavar="full|universal", help="Cut labels at the first colon?")] = None,
    max_length: Annotated[int | None, typer.Option(metavar="N", help="Only sentences of up to N words.")] = None,
    average: Annotated[
        str, typer.Option(metavar="micro|macro", help="Over all words, or the mean of sentences.")
    ] = "micro",
) -> None:
    """Score parses against a gold file."""
    if average not in ("micro", "macro"):
        raise OptionError(f"--average {average}: no such choice; there are micro, macro")
    if per_sentence is not None and per_sentence.suffix not in _TABLE_WRITERS:
        raise OptionError(f"--per-sentence {per_sentence}: end the name in {', '.join(_TABLE_WRITERS)}")
    choice = Choice(cast(Average, average), max_length)
    metrics = _metrics(metric or list(METRICS), {"punctuation": punctuation, "labels": labels})
    columns = None if breakdown else frozenset[str]().union(*(m.columns for m in metrics))
    gold_treebank, *treebanks = read([gold, *parses], format_name=format_name, encoding=encoding, columns=columns)
    results = []
    for name, parse in zip(names_of(parses), treebanks, strict=True):
        check_comparable(gold_treebank, parse)
        scored = {m.name: _limited(score(m, gold_treebank, parse), gold_treebank, choice) for m in metrics}
        results.append(Result(name, parse, scored))
    if per_sentence is not None:
        _write_table(sentence_rows(gold_treebank, results), per_sentence)
    if as_json:
        print(json.dumps(as_object(gold_treebank, results, choice), ensure_ascii=False, allow_nan=False, indent=1))
        return
    print_scores(results, choice)
    if breakdown:
        print_breakdown(gold_treebank, results)


def _metrics(names: list[str], options: dict[str, str | None]) -> list[Metric]:
    """The metrics, each with the options that it has; an option that none of them has is an error."""
    given = {name: value for name, value in options.items() if value is not None}
    for name in names:
        create(name)
    for option in given:
        if not any(option in _options(name) for name in names):
            raise OptionError(f"--{option}: not an option of {', '.join(names)}")
    return [create(name, **{o: v for o, v in given.items() if o in _options(name)}) for name in dict.fromkeys(names)]


def _options(metric: str) -> set[str]:
    return {option.name for option in METRICS[metric].options}


def _limited(scored: Scored, gold: Treebank, choice: Choice) -> Scored:
    if choice.max_length is None:
        return scored
    return scored.only(gold.sentences["words"] <= choice.max_length)


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
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    for name, first in results[0].scored.items():
        table = Table(title=Text(first.metric.title), title_justify="left", box=None, pad_edge=False)
        table.add_column("parse", no_wrap=True)
        for heading in (*first.metric.ratios, *first.metric.reported):
            table.add_column(heading, justify="right", no_wrap=True)
        for result in results:
            scored = result.scored[name]
            figures = [percent(figure.value) for figure in scored.scores(choice.average).values()]
            table.add_row(Text(result.name), *figures, *(f"{count:,}" for count in scored.reported().values()))
        console.print(table)
        console.print(Text(f"{signature(first.metric, choice.average, choice.max_length)}"), soft_wrap=True)


def percent(value: float | None) -> str:
    """A fraction as a percentage with two digits, – where there is none."""
    return "–" if value is None else f"{100 * value:.2f}"


def print_breakdown(gold: Treebank, results: list[Result]) -> None:
    """eval.pl's tables for every parse."""
    raise NotImplementedError
