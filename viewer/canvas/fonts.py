"""Text measured by Qt, with the fonts that the painter uses; what no font shows, and which package would help."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from threading import get_ident
from typing import NamedTuple

from PySide6.QtCore import QLoggingCategory
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from goldleaf.viewer.diagram.theme import Extent, Font
from goldleaf.viewer.labels import having
from goldleaf.viewer.text.characters import drawable


class SizedFont(NamedTuple):
    """A Qt font of whole pixels, the factor that makes it the size that was asked for, and what measures it."""

    font: QFont
    factor: float
    metrics: QFontMetricsF


def sized_font(font: Font) -> SizedFont:
    """The Qt font: sized in pixels and without hinting, so that text grows evenly with the zoom."""
    return _sized_font(font, get_ident())  # two threads must not look up one font's glyphs at a time


@lru_cache(maxsize=256)
def _sized_font(font: Font, _thread: int) -> SizedFont:
    # Qt prints a line a font when it looks in vain for a script; `font_advice` tells the user instead.
    QLoggingCategory.setFilterRules("qt.text.font.db=false")
    pixels = max(1, round(font.size))
    families, unhinted = [family.strip() for family in font.family.split(",")], QFont.HintingPreference.PreferNoHinting
    sized = having(QFont(), families=families, pixelSize=pixels, hintingPreference=unhinted)
    having(sized, bold=font.bold, italic=font.italic)
    return SizedFont(sized, font.size / pixels, QFontMetricsF(sized))


@lru_cache(maxsize=100_000)
def measure(text: str, font: Font, /) -> Extent:
    """The extent of a line of text; a :class:`viewer.diagram.theme.Measure`. Needs a QGuiApplication."""
    _, factor, metrics = sized_font(font)
    width = metrics.horizontalAdvance(drawable(text))
    return Extent(width * factor, metrics.ascent() * factor, metrics.descent() * factor)


_System = QFontDatabase.WritingSystem


class _Script(NamedTuple):
    """A script: as messages name it, as Qt names it, and the package that has a font for it."""

    name: str
    system: QFontDatabase.WritingSystem | None
    package: str


_CORE, _CJK = "fonts-noto-core", "fonts-noto-cjk"
_BY_OWN_NAME = (
    "Arabic", "Armenian", "Bengali", "Devanagari", "Georgian", "Gujarati", "Gurmukhi", "Hebrew", "Kannada", "Khmer",
    "Lao", "Malayalam", "Myanmar", "Ogham", "Runic", "Sinhala", "Syriac", "Tamil", "Telugu", "Thaana", "Tibetan",
    "Ethiopic", "Coptic", "Cuneiform", "Gothic", "Glagolitic",  # which Qt does not know
)  # fmt: skip
_SCRIPTS = {  # by the first word of the characters' Unicode names
    **{name.upper(): _Script(name, getattr(_System, name, None), _CORE) for name in _BY_OWN_NAME},
    "BOPOMOFO": _Script("Bopomofo", _System.TraditionalChinese, _CJK),
    "CJK": _Script("Chinese", _System.SimplifiedChinese, _CJK),
    "CYRILLIC": _Script("Cyrillic", _System.Cyrillic, "fonts-dejavu-core"),
    "GREEK": _Script("Greek", _System.Greek, "fonts-dejavu-core"),
    "HANGUL": _Script("Korean", _System.Korean, _CJK),
    "HIRAGANA": _Script("Japanese", _System.Japanese, _CJK),
    "KATAKANA": _Script("Japanese", _System.Japanese, _CJK),
    "NKO": _Script("N’Ko", _System.Nko, _CORE),
    "ORIYA": _Script("Odia", _System.Oriya, _CORE),
    "THAI": _Script("Thai", _System.Thai, "fonts-thai-tlwg"),
    "EGYPTIAN": _Script("Egyptian hieroglyphs", None, _CORE),
}
_OTHER = _Script("other characters", None, "fonts-noto-core fonts-symbola")
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Cn", "Co", "Zs", "Zl", "Zp"))


def font_advice(texts: Iterable[str], font: Font) -> str | None:
    """One line that says what cannot be shown and which package would help; None if everything can be."""
    characters = {character for text in texts for character in text if not character.isascii()}
    missing = {character for character in characters if not _shown(character, font)}
    if not missing:
        return None
    scripts = sorted({_script(character) for character in missing}, key=lambda script: script.name)
    packages = sorted({package for script in scripts for package in script.package.split()})
    examples = "".join(sorted(missing)[:8])
    names = ", ".join(dict.fromkeys(script.name for script in scripts))
    return f"No installed font shows {names} ({examples}). On Debian: sudo apt install {' '.join(packages)}"


def _script(character: str) -> _Script:
    return _SCRIPTS.get(unicodedata.name(character, "").split(" ")[0].split("-")[0], _OTHER)


@lru_cache(maxsize=50_000)
def _shown(character: str, font: Font) -> bool:
    if unicodedata.category(character) in _UNSEEN or sized_font(font).metrics.inFontUcs4(ord(character)):
        return True
    script = _script(character)
    if script.system is not None:
        return bool(QFontDatabase.families(script.system))
    # Scripts that Qt does not know: every family is asked.
    return any(QFontMetricsF(QFont(family)).inFontUcs4(ord(character)) for family in QFontDatabase.families())
