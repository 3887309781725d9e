"""The scores of all parses beside each other: a row a score, a column a parse. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.scores import COMPARED, Sums, counted_alike, figure, ordered, ratio, scopes, title_of


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
    found: list[ParseRow] = []
    for metric in dict.fromkeys(one.scored.metric.name for one in ordered(known, first)):
        own = {one.parse: one for one in known if one.scored.metric.name == metric}
        groups = counted_alike({number: own[number].scored for number in range(len(document.parses))})
        for how, numbers in groups.items():
            title = own[numbers[0]].scored.metric.title
            if len(document.metrics) > 1 or len(groups) > 1:
                found.append(ParseRow(f"{title}: {how}" if how else title))
            made = _rows([own[number] if number in numbers else None for number in range(len(document.parses))])
            # Of the first sentences none is called the best: they say little of the whole.
            found += made if document.complete else [replace(row, best=frozenset()) for row in made]
    return found


def _rows(parses: Sequence[Sums | None]) -> list[ParseRow]:
    """The figures of a metric, – for parses that are None; one with other words may have some that others lack."""
    there = [one for one in parses if one is not None]
    percent = {name: ratio.percent for one in there for name, ratio in one.scored.ratios.items()}
    found = [_score(name, parses, there[0].scored.metric.name, percent=percent[name]) for name in percent]
    for name in there[0].scored.metric.reported:
        counts = tuple("" if one is None else f"{one.reported[-1][name]:,}" for one in parses)
        found.append(ParseRow(title_of(name), counts, count=True))
    shares = [None if one is None else one.shares[-1] for one in parses]
    if any(f"{share}" for share in shares if share):
        cells = tuple("" if share is None else f"{share.sentences:,} of {share.of:,}" for share in shares)
        told = tuple("" if share is None else f"{share.words:,} of {share.of_words:,} words" for share in shares)
        found.append(ParseRow(COMPARED, cells, told, count=True))
    return found


def _score(name: str, parses: Sequence[Sums | None], metric: str, *, percent: bool) -> ParseRow:
    values = [None if one is None else one.values[-1].get(name) for one in parses]
    cells = tuple(figure(value, percent=percent) for value in values)
    told = tuple(ratio(value) if value is not None else "" for value in values)
    best: set[int] = set()
    for alike in _scored_alike(parses):
        known = {place: score.value for place in alike if (score := values[place]) and score.value is not None}
        best |= _best(known, cells, percent=percent)
    return ParseRow(title_of(name), cells, told, frozenset(best), key=(metric, name), percent=percent)


def _scored_alike(parses: Sequence[Sums | None]) -> list[list[int]]:
    """The parses whose figures have the same basis: a metric may see other words in another way, or leave some out."""
    found: dict[tuple[str, bytes], list[int]] = {}
    for place, one in enumerate(parses):
        if one is not None:
            found.setdefault(one.scored.basis, []).append(place)
    return [*found.values()]


def _best(values: Mapping[int, float], cells: Sequence[str], *, percent: bool) -> set[int]:
    """Which are best, as they are written: what reads the same is as good. None where all are the same."""
    if len({cells[place] for place in values}) < 2:
        return set()
    best = (max if percent else min)(values, key=values.__getitem__)
    return {place for place in values if cells[place] == cells[best]}


def as_text(document: Document, found: Sequence[ParseRow], said: Sequence[str]) -> str:
    """The table as text with tabs, numbers without marks of thousands; the signatures that are ``said`` last."""
    header = "\t".join((scopes(document)[-1].lower(), *(parse.name for parse in document.parses)))
    body = ["\t".join((row.title, *(cell.replace(",", "") for cell in row.cells))) for row in found]
    return "\n".join([header, *body, *said]) + "\n"
