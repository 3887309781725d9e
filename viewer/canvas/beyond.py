"""The words to which arcs lead beyond the view: at its edge, so that what differs is read without scrolling there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby, islice
from typing import NamedTuple

from goldleaf.viewer.diagram.shapes import Anchor, Box, Diagram, Path, Rect, Role, State, Text, extent
from goldleaf.viewer.diagram.theme import Ruler

BESIDE = 6.0  # pixels from the line of an arc to its name
RIM = 3.0  # from the names to the edge
LEAST = 40.0  # for a name at the side; where there is less it stands over what is there
MOST = 8  # names at a corner: more would stand amid the view
SEEN = 60.0  # of an arc that agrees, from its word in view to the edge
SHORT = 28.0  # of one that differs and leaves its head
SIDE = 8.0  # from the foot of its arrow to its beginning, and a little more
_ALIKE = (State.MATCHED, State.FORGIVEN)


class Arc(NamedTuple):
    """An arc of words down the page: the xs of its lane and of its foot, whether these are on the left, the ys and the
    names of its dependent and its head, and its label, which stands beside the dependent."""

    x: float
    foot: float
    on_left: bool
    words: tuple[tuple[float, str], ...]
    label: str
    state: State


def arcs_of(diagram: Diagram) -> list[Arc]:
    """The arcs that lead from word to word. Words are named as in lists, a head with “of”, signs in quotes."""
    words, names = dict[str, Text](), dict[str, str]()
    labels = {text.key: text.text for text in diagram.texts if text.role is Role.LABEL}
    for word in diagram.texts:
        if word.role is Role.WORD and word.key is not None:
            name, place, form = diagram.elements[word.key].name, word.key.name, word.text
            words[place] = word
            names[place] = name if any(map(str.isalnum, form)) else f"“{form}”{name.removeprefix(form)}"
    found = []
    for shape in diagram.shapes:
        # What has a halo is but the bridge of an arc over another.
        if isinstance(shape, Path) and shape.role is Role.ARC and shape.key is not None and not shape.halo:
            places = dict.fromkeys(map(str, diagram.elements[shape.key].positions))
            ends = [(words[place].y, names[place]) for place in places if place in words]
            if len(ends) > 1:
                dependent, (y, head) = ends
                own = dependent, (y, f"of {head}")
                left, _, right, _ = extent(shape)
                *_, lane, foot = shape.segments
                on_left = lane.end[0] < foot.end[0]
                x, label = left if on_left else right, labels.get(shape.key, "")
                found.append(Arc(x, foot.end[0], on_left, own, label, shape.state))
    return found


def named_beyond(arcs: Sequence[Arc], view: Rect, rows: tuple[float, float], ruler: Ruler) -> list[Box | Text]:
    """The names of words above and below the ``rows`` that are seen, from y to y, to which arcs of these lead, at the
    edges of the view, each where its lines end: the outer ones farther from the edge, so that none is crossed. Where
    there is room the label of the arc is there, too: “o of X” of a dependent in view, “X: o” of one beyond. What agrees
    is named only where much of it is seen. What is not scored, or agrees and passes by, has no name, and ends before it
    comes to others'; of what leaves a word at the edge no more is seen."""
    first, last = rows
    ascent, descent = ruler.height(Role.LABEL)
    height, most = ascent + descent, (view.right - view.left) / 2 - 2 * BESIDE
    cleared, texts = list[Box](), list[Text]()
    found: defaultdict[tuple[bool, bool], list[tuple[Arc, str, str]]] = defaultdict(list)
    nameless: defaultdict[tuple[bool, bool], list[float]] = defaultdict(list)
    for arc in arcs:
        agrees, pale = arc.state in _ALIKE, arc.state is State.NOT_SCORED
        dependent, head = arc.words
        for end, other in ((dependent, head), (head, dependent)):
            (far, name), (near, _) = end, other
            below = far > last
            if first <= far <= last or (near > last if below else near < first):
                continue  # it is in view, or all of the arc beyond
            edge, seen = view.bottom if below else view.top, first <= near <= last
            short = seen and end is dependent and abs(edge - near) < SHORT
            if short:
                top, bottom = (near + 1, edge) if below else (edge, near - 1)
                left, width = min(arc.x, arc.foot) - SIDE, abs(arc.x - arc.foot) + 2 * SIDE
                cleared.append(Box(left, top - ascent * (not below), width, bottom - top, Role.LABEL_BOX))
            if not (agrees or pale) or (agrees and seen and not short and abs(edge - near) > SEEN):
                full = f"{name}: {arc.label}" if end is dependent else f"{arc.label} {name}"
                found[arc.on_left, below].append((arc, name, full if arc.label else name))
            elif not seen or (pale and not short):
                nameless[arc.on_left, below].append(arc.x)
    for (on_left, below), beyond in found.items():
        edge, way = (view.bottom - RIM, "↓") if below else (view.top + RIM, "↑")
        beyond.sort(key=lambda one: one[0].x, reverse=on_left)
        room, most_names = RIM, min(MOST, int((view.bottom - view.top) / height))
        for place, (names, own) in enumerate(islice(groupby(beyond, key=lambda one: one[1:]), most_names)):
            top, room = edge - (place + 1) * height if below else edge + place * height, RIM + (place + 1) * height
            for arc, *_ in own:
                cleared.append(Box(arc.x - BESIDE, top if below else view.top, 2 * BESIDE, room, Role.LABEL_BOX))
                texts.append(Text(arc.x, top + ascent, way, Role.LABEL, arc.state, width=ruler.width(Role.LABEL, way)))
            here = arc.x - BESIDE - view.left if on_left else view.right - arc.x - BESIDE
            own_room = min(most, here) if here > LEAST else most
            name = names[ruler.width(Role.LABEL, names[1]) <= own_room]  # with its label, where there is room for that
            name = ruler.shortened(Role.LABEL, name, own_room)
            width, anchor = ruler.width(Role.LABEL, name), Anchor.END if on_left else Anchor.START
            x = max(arc.x - BESIDE, view.left + width) if on_left else min(arc.x + BESIDE, view.right - width)
            cleared.append(Box(x - width * on_left, top, width, height, Role.LABEL_BOX))
            texts.append(Text(x, top + ascent, name, Role.LABEL, arc.state, anchor=anchor, width=width))
        top = view.bottom - room if below else view.top
        cleared += [Box(x - RIM, top, 2 * RIM, room, Role.LABEL_BOX) for x in nameless[on_left, below]]
    return [*cleared, *texts]
