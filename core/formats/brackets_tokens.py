"""The brackets and atoms of a text of trees, all at once, and the places where brackets do not balance."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.treebank import TEXT

ATOM, BLANK, OPEN, CLOSE = range(4)

Rows = npt.NDArray[np.int64]

_KINDS = bytes(
    {**dict.fromkeys(b" \t\r\n\v\f", BLANK), ord("("): OPEN, ord(")"): CLOSE}.get(n, ATOM) for n in range(256)
)
_SPLIT = bytes(n if _KINDS[n] == ATOM else ord("\n") for n in range(256))
_BRACKETS = b"()"


@dataclass(frozen=True, eq=False)
class Tokens:
    """Each bracket and each atom (a run of anything else that is not blank) of a text."""

    text: bytes
    kind: npt.NDArray[np.uint8]  # ATOM, OPEN or CLOSE
    place: Rows  # of the first byte
    atom: Rows  # the number of the atom, from 0; of brackets, that of the last one before

    @cached_property
    def depth(self) -> npt.NDArray[np.int32]:
        """How many more brackets are open than closed after each token."""
        steps = (self.kind == OPEN).view(np.int8) - (self.kind == CLOSE).view(np.int8)
        return np.cumsum(steps, dtype=np.int32)

    def atoms(self) -> pl.Series:
        """The text of all atoms of the text, then ``_`` and the empty text. Raises ComputeError if it is not UTF-8."""
        column = _lines(self.text.translate(_SPLIT, _BRACKETS))
        if len(column) != self.count + 1:  # a bracket was all that stood between two of them
            column = _lines(self.text.translate(_SPLIT))
        return column.slice(1).append(pl.Series(["_", ""])).cast(TEXT)

    @property
    def count(self) -> int:
        """How many atoms there are."""
        return int(np.count_nonzero(self.kind == ATOM))

    def chosen(self, rows: npt.NDArray[np.bool_]) -> Tokens:
        """Only these tokens; their atoms keep their numbers."""
        return Tokens(self.text, self.kind[rows], self.place[rows], self.atom[rows])


def _lines(text: bytes) -> pl.Series:
    """The filled lines of a text, after one of ours: for polars drops a byte order mark there."""
    if b"\n\n" in text or text.startswith(b"\n"):
        rows = np.frombuffer(text, np.uint8)
        kept = rows != ord("\n")
        kept[1:] |= kept[:-1]
        text = rows[kept].tobytes()
    # Neither tabs nor line ends occur in atoms.
    schema = {"atom": pl.String}
    return pl.read_csv(b"_\n" + text, separator="\t", quote_char=None, has_header=False, schema=schema)["atom"]


def tokenise(text: bytes) -> Tokens:
    """All tokens of a text."""
    kinds = np.frombuffer(text.translate(_KINDS), np.uint8)
    is_atom = kinds == ATOM
    starts = kinds > BLANK
    starts[:1] |= is_atom[:1]
    starts[1:] |= is_atom[1:] & ~is_atom[:-1]
    place = np.flatnonzero(starts)
    kind = kinds[place]
    return Tokens(text, kind, place, np.cumsum(kind == ATOM) - 1)


class Segments(NamedTuple):
    """Stretches of the text that are balanced or not each by itself: where each begins, in bytes and in tokens."""

    place: Rows
    first: Rows  # its first token, or the next one if it has none
    balanced: npt.NDArray[np.bool_]


def segments(tokens: Tokens, places: npt.NDArray[np.integer[Any]]) -> Segments:
    """The segments that begin at these places, the first at the beginning of the text."""
    first = np.searchsorted(tokens.place, places)
    count = np.diff(np.append(first, len(tokens.place)))
    depth = np.append(0, tokens.depth)
    before = depth[first]
    balanced = depth[first + count] == before
    filled = np.flatnonzero(count)
    if filled.size and not (balanced.all() and _inside(tokens)):
        lowest = np.minimum.reduceat(tokens.depth, first[filled])
        outermost = np.minimum.reduceat(np.where(tokens.kind == ATOM, tokens.depth, _DEEP), first[filled])
        balanced[filled] &= (lowest >= before[filled]) & (outermost > before[filled])
    return Segments(np.asarray(places, np.int64), first, balanced)


def _inside(tokens: Tokens) -> bool:
    """Whether every atom of the text stands in brackets, and no bracket closes that is not open."""
    outermost = tokens.depth == 0
    closed = tokens.kind == CLOSE
    return int(tokens.depth.min(initial=0)) == 0 and bool((closed | ~outermost).all())


_DEEP = np.int32(np.iinfo(np.int32).max)


class Fault(NamedTuple):
    """What is wrong at a place of the text."""

    place: int
    message: str


def unbalanced(tokens: Tokens, first: int, end: int) -> Fault:
    """The first fault of an unbalanced segment."""
    opened: list[int] = []
    for row, kind in zip(range(first, end), tokens.kind[first:end].tolist(), strict=True):
        if kind == OPEN:
            opened.append(row)
        elif kind == CLOSE and not opened:
            return Fault(int(tokens.place[row]), "surplus closing bracket")
        elif kind == CLOSE:
            opened.pop()
        elif not opened:
            return Fault(int(tokens.place[row]), "text outside of brackets; expected (")
    count = f"; {len(opened)} are missing in all" if len(opened) > 1 else ""
    return Fault(int(tokens.place[opened[-1]]), f"this bracket is not closed{count}")


def tree_starts(tokens: Tokens) -> Rows:
    """The places of the brackets that open when all are closed; a surplus closing bracket closes nothing."""
    depth = tokens.depth
    lowest = np.minimum(np.minimum.accumulate(depth), 0) if len(depth) else depth
    return np.asarray(tokens.place[(tokens.kind == OPEN) & (depth - lowest == 1)])
