"""Compressed files, standard input and output, and files that a script has opened."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import sys
import threading

import pytest

from goldleaf.core.errors import FormatError, GoldleafError
from goldleaf.core.formats import FORMATS, compression, read, read_parts, write
from goldleaf.core.formats.compression import ASKED, COMPRESSIONS, compressed, inner_suffix
from goldleaf.core.formats.segments import with_segments
from tests.core.formats.samples import SAMPLES, format_of
from tests.core.trees import treebank

SUFFIXES = list(COMPRESSIONS)
TEXT = SAMPLES["conllu"].encode()


def packed(suffix, data=TEXT):
    return compressed(data, f"a{suffix}")


def words(found):
    return found.words.drop("line").to_dicts()


def test_the_usual_programs_can_read_what_is_compressed():
    assert gzip.decompress(packed(".gz")) == bz2.decompress(packed(".bz2")) == lzma.decompress(packed(".xz")) == TEXT
    assert packed(".conllu") == TEXT


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("sample", SAMPLES)
def test_every_format_is_read_compressed(sample, suffix, tmp_path):
    name = format_of(sample)
    plain = tmp_path / f"a{FORMATS[name].suffixes[0]}"
    plain.write_text(SAMPLES[sample], encoding="utf-8", newline="")
    small = tmp_path / (plain.name + suffix)
    small.write_bytes(packed(suffix, plain.read_bytes()))
    expected, found = read(plain, strict=False), read(small, strict=False)
    assert found.format == expected.format
    assert found.words.equals(expected.words) and found.edges.equals(expected.edges)
    assert found.path == str(small)
    assert words(next(read_parts(small)).treebank) == words(next(read_parts(plain)).treebank)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_encoding_and_large_files(suffix, tmp_path, monkeypatch):
    monkeypatch.setattr("goldleaf.core.formats.compression.IN_MEMORY", 100)  # so that it goes to a temporary file
    path = tmp_path / f"a.conllx{suffix}"
    path.write_bytes(packed(suffix, SAMPLES["conllx"].encode("iso-8859-1")))
    assert read(path, encoding="iso-8859-1").words.height > 0
    with pytest.raises(FormatError, match="is not utf-8"):
        read(path)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_cut_off_or_damaged_is_told_in_one_line(suffix, tmp_path):
    path = tmp_path / f"a.conllu{suffix}"
    name, data = COMPRESSIONS[suffix].name, packed(suffix, TEXT * 500)
    other = next(one for one in SUFFIXES if one != suffix)
    cut = data[: len(data) // 2]
    bad = bytearray(data)
    bad[len(data) // 2 : len(data) // 2 + 20] = bytes(20)
    for damaged, said in (
        (cut, f"{name} data that is cut off; "),
        (bad, f"damaged {name} data ("),
        (b"1\ta\n", f"is no {name} file, as its name says"),
        (b"", f"is no {name} file, as its name says"),
        (
            packed(other),
            f"is a {COMPRESSIONS[other].name} file, not {name} as its name says; rename it to end in {other}",
        ),
    ):
        path.write_bytes(damaged)
        with pytest.raises(FormatError) as caught:
            read(path)
        assert str(caught.value).startswith(f"{path}: {said}") and "\n" not in str(caught.value)
        assert (caught.value.path, caught.value.line) == (str(path), None)


def test_the_name_inside_tells_the_format(tmp_path):
    assert [inner_suffix(name) for name in ("a.CONLL.gz", "a.b.xz", "a.gz", "a", "a.conllu")] == [
        ".conll", ".b", "", "", ".conllu",
    ]  # fmt: skip
    blank = tmp_path / "a.mrg.gz"
    blank.write_bytes(packed(".gz", b"\n"))
    assert read(blank, strict=False).format == "brackets"


def test_files_that_a_script_has_opened(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_bytes(TEXT)
    with path.open("rb") as file:
        assert read(file).path == str(path)
        assert not file.closed
        assert words(read(file)) == words(read(path))
    assert read(io.BytesIO(packed(".xz"))).path == "<stream>"
    with gzip.open(tmp_path / "b.gz", "wb") as file:
        file.write(TEXT)
    with gzip.open(tmp_path / "b.gz") as file:  # its name is no promise of what it gives
        assert words(read(file)) == words(read(path))
    with path.open() as text, pytest.raises(GoldleafError, match="open for text; open it as binary"):
        read(text)


@pytest.mark.parametrize("data", [TEXT, packed(".zst")], ids=["plain", "compressed"])
def test_standard_input(data, monkeypatch):
    reads, writes = os.pipe()
    writer = threading.Thread(target=lambda: (os.write(writes, data), os.close(writes)))
    writer.start()
    with os.fdopen(reads, "rb") as pipe:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(pipe))
        found = read("-")
    writer.join()
    assert (found.path, found.format) == ("-", "conllu")
    assert words(found) == words(read(io.BytesIO(TEXT)))


def test_writing_anywhere(tmp_path, monkeypatch):
    bank = read(io.BytesIO(TEXT))
    for suffix in SUFFIXES:
        path = tmp_path / f"a.conllu{suffix}"
        write(bank, path)
        assert path.read_bytes() == packed(suffix)
    stream = io.BytesIO()
    write(bank, stream)
    assert stream.getvalue() == TEXT
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO()))
    write(bank, "-")
    assert sys.stdout.buffer.getvalue() == TEXT


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_segments(suffix, tmp_path):
    path = tmp_path / f"a.segments{suffix}"
    path.write_bytes(packed(suffix, b"inthe\tin:the\n\n"))
    assert with_segments(treebank("in/P/0/x the/D/1/x"), path).tokens["form"].to_list() == ["inthe"]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_unpacks_to_more_than_a_disk_may_hold_is_read_if_asked_for(suffix, tmp_path, monkeypatch):
    monkeypatch.setattr(compression, "LARGEST", 1 << 20)
    monkeypatch.delenv(ASKED, raising=False)
    path = tmp_path / f"bomb.conllu{suffix}"
    path.write_bytes(packed(suffix, TEXT * (1 + (1 << 20) // len(TEXT))))
    with pytest.raises(FormatError, match=r"data of more than \S+ GiB unpacked; --large reads it"):
        read(path)
    monkeypatch.setenv(ASKED, "1")
    assert len(read(path))
