"""Whether two parses differ by more than chance: stratified shuffling, and bootstrap intervals of their difference.

Both look at counts per sentence only, so they do the same for every metric: a score is a ratio of two sums, and what
is swapped or drawn is a sentence with all its counts.

*Shuffling* (Cohen, Empirical Methods for Artificial Intelligence, 1995, §5.3.2; Noreen 1989): if the two parses were
alike, each sentence's counts might as well be the other's. They are swapped at random, sentence by sentence; p is the
share of rounds whose difference is at least as large, in either direction, as the one that was found. That one counts
as a round of its own, so that p is never 0.

*Bootstrap* (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, §13.3): as many sentences as there are are
drawn with replacement, the same ones for both parses; the interval holds the middle 95 % of the differences.

All figures are worked out of the same rounds, by products of matrices of rounds and sentences with the counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import OptionError
from goldleaf.core.facts import Floats, Integers
from goldleaf.core.metrics.base import Combined
from goldleaf.core.steps import Steps, between

# By their columns, figures that are made of others, by what, and the columns of those.
Made: TypeAlias = Mapping[int, tuple[Combined, Sequence[int]]]
LEVEL = 0.05  # below this p a difference is called significant; an interval leaves out as much
MOST_ROUNDS = 10_000_000
# Of n sentences that differ there are 2ⁿ ways to swap, two of which are as extreme as any: p is at least 2 / 2ⁿ.
LEAST_UNITS = 2 + int(np.log2(1 / LEVEL))
BOLD = "Bold: the best, whether significant or not."
BOLD_TESTED = f"Bold: the best, and those that a test does not tell from it (p at least {LEVEL:g})."
TOO_FEW = f"too few units: it differs from the best in fewer than {LEAST_UNITS} sentences, so no test can succeed"
_AT_ONCE = 1 << 21  # sentences times rounds, in 16 MiB: with less, threads wait for one another at each product
IN_MEMORY = 1 << 22  # rounds times pairs whose differences are held at once, in 32 MiB
EQUAL = 1e-12  # differences of ratios that are equal but for rounding


@dataclass(frozen=True, slots=True)
class Rounds:
    """How often to shuffle and to draw, and the seed of both. Raises OptionError for what cannot be done."""

    number: int = 10_000
    seed: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.number <= MOST_ROUNDS:
            raise OptionError(f"--rounds {self.number}: expected a number from 1 to {MOST_ROUNDS}")
        if self.seed < 0:
            raise OptionError(f"--seed {self.seed}: expected a number from 0 on")

    def swaps(self, sentences: int) -> Iterator[npt.NDArray[np.bool_]]:
        """Whether each sentence is swapped (rounds × sentences), some rounds at a time."""
        # Shuffling and drawing have a stream each: neither depends on whether the other was done.
        generator = np.random.default_rng([self.seed, 0])
        width = -(-sentences // 64) * 8  # bytes of a round; whole draws of the generator, so that none is dropped
        for rounds in self._at_once(sentences):
            drawn = np.frombuffer(generator.bytes(rounds * width), np.uint8).reshape(rounds, width)
            yield np.unpackbits(drawn, axis=1, count=sentences).view(np.bool_)

    def draws(self, sentences: int) -> Iterator[Integers]:
        """How often each sentence is drawn (rounds × sentences), some rounds at a time."""
        generator = np.random.default_rng([self.seed, 1])
        for rounds in self._at_once(sentences):
            drawn = generator.integers(0, sentences, (rounds, sentences), dtype=np.uint32).astype(np.intp)
            # Each round has numbers of its own, so that one count tells all rounds apart.
            drawn += np.arange(rounds)[:, None] * sentences
            yield np.bincount(drawn.ravel(), minlength=rounds * sentences).reshape(rounds, sentences)

    def _at_once(self, sentences: int) -> Iterator[int]:
        most = max(_AT_ONCE // max(sentences, 1), 1)
        return (min(most, self.number - first) for first in range(0, self.number, most))


class ParseScore(NamedTuple):
    """Which score of which parse; scores that ``signature`` tells apart are not compared."""

    parse: str
    metric: str
    score: str
    signature: str = ""


class Counted(NamedTuple):
    """What a figure is a ratio of: the rows that it has counts in, and for these what is right, the total, and, where
    that is asked, how many sentences the parse has not. ``made`` says by what it is made of others instead."""

    figure: ParseScore
    rows: Integers
    counts: Sequence[Floats]
    made: Combined | None = None


@dataclass(frozen=True, eq=False)
class Counts:
    """What figures are ratios of: a row a sentence, a column a figure."""

    figures: Sequence[ParseScore]
    right: Floats
    total: Floats
    combined: Made = field(default_factory=dict)  # figures that are made of others instead
    refused: Mapping[tuple[int, int], str] = field(default_factory=dict)  # pairs of columns not to be tested, and why
    missing: Floats = field(default_factory=lambda: np.zeros((0, 0)))  # how many of a row's sentences a parse has not

    @classmethod
    def gathered(cls, scores: Iterable[Counted]) -> Counts:
        scores = [*scores]
        # Rows in which no figure has counts would only make the shuffling slower.
        kept = np.unique(np.concatenate([one.rows for one in scores] or [np.zeros(0, np.int64)]))
        tables = [np.zeros((len(kept), len(scores))) for _ in (scores[0].counts if scores else ("right", "total"))]
        for column, one in enumerate(scores):
            places = np.searchsorted(kept, one.rows)
            for table, values in zip(tables, one.counts, strict=True):
                table[:, column] = np.bincount(places, values, len(kept))
        place = {one.figure[:3]: column for column, one in enumerate(scores)}
        made = {column: (one.figure, one.made) for column, one in enumerate(scores) if one.made is not None}
        combined = {column: (by, [place[*whose[:2], part] for part in by.of]) for column, (whose, by) in made.items()}
        missing = tables[2] if len(tables) > 2 else np.zeros((0, 0))
        return cls([one.figure for one in scores], tables[0], tables[1], combined, missing=missing)

    def only(self, columns: Integers) -> Counts:
        """The figures of these columns, which are sorted and hold all that any of them is made of."""
        place = {column: number for number, column in enumerate(columns.tolist())}
        made = {column: self.combined[column] for column in place if column in self.combined}
        combined = {place[column]: (whole, [place[part] for part in parts]) for column, (whole, parts) in made.items()}
        figures = [self.figures[column] for column in place]
        return Counts(figures, self.right[:, columns], self.total[:, columns], combined)

    def pairs(self, parses: Sequence[tuple[str, str]]) -> list[tuple[int, int]]:
        """The columns of the same score of these parses, by metric and score."""
        place = {figure: column for column, figure in enumerate(self.figures)}
        pairs = [
            (column, place[figure._replace(parse=b)])
            for a, b in parses
            for figure, column in place.items()
            if figure.parse == a and figure._replace(parse=b) in place
        ]
        order = [*dict.fromkeys((figure.metric, figure.score) for figure in self.figures)]
        return sorted(pairs, key=lambda pair: order.index(self.figures[pair[0]][1:3]))


class ScoreTest(NamedTuple):
    """A score of two parses, and what is said of their difference. None where undefined, or ``refused``."""

    metric: str
    score: str
    a: str
    b: str
    a_value: float | None
    b_value: float | None
    difference: float | None  # a's less b's
    p: float | None  # two-sided
    low: float | None  # of the 95 % interval of the difference
    high: float | None
    rounds: int
    seed: int
    p_holm: float | None = None  # after Holm's correction for all pairs of parses under this score, if several
    refused: str = ""  # why
    units: int | None = None  # sentences in which the two count otherwise; of less than `LEAST_UNITS` no p is small

    @property
    def significant(self) -> bool:
        """Whether the two differ significantly, among all pairs that were tested."""
        p = self.p if self.p_holm is None else self.p_holm
        return p is not None and p < LEVEL

    def as_object(self) -> dict[str, Any]:
        """What ``goldleaf score --significance --json`` prints of it; its shape is a promise to scripts."""
        said = ("p_holm", "refused")  # only where there is something to say
        return {key: value for key, value in self._asdict().items() if key != "units" and (key not in said or value)}


def standing_out(
    made: Mapping[str, tuple[object, float | None]], *, more: bool, score: tuple[str, str], tests: Iterable[ScoreTest]
) -> set[str]:
    """The parses whose value of a score (after how it is made) is the best of those that are made alike and differ (the
    highest if ``more`` is better), and those that no test finds to differ from them."""
    alike = {how: {own for other, own in made.values() if other == how and own is not None} for how, _ in made.values()}
    best_of = {how: (max if more else min)(values) for how, values in alike.items() if len(values) > 1}
    best = {name for name, (how, value) in made.items() if how in best_of and value == best_of[how]}
    tested = (one for one in tests if (one.metric, one.score) == score and one.p is not None and not one.significant)
    return best.union(*({one.a, one.b} for one in tested if {one.a, one.b} & best))


def comparisons_steps(counts: Counts, parses: Sequence[tuple[str, str]], rounds: Rounds) -> Steps[list[ScoreTest]]:
    pairs = counts.pairs(parses)
    any_units = len(counts.right) > 0
    # What is refused is not shuffled either; and differences of all rounds are kept for the quantiles, so pairs are
    # tested some at a time.
    wanted = [pair for pair in pairs if any_units and not counts.refused.get(pair)]
    size = max(IN_MEMORY // rounds.number, 1)
    tests: dict[tuple[int, int], Floats] = {}
    for start in range(0, len(wanted), size):
        some = wanted[start : start + size]
        steps = _tested(counts, some, rounds)
        tested = yield from between(steps, start / len(wanted), (start + len(some)) / len(wanted))
        tests |= dict(zip(some, tested.T, strict=True))
    values = np.full(len(counts.figures), np.nan)
    if any_units:
        values = _ratios(counts.right.sum(0), counts.total.sum(0), counts.combined)
    nothing = np.full(3, np.nan)
    compared = []
    for pair, units in zip(pairs, units_of(counts, pairs).tolist(), strict=True):
        a, b = (counts.figures[column] for column in pair)
        difference = values[pair[0]] - values[pair[1]] if pair in tests else np.nan
        figures = (*values[list(pair)], difference, *tests.get(pair, nothing))
        a_value, b_value, less, p, low, high = (None if np.isnan(value) else float(value) for value in figures)
        told = ScoreTest(
            a.metric, a.score, a.parse, b.parse, a_value, b_value, less, p, low, high, rounds.number, rounds.seed
        )  # fmt: skip
        compared.append(told._replace(refused=counts.refused.get(pair, ""), units=units if any_units else None))
    corrected = []
    for _, same in groupby(compared, lambda comparison: (comparison.metric, comparison.score)):
        of_score = [*same]
        values_of_p = [comparison.p for comparison in of_score if comparison.p is not None]
        p_holm = iter(holm(values_of_p) if len(values_of_p) > 1 else ())
        corrected += [one if one.p is None else one._replace(p_holm=next(p_holm, None)) for one in of_score]
    return corrected


def _tested(counts: Counts, pairs: Sequence[tuple[int, int]], rounds: Rounds) -> Steps[Floats]:
    """Three rows: p, and the bounds of the interval, of each pair of columns. Of all others nothing is worked out."""
    needed = {column for pair in pairs for part in with_parts(counts.combined, pair) for column in part}
    columns = np.array(sorted(needed))
    own = counts.only(columns)
    first, second = np.searchsorted(columns, np.array(pairs)).T
    steps = shuffled(own, [*zip(first.tolist(), second.tolist(), strict=True)], rounds)
    p = yield from between(steps, 0.0, 0.2)
    both = np.hstack([own.right, own.total])
    steps = _bounds(both, own.combined, rounds, lambda ratios: ratios[:, first] - ratios[:, second])
    return np.vstack([p, (yield from between(steps, 0.2, 1.0))])


def p_of_rows(
    right: tuple[Floats, Floats], total: tuple[Floats, Floats], rounds: Rounds
) -> Steps[dict[str, pl.Series]]:
    """Of figures in columns, of one parse and of another: the 95 % interval of each difference, from ``low_share`` to
    ``high_share``, and ``p`` after Holm's correction for all of them; null where undefined."""
    sentences, columns = right[0].shape
    found = np.full((3, columns), np.nan)
    if sentences and columns:
        counts = Counts([ParseScore("", "", "")] * 2 * columns, np.hstack(right), np.hstack(total))
        found = yield from _tested(counts, [(column, column + columns) for column in range(columns)], rounds)
    known = ~np.isnan(found[0])
    found[0, known] = holm(found[0, known].tolist())
    names = zip(("low_share", "high_share", "p"), found[[1, 2, 0]], strict=True)
    return {name: pl.Series(values).fill_nan(None) for name, values in names}


def with_parts(combined: Made, pair: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The columns of two figures, and before them those of the figures that they are made of."""
    if pair[0] in combined:
        for part in zip(combined[pair[0]][1], combined[pair[1]][1], strict=True):
            yield from with_parts(combined, part)
    yield pair


def shuffled(counts: Counts, pairs: Sequence[tuple[int, int]], rounds: Rounds) -> Steps[Floats]:
    """The p of pairs of columns: (1 + rounds as extreme) / (1 + rounds); NaN where undefined. A
    round in which a score is undefined counts as extreme: nothing speaks against it."""
    swapping = swapped(counts, pairs, rounds)
    found = np.abs(next(swapping))
    extreme, done = np.zeros(len(pairs), np.int64), 0
    for differences in swapping:
        # Not "at least as large": a round in which a score is undefined compares as false.
        extreme += (~(np.abs(differences) < found - EQUAL)).sum(0)
        done += len(differences)
        yield done / rounds.number
    return np.asarray(np.where(np.isnan(found[0]), np.nan, (1 + extreme) / (1 + rounds.number)))


def swapped(counts: Counts, pairs: Sequence[tuple[int, int]], rounds: Rounds) -> Iterator[Floats]:
    """The differences of pairs of columns (rows × pairs): one row of those that were found, then those of all rounds,
    some rounds at a time; NaN where undefined."""
    # Figures made of others need these in each round.
    every = [*dict.fromkeys(part for pair in pairs for part in with_parts(counts.combined, pair))]
    place = {pair: number for number, pair in enumerate(every)}
    first, second = np.array(every).T
    own = [place[pair] for pair in pairs]
    right, total = ((table[:, second] - table[:, first]) for table in (counts.right, counts.total))
    # What one side gains by a swap the other loses: one product gives the sums of both.
    moved = np.hstack([right, total])
    sums = [table[:, columns].sum(0) for columns in (first, second) for table in (counts.right, counts.total)]
    made = {}  # what is made of others, by the places of the pairs
    for a, b in every:
        if a in counts.combined:
            parts = zip(counts.combined[a][1], counts.combined[b][1], strict=True)
            made[place[a, b]] = counts.combined[a][0], [place[part] for part in parts]
    yield (_ratios(sums[0], sums[1], made) - _ratios(sums[2], sums[3], made))[None, own]
    for swaps in rounds.swaps(len(right)):
        right, total = np.hsplit(swaps.astype(np.float64) @ moved, 2)
        ratios = _ratios(sums[0] + right, sums[1] + total, made) - _ratios(sums[2] - right, sums[3] - total, made)
        yield ratios[:, own]


def units_of(counts: Counts, pairs: Sequence[tuple[int, int]]) -> Integers:
    """In how many sentences the two columns of each pair count otherwise, or those that they are made of."""
    units = np.zeros(len(pairs), np.int64)
    for row, pair in enumerate(pairs):
        differ = np.zeros(len(counts.right), bool)
        for a, b in with_parts(counts.combined, pair):
            if a not in counts.combined:
                for own in (counts.right, counts.total):
                    differ |= np.abs(own[:, a] - own[:, b]) > EQUAL
        units[row] = differ.sum()
    return units


def bands(right: Floats, total: Floats, rounds: Rounds) -> Steps[Floats]:
    """Two rows: the bounds of the ratio of each column's sums in 95 % of the draws; NaN if undefined."""
    return (yield from _bounds(np.hstack([right, total]), {}, rounds, lambda ratios: ratios))


def _bounds(both: Floats, made: Made, rounds: Rounds, figures: Callable[[Floats], Floats]) -> Steps[Floats]:
    """Two rows: the bounds of figures of ratios in 95 % of the draws, in which they are defined; else NaN."""
    found, done = [figures(np.full((0, both.shape[1] // 2), np.nan))], 0
    for draws in rounds.draws(len(both)) if len(both) else ():
        right, total = np.hsplit(draws.astype(np.float64) @ both, 2)
        found.append(figures(_ratios(right, total, made)))
        done += len(draws)
        yield done / rounds.number
    values = np.concatenate(found)
    bounds = np.full((2, values.shape[1]), np.nan)
    defined = ~np.isnan(values).all(0)
    bounds[:, defined] = np.nanquantile(values[:, defined], (LEVEL / 2, 1 - LEVEL / 2), axis=0)
    return bounds


def holm(values: Sequence[float]) -> list[float]:
    """The p values after Holm's correction (1979) for having tested all of them, in their order."""
    order = np.argsort(values, kind="stable")
    # The least of n is multiplied by n, the next by n − 1, …; none becomes less than one before it.
    corrected = np.asarray(values)[order] * np.arange(len(values), 0, -1)
    result = np.empty(len(values))
    result[order] = np.minimum(np.maximum.accumulate(corrected), 1.0)
    return [float(value) for value in result]


def _ratios(right: Floats, total: Floats, made: Made) -> Floats:
    """Ratios of sums, NaN for 0/0, and what is made of them; sums of fractions that are 0 but for rounding are 0."""
    defined = np.abs(total) > EQUAL
    found = np.where(defined, right / np.where(defined, total, 1.0), np.nan)
    for column, (combined, parts) in made.items():
        found[..., column] = combined.values(found[..., list(parts)])
    return found
