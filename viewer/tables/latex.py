"""Tables for LaTeX, ruled by booktabs: parts to be input, or a document that can be compiled. A table is a float of one
column if it fits, else ``table*``; in small letters, then in smaller ones. One that is wider than a page goes on in
another, below the same names of rows. What all rows of a block say first stands above them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby, pairwise
from textwrap import wrap as lines_of
from typing import NamedTuple

from goldleaf.viewer.tables.table import Column, Kind, Table, Written
from goldleaf.viewer.text.tex import escape, typeset, wrap

PACKAGES = (r"\usepackage{booktabs}",)


class LatexSetting(NamedTuple):
    """How a table is set: its environment, and how wide that is in ACL's two columns; its letters, and how large they
    are there; the space at either side of a column. In points."""

    environment: str
    room: float
    letters: str
    size: float
    space: float


# The first one that fits is taken
WAYS = (
    LatexSetting("table", 219.0, r"\small", 10.0, 4.0),
    LatexSetting("table", 219.0, r"\footnotesize", 9.0, 3.0),
    LatexSetting("table*", 455.0, r"\small", 10.0, 4.0),
    LatexSetting("table*", 455.0, r"\footnotesize", 9.0, 3.0),
    LatexSetting("table*", 455.0, r"\scriptsize", 8.0, 2.5),
)

_LETTER, _FIGURE = 0.45, 0.52  # the mean width of one, by its size
_CONTINUED = " (continued)"
_LONG = 40  # characters of text that is set in lines
_NAMES = 30  # characters of what is no figure among figures

# Lines that fit on a page, with the titles of blocks
ON_PAGE = 50


def write(tables: Sequence[Table]) -> str:
    """The tables as floats, with a note on what the document's preamble needs."""
    return _wrapped(tables, PACKAGES, standalone=False)


def document(tables: Sequence[Table]) -> str:
    return _wrapped(tables, (*PACKAGES, r"\usepackage[a4paper, margin=20mm]{geometry}"), standalone=True)


def _wrapped(tables: Sequence[Table], packages: Sequence[str], *, standalone: bool) -> str:
    body: list[str] = []
    for table in map(_without_repetition, tables):
        for part in chain.from_iterable(map(_pages, _side_by_side(table))):
            # TeX keeps few floats in mind, so in a document each is set before the next.
            body += [*_lines(part), r"\clearpage" if standalone else ""]
    page = r"\documentclass{article}"
    return wrap(body, packages=packages, right_to_left=False, standalone=standalone, document=page)


def _pages(table: Table) -> Iterator[Table]:
    # A long table as several, which say in what block they begin; the last has the notes.
    firsts, used = [0], 0
    for row, cells in enumerate(table.written()):
        lines = max(-(-len(cell.text) // (_LONG - 5)) for cell in cells) + bool(table.blocks.get(row))
        used += lines
        if used > ON_PAGE:
            firsts.append(row)
            used = lines
    for first, end in pairwise([*firsts, len(table.rows)]):
        within = next((title for row, title in sorted(table.blocks.items(), reverse=True) if row <= first), "")
        blocks = {0: within} if within else {}
        blocks |= {row - first: title for row, title in table.blocks.items() if first <= row < end}
        title = table.title.removesuffix(_CONTINUED) + _CONTINUED if first else table.title
        note = table.note if end == len(table.rows) else ""
        yield replace(table, title=title, rows=table.rows[first:end], blocks=blocks, note=note)


def _without_repetition(table: Table) -> Table:
    # The table without rows of many names among figures; what several rows begin with is the title of their block.
    numbered = enumerate(table.written())
    kept = [number for number, cells in numbered if all(cell.left or len(cell.text) <= _NAMES for cell in cells)]
    blocks: dict[int, str] = {}
    for row, title in table.blocks.items():
        place = sum(number < row for number in kept)
        if place < len(kept):
            blocks[place] = blocks.get(place) or title
    table = replace(table, rows=[table.rows[number] for number in kept], blocks=blocks)
    if any(blocks.values()) or table.leading < 2 or not table.rows:
        return table
    starts: dict[int, str] = {}
    number = 0
    for first, rows in groupby(table.written(), lambda cells: cells[0].text):
        starts[number] = first
        number += len([*rows])
    several = len({*starts.values()}) < len(starts)  # runs of the same
    if several or len(starts) > len(table.rows) / 2 or not {*blocks} <= {*starts}:
        return table
    return replace(table, columns=table.columns[1:], rows=[row[1:] for row in table.rows], blocks=starts)


def _longest(table: Table) -> list[int]:
    written = table.written()
    return [max((len(cells[place].text) for cells in written), default=0) for place in range(len(table.columns))]


def _widths(table: Table, way: LatexSetting) -> list[float]:
    widths = []
    for column, body in zip(table.columns, _longest(table), strict=True):
        most = max(min(body, _LONG), *map(len, _heading(column, body)))
        letter = _LETTER if column.kind is Kind.TEXT else _FIGURE
        widths.append(most * way.size * letter + 2 * way.space)
    return widths


def _side_by_side(table: Table) -> Iterator[Table]:
    # A table that is wider than a page as several, each with the columns that say what a row is about.
    widths, names = _widths(table, WAYS[-1]), table.leading
    parts: list[list[int]] = [[]]
    # A group of columns stays together, and what stands in none is a group of its own.
    for _, members in groupby(range(names, len(widths)), lambda place: table.columns[place].group or place):
        group = [*members]
        if parts[-1] and sum(widths[place] for place in (*range(names), *parts[-1], *group)) > WAYS[-1].room:
            parts.append([])
        parts[-1] += group
    if len(parts) == 1:
        yield table
        return
    for number, places in enumerate(parts):
        chosen = [*range(names), *places]
        title = table.title.removesuffix(_CONTINUED) + _CONTINUED if number else table.title
        yield replace(
            table, title=title, columns=[table.columns[place] for place in chosen],
            rows=[[row[place] for place in chosen] for row in table.rows],
            note=table.note if number == len(parts) - 1 else "",
        )  # fmt: skip


def _lines(table: Table) -> Iterator[str]:
    way, longest = next((way for way in WAYS if sum(_widths(table, way)) <= way.room), WAYS[-1]), _longest(table)
    yield from (rf"\begin{{{way.environment}}}", r"\centering")
    if table.title:
        yield r"\setlength{\abovecaptionskip}{0pt}\setlength{\belowcaptionskip}{6pt}"  # article has them for figures
        yield rf"\caption{{{_prose(table.title)}}}"
        if not table.title.endswith(_CONTINUED):
            label = f"{table.stem} {re.sub('[^a-z0-9]+', ' ', table.title.lower())}"
            yield rf"\label{{tab:{re.sub('[^a-zA-Z0-9]+', '-', label.strip())}}}"
    yield rf"{way.letters}\setlength{{\tabcolsep}}{{{way.space:g}pt}}"
    kinds = (
        "r" if column.kind is not Kind.TEXT else "l" if most <= _LONG else f"p{{{_LONG * way.size * _LETTER:.0f}pt}}"
        for column, most in zip(table.columns, longest, strict=True)
    )
    yield rf"\begin{{tabular}}{{{''.join(kinds)}}}"
    yield r"\toprule"
    if table.groups:  # above their columns, with a rule below each name
        names, rules, first = [], [], 0
        for name, count in table.groups:
            room = sum(_widths(table, way)[first : first + count])
            lines = lines_of(name, max(int(room / (way.size * _LETTER)), 4), break_long_words=False) or [""]
            names.append(rf"\multicolumn{{{count}}}{{c}}{{{_stacked(lines, 'c')}}}")
            rules += [rf"\cmidrule(lr){{{first + 1}-{first + count}}}"] * bool(name)
            first += count
        yield _row(names)
        yield " ".join(rules)
    yield _row(_stacked(_heading(column, most)) for column, most in zip(table.columns, longest, strict=True))
    yield r"\midrule"
    for number, row in enumerate(table.written()):
        if number and number in table.blocks:
            yield r"\midrule"
        if table.blocks.get(number):
            yield rf"\multicolumn{{{len(table.columns)}}}{{l}}{{\textit{{{typeset(table.blocks[number])}}}}} \\"
        yield _row(_cell(cell, in_lines=most > _LONG) for cell, most in zip(row, longest, strict=True))
    yield from (r"\bottomrule", r"\end{tabular}")
    notes = [rf"\textsuperscript{{{letter}}}\,{_prose(note)}" for note, letter in table.notes.items()]
    for line in (*notes, *map(_prose, table.note.splitlines())):
        yield rf"\par\smallskip{{\footnotesize {line}}}"
    yield rf"\end{{{way.environment}}}"


def _heading(column: Column, body: int) -> list[str]:
    # The lines of a heading, which is not wider than its figures if words can be below one another.
    if column.kind is Kind.TEXT:
        return [column.title]
    return lines_of(column.title, max(body, 1), break_long_words=False, break_on_hyphens=False) or [""]


def _stacked(lines: Sequence[str], side: str = "r") -> str:
    whole = r"\\".join(map(typeset, lines))
    return whole if len(lines) == 1 else rf"\begin{{tabular}}[b]{{@{{}}{side}@{{}}}}{whole}\end{{tabular}}"


def _cell(cell: Written, *, in_lines: bool) -> str:
    text = _prose(cell.text) if in_lines and cell.left else typeset(cell.text)
    if not cell.left and text.startswith("-"):
        text = f"$-${text[1:]}"
    if cell.bold:
        text = rf"\textbf{{{text}}}"
    # What stands behind a figure takes no room, or figures would not stand below one another.
    return text + (rf"\rlap{{\textsuperscript{{{cell.mark}}}}}" if cell.mark else "")


def _row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _prose(text: str) -> str:
    # Text that may be broken into lines, a metric's signature between its choices.
    return (
        escape(text)
        .replace("~", " ")
        .replace(r" \%", r"~\%")
        .replace(r"\textquotesingle{}", "'")
        .replace("|", r"\,|\allowbreak\,")
    )
