"""Sentences that a metric leaves out, or counts as wholly wrong: how many, the first one's line, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import polars as pl

from goldleaf.core.errors import counted
from goldleaf.core.metrics.base import Ratio
from goldleaf.core.scoring import Scored
from goldleaf.core.treebank import Treebank


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Sentences that are not compared for one reason; ``first_line`` is in the gold, ``wrong`` if they count so."""

    sentences: int
    first_line: int
    why: str
    wrong: bool

    def described(self, metric: str, gold: str, parse: str) -> str:
        """The same as a line of text, for readers of several parses."""
        return f"{parse}: {self.said(metric, gold)}"

    def said(self, metric: str, gold: str) -> str:
        """The same as a line of text about one parse."""
        verb, these = ("is", "") if self.sentences == 1 else ("are", "the first in ")
        what = f"{verb} counted as wrong" if self.wrong else f"{verb} left out"
        where = f"{these}{gold}:{self.first_line}"
        return f"{metric}: {counted(self.sentences, 'sentence')} {what}: {self.why} ({where})"


def left_out(scored: Scored, gold: Treebank) -> list[LeftOut]:
    """What a metric does not compare, a reason each; sentences that only the parse has are among them."""
    return [*left_out_by_count(scored, gold).values()]


def left_out_by_count(scored: Scored, gold: Treebank) -> dict[str, LeftOut]:
    """The same by the count that tells it, as the metric's ``not_compared`` names it."""
    metric, counts = scored.metric, scored.counts
    total = next(ratio.total for ratio in scored.ratios.values() if isinstance(ratio, Ratio))
    found = {}
    for name in metric.not_compared:
        rows = counts.filter(pl.col(name) > 0)
        if rows.height:
            first = int(gold.sentences["line"][int(rows["sentence"][0])])
            why = metric.why_not(dict.fromkeys(metric.not_compared, 0) | {name: 1})
            found[name] = LeftOut(int(rows[name].sum()), first, f"{why}", wrong=bool(rows[total].sum() > 0))
    return found


def added(parts: Sequence[Mapping[str, LeftOut]], names: Iterable[str]) -> list[LeftOut]:
    """What parts of a file leave out, together, by the counts of these names."""
    found = ([part[name] for part in parts if name in part] for name in names)
    return [
        replace(some[0], sentences=sum(one.sentences for one in some), wrong=any(one.wrong for one in some))
        for some in found
        if some
    ]


def as_object(found: Sequence[LeftOut]) -> dict[str, Any]:
    """``not_compared``, a list of reasons with ``sentences``, ``first_line``, ``why``, ``wrong``; empty if none."""
    return {"not_compared": [asdict(one) for one in found]} if found else {}
