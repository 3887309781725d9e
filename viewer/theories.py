"""Theories against one another, as tables: on common ground, and every parse against every gold. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldleaf.core.analysis.significance import TOO_FEW, Rounds
from goldleaf.core.campaigns import experiment
from goldleaf.core.campaigns.experiment import FIGURES, Experiment, Golds, Matrix
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.steps import Steps, between
from goldleaf.viewer.tables.table import Cell, Column, Kind, Table, Value

TITLES = dict(zip(experiment.MEASURES, ("ParsEval F1", "UAS", "LAS", "TedEval, unlabeled", "TedEval"), strict=True))

_NOTE = (
    "Bold, where some are significantly worse (shuffling, p < 0.05 after Holm): the best, and those that are not.\n"
    "Several golds are generalized; each parse is forgiven what its own gold has otherwise than the others."
)
_HEADINGS = (Column("gold"), Column("score"))


def common_tables(found: Mapping[str, Any]) -> Iterator[Table]:
    """The tables of what `core.campaigns.experiment.compared` says; those without rows are left out."""
    experiments, differing = found["experiments"], found["differences"]
    headings = zip(FIGURES, ("accuracy", "unlabeled", "exact", "exact unlab."), strict=True)
    columns = [Column("experiment"), *(Column(name, heading, Kind.SHARE) for name, heading in headings)]
    for kind, title in (
        ("single", "Single: against the parse's own gold"),
        ("multiple", "Multiple: against the common gold"),
    ):
        if kind in experiments[0]:
            # A row a parse, then one for each two of them, with how far they are apart.
            parses: list[Sequence[Value | Cell]] = [
                [one["title"], *(one[kind][figure] for figure in FIGURES)] for one in experiments
            ]
            gaps: list[Sequence[Value | Cell]] = [
                [f"{one['first']} – {one['second']}", *(Cell(one[kind][figure], signed=True) for figure in FIGURES)]
                for one in differing
            ]
            yield Table(title, columns, parses + gaps, found["signature"], {len(parses): ""} if gaps else {})
    if found["overlap"]:
        golds = [*dict.fromkeys(one["gold"] for one in found["overlap"])]
        columns = [Column("gold"), *(Column(gold, kind=Kind.SHARE) for gold in golds)]
        note = "\n".join([*found["notes"], found["signature"]])
        for figure, title in (("accuracy", "Golds in common"), ("accuracy_unlabeled", "The same, unlabeled")):
            known = {(one["gold"], one["other"]): one[figure] for one in found["overlap"]}
            rows = [[gold, *("" if gold == other else known[gold, other] for other in golds)] for gold in golds]
            yield Table(title, columns, rows, note)
    if found["attachment"]:
        shares = (Column(name, name.upper(), Kind.SHARE) for name in experiment.ATTACHMENT)
        columns = [Column("experiment"), Column("gold"), *shares]
        rows = [
            [one["title"], one["gold"], *(one[figure] for figure in experiment.ATTACHMENT)]
            for one in found["attachment"]
        ]
        note = "\n".join(dict.fromkeys(one["signature"] for one in found["attachment"]))
        yield Table("Attachment: against each gold of dependencies", columns, rows, note)


def matrix_of(experiments: Sequence[Experiment], rounds: Rounds) -> Steps[Matrix]:
    """Read the files of experiments and score them, in steps. Tags differ between theories: they do not count."""
    yield 0.0
    steps = experiment.matrix_steps(experiment.opened(experiments), TedEval(**experiment.USUAL), rounds)
    return (yield from between(steps, 0.2, 1.0))


def tables(found: Matrix) -> list[Table]:
    """The matrix, and the parses two by two, if there are two under several golds."""
    compared = differences(found)
    return [matrix_table(found), *([compared] if compared.rows else [])]


def matrix_table(found: Matrix) -> Table:
    """A block of rows for each gold and each set of golds, a row a measure, a column a parse."""
    columns = [*_HEADINGS, *(Column(name, kind=Kind.SHARE) for name in found.parses)]
    rows: list[Sequence[str | Cell | None]] = []
    blocks: dict[int, str] = {}
    for golds in found.golds:
        measures = found.measures(golds)
        if rows and measures:
            blocks[len(rows)] = ""
        for measure in measures:
            cells = [found.cell(golds, parse, measure) for parse in found.parses]
            # Where nothing is told apart from the best, that it is the best says nothing.
            told_apart = {cell.signature for cell in cells if cell and not cell.best and not cell.too_few}
            row: list[str | Cell | None] = [" + ".join(golds), TITLES[measure]]
            for cell in cells:
                if cell is None:
                    row.append(None)
                    continue
                bold = (cell.best or cell.not_worse) and cell.signature in told_apart
                row.append(Cell(cell.score.value, bold=bold, note=(TOO_FEW if cell.too_few and not bold else "")))
            rows.append(row)
    return Table("Every parse against every gold", columns, rows, _NOTE, blocks)


def place_of(found: Matrix, row: int, column: int) -> tuple[Golds, int] | None:
    """The golds and the parse, by its place among all, that a cell of `matrix_table` is about; None without one."""
    rows = [(golds, measure) for golds in found.golds for measure in found.measures(golds)]
    golds, measure = rows[row]
    parse = column - len(_HEADINGS)
    if parse < 0 or found.cell(golds, [*found.parses][parse], measure) is None:
        return None
    return golds, parse


def differences(found: Matrix) -> Table:
    """The parses two by two, under the golds of both of their theories, generalized."""
    columns = [
        *(Column("gold"), Column("score"), Column("a", "A"), Column("b", "B")),
        Column("difference", "A – B", Kind.SHARE, signed=True),
        *(Column(name, title, Kind.SHARE, signed=True) for name, title in (("low", "from"), ("high", "to"))),
        *(Column("p", kind=Kind.PROBABILITY), Column("p_holm", "p (Holm)", Kind.PROBABILITY)),
    ]
    rows = []
    for golds, one in found.comparisons:
        if len(golds) > 1:
            figures = one.difference, one.low, one.high, one.p, one.p_holm
            rows.append([" + ".join(golds), TITLES[one.metric, one.score], one.a, one.b, *figures])
    rounds = {one.rounds for _, one in found.comparisons}
    note = f"p: shuffling, two-sided, {max(rounds):,} rounds; from, to: 95 % of the bootstrap." if rounds else ""
    return Table("Parses two by two, on common ground", columns, rows, note)
