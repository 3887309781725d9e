"""The scores of all parses beside each other, a row a score, a column a parse; which differ beyond chance. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from goldleaf.core.analysis.significance import LEVEL, Comparison, Rounds
from goldleaf.core.campaigns.comparisons import compared_steps
from goldleaf.core.results import Choice, ScoredParse
from goldleaf.core.steps import Steps
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.scores import COMPARED, Sums, counted_alike, figure, ordered, ratio, scopes
from goldleaf.viewer.text.numbers import percent, plain, probability, signed

HIGHER, LOWER = "▲", "▼"


@dataclass(frozen=True, slots=True)
class ParseRow:
    """A heading (no cells), a score, or a count. ``cells`` are written, and ``told`` in more words, a parse each.

    ``tests`` have p and the interval of a parse's test against another one, as they are written, None where there was
    none. ``key`` are the names of a score's metric and the score. ``best`` are the parses whose score is the best of
    those that are scored alike.
    """

    title: str
    cells: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    best: frozenset[int] = frozenset()
    count: bool = False
    key: tuple[str, str] | tuple[()] = ()
    percent: bool = True
    tests: tuple[tuple[str, str] | None, ...] = ()


def parse_rows(document: Document, known: Sequence[Sums], first: str | None = None) -> list[ParseRow]:
    """The rows for the whole corpus, the ``first`` metric's before the others'."""
    rows: list[ParseRow] = []
    for metric in dict.fromkeys(sums.scored.metric.name for sums in ordered(known, first)):
        own = {sums.parse: sums for sums in known if sums.scored.metric.name == metric}
        groups = counted_alike({number: own[number].scored for number in range(len(document.parses))})
        for how, numbers in groups.items():
            title = own[numbers[0]].scored.metric.title
            if len(document.metrics) > 1 or len(groups) > 1:
                rows.append(ParseRow(f"{title}: {how}" if how else title))
            made = _metric_rows([own[number] if number in numbers else None for number in range(len(document.parses))])
            # Of the first sentences none is called the best: they say little of the whole.
            rows += made if document.complete else [replace(row, best=frozenset()) for row in made]
    return rows


def _metric_rows(parses: Sequence[Sums | None]) -> list[ParseRow]:
    """The figures of a metric, – for parses that are None; one with other words may have some that others lack."""
    there = [sums for sums in parses if sums is not None]
    metric, rows = there[0].scored.metric, []
    percents = {name: ratio.percent for sums in there for name, ratio in sums.scored.ratios.items()}
    for name, in_percent in percents.items():
        values = [None if sums is None else sums.values[-1].get(name) for sums in parses]
        cells = tuple(figure(value, percent=in_percent) for value in values)
        # Only figures on one basis are compared: a metric may see other words in another way, or leave some out.
        alike: dict[tuple[str, bytes], dict[int, float]] = {}
        for place, (sums, value) in enumerate(zip(parses, values, strict=True)):
            if sums is not None and value and value.value is not None:
                alike.setdefault(sums.scored.basis, {})[place] = value.value
        best: set[int] = set()
        for figures in alike.values():
            # As they are written: what reads the same is as good, and none is best where all are the same.
            if len({cells[place] for place in figures}) > 1:
                highest = (max if in_percent else min)(figures, key=figures.__getitem__)
                best |= {place for place in figures if cells[place] == cells[highest]}
        told = tuple(ratio(value) if value is not None else "" for value in values)
        title, key = metric.title_of(name), (metric.name, name)
        rows.append(ParseRow(title, cells, told, frozenset(best), key=key, percent=in_percent))
    for name in metric.reported:
        counts = tuple("" if sums is None else f"{sums.reported[-1][name]:,}" for sums in parses)
        rows.append(ParseRow(metric.title_of(name), counts, count=True))
    shares = [None if sums is None else sums.shares[-1] for sums in parses]
    if any(f"{share}" for share in shares if share):
        cells = tuple("" if share is None else f"{share.sentences:,} of {share.of:,}" for share in shares)
        words = tuple("" if share is None else f"{share.words:,} of {share.of_words:,} words" for share in shares)
        rows.append(ParseRow(COMPARED, cells, words, count=True))
    return rows


def as_text(document: Document, rows: Sequence[ParseRow], further: Sequence[str]) -> str:
    """The table as text with tabs, numbers without marks of thousands; ``further`` lines, of signatures, last."""
    header = "\t".join((scopes(document)[-1].lower(), *(parse.name for parse in document.parses)))
    # Spreadsheets would take a comma for the decimal sign, or for text.
    body = ["\t".join((row.title, *(cell.replace(",", "") for cell in row.cells))) for row in rows]
    return "\n".join([header, *body, *further]) + "\n"


def can_test(document: Document | None) -> bool:
    """Whether there are several parses of a gold, all scored, whose scores may be seen."""
    if document is None or not document.complete or document.blind is not None:
        return False
    return not document.adjudicated and len(document.parses) > 1


def testing(document: Document, baseline: str, rounds: int) -> Steps[list[Comparison]]:
    """Each parse against the one of this name, under every score; seeded, so that the same is found again."""
    results = [ScoredParse(parse.name, parse.treebank, parse.scored) for parse in document.parses]
    pairs = [(parse.name, baseline) for parse in document.parses if parse.name != baseline]
    return (yield from compared_steps(document.gold, results, Choice(), Rounds(rounds), pairs))


def with_tests(rows: Sequence[ParseRow], tests: Sequence[Comparison], names: Sequence[str]) -> list[ParseRow]:
    """The rows with a mark behind scores that are significantly higher or lower, and the tests in their tips."""
    known = {(test.metric, test.score, test.a): test for test in tests}
    marked = []
    for row in rows:
        if row.key:
            named = zip(names, row.cells, strict=True)
            own = [known.get((*row.key, name)) if cell != "–" else None for name, cell in named]
            # The mark stands in the cell, so that it is copied with the figure.
            cells = (f"{cell} {_mark(test)}".rstrip() for cell, test in zip(row.cells, own, strict=True))
            tips = (
                "\n".join(filter(None, (tip, _in_words(test, share=row.percent))))
                for tip, test in zip(row.told, own, strict=True)
            )
            figures = tuple(_figures(test, share=row.percent) for test in own)
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
    """What a test says of a parse against the other one."""
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


def as_lines(tests: Sequence[Comparison]) -> list[str]:
    """A line a score of each parse: to be copied with the scores."""
    written = ((f"{test.metric}.{test.score} {test.a}", _in_words(test, share=True)) for test in tests)
    return [f"{what}: {result}" for what, result in written if result]


def explained(baseline: str, tests: Sequence[Comparison]) -> str:
    """What the marks mean, and why scores have none that were not tested."""
    refused = dict.fromkeys(f"{test.a}: not tested everywhere, for {test.refused}" for test in tests if test.refused)
    tested = [test for test in tests if not test.refused]
    if any(map(_mark, tested)):
        meaning = [f"{HIGHER} higher, {LOWER} lower than {baseline} by more than chance (p < {LEVEL:g}, Holm)"]
    else:
        meaning = [f"No score differs from that of {baseline} by more than chance (p < {LEVEL:g}, Holm)"] * bool(tested)
    return "\n".join([*meaning, *refused])
