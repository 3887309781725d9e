"""Which predicates' roles are drawn, all or one at a time, and how they are marked. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.naming import Wording
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.shapes import Key, State
from goldleaf.viewer.session.layers import LayerItem
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture, predicates
from goldleaf.viewer.views.layers import layered

FIRST = 0
"""For the predicate of `RolesShown`: the first one that there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RolesShown:
    """What is shown of roles and of lifted arcs, the own options of arcs.

    roles
        Predicates and their arguments below the words.
    predicate
        Only the one at this position, `FIRST` for the first one; None for all.
    lifted
        Arcs as TedEval's ``projectivize=lift`` makes them, with a ghost where each lifted one was.
    """

    roles: bool = True
    predicate: int | None = None
    lifted: bool = False


def predicate_of(key: Key | None, known: Sequence[int]) -> int | None:
    """The predicate that an element is about: a sense, a role, or a word that is one; None for another element."""
    if key is None or key.kind not in ("predicate", "argument", "word", "arc"):
        return None
    name = key.name.split("-")[0]
    return int(name) if name.isdigit() and int(name) in known else None


def with_roles(options: Options, own: RolesShown, pictures: Sequence[ArcsPicture]) -> Options:
    """The options that all views share, with the predicate whose roles are drawn."""
    if own.predicate is None:
        return replace(options, semantic=own.roles)
    known = predicates(picture.sentence for picture in pictures)
    chosen = own.predicate if own.predicate in known else next(iter(known), None)
    return replace(options, semantic=own.roles, predicate=chosen)


def role_states(pair: Pair, items: Iterable[LayerItem], wording: Wording) -> dict[Key, State]:
    """The state of each sense and role that differs; roles that both sides give a word are none of them."""
    states: dict[Key, State] = {}
    for one in layered((), pair, [item for item in items if item.layer is Layer.ROLE], wording):
        shared = {*one.gold.split()} & {*one.parse.split()}
        for key in one.keys:
            if key.kind == "predicate" or key.name.split("-", 2)[2] not in shared:
                states[key] = one.state
    return states
