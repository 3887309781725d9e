"""A format: a sentence a line, ``word/TAG`` with blanks between."""

from __future__ import annotations

from dataclasses import dataclass, replace

from goldleaf.core.formats import conll
from goldleaf.core.formats.source import Choices, Format, Holding, Part, Source
from goldleaf.core.treebank import WORDS, Treebank

COLUMNS = conll.COLUMNS["conllx"]


@dataclass(frozen=True)
class SlashReader:
    """Reads words and tags; nothing has a head."""

    source: Source
    choices: Choices

    def border(self, text: bytes, at: int) -> int | None:
        return text.find(b"\n", at) + 1 or None

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        rows = b"".join(_rows(line) for line in part.text.splitlines())
        inner = Part(part.source, rows, part.first_line, part.done)
        read = conll.parse_part(inner, "conllx", COLUMNS, {*WORDS, *COLUMNS}, first_sentence, first_word)
        return replace(read, layout=replace(read.layout, format="slash"))


def _rows(line: bytes) -> bytes:
    words = [word.rpartition(b"/") for word in line.split()]
    fields = (
        b"\t".join((b"%d" % place, form, b"_", tag, tag, *[b"_"] * 5)) for place, (form, _, tag) in enumerate(words, 1)
    )
    return b"\n".join((*fields, b"", b""))


def to_bytes(treebank: Treebank) -> bytes:
    lines = treebank.words.group_by("sentence", maintain_order=True).agg("form", "coarse_tag")
    return "".join(
        " ".join(f"{form}/{tag}" for form, tag in zip(forms, tags, strict=True)) + "\n"
        for _, forms, tags in lines.iter_rows()
    ).encode()


def holds() -> Holding:
    return Holding(frozenset({"words.coarse_tag"}))


FORMAT = Format("slash", "words with slashes", (".slash",), lambda _: False, SlashReader, to_bytes, holds)
