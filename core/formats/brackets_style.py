"""How a file of bracketed trees is laid out, which decides where its sentences begin.

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

from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

_OPEN = ord("(")
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"()")


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
    if all(shape.excess == 0 for shape in shapes):
        return _style_of_balanced(lines, shapes, complete=complete)
    return _style_of_unbalanced(filled, shapes, complete=complete)


class _Shape(NamedTuple):
    excess: int  # opening less closing brackets
    tops: int  # brackets at the top that hold others


def _style_of_balanced(lines: list[bytes], shapes: list[_Shape], *, complete: bool) -> Style:
    """The style where every line closes what it opens."""
    if 2 * sum(shape.tops > 1 for shape in shapes) > len(shapes):
        return Style.FLOWING
    return Style.INDENTED if _separated(lines, complete=complete) else Style.LINES


def _style_of_unbalanced(lines: list[bytes], shapes: list[_Shape], *, complete: bool) -> Style:
    """The style where some line does not close what it opens."""
    one_line, several_lines, bad = _segments(lines, shapes, complete=complete)
    whole = sum(shape.excess == 0 and shape.tops > 0 for shape in shapes)
    if several_lines == 0 and (bad <= whole or not _closes_again(shapes)):
        return Style.LINES
    return Style.INDENTED if bad <= one_line + several_lines and _begins(lines[0], b"") else Style.FLOWING


def _shape(line: bytes) -> _Shape:
    depth = tops = 0
    deep = False
    for byte in line.translate(None, _NO_BRACKETS):
        if byte == _OPEN:
            depth += 1
            deep |= depth > 1
        else:
            depth -= 1
            if depth == 0:
                tops += deep
                deep = False
    return _Shape(depth, tops)


def _begins(line: bytes, indent: bytes) -> bool:
    return line.startswith(indent + b"(")


def _segments(lines: list[bytes], shapes: list[_Shape], *, complete: bool) -> tuple[int, int, int]:
    """From each line that begins as the first one does to the next: how many are balanced in one line, in several, not.

    The last one is not counted where the text is not complete.
    """
    indent = lines[0][: len(lines[0]) - len(lines[0].lstrip())]
    found = list(_excesses(lines, shapes, indent))
    if not complete and len(found) > 1:
        found.pop()
    one_line = sum(excess == 0 and first == 0 for excess, first in found)
    several_lines = sum(excess == 0 and first > 0 for excess, first in found)
    return one_line, several_lines, len(found) - one_line - several_lines


def _excesses(lines: list[bytes], shapes: list[_Shape], indent: bytes) -> Iterator[tuple[int, int]]:
    """The brackets that each segment leaves open, and those that its first line leaves open."""
    excess, first = 0, None
    for line, shape in zip(lines, shapes, strict=True):
        if _begins(line, indent) and first is not None:
            yield excess, first
            excess, first = 0, None
        excess += shape.excess
        first = shape.excess if first is None else first
    yield excess, first or 0


def _closes_again(shapes: list[_Shape]) -> bool:
    """Whether all brackets are closed at the end of a line on which some were open before."""
    depth = 0
    for shape in shapes:
        before, depth = depth, depth + shape.excess
        if before > 0 and depth == 0:
            return True
    return False


def _separated(lines: list[bytes], *, complete: bool) -> bool:
    """Whether every tree, each in one line, has an empty line after it."""
    filled = [bool(line.strip()) for line in lines]
    if complete and not filled[-1]:
        filled.pop()  # what follows the last line end
    trees = sum(filled)
    followed = sum(one and not other for one, other in pairwise(filled))
    return (trees >= 2 and followed == trees) or (trees >= 3 and followed == trees - 1 and filled[-1])
