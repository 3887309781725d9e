"""TedEval (Tsarfaty et al. 2011; 2012 EACL, ACL): the distance between function trees, for one gold and for several.

`metric` counts; `comparison` gives the marks of the facts that `forest` makes of trees, whose words `places` pairs.
`trees` tells of single sentences, their edits among it; `tree_operations` makes trees of several.
"""

from __future__ import annotations

from collections.abc import Iterable

from goldleaf.core.metrics.base import Metric
from goldleaf.core.metrics.tedeval.metric import TedEval

__all__ = ["TedEval", "tedeval_of"]


def tedeval_of(metrics: Iterable[Metric]) -> TedEval | None:
    """The first of some metrics that is TedEval; what only it can do, such as edit scripts, is asked of it."""
    return next((metric for metric in metrics if isinstance(metric, TedEval)), None)
