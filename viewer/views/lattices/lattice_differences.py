"""Where the paths of gold and parse through a lattice part, in words. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.differences import NONE, Difference, marked, on_any_side
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.views.lattices.lattice_picture import (
    DIFFERENT,
    Arc,
    LatticeOptions,
    LatticePicture,
    arc_keys,
    arcs,
)


def lattice_differences(picture: LatticePicture) -> tuple[Difference, ...]:
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


def _difference(group: Sequence[tuple[Arc, Key]], picture: LatticePicture) -> Difference:
    place, states = picture.lattice.rank, {arc.state for arc, _ in group}
    ours = [(arc, key) for arc, key in group if arc.state in (State.MISSING, State.WRONG_LABEL)]
    theirs = [(arc, key) for arc, key in group if arc.state in (State.EXTRA, State.WRONG_LABEL)]
    state = State.EXTRA if theirs else State.MISSING
    if states == {State.WRONG_LABEL}:  # another tag: all arcs are on both paths
        state = State.WRONG_LABEL
    first, last = place[group[0][0].origin], max(place[arc.target] for arc, _ in group)
    inside = (one for one in picture.lattice.tokens if place[one.origin] < last and first < place[one.target])
    surface = " ".join(token.form for token in inside if token.form)
    word = isolated(surface or " ".join(arc.form for arc, _ in ours or theirs))
    gold, parse = (
        _with_tags([arc for arc, _ in ours], State.MISSING),
        _with_tags([arc for arc, _ in theirs], State.EXTRA),
    )
    wording, other_tag = picture.wording, state is State.WRONG_LABEL
    if other_tag:
        verdict = wording.other_tag
    elif NONE not in (gold, parse):
        verdict = wording.other_words
    else:
        verdict = wording.verdict(State.MISSING if parse == NONE else State.EXTRA)
    positions = tuple(position for arc, _ in ours for position in arc.positions)
    start = min(positions, default=0)
    return Difference(
        word=word,
        gold=gold,
        parse=parse,
        verdict=verdict,
        sentence=f"{wording.contrast(word, gold, parse)} – {verdict}",
        state=state,
        gold_state=None if gold == NONE else wording.drawn(state if other_tag else State.MISSING, Side.GOLD),
        parse_state=None if parse == NONE else wording.drawn(state if other_tag else State.EXTRA, Side.PARSE),
        place=start,
        keys=tuple(dict.fromkeys(key for _, key in (*ours, *theirs))),
        word_states=marked(positions, state, wording),
        layer=Layer.TAG if other_tag else Layer.WORDS,
        item=f"{start}" if start else "",
        further=on_any_side(positions, "word"),
    )


def _with_tags(path: Sequence[Arc], alone: State) -> str:
    """Forms with the tags that they have on a path: those that its side has ``alone``, and those of both."""
    words = []
    for arc in path:
        tags = "+".join(tag.name for tag in arc.tags if tag.state in (alone, State.MATCHED))
        words.append(f"{isolated(arc.form)}/{tags or '_'}")
    return " ".join(words) or NONE
