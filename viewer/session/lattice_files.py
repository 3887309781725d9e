"""Lattices that are opened beside a gold, or are the gold: whether they can be, and what is odd about them. No Qt."""

from __future__ import annotations

from goldleaf.core.errors import PairError, Problem, Severity
from goldleaf.core.formats import FORMATS
from goldleaf.core.structures.lattice import unfit, with_lattices
from goldleaf.core.treebank import Treebank

LATTICES = ("lattice", "conllul")  # formats


def chosen(lattice: Treebank | None, gold: Treebank) -> Treebank | None:
    """The lattices that are shown: those of a file of their own, else the gold itself if it is one of lattices.

    Raises PairError for a file that is none of lattices.
    """
    if lattice is None:
        return gold if gold.format in LATTICES else None
    if lattice.format not in LATTICES:
        known = " or ".join(FORMATS[name].title for name in LATTICES)
        raise PairError(f"{lattice.path}: {FORMATS[lattice.format].title}, no lattices; those are files of {known}")
    return lattice


def anchored(gold: Treebank, lattice: Treebank | None, *, complete: bool) -> Treebank:
    """The gold with the lattices of a file of their own, where they are as many as its sentences."""
    if lattice is None or lattice is gold:
        return gold
    try:
        return with_lattices(gold, lattice if complete else lattice.slice(0, len(gold)))
    except PairError:  # which `problems` tells of
        return gold


def problems(lattice: Treebank | None, gold: Treebank, *, complete: bool) -> tuple[Problem, ...]:
    """What is wrong in a file of lattices, and whether it has other sentences or words than the gold."""
    if lattice is None or lattice.path == gold.path:
        return ()
    reason = unfit(gold, lattice) if complete else ""
    if not reason:
        return lattice.problems
    text = reason.removeprefix(f"{lattice.path}: ")
    return (*lattice.problems, Problem(lattice.path, 1, 0, text, Severity.WARNING))


def missing(lattice: Treebank, row: int, *, complete: bool) -> str:
    """Why a sentence has no lattice to be drawn."""
    if row >= len(lattice):
        return f"sentence {row + 1:,} is not in it" if complete else "not read yet"
    if not lattice.sentences["readable"][row]:
        return f"sentence {row + 1:,} could not be read: {_fault(lattice, row)}"
    return f"sentence {row + 1:,} has no edges"


def _fault(lattice: Treebank, row: int) -> str:
    """What is wrong with an unreadable sentence, with its line."""
    lines = [*lattice.sentences["line"].slice(row, 2), None]
    found = (
        fault for fault in lattice.problems if lines[0] <= fault.line and (lines[1] is None or fault.line < lines[1])
    )
    return str(next(found, "its lines are damaged"))
