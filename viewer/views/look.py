"""How sentences are shown: which view, how its drawings stand to each other, what is in them; what makes them narrower.
No Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.options import Layout, Mode, Options, Row

_TAGS = (Row.TAG, Row.FINE_TAG)

AUTO = "auto"
"""The first view that the files have something for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What is asked for of a drawing; a view takes of it what it names in ``heeds``."""

    view: str = AUTO  # its name
    mode: Mode = Mode.STACKED
    options: Options = field(default_factory=Options)  # those that views have in common
    layers: tuple[Layer, ...] = ()  # whose differences are looked at; of none, what the metric counts
    against: int | None = None  # a second parse to be drawn with the gold and the parse
    everyone: bool | None = None  # whether all sides are looked at together; None for annotators, of whom none is right
    own: tuple[tuple[str, Any], ...] = ()  # the options of single views, by name, where they are not the usual ones

    def own_of(self, name: str, usual: Any) -> Any:  # noqa: ANN401, of the view's own class
        """A view's own options."""
        return dict(self.own).get(name, usual)

    def with_own(self, name: str, options: Any) -> Look:  # noqa: ANN401
        """The same with other options of a view."""
        return replace(self, own=tuple(sorted((dict(self.own) | {name: options}).items())))


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """One remedy to be narrower."""

    choice: str  # the field of a figure's choices that it makes; it is not taken where somebody has made it already
    said: str  # what is told once it has been taken, with ``{rows}`` for how many rows of words there are
    subject: str  # what it is about
    title: str  # what it is called in a dialog,
    option: str  # and on the command line
    changed: Callable[[Look, float], Look | None]  # of a look and the room in pixels; None where it changes nothing
    without: str = "As in the window"  # what there is if it is not done
    needs_parse: bool = False
    on_slides: bool = False  # tried, with each of the others, where a page is wider than it is high


def _with(**options: Any) -> Callable[[Look, float], Look | None]:  # noqa: ANN401, of any option
    """The look with other options that views have in common; None if it has them."""

    def changed(look: Look, _: float) -> Look | None:
        found = replace(look, options=replace(look.options, **options))
        return None if found == look else found

    return changed


TIGHT = Remedy(
    choice="tight", said="set closer", subject="Distances", title="Closer", option="",
    changed=lambda look, _: replace(look, options=replace(look.options, tight=True)),
)  # fmt: skip
OVERLAY = Remedy(
    choice="compare", said="gold and parse share one line of words", subject="Gold and parse", title="Overlay",
    option="--compare overlay", needs_parse=True,
    changed=lambda look, _: (
        None if look.mode is Mode.OVERLAY or look.options.layout.down else replace(look, mode=Mode.OVERLAY)
    ),
)  # fmt: skip
BESIDE = Remedy(
    choice="compare", said="side by side", subject="Gold and parse", title="Beside", option="--compare beside",
    needs_parse=True, on_slides=True,
    changed=lambda look, _: (
        None if look.mode is not Mode.STACKED or look.options.layout.down else replace(look, mode=Mode.BESIDE)
    ),
)  # fmt: skip
ROWS = Remedy(
    choice="wrap", said="{rows} rows of words", subject="Words", title="In rows", without="In one row",
    option="--wrap", changed=lambda look, room: replace(look, options=replace(look.options, wrap=room)),
)  # fmt: skip
DIFFERENCES = Remedy(
    choice="only_differences", said="only the differences", subject="Without differences", title="Left out",
    option="--only-differences", changed=_with(only_differences=True), needs_parse=True,
)  # fmt: skip
FOLD = replace(DIFFERENCES, said="what has no difference is folded", title="Folded")
WITHOUT_TAGS = Remedy(
    choice="rows", said="without tags", subject="Tags", title="Left out", option="--rows none",
    changed=lambda look, room: _with(rows=tuple(row for row in look.options.rows if row not in _TAGS))(look, room),
)  # fmt: skip


def _laid_out(layout: Layout) -> Callable[[Look, float], Look | None]:
    """The look with words across or down the page; None if they run so."""

    def changed(look: Look, _: float) -> Look | None:
        same = look.options.layout.down is layout.down
        return None if same else replace(look, options=replace(look.options, layout=layout))

    return changed


UPRIGHT = Remedy(
    choice="layout", said="words run down the page", subject="Layout", title="Upright", option="--layout upright",
    changed=_laid_out(Layout.UPRIGHT),
)  # fmt: skip
OUTLINE = replace(UPRIGHT, title="Outline", option="--layout outline")
ACROSS = replace(
    UPRIGHT, said="words run across the page", title="Across", option="--layout across",
    changed=_laid_out(Layout.ACROSS),
)  # fmt: skip
