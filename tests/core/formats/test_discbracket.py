"""Brackets with places of words: crossing branches, faults, and that all formats of constituents agree."""

from __future__ import annotations

import re
from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import FormatError, GoldleafError
from goldleaf.core.formats import FORMATS, read, write
from goldleaf.core.structures.phrase import discontinuous
from goldleaf.core.treebank import TEXT
from tests.core.formats.crossing import export_text, sentences, shape
from tests.core.formats.damage import EDITS, damaged
from tests.core.formats.samples import CONLLX
from tests.core.trees import SHARED

to_bytes, begins = FORMATS["discbracket"].to_bytes, FORMATS["discbracket"].begins

TEXT_OF_TREES = """\
(S (VP (VB 0=is) (JJ 2=rich)) (NP 1=John)) (? 3=?)
(S (NP 0=The 1=man) (. 2=.))
"""


def read_text(tmp_path, text, **options):
    path = tmp_path / "trees.txt"
    path.write_bytes(text.encode())
    return read(path, **options)


def test_places(tmp_path):
    treebank = read_text(tmp_path, TEXT_OF_TREES)
    assert treebank.format == "discbracket"
    assert treebank.words.select("sentence", "position", "form", "coarse_tag", "parent").rows() == [
        (0, 1, "is", "VB", 2),
        (0, 2, "John", "NP", 1),
        (0, 3, "rich", "JJ", 2),
        (0, 4, "?", "?", 0),
        (1, 1, "The", "_", 2),
        (1, 2, "man", "_", 2),
        (1, 3, ".", ".", 1),
    ]
    assert treebank.nodes.select("label", "parent", "first", "last", "size").rows() == [
        ("S", 0, 1, 3, 3),
        ("VP", 1, 1, 3, 2),
        ("S", 0, 1, 3, 3),
        ("NP", 1, 1, 2, 2),
    ]
    assert discontinuous(treebank.nodes).tolist() == [False, True, False, False]
    assert to_bytes(treebank) == TEXT_OF_TREES.encode()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(S (NP 0=a))", True),
        ("( (S (NP-SBJ (N 12=a b", True),
        ("(S (NP (N 0)))", False),
        ("(S (NP (N a=0)))", False),
        ("(S=0 (NP (N a)))", False),
        ("(())\n(S (N 0=a))", True),
        ("x (S 0=a)", False),
        ("", False),
    ],
)
def test_told_by_the_first_word(text, expected):
    assert begins(text.encode()) is expected


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("(S (A 0=b) (B 0=c))", 15, "place 0 was given to another word before"),
        ("(S (A 0=b) (B 2=c))", 15, "place 2 is beyond the sentence's 2 words, which count from 0"),
        ("(S (A 1=b))", 7, "place 1 is beyond the sentence's 1 words"),
        ("(S (A 0=b) (B c))", 15, "expected a word with its place, such as 0=The"),
        ("(S (A 0=b) (B 1=))", 15, "expected a word with its place"),
        ("(S (A 0=b) (B 99999999999=c))", 15, "expected a word with its place"),
        ("(S (A 0=b)", 1, "this bracket is not closed"),
    ],
)
def test_a_fault_has_a_line_and_a_column(line, column, message, tmp_path):
    text = TEXT_OF_TREES + line + "\n" + TEXT_OF_TREES
    treebank = read_text(tmp_path, text, strict=False)
    assert [(problem.line, problem.column) for problem in treebank.problems] == [(3, column)]
    assert treebank.problems[0].message.startswith(message)
    assert treebank.sentences["readable"].to_list() == [True, True, False, True, True]
    assert to_bytes(treebank) == text.encode()
    with pytest.raises(FormatError, match=re.escape(message)):
        read_text(tmp_path, text)


def converted(treebank, name, tmp_path):
    """The treebank written in another format, and the file's text."""
    path = tmp_path / "converted.txt"
    path.write_bytes(FORMATS[name].to_bytes(treebank))
    return read(path), path.read_bytes()


@given(drawn=st.lists(sentences(secondary=False), min_size=1, max_size=3))
def test_random_trees_with_crossing_branches(tmp_path, drawn):
    path = tmp_path / "random.export"
    path.write_text(export_text(drawn), encoding="utf-8")
    plain = pl.lit("_").cast(TEXT)
    treebank = read(path)
    treebank = replace(
        treebank, nodes=treebank.nodes.with_columns(function=plain), words=treebank.words.with_columns(features=plain)
    )
    again, data = converted(treebank, "discbracket", tmp_path)
    assert again.format == "discbracket"
    assert shape(again) == shape(treebank)
    assert to_bytes(again) == data
    back, _ = converted(again, "export", tmp_path)
    assert shape(back) == shape(treebank)
    if discontinuous(treebank.nodes).any():
        with pytest.raises(GoldleafError, match=r"sentence \d+ has a constituent with a gap"):
            FORMATS["brackets"].to_bytes(treebank)
        return
    again, _ = converted(treebank, "brackets", tmp_path)
    assert again.words["form"].to_list() == treebank.words["form"].to_list()
    assert len(again) == len(treebank)
    tops = [*treebank.words["parent"], *treebank.nodes["parent"]].count(0)
    if tops == len(treebank):
        assert shape(again) == shape(treebank)
    else:
        assert "" in again.nodes["raw_label"].to_list()


def test_what_was_changed_is_written_anew(tmp_path):
    treebank = read_text(tmp_path, TEXT_OF_TREES)
    form = pl.col("form").cast(pl.String).replace("man", "(man )")
    changed = replace(treebank, words=treebank.words.with_columns(form=form.cast(TEXT)))
    lines = TEXT_OF_TREES.splitlines()
    assert to_bytes(changed).decode().splitlines() == [lines[0], "(S (NP (_ 0=The) (_ 1=-LRB-man_-RRB-)) (. 2=.))"]


@given(edits=EDITS)
def test_damaged_files(tmp_path, edits):
    data = damaged(TEXT_OF_TREES.encode() * 3, edits)
    path = tmp_path / "damaged.txt"
    path.write_bytes(data)
    try:
        treebank = read(path, format="discbracket", strict=False)
    except GoldleafError as error:
        assert str(error).startswith(f"{path}:")
        return
    assert to_bytes(treebank) == data
    for sentence in treebank:
        assert [word.position for word in sentence.words] == list(range(1, len(sentence.words) + 1))


def test_only_constituents_can_be_written_in_other_formats(tmp_path):
    treebank = read_text(tmp_path, TEXT_OF_TREES)
    for name in ("export", "tigerxml", "discbracket"):
        write(treebank, tmp_path / name, format=name)
        assert read(tmp_path / name).format == name
    with pytest.raises(GoldleafError, match="has constituents and no heads; a head table makes"):
        write(treebank, tmp_path / "no", format="conllu")
    (tmp_path / "a.conllx").write_text(CONLLX, encoding="utf-8")
    with pytest.raises(GoldleafError, match="has no constituents; its function trees can be"):
        write(read(tmp_path / "a.conllx"), tmp_path / "no", format="brackets")
    latin = replace(treebank, layout=replace(treebank.layout, encoding="iso-8859-1"))
    other = latin.words.with_columns(form=pl.lit("日").cast(TEXT))
    with pytest.raises(GoldleafError, match="iso-8859-1 has no character '日'"):
        write(replace(latin, words=other), tmp_path / "no")
    assert not (tmp_path / "no").exists()


@pytest.mark.shared
@pytest.mark.parametrize("name", ["COSUDE_SQUOIA_DE", "LAI_SQUOIA_DE"])
def test_german_trees(name, tmp_path):
    treebank = read(SHARED / "german" / f"{name}.xml")
    for other in ("export", "discbracket"):
        again, data = converted(treebank, other, tmp_path)
        assert again.nodes.select("parent", "yield").equals(treebank.nodes.select("parent", "yield"))
        assert FORMATS[other].to_bytes(again) == data
