"""The texts of a picture's items, measured once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.views.trees.labels import (
    UPRIGHT_GAP,
    Label,
    Line,
    Lines,
    edge_width,
    label_of,
    stood_up,
    word_label,
)
from goldleaf.viewer.views.trees.options import Leaves, TreeOptions
from goldleaf.viewer.views.trees.shown import Item, Kind, Shown


@dataclass(frozen=True, slots=True)
class Texts:
    """By item: its label or tag, its words, and the width of the box on its branch."""

    labels: list[Label]
    words: list[Label | None]
    edges: list[float]
    lines: Lines


def texts_of(shown: Shown, options: TreeOptions, ruler: Ruler) -> Texts:
    """Measures the texts of a picture."""
    items = shown.items
    worded = (Kind.WORD, Kind.WORDS)
    texts = Texts(
        [label_of(item, ruler, pills=options.pills) for item in items],
        [word_label(item, ruler, options.fold_width) if item.kind in worded else None for item in items],
        [edge_width(item, ruler) for item in items],
        Lines.of(items, ruler, pills=options.pills),
    )
    return texts if options.leaves is Leaves.LEVEL else _upright(texts, items, options.leaves, ruler)


def _upright(texts: Texts, items: Sequence[Item], leaves: Leaves, ruler: Ruler) -> Texts:
    """The same with words that run upwards, and their tags if the leaves are all so."""
    words = [stood_up(word, ruler) if word is not None else None for word in texts.words]
    lines = replace(texts.lines, word=_holding(texts.lines.word, [word for word in words if word is not None]))
    if leaves is not Leaves.ALL_UPRIGHT:
        return replace(texts, words=words, lines=lines)
    labels = [
        stood_up(label, ruler) if item.kind is Kind.WORD else label
        for item, label in zip(items, texts.labels, strict=True)
    ]
    tags = [label for label in labels if label.upright]
    return replace(texts, words=words, labels=labels, lines=replace(lines, tag=_holding(lines.tag, tags)))


def _holding(line: Line, labels: Sequence[Label]) -> Line:
    """A line that holds labels that run upwards, besides others."""
    return Line(line.ascent, max([line.height, *(label.length + UPRIGHT_GAP for label in labels if label.text)]))
