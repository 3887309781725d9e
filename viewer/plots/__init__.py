"""Plots: what is plotted, drawn with matplotlib for a window or a file.

A plot is described by plain values (`Lines`, `Bars`, `Bubbles`, `HeatMap`), whose points and cells may carry a
condition for the filter line. `drawing.draw` draws one onto a figure of matplotlib, `writing.save` into a file,
`writing.svg` for an HTML page; `panels.plot_view` and `dialogs.plots` show one. No Qt; matplotlib is loaded when the
first plot is drawn. A new kind of plot is a class in `description`, and a function with its drawing and a line in
`drawing`.
"""

from __future__ import annotations

from goldleaf.viewer.plots.description import Axis, Bars, Bubbles, Cell, HeatMap, Lines, Plot, Point, Series

__all__ = ["Axis", "Bars", "Bubbles", "Cell", "HeatMap", "Lines", "Plot", "Point", "Series"]
