"""What makes drawings narrower. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from goldleaf.viewer.diagram.options import Layout, Mode, Row
from goldleaf.viewer.views.view import Look, Remedy

_TAGS = (Row.TAG, Row.FINE_TAG)


def _with(
    when: Callable[[Look], bool] = lambda _: True, **options: Any,  # noqa: ANN401, of any option
) -> Callable[[Look, float], Look | None]:  # fmt: skip
    """The look with other options that views have in common, ``when`` the look allows it; None if it has them."""

    def changed(look: Look, _: float) -> Look | None:
        found = replace(look, options=replace(look.options, **options))
        return found if found != look and when(look) else None

    return changed


def with_own(
    name: str, usual: Any, when: Callable[[Any, Look], bool] = lambda *_: True, **options: Any,  # noqa: ANN401
) -> Callable[[Look, float], Look | None]:  # fmt: skip
    """The look with other options of the view of a name, ``when`` these and the look allow it; None if it has them."""

    def changed(look: Look, _: float) -> Look | None:
        own = look.own_of(name, usual)
        found = replace(own, **options)
        return look.with_own(name, found) if found != own and when(own, look) else None

    return changed


TIGHT = Remedy(
    choice="tight", said="closely spaced", subject="Distances", title="Closer", option="",
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


UPRIGHT = Remedy(
    choice="layout", said="words run down the page", subject="Layout", title="Upright", option="--layout upright",
    changed=_with(lambda look: not look.options.layout.down, layout=Layout.UPRIGHT),
)  # fmt: skip
OUTLINE = replace(UPRIGHT, title="Outline", option="--layout outline")
ACROSS = replace(
    UPRIGHT, said="words run across the page", title="Across", option="--layout across",
    changed=_with(lambda look: look.options.layout.down, layout=Layout.ACROSS),
)  # fmt: skip
