"""The bottom line that all trees of a sentence share: which of their words stand below each other, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import NamedTuple

from goldleaf.core.structures.phrase import is_trace
from goldleaf.viewer.diagram.shapes import Key
from goldleaf.viewer.diagram.spacing import Need, gaps_between, positions
from goldleaf.viewer.diagram.theme import Ruler
from goldleaf.viewer.views.trees.labels import Texts, TreeLabel, word_label
from goldleaf.viewer.views.trees.shown import ItemKind, Shown
from goldleaf.viewer.views.trees.tree_picture import TreeOptions, runs

# The least distances in pixels: between two words, two tags, the widest texts of two columns.
GAPS, TIGHT_GAPS = (14.0, 8.0, 8.0), (7.0, 4.0, 4.0)


class LineCell(NamedTuple):
    """What a tree has in a column: a word, or the joined words of a folded node."""

    column: int
    key: Key
    word: TreeLabel
    tag: TreeLabel | None = None  # of a single word


class LinePart(NamedTuple):
    """One tree on the line: the column of each slot, its cells, and the first and last columns of each item."""

    columns: list[int]
    cells: list[LineCell]
    spans: list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Line:
    """The centres of the columns, half of their widths, and each tree's part; the outermost left edge is at 0."""

    xs: list[float]
    reach: list[float]
    parts: tuple[LinePart, ...]

    @property
    def width(self) -> float:
        return self.xs[-1] + self.reach[-1] if self.xs else 0.0

    def extent(self, span: tuple[int, int]) -> tuple[float, float]:
        first, last = span
        return self.xs[first] - self.reach[first], self.xs[last] + self.reach[last]


def shared_line(trees: Sequence[Shown], texts: Sequence[Texts], options: TreeOptions, ruler: Ruler) -> Line:
    """Places the words of all trees as closely as words, tags and the labels above them allow."""
    between_words, between_tags, between_columns = TIGHT_GAPS if options.tight else GAPS
    parts = []
    for shown, measured, columns in zip(trees, texts, columns_of(trees), strict=True):
        ends = (((item.slots & -item.slots).bit_length() - 1, item.slots.bit_length() - 1) for item in shown.items)
        spans = [(columns[first], columns[last]) for first, last in ends]
        parts.append(LinePart(columns, list(_cells(shown, columns, measured, options, ruler)), spans))
    count = 1 + max((last for part in parts for _, last in part.spans), default=-1)

    reach, gaps = [0.0] * count, [0.0] * max(count - 1, 0)
    needs: list[tuple[int, int, float]] = []
    for shown, measured, part in zip(trees, texts, parts, strict=True):
        words, tags = [0.0] * count, [0.0] * count
        for cell in part.cells:
            words[cell.column] = cell.word.width
            tags[cell.column] = cell.tag.width if cell.tag else 0.0
        for widths, gap in ((words, between_words), (tags, between_tags)):
            gaps = list(map(max, gaps, gaps_between(widths, gap)))
        reach = [max(known, word / 2) for known, word in zip(reach, words, strict=True)]
        for number, (item, (first, last)) in enumerate(zip(shown.items, part.spans, strict=True)):
            width = max(measured.labels[number].width, measured.edges[number])
            if first == last:
                reach[first] = max(reach[first], width / 2)  # it alone stands over the column
            elif item.is_node:
                # A label wider than its words: its columns move apart together, none of them alone.
                needs.append((first, last, width))
    gaps = [max(gap, a + b + between_columns) for gap, (a, b) in zip(gaps, pairwise(reach), strict=True)]
    apart = [Need(first, last, width - reach[first] - reach[last]) for first, last, width in needs]
    xs = positions(gaps, apart) if count else []
    return Line([x + reach[0] for x in xs], reach, tuple(parts))


def _cells(
    shown: Shown, columns: Sequence[int], texts: Texts, options: TreeOptions, ruler: Ruler
) -> Iterator[LineCell]:
    words = shown.picture.sentence.words
    for number, item in enumerate(shown.items):
        label = texts.words[number]
        if label is None:
            continue
        [(first, last)] = runs(item.slots)
        if item.kind is ItemKind.WORD:
            yield LineCell(columns[first], item.key, label, texts.labels[number])
        elif columns[first] == columns[last]:
            yield LineCell(columns[first], item.key, label)
        else:  # folded here, but another tree needs the words apart
            for column, slots in groupby(range(first, last + 1), key=columns.__getitem__):
                inside = [words[place] for slot in slots if (place := shown.slots[slot].word) is not None]
                if inside:
                    part = replace(item, text=" ".join(word.form for word in inside))
                    key = Key(item.key.side, "word", f"{inside[0].position}") if len(inside) == 1 else item.key
                    yield LineCell(column, key, word_label(part, ruler, options.fold_width))


def columns_of(trees: Sequence[Shown]) -> list[list[int]]:
    """The column of each slot of each tree. Written words are matched by their order, or by the places that they have
    among those of both sides. Words that are folded together in every tree share a column."""
    names = [_names(shown) for shown in trees]
    order = {name: place for place, name in enumerate(sorted({name for own in names for name in own}))}
    places = [[order[name] for name in own] for own in names]
    joined = [True] * max(len(order) - 1, 0)  # each place but the last one with the next one
    for shown, own in zip(trees, places, strict=True):
        folds = _folds(shown, own, len(order))
        joined = [both and a == b != 0 for both, (a, b) in zip(joined, pairwise(folds), strict=True)]
    column = [0]
    for together in joined:
        column.append(column[-1] + (not together))
    return [[column[place] for place in own] for own in places]


def _names(shown: Shown) -> list[tuple[int, int, int]]:
    """What the slots of all trees are matched by: the number of the written word, or of what stands before it."""
    words, placed = shown.picture.sentence.words, shown.picture.is_placed
    names = []
    written = before = 0
    for slot in shown.slots:
        if slot.word is not None and (placed or not is_trace(words[slot.word])):
            written = words[slot.word].position if placed else written
            names.append((written, 1, 0))
            written, before = written + 1, 0
        else:
            names.append((written, 0, before))
            before += 1
    return names


def _folds(shown: Shown, places: Sequence[int], count: int) -> list[int]:
    """The fold at each of ``count`` places; ``places`` are those of the tree's slots. A place that the tree has no slot
    in is in the fold that is on both sides of it."""
    folds, known = [0] * count, set(places)
    for place, slot in zip(places, shown.slots, strict=True):
        folds[place] = slot.fold
    after = list(folds)
    for place in range(count - 2, -1, -1):
        if place not in known:
            after[place] = after[place + 1]
    for place in range(1, count):
        if place not in known:
            folds[place] = folds[place - 1] if folds[place - 1] == after[place] else 0
    return folds
