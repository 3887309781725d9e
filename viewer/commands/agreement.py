"""`goldleaf agreement`: how far annotators of the same text agree, none of whom is the gold, or reviewers do."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import polars as pl

from goldleaf.core.analysis.agreement import FIGURES, NAMES, Metrics, agreement, of_pairs
from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.naming import annotators_of
from goldleaf.core.structures.dependency import ill_formed
from goldleaf.core.version import VERSION
from goldleaf.viewer.commands import options as shared
from goldleaf.viewer.commands.files import check_replaces_no_input, check_table, read, say_ill_formed, write_table
from goldleaf.viewer.commands.options import ChosenMetrics, ReadingOptions, metric_options, with_options
from goldleaf.viewer.commands.printing import Printing
from goldleaf.viewer.commands.review import read_session
from goldleaf.viewer.commands.terminal import complain
from goldleaf.viewer.review.database import is_session
from goldleaf.viewer.review.reviewer_agreement import agreement_of, of_reviewers
from goldleaf.viewer.session.agreement_texts import AgreementTables, PairTables, heading, of_annotators
from goldleaf.viewer.tables import Column, Kind, Table


@with_options(reading=ReadingOptions, printing=Printing, chosen=metric_options(named=False))
def command(
    files: Annotated[list[Path], shared.FILE_LIST], worst: int = shared.WORST,
    per_sentence: Path | None = shared.PER_SENTENCE, strict: bool = shared.STRICT,
    *, reading: ReadingOptions, printing: Printing, chosen: ChosenMetrics,
) -> None:  # fmt: skip
    """Say how far annotators agree: attachment, kappa and alpha; by layer, by label, by sentence.

    Of one review session: how far its reviewers agree.
    """
    # Before files are read, which may take long.
    check_table("--per-sentence", per_sentence)
    [first, *others] = files
    if not others:
        if first.exists() and not is_session(first):
            why = "is no review session; agreement is between two files or more: name another one"
            raise OptionError(f"{first}: {why}")
        _print_session(first, worst, per_sentence, chosen, printing)
        return
    printing.check([*files, *chosen.options.values()])
    used = Metrics.among(chosen.metrics(NAMES))
    check_replaces_no_input("--per-sentence", per_sentence, [*files, *chosen.options.values()])
    treebanks = read(files, reading)
    say_ill_formed(treebanks, strict=strict)
    names = annotators_of(files)
    found = agreement(treebanks, names, used)
    named = dict(zip(names, treebanks, strict=True))
    for pair in found.pairs:
        for warning in pair.warnings:
            complain(warning)
        for name, scored in pair.scored.items():
            for some in scored.left_out():
                complain(some.described(name, named[pair.a].path, named[pair.b].path))
    if per_sentence is not None:
        write_table(found.sentences.sort("sentence", maintain_order=True), per_sentence)
    invalid = [{"name": name, "path": bank.path, "invalid": ill_formed(bank).counts} for name, bank in named.items()]
    whole = {"goldleaf": VERSION, "files": invalid, **found.to_dict()}
    _put(printing, "Agreement", of_annotators(found), worst, whole)


def _print_session(
    session: Path, worst: int, per_sentence: Path | None, chosen: ChosenMetrics, printing: Printing
) -> None:
    """Say how far the reviewers agree. Raises GoldleafError where there are not two, or a metric's option is given."""
    for name in chosen.options:
        raise OptionError(f"--{name.replace('_', '-')}: not for {session}, a review: verdicts are compared as they are")
    with read_session(session, "--per-sentence", per_sentence) as (store, treebanks):
        printing.check([session, *(side.path for side in store.sides)])
        found = agreement_of(store, [*treebanks.values()])
    if not found.pairs:
        who = f"only {found.reviewers[0]} has" if found.reviewers else "nobody has"
        why = f"{who} judged anything that counts; merge the sessions of others: goldleaf review merge"
        raise GoldleafError(f"{session}: {why}", path=session)
    if per_sentence is not None:
        write_table(of_pairs(found.pairs, "sentences").sort("sentence", maintain_order=True), per_sentence)
    whole = {"goldleaf": VERSION, "session": str(session), **found.to_dict()}
    _put(printing, "Agreement of reviewers", of_reviewers(found), worst, whole)


def _put(printing: Printing, title: str, tables: AgreementTables, worst: int, whole: object) -> None:
    """Print or write all tables; of the labels and sentences of two so many rows, the worst first."""
    made = [_table(title, tables.pairs, note="\n".join(tables.signatures))]
    made.append(_table(f"Krippendorff's alpha, {tables.who}", tables.alphas, note=tables.note))
    for pair in tables.each:
        titled = {"By layer": pair.layers}
        for name, table in (("labels", pair.labels), ("sentences", pair.sentences)):
            cut = f", {worst} of {table.height:,}" if table.height > worst else ""
            titled[f"The {name} with most disagreements{cut}"] = table.head(worst)
        made += [_table(f"{part}: {pair.name}", table, pair) for part, table in titled.items() if table.height]
    printing.put(made, whole)


def _table(title: str, frame: pl.DataFrame, pair: PairTables | None = None, note: str = "") -> Table:
    columns = []
    for name, dtype in frame.schema.items():
        share = Kind.SHARE if name in ("agreed_share", *FIGURES) else Kind.COEFFICIENT
        kind = Kind.COUNT if dtype.is_integer() else share if dtype.is_numeric() else Kind.TEXT
        columns.append(Column(name, heading(name, pair), kind))
    return Table(title, columns, frame.rows(), note)
