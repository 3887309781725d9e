"""The score panel's figures: each score of a parse for the sentence, the filtered sentences, and all. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import polars as pl

from goldleaf.core.metrics import METRICS, Metric, Score
from goldleaf.core.scoring import Scored, Share, signature
from goldleaf.core.scoring import left_out as left
from goldleaf.viewer.session.blind import HIDDEN
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.navigation import Rows
from goldleaf.viewer.text import numbers

SCOPES: tuple[str, ...] = ("Sentence", "Filtered", "Corpus")
COMPARED = "Compared"  # the line of how many sentences of the gold figures are over, where these are not all

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the panel: a heading (no figures), a score, or a count. ``figures`` stand in the order of `SCOPES`."""

    title: str
    figures: tuple[Score, ...] = ()
    counts: tuple[str, ...] = ()  # as they are written
    heading: bool = False
    percent: bool = True  # how the figures are written


@dataclass(frozen=True)
class Sums:
    """The figures of a metric for the filtered sentences and for all, which do not change with the sentence."""

    parse: int
    scored: Scored
    values: tuple[dict[str, Score], ...]
    reported: tuple[dict[str, int], ...]
    shares: tuple[Share, ...]


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
    return "" if document.complete else "The files are still being read."


def sums(document: Document, rows: Rows) -> list[Sums]:
    """The figures of each parse under each metric for these rows and for all."""
    chosen, sums = pl.Series(rows, dtype=pl.UInt32), []
    for number, parse in enumerate(document.parses):
        for scored in parse.scored.values():
            everything = len(chosen) == scored.counts.height
            both = (scored if everything else replace(scored, counts=scored.counts[chosen]), scored)
            values, reported = tuple(one.scores() for one in both), tuple(one.reported() for one in both)
            sums.append(Sums(number, scored, values, reported, tuple(one.share for one in both)))
    return sums


def lines(document: Document, row: int, known: Sequence[Sums], parse: int, first: str | None = None) -> list[Line]:
    """The panel's rows for a parse, the ``first`` metric's before the others'; of several each has its name."""
    rows, name = [], document.parses[parse].name
    if document.adjudicated or len(document.parses) > 1:
        rows.append(Line(f"{document.gold_names[0]} – {name}" if document.adjudicated else name, heading=True))
    for own in ordered([own for own in known if own.parse == parse], first):
        metric = own.scored.metric
        if len(document.metrics) > 1:
            rows.append(Line(metric.title, heading=True))
        sentence = replace(own.scored, counts=own.scored.counts.slice(row, 1))
        values, reported = (sentence.scores(), *own.values), (sentence.reported(), *own.reported)
        for score, ratio in own.scored.ratios.items():
            rows.append(Line(metric.title_of(score), tuple(value[score] for value in values), percent=ratio.percent))
        rows += [
            Line(metric.title_of(count), counts=tuple(f"{counted[count]:,}" for counted in reported))
            for count in metric.reported
        ]
        if f"{own.shares[-1]}":  # not all sentences of the gold are compared
            shares = tuple(f"{share.sentences:,} of {share.of:,}" for share in (sentence.share, *own.shares))
            rows.append(Line(COMPARED, counts=shares))
    return rows


def ordered(known: Sequence[Sums], first: str | None) -> list[Sums]:
    """The same, those of the ``first`` metric before the others."""
    return sorted(known, key=lambda one: one.scored.metric.name != first)


def sentence_score(document: Document, row: int, parse: int, metric: Metric) -> str:
    """A parse's main score in one sentence with its name, such as ``LAS 87.50``; empty where there is none."""
    if not 0 <= parse < len(document.parses) or metric.name not in document.parses[parse].scored:
        return ""
    ratios = document.parses[parse].scored[metric.name].ratios
    main = metric.main or next(iter(ratios))
    value = document.table[document.columns_for(parse, metric)[0]][row]
    return f"{metric.title_of(main)} {numbers.percent(value) if ratios[main].percent else numbers.plain(value)}"


def signatures(document: Document, parses: Sequence[int]) -> list[str]:
    """The signature of each metric for these parses: with it the figures can be made again. Where the parses' differ,
    as a metric looks at the files, each says whose it is."""
    return _once(document, parses, lambda scored: [signature(scored.metric)])


def remarks(document: Document, parses: Sequence[int]) -> list[str]:
    """What a reader of these parses' figures must know, a line each (see `Metric.remark`)."""

    def remark(scored: Scored) -> list[str]:
        return [f"{scored.metric.title}: {scored.metric.remark}"] if scored.metric.remark else []

    return _once(document, parses, remark)


def not_compared(document: Document, parses: Sequence[int]) -> list[str]:
    """Which sentences of these parses the metrics leave out or count as wrong, a line a reason."""
    gold = Path(document.gold.path).name
    return _once(
        document,
        parses,
        lambda scored: [reason.said(scored.metric.title, gold) for reason in left(scored, document.gold).values()],
    )


def _once(document: Document, parses: Sequence[int], lines_about: Callable[[Scored], Iterable[str]]) -> list[str]:
    """Lines about the scores of parses, each once; what is not about all begins with the names of those it is about."""
    names: dict[str, list[str]] = {}
    for parse in (document.parses[number] for number in parses):
        for scored in parse.scored.values():
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


def as_text(document: Document, rows: Sequence[Line], further: Sequence[str]) -> str:
    """The panel as text with tabs, to be pasted into a table; ``further`` lines, of signatures, last."""
    what = "agreement" if document.adjudicated else "score"
    text = ["\t".join((what, *(scope.lower() for scope in scopes(document))))]
    for line in rows:
        figures = [figure(score, percent=line.percent) for score in line.figures]
        text.append("\t".join((line.title, *figures, *(count.replace(",", "") for count in line.counts))))
    return "\n".join([*text, *further]) + "\n"
