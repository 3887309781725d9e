"""Pictures of a gold and two parses of it: each arc says which of the parses is right. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from goldleaf.core.analysis.layers import Layer
from goldleaf.viewer.diagram.rivals import Rivals
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.diagram.walking import word_of
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.arcs.differences import naming, phrase
from goldleaf.viewer.views.arcs.edges import Edge
from goldleaf.viewer.views.arcs.facts import arc_facts
from goldleaf.viewer.views.arcs.picture import Arc, ArcsPicture, pictures

_FROM_BOTH = {(True, False): State.ONE_RIGHT, (False, True): State.OTHER_RIGHT, (False, False): State.MISSING}
_WRONG = {Side.OTHER: State.ONE_WRONG, Side.PARSE: State.OTHER_WRONG}
_AGREES = (State.MATCHED, State.NOT_SCORED, State.FORGIVEN)


def why_not(other: Pair, pair: Pair) -> str:
    """Why a sentence of two parses cannot be drawn over the same words; empty if it can."""
    for one in (other, pair):
        if one.parse is None or one.why_not is not None:
            return one.why_not or "there is no such sentence"
        if one.places is not None:
            return "the words differ"
    return ""


def rival_pictures(other: Pair, pair: Pair, wording: Rivals) -> list[ArcsPicture]:
    """The gold's picture, the other parse's and the parse's, in the states of `Rivals`."""
    ours, theirs = (pictures(one.gold, one.parse, arc_facts(one)) for one in (other, pair))
    gold, first, second = ours[0], ours[1], theirs[1]
    arcs = [_of_gold(one, theirs[0].arc_of[one.dependent]) for one in gold.arcs]
    sides = ((first, second, Side.OTHER, wording.other), (second, first, Side.PARSE, wording.parse))
    return [
        replace(gold, arcs=tuple(arcs), title=wording.gold, wording=wording),
        *(
            replace(one, arcs=tuple(_of_parses(one, rival, side)), side=side, title=title, wording=wording)
            for one, rival, side, title in sides
        ),
    ]


def _of_gold(ours: Arc, theirs: Arc) -> Arc:
    """An arc of the gold, as the comparison with either parse marks it."""
    if State.NOT_SCORED in (ours.state, theirs.state):
        return replace(ours, state=State.NOT_SCORED)
    right = ours.state is State.MATCHED, theirs.state is State.MATCHED
    return replace(ours, state=_FROM_BOTH.get(right, State.MATCHED))


def _of_parses(picture: ArcsPicture, rival: ArcsPicture, side: Side) -> Iterable[Arc]:
    for arc in picture.arcs:
        if arc.state in _AGREES:
            yield arc
            continue
        there = rival.arc_of.get(arc.dependent)
        alike = there is not None and (there.head, there.label) == (arc.head, arc.label)
        yield replace(arc, state=State.WRONG_HEAD if alike else _WRONG[side])


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RivalDifference:
    """A word that at least one of two parses has wrong. Reviewers decide on one parse at a time, not on this."""

    place: int
    word: str
    gold: str
    parse: str
    verdict: str
    state: State
    parse_state: State | None
    layer: Layer | None = None
    item: str = ""
    scored: bool = True

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        return f"{self.word}: gold {self.gold}; {self.parse} – {self.verdict}"

    @property
    def gold_state(self) -> State | None:
        """How the gold's arc is drawn."""
        return self.state

    @property
    def word_states(self) -> Mapping[int, State]:
        """The word, marked."""
        return {self.place: self.state}

    @property
    def keys(self) -> tuple[Key, ...]:
        """The arcs of gold and parses."""
        return tuple(Key(side, "arc", f"{self.place}") for side in (Side.GOLD, Side.OTHER, Side.PARSE))

    def about(self, key: Key) -> bool:
        """Whether an element of the pictures is the word or one of its arcs."""
        return word_of(key) == self.place


def rival_differences(known: Sequence[ArcsPicture], wording: Rivals) -> tuple[RivalDifference, ...]:
    """The words that one of the parses has wrong, in their order."""
    gold, first, second = known
    return tuple(
        _difference(gold, arc, (first, second), wording)
        for arc in gold.arcs
        if arc.state in (State.ONE_RIGHT, State.OTHER_RIGHT, State.MISSING)
    )


def _difference(gold: ArcsPicture, arc: Arc, parses: Sequence[ArcsPicture], wording: Rivals) -> RivalDifference:
    arcs = [one.arc_of[arc.dependent] for one in parses]
    said = [
        f"{one.name}: {phrase(one, there)}"
        for one, there in zip(parses, arcs, strict=True)
        if there.state is not State.MATCHED
    ]
    if all(there.state is State.WRONG_HEAD for there in arcs):
        said = [f"both: {phrase(parses[0], arcs[0])}"]
    return RivalDifference(
        place=arc.dependent,
        word=naming(gold, arc.dependent),
        gold=phrase(gold, arc),
        parse="; ".join(said),
        verdict=wording.outcome(arc.state),
        state=arc.state,
        parse_state=next((there.state for there in arcs if there.state is not State.MATCHED), None),
    )
