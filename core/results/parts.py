"""Figures of large files: parts of whole sentences are read, scored and let go, so that memory does not grow with them.

This is for files whose sentences stand in the same rows with the same words (the parse's may have none), and for counts
that are whole numbers: there the sums are exactly those of the whole files. All others have to be read as a whole:
what belongs together can be known only by looking at everything, and sums of fractions depend on their order.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias, TypeVar

import polars as pl

from goldleaf.core.alignment import OtherWords, other_words, same_where_parsed
from goldleaf.core.errors import FormatError, GoldleafError, Severity
from goldleaf.core.formats import Progress
from goldleaf.core.metrics.base import Combined, Metric, Ratio, Score
from goldleaf.core.results import About, Choice, Told, scored_by
from goldleaf.core.scoring import Average, Scored, Share
from goldleaf.core.scoring.left_out import LeftOut, added, left_out_by_count
from goldleaf.core.steps import Steps
from goldleaf.core.treebank import Treebank, concat

Parts: TypeAlias = Iterator[Progress]
"""A file as `formats.read_parts` gives it, each part numbered from 0."""

Item = TypeVar("Item")


class NotInPartsError(GoldleafError):
    """Files, or figures, that are to be had only by reading the files as a whole."""


@dataclass(frozen=True, eq=False)
class Summed:
    """A metric's counts, summed: the figures without the sentences that they are of."""

    metric: Metric
    counts: pl.DataFrame  # one row
    sentences: int
    share: Share
    subset: Mapping[str, Summed] = field(default_factory=dict)

    @classmethod
    def of(cls, scored: Scored) -> Summed:
        """The sums of sentences. Raises NotInPartsError where they would depend on the order."""
        if not all(dtype.is_integer() for dtype in scored.counts.dtypes):
            raise NotInPartsError(f"{scored.metric.name} counts in fractions")
        whole, *parts = (
            cls(one.metric, _sum(one.counts.drop("sentence")), one.sentences, one.share)
            for one in (scored, *scored.subsets().values())
        )
        return replace(whole, subset=dict(zip(scored.metric.subsets, parts, strict=True)))

    @classmethod
    def of_parts(cls, parts: Sequence[Summed]) -> Summed:
        """The sums of all parts. Raises NotInPartsError where the metric is fitted to them in different ways."""
        if len({(one.metric.signature, one.metric.fit, *one.counts.columns) for one in parts}) > 1:
            raise NotInPartsError(f"{parts[0].metric.name} is fitted to what the files have")
        subsets = {name: Summed.of_parts([one.subset[name] for one in parts]) for name in parts[0].subset}
        sums = _sum(pl.concat([one.counts for one in parts]))
        sentences, share = sum(one.sentences for one in parts), sum((one.share for one in parts), Share())
        return cls(parts[0].metric, sums, sentences, share, subsets)

    @property
    def ratios(self) -> Mapping[str, Ratio | Combined]:
        """The scores that there are."""
        return self.metric.counted(self.counts)

    def scores(self, average: Average = "micro") -> dict[str, Score]:
        """The scores of the summed counts. Raises ValueError for another average."""
        if average != "micro":
            raise ValueError(f"scores: sums have no average {average}")
        return self.metric.micro(self.counts)

    def reported(self) -> dict[str, int]:
        """The sums of the counts that are shown beside the scores."""
        return {name: int(self.counts[name].item()) for name in self.metric.reported}

    def subsets(self) -> Mapping[str, Summed]:
        """The same for the sentences that the metric scores apart, by what they are called."""
        return self.subset


def _sum(counts: pl.DataFrame) -> pl.DataFrame:
    return counts.select(pl.all().cast(pl.UInt64).sum())


def figures_of_parts(
    files: Sequence[Parts],
    names: Sequence[str],
    metrics_for: Callable[[Treebank], Sequence[Metric]],
    choice: Choice,
) -> Steps[tuple[About, list[Told]]]:
    """The figures of parses, which have these names, against the gold, which is the first of the files, in steps.

    ``metrics_for`` says by which metrics, from the gold's first part. Raises NotInPartsError where the files have to be
    read as a whole, and GoldleafError for what is wrong with a part; only the whole files tell all of that.
    """
    if choice.average != "micro":
        raise NotInPartsError("the mean of sentences is a sum of fractions")
    found: list[list[_Part]] = [[] for _ in names]
    metrics: Sequence[Metric] = ()
    before = 0
    with _opened(files) as read:
        for gold, *parses in _side_by_side(read):
            metrics = metrics or metrics_for(gold)
            for parse, own in zip(parses, found, strict=True):
                own.append(_of_part(gold, parse, metrics, choice, before))
            before += len(gold)
            yield min(file.done for file in read)
    if not before:
        raise NotInPartsError("there are no sentences")
    about, *others = (About.of_parts(file.parts) for file in read)
    return about, [_told(*one) for one in zip(names, others, found, strict=True)]


class _Part(NamedTuple):
    scored: dict[str, Summed]
    left_out: dict[str, dict[str, LeftOut]]
    others: OtherWords


def _of_part(gold: Treebank, parse: Treebank, metrics: Sequence[Metric], choice: Choice, before: int) -> _Part:
    if not same_where_parsed(gold, parse):
        raise NotInPartsError(f"{parse.path} has other words")
    scored = scored_by(gold, parse, metrics, choice)
    for name, one in scored.items():
        if one.metric.remark:
            raise NotInPartsError(f"{name} is fitted to what the files have")
    left = {name: left_out_by_count(one, gold) for name, one in scored.items()}
    return _Part({name: Summed.of(one) for name, one in scored.items()}, left, other_words(gold, parse, before))


def _told(name: str, about: About, parts: Sequence[_Part]) -> Told:
    scored = {metric: Summed.of_parts([part.scored[metric] for part in parts]) for metric in parts[0].scored}
    left = {
        metric: added([part.left_out[metric] for part in parts], one.metric.not_compared)
        for metric, one in scored.items()
    }
    first = next((part.others.first for part in parts if part.others.sentences), "")
    warning = OtherWords(sum(part.others.sentences for part in parts), first).said(about.path)
    return Told(name, about, scored, left, [warning] if warning else [])


class _File:
    """A file whose parts are read, one ahead: what is left of those that were read, and what is said of all."""

    def __init__(self, parts: Parts) -> None:
        self._parts = _ahead(parts)
        self._left: Treebank | None = None
        self.parts: list[About] = []
        self.done = 0.0

    def close(self) -> None:
        """Let go of the file."""
        self._parts.close()

    def there(self, wanted: int = 1) -> int:
        """How many sentences can be taken; fewer than are wanted only at the end. Raises FormatError."""
        while (count := len(self._left) if self._left else 0) < wanted and (part := next(self._parts, None)):
            treebank, self.done = part
            self.parts.append(About.of(treebank))
            for problem in treebank.problems:
                if problem.severity is Severity.ERROR:
                    raise FormatError(problem)
            self._left = treebank if self._left is None else _joined(self._left, treebank)
        return count

    def take(self, count: int) -> Treebank:
        """The next sentences, as many as there must be."""
        assert self._left is not None
        whole, rest = self._left, len(self._left) - count
        self._left = whole.slice(count, rest) if rest else None
        return whole.cut(0, count) if rest else whole


def _joined(first: Treebank, second: Treebank) -> Treebank:
    """Two parts of a file as one, both numbered from 0."""
    return concat([first, second.moved(len(first), first.words.height)])


@contextmanager
def _opened(files: Sequence[Parts]) -> Iterator[list[_File]]:
    """The files, which are let go at the end."""
    with ExitStack() as ends:
        yield [ends.enter_context(closing(_File(parts))) for parts in files]


def _side_by_side(files: Sequence[_File]) -> Iterator[list[Treebank]]:
    """Parts of as many sentences of each file. Raises NotInPartsError where one ends before the others."""
    while count := files[0].there():
        if min(file.there(count) for file in files) < count:
            raise NotInPartsError("the gold has more sentences than others")
        yield [file.take(count) for file in files]
    if any(file.there() for file in files):
        raise NotInPartsError("one file has more sentences than the gold")


def _ahead(items: Iterator[Item]) -> Generator[Item, None, None]:
    """The same, each made by a thread while the one before it is used."""
    with ExitStack() as ends:
        if isinstance(items, Generator):
            ends.enter_context(closing(items))
        thread = ends.enter_context(ThreadPoolExecutor(1))
        following = thread.submit(next, items, None)
        while (item := following.result()) is not None:
            following = thread.submit(next, items, None)
            yield item
