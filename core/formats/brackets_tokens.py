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
        text = np.frombuffer(self.text.translate(_SPLIT), np.uint8)
        kept = text != ord("\n")
        kept[1:] |= kept[:-1]
        # Neither tabs nor line ends occur in atoms; the first line is ours, for polars drops a byte order mark there.
        column = pl.read_csv(
            b"_\n" + text[kept].tobytes(),
            separator="\t",
            quote_char=None,
            has_header=False,
            schema={"atom": pl.String},
        )["atom"]
        return column.slice(1).append(pl.Series(["_", ""])).cast(TEXT)

    def chosen(self, rows: npt.NDArray[np.bool_]) -> Tokens:
        """Only these tokens; their atoms keep their numbers."""
        return Tokens(self.text, self.kind[rows], self.place[rows], self.atom[rows])


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
    before = np.append(0, tokens.depth)[first]
    balanced = np.append(0, tokens.depth)[first + count] == before
    filled = np.flatnonzero(count)
    if filled.size:
        lowest = np.minimum.reduceat(tokens.depth, first[filled])
        outermost = np.minimum.reduceat(np.where(tokens.kind == ATOM, tokens.depth, _DEEP), first[filled])
        balanced[filled] &= (lowest >= before[filled]) & (outermost > before[filled])
    return Segments(np.asarray(places, np.int64), first, balanced)


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
