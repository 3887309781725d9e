"""Files that are something else than a text of trees: what they are, told by their first bytes, and what to do."""

from __future__ import annotations

import codecs

from goldleaf.core.errors import FormatError, Problem

_LOOKED_AT = 512  # bytes
_IN_TWO_BYTES = 64  # bytes in which every other one is zero, where a text in UTF-16 has no mark
_TELLING = 8  # bytes: a single zero in fewer is a stray one

_UNICODE = {
    codecs.BOM_UTF32_LE: "utf-32",  # begins as that of UTF-16 does
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_KINDS = {
    b"PK\x03\x04": "a zip archive; unpack it first",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive; unpack it first",
    b"Rar!": "a rar archive; unpack it first",
    b"%PDF-": "a PDF file; get the treebank that it is about",
    b"SQLite format 3\0": "an SQLite database; export the treebank from it first",
    b"\x1f\x8b": "compressed twice; unpack it once",
    b"\xfd7zXZ\x00": "compressed twice; unpack it once",
    b"\x28\xb5\x2f\xfd": "compressed twice; unpack it once",
}

NO_TIGERXML = "XML or HTML, but no TigerXML, which has <corpus> and in it <body>; convert it, or name another file"


def check_text(head: bytes, path: str) -> None:
    """Raise FormatError where the beginning of a file, to be read as UTF-8, tells that it is something else."""
    said = _encoding(head) or next((kind for magic, kind in _KINDS.items() if head.startswith(magic)), None)
    if head[257:262] == b"ustar":
        said = "a tar archive; unpack it first"
    if said is not None:
        raise FormatError(Problem(path, 0, 0, f"is {said}"))


def beginning(text: bytes) -> str | None:
    """What a text of no known format is, if its first characters tell it."""
    if text.startswith(b"<"):
        return f"is {NO_TIGERXML}"
    return "is no text; name a file of trees" if b"\0" in text[:_LOOKED_AT] else None


def _encoding(head: bytes) -> str | None:
    found = next((encoding for mark, encoding in _UNICODE.items() if head.startswith(mark)), None)
    if found is None and len(head) >= _TELLING:
        found = _of_two_bytes(head[:_IN_TWO_BYTES])
    return found and f"in {found.upper()}, not UTF-8; name it with --encoding {found}, or convert the file"


def _of_two_bytes(text: bytes) -> str | None:
    """The UTF-16 that a text of mostly Latin letters is in; in such a text every other byte is zero."""
    first, second = text[0::2], text[1::2]
    if second.count(0) * 2 > len(second) and not first.count(0):
        return "utf-16-le"
    return "utf-16-be" if first.count(0) * 2 > len(first) and not second.count(0) else None
