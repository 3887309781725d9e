"""Files of PARSEME: CoNLL-U with a column of multiword expressions. What all formats do is tested of all samples."""

from __future__ import annotations

from io import BytesIO

import pytest

from goldleaf.core import FormatError, read
from goldleaf.core.formats import as_bytes
from goldleaf.core.formats.conversion import converted
from goldleaf.core.treebank import detached
from tests.core.formats.samples import CONLLU, CUPT


def of(text, **options):
    return read(BytesIO(text.encode()), **options)


def test_expressions_stand_beside_what_conllu_has():
    treebank = of(CUPT)
    assert (treebank.format, treebank.sentences["id"].to_list()) == ("cupt", ["a-1", "a-2"])
    assert treebank.words["mwe"].to_list() == ["*", "*", "*", "1:VID;2:IAV", "*", "1;2", "1", "*"]
    assert treebank.tokens.select("form", "misc", "mwe").row(0) == ("didn't", "_", "*")
    assert treebank.empty_nodes.select("enhanced", "mwe").row(0) == ("4:conj", "*")


def test_an_empty_file_comes_back():
    empty = of("", format="cupt", strict=False)
    assert [problem.message for problem in empty.problems] == ["no sentences in the file"]
    assert as_bytes(empty) == b""


def test_it_is_told_by_its_first_line_whatever_misc_has():
    assert of(CUPT.replace("4:nsubj\t_\t*", "4:nsubj\tSpaceAfter=No\t*")).format == "cupt"


@pytest.mark.parametrize("code", ["", "1;", ";1", "x", "1:", "1;*", "*;_", "1 ", "-1"])
def test_a_code_that_is_none_is_an_error_with_its_line(code):
    with pytest.raises(FormatError, match=r":11:11: PARSEME:MWE is '.*'; expected an ID and"):
        of(CUPT.replace("\t_\t1\n7.1", f"\t_\t{code}\n7.1"))


def test_it_becomes_conllu_without_expressions_and_conllu_becomes_it_with_none_said():
    there = converted(of(CUPT), "conllu")
    assert [f"{loss}" for loss in there.lost] == ["3 codes of multiword expressions"]
    text = there.data.decode()
    assert "global.columns" not in text and "# sent_id = a-1\n" in text
    assert "\n7.1\tbe\tbe\tVERB\tVB\t_\t_\t_\t4:conj\t_\n" in text
    back = of(converted(of(text), "cupt").data.decode())
    assert {*back.words["mwe"], *back.tokens["mwe"], *back.empty_nodes["mwe"]} == {"_"}
    assert converted(of(CONLLU), "cupt").lost == ()


def test_a_changed_treebank_begins_with_its_columns():
    lines = converted(detached(of(CUPT).slice(1)), "cupt").data.decode().splitlines()
    first, *_ = CUPT.splitlines()
    assert lines[:2] == [first, "# source_sent_id = . . a-2"] and lines.count(first) == 1


def test_files_of_expressions_alone_have_no_trees():
    rows = (line.split("\t") for line in CUPT.splitlines())
    flat = of("\n".join("\t".join([*row[:6], "_", "_", "_", *row[9:]]) if row[1:] else row[0] for row in rows) + "\n")
    assert not flat.has_heads and of(CUPT).has_heads
