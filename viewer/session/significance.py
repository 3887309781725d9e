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
    results = [ScoredParse(one.name, one.treebank, one.scored) for one in document.parses]
    pairs = [(one.name, baseline) for one in document.parses if one.name != baseline]
    return (yield from compared_steps(document.gold, results, Choice(), Rounds(rounds), pairs))


def with_tests(rows: Sequence[ParseRow], found: Sequence[Comparison], names: Sequence[str]) -> list[ParseRow]:
    """The rows with a mark behind scores that are significantly higher or lower, and what was found in their tips."""
    known = {(one.metric, one.score, one.a): one for one in found}
    return [
        _with_tests(
            row,
            [
                known.get((*row.key, name)) if cell != NONE else None
                for name, cell in zip(names, row.cells, strict=True)
            ],
        )
        if row.key
        else row
        for row in rows
    ]


def _with_tests(row: ParseRow, tests: Sequence[Comparison | None]) -> ParseRow:
    cells = (f"{cell} {_mark(one)}".rstrip() for cell, one in zip(row.cells, tests, strict=True))
    told = (
        "\n".join(filter(None, (tip, _told(one, share=row.percent)))) for tip, one in zip(row.told, tests, strict=True)
    )
    figures = (_figures(one, share=row.percent) for one in tests)
    return replace(row, cells=tuple(cells), told=tuple(told), tests=tuple(figures))


def _figures(one: Comparison | None, *, share: bool) -> tuple[str, str] | None:
    """p, after Holm where many pairs are tested, and the interval of the difference."""
    if one is None or one.p is None or one.low is None or one.high is None:
        return None
    write = percent if share else plain
    p = one.p if one.p_holm is None else one.p_holm
    return probability(p), " to ".join(signed(value, write(value)) for value in (one.low, one.high))


def _mark(one: Comparison | None) -> str:
    if one is None or not one.significant or not one.difference:
        return ""
    return HIGHER if one.difference > 0 else LOWER


def _told(one: Comparison | None, *, share: bool) -> str:
    """What was found of a parse against the other one, in words."""
    if one is not None and one.refused:
        return f"not tested against {one.b}: {one.refused}"
    if one is None or one.difference is None or one.p is None or one.low is None or one.high is None:
        return ""
    write = percent if share else plain
    difference, low, high = (signed(value, write(value)) for value in (one.difference, one.low, one.high))
    holm = "" if one.p_holm is None else f", {probability(one.p_holm)} after Holm"
    said = "significant" if one.significant else "not significant"
    return (
        f"{difference} against {one.b}, {said}: p = {probability(one.p)}{holm}; "
        f"95 % interval {low} to {high} ({one.rounds:,} rounds, seed {one.seed})"
    )


def as_lines(found: Sequence[Comparison]) -> list[str]:
    """What was found, a line a score of each parse: to be copied with the scores."""
    return [f"{one.metric}.{one.score} {one.a}: {told}" for one in found if (told := _told(one, share=True))]


def explained(baseline: str, found: Sequence[Comparison]) -> str:
    """What the marks mean, and why scores have none that were not tested."""
    refused = dict.fromkeys(f"{one.a}: not tested everywhere, for {one.refused}" for one in found if one.refused)
    tested = [one for one in found if not one.refused]
    if any(_mark(one) for one in tested):
        said = [f"{HIGHER} higher, {LOWER} lower than {baseline} by more than chance (p < {LEVEL:g}, Holm)"]
    else:
        said = [f"No score differs from that of {baseline} by more than chance (p < {LEVEL:g}, Holm)"] * bool(tested)
    return "\n".join([*said, *refused])
