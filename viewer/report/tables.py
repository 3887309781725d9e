"""What a report says: which sentences it is about, and the tables and plots of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.analysis.search.filtering import Filtered
from goldleaf.core.analysis.search.filtering import QueryKind as Filters
from goldleaf.core.analysis.significance import BOLD, BOLD_TESTED, LEVEL, ScoreTest, standing_out
from goldleaf.core.errors import OptionError, counted, shortened
from goldleaf.core.metrics import Metric
from goldleaf.core.metrics.base import Ratio, Score, plain_name
from goldleaf.core.results import ScoredParse
from goldleaf.core.results import source_of as source_of_rows
from goldleaf.core.results import tables as breakdowns
from goldleaf.core.scoring import Scored, signature
from goldleaf.core.steps import Steps, in_turn
from goldleaf.viewer.plots.description import Bars, HeatMap, LineChart, Plot
from goldleaf.viewer.plots.of_scores import Plotted, plots_of
from goldleaf.viewer.session.breakdowns import source_of
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.pair import Parse
from goldleaf.viewer.session.scores import COMPARED, counted_alike
from goldleaf.viewer.tables import Cell, Column, Kind, Table, of_frame
from goldleaf.viewer.tables.table import FRACTIONS, counted_by, text_of, titled

# The breakdowns that a report has, of those that a metric has
WANTED = (
    *("deprel", "accuracy", "direction", "distance", "specific_errors"),
    *("constituents", "labels", "confusions", "error_mass", "error_classes", "blame"),
)

# What is plotted: with all parses in each plot; what each parse takes for what.
OF_ALL_PARSES = ("length", "distance", "error-mass", "error-classes", "arc-length")
OF_EACH_PARSE = ("confusions", "contingency")

SCORES = {"right_head_share": "UAS", "right_label_share": "LA", "right_both_share": "LAS"}
SCORING = "scoring"  # the count of words that score
MOST_ROWS = 200  # of a breakdown
MOST_SENTENCES = 1_000


class ChosenSentences(NamedTuple):
    """The chosen sentences: rows of the gold, and by differences. ``condition`` is empty for all."""

    condition: str
    rows: Sequence[int]
    worst_first: Sequence[int]
    metric: Metric

    @property
    def series(self) -> pl.Series:
        return pl.Series(self.rows, dtype=pl.UInt32)


def chosen_steps(
    document: Document, condition: str, filtering: Steps[Filtered], metric: str | None
) -> Steps[ChosenSentences]:
    """The sentences that ``filtering`` by a condition lets through, all without one. The worst are those with most
    differences of all parses under a metric, the first of the document if none is named; of as many the shortest.
    Raises OptionError for a condition that cannot be understood, or that lets nothing through."""
    found = yield from filtering
    if not len(found.rows):
        raise OptionError(f"--where {shortened(condition)}: no sentence of {document.gold.path} is so")
    used = next((one for one in document.metrics if one.name == metric), document.metrics[0])
    rows = np.asarray(found.rows, np.int64)
    differences = np.zeros(len(document), np.int64)
    for parse in document.parses:
        differences += parse.scored[used.name].counts[used.differences].fill_null(0).cast(int).to_numpy()
    words = document.gold.sentences["words"].to_numpy()
    # Of as many differences the shorter sentence is worse, and quicker to look through.
    order = np.lexsort((rows, words[rows], -differences[rows]))
    asked = condition.strip() if found.kind is not Filters.ALL else ""
    return ChosenSentences(asked, rows.tolist(), rows[order].tolist(), used)


def verdict(document: Document, metric: Metric, compared: Sequence[ScoreTest]) -> str:
    """What a reader wants to know first, in two sentences: who is better by how much, over how many words."""
    scored = {parse.name: parse.scored[metric.name] for parse in document.parses if metric.name in parse.scored}
    any_scored = next(iter(scored.values()))
    score = any_scored.main
    title, ratio = metric.title_of(score), any_scored.ratios[score]
    kind, points = _kind(percent=ratio.percent), "points of " * ratio.percent
    values = {name: own.scores()[score].value for name, own in scored.items()}
    known = {name: value for name, value in values.items() if value is not None}
    best, *others = sorted(known, key=lambda name: known[name], reverse=ratio.higher_is_better) or [""]
    written = {name: text_of(value, kind) for name, value in known.items()}
    said = f"{best} has {title} {written[best]}." if best else f"Nothing is scored by {title}."
    if document.adjudicated and known:  # none of whom is right
        said = f"{title} by {document.gold_names[0]}: {', '.join(f'{name} {written[name]}' for name in known)}."
    elif others:
        # All are compared with the first parse: if none is better, the second best is.
        first = document.parses[0].name
        other = first if first in others else others[0]
        tests = [one for one in compared if (one.metric, one.score) == (metric.name, score)]
        test = next((one for one in tests if {one.a, one.b} == {best, other}), None)
        p = None if test is None else test.p if test.p_holm is None else test.p_holm
        both = f"{written[best]} against {written[other]}"
        written_p = text_of(p, Kind.PROBABILITY if test is None else _kind_of_p(test))
        tested = f"{both}, p\u00a0{'' if written_p.startswith('≤') else '= '}{written_p}"
        if test is None or p is None:
            said = f"{best} has {title} {both} of {other}."
        elif test.significant:
            by = text_of(abs(known[best] - known[other]), kind)
            exact = " before rounding" * (f"{abs(float(written[best]) - float(written[other])):.2f}" != by)
            said = f"{best} is better than {other} by {by} {points}{title}{exact} ({tested})."
        else:
            said = f"{best} and {other} do not differ significantly: {title} is {tested}."
    words, sentences = document.gold.words.height, counted(len(document), "sentence")
    over = counted(words, "word")
    if isinstance(ratio, Ratio) and ratio.total == SCORING:
        over = f"{any_scored.counts[SCORING].sum():,} scored words of {words:,}"
    return f"{said} This is measured over {over}, in {sentences}."


def score_tables(document: Document, chosen: ChosenSentences, tests: Sequence[ScoreTest]) -> Iterator[Table]:
    """A table for each metric: a row a score, a column a parse, and one of the chosen sentences where not all are. The
    best is bold, and what the tests do not find to differ from it."""
    for metric in document.metrics:
        scored = {parse.name: parse.scored[metric.name] for parse in document.parses}
        for how, names in counted_alike(scored).items():
            title = f"{metric.title}: {how}" if how else metric.title
            yield _scores(title, {name: scored[name] for name in names}, chosen, tests)


def _scores(title: str, own: Mapping[str, Scored], chosen: ChosenSentences, tests: Sequence[ScoreTest]) -> Table:
    parses = [*own.values()]
    metric = parses[0].metric
    columns = [Column("score", "Score"), *(Column(name, kind=Kind.SHARE) for name in own)]
    if chosen.condition:
        columns += [Column(f"where {chosen.condition}", kind=Kind.SHARE, group=name) for name in own]
        parses += [replace(scored, counts=scored.counts[chosen.series]) for scored in own.values()]
    ratios = {name: ratio for scored in parses for name, ratio in scored.ratios.items()}
    figures = [scored.scores() for scored in parses]
    rows: list[list[Cell]] = []
    for name, ratio in ratios.items():
        values = [scores.get(name, Score(None)).value for scores in figures]
        # Among whole parses the best stands out.
        made = {parse: (own[parse].basis, value) for parse, value in zip(own, values, strict=False)}
        bold = standing_out(made, more=ratio.higher_is_better, score=(metric.name, name), tests=tests)
        cells = ((value, parse in bold) for parse, value in zip_longest(own, values))
        rows.append([Cell(metric.title_of(name)), *(Cell(*cell, kind=_kind(percent=ratio.percent)) for cell in cells)])
    counts = {name: [Cell(one.reported()[name], kind=Kind.COUNT) for one in parses] for name in metric.reported}
    rows += [[Cell(metric.title_of(name)), *cells] for name, cells in counts.items()]
    if any(f"{scored.share}" for scored in parses):
        rows.append([Cell(COMPARED), *(Cell(f"{scored.share}" or "all", kind=Kind.TEXT) for scored in parses)])
    # The signature, with the parses that it is of where they have different ones.
    signed: dict[str, list[str]] = {}
    for name, scored in own.items():
        signed.setdefault(signature(scored.metric), []).append(name)
    note = [line if len(signed) == 1 else f"{', '.join(names)}: {line}" for line, names in signed.items()]
    legend = [BOLD_TESTED if tests else BOLD] * any(cell.bold for row in rows for cell in row)
    return Table(title, columns, rows, "\n".join([*legend, *note]))


def _kind(*, percent: bool) -> Kind:
    return Kind.SHARE if percent else Kind.FIGURE


def _kind_of_p(test: ScoreTest) -> Kind:
    # How p is written: where no round was as extreme, it is the least that so many rounds give.
    return Kind.LEAST if test.p is not None and test.p <= 1 / test.rounds else Kind.PROBABILITY


def comparison_tables(
    parses: Sequence[Parse] | Sequence[ScoredParse], compared: Sequence[ScoreTest], *, titled: bool = True
) -> Iterator[Table]:
    """A table for each metric: which parses differ by more than chance. Scores have their names if not ``titled``."""
    for metric, of_metric in groupby(compared, lambda one: one.metric):
        scored, tests = [parse.scored[metric] for parse in parses if metric in parse.scored], [*of_metric]
        by, ratios = scored[0].metric, {name: ratio for one in scored for name, ratio in one.ratios.items()}
        corrected = any(test.p_holm is not None for test in tests)
        alone = titled and len({(test.a, test.b) for test in tests}) == 1  # whose names head their columns
        a, b, sign = (tests[0].a, tests[0].b, "Difference") if alone else ("A's", "B's", "A − B")
        signs = (("difference", sign), ("low", "95 % from"), ("high", "to"))
        columns = [
            *(Column("score", "Score"), *[Column("a", "A"), Column("b", "B")][2 * alone :]),
            *(Column("a_value", a, Kind.SHARE), Column("b_value", b, Kind.SHARE)),
            *(Column(name, heading, Kind.SHARE, signed=True) for name, heading in signs),
            Column("p", kind=Kind.PROBABILITY),
            *[Column("p_holm", "p (Holm)", Kind.PROBABILITY)] * corrected,
        ]
        rows: list[list[Cell]] = []
        for test in tests:
            kind = _kind(percent=ratios[test.score].percent)
            values = (test.a_value, test.b_value, test.difference, test.low, test.high)
            name = by.title_of(test.score) if titled else plain_name(test.score)
            row = [*map(Cell, (name, test.a, test.b)[: 1 if alone else 3]), *(Cell(one, kind=kind) for one in values)]
            row[-3] = replace(row[-3], bold=bool(test.significant))
            row += [Cell(p, p is not None and p < LEVEL, kind=_kind_of_p(test)) for p in (test.p, test.p_holm)]
            rows.append(row[: len(columns)])
        note = (
            f"Bold: p is under {LEVEL:g}, which decides. Approximate randomization of {tests[0].rounds:,} rounds with "
            f"seed {tests[0].seed}; intervals of 95 % by bootstrap say how large a difference may be."
        )
        least = any(_kind_of_p(test) is Kind.LEAST for test in tests)
        note += f" ≤: the least p that {tests[0].rounds:,} rounds give." * least
        less = dict.fromkeys(by.title_of(test.score) for test in tests if not ratios[test.score].higher_is_better)
        note += f" Less is better: {', '.join(less)}." if less else ""
        refused = dict.fromkeys(f"{test.a} and {test.b}: {test.refused}" for test in tests if test.refused)
        note += f" Not tested: {'; '.join(refused)}." if refused else ""
        yield Table(f"Differences between parses: {by.title}", columns, rows, note)


def breakdown_tables(
    document: Document, parse: Parse, chosen: ChosenSentences, wanted: Sequence[str] = WANTED
) -> Iterator[Table]:
    """The breakdowns of these names of one parse, of all metrics, over the chosen sentences."""
    rows = chosen.series if chosen.condition else None
    for scored in parse.scored.values():
        for one in breakdowns(scored, document.gold, parse.treebank, rows, wanted):
            left = one.frame.height - MOST_ROWS
            note = f"{one.note} {left:,} further rows are left out." if left > 0 else one.note
            table = of_frame(f"{one.title}: {parse.name}", one.frame.head(MOST_ROWS), note)
            # A score has the name that it has in the table of scores.
            headings = {name: titled(counted_by(name)) + " %" * (name in FRACTIONS) for name in one.frame.columns}
            headings |= {**SCORES, **one.headings}
            yield replace(table, columns=[replace(own, heading=headings[own.name]) for own in table.columns])


def sentence_table(document: Document, chosen: ChosenSentences) -> Table:
    """The chosen sentences, worst first: words, each parse's main score and differences, and those of all parses."""
    rows, metric = [*chosen.worst_first[:MOST_SENTENCES]], chosen.metric
    columns: list[Column] = []
    series: list[list[float | None]] = []
    for number, parse in enumerate(document.parses):
        main, differences, _ = document.columns_for(number, metric)
        scored = parse.scored[metric.name]
        kind = _kind(percent=scored.ratios[scored.main].percent)
        columns.append(Column(main, metric.title_of(scored.main), kind, group=parse.name))
        columns.append(Column(differences, "Diff.", Kind.COUNT, parse.name, descending=len(document.parses) == 1))
        series += [document.table[name].gather(rows).to_list() for name in (main, differences)]
    if len(document.parses) > 1:
        columns.append(Column("differences", "Diff. of all", Kind.COUNT, descending=True))
        series.append([sum(one or 0 for one in row) for row in zip(*series[1::2], strict=True)])
    about = Column("sentence", "#", Kind.ORDINAL), Column("id", "ID"), Column("words", "Len.", Kind.COUNT)
    columns = [*about, *columns, Column("text", "Text")]
    table = document.table[["number", "id", "words", "text"]][rows]
    body = [[*row[:3], *figures, row[3]] for row, *figures in zip(table.iter_rows(), *series, strict=True)]
    left = len(chosen.worst_first) - len(rows)
    return Table("Sentences, worst first", columns, body, f"{left:,} further sentences are left out." * bool(left))


def plot_steps(
    document: Document, chosen: ChosenSentences, names: Sequence[str], *, together: bool
) -> Steps[list[Plot]]:
    """The plots of these names that a metric has and that say something: of all parses, or of each."""
    making = []
    for metric in document.metrics:
        parses = []
        for number, parse in enumerate(document.parses):
            if metric.name in parse.scored:
                scored = parse.scored[metric.name]
                source = source_of(document, number, scored)
                if chosen.condition:
                    only = replace(scored, counts=scored.counts[chosen.series])
                    source = source_of_rows(only, document.gold, parse.treebank, chosen.series)
                parses.append(Plotted(parse.name, source, chosen=True))
        makers = [plots_of(metric)[name] for name in names if name in plots_of(metric)]
        shown = [parses] * bool(parses) if together else [[parse] for parse in parses]
        making += [maker.make(own) for own in shown for maker in makers]
    return [plot for plot in (yield from in_turn(making)) if _says_something(plot)]


def _says_something(plot: Plot) -> bool:
    if isinstance(plot, LineChart):
        return any(len(series.points) > 1 for series in plot.series)
    if isinstance(plot, Bars):
        return bool(plot.y.names)
    return not isinstance(plot, HeatMap) or any(not cell.plain for cell in plot.cells)
