"""PNG of a diagram, with what it is about in its text chunks."""

from __future__ import annotations

import math

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter

from goldleaf.core.errors import OptionError
from goldleaf.viewer.canvas.painting import paint
from goldleaf.viewer.diagram.shapes import Diagram
from goldleaf.viewer.diagram.theme import Theme

PIXELS = range(1, 9)
LARGEST = 32_767  # pixels on a side that Qt paints

_KEYWORDS = {"author": "Author"}  # as PNG has them

_DOTS_PER_METRE = 96 / 0.0254  # at scale 1


def image(diagram: Diagram, theme: Theme, *, scale: float = 1, transparent: bool = False) -> QImage:
    """The diagram as pixels, ``scale`` of them to each of its own."""
    width, height = (max(1, math.ceil(length * scale)) for length in (diagram.width, diagram.height))
    if max(width, height) > LARGEST:
        raise OptionError(f"scale {scale:g}: the picture would be {width} × {height} pixels, more than {LARGEST:,}")
    found = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    if found.isNull():
        raise OptionError(f"scale {scale:g}: there is no memory for a picture of {width} × {height} pixels")
    found.fill(Qt.GlobalColor.transparent if transparent else QColor(theme.background))
    painter = QPainter(found)
    painter.scale(scale, scale)
    paint(painter, diagram, theme, background=False)
    painter.end()
    return found


def write(diagram: Diagram, theme: Theme, *, pixels: int = 2, scale: float = 1.0, transparent: bool = False) -> bytes:
    """The diagram as a PNG file, ``pixels`` (one of `PIXELS`) to each of its own. At ``scale`` 1 a pixel of its own is
    1/96 of an inch on paper."""
    if pixels not in PIXELS:
        raise OptionError(f"pixels: {pixels} is not between {PIXELS[0]} and {PIXELS[-1]}")
    picture = image(diagram, theme, scale=pixels, transparent=transparent)
    resolution = round(_DOTS_PER_METRE * pixels / scale)
    picture.setDotsPerMeterX(resolution)
    picture.setDotsPerMeterY(resolution)
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"png"))
    known = {"Title": diagram.title, "Description": diagram.description, **diagram.metadata}
    for name, text in known.items():
        if text:
            writer.setText(_KEYWORDS.get(name, name), text)
    if not writer.write(picture):
        raise OptionError(f"PNG: {writer.errorString()}")
    buffer.close()
    return bytes(content.data())
