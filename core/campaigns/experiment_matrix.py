"""Every parse against every gold, and against what each set of golds has in common (EMNLP 2011, Tables 1 and 2).

A single gold judges all parses: by attachment where both are dependencies, by ParsEval where both are constituents, by
TedEval always. Two or more golds, generalized, judge the parses that were made after one of them: TedEval forgives each
what its own gold has otherwise than the others (EACL 2012, Tables 1 and 3). The parses under one gold, or set of golds,
are compared two by two by shuffling their sentences' counts: these are in pairs, whatever each was scored against.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from goldleaf.core.analysis.significance import (
    LEAST_UNITS,
    Comparison,
    Counts,
    Figure,
    Floats,
    Rounds,
    comparisons_steps,
)
from goldleaf.core.campaigns.experiment import Opened, names_of_parses
from goldleaf.core.metrics import Metric, create
from goldleaf.core.metrics.base import Ratio, Score, has_constituents
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.scoring import Scored, score_steps, signature
from goldleaf.core.steps import Steps, between, finished
from goldleaf.core.treebank import Treebank
from goldleaf.core.version import VERSION

MEASURES = (
    ("parseval", "f1"),
    ("attachment", "uas"),
    ("attachment", "las"),
    ("tedeval", "accuracy_unlabeled"),
    ("tedeval", "accuracy"),
)
"""Metrics and their scores, in the order of the tables."""

Golds: TypeAlias = tuple[str, ...]
"""The names of the experiments whose golds judge: one, or several, generalized."""


class Place(NamedTuple):
    """Where a figure stands: which golds judge which parse, by which measure."""

    golds: Golds
    parse: str
    metric: str
    score: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure; ``best`` of those under the same golds and signature, or ``not_worse``: not significantly so.

    It may differ from the best in ``too_few`` sentences: no test can say that it is worse, and none that it is not.
    """

    score: Score
    signature: str
    best: bool = False
    not_worse: bool = False
    too_few: bool = False


@dataclass(frozen=True)
class Matrix:
    """All figures. ``golds`` are the rows of a table, ``parses`` its columns, with the experiment of each.

    ``comparisons`` are of two parses under the same golds.
    """

    golds: tuple[Golds, ...]
    parses: Mapping[str, str]
    cells: Mapping[Place, Cell]
    comparisons: tuple[tuple[Golds, Comparison], ...]

    def cell(self, golds: Golds, parse: str, measure: tuple[str, str]) -> Cell | None:
        """The figure of a place; None where the measure does not apply."""
        return self.cells.get(Place(golds, parse, *measure))

    def measures(self, golds: Golds) -> list[tuple[str, str]]:
        """The measures that any parse has a figure of under some golds."""
        known = {
            (place.metric, place.score)
            for place, cell in self.cells.items()
            if place.golds == golds and cell.score.value is not None
        }
        return [measure for measure in MEASURES if measure in known]


def matrix(found: Sequence[Opened], metric: TedEval, rounds: Rounds) -> Matrix:
    """The matrix of experiments. Raises GoldleafError for parses that cannot be scored."""
    return finished(matrix_steps(found, metric, rounds))


def matrix_steps(found: Sequence[Opened], metric: TedEval, rounds: Rounds) -> Steps[Matrix]:
    """What `matrix` does, in steps."""
    names = [one.experiment.name for one in found]
    sets = tuple(chosen for size in range(1, len(names) + 1) for chosen in combinations(names, size))
    parses = _parses(found)
    cells: dict[Place, Cell] = {}
    comparisons: list[tuple[Golds, Comparison]] = []
    for number, golds in enumerate(sets):
        first, last = number / len(sets), (number + 1) / len(sets)
        middle = (first + last) / 2
        scored = yield from between(_scored(found, golds, metric), first, middle)
        tested = yield from between(_tested(scored, rounds), middle, last)
        comparisons += [(golds, one) for one in tested]
        cells |= _cells(golds, scored, tested)
    return Matrix(sets, parses, cells, tuple(comparisons))


def _parses(found: Sequence[Opened]) -> dict[str, str]:
    """The names of all parses, with that of the experiment that each is of."""
    owners = [one.experiment for one in found for _ in one.parses]
    names = names_of_parses(one.experiment for one in found)
    return {name: owner.name for name, owner in zip(names, owners, strict=True)}


class _Judged(NamedTuple):
    parse: str
    metric: str
    scored: Scored


def _scored(found: Sequence[Opened], golds: Golds, tedeval: TedEval) -> Steps[list[_Judged]]:
    """All parses that these golds judge, by each metric that applies."""
    wanted = [*_pairs(found, golds, _alike(found, golds, tedeval))]
    done: list[_Judged] = []
    for number, (name, metric, gold, parse) in enumerate(wanted):
        steps = score_steps(metric, gold, parse)
        scored = yield from between(steps, number / len(wanted), (number + 1) / len(wanted))
        done.append(_Judged(name, metric.name, scored))
    return done


def _alike(found: Sequence[Opened], golds: Golds, tedeval: TedEval) -> TedEval:
    """TedEval as all figures of a row need it to be comparable: nodes of functions where not all are constituents."""
    judges = [one for one in found if one.experiment.name in golds]
    judged = found if len(golds) == 1 else judges
    sides = [one.gold for one in judges] + [parse for one in judged for parse in one.parses]
    mixed = len({has_constituents(side) for side in sides}) > 1
    if tedeval.chosen["constituents"] != "auto" or not mixed:
        return tedeval
    return TedEval(**tedeval.chosen | {"constituents": "function"})


_Pair: TypeAlias = tuple[str, Metric, Treebank, Treebank]
"""What is to be scored: a parse's name, the metric, gold and parse."""


def _pairs(found: Sequence[Opened], golds: Golds, tedeval: TedEval) -> Iterator[_Pair]:
    names = iter(_parses(found))
    judges = [one for one in found if one.experiment.name in golds]
    for one in found:
        for parse, as_read in zip(one.parses, one.as_read[1:], strict=True):
            name = next(names)
            if len(golds) == 1:
                yield from _by_one(judges[0], name, parse, as_read, tedeval)
            elif one in judges:
                bare = tuple(replace(other.gold, other_golds=()) for other in judges if other is not one)
                yield name, tedeval, replace(one.gold, other_golds=bare), parse


def _by_one(judge: Opened, name: str, parse: Treebank, as_read: Treebank, tedeval: TedEval) -> Iterator[_Pair]:
    """A parse under a single gold, by all metrics that apply; of labels as they are read, but for TedEval."""
    yield name, tedeval, replace(judge.gold, other_golds=()), parse
    for metric in (create("parseval"), create("attachment")):
        if metric.applies(judge.as_read[0]) and metric.applies(as_read):
            yield name, metric, judge.as_read[0], as_read


def _figures(judged: _Judged) -> Iterator[tuple[str, Score]]:
    """A parse's scores that stand in the matrix; labels that cannot be compared are left out."""
    scores = judged.scored.scores()
    labeled = not isinstance(judged.scored.metric, TedEval) or judged.scored.metric.labels is not False
    for metric, score in MEASURES:
        if metric == judged.metric and (labeled or score.endswith("unlabeled")):
            yield score, scores[score]


def _tested(scored: Sequence[_Judged], rounds: Rounds) -> Steps[list[Comparison]]:
    """The parses two by two, under each score that both have in the same way."""
    yield 0.0
    figures: list[Figure] = []
    columns: list[tuple[Floats, Floats]] = []
    for one in scored:
        for name, _ in _figures(one):
            ratio = one.scored.ratios[name]
            assert isinstance(ratio, Ratio)
            figures.append(Figure(one.parse, one.metric, name, signature(one.scored.metric)))
            counts = one.scored.counts
            columns.append((counts[ratio.right].cast(float).to_numpy(), counts[ratio.total].cast(float).to_numpy()))
    sentences = max((len(right) for right, _ in columns), default=0)
    right, total = (np.zeros((sentences, len(columns))) for _ in range(2))
    for column, parts in enumerate(columns):
        for table, part in zip((right, total), parts, strict=True):
            table[: len(part), column] = np.nan_to_num(part)
    pairs = [*combinations(dict.fromkeys(one.parse for one in scored), 2)]
    return (yield from comparisons_steps(Counts(figures, right, total), pairs, rounds))


def _cells(golds: Golds, scored: Sequence[_Judged], tested: Sequence[Comparison]) -> dict[Place, Cell]:
    """The figures of a row, of which the best is marked, and those that do not differ from it significantly."""
    found = {
        Place(golds, one.parse, one.metric, name): Cell(score, signature(one.scored.metric))
        for one in scored
        for name, score in _figures(one)
    }
    by_parses = {(one.metric, one.score, frozenset((one.a, one.b))): one for one in tested}
    for place, value in [*_best(found)]:
        for other, cell in found.items():
            alike = (other.metric, other.score, cell.signature) == (place.metric, place.score, found[place].signature)
            if alike and cell.score.value is not None:
                best = cell.score.value == value
                test = by_parses.get((place.metric, place.score, frozenset((place.parse, other.parse))))
                few = test is not None and test.units is not None and test.units < LEAST_UNITS
                differs = test is not None and test.significant
                found[other] = replace(cell, best=best, not_worse=best or not (differs or few), too_few=few)
    return found


def _best(found: Mapping[Place, Cell]) -> Iterator[tuple[Place, float]]:
    """The best figure of each measure, where several are made in the same way."""
    alike: dict[tuple[str, str, str], list[tuple[float, Place]]] = {}
    for place, cell in found.items():
        if cell.score.value is not None:
            alike.setdefault((place.metric, place.score, cell.signature), []).append((cell.score.value, place))
    for known in alike.values():
        if len(known) > 1:
            value, place = max(known, key=lambda one: one[0])
            yield place, value


def as_object(found: Matrix) -> dict[str, Any]:
    """``figures`` with the golds that judge (several: generalized), ``comparisons`` of parses under the same golds."""
    return {
        "goldleaf": VERSION,
        "golds": [{"golds": [*golds], "generalized": len(golds) > 1} for golds in found.golds],
        "parses": [{"parse": name, "experiment": owner} for name, owner in found.parses.items()],
        "figures": [
            {
                "golds": [*place.golds],
                "parse": place.parse,
                "metric": place.metric,
                "score": place.score,
                "value": cell.score.value,
                "right": cell.score.right,
                "total": cell.score.total,
                "best": cell.best,
                "not_worse": cell.not_worse,
                "signature": cell.signature,
            }
            for place, cell in found.cells.items()
        ],
        "comparisons": [{"golds": [*golds], **one.as_object()} for golds, one in found.comparisons],
    }
