"""One sentence in gold and parse, compared by a metric: what every picture and list of it is made from. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import polars as pl

from goldleaf.core.alignment import difference, have_same_forms
from goldleaf.core.alignment.joining import as_one
from goldleaf.core.alignment.placing import Places, placed, places
from goldleaf.core.facts import Mark
from goldleaf.core.metrics import Metric
from goldleaf.core.steps import finished
from goldleaf.core.treebank import Sentence, Treebank
from goldleaf.viewer.session.parse import Parse

Made = TypeVar("Made")


class Unread(NamedTuple):
    """A sentence that could not be read: the treebank and its row there."""

    treebank: Treebank
    row: int

    @property
    def said(self) -> str:
        """The same in one line, by its own place in its file."""
        line = self.treebank.sentences["line"][self.row]
        return f"{self.treebank.path}:{line}: sentence {self.row + 1} could not be read"


@dataclass(frozen=True, eq=False)
class Pair:
    """A sentence in gold and parse, and how a metric compares them.

    ``sides`` are the tables of this one sentence; without a parse the gold stands on both. ``why_not`` says why it has
    no score, or with ``penalized`` why all of it counts as wrong. ``places`` are those of the words by their positions,
    where the two sides differ in words. ``unread`` is the first sentence of either side that could not be read.
    """

    gold: Sentence
    parse: Sentence | None
    metric: Metric
    sides: tuple[Treebank, Treebank]
    why_not: str | None = None
    penalized: bool = False
    places: tuple[Places, Places] | None = None
    unread: Unread | None = None
    _made: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def compared(self) -> bool:
        """Whether there are two sentences whose differences are known."""
        return self.parse is not None and (self.why_not is None or self.penalized)

    @property
    def same_words(self) -> bool:
        """Whether gold and parse have the same words."""
        return self.places is None

    @cached_property
    def facts(self) -> pl.DataFrame | None:
        """The facts that the metric compares, in its shape; None where nothing is compared."""
        return self.metric.facts(*self.sides) if self.compared else None

    @property
    def nothing_scores(self) -> bool:
        """Whether the metric compares the sentences and finds nothing in them that it counts."""
        return self.facts is not None and bool((self.facts["mark"] == Mark.NOT_SCORED).all())

    def once(self, name: str, work: Callable[[], Made]) -> Made:
        """What is worked out of the pair and asked for at each drawing, made when it is asked for first."""
        if name not in self._made:
            self._made[name] = work()
        return self._made[name]  # type: ignore[no-any-return]


def pair_of(gold: Treebank, parse: Parse | None, row: int, metric: Metric) -> Pair:
    """The gold's sentence in this row with the parse's. Raises IndexError."""
    if parse is None:
        unread = _unread(gold, [row])
        return replace(_gold_alone(gold, row, metric, unread and unread.said), unread=unread)
    if not parse.units.are_sentences:
        return _of_unit(gold, parse, row, metric)
    if row >= len(parse.treebank):
        return _missing(gold, parse, row, metric, difference(gold, parse.treebank, row))
    return _compared(gold, parse, row, metric)


def pair_of_two(first: Treebank, second: Treebank, named: Sentence, metric: Metric) -> Pair:
    """Two treebanks of one sentence, the first in the gold's place; number, id and text are those of ``named``."""
    pair = pair_of(first, finished(Parse.of("", first, second, (metric,))), 0, metric)
    ours, theirs = (
        one and replace(one, number=named.number, id=named.id, text=named.text) for one in (pair.gold, pair.parse)
    )
    return replace(pair, gold=ours or pair.gold, parse=theirs)


def _gold_alone(gold: Treebank, row: int, metric: Metric, why_not: str | None) -> Pair:
    alone = gold.slice(row)
    return Pair(gold.sentence(row), None, metric, (alone, replace(alone, other_golds=())), why_not)


def _missing(gold: Treebank, parse: Parse, row: int, metric: Metric, why_not: str) -> Pair:
    """A sentence that the parse lacks; most metrics count all of it as wrong."""
    counts = parse.counts(row, metric)
    counted = counts.get(metric.differences) is not None and metric.why_not(counts) is None
    return replace(_gold_alone(gold, row, metric, why_not), penalized=counted)


def _of_unit(gold: Treebank, parse: Parse, row: int, metric: Metric) -> Pair:
    """The sentences of gold and parse that are one where either splits them differently."""
    rows, other_rows = parse.units.rows(row)
    surplus = parse.units.surplus(row).tolist()
    unread = _unread(gold, range(*rows)) or _unread(parse.treebank, [*range(*other_rows), *surplus])
    if other_rows[0] == other_rows[1]:
        line = gold.sentence(row).line
        missing = f"{gold.path}:{line}: sentence {row + 1} is not in {parse.treebank.path}"
        return replace(_missing(gold, parse, row, metric, missing), unread=unread)
    metric = parse.fitted(metric)
    ours, other = as_one(gold, *rows), as_one(parse.treebank, *other_rows)
    pair = pair_of(ours, finished(Parse.of(parse.name, ours, other, (metric,))), 0, metric)
    if unread is not None:  # named by its place in its own file, not in the unit
        pair = replace(pair, unread=unread, why_not=pair.why_not if pair.unread is None else unread.said)
    of_gold = replace(pair.gold, number=row + 1, joined=rows[1] - rows[0])
    if pair.parse is None:
        return replace(pair, gold=of_gold)
    of_parse = replace(pair.parse, number=row + 1, joined=other_rows[1] - other_rows[0])
    return replace(pair, gold=of_gold, parse=of_parse)


def _compared(gold: Treebank, parse: Parse, row: int, metric: Metric) -> Pair:
    ours, theirs = gold.sentence(row), parse.treebank.sentence(row)
    sides = gold.slice(row), parse.treebank.slice(row)
    counts, metric = parse.counts(row, metric), parse.fitted(metric)
    why_not = metric.why_not(counts) if counts else None
    uncounted = bool(counts) and counts[metric.differences] is None
    unread = _unread(gold, [row]) or _unread(parse.treebank, [row])
    if unread is not None:  # it may count all the same, as a sentence of which the parse has nothing
        counted = bool(counts) and not uncounted and why_not is None
        return Pair(ours, theirs, metric, sides, unread.said, penalized=counted, unread=unread)
    where = None
    if not have_same_forms(*sides):
        where = places(*sides)
        ours, theirs = placed(ours, where[0]), placed(theirs, where[1])
    if uncounted:
        return Pair(ours, theirs, metric, sides, difference(gold, parse.treebank, row))
    penalized = why_not is not None and metric.chosen.get("errors") == "penalize"
    return Pair(ours, theirs, metric, sides, why_not, penalized, where)


def _unread(treebank: Treebank, rows: Iterable[int]) -> Unread | None:
    """The first of the sentences in some rows that could not be read."""
    readable = treebank.sentences["readable"]
    return next((Unread(treebank, row) for row in rows if not readable[row]), None)
