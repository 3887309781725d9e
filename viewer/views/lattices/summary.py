"""What the status bar tells of a lattice. No Qt."""

from __future__ import annotations

from goldleaf.core.errors import counted
from goldleaf.core.structures.lattice_walk import Walk
from goldleaf.viewer.views.lattices.describe import paths_of
from goldleaf.viewer.views.lattices.lattice_picture import LatticePicture


def summary(picture: LatticePicture) -> str:
    """Such as ``8 paths, 11 edges (2.2 a token); gold is a path, parse is a path but for 1 tag``."""
    lattice = picture.lattice
    parts = f"{paths_of(lattice)}, {counted(len(lattice.edges), 'edge')}"
    if lattice.tokens:
        parts += f" ({len(lattice.edges) / len(lattice.tokens):.1f} a token)"
    sides = ((picture.wording.gold, picture.gold), (picture.wording.parse, picture.parse))
    said = [f"{title} {_as_path(picture, path)}" for title, path in sides if path is not None]
    return f"{parts}; {', '.join(said)}" if said else parts


def _as_path(picture: LatticePicture, path: Walk) -> str:
    """Whether it is one of the lattice's, and what it has instead."""
    if path.complete:
        return "is a path"
    forms = {(edge.origin, edge.target, edge.form) for edge in picture.lattice.edges}
    tags = sum(len(gap.segments) == 1 and (gap.origin, gap.target, gap.segments[0].form) in forms for gap in path.gaps)
    if tags == len(path.gaps):
        return f"is a path but for {counted(tags, 'tag')}"
    foreign = sum(len(gap.segments) for gap in path.gaps) - tags
    return f"is no path: {counted(foreign, 'word')} not in it" if foreign else "is no path"
