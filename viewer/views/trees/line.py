"""The bottom line that all trees of a sentence share: where its columns stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.spacing import Need, gaps_between, positions
from goldleaf.viewer.views.trees.columns import Cell, cells_of, columns_of
from goldleaf.viewer.views.trees.options import TreeOptions
from goldleaf.viewer.views.trees.shown import Shown
from goldleaf.viewer.views.trees.texts import Texts


@dataclass(frozen=True, slots=True)
class Gaps:
    """The least distances in pixels: between two words, two tags, the widest texts of two columns."""

    words: float = 14.0
    tags: float = 8.0
    columns: float = 8.0


USUAL, TIGHT = Gaps(), Gaps(words=7.0, tags=4.0, columns=4.0)


@dataclass(frozen=True, slots=True)
class Part:
    """One tree on the line: the column of each slot, its cells, and the first and last columns of each item."""

    columns: list[int]
    cells: list[Cell]
    spans: list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Line:
    """The centres of the columns, half of their widths, and each tree's part; the outermost left edge is at 0."""

    xs: list[float]
    reach: list[float]
    parts: tuple[Part, ...]

    @property
    def width(self) -> float:
        return self.xs[-1] + self.reach[-1] if self.xs else 0.0

    def extent(self, span: tuple[int, int]) -> tuple[float, float]:
        """The outer edges of some columns."""
        first, last = span
        return self.xs[first] - self.reach[first], self.xs[last] + self.reach[last]


def gaps_of(options: TreeOptions) -> Gaps:
    """The distances that the options ask for."""
    return TIGHT if options.tight else USUAL


def shared_line(trees: Sequence[Shown], texts: Sequence[Texts], options: TreeOptions, ruler: Ruler) -> Line:
    """Places the words of all trees as closely as words, tags and the labels above them allow."""
    least = gaps_of(options)
    parts = _parts(trees, texts, options, ruler)
    count = 1 + max((last for part in parts for _, last in part.spans), default=-1)
    reach, gaps = [0.0] * count, [0.0] * max(count - 1, 0)
    needs: list[tuple[int, int, float]] = []
    for shown, measured, part in zip(trees, texts, parts, strict=True):
        words, tags = _widths(part, count)
        reach = [max(known, word / 2) for known, word in zip(reach, words, strict=True)]
        needs += _wide_labels(reach, shown, measured, part)
        for widths, gap in ((words, least.words), (tags, least.tags)):
            gaps = list(map(max, gaps, gaps_between(widths, gap)))
    gaps = [max(gap, a + b + least.columns) for gap, (a, b) in zip(gaps, pairwise(reach), strict=True)]
    apart = [Need(first, last, width - reach[first] - reach[last]) for first, last, width in needs]
    xs = positions(gaps, apart) if count else []
    return Line([x + reach[0] for x in xs], reach, tuple(parts))


def _parts(trees: Sequence[Shown], texts: Sequence[Texts], options: TreeOptions, ruler: Ruler) -> list[Part]:
    found = []
    for shown, measured, columns in zip(trees, texts, columns_of(trees), strict=True):
        cells = list(cells_of(shown, columns, measured, options, ruler))
        found.append(Part(columns, cells, [_span(item.slots, columns) for item in shown.items]))
    return found


def _widths(part: Part, count: int) -> tuple[list[float], list[float]]:
    """Those of the words and of the tags of a tree, by column."""
    words, tags = [0.0] * count, [0.0] * count
    for cell in part.cells:
        words[cell.column] = cell.word.width
        tags[cell.column] = cell.tag.width if cell.tag else 0.0
    return words, tags


def _wide_labels(reach: list[float], shown: Shown, texts: Texts, part: Part) -> list[tuple[int, int, float]]:
    """Raises the reach of columns under a label alone; the spans of the other nodes, and how wide their labels are."""
    found = []
    for number, (first, last) in enumerate(part.spans):
        width = max(texts.labels[number].width, texts.edges[number])
        if first == last:
            reach[first] = max(reach[first], width / 2)
        elif shown.items[number].is_node:
            found.append((first, last, width))
    return found


def _span(slots: int, columns: Sequence[int]) -> tuple[int, int]:
    first = (slots & -slots).bit_length() - 1
    return columns[first], columns[slots.bit_length() - 1]
