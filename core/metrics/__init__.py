"""The metrics. A new one is a module here and an entry in `METRICS`; everything else finds it there."""

from __future__ import annotations

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics.base import Metric, Option, Ratio, Score
from goldleaf.core.registry import Registry

__all__ = ["METRICS", "Metric", "Option", "Ratio", "Score", "by_default", "create"]

METRICS: Registry[type[Metric]] = Registry(
    {
        "attachment": "goldleaf.core.metrics.attachment:Attachment",
        "parseval": "goldleaf.core.metrics.parseval:ParsEval",
        "leaf-ancestor": "goldleaf.core.metrics.leaf_ancestor:LeafAncestor",
        "mwe": "goldleaf.core.metrics.mwe:MultiwordExpressions",
        "tedeval": "goldleaf.core.metrics.tedeval:TedEval",
        "segmentation": "goldleaf.core.metrics.segmentation:Segmentation",
        "ud": "goldleaf.core.metrics.ud:UniversalDependencies",
    }
)
"""The metrics by name, each loaded when it is looked up."""


def by_default() -> list[str]:
    """The metrics that are computed without being asked for, where they apply."""
    return [name for name, metric in METRICS.items() if metric.by_default]


def create(name: str, **chosen: str) -> Metric:
    """The metric of this name with these options. Raises OptionError when there is no such metric or option."""
    if name not in METRICS:
        raise OptionError(f"--metric {name}: no such metric; there are {', '.join(METRICS)}")
    return METRICS[name](**chosen)
