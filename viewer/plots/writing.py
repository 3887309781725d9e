"""Plots as files: PDF with fonts in it, SVG with text as text, PGF for LaTeX, PNG. The file's ending says which."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goldleaf.core.errors import OptionError
from goldleaf.core.files import write_whole
from goldleaf.viewer.diagram.shapes import Role
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.export.sizes import FigureSize
from goldleaf.viewer.plots import ADVICE, installed
from goldleaf.viewer.plots.description import Plot
from goldleaf.viewer.plots.drawing import LETTERS, draw, narrowed, size_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# What a plot can be written as, by the file's ending.
FORMATS: Mapping[str, str] = {"pdf": "PDF", "svg": "SVG", "pgf": "PGF, for LaTeX", "png": "PNG"}
_RESOLUTION = 200  # pixels an inch of a PNG
_SETTINGS = {
    "pdf.fonttype": 42,  # TrueType: many publishers refuse what matplotlib writes else
    "svg.fonttype": "none",
    "svg.hashsalt": "goldleaf",  # the same plot, the same file
}

_HEADER = r"""%% {title}
%% Made by Goldleaf. In the preamble: \usepackage{{pgf}}, for pdfLaTeX \usepackage[T1]{{fontenc}} too;
%% in the text: \input{{FILE.pgf}}
\begingroup%
\makeatletter%
\renewcommand\familydefault\sfdefault%
\begin{{pgfpicture}}%
\pgfpathrectangle{{\pgfpointorigin}}{{\pgfqpoint{{{width:f}in}}{{{height:f}in}}}}%
\pgfusepath{{use as bounding box, clip}}%
"""
_FOOTER = r"""\end{pgfpicture}%
\makeatother%
\endgroup%
"""


def format_of(path: str | Path) -> str:
    """The format that a file's ending stands for. Raises OptionError for another, and where nothing can be drawn."""
    if not installed():
        raise OptionError(ADVICE)
    suffix = Path(path).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        endings = ", ".join(f".{name}" for name in FORMATS)
        raise OptionError(f"{path}: a plot cannot be written as {suffix or 'that'}; there are {endings}")
    return suffix


def save(plot: Plot, path: str | Path, theme: Theme | None = None, **how: Any) -> str:  # noqa: ANN401, see `encode`
    """Write a plot into a file, as its ending says; returns what the user should be told of it, mostly nothing.

    Raises OptionError for an unknown ending, GoldleafError where the file cannot be written."""
    content, remark = encode(plot, format_of(path), theme, **how)
    write_whole(path, content)
    return remark


def svg(plot: Plot, theme: Theme | None = None) -> str:
    """A plot with its title as an ``<svg>`` element for an HTML page."""
    text = encode(plot, "svg", theme, titled=True)[0].decode("utf-8")
    return text[text.index("<svg") :]


def encode(
    plot: Plot, suffix: str, theme: Theme | None = None, *, page: FigureSize | None = None, titled: bool = False
) -> tuple[bytes, str]:
    """What `save` writes, and what it returns. The same plot gives the same bytes.

    The theme is by default that of figures. On a ``page`` the plot has its width, and letters as figures there have
    them. The title is in what the file tells of itself; a paper has it in the caption, so it is ``titled`` by choice.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    metadata: dict[str, Any] = {"Title": plot.title, "Software": "Goldleaf"}
    if suffix == "pdf":
        metadata = {"Title": plot.title, "Subject": plot.note, "Creator": "Goldleaf", "CreationDate": None}
    elif suffix == "svg":
        metadata = {"Title": plot.title, "Description": plot.note, "Creator": "Goldleaf", "Date": None}
    plot, cut = (plot, "") if page is None else narrowed(plot, page)
    figure = Figure(figsize=size_of(plot, page))
    theme = theme or load("paper-color")
    theme = _embeddable(theme) if suffix == "pdf" else theme
    draw(plot, figure, theme, letters=LETTERS if page is None else page.text, titled=titled)
    content = BytesIO()
    settings: Any = _SETTINGS
    with mpl.rc_context(settings), warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        if suffix == "pgf":
            _write_pgf(figure, content, plot.title)
        else:
            figure.savefig(content, format=suffix, dpi=_RESOLUTION, metadata=metadata)
    lacking = any("missing from" in str(one.message) for one in told)
    boxes = "the fonts lack some characters of the plot, which are boxes in it" if lacking else ""
    return content.getvalue(), "; ".join(filter(None, (cut, boxes)))


def _embeddable(theme: Theme) -> Theme:
    # Without the families that matplotlib would put into a PDF as TrueType, though their letters are PostScript's.
    from matplotlib.font_manager import fontManager

    font = theme.font(Role.LEGEND)
    odd = {one.name for one in fontManager.ttflist if one.fname.lower().endswith(".otf")}
    names = (name for name in font.family.split(", ") if name not in odd)
    return replace(theme, fonts={**theme.fonts, Role.LEGEND: replace(font, family=", ".join(names))})


def _write_pgf(figure: Figure, content: BytesIO, title: str) -> None:
    """Write a figure as a ``pgfpicture``. No LaTeX is needed, and every character stands for itself.

    matplotlib asks LaTeX how wide each text is; here it is measured in the fonts that the other formats have, which is
    near enough for room around labels that are anchored at their ends or middles."""
    import matplotlib as mpl
    from matplotlib.backend_bases import RendererBase
    from matplotlib.backends.backend_pgf import RendererPgf

    from goldleaf.viewer.text.tex import escape

    pgf: Any = RendererPgf  # has no types

    def draw_text(self: object, gc: object, x: float, y: float, s: str, *arguments: object, **more: object) -> None:
        pgf.draw_text(self, gc, x, y, escape(s), *arguments, **more)

    measure = RendererBase.get_text_width_height_descent
    renderer: Any = type("Renderer", (pgf,), {"draw_text": draw_text, "get_text_width_height_descent": measure})
    figure.draw_without_rendering()  # lays it out
    figure.set_layout_engine("none")
    text = StringIO()
    with mpl.rc_context({"pgf.rcfonts": False}):  # the document's fonts
        figure.draw(renderer(figure, text))
    width, height = figure.get_size_inches()
    header = _HEADER.format(title=" ".join(title.split()), width=width, height=height)
    content.write((header + text.getvalue() + _FOOTER).encode("utf-8"))
