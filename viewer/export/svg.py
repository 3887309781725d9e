"""SVG 1.1 as paper and web want it: real text, every look inline, nothing outside the file.

Each shape carries its element's key, role and state as classes, so that a page can restyle or script the figure;
without any style sheet it looks the same in browsers, Inkscape and librsvg.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from viewer.canvas.characters import drawable
from viewer.diagram.shapes import Anchor, Box, Diagram, Key, Path, Polygon, Shape, Text
from viewer.diagram.text import Font
from viewer.diagram.theme import Paint, Theme
from viewer.export.numbers import decimal

NAMESPACE = "urn:goldleaf:figure"
HALO = 3.0  # pixels of background on either side of a line that crosses others

_ANCHORS = {Anchor.START: "start", Anchor.MIDDLE: "middle", Anchor.END: "end"}
_MIRRORED = {Anchor.START: "end", Anchor.MIDDLE: "middle", Anchor.END: "start"}
_GENERIC = {"serif", "sans-serif", "monospace", "system-ui"}
_NOT_IN_ID = re.compile(r"[^\w.-]")


def write(diagram: Diagram, theme: Theme, *, width_cm: float | None = None, transparent: bool = False) -> str:
    """The diagram as an SVG document.

    ``width_cm`` is its width on paper, by default that of its pixels; ``transparent`` leaves the background out.
    """
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        _opening(diagram, width_cm),
        f'<title id="title">{_content(diagram.title)}</title>',
        f'<desc id="description">{_content(diagram.description)}</desc>',
        *_metadata(diagram),
    ]
    if not transparent:
        size = f'width="{decimal(diagram.width)}" height="{decimal(diagram.height)}"'
        lines.append(f'<rect class="background" {size} fill="{theme.background}"/>')
    lines.extend(_groups(diagram, theme))
    lines.append("</svg>\n")
    return "\n".join(lines)


def _opening(diagram: Diagram, width_cm: float | None) -> str:
    width, height = decimal(diagram.width), decimal(diagram.height)
    shown = (width, height)
    if width_cm is not None and diagram.width > 0:
        shown = (f"{decimal(width_cm)}cm", f"{decimal(width_cm * diagram.height / diagram.width)}cm")
    # The direction is set so that the figure stays as it is inside a right-to-left page.
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="{shown[0]}" height="{shown[1]}" '
        f'viewBox="0 0 {width} {height}" direction="ltr" role="img" aria-labelledby="title description">'
    )


def _metadata(diagram: Diagram) -> Iterator[str]:
    if not diagram.metadata:
        return
    yield f'<metadata><figure xmlns="{NAMESPACE}">'
    for name, value in diagram.metadata.items():
        yield f'<entry name="{_attribute(name)}">{_content(value)}</entry>'
    yield "</figure></metadata>"


def _groups(diagram: Diagram, theme: Theme) -> Iterator[str]:
    """The shapes in painting order; neighbours of one key in a group, which has the key's name as its id."""
    used: set[str] = {"title", "description"}
    for key, shapes in groupby(diagram.shapes, key=lambda shape: shape.key):
        if key is None:
            for shape in shapes:
                yield from _shape(shape, theme)
            continue
        members = list(shapes)
        name = _NOT_IN_ID.sub("_", str(key))
        identity = _unique((name, f"{name}-{members[0].role}"), used)
        yield f'<g id="{identity}" class="{_attribute(f"{key.side} {key.kind}")}" data-key="{_attribute(str(key))}">'
        if identity == name and key in diagram.elements:
            yield f"<title>{_content(diagram.elements[key].description)}</title>"
        for shape in members:
            yield from _shape(shape, theme)
        yield "</g>"


def _unique(candidates: tuple[str, str], used: set[str]) -> str:
    """The first candidate that is not used, else the last one with a number."""
    for candidate in candidates:
        if candidate not in used:
            used.add(candidate)
            return candidate
    number = 2
    while f"{candidates[1]}-{number}" in used:
        number += 1
    return _unique((f"{candidates[1]}-{number}",) * 2, used)


def _shape(shape: Shape, theme: Theme) -> Iterator[str]:
    paint = theme.paint(shape.role, shape.state)
    kind = f'class="{shape.role} {shape.state}"'
    match shape:
        case Text():
            if shape.text:
                yield f"<text {kind} {_text(shape, theme.font(shape.role), paint)}>{_content(shape.text)}</text>"
        case Path():
            data = _data(shape)
            if shape.halo and paint.stroke is not None:
                width = decimal(paint.stroke_width + 2 * HALO)
                yield f'<path class="halo" d="{data}" fill="none" stroke="{theme.background}" stroke-width="{width}"/>'
            yield f'<path {kind} d="{data}" {_look(paint)}/>'
        case Polygon():
            points = " ".join(f"{decimal(x)},{decimal(y)}" for x, y in shape.points)
            yield f'<polygon {kind} points="{points}" {_look(paint)}/>'
        case Box():
            place = (("x", shape.x), ("y", shape.y), ("width", shape.width), ("height", shape.height))
            corners = (("rx", shape.radius), ("ry", shape.radius)) if shape.radius else ()
            numbers = " ".join(f'{name}="{decimal(value)}"' for name, value in (*place, *corners))
            yield f"<rect {kind} {numbers} {_look(paint)}/>"


def _data(path: Path) -> str:
    parts = [f"M{_pair(path.start)}"]
    for end, first, second in path.segments:
        if first is None and second is None:
            parts.append(f"L{_pair(end)}")
    return " ".join(parts)


def _pair(point: tuple[float, float]) -> str:
    return f"{decimal(point[0])} {decimal(point[1])}"
