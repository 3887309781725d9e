"""Tables as Markdown. Also tests `text`."""

from __future__ import annotations

from goldleaf.viewer.tables import Cell, Column, Kind, Table, encode

TABLE = Table(
    "LAS *by* system",
    (Column("system"), Column("las", "LAS", Kind.SHARE, group="Danish"), Column("n", kind=Kind.COUNT)),
    [["a|b", Cell(0.85, bold=True), 1200], ["c", Cell(None, note="Not there."), None]],
    note="Bold: the best.",
    blocks={0: "", 1: "others"},
)


def test_a_table_with_groups_blocks_bold_and_notes():
    assert encode("markdown", [TABLE]).decode().splitlines() == [
        r"**LAS \*by\* system**",
        "",
        "| system | Danish: LAS | n |",
        "| --- | --: | --: |",
        r"| a\|b | **85.00** | 1,200 |",
        "| *others* |  |  |",
        "| c | –<sup>a</sup> | – |",
        "",
        "<sup>a</sup> Not there.",
        "",
        "Bold: the best.",
    ]


def test_tables_are_apart_by_an_empty_line():
    assert encode("markdown", [TABLE, TABLE]).decode().count("\n\n**LAS") == 1
