"""Text for TeX, in which every character stands for itself and scripts have their fonts; numbered examples; and what
stands around a figure, a note on what it needs or a whole document."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import NamedTuple
from unicodedata import combining, east_asian_width, name, normalize

from goldleaf.viewer.diagram.bidi import strength
from goldleaf.viewer.diagram.shapes import Diagram
from goldleaf.viewer.diagram.theme import Extent, Font
from goldleaf.viewer.text.characters import drawable

_TABLES = tomllib.loads(files("goldleaf.assets").joinpath("tex.toml").read_text(encoding="utf-8"))
# "--" would become a dash, ",," a quotation mark. LuaTeX joins them across an empty group.
_LIGATURES = re.compile(r"([-,<>])\1+")
_EIGHT_BIT = re.compile(  # what pdfLaTeX with T1 fonts can set
    "[\t -~\u00a0-\u017f\u0218-\u021b\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122"
    "\u2190\u2192×−≤≥≠∅]*"
)


class Script(NamedTuple):
    """A script that TeX needs a font for: its OpenType name, and fonts to try in turn."""

    name: str
    fonts: tuple[str, ...]

    @property
    def macro(self) -> str:
        return rf"\goldleaf{self.name.lower()}"


_SCRIPTS = {name: Script(name, (*own["fonts"],)) for name, own in _TABLES["scripts"].items()}
_BY_NAME = {first: _SCRIPTS[name] for name, own in _TABLES["scripts"].items() for first in own["letters"]}
_BY_FAMILY = {family: (own["eight_bit"], own["file"]) for own in _TABLES["families"] for family in own["as_wide"]}
_FILES = "[Extension=.otf, UprightFont=*-regular, BoldFont=*-bold, ItalicFont=*-italic, BoldItalicFont=*-bolditalic]"

# The LaTeX packages that number examples, and what a document needs for each
PACKAGES = {"gb4e": (r"\usepackage{gb4e}", r"\noautomath"), "expex": (r"\usepackage{expex}",)}

# With varwidth several figures stand below one another.
FIGURE = r"\documentclass[border=0pt, varwidth=\maxdimen]{standalone}"

_COLOUR = re.compile(r"\bgoldleaf([0-9A-F]{6})\b")


def estimate(text: str, font: Font, /) -> Extent:
    """A measure of text that TeX will set in a font that is not known here; on the wide side for sans serif fonts."""
    width = sum(1.0 if east_asian_width(character) in "WF" else 0.56 for character in text if not combining(character))
    return Extent(width * font.size, 0.8 * font.size, 0.2 * font.size)


def escape(text: str) -> str:
    """``text`` with all that TeX takes for commands or ligatures written out."""
    plain = normalize("NFC", drawable(text))
    escaped = "".join(_TABLES["special"].get(character, character) for character in plain)
    apart = _LIGATURES.sub(lambda run: "".join(rf"\mbox{{{character}}}" for character in run[0]), escaped)
    return apart.replace(" ", "~")


def typeset(text: str, *, right_to_left: bool = False) -> str:
    """``text`` escaped, in its script's font and direction, as the macros of `preamble` give them."""
    content = escape(text)
    for script in scripts_of([content])[:1]:  # the font of one has to do for all
        content = f"{{{script.macro} {content}}}"
    # LuaTeX sets whatever is inside from right to left, Latin words too.
    return rf"\goldleafrtl{{{content}}}" if right_to_left and strength(text) >= 0 else content


def scripts_of(texts: Iterable[str]) -> list[Script]:
    """The scripts in ``texts`` that TeX's usual fonts have not, each once."""
    characters = {character for text in texts for character in normalize("NFC", text) if character > "\u024f"}
    beyond = (character for character in characters if not (combining(character) or _EIGHT_BIT.fullmatch(character)))
    found = {_BY_NAME.get(name(character, "").split(" ")[0], _SCRIPTS["other"]) for character in beyond}
    return sorted(found, key=lambda script: script.name)


def needs_unicode(texts: Iterable[str]) -> bool:
    """Whether only XeLaTeX or LuaLaTeX can set one of ``texts``."""
    return any(not _EIGHT_BIT.fullmatch(normalize("NFC", drawable(text))) for text in texts)


def preamble(texts: Sequence[str], *, right_to_left: bool) -> list[str]:
    """The packages that a document needs before it can set ``texts``; its fonts stay its own."""
    if needs_unicode(texts) or right_to_left:
        return [r"\usepackage{iftex, fontspec} % XeLaTeX or LuaLaTeX"]
    return [
        r"\usepackage{iftex}",
        r"\iftutex\usepackage{fontspec}\else\usepackage[T1]{fontenc}\fi % engines of Unicode have fonts of their own",
        r"\iftutex\else\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}\fi % or fonts of your own",
    ]


def selecting(families: str) -> str:
    """The macro that selects the first of the families that a figure is measured in."""
    return rf"\goldleaf{re.sub('[^A-Za-z]', '', families.split(',')[0])}"


def measured_in(families: str) -> str:
    """What there is to say of a font that figures are measured in and TeX may not have; empty where it has it."""
    first, usual = families.split(",")[0], "serif" if families.endswith(", serif") else "sans serif"
    if first in _BY_FAMILY:
        return ""
    return f"measured in {first}; LuaLaTeX and XeLaTeX take it if they find it, pdfLaTeX the document's {usual}"


def _fonts(texts: Sequence[str], families: str, *, right_to_left: bool) -> list[str]:
    # Define what selects fonts, where it is not defined: the one that was measured in, and one for each script.
    lines = []
    if families:
        macro, first = selecting(families), families.split(",")[0]
        eight_bit, file = _BY_FAMILY.get(first, ("", ""))
        tried = [(f"{file}-regular.otf", f"{{{file}}}{_FILES}")] * bool(file) + [(first, f"{{{first}}}")]
        found = "".join(rf"\IfFontExistsTF{{{test}}}{{\renewfontfamily{macro}{font}}}{{" for test, font in tried)
        lines = [
            rf"\ifdefined{macro}\else\newcommand{macro}{{\{'rm' if families.endswith(', serif') else 'sf'}family}}",
            rf"\ifdefined\newfontfamily{found}{'}' * len(tried)}",
            rf"\else\ifdefined\Umathchar\else\IfFileExists{{t1{eight_bit.lower()}.fd}}"
            rf"{{\renewcommand{macro}{{\fontfamily{{{eight_bit}}}\selectfont}}}}{{}}\fi\fi\fi",
        ]
    for script in scripts_of(texts):
        option = "" if script.name in ("CJK", "other") else f"[Script={script.name}, Renderer=HarfBuzz]"
        lines.append(rf"\ifdefined{script.macro}\else\newcommand{script.macro}{{}}")
        tests = (
            rf"\IfFontExistsTF{{{font}}}{{\renewfontfamily{script.macro}{{{font}}}{option}}}{{" for font in script.fonts
        )
        lines += [*tests, "}" * len(script.fonts) + r"\fi"]
    if right_to_left:
        lines += [
            r"\ifLuaTeX\providecommand\goldleafrtl[1]{{\textdir TRT #1}}",
            r"\else\TeXXeTstate=1 \providecommand\goldleafrtl[1]{\beginR #1\endR}\fi",
        ]
    return lines


class Example(NamedTuple):
    """A numbered example as linguists cite it, for one of `PACKAGES`: words over glosses, the translation, a figure.
    ``glosses`` are of each word, empty where no word has one."""

    package: str
    label: str
    words: tuple[str, ...]
    glosses: tuple[str, ...] = ()
    translation: str = ""
    right_to_left: bool = False

    def around(self, figure: Sequence[str]) -> list[str]:
        """The example with the lines of a figure under its own."""
        gb4e = self.package == "gb4e"
        opening, closing = (r"\begin{exe}", r"\end{exe}") if gb4e else (r"\ex", r"\xe")
        number = rf"\ex\label{{{self.label}}}" if gb4e else rf"\label{{{self.label}}}"
        words = " ".join(f"{{{typeset(word, right_to_left=self.right_to_left)}}}" for word in self.words)
        translated = f"`{typeset(self.translation).replace('~', ' ')}'" if self.translation else ""
        glosses = " ".join(f"{{{typeset(gloss)}}}" for gloss in self.glosses)
        if not self.glosses:
            lines = [words, *([rf"\\ {translated}"] if translated else [])]
        elif gb4e:
            lines = [rf"\gll {words}\\", rf"     {glosses}\\", rf"\glt {translated}" if translated else ""]
        else:
            free = rf"\glft {translated}//" if translated else ""
            lines = [rf"\begingl \gla {words}//", rf"\glb {glosses}//", free, r"\endgl"]
        # A figure that is as wide as the page begins where the page does.
        back = r"}\ifdim\wd0>\linewidth\hskip-\csname @totalleftmargin\endcsname\fi\usebox0"
        return [opening, number, *lines, r"\par\medskip\noindent\sbox0{%", *figure[:-1], f"{figure[-1]}{back}", closing]


def wrap(
    body: Sequence[str], *, packages: Sequence[str], styles: Sequence[str] = (), right_to_left: bool, standalone: bool,
    example: Example | None = None, document: str = FIGURE, families: str = "",
) -> str:  # fmt: skip
    """``body`` as a document that can be compiled (``standalone``), or as a part to be input, with a note. What is
    written in it decides on fonts and engine; ``styles`` go before it. An ``example`` has the figure under its lines;
    ``document`` is the class of one that is not. Figures are measured in one of ``families``."""
    if example is not None:
        packages = [*packages, *PACKAGES[example.package]]
        body = example.around(body)
    setup = [*packages, *preamble(body, right_to_left=right_to_left)]
    # The colors that are named in some line; see `viewer.export.tikz.colour`.
    colors = sorted({name for line in (*styles, *body) for name in _COLOUR.findall(line)})
    styles = [*(rf"\definecolor{{goldleaf{name}}}{{HTML}}{{{name}}}" for name in colors), *styles]
    styles = [*_fonts(body, families, right_to_left=right_to_left), *styles]
    note = ["% Compile with XeLaTeX or LuaLaTeX: the text is not all Latin."] * (needs_unicode(body) or right_to_left)
    if families:
        told = measured_in(families) or f"measured in {families.split(',')[0]}"
        note.append(rf"% M{told[1:]}. To have another: \newcommand{selecting(families)}{{\sffamily}} before it.")
    if standalone:
        page = document if example is None else r"\documentclass{article}"
        lines = [*note, page, *setup, *styles, r"\begin{document}", *body, r"\end{document}"]
    else:
        needed = ["% The document's preamble needs:", *(f"%   {line}" for line in setup)]
        # The end of a line is a space, which would be a line of its own below a figure that fills its line.
        lines = [*note, *needed, *(f"{style}%" for style in styles), *body[:-1], f"{body[-1]}%"]
    return "\n".join(lines) + "\n"


def comments(diagram: Diagram) -> str:
    """What a figure is about, as comments."""
    told = [f"Goldleaf. {diagram.title}", *(f"{name}: {value}" for name, value in diagram.metadata.items())]
    return "".join(f"% {' '.join(line.split())}\n" for line in told)
