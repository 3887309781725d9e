"""Transformations of treebanks by name, as the command line and the window apply them, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from goldleaf.core.errors import OptionError, shortened
from goldleaf.core.structures import beginnings, mapping
from goldleaf.core.structures.attaching import attached
from goldleaf.core.structures.projectivize import projectivized
from goldleaf.core.structures.punctuation import attached_high
from goldleaf.core.structures.raising import raised
from goldleaf.core.structures.traces import collapsed, without_traces
from goldleaf.core.treebank import Treebank

Change: TypeAlias = Callable[[Treebank], Treebank]

CONSTITUENTS, DEPENDENCIES = "constituents", "dependencies"
FILE, NUMBER = "FILE", "N"


@dataclass(frozen=True, slots=True)
class Transformation:
    """What can be made of a treebank. ``needs`` is the kind of trees that it is for, empty where any will do;
    ``argument`` what stands behind its name and ``=``, empty for nothing."""

    name: str
    title: str
    source: str
    make: Callable[[str], Change]
    needs: str = ""
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A transformation with its argument, as written in a chain."""

    transformation: Transformation
    argument: str
    change: Change

    def why_not(self, treebank: Treebank) -> str:
        """Why the step cannot be taken with a treebank; empty if it can."""
        needs, kind = self.transformation.needs, kind_of(treebank)
        return (
            f"{self.transformation.name} is for {needs}; {treebank.path} has {kind}" if needs not in ("", kind) else ""
        )


def kind_of(treebank: Treebank) -> str:
    """Constituents, dependencies, or lattices."""
    if "parent" in treebank.words.columns:
        return CONSTITUENTS
    return DEPENDENCIES if "head" in treebank.layout.columns else "lattices"


def _simple(change: Change) -> Callable[[str], Change]:
    return lambda _: change


def _attach(treebank: Treebank) -> Treebank:
    return attached(treebank) if kind_of(treebank) == CONSTITUENTS else attached_high(treebank)


def _first_words(count: str) -> Change:
    return lambda treebank: beginnings.first_words(treebank, int(count))


def _first_sentences(count: str) -> Change:
    return lambda treebank: beginnings.first_sentences(treebank, int(count))


def _map_tags(path: str) -> Change:
    tags = mapping.load(path)
    return lambda treebank: mapping.with_tags(treebank, tags)


def _map_labels(path: str) -> Change:
    labels = mapping.load(path)
    return lambda treebank: mapping.with_labels(treebank, labels)


_SPMRL = "Seddah et al. 2013, §"

TRANSFORMATIONS = {
    one.name: one
    for one in (
        Transformation(
            "raise", "Raise what crosses, so that no constituent has a gap", f"Boyd 2007; {_SPMRL}4.5",
            _simple(raised), CONSTITUENTS,
        ),
        Transformation(
            "lift", "Lift arcs until all are projective", "Nivre & Nilsson 2005, §2",
            _simple(projectivized), DEPENDENCIES,
        ),
        Transformation(
            "attach-punctuation", "Attach punctuation, and what is unattached", f"Maier et al. 2012; {_SPMRL}4.5",
            _simple(_attach),
        ),
        Transformation(
            "collapse-unary", "Make chains of one category, such as NP → NP, one constituent", f"{_SPMRL}4.2",
            _simple(collapsed), CONSTITUENTS,
        ),
        Transformation(
            "strip-traces", "Take out traces, and constituents of nothing else", f"{_SPMRL}4.2",
            _simple(without_traces), CONSTITUENTS,
        ),
        Transformation("map-tags", "Put tags for others", "Gelling et al. 2012, §2.2", _map_tags, argument=FILE),
        Transformation("map-labels", "Put labels for others", "Gelling et al. 2012, §2.2", _map_labels, argument=FILE),
        Transformation(
            "first-words", "Keep the first words, whole sentences", "Buchholz & Marsi 2006, §3",
            _first_words, argument=NUMBER,
        ),
        Transformation(
            "first-sentences", "Keep the first sentences", f"{_SPMRL}3.2", _first_sentences, argument=NUMBER
        ),
    )
}  # fmt: skip


def steps_of(chain: str) -> tuple[Step, ...]:
    """The steps of a chain such as ``raise,map-tags=FILE``, in its order; an empty one has none.

    Raises OptionError for what is no transformation, and for an argument that is missing, too much or no number;
    GoldleafError when a file cannot be read.
    """
    return tuple(_step(piece.strip()) for piece in chain.split(",") if piece.strip())


def _step(piece: str) -> Step:
    name, _, argument = piece.partition("=")
    if name not in TRANSFORMATIONS:
        known = ", ".join(name + f"={one.argument}" * bool(one.argument) for name, one in TRANSFORMATIONS.items())
        raise OptionError(f"--apply {shortened(name)}: no such transformation; there are {known}")
    found = TRANSFORMATIONS[name]
    if bool(argument) != bool(found.argument):
        expected = f"expected {name}={found.argument}" if found.argument else f"{name} takes nothing behind ="
        raise OptionError(f"--apply {piece}: {expected}")
    if found.argument == NUMBER and not (argument.isascii() and argument.isdecimal() and 0 < int(argument) < 10**9):
        raise OptionError(f"--apply {name}={shortened(argument)}: expected a number from 1, such as {name}=5000")
    return Step(found, argument, found.make(argument))


def transformed(treebank: Treebank, steps: tuple[Step, ...]) -> Treebank:
    """The treebank after all steps, in their order. Raises OptionError for one that is not for such trees."""
    for step in steps:
        if reason := step.why_not(treebank):
            raise OptionError(f"--apply {reason}")
        treebank = step.change(treebank)
    return treebank
