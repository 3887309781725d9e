"""The tables of a report: scores, differences between parses, breakdowns, sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TypeAlias

import polars as pl

from goldleaf.core.analysis.significance import LEVEL, Comparison
from goldleaf.core.metrics.base import Metric, Score
from goldleaf.core.results import tables as breakdowns
from goldleaf.core.scoring import Scored, signature
from goldleaf.viewer.report.chosen import Chosen
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.pair import Parse
from goldleaf.viewer.session.scores import COMPARED, counted_alike, title_of
from goldleaf.viewer.tables import Cell, Column, Kind, Table, of_frame
from goldleaf.viewer.text.headings import is_share, titled

WANTED = (
    "deprel",
    "accuracy",
    "direction",
    "distance",
    "specific_errors",
    "constituents",
    "labels",
    "confusions",
    "error_mass",
)
"""The breakdowns that a report has, of those that a metric has."""

Best: TypeAlias = Mapping[tuple[tuple[str, bytes], str], float]

MOST_ROWS = 200  # of a breakdown
MOST_SENTENCES = 1_000


def score_tables(document: Document, chosen: Chosen) -> Iterator[Table]:
    """A table for each metric: a row a score, a column a parse, and one of the chosen sentences where not all are."""
    for metric in document.metrics:
        own = {parse.name: parse.scored[metric.name] for parse in document.parses}
        for how, names in counted_alike(own).items():
            title = f"{metric.title}: {how}" if how else metric.title
            yield _scores(title, {name: own[name] for name in names}, chosen)


def _scores(title: str, own: Mapping[str, Scored], chosen: Chosen) -> Table:
    metric = next(iter(own.values())).metric
    shown = [(Column(name, kind=Kind.SHARE), scored) for name, scored in own.items()]
    if chosen.condition:
        where = f"where {chosen.condition}"
        shown += [(Column(where, kind=Kind.SHARE, group=name), _only(one, chosen)) for name, one in own.items()]
    best = _best([*own.values()])
    bests = [best] * len(own) + [{}] * (len(shown) - len(own))
    columns, scored = zip(*shown, strict=True)
    rows = [*_shares(scored, bests), *_counts(metric, scored)]
    if any(f"{one.share}" for one in scored):
        rows.append([Cell(COMPARED), *(Cell(f"{one.share}" or "all", kind=Kind.TEXT) for one in scored)])
    return Table(title, [Column("score", "Score"), *columns], rows, _signed(own))


def _shares(parses: Sequence[Scored], bests: Sequence[Best]) -> Iterator[list[Cell]]:
    percent = {name: ratio.percent for scored in parses for name, ratio in scored.ratios.items()}
    for name in percent:
        cells = (_cell(name, scored, best, percent) for scored, best in zip(parses, bests, strict=True))
        yield [Cell(title_of(name)), *cells]


def _counts(metric: Metric, parses: Sequence[Scored]) -> Iterator[list[Cell]]:
    for name in metric.reported:
        yield [Cell(title_of(name)), *(Cell(scored.reported()[name], kind=Kind.COUNT) for scored in parses)]


def _signed(own: Mapping[str, Scored]) -> str:
    """The signature, with the parses that it is of where they have different ones."""
    found: dict[str, list[str]] = {}
    for name, scored in own.items():
        found.setdefault(signature(scored.metric), []).append(name)
    return "\n".join(one if len(found) == 1 else f"{', '.join(names)}: {one}" for one, names in found.items())


def _only(scored: Scored, chosen: Chosen) -> Scored:
    return replace(scored, counts=scored.counts[pl.Series(chosen.rows, dtype=pl.UInt32)])


def _cell(name: str, scored: Scored, best: Best, percent: Mapping[str, bool]) -> Cell:
    value = scored.scores().get(name, Score(None)).value
    bold = value is not None and best.get((scored.basis, name)) == value
    return Cell(value, bold=bold, kind=_kind(percent=percent[name]))


def _best(parses: Sequence[Scored]) -> Best:
    """The best value of each score, by basis and name, where parses that are scored alike differ."""
    values: dict[tuple[tuple[str, bytes], str], set[float]] = {}
    percent: dict[str, bool] = {}
    for scored in parses:
        percent |= {name: ratio.percent for name, ratio in scored.ratios.items()}
        for name, score in scored.scores().items():
            if score.value is not None:
                values.setdefault((scored.basis, name), set()).add(score.value)
    return {key: (max if percent[key[1]] else min)(found) for key, found in values.items() if len(found) > 1}


def _kind(*, percent: bool) -> Kind:
    return Kind.SHARE if percent else Kind.FIGURE


def comparison_tables(document: Document, compared: Sequence[Comparison]) -> Iterator[Table]:
    """A table for each metric: which parses differ by more than chance."""
    for metric, found in groupby(compared, lambda one: one.metric):
        rows = [*found]
        ratios = {name: ratio for parse in document.parses for name, ratio in parse.scored[metric].ratios.items()}
        corrected = any(one.p_holm is not None for one in rows)
        columns = [
            Column("score", "Score"),
            *(Column(name, title) for name, title in (("a", "A"), ("b", "B"))),
            *(Column(name, title, Kind.SHARE) for name, title in (("a_value", "A's"), ("b_value", "B's"))),
            *(
                Column(name, title, Kind.SHARE, signed=True)
                for name, title in (("difference", "Difference"), ("low", "95 % from"), ("high", "to"))
            ),
            Column("p", kind=Kind.PROBABILITY),
            *[Column("p_holm", "p (Holm)", Kind.PROBABILITY)] * corrected,
        ]
        first = rows[0]
        note = (
            f"Bold: p is under {LEVEL:g}. Approximate randomization of {first.rounds:,} rounds with seed {first.seed}; "
            "intervals of 95 % by bootstrap."
        )
        refused = dict.fromkeys(f"{one.a} and {one.b}: {one.refused}" for one in rows if one.refused)
        note += f" Not tested: {'; '.join(refused)}." if refused else ""
        body = [_compared(one, percent=ratios[one.score].percent)[: len(columns)] for one in rows]
        yield Table(f"Differences between parses: {document_title(document, metric)}", columns, body, note)


def document_title(document: Document, metric: str) -> str:
    """What people call a metric of the document."""
    return next(one.title for one in document.metrics if one.name == metric)


def _compared(one: Comparison, *, percent: bool) -> list[Cell]:
    kind = _kind(percent=percent)
    values = (one.a_value, one.b_value, one.difference, one.low, one.high)
    return [
        Cell(title_of(one.score)),
        Cell(one.a),
        Cell(one.b),
        *(Cell(value, kind=kind, bold=number == 2 and bool(one.significant)) for number, value in enumerate(values)),
        *(Cell(value, bold=value is not None and value < LEVEL) for value in (one.p, one.p_holm)),
    ]


def breakdown_tables(document: Document, parse: Parse, chosen: Chosen) -> Iterator[Table]:
    """The breakdowns of one parse, of all metrics, over the chosen sentences."""
    rows = pl.Series(chosen.rows, dtype=pl.UInt32) if chosen.condition else None
    for scored in parse.scored.values():
        for one in breakdowns(scored, document.gold, parse.treebank, rows, WANTED):
            left = one.frame.height - MOST_ROWS
            note = f"{one.note} {left:,} further rows are left out." if left > 0 else one.note
            table = of_frame(f"{one.title}: {parse.name}", one.frame.head(MOST_ROWS), note)
            own = [replace(column, heading=_titled(column.name, one.labels)) for column in table.columns]
            yield replace(table, columns=own)


def _titled(name: str, labels: Collection[str]) -> str:
    """The heading of a column; labels of the files stand as they are."""
    return name if name in labels else titled(name.removesuffix("_share")) + " %" * is_share(name)


def sentence_table(document: Document, chosen: Chosen) -> Table:
    """The chosen sentences, worst first: words, and each parse's main score and differences."""
    rows = [*chosen.worst_first[:MOST_SENTENCES]]
    metric = chosen.metric
    columns: list[Column] = []
    series: list[list[float | None]] = []
    for number, parse in enumerate(document.parses):
        main, differences, _ = document.columns_for(number, metric)
        score = metric.main or next(iter(parse.scored[metric.name].ratios))
        columns += [
            Column(
                main, title_of(score), _kind(percent=parse.scored[metric.name].ratios[score].percent), group=parse.name
            ),
            Column(differences, "Differences", Kind.COUNT, group=parse.name),
        ]
        series += [document.table[main].gather(rows).to_list(), document.table[differences].gather(rows).to_list()]
    table = document.table[["number", "id", "words", "text"]][rows]
    body = [[*row[:3], *figures, row[3]] for row, *figures in zip(table.iter_rows(), *series, strict=True)]
    left = len(chosen.worst_first) - len(rows)
    return Table(
        "Sentences, worst first",
        [
            Column("sentence", "Sentence", Kind.ORDINAL),
            Column("id", "ID"),
            Column("words", "Words", Kind.COUNT),
            *columns,
            Column("text", "Text"),
        ],
        body,
        f"{left:,} further sentences are left out." if left else "",
    )
