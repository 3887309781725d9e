"""Whether parses differ by more than chance, and whether a build shall fail: options of `goldleaf score`, tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics.base import is_called, plain_name
from goldleaf.core.results import ScoreChoice, ScoredParse, Told
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands.options import ROUNDS, SEED, given, option
from goldleaf.viewer.commands.terminal import complain
from goldleaf.viewer.text.numbers import probability

if TYPE_CHECKING:
    from goldleaf.core.analysis.significance import Rounds, ScoreTest

LIMIT = re.compile(r"(?P<score>[\w.-]+)=(?P<value>\d*\.?\d+)")


@dataclass(frozen=True, slots=True)
class Testing:
    """What is tested; a group of options, for `with_options`."""

    PANEL: ClassVar = "Significance"
    significance: bool = option(
        "Test each two parses, and rows of --breakdown: p of shuffling decides, intervals of 95 % (bootstrap) say how "
        "large differences may be.", default=False,
    )  # fmt: skip
    rounds: int | None = ROUNDS
    seed: int | None = SEED
    fail_under: list[str] | None = option("Exit with 1 if a parse has less: las=0.85. May be repeated.", "SCORE=VALUE")
    fail_below: Path | None = option(
        "Exit with 1 if a parse is significantly worse than this one, by a main score.", "BASELINE"
    )

    @property
    def baselines(self) -> list[Path]:
        return [] if self.fail_below is None else [self.fail_below]

    @property
    def compares(self) -> bool:
        """Whether parses are compared sentence by sentence."""
        return self.significance or self.fail_below is not None

    def check(self, parses: int) -> None:
        """Raise OptionError for what cannot be done with so many parses."""
        for limit in self.fail_under or ():
            if not (found := LIMIT.fullmatch(limit)) or float(found["value"]) > 1:
                raise OptionError(f"--fail-under {limit}: expected a score and a fraction of 1, such as las=0.85")
        if self.significance and parses < 2:
            raise OptionError("--significance: needs two parses or more")
        if self.compares:
            self.drawn()  # knows what numbers there can be
            return
        for flag, value in (("--rounds", self.rounds), ("--seed", self.seed)):
            if value is not None:
                raise OptionError(f"{flag}: nothing is drawn without --significance or --fail-below")

    def drawn(self) -> Rounds:
        from goldleaf.core.analysis.significance import Rounds

        return Rounds(**given(number=self.rounds, seed=self.seed))


class ScoredFiles(NamedTuple):
    """What was scored: the parses, and what they must not be worse than."""

    parses: Sequence[ScoredParse]
    baselines: Sequence[ScoredParse]
    choice: ScoreChoice


def tested(testing: Testing, gold: Treebank, results: ScoredFiles) -> list[ScoreTest]:
    """The comparisons that are asked for; what cannot be compared is said on stderr."""
    names = [one.name for one in results.parses]
    each_two = combinations(names, 2) if testing.significance else ()
    pairs = [*each_two, *product(names, (one.name for one in results.baselines))]
    if not pairs:
        return []
    from goldleaf.core.campaigns.comparisons import compared_steps, not_compared
    from goldleaf.core.steps import finished

    everything = [*results.parses, *results.baselines]
    comparisons = finished(compared_steps(gold, everything, results.choice, testing.drawn(), pairs))
    for line in not_compared(comparisons, everything, results.choice, pairs):
        complain(line)
    return comparisons


def failures(testing: Testing, results: ScoredFiles, comparisons: Sequence[ScoreTest]) -> list[str]:
    """Why a build shall fail, a line each. Raises OptionError for a score that there is not."""
    reasons = [*under(testing, results.parses, results.choice)]
    for baseline in results.baselines:
        by_score = {(one.a, one.metric, one.score): one for one in comparisons if one.b == baseline.name}
        path = baseline.parse.path
        for parse, name in ((own, name) for own in results.parses for name in own.scored):
            score = parse.scored[name].main
            one, own_score = by_score.get((parse.name, name, score)), f"{parse.parse.path}: {name} {score}"
            # A build must not pass because a metric could not tell.
            if one is None or one.refused:
                why = f", for {one.refused}" if one is not None else ""
                reasons.append(f"{own_score} is not compared with {path}{why} (--fail-below)")
            elif one.significant and one.difference is not None and one.difference < 0:
                p = probability(one.p if one.p_holm is None else one.p_holm)
                worse = f"{own_score} {one.a_value:.4f} is significantly worse than {one.b_value:.4f} of {path}"
                reasons.append(f"{worse} (p = {p}; --fail-below)")
    return reasons


def under(testing: Testing, parses: Sequence[ScoredParse | Told], choice: ScoreChoice) -> Iterator[str]:
    """The parses under a score that they must have. Raises OptionError for a score that there is not."""
    for limit in testing.fail_under or ():
        name, _, least = limit.partition("=")
        metric, score = _score_named(name, parses)
        for one in parses:
            value = one.scored[metric].scores(choice.average)[score].value
            if value is None or value < float(least):
                why = "is undefined" if value is None else f"{value:.4f} is under {least}"
                yield f"{one.path}: {metric} {score} {why} (--fail-under)"


def _score_named(name: str, results: Sequence[ScoredParse | Told]) -> tuple[str, str]:
    """Metric and score that are meant by the score's name, or by both names. Raises OptionError."""
    first = results[0].scored
    known = {(name, score): ratio for name, scored in first.items() for score, ratio in scored.ratios.items()}
    named = [(metric, score) for metric, score in known if is_called(metric, score, name)]
    if not named:
        there = ", ".join(dict.fromkeys(plain_name(score) for _, score in known))
        raise OptionError(f"--fail-under {name}: no such score; there are {there}")
    if len(named) > 1:
        having = ", ".join(f"{metric}.{plain_name(score)}" for metric, score in named)
        raise OptionError(f"--fail-under {name}: which one? {having}")
    if not known[named[0]].higher_is_better:
        raise OptionError(f"--fail-under {name}: a mean of what is wrong, which is better when it is lower")
    return named[0]
