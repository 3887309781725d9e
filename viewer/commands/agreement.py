"""`goldleaf agreement`: how far annotators of the same text agree, none of whom is the gold, or reviewers do."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

from goldleaf.core.analysis.agreement import Agreement, Metrics, agreement
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.naming import names_of
from goldleaf.core.scoring.left_out import left_out
from goldleaf.core.structures.ill_formed import ill_formed
from goldleaf.core.treebank import Treebank
from goldleaf.core.version import VERSION
from goldleaf.viewer.commands.agreement_of_reviewers import print_session
from goldleaf.viewer.commands.agreement_tables import print_table, print_worst
from goldleaf.viewer.commands.files import Reading, check_replaces_no_input, read
from goldleaf.viewer.commands.metric_options import metric_options, metrics
from goldleaf.viewer.commands.options import with_options
from goldleaf.viewer.commands.score.printed import check_table, write_table
from goldleaf.viewer.commands.strict import SpreadsheetOption, StrictOption, say_ill_formed
from goldleaf.viewer.commands.terminal import complain, say, say_json
from goldleaf.viewer.review.database import is_session
from goldleaf.viewer.session import agreement_texts as shown


@with_options(reading=Reading, options=metric_options)
def command(
    first: Annotated[Path, typer.Argument(metavar="A", show_default=False)],
    others: Annotated[list[Path] | None, typer.Argument(metavar="[B...]", show_default=False)] = None,
    rows: Annotated[
        int, typer.Option(metavar="N", min=0, help="At most so many labels and sentences, the worst first.")
    ] = 10,
    per_sentence: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a row a sentence of each two annotators: .csv, .tsv or .parquet."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    strict: StrictOption = False,
    spreadsheet: SpreadsheetOption = False,  # noqa: ARG001, its callback does all
    *,
    reading: Reading,
    options: dict[str, str],
) -> None:
    """Say how far annotators agree: attachment, kappa and alpha; by layer, by label, by sentence.

    Of one review session: how far its reviewers agree.
    """
    check_table("--per-sentence", per_sentence)
    if not others:
        _check_session(first)
        print_session(first, rows, per_sentence, options, as_json=as_json)
        return
    files = [first, *others]
    used = _metrics(options)
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


def _check_session(path: Path) -> None:
    if path.exists() and not is_session(path):
        raise OptionError(f"{path}: is no review session; agreement is between two files or more: name another one")


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
    print_table("Agreement", shown.pairs(found))
    for line in found.signatures:
        say(line)
    say()
    print_table(f"Krippendorff's alpha, {len(found.annotators)} annotators", shown.alphas(found))
    for pair in found.pairs:
        tables = {"labels": shown.labels(pair), "sentences": shown.sentences(pair)}
        print_worst(shown.name_of(pair), tables, rows, shown.layers(pair), pair)
