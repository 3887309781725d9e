"""The words to which arcs lead beyond the view: at its edge, so that what differs is read without scrolling there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, islice, product
from typing import NamedTuple

from goldleaf.viewer.diagram.shapes import Anchor, Box, Diagram, Path, Rect, Role, State, Text, extent
from goldleaf.viewer.diagram.theme import Ruler

BESIDE = 4.0  # pixels that a name reaches over the line of its arc, towards the words
MOST = 8  # names at a corner: more would stand amid the view
_ALIKE = (State.MATCHED, State.NOT_SCORED, State.FORGIVEN)


class Arc(NamedTuple):
    """An arc that differs, of words down the page: its lane's x, whether that is on the left, and the ys and the names
    of its words."""

    x: float
    on_left: bool
    words: tuple[tuple[float, str], ...]
    state: State


def differing_arcs(diagram: Diagram) -> list[Arc]:
    """The arcs that differ and lead from word to word. Of words that occur twice the names have their numbers."""
    words = {text.key.name: text for text in diagram.texts if text.role is Role.WORD and text.key is not None}
    times = Counter(word.text for word in words.values())
    names = {place: f"{word.text} ({place})" if times[word.text] > 1 else word.text for place, word in words.items()}
    found = []
    for shape in diagram.shapes:
        if isinstance(shape, Path) and shape.role is Role.ARC and shape.state not in _ALIKE and shape.key is not None:
            places = dict.fromkeys(map(str, diagram.elements[shape.key].positions))
            own = tuple((words[place].y, names[place]) for place in places if place in words)
            if len(own) > 1:
                left, _, right, _ = extent(shape)
                *_, lane, foot = shape.segments
                on_left = lane.end[0] < foot.end[0]
                found.append(Arc(left if on_left else right, on_left, own, shape.state))
    return found


def named_beyond(arcs: Sequence[Arc], view: Rect, ruler: Ruler) -> list[Box | Text]:
    """The names of words above and below the view that arcs of words in it lead to, each where its lines end: the outer
    ones farther from the edge, so that none is crossed."""
    ascent, descent = ruler.height(Role.LABEL)
    height, most = ascent + descent, (view.right - view.left) / 2 - BESIDE
    cleared, texts = list[Box](), list[Text]()
    for on_left, below in product((True, False), (True, False)):
        beyond = [
            (arc, name)
            for arc in arcs if arc.on_left is on_left and any(view.top <= y <= view.bottom for y, _ in arc.words)
            for y, name in arc.words if (y > view.bottom if below else y < view.top)
        ]  # fmt: skip
        beyond.sort(key=lambda one: one[0].x, reverse=on_left)
        for place, (name, own) in enumerate(islice(groupby(beyond, key=lambda one: one[1]), MOST)):
            way = "↓" if below else "↑"
            name = ruler.shortened(Role.LABEL, name, most - ruler.width(Role.LABEL, f" {way}"))
            text = f"{name} {way}" if on_left else f"{way} {name}"
            width, anchor = ruler.width(Role.LABEL, text), Anchor.END if on_left else Anchor.START
            top = view.bottom - (place + 1) * height if below else view.top + place * height
            for arc, _ in own:
                end = top if below else view.top
                cleared.append(Box(arc.x - BESIDE, end, 2 * BESIDE, (place + 1) * height, Role.LABEL_BOX))
            x = max(arc.x + BESIDE, view.left + width) if on_left else min(arc.x - BESIDE, view.right - width)
            cleared.append(Box(x - width * on_left, top, width, height, Role.LABEL_BOX))
            texts.append(Text(x, top + ascent, text, Role.LABEL, arc.state, anchor=anchor, width=width))
    return [*cleared, *texts]
