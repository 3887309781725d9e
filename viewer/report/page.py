"""The page of a report: everything in one file, escaped, and forbidden to load anything; pictures as elements of it."""

from __future__ import annotations

import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from xml.etree import ElementTree as ET

from goldleaf.core.errors import GoldleafError
from goldleaf.core.metrics import METRICS
from goldleaf.core.version import VERSION
from goldleaf.viewer.diagram.differences import listed
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.export import svg
from goldleaf.viewer.figures.render import render
from goldleaf.viewer.figures.wanted import Wanted
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.tables import Table, html
from goldleaf.viewer.tables.html import text
from goldleaf.viewer.views import AUTO, Look, view_of

FILTERED = 20  # rows from which a table has a line to filter by
ON_PAPER = 100  # rows of a table that are printed, as ``page.css`` has it, too

LIGHT, DARK = "light", "dark"
WIDTH = 20.0  # centimetres for which sentences are laid out; in pixels what a page has room for

_COLOR = re.compile(r"(#[0-9a-fA-F]{6}\b)")
_SVG = "http://www.w3.org/2000/svg"

ET.register_namespace("", _SVG)
ET.register_namespace("xlink", "http://www.w3.org/1999/xlink")

_ASSETS = files("goldleaf.assets") / "report"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page; ``body`` is HTML."""

    name: str
    title: str
    body: str


def page(
    title: str, lead: str, about: Sequence[tuple[str, str]], warnings: Sequence[str], sections: Sequence[Section]
) -> str:
    """The whole page. Above everything stand the ``lead``, and what it is ``about``, names and values."""
    style, script = ((_ASSETS / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    hashed = b64encode(sha256(script.encode()).digest()).decode()
    # Text of treebanks stands in the page: whatever it says, nothing is loaded, and no script runs but this one.
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hashed}'; "
        "base-uri 'none'; form-action 'none'"
    )
    links = "".join(f'<li><a href="#{one.name}">{text(one.title)}</a></li>' for one in sections)
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta name="generator" content="Goldleaf {VERSION}">',
        f"<title>{text(title)}</title>",
        f"<style>\n{style}</style>",
        "</head>",
        "<body>",
        '<a class="skip" href="#main">Skip to the figures</a>',
        "<header>",
        f"<h1>{text(title)}</h1>",
        f'<p class="lead">{text(lead)}</p>',
        "<dl>",
        *(f"<div><dt>{text(name)}</dt><dd>{text(value)}</dd></div>" for name, value in about),
        "</dl>",
        *_list("warnings", warnings),
        f'<nav aria-label="Contents"><ul>{links}</ul>'
        '<label class="colors">Colors <select id="colors">'
        '<option value="light dark">as the screen</option><option value="light">light</option>'
        '<option value="dark">dark</option></select></label></nav>',
        "</header>",
        '<main id="main">',
        *(
            f'<section id="{one.name}" aria-labelledby="{one.name}-title">\n'
            f'<h2 id="{one.name}-title">{text(one.title)}</h2>\n{one.body}\n</section>'
            for one in sections
        ),
        "</main>",
        f"<footer><p>Goldleaf {VERSION}</p></footer>",
        f"<script>{script}</script>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def of_tables(name: str, tables: Iterable[Table]) -> str:
    """Tables that can be sorted, and filtered if they are long."""
    parts = []
    for number, table in enumerate(tables, 1):
        own = f"{name}-{number}"
        if len(table.rows) >= FILTERED:
            field = f'<label>Filter rows <input type="search" data-of="{own}"></label> <output for="{own}"></output>'
            parts.append(f'<p class="filter">{field}</p>')
        opening = f'<div class="scroll" role="region" tabindex="0" aria-label="{text(table.title)}" id="{own}">'
        parts += [opening, html.element(table)]
        if len(table.rows) > ON_PAPER:
            parts.append(f'<p class="note on-paper">Printed: the first {ON_PAPER} rows.</p>')
        parts.append("</div>")
    return "\n".join(parts)


def folded(title: str, body: str) -> str:
    """What is shown when it is asked for."""
    return f"<details>\n<summary>{text(title)}</summary>\n{body}\n</details>"


def of_plots(plots: Iterable[tuple[str, str, str]]) -> str:
    """Plots, which have their titles in them, with their notes."""
    figures = "\n".join(
        f'<figure>\n<div class="scroll plot" role="region" tabindex="0" aria-label="{text(title)}">{drawn}</div>\n'
        f"{f'<figcaption>{text(note)}</figcaption>' if note else ''}\n</figure>"
        for title, note, drawn in plots
    )
    return figures and f'<div class="plots">\n{figures}\n</div>'


def of_sentence(number: int, name: str, said: str, pictures: Sequence[Picture], *, opened: bool) -> str:
    """A sentence with its pictures, ``opened`` or to be opened, and their differences.

    A picture is packed: the script unpacks it when it is opened, so a page of many is small, and is there at once.
    """
    heading = f"Sentence {number}" + (f" ({name})" if name else "")
    lines = [
        f'<article id="sentence-{number}">',
        f"<h3>{text(heading)}</h3>",
        f'<p class="text" dir="auto">{text(said)}</p>',
    ]
    for one in pictures:
        label = text(f"{heading}: gold and {one.parse}")
        lines += ["<figure>", f"<h4>{text(one.parse)}</h4>"]
        if one.drawn:
            packed = b64encode(zlib.compress(one.drawn.encode(errors="replace"), 9)).decode()
            lines += [
                f'<details data-picture="{packed}"{" open" * opened}>',
                "<summary>Picture</summary>",
                f'<div class="scroll picture" role="region" tabindex="0" aria-label="{label}"></div>',
                "</details>",
            ]
        lines += ["<figcaption>", *_list("notes", one.notes), *_list("differences", one.differences)]
        if one.drawn and not one.differences:
            lines.append("<p>No differences.</p>")
        lines += ["</figcaption>", "</figure>"]
    return "\n".join([*lines, "</article>"])


def _list(kind: str, lines: Sequence[str]) -> list[str]:
    return [f'<ul class="{kind}">', *(f"<li>{text(line)}</li>" for line in lines), "</ul>"] if lines else []


@dataclass(frozen=True, slots=True)
class Picture:
    """A sentence with one parse: its picture as an element of a page, and what differs in words."""

    parse: str
    drawn: str
    differences: Sequence[str]
    notes: Sequence[str]


def picture(document: Document, row: int, parse: int, metric: str, measure: Measure) -> Picture:
    """Draw a sentence with a parse, in the colors of the page. What cannot be drawn is said instead."""
    name = document.parses[parse].name
    wanted = Wanted(theme=LIGHT, width=WIDTH, title=f"Sentence {row + 1}: gold and {name}")
    # The view draws by its usual metric where it has no picture of the wanted one.
    drawn_by = metric if view_of(Look(view=AUTO), document).name in METRICS[metric].views else None
    try:
        figure = render(document, f"#{row + 1}", wanted, measure, parse=parse, metric=drawn_by)
    except GoldleafError as error:
        return Picture(name, "", [], [f"{error}"])
    scored, forgiven = listed(figure.drawing.differences)
    light, dark = (svg.write(figure.diagram, theme) for theme in (figure.theme, load(DARK)))
    drawn = element(two_toned(light, dark), f"s{row + 1}-{parse}")
    return Picture(name, drawn, [one.sentence for one in (*scored, *forgiven)], figure.notes)


def two_toned(light: str, dark: str) -> str:
    """A picture with the colors of both; where they differ in more than colors, the light one as it is."""
    parts, others = _COLOR.split(light), _COLOR.split(dark)
    if len(parts) != len(others):
        return light
    return "".join(
        f"light-dark({one},{other})" if number % 2 and one != other else one
        for number, (one, other) in enumerate(zip(parts, others, strict=True))
    )


def element(picture: str, name: str, title: str = "") -> str:
    """An SVG document as an element of a page, its ids behind this ``name``; what only programs read is left out.

    One that does not say what it is gets a ``title``.
    """
    root = ET.fromstring(picture)
    if "role" not in root.attrib:
        root.set("role", "img")
        root.set("aria-label", title)
    for one in [*root.iter()]:
        for child in one.findall(f"{{{_SVG}}}metadata"):
            one.remove(child)
        for key, value in one.attrib.items():
            one.set(key, _renamed(key, value, name))
    return ET.tostring(root, encoding="unicode")


def _renamed(key: str, value: str, name: str) -> str:
    """The value of an attribute whose ids stand behind a name, for no other picture of the page has that."""
    if key == "id":
        return f"{name}-{value}"
    if key == "aria-labelledby":
        return " ".join(f"{name}-{one}" for one in value.split())
    if key.rpartition("}")[2] == "href" and value.startswith("#"):
        return f"#{name}-{value[1:]}"
    return re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", value)
