"""A parse that is compared with the gold, and its scores. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from goldleaf.core.alignment import Units, units
from goldleaf.core.metrics import Metric
from goldleaf.core.scoring import Scored, score_steps
from goldleaf.core.steps import Steps, in_turn
from goldleaf.core.treebank import Treebank


@dataclass(frozen=True, eq=False)
class Parse:
    """A parse with its scores under each metric, by the metric's name."""

    name: str
    treebank: Treebank
    scored: dict[str, Scored]
    units: Units

    @classmethod
    def of(cls, name: str, gold: Treebank, treebank: Treebank, metrics: Sequence[Metric]) -> Steps[Parse]:
        """A parse, aligned with the gold and scored."""
        scored = yield from _scored(metrics, gold, treebank)
        return cls(name, treebank, scored, units(gold, treebank))

    def under(self, metrics: Sequence[Metric], gold: Treebank) -> Steps[Parse]:
        """The same parse scored by other metrics."""
        return replace(self, scored=(yield from _scored(metrics, gold, self.treebank)))

    def fitted(self, metric: Metric) -> Metric:
        """The metric as it scored the whole parse, with what it made of all of its words; itself if it did not."""
        scored = self.scored.get(metric.name)
        if scored is None:
            return metric
        left_open = {name for name, value in metric.chosen.items() if value == "auto"}  # which the files have decided
        decided = scored.metric.chosen | dict.fromkeys(left_open, "auto")
        return scored.metric if decided == metric.chosen else metric

    def counts(self, row: int, metric: Metric) -> dict[str, int]:
        """What the metric counts in a sentence of the gold; nothing where it was not asked."""
        scored = self.scored.get(metric.name)
        return scored.counts.row(row, named=True) if scored is not None else {}


def _scored(metrics: Sequence[Metric], gold: Treebank, parse: Treebank) -> Steps[dict[str, Scored]]:
    scored = yield from in_turn([score_steps(metric, gold, parse) for metric in metrics])
    return {metric.name: one for metric, one in zip(metrics, scored, strict=True)}
