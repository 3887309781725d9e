"""Where the paths of gold and parse through a lattice part, in words. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.differences import NONE
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.views.lattices.lattice_picture import (
    DIFFERENT,
    Arc,
    LatticeOptions,
    LatticePicture,
    arc_keys,
    arcs,
)


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
        state = self.state if self.state == State.WRONG_LABEL else State.MISSING
        return None if self.gold == NONE else self.wording.drawn(state, Side.GOLD)

    @property
    def parse_state(self) -> State | None:
        """How the parse's arcs are drawn; None where it has none."""
        state = self.state if self.state == State.WRONG_LABEL else State.EXTRA
        return None if self.parse == NONE else self.wording.drawn(state, Side.PARSE)

    def about(self, key: Key) -> bool:
        """Whether an element of the pictures has this difference: an arc of either path, or a word of the gold."""
        return key in self.keys or (key.kind == "word" and key.name in {f"{position}" for position in self.positions})


def lattice_differences(picture: LatticePicture) -> tuple[LatticeDifference, ...]:
    """Where the paths part, from the sentence's beginning on; nothing without both."""
    if picture.gold is None or picture.parse is None:
        return ()
    drawn, place = arcs(picture, LatticeOptions()), picture.lattice.rank
    differ = [(arc, key) for arc, key in zip(drawn, arc_keys(drawn), strict=True) if arc.state in DIFFERENT]
    differ.sort(key=lambda pair: (place[pair[0].origin], place[pair[0].target]))
    groups: list[list[tuple[Arc, Key]]] = []  # of arcs that have something in common
    end = -1
    for arc, key in differ:
        if not groups or place[arc.origin] >= end:
            groups.append([])
        groups[-1].append((arc, key))
        end = max(end, place[arc.target])
    return tuple(_difference(group, picture) for group in groups)


def _difference(group: Sequence[tuple[Arc, Key]], picture: LatticePicture) -> LatticeDifference:
    place, states = picture.lattice.rank, {arc.state for arc, _ in group}
    ours = [(arc, key) for arc, key in group if arc.state in (State.MISSING, State.WRONG_LABEL)]
    theirs = [(arc, key) for arc, key in group if arc.state in (State.EXTRA, State.WRONG_LABEL)]
    state = State.EXTRA if theirs else State.MISSING
    if states == {State.WRONG_LABEL}:  # another tag: all arcs are on both paths
        state = State.WRONG_LABEL
    first, last = place[group[0][0].origin], max(place[arc.target] for arc, _ in group)
    inside = (one for one in picture.lattice.tokens if place[one.origin] < last and first < place[one.target])
    surface = " ".join(token.form for token in inside if token.form)
    positions = tuple(position for arc, _ in ours for position in arc.positions)
    return LatticeDifference(
        word=isolated(surface or " ".join(arc.form for arc, _ in ours or theirs)),
        gold=_with_tags([arc for arc, _ in ours], State.MISSING),
        parse=_with_tags([arc for arc, _ in theirs], State.EXTRA),
        state=state,
        positions=positions,
        place=min(positions, default=0),
        keys=tuple(dict.fromkeys(key for _, key in (*ours, *theirs))),
        word_states=dict.fromkeys(positions, picture.wording.drawn(state, Side.BOTH)),
        wording=picture.wording,
    )


def _with_tags(path: Sequence[Arc], alone: State) -> str:
    """Forms with the tags that they have on a path: those that its side has ``alone``, and those of both."""
    words = []
    for arc in path:
        tags = "+".join(tag.name for tag in arc.tags if tag.state in (alone, State.MATCHED))
        words.append(f"{isolated(arc.form)}/{tags or '_'}")
    return " ".join(words) or NONE
