"""A parse with its scores, and one of its sentences beside the gold's: what pictures and lists are made from. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from operator import attrgetter
from threading import Lock
from typing import Any, NamedTuple, TypeVar

import polars as pl
from cachetools import LRUCache, cachedmethod
from cachetools.keys import hashkey

from goldleaf.core.alignment import Units, have_same_forms, units
from goldleaf.core.alignment.units import Places, as_one, placed, places
from goldleaf.core.analysis.versions import Versions
from goldleaf.core.facts import Bools, Mark
from goldleaf.core.metrics import Metric
from goldleaf.core.scoring import Scored, score_steps
from goldleaf.core.sentence import Sentence
from goldleaf.core.steps import Steps, finished, in_turn
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.session.blind import FIRST, OTHER

PAIRS = 16  # sentences that are kept

Made = TypeVar("Made")


@dataclass(frozen=True, eq=False)
class Parse:
    """A parse with its scores under each metric, by the metric's name."""

    name: str
    treebank: Treebank
    scored: dict[str, Scored]
    units: Units

    @classmethod
    def of(cls, name: str, gold: Treebank, treebank: Treebank, metrics: Sequence[Metric]) -> Steps[Parse]:
        return cls(name, treebank, (yield from _scores(metrics, gold, treebank)), units(gold, treebank))

    def under(self, metrics: Sequence[Metric], gold: Treebank) -> Steps[Parse]:
        return replace(self, scored=(yield from _scores(metrics, gold, self.treebank)))

    def fitted(self, metric: Metric) -> Metric:
        """The metric as it scored the whole parse, with what it made of all of its words; itself if it did not."""
        if (scored := self.scored.get(metric.name)) is None:
            return metric
        left_open = {name for name, value in metric.chosen.items() if value == "auto"}  # which the files have decided
        decided = scored.metric.chosen | dict.fromkeys(left_open, "auto")
        return scored.metric if decided == metric.chosen else metric

    def counts(self, row: int, metric: Metric) -> dict[str, int]:
        """What the metric counts in a sentence of the gold; nothing where it was not asked."""
        scored = self.scored.get(metric.name)
        return scored.counts.row(row, named=True) if scored is not None else {}


def _scores(metrics: Sequence[Metric], gold: Treebank, parse: Treebank) -> Steps[dict[str, Scored]]:
    scored = yield from in_turn([score_steps(metric, gold, parse) for metric in metrics])
    return dict(zip((metric.name for metric in metrics), scored, strict=True))


class Unread(NamedTuple):
    """A sentence that could not be read: the treebank and its row there."""

    treebank: Treebank
    row: int

    @property
    def said(self) -> str:
        line = self.treebank.sentences["line"][self.row]
        return f"{self.treebank.path}:{line}: sentence {self.row + 1} could not be read"

    def lines(self) -> list[tuple[int, str]]:
        kept = self.treebank.other_lines.filter(pl.col("sentence") == self.row)
        return list(kept.select("line", "text").iter_rows())


@dataclass(frozen=True, eq=False)
class Pair:
    """A sentence in gold and parse, and how a metric compares them. ``sides`` are the tables of this one sentence;
    without a parse the gold stands on both. ``why_not`` says why it has no score, or with ``penalized`` why all of it
    counts as wrong. ``places`` are those of the words by their positions, where the two sides differ in words.
    ``unread`` is the first sentence of either side that could not be read."""

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
        return self.parse is not None and (self.why_not is None or self.penalized)

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


class Pairs:
    """The sentences of a gold beside those of its parses; the last ones that were asked for are kept. ``turned`` says
    for each parse and sentence whether the two change places, for who is not to know which is which; else None."""

    def __init__(
        self, gold: Treebank, parses: Sequence[Parse], turned: Sequence[Bools] | None, versions: Versions | None
    ) -> None:
        self._gold, self._parses, self._turned, self._versions = gold, parses, turned, versions
        self._kept: LRUCache[tuple[object, ...], Pair] = LRUCache(PAIRS)
        self._lock = Lock()

    @cachedmethod(
        attrgetter("_kept"),
        key=lambda _, row, parse, metric: hashkey(row, parse, metric.signature),
        lock=attrgetter("_lock"),
    )
    def at(self, row: int, parse: int, metric: Metric) -> Pair:
        """The sentence in this row with one parse's, as a metric compares them. Raises IndexError."""
        if not 0 <= parse < len(self._parses):
            unread = _unread(self._gold, [row])
            return _gold_alone(self._gold, row, metric, unread and unread.said, unread)
        other = self._parses[parse]
        if (found := self._versions) is not None:
            first, end, other_first, other_end, _ = found.pairs[row].tolist()
            pair = pair_of(self._gold, other, row, metric)
            return _with_parts(pair, (found.old, first, end), (found.new, other_first, other_end))
        if self._turned is None or not other.units.are_sentences:
            return pair_of(self._gold, other, row, metric)
        sides = [self._gold.slice(row), other.treebank.slice(row)]
        # The metric compares them as they are shown: missing is what only the side that is shown first has.
        if self._turned[parse][row]:
            sides.reverse()
        first, second = (replace(side, path=name) for side, name in zip(sides, (FIRST, OTHER), strict=True))
        metric, named = other.fitted(metric), self._gold.sentence(row)
        pair = pair_of(first, finished(Parse.of("", first, second, (metric,))), 0, metric)
        # Number, id and text are the gold's on both sides: the parse's own would tell which it is.
        same: dict[str, Any] = {name: getattr(named, name) for name in ("number", "id", "text")}
        return replace(pair, gold=replace(pair.gold, **same), parse=pair.parse and replace(pair.parse, **same))


def pair_of(gold: Treebank, parse: Parse, row: int, metric: Metric) -> Pair:
    """The gold's sentence in this row with the parse's. Raises IndexError."""
    if not parse.units.are_sentences:
        return _of_unit(gold, parse, row, metric)
    absent = [not one.sentences["words"][row] and one.sentences["readable"][row] for one in (gold, parse.treebank)]
    if gold.in_rows and any(absent):
        there, path = (parse.treebank, gold.path) if absent[0] else (gold, parse.treebank.path)
        return _gold_alone(there, row, metric, f"the sentence is not in {path}", None)
    ours, theirs = gold.sentence(row), parse.treebank.sentence(row)
    sides = gold.slice(row), parse.treebank.slice(row)
    counts, metric = parse.counts(row, metric), parse.fitted(metric)
    why_not = metric.why_not(counts) if counts else None
    unread = _unread(gold, [row]) or _unread(parse.treebank, [row])
    if unread is not None:  # where the gold's could be read it counts all the same, with nothing of the parse
        counted = counts.get(metric.differences) is not None and why_not is None
        return Pair(ours, theirs, metric, sides, unread.said, penalized=counted, unread=unread)
    where = None
    if not have_same_forms(*sides):  # pictures put words that both have at one place
        where = places(*sides)
        ours, theirs = placed(ours, where[0]), placed(theirs, where[1])
    penalized = why_not is not None and metric.chosen.get("errors") == "penalize"
    return Pair(ours, theirs, metric, sides, why_not, penalized, where)


def _of_unit(gold: Treebank, parse: Parse, row: int, metric: Metric) -> Pair:
    rows, other_rows = parse.units.rows(row)
    surplus = parse.units.surplus(row).tolist()
    unread = _unread(gold, range(*rows)) or _unread(parse.treebank, [*range(*other_rows), *surplus])
    if other_rows[0] == other_rows[1]:
        # Most metrics count all of a sentence as wrong that the parse lacks.
        counts = parse.counts(row, metric)
        counted = counts.get(metric.differences) is not None and metric.why_not(counts) is None
        missing = f"{gold.path}:{gold.sentence(row).line}: sentence {row + 1} is not in {parse.treebank.path}"
        return replace(_gold_alone(gold, row, metric, missing, unread), penalized=counted)
    metric = parse.fitted(metric)
    ours, other = as_one(gold, *rows), as_one(parse.treebank, *other_rows)
    pair = pair_of(ours, finished(Parse.of(parse.name, ours, other, (metric,))), 0, metric)
    if unread is not None:  # named by its place in its own file, not in the unit
        pair = replace(pair, unread=unread, why_not=pair.why_not if pair.unread is None else unread.said)
    of_parse = pair.parse and replace(pair.parse, number=row + 1)
    pair = replace(pair, gold=replace(pair.gold, number=row + 1), parse=of_parse)
    return _with_parts(pair, (gold, *rows), (parse.treebank, *other_rows))


def _with_parts(pair: Pair, *made_of: tuple[Treebank, int, int]) -> Pair:
    """The pair with the sentences of which each side is made: a treebank's, from a row to before another."""
    sides: dict[str, Any] = {"gold": pair.gold, "parse": pair.parse}
    where = pair.places or ({}, {})
    for (name, sentence), (treebank, first, end), own in zip(sides.items(), made_of, where, strict=True):
        begins = accumulate(treebank.sentences["words"][first : max(end - 1, first)], initial=1)
        parts = tuple((number, own.get(begin, begin)) for number, begin in enumerate(begins, first + 1))
        sides[name] = sentence and replace(sentence, parts=parts if len(parts) > 1 else ())
    return replace(pair, **sides)


def _gold_alone(gold: Treebank, row: int, metric: Metric, why_not: str | None, unread: Unread | None) -> Pair:
    alone = gold.slice(row)
    return Pair(gold.sentence(row), None, metric, (alone, replace(alone, other_golds=())), why_not, unread=unread)


def _unread(treebank: Treebank, rows: Iterable[int]) -> Unread | None:
    readable = treebank.sentences["readable"]
    return next((Unread(treebank, row) for row in rows if not readable[row]), None)
