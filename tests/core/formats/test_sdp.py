"""Semantic dependency graphs in files."""

from __future__ import annotations

from io import BytesIO

import pytest

from goldleaf.core import GoldleafError, read
from goldleaf.core.formats import as_bytes
from goldleaf.core.formats.conversion import converted
from tests.core.formats.samples import SDP, SDP_2014


def of(text, **options):
    return read(BytesIO(text.encode()), **options)


@pytest.mark.parametrize("text", [SDP, SDP_2014], ids=["2015", "2014"])
def test_a_graph_is_read_and_written(text):
    treebank = of(text)
    assert (treebank.format, treebank.sentences["id"].to_list()) == ("sdp", ["20001001", "20001002"])
    assert treebank.words["enhanced"].to_list() == ["_", "1:BV|3:ARG1", "0:top", "0:top"]
    assert treebank.words["head"].null_count() == 4
    assert as_bytes(treebank).decode() == text


@pytest.mark.parametrize("text", [SDP, SDP_2014], ids=["2015", "2014"])
def test_it_goes_through_conllu_and_back(text):
    there = converted(of(text), "conllu")
    assert there.lost == ()
    back = converted(of(there.data.decode()), "sdp")
    assert back.data.decode() == text
    assert [f"{loss}" for loss in back.lost] == ["1 comment"] * (text == SDP)  # the header, which is written anew


def test_frames_in_one_sentence_only_come_back():
    """Whether there is a field for them is told by each sentence."""
    text = "#1\n1\tGo\tgo\tVB\t+\t+\tv:e\t_\n\n#2\n1\tYes\tyes\tUH\t+\t-\n\n"
    assert as_bytes(of(text, format="sdp")).decode() == text


@pytest.mark.parametrize(
    ("line", "instead", "fault"),
    [
        ("3\truns\trun\tVBZ\t+\t+\tv:e-i-p\t_\t_", "3\truns\trun\tVBZ\t+\t+\tv:e-i-p\t_",
         "5: 8 fields; expected 9 for 2 words that are + in PRED"),
        ("\tVBZ\t+\t+\t", "\tVBZ\t?\t+\t", "5: expected + or - in TOP and PRED"),
        ("\tBV\t", "\tB|V\t", "4: a label with |, which separates edges"),
    ],
    ids=["fields", "top", "label"],
)  # fmt: skip
def test_a_faulty_sentence_is_kept_as_it_stands(line, instead, fault):
    text = SDP.replace(line, instead)
    treebank = of(text, strict=False)
    assert [str(problem) for problem in treebank.problems] == [f"<stream>:{fault}"]
    assert treebank.sentences["readable"].to_list() == [False, True]
    assert as_bytes(treebank).decode() == text


@pytest.mark.parametrize(
    ("deps", "why"),
    [("2:a|2:b", "two edges from word 2"), ("1.1:a", "an edge from a node without a word")],
    ids=["two", "empty node"],
)
def test_a_graph_that_it_has_no_place_for_is_refused(deps, why):
    text = f"1\ta\t_\tX\t_\t_\t2\tx\t{deps}\t_\n1.1\tb\t_\t_\t_\t_\t_\t_\t0:y\t_\n2\tc\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    with pytest.raises(GoldleafError, match=f"sentence 1, word 1: {why}"):
        as_bytes(of(text), format="sdp")


def test_a_number_behind_plus_and_minus_is_a_head_of_conllx():
    assert of("1\ta\ta\tX\t-\t-\t0\troot\t_\t_\n\n").format == "conllx"
