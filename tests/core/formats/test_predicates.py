"""CoNLL-2008 and CoNLL-2009: told apart whatever the number of predicates, spaces for tabs, and the paper's checks."""

from __future__ import annotations

from io import BytesIO

import pytest

from goldleaf.core.errors import FormatError, Severity
from goldleaf.core.formats import as_bytes, read
from goldleaf.core.validation import validate
from tests.core.formats.samples import CONLL2009
from tests.core.propositions import rows


def of_2008(predicates: int) -> str:
    """A sentence of CoNLL-2008 in which each word is a predicate and the next one's argument."""
    lines = []
    for place in range(1, predicates + 1):
        roles = ["A0" if column == place + 1 else "_" for column in range(1, predicates + 1)]
        lines.append([place, "a", "a", "V", "V", "a", "a", "V", place - 1, "dep", "a.01", *roles])
    return "".join("\t".join(map(str, line)) + "\n" for line in lines) + "\n"


@pytest.mark.parametrize("predicates", range(7))
def test_both_are_told_apart_whatever_the_predicates(predicates):
    older = of_2008(max(predicates, 1))
    newer = rows("a " * 7, [(place, "a.01", {7: "A0"}) for place in range(1, predicates + 1)])
    for text, name in ((older, "conll2008"), (newer, "conll2009")):
        treebank = read(BytesIO(text.encode()))
        assert treebank.format == name
        assert as_bytes(treebank) == text.encode()


def test_fields_with_spaces_between_are_read_with_a_warning():
    text = CONLL2009.replace("\t", "  ").replace("A0  A0\n", "A0  A0  \n")
    treebank = read(BytesIO(text.encode()))
    assert treebank.format == "conll2009"
    assert as_bytes(treebank) == CONLL2009.encode()
    [warning] = treebank.problems
    assert (warning.line, warning.severity) == (1, Severity.WARNING)
    assert warning.message.startswith("fields are separated by spaces, as in 7 more lines")


def test_one_line_with_spaces_among_others_is_named():
    line = CONLL2009.splitlines()[3]
    treebank = read(BytesIO(CONLL2009.replace(line, line.replace("\t", " ")).encode()))
    assert [problem.line for problem in treebank.problems] == [4]
    assert treebank.arguments.height == read(BytesIO(CONLL2009.encode())).arguments.height


def test_a_text_that_begins_with_a_number_is_no_treebank():
    with pytest.raises(FormatError, match="not a format"):
        read(BytesIO(b"12 cats and as many dogs ran over the very old stone bridge at once\n"))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("Y\tbegin.01", "_\tbegin.01", (3, 13, "FILLPRED is '_', but PRED is 'begin.01'; expected Y")),
        ("_\t_\tA1\t_\n", "Y\t_\tA1\t_\n", (4, 14, "FILLPRED is Y, but PRED is empty")),
        ("A1\t_\n", "A1\tA 2\n", (4, 0, "role 'A 2' has a blank; expected 'A_2'")),
        ("A1\t_\n", "A1\t_ \n", (4, 0, "the line ends in a blank; read, and written, without it")),
        ("cat\tcat\tcat", "cat\t\tcat", (2, 3, "LEMMA is empty")),
        ("2\tcat", "2\tc at", (2, 2, "'c at' has whitespace")),
        ("A1\t_\n", "A1\n", (4, 0, "1 argument column; expected 2, one a predicate")),
    ],
)
def test_what_the_shared_task_checked(before, after, said):
    text = CONLL2009.replace(before, after, 1)
    assert text != CONLL2009
    found = [(one.line, one.column, one.message) for one in validate(read(BytesIO(text.encode()), strict=False))]
    assert len(found) == 1
    assert found[0][:2] == said[:2] and found[0][2].startswith(said[2])


def test_blanks_at_the_ends_of_lines_are_in_no_field():
    """eval09.pl splits at them, so roles are the same without."""
    text = CONLL2009.replace("\n", " \r\n").replace("\r\n \r\n", "\r\n\r\n")
    treebank = read(BytesIO(text.encode()))
    [warning] = treebank.problems
    assert (warning.line, warning.severity) == (1, Severity.WARNING)
    assert warning.message == "the line ends in a blank, as do 7 more lines; read, and written, without it"
    assert treebank.arguments.equals(read(BytesIO(CONLL2009.encode())).arguments)
    assert as_bytes(treebank) == CONLL2009.replace("\n", "\r\n").encode()
    [error] = validate(treebank)
    assert error.severity is Severity.ERROR
    last = read(BytesIO(CONLL2009.rstrip("\n").encode() + b" "))
    assert [one.message for one in last.problems][:1] == ["the line ends in a blank; read, and written, without it"]


def test_a_file_whose_senses_are_to_be_found_is_no_fault():
    text = rows("a b").replace("_\t_\n", "Y\t_\n", 1)
    assert validate(read(BytesIO(text.encode()))) == ()
