"""Arcs as they are once they are lifted until none cross, and where they were. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from goldleaf.core.structures.dependency_changes import projectivized
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import GHOST, Element, Key, Role, Side, State
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.arcs.arc_picture import Arc, ArcsPicture
from goldleaf.viewer.views.arcs.columns import Columns
from goldleaf.viewer.views.arcs.describe import word_phrase
from goldleaf.viewer.views.arcs.edges import Edge
from goldleaf.viewer.views.arcs.roles import RolesShown

_SIDES = (Side.GOLD, Side.PARSE)


def lifted(known: Iterable[ArcsPicture], pair: Pair, options: RolesShown) -> Iterator[ArcsPicture]:
    """The pictures of gold and parse with lifted arcs and their ghosts, if asked for (Nivre & Nilsson 2005)."""
    places = pair.places or ({}, {})
    for picture in known:
        if picture.side not in _SIDES or not options.lifted:
            yield picture
            continue
        number = _SIDES.index(picture.side)
        own = places[number]
        heads = {own.get(word, word): own.get(head, head) for word, head in _moved(pair.sides[number])}
        arcs = tuple(replace(arc, head=heads.get(arc.dependent, arc.head)) for arc in picture.arcs)
        ghosts = tuple(arc for arc in picture.arcs if arc.dependent in heads)
        yield replace(picture, arcs=arcs, ghosts=ghosts)


def _moved(treebank: Treebank) -> Iterator[tuple[int, int]]:
    """The words whose arcs are lifted, and their heads then."""
    after = projectivized(treebank).words["head"].to_list()
    rows = zip(treebank.words["position"].to_list(), treebank.words["head"].to_list(), after, strict=True)
    return ((word, now) for word, before, now in rows if now != before and now is not None)


def ghost_edges(picture: ArcsPicture, columns: Columns, ruler: Ruler) -> Iterator[Edge]:
    """Where the lifted arcs of a picture were."""
    for arc in picture.ghosts:
        if arc.head in columns.of_word and arc.dependent in columns.of_word:
            head, dependent = columns.of_word[arc.head], columns.of_word[arc.dependent]
            edge = Edge(head, dependent, arc.label, State.MATCHED, _key(picture, arc), Role.LINK)
            yield edge.measured(ruler)


def ghost_elements(pictures: Sequence[ArcsPicture]) -> Iterator[Element]:
    """What can be pointed at."""
    for picture in pictures:
        for arc in picture.ghosts:
            now = picture.arc_of[arc.dependent].head
            to = word_phrase(picture, now) if now else "the root"
            was = f"{arc.label} of {word_phrase(picture, arc.head or 0)}"
            text = f"word {word_phrase(picture, arc.dependent)} was {was}; lifted to {to}"
            yield Element(_key(picture, arc), text, (arc.dependent,))


def _key(picture: ArcsPicture, arc: Arc) -> Key:
    return Key(picture.side, GHOST, f"{arc.dependent}")
