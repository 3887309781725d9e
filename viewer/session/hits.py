"""What a filter has found in the sentence that is shown: words, and groups of words that are nodes. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from goldleaf.core.analysis.search.filtering import Filtered
from goldleaf.core.analysis.sides.nodes import NodeKind, NodeTable
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.found import words_of_parses
from goldleaf.viewer.session.pair import Pair

GOLD, PARSE = "gold", "parse"


@dataclass(frozen=True, slots=True)
class Hit:
    """A word, or a node of one side or both.

    ``kind`` is that of `Filtered`. ``words`` are for each side that has it (`GOLD`, `PARSE`) the places of its words in
    pictures, ``nodes`` of a constituent its number there.
    """

    kind: str
    words: Mapping[str, tuple[int, ...]]
    nodes: Mapping[str, int] = field(default_factory=dict)

    @property
    def begins(self) -> tuple[int, int]:
        """Where it stands among others: by its first word, the longer one first."""
        found = next((words for words in self.words.values() if words), (0,))
        return found[0], -len(found)


def hits_in(document: Document, parse: int, found: Filtered, row: int, pair: Pair) -> list[Hit]:
    """The hits in the sentence of a row, in the order of their words; in a unit, those of all its sentences."""
    unit = _Shown(document, parse, row, pair)
    hits = [*_words(found, unit), *(hit for kind in NodeKind for hit in _nodes(found, unit, kind))]
    return sorted(hits, key=lambda hit: hit.begins)


class _Shown:
    """Which sentences a picture shows as one, and where their words and nodes stand in it."""

    def __init__(self, document: Document, parse: int, row: int, pair: Pair) -> None:
        self.document, self.parse, self.pair = document, parse, pair
        alone = (row, row + 1), (row, row + 1)
        chosen = document.parses[parse] if 0 <= parse < len(document.parses) else None
        bounds = alone if chosen is None or chosen.units.are_sentences else chosen.units.rows(row)
        self.rows = dict(zip((GOLD, PARSE), bounds, strict=True))

    def place(self, treebank: Treebank, side: str, word: int) -> int:
        """Where the word in a row of a treebank stands in the side's picture."""
        position = word - int(treebank.sentences["first_word"][self.rows[side][0]]) + 1
        places = self.pair.places[side == PARSE] if self.pair.places is not None else {}
        return places.get(position, position)

    def number(self, treebank: Treebank, side: str, node: int) -> int:
        """The number in the side's picture of the constituent in a row of a treebank."""
        first = int(np.searchsorted(treebank.nodes["sentence"].to_numpy(), self.rows[side][0]))
        return node - first + 1


def _words(found: Filtered, unit: _Shown) -> Iterator[Hit]:
    if found.hits is None:
        return
    gold = unit.document.gold
    own = found.hits.filter(pl.col("sentence").is_between(*unit.rows[GOLD], closed="left"))
    for sentence, position in own.filter(pl.col("position") > 0).select("sentence", "position").iter_rows():
        place = unit.place(gold, GOLD, int(gold.sentences["first_word"][sentence]) + position - 1)
        yield Hit("word", {GOLD: (place,), PARSE: (place,)})
    for side, parse, words in words_of_parses(unit.document, unit.parse, own):
        if side == PARSE:
            yield from (Hit("word", {PARSE: (unit.place(parse, PARSE, word),)}) for word in words["word"])


def _nodes(found: Filtered, unit: _Shown, kind: NodeKind) -> Iterator[Hit]:
    if found.nodes is None:
        return
    inside = pl.col("sentence").is_between(*unit.rows[GOLD], closed="left")
    rows = found.nodes.filter(pl.col("kind") == kind, inside)["row"].to_list()
    table = unit.document.tables.nodes(kind, unit.parse) if rows else None
    if table is not None:
        yield from (_node(table, unit, row) for row in rows)


def _node(table: NodeTable, unit: _Shown, row: int) -> Hit:
    sides = [side for side in (GOLD, PARSE) if side in table.at and table.at[side][row] >= 0]
    numbered = sides if table.kind is NodeKind.CONSTITUENT else []
    return Hit(
        str(table.kind),
        {side: _places(table, unit, side, row) for side in sides},
        {side: _number(table, unit, side, row) for side in numbered},
    )


def _places(table: NodeTable, unit: _Shown, side: str, row: int) -> tuple[int, ...]:
    words = table.words_of(np.array([row]), side)["word"].to_list()
    return tuple([unit.place(table.sides[side].treebank, side, word) for word in words])


def _number(table: NodeTable, unit: _Shown, side: str, row: int) -> int:
    return unit.number(table.sides[side].treebank, side, int(table.at[side][row]))
