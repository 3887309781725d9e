"""Tables on the terminal and in files, as `--format`, `--json` and `-o` ask for them in all commands."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from goldleaf.viewer.cli import main
from goldleaf.viewer.commands.printing import Printing
from goldleaf.viewer.tables import FORMATS, Column, Kind, Table, beside, of_frame

FRAME = pl.DataFrame({"tag": ["N"], "right_share": [0.5], "f1": pl.Series([None], dtype=pl.Float64)})


def lines(capsys) -> list[str]:
    return capsys.readouterr().out.splitlines()


def print_rows(title, headings, rows):
    columns = [Column(name, kind=Kind.FIGURE if number else Kind.TEXT) for number, name in enumerate(headings)]
    Printing().put([Table(title, columns, rows)])


def test_text_stands_left_and_figures_right(capsys):
    print_rows("Title", ["a", "b"], [["long name", "1.00"], ["x", "100.00"]])
    assert lines(capsys) == ["Title", "a               b", "long name    1.00", "x          100.00"]


def test_a_table_of_wide_characters_is_straight(capsys):
    print_rows("", ["form", "n"], [["木村", "1"], ["ab", "22"]])
    assert lines(capsys) == ["form   n", "木村   1", "ab    22"]


def test_a_table_without_rows_has_its_headings(capsys):
    print_rows("T", ["a", "b"], [])
    assert lines(capsys) == ["T", "a  b"]


def test_a_long_table_is_not_cut(capsys):
    print_rows("", ["a"], [["x" * 2000]])
    assert lines(capsys)[1] == "x" * 2000


def test_shares_are_in_per_cent_and_nothing_is_a_dash(capsys):
    Printing().put([of_frame("T", FRAME, "A note.")])
    assert lines(capsys) == ["T", "tag  right %  f1 %", "N      50.00     –", "A note."]


def test_groups_stand_below_their_names(capsys):
    keys, one = pl.DataFrame({"tag": ["N", "V"]}), pl.DataFrame({"n": [3, 4]})
    groups = [("", keys), ("a long name", one), ("b", one), ("a – b", pl.DataFrame({"n": [1, -2]}))]
    Printing().put([beside("T", groups)])
    assert lines(capsys) == [
        "T",
        "     a long name  b  a – b",
        "tag            n  n      n",
        "N              3  3     +1",
        "V              4  4     -2",
    ]


DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"
GOLD, PARSE = (str(DEMO / f"{name}.conllu") for name in ("gold", "parse"))
COMMANDS = (
    ["score", GOLD, PARSE, "--metric", "attachment"],
    ["find", "has(deprel = 'obj')", GOLD, PARSE],
    ["agreement", GOLD, PARSE],
    ["stats", GOLD],
    ["validate", PARSE, "--level", "2"],
    ["diff", GOLD, PARSE],
    ["suspects", GOLD, PARSE],
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_every_command_prints_and_writes_its_tables_in_every_format(command, capsys, tmp_path):
    status = main(command)
    read = capsys.readouterr().out
    for name, entry in FORMATS.items():
        assert main([*command, "--format", name]) == status
        printed = capsys.readouterr().out
        path = tmp_path / f"table{entry.endings[0]}"
        assert main([*command, "-o", str(path)]) == status
        assert capsys.readouterr().out == "", "what is written is not printed, too"
        written = path.read_text(encoding="utf-8").replace(
            "{tab:table-", "{tab:"
        )  # a file's labels begin with its name
        assert written == printed != "", name
        if name in ("json", "latex"):
            assert main([*command, f"--{name}", "-o", str(tmp_path / "a.md")]) == status
            again = capsys.readouterr().out
            assert again == printed if name == "latex" else json.loads(again) == json.loads(printed)
        assert (name == "text") == (printed == read)


def test_several_files_are_written_at_once_and_what_is_asked_for_is_printed(capsys, tmp_path):
    csv, markdown = tmp_path / "a.csv", tmp_path / "a.md"
    assert main(["stats", GOLD, "-o", str(csv), "-o", str(markdown), "--format", "latex", "--standalone"]) == 0
    assert capsys.readouterr().out.startswith(r"\documentclass")
    assert csv.read_text(encoding="utf-8").startswith("block,property,of") and "| --- |" in markdown.read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--json", "--format", "csv"], "--json: not with --format csv"),
        (["--latex", "--format", "csv"], "--latex: not with --format csv"),
        (["--latex", "--json"], "--json: not with --latex"),
        (["--format", "docx"], "--format docx: no such format of tables; there are text, csv, latex"),
        (["-o", "a.docx"], "a.docx: no ending of tables"),
        (["-o", "{link}"], "which is read; give another name"),
    ],
)
def test_what_cannot_be_printed_is_said_before_anything_is_read(command, options, said, capsys, tmp_path):
    link = tmp_path / "link.csv"
    link.symlink_to(next(word for word in command if word.endswith(".conllu")))
    assert main([*command, *(word.format(link=link) for word in options)]) == 2
    found = capsys.readouterr()
    assert said in found.err and not found.out


@pytest.mark.parametrize(
    ("command", "names"),
    [
        (["score", "{g}", "one={p}", "two={p}", "--metric", "attachment", "--format", "csv"], ["one,", "two,"]),
        (["score", "{g}", "one={p}", "two={g}", "--breakdown=deprel", "--format=csv"], ["one.correct", "two.recall"]),
        (["find", "has(two_deprel = 'obj' and not one_right_both)", "{g}", "one={p}", "two={g}"], ["sentence"]),
        (["agreement", "anna={g}", "ben={p}"], ["anna – ben", "only ben"]),
        (["stats", "first={g}", "second={p}"], ["first", "second"]),
        (["diff", "one={g}", "two={p}"], ["Sentences changed"]),
        (["suspects", "any={g}", "one={p}"], ["demo-el-1"]),
        (["validate", "any={g}"], [GOLD]),
        (["convert", "any={g}"], ["# sent_id"]),
        (["baseline", "left", "any={g}"], ["# sent_id"]),
    ],
    ids=lambda value: value[0],
)  # fmt: skip
def test_a_file_may_be_given_a_name_in_every_command(command, names, capsys):
    assert main([word.format(g=GOLD, p=PARSE) for word in command]) in (0, 1)
    printed = capsys.readouterr().out
    assert all(name in printed for name in names)
