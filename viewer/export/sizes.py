"""How large a figure is on paper: presets, and the smallest text that a reader would meet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from goldleaf.viewer.diagram.shapes import Diagram, Text
from goldleaf.viewer.diagram.theme import Theme

READABLE = 8.0  # points: text below this is too small for print

POINTS_PER_PIXEL = 0.75  # at scale 1 a pixel is 1/96 of an inch, as in CSS
_CM_PER_PIXEL = 2.54 / 96


@dataclass(frozen=True, slots=True)
class Preset:
    """A width that figures are made for, in centimetres; ``enlarge`` if smaller ones are made larger to fill it."""

    name: str
    title: str
    width: float
    enlarge: bool = False


PRESETS = {
    preset.name: preset
    for preset in (
        Preset("column", "ACL column (7.7 cm)", 7.7),
        Preset("full", "Full width (16 cm)", 16.0),
        Preset("slide", "Slide (30 cm)", 30.0, enlarge=True),
    )
}


def scale_to(diagram: Diagram, width: float | None, *, enlarge: bool = False) -> float:
    """The scale that gives a diagram this width in centimetres; 1 without a width, or if it is narrower already."""
    if width is None or diagram.width <= 0:
        return 1.0
    scale = width / width_of(diagram)
    return scale if enlarge else min(scale, 1.0)


def width_of(diagram: Diagram, scale: float = 1.0) -> float:
    """The width of a diagram on paper, in centimetres."""
    return diagram.width * _CM_PER_PIXEL * scale


def smallest_text(diagrams: Iterable[Diagram], theme: Theme, scale: float = 1.0) -> float | None:
    """The size in points of the smallest text at a scale; None if there is no text. Warn below `READABLE`."""
    roles = {shape.role for diagram in diagrams for shape in diagram.shapes if isinstance(shape, Text) and shape.text}
    sizes = [theme.font(role).size for role in roles]
    return min(sizes) * POINTS_PER_PIXEL * scale if sizes else None
