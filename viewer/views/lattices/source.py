"""The lattices of a document's sentences, with the paths of gold and parse through them. No Qt."""

from __future__ import annotations

from dataclasses import replace

from goldleaf.core.alignment.joining import as_one
from goldleaf.core.structures.lattice import Segment, lattice_of, segments_of
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.views.lattices.lattice_picture import LatticePicture, lattice_picture


def lattice_picture_of(document: Document, row: int, parse: int, wording: Wording = REVIEW) -> LatticePicture | None:
    """The lattice of the sentence in this row with the paths of gold and parse (−1 for none); None if there is none.

    Sentences that are one where gold and parse split them differently are one here, too.
    """
    lattices = document.lattice
    other = document.parses[parse] if 0 <= parse < len(document.parses) else None
    ours, theirs = other.units.rows(row) if other is not None else ((row, row + 1), (0, 0))
    if lattices is None or ours[1] > len(lattices):
        return None
    lattice = replace(lattice_of(as_one(lattices, *ours), 0), number=row + 1)
    if not lattice.edges:
        return None
    gold, parsed = _segments(document.gold, ours), _segments(other.treebank, theirs) if other is not None else ()
    if document.is_turned(row, parse):
        gold, parsed = parsed, gold
    return lattice_picture(lattice, gold or None, parsed or None, wording)


def _segments(treebank: Treebank, rows: tuple[int, int]) -> tuple[Segment, ...]:
    """The words of neighbouring sentences, as far as there are any."""
    first, end = rows
    return segments_of(as_one(treebank, first, end), 0) if first < end <= len(treebank) else ()
