"""Text measured by Qt, with the fonts that the painter uses."""

from __future__ import annotations

from functools import lru_cache
from threading import get_ident
from typing import NamedTuple

from PySide6.QtCore import QLoggingCategory
from PySide6.QtGui import QFont, QFontMetricsF

from goldleaf.viewer.diagram.text import Extent, Font
from goldleaf.viewer.text.characters import drawable


class SizedFont(NamedTuple):
    """A Qt font of whole pixels, and the factor that makes it the size that was asked for."""

    font: QFont
    factor: float


def sized_font(font: Font) -> SizedFont:
    """The Qt font: sized in pixels and without hinting, so that text grows evenly with the zoom."""
    return _sized_font(font, get_ident())


@lru_cache(maxsize=256)
def _sized_font(font: Font, _thread: int) -> SizedFont:
    """A font for each thread: two must not look up one font's glyphs at a time."""
    _quieten_font_search()
    pixels = max(1, round(font.size))
    found = QFont()
    found.setFamilies([family.strip() for family in font.family.split(",")])
    found.setPixelSize(pixels)
    found.setBold(font.bold)
    found.setItalic(font.italic)
    found.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return SizedFont(found, font.size / pixels)


@lru_cache(maxsize=256)
def _metrics(font: Font, _thread: int) -> QFontMetricsF:
    return QFontMetricsF(sized_font(font).font)


@lru_cache(maxsize=100_000)
def measure(text: str, font: Font, /) -> Extent:
    """The extent of a line of text; a :class:`viewer.diagram.text.Measure`. Needs a QGuiApplication."""
    metrics, factor = _metrics(font, get_ident()), sized_font(font).factor
    width = metrics.horizontalAdvance(drawable(text))
    return Extent(width * factor, metrics.ascent() * factor, metrics.descent() * factor)


@lru_cache(maxsize=1)
def _quieten_font_search() -> None:
    """Keeps Qt from printing a line a font when it looks in vain for a script; `coverage` tells the user instead."""
    QLoggingCategory.setFilterRules("qt.text.font.db=false")
