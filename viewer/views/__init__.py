"""The views: one room a kind of picture, and their registry. No Qt.

A new view is a room here and a line in `VIEWS`; it then has a button, a key, the compare modes and options that it
heeds, every export, its differences list and walking.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from goldleaf.core.errors import check_among
from goldleaf.core.metrics import Metric
from goldleaf.core.registry import Registry
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.views.aligned.view import AlignedView
from goldleaf.viewer.views.arcs.view import ArcsView
from goldleaf.viewer.views.functions.view import FunctionsView
from goldleaf.viewer.views.lattices.view import LatticesView
from goldleaf.viewer.views.roles.view import RolesView
from goldleaf.viewer.views.trees.view import TreesView
from goldleaf.viewer.views.view import AUTO, Look, View

__all__ = ["AUTO", "VIEWS", "Look", "View", "forgotten", "named", "owners", "view_of", "views_of"]

# In the order of their buttons.
_OWN = (ArcsView(), TreesView(), FunctionsView(), LatticesView(), AlignedView(), RolesView())
VIEWS: Registry[View] = Registry({view.name: view for view in _OWN}, "goldleaf.views")

_PREFERRED = ("tree", "arcs")  # what `AUTO` chooses first, where a file has it; then the others in their order


def view_of(look: Look, document: Document | None) -> View:
    """The view that a look shows of the files: the one that it asks for if they have it, else the first that fits."""
    return _view_of(look.view, document)


@lru_cache(maxsize=1)  # with each key it is asked for a hundred times
def _view_of(wanted: str, document: Document | None) -> View:
    names = dict.fromkeys((*([] if wanted == AUTO else [wanted]), *_PREFERRED, *VIEWS))
    known = [VIEWS[name] for name in names if name in VIEWS]
    if document is None:
        return known[0] if known[0].name == wanted else VIEWS["arcs"]
    return next(view for view in known if not view.lacking(document))


def named(name: str) -> View:
    """The view of a name. Raises OptionError."""
    if name not in VIEWS:
        check_among("--view", name, (AUTO, *VIEWS), "view")
    return VIEWS[name]


def views_of(metric: Metric, document: Document) -> list[str]:
    """The names of the views that show a metric's facts of the files."""
    return [name for name in metric.views if name in VIEWS and not VIEWS[name].lacking(document)]


def forgotten(look: Look) -> Look:
    """The same look without what is of one sentence, such as folds."""
    return replace(look, own=tuple((name, VIEWS[name].forgotten(options)) for name, options in look.own))


def owners(view: View) -> tuple[View, ...]:
    """The views whose own options a view draws with: its own, and those that it shares."""
    return (view, *([VIEWS[view.shares]] if view.shares else []))
