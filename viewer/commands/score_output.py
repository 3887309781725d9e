"""What `goldleaf score` gives: the JSON object, the table of sentences, and tables on the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from goldleaf.core.alignment import units
from goldleaf.core.files import replacing
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.scoring import Average, Scored, signature
from goldleaf.core.treebank import Treebank
from goldleaf.core.version import VERSION
from goldleaf.viewer.commands.printing import percent, plain, print_frame, print_line, print_rows

if TYPE_CHECKING:
    from goldleaf.core.analysis.breakdown import Table


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

    def of(self, gold: Treebank, parse: Treebank) -> pl.Series:
        """Whether each sentence is chosen; those that are scored as one are as long as all of them."""
        words = pl.Series(units(gold, parse).lengths(gold.sentences["words"].to_numpy()))
        return words >= 0 if self.max_length is None else words <= self.max_length


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
                        **_figures_as_object(scored, choice),
                        **_subsets_as_object(scored, choice),
                    }
                    for name, scored in result.scored.items()
                },
            }
            for result in results
        ],
    }


def _figures_as_object(scored: Scored, choice: Choice) -> dict[str, Any]:
    scores = {
        key: {part: number for part, number in asdict(figure).items() if part == "value" or number is not None}
        for key, figure in scored.scores(choice.average).items()
    }
    return {"scores": _nested(scores), "counts": scored.reported(), "sentences": scored.sentences}


def _nested(scores: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Figures with parts, named ``figure.part``, as one object a figure with the parts' values."""
    found: dict[str, Any] = {}
    for name, score in scores.items():
        figure, dot, part = name.partition(".")
        if dot:
            found.setdefault(figure, {})[part] = score["value"]
        else:
            found[name] = score
    return found


def _subsets_as_object(scored: Scored, choice: Choice) -> dict[str, Any]:
    """The sentences that a metric scores apart, for metrics that do."""
    found = {name: _figures_as_object(part, choice) for name, part in scored.subsets().items()}
    return {"subsets": found} if found else {}


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
            order = [*scored.ratios, *(c for c in renamed if c not in scored.ratios)]
            columns = columns.select("sentence", *order).rename(renamed)
            table = table.join(columns, on="sentence", how="inner", maintain_order="left")
    return table


TABLE_WRITERS = {
    ".csv": lambda table, path: table.write_csv(path),
    ".tsv": lambda table, path: table.write_csv(path, separator="\t"),
    ".parquet": lambda table, path: table.write_parquet(path),
}


def write_table(table: pl.DataFrame, path: Path) -> None:
    with replacing(path) as temporary:
        TABLE_WRITERS[path.suffix](table, temporary)


MOST_COLUMNS = 8  # that a terminal of 80 characters has room for


def print_scores(results: list[Result], choice: Choice) -> None:
    """A table for each metric, a row a parse, with the signature under it. With many figures each has a row."""
    for name, first in results[0].scored.items():
        if any("." in score for score in first.ratios):
            _print_parts(name, results, choice)
            continue
        alike: dict[str, list[Result]] = {}  # where words differ, figures are others
        for result in results:
            alike.setdefault(signature(result.scored[name].metric, choice.average, choice.max_length), []).append(
                result
            )
        for described, some in alike.items():
            _print_table(name, some, choice)
            print_line(described)


def _print_table(name: str, results: list[Result], choice: Choice) -> None:
    first = results[0].scored[name]
    rows = [_figures(result.name, result.scored[name], choice) for result in results]
    for result in results:
        parts = result.scored[name].subsets()
        rows += [_figures(f"{result.name}, {part}", scored, choice) for part, scored in parts.items()]
    headings = ["parse", *first.ratios, *first.metric.reported]
    if len(headings) > MOST_COLUMNS:
        headings, *rows = ([*row] for row in zip(headings, *rows, strict=True))
    print_rows(first.metric.title, headings, rows)


def _print_parts(name: str, results: list[Result], choice: Choice) -> None:
    """A table for each parse, with a row a figure and a column for each of its parts."""
    for result in results:
        scored = result.scored[name]
        figures = _nested({key: {"value": score.value} for key, score in scored.scores(choice.average).items()})
        parts = list(dict.fromkeys(part for values in figures.values() for part in values))
        rows = [[figure, *(percent(values.get(part)) for part in parts)] for figure, values in figures.items()]
        print_rows(f"{scored.metric.title}: {result.name}", ["figure", *parts], rows)
        print_line(signature(scored.metric, choice.average, choice.max_length))


def _figures(name: str, scored: Scored, choice: Choice) -> list[str]:
    ratios = scored.ratios
    scores = (
        percent(score.value) if ratios[key].percent else plain(score.value)
        for key, score in scored.scores(choice.average).items()
    )
    return [name, *scores, *(f"{count:,}" for count in scored.reported().values())]


def print_breakdown(gold: Treebank, results: list[Result], choice: Choice) -> None:
    """All tables for every parse, over the sentences that are scored."""
    for result in results:
        rows = None if choice.max_length is None else choice.of(gold, result.parse).arg_true()
        for table in _tables(result, gold, rows):
            print_line()
            title = f"{result.name}: {table.title}" if len(results) > 1 else table.title
            print_frame(title, table.frame, table.note)


def _tables(result: Result, gold: Treebank, rows: pl.Series | None) -> Iterator[Table]:
    from goldleaf.core.analysis.breakdown import BREAKDOWNS, table, word_table
    from goldleaf.core.analysis.constituents import label_table

    for scored in result.scored.values():
        if isinstance(scored.metric, Attachment):
            words = word_table(scored.metric, gold, result.parse)
            if rows is not None:
                words = words.filter(pl.col("sentence").is_in(rows.implode()))
            yield from (table(name, words, counts=scored.counts) for name in BREAKDOWNS)
        elif isinstance(scored.metric, ParsEval):
            yield label_table(scored.metric, gold, result.parse, sentences=rows)
