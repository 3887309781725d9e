"""The tables of the errors dock in words: the headings of their columns, their cells, and bars of figures. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from goldleaf.core.analysis.breakdown.beside import BREAK, is_difference
from goldleaf.core.analysis.breakdown_table import Table
from goldleaf.viewer.diagram.naming import Wording
from goldleaf.viewer.text.headings import is_share, titled
from goldleaf.viewer.text.numbers import in_words, is_binned, percent

_PROSE = frozenset({"description", "class"})  # what is said of errors in words
_WHOLE = frozenset({"total", "all"})


def heading(name: str, wording: Wording, labels: Collection[str] = ()) -> str:
    """The heading of a column, such as ``Right head %``; ``labels`` of the files stand as they are."""
    parse, _, figure = name.rpartition(BREAK)
    if figure in labels:
        return name
    base = figure.removesuffix("_share")
    plain, said = base.replace("_", " "), wording.heading(base)
    text = titled(base) if said == plain else said
    return f"{parse}{BREAK * bool(parse)}{text}" + " %" * is_share(figure)


def _is_share(name: str) -> bool:
    """Whether a column, also one of several parses side by side, has fractions of 1."""
    return is_share(name.rpartition(BREAK)[2])


def cell(name: str, value: object, wording: Wording) -> str:
    """What a cell says: shares as percentages with two digits, counts with commas; differences with signs."""
    if is_difference(name) and isinstance(value, int | float) and value > 0:
        return f"+{_plainly(name, value, wording)}"
    return _plainly(name, value, wording)


def _plainly(name: str, value: object, wording: Wording) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if _is_share(name) and isinstance(value, float):
        return percent(value)
    if isinstance(value, int):
        return f"{value:,}"
    text = in_words(f"{value}") if is_binned(name) else f"{value}"
    return wording.figures(text) if name in _PROSE else text


def bars(table: Table) -> dict[str, list[float | None]]:
    """How long the bars of each column of figures are, from 0 to 1, by row.

    Gains and losses have none. Shares are as long as they are; counts are fractions of the largest one of their column,
    the total left out, which has none.
    """
    totals = [value in _WHOLE for value in table.frame[table.frame.columns[0]]]
    figures = [
        name
        for name, dtype in table.frame.schema.items()
        if name not in table.keys and dtype.is_numeric() and not dtype.is_signed_integer() and not is_difference(name)
    ]
    return {
        name: table.frame[name].to_list() if _is_share(name) else _parts(table.frame[name].to_list(), totals)
        for name in figures
    }


def _parts(counts: Iterable[float | None], totals: Iterable[bool]) -> list[float | None]:
    """Counts as fractions of the largest one; None for totals."""
    alone = [None if total else count for count, total in zip(counts, totals, strict=True)]
    most = max((count for count in alone if count is not None), default=0) or 1
    return [None if count is None else count / most for count in alone]
