"""The scores of all parses beside each other: a row a score, a column a parse. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.scores import COMPARED, Sums, figure, ordered, ratio, title_of


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
        if len(document.metrics) > 1:
            found.append(ParseRow(next(iter(own.values())).scored.metric.title))
        parses = [own[number] for number in range(len(document.parses))]
        found += _scores(parses)
        found += [_count(name, parses) for name in parses[0].scored.metric.reported]
        shares = [one.shares[-1] for one in parses]
        if any(f"{share}" for share in shares):
            cells = tuple(f"{share.sentences:,} of {share.of:,}" for share in shares)
            told = tuple(f"{share.words:,} of {share.of_words:,} words" for share in shares)
            found.append(ParseRow(COMPARED, cells, told, count=True))
    return found


def _scores(parses: Sequence[Sums]) -> list[ParseRow]:
    """The scores of a metric; a parse with other words may have some that others lack."""
    percent = {name: ratio.percent for one in parses for name, ratio in one.scored.ratios.items()}
    return [_score(name, parses, percent=percent[name]) for name in percent]


def _score(name: str, parses: Sequence[Sums], *, percent: bool) -> ParseRow:
    values = [one.values[-1].get(name) for one in parses]
    cells = tuple(figure(value, percent=percent) for value in values)
    told = tuple(ratio(value) if value is not None else "" for value in values)
    best: set[int] = set()
    for alike in _scored_alike(parses):
        known = {place: score.value for place in alike if (score := values[place]) and score.value is not None}
        best |= _best(known, cells, percent=percent)
    key = (parses[0].scored.metric.name, name)
    return ParseRow(title_of(name), cells, told, frozenset(best), key=key, percent=percent)


def _scored_alike(parses: Sequence[Sums]) -> list[list[int]]:
    """The parses whose figures have the same basis: a metric may see other words in another way, or leave some out."""
    found: dict[tuple[str, bytes], list[int]] = {}
    for place, one in enumerate(parses):
        found.setdefault(one.scored.basis, []).append(place)
    return [*found.values()]


def _best(values: Mapping[int, float], cells: Sequence[str], *, percent: bool) -> set[int]:
    """Which are best, as they are written: what reads the same is as good. None where all are the same."""
    if len({cells[place] for place in values}) < 2:
        return set()
    best = (max if percent else min)(values, key=values.__getitem__)
    return {place for place in values if cells[place] == cells[best]}


def _count(name: str, parses: Sequence[Sums]) -> ParseRow:
    return ParseRow(title_of(name), tuple(f"{one.reported[-1][name]:,}" for one in parses), count=True)


def as_text(document: Document, found: Sequence[ParseRow], said: Sequence[str]) -> str:
    """The table as text with tabs, numbers without marks of thousands; the signatures that are ``said`` last."""
    header = "\t".join(("corpus", *(parse.name for parse in document.parses)))
    body = ["\t".join((row.title, *(cell.replace(",", "") for cell in row.cells))) for row in found]
    return "\n".join([header, *body, *said]) + "\n"
