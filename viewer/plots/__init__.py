"""Plots: what is plotted, drawn with matplotlib for a window or a file.

A plot is described by plain values (`LineChart`, `Bars`, `Bubbles`, `HeatMap`), whose points and cells may carry a
condition for the filter line. `drawing.draw` draws one onto a figure of matplotlib, `writing.save` into a file,
`writing.svg` for an HTML page; `dialogs.plots` shows one. No Qt; matplotlib is loaded when the first plot is drawn. A
new kind of plot is a class in `description`, and a function with its drawing and a line in `drawing`. Without the extra
``plots`` there is no matplotlib: all else works, and says so where a plot would stand.
"""

from __future__ import annotations

from importlib.util import find_spec

ADVICE = "plots are drawn by matplotlib, which is not installed: pip install 'goldleaf[plots]'"


def installed() -> bool:
    """Whether plots can be drawn; matplotlib is not loaded for that."""
    return find_spec("matplotlib") is not None
