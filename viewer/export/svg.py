"""SVG 1.1 as paper and web want it: real text, every look inline, nothing outside the file. Each shape carries its
element's key, role and state as classes, so that a page can restyle or script the figure; without any style sheet it
looks the same in browsers, Inkscape and librsvg."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain, count, groupby
from zlib import crc32

from goldleaf.viewer.canvas.outline import HALO, pieces
from goldleaf.viewer.diagram.shapes import OPPOSITE, Box, Diagram, Path, Point, Polygon, Shape, Text
from goldleaf.viewer.diagram.theme import Font, Paint, Theme
from goldleaf.viewer.text.characters import xml_text
from goldleaf.viewer.text.numbers import decimal

NAMESPACE = "urn:goldleaf:figure"

_GENERIC = {"serif", "sans-serif", "monospace", "system-ui"}
_TAGS: dict[type[Shape], str] = {Text: "text", Path: "path", Polygon: "polygon", Box: "rect"}
_NOT_IN_ID = re.compile(r"[^\w.-]")


def write(
    diagram: Diagram, theme: Theme, *, width_cm: float | None = None, transparent: bool = False,
    dark: Theme | None = None,
) -> str:  # fmt: skip
    """The diagram as an SVG document. ``width_cm`` is its width on paper, by default that of its pixels;
    ``transparent`` leaves the background out. On a ``dark`` screen it has that theme's colors and lines."""
    rules = _dark_rules(diagram, dark) if dark is not None else []
    # The class is this figure's alone, as a page has the styles of all: the same whenever the same figure is made.
    unique = repr((diagram.title, diagram.width, diagram.height, rules))
    scope = f"goldleaf-{crc32(unique.encode()):08x}" if rules else ""
    width, height = decimal(diagram.width), decimal(diagram.height)
    shown = (width, height)
    if width_cm is not None and diagram.width > 0:
        shown = (f"{decimal(width_cm)}cm", f"{decimal(width_cm * diagram.height / diagram.width)}cm")
    known = f' class="{scope}"' if scope else ""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        # The direction is set so that the figure stays as it is inside a right-to-left page.
        f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="{shown[0]}" height="{shown[1]}" '
        f'viewBox="0 0 {width} {height}"{known} direction="ltr" role="img" aria-labelledby="title description">',
        f'<title id="title">{xml_text(diagram.title)}</title>',
        f'<desc id="description">{xml_text(diagram.description)}</desc>',
    ]
    if diagram.metadata:
        told = (f'<entry name="{_attribute(name)}">{xml_text(text)}</entry>' for name, text in diagram.metadata.items())
        lines += [f'<metadata><figure xmlns="{NAMESPACE}">', *told, "</figure></metadata>"]
    if rules:
        styles = [f".{scope} {name} {{{look}}}" for name, look in rules]
        lines += ["<style>@media (prefers-color-scheme: dark) {", *styles, "}</style>"]
    if not transparent:
        lines.append(f'<rect class="background" width="{width}" height="{height}" fill="{theme.background}"/>')
    return "\n".join([*lines, *_groups(diagram, theme), "</svg>\n"])


def _dark_rules(diagram: Diagram, theme: Theme) -> list[tuple[str, str]]:
    # What changes on a dark screen: selectors and declarations.
    rules = [(".background", f"fill:{theme.background}"), (".halo", f"stroke:{theme.background}")]
    for kind, role, state in dict.fromkeys((type(shape), shape.role, shape.state) for shape in diagram.shapes):
        paint = theme.paint(role, state)
        fill = [] if kind is Path else [f"fill:{paint.fill or 'none'}"]
        stroke = [] if kind is Text else [f"stroke:{paint.stroke or 'none'}"]
        rules.append((f"{_TAGS[kind]}.{role}.{state}", ";".join(fill + stroke)))
    return rules


def _groups(diagram: Diagram, theme: Theme) -> Iterator[str]:
    # The shapes in painting order; neighbours of one key in a group, which has the key's name as its id.
    used: set[str] = {"title", "description"}
    for key, shapes in groupby(diagram.shapes, key=lambda shape: shape.key):
        if key is None:
            for shape in shapes:
                yield from _shape(shape, theme)
            continue
        members = list(shapes)
        name = _NOT_IN_ID.sub("_", str(key))
        # The first name that is not used; neighbours of one key may stand in several places of the painting order.
        named = f"{name}-{members[0].role}"
        identity = next(one for one in chain((name, named), (f"{named}-{n}" for n in count(2))) if one not in used)
        used.add(identity)
        yield f'<g id="{identity}" class="{_attribute(f"{key.side} {key.kind}")}" data-key="{_attribute(str(key))}">'
        if identity == name and key in diagram.elements:
            yield f"<title>{xml_text(diagram.elements[key].description)}</title>"
        for shape in members:
            yield from _shape(shape, theme)
        yield "</g>"


def _shape(shape: Shape, theme: Theme) -> Iterator[str]:
    paint = theme.paint_of(shape)
    kind = f'class="{shape.role} {shape.state}"'
    match shape:
        case Text():
            if shape.text and paint.fill is not None:
                yield f"<text {kind} {_written(shape, theme.font(shape.role), paint)}>{xml_text(shape.text)}</text>"
        case Path():
            steps = [("C" if len(piece) > 2 else "L") + " ".join(map(_pair, piece[1:])) for piece in pieces(shape)]
            data = " ".join([f"M{_pair(shape.start)}", *steps])
            if shape.halo:
                halo = Paint(theme.background, paint.stroke_width + 2 * HALO)
                yield f'<path class="halo" d="{data}" {_look(halo, filled=False)}/>'
            yield f'<path {kind} d="{data}" {_look(paint, filled=False)}/>'
        case Polygon():
            points = " ".join(f"{decimal(x)},{decimal(y)}" for x, y in shape.points)
            yield f'<polygon {kind} points="{points}" {_look(paint)}/>'
        case Box():
            place = {"x": shape.x, "y": shape.y, "width": shape.width, "height": shape.height}
            corners = {"rx": shape.radius, "ry": shape.radius} if shape.radius else {}
            yield f"<rect {kind} {_numbers(place | corners)} {_look(paint)}/>"


def _written(text: Text, font: Font, paint: Paint) -> str:
    parts = [_numbers({"x": text.x, "y": text.y})]
    if text.upright:
        parts.append(f'transform="rotate(-90 {decimal(text.x)} {decimal(text.y)})"')
    # In right-to-left text SVG's "start" is the right edge; ours is always the left one.
    if text.right_to_left:
        parts.append(f'text-anchor="{OPPOSITE[text.anchor]}" direction="rtl" unicode-bidi="embed"')
    else:
        parts.append(f'text-anchor="{text.anchor}"')
    names = (name.strip() for name in font.family.split(","))
    families = ", ".join(name if name in _GENERIC else f"'{name}'" for name in names)
    parts += [f'font-family="{_attribute(families)}"', _numbers({"font-size": font.size})]
    parts += ['font-weight="bold"'] * font.bold + ['font-style="italic"'] * font.italic
    return " ".join([*parts, f'fill="{paint.fill}"', *_opacity(paint)])


def _look(paint: Paint, *, filled: bool = True) -> str:
    parts = [f'fill="{paint.fill or "none"}"' if filled else 'fill="none"']
    if paint.stroke is not None and paint.stroke_width > 0:
        parts.append(f'stroke="{paint.stroke}" stroke-width="{decimal(paint.stroke_width)}" stroke-linejoin="round"')
        if paint.dash:
            parts.append(f'stroke-dasharray="{" ".join(decimal(length) for length in paint.dash)}"')
    return " ".join([*parts, *_opacity(paint)])


def _opacity(paint: Paint) -> list[str]:
    return [f'opacity="{decimal(paint.opacity)}"'] if paint.opacity < 1 else []


def _numbers(values: Mapping[str, float]) -> str:
    return " ".join(f'{name}="{decimal(value)}"' for name, value in values.items())


def _pair(point: Point) -> str:
    return f"{decimal(point[0])} {decimal(point[1])}"


def _attribute(text: str) -> str:
    return xml_text(text).replace('"', "&quot;")
