"""What a filter has found in the sentence that is shown: words, and groups of words that are nodes. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from goldleaf.core.analysis.search.filtering import Filtered
from goldleaf.core.analysis.sides.nodes import NodeKind
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
    units = document.parses[parse].units if 0 <= parse < len(document.parses) else None
    shown = ((row, row + 1),) * 2 if units is None or units.are_sentences else units.rows(row)
    bounds = dict(zip((GOLD, PARSE), shown, strict=True))
    inside = pl.col("sentence").is_between(*bounds[GOLD], closed="left")

    def place(treebank: Treebank, side: str, word: int) -> int:
        """Where the word in a row of a treebank stands in the side's picture."""
        position = word - int(treebank.sentences["first_word"][bounds[side][0]]) + 1
        places = pair.places[side == PARSE] if pair.places is not None else {}
        return places.get(position, position)

    hits: list[Hit] = []
    if found.hits is not None:
        own, gold = found.hits.filter(inside), document.gold
        for sentence, position in own.filter(pl.col("position") > 0).select("sentence", "position").iter_rows():
            where = place(gold, GOLD, int(gold.sentences["first_word"][sentence]) + position - 1)
            hits.append(Hit("word", {GOLD: (where,), PARSE: (where,)}))
        for side, treebank, words in words_of_parses(document, parse, own):
            if side == PARSE:
                hits += [Hit("word", {PARSE: (place(treebank, PARSE, word),)}) for word in words["word"]]
    for kind in NodeKind:
        if found.nodes is None:
            break
        rows = found.nodes.filter(pl.col("kind") == kind, inside)["row"].to_list()
        table = document.tables.nodes(kind, parse) if rows else None
        if table is None:
            continue
        for node in rows:
            of_words, numbers = {}, {}
            for side in (side for side in (GOLD, PARSE) if side in table.at and table.at[side][node] >= 0):
                treebank = table.sides[side].treebank
                own_words = table.words_of(np.array([node]), side)["word"]
                of_words[side] = tuple([place(treebank, side, word) for word in own_words])
                if kind is NodeKind.CONSTITUENT:  # pictures number them from the sentence's first
                    first = np.searchsorted(treebank.nodes["sentence"].to_numpy(), bounds[side][0])
                    numbers[side] = int(table.at[side][node]) - int(first) + 1
            hits.append(Hit(str(kind), of_words, numbers))
    return sorted(hits, key=lambda hit: hit.begins)
