"""Cells of tables and the submissions that they are about; rows in another order."""

from __future__ import annotations

from pathlib import Path

from goldleaf.core.campaigns import Campaign, Results, Run, Submission, System, Treebank
from goldleaf.viewer.dialogs.campaign import in_order, submission_at
from goldleaf.viewer.tables.table import Cell, Column, Kind, Table

GOLD, RAW = Run("gold"), Run("raw")
SUBMISSIONS = [
    Submission("A", treebank, run, Path(f"{treebank}-{run.name}")) for treebank in "xy" for run in (GOLD, RAW)
]
RESULTS = Results(
    Campaign(Path(), "", [Treebank("x", Path()), Treebank("y", Path())], [System("A")], [GOLD, RAW], [], SUBMISSIONS),
    [],
)


def test_the_block_says_the_run():
    blocks = {0: "gold", 1: "raw, some group", 2: "raw less gold", 3: ""}
    table = Table(
        "T", [Column("system"), Column("x")], [["A", 1.0], ["A", 2.0], ["A", 3.0], ["average", 3.0]], blocks=blocks
    )
    found = [submission_at(RESULTS, table, row, 1) for row in range(4)]
    assert [one and one.path.name for one in found] == ["x-gold", "x-raw", "x-raw", None]
    assert submission_at(RESULTS, table, 0, 0) is None


def test_a_group_or_the_cell_itself_says_the_treebank():
    columns = [Column("system"), Column("rank", group="(y)"), Column("treebank", group="best")]
    table = Table("T", columns, [["A", 1, "x"]], blocks={0: "gold"})
    assert [submission_at(RESULTS, table, 0, column).path.name for column in (1, 2)] == ["y-gold", "x-gold"]


def test_rows_are_sorted_in_their_blocks():
    columns = [Column("system"), Column("x", kind=Kind.SHARE)]
    rows = [["A", 0.1], ["B", None], ["C", Cell(0.3, bold=True)], ["A", 0.5], ["B", 0.9]]
    table = Table("T", columns, rows, blocks={3: "two"})
    found = in_order(table, 1, descending=True)
    assert [row[0] for row in found.rows] == ["C", "A", "B", "B", "A"]
    assert [row[0] for row in in_order(table, 0, descending=False).rows] == ["A", "B", "C", "A", "B"]
    assert found.blocks == table.blocks
