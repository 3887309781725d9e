"""Text measured once: a measure, a theme's fonts, and what they have measured."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from goldleaf.viewer.diagram.shapes import Role
from goldleaf.viewer.diagram.text import Extent, Measure
from goldleaf.viewer.diagram.theme import Theme

SAMPLE = "Ágj"  # text that reaches as high and as low as letters usually do
SNUG = (0.76, 0.24)  # of a font's size: how high ``d`` reaches, and how low ``g``, in the tallest that figures have
MODERATE = (0.95, 0.25)  # the same for ``Á``, and a little more
MOST = 100_000  # texts of a role remembered
RULERS = 8  # remembered


class Ruler:
    """Measures the text of roles; sizes in pixels."""

    def __init__(self, theme: Theme, measure: Measure) -> None:
        self.theme = theme
        self.measure = measure
        self._known: dict[Role, dict[str, Extent]] = {role: {} for role in Role}

    def extent(self, role: Role, text: str) -> Extent:
        """The size of a line of text."""
        known = self._known[role]
        found = known.get(text)
        if found is None:
            if len(known) >= MOST:
                known.clear()
            found = known[text] = self.measure(text, self.theme.fonts[role])
        return found

    def width(self, role: Role, text: str) -> float:
        """The width of a line of text."""
        found = self._known[role].get(text) or self.extent(role, text)
        return found[0] if text else 0.0

    def height(self, role: Role, texts: Iterable[str] = ()) -> tuple[float, float]:
        """The largest ascent and descent of the texts and of a sample of ordinary letters. Where there are no other
        letters, fonts that ask for more than these need do not get it; in a theme with ``snug`` lines, only what
        letters without accents need."""
        texts = list(texts)
        sizes = [self.extent(role, text) for text in {SAMPLE, *texts}]
        ascent, descent = max(size[1] for size in sizes), max(size[2] for size in sizes)
        if not all(map(str.isascii, texts)):
            return ascent, descent
        (above, below), size = SNUG if self.theme.snug else MODERATE, self.theme.fonts[role].size
        return min(above * size, ascent), min(below * size, descent)

    def shortened(self, role: Role, text: str, width: float) -> str:
        """The text in at most ``width`` pixels: words, and if need be letters, in its middle give way to ``…``."""
        if self.width(role, text) <= width:
            return text
        words = text.split()
        for start, end in ((words, words[-1:]), (words, []), (list(text), [])):
            joint = " " if start is words else ""
            tail = joint.join(["…", *end])
            low, high = 0, len(start) - len(end)
            while low < high:
                middle = (low + high + 1) // 2
                if self.width(role, joint.join([*start[:middle], tail])) <= width:
                    low = middle
                else:
                    high = middle - 1
            if low:
                return joint.join([*start[:low], tail])
        return "…"


@lru_cache(RULERS)
def ruler_for(theme: Theme, measure: Measure) -> Ruler:
    """The ruler of a theme and a measure, with what it has measured before."""
    return Ruler(theme, measure)
