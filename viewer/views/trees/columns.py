"""The columns of the bottom line: which words of several trees stand below each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from goldleaf.core.structures.phrase import is_trace
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Key
from goldleaf.viewer.views.trees.labels import Label, word_label
from goldleaf.viewer.views.trees.options import TreeOptions
from goldleaf.viewer.views.trees.shown import Item, Kind, Shown
from goldleaf.viewer.views.trees.texts import Texts
from goldleaf.viewer.views.trees.tree_picture import runs


@dataclass(frozen=True, slots=True)
class Cell:
    """What a tree has in a column: a word, or the joined words of a folded node. ``tag`` belongs to a single word."""

    column: int
    key: Key
    word: Label
    tag: Label | None = None


def columns_of(trees: Sequence[Shown]) -> list[list[int]]:
    """The column of each slot of each tree.

    Written words are matched by their order, or by the places that they have among those of both sides. Words that are
    folded together in every tree share a column.
    """
    names = [_names(shown) for shown in trees]
    order = {name: place for place, name in enumerate(sorted({name for own in names for name in own}))}
    places = [[order[name] for name in own] for own in names]
    column = [0]
    for together in _folded_with_next(trees, places, len(order)):
        column.append(column[-1] + (not together))
    return [[column[place] for place in own] for own in places]


def _folded_with_next(trees: Sequence[Shown], places: Sequence[Sequence[int]], count: int) -> list[bool]:
    """Whether each of ``count`` places, but the last one, is in a fold with the next one in every tree."""
    joined = [True] * max(count - 1, 0)
    for shown, own in zip(trees, places, strict=True):
        folds = _folds(shown, own, count)
        joined = [both and a == b != 0 for both, (a, b) in zip(joined, pairwise(folds), strict=True)]
    return joined


def _folds(shown: Shown, places: Sequence[int], count: int) -> list[int]:
    """The fold at each of ``count`` places; ``places`` are those of the tree's slots."""
    folds = [0] * count
    for place, slot in zip(places, shown.slots, strict=True):
        folds[place] = slot.fold
    return _filled(folds, set(places))


def _names(shown: Shown) -> list[tuple[int, int, int]]:
    """What the slots of all trees are matched by: the number of the written word, or of what stands before it."""
    words, placed = shown.picture.sentence.words, shown.picture.is_placed
    found = []
    written = before = 0
    for slot in shown.slots:
        if slot.word is not None and (placed or not is_trace(words[slot.word])):
            written = words[slot.word].position if placed else written
            found.append((written, 1, 0))
            written, before = written + 1, 0
        else:
            found.append((written, 0, before))
            before += 1
    return found


def _filled(folds: list[int], known: set[int]) -> list[int]:
    """The folds of columns; one that the tree has no slot in is in the fold that is on both sides of it."""
    after = list(folds)
    for column in range(len(folds) - 2, -1, -1):
        if column not in known:
            after[column] = after[column + 1]
    for column in range(1, len(folds)):
        if column not in known:
            folds[column] = folds[column - 1] if folds[column - 1] == after[column] else 0
    return folds


def cells_of(shown: Shown, columns: Sequence[int], texts: Texts, options: TreeOptions, ruler: Ruler) -> Iterator[Cell]:
    """What a tree has on the bottom line."""
    for number, item in enumerate(shown.items):
        label = texts.words[number]
        if label is None:
            continue
        [(first, last)] = runs(item.slots)
        if item.kind is Kind.WORD:
            yield Cell(columns[first], item.key, label, texts.labels[number])
        elif columns[first] == columns[last]:
            yield Cell(columns[first], item.key, label)
        else:  # folded here, but another tree needs the words apart
            for column, slots in groupby(range(first, last + 1), key=columns.__getitem__):
                yield from _part_of_fold(shown, item, column, slots, options.fold_width, ruler)


def _part_of_fold(
    shown: Shown, item: Item, column: int, slots: Iterable[int], width: float, ruler: Ruler
) -> Iterator[Cell]:
    """The words that a folded node has in a column, if any."""
    words = shown.picture.sentence.words
    inside = [words[place] for slot in slots if (place := shown.slots[slot].word) is not None]
    if inside:
        part = replace(item, text=" ".join(word.form for word in inside))
        key = Key(item.key.side, "word", f"{inside[0].position}") if len(inside) == 1 else item.key
        yield Cell(column, key, word_label(part, ruler, width))
