"""What differs in a sentence in the layers of annotation that were chosen. No Qt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.session.document import Document

_NUMBER = re.compile(r"(?<![.\d])\d+")


class LayerItem(NamedTuple):
    """Something that differs, by the numbers of the gold's words; ``position`` is 0 where it is no one word of them."""

    layer: Layer
    item: str
    position: int
    gold: str | None
    parse: str | None


def items_of(document: Document, row: int, parse: int, layers: Sequence[Layer]) -> tuple[LayerItem, ...]:
    """What differs between a sentence of the gold and one parse's in the chosen layers, in the order of the words.

    Where sentences are split differently, all of the unit's, numbered as the unit's words are.
    """
    if not layers or not 0 <= parse < len(document.parses):
        return ()
    table = document.layer_differences(parse, tuple(layers))
    (first, end), _ = document.parses[parse].units.rows(row)
    chosen = table.slice(
        table["sentence"].search_sorted(first, "left"),
        table["sentence"].search_sorted(end, "left") - table["sentence"].search_sorted(first, "left"),
    )
    before = document.gold.sentences["first_word"]
    found = _items(chosen, [before[one] - before[first] for one in range(first, end)], first)
    if document.is_turned(row, parse):
        return tuple(one._replace(gold=one.parse, parse=one.gold) for one in found)
    return tuple(found)


def _items(table: pl.DataFrame, shifts: Sequence[int], first: int) -> Iterator[LayerItem]:
    for sentence, layer, position, item, gold, parse in table.select(
        "sentence", "layer", "position", "item", "gold", "parse"
    ).iter_rows():
        by = shifts[sentence - first]
        yield LayerItem(Layer(layer), _later(item, by), position + by if position else 0, gold, parse)


def _later(item: str, by: int) -> str:
    """An item in a unit, before whose sentence stand so many words."""
    return _NUMBER.sub(lambda number: f"{int(number[0]) + by}", item) if by else item
