"""The columns of the bottom line: which words of several trees stand below each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from goldleaf.core.structures.phrase import is_trace
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Key
from goldleaf.viewer.views.trees.labels import Label, word_label
from goldleaf.viewer.views.trees.options import TreeOptions
from goldleaf.viewer.views.trees.picture import runs
from goldleaf.viewer.views.trees.shown import Kind, Shown
from goldleaf.viewer.views.trees.texts import Texts


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
    order = {name: column for column, name in enumerate(sorted({name for own in names for name in own}))}
    joined = [True] * max(len(order) - 1, 0)
    for shown, own in zip(trees, names, strict=True):
        folds = [0] * len(order)
        for name, slot in zip(own, shown.slots, strict=True):
            folds[order[name]] = slot.fold
        folds = _filled(folds, {order[name] for name in own})
        joined = [both and a == b != 0 for both, (a, b) in zip(joined, pairwise(folds), strict=True)]
    column = [0]
    for together in joined:
        column.append(column[-1] + (not together))
    return [[column[order[name]] for name in own] for own in names]


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
    words = shown.picture.sentence.words
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
                inside = [words[place] for slot in slots if (place := shown.slots[slot].word) is not None]
                if inside:
                    part = replace(item, text=" ".join(word.form for word in inside))
                    whole = word_label(part, ruler, options.fold_width)
                    key = Key(item.key.side, "word", f"{inside[0].position}") if len(inside) == 1 else item.key
                    yield Cell(column, key, whole)
