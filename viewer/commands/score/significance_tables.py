"""Whether parses differ by more than chance: options of `goldleaf score`, and tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics.base import Combined, Ratio
from goldleaf.core.results import Choice, ScoredParse, Told
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands.printing import print_rows
from goldleaf.viewer.commands.terminal import complain
from goldleaf.viewer.text.numbers import percent, plain, probability, signed

if TYPE_CHECKING:
    from goldleaf.core.analysis.significance import Comparison, Rounds

LIMIT = re.compile(r"(?P<score>[\w.-]+)=(?P<value>\d*\.?\d+)")


@dataclass(frozen=True, slots=True)
class Testing:
    """What is tested; a group of options, for `with_options`."""

    significance: Annotated[
        bool,
        typer.Option("--significance", help="Test each two parses: shuffling, and bootstrap intervals of 95 %."),
    ] = False
    rounds: Annotated[
        int | None, typer.Option(metavar="N", help="How often sentences are shuffled, and drawn.  [default: 10000]")
    ] = None
    seed: Annotated[int | None, typer.Option(metavar="N", help="Of what is drawn at random.  [default: 0]")] = None
    fail_under: Annotated[
        list[str] | None,
        typer.Option(metavar="SCORE=VALUE", help="Exit with 1 if a parse has less: las=0.85. May be repeated."),
    ] = None
    fail_below: Annotated[
        Path | None,
        typer.Option(
            metavar="BASELINE", help="Exit with 1 if a parse is significantly worse than this one, by a main score."
        ),
    ] = None

    @property
    def baselines(self) -> list[Path]:
        """The file that no parse must be worse than, if there is one."""
        return [] if self.fail_below is None else [self.fail_below]

    @property
    def of_sums_only(self) -> bool:
        """Whether no parses are compared sentence by sentence."""
        return not (self.significance or self.baselines)

    def check(self, parses: int) -> None:
        """Raise OptionError for what cannot be done with so many parses."""
        for limit in self.fail_under or ():
            if not (found := LIMIT.fullmatch(limit)) or float(found["value"]) > 1:
                raise OptionError(f"--fail-under {limit}: expected a score and a fraction of 1, such as las=0.85")
        if self.significance and parses < 2:
            raise OptionError("--significance: needs two parses or more")
        self._check_rounds()

    def _check_rounds(self) -> None:
        if self.significance or self.baselines:
            self.drawn()
            return
        for option, value in (("--rounds", self.rounds), ("--seed", self.seed)):
            if value is not None:
                raise OptionError(f"{option}: nothing is drawn without --significance or --fail-below")

    def drawn(self) -> Rounds:
        """The rounds that are asked for."""
        from goldleaf.core.analysis.significance import Rounds

        asked = {"number": self.rounds, "seed": self.seed}
        return Rounds(**{name: value for name, value in asked.items() if value is not None})


@dataclass(frozen=True, eq=False)
class Results:
    """What was scored: the parses, and what they must not be worse than."""

    parses: Sequence[ScoredParse]
    baselines: Sequence[ScoredParse]
    choice: Choice

    def pairs(self, *, each: bool) -> list[tuple[str, str]]:
        """The parses with the baselines, and ``each`` two of them."""
        names = [one.name for one in self.parses]
        return [*combinations(names, 2)] * each + [*product(names, (one.name for one in self.baselines))]


def tested(testing: Testing, gold: Treebank, results: Results) -> list[Comparison]:
    """The comparisons that are asked for; what cannot be compared is said on stderr."""
    pairs = results.pairs(each=testing.significance)
    if not pairs:
        return []
    from goldleaf.core.campaigns.comparisons import compared, not_compared

    everything = [*results.parses, *results.baselines]
    found = compared(gold, everything, results.choice, testing.drawn(), pairs)
    for line in not_compared(found, everything, results.choice, pairs):
        complain(line)
    return found


def print_comparisons(comparisons: Sequence[Comparison], results: Sequence[ScoredParse]) -> None:
    """A table for each metric, a row for each score and pair."""
    ratios = ratios_of(results)
    for metric, rows in groupby(comparisons, lambda one: one.metric):
        found = [*rows]
        corrected = any(one.p_holm is not None for one in found)
        headings = ["score", "a", "b", "a's", "b's", "difference", "95 % from", "to", "p"]
        title = f"Differences under {metric}: {found[0].rounds:,} rounds, seed {found[0].seed}"
        print_rows(
            title,
            [*headings, *["p (Holm)"] * corrected],
            (_cells(one, ratios[metric, one.score], corrected=corrected) for one in found),
            words=(0, 1, 2),
        )


def _cells(one: Comparison, ratio: Ratio | Combined, *, corrected: bool) -> list[str]:
    written = percent if ratio.percent else plain
    return [
        *(one.score, one.a, one.b),
        *(written(one.a_value), written(one.b_value)),
        *(signed(value, written(value)) for value in (one.difference, one.low, one.high)),
        *(probability(p) for p in (one.p, one.p_holm)[: 1 + corrected]),
    ]


def ratios_of(results: Sequence[ScoredParse | Told]) -> Mapping[tuple[str, str], Ratio | Combined]:
    """The scores that there are, by metric and name."""
    return {
        (name, score): ratio
        for one in results
        for name, scored in one.scored.items()
        for score, ratio in scored.ratios.items()
    }
