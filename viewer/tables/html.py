"""Tables as HTML: escaped, and with what a screen reader needs to tell rows and columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files

from goldleaf.viewer.tables.table import Kind, Table, Written, value_of
from goldleaf.viewer.text.characters import visible

# Characters beyond which a text is of class ``long``: it may be broken into lines; an id, without spaces, from half as
# many on anywhere, as it is of class ``solid``
LONG = 40
SORTED = ' aria-sort="descending"'


def write(tables: Sequence[Table]) -> str:
    """A document that needs no other file, light or dark as its reader's screen is."""
    title = text(tables[0].title if tables else "") or "Tables"
    style = (files("goldleaf.assets") / "report" / "page.css").read_text(encoding="utf-8")
    page = [
        "<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">', f"<title>{title}</title>",
        f"<style>\n{style}</style>", "</head>", "<body>",
        *(f'<div class="scroll">\n{element(table)}\n</div>' for table in tables), "</body>", "</html>",
    ]  # fmt: skip
    return "\n".join(page) + "\n"


def element(table: Table, links: Mapping[str, Mapping[str, str]] | None = None) -> str:
    """One table as ``<table>`` with a caption, and its notes as paragraphs of class ``note`` below. The first cell of a
    row is its heading; ``data-value`` is the value as it is, to sort by. ``links`` are addresses, by the name of a
    column and what stands there."""
    addresses = [(links or {}).get(column.name, {}) for column in table.columns]
    lines = ["<table>"]
    if table.title:
        lines.append(f"<caption>{text(table.title)}</caption>")
    lines.append("<thead>")
    if table.groups:
        groups = (
            f'<th scope="colgroup" colspan="{count}">{text(name)}</th>' if name else f'<td colspan="{count}"></td>'
            for name, count in table.groups
        )
        lines.append(f"<tr>{''.join(groups)}</tr>")
    heads = (
        f'<th scope="col"{_side(one.kind is Kind.TEXT)}{SORTED * one.descending}>{text(one.title)}</th>' if one.title
        else "<td></td>" for one in table.columns
    )  # fmt: skip
    lines += [f"<tr>{''.join(heads)}</tr>", "</thead>", "<tbody>"]
    for number, (row, values) in enumerate(zip(table.written(), table.rows, strict=True)):
        if number and number in table.blocks:
            lines += ["</tbody>", "<tbody>"]
        if title := table.blocks.get(number):
            lines.append(f'<tr><th scope="rowgroup" colspan="{len(table.columns)}">{text(title)}</th></tr>')
        both = enumerate(zip(row, values, strict=True))
        cells = (_cell(place, cell, value_of(value), addresses[place]) for place, (cell, value) in both)
        lines.append(f"<tr>{''.join(cells)}</tr>")
    lines += ["</tbody>", "</table>"]
    lines += [f'<p class="note"><sup>{letter}</sup> {text(note)}</p>' for note, letter in table.notes.items()]
    lines += [f'<p class="note">{text(line).replace("|", "|<wbr>")}</p>' for line in table.note.splitlines()]
    return "\n".join(lines)


def _cell(place: int, cell: Written, value: object, addresses: Mapping[str, str]) -> str:
    written = cell.text.replace("-", "−", 1) if isinstance(value, int | float) and value < 0 else cell.text
    shown = f"<strong>{text(written)}</strong>" if cell.bold else text(written)
    if cell.text in addresses:
        shown = f'<a href="{text(addresses[cell.text])}">{shown}</a>'
    if cell.mark:
        shown += f"<sup>{cell.mark}</sup>"
    bare = f' data-value="{value}"' if isinstance(value, int | float) else ""
    side = _side(cell.left, long=len(cell.text) > LONG and " " in cell.text)
    if cell.left and len(cell.text) > LONG / 2 and cell.text.isascii() and " " not in cell.text:
        side, shown = ' class="text solid"', shown.replace("|", "|<wbr>")  # signatures
    side += ' dir="auto"' if cell.left and not cell.text.isascii() else ""
    return f'<th scope="row"{side}{bare}>{shown}</th>' if place == 0 else f"<td{side}{bare}>{shown}</td>"


def _side(left: bool, *, long: bool = False) -> str:
    return f' class="text{" long" * long}"' if left else ""


def text(given: str) -> str:
    """Text of a file as the text of a page, with its control characters visible."""
    return escape(visible(given))
