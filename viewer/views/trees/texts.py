"""The texts of a picture's items, measured once."""

from __future__ import annotations

from dataclasses import dataclass

from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.views.trees.labels import Label, Lines, edge_width, label_of, word_label
from goldleaf.viewer.views.trees.options import TreeOptions
from goldleaf.viewer.views.trees.shown import Kind, Shown


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
    return Texts(
        [label_of(item, ruler, pills=options.pills) for item in items],
        [word_label(item, ruler, options.fold_width) if item.kind in worded else None for item in items],
        [edge_width(item, ruler) for item in items],
        Lines.of(items, ruler, pills=options.pills),
    )
