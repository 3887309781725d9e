"""The words to which arcs lead beyond the view: at its edge, so that what differs is read without scrolling there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from goldleaf.viewer.diagram.shapes import Anchor, Box, Diagram, Path, Rect, Role, State, Text, extent
from goldleaf.viewer.diagram.theme import Ruler

BESIDE = 4.0  # pixels that a name reaches over the line of its arc, towards the words
_ALIKE = (State.MATCHED, State.NOT_SCORED, State.FORGIVEN)


class Arc(NamedTuple):
    """An arc that differs, of words down the page: its lane's x, whether that is on the left, and its words."""

    x: float
    on_left: bool
    words: tuple[Text, ...]
    state: State


def differing_arcs(diagram: Diagram) -> list[Arc]:
    """The arcs that differ and lead from word to word."""
    words = {text.key.name: text for text in diagram.texts if text.role is Role.WORD and text.key is not None}
    found = []
    for shape in diagram.shapes:
        if isinstance(shape, Path) and shape.role is Role.ARC and shape.state not in _ALIKE and shape.key is not None:
            places = dict.fromkeys(map(str, diagram.elements[shape.key].positions))
            own = tuple(words[place] for place in places if place in words)
            if len(own) > 1:
                left, _, right, _ = extent(shape)
                *_, lane, foot = shape.segments
                on_left = lane.end[0] < foot.end[0]
                found.append(Arc(left if on_left else right, on_left, own, shape.state))
    return found


def named_beyond(arcs: Sequence[Arc], view: Rect, ruler: Ruler) -> Iterator[Box | Text]:
    """The names of words above and below the view that arcs of words in it lead to, in the order of their lanes."""
    found: defaultdict[tuple[bool, bool], list[tuple[Arc, str]]] = defaultdict(list)
    for arc in arcs:
        above = [word.text for word in arc.words if word.y < view.top]
        below = [word.text for word in arc.words if word.y > view.bottom]
        if len(above) + len(below) == 1:  # the other one is in view
            found[arc.on_left, bool(below)] += [(arc, name) for name in above + below]
    ascent, descent = ruler.height(Role.LABEL)
    for (on_left, is_below), own in found.items():
        own.sort(key=lambda one: one[0].x)
        names, half = ", ".join(dict.fromkeys(name for _, name in own)), (view.right - view.left) / 2 - BESIDE
        text = ruler.shortened(Role.LABEL, f"{'↓' if is_below else '↑'} {names}", half)
        width, anchor = ruler.width(Role.LABEL, text), Anchor.END if on_left else Anchor.START
        # It ends at the lane next to the words, or where else there is room for it.
        if on_left:
            inner = max(own[-1][0].x + BESIDE, view.left + width)
        else:
            inner = min(own[0][0].x - BESIDE, view.right - width)
        top = view.bottom - ascent - descent if is_below else view.top
        yield Box(inner - width if on_left else inner, top, width, ascent + descent, Role.LABEL_BOX)
        yield Text(inner, top + ascent, text, Role.LABEL, own[0][0].state, anchor=anchor, width=width)
