"""What a file format is to the registry: its names, how its text is told, how it is read part by part and written."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from goldleaf.core.formats.source import PART, Part, Source
from goldleaf.core.treebank import Layout, Treebank


@dataclass(frozen=True, slots=True)
class Choices:
    """What a reader can be asked for; each format heeds what concerns it."""

    columns: Collection[str] | None = None  # keep only these columns of the words; such a treebank cannot be written
    separator: str = "-"  # between category, functions and indices in the labels of constituents


@dataclass(frozen=True, slots=True)
class Holding:
    """What a format has a place for, by the names in `conversion`: columns (``words.lemma``), tables (``tokens``)."""

    contents: frozenset[str]
    made: frozenset[str] = frozenset()  # of these, what its reader makes of others, which no other format need hold


class Reader(Protocol):
    """Reads the parts of one file, in their order."""

    def border(self, text: bytes, at: int) -> int | None:
        """Where a part of the text may end: the first place after ``at`` between two sentences, None without one."""

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        """The part as a treebank; its sentences and words are numbered from those given. A file may be empty."""


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: its name for ``--format``, what people call it, the usual file name endings, and its functions."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    begins: Callable[[bytes], bool]  # whether a text (its beginning, from the first character on) is of this format
    reader: Callable[[Source, Choices], Reader]
    to_bytes: Callable[[Treebank], bytes]
    holds: Callable[[], Holding]
    part: int = PART  # bytes that are read at once


def layout_of(part: Part, name: str, columns: tuple[str, ...]) -> Layout:
    """How the file of a part is written, as far as that shows up to the part's end."""
    return Layout(
        format=name,
        columns=columns,
        encoding=part.source.encoding,
        byte_order_mark=part.source.byte_order_mark,
        newline=part.source.newline,
        lines=part.first_line - 1 + len(part.starts) if part.text else 0,
        final_newline=part.text.endswith(b"\n"),
    )
