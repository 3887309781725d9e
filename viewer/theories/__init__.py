"""Theories against one another, as tables: every parse against every gold. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldleaf.core.analysis.significance import TOO_FEW, Rounds
from goldleaf.core.campaigns.experiment import Experiment, opened
from goldleaf.core.campaigns.experiment_matrix import Golds, Matrix, matrix_steps
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.steps import Steps, between
from goldleaf.viewer.tables.table import Cell, Column, Kind, Table

MEET = " + "
"""Between golds that are generalized."""

TITLES = {
    ("parseval", "f1"): "ParsEval F1",
    ("attachment", "uas"): "UAS",
    ("attachment", "las"): "LAS",
    ("tedeval", "accuracy_unlabeled"): "TedEval, unlabeled",
    ("tedeval", "accuracy"): "TedEval",
}

_NOTE = (
    "Bold: the best under the same golds, and what is not significantly worse (shuffling, p < 0.05 after Holm).\n"
    "Several golds are generalized; each parse is forgiven what its own gold has otherwise than the others."
)


_HEADINGS = (Column("gold"), Column("score"))


def named(golds: Golds) -> str:
    """Golds as one name."""
    return MEET.join(golds)


def tables(found: Matrix) -> list[Table]:
    """The matrix, and the parses two by two."""
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
        rows += [[named(golds), TITLES[measure], *_figures(found, golds, measure)] for measure in measures]
    return Table("Every parse against every gold", columns, rows, _NOTE, blocks)


def place_of(found: Matrix, row: int, column: int) -> tuple[Golds, int] | None:
    """The golds and the parse, by its place among all, that a cell of `matrix_table` is about; None where it has no
    figure."""
    rows = [(golds, measure) for golds in found.golds for measure in found.measures(golds)]
    golds, measure = rows[row]
    parse = column - len(_HEADINGS)
    if parse < 0 or found.cell(golds, [*found.parses][parse], measure) is None:
        return None
    return golds, parse


def _figures(found: Matrix, golds: Golds, measure: tuple[str, str]) -> Iterator[Cell | None]:
    cells = [found.cell(golds, parse, measure) for parse in found.parses]
    told_apart = {cell.signature for cell in cells if cell is not None and not cell.best and not cell.too_few}
    for cell in cells:
        if cell is None:
            yield None
        else:
            bold = (cell.best or cell.not_worse) and cell.signature in told_apart
            yield Cell(cell.score.value, bold=bold, note=TOO_FEW if cell.too_few and not bold else "")


def differences(found: Matrix) -> Table:
    """The parses two by two, under the golds of both of their theories, generalized."""
    columns = [
        Column("gold"),
        Column("score"),
        Column("a", "A"),
        Column("b", "B"),
        Column("difference", "A – B", Kind.SHARE, signed=True),
        Column("low", "from", Kind.SHARE, signed=True),
        Column("high", "to", Kind.SHARE, signed=True),
        Column("p", kind=Kind.PROBABILITY),
        Column("p_holm", "p (Holm)", Kind.PROBABILITY),
    ]
    rows = [
        [
            named(golds),
            TITLES[one.metric, one.score],
            *(one.a, one.b, one.difference, one.low, one.high, one.p, one.p_holm),
        ]
        for golds, one in found.comparisons
        if len(golds) > 1
    ]
    rounds = {one.rounds for _, one in found.comparisons}
    note = f"p: shuffling, two-sided, {max(rounds):,} rounds; from, to: 95 % of the bootstrap." if rounds else ""
    return Table("Parses two by two, on common ground", columns, rows, note)


def matrix_of(experiments: Sequence[Experiment], rounds: Rounds) -> Steps[Matrix]:
    """Read the files of experiments and score them, in steps. Tags differ between theories: they do not count."""
    yield 0.0
    found = opened(experiments)
    return (yield from between(matrix_steps(found, TedEval(words="false"), rounds), 0.2, 1.0))
