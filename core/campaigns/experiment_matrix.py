"""Every parse against every gold, and against what each set of golds has in common (EMNLP 2011, Tables 1 and 2).

A single gold judges all parses: by attachment where both are dependencies, by ParsEval where both are constituents, by
TedEval always. Two or more golds, generalized, judge the parses that were made after one of them: TedEval forgives each
what its own gold has otherwise than the others (EACL 2012, Tables 1 and 3). The parses under one gold, or set of golds,
are compared two by two by shuffling their sentences' counts: these are in pairs, whatever each was scored against.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from goldleaf.core.analysis.significance import (
    LEAST_UNITS,
    Counted,
    Counts,
    ParseScore,
    Rounds,
    ScoreTest,
    comparisons_steps,
)
from goldleaf.core.campaigns.experiment import Opened, names_of_parses
from goldleaf.core.metrics import Metric, create
from goldleaf.core.metrics.base import Ratio, Score, has_constituents
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.scoring import Scored, score_steps, signature
from goldleaf.core.steps import Steps, between, in_turn
from goldleaf.core.treebank import Treebank
from goldleaf.core.version import VERSION

# Metrics and their scores, in the order of the tables.
MEASURES = (
    ("parseval", "f1"),
    ("attachment", "uas"),
    ("attachment", "las"),
    ("tedeval", "accuracy_unlabeled"),
    ("tedeval", "accuracy"),
)

Golds: TypeAlias = tuple[str, ...]  # the names of the experiments whose golds judge: one, or several, generalized


class MatrixPlace(NamedTuple):
    """Where a figure stands: which golds judge which parse, by which measure."""

    golds: Golds
    parse: str
    metric: str
    score: str


class MatrixCell(NamedTuple):
    """A figure; ``best`` of those under the same golds and signature, or ``not_worse``: not significantly so. It may
    differ from the best in ``too_few`` sentences: no test can say that it is worse, and none that it is not."""

    score: Score
    signature: str
    best: bool = False
    not_worse: bool = False
    too_few: bool = False


class Matrix(NamedTuple):
    """All figures. ``golds`` are the rows of a table, ``parses`` its columns, with the experiment of each.
    ``comparisons`` are of two parses under the same golds."""

    golds: tuple[Golds, ...]
    parses: Mapping[str, str]
    cells: Mapping[MatrixPlace, MatrixCell]
    comparisons: tuple[tuple[Golds, ScoreTest], ...]

    def cell(self, golds: Golds, parse: str, measure: tuple[str, str]) -> MatrixCell | None:
        return self.cells.get(MatrixPlace(golds, parse, *measure))

    def measures(self, golds: Golds) -> list[tuple[str, str]]:
        """The measures that any parse has a figure of under some golds."""
        known = {
            place[2:] for place, cell in self.cells.items() if place.golds == golds and cell.score.value is not None
        }
        return [measure for measure in MEASURES if measure in known]


def matrix_steps(found: Sequence[Opened], metric: TedEval, rounds: Rounds) -> Steps[Matrix]:
    """The matrix of experiments. Raises GoldleafError for parses that cannot be scored."""
    names = [one.experiment.name for one in found]
    sets = tuple(chosen for size in range(1, len(names) + 1) for chosen in combinations(names, size))
    owners = [one.experiment.name for one in found for _ in one.parses]
    parses = dict(zip(names_of_parses(one.experiment for one in found), owners, strict=True))
    cells: dict[MatrixPlace, MatrixCell] = {}
    comparisons: list[tuple[Golds, ScoreTest]] = []
    # Of n golds there are 2ⁿ − 1 sets; papers have two or three (EACL 2012, Table 3).
    for number, golds in enumerate(sets):
        first, last = number / len(sets), (number + 1) / len(sets)
        middle = (first + last) / 2
        scored = yield from between(_scored(found, [*parses], golds, metric), first, middle)
        tested = yield from between(_tested(scored, rounds), middle, last)
        comparisons += [(golds, comparison) for comparison in tested]
        cells |= _cells(golds, scored, tested)
    return Matrix(sets, parses, cells, tuple(comparisons))


_Judged: TypeAlias = tuple[str, Scored]  # the name of a parse, and what it scores


def _scored(found: Sequence[Opened], names: Sequence[str], golds: Golds, tedeval: TedEval) -> Steps[list[_Judged]]:
    """All parses that these golds judge, scored by each metric that applies."""
    judges = [one for one in found if one.experiment.name in golds]
    judged = found if len(golds) == 1 else judges
    # In a row figures are comparable if TedEval takes nodes of functions where not all have constituents.
    sides = [*(one.gold for one in judges), *(parse for one in judged for parse in one.parses)]
    if tedeval.chosen["constituents"] == "auto" and len({has_constituents(side) for side in sides}) > 1:
        tedeval = TedEval(**tedeval.chosen | {"constituents": "function"})
    wanted: list[tuple[str, Metric, Treebank, Treebank]] = []
    parses = [(one, *both) for one in found for both in zip(one.parses, one.as_read[1:], strict=True)]
    for name, (own, parse, as_read) in zip(names, parses, strict=True):
        if len(golds) == 1:
            [judge] = judges
            wanted.append((name, tedeval, replace(judge.gold, other_golds=()), parse))
            # The other metrics are of labels as they are read: what is equal for TedEval alone is not for them.
            others = (create("parseval"), create("attachment"))
            able = [one for one in others if one.applies(judge.as_read[0]) and one.applies(as_read)]
            wanted += [(name, one, judge.as_read[0], as_read) for one in able]
        elif own in judges:
            bare = tuple(replace(other.gold, other_golds=()) for other in judges if other is not own)
            wanted.append((name, tedeval, replace(own.gold, other_golds=bare), parse))
    scored = yield from in_turn([score_steps(metric, gold, parse) for _, metric, gold, parse in wanted])
    return [*zip((name for name, *_ in wanted), scored, strict=True)]


def _figures(scored: Scored) -> Iterator[tuple[str, Score]]:
    """A parse's scores that stand in the matrix; labels that cannot be compared are left out."""
    scores = scored.scores()
    labeled = not isinstance(scored.metric, TedEval) or scored.metric.labels is not False
    for metric, name in MEASURES:
        if metric == scored.metric.name and (labeled or name.endswith("unlabeled")):
            yield name, scores[name]


def _tested(judged: Sequence[_Judged], rounds: Rounds) -> Steps[list[ScoreTest]]:
    yield 0.0
    scores = []
    for parse, scored in judged:
        for name, _ in _figures(scored):
            ratio = scored.ratios[name]
            assert isinstance(ratio, Ratio)
            figure = ParseScore(parse, scored.metric.name, name, signature(scored.metric))
            # A sentence that could not be read has 0.
            counts = [np.nan_to_num(scored.counts[part].cast(float).to_numpy()) for part in (ratio.right, ratio.total)]
            # Sentences are in pairs, whatever golds they were scored against.
            scores.append(Counted(figure, np.arange(scored.counts.height), counts))
    pairs = [*combinations(dict.fromkeys(parse for parse, _ in judged), 2)]
    return (yield from comparisons_steps(Counts.gathered(scores), pairs, rounds))


def _cells(golds: Golds, judged: Sequence[_Judged], tested: Sequence[ScoreTest]) -> dict[MatrixPlace, MatrixCell]:
    """The figures of a row, of which the best is marked, and those that do not differ from it significantly."""
    cells = {
        MatrixPlace(golds, parse, scored.metric.name, name): MatrixCell(figure, signature(scored.metric))
        for parse, scored in judged
        for name, figure in _figures(scored)
    }
    tests = {(test.metric, test.score, frozenset((test.a, test.b))): test for test in tested}
    # What is made in the same way, with its values.
    alike: dict[tuple[str, str, str], dict[MatrixPlace, float]] = {}
    for place, cell in cells.items():
        if cell.score.value is not None:
            alike.setdefault((place.metric, place.score, cell.signature), {})[place] = cell.score.value
    for (metric, name, _), values in alike.items():
        if len(values) > 1:
            best = max(values, key=lambda place: values[place])
            for place, value in values.items():
                test = tests.get((metric, name, frozenset((best.parse, place.parse))))
                few = test is not None and test.units is not None and test.units < LEAST_UNITS
                differs = test is not None and test.significant
                is_best = value == values[best]
                not_worse = is_best or not (differs or few)
                cells[place] = cells[place]._replace(best=is_best, not_worse=not_worse, too_few=few)
    return cells


def as_object(found: Matrix) -> dict[str, Any]:
    """``figures`` with the golds that judge (several: generalized), ``comparisons`` of parses under the same golds."""
    figures = []
    for place, cell in found.cells.items():
        written = place._asdict() | {"golds": [*place.golds]}
        written |= {name: getattr(cell.score, name) for name in ("value", "right", "total")}
        figures.append(written | {name: getattr(cell, name) for name in ("best", "not_worse", "signature")})
    return {
        "goldleaf": VERSION,
        "golds": [{"golds": [*golds], "generalized": len(golds) > 1} for golds in found.golds],
        "parses": [{"parse": name, "experiment": owner} for name, owner in found.parses.items()],
        "figures": figures,
        "comparisons": [{"golds": [*golds], **one.as_object()} for golds, one in found.comparisons],
    }
