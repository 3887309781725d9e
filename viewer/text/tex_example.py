"""Numbered examples as linguists cite them: the words over their glosses, the translation, and the figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldleaf.viewer.text.tex import typeset

PACKAGES = {"gb4e": (r"\usepackage{gb4e}", r"\noautomath"), "expex": (r"\usepackage{expex}",)}
"""The LaTeX packages that number examples, and what a document needs for each."""


@dataclass(frozen=True, slots=True)
class Example:
    """An example for one of `PACKAGES`. ``glosses`` are of each word, empty where no word has one."""

    package: str
    label: str
    words: tuple[str, ...]
    glosses: tuple[str, ...] = ()
    translation: str = ""
    right_to_left: bool = False

    @property
    def packages(self) -> tuple[str, ...]:
        """What a document needs."""
        return PACKAGES[self.package]

    @property
    def texts(self) -> list[str]:
        """All that is written."""
        return [*self.words, *self.glosses, self.translation]

    def around(self, figure: Sequence[str]) -> list[str]:
        """The example with the lines of a figure under its own."""
        gb4e = self.package == "gb4e"
        opening, closing = (r"\begin{exe}", r"\end{exe}") if gb4e else (r"\ex", r"\xe")
        number = rf"\ex\label{{{self.label}}}" if gb4e else rf"\label{{{self.label}}}"
        return [opening, number, *self._glossed(gb4e=gb4e), r"\par\medskip\noindent", *figure, closing]

    def _glossed(self, *, gb4e: bool) -> list[str]:
        words = " ".join(f"{{{typeset(word, right_to_left=self.right_to_left)}}}" for word in self.words)
        translated = f"`{typeset(self.translation).replace('~', ' ')}'" if self.translation else ""
        if not self.glosses:
            return [words, *([rf"\\ {translated}"] if translated else [])]
        glosses = " ".join(f"{{{typeset(gloss)}}}" for gloss in self.glosses)
        if gb4e:
            return [rf"\gll {words}\\", rf"     {glosses}\\", rf"\glt {translated}" if translated else ""]
        free = rf"\glft {translated}//" if translated else ""
        return [rf"\begingl \gla {words}//", rf"\glb {glosses}//", free, r"\endgl"]
