"""Faults in files of trees: the exact place of each, and what can be read all the same."""

from __future__ import annotations

import re

import pytest

from goldleaf.core.errors import FormatError, GoldleafError, Severity
from goldleaf.core.formats import FORMATS, read, write
from tests.core.formats.test_brackets import PENN, written

to_bytes = FORMATS["brackets"].to_bytes

GOOD = "(S (NP (N x)))"

LINES = [
    ("(S (A a)", 1, "this bracket is not closed"),
    ("(S (A a) (B b (C c)", 10, "this bracket is not closed; 2 are missing in all"),
    ("(S (A a)))", 10, "surplus closing bracket"),
    (")", 1, "surplus closing bracket"),
    ("(S (A á)) é)", 11, "text outside of brackets; expected ("),
    ("á (S (A a))", 1, "text outside of brackets; expected ("),
    ("  hello", 3, "text outside of brackets; expected ("),
    ("\ufeff(S (A a))", 1, "text outside of brackets; expected ("),
    ("( (S (A a)) b)", 13, "word in a bracket without label; expected a label after ("),
    ("((A a) b)", 8, "word in a bracket without label"),
    ("(", 1, "this bracket is not closed"),
    ("(S (NP", 4, "this bracket is not closed; 2 are missing in all"),
]


@pytest.mark.parametrize(("line", "column", "message"), LINES)
def test_a_fault_has_a_line_and_a_column(line, column, message, tmp_path):
    text = f"{GOOD}\n{GOOD}\n{line}\n{GOOD}\n"
    path = written(tmp_path / "faulty.mrg", text)
    with pytest.raises(FormatError, match=re.escape(f"{path}:3:{column}: {message}")):
        read(path)
    treebank = read(path, strict=False)
    assert [(problem.line, problem.column) for problem in treebank.problems] == [(3, column)]
    assert treebank.sentences["readable"].to_list() == [True, True, False, True]
    assert treebank.sentences["words"].to_list() == [1, 1, 0, 1]
    assert treebank.other_lines.rows() == [(2, 3, line)]
    assert to_bytes(treebank) == text.encode()


def test_every_fault_is_told(tmp_path):
    path = written(tmp_path / "faulty.mrg", "".join(f"{GOOD}\n{line}\n" for line, _, _ in LINES))
    treebank = read(path, format="brackets", strict=False)
    assert [(problem.line, problem.column) for problem in treebank.problems] == [
        (2 * n, column) for n, (_, column, _) in enumerate(LINES, 1)
    ]


def test_in_files_of_several_lines_reading_goes_on_with_the_next_tree(tmp_path):
    lines = (PENN * 4).splitlines(keepends=True)
    lines[10] = lines[10].replace("VBD was)", "VBD was")  # in the second tree
    lines[23] = lines[23].replace("))", ")))", 1)  # the end of the third
    path = written(tmp_path / "faulty.mrg", "".join(lines))
    treebank = read(path, strict=False)
    assert treebank.sentences["readable"].to_list() == [True, False, False, True]
    assert [str(problem).removeprefix(str(path)) for problem in treebank.problems] == [
        ":9:1: this bracket is not closed",
        ":24:13: surplus closing bracket",
    ]
    assert treebank.other_lines["line"].to_list() == list(range(9, 25))
    assert to_bytes(treebank) == path.read_bytes()


def test_columns_in_a_file_without_lines(tmp_path):
    text = "(S (A é)) " * 40_000 + "(S (A a)))" + "(S (A a))"
    path = written(tmp_path / "faulty.mrg", text)
    treebank = read(path, strict=False)
    assert len(treebank) == 40_002
    assert [(problem.line, problem.column) for problem in treebank.problems] == [(1, 400_010)]
    assert to_bytes(treebank) == path.read_bytes()


def test_an_empty_file(tmp_path):
    treebank = read(written(tmp_path / "empty.mrg", ""))
    assert len(treebank) == 0
    assert [str(problem) for problem in treebank.problems] == [
        f"{tmp_path}/empty.mrg:1: warning: no sentences in the file"
    ]
    assert to_bytes(treebank) == b""


def test_an_empty_line_at_the_end_is_warned_of(tmp_path):
    treebank = read(written(tmp_path / "trees.mrg", f"{GOOD}\n{GOOD}\n\n"))
    (problem,) = treebank.problems
    assert (problem.line, problem.severity) == (3, Severity.WARNING)
    assert "counts as a sentence without parse" in problem.message


@pytest.mark.parametrize("encoding", ["iso-8859-1", "utf-16-le"])
def test_other_encodings(encoding, tmp_path):
    path = tmp_path / "trees.mrg"
    path.write_bytes("(S (É é))\n".encode(encoding))
    treebank = read(path, encoding=encoding)
    assert treebank.words["form"].to_list() == ["é"]
    assert to_bytes(treebank) == path.read_bytes()
    path.write_bytes(b"(S (A a))\n(S (A \xe9))\n")
    with pytest.raises(GoldleafError, match=r"trees\.mrg:2: byte 0xe9 is not utf-8"):
        read(path)


def test_byte_order_mark(tmp_path):
    path = written(tmp_path / "trees.mrg", "\ufeff(S (A a))\n")
    treebank = read(path)
    assert treebank.nodes["raw_label"].to_list() == ["S"]
    write(treebank, tmp_path / "copy.mrg")
    assert (tmp_path / "copy.mrg").read_bytes() == path.read_bytes()
