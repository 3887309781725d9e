"""Text that spreadsheets take for formulas: as it is, unless it is asked for otherwise."""

from __future__ import annotations

import polars as pl
import pytest

from goldleaf.viewer.cli import main
from goldleaf.viewer.tables import Column, Kind, Table, encode
from goldleaf.viewer.text.spreadsheets import csv_of, guarded, unguarded, wish

FORMULAS = ("=1+1", "+1", "-x", "@x", "\tx")


@pytest.fixture
def wished():
    wish(guarded=True)
    yield
    wish(guarded=False)


@pytest.mark.usefixtures("wished")
def test_text_is_guarded_and_numbers_are_not():
    assert [guarded(text) for text in FORMULAS] == [f"'{text}" for text in FORMULAS]
    assert [unguarded(guarded(text)) for text in (*FORMULAS, "a", "'a", "")] == [*FORMULAS, "a", "'a", ""]
    frame = pl.DataFrame({"=a": ["=1", None, "b"], "n": [-1, -2, 3]}, schema_overrides={"=a": pl.Categorical})
    assert csv_of(frame) == "'=a,n\n'=1,-1\n,-2\nb,3\n"
    table = Table("T", [Column("=a"), Column("n", kind=Kind.COUNT)], [["=1", -1]], blocks={0: "@b"})
    assert encode("csv", [table]) == b"block,'=a,n\n'@b,'=1,-1\n"


def test_nothing_is_guarded_by_itself():
    frame = pl.DataFrame({"=a": ["=1"]})
    assert csv_of(frame) == frame.write_csv() and guarded("=1") == "=1"


def test_commands_guard_what_they_write_when_they_are_asked_to(tmp_path, capsys):
    path = tmp_path / "a.conllu"
    path.write_text("# sent_id = =a\n1\t=b\t_\tX\t_\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    for options, mark in ((["--spreadsheet"], "'="), ([], "=")):
        assert main(["find", "words > 0", str(path), "--format", "csv", *options]) == 0
        assert f"{mark}a," in capsys.readouterr().out
        assert main(["score", str(path), str(path), "--per-sentence", str(tmp_path / "s.csv"), *options]) == 0
        assert f"1,{mark}a," in (tmp_path / "s.csv").read_text(encoding="utf-8")
