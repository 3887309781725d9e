"""Tables for LaTeX, ruled by booktabs: parts to be input, or a document that can be compiled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from goldleaf.viewer.tables.table import Kind, Table, Written
from goldleaf.viewer.text.tex import escape, typeset, wrap

PACKAGES = (r"\usepackage{booktabs}",)
SCALING = r"\usepackage{graphicx}"

MANY = 12
"""Columns beyond which a table is set smaller and closer, and made as narrow as the page if it is wider."""

ON_PAGE = 55
"""Rows of a document's table that fit on a page."""


def write(tables: Sequence[Table]) -> str:
    """The tables as floats, with a note on what the document's preamble needs."""
    return _wrapped(tables, PACKAGES, standalone=False)


def document(tables: Sequence[Table]) -> str:
    """The tables as a document that can be compiled, of pages for wide ones."""
    pages = [part for table in tables for part in _parts(table)]
    return _wrapped(pages, (*PACKAGES, r"\usepackage[a3paper, landscape, margin=15mm]{geometry}"), standalone=True)


def _parts(table: Table) -> Iterator[Table]:
    """A long table as several, of which the last has the notes."""
    firsts = range(0, max(len(table.rows), 1), ON_PAGE)
    for first in firsts:
        rows = table.rows[first : first + ON_PAGE]
        blocks = {row - first: title for row, title in table.blocks.items() if first <= row < first + ON_PAGE}
        title = f"{table.title} (continued)" if first else table.title
        yield replace(table, title=title, rows=rows, blocks=blocks, note=table.note if first == firsts[-1] else "")


def _wrapped(tables: Sequence[Table], packages: Sequence[str], *, standalone: bool) -> str:
    body: list[str] = []
    texts: list[str] = []  # all that is set, which decides on fonts
    for table in tables:
        # TeX keeps few floats in mind, so in a document each is set before the next.
        body += [*_lines(table), r"\clearpage" if standalone else ""]
        texts += [table.title, table.note, *table.notes, *table.blocks.values()]
        texts += [text for column in table.columns for text in (column.title, column.group)]
        texts += [cell.text for row in table.written() for cell in row]
    packages = [*packages, *[SCALING] * any(map(_is_wide, tables))]
    page = r"\documentclass{article}"
    return wrap(body, texts, packages=packages, right_to_left=False, standalone=standalone, document=page)


def _lines(table: Table) -> Iterator[str]:
    yield from (r"\begin{table}", r"\centering")
    if table.title:
        yield rf"\caption{{{_prose(table.title)}}}"
    wide = _is_wide(table)
    yield from [r"\footnotesize\setlength{\tabcolsep}{3pt}", r"\sbox0{%"] * wide
    yield rf"\begin{{tabular}}{{{''.join('l' if column.kind is Kind.TEXT else 'r' for column in table.columns)}}}"
    yield r"\toprule"
    if table.groups:  # above their columns, with a rule below each name
        yield _row(rf"\multicolumn{{{count}}}{{c}}{{{typeset(name)}}}" for name, count in table.groups)
        rules, first = [], 1
        for name, count in table.groups:
            if name:
                rules.append(rf"\cmidrule(lr){{{first}-{first + count - 1}}}")
            first += count
        yield " ".join(rules)
    yield _row(typeset(column.title) for column in table.columns)
    yield r"\midrule"
    for number, row in enumerate(table.written()):
        if number and number in table.blocks:
            yield r"\midrule"
        if table.blocks.get(number):
            yield rf"\multicolumn{{{len(table.columns)}}}{{l}}{{\textit{{{typeset(table.blocks[number])}}}}} \\"
        yield _row(map(_cell, row))
    yield from (r"\bottomrule", r"\end{tabular}" + "}" * wide)
    yield from [r"\ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\usebox0}\else\usebox0\fi"] * wide
    notes = [rf"\textsuperscript{{{letter}}}\,{_prose(note)}" for note, letter in table.notes.items()]
    for line in (*notes, *map(_prose, table.note.splitlines())):
        yield rf"\par\smallskip{{\footnotesize {line}}}"
    yield r"\end{table}"


def _is_wide(table: Table) -> bool:
    return len(table.columns) > MANY


def _cell(cell: Written) -> str:
    text = typeset(cell.text)
    if not cell.left and text.startswith("-"):
        text = f"$-${text[1:]}"
    if cell.bold:
        text = rf"\textbf{{{text}}}"
    # What stands behind a figure takes no room, or figures would not stand below one another.
    return text + (rf"\rlap{{\textsuperscript{{{cell.mark}}}}}" if cell.mark else "")


def _row(cells: Iterator[str] | map[str]) -> str:
    return " & ".join(cells) + r" \\"


def _prose(text: str) -> str:
    """Text that may be broken into lines."""
    return escape(text).replace("~", " ")
