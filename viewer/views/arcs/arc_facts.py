"""The facts of a metric of arcs, as pictures of arcs want them. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import polars as pl

from goldleaf.core.alignment.placing import Places
from goldleaf.core.facts import Mark
from goldleaf.core.metrics import create
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.arcs.arc_picture import ArcFact

_SAME: Places = {}
_FURTHER = ("undirected", "neutral", "attached")  # columns that the facts of few metrics have


def every_arc(pair: Pair) -> tuple[ArcFact, ...]:
    """The arcs of all words with whole labels, whatever the pair's metric leaves out."""
    metric = create("attachment", punctuation="include")
    return pair.once("every arc", lambda: arc_facts(replace(pair, metric=metric)))


def arc_facts(pair: Pair) -> tuple[ArcFact, ...]:
    """The arcs that the pair's metric compares; where words differ, with places for positions."""
    if pair.facts is None or pair.metric.facts_are:
        return ()
    sides = pair.places or (_SAME, _SAME)
    rows = list(pair.facts.filter(pl.col("head").is_not_null()).iter_rows(named=True))
    otherwise = [{**row, **_of_parse(row)} for row in rows if row.get("parse_label") is not None]
    return tuple(_fact(row, sides[row["side"] == "parse"]) for row in (*rows, *otherwise))


def _fact(row: Mapping[str, Any], own: Places) -> ArcFact:
    """The fact of a row, with the places that the words of its side have."""

    def at(position: int) -> int:
        return own.get(position, max(own.values(), default=0)) if own and position else position

    further = {name: row[name] for name in _FURTHER if name in row}
    marks = Mark(row["mark"]), Mark(row["unlabeled"])
    return ArcFact(at(row["dependent"]), at(row["head"]), row["label"], *marks, **further)


def _of_parse(row: Mapping[str, Any]) -> dict[str, Any]:
    """What the parse has where both have the same, but write it otherwise."""
    return {"side": "parse"} | {name: row[f"parse_{name}"] for name in ("head", "label", "attached")}
