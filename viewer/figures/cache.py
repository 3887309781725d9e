"""Drawings kept for a moment, so that sentences that come next can be drawn before they are asked for. No Qt."""

from __future__ import annotations

from typing import Any

from cachetools import LRUCache

from goldleaf.viewer.diagram.graph_layout import LayOut
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.figures.figure import draw
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.views import Look
from goldleaf.viewer.views.lattices.graphviz import lay_out
from goldleaf.viewer.views.view import Drawing, ReviewOutcome, Tools

KEPT = 8


class DrawingCache:
    """Draws sentences; the last `KEPT` are not drawn twice, unless a better layout is to come."""

    def __init__(self, measure: Measure, lay_out: LayOut = lay_out) -> None:
        self._measure = measure
        self._lay_out = lay_out
        self._kept: LRUCache[Any, Drawing] = LRUCache(KEPT)

    def draw(
        self,
        document: Document,
        row: int,
        parse: int,
        look: Look,
        theme: Theme,
        metric: str | None = None,
        outcome: ReviewOutcome | None = None,
    ) -> Drawing:
        """The sentence in a row with one parse's (−1 for the gold alone). Raises IndexError."""
        key = (document, row, parse, look, theme, metric, outcome)
        drawing: Drawing | None = self._kept.get(key)
        if drawing is None:
            tools = Tools(theme, self._measure, self._lay_out)
            drawing = draw(document, row, parse, look, tools, metric=metric, outcome=outcome)
            if not drawing.provisional:
                self._kept[key] = drawing
        return drawing

    def forget(self) -> None:
        """Draw all anew; a document that has been closed is let go."""
        self._kept.clear()
