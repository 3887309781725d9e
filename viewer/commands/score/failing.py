"""Whether a build shall fail: parses under a score, or significantly worse than a baseline, and the reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from goldleaf.core.errors import OptionError
from goldleaf.core.results import Choice, ScoredParse, Told
from goldleaf.viewer.commands.score.significance_tables import Results, Testing, ratios_of
from goldleaf.viewer.text.numbers import probability

if TYPE_CHECKING:
    from goldleaf.core.analysis.significance import Comparison


def failures(testing: Testing, results: Results, comparisons: Sequence[Comparison]) -> list[str]:
    """Why a build shall fail, a line each. Raises OptionError for a score that there is not."""
    reasons = [*under(testing, results.parses, results.choice)]
    for baseline in results.baselines:
        found = {(one.a, one.metric, one.score): one for one in comparisons if one.b == baseline.name}
        for parse in results.parses:
            reasons += _worse(parse, baseline, found)
    return reasons


def under(testing: Testing, parses: Sequence[ScoredParse | Told], choice: Choice) -> Iterator[str]:
    """The parses under a score that they must have. Raises OptionError for a score that there is not."""
    for limit in testing.fail_under or ():
        yield from _under(limit, parses, choice)


def _worse(
    parse: ScoredParse, baseline: ScoredParse, comparisons: Mapping[tuple[str, str, str], Comparison]
) -> Iterator[str]:
    """The metrics by whose main score a parse is significantly worse, or that cannot tell."""
    for name, scored in parse.scored.items():
        score = scored.metric.main or next(iter(scored.ratios))
        one = comparisons.get((parse.name, name, score))
        if one is None or one.refused:
            why = f", for {one.refused}" if one is not None else ""
            yield f"{parse.parse.path}: {name} {score} is not compared with {baseline.parse.path}{why} (--fail-below)"
        elif one.significant and one.difference is not None and one.difference < 0:
            p = one.p if one.p_holm is None else one.p_holm
            yield (
                f"{parse.parse.path}: {name} {score} {one.a_value:.4f} is significantly worse than "
                f"{one.b_value:.4f} of {baseline.parse.path} (p = {probability(p)}; --fail-below)"
            )


def _under(limit: str, results: Sequence[ScoredParse | Told], choice: Choice) -> Iterator[str]:
    name, _, value = limit.partition("=")
    metric, score = _score_named(name, results)
    for one in results:
        found = one.scored[metric].scores(choice.average)[score].value
        if found is None or found < float(value):
            said = "is undefined" if found is None else f"{found:.4f} is under {value}"
            yield f"{one.path}: {metric} {score} {said} (--fail-under)"


def _score_named(name: str, results: Sequence[ScoredParse | Told]) -> tuple[str, str]:
    """Metric and score that are meant by the score's name, or by both names. Raises OptionError."""
    known = ratios_of(results[:1])
    found = [(metric, score) for metric, score in known if name in (score, f"{metric}.{score}")]
    if not found:
        there = ", ".join(dict.fromkeys(score for _, score in known))
        raise OptionError(f"--fail-under {name}: no such score; there are {there}")
    if len(found) > 1:
        raise OptionError(f"--fail-under {name}: which one? {', '.join(map('.'.join, found))}")
    if not known[found[0]].percent:
        raise OptionError(f"--fail-under {name}: a mean of what is wrong, which is better when it is lower")
    return found[0]
