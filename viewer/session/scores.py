"""The score panel's figures, and which differ beyond chance: of a parse for the sentence, the filtered sentences, and
all; of all parses beside each other, a row a score, a column a parse. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, TypeVar

import polars as pl

from goldleaf.core.analysis.significance import LEVEL, Rounds, ScoreTest
from goldleaf.core.campaigns.comparisons import compared_steps
from goldleaf.core.errors import counted
from goldleaf.core.metrics import METRICS, Metric, Score
from goldleaf.core.results import ScoreChoice, ScoredParse
from goldleaf.core.scoring import Scored, signature
from goldleaf.core.steps import Steps
from goldleaf.viewer.session.blind import HIDDEN
from goldleaf.viewer.session.document import NO_GOLD_PATH, Document
from goldleaf.viewer.session.navigation import Rows
from goldleaf.viewer.text import numbers

SCOPES: tuple[str, ...] = ("Sentence", "Filtered", "Corpus")
COMPARED = "Compared"  # the line of how many sentences of the gold figures are over, where these are not all

HIGHER, LOWER = "▲", "▼"

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A heading (no cells), a score, or a count: of one parse in each of the `SCOPES`, or of each parse. ``cells`` are
    written, and ``told`` in more words. ``tests`` have p and the interval of a parse's test against another one, as
    they are written, None where there was none. ``key`` are the names of a score's metric and the score. ``best`` are
    the parses whose score is the best of those that are scored alike."""

    title: str
    cells: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    best: frozenset[int] = frozenset()
    faint: bool = False  # a count, or what says nothing
    key: tuple[str, str] | tuple[()] = ()
    percent: bool = True
    tests: tuple[tuple[str, str] | None, ...] = ()


class Figures:
    """What a metric says of some sentences of a parse."""

    def __init__(self, scored: Scored) -> None:
        self.scored, self.values, self.reported, self.share = scored, scored.scores(), scored.reported(), scored.share


class Sums(NamedTuple):
    """The figures of a metric for the filtered sentences and for all, which do not change with the sentence."""

    parse: int
    filtered: Figures
    whole: Figures


def scopes(document: Document) -> tuple[str, ...]:
    """What the figures are of; while files are read, the whole is as many sentences as there are."""
    return SCOPES if document.complete else (*SCOPES[:-1], f"First {len(document):,}")


def why_not_scored(document: Document | None) -> str:
    """Why there are no scores of a gold's parses that one may see, as a sentence; empty if there are."""
    if document is None or not document.parses:
        return "Open a gold file and a parse."
    if document.blind is not None:
        return HIDDEN
    if document.adjudicated:
        return "Annotators have no gold to be scored against."
    if document.without_gold_path:
        return f"{NO_GOLD_PATH.capitalize()}."
    return "" if document.complete else "The files are still being read."


def sums(document: Document, rows: Rows) -> list[Sums]:
    """The figures of each parse under each metric for these rows and for all."""
    chosen, known = pl.Series(rows, dtype=pl.UInt32), []
    for number, parse in enumerate(document.parses):
        for scored in parse.scored.values():
            whole = filtered = Figures(scored)
            if len(chosen) != scored.counts.height:
                filtered = Figures(replace(scored, counts=scored.counts[chosen]))
            known.append(Sums(number, filtered, whole))
    return known


def lines(document: Document, row: int, known: Sequence[Sums], parse: int, first: str | None = None) -> list[ScoreRow]:
    """The panel's rows for a parse, the ``first`` metric's before the others'; of several each has its name."""
    rows, name = [], document.parses[parse].name
    if document.adjudicated or len(document.parses) > 1:
        rows.append(ScoreRow(f"{document.gold_names[0]} – {name}" if document.adjudicated else name))
    own = [sums for sums in known if sums.parse == parse]
    for _, filtered, whole in sorted(own, key=lambda sums: sums.whole.scored.metric.name != first):
        scored = whole.scored
        if len(document.metrics) > 1:
            rows.append(ScoreRow(scored.metric.title))
        # Sentences that are scored as one have their counts at the first of them.
        place = int(document.parses[parse].units.row_of_gold[row]) if scored.metric.in_units else row
        sentence = Figures(replace(scored, counts=scored.counts.slice(place, 1)))
        rows += _metric_rows([sentence, filtered, whole], compared=False)
    return rows


def parse_rows(document: Document, known: Sequence[Sums], first: str | None = None) -> list[ScoreRow]:
    """The rows of all parses for the whole corpus, the ``first`` metric's before the others'."""
    rows: list[ScoreRow] = []
    names = dict.fromkeys(sums.whole.scored.metric.name for sums in known)
    for metric in sorted(names, key=lambda name: name != first):
        own = {sums.parse: sums.whole for sums in known if sums.whole.scored.metric.name == metric}
        groups = counted_alike({number: own[number].scored for number in range(len(document.parses))})
        for how, members in groups.items():
            title = own[members[0]].scored.metric.title
            if len(document.metrics) > 1 or len(groups) > 1:
                rows.append(ScoreRow(f"{title}: {how}" if how else title))
            columns = [own[number] if number in members else None for number in range(len(document.parses))]
            # Of the first sentences none is called the best: they say little of the whole.
            rows += _metric_rows(columns, compared=document.complete)
    return rows


def _metric_rows(columns: Sequence[Figures | None], *, compared: bool) -> list[ScoreRow]:
    # The figures of a metric, – for parses that are None; one with other words may have some that others lack.
    there = [column for column in columns if column is not None]
    metric, rows = there[0].scored.metric, []
    ratios = {name: own for column in there for name, own in column.scored.ratios.items()}
    for name, own in ratios.items():
        values = [None if column is None else column.values.get(name) for column in columns]
        cells = tuple(figure(value, percent=own.percent) for value in values)
        # Only figures on one basis are compared: a metric may see other words in another way, or leave some out.
        alike: dict[tuple[str, bytes], dict[int, float]] = {}
        for place, (column, value) in enumerate(zip(columns, values, strict=True)):
            if compared and column is not None and value and value.value is not None:
                alike.setdefault(column.scored.basis, {})[place] = value.value
        best: set[int] = set()
        for figures in alike.values():
            # As they are written: what reads the same is as good, and none is best where all are the same.
            if len({cells[place] for place in figures}) > 1:
                highest = (max if own.higher_is_better else min)(figures, key=figures.__getitem__)
                best |= {place for place in figures if cells[place] == cells[highest]}
        told = tuple(ratio(value) if value is not None else "" for value in values)
        title, key = metric.title_of(name), (metric.name, name)
        faint = metric.says_nothing(name)
        rows.append(ScoreRow(title, cells, told, frozenset(best), faint, key, own.percent))
    rows.sort(key=lambda row: row.faint)  # last comes what says nothing
    for name in metric.reported:
        counts = tuple("" if column is None else f"{column.reported[name]:,}" for column in columns)
        rows.append(ScoreRow(metric.title_of(name), counts, faint=True))
    shares = [None if column is None else column.share for column in columns]
    if any(f"{share}" for share in shares if share):  # not all sentences of the gold are compared
        cells = tuple("" if share is None else f"{share.sentences:,}" for share in shares)
        told = tuple(
            "" if share is None
            else f"{share.sentences:,} of {counted(share.of, 'sentence')}, {share.words:,} of {share.of_words:,} words"
            for share in shares
        )  # fmt: skip
        rows.append(ScoreRow(COMPARED, cells, told, faint=True))
    return rows


def sentence_score(document: Document, row: int, parse: int, metric: Metric) -> str:
    """A parse's main score in one sentence with its name, such as ``LAS 87.50``; empty where there is none."""
    if not 0 <= parse < len(document.parses) or metric.name not in document.parses[parse].scored:
        return ""
    scored = document.parses[parse].scored[metric.name]
    value = document.table[document.columns_for(parse, metric)[0]][row]
    written = numbers.percent(value) if scored.ratios[scored.main].percent else numbers.plain(value)
    return f"{metric.title_of(scored.main)} {written}"


def signatures(document: Document, parses: Sequence[int]) -> list[str]:
    """The signature of each metric for these parses: with it the figures can be made again. Where the parses' differ,
    as a metric looks at the files, each says whose it is."""
    return _once(document, parses, lambda scored: [signature(scored.metric)])


def remarks(document: Document, parses: Sequence[int]) -> list[str]:
    """What a reader of these parses' figures must know, a line each (see `Metric.remark`)."""
    return _once(document, parses, lambda of: [f"{of.metric.title}: {of.metric.remark}"] * bool(of.metric.remark))


def not_compared(document: Document, parses: Sequence[int]) -> list[str]:
    """Which sentences of these parses the metrics leave out or count as wrong, a line a reason."""
    gold = Path(document.gold.path).name
    return _once(document, parses, lambda of: [reason.said(of.metric.title, gold) for reason in of.left_out()])


def _once(document: Document, parses: Sequence[int], lines_about: Callable[[Scored], Iterable[str]]) -> list[str]:
    # Lines about the scores of parses, each once; what is not about all begins with the names of those it is about.
    names: dict[str, list[str]] = {}
    for parse in (document.parses[number] for number in parses):
        for scored in document.scored.get(parse.name, {}).values():
            for line in lines_about(scored):
                names.setdefault(line, []).append(parse.name)
    return [line if len(own) == len(parses) else f"{', '.join(own)}: {line}" for line, own in names.items()]


def left_out(document: Document) -> list[str]:
    """Which metrics that were wanted do not score, and why."""
    return [f"No {METRICS[name].title}: {why}" for name, why in document.left_out.items()]


def counted_alike(parses: Mapping[Key, Scored]) -> dict[str, list[Key]]:
    """The parses whose figures of one metric may stand side by side, by what tells how they count. TedEval counts
    words, too, where a parse has others than the gold; a figure with them says nothing of one without."""
    groups: dict[tuple[str, ...], list[Key]] = {}
    for name, scored in parses.items():
        groups.setdefault(tuple(scored.metric.with_words_aligned.signature.split("|")), []).append(name)
    common = set.intersection(*map(set, groups))
    return {", ".join(part for part in how if part not in common): names for how, names in groups.items()}


def figure(score: Score | None, *, percent: bool) -> str:
    """A score as a percentage with two digits, or a mean as it is; – where there is none."""
    value = None if score is None else score.value
    return numbers.percent(value) if percent else numbers.plain(value)


def ratio(score: Score) -> str:
    """The counts behind a score, such as ``17,091 of 21,941``; empty without counts."""
    if score.right is None or score.total is None:
        return ""
    return f"{score.right:,.0f} of {score.total:,.0f}"


def as_text(document: Document, rows: Sequence[ScoreRow], further: Sequence[str], *, all_parses: bool = False) -> str:
    """The panel as text with tabs, to be pasted into a table; ``further`` lines, of signatures, last."""
    header = ["agreement" if document.adjudicated else "score", *(scope.lower() for scope in scopes(document))]
    if all_parses:
        header = [header[-1], *(parse.name for parse in document.parses)]
    # Spreadsheets would take a comma of thousands for the decimal sign, or for text.
    body = ("\t".join((row.title, *(cell.replace(",", "") for cell in row.cells))) for row in rows)
    return "\n".join(["\t".join(header), *body, *further]) + "\n"


def testing(document: Document, baseline: str, rounds: int) -> Steps[list[ScoreTest]]:
    """Each parse against the one of this name, under every score; seeded, so that the same is found again."""
    results = [ScoredParse(parse.name, parse.treebank, parse.scored) for parse in document.parses]
    pairs = [(parse.name, baseline) for parse in document.parses if parse.name != baseline]
    return (yield from compared_steps(document.gold, results, ScoreChoice(), Rounds(rounds), pairs))


def with_tests(rows: Sequence[ScoreRow], tests: Sequence[ScoreTest], names: Sequence[str]) -> list[ScoreRow]:
    """The rows with a mark behind scores that are significantly higher or lower, and the tests in their tips."""
    known = {(test.metric, test.score, test.a): test for test in tests}
    marked = []
    for row in rows:
        if row.key:
            named = zip(names, row.cells, strict=True)
            own = [known.get((*row.key, name)) if cell != "–" else None for name, cell in named]
            # The mark stands in the cell, so that it is copied with the figure.
            cells = (f"{cell} {_mark(test)}".rstrip() for cell, test in zip(row.cells, own, strict=True))
            told = zip(row.told, own, strict=True)
            tips = ("\n".join(filter(None, (tip, _in_words(test, share=row.percent)))) for tip, test in told)
            figures = tuple(_figures(test, share=row.percent) for test in own)
            row = replace(row, cells=tuple(cells), told=tuple(tips), tests=figures)
        marked.append(row)
    return marked


def _figures(test: ScoreTest | None, *, share: bool) -> tuple[str, str] | None:
    # p, after Holm where many pairs are tested, and the interval of the difference.
    if test is None or test.p is None or test.low is None or test.high is None:
        return None
    write = numbers.percent if share else numbers.plain
    p = test.p if test.p_holm is None else test.p_holm
    return numbers.probability(p), " to ".join(numbers.signed(value, write(value)) for value in (test.low, test.high))


def _mark(test: ScoreTest | None) -> str:
    if test is None or not test.significant or not test.difference:
        return ""
    return HIGHER if test.difference > 0 else LOWER


def _in_words(test: ScoreTest | None, *, share: bool) -> str:
    if test is not None and test.refused:
        return f"not tested against {test.b}: {test.refused}"
    figures = _figures(test, share=share)
    if test is None or test.difference is None or test.p is None or figures is None:
        return ""
    difference = numbers.signed(test.difference, (numbers.percent if share else numbers.plain)(test.difference))
    holm = "" if test.p_holm is None else f", {numbers.probability(test.p_holm)} after Holm"
    return (
        f"{difference} against {test.b}, {'' if test.significant else 'not '}significant: p = "
        f"{numbers.probability(test.p)}{holm}; 95 % interval {figures[1]} ({test.rounds:,} rounds, seed {test.seed})"
    )


def as_lines(tests: Sequence[ScoreTest]) -> list[str]:
    """A line a score of each parse: to be copied with the scores."""
    written = ((f"{test.metric}.{test.score} {test.a}", _in_words(test, share=True)) for test in tests)
    return [f"{what}: {result}" for what, result in written if result]


def explained(baseline: str, tests: Sequence[ScoreTest]) -> str:
    """What the marks mean, and why scores have none that were not tested."""
    refused = dict.fromkeys(f"{test.a}: not tested everywhere, for {test.refused}" for test in tests if test.refused)
    tested = [test for test in tests if not test.refused]
    if any(map(_mark, tested)):
        meaning = [f"{HIGHER} higher, {LOWER} lower than {baseline} by more than chance (p < {LEVEL:g}, Holm)"]
    else:
        meaning = [f"No score differs from that of {baseline} by more than chance (p < {LEVEL:g}, Holm)"] * bool(tested)
    return "\n".join([*meaning, *refused])
