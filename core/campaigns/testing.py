"""Which systems are not significantly worse than the best (CoNLL-X, Table 5): shuffling of paired sentences.

All that is tested on one treebank under one score is corrected together by Holm's method, as where theories are
compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from goldleaf.core.analysis.significance import (
    LEAST_UNITS,
    Counts,
    Figure,
    Floats,
    Made,
    Rounds,
    holm,
    shuffled,
    units_of,
    with_parts,
)
from goldleaf.core.campaigns.cache import Packed
from goldleaf.core.metrics.base import Combined
from goldleaf.core.steps import Steps

PValues: TypeAlias = dict[str, dict[str, float | None]]
"""By score and system: p that the system differs from the best one by chance, after Holm's correction; None where they
differ in so few sentences that no test can succeed. The best one has none."""


def tested_steps(found: Mapping[str, Packed], measure: str, number: int, rounds: Rounds) -> Steps[PValues]:
    """Compare the best system under each score of a measure with every other, on one treebank in one run.

    ``found`` are the systems' counts, in frames of the measure's ``number``. Systems that are tested as something else
    than the best are not compared: they count otherwise.
    """
    yield 0.0
    counts = _counts(found, measure, number)
    scores = dict.fromkeys(score for one in found.values() for score in one.about["measures"][measure]["scores"])
    wanted = [pair for score in scores for pair in _with_best(found, measure, score, counts)]
    if not wanted or not len(counts.right):
        return {}
    pairs = [*dict.fromkeys(part for pair in wanted for part in with_parts(counts.combined, pair))]
    first, second = np.array(pairs).T
    shares = yield from shuffled(counts, first, second, rounds)
    p = dict(zip(pairs, shares.tolist(), strict=True))
    units = dict(zip(wanted, units_of(counts, wanted).tolist(), strict=True))
    tested: dict[str, list[tuple[int, int]]] = {}
    for pair in wanted:
        if not np.isnan(p[pair]):
            tested.setdefault(counts.figures[pair[1]].score, []).append(pair)
    return {
        score: {
            counts.figures[pair[1]].parse: corrected if units[pair] >= LEAST_UNITS else None
            for pair, corrected in zip(own, holm([p[pair] for pair in own]), strict=True)
        }
        for score, own in tested.items()
    }


def _with_best(found: Mapping[str, Packed], measure: str, score: str, counts: Counts) -> list[tuple[int, int]]:
    """The column of the best system with that of each other, which counts in the same way."""
    goodness = {}
    for name, one in found.items():
        figure = one.about["measures"][measure]["scores"].get(score)
        if figure is not None and figure["value"] is not None:
            goodness[name] = float(figure["value"]) * (1 if figure["percent"] else -1)
    if len(goodness) < 2:
        return []
    best = max(goodness, key=lambda name: goodness[name])
    columns = {figure.parse: column for column, figure in enumerate(counts.figures) if figure.score == score}
    others = [columns[name] for name in goodness if name != best]
    own = columns[best]
    return [(own, other) for other in others if counts.figures[other].signature == counts.figures[own].signature]


def _counts(found: Mapping[str, Packed], measure: str, number: int) -> Counts:
    """The counts of all systems, on the same sentences: what any has split otherwise than the gold is one here."""
    begins = np.logical_and.reduce([one.frames["begins"]["begins"].to_numpy() for one in found.values()])
    stratum = np.cumsum(begins) - 1
    figures: list[Figure] = []
    columns: list[tuple[npt.NDArray[np.int64], Floats, Floats]] = []
    for name, one in found.items():
        frame, about = one.frames[f"{number}"], one.about["measures"][measure]
        rows = stratum[frame["sentence"].to_numpy()]
        for score in about["scores"]:
            figures.append(Figure(name, measure, score, about["tested_as"]))
            columns.append((rows, frame[f"{score} right"].to_numpy(), frame[f"{score} total"].to_numpy()))
    # Sentences that no system has counts of would only make the shuffling slower.
    kept = np.unique(np.concatenate([rows for rows, _, _ in columns] or [np.zeros(0, np.int64)]))
    right, total = (np.zeros((len(kept), len(columns))) for _ in range(2))
    for column, (rows, rights, totals) in enumerate(columns):
        places = np.searchsorted(kept, rows)
        right[:, column] = np.bincount(places, rights, len(kept))
        total[:, column] = np.bincount(places, totals, len(kept))
    return Counts(figures, right, total, _combined(found, measure, figures))


def _combined(found: Mapping[str, Packed], measure: str, figures: list[Figure]) -> Made:
    """The columns of scores that are made of others, with what makes them, and the columns of those."""
    place = {(one.parse, one.score): column for column, one in enumerate(figures)}
    made = {}
    for (system, score), column in place.items():
        about = found[system].about["measures"][measure]["scores"][score]
        if about["made_of"]:
            parts = about["made_of"].split()
            made[column] = Combined(tuple(parts), about["harmonic"]), [place[system, part] for part in parts]
    return made
