"""Pictures as elements of one page: light or dark as the page is, and with ids that no other picture has."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

_COLOR = re.compile(r"(#[0-9a-fA-F]{6}\b)")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_SVG = "http://www.w3.org/2000/svg"
_LINK = "http://www.w3.org/1999/xlink"
_LEFT_OUT = (f"{{{_SVG}}}metadata",)

ET.register_namespace("", _SVG)
ET.register_namespace("xlink", _LINK)


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
        for child in [child for child in one if child.tag in _LEFT_OUT]:
            one.remove(child)
        for key, value in one.attrib.items():
            one.set(key, _renamed(key, value, name))
    return ET.tostring(root, encoding="unicode")


def _renamed(key: str, value: str, name: str) -> str:
    if key == "id":
        return f"{name}-{value}"
    if key == "aria-labelledby":
        return " ".join(f"{name}-{one}" for one in value.split())
    if key.rpartition("}")[2] == "href" and value.startswith("#"):
        return f"#{name}-{value[1:]}"
    return _REFERENCE.sub(rf"url(#{name}-\1)", value)
