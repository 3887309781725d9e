"""TedEval (Tsarfaty et al. 2011; 2012 EACL, ACL): the distance between function trees, for one gold and for several.

`forest` makes the trees' facts, `generalized` what several golds have in common, `comparing` the marks; `metric` counts
them and `script` lists them as edits.
"""

from __future__ import annotations

from goldleaf.core.metrics.tedeval.metric import TedEval

__all__ = ["TedEval"]
