"""Treebanks, metrics and analyses, without a window: what scripts and notebooks use.

    from goldleaf.core import read, write, score, compare, METRICS, FORMATS

Names are loaded when they are first asked for, so that importing one module of this package loads no other.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goldleaf.core.analysis.agreement import Agreement
    from goldleaf.core.errors import FormatError, GoldleafError, OptionError, PairError
    from goldleaf.core.facts import Mark
    from goldleaf.core.formats import FORMATS, read, read_parts, write
    from goldleaf.core.interface import Comparison, Experiments, Result, agreement, compare, compare_experiments, score
    from goldleaf.core.metrics import METRICS, Metric, Score
    from goldleaf.core.sentence import Sentence
    from goldleaf.core.treebank import Treebank
    from goldleaf.core.version import VERSION

_HOMES = {
    "errors": ("FormatError", "GoldleafError", "OptionError", "PairError"),
    "facts": ("Mark",),
    "formats": ("FORMATS", "read", "read_parts", "write"),
    "analysis.agreement": ("Agreement",),
    "interface": ("Comparison", "Experiments", "Result", "agreement", "compare", "compare_experiments", "score"),
    "metrics": ("METRICS", "Metric", "Score"),
    "sentence": ("Sentence",),
    "treebank": ("Treebank",),
    "version": ("VERSION",),
}

__all__ = [
    "FORMATS", "METRICS", "VERSION", "Agreement", "Comparison", "Experiments", "FormatError", "GoldleafError", "Mark",
    "Metric", "OptionError", "PairError", "Result", "Score", "Sentence", "Treebank", "agreement", "compare",
    "compare_experiments", "read", "read_parts", "score", "write",
]  # fmt: skip


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
