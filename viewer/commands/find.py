"""`goldleaf find`: the sentences and words that meet a condition, as the filter line of the window finds them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Annotated, ClassVar

import typer

from goldleaf.core.analysis.search.filtering import QueryKind
from goldleaf.core.analysis.search.has import looks_into_sides_only
from goldleaf.core.analysis.sides.word_columns import with_seen
from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.metrics import candidates, create, fits
from goldleaf.core.naming import names_in, names_of
from goldleaf.core.steps import finished
from goldleaf.viewer.commands import options as shared
from goldleaf.viewer.commands.files import read, say_ill_formed
from goldleaf.viewer.commands.options import ChosenMetrics, ReadingOptions, metric_options, option, with_options
from goldleaf.viewer.commands.printing import Printing
from goldleaf.viewer.commands.terminal import complain
from goldleaf.viewer.session.filtering import MARK, Queries, absent, filtered, grouped
from goldleaf.viewer.session.found import ENDINGS, found_in
from goldleaf.viewer.session.loading import document_of
from goldleaf.viewer.tables import FORMATS
from goldleaf.viewer.tables.table import of_frame


@dataclass(frozen=True, slots=True)
class Finding(Printing):
    """How what was found is printed; a group of options, for `with_options`."""

    FURTHER: ClassVar = {name: ENDINGS[name] for name in ("ids", "conllu")}
    format: str | None = option("How it is printed; -o knows .ids and .conllu, too.", "|".join((*FORMATS, *FURTHER)))


_BEGINNINGS = ("has(constituent, ", "has(function, ", "has(", "las < ", "words > ")


def _begun(incomplete: str) -> list[str]:
    # What a condition may begin with, for a shell: the files that tell the columns come later in the line.
    try:
        saved = [f"{MARK}{name}" for name in Queries().read()]
    except GoldleafError:
        saved = []
    return [one for one in (*saved, *_BEGINNINGS) if one.startswith(incomplete)]


@with_options(reading=ReadingOptions, printing=Finding, chosen=metric_options())
def command(
    condition: Annotated[str, typer.Argument(metavar="CONDITION", show_default=False, autocompletion=_begun)],
    gold: Annotated[Path, shared.GOLD_FILE], parses: Annotated[list[Path] | None, shared.PARSE_FILES] = None, *,
    group: list[str] | None = option("Count what is found by one or more columns of words or sentences.", "NAME,…"),
    filters: Path | None = option("Where @name is looked up; else where the window saves filters.", "FILE"),
    train: Path | None = shared.TRAIN, strict: bool = shared.STRICT, reading: ReadingOptions, printing: Finding,
    chosen: ChosenMetrics,
) -> None:  # fmt: skip
    """Find sentences, and words in them: las < 0.8, or has(deprel = 'obj' and child(tag = 'NUM')).

    Columns of words begin with gold_ (which may be left out) or parse_, the first parse; of several parses also
    with the name of the file, b_deprel for b.conllu. One called parse is parse_2 there, one called gold is gold_2.
    """
    group = names_in(",".join(group or ()))
    paths = [gold, *(parses or [])]
    printing.check([*paths, train, filters, *chosen.options.values()])
    if group and printing.shown in printing.FURTHER:
        raise OptionError(f"--group: --format {printing.shown} has no room for counts")
    if filters is not None and not filters.is_file():
        raise OptionError(f"--filters {filters}: there is no such file")
    query = (Queries() if filters is None else Queries(filters)).resolved(condition)
    used = chosen.metrics(candidates())
    treebanks = read(paths, reading)
    if train is not None:
        treebanks[0] = with_seen(treebanks[0], read([train], reading)[0])
    say_ill_formed(treebanks, strict=strict)
    if looks_into_sides_only(query):
        # A condition on words and nodes alone needs no scores; one metric pairs the words of both sides.
        quick = (metric for metric in map(create, ("attachment", "parseval", "tedeval")) if fits(metric, *treebanks))
        used = [*islice(quick, 1)] or used
    document = finished(document_of(treebanks[0], dict(zip(names_of(paths[1:]), treebanks[1:], strict=True)), used))
    hits = finished(filtered(document, query, 0))
    if hits.kind is QueryKind.ALL:
        raise OptionError("find: needs a condition, such as words > 20, or has(deprel = 'obj')")
    if hits.kind is QueryKind.TEXT and not len(hits.rows):
        complain(f"find: {query} compares nothing, and stands in no text or id; a condition is words > 20, or has(…)")
    for line in absent(document, query):
        complain(line)
    found = found_in(document, 0, query, hits)
    if not group:
        further = {"ids": lambda: "".join(f"{name}\n" for name in found.ids()), "conllu": found.conllu}
        printing.put([of_frame("", found.table)], found.json(), [*found.lines(), found.counts], further)
        return
    groups = grouped(document, hits, 0, group)
    table = of_frame("", groups)
    # Bins stand here as conditions name them.
    table = replace(table, columns=[replace(column, binned=False) for column in table.columns])
    printing.put([table], found.json() | {"groups": groups.to_dicts()}, [table, found.counts])
