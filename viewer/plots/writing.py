"""Plots as files: PDF with fonts in it, SVG with text as text, PGF for LaTeX, PNG. The file's ending says which."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from goldleaf.core.errors import OptionError
from goldleaf.core.files import replacing
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.plots.description import Plot
from goldleaf.viewer.plots.drawing import draw, size_of

FORMATS: Mapping[str, str] = {"pdf": "PDF", "svg": "SVG", "pgf": "PGF, for LaTeX", "png": "PNG"}
"""What a plot can be written as, by the file's ending."""

_RESOLUTION = 200  # pixels an inch of a PNG
_SETTINGS = {
    "pdf.fonttype": 42,  # TrueType: many publishers refuse what matplotlib writes else
    "svg.fonttype": "none",
    "svg.hashsalt": "goldleaf",  # the same plot, the same file
}


def format_of(path: str | Path) -> str:
    """The format that a file's ending stands for. Raises OptionError for another."""
    suffix = Path(path).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        endings = ", ".join(f".{name}" for name in FORMATS)
        raise OptionError(f"{path}: a plot cannot be written as {suffix or 'that'}; there are {endings}")
    return suffix


def save(plot: Plot, path: str | Path, theme: Theme | None = None, size: tuple[float, float] | None = None) -> str:
    """Write a plot into a file, as its ending says; returns what the user should be told of it, mostly nothing.

    ``size`` is in inches. Raises OptionError for an unknown ending, GoldleafError where the file cannot be written.
    """
    content, remark = encode(plot, format_of(path), theme, size)
    with replacing(path) as temporary:
        temporary.write_bytes(content)
    return remark


def svg(plot: Plot, theme: Theme | None = None, size: tuple[float, float] | None = None) -> str:
    """A plot as an ``<svg>`` element for an HTML page."""
    text = encode(plot, "svg", theme, size)[0].decode("utf-8")
    return text[text.index("<svg") :]


def encode(
    plot: Plot, suffix: str, theme: Theme | None = None, size: tuple[float, float] | None = None
) -> tuple[bytes, str]:
    """What `save` writes, and what it returns. The same plot gives the same bytes."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    from goldleaf.viewer.plots.pgf import write_pgf

    figure = Figure(figsize=size or size_of(plot))
    draw(plot, figure, theme or load("light"))
    content = BytesIO()
    settings: Any = _SETTINGS
    with mpl.rc_context(settings), warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        if suffix == "pgf":
            write_pgf(figure, content, plot.title)
        else:
            figure.savefig(content, format=suffix, dpi=_RESOLUTION, metadata=_metadata(plot, suffix))
    lacking = any("missing from" in str(one.message) for one in told)
    return content.getvalue(), "the fonts lack some characters of the plot, which are boxes in it" if lacking else ""


def _metadata(plot: Plot, suffix: str) -> dict[str, Any]:
    if suffix == "pdf":
        return {"Title": plot.title, "Subject": plot.note, "Creator": "Goldleaf", "CreationDate": None}
    if suffix == "svg":
        return {"Title": plot.title, "Description": plot.note, "Creator": "Goldleaf", "Date": None}
    return {"Title": plot.title, "Software": "Goldleaf"}
