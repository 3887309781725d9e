"""Themes: how each role and state looks, and how wide its texts are. Read from ``assets/themes/*.toml``. No Qt: a
layout is given a function that measures, and its geometry knows only fonts.

What the parts of a `Paint` mean for a shape: a path uses ``stroke`` only (it is never filled), a text ``fill`` only,
polygons and boxes both.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple, Protocol

from goldleaf.viewer.diagram.shapes import SEMANTICS, Polygon, Role, Shape, State


@dataclass(frozen=True, slots=True)
class Font:
    """A font; ``size`` in pixels."""

    family: str
    size: float
    bold: bool = False
    italic: bool = False


class Extent(NamedTuple):
    """The size of a line of text, in pixels: its advance, and its height above and below the baseline."""

    width: float
    ascent: float
    descent: float


class TextLine(NamedTuple):
    """The height of a line of text, and its baseline below its top."""

    ascent: float
    height: float


class TextMeasure(Protocol):
    """Measures one line of text in a font."""

    def __call__(self, text: str, font: Font, /) -> Extent: ...
    def __hash__(self) -> int: ...


def typewriter(text: str, font: Font, /) -> Extent:
    """A measure that needs no fonts: every character is 0.6 of the size wide. For tests and for exports to TeX."""
    return Extent(0.6 * font.size * len(text), 0.8 * font.size, 0.2 * font.size)


NAMES = ("light", "dark", "high-contrast", "paper-bw", "paper-color")  # the themes there are, in the order of a menu
OLD_NAMES = {"paper-colour": "paper-color"}  # what themes were called before, which is still understood

# The same in every state; and those that have a line of their own.
_PLAIN = frozenset({Role.TITLE, Role.CAPTION, Role.LEGEND, Role.WARNING, Role.EDGE_BOX, Role.SHADE})
_OUTLINED = frozenset({Role.ENHANCED, *SEMANTICS, Role.TOKEN, Role.EMPTY_NODE, Role.FOLD, Role.BAR, Role.LINK})

# The states of annotators' differences: a state with such a line, whose colours it has, and which of the dashes.
_ANNOTATORS = {
    State.ONE_HEAD: (State.MISSING, "one", "dash"), State.OTHER_HEAD: (State.WRONG_HEAD, "other", "dash"),
    State.DIFFERS: (State.WRONG_LABEL, "both", "dash"), State.ONLY_ONE: (State.MISSING, "one", "only"),
    State.ONLY_OTHER: (State.EXTRA, "other", "only"), State.OTHER_CROSSING: (State.CROSSING, "other", "dash"),
    State.THIRD_HEAD: (State.WRONG_HEAD, "third", "only"), State.FOURTH_HEAD: (State.WRONG_HEAD, "fourth", "only"),
    State.FIFTH_HEAD: (State.WRONG_HEAD, "fifth", "only"), State.SIXTH_HEAD: (State.WRONG_HEAD, "sixth", "only"),
}  # fmt: skip

# The same of two parses beside a gold.
_RIVALS = {
    State.ONE_RIGHT: (State.WRONG_HEAD, "one", "right"), State.OTHER_RIGHT: (State.WRONG_HEAD, "other", "right"),
    State.ONE_WRONG: (State.WRONG_HEAD, "one", "wrong"), State.OTHER_WRONG: (State.WRONG_HEAD, "other", "wrong"),
}  # fmt: skip

_HEAVIER = 1.6  # pixels
_THIN = 0.8
_OPACITY = {Role.HATCH: 0.55, Role.RIBBON: 0.22, Role.SHADE: 0.13}


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is painted. Colours are ``#rrggbb``, None where nothing is painted; widths and dashes in pixels.
    ``dash`` lists lengths of line and gap in turn; empty for a solid line."""

    stroke: str | None = None
    stroke_width: float = 0.0
    dash: tuple[float, ...] = ()
    fill: str | None = None
    opacity: float = 1.0


@dataclass(frozen=True, eq=False)
class Theme:
    """Fonts by role, paints by role and state, and the colours of the canvas. ``snug`` lines are as high as letters."""

    name: str
    title: str
    dark: bool
    background: str
    selection: str  # behind selected elements
    hover: str  # behind the element under the pointer
    hit: str  # behind what a filter has found,
    hit_line: str  # and of the corners around it
    fonts: Mapping[Role, Font]
    paints: Mapping[tuple[Role, State], Paint]
    snug: bool = False

    def font(self, role: Role) -> Font:
        return self.fonts[role]

    def size(self, role: Role) -> float:
        """How large a role's letters are, in pixels."""
        return self.fonts[role].size

    def paint(self, role: Role, state: State = State.MATCHED) -> Paint:
        return self.paints[role, state]

    def paint_of(self, shape: Shape) -> Paint:
        """How a shape is painted: as its role and state are, but polygons without dashes, which would break corners."""
        paint = self.paint(shape.role, shape.state)
        return replace(paint, dash=()) if isinstance(shape, Polygon) else paint

    def printed(self, least: float) -> Theme:
        """The same theme with snug lines, no font smaller than so much of the words' size: print makes all small."""
        floor = least * self.font(Role.WORD).size
        fonts = {role: replace(font, size=max(font.size, floor)) for role, font in self.fonts.items()}
        return replace(self, fonts=fonts, snug=True)

    def scaled(self, factor: float) -> Theme:
        """The same theme with all fonts larger by a factor, to follow the system's font size."""
        return replace(self, fonts={role: replace(font, size=font.size * factor) for role, font in self.fonts.items()})


@cache
def load(name: str = "light") -> Theme:
    """The theme of this name, one of `NAMES`. Raises ValueError for another."""
    name = OLD_NAMES.get(name, name)
    if name not in NAMES:
        raise ValueError(f"theme: {name!r} is not one of {', '.join(NAMES)}")
    with files("goldleaf.assets").joinpath("themes", f"{name}.toml").open("rb") as file:
        table = tomllib.load(file)
    looks = table["states"]
    for kind, derived in (("annotators", _ANNOTATORS), ("rivals", _RIVALS)):
        for state, (like, whose, dashes) in derived.items():  # lines of other states in the colours of each
            look = {**looks[like], **table[kind][whose]}
            looks[state] = {**look, "dash": look.get(dashes, ()), "width": look["width"] + _THIN * (dashes == "right")}
    fonts = dict.fromkeys(SEMANTICS, table["fonts"].get(Role.SEMANTIC, {})) | table["fonts"]
    return Theme(
        name=name,
        **{field: table[field] for field in ("title", "dark", "background", "selection", "hover", "hit", "hit_line")},
        fonts={role: Font(**{**fonts["default"], **fonts.get(role, {})}) for role in Role},
        paints={(role, state): _paint(table, role, state) for role in Role for state in State},
    )


def _paint(table: Mapping[str, Any], role: Role, state: State) -> Paint:
    look, own, background = table["states"][state], table["roles"].get(role), table["background"]
    line = Paint(look["line"], look["width"], tuple(look.get("dash", ())))
    if (mark := table["marks"].get(role)) is not None:
        if state is State.DIFFERS and role is Role.LABEL_BOX:
            both = table["annotators"]["both"]
            return Paint(both["line"], mark["width"], fill=both["box"])
        if state == mark["state"]:
            return Paint(mark["stroke"], mark["width"], fill=mark.get("fill"))
        # Marks stroke only in their own state; elsewhere a box just clears the lines behind its label.
        return Paint(fill=background if role == Role.LABEL_BOX else None)
    match role:
        case Role.ARC | Role.BRANCH | Role.EDGE:
            return line
        case Role.PATH:
            return replace(line, stroke_width=line.stroke_width + _HEAVIER)
        case Role.FUNCTION:
            return replace(line, fill=background)
        case Role.ARROWHEAD:  # outlined in one go: dashes would break its point
            filling = background if look.get("hollow") else look["line"]
            return Paint(look["line"], min(look["width"], 1.2), fill=filling)
        case Role.HATCH | Role.RIBBON:
            return Paint(look["line"], _THIN, fill=look["line"], opacity=_OPACITY[role])
    if own is not None and (state == State.MATCHED or role in _PLAIN):
        dash = tuple(own.get("dash", ()))
        return Paint(own.get("stroke"), own.get("width", 0.0), dash, own["fill"], _OPACITY.get(role, 1.0))
    return replace(line if own is not None and role in _OUTLINED else Paint(), fill=look["text"])


SAMPLE = "Ágj"  # text that reaches as high and as low as letters usually do
SNUG = (0.76, 0.24)  # of a font's size: how high ``d`` reaches, and how low ``g``, in the tallest that figures have
CAPITALS = 0.73  # how high these reach
MODERATE = (0.95, 0.25)  # the same for ``Á``, and a little more
MOST = 100_000  # texts of a role remembered
RULERS = 8  # remembered


class Ruler:
    """Measures the text of roles; sizes in pixels."""

    def __init__(self, theme: Theme, measure: TextMeasure) -> None:
        self.theme, self.measure = theme, measure
        self._known: dict[Role, dict[str, Extent]] = {role: {} for role in Role}

    def extent(self, role: Role, text: str) -> Extent:
        """The size of a line of text."""
        known = self._known[role]
        found = known.get(text)
        if found is None:
            if len(known) >= MOST:
                known.clear()
            found = known[text] = self.measure(text, self.theme.fonts[role])
        return found

    def width(self, role: Role, text: str) -> float:
        found = self._known[role].get(text) or self.extent(role, text)
        return found[0] if text else 0.0

    def height(self, role: Role, texts: Iterable[str] = ()) -> tuple[float, float]:
        """The largest ascent and descent of the texts and of a sample of ordinary letters. Where there are no other
        letters, fonts that ask for more than these need do not get it; in a theme with ``snug`` lines, only what
        letters without accents need."""
        texts = list(texts)
        sizes = [self.extent(role, text) for text in {SAMPLE, *texts}]
        ascent, descent = max(size[1] for size in sizes), max(size[2] for size in sizes)
        if not all(map(str.isascii, texts)):
            return ascent, descent
        (above, below), size = SNUG if self.theme.snug else MODERATE, self.theme.fonts[role].size
        return min(above * size, ascent), min(below * size, descent)

    def line(self, role: Role, texts: Iterable[str] = (), rise: float = 0.0) -> TextLine:
        """A line of such texts, with so much room above and below them, where an outline is. In a snug one, which has
        no room above capitals, these stand a little lower: few labels have letters that hang down, like g."""
        ascent, descent = self.height(role, texts)
        above = max(ascent - CAPITALS * self.theme.fonts[role].size, 0.0)
        drop = max(descent - above, 0.0) / 4 if rise and self.theme.snug else 0.0
        return TextLine(ascent + rise + drop, ascent + descent + 2 * rise)

    def shortened(self, role: Role, text: str, width: float) -> str:
        """The text in at most ``width`` pixels: words, and if need be letters, in its middle give way to ``…``."""
        if self.width(role, text) <= width:
            return text
        words = text.split()
        for start, end in ((words, words[-1:]), (words, []), (list(text), [])):
            joint = " " if start is words else ""
            tail = joint.join(["…", *end])
            kept = range(len(start) - len(end), 0, -1)
            most = bisect_left(kept, True, key=lambda n: self.width(role, joint.join([*start[:n], tail])) <= width)
            if most < len(kept):
                return joint.join([*start[: kept[most]], tail])
        return "…"


@lru_cache(RULERS)
def ruler_for(theme: Theme, measure: TextMeasure) -> Ruler:
    """The ruler of a theme and a measure, with what it has measured before."""
    return Ruler(theme, measure)
