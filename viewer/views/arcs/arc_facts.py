"""What is known of arcs: a metric's facts and graphs, layers, two parses at once, lifted arcs. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from goldleaf.core.alignment.joining import Places
from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.facts import Mark
from goldleaf.core.metrics import create
from goldleaf.core.structures.dependency_changes import projectivized
from goldleaf.viewer.diagram.naming import Rivals, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.layers import LayerItem
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.arcs.arc_picture import STATES, ArcFact, ArcsPicture, GraphEdge, pictures
from goldleaf.viewer.views.layers import CELLS, layered, places_of
from goldleaf.viewer.views.rivals import of_gold, of_parse

_SIDES = (Side.GOLD, Side.PARSE)


def every_arc(pair: Pair) -> tuple[ArcFact, ...]:
    """The arcs of all words with whole labels, whatever the pair's metric leaves out."""
    metric = create("attachment", punctuation="include")
    return pair.once("every arc", lambda: arc_facts(replace(pair, metric=metric)))


def arc_facts(pair: Pair) -> tuple[ArcFact, ...]:
    """The arcs that the pair's metric compares; where words differ, with places for positions."""
    if pair.facts is None or pair.metric.facts_are:
        return ()
    rows = list(pair.facts.filter(pl.col("head").is_not_null()).iter_rows(named=True))
    for row in rows[:]:
        # What both have the parse may write otherwise: a fact of its own.
        if row.get("parse_label") is not None:
            own = {name: row[f"parse_{name}"] for name in ("head", "label", "attached")}
            rows.append({**row, **own, "side": "parse"})

    def fact(row: dict[str, Any]) -> ArcFact:
        places: Places = pair.places[row["side"] == "parse"] if pair.places else {}

        def at(position: int) -> int:
            return places.get(position, max(places.values(), default=0)) if places and position else position

        further = {name: row[name] for name in ("undirected", "neutral", "attached") if name in row}
        marks = Mark(row["mark"]), Mark(row["unlabeled"])
        return ArcFact(at(row["dependent"]), at(row["head"]), row["label"], *marks, **further)

    return tuple(map(fact, rows))


def with_graphs(known: Sequence[ArcsPicture], pair: Pair) -> list[ArcsPicture]:
    """The pictures with the edges that the metric compares, where it compares enhanced graphs; else as they are."""
    if pair.facts is None or pair.metric.facts_are != "enhanced":
        return list(known)
    places = pair.places or ({}, {})
    return [_with_graph(one, pair.facts, places[one.side is Side.PARSE]) for one in known]


def _with_graph(picture: ArcsPicture, facts: pl.DataFrame, places: Places) -> ArcsPicture:
    def placed(name: str) -> str:
        number, dot, index = name.partition(".")
        return f"{places.get(int(number), int(number))}{dot}{index}" if places else name

    edges = []
    for row in facts.iter_rows(named=True):
        if row["side"] not in ("both", picture.side.value):
            continue
        state = STATES[Mark(row["mark"])]
        if state is not State.MATCHED and row["unlabeled"] == Mark.MATCHED:
            state = State.WRONG_LABEL
        # Nodes are named as on the side that is drawn: the parse may have other empty nodes.
        prefix = "parse_" if picture.side is Side.PARSE and row["side"] == "both" else ""
        edges.append(GraphEdge(placed(row[f"{prefix}node"]), placed(row[f"{prefix}head"]), row["label"], state))
    arcs = tuple(replace(arc, state=State.NOT_SCORED) for arc in picture.arcs)
    return replace(picture, arcs=arcs, graph=tuple(edges))


def with_cells(known: Sequence[ArcsPicture], pair: Pair, items: Iterable[LayerItem]) -> list[ArcsPicture]:
    """The pictures of both sides with the words that differ in layers under them; one alone as it is."""
    places = {layer: places_of(pair, items, layer) for layer in CELLS}
    if len(known) < 2 or not any(places.values()):
        return list(known)
    return [
        replace(one, against={layer: {place: other.word_at[place] for place in own} for layer, own in places.items()})
        for one, other in zip(known, reversed(known), strict=True)
    ]


def role_states(pair: Pair, items: Iterable[LayerItem], wording: Wording) -> dict[Key, State]:
    """The state of each sense and role that differs; roles that both sides give a word are none of them."""
    states: dict[Key, State] = {}
    for row in layered((), pair, [item for item in items if item.layer is Layer.ROLE], wording):
        shared = {*row.gold.split()} & {*row.parse.split()}
        for key in row.keys:
            if key.kind == "predicate" or key.name.split("-", 2)[2] not in shared:
                states[key] = row.state
    return states


def rival_pictures(other: Pair, pair: Pair, wording: Rivals) -> list[ArcsPicture]:
    """The gold's picture, the other parse's and the parse's, in the states of `Rivals`."""
    ours, theirs = (pictures(one.gold, one.parse, arc_facts(one)) for one in (other, pair))
    gold, first, second = ours[0], ours[1], theirs[1]
    arcs = tuple(replace(one, state=of_gold(one.state, theirs[0].arc_of[one.dependent].state)) for one in gold.arcs)
    found = [replace(gold, arcs=arcs, title=wording.gold, wording=wording)]
    sides = ((first, second, Side.OTHER, wording.other), (second, first, Side.PARSE, wording.parse))
    for picture, rival, side, title in sides:
        of_rival = {(arc.dependent, arc.head, arc.label) for arc in rival.arcs}
        arcs = tuple(
            replace(arc, state=of_parse(arc.state, side, shared=(arc.dependent, arc.head, arc.label) in of_rival))
            for arc in picture.arcs
        )
        found.append(replace(picture, arcs=arcs, side=side, title=title, wording=wording))
    return found


def lifted(known: Iterable[ArcsPicture], pair: Pair) -> Iterator[ArcsPicture]:
    """The pictures of gold and parse with arcs lifted until none cross, and their ghosts (Nivre & Nilsson 2005)."""
    for picture in known:
        if picture.side not in _SIDES:
            yield picture
            continue
        number = _SIDES.index(picture.side)
        treebank, places = pair.sides[number], pair.places[number] if pair.places else {}
        after = projectivized(treebank).words["head"].to_list()
        rows = zip(treebank.words["position"].to_list(), treebank.words["head"].to_list(), after, strict=True)
        heads = {
            places.get(word, word): places.get(head, head)
            for word, before, head in rows
            if head != before and head is not None
        }
        arcs = tuple(replace(arc, head=heads.get(arc.dependent, arc.head)) for arc in picture.arcs)
        yield replace(picture, arcs=arcs, ghosts=tuple(arc for arc in picture.arcs if arc.dependent in heads))
