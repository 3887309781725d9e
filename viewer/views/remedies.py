"""What can be done to a drawing that is too wide for its figure. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from goldleaf.viewer.diagram.options import Mode, Row
from goldleaf.viewer.views.look import Look


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """One remedy to be narrower.

    ``choice`` is the field of a figure's choices that it makes, so that it is not taken where somebody has made it
    already; ``said`` is what is told once it has been taken, with ``{rows}`` for how many rows of words there are;
    ``title`` and ``option`` are what it is called in a dialog and on the command line, ``subject`` is what it is about,
    ``without`` what there is if it is not done. ``changed`` is given the look
    and the room in pixels; None where it changes nothing.
    """

    choice: str
    said: str
    subject: str
    title: str
    without: str = "As in the window"
    option: str
    changed: Callable[[Look, float], Look | None]
    needs_parse: bool = False


def _tight(look: Look, _: float) -> Look:
    return replace(look, options=replace(look.options, tight=True))


def _overlay(look: Look, _: float) -> Look | None:
    return None if look.mode is Mode.OVERLAY else replace(look, mode=Mode.OVERLAY)


def _rows(look: Look, room: float) -> Look:
    return replace(look, options=replace(look.options, wrap=room))


def _only_differences(look: Look, _: float) -> Look | None:
    if look.options.only_differences:
        return None
    return replace(look, options=replace(look.options, only_differences=True))


def _without_tags(look: Look, _: float) -> Look | None:
    kept = tuple(row for row in look.options.rows if row not in (Row.TAG, Row.FINE_TAG))
    return None if kept == look.options.rows else replace(look, options=replace(look.options, rows=kept))


TIGHT = Remedy(choice="tight", said="set closer", subject="Distances", title="Closer", option="", changed=_tight)
OVERLAY = Remedy(
    choice="compare", said="gold and parse share one line of words", subject="Gold and parse", title="Overlay",
    option="--compare overlay", changed=_overlay, needs_parse=True,
)  # fmt: skip
ROWS = Remedy(
    choice="wrap", said="{rows} rows of words", subject="Words", title="In rows", without="In one row",
    option="--wrap", changed=_rows,
)  # fmt: skip
DIFFERENCES = Remedy(
    choice="only_differences", said="only the differences", subject="What is the same", title="Left out",
    option="--only-differences", changed=_only_differences, needs_parse=True,
)  # fmt: skip
FOLD = replace(DIFFERENCES, said="what has no difference is folded", title="Folded")
WITHOUT_TAGS = Remedy(
    choice="rows", said="without tags", subject="Tags", title="Left out", option="--rows none", changed=_without_tags
)
