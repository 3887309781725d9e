"""A figure format: the texts of a picture, a line each."""

from __future__ import annotations

from collections.abc import Sequence

from goldleaf.viewer.diagram.shapes import Diagram, Text
from goldleaf.viewer.export import FigureFormat


def encode(diagrams: Sequence[Diagram], *_: object) -> bytes:
    return "\n".join(shape.text for shape in diagrams[0].shapes if isinstance(shape, Text)).encode()


FORMAT = FigureFormat("txt", "Text", encode)
