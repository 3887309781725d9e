"""`goldleaf report`: scores, tables, plots and pictures in one HTML file, to be passed on."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import candidates
from goldleaf.core.naming import names_of
from goldleaf.viewer.commands import options as shared
from goldleaf.viewer.commands.drawing import check_libraries, fonts
from goldleaf.viewer.commands.files import check_read_once, check_replaces_no_input, say_ill_formed, with_bar
from goldleaf.viewer.commands.options import ChosenMetrics, Output, ReadingOptions, metric_options, option, with_options
from goldleaf.viewer.commands.terminal import say
from goldleaf.viewer.report.making import ENDINGS, Wish, report_steps, save
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import Request


@with_options(reading=ReadingOptions, chosen=metric_options())
def command(
    gold: Annotated[Path, shared.GOLD_FILE], parses: Annotated[list[Path], shared.PARSE_FILES], output: Output,
    where: str = option("Only sentences that a filter lets through.", "CONDITION", default=""),
    worst: int = shared.WORST,
    all_pairs: bool = option("Compare each two parses, not only the first with each other.", default=False),
    title: str = option("What the report is called; else by its files.", "TEXT", default=""),
    strict: bool = shared.STRICT, *, reading: ReadingOptions, chosen: ChosenMetrics,
) -> None:  # fmt: skip
    """Write scores, comparisons, tables, plots and pictures as one HTML file that needs no network."""
    if output.suffix.lower() not in ENDINGS:
        raise OptionError(f"-o {output}: a report is a page; end the name in .html")
    check_read_once([gold, *parses])
    check_replaces_no_input("-o", output, [gold, *parses, *chosen.options.values()])
    named = chosen.names
    wish = Wish(where=where, sentences=worst, metric=named[0] if named else None, title=title, all_pairs=all_pairs)
    request = Request(gold, tuple(parses), tuple(names_of(parses)), **asdict(reading))
    check_libraries(window=False)
    from goldleaf.viewer.canvas.fonts import measure

    document = loaded(request, chosen.metrics(candidates()), named)
    for name in named:
        if not any(metric.name == name and document.tables.fits(metric) for metric in document.metrics):
            why = document.left_out.get(name, "it does not compare what the files have")
            raise OptionError(f"--metric {name}: {why}")
    chosen.check(document.metrics)
    say_ill_formed(document.treebanks, strict=strict)
    with fonts():
        save(output, with_bar(report_steps(document, wish, measure), "making the report"))
    say(f"{output}: {output.stat().st_size / 1_000_000:.1f} MB")
