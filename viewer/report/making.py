"""Making a report of a document, in steps: tables, plots and pictures, and what is left out for the file's size."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import polars as pl

from goldleaf.core.analysis.significance import Comparison, Rounds
from goldleaf.core.campaigns.comparisons import compared_steps
from goldleaf.core.errors import OptionError, counted
from goldleaf.core.files import replacing
from goldleaf.core.formats import FORMATS
from goldleaf.core.results import Choice, ScoredParse, difference
from goldleaf.core.steps import Steps, between
from goldleaf.core.structures.dependency import ill_formed
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.plots import Plot
from goldleaf.viewer.plots.writing import svg as plotted
from goldleaf.viewer.report.page import (
    DARK,
    LIGHT,
    Section,
    element,
    folded,
    of_plots,
    of_sentence,
    of_tables,
    page,
    picture,
    two_toned,
)
from goldleaf.viewer.report.tables import (
    OF_ALL_PARSES,
    OF_EACH_PARSE,
    Chosen,
    breakdown_tables,
    chosen_steps,
    comparison_tables,
    plot_steps,
    score_tables,
    sentence_table,
    verdict,
)
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.filtering import filtered
from goldleaf.viewer.session.scores import not_compared, remarks

ENDINGS = (".html", ".htm")
MOST_PICTURED = 500
MOST_BYTES = 20_000_000
"""Of pictures: what a browser shows without delay, and a letter takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a report is asked for: which sentences, how many of them in pictures, and whose differences count.

    ``metric`` is the one by whose differences sentences are bad; None for the first. ``where`` looks into this
    ``parse``, and may name ``further`` columns of the sentences. Parses are compared with the first of them, or
    ``all_pairs``. Raises OptionError.
    """

    where: str = ""
    parse: int = 0
    further: pl.DataFrame | None = None
    sentences: int = 10
    metric: str | None = None
    title: str = ""
    rounds: Rounds = field(default_factory=Rounds)
    all_pairs: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.sentences <= MOST_PICTURED:
            raise OptionError(f"--sentences {self.sentences}: expected a number from 0 to {MOST_PICTURED}")


def report_steps(document: Document, wish: Wish, measure: Measure) -> Steps[str]:
    """The page of a report, in steps. Raises OptionError where there is nothing to report."""
    if not document.parses:
        raise OptionError(f"{document.gold.path}: a report is about parses; open or name one")
    filtering = filtered(document, wish.where, wish.parse, wish.further)
    chosen = yield from between(chosen_steps(document, wish.where, filtering, wish.metric), 0.0, 0.1)
    compared = yield from between(_compared(document, wish), 0.1, 0.25)
    drawn = yield from between(_drawn(plot_steps(document, chosen, OF_ALL_PARSES, together=True), "plot"), 0.25, 0.4)
    confused = yield from between(
        _drawn(plot_steps(document, chosen, OF_EACH_PARSE, together=False), "matrix"), 0.4, 0.5
    )
    pictured = yield from between(_pictures(document, chosen, wish, measure), 0.6, 1.0)
    broken_down = {
        parse.name: of_tables(f"tables-{number}", breakdown_tables(document, parse, chosen))
        for number, parse in enumerate(document.parses)
    }
    parts = [folded(name, body) for name, body in broken_down.items() if body]
    sections = (
        Section("scores", "Scores", of_tables("scores", score_tables(document, chosen))),
        Section("comparison", "Comparison", of_tables("comparison", comparison_tables(document, compared))),
        Section("plots", "Plots", of_plots(drawn)),
        Section("confusions", "Confusion matrices", of_plots(confused)),
        Section("tables", "Tables", "\n".join(parts if len(parts) > 1 else broken_down.values())),
        Section("sentences", "Sentences", of_tables("sentences", [sentence_table(document, chosen)])),
        Section("pictures", "Pictures", pictured),
    )
    about = [("Gold", _described(document.gold))]
    about += [("Parse", f"{parse.name}: {_described(parse.treebank)}") for parse in document.parses]
    if chosen.condition:
        about.append(("Where", f"{chosen.condition}: {counted(len(chosen.rows), 'sentence')}"))
    filled = [section for section in sections if section.body]
    # What a reader of the figures must know.
    parses = range(len(document.parses))
    named = [replace(one, path=Path(one.path).name) for one in document.treebanks]
    odd = [*(difference(named[0], one) for one in named[1:]), *(ill_formed(one).described() for one in named)]
    warnings = [one for one in (*odd, *not_compared(document, parses), *remarks(document, parses)) if one]
    return page(wish.title or title_of(document), verdict(document, chosen.metric, compared), about, warnings, filled)


def save(path: Path, content: str) -> None:
    """Write a report, whole or not at all. Raises GoldleafError."""
    with replacing(path) as temporary:
        temporary.write_bytes(content.encode(errors="backslashreplace"))


def _compared(document: Document, wish: Wish) -> Steps[list[Comparison]]:
    """The first parse with the others, or each two, where there are several."""
    if len(document.parses) < 2:
        return []
    first, *others = (one.name for one in document.parses)
    pairs = None if wish.all_pairs else [(first, other) for other in others]
    results = [ScoredParse(one.name, one.treebank, one.scored) for one in document.parses]
    return (yield from compared_steps(document.gold, results, Choice(), wish.rounds, pairs))


def _drawn(making: Steps[list[Plot]], name: str) -> Steps[list[tuple[str, str, str]]]:
    """Plots as elements of the page, with titles and notes; their ids begin with this name."""
    wanted = yield from between(making, 0.0, 0.6)
    drawn = []
    for number, plot in enumerate(wanted, start=1):
        light, dark = (plotted(plot, load(one)) for one in (LIGHT, DARK))
        drawn.append((plot.title, plot.note, element(two_toned(light, dark), f"{name}-{number}", plot.title)))
        yield 0.6 + 0.4 * number / len(wanted)
    return drawn


def _pictures(document: Document, chosen: Chosen, wish: Wish, measure: Measure) -> Steps[str]:
    """The worst sentences with all parses, as many as are wished and there is room for."""
    rows = chosen.worst_first[: wish.sentences]
    if not rows:
        return ""
    table = document.table[["id", "text"]]
    found: list[str] = []
    size = 0
    for row in rows:
        drawn = [picture(document, row, parse, chosen.metric.name, measure) for parse in range(len(document.parses))]
        identity, said = table.row(row)
        one = of_sentence(row + 1, identity or "", said or "", drawn, opened=not found)
        size += len(one.encode(errors="replace"))
        if size > MOST_BYTES and found:
            break
        found.append(one)
        yield len(found) / len(rows)
    how = "worst first" if len(rows) < len(chosen.rows) else "all of them, worst first"
    said = (
        f"{counted(len(found), 'sentence')} of {len(chosen.rows):,}, {how}, by differences under {chosen.metric.title}."
    )
    if len(found) < len(rows):
        left = counted(len(rows) - len(found), "further sentence")
        said += f" {left} would make this file larger than {MOST_BYTES // 1_000_000} MB."
    without = (
        "<noscript><p>The pictures are packed; a browser shows them if it may run the page's script.</p></noscript>"
    )
    return "\n".join([f"<p>{said}</p>", without, *found])


def title_of(document: Document) -> str:
    """What a report is called that has no other title."""
    parses = ", ".join(one.name for one in document.parses)
    return f"{Path(document.gold.path).name}: {parses}"


def _described(treebank: Treebank) -> str:
    sizes = f"{counted(len(treebank), 'sentence')}, {counted(treebank.words.height, 'word')}"
    return f"{Path(treebank.path).name}, {sizes} ({FORMATS[treebank.format].title})"
