"""`goldleaf agreement`: how far annotators of the same text agree, none of whom is the gold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, cast

import polars as pl
import typer

from goldleaf.core.analysis.agreement import FIGURES, Agreement, Metrics, PairAgreement, agreement
from goldleaf.core.left_out import left_out
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.structures.ill_formed import ill_formed
from goldleaf.core.treebank import Treebank
from goldleaf.core.version import VERSION
from goldleaf.viewer.commands.files import Reading, check_replaces_no_input, read
from goldleaf.viewer.commands.metric_options import metric_options, metrics
from goldleaf.viewer.commands.options import with_options
from goldleaf.viewer.commands.printing import coefficient, percent, print_rows
from goldleaf.viewer.commands.score_output import check_table, write_table
from goldleaf.viewer.commands.strict import StrictOption, say_ill_formed
from goldleaf.viewer.commands.terminal import complain, say, say_json
from goldleaf.viewer.session.naming import names_of

_FIGURES = {"uas": "UAS", "las": "LAS", "f1": "F1", "tedeval": "TedEval", "tedeval_unlabeled": "TedEval unlab."}
_SHARES = ("agreed_share", *FIGURES)
_LAYERS = {"head": "heads", "label": "labels", "tag": "tags", "fine_tag": "fine tags", "lemma": "lemmas"}


@with_options(reading=Reading, options=metric_options)
def command(
    first: Annotated[Path, typer.Argument(metavar="A", show_default=False)],
    others: Annotated[list[Path], typer.Argument(metavar="B...", show_default=False)],
    rows: Annotated[
        int, typer.Option(metavar="N", min=0, help="At most so many labels and sentences, the worst first.")
    ] = 10,
    per_sentence: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a row a sentence of each two annotators: .csv, .tsv or .parquet."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    strict: StrictOption = False,
    *,
    reading: Reading,
    options: dict[str, str],
) -> None:
    """Say how far annotators agree: attachment, kappa and alpha; by layer, by label, by sentence."""
    files = [first, *others]
    used = _metrics(options)
    check_table("--per-sentence", per_sentence)
    check_replaces_no_input("--per-sentence", per_sentence, [*files, *options.values()])
    treebanks = read(files, reading)
    say_ill_formed(treebanks, strict=strict)
    names = names_of(files)
    found = agreement(treebanks, names, used)
    _warn(found, dict(zip(names, treebanks, strict=True)))
    if per_sentence is not None:
        write_table(found.sentences.sort("sentence", maintain_order=True), per_sentence)
    if as_json:
        invalid = [
            {"name": name, "path": one.path, "invalid": ill_formed(one).counts}
            for name, one in zip(names, treebanks, strict=True)
        ]
        say_json({"goldleaf": VERSION, "files": invalid, **found.to_dict()})
        return
    _print(found, rows)


def _metrics(options: dict[str, str]) -> Metrics:
    """The metrics of agreement with the options that are given."""
    attachment, parseval, tedeval = metrics(["attachment", "parseval", "tedeval"], options)
    return Metrics(cast(Attachment, attachment), cast(ParsEval, parseval), cast(TedEval, tedeval))


def _warn(found: Agreement, treebanks: dict[str, Treebank]) -> None:
    """Say on stderr what a reader of the figures must know."""
    for pair in found.pairs:
        one, other = treebanks[pair.a], treebanks[pair.b]
        for warning in pair.warnings:
            complain(warning)
        for name, scored in pair.scored.items():
            for some in left_out(scored, one):
                complain(some.described(name, one.path, other.path))


def _print(found: Agreement, rows: int) -> None:
    _print_pairs(found.pairs)
    for line in found.signatures:
        say(line)
    say()
    alphas = [coefficient(value) for value in found.alpha.values()]
    title = f"Krippendorff's alpha, {len(found.annotators)} annotators"
    print_rows(title, [_title(layer) for layer in found.alpha], [alphas], words=())
    for pair in found.pairs:
        _print_tables(pair, rows)


def _print_pairs(pairs: Sequence[PairAgreement]) -> None:
    """A row for each two annotators, with the figures that there are."""
    shown = [name for name in FIGURES if any(name in pair.figures for pair in pairs)]
    body = [
        [
            _name(pair),
            f"{pair.words:,}",
            *(percent(pair.figures.get(name)) for name in shown),
            coefficient(pair.kappa_label),
            coefficient(pair.kappa_tag),
        ]
        for pair in pairs
    ]
    headings = ["annotators", "words", *(_FIGURES[name] for name in shown), "kappa of labels", "kappa of tags"]
    print_rows("Agreement", headings, body)


def _print_tables(pair: PairAgreement, rows: int) -> None:
    """Layers, labels and sentences of two annotators; of the last two the worst."""
    labels = pair.labels.filter(pl.col("only_a") + pl.col("only_b") > 0)
    sentences = pair.sentences.filter(pl.col("disagreements") > 0)
    tables = {
        "By layer": pair.layers,
        _worst("labels", labels, rows): labels.head(rows),
        _worst("sentences", sentences, rows): sentences.head(rows),
    }
    for title, table in tables.items():
        if table.height:
            # A figure that no row has is of another kind of trees.
            some = table.select(column for column in table if column.null_count() < table.height)
            say()
            print_rows(f"{title}: {_name(pair)}", [_heading(name, pair) for name in some.columns], _cells(some), (0,))


def _worst(what: str, table: pl.DataFrame, rows: int) -> str:
    """The title of a table of which only the worst rows may be shown."""
    cut = f", {rows} of {table.height:,}" if table.height > rows else ""
    return f"The {what} with most disagreements{cut}"


def _cells(table: pl.DataFrame) -> Iterator[list[str]]:
    for row in table.iter_rows(named=True):
        yield [_cell(name, value) for name, value in row.items()]


def _cell(name: str, value: Any) -> str:  # noqa: ANN401, of any column
    if name == "layer":
        return _title(value)
    if name == "kappa":
        return coefficient(value)
    if name in _SHARES:
        return percent(value)
    return "–" if value is None else f"{value:,}" if isinstance(value, int) else value


def _heading(name: str, pair: PairAgreement) -> str:
    names = {
        "only_a": f"only {pair.a}",
        "only_b": f"only {pair.b}",
        "agreed_share": "agreed %",
        "attached": "same head",
    }
    return (names | _FIGURES).get(name, name)


def _title(layer: str) -> str:
    return _LAYERS.get(layer, layer)


def _name(pair: PairAgreement) -> str:
    return f"{pair.a} – {pair.b}"
