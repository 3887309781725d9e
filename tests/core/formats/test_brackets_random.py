"""Random trees and damaged files of trees; trees of extreme shape."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import FORMATS, read, read_parts
from goldleaf.core.formats.brackets import WIDTH
from goldleaf.core.structures.phrase import with_yields
from goldleaf.core.treebank import TEXT, concat
from tests.core.formats.damage import EDITS, damaged
from tests.core.formats.naive_brackets import naive, sentences, trees
from tests.core.formats.samples import parts_of
from tests.core.formats.test_brackets import FAROESE, PENN, SPMRL, STYLES

to_bytes = FORMATS["brackets"].to_bytes


def as_naive(treebank):
    """Each sentence as `naive` gives it."""
    tags = pl.col("coarse_tag").cast(pl.String)
    features = pl.col("features").cast(pl.String)
    tag = pl.when(features == "_").then(tags).otherwise(pl.format("{}##{}##", tags, features))
    words = treebank.words.with_columns(pl.col("form").cast(pl.String), tag=tag)
    return [
        (
            list(words.filter(pl.col("sentence") == row).select("form", "tag", "parent").iter_rows()),
            list(
                treebank.nodes.filter(pl.col("sentence") == row)
                .select("raw_label", "parent", "first", "size")
                .iter_rows()
            ),
        )
        for row in range(len(treebank))
    ]


@given(lines=st.lists(sentences, min_size=1, max_size=5), newline=st.sampled_from(["\n", "\r\n"]))
def test_random_sentences(tmp_path, lines, newline):
    lines = ["(S (NP (N x)))", *lines, *["(S (NP (N x)))"] * 6]  # told to be one a line
    text = newline.join(lines) + newline
    path = tmp_path / "random.mrg"
    path.write_bytes(text.encode())
    treebank = read(path)
    assert to_bytes(treebank) == text.encode()
    assert as_naive(treebank) == [naive(line) for line in lines]
    yields = with_yields(treebank.words, treebank.nodes.drop("first", "last", "size", "yield"))
    columns = ["first", "last", "size", "yield"]
    assert yields.select(columns).equals(treebank.nodes.select(columns))


def with_other_forms(treebank):
    """All words end in an exclamation mark."""
    forms = (treebank.words["form"].cast(pl.String) + pl.lit("!")).cast(TEXT)
    return replace(treebank, words=treebank.words.with_columns(form=forms))


def written_and_read(treebank, path):
    """The treebank after a round trip through a file."""
    path.write_bytes(to_bytes(treebank))
    return read(path)


@given(lines=st.lists(sentences, min_size=1, max_size=5))
def test_sentences_that_were_changed_are_written_anew(tmp_path, lines):
    path = tmp_path / "random.mrg"
    path.write_text("\n".join(["(S (NP (N x)))", *lines, *["(S (NP (N x)))"] * 6]), encoding="utf-8")
    changed = with_other_forms(read(path))
    again = written_and_read(changed, path)
    assert as_naive(again) == as_naive(changed)
    assert path.read_text(encoding="utf-8").count("\n") == len(lines) + 6


@given(lines=st.lists(trees, min_size=1, max_size=4))
def test_trees_over_several_lines_stay_so(tmp_path, lines):
    path = tmp_path / "random.mrg"
    lines = ["(S (NP (N x)))", *lines] * 2
    path.write_text("\n\n".join(line.replace(" ", "\n  ") for line in lines) + "\n\n", encoding="utf-8")
    changed = with_other_forms(read(path))
    assert len(changed) == len(lines)
    again = written_and_read(changed, path)
    assert as_naive(again) == as_naive(changed)
    # The width is that of a constituent; the brackets that close what is around it may stand beyond.
    written = [line.rstrip(")") for line in path.read_text(encoding="utf-8").splitlines()]
    assert all(len(line) < WIDTH or line.count("(") <= 2 for line in written)


TEXTS = {
    "penn": PENN * 3,
    "faroese": FAROESE * 3,
    "spmrl": SPMRL * 3,
    **{name: text for name, (text, _) in STYLES.items()},
}


@pytest.mark.parametrize("size", [1, 30])
@pytest.mark.parametrize("name", TEXTS)
def test_parts_do_not_matter(name, size, tmp_path, monkeypatch):
    path = tmp_path / "trees.mrg"
    path.write_text(TEXTS[name], encoding="utf-8")
    same_in_parts(path, size, monkeypatch)


def same_in_parts(path, size, monkeypatch):
    whole = read(path, strict=False)
    with monkeypatch.context() as patch:
        patch.setattr("goldleaf.core.formats.source.Source.parts", parts_of(size))
        pieces = list(read_parts(path))
    joined = concat([piece.treebank for piece in pieces])
    for table in ("words", "sentences", "nodes", "other_lines"):
        assert getattr(joined, table).equals(getattr(whole, table)), table
    assert joined.problems == whole.problems
    assert joined.layout == whole.layout
    assert pieces[-1].done == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", TEXTS)
@given(edits=EDITS, newline=st.sampled_from([b"\n", b"\r\n"]))
def test_damaged_files(name, tmp_path, monkeypatch, edits, newline):
    data = damaged(TEXTS[name].encode().replace(b"\n", newline), edits)
    path = tmp_path / "damaged.mrg"
    path.write_bytes(data)
    try:
        data.decode()
    except UnicodeDecodeError:
        with pytest.raises(GoldleafError, match=r"is not utf-8|is in UTF-16"):
            read(path, format="brackets", strict=False)
        return
    treebank = read(path, format="brackets", strict=False)
    assert to_bytes(treebank) == data
    assert len(treebank) <= data.count(b"(") + data.count(b"\n") + 1
    for sentence in treebank:
        assert [word.position for word in sentence.words] == list(range(1, len(sentence.words) + 1))
        assert all(word.parent <= len(sentence.nodes) for word in sentence.words)
        assert all(node.parent < node.number for node in sentence.nodes)
    readable = treebank.sentences["readable"].all()
    try:
        assert len(read(path, format="brackets")) == len(treebank)
        assert readable
    except GoldleafError as error:
        assert not readable
        assert str(error).startswith(f"{path}:")
    if name in ("penn", "faroese", "several trees a line"):
        same_in_parts(path, 20, monkeypatch)


@given(place=st.integers(0, len(FAROESE) * 3 - 1), piece=st.sampled_from(["", "(", ")", "x", " ", "(("]))
def test_a_fault_costs_one_line(tmp_path, place, piece):
    text = FAROESE * 6
    path = tmp_path / "faulty.mrg"
    line = text.count("\n", 0, place)
    if text[place] == "\n":
        return
    path.write_text(text[:place] + piece + text[place + 1 :], encoding="utf-8")
    treebank = read(path, format="brackets", strict=False)
    assert len(treebank) == 6
    readable = treebank.sentences["readable"].to_list()
    del readable[line]
    assert all(readable)
    assert all(problem.line == line + 1 for problem in treebank.problems)


@pytest.mark.slow
def test_deep_nesting(tmp_path):
    path = tmp_path / "deep.mrg"
    depth = 100_000
    path.write_text("(S (A a))\n" + "(X " * depth + "(A a)" + ")" * depth + "\n(S (A a))\n")
    treebank = read(path)
    assert treebank.sentences["words"].to_list() == [1, 1, 1]
    assert treebank.nodes.height == depth + 2
    assert treebank.nodes["parent"].to_list() == [0, *range(depth), 0]
    assert to_bytes(treebank) == path.read_bytes()
    yields = with_yields(treebank.words, treebank.nodes.drop("first", "last", "size", "yield"))
    assert yields["yield"].equals(treebank.nodes["yield"])
    changed = treebank.words.with_columns(form=pl.lit("b").cast(TEXT))
    assert len(to_bytes(replace(treebank, words=changed))) == path.stat().st_size
    over_lines = treebank.sentences.with_columns(source=pl.lit("x\nx\n"))
    assert to_bytes(replace(treebank, words=changed, sentences=over_lines)).count(b"(X") == depth


@pytest.mark.parametrize("bracket", ["(", ")", "(X "])
def test_many_faults_in_one_sentence(bracket, tmp_path):
    path = tmp_path / "deep.mrg"
    path.write_text(bracket * 100_000)
    treebank = read(path, format="brackets", strict=False)
    assert (len(treebank), len(treebank.problems)) == (1, 1)
    assert to_bytes(treebank) == path.read_bytes()


def test_wide_trees(tmp_path):
    path = tmp_path / "wide.mrg"
    path.write_text("(S " + " ".join(f"(X{n % 7} (A a{n}))" for n in range(10_000)) + ")\n")
    treebank = read(path)
    assert (treebank.words.height, treebank.nodes.height) == (10_000, 10_001)
    assert set(treebank.nodes["parent"][1:]) == {1}
    assert treebank.words["parent"].to_list() == list(range(2, 10_002))
    assert to_bytes(treebank) == path.read_bytes()
