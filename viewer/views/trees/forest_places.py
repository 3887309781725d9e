"""Where the nodes of a forest stand: where a diagram has them."""

from __future__ import annotations

from collections.abc import Iterator

from goldleaf.viewer.diagram.shapes import Diagram, Key, Point, Role, Text
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.views.arcs.edges import MARK, MARK_GAP
from goldleaf.viewer.views.trees.labels import INDEX_GAP
from goldleaf.viewer.views.trees.shown import Item, Kind, Shown

INNER = 1.0  # from a node's text to its edge, in pixels
ASCENT, DESCENT = 0.93, 0.24  # of a line of text, as parts of the font's size
_FIRST = (Role.NODE, Role.TAG, Role.WORD, Role.TRACE, Role.FOLD)
"""What stands highest in a node, if it is there."""


class Places:
    """The upper middle of the nodes of a tree, in the diagram's pixels."""

    def __init__(self, shown: Shown, diagram: Diagram, theme: Theme, *, rise: float = INNER) -> None:
        self._items, self._theme, self._rise = shown.items, theme, rise
        self._texts: dict[tuple[Key | None, Role], Text] = {
            (shape.key, shape.role): shape for shape in diagram.shapes if isinstance(shape, Text)
        }

        self._tagged = any(role == Role.TAG for _, role in self._texts)

    @property
    def known(self) -> bool:
        """Whether the diagram has all nodes."""
        return all(self._first(item) is not None for item in self._items)

    @property
    def line_skip(self) -> float:
        """From the tags down to their words; that of the font where there are no tags."""
        words = (Role.WORD, Role.TRACE)
        for (key, role), tag in self._texts.items():
            below = next((self._texts[key, word] for word in words if (key, word) in self._texts), None)
            if role == Role.TAG and below is not None:
                return below.y - tag.y
        return 1.2 * self._theme.font(Role.NODE).size

    def of(self, number: int) -> Point:
        """The upper middle of an item. Raises ValueError if the diagram does not have it."""
        item = self._items[number]
        text = self._first(item)
        if text is None:
            raise ValueError(f"item {number}: the diagram does not show it")
        x = text.x
        if item.is_node:
            index = self._texts.get((item.key, Role.INDEX))
            x += (index.width + INDEX_GAP) / 2 if index is not None else 0.0
            x -= (MARK + MARK_GAP) / 2 if item.crossed else 0.0
        y, role = text.y, text.role
        if item.kind is Kind.WORD and role != Role.TAG and self._tagged:
            y, role = y - self.line_skip, Role.TAG  # an empty tag keeps it level with others
        return x, y - ASCENT * self._theme.font(role).size - (self._rise if item.is_node else INNER)

    def _first(self, item: Item) -> Text | None:
        return next(self._found(item), None)

    def _found(self, item: Item) -> Iterator[Text]:
        return (self._texts[item.key, role] for role in _FIRST if (item.key, role) in self._texts)
