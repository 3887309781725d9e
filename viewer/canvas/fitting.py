"""How large pictures are shown: which zooms are tried, how far down, and what is seen of a picture at one. Sizes are
pixels of the screen, those of diagrams pixels of their own."""

from __future__ import annotations

import math
from itertools import pairwise

from PySide6.QtCore import QSizeF

from goldleaf.viewer.canvas.outline import SizeOf, bounds
from goldleaf.viewer.diagram.shapes import Box, Diagram, Role

SMALLEST, LARGEST = 0.1, 8.0
SMALLEST_FIT, LARGEST_FIT = 0.8, 1.6  # what is fitted can be read, and a short sentence is not blown up
WIDE, LARGEST_WIDE = 1400, 2.0  # pixels of a pane that one sits farther from, and where it may be larger still
COMPARED = 0.7  # down to which rows are fitted that are compared with each other, if all are seen then,
ABREAST = 0.6  # those of which there is one only for each side: seen alone it is compared with nothing,
SEVERAL = 0.6  # and several pictures
LOW = 400  # pixels of a pane's height in which what is scrolled down is not larger than it must be
ZOOMS = (SMALLEST_FIT, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, SMALLEST)  # at whose widths one tries whether all is seen
LARGER = (1.3, 1.15, 1.0, 0.9)  # at which rows that cut nothing are tried, if all are seen then
ASCENT, ONE_LINE = 0.85, 5.0  # of a font's size, above the baseline; pixels between texts of one line
# Arcs and words close together or not, and the zoom down to which all is to be seen.
WAYS = ((False, SMALLEST_FIT), (True, COMPARED))


def edges(diagram: Diagram) -> list[float]:
    """The y of the upper edges of rows with those they are compared to, and of the last lower edge."""
    return [0.0, *diagram.strips[diagram.abreast :: diagram.abreast], diagram.height]


def tallest(diagram: Diagram) -> float:
    """How high the highest rows are that are compared with each other."""
    return max(below - above for above, below in pairwise(edges(diagram)))


def fitting_zoom(diagram: Diagram, size: QSizeF, room: QSizeF, bar: float, least: float) -> float:
    """The zoom at which all of a diagram is seen, but no smaller than the ``least`` and no larger than `LARGEST_FIT`.

    ``size`` is the diagram's, or wider, ``bar`` the width of a scroll bar. Where not all rows are seen at the
    ``least``, as large as those may be that are; smaller down to `COMPARED` if all are seen then, or to `ABREAST` if
    those together are that are compared. What has no rows and must be scrolled down all the same has its own size if
    it is not too wide, and the pane not `LOW`.
    """
    if size.isEmpty():
        return 1.0
    zoom = min((room.width() - 2) / size.width(), (room.height() - 2) / size.height())
    zoom = min(max(zoom, least), LARGEST_FIT if room.width() < WIDE else LARGEST_WIDE)
    wide = (room.width() - bar - 2) / max(size.width(), 1.0)
    if diagram.height * zoom <= room.height():
        return zoom
    if not diagram.strips:
        return zoom if room.height() < LOW else max(zoom, min(wide, 1.0))
    if (all_of_them := (room.height() - 2) / diagram.height) >= COMPARED:
        return all_of_them
    together = room.height() / tallest(diagram)
    if together < zoom and diagram.abreast > 1:
        return together if together >= ABREAST else zoom
    whole = max(edge for edge in edges(diagram) if edge * zoom <= room.height())
    return min(max(min(room.height() / whole, wide), zoom), LARGEST_FIT) if whole else zoom


def tops_of_lines(diagram: Diagram, size_of: SizeOf) -> list[float]:
    """Where lines begin, downwards, of a picture in which each word has one, but for those amid a multiword token."""
    texts = [text for text in diagram.texts if not text.upright]
    words = [text for text in texts if text.role in (Role.WORD, Role.TRACE, Role.FOLD)]
    if diagram.strips or len({text.y for text in words}) <= 2:
        return []
    others = [text for text in texts if text.role in (Role.NODE, Role.EMPTY_NODE, Role.TITLE)]
    others += [text for text in texts if text.role is Role.TAG and text.key is None]  # words that are folded
    tops = sorted(text.y - ASCENT * size_of(text.role) for text in words + others)
    tokens = [bounds(text, size_of) for text in texts if text.role is Role.TOKEN]
    edges = [shape.y - 1.0 for shape in diagram.shapes if isinstance(shape, Box)]  # of what stands on a line, too
    firsts = (top for before, top in pairwise([-math.inf, *tops]) if top - before > ONE_LINE)
    lines = [min([top, *(y for y in edges if 0.0 < top - y < ONE_LINE)]) for top in firsts]
    return [top for top in lines if not any(token.top < top < token.bottom for token in tokens)]
