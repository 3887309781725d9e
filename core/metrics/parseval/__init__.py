"""ParsEval (Black et al. 1991) as the program evalb computes it: brackets of two phrase structures compared.

`metric` counts the marks that `comparing` gives; before that `settings` reads evalb's parameter files, and `evalb`
finds what of a treebank counts, and which sentences can be compared.
"""

from __future__ import annotations

from goldleaf.core.metrics.parseval.metric import ParsEval
from goldleaf.core.metrics.parseval.settings import BUILT_IN, EvalbSettings, load_settings, parse_settings

__all__ = ["BUILT_IN", "EvalbSettings", "ParsEval", "load_settings", "parse_settings"]
