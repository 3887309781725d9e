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
    from goldleaf.core.treebank import Sentence, Treebank
    from goldleaf.core.version import VERSION

_HOMES = {
    **dict.fromkeys(("FormatError", "GoldleafError", "OptionError", "PairError"), "errors"),
    "Mark": "facts",
    **dict.fromkeys(("FORMATS", "read", "read_parts", "write"), "formats"),
    "Agreement": "analysis.agreement",
    **dict.fromkeys(
        ("Comparison", "Experiments", "Result", "agreement", "compare", "compare_experiments", "score"), "interface"
    ),
    **dict.fromkeys(("METRICS", "Metric", "Score"), "metrics"),
    **dict.fromkeys(("Sentence", "Treebank"), "treebank"),
    "VERSION": "version",
}

__all__ = [
    "FORMATS",
    "METRICS",
    "VERSION",
    "Agreement",
    "Comparison",
    "Experiments",
    "FormatError",
    "GoldleafError",
    "Mark",
    "Metric",
    "OptionError",
    "PairError",
    "Result",
    "Score",
    "Sentence",
    "Treebank",
    "agreement",
    "compare",
    "compare_experiments",
    "read",
    "read_parts",
    "score",
    "write",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
