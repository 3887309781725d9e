"""Rank groups of a campaign's systems: those that are not shown to differ share a rank.

Each two systems are tested under the campaign's first score, the average over treebanks: sentences are swapped within
each treebank, and the averages of the rounds compared (`analysis.significance`). A group ends where each system above
is significantly better than each below: the clusters of WMT (Bojar et al. 2017, Findings of the Conference on Machine
Translation), with Holm's correction, which these have not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import ceil
from typing import TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.analysis.significance import EQUAL, IN_MEMORY, LEAST_UNITS, LEVEL, Rounds, holm, swapped, units_of
from goldleaf.core.campaigns.cache import Packed
from goldleaf.core.campaigns.comparisons import counts_of_systems
from goldleaf.core.steps import Steps

# By the names of both: p after Holm's correction, and in how many sentences they differ
Tested: TypeAlias = Mapping[tuple[str, str], tuple[float | None, int]]


def enough(rounds: Rounds, systems: int) -> Rounds:
    """The rounds, or as many more as Holm's correction for each two of so many systems needs to find anything."""
    return replace(rounds, number=max(rounds.number, ceil(systems * (systems - 1) / LEVEL)))


def tested_steps(
    found: Sequence[Mapping[str, Packed]], measure: str, number: int, score: str, rounds: Rounds
) -> Steps[dict[tuple[str, str], tuple[float | None, int]]]:
    """Each two systems' p that their averages over treebanks differ by chance, after Holm's correction, and in how many
    sentences they differ. p is None where these are too few, or the two are counted otherwise on any treebank.

    ``found`` are the systems' counts by treebank, as `comparisons.tested_steps` has them. What a system lacks is 0 in
    its average: it is all wrong here."""
    yield 0.0
    able = [
        {name: one for name, one in own.items() if score in one.about["measures"][measure]["scores"]} for own in found
    ]
    found = [own for own in able if own]
    names = [*dict.fromkeys(name for own in found for name in own)]
    pairs = [*combinations(names, 2)]
    rounds = enough(rounds, len(names))
    tables, apart = [], set()
    for own in found:
        ways = {name: one.about["measures"][measure]["tested_as"] for name, one in own.items()}
        apart |= {pair for pair in pairs if {*pair} <= {*ways} and ways[pair[0]] != ways[pair[1]]}
        any_one = next(iter(own.values()))
        wrong = any_one.frames[f"{number}"].with_columns(pl.selectors.ends_with(" right") * 0)
        lacking = Packed(any_one.about, {**any_one.frames, f"{number}": wrong})
        counts = counts_of_systems({name: own.get(name, lacking) for name in names}, measure, number)
        tables.append((counts, {one.parse: column for column, one in enumerate(counts.figures) if one.score == score}))
    units, p = np.zeros(len(pairs), np.int64), np.full(len(pairs), np.nan)
    at_once = max(IN_MEMORY // rounds.number, 1)
    for start in range(0, len(pairs), at_once):
        some = slice(start, min(start + at_once, len(pairs)))
        averages = np.zeros((1 + rounds.number, some.stop - start))
        for place, (counts, columns) in enumerate(tables):
            wanted = [(columns[a], columns[b]) for a, b in pairs[some]]
            # Each treebank's rounds are other ones, or chance would be the same on all.
            own_rounds = replace(rounds, seed=rounds.seed + place)
            averages += np.concatenate([*swapped(counts, wanted, own_rounds)])
            yield (start + (some.stop - start) * (place + 1) / len(tables)) / len(pairs)
            units[some] += units_of(counts, wanted)
        extreme = (~(np.abs(averages[1:]) < np.abs(averages[0]) - EQUAL)).sum(0)
        p[some] = np.where(np.isnan(averages[0]), np.nan, (1 + extreme) / (1 + rounds.number))
    p[[pair in apart for pair in pairs]] = np.nan
    p[~np.isnan(p)] = holm(p[~np.isnan(p)].tolist())
    p[units < LEAST_UNITS] = np.nan
    known = (None if np.isnan(value) else value for value in p.tolist())
    return dict(zip(pairs, zip(known, units.tolist(), strict=True), strict=True))


def groups(order: Sequence[str], tested: Tested) -> dict[str, int]:
    """The ranks of systems, the best of which is first, by group: the place of its first, from 1."""
    p = {frozenset(pair): value for pair, (value, _) in tested.items()}
    ranks: dict[str, int] = {}
    first = 1
    for place, name in enumerate(order):
        across = (p.get(frozenset((above, below))) for above in order[:place] for below in order[place:])
        if all(value is not None and value < LEVEL for value in across):
            first = place + 1
        ranks[name] = first
    return ranks
