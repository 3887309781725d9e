"""Text measured by Qt, with the fonts that the painter uses."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QLoggingCategory
from PySide6.QtGui import QFont, QFontMetricsF

from viewer.canvas.characters import drawable
from viewer.diagram.text import Extent, Font


@lru_cache(maxsize=256)
def qt_font(font: Font) -> QFont:
    """The Qt font: sized in pixels and without hinting, so that text grows evenly with the zoom."""
    found = QFont()
    found.setFamilies([family.strip().strip("'\"") for family in font.family.split(",")])
    found.setPixelSize(max(1, round(font.size)))
    found.setBold(font.bold)
    found.setItalic(font.italic)
    found.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return found


@lru_cache(maxsize=256)
def _metrics(font: Font) -> QFontMetricsF:
    _quieten_font_search()
    return QFontMetricsF(qt_font(font))


@lru_cache(maxsize=100_000)
def measure(text: str, font: Font, /) -> Extent:
    """The extent of a line of text; a :class:`viewer.diagram.text.Measure`. Needs a QGuiApplication."""
    metrics = _metrics(font)
    return Extent(metrics.horizontalAdvance(drawable(text)), metrics.ascent(), metrics.descent())


@lru_cache(maxsize=1)
def _quieten_font_search() -> None:
    """Keeps Qt from printing a line a font when it looks in vain for a script; `coverage` tells the user instead."""
    QLoggingCategory.setFilterRules("qt.text.font.db=false")
