"""The colors of plots: those of the pictures' themes, and a color, a line, a mark and a hatching for each series.

The series' colors are Okabe and Ito's, which people tell apart whatever colors they see; lines, marks and hatching say
the same once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from goldleaf.viewer.diagram.shapes import Role
from goldleaf.viewer.diagram.theme import Theme

if TYPE_CHECKING:
    from matplotlib.colors import Colormap

_ON_LIGHT = ("#0072B2", "#D55E00", "#009E73", "#B5568D", "#9A7400", "#3F4750", "#3A94CF")
_ON_DARK = ("#56B4E9", "#FF8533", "#35C299", "#DC9CC0", "#E0B02E", "#C3CAD2", "#8FB3FF")
_IN_GRAY = ("#000000", "#6E6E6E", "#3A3A3A", "#9A9A9A")
_DASHES: tuple[Any, ...] = ("-", (0, (5, 1.6)), (0, (1.4, 1.4)), (0, (6, 1.5, 1.4, 1.5)))
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_HATCHES = ("", "///", "\\\\\\", "xx", "--", "||", "++")


class SeriesStyle(NamedTuple):
    color: str
    dash: Any  # as matplotlib's ``linestyle``
    marker: str
    hatch: str


class Colors(NamedTuple):
    """What a plot is painted with, and the families of its text, the first being the one that is wanted most."""

    background: str
    text: str
    faint: str
    grid: str
    plain: str  # behind figures that have no color
    series: tuple[str, ...]
    families: tuple[str, ...]

    def style(self, number: int) -> SeriesStyle:
        return SeriesStyle(*(kinds[number % len(kinds)] for kinds in (self.series, _DASHES, _MARKERS, _HATCHES)))

    def scale(self, *, signed: bool) -> Colormap:
        """From the background to the first series' color; signed, with the second one's for what is below 0."""
        from matplotlib.colors import LinearSegmentedColormap

        first, second = self.series[:2]
        steps = [second, self.background, first] if signed else [self.background, first]
        return LinearSegmentedColormap.from_list("goldleaf", steps)

    def on(self, color: Sequence[float]) -> str:
        """The color of text that is read best on this one (red, green and blue from 0 to 1)."""
        from matplotlib.colors import to_rgb

        def contrast(text: str) -> float:  # how far two colors are apart in luminance (WCAG 2.2, contrast ratio)
            low, high = sorted((_luminance(to_rgb(text)), _luminance(color)))
            return (high + 0.05) / (low + 0.05)

        return max((self.text, self.background), key=contrast)


def colors_of(theme: Theme) -> Colors:
    from matplotlib.font_manager import fontManager

    gray = theme.name == "paper-bw"
    # The theme's families that matplotlib finds, and the one that comes with it.
    there = {*fontManager.get_font_names()}
    wanted = [name.strip() for name in theme.font(Role.LEGEND).family.split(",")]
    return Colors(
        background=theme.background,
        text=theme.paint(Role.CAPTION).fill or "#000000",
        faint=theme.paint(Role.TAG).fill or "#555555",
        grid=theme.paint(Role.EDGE_BOX).stroke or "#dddddd",
        plain=theme.hover,
        series=_IN_GRAY if gray else _ON_DARK if theme.dark else _ON_LIGHT,
        families=tuple(dict.fromkeys([*(name for name in wanted if name in there), "DejaVu Sans"])),
    )


def _luminance(color: Sequence[float]) -> float:
    # WCAG 2.2, relative luminance: of the linear parts of sRGB, green is what the eye sees best.
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
