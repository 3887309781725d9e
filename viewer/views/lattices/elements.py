"""What can be pointed at in the picture of a lattice: arcs, states, tokens; what each is, and the words it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from goldleaf.core.errors import counted
from goldleaf.core.structures.lattice import SurfaceToken
from goldleaf.viewer.diagram.shapes import Element, Key, Side
from goldleaf.viewer.views.lattices.describe import arc_description, token_description
from goldleaf.viewer.views.lattices.lattice_picture import Arc, LatticePicture, gold_spans

_Span = tuple[int, int]


def lattice_elements(
    drawn: Sequence[tuple[Arc, Key]], states: Sequence[int], tokens: Sequence[SurfaceToken], picture: LatticePicture
) -> dict[Key, Element]:
    """The elements of a picture. An arc is about the gold's words that it is, or that stand in its place."""
    spans = gold_spans(picture)
    inside = partial(_inside, spans, picture.lattice.rank)
    folded = {arc.token: arc_description(arc, picture) for arc, _ in drawn if arc.folded}
    found = [
        Element(key, arc_description(arc, picture), arc.positions or inside((arc.origin, arc.target)))
        for arc, key in drawn
        if not arc.folded
    ]
    for token in tokens:
        said = token_description(token, picture)
        hidden = folded.get(token.token, "").partition("; ")[2]
        text = f"{said}; {hidden}" if hidden else said
        found.append(Element(Key(Side.BOTH, "token", f"{token.token}"), text, inside((token.origin, token.target))))
    found += [_state_element(state, spans, picture) for state in states]
    return {element.key: element for element in found}


def _state_element(state: int, spans: Mapping[int, _Span], picture: LatticePicture) -> Element:
    positions = tuple(position for position, span in spans.items() if state in span)
    return Element(Key(Side.BOTH, "state", f"{state}"), _state(state, picture), positions)


def _inside(spans: dict[int, _Span], place: dict[int, int], ends: _Span) -> tuple[int, ...]:
    """The words that have something in common with what lies between two states."""
    origin, target = (place[state] for state in ends)
    return tuple(
        position for position, (first, last) in spans.items() if place[first] < target and origin < place[last]
    )


def _state(state: int, picture: LatticePicture) -> str:
    """Such as ``state 3: 2 edges to it, 4 from it``."""
    ends = [(edge.origin, edge.target) for edge in picture.lattice.edges]
    into, out = sum(target == state for _, target in ends), sum(origin == state for origin, _ in ends)
    return f"state {state}: {counted(into, 'edge')} to it, {out} from it"
