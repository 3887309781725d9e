"""How large a figure is on paper: presets, and the smallest text that a reader would meet."""

from __future__ import annotations

from typing import NamedTuple

from goldleaf.core.errors import OptionError

TEXT = 8.0  # points that words in print have

POINTS_PER_PIXEL = 0.75  # at scale 1 a pixel is 1/96 of an inch, as in CSS
CM_PER_PIXEL = 2.54 / 96


class FigureSize(NamedTuple):
    """A width that figures are made for, the height that there is, in centimetres, and the usual size of their words.
    ``text`` is in points, ``enlarge`` if smaller figures are made larger to fill it; else they stand in the middle."""

    title: str
    width: float
    text: float = TEXT
    height: float = 24.0
    enlarge: bool = False


PRESETS = {
    "column": FigureSize("ACL column (7.7 cm)", 7.7),
    "full": FigureSize("Full width (16 cm)", 16.0),
    "slide": FigureSize("Slide (30 cm)", 30.0, text=16.0, height=30.0 * 9 / 16, enlarge=True),
}


def page_of(width: str | float | None) -> FigureSize | None:
    """The page of a width, the name of one of `PRESETS` or centimetres; None for no width. Raises OptionError."""
    if width is None or width in PRESETS:
        return None if width is None else PRESETS[str(width)]
    try:
        length = float(str(width).removesuffix("cm"))
    except ValueError:
        raise OptionError(f"--width {width}: neither {', '.join(PRESETS)} nor a number of cm") from None
    if not 0 < length < 1000:
        raise OptionError(f"--width {length:g}: not between 0 and 1000 cm")
    return FigureSize(f"{length:g} cm", length)
