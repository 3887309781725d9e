"""Figures of large files: parts of whole sentences are read, scored and let go, so that memory does not grow with them.

This is for files whose sentences stand in the same rows with the same words (the parse's may have none), and for counts
that are whole numbers: there the sums are exactly those of the whole files. All others have to be read as a whole:
what belongs together can be known only by looking at everything, and sums of fractions depend on their order.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import replace
from typing import TypeAlias

import polars as pl

from goldleaf.core.alignment.same import OtherWords, other_words, same_where_parsed
from goldleaf.core.errors import FormatError, Severity
from goldleaf.core.formats import ReadPart
from goldleaf.core.metrics.base import Metric
from goldleaf.core.results import About, ScoreChoice, Told, scored_by
from goldleaf.core.scoring import NotInPartsError, Scored
from goldleaf.core.steps import Steps
from goldleaf.core.treebank import Treebank, concat

Parts: TypeAlias = Iterator[ReadPart]  # a file as `formats.read_parts` gives it, each part numbered from 0


def figures_of_parts(
    files: Sequence[Parts],
    names: Sequence[str],
    metrics_for: Callable[[Treebank], Sequence[Metric]],
    choice: ScoreChoice,
) -> Steps[tuple[About, list[Told]]]:
    """The figures of parses, which have these names, against the gold, which is the first of the files, in steps.
    ``metrics_for`` says by which metrics, from the gold's first part. Raises NotInPartsError where the files have to be
    read as a whole, and GoldleafError for what is wrong with a part; only the whole files tell all of that."""
    if choice.average != "micro":
        raise NotInPartsError("the mean of sentences is a sum of fractions")
    parts_of: list[list[dict[str, Scored]]] = [[] for _ in names]  # which are added at the end
    others_of: list[list[OtherWords]] = [[] for _ in names]
    metrics: Sequence[Metric] = ()
    before = 0
    with ExitStack() as ends:
        read = [ends.enter_context(closing(_File(parts))) for parts in files]
        for gold, *parses in _side_by_side(read):
            metrics = metrics or metrics_for(gold)
            for parse, parts, others in zip(parses, parts_of, others_of, strict=True):
                parts.append(_scored_part(gold, parse, metrics, choice))
                others.append(other_words(gold, parse, before))
            before += len(gold)
            yield min(file.done for file in read)  # the file that is behind tells how long it takes
    if not before:
        raise NotInPartsError("there are no sentences")
    of_gold, *of_parses = (About.of_parts(file.parts) for file in read)
    told = []
    for name, about, parts, others in zip(names, of_parses, parts_of, others_of, strict=True):
        scored = {metric: Scored.of_parts([part[metric] for part in parts]) for metric in parts[0]}
        first = next((one.first for one in others if one.sentences), "")
        warning = OtherWords(sum(one.sentences for one in others), first).said(about.path)
        told.append(Told(name, about, scored, [warning] if warning else []))
    return of_gold, told


def side_by_side(files: Sequence[Parts]) -> Iterator[list[Treebank]]:
    """Parts of files with the same sentences in the same rows. Raises NotInPartsError for others, or parse errors."""
    with ExitStack() as ends:
        yield from _side_by_side([ends.enter_context(closing(_File(parts))) for parts in files])


def _scored_part(gold: Treebank, parse: Treebank, metrics: Sequence[Metric], choice: ScoreChoice) -> dict[str, Scored]:
    scored = scored_by(gold, parse, metrics, choice)
    for name, figures in scored.items():
        if figures.metric.remark:
            raise NotInPartsError(f"{name} is fitted to what the files have")
        whole = Scored.of_parts([figures])  # or it is said at once
        # Only sums are asked for, which are of more bits: until then one byte is enough for most counts.
        small = [own if own.name == "sentence" else own.shrink_dtype() for own in whole.counts]
        scored[name] = replace(whole, counts=pl.DataFrame(small))
    return scored


def _side_by_side(files: Sequence[_File]) -> Iterator[list[Treebank]]:
    """Parts of as many sentences of each file. Raises NotInPartsError where one ends early, or has other words."""
    while count := files[0].there():
        if min(file.there(count) for file in files) < count:
            raise NotInPartsError("the gold has more sentences than others")
        gold, *parses = (file.take(count) for file in files)
        for parse in parses:
            if not same_where_parsed(gold, parse):
                raise NotInPartsError(f"{parse.path} has other words")
        yield [gold, *parses]
    if any(file.there() for file in files):
        raise NotInPartsError("one file has more sentences than the gold")


class _File:
    """A file whose parts are read, one ahead: what is left of those that were read, and what is said of all."""

    def __init__(self, parts: Parts) -> None:
        self._parts = _ahead(parts)
        self._left: Treebank | None = None
        self.parts: list[About] = []
        self.done = 0.0

    def close(self) -> None:
        self._parts.close()

    def there(self, wanted: int = 1) -> int:
        """How many sentences can be taken; fewer than are wanted only at the end. Raises FormatError."""
        while (count := len(self._left) if self._left else 0) < wanted and (part := next(self._parts, None)):
            treebank, self.done = part
            self.parts.append(About.of(treebank))
            for problem in treebank.problems:
                if problem.severity is Severity.ERROR:
                    raise FormatError(problem)
            if self._left is not None:  # both parts are numbered from 0
                treebank = concat([self._left, treebank.moved(len(self._left), self._left.words.height)])
            self._left = treebank
        return count

    def take(self, count: int) -> Treebank:
        """The next sentences, as many as there must be."""
        assert self._left is not None
        whole, rest = self._left, len(self._left) - count
        self._left = whole.slice(count, rest) if rest else None
        return whole.cut(0, count) if rest else whole


def _ahead(parts: Parts) -> Generator[ReadPart, None, None]:
    """The same parts, each read by a thread while the one before it is scored."""
    with ExitStack() as ends:
        if isinstance(parts, Generator):
            ends.enter_context(closing(parts))
        thread = ends.enter_context(ThreadPoolExecutor(1))
        following = thread.submit(next, parts, None)
        while (part := following.result()) is not None:
            following = thread.submit(next, parts, None)
            yield part
