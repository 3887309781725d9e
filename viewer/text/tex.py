"""Text for TeX: every character stands for itself, and a script that needs a font of its own gets it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from unicodedata import combining, east_asian_width, name, normalize

from goldleaf.viewer.diagram.bidi import strength
from goldleaf.viewer.diagram.text import Extent, Font
from goldleaf.viewer.text.characters import drawable

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\symbol{38}",  # tikz-dependency takes \& for the end of a cell
    "#": r"\#",
    "^": r"\textasciicircum{}",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "%": r"\%",
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    '"': r"\textquotedbl{}",
    "→": r"$\rightarrow$",
    "←": r"$\leftarrow$",
}
_LIGATURES = re.compile(r"([-,<>])(?=\1)")  # "--" would become a dash, ",," a quotation mark
_EIGHT_BIT = re.compile(  # what pdfLaTeX with T1 fonts can set
    "[\t -~\u00a0-\u017f\u0218-\u021b\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122"
    "\u2190\u2192×]*"
)


@dataclass(frozen=True, slots=True)
class Script:
    """A script that TeX needs a font for: the macro that selects it, its OpenType name, and fonts to try in turn."""

    macro: str
    name: str
    fonts: tuple[str, ...]


_HEBREW = Script(r"\goldleafhebrew", "Hebrew", ("Noto Sans Hebrew", "DejaVu Sans"))
_ARABIC = Script(r"\goldleafarabic", "Arabic", ("Noto Sans Arabic", "DejaVu Sans", "Amiri"))
_INDIC = Script(r"\goldleafdevanagari", "Devanagari", ("Noto Sans Devanagari", "Lohit Devanagari"))
_THAI = Script(r"\goldleafthai", "Thai", ("Noto Sans Thai", "Loma"))
_CJK = Script(r"\goldleafcjk", "CJK", ("Noto Sans CJK SC", "Noto Sans CJK JP", "WenQuanYi Zen Hei", "FandolHei"))
_BY_NAME = {  # by the first word of the characters' Unicode names
    "HEBREW": _HEBREW,
    "ARABIC": _ARABIC,
    "DEVANAGARI": _INDIC,
    "THAI": _THAI,
    "CJK": _CJK,
    "HIRAGANA": _CJK,
    "KATAKANA": _CJK,
    "KATAKANA-HIRAGANA": _CJK,
    "HANGUL": _CJK,
    "IDEOGRAPHIC": _CJK,
}
_LATIN_FONTS = ("DejaVu Sans", "Noto Sans", "FreeSans")


def estimate(text: str, font: Font, /) -> Extent:
    """A measure of text that TeX will set in a font that is not known here; on the wide side for sans serif fonts."""
    width = sum(1.0 if east_asian_width(character) in "WF" else 0.56 for character in text if not combining(character))
    return Extent(width * font.size, 0.8 * font.size, 0.2 * font.size)


def escape(text: str) -> str:
    """``text`` with all that TeX takes for commands or ligatures written out."""
    plain = normalize("NFC", drawable(text))
    escaped = "".join(_SPECIAL.get(character, character) for character in plain)
    return _LIGATURES.sub(r"\1{}", escaped).replace(" ", "~")


def typeset(text: str, *, right_to_left: bool = False) -> str:
    """``text`` escaped, in its script's font and direction, as the macros of `preamble` give them."""
    scripts = scripts_of([text])
    font = f"{scripts[0].macro} " if scripts else ""
    content = f"{{{font}{escape(text)}}}" if font else escape(text)
    # LuaTeX sets whatever is inside from right to left, Latin words too.
    return rf"\goldleafrtl{{{content}}}" if right_to_left and strength(text) >= 0 else content


def scripts_of(texts: Iterable[str]) -> list[Script]:
    """The scripts among `_BY_NAME` in ``texts``, each once."""
    characters = {character for text in texts for character in text if character > "\u024f"}
    found = (_BY_NAME.get(name(character, "").split(" ")[0]) for character in characters)
    return sorted({script for script in found if script is not None}, key=lambda script: script.name)


def needs_unicode(texts: Iterable[str]) -> bool:
    """Whether only XeLaTeX or LuaLaTeX can set one of ``texts``."""
    return any(not _EIGHT_BIT.fullmatch(normalize("NFC", drawable(text))) for text in texts)


def preamble(texts: Sequence[str], *, right_to_left: bool) -> list[str]:
    """The lines that a document needs before it can set ``texts``."""
    if not needs_unicode(texts) and not right_to_left:
        return [r"\usepackage[T1]{fontenc}", r"\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}"]
    lines = [r"\usepackage{fontspec} % XeLaTeX or LuaLaTeX", *_first_font(r"\setsansfont{%s}", _LATIN_FONTS)]
    for script in scripts_of(texts):
        option = "" if script is _CJK else f"[Script={script.name}, Renderer=HarfBuzz]"
        lines.append(rf"\newcommand{script.macro}{{}}")
        lines.extend(_first_font(rf"\renewfontfamily{script.macro}{{%s}}{option}", script.fonts))
    if right_to_left:
        lines += [
            r"\usepackage{iftex}",
            r"\ifLuaTeX\newcommand\goldleafrtl[1]{{\textdir TRT #1}}",
            r"\else\TeXXeTstate=1 \newcommand\goldleafrtl[1]{\beginR #1\endR}\fi",
        ]
    return lines


def _first_font(command: str, fonts: Sequence[str]) -> list[str]:
    """``command`` with the first of ``fonts`` that is installed."""
    tests = [rf"\IfFontExistsTF{{{font}}}{{{command % font}}}{{%" for font in fonts]
    return [*tests, "}" * len(fonts)]
