"""Whether the parses' scores differ from those of one of them by more than chance. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from goldleaf.core.analysis.significance import LEVEL, Comparison, Rounds
from goldleaf.core.campaigns.comparisons import compared_steps
from goldleaf.core.results import Choice, ScoredParse
from goldleaf.core.steps import Steps
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.parse_comparison import ParseRow
from goldleaf.viewer.text.numbers import percent, plain, probability, signed

HIGHER, LOWER, NONE = "▲", "▼", "–"


def can_test(document: Document | None) -> bool:
    """Whether there are several parses of a gold, all scored, whose scores may be seen."""
    return (
        document is not None
        and document.complete
        and document.blind is None
        and not document.adjudicated
        and len(document.parses) > 1
    )


def testing(document: Document, baseline: str, rounds: int) -> Steps[list[Comparison]]:
    """Each parse against the one of this name, under every score; seeded, so that the same is found again."""
    results = [ScoredParse(parse.name, parse.treebank, parse.scored) for parse in document.parses]
    pairs = [(parse.name, baseline) for parse in document.parses if parse.name != baseline]
    return (yield from compared_steps(document.gold, results, Choice(), Rounds(rounds), pairs))


def with_tests(rows: Sequence[ParseRow], found: Sequence[Comparison], names: Sequence[str]) -> list[ParseRow]:
    """The rows with a mark behind scores that are significantly higher or lower, and what was found in their tips."""
    known = {(test.metric, test.score, test.a): test for test in found}
    marked = []
    for row in rows:
        if row.key:
            named = zip(names, row.cells, strict=True)
            tests = [known.get((*row.key, name)) if cell != NONE else None for name, cell in named]
            # The mark stands in the cell, so that it is copied with the figure.
            cells = (f"{cell} {_mark(test)}".rstrip() for cell, test in zip(row.cells, tests, strict=True))
            tips = (
                "\n".join(filter(None, (tip, _in_words(test, share=row.percent))))
                for tip, test in zip(row.told, tests, strict=True)
            )
            figures = tuple(_figures(test, share=row.percent) for test in tests)
            row = replace(row, cells=tuple(cells), told=tuple(tips), tests=figures)
        marked.append(row)
    return marked


def _figures(test: Comparison | None, *, share: bool) -> tuple[str, str] | None:
    """p, after Holm where many pairs are tested, and the interval of the difference."""
    if test is None or test.p is None or test.low is None or test.high is None:
        return None
    write = percent if share else plain
    p = test.p if test.p_holm is None else test.p_holm
    return probability(p), " to ".join(signed(value, write(value)) for value in (test.low, test.high))


def _mark(test: Comparison | None) -> str:
    if test is None or not test.significant or not test.difference:
        return ""
    return HIGHER if test.difference > 0 else LOWER


def _in_words(test: Comparison | None, *, share: bool) -> str:
    """What was found of a parse against the other one."""
    if test is not None and test.refused:
        return f"not tested against {test.b}: {test.refused}"
    figures = _figures(test, share=share)
    if test is None or test.difference is None or test.p is None or figures is None:
        return ""
    difference = signed(test.difference, (percent if share else plain)(test.difference))
    holm = "" if test.p_holm is None else f", {probability(test.p_holm)} after Holm"
    return (
        f"{difference} against {test.b}, {'' if test.significant else 'not '}significant: "
        f"p = {probability(test.p)}{holm}; 95 % interval {figures[1]} ({test.rounds:,} rounds, seed {test.seed})"
    )


def as_lines(found: Sequence[Comparison]) -> list[str]:
    """What was found, a line a score of each parse: to be copied with the scores."""
    written = ((f"{test.metric}.{test.score} {test.a}", _in_words(test, share=True)) for test in found)
    return [f"{what}: {result}" for what, result in written if result]


def explained(baseline: str, found: Sequence[Comparison]) -> str:
    """What the marks mean, and why scores have none that were not tested."""
    refused = dict.fromkeys(f"{test.a}: not tested everywhere, for {test.refused}" for test in found if test.refused)
    tested = [test for test in found if not test.refused]
    if any(map(_mark, tested)):
        meaning = [f"{HIGHER} higher, {LOWER} lower than {baseline} by more than chance (p < {LEVEL:g}, Holm)"]
    else:
        meaning = [f"No score differs from that of {baseline} by more than chance (p < {LEVEL:g}, Holm)"] * bool(tested)
    return "\n".join([*meaning, *refused])
