"""What differs between a gold and its parses in the layers of annotation, item by item. No Qt."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import groupby
from operator import attrgetter
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from cachetools import LRUCache, cachedmethod

from goldleaf.core.analysis.sides.layers import PLACE, Layer, layer_counts, layer_differences, layers_of, readings
from goldleaf.core.facts import Bools
from goldleaf.core.sentence import Sentence
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.session.pair import Parse

KEPT = 24  # answers of each kind about layers of parses
LAYER_DIFFERENCES = "layer_differences"  # the column of differences in the layers that were chosen
_NUMBER = re.compile(r"(?<![.\d])\d+")
_RANGES = re.compile(r"\d+(-\d+)?(\+\d+(-\d+)?)*", re.ASCII)
_ROLE = re.compile(r"(\d+)(?:>(\d+))?", re.ASCII)
_LONGEST = 100_000  # words: a typo of nine digits is no set to be made


class LayerReading(NamedTuple):
    """What some sides say of a place, None for nothing: the first file is side 0, the parses are those after it."""

    text: str | None
    sides: tuple[int, ...]


class LayerItem(NamedTuple):
    """Something that differs, by the numbers of the gold's words; ``position`` is 0 where it is no one word of them.
    ``readings`` are those of all sides where these are looked at together, in the order of the first who has each."""

    layer: Layer
    item: str
    position: int
    gold: str | None
    parse: str | None
    readings: tuple[LayerReading, ...] = ()


@dataclass(frozen=True, eq=False)
class Layers:
    """What differs between a gold and each of its parses, by the parse's place and in chosen layers. ``turned`` says
    for each parse and sentence whether gold and parse change places (see `Document.blinded`). What is worked out is
    kept, for copies with another ``turned``, too."""

    gold: Treebank
    parses: tuple[Parse, ...]
    turned: Sequence[Bools] | None = None
    _kept: defaultdict[str, LRUCache[Any, Any]] = field(
        default_factory=lambda: defaultdict(partial(LRUCache, KEPT)), repr=False
    )
    _lock: Lock = field(default_factory=Lock, repr=False)

    @cachedmethod(lambda self: self._kept["layers"], lock=attrgetter("_lock"))
    def known(self, parse: int) -> tuple[Layer, ...]:
        """The layers of annotation in which the gold and a parse can differ."""
        return layers_of(self.gold, self.parses[parse].treebank)

    @cachedmethod(lambda self: self._kept["differences"], lock=attrgetter("_lock"))
    def differences(self, parse: int, layers: tuple[Layer, ...]) -> pl.DataFrame:
        """What differs between the gold and a parse in these layers, as `sides.layers` tells it."""
        return layer_differences(self.gold, self.parses[parse].treebank, layers)

    @cached_property
    def joinable(self) -> Bools:
        """Which sentences can be looked at in all sides together: nobody splits them otherwise, or lacks them."""
        joinable = np.full(len(self.gold), True)
        for parse in self.parses:
            alone = (np.diff(parse.units.gold) == 1) & (np.diff(parse.units.parse) == 1)
            joinable &= alone[parse.units.of_gold]
        return joinable

    @cachedmethod(lambda self: self._kept["readings"], lock=attrgetter("_lock"))
    def readings(self, layers: tuple[Layer, ...]) -> pl.DataFrame:
        """What all sides say wherever any two differ in these layers, as `layers.readings` tells it."""
        return readings([self.gold, *(parse.treebank for parse in self.parses)], layers)

    @cachedmethod(lambda self: self._kept["counts"], lock=attrgetter("_lock"))
    def counts(self, parse: int, layers: tuple[Layer, ...], *, everyone: bool = False) -> pl.Series:
        """How many differences each sentence of the gold has in these layers; a unit of sentences has them together.
        With ``everyone`` at how many places any two sides differ, in sentences that are `joinable`."""
        if everyone:
            places = self.readings(layers).filter(pl.col("side") == 0)["sentence"].to_numpy()
            of_all = np.bincount(places, minlength=len(self.gold))
            counted = np.where(self.joinable, of_all, self.counts(parse, layers).to_numpy())
            return pl.Series(LAYER_DIFFERENCES, counted, dtype=pl.UInt32)
        counts = layer_counts(self.gold, self.parses[parse].treebank, layers)
        total = counts.select(pl.sum_horizontal(pl.lit(0, pl.UInt32), pl.exclude("sentence"))).to_series().to_numpy()
        return pl.Series(LAYER_DIFFERENCES, self.parses[parse].units.lengths(total.astype(np.int64)), dtype=pl.UInt32)

    @cachedmethod(lambda self: self._kept["unseen"], lock=attrgetter("_lock"))
    def not_shown(self, parse: int, layers: tuple[Layer, ...], *, everyone: bool = False) -> tuple[int, int]:
        """At how many places the gold, or first annotator, and a parse agree, but another one differs; and how many
        there are at which any differs. With ``everyone`` the former only in sentences that are not `joinable`."""
        every = self.readings(layers).select(PLACE).unique()
        hidden = every.join(self.differences(parse, layers), on=PLACE, how="anti")["sentence"].to_numpy()
        return int(np.count_nonzero(~self.joinable[hidden])) if everyone else len(hidden), every.height

    def items(self, row: int, parse: int, layers: Sequence[Layer], *, everyone: bool = False) -> tuple[LayerItem, ...]:
        """What differs between a sentence of the gold and a parse's in the chosen layers, in the order of the words.
        Where sentences are split differently, all of the unit's, numbered as the unit's words are. With ``everyone``
        the places where any two sides differ, if it is `joinable`."""
        if not layers or not 0 <= parse < len(self.parses):
            return ()
        if everyone and self.joinable[row]:
            return tuple(self._of_all(row, parse, tuple(layers)))
        table = self.differences(parse, tuple(layers))
        (first, end), _ = self.parses[parse].units.rows(row)
        start = table["sentence"].search_sorted(first, "left")
        own = table.slice(start, table["sentence"].search_sorted(end, "left") - start)
        first_words = self.gold.sentences["first_word"]
        items = []
        rows = own.select("sentence", "layer", "position", "item", "gold", "parse").iter_rows()
        for sentence, layer, position, item, *sides in rows:
            # The tables number words by their own sentence; what is shown, and judged, is the unit with all its words.
            if before := first_words[sentence] - first_words[first]:
                item = _NUMBER.sub(lambda number, by=before: f"{int(number[0]) + by}", item)  # type: ignore[misc]
            if self.turned is not None and self.turned[parse][row]:
                sides.reverse()
            items.append(LayerItem(Layer(layer), item, position + before if position else 0, *sides))
        return tuple(items)

    def _of_all(self, row: int, parse: int, layers: tuple[Layer, ...]) -> Iterator[LayerItem]:
        table = self.readings(layers)
        start, end = (table["sentence"].search_sorted(row, side) for side in ("left", "right"))
        places: defaultdict[tuple[str, str, int], dict[int, str | None]] = defaultdict(dict)
        groups: defaultdict[tuple[str, str, int, int], list[int]] = defaultdict(list)
        own = table.slice(start, end - start).select("layer", "item", "position", "side", "alike", "reading")
        for layer, item, position, side, alike, text in own.iter_rows():
            places[layer, item, position][side] = text
            groups[layer, item, position, alike].append(side)
        for (layer, item, position), said in places.items():
            alike = (sides for place, sides in groups.items() if place[:3] == (layer, item, position))
            found = tuple(LayerReading(said[sides[0]], tuple(sides)) for sides in alike)
            yield LayerItem(Layer(layer), item, position, said[0], said.get(parse + 1, said[0]), found)

    def agreed(self, votes: int, rest: int | None, layers: tuple[Layer, ...]) -> pl.DataFrame:
        """The reading that at least so many sides have at a place, and no other has as many; else that of the ``rest``,
        a side, without votes, or none: ``sentence``, ``layer``, ``item``, ``position``, ``reading``, ``side`` (its
        first one), ``votes``, ``of`` (how many say anything). Only of sentences that are `joinable`, and not of words
        that are cut otherwise, of which nothing can be taken."""
        table = self.readings(layers).filter(pl.col("layer") != Layer.WORDS)
        table = table.filter(pl.Series(self.joinable[table["sentence"].to_numpy()]))
        count = table.with_columns(votes=pl.len().over(*PLACE, "alike"), of=pl.len().over(PLACE))
        readers = count.filter(pl.col("side") == pl.col("alike"))
        most = pl.col("votes").max().over(PLACE)
        alone = ((pl.col("votes") == most).sum().over(PLACE) == 1) & (pl.col("votes") == most)
        taken = readers.filter((pl.col("votes") >= votes) & alone)
        if rest is not None:
            theirs = count.filter(pl.col("side") == rest).join(taken, on=PLACE, how="anti")
            taken = pl.concat([taken, theirs.with_columns(side="alike", votes=pl.lit(None, taken["votes"].dtype))])
        wanted = (*PLACE, "position", "reading", "side", "votes", "of")
        return taken.sort("sentence", pl.coalesce("first", "position"), "layer").select(wanted)


class Items:
    """Names for words and yields of a sentence in gold and parse, as `sides.layers` has them. Both sides are at the
    same places: positions, or where their words differ places among the words of both."""

    def __init__(self, gold: Sentence, parse: Sentence) -> None:
        self._number = {word.position: word.position if word.number is None else word.number for word in gold.words}
        theirs = {word.position for word in parse.words}
        self._both = theirs & self._number.keys()
        self._names: dict[int, str] = {}
        behind = between = 0
        for place in sorted(theirs | self._number.keys()):
            if place in self._both:
                behind, between = self._number[place], 0
            if place not in self._number:
                between += 1
            self._names[place] = f"{self._number[place]}" if place in self._number else f"{behind}.{between}"

    def word(self, place: int) -> str:
        """A word: ``4``, or ``4.1`` for the first of the parse alone after the gold's word 4."""
        return self._names[place]

    def over(self, places: Iterable[int]) -> str:
        """A yield, of the words that both have: ``3-5``, ``3-5+8-8``; empty for none."""
        return yield_item(self._number[place] for place in places if place in self._both)


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """The first and last of each run without gaps of ascending numbers."""
    # Each number of a run is as far from its place in the row.
    groups = groupby(enumerate(numbers), lambda placed: placed[1] - placed[0])
    return [(run[0][1], run[-1][1]) for run in (list(group) for _, group in groups)]


def yield_item(positions: Iterable[int]) -> str:
    """A set of words as ranges of IDs, as `core.analysis.sides.layers` has them: ``3-5``, ``3-5+8-8``."""
    return "+".join(f"{first}-{last}" for first, last in runs(sorted(positions)))


def yield_of(item: str) -> frozenset[int] | None:
    """The words of such an item, in which single ones may stand by themselves (``3-5+8``); None for what is none."""
    if not _RANGES.fullmatch(item):
        return None
    words: set[int] = set()
    for part in item.split("+"):
        first, _, last = part.partition("-")
        if int(last or first) - int(first) > _LONGEST:
            return None
        words.update(range(int(first), int(last or first) + 1))
    return frozenset(words) or None


def role_of(item: str) -> tuple[int, int] | None:
    """The predicate and argument (0 for the sense) of such an item, None for what is none."""
    match = _ROLE.fullmatch(item)
    return (int(match[1]), int(match[2] or 0)) if match else None
