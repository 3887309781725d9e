"""Enhanced graphs as a metric marks them: edges for the pictures, and rows of the list. No Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

import polars as pl

from goldleaf.core.alignment.placing import Places
from goldleaf.core.facts import Mark
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.differences import NONE, Difference, drawn, marked, on_any_side
from goldleaf.viewer.diagram.shapes import Side, State
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.arcs.arc_differences import naming
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture, GraphEdge

_ALONE = {Side.GOLD: State.MISSING, Side.PARSE: State.EXTRA}
_STATES = {Mark.MATCHED: State.MATCHED, Mark.MISSING: State.MISSING, Mark.EXTRA: State.EXTRA}


def with_graphs(known: Sequence[ArcsPicture], pair: Pair) -> list[ArcsPicture]:
    """The pictures with the edges that the metric compares, where it compares enhanced graphs; else as they are."""
    if pair.facts is None or pair.metric.facts_are != "enhanced":
        return list(known)
    places = pair.places or ({}, {})
    return [_with_graph(one, pair.facts, places[one.side is Side.PARSE]) for one in known]


def _with_graph(picture: ArcsPicture, facts: pl.DataFrame, places: Places) -> ArcsPicture:
    of_parse = picture.side is Side.PARSE
    edges = [
        _edge(row, of_parse=of_parse)
        for row in facts.iter_rows(named=True)
        if row["side"] in ("both", picture.side.value)
    ]
    arcs = tuple(replace(arc, state=State.NOT_SCORED) for arc in picture.arcs)
    return replace(picture, arcs=arcs, graph=tuple(_placed(edge, places) for edge in edges))


def _edge(row: Mapping[str, Any], *, of_parse: bool) -> GraphEdge:
    """An edge by the names of its nodes on the side that is drawn."""
    state = _STATES[Mark(row["mark"])]
    if state is not State.MATCHED and row["unlabeled"] == Mark.MATCHED:
        state = State.WRONG_LABEL
    prefix = "parse_" if of_parse and row["side"] == "both" else ""
    return GraphEdge(row[f"{prefix}node"], row[f"{prefix}head"], row["label"], state)


def _placed(edge: GraphEdge, places: Places) -> GraphEdge:
    return replace(edge, node=_at(edge.node, places), head=_at(edge.head, places)) if places else edge


def _at(name: str, places: Places) -> str:
    number, dot, index = name.partition(".")
    return f"{places.get(int(number), int(number))}{dot}{index}"


def graph_differences(pictures: Sequence[ArcsPicture]) -> tuple[Difference, ...]:
    """The edges that differ, in the order of their dependents; those from one head to the same one are one row."""
    if len(pictures) < 2:
        return ()
    gold, parse = pictures[:2]
    found: defaultdict[tuple[str, str, State], tuple[list[GraphEdge], list[GraphEdge]]] = defaultdict(lambda: ([], []))
    for place, picture in enumerate((gold, parse)):
        for edge in picture.graph or ():
            if edge.state is not State.MATCHED:
                found[edge.node, edge.head, edge.state][place].append(edge)
    ordered = sorted(found.items(), key=lambda one: _order(one[0][0]))
    return tuple(row for _, sides in ordered for row in _rows(gold, parse, *sides))


def _order(node: str) -> tuple[int, int]:
    number, _, index = node.partition(".")
    return int(number), int(index or 0)


def _rows(
    gold: ArcsPicture, parse: ArcsPicture, ours: Sequence[GraphEdge], theirs: Sequence[GraphEdge]
) -> Iterator[Difference]:
    for of_gold, of_parse in zip_longest(ours, theirs):
        there = [(one, picture) for one, picture in ((of_gold, gold), (of_parse, parse)) if one is not None]
        edge, picture = there[0]
        word, ours_said, theirs_said = _name(picture, edge.node), _said(gold, of_gold), _said(parse, of_parse)
        state = edge.state if len(there) > 1 or edge.state is not State.WRONG_LABEL else _ALONE[picture.side]
        wording, verdict = gold.wording, gold.wording.verdict(state)
        gold_state, parse_state = drawn(state, ours_said, theirs_said, wording)
        place = int(edge.node.partition(".")[0])  # of an empty node that of the word before it
        yield Difference(
            word=word,
            gold=ours_said,
            parse=theirs_said,
            verdict=verdict,
            sentence=f"{wording.facts(word, ours_said, theirs_said)} – {verdict}",
            state=state,
            gold_state=gold_state,
            parse_state=parse_state,
            place=place,
            keys=tuple(one.key(own.side) for one, own in there),
            word_states={} if "." in edge.node else marked([place], state, wording),  # an empty node is not written
            further=on_any_side([edge.node], "word", "empty"),
        )


def _said(picture: ArcsPicture, edge: GraphEdge | None) -> str:
    return NONE if edge is None else phrase(picture, edge)


def phrase(picture: ArcsPicture, edge: GraphEdge) -> str:
    """What an edge says of its dependent, such as ``conj of saw``."""
    return edge.label if edge.head == "0" else f"{edge.label} of {_name(picture, edge.head)}"


def _name(picture: ArcsPicture, node: str) -> str:
    """A word by its form; an empty node by its form, if it has one, and its number."""
    if node.isdigit():
        return naming(picture, int(node))
    form = next((one.form for one in picture.sentence.empty_nodes if one.name == node), "_")
    return f"empty node {node}" if form in ("_", "") else f"{isolated(form)} ({node})"
