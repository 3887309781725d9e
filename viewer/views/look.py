"""How sentences are shown: which view, how its drawings stand to each other, what is in them. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.options import Mode, Options

AUTO = "auto"
"""The first view that the files have something for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What is asked for of a drawing.

    ``view`` is the name of a view or `AUTO`. ``options`` are those that views have in common, each taking the ones that
    it names in ``heeds``. ``layers`` of annotation are those whose differences are looked at, by views that heed them;
    of none, what the metric counts. ``against`` is a second parse to be drawn with the gold and the parse, by views
    that heed it. ``own`` are the options of single views, by name, where they are not the usual ones.
    """

    view: str = AUTO
    mode: Mode = Mode.STACKED
    options: Options = field(default_factory=Options)
    layers: tuple[Layer, ...] = ()
    against: int | None = None
    own: tuple[tuple[str, Any], ...] = ()

    def own_of(self, name: str, usual: Any) -> Any:  # noqa: ANN401, of the view's own class
        """A view's own options."""
        return dict(self.own).get(name, usual)

    def with_own(self, name: str, options: Any) -> Look:  # noqa: ANN401
        """The same with other options of a view."""
        return replace(self, own=tuple(sorted((dict(self.own) | {name: options}).items())))
