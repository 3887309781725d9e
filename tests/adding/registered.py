"""Registers the four, each by one line."""

from __future__ import annotations

from goldleaf.core import FORMATS, METRICS
from goldleaf.viewer.export import FORMATS as FIGURE_FORMATS
from goldleaf.viewer.views import VIEWS
from tests.adding import figure_format, file_format, metric, view

FORMATS[file_format.FORMAT.name] = file_format.FORMAT
METRICS[metric.Tagging.name] = metric.Tagging
VIEWS[view.WordsView.name] = view.WordsView()
FIGURE_FORMATS[figure_format.FORMAT.suffix] = figure_format.FORMAT
