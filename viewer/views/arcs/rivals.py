"""Pictures of a gold and two parses of it: each arc says which of the parses is right. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from goldleaf.viewer.diagram.differences import Difference
from goldleaf.viewer.diagram.rivals import Rivals
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.arcs.arc_differences import naming, phrase
from goldleaf.viewer.views.arcs.arc_facts import arc_facts
from goldleaf.viewer.views.arcs.arc_picture import Arc, ArcsPicture, pictures
from goldleaf.viewer.views.arcs.edges import Edge
from goldleaf.viewer.views.rivals import LOST, of_gold, of_parse, rival_difference


def rival_pictures(other: Pair, pair: Pair, wording: Rivals) -> list[ArcsPicture]:
    """The gold's picture, the other parse's and the parse's, in the states of `Rivals`."""
    ours, theirs = (pictures(one.gold, one.parse, arc_facts(one)) for one in (other, pair))
    gold, first, second = ours[0], ours[1], theirs[1]
    arcs = [replace(one, state=of_gold(one.state, theirs[0].arc_of[one.dependent].state)) for one in gold.arcs]
    sides = ((first, second, Side.OTHER, wording.other), (second, first, Side.PARSE, wording.parse))
    return [
        replace(gold, arcs=tuple(arcs), title=wording.gold, wording=wording),
        *(
            replace(one, arcs=tuple(_of_parses(one, rival, side)), side=side, title=title, wording=wording)
            for one, rival, side, title in sides
        ),
    ]


def _of_parses(picture: ArcsPicture, rival: ArcsPicture, side: Side) -> Iterable[Arc]:
    for arc in picture.arcs:
        there = rival.arc_of.get(arc.dependent)
        alike = there is not None and (there.head, there.label) == (arc.head, arc.label)
        yield replace(arc, state=of_parse(arc.state, side, shared=alike))


def below(groups: Sequence[Sequence[Edge]]) -> tuple[Edge, ...]:
    """The edges under the words of an overlay, of the groups of all its pictures: those of the second one.

    Of two parses only what is otherwise than in the gold, and once what both have.
    """
    above, *others = groups
    if len(others) < 2:
        return tuple(edge for own in others for edge in own)
    seen = {_place(edge) for edge in above}
    found: list[Edge] = []
    for edge in (edge for own in reversed(others) for edge in own):
        if edge.state is not State.MATCHED and _place(edge) not in seen:
            seen.add(_place(edge))
            found.append(edge)
    return tuple(found)


def _place(edge: Edge) -> tuple[str, int, str, str]:
    return edge.key.name, edge.head, edge.label, edge.role


def rival_differences(known: Sequence[ArcsPicture], wording: Rivals) -> tuple[Difference, ...]:
    """The words that one of the parses has wrong, in their order."""
    gold, first, second = known
    return tuple(_difference(gold, arc, (first, second), wording) for arc in gold.arcs if arc.state in LOST)


def _difference(gold: ArcsPicture, arc: Arc, parses: Sequence[ArcsPicture], wording: Rivals) -> Difference:
    arcs = [one.arc_of[arc.dependent] for one in parses]
    said = [
        f"{one.name}: {phrase(one, there)}"
        for one, there in zip(parses, arcs, strict=True)
        if there.state is not State.MATCHED
    ]
    if all(there.state is State.WRONG_HEAD for there in arcs):
        said = [f"both: {phrase(parses[0], arcs[0])}"]
    return rival_difference(
        places=(arc.dependent,),
        word=naming(gold, arc.dependent),
        gold=phrase(gold, arc),
        parse="; ".join(said),
        verdict=wording.outcome(arc.state),
        state=arc.state,
        parse_state=next((there.state for there in arcs if there.state is not State.MATCHED), None),
        keys=tuple(Key(side, "arc", f"{arc.dependent}") for side in (Side.GOLD, Side.OTHER, Side.PARSE)),
    )
