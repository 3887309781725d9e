"""Plots for LaTeX: matplotlib's PGF, but no LaTeX is needed to write it, and every character stands for itself.

matplotlib asks LaTeX how wide each text is; here it is measured in the fonts that the other formats have, which is near
enough for room around labels that are anchored at their ends or middles.
"""

from __future__ import annotations

from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.backend_bases import RendererBase
    from matplotlib.figure import Figure

_HEADER = r"""%% {title}
%% Made by Goldleaf. In the preamble: \usepackage[T1]{{fontenc}} \usepackage{{pgf}}; in the text: \input{{FILE.pgf}}
\begingroup%
\makeatletter%
\begin{{pgfpicture}}%
\pgfpathrectangle{{\pgfpointorigin}}{{\pgfqpoint{{{width:f}in}}{{{height:f}in}}}}%
\pgfusepath{{use as bounding box, clip}}%
"""
_FOOTER = r"""\end{pgfpicture}%
\makeatother%
\endgroup%
"""


def write_pgf(figure: Figure, content: BytesIO, title: str) -> None:
    """Write a figure as a ``pgfpicture``."""
    import matplotlib as mpl

    figure.draw_without_rendering()  # lays it out
    figure.set_layout_engine("none")
    text = StringIO()
    with mpl.rc_context({"pgf.rcfonts": False}):  # the document's fonts
        figure.draw(_renderer(figure, text))
    width, height = figure.get_size_inches()
    header = _HEADER.format(title=" ".join(title.split()), width=width, height=height)
    content.write((header + text.getvalue() + _FOOTER).encode("utf-8"))


def _renderer(figure: Figure, text: StringIO) -> RendererBase:
    """Measures without LaTeX, and escapes text. Made here, where matplotlib is loaded."""
    from matplotlib.backend_bases import RendererBase
    from matplotlib.backends.backend_pgf import RendererPgf

    from goldleaf.viewer.text.tex import escape

    pgf: Any = RendererPgf  # has no types

    def draw_text(self: object, gc: object, x: float, y: float, s: str, *arguments: object, **more: object) -> None:
        pgf.draw_text(self, gc, x, y, escape(s), *arguments, **more)

    measure = RendererBase.get_text_width_height_descent
    made: RendererBase = type("Renderer", (pgf,), {"draw_text": draw_text, "get_text_width_height_descent": measure})(
        figure, text
    )
    return made
