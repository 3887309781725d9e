"""Tables as HTML: escaped, and with what a screen reader needs to tell rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from goldleaf.viewer.tables.table import Kind, Table, Written, value_of
from goldleaf.viewer.text.characters import visible

# How a document of tables looks; a page of your own may have another
STYLE = """
:root { color-scheme: light dark; --rule: #8886; --quiet: #667; --shade: #0003; }
@media (prefers-color-scheme: dark) { :root { --quiet: #99a; --shade: #fff3; } }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1.25rem; }
figure {
  background:
    linear-gradient(to right, Canvas 45%, transparent) local left / 2.5rem 100% no-repeat,
    linear-gradient(to left, Canvas 45%, transparent) local right / 2.5rem 100% no-repeat,
    linear-gradient(to right, var(--shade), transparent) left / 1rem 100% no-repeat,
    linear-gradient(to left, var(--shade), transparent) right / 1rem 100% no-repeat;
  margin: 0 0 2.5rem; overflow-x: auto; padding-block-end: .6rem;
}
table { border-collapse: collapse; border-block: 2px solid; font-variant-numeric: tabular-nums; }
caption { font-weight: 600; text-align: start; padding-block-end: .4rem; }
th, td { padding: .2rem .65rem; text-align: end; white-space: nowrap; }
th { font-weight: inherit; }
thead th { font-weight: 600; vertical-align: bottom; }
thead tr:last-child > * { border-block-end: 1px solid; }
th[scope="colgroup"] { text-align: center; border-block-end: 1px solid var(--rule); }
.text { text-align: start; }
.solid { max-width: 14rem; min-width: 8rem; overflow-wrap: anywhere; white-space: normal; }
.long { max-width: 44rem; min-width: min(22rem, 70vw); white-space: normal; }
tbody + tbody { border-block-start: 1px solid var(--rule); }
th[scope="row"].text { text-align: left; }
th[scope="rowgroup"] { text-align: start; font-style: italic; padding-block-start: .6rem; }
tbody tr:hover > * { background: #8882; }
sup { margin-inline-start: .1em; line-height: 0; position: absolute; }
.note sup { position: static; }
.note { color: var(--quiet); font-size: .9em; left: 0; margin: .4rem 0 0; overflow-wrap: anywhere; position: sticky; }
@media print {
  body { margin: 0; max-width: none; }
  figure { background: none; break-inside: avoid; overflow: visible; }
}
""".strip()

# Characters beyond which a text is of class ``long``: it may be broken into lines; an id, without spaces, from half as
# many on anywhere, as it is of class ``solid``
LONG = 40


def write(tables: Sequence[Table]) -> str:
    """A document that needs no other file, light or dark as its reader's screen is."""
    title = text(tables[0].title if tables else "") or "Tables"
    page = [
        "<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">', f"<title>{title}</title>",
        f"<style>\n{STYLE}\n</style>", "</head>", "<body>",
        *(f"<figure>\n{element(table)}\n</figure>" for table in tables), "</body>", "</html>",
    ]  # fmt: skip
    return "\n".join(page) + "\n"


def element(table: Table) -> str:
    """One table as ``<table>`` with a caption, and its notes as paragraphs of class ``note`` below. The first cell of a
    row is its heading; ``data-value`` is the value as it is, to sort by."""
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
        f'<th scope="col"{_side(column.kind is Kind.TEXT)}>{text(column.title)}</th>' if column.title else "<td></td>"
        for column in table.columns
    )
    lines += [f"<tr>{''.join(heads)}</tr>", "</thead>", "<tbody>"]
    for number, (row, values) in enumerate(zip(table.written(), table.rows, strict=True)):
        if number and number in table.blocks:
            lines += ["</tbody>", "<tbody>"]
        if title := table.blocks.get(number):
            lines.append(f'<tr><th scope="rowgroup" colspan="{len(table.columns)}">{text(title)}</th></tr>')
        both = enumerate(zip(row, values, strict=True))
        cells = (_cell(place, cell, value_of(value)) for place, (cell, value) in both)
        lines.append(f"<tr>{''.join(cells)}</tr>")
    lines += ["</tbody>", "</table>"]
    lines += [f'<p class="note"><sup>{letter}</sup> {text(note)}</p>' for note, letter in table.notes.items()]
    lines += [f'<p class="note">{text(line)}</p>' for line in table.note.splitlines()]
    return "\n".join(lines)


def _cell(place: int, cell: Written, value: object) -> str:
    written = cell.text.replace("-", "−", 1) if isinstance(value, int | float) and value < 0 else cell.text
    shown = f"<strong>{text(written)}</strong>" if cell.bold else text(written)
    if cell.mark:
        shown += f"<sup>{cell.mark}</sup>"
    bare = f' data-value="{value}"' if isinstance(value, int | float) else ""
    side = _side(cell.left, long=len(cell.text) > LONG and " " in cell.text)
    if cell.left and len(cell.text) > LONG / 2 and cell.text.isascii() and " " not in cell.text:
        side = ' class="text solid"'
    side += ' dir="auto"' if cell.left and not cell.text.isascii() else ""
    return f'<th scope="row"{side}{bare}>{shown}</th>' if place == 0 else f"<td{side}{bare}>{shown}</td>"


def _side(left: bool, *, long: bool = False) -> str:
    return f' class="text{" long" * long}"' if left else ""


def text(given: str) -> str:
    """Text of a file as the text of a page, with its control characters visible."""
    return escape(visible(given))
