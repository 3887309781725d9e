"""Whether scores differ by more than chance: of scored parses two by two, of a campaign's systems from the best.

Systems that are not shown to differ share a rank. Each two are tested under the first score, averaged over treebanks:
sentences are swapped within each treebank, and the averages of the rounds compared. A group ends where each system
above is significantly better than each below: the clusters of WMT (Bojar et al. 2017, Findings of the Conference on
Machine Translation), with Holm's correction, which these have not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, groupby
from math import ceil
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.alignment import units
from goldleaf.core.analysis import significance
from goldleaf.core.analysis.significance import Counted, Counts, ParseScore, Rounds, ScoreTest
from goldleaf.core.facts import Floats
from goldleaf.core.metrics.base import Combined, Ratio
from goldleaf.core.results import ScoreChoice, ScoredParse
from goldleaf.core.scoring import Scored, score
from goldleaf.core.steps import Steps
from goldleaf.core.treebank import Treebank

if TYPE_CHECKING:
    from goldleaf.core.campaigns.description import JobResult

BEGINS, WORDS = "(begins)", "(words)"  # frames of a pair beside those of measures, by whose names these go
Pairs: TypeAlias = Sequence[tuple[str, str]]
# By the names of both: p after Holm's correction, and in how many sentences they differ
Tested: TypeAlias = Mapping[tuple[str, str], tuple[float | None, int]]


def compared_steps(
    gold: Treebank, results: Sequence[ScoredParse], choice: ScoreChoice, rounds: Rounds, pairs: Pairs | None = None
) -> Steps[list[ScoreTest]]:
    """The pairs of parses (each two, unless ``pairs`` names some) under every score that both have."""
    yield 0.0
    wanted = list(combinations([one.name for one in results], 2)) if pairs is None else pairs
    counts = counts_of(gold, results, choice)
    counts = replace(counts, refused=_refused(counts, results, wanted))
    return (yield from significance.comparisons_steps(counts, wanted, rounds))


def counts_of(gold: Treebank, results: Sequence[ScoredParse], choice: ScoreChoice) -> Counts:
    """The counts of all parses' scores, on the same sentences. What any parse has split otherwise than the gold is one
    sentence here. With macro averages a sentence has its score of 1."""
    begins = np.ones(len(gold), bool)
    for one in results:
        begins[1:] &= np.diff(units(gold, one.parse).of_gold) > 0
    stratum = np.cumsum(begins) - 1

    def scores() -> Iterator[Counted]:
        for one, name, scored in _alike(gold, results, choice):
            signature = choice.signature(scored.metric)
            rows = stratum[scored.counts["sentence"].to_numpy()]
            missing = _floats(~scored.covered["compared"][scored.counts["sentence"]])
            for key, counts in parts(scored, choice).items():
                ratio = scored.ratios[key]
                made = ratio if choice.average == "micro" and isinstance(ratio, Combined) else None
                yield Counted(ParseScore(one.name, name, key, signature), rows, (*counts, missing), made)

    return Counts.gathered(scores())


def parts(scored: Scored, choice: ScoreChoice) -> dict[str, tuple[Floats, Floats]]:
    """Numerators and denominators of each score, sentence by sentence; those that could not be read have 0."""
    if choice.average == "macro":
        values = scored.metric.by_sentence(scored.counts)
        return {key: (_floats(values[key]), _floats(values[key].is_not_null())) for key in scored.ratios}
    found = {}
    for key, ratio in scored.ratios.items():
        # What is combined of other scores has no counts: it is made anew of theirs whenever they are shuffled.
        columns = (ratio.right, ratio.total) if isinstance(ratio, Ratio) else ()
        right, total = [_floats(scored.counts[name]) for name in columns] or [np.zeros(scored.counts.height)] * 2
        found[key] = right, total
    return found


def _floats(column: pl.Series) -> Floats:
    return column.cast(pl.Float64).fill_null(0).to_numpy()


def _alike(
    gold: Treebank, results: Sequence[ScoredParse], choice: ScoreChoice
) -> Iterator[tuple[ScoredParse, str, Scored]]:
    """The parses' metrics; where one's words differ, all are counted in its way: with the same ratios."""
    richest: dict[str, Mapping[str, Ratio | Combined]] = {}
    metric = {}
    for one in results:
        for name, scored in one.scored.items():
            if len(scored.ratios) > len(richest.get(name, ())):
                richest[name], metric[name] = scored.ratios, scored.metric
    for one in results:
        for name, scored in one.scored.items():
            if scored.ratios != richest[name]:
                yield one, name, score(metric[name], gold, one.parse).only(choice.of(gold, one.parse))
            else:
                yield one, name, scored


def _refused(counts: Counts, results: Sequence[ScoredParse], pairs: Pairs) -> dict[tuple[int, int], str]:
    """The pairs of columns that must not be tested, and why. A score can be compared if what one parse lacks counts as
    wrong there; where it leaves the total, as it leaves that of precision and all of evalb's, the two scores are of
    other sentences, and the parser with more failures may win."""
    by_name = {one.name: one for one in results}
    found = {}
    for first, second in counts.pairs(pairs):
        sides = [(column, counts.figures[column]) for column in (first, second)]
        for _, one in sides:
            if one.score not in by_name[one.parse].scored[one.metric].ratios:
                found[first, second] = f"{one.parse} has no such figure, for its words are the gold's"
        of = [counts.combined[column][1] if column in counts.combined else [column] for column, _ in sides]
        there = [(counts.total[:, columns] > 0).all(axis=1) for columns in of]
        missing = [counts.missing[:, column] for column, _ in sides]
        if ((there[0] != there[1]) & (missing[0] != missing[1])).any():
            known = [by_name[one.parse].scored[one.metric].share.sentences for _, one in sides]
            found[first, second] = f"other sentences are compared, {known[0]:,} and {known[1]:,}"
    return found


def not_compared(
    found: Sequence[ScoreTest], results: Sequence[ScoredParse], choice: ScoreChoice, pairs: Pairs
) -> Iterator[str]:
    """A line for each pair and metric without a test, for the metric is fitted to either in another way or sees other
    sentences, and which scores it is of in the second case."""
    done = {(one.a, one.b, one.metric) for one in found}
    for (one, other, name, why), same in groupby(found, lambda one: (one.a, one.b, one.metric, one.refused)):
        if why:
            yield f"{name}: {one} and {other} are not compared by {', '.join(each.score for each in same)}: {why}"
    by_name = {one.name: one.scored for one in results}
    for one, other in pairs:
        for name in by_name[one]:
            if (one, other, name) not in done:
                choices = [choice.signature(by_name[side][name].metric).split("|") for side in (one, other)]
                own, others = ("|".join(sorted({*a} - {*b})) for a, b in (choices, choices[::-1]))
                yield f"{name}: {one} and {other} are not compared, for their signatures differ ({own}; {others})"


def tested_steps(
    found: Mapping[str, JobResult], measure: str, rounds: Rounds
) -> Steps[dict[str, dict[str, float | None]]]:
    """The systems that are not significantly worse than the best (CoNLL-X, Table 5) under each score of a measure, on
    one treebank in one run: by score and system p that it differs from the best by chance, after Holm's correction,
    None where they differ in so few sentences that no test can succeed. The best one has none.

    ``found`` are the systems' counts. Systems that are tested as something else than the best are not compared: they
    count otherwise. What is tested under one score is corrected together (Holm)."""
    yield 0.0
    counts = counts_of_systems(found, measure)
    scores = dict.fromkeys(key for one in found.values() for key in one.about["measures"][measure]["scores"])
    wanted = [pair for key in scores for pair in _with_best(found, measure, key, counts)]
    if not wanted or not len(counts.right):
        return {}
    shares = yield from significance.shuffled(counts, wanted, rounds)
    p = dict(zip(wanted, shares.tolist(), strict=True))
    units = dict(zip(wanted, significance.units_of(counts, wanted).tolist(), strict=True))
    tested: dict[str, list[tuple[int, int]]] = {}
    for pair in wanted:
        if not np.isnan(p[pair]):
            tested.setdefault(counts.figures[pair[1]].score, []).append(pair)
    return {
        key: {
            counts.figures[pair[1]].parse: corrected if units[pair] >= significance.LEAST_UNITS else None
            for pair, corrected in zip(own, significance.holm([p[pair] for pair in own]), strict=True)
        }
        for key, own in tested.items()
    }


def _with_best(found: Mapping[str, JobResult], measure: str, key: str, counts: Counts) -> list[tuple[int, int]]:
    """The column of the best system with that of each other, which counts in the same way."""
    goodness = {}
    for name, one in found.items():
        figure = one.about["measures"][measure]["scores"].get(key)
        if figure is not None and figure["value"] is not None:
            goodness[name] = float(figure["value"]) * (1 if figure["percent"] else -1)
    if len(goodness) < 2:
        return []
    best = max(goodness, key=lambda name: goodness[name])
    columns = {figure.parse: column for column, figure in enumerate(counts.figures) if figure.score == key}
    others = [columns[name] for name in goodness if name != best]
    own = columns[best]
    return [(own, other) for other in others if counts.figures[other].signature == counts.figures[own].signature]


def counts_of_systems(found: Mapping[str, JobResult], measure: str) -> Counts:
    """The counts of all systems, on the same sentences: what any has split otherwise than the gold is one here."""
    begins = np.logical_and.reduce([one.frames[BEGINS][BEGINS].to_numpy() for one in found.values()])
    stratum = np.cumsum(begins) - 1

    def scores() -> Iterator[Counted]:
        for name, one in found.items():
            frame, about = one.frames[measure], one.about["measures"][measure]
            rows = stratum[frame["sentence"].to_numpy()]
            for key, figure in about["scores"].items():
                counts = [frame[f"{key} {part}"].to_numpy() for part in ("right", "total")]
                made = Combined(*json.loads(figure["made_of"])) if figure["made_of"] else None
                yield Counted(ParseScore(name, measure, key, about["tested_as"]), rows, counts, made)

    return Counts.gathered(scores())


def enough(rounds: Rounds, systems: int) -> Rounds:
    """The rounds, or as many more as Holm's correction for each two of so many systems needs to find anything."""
    return replace(rounds, number=max(rounds.number, ceil(systems * (systems - 1) / significance.LEVEL)))


def averages_steps(
    found: Sequence[Mapping[str, JobResult]], measure: str, score: str, rounds: Rounds
) -> Steps[dict[tuple[str, str], tuple[float | None, int]]]:
    """Each two systems' p that their averages over treebanks differ by chance, after Holm's correction, and in how many
    sentences they differ. p is None where these are too few, or the two are counted otherwise on any treebank.

    ``found`` are the systems' counts by treebank, as `tested_steps` has them. What a system lacks is 0 in
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
        wrong = any_one.frames[measure].with_columns(pl.selectors.ends_with(" right") * 0)
        lacking = replace(any_one, frames={**any_one.frames, measure: wrong})
        counts = counts_of_systems({name: own.get(name, lacking) for name in names}, measure)
        tables.append((counts, {one.parse: column for column, one in enumerate(counts.figures) if one.score == score}))
    units, p = np.zeros(len(pairs), np.int64), np.full(len(pairs), np.nan)
    at_once = max(significance.IN_MEMORY // rounds.number, 1)
    for start in range(0, len(pairs), at_once):
        some = slice(start, min(start + at_once, len(pairs)))
        averages = np.zeros((1 + rounds.number, some.stop - start))
        for place, (counts, columns) in enumerate(tables):
            wanted = [(columns[a], columns[b]) for a, b in pairs[some]]
            # Each treebank's rounds are other ones, or chance would be the same on all.
            own_rounds = replace(rounds, seed=rounds.seed + place)
            averages += np.concatenate([*significance.swapped(counts, wanted, own_rounds)])
            yield (start + (some.stop - start) * (place + 1) / len(tables)) / len(pairs)
            units[some] += significance.units_of(counts, wanted)
        extreme = (~(np.abs(averages[1:]) < np.abs(averages[0]) - significance.EQUAL)).sum(0)
        p[some] = np.where(np.isnan(averages[0]), np.nan, (1 + extreme) / (1 + rounds.number))
    p[[pair in apart for pair in pairs]] = np.nan
    p[~np.isnan(p)] = significance.holm(p[~np.isnan(p)].tolist())
    p[units < significance.LEAST_UNITS] = np.nan
    known = (None if np.isnan(value) else value for value in p.tolist())
    return dict(zip(pairs, zip(known, units.tolist(), strict=True), strict=True))


def groups(order: Sequence[str], tested: Tested) -> dict[str, int]:
    """The ranks of systems, the best of which is first, by group: the place of its first, from 1."""
    p = {frozenset(pair): value for pair, (value, _) in tested.items()}
    ranks: dict[str, int] = {}
    first = 1
    for place, name in enumerate(order):
        across = (p.get(frozenset((above, below))) for above in order[:place] for below in order[place:])
        if all(value is not None and value < significance.LEVEL for value in across):
            first = place + 1
        ranks[name] = first
    return ranks
