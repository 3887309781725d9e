"""Which characters no installed font can show, and which Debian package would help.

Qt draws them as boxes without a word. Scripts that Qt knows are looked up in its font database; for the others every
family is asked.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from goldleaf.viewer.canvas.fonts import sized_font
from goldleaf.viewer.diagram.text import Font

_System = QFontDatabase.WritingSystem


class _Script(NamedTuple):
    """A script: as messages name it, as Qt names it, and the package that has a font for it."""

    name: str
    system: QFontDatabase.WritingSystem | None
    package: str


_CORE = "fonts-noto-core"
_CJK = "fonts-noto-cjk"
_SCRIPTS = {  # by the first word of the characters' Unicode names
    "ARABIC": _Script("Arabic", _System.Arabic, _CORE),
    "ARMENIAN": _Script("Armenian", _System.Armenian, _CORE),
    "BENGALI": _Script("Bengali", _System.Bengali, _CORE),
    "BOPOMOFO": _Script("Bopomofo", _System.TraditionalChinese, _CJK),
    "CJK": _Script("Chinese", _System.SimplifiedChinese, _CJK),
    "CYRILLIC": _Script("Cyrillic", _System.Cyrillic, "fonts-dejavu-core"),
    "DEVANAGARI": _Script("Devanagari", _System.Devanagari, _CORE),
    "GEORGIAN": _Script("Georgian", _System.Georgian, _CORE),
    "GREEK": _Script("Greek", _System.Greek, "fonts-dejavu-core"),
    "GUJARATI": _Script("Gujarati", _System.Gujarati, _CORE),
    "GURMUKHI": _Script("Gurmukhi", _System.Gurmukhi, _CORE),
    "HANGUL": _Script("Korean", _System.Korean, _CJK),
    "HEBREW": _Script("Hebrew", _System.Hebrew, _CORE),
    "HIRAGANA": _Script("Japanese", _System.Japanese, _CJK),
    "KANNADA": _Script("Kannada", _System.Kannada, _CORE),
    "KATAKANA": _Script("Japanese", _System.Japanese, _CJK),
    "KHMER": _Script("Khmer", _System.Khmer, _CORE),
    "LAO": _Script("Lao", _System.Lao, _CORE),
    "MALAYALAM": _Script("Malayalam", _System.Malayalam, _CORE),
    "MYANMAR": _Script("Myanmar", _System.Myanmar, _CORE),
    "NKO": _Script("N’Ko", _System.Nko, _CORE),
    "OGHAM": _Script("Ogham", _System.Ogham, _CORE),
    "ORIYA": _Script("Odia", _System.Oriya, _CORE),
    "RUNIC": _Script("Runic", _System.Runic, _CORE),
    "SINHALA": _Script("Sinhala", _System.Sinhala, _CORE),
    "SYRIAC": _Script("Syriac", _System.Syriac, _CORE),
    "TAMIL": _Script("Tamil", _System.Tamil, _CORE),
    "TELUGU": _Script("Telugu", _System.Telugu, _CORE),
    "THAANA": _Script("Thaana", _System.Thaana, _CORE),
    "THAI": _Script("Thai", _System.Thai, "fonts-thai-tlwg"),
    "TIBETAN": _Script("Tibetan", _System.Tibetan, _CORE),
    "EGYPTIAN": _Script("Egyptian hieroglyphs", None, _CORE),
    "ETHIOPIC": _Script("Ethiopic", None, _CORE),
    "COPTIC": _Script("Coptic", None, _CORE),
    "CUNEIFORM": _Script("Cuneiform", None, _CORE),
    "GOTHIC": _Script("Gothic", None, _CORE),
    "GLAGOLITIC": _Script("Glagolitic", None, _CORE),
}
_OTHER = _Script("other characters", None, "fonts-noto-core fonts-symbola")
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Cn", "Co", "Zs", "Zl", "Zp"))


def missing_characters(texts: Iterable[str], font: Font) -> frozenset[str]:
    """The characters of ``texts`` that neither ``font`` nor any other installed font has."""
    characters = {character for text in texts for character in text if not character.isascii()}
    return frozenset(character for character in characters if not _shown(character, font))


def font_advice(texts: Iterable[str], font: Font) -> str | None:
    """One line that says what cannot be shown and which package would help; None if everything can be."""
    missing = missing_characters(texts, font)
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
    if unicodedata.category(character) in _UNSEEN:
        return True
    if QFontMetricsF(sized_font(font).font).inFontUcs4(ord(character)):
        return True
    script = _script(character)
    if script.system is not None:
        return bool(_families(script.system))
    return any(_has(family, character) for family in QFontDatabase.families())


@lru_cache(maxsize=64)
def _families(system: QFontDatabase.WritingSystem) -> tuple[str, ...]:
    return tuple(QFontDatabase.families(system))


def _has(family: str, character: str) -> bool:
    return QFontMetricsF(QFont(family)).inFontUcs4(ord(character))
