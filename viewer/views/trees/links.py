"""Traces and their antecedents, joined by dotted curves under the words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from goldleaf.viewer.diagram.shapes import Path, Point, Role, Shape
from goldleaf.viewer.diagram.strokes import arc_segments
from goldleaf.viewer.views.trees.shown import Item, Shown

BELOW = 14.0  # from the words to the first curve, in pixels
APART = 6.0  # between two curves
CLEAR = 3.0

Link = tuple[int, int]


def links_of(shown: Shown) -> list[Link]:
    """The items of each trace and of its antecedent."""
    by_index: dict[str, list[int]] = {}
    for number, item in enumerate(shown.items):
        if not item.trace:
            for index in _indices(item, shown):
                by_index.setdefault(index, []).append(number)
    found = []
    for number, item in enumerate(shown.items):
        if item.trace:
            for index in _indices(item, shown):
                others = [other for other in by_index.get(index, ()) if not _inside(item, shown.items[other])]
                if others:
                    found.append((number, min(others, key=lambda other: abs(other - number))))
    return found


def _indices(item: Item, shown: Shown) -> list[str]:
    picture = shown.picture
    source = picture.node_at[item.number] if item.is_node else picture.word_at.get(item.number)
    return source.index.split("=") if source is not None and source.index != "_" else []


def _inside(item: Item, other: Item) -> bool:
    return item.slots & other.slots != 0


def links_height(links: Sequence[Link]) -> float:
    """The space under the words that the curves need."""
    return BELOW + APART * (len(links) - 1) + CLEAR if links else 0.0


def link_shapes(links: Sequence[Link], shown: Shown, ends: Callable[[int], Point], floor: float) -> Iterator[Shape]:
    """A curve for each link; ``ends`` gives the lowest point of an item and all below it, ``floor`` the lowest y."""
    for lane, (trace, antecedent) in enumerate(links):
        (x0, y0), (x1, y1) = ends(trace), ends(antecedent)
        y = floor + BELOW + APART * lane
        start, end = (x0, y0 + CLEAR), (x1, y1 + CLEAR)
        yield Path(start, arc_segments(start, end, y), Role.LINK, key=shown.items[trace].key)
