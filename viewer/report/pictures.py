"""The pictures of a report: sentences with each parse, as elements of one page, and their differences in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from goldleaf.core.errors import GoldleafError
from goldleaf.core.metrics import METRICS
from goldleaf.viewer.diagram.differences import listed
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.export import svg
from goldleaf.viewer.figures.render import render
from goldleaf.viewer.figures.wanted import Wanted
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.views import AUTO, Look, view_of

LIGHT, DARK = "light", "dark"
WIDTH = 20.0  # centimetres for which sentences are laid out; in pixels what a page has room for

_COLOR = re.compile(r"(#[0-9a-fA-F]{6}\b)")
_SVG = "http://www.w3.org/2000/svg"

ET.register_namespace("", _SVG)
ET.register_namespace("xlink", "http://www.w3.org/1999/xlink")


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
