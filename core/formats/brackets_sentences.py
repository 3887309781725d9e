"""How a file of bracketed trees is laid out, where its sentences begin therefore, and which of them can be read.

* LINES: one sentence a line, as evalb reads it. An empty line is a sentence without parse, and several trees on a line
  are one sentence, a forest. So the n-th lines of two files are always a pair.
* INDENTED: trees over several lines; every tree begins with a bracket in the first column, its other lines do not.
  Empty lines separate.
* FLOWING: a tree begins wherever all brackets are closed.

The style is told from the beginning of the file: LINES unless there are trees that go on over indented lines
(INDENTED), more lines that are not balanced than lines that hold a tree, or several trees on most lines (FLOWING).
Where every single tree has an empty line after it (two trees at least; three where the last has none), empty lines
separate them (INDENTED).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from goldleaf.core.formats.brackets_tokens import ATOM, CLOSE, NONE, OPEN, Rows, Tokens, Trees, read_trees, tree_starts
from goldleaf.core.formats.source import Part


class Style(Enum):
    """The layout of a file of trees."""

    LINES = "lines"
    INDENTED = "indented"
    FLOWING = "flowing"


def style_of(text: bytes, *, complete: bool) -> Style:
    """Tell the style from the beginning of the text; its last line is cut off unless it is ``complete``."""
    lines = text.split(b"\n")
    if not complete and len(lines) == 1:
        return Style.FLOWING if _shape(text).tops > 1 else Style.LINES
    if not complete:
        lines.pop()
    filled = [line for line in lines if line.strip()]
    shapes = [_shape(line) for line in filled]
    if any(shape.excess for shape in shapes):
        return _style_of_unbalanced(filled, shapes, complete=complete)
    if 2 * sum(shape.tops > 1 for shape in shapes) > len(shapes):
        return Style.FLOWING
    is_filled = [bool(line.strip()) for line in lines]
    if complete and not is_filled[-1]:
        is_filled.pop()  # what follows the last line end
    trees = len(filled)
    followed = sum(line and not following for line, following in pairwise(is_filled))
    # An empty line is a sentence of its own for evalb, but not where each tree has one after it.
    separated = (trees >= 2 and followed == trees) or (trees >= 3 and followed == trees - 1 and is_filled[-1])
    return Style.INDENTED if separated else Style.LINES


def _style_of_unbalanced(lines: list[bytes], shapes: list[_Shape], *, complete: bool) -> Style:
    """The style where some line does not close what it opens."""
    indent = lines[0][: len(lines[0]) - len(lines[0].lstrip())]
    # From each line that begins as the first one does to the next: what it leaves open, and what its first line does.
    segments: list[tuple[int, int]] = []
    for line, shape in zip(lines, shapes, strict=True):
        if not segments or line.startswith(indent + b"("):
            segments.append((shape.excess, shape.excess))
        else:
            segments[-1] = (segments[-1][0] + shape.excess, segments[-1][1])
    if not complete and len(segments) > 1:
        segments.pop()
    good = sum(excess == 0 and first >= 0 for excess, first in segments)
    over_lines = any(excess == 0 and first > 0 for excess, first in segments)
    bad = len(segments) - good
    whole = sum(shape.excess == 0 and shape.tops > 0 for shape in shapes)
    depth = accumulate((shape.excess for shape in shapes), initial=0)
    closes_again = any(before > 0 and after == 0 for before, after in pairwise(depth))
    if not over_lines and (bad <= whole or not closes_again):
        return Style.LINES  # with some lines that are faulty
    return Style.INDENTED if bad <= good and lines[0].startswith(b"(") else Style.FLOWING


class _Shape(NamedTuple):
    excess: int  # opening less closing brackets
    tops: int  # brackets at the top that hold others


def _shape(line: bytes) -> _Shape:
    depth = tops = 0
    deep = False
    for byte in line.translate(None, _NO_BRACKETS):
        if byte == ord("("):
            depth += 1
            deep |= depth > 1
        else:
            depth -= 1
            if depth == 0:
                tops += deep
                deep = False
    return _Shape(depth, tops)


_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"()")


class Fault(NamedTuple):
    """What is wrong at a place of the text."""

    place: int
    message: str


@dataclass(frozen=True, eq=False)
class Sentences:
    """Where the sentences of a part begin, and what is wrong with some of them."""

    place: Rows
    first: Rows  # its first token, or the next one if it has none
    faults: dict[int, Fault] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines and columns of the places of a part."""

    part: Part
    style: Style

    def of(self, places: Rows, sentences: Rows) -> Rows:
        """The line of each place, given its sentence in the part."""
        if self.style is Style.LINES:
            return sentences + self.part.first_line
        return np.searchsorted(self.part.starts, places, "right") - 1 + self.part.first_line

    def line(self, place: int) -> int:
        """The line of a place."""
        return self.part.first_line + int(np.searchsorted(self.part.starts, place, "right")) - 1

    def column(self, place: int) -> int:
        """The character in its line, from 1."""
        start = self.part.text.rfind(b"\n", 0, place) + 1
        return len(self.part.text[start:place].decode()) + 1 + (0 if start else self.part.indent)


def find_sentences(part: Part, tokens: Tokens, style: Style) -> Sentences:
    """The sentences of a part; those that are not balanced have a fault."""
    # First the stretches that are balanced or not each by itself.
    if not part.text or style is Style.LINES:
        places = part.starts if part.text else np.zeros(0, np.int64)
    else:
        text = np.frombuffer(part.text, np.uint8)
        places = tree_starts(tokens) if style is Style.FLOWING else part.starts[text[part.starts] == ord("(")]
        places = np.append(0, places[1:])  # what stands before the first belongs to it
    first = np.searchsorted(tokens.place, places)
    end = np.append(first[1:], len(tokens.place))
    depth = np.append(0, tokens.depth)
    before = depth[first]
    balanced = depth[end] == before
    filled = np.flatnonzero(end > first)
    # Most often every atom of the text stands in brackets, and no bracket closes that is not open: that is told fast.
    clean = tokens.depth.min(initial=0) == 0 and ((tokens.kind == CLOSE) | (tokens.depth > 0)).all()
    if filled.size and not (balanced.all() and clean):
        of_atoms = np.where(tokens.kind == ATOM, tokens.depth, np.iinfo(np.int32).max)
        lowest, outermost = (np.minimum.reduceat(level, first[filled]) for level in (tokens.depth, of_atoms))
        balanced[filled] &= (lowest >= before[filled]) & (outermost > before[filled])

    if style is Style.LINES:
        sentences = Sentences(places, first)
    else:  # every tree of the balanced stretches is a sentence, and so is every other stretch
        repeated = np.repeat(np.arange(len(first)), end - first)
        begins = (tokens.kind == OPEN) & (tokens.depth == before[repeated] + 1) & balanced[repeated]
        begins[first[~balanced]] = True
        tree_first = np.flatnonzero(begins)
        place = tokens.place[tree_first]
        place[:1] = 0
        sentences = Sentences(place, tree_first)
    for row in np.flatnonzero(~balanced).tolist():
        sentence = row if style is Style.LINES else int(np.searchsorted(sentences.first, first[row]))
        sentences.faults[sentence] = _unbalanced(tokens, int(first[row]), int(end[row]))
    return sentences


def _unbalanced(tokens: Tokens, first: int, end: int) -> Fault:
    """The first fault of tokens that are not balanced."""
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


def readable_trees(tokens: Tokens, sentences: Sentences) -> Trees:
    """The trees of all sentences without faults; adds the faults that only show in the trees."""
    trees = read_trees(*_without_faults(tokens, sentences))
    label = np.append(trees.label, NONE)
    lonely = np.flatnonzero((trees.tag == NONE) & (label[trees.word_parent] == NONE))
    if not lonely.size:
        return trees
    for word in reversed(lonely.tolist()):
        message = "word in a bracket without label; expected a label after ("
        sentences.faults[int(trees.word_sentence[word])] = Fault(int(trees.word_place[word]), message)
    return read_trees(*_without_faults(tokens, sentences))


def _without_faults(tokens: Tokens, sentences: Sentences) -> tuple[Tokens, Rows]:
    """The tokens of the sentences without faults, and the first ones of all sentences among them."""
    if not sentences.faults:
        return tokens, sentences.first
    count = np.diff(np.append(sentences.first, len(tokens.place)))
    faulty = np.zeros(len(count), bool)
    faulty[list(sentences.faults)] = True
    kept = ~np.repeat(faulty, count)
    return tokens.chosen(kept), np.searchsorted(np.flatnonzero(kept), sentences.first)
