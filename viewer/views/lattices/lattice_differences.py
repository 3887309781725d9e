"""Where the paths of gold and parse through a lattice part, in words. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.differences import NONE
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.views.lattices.draw import arc_keys
from goldleaf.viewer.views.lattices.lattice_picture import Arc, LatticePicture, arcs
from goldleaf.viewer.views.lattices.options import LatticeOptions

_OF_GOLD, _OF_PARSE = (State.MISSING, State.WRONG_LABEL), (State.EXTRA, State.WRONG_LABEL)


@dataclass(frozen=True, slots=True)
class LatticeDifference:
    """A part of the sentence that gold and parse cut or tag differently. ``keys`` are its arcs, the gold's first."""

    word: str
    gold: str
    parse: str
    state: State
    positions: tuple[int, ...]  # of the gold's words
    place: int
    keys: tuple[Key, ...]
    scored: bool = True
    word_states: Mapping[int, State] = field(default_factory=dict, hash=False)
    wording: Wording = REVIEW

    @property
    def layer(self) -> Layer:
        """Tags, where both have the same words; else these."""
        return Layer.TAG if self.state == State.WRONG_LABEL else Layer.WORDS

    @property
    def item(self) -> str:
        """The first of the gold's words; empty where it has none."""
        return f"{self.place}" if self.place else ""

    @property
    def verdict(self) -> str:
        """What kind of difference it is."""
        if self.state == State.WRONG_LABEL:
            return self.wording.other_tag
        if NONE not in (self.gold, self.parse):
            return self.wording.other_words
        return self.wording.verdict(State.MISSING if self.parse == NONE else State.EXTRA)

    @property
    def sentence(self) -> str:
        """Such as ``laban: l/ADP h/DET bn/NOUN, parse has laban/ADJ – other words``."""
        return f"{self.wording.contrast(self.word, self.gold, self.parse)} – {self.verdict}"

    @property
    def gold_state(self) -> State | None:
        """How the gold's arcs are drawn; None where it has none."""
        return None if self.gold == NONE else self._drawn(State.MISSING, Side.GOLD)

    @property
    def parse_state(self) -> State | None:
        """How the parse's arcs are drawn; None where it has none."""
        return None if self.parse == NONE else self._drawn(State.EXTRA, Side.PARSE)

    def _drawn(self, usual: State, side: Side) -> State:
        return self.wording.drawn(self.state if self.state == State.WRONG_LABEL else usual, side)

    def about(self, key: Key) -> bool:
        """Whether an element of the pictures has this difference: an arc of either path, or a word of the gold."""
        return key in self.keys or (key.kind == "word" and key.name in {f"{position}" for position in self.positions})


def lattice_differences(picture: LatticePicture) -> tuple[LatticeDifference, ...]:
    """Where the paths part, from the sentence's beginning on; nothing without both."""
    if picture.gold is None or picture.parse is None:
        return ()
    drawn = arcs(picture, LatticeOptions())
    place = picture.lattice.rank
    differ = [pair for pair in zip(drawn, arc_keys(drawn), strict=True) if pair[0].state in (*_OF_GOLD, *_OF_PARSE)]
    differ.sort(key=lambda pair: (place[pair[0].origin], place[pair[0].target]))
    return tuple(_difference(group, picture, place) for group in _groups(differ, place))


_Pair = tuple[Arc, Key]


def _groups(pairs: Iterable[_Pair], place: Mapping[int, int]) -> Iterator[list[_Pair]]:
    """Arcs that have something in common, together."""
    group: list[_Pair] = []
    end = -1
    for arc, key in pairs:
        if group and place[arc.origin] >= end:
            yield group
            group = []
        group.append((arc, key))
        end = max(end, place[arc.target])
    if group:
        yield group


def _difference(group: Sequence[_Pair], picture: LatticePicture, place: Mapping[int, int]) -> LatticeDifference:
    ours, theirs = _on_path(group, _OF_GOLD), _on_path(group, _OF_PARSE)
    drawn = [arc for arc, _ in group]
    state = _state(drawn)
    positions = tuple(position for arc, _ in ours for position in arc.positions)
    return LatticeDifference(
        word=isolated(_surface(drawn, picture, place) or _forms(ours or theirs)),
        gold=_said(ours, (State.MISSING, State.MATCHED)),
        parse=_said(theirs, (State.EXTRA, State.MATCHED)),
        state=state,
        positions=positions,
        place=min(positions, default=0),
        keys=tuple(dict.fromkeys(key for _, key in (*ours, *theirs))),
        word_states=dict.fromkeys(positions, picture.wording.drawn(state, Side.BOTH)),
        wording=picture.wording,
    )


def _on_path(group: Sequence[_Pair], states: Sequence[State]) -> list[_Pair]:
    return [pair for pair in group if pair[0].state in states]


def _state(group: Sequence[Arc]) -> State:
    """Another tag where all arcs are on both paths; missing where the parse's has none."""
    states = {arc.state for arc in group}
    if states == {State.WRONG_LABEL}:
        return State.WRONG_LABEL
    return State.EXTRA if states.intersection(_OF_PARSE) else State.MISSING


def _surface(group: Sequence[Arc], picture: LatticePicture, place: Mapping[int, int]) -> str:
    """The surface tokens that arcs are within; empty where the lattice does not know them."""
    first, last = place[group[0].origin], max(place[arc.target] for arc in group)
    return " ".join(
        token.form
        for token in picture.lattice.tokens
        if place[token.origin] < last and first < place[token.target] and token.form
    )


def _forms(pairs: Sequence[_Pair]) -> str:
    return " ".join(arc.form for arc, _ in pairs)


def _said(pairs: Sequence[_Pair], states: Sequence[State]) -> str:
    """Forms with the tags that they have on a path."""
    said = (
        f"{isolated(arc.form)}/{'+'.join(tag.name for tag in arc.tags if tag.state in states) or '_'}"
        for arc, _ in pairs
    )
    return " ".join(said) or NONE
