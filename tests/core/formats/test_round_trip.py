"""What is read is written back byte by byte.

Also tests `core.formats` and `writing`.
"""

from __future__ import annotations

import pytest

from goldleaf.core.formats import as_bytes, read, write
from tests.core.formats.samples import SAMPLES, VARIANTS, format_of
from tests.core.trees import SHARED

SUFFIXES = (".conllx", ".conllu", ".conll", ".conll08", ".conll09")
FILES = sorted(path for path in SHARED.rglob("*") if path.suffix in SUFFIXES)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("sample", SAMPLES)
def test_samples_in_all_their_variants(sample, variant, tmp_path):
    data = VARIANTS[variant](SAMPLES[sample].encode())
    path = tmp_path / "sample"
    path.write_bytes(data)
    treebank = read(path, format=format_of(sample))
    assert as_bytes(treebank) == data
    assert len(treebank) >= 2
    assert treebank.sentences["readable"].all()


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("encoding", ["iso-8859-1", "cp1252", "utf-16-le"])
def test_other_encodings(sample, encoding, tmp_path):
    data = SAMPLES[sample].encode(encoding)
    path = tmp_path / "sample"
    path.write_bytes(data)
    treebank = read(path, format=format_of(sample), encoding=encoding)
    assert as_bytes(treebank) == data
    path.write_bytes(SAMPLES[sample].encode())
    assert treebank.words.equals(read(path, format=format_of(sample)).words)


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\n", b"\r\n", b"\n\n\n", b" ", b"# only a comment", b"#\n\n"])
@pytest.mark.parametrize("name", ["conllx", "conllu", "conll2008", "conll2009", "pascal"])
def test_files_without_sentences(data, name, tmp_path):
    path = tmp_path / "sample"
    path.write_bytes(data)
    treebank = read(path, format=name)
    assert as_bytes(treebank) == data
    assert len(treebank) == 0
    assert set(treebank.layout.columns) <= set(treebank.words.columns)
    assert list(treebank) == []


def test_written_files_replace_others(tmp_path):
    source, target = tmp_path / "source.conllu", tmp_path / "target.conllu"
    source.write_bytes(SAMPLES["conllu"].encode())
    target.write_text("old")
    write(read(source), target)
    assert target.read_bytes() == source.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["source.conllu", "target.conllu"]


@pytest.mark.shared
@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SHARED)))
def test_shared_files(path):
    assert as_bytes(read(path, strict=False)) == path.read_bytes()
