"""Faulty files: one clear line for each fault, at its place, and nothing lost.

Also tests `conll_lines`.
"""

from __future__ import annotations

import re

import pytest

from goldleaf.core.errors import FormatError, Severity
from goldleaf.core.formats import as_bytes, read
from tests.core.formats.samples import CONLL2008, CONLL2009, CONLLU, CONLLX, format_of
from tests.core.trees import SHARED


def faults(path, text, name):
    """Line, column, severity and message of the reader's problems; the file must come back byte by byte."""
    path.write_bytes(text.encode())
    treebank = read(path, format=name, strict=False)
    assert as_bytes(treebank) == text.encode()
    return [(problem.line, problem.column, problem.severity, problem.message) for problem in treebank.problems]


ERRORS = [
    ("conllx", CONLLX, "2\tKatze\tK", "2\tKatze", 2, 0, "9 fields; expected 10, separated by tabs"),
    ("conllx", CONLLX, "0\troot\t0\troot\n", "0\troot\t0\troot\t\n", 3, 0, "11 fields; expected 10"),
    ("conllx", CONLLX, "\tsubj\t3\tsubj", "\tsubj\t3\tsubj\t\tx", 2, 0, "12 fields; expected 10"),
    ("conllx", CONLLX, "1\tDie\tdie\tART", "1\tDie\ta\tb\tc\tdie\tART", 1, 0, "13 fields; expected 10"),
    ("conllx", CONLLX, "2\tKatze", "3\tKatze", 2, 1, "ID is 3; expected 2"),
    ("conllx", CONLLX, "2\tKatze", "1\tKatze", 2, 1, "ID 1 in the middle of a sentence; a blank line is missing"),
    ("conllx", CONLLX, "1\tJa", "2\tJa", 5, 1, "ID is 2; expected 1"),
    ("conllx", CONLLX, "1\tJa", "0\tJa", 5, 1, "ID is '0'; expected a number"),
    ("conllx", CONLLX, "1\tJa", "01\tJa", 5, 1, "ID is '01'; expected a number"),
    ("conllx", CONLLX, "1\tJa", "-1\tJa", 5, 1, "ID is '-1'; expected a number"),
    ("conllx", CONLLX, "1\tJa", "+1\tJa", 5, 1, "ID is '+1'; expected a number"),
    ("conllx", CONLLX, "1\tJa", "1 \tJa", 5, 1, "ID is '1 '; expected a number"),
    ("conllx", CONLLX, "1\tJa", "\tJa", 5, 1, "ID is ''; expected a number"),
    ("conllx", CONLLX, "1\tJa", "99999999999\tJa", 5, 1, "ID is '99999999999'; expected a number"),
    ("conllx", CONLLX, "1\tJa", "1-99999999999\tJa", 5, 1, "ID is '1-99999999999'; expected a number"),
    ("conllx", CONLLX, "1\tJa", "١\tJa", 5, 1, "ID is '١'; expected a number"),
    ("conllx", CONLLX, "1\tJa", "1-٢\tJa", 5, 1, "ID is '1-٢'; expected a number"),
    ("conllx", CONLLX, "1\tJa", "Ja", 5, 1, "ID is 'Ja'; expected a number"),
    ("conllx", CONLLX, "1\tJa\t_", "1 Ja _", 5, 1, "ID is '1 Ja _'; expected a number"),
    ("conllx", CONLLX, "3\tsubj\t3", "x\tsubj\t3", 2, 7, "HEAD is 'x'; expected 0, the ID of a word, or _"),
    ("conllx", CONLLX, "3\tsubj\t3", "\tsubj\t3", 2, 7, "HEAD is ''; expected"),
    ("conllx", CONLLX, "3\tsubj\t3", "-3\tsubj\t3", 2, 7, "HEAD is '-3'; expected"),
    ("conllx", CONLLX, "3\tsubj\t3", "03\tsubj\t3", 2, 7, "HEAD is '03'; expected"),
    ("conllx", CONLLX, "3\tsubj\t3", "٣\tsubj\t3", 2, 7, "HEAD is '٣'; expected"),
    ("conllx", CONLLX, "3\tsubj\t3", "9999999999\tsubj\t3", 2, 7, "HEAD is '9999999999'; expected"),
    ("conllx", CONLLX, "Katze\tK", "Kat\rze\tK", 2, 0, "carriage return inside the line"),
    ("conllx", CONLLX, "root\n\n", "root\r\r\n\n", 3, 0, "carriage return inside the line"),
    ("conllx", CONLLX, "1\tJa", "\ufeff1\tJa", 5, 0, "byte order mark inside the file"),
    ("conllx", CONLLX, "\n\n1\tJa", "\nhello\n\n1\tJa", 4, 0, "no tab in the line"),
    (
        "conllu",
        CONLLU,
        "1-2\tV",
        "2-2\tV",
        4,
        1,
        "range 2-2 holds one word only; leave it out",
    ),
    ("conllu", CONLLU, "1-2\tV", "2-1\tV", 4, 1, "range 2-1 is not within the sentence's words 1 to 6"),
    ("conllu", CONLLU, "1-2\tV", "0-2\tV", 4, 1, "range 0-2 is not within"),
    ("conllu", CONLLU, "3-4\ta", "3-7\ta", 7, 1, "range 3-7 is not within"),
    ("conllu", CONLLU, "3-4\ta", "2-3\ta", 7, 1, "range 2-3 overlaps the range before it"),
    ("conllu", CONLLU, "3-4\tal\t_", "3-4\tal", 7, 0, "9 fields; expected 10"),
    ("conllu", CONLLU, "3-4\tal", "3-4", 7, 0, "9 fields; expected 10"),
    ("conllu", CONLLU, "5.1\t_\tir", "7.1\t_\tir", 11, 1, "empty node 7.1 comes after word 7, which does not exist"),
    ("conllu", CONLLU, "5.1\t_\tir", "5.1\tir", 11, 0, "9 fields; expected 10"),
    ("conllu", CONLLU, "5.1\t_\tir", "5.01\t_\tir", 11, 1, "ID is '5.01'; expected a number"),
    ("conllu", CONLLU, "5.1\t_\tir", "5.1.1\t_\tir", 11, 1, "ID is '5.1.1'; expected a number"),
    ("conllu", CONLLU, "# sent_id = sea-2", "sent_id = sea-2", 14, 0, "comments begin with #"),
    ("conll2008", CONLL2008, "\tA2\t_", "\tA2", 1, 0, "1 argument column; expected 2, one a predicate"),
    ("conll2008", CONLL2008, "go.01\t_", "go.01", 9, 0, "0 argument columns; expected 1"),
    ("conll2008", CONLL2008, "\tA2\t_", "\tA2\t_\tA0", 1, 0, "3 argument columns; expected 2"),
    ("conll2008", CONLL2008, "\tA2\t_", "\t\t_", 1, 0, "an argument column is empty"),
    ("conll2008", CONLL2008, "ROOT\t_\n", "ROOT\n", 7, 0, "10 fields; expected at least 11, separated by tabs"),
    ("conll2008", CONLL2008, "\t4\tNMOD", "\tx\tNMOD", 3, 9, "HEAD is 'x'; expected 0, the ID of a word, or _"),
    ("conll2009", CONLL2009, "\tA0\tA0", "\tA0", 2, 0, "1 argument column; expected 2, one a predicate"),
    ("conll2009", CONLL2009, "\tA0\tA0", "\tA0\tA0\tA0", 2, 0, "3 argument columns; expected 2"),
    ("conll2009", CONLL2009, "\tA0\tA0", "\t\tA0", 2, 0, "an argument column is empty"),
    ("conll2009", CONLL2009, "\tA0\tA0", "\tA0\t", 2, 0, "an argument column is empty"),
    ("conll2009", CONLL2009, "ROOT\tROOT\t_\t_\n", "ROOT\tROOT\t_\n", 7, 0, "13 fields; expected at least 14"),
]

WARNINGS = [
    ("conllx", CONLLX, "\tDie\tdie", "\t\tdie", 1, 2, "FORM is empty; an absent value is written _"),
    ("conllx", CONLLX, "\tsubj\t3\tsubj", "\tsubj\t3\t", 2, 10, "PDEPREL is empty"),
    ("conllx", CONLLX, "\tART\tART", "\t\tART", 1, 4, "CPOSTAG is empty"),
    ("conllu", CONLLU, "\tADP\t_", "\t\t_", 8, 4, "UPOS is empty"),
    ("conll2008", CONLL2008, "\tFranc-based", "\t", 1, 2, "FORM is empty"),
    ("conll2008", CONLL2008, "\tFranc\t", "\t\t", 1, 6, "SPLIT_FORM is empty; an absent value is written _"),
    ("conll2008", CONLL2008, "\tHYPH\t3", "\t\t3", 2, 8, "PPOSS is empty"),
    ("conll2009", CONLL2009, "\tDT\tDT", "\t\tDT", 1, 5, "POS is empty"),
    ("conllx", CONLLX, "\n\n1\tJa", "\n\n\n1\tJa", 5, 0, "more than one blank line"),
    ("conllx", CONLLX, "\n\n1\tJa", "\n \t\n1\tJa", 4, 0, "blank line with blanks in it"),
    ("conllx", CONLLX, "1\tDie", "\n1\tDie", 1, 0, "blank line before the first sentence"),
    ("conllx", CONLLX, "0\troot\t_\t_\n\n", "0\troot\t_\t_\n", 5, 0, "no blank line after the last sentence"),
    ("conllx", CONLLX, "0\troot\t_\t_\n\n", "0\troot\t_\t_", 5, 0, "no blank line after the last sentence"),
    ("conllx", CONLLX, "2\tKatze", "# c\n2\tKatze", 2, 0, "comment inside a sentence"),
    ("conllx", CONLLX, "\n\n1\tJa", "\n\n# c\n\n1\tJa", 5, 0, "comments without a sentence"),
    ("conllu", CONLLU, "5.1\t_\tir", "5.2\t_\tir", 11, 1, "empty node 5.2; expected 5.1"),
    ("conllu", CONLLU, "5.1\t_\tir", "4.1\t_\tir", 11, 1, "empty node 4.1 does not stand right after word 4"),
    ("conllu", CONLLU, "3-4\tal", "# c\n3-4\tal", 7, 0, "comment inside a sentence"),
    (
        "conllu",
        CONLLU.replace("1-2\tV", "9\tV"),
        "9\tVá",
        "4-5\tVá",
        4,
        1,
        "range 4-5 does not stand right before word 4",
    ),
]


@pytest.mark.parametrize(("name", "text", "old", "new", "line", "column", "message"), ERRORS)
def test_an_error_names_line_field_and_what_was_expected(name, text, old, new, line, column, message, tmp_path):
    path = tmp_path / "faulty"
    text = text.replace(old, new, 1)
    found = faults(path, text, name)
    errors = [fault[:2] for fault in found if fault[2] is Severity.ERROR]
    assert (line, column) == errors[0]
    assert message in next(fault[3] for fault in found if fault[2] is Severity.ERROR)
    place = f"{path}:{line}:" + (f"{column}:" if column else "")
    with pytest.raises(FormatError, match=re.escape(place)) as raised:
        read(path, format=name)
    assert "\n" not in str(raised.value)
    assert raised.value.problem.line == line


@pytest.mark.parametrize(("name", "text", "old", "new", "line", "column", "message"), WARNINGS[:-1])
def test_a_warning_leaves_all_sentences_readable(name, text, old, new, line, column, message, tmp_path):
    path = tmp_path / "odd"
    found = faults(path, text.replace(old, new, 1), name)
    assert {fault[2] for fault in found} == {Severity.WARNING}
    assert [fault[3] for fault in found if fault[:2] == (line, column) and message in fault[3]]
    assert read(path, format=name).sentences["readable"].all()


def test_all_faults_of_a_file_are_listed(tmp_path):
    text = CONLLX.replace("1\tJa", "2\tJa") + CONLLX.replace("3\tsubj\t3", "x\tsubj\t3").replace("1\tDie", "1")
    assert [fault[:2] for fault in faults(tmp_path / "faulty", text, "conllx")] == [(5, 1), (7, 0), (8, 7)]


def test_a_file_with_old_line_ends_says_so(tmp_path):
    path = tmp_path / "mac.conllx"
    path.write_bytes(CONLLX.encode().replace(b"\n", b"\r"))
    with pytest.raises(FormatError, match=r"mac\.conllx:1: carriage return inside the line; lines end in LF or CRLF"):
        read(path)


EDGE_CASES = SHARED / "edge-cases"

FIRST_ERRORS = {
    "columns-format": 4,
    "duplicate-id": 5,
    "empty-head": 4,
    "id-starting-from-2": 9,
    "id-with-extra-0": 4,
    "invalid-line": 5,
    "invalid-range": 5,
    "invalid-word-id": 4,
    "invalid-word-interval": 5,
    "nan-id": 9,
    "nonsequential-id": 5,
    "out-of-bounds-range": 7,
    "overlapping-multiword": 7,
    "overlapping-range": 7,
    "overlapping-word-interval": 7,
    "reversed-word-interval": 5,
    "tanl-broken": 16,
    "trailing-tab": 4,
    "word-id-sequence": 5,
    "word-id-sequence-2": 4,
}
"""Files of invalid-level1 that cannot be read, and the line of the first fault. All others read."""


@pytest.mark.shared
@pytest.mark.parametrize("name", FIRST_ERRORS)
def test_unreadable_edge_cases(name):
    path = EDGE_CASES / "invalid-level1" / f"{name}.conllu"
    with pytest.raises(FormatError, match=rf"^{re.escape(str(path))}:{FIRST_ERRORS[name]}:"):
        read(path)


@pytest.mark.shared
@pytest.mark.parametrize("path", sorted(EDGE_CASES.rglob("*.conllu")), ids=lambda path: path.stem)
def test_edge_cases_read_or_raise_one_line(path):
    try:
        treebank = read(path)
    except FormatError as error:
        assert re.match(rf"{re.escape(str(path))}:\d+:.*[^.]$", str(error))
        assert path.parent.name != "invalid-level1" or path.stem in FIRST_ERRORS
        assert path.parent.name != "valid"
    else:
        assert path.stem not in FIRST_ERRORS
        assert all(problem.severity is Severity.WARNING for problem in treebank.problems)
        for sentence in treebank:
            assert sentence.words


def test_the_samples_are_of_their_formats():
    assert format_of("conllx with eight columns") == "conllx"
