"""Files that are something else: the message says what, and what to do."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile

import pytest

from goldleaf.core.errors import FormatError
from goldleaf.core.formats import read
from tests.core.trees import SHARED

TEXT = "# text = žluť\n" + "1\tžluť\tžluť\tNOUN\t_\t_\t0\troot\t_\t_\n\n"


def archive(kind: str) -> bytes:
    file = io.BytesIO()
    if kind == "zip":
        with zipfile.ZipFile(file, "w") as packed:
            packed.writestr("a.conllu", TEXT)
        return file.getvalue()
    with tarfile.open(fileobj=file, mode="w") as packed:
        entry = tarfile.TarInfo("a.conllu")
        entry.size = len(TEXT.encode())
        packed.addfile(entry, io.BytesIO(TEXT.encode()))
    return file.getvalue()


def refused(tmp_path, data: bytes, name: str = "a.conllu", **options: str) -> str:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(FormatError) as raised:
        read(path, **options)
    assert "\n" not in str(raised.value) and raised.value.remedy
    return str(raised.value).removeprefix(f"{path}:").strip()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_the_encodings_of_two_and_four_bytes(tmp_path, encoding):
    said = refused(tmp_path, TEXT.encode(encoding))
    assert said == f"is in {encoding.upper()}, not UTF-8; name it with --encoding {encoding}, or convert the file"
    assert read(tmp_path / "a.conllu", encoding=encoding).words["form"].to_list() == ["žluť"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (archive("zip"), "is a zip archive; unpack it first"),
        (archive("tar"), "is a tar archive; unpack it first"),
        (gzip.compress(archive("tar")), "is a tar archive; unpack it first"),
        (gzip.compress(gzip.compress(TEXT.encode())), "is compressed twice; unpack it once"),
        (b"%PDF-1.7", "is a PDF file; get the treebank that it is about"),
        (b"\x7fELF\x02\x01\x01\0\0", "1: is no text; name a file of trees"),
    ],
    ids=["zip", "tar", "tar.gz", "gz.gz", "pdf", "program"],  # archives hold the time
)
def test_what_is_no_text(tmp_path, data, said):
    assert refused(tmp_path, data) == said


def test_a_text_of_one_byte_is_none_of_them(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_bytes(b"#")
    assert len(read(path)) == 0


@pytest.mark.parametrize("name", ["a.xml", "a.html"])
@pytest.mark.parametrize("text", ["<html><body>corpora</body></html>", "<a>1</a>", "<corpus><p>text</p></corpus>"])
def test_other_xml(tmp_path, name, text):
    if name == "a.html" or "<body>" not in text:
        assert refused(tmp_path, text.encode(), name).startswith("1: is XML or HTML, but no TigerXML")


@pytest.mark.parametrize("encoding", ["undefined", "unicode_escape", "raw_unicode_escape", "punycode", "idna"])
def test_encodings_that_only_python_knows(tmp_path, encoding):
    text = f'<?xml version="1.0" encoding="{encoding}"?><corpus><body><s id="s"/></body></corpus>'
    assert refused(tmp_path, text.encode(), "a.xml") == f"1: encoding {encoding} is not known; see --encoding"


def test_an_encoding_that_the_file_cannot_be_in(tmp_path):
    text = '<?xml version="1.0" encoding="utf-16"?><corpus><body/></corpus>'
    assert "says it is in utf-16, but is not" in refused(tmp_path, text.encode(), "a.xml")


@pytest.mark.shared
@pytest.mark.parametrize("path", sorted((SHARED / "trouble").glob("*.xml")), ids=lambda path: path.stem)
def test_the_files_that_made_trouble(path):
    with pytest.raises(FormatError) as raised:
        read(path)
    assert str(raised.value).startswith(f"{path}:1: ") and raised.value.remedy
