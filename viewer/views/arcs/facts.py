"""The facts of a metric of arcs, as pictures of arcs want them. No Qt."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from goldleaf.core.alignment.placing import Places
from goldleaf.core.facts import Mark
from goldleaf.core.metrics import create
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.arcs.picture import ArcFact

_SAME: Places = {}
_FURTHER = ("undirected", "neutral", "attached")  # columns that the facts of few metrics have


def every_arc(pair: Pair) -> tuple[ArcFact, ...]:
    """The arcs of all words with whole labels, whatever the pair's metric leaves out."""
    metric = create("attachment", punctuation="include")
    return pair.once("every arc", lambda: arc_facts(replace(pair, metric=metric)))


def arc_facts(pair: Pair) -> tuple[ArcFact, ...]:
    """The arcs that the pair's metric compares; where words differ, with places for positions."""
    if pair.facts is None:
        return ()
    if pair.metric.facts_are:
        return ()
    arcs = pair.facts.filter(pl.col("head").is_not_null())
    sides = pair.places or (_SAME, _SAME)

    def at(position: int, side: str) -> int:
        own = sides[1] if side == "parse" else sides[0]
        return own.get(position, max(own.values(), default=0)) if own and position else position

    return tuple(
        ArcFact(
            at(row["dependent"], row["side"]),
            at(row["head"], row["side"]),
            row["label"],
            Mark(row["mark"]),
            Mark(row["unlabeled"]),
            **{name: row[name] for name in _FURTHER if name in row},
        )
        for row in arcs.iter_rows(named=True)
    )
