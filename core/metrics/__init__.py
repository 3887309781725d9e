"""The metrics. A new one is a module here and an entry in `METRICS`; everything else finds it there."""

from __future__ import annotations

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.base import Metric, Option, Ratio, Score
from goldleaf.core.metrics.leaf_ancestor import LeafAncestor
from goldleaf.core.metrics.mwe import MultiwordExpressions
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.segmentation import Segmentation
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.metrics.ud import UniversalDependencies

__all__ = ["METRICS", "Metric", "Option", "Ratio", "Score", "by_default", "create"]

METRICS: dict[str, type[Metric]] = {
    metric.name: metric
    for metric in (
        Attachment,
        ParsEval,
        LeafAncestor,
        MultiwordExpressions,
        TedEval,
        Segmentation,
        UniversalDependencies,
    )
}


def by_default() -> list[str]:
    """The metrics that are computed without being asked for, where they apply."""
    return [name for name, metric in METRICS.items() if metric.by_default]


def create(name: str, **chosen: str) -> Metric:
    """The metric of this name with these options. Raises OptionError when there is no such metric or option."""
    if name not in METRICS:
        raise OptionError(f"--metric {name}: no such metric; there are {', '.join(METRICS)}")
    return METRICS[name](**chosen)
