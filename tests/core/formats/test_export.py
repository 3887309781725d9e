"""The NEGRA export format: versions 3 and 4, crossing branches, secondary edges, faults, round trips."""

from __future__ import annotations

import re
from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import FormatError, GoldleafError
from goldleaf.core.formats import FORMATS, read, read_parts
from goldleaf.core.formats.conversion import converted
from goldleaf.core.sentence import SecondaryEdge
from goldleaf.core.structures.phrase import discontinuous
from goldleaf.core.treebank import TEXT, concat
from tests.core.formats.crossing import details, export_text, sentences
from tests.core.formats.damage import EDITS, damaged
from tests.core.formats.samples import parts_of

to_bytes = FORMATS["export"].to_bytes

VERSION_3 = """\
%% made for the test
#FORMAT 3
#BOT WORDTAG
0\t--\tnothing
#EOT WORDTAG
#BOS 7 2 1187 1 %% HEADLINE
Das\t\tPDS\t--\tSB\t501
wird\t\tVAFIN\t3.Sg\tHD\t501\tSB\t500
nicht\t\tPTKNEG\t--\tNG\t500
gesagt\t\tVVPP\t--\tHD\t500 %% a comment
.\t\t$.\t--\t--\t0
#500\t\tVP\t--\tOC\t501\tRE\t501\t--\t501
#501\t\tS\t--\t--\t0
#EOS 7
%% between
#BOS 8 2 1187 1
Ja\t\tPTKANT\t--\t--\t0
#EOS 8
"""

CROSSING = """\
#BOS 1
Darüber\tdarüber\tPROAV\t--\tMO\t500
muss\tmüssen\tVMFIN\t--\tHD\t501
nachgedacht\tnachdenken\tVVPP\t--\tHD\t500
#500\t--\tVP\t--\tOC\t501
#501\t--\tS\t--\t--\t0
#EOS 1
"""

SAMPLES = {"version 3": VERSION_3, "version 4": "#FORMAT 4\n" + CROSSING, "no header": CROSSING * 3}


def read_text(tmp_path, text, **options):
    path = tmp_path / "trees.export"
    path.write_bytes(text.encode())
    return read(path, **options)


def test_version_3(tmp_path):
    treebank = read_text(tmp_path, VERSION_3)
    assert (treebank.format, treebank.sentences["id"].to_list()) == ("export", ["7", "8"])
    assert treebank.sentences["line"].to_list() == [6, 16]
    columns = ("form", "coarse_tag", "features", "function", "parent", "line")
    assert treebank.words.select(columns).rows() == [
        ("Das", "PDS", "_", "SB", 1, 7),
        ("wird", "VAFIN", "3.Sg", "HD", 1, 8),
        ("nicht", "PTKNEG", "_", "NG", 2, 9),
        ("gesagt", "VVPP", "_", "HD", 2, 10),
        (".", "$.", "_", "_", 0, 11),
        ("Ja", "PTKANT", "_", "_", 0, 17),
    ]
    columns = ("sentence", "node", "parent", "label", "function", "first", "last", "size", "line")
    assert treebank.nodes.select(columns).rows() == [
        (0, 1, 0, "S", "_", 1, 4, 4, 13),
        (0, 2, 1, "VP", "OC", 3, 4, 2, 12),
    ]
    assert treebank.secondary_edges.rows() == [(0, 2, 0, 2, "SB"), (0, 0, 2, 1, "RE"), (0, 0, 2, 1, "_")]
    assert treebank.sentence(0).secondary_edges[0] == SecondaryEdge(word=2, node=0, parent=2, label="SB")


@pytest.mark.parametrize("sample", ["version 4", "no header"])
def test_version_4(sample, tmp_path):
    treebank = read_text(tmp_path, SAMPLES[sample])
    assert treebank.words["lemma"].to_list()[:3] == ["darüber", "müssen", "nachdenken"]
    assert discontinuous(treebank.nodes).tolist()[:2] == [False, True]
    assert treebank.nodes.select("label", "first", "last", "size").rows()[:2] == [("S", 1, 3, 3), ("VP", 1, 3, 2)]


@pytest.mark.parametrize("label", ["", "_"])
def test_a_constituent_without_a_label_is_not_called_anything(label, tmp_path):
    (tmp_path / "a.mrg").write_text(f"({label} (S (NP (NN a)) (VP (VB b))))\n", encoding="utf-8")
    before = read(tmp_path / "a.mrg")
    (tmp_path / "b.export").write_bytes(converted(before, "export").data)
    export = read(tmp_path / "b.export")
    assert export.nodes["label"][0] == label
    assert to_bytes(export) == (tmp_path / "b.export").read_bytes()
    assert converted(export, "brackets").data == (tmp_path / "a.mrg").read_bytes()


def test_a_label_that_means_nothing_in_the_format_is_said_to_be_lost(tmp_path):
    (tmp_path / "a.mrg").write_text("(-- (S (NN a)))\n", encoding="utf-8")
    assert [loss.name for loss in converted(read(tmp_path / "a.mrg"), "export").changed] == ["nodes"]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("sample", SAMPLES)
def test_round_trips(sample, newline, tmp_path):
    text = SAMPLES[sample].replace("\n", newline)
    treebank = read_text(tmp_path, text)
    assert to_bytes(treebank) == text.encode()
    assert treebank.sentences["readable"].all()


def test_what_was_changed_is_written_anew(tmp_path):
    treebank = read_text(tmp_path, VERSION_3)
    form = pl.when(pl.col("position") == 4).then(pl.lit("getan")).otherwise(pl.col("form").cast(pl.String))
    changed = replace(treebank, words=treebank.words.with_columns(form=form.cast(TEXT)))
    lines, found = VERSION_3.splitlines(), to_bytes(changed).decode().splitlines()
    assert (found[:6], found[13:]) == (lines[:6], lines[13:])
    assert found[6:13] == [
        "Das\tPDS\t--\tSB\t501",
        "wird\tVAFIN\t3.Sg\tHD\t501\tSB\t500",
        "nicht\tPTKNEG\t--\tNG\t500",
        "getan\tVVPP\t--\tHD\t500",
        ".\t$.\t--\t--\t0",
        "#500\tVP\t--\tOC\t501\tRE\t501\t--\t501",
        "#501\tS\t--\t--\t0",
    ]


FAULTS = [
    ("\t\tPDS\t--\tSB\t501", "\tPDS\t--\tSB", 7, 0, "4 fields; expected 5, and two more for each secondary edge"),
    ("501\tSB\t500", "501\tSB", 8, 0, "6 fields; expected 5"),
    ("NG\t500", "NG\tVP", 9, 5, "parent is 'VP'; expected 0 or the number of a constituent, from 500"),
    ("NG\t500", "NG\t1", 9, 5, "parent is '1'; expected"),
    ("NG\t500", "NG\t777", 9, 5, "there is no constituent 777"),
    ("SB\t500", "SB\t777", 8, 0, "secondary edge to 777, which is no constituent"),
    ("#501\t\tS\t--\t--\t0", "#501\t\tS\t--\t--\t500", 12, 0, "constituent 500 is its own ancestor"),
    ("#501\t\tS", "#500\t\tS", 13, 1, "there is a constituent 500 before"),
    ("#EOS 7", "#EOS 6", 14, 2, "#EOS 6; expected 7, as #BOS says"),
    ("#EOS 7\n", "", 6, 0, "sentence 7 has no #EOS"),
    ("%% between", "between", 15, 0, "line outside of sentences; expected #BOS"),
    ("#FORMAT 3", "#FORMAT 3\nx", 3, 0, "line outside of sentences; expected #BOS"),
]


@pytest.mark.parametrize(("old", "new", "line", "column", "message"), FAULTS)
def test_a_fault_has_its_line(old, new, line, column, message, tmp_path):
    text = VERSION_3.replace(old, new, 1)
    assert text != VERSION_3
    treebank = read_text(tmp_path, text, strict=False)
    assert [(problem.line, problem.column) for problem in treebank.problems] == [(line, column)]
    assert treebank.problems[0].message.startswith(message)
    assert treebank.sentences["readable"].to_list() == [False, True]
    assert line in treebank.other_lines["line"].to_list()
    assert to_bytes(treebank) == text.encode()
    with pytest.raises(FormatError, match=rf"trees\.export:{line}:"):
        read_text(tmp_path, text)


def test_secondary_edges_go_with_their_sentence(tmp_path):
    text = VERSION_3.partition("#BOS 8")[0].replace("\t\t", "\t--\t").replace("#FORMAT 3", "#FORMAT 4")
    treebank = read_text(tmp_path, text.replace("#BOS 7", CROSSING + "#BOS 7", 1))
    assert treebank.secondary_edges["sentence"].to_list() == [1, 1, 1]
    assert treebank.slice(1).secondary_edges["sentence"].to_list() == [0, 0, 0]
    assert treebank.slice(0).secondary_edges.height == 0
    assert treebank.sentence(0).secondary_edges == ()
    assert len(treebank.sentence(1).secondary_edges) == 3


def test_versions_that_are_not_known(tmp_path):
    with pytest.raises(FormatError, match=r"trees\.export:2: export format 5; expected 3 or 4"):
        read_text(tmp_path, VERSION_3.replace("FORMAT 3", "FORMAT 5"))


def test_a_file_without_sentences(tmp_path):
    treebank = read_text(tmp_path, "", format="export")
    assert (len(treebank), treebank.problems[0].message) == (0, "no sentences in the file")
    assert to_bytes(treebank) == b""


@given(drawn=st.lists(sentences(), min_size=1, max_size=3), newline=st.sampled_from(["\n", "\r\n"]))
def test_random_trees(tmp_path, drawn, newline):
    text = export_text(drawn, newline)
    treebank = read_text(tmp_path, text)
    assert to_bytes(treebank) == text.encode()
    anew = replace(treebank, layout=replace(treebank.layout, format="another"))
    again = read_text(tmp_path, to_bytes(anew).decode())
    assert details(again) == details(treebank)


@pytest.mark.parametrize("size", [1, 60])
@pytest.mark.parametrize("sample", SAMPLES)
def test_parts_do_not_matter(sample, size, tmp_path, monkeypatch):
    whole = read_text(tmp_path, SAMPLES[sample])
    monkeypatch.setattr("goldleaf.core.formats.source.Source.parts", parts_of(size))
    joined = concat([piece.treebank for piece in read_parts(tmp_path / "trees.export")])
    for table in ("words", "sentences", "nodes", "secondary_edges", "other_lines"):
        assert getattr(joined, table).equals(getattr(whole, table)), table
    assert joined.layout == whole.layout


@pytest.mark.parametrize("sample", SAMPLES)
@given(edits=EDITS)
def test_damaged_files(sample, tmp_path, edits):
    data = damaged(SAMPLES[sample].encode(), edits)
    path = tmp_path / "damaged.export"
    path.write_bytes(data)
    try:
        treebank = read(path, format="export", strict=False)
    except GoldleafError as error:
        assert str(error).startswith(f"{path}:")
        return
    assert to_bytes(treebank) == data or not len(treebank)
    assert len(treebank) <= data.count(b"#BOS") + 1
    try:
        read(path, format="export")
    except FormatError as error:
        assert re.match(rf"{re.escape(str(path))}:\d+:", str(error))
        assert not treebank.sentences["readable"].all()
