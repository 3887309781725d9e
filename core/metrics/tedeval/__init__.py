"""TedEval (Tsarfaty et al. 2011; 2012 EACL, ACL): the distance between function trees, for one gold and for several.

`forest` makes the trees' facts, `generalized` what several golds have in common, `comparing` the marks; `metric` counts
them and `script` lists them as edits.
"""

from __future__ import annotations

from collections.abc import Iterable

from goldleaf.core.metrics.base import Metric
from goldleaf.core.metrics.tedeval.metric import TedEval

__all__ = ["TedEval", "tedeval_of"]


def tedeval_of(metrics: Iterable[Metric]) -> TedEval | None:
    """The first of some metrics that is TedEval; what only it can do, such as edit scripts, is asked of it."""
    return next((metric for metric in metrics if isinstance(metric, TedEval)), None)
