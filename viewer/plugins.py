"""What other installed packages add: entry points in the groups of the registries, `goldleaf.metrics` and its like.

They are read only where a name is not ours, or a list of all is shown: that takes as long as a tenth of a command.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from goldleaf.core.registry import Registry


def plug_in(*, pictures: bool = True) -> None:
    """Add to all registries what other packages offer, to those of ``pictures`` if these are wanted. Warns of each that
    cannot be used with a `PlugInWarning`."""
    from goldleaf.core.formats import FORMATS
    from goldleaf.core.metrics import METRICS
    from goldleaf.core.structures.transformations import TRANSFORMATIONS

    registries: list[Registry[Any]] = [METRICS, FORMATS, TRANSFORMATIONS]
    if pictures:
        from goldleaf.viewer.export import FORMATS as FIGURES
        from goldleaf.viewer.views import VIEWS

        registries += [VIEWS, FIGURES]
    for registry in registries:
        registry.plug_in()


def plug_in_named(words: Sequence[str]) -> None:
    """The same for a command line before its options are known: those of a metric or view are the command's own, and
    its help tells which there are."""
    if "--help" in words or "manual" in words[:1]:
        plug_in(pictures="--help" not in words or "render" in words[:1])
    for word, following in zip(words, [*words, ""][1:], strict=True):
        flag, joined, value = word.partition("=")
        names = (value if joined else following).split(",")
        if flag in ("--metric", "--help-metric"):
            from goldleaf.core.metrics import METRICS

            METRICS.look_for(names)
        elif flag == "--view" and names != ["auto"]:
            from goldleaf.viewer.views import VIEWS

            VIEWS.look_for(names)
