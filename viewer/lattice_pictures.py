"""The lattices of a document's sentences, with the paths of gold and parse through them. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.structures.lattice import Lattice, Segment, lattice_of, segments_of
from core.treebank import Treebank
from viewer.diagram.lattice_picture import LatticePicture, lattice_picture
from viewer.document import Document


def lattice_picture_of(document: Document, row: int, parse: int, parse_title: str = "parse") -> LatticePicture | None:
    """The lattice of the sentence in this row with the paths of gold and parse (−1 for none); None if there is none.

    Sentences that are one where gold and parse split them differently are one here, too.
    """
    lattices, ours, theirs = document.lattice, range(row, row + 1), range(row, row + 1)
    other = document.parses[parse] if 0 <= parse < len(document.parses) else None
    if other is not None and not other.units.are_sentences:
        unit = int(other.units.of_gold[row])
        ours, theirs = (range(*bounds[unit : unit + 2].tolist()) for bounds in (other.units.gold, other.units.parse))
    if lattices is None or ours.stop > len(lattices):
        return None
    lattice = replace(joined([lattice_of(lattices, one) for one in ours]), number=row + 1)
    if not lattice.edges:
        return None
    gold, parsed = _segments(document.gold, ours), _segments(other.treebank, theirs) if other is not None else []
    return lattice_picture(lattice, gold or None, parsed or None, parse_title=parse_title)


def joined(lattices: Sequence[Lattice]) -> Lattice:
    """Lattices of neighbouring sentences as one: each begins at the last state of the one before."""
    first, *others = lattices
    for other in others:
        first = _joined(first, other) if first.edges and other.edges else first if first.edges else other
    return first


def _joined(first: Lattice, other: Lattice) -> Lattice:
    shift, before = first.states[-1] - other.states[0], len(first.tokens)
    edges = tuple(
        edge._replace(origin=edge.origin + shift, target=edge.target + shift, token=edge.token + before)
        for edge in other.edges
    )
    tokens = tuple(
        token._replace(origin=token.origin + shift, target=token.target + shift, token=token.token + before)
        for token in other.tokens
    )
    text = f"{first.text} {other.text}" if first.text and other.text else None
    return replace(first, edges=first.edges + edges, tokens=first.tokens + tokens, text=text)


def _segments(treebank: Treebank, rows: range) -> list[Segment]:
    """The words of neighbouring sentences, their tokens counted on."""
    found: list[Segment] = []
    for row in rows:
        before = found[-1].token if found else 0
        there = segments_of(treebank, row) if row < len(treebank) else ()
        found += [word._replace(token=word.token + before) for word in there]
    return found
