"""What a picture of a lattice shows."""

from __future__ import annotations

from dataclasses import dataclass

from goldleaf.viewer.diagram.options import Direction


@dataclass(frozen=True, slots=True, kw_only=True)
class LatticeOptions:
    """What to show.

    around
        The number of a surface token: only it and ``reach`` tokens on either side are drawn in full, of the others one
        edge with ``…`` each. None for all.
    most_tags
        So many tags stand under a form, besides those on a path; the others are counted.
    """

    around: int | None = None
    reach: int = 2
    most_tags: int = 4
    direction: Direction = Direction.AUTO
