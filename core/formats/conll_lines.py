"""The lines of a CoNLL file that are not plain words: comments, ranges, empty nodes, blanks and faults.

And what all files of numbered lines share, lattices too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
import polars as pl

from goldleaf.core.errors import Problem, Severity, counted
from goldleaf.core.facts import Bools, Integers
from goldleaf.core.formats.source import Part
from goldleaf.core.treebank import EMPTY_NODES, SENTENCES, TOKENS

_EMPTY_LINE = re.compile(rb"\n\r?\n")
_RANGE = re.compile(r"(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})")  # nine digits fit into the model's UInt32
_EMPTY_NODE = re.compile(r"(0|[1-9][0-9]{0,8})\.([1-9][0-9]{0,8})")


def after_blank_line(text: bytes, at: int) -> int | None:
    found = _EMPTY_LINE.search(text, at)
    return found.end() if found else None


def fields_of(part: Part, names: Sequence[str]) -> pl.LazyFrame:
    """The fields of all lines of a part as text, after a first row that is not of it; absent ones are null or empty."""
    # A first line of our own, for polars takes more fields in the first line than the schema has for an error, and
    # would drop a byte order mark before it.
    first, schema = b"\t".join([b"_"] * len(names)) + b"\n", dict.fromkeys(names, pl.String())
    return pl.scan_csv(
        first + part.text, schema=schema, separator="\t", quote_char=None, has_header=False,
        truncate_ragged_lines=True, missing_columns="insert", empty_string_is_null=False,
    )  # fmt: skip


def odd_newlines(part: Part) -> tuple[int, ...]:
    """The numbers of the lines that do not end as the file's first line does."""
    odd = (part.ends[: len(part.newlines)] < part.newlines) != (part.source.newline == "\r\n")
    return tuple((np.flatnonzero(odd) + part.first_line).tolist())


def sentence_table(words: Integers, line: Integers, readable: Bools, comments: pl.DataFrame) -> pl.DataFrame:
    """`SENTENCES`, of how many words, line and readability of each; id and text are those of its comments."""
    # What captures takes five times as long as what only matches.
    text = pl.col("text").str
    named = comments.filter(text.contains(r"^#\s*(source_sent_id|sent_id|text)\s*="))
    is_text, value = text.contains(r"^#\s*text"), text.splitn("=", 2).struct.field("field_1").str.strip_chars()
    is_id = text.contains(r"^#\s*sent_id")
    source = pl.when(~is_text & ~is_id).then(value.str.split(" ").list.last())  # cupt: a source, a path, an id
    names = named.select("sentence", source=source, id=pl.when(is_id).then(value), text=pl.when(is_text).then(value))
    names = names.group_by("sentence").agg(pl.col("id", "text", "source").drop_nulls().last())
    names = names.with_columns(pl.coalesce("id", "source"))
    number, first_words = pl.Series(np.arange(len(words)), dtype=pl.UInt32), np.cumsum(words) - words
    columns = {"sentence": number, "first_word": first_words, "words": words, "line": line, "readable": readable}
    table = pl.DataFrame(columns).join(names, on="sentence", how="left", maintain_order="left")
    return table.select(pl.col(name).cast(dtype) for name, dtype in SENTENCES.items())


@dataclass(slots=True)
class Faults:
    """Collects what is wrong with a part; ``rows`` are those that make their sentence unreadable."""

    part: Part
    columns: tuple[str, ...]
    rows: set[int] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)

    def error(self, row: int, message: str, column: str = "") -> None:
        self.rows.add(row)
        self.warn(row, message, column, Severity.ERROR)

    def warn(self, row: int, message: str, column: str = "", severity: Severity = Severity.WARNING) -> None:
        number = self.columns.index(column) + 1 if column else 0
        self.problems.append(Problem(self.part.source.path, self.part.first_line + row, number, message, severity))

    def sorted(self) -> tuple[Problem, ...]:
        return tuple(sorted(self.problems, key=lambda problem: (problem.line, problem.column)))

    def without_error(self, chosen: Bools) -> Iterator[int]:
        """The chosen rows in which nothing has been found so far that makes their sentence unreadable."""
        return (row for row in np.flatnonzero(chosen).tolist() if row not in self.rows)

    def check_returns(self, blank: Bools) -> None:
        """Find carriage returns inside lines that are not blank."""
        part = self.part
        if b"\r" not in part.text or part.text.count(b"\r") == part.text.count(b"\r\n"):
            return  # of a million words, to look for the byte alone takes a thirtieth of what counting does
        returns = np.flatnonzero(np.frombuffer(part.text, np.uint8) == ord("\r"))
        rows = np.searchsorted(part.starts, returns, "right") - 1
        for row in np.unique(rows[returns < part.ends[rows]]).tolist():
            if not blank[row]:
                self.error(row, "carriage return inside the line; lines end in LF or CRLF")


LineKind = IntEnum("LineKind", ["WORD", "BLANK", "COMMENT", "RANGE", "EMPTY_NODE", "FAULT"], start=0)  # of lines


class ConllLines:
    """Every line of a part, told by its first field: its kind and its paragraph (lines before the first have −1).
    ``comments`` are the rows of comments, ``comment_texts`` these; ``special`` has the texts of the other lines that
    are neither words nor empty, by their rows."""

    def __init__(self, part: Part, first_field: pl.Series) -> None:
        self.part = part
        self.number = first_field.cast(pl.UInt32, strict=False).fill_null(0).to_numpy()  # the ID of words, else 0
        first_byte = np.frombuffer(part.text, np.uint8)[part.starts]
        is_word = (self.number > 0) & (first_byte >= ord("1")) & (first_byte <= ord("9"))
        length = part.ends - part.starts
        rows = np.flatnonzero(~is_word & (length > 0))
        texts = first_field[rows]
        # Without tabs, as comments are, the field is the line.
        cut = np.flatnonzero(texts.str.len_bytes().to_numpy() != length[rows])
        texts = texts.scatter(cut, [part.line(row) for row in rows[cut].tolist()])
        is_comment = texts.str.starts_with("#")
        self.comments, self.comment_texts = rows[is_comment.to_numpy()], texts.filter(is_comment)
        others = (~is_comment).to_numpy()
        self.special = dict(zip(rows[others].tolist(), texts.filter(~is_comment).to_list(), strict=True))
        self.kind = np.where(is_word, LineKind.WORD, LineKind.BLANK).astype(np.uint8)
        self.kind[self.comments] = LineKind.COMMENT
        for row, text in self.special.items():
            position = text.split("\t", 1)[0]
            if _RANGE.fullmatch(position):
                self.kind[row] = LineKind.RANGE
            elif _EMPTY_NODE.fullmatch(position):
                self.kind[row] = LineKind.EMPTY_NODE
            elif text.strip():
                self.kind[row] = LineKind.FAULT
        inside = self.kind != LineKind.BLANK
        self.is_first = inside & ~np.append(False, inside[:-1])[: len(inside)]  # of its paragraph
        self.paragraph = np.cumsum(self.is_first) - 1

    def of_kind(self, kind: LineKind) -> list[int]:
        return np.flatnonzero(self.kind == kind).tolist()


def check_special(lines: ConllLines, length: Integers, faults: Faults) -> None:
    """Find faulty lines, comments out of place and blank lines that are not empty or too many."""
    for row in lines.of_kind(LineKind.FAULT):
        position, tab, _ = lines.special[row].partition("\t")
        if position.startswith("\ufeff"):
            faults.error(row, "byte order mark inside the file, as from joining two files; remove it")
        elif tab:
            faults.error(row, f"ID is {position!r}; expected a number such as 3, 3-4 or 3.1", "position")
        else:
            faults.error(row, "no tab in the line; fields are separated by tabs, and comments begin with #")

    is_comment, blank = lines.kind == LineKind.COMMENT, lines.kind == LineKind.BLANK
    is_sentence = length > 0
    is_sentence[lines.paragraph[lines.kind == LineKind.FAULT]] = True
    after_other = ~np.isin(np.append(LineKind.BLANK, lines.kind[:-1]), (LineKind.COMMENT, LineKind.BLANK))
    after_blank = np.append(lines.part.first_line > 1, blank[:-1])  # parts begin after a blank line
    oddities = {
        "comments without a sentence": is_comment & lines.is_first & ~np.append(is_sentence, False)[lines.paragraph],
        "comment inside a sentence; comments stand before its first word": is_comment & after_other,
        "blank line with blanks in it; it should be empty": blank & (lines.part.ends > lines.part.starts),
        "more than one blank line between sentences": blank & after_blank,
    }
    for message, rows in oddities.items():
        for row in np.flatnonzero(rows).tolist():
            faults.warn(row, message)
    if blank[:1].any() and lines.part.first_line == 1:
        faults.warn(0, "blank line before the first sentence")
    if not len(blank):
        faults.warn(0, "no sentences in the file")
    elif lines.part.done == 1 and not blank[-1]:
        faults.warn(len(blank) - 1, "no blank line after the last sentence")


def ranges(lines: ConllLines, length: Integers, faults: Faults) -> pl.DataFrame:
    """The surface tokens over several words, ``sentence`` being the paragraph. ``length``: words of each paragraph. One
    out of bounds, or that overlaps the one before, is an error, one not right before its first word a warning."""
    found, beyond = [], _beyond_misc(faults.columns)
    last_of: dict[int, int] = {}
    for row in lines.of_kind(LineKind.RANGE):
        paragraph = int(lines.paragraph[row])
        fields = lines.special[row].split("\t")
        first, last = map(int, fields[0].split("-"))
        name = f"range {fields[0]}"
        if first == last:
            faults.error(row, f"{name} holds one word only; leave it out", "position")
        elif not 1 <= first < last <= length[paragraph]:
            faults.error(row, f"{name} is not within the sentence's words 1 to {length[paragraph]}", "position")
        elif first <= last_of.get(paragraph, 0):
            faults.error(row, f"{name} overlaps the range before it, or should stand before it", "position")
        elif len(fields) != len(faults.columns):
            faults.error(row, f"{counted(len(fields), 'field')}; expected {len(faults.columns)}, separated by tabs")
        else:
            if row + 1 == len(lines.kind) or lines.number[row + 1] != first:
                faults.warn(row, f"{name} does not stand right before word {first}", "position")
            last_of[paragraph] = last
            line, end = row + lines.part.first_line, len(fields) - len(beyond)
            between = "\t".join(fields[2 : end - 1])
            found.append((paragraph, first, last, line, fields[1], fields[end - 1], between, *fields[end:]))
    return pl.DataFrame(found, schema={**TOKENS, **beyond}, orient="row")


def _beyond_misc(columns: Sequence[str]) -> dict[str, pl.DataType]:
    return {"mwe": pl.String()} if "mwe" in columns else {}


def empty_nodes(lines: ConllLines, length: Integers, faults: Faults) -> pl.DataFrame:
    """The empty nodes, ``sentence`` being the paragraph. They must be numbered 1, 2, … after their word."""
    words = np.flatnonzero(lines.kind == LineKind.WORD)
    first_rows = np.flatnonzero(lines.is_first)
    found, beyond = [], _beyond_misc(faults.columns)
    last: dict[tuple[int, int], int] = {}
    for row in lines.of_kind(LineKind.EMPTY_NODE):
        paragraph = int(lines.paragraph[row])
        name, _, rest = lines.special[row].partition("\t")
        after, index = map(int, name.split("."))
        fields = rest.split("\t")
        if after > length[paragraph]:
            faults.error(row, f"empty node {name} comes after word {after}, which does not exist", "position")
        elif len(fields) + 1 != len(faults.columns):
            faults.error(row, f"{counted(len(fields) + 1, 'field')}; expected {len(faults.columns)}, separated by tabs")
        else:
            expected = last.get((paragraph, after), 0) + 1
            if index != expected:
                faults.warn(row, f"empty node {name}; expected {after}.{expected}", "position")
            if np.diff(np.searchsorted(words, [first_rows[paragraph], row]))[0] != after:
                faults.warn(row, f"empty node {name} does not stand right after word {after}", "position")
            last[paragraph, after] = index
            line, end = row + lines.part.first_line, len(fields) - len(beyond)
            known = fields[0], fields[1], fields[2], fields[end - 2], "\t".join(fields[:end])
            found.append((paragraph, after, index, line, *known, *fields[end:]))
    return pl.DataFrame(found, schema={**EMPTY_NODES, **beyond}, orient="row")
