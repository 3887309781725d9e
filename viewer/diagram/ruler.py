"""Text measured once: a measure, a theme's fonts, and what they have measured."""

from __future__ import annotations

from collections.abc import Iterable

from goldleaf.viewer.diagram.shapes import Role
from goldleaf.viewer.diagram.text import Extent, Measure
from goldleaf.viewer.diagram.theme import Theme

SAMPLE = "Ágj"  # text that reaches as high and as low as letters usually do
LETTERS_ABOVE, LETTERS_BELOW = 0.74, 0.21  # of a font's size: ``d`` and ``g``
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
        """The largest ascent and descent of the texts and of a sample of ordinary letters.

        In a theme with ``snug`` lines they are no larger than letters without accents are, if there are no others:
        fonts ask for much more, in case.
        """
        texts = list(texts)
        sizes = [self.extent(role, text) for text in {SAMPLE, *texts}]
        ascent, descent = max(size[1] for size in sizes), max(size[2] for size in sizes)
        if not self.theme.snug or not all(map(str.isascii, texts)):
            return ascent, descent
        size = self.theme.fonts[role].size
        return min(LETTERS_ABOVE * size, ascent), min(LETTERS_BELOW * size, descent)


_rulers: dict[tuple[int, int], Ruler] = {}


def ruler_for(theme: Theme, measure: Measure) -> Ruler:
    """The ruler of a theme and a measure, with what it has measured before."""
    key = (id(theme), id(measure))  # the ruler holds both, so that no other object can have their ids
    if key not in _rulers:
        if len(_rulers) >= RULERS:
            _rulers.clear()
        _rulers[key] = Ruler(theme, measure)
    return _rulers[key]
