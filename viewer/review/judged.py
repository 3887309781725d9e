"""What the sides say of the places that are judged; kept with each verdict, it tells whether that still holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from goldleaf.core.analysis.layers import Layer, layer_differences
from goldleaf.core.treebank import Treebank


class Readings:
    """How the first of these treebanks differs from each other one; ``names`` are those of the sides."""

    def __init__(self, names: Sequence[str] = (), treebanks: Sequence[Treebank] = ()) -> None:
        self._first = treebanks[0] if treebanks else None
        self._others = dict(zip(names[1:], treebanks[1:], strict=True))
        self._tables: dict[tuple[str, Layer], pl.DataFrame] = {}
        self._known: dict[tuple[int, Layer, str], dict[str, str]] = {}

    def at(self, row: int, layer: Layer, item: str) -> Mapping[str, str]:
        """What stands against what at an item, or in all of a sentence (row of the first): a text by the other's name.

        It is empty where the two are alike, as in ``4 nsubj / 4 obj`` where they are not. Without treebanks nothing is
        known, and no name is there.
        """
        key = (row, layer, item)
        if key not in self._known:
            self._known[key] = {name: self._text(name, row, layer, item) for name in self._others}
        return self._known[key]

    def _text(self, name: str, row: int, layer: Layer, item: str) -> str:
        assert self._first is not None
        if (name, layer) not in self._tables:  # of all sentences: not many times as slow as of one
            self._tables[name, layer] = layer_differences(self._first, self._others[name], [layer])
        table = self._tables[name, layer]
        begin, end = (int(table["sentence"].search_sorted(row, side)) for side in ("left", "right"))
        here = table[begin:end].select(
            "item", pl.format("{} / {}", *(pl.col(side).fill_null("") for side in ("gold", "parse")))
        )
        return "; ".join(
            text if item else f"{place}: {text}" for place, text in here.iter_rows() if item in ("", place)
        )
