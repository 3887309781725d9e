"""Lattices in words: for screen readers, tooltips and the alt text of figures."""

from __future__ import annotations

from collections.abc import Sequence

from goldleaf.core.errors import counted
from goldleaf.core.structures.lattice import Lattice, SurfaceToken, paths
from goldleaf.core.structures.lattice_walk import Walk
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.shapes import State
from goldleaf.viewer.views.lattices.lattice_picture import Arc, LatticePicture, Tag

MANY = 1_000_000_000  # from which a number of paths is given by its size


def paths_of(lattice: Lattice) -> str:
    """How many paths there are; a very large number roughly."""
    number = paths(lattice)
    return counted(number, "path") if number < MANY else f"about 10^{len(str(number)) - 1} paths"


def arc_description(arc: Arc, picture: LatticePicture) -> str:
    """Such as ``2 to 5 ‘dagan’: NN, NNP; on the path of gold``."""
    ends = f"{arc.origin} to {arc.target}"
    if arc.folded:
        inside = f"; folded, {picture.wording.told('gold and parse')} differ inside"
        differs = inside if arc.state == State.WRONG_HEAD else "; folded"
        return f"{ends}{differs}"
    text = f"{ends} ‘{isolated(arc.form)}’: {', '.join(map(_tag, arc.tags))}"
    on = _on_paths(arc, picture)
    return f"{text}; {on}" if on else text


def _tag(tag: Tag) -> str:
    analyses = f" ({tag.count} analyses)" if tag.count > 1 else ""
    return f"{tag.name}{analyses}{', not in the lattice' if tag.foreign else ''}"


def _on_paths(arc: Arc, picture: LatticePicture) -> str:
    gold, parse = picture.wording.gold, picture.wording.parse
    if not picture.has_paths or arc.state == State.NOT_SCORED:
        return ""
    if arc.state == State.WRONG_LABEL:
        return f"on both paths, with another tag in {parse}"
    if arc.state == State.MATCHED and picture.gold is not None and picture.parse is not None:
        return "on both paths"
    return f"on the path of {gold if arc.heavy else parse}"


def token_description(token: SurfaceToken, picture: LatticePicture) -> str:
    """Such as ``token 3 ‘dagan’, 7 edges, 5 paths``."""
    part = picture.lattice.within(token)
    form = f" ‘{isolated(token.form)}’" if token.form else ""
    return f"token {token.token}{form}, {counted(len(part.edges), 'edge')}, {paths_of(part)}"


def lattice_title(picture: LatticePicture) -> str:
    """Such as ``lattice, sentence 12 (weblog-7)``."""
    lattice = picture.lattice
    return f"lattice, sentence {lattice.number}" + (f" ({lattice.id})" if lattice.id else "")


def lattice_description(picture: LatticePicture, drawn: Sequence[Arc]) -> str:
    """The alt text: how large the lattice is, where the paths go, and where they differ."""
    lattice = picture.lattice
    if not lattice.edges:
        return "Lattice without edges."
    text = _running_text(lattice)
    of = f" of ‘{text}’" if text else ""
    parts = [
        f"Lattice{of}: {counted(len(lattice.states), 'state')}, {counted(len(lattice.edges), 'edge')}, "
        f"{paths_of(lattice)}"
    ]
    for name, path in ((picture.wording.gold, picture.gold), (picture.wording.parse, picture.parse)):
        if path is not None:
            parts.append(f"Path of {name}: {_words(picture, path)}")
    differ = [arc for arc in drawn if arc.state in (State.MISSING, State.EXTRA, State.WRONG_LABEL)]
    if differ:
        parts.append("They differ in " + "; ".join(arc_description(arc, picture) for arc in differ))
    return ". ".join(parts) + "."


def _running_text(lattice: Lattice) -> str:
    return lattice.text or " ".join(token.form or "?" for token in lattice.tokens)


def _words(picture: LatticePicture, path: Walk) -> str:
    """The words of a path and what it lacks, in their order."""
    edges = picture.lattice.edges
    found = [(word, f"{edges[number].form}/{edges[number].coarse_tag}") for number, word in path.matched.items()]
    for gap in path.gaps:
        words = " ".join(f"{segment.form}/{segment.coarse_tag}" for segment in gap.segments)
        found.append((gap.first, f"[not in the lattice: {words}]" if words else "[none]"))
    return " ".join(text for _, text in sorted(found))
