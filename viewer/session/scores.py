"""The score panel's figures: each score of a parse for the sentence, the filtered sentences, and all. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import polars as pl

from goldleaf.core.metrics import METRICS, Metric, Score
from goldleaf.core.scoring import Scored, Share, signature
from goldleaf.core.scoring.left_out import left_out as left
from goldleaf.viewer.session.blind import HIDDEN
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.navigation import Rows
from goldleaf.viewer.session.pair import Parse

SCOPES: tuple[str, ...] = ("Sentence", "Filtered", "Corpus")
COMPARED = "Compared"
"""The line of how many sentences of the gold figures are over, where these are not all."""


Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the panel: a heading (no figures), a score, or a count. ``figures`` stand in the order of `SCOPES`."""

    title: str
    figures: tuple[Score, ...] = ()
    counts: tuple[str, ...] = ()  # as they are written
    heading: bool = False
    percent: bool = True  # how the figures are written


@dataclass(frozen=True, eq=False)
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
    chosen, found = pl.Series(rows, dtype=pl.UInt32), []
    for number, parse in enumerate(document.parses):
        for scored in parse.scored.values():
            everything = len(chosen) == scored.counts.height
            filtered = scored if everything else replace(scored, counts=scored.counts[chosen])
            scopes = (scored, scored) if everything else (filtered, scored)
            values = tuple(scope.scores() for scope in scopes)
            reported = tuple(scope.reported() for scope in scopes)
            found.append(Sums(number, scored, values, reported, tuple(scope.share for scope in scopes)))
    return found


def lines(document: Document, row: int, known: Sequence[Sums], parse: int, first: str | None = None) -> list[Line]:
    """The panel's rows for a parse, the ``first`` metric's before the others'. One of several, or of annotators, begins
    with its name."""
    named = len(document.parses) > 1 or document.adjudicated
    found = [Line(_compared(document, document.parses[parse].name), heading=True)] if named else []
    for one in ordered([one for one in known if one.parse == parse], first):
        if len(document.metrics) > 1:
            found.append(Line(one.scored.metric.title, heading=True))
        found += _figures(one, row)
    return found


def _compared(document: Document, name: str) -> str:
    """A parse's name; of annotators whose agreement it is."""
    return f"{document.gold_names[0]} – {name}" if document.adjudicated else name


def ordered(known: Sequence[Sums], first: str | None) -> list[Sums]:
    """The same, those of the ``first`` metric before the others."""
    return sorted(known, key=lambda one: one.scored.metric.name != first)


def _figures(own: Sums, row: int) -> list[Line]:
    """The figures and counts of one parse under one metric."""
    sentence = replace(own.scored, counts=own.scored.counts.slice(row, 1))
    values, reported = (sentence.scores(), *own.values), (sentence.reported(), *own.reported)
    figures = [
        Line(title_of(name), tuple(value[name] for value in values), percent=ratio.percent)
        for name, ratio in own.scored.ratios.items()
    ]
    counts = [
        Line(title_of(name), counts=tuple(f"{counted[name]:,}" for counted in reported))
        for name in own.scored.metric.reported
    ]
    shares = tuple(f"{share.sentences:,} of {share.of:,}" for share in (sentence.share, *own.shares))
    compared = [Line(COMPARED, counts=shares)] if f"{own.shares[-1]}" else []
    return [*figures, *counts, *compared]


def sentence_score(document: Document, row: int, parse: int, metric: Metric) -> str:
    """A parse's main score in one sentence with its name, such as ``LAS 87.50``; empty where there is none."""
    if not 0 <= parse < len(document.parses) or metric.name not in document.parses[parse].scored:
        return ""
    ratios = document.parses[parse].scored[metric.name].ratios
    main = metric.main or next(iter(ratios))
    value = document.table[document.columns_for(parse, metric)[0]][row]
    if value is None:
        return f"{title_of(main)} –"
    return f"{title_of(main)} {100 * value if ratios[main].percent else value:.2f}"


def signatures(document: Document, parses: Sequence[int]) -> list[str]:
    """The signature of each metric for these parses: with it the figures can be made again.

    Where the parses' differ, as a metric looks at the files, each says whose it is.
    """
    chosen = [document.parses[number] for number in parses]
    return _told(chosen, [[signature(scored.metric) for scored in parse.scored.values()] for parse in chosen])


def remarks(document: Document, parses: Sequence[int]) -> list[str]:
    """What a reader of these parses' figures must know, a line each (see `Metric.remark`)."""
    chosen = [document.parses[number] for number in parses]
    return _told(chosen, [list(filter(None, map(_remark, parse.scored.values()))) for parse in chosen])


def not_compared(document: Document, parses: Sequence[int]) -> list[str]:
    """Which sentences of these parses the metrics leave out or count as wrong, a line a reason."""
    chosen = [document.parses[number] for number in parses]
    gold = Path(document.gold.path).name
    said = [
        [one.said(scored.metric.title, gold) for scored in parse.scored.values() for one in left(scored, document.gold)]
        for parse in chosen
    ]
    return _told(chosen, said)


def _remark(scored: Scored) -> str:
    return f"{scored.metric.title}: {scored.metric.remark}" if scored.metric.remark else ""


def _told(parses: Sequence[Parse], said: Sequence[Sequence[str]]) -> list[str]:
    """Each line once; what is not said of all parses begins with the names of those that it is said of."""
    found: dict[str, list[str]] = {}
    for parse, lines_ in zip(parses, said, strict=True):
        for line in lines_:
            found.setdefault(line, []).append(parse.name)
    return [line if len(names) == len(parses) else f"{', '.join(names)}: {line}" for line, names in found.items()]


def left_out(document: Document) -> list[str]:
    """Which metrics that were wanted do not score, and why."""
    return [f"No {METRICS[name].title}: {why}" for name, why in document.left_out.items()]


def counted_alike(parses: Mapping[Key, Scored]) -> dict[str, list[Key]]:
    """The parses whose figures of one metric may stand side by side, by what tells how they count.

    TedEval counts words, too, where a parse has others than the gold; a figure with them says nothing of one without.
    """
    found: dict[tuple[str, ...], list[Key]] = {}
    for name, scored in parses.items():
        found.setdefault(tuple(scored.metric.with_words_aligned.signature.split("|")), []).append(name)
    common = set.intersection(*map(set, found))
    return {", ".join(part for part in how if part not in common): names for how, names in found.items()}


_TITLES = {
    "exact_match": "Exact",
    "exact_match_unlabeled": "Exact unlab.",
    "non_scoring": "Not scored",
    "two_or_less_crossing": "≤ 2 crossing",
    "average_crossing": "Mean crossing",
    "no_crossing": "No crossing",
    "one_to_one": "One to one",
    "one_to_one_optimal": "One to one, optimal",
    "v_measure": "V-measure",
    "error": "Error: other words",
    "skip": "Skip: no parse",
}


_ABBREVIATIONS = frozenset({"upos", "xpos", "clas", "mlas", "blex", "elas", "eulas"})


def title_of(score: str) -> str:
    """How a score's name is written for people: ``LAS``, ``Exact unlab.``, ``Crossing brackets``."""
    if score in _TITLES:
        return _TITLES[score]
    first, _, rest = score.replace(".", "_").replace("f1", "F1").partition("_")
    # Such as LAS and LAS precision; longer words are no abbreviations.
    first = first.upper() if len(first) <= (3 if rest else 4) or first in _ABBREVIATIONS else first.capitalize()
    return f"{first} {rest.replace('_', ' ')}" if rest else first


def figure(score: Score | None, *, percent: bool) -> str:
    """A score as a percentage with two digits, or a mean as it is; – where there is none."""
    if score is None or score.value is None:
        return "–"
    return f"{100 * score.value if percent else score.value:.2f}"


def ratio(score: Score) -> str:
    """The counts behind a score, such as ``17,091 of 21,941``; empty without counts."""
    if score.right is None or score.total is None:
        return ""
    return f"{score.right:,.0f} of {score.total:,.0f}"


def as_text(document: Document, found: Sequence[Line], said: Sequence[str]) -> str:
    """The panel as text with tabs, to be pasted into a table; the signatures that are ``said`` last."""
    what = "agreement" if document.adjudicated else "score"
    header = "\t".join((what, *(scope.lower() for scope in scopes(document))))
    body = ["\t".join((line.title, *_written(line))) for line in found]
    return "\n".join([header, *body, *said]) + "\n"


def _written(line: Line) -> list[str]:
    figures = [figure(score, percent=line.percent) for score in line.figures]
    return [*figures, *(count.replace(",", "") for count in line.counts)]
