"""What the sides say of the places that are judged; kept with each verdict, it tells whether that still holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import polars as pl

from goldleaf.core.analysis.sides.layers import Layer, layer_differences
from goldleaf.core.treebank import Treebank


class Readings:
    """How the first of these treebanks differs from each other one; ``names`` are those of the sides."""

    def __init__(self, names: Sequence[str] = (), treebanks: Sequence[Treebank] = ()) -> None:
        self._first = treebanks[0] if treebanks else None
        self._others = dict(zip(names[1:], treebanks[1:], strict=True))
        self._texts: dict[tuple[str, Layer], dict[int, dict[str, str]]] = {}  # by row, then by item

    def at(self, row: int, layer: Layer, item: str) -> Mapping[str, str]:
        """What stands against what at an item, or in all of a sentence (row of the first): a text by the other's name.

        It is empty where the two are alike, as in ``4 nsubj / 4 obj`` where they are not. Without treebanks nothing is
        known, and no name is there.
        """
        return {name: self._text(name, row, layer, item) for name in self._others}

    def _text(self, name: str, row: int, layer: Layer, item: str) -> str:
        assert self._first is not None
        if (name, layer) not in self._texts:  # of all sentences: not many times as slow as of one
            found = layer_differences(self._first, self._others[name], [layer])
            both = pl.format("{} / {}", *(pl.col(side).fill_null("") for side in ("gold", "parse")))
            texts: defaultdict[int, dict[str, str]] = defaultdict(dict)
            for sentence, place, text in found.select("sentence", "item", both).iter_rows():
                texts[sentence][place] = text
            self._texts[name, layer] = texts
        here = self._texts[name, layer].get(row, {})
        return here.get(item, "") if item else "; ".join(f"{place}: {text}" for place, text in here.items())
