"""Files that cannot be opened or are something else, encodings, and reading in parts."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import threading
import zipfile

import pytest

from goldleaf.core.errors import FormatError, GoldleafError, OptionError
from goldleaf.core.formats import as_bytes, read, read_parts
from goldleaf.core.treebank import concat
from tests.core.formats.samples import SAMPLES, VARIANTS, format_of, parts_of
from tests.core.trees import SHARED

TABLES = ("words", "sentences", "tokens", "empty_nodes", "arguments", "other_lines")


def refused(path, **options):
    with pytest.raises(GoldleafError) as raised:
        read(path, **options)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_a_missing_file(tmp_path):
    assert refused(tmp_path / "none.conllx") == f"{tmp_path}/none.conllx: no such file"


def test_a_folder(tmp_path):
    assert refused(tmp_path) == f"{tmp_path}: cannot be read: it is a folder; name a file in it"


def test_a_path_through_a_file(tmp_path):
    path = tmp_path / "file"
    path.write_text("")
    assert refused(path / "a.conllx").endswith("a.conllx: cannot be read: Not a directory")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_an_unreadable_file(tmp_path):
    path = tmp_path / "secret.conllx"
    path.write_text("1")
    path.chmod(0)
    assert refused(path) == f"{path}: cannot be read: Permission denied"


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    path = tmp_path / "secret.conllx"

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("pathlib.Path.open", refuse)
    assert refused(path) == f"{path}: cannot be read: Permission denied"


def test_impossible_names(tmp_path):
    assert "no file can have such a name" in refused(tmp_path / "a\0b")
    assert "cannot be read: File name too long" in refused(tmp_path / ("a" * 5000))


def test_a_pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_text, args=[SAMPLES["conllu"]])
    writer.start()
    treebank = read(path)
    writer.join()
    assert [sentence.id for sentence in treebank] == ["sea-1", "sea-2"]


@pytest.mark.parametrize("encoding", ["utf-9", "hex", "rot13", "", "a\0b", "é"])
def test_unknown_encodings(encoding, tmp_path):
    path = tmp_path / "a.conllx"
    path.write_text("")
    with pytest.raises(OptionError, match="no such encoding; try utf-8 or iso-8859-1"):
        read(path, encoding=encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "utf8", "UTF-8", "utf-8-sig", "u8"])
def test_names_of_utf8(encoding, tmp_path):
    path = tmp_path / "a.conllu"
    path.write_bytes(b"\xef\xbb\xbf" + SAMPLES["conllu"].encode())
    assert as_bytes(read(path, encoding=encoding)) == path.read_bytes()


def test_text_in_another_encoding_is_found_in_its_line(tmp_path):
    path = tmp_path / "a.conllx"
    path.write_bytes(SAMPLES["conllx"].encode("iso-8859-1"))
    message = refused(path, strict=False)
    assert (
        message
        == f"{path}:3: byte 0xe4 is not utf-8; name the file's encoding with --encoding, for instance iso-8859-1"
    )
    path.write_bytes(b"1\ta\n" * 8 + b"\x81")
    assert refused(path, encoding="cp1252").startswith(f"{path}:9: byte 0x81 is not cp1252; ")


@pytest.mark.parametrize("place", ["# text", "Vamos", "obj|5.1", "Mood", "Lang", "SpaceAfter", "3-4", "5.1\t_\tir"])
@pytest.mark.parametrize("strict", [True, False])
def test_undecodable_bytes_anywhere(place, strict, tmp_path):
    path = tmp_path / "a.conllu"
    path.write_bytes(SAMPLES["conllu"].replace(place, f"{place}¤", 1).encode().replace("¤".encode(), b"\xff"))
    with pytest.raises(FormatError, match=r"a\.conllu:\d+: byte 0xff is not utf-8"):
        read(path, strict=strict)


@pytest.mark.parametrize(
    ("sample", "variant", "size"),
    [
        *(("conllu", variant, 1) for variant in VARIANTS),
        *((sample, variant, 1) for sample in SAMPLES for variant in ("as it is", "lines of blanks between")),
        *((sample, "several copies", 100) for sample in SAMPLES),
    ],
)
def test_parts_do_not_matter(sample, variant, size, tmp_path, monkeypatch):
    path = tmp_path / "sample"
    path.write_bytes(VARIANTS[variant](SAMPLES[sample].encode()))
    whole = read(path, format=format_of(sample))
    monkeypatch.setattr("goldleaf.core.formats.source.Source.parts", parts_of(size))
    pieces = list(read_parts(path, format=format_of(sample)))
    assert len(pieces) > 1
    joined = concat([piece.treebank for piece in pieces])
    for table in TABLES:
        assert getattr(joined, table).equals(getattr(whole, table)), table
    assert joined.problems == whole.problems
    assert joined.layout == whole.layout
    assert as_bytes(joined) == path.read_bytes()
    done = [piece.done for piece in pieces]
    assert done == sorted(done)
    assert done[-1] == 1
    assert all(0 < share < 1 for share in done[:-1])


def test_parts_are_cut_at_empty_lines(tmp_path, monkeypatch):
    path = tmp_path / "a.conllx"
    word = SAMPLES["conllx"].split("\n")[4].encode() + b"\n"
    path.write_bytes(word + b"\n" + word + b"\r\n" + word + b" \n" + word + b"\n\n" + word)
    monkeypatch.setattr("goldleaf.core.formats.source.Source.parts", parts_of(1))
    pieces = list(read_parts(path))
    assert [piece.treebank.layout.lines for piece in pieces] == [2, 4, 8, 10]
    assert [len(piece.treebank) for piece in pieces] == [1, 1, 2, 1]


def test_a_file_that_shrinks_while_it_is_read(tmp_path):
    path = tmp_path / "a.conllx"
    path.write_text(SAMPLES["conllx"] * 10000, encoding="utf-8")
    with pytest.raises(GoldleafError, match=r"a\.conllx: the file was changed while it was read; read it again"):
        for _ in read_parts(path):
            os.truncate(path, 1000)


def test_a_reader_that_is_left_closes_its_file(tmp_path):
    path = tmp_path / "a.conllx"
    path.write_text(SAMPLES["conllx"] * 10000, encoding="utf-8")
    reader = read_parts(path)
    assert next(reader).done < 1
    reader.close()


@pytest.mark.parametrize("field", [1, 5, 9])
def test_a_huge_field(field, tmp_path):
    path = tmp_path / "huge.conllu"
    fields = ["1", "a", "a", "X", "_", "_", "0", "root", "_", "_"]
    fields[field] = "x" * (1 << 21)
    path.write_text("\t".join(fields) + "\n\n" + SAMPLES["conllu"], encoding="utf-8")
    treebank = read(path)
    assert len(treebank) == 3
    assert as_bytes(treebank) == path.read_bytes()


@pytest.mark.parametrize("name", ["conllx", "conllu", "conll2008", "conll2009", "pascal"])
@pytest.mark.parametrize("line", [b"1" + b"\t_" * 300_000, b"\t" * 300_000, b"#" * 300_000, b"1" * 300_000])
def test_a_huge_line(name, line, tmp_path):
    path = tmp_path / "huge"
    data = SAMPLES[name].encode() + line + b"\n\n" + SAMPLES[name].encode()
    path.write_bytes(data)
    treebank = read(path, format=name, strict=False)
    assert as_bytes(treebank) == data
    assert treebank.sentences["readable"].sum() == 2 * SAMPLES[name].count("\n\n")


def test_a_huge_sentence(tmp_path):
    path = tmp_path / "huge.conllx"
    lines = [f"{n}\ta\ta\tX\tX\t_\t{n - 1}\tdep\t_\t_\n" for n in range(1, 50_001)]
    path.write_text("".join(lines) + "\n")
    treebank = read(path)
    assert len(treebank) == 1
    assert as_bytes(treebank) == path.read_bytes()


@pytest.mark.parametrize("name", [*SAMPLES, "nameless"])
def test_a_line_that_would_take_all_memory_is_refused_with_its_number(name, tmp_path, monkeypatch):
    monkeypatch.setattr("goldleaf.core.formats.source.LONGEST", 1 << 20)
    path = tmp_path / f"long.{name}"
    before = "" if name == "nameless" else SAMPLES[name].rstrip("\n")
    path.write_text(f"{before}{'(X x) ' * (1 << 19)}", encoding="utf-8")
    assert "a line or sentence of more than 1 MiB" in refused(path)


# Files that are something else: the message says what, and what to do.

OF_TEXT = "# text = žluť\n" + "1\tžluť\tžluť\tNOUN\t_\t_\t0\troot\t_\t_\n\n"


def archive(kind: str) -> bytes:
    file = io.BytesIO()
    if kind == "zip":
        with zipfile.ZipFile(file, "w") as packed:
            packed.writestr("a.conllu", OF_TEXT)
        return file.getvalue()
    with tarfile.open(fileobj=file, mode="w") as packed:
        entry = tarfile.TarInfo("a.conllu")
        entry.size = len(OF_TEXT.encode())
        packed.addfile(entry, io.BytesIO(OF_TEXT.encode()))
    return file.getvalue()


def refused_data(tmp_path, data: bytes, name: str = "a.conllu", **options: str) -> str:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(FormatError) as raised:
        read(path, **options)
    assert "\n" not in str(raised.value) and raised.value.remedy
    return str(raised.value).removeprefix(f"{path}:").strip()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_the_encodings_of_two_and_four_bytes(tmp_path, encoding):
    said = refused_data(tmp_path, OF_TEXT.encode(encoding))
    assert said == f"is in {encoding.upper()}, not UTF-8; name it with --encoding {encoding}, or convert the file"
    assert read(tmp_path / "a.conllu", encoding=encoding).words["form"].to_list() == ["žluť"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (archive("zip"), "is a zip archive; unpack it first"),
        (
            b"SQLite format 3\0".ljust(68, b"\0") + b"GLRF".ljust(100, b"\0"),
            "is a review session; goldleaf open shows it, goldleaf review treebank writes its treebank",
        ),
        (archive("tar"), "is a tar archive; unpack it first"),
        (gzip.compress(archive("tar")), "is a tar archive; unpack it first"),
        (gzip.compress(gzip.compress(OF_TEXT.encode())), "is compressed twice; unpack it once"),
        (b"%PDF-1.7", "is a PDF file; get the treebank that it is about"),
        (b"\x7fELF\x02\x01\x01\0\0", "1: is no text; name a file of trees"),
    ],
    ids=["zip", "session", "tar", "tar.gz", "gz.gz", "pdf", "program"],  # archives hold the time
)
def test_what_is_no_text(tmp_path, data, said):
    assert refused_data(tmp_path, data) == said


def test_a_text_of_one_byte_is_none_of_them(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_bytes(b"#")
    assert len(read(path)) == 0


@pytest.mark.parametrize("name", ["a.xml", "a.html"])
@pytest.mark.parametrize("text", ["<html><body>corpora</body></html>", "<a>1</a>", "<corpus><p>text</p></corpus>"])
def test_other_xml(tmp_path, name, text):
    if name == "a.html" or "<body>" not in text:
        assert refused_data(tmp_path, text.encode(), name).startswith("1: is XML or HTML, but no TigerXML")


@pytest.mark.parametrize("encoding", ["undefined", "unicode_escape", "raw_unicode_escape", "punycode", "idna"])
def test_encodings_that_only_python_knows(tmp_path, encoding):
    text = f'<?xml version="1.0" encoding="{encoding}"?><corpus><body><s id="s"/></body></corpus>'
    assert refused_data(tmp_path, text.encode(), "a.xml") == f"1: encoding {encoding} is not known; see --encoding"


def test_an_encoding_that_the_file_cannot_be_in(tmp_path):
    text = '<?xml version="1.0" encoding="utf-16"?><corpus><body/></corpus>'
    assert "says it is in utf-16, but is not" in refused_data(tmp_path, text.encode(), "a.xml")


@pytest.mark.shared
@pytest.mark.parametrize("path", sorted((SHARED / "trouble").glob("*.xml")), ids=lambda path: path.stem)
def test_the_files_that_made_trouble(path):
    with pytest.raises(FormatError) as raised:
        read(path)
    assert str(raised.value).startswith(f"{path}:1: ") and raised.value.remedy
