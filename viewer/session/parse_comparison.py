"""The scores of all parses beside each other: a row a score, a column a parse. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
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
    rows: list[ParseRow] = []
    for metric in dict.fromkeys(sums.scored.metric.name for sums in ordered(known, first)):
        own = {sums.parse: sums for sums in known if sums.scored.metric.name == metric}
        groups = counted_alike({number: own[number].scored for number in range(len(document.parses))})
        for how, numbers in groups.items():
            title = own[numbers[0]].scored.metric.title
            if len(document.metrics) > 1 or len(groups) > 1:
                rows.append(ParseRow(f"{title}: {how}" if how else title))
            made = _rows([own[number] if number in numbers else None for number in range(len(document.parses))])
            # Of the first sentences none is called the best: they say little of the whole.
            rows += made if document.complete else [replace(row, best=frozenset()) for row in made]
    return rows


def _rows(parses: Sequence[Sums | None]) -> list[ParseRow]:
    """The figures of a metric, – for parses that are None; one with other words may have some that others lack."""
    there = [sums for sums in parses if sums is not None]
    metric = there[0].scored.metric
    percent = {name: ratio.percent for sums in there for name, ratio in sums.scored.ratios.items()}
    rows = [_score(name, parses, metric.name, percent=percent[name]) for name in percent]
    for name in metric.reported:
        counts = tuple("" if sums is None else f"{sums.reported[-1][name]:,}" for sums in parses)
        rows.append(ParseRow(title_of(name), counts, count=True))
    shares = [None if sums is None else sums.shares[-1] for sums in parses]
    if any(f"{share}" for share in shares if share):
        cells = tuple("" if share is None else f"{share.sentences:,} of {share.of:,}" for share in shares)
        words = tuple("" if share is None else f"{share.words:,} of {share.of_words:,} words" for share in shares)
        rows.append(ParseRow(COMPARED, cells, words, count=True))
    return rows


def _score(name: str, parses: Sequence[Sums | None], metric: str, *, percent: bool) -> ParseRow:
    values = [None if sums is None else sums.values[-1].get(name) for sums in parses]
    cells = tuple(figure(value, percent=percent) for value in values)
    # Only figures on one basis are compared: a metric may see other words in another way, or leave some out.
    alike: dict[tuple[str, bytes], dict[int, float]] = {}
    for place, (sums, value) in enumerate(zip(parses, values, strict=True)):
        if sums is not None and value and value.value is not None:
            alike.setdefault(sums.scored.basis, {})[place] = value.value
    best: set[int] = set()
    for known in alike.values():
        # As they are written: what reads the same is as good, and none is best where all are the same.
        if len({cells[place] for place in known}) > 1:
            highest = (max if percent else min)(known, key=known.__getitem__)
            best |= {place for place in known if cells[place] == cells[highest]}
    told = tuple(ratio(value) if value is not None else "" for value in values)
    return ParseRow(title_of(name), cells, told, frozenset(best), key=(metric, name), percent=percent)


def as_text(document: Document, found: Sequence[ParseRow], said: Sequence[str]) -> str:
    """The table as text with tabs, numbers without marks of thousands; the signatures that are ``said`` last."""
    header = "\t".join((scopes(document)[-1].lower(), *(parse.name for parse in document.parses)))
    # Spreadsheets would take a comma for the decimal sign, or for text.
    body = ["\t".join((row.title, *(cell.replace(",", "") for cell in row.cells))) for row in found]
    return "\n".join([header, *body, *said]) + "\n"
