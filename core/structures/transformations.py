"""Transformations of treebanks by name, as the command line and the window apply them, one after the other."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from goldleaf.core.errors import OptionError, shortened
from goldleaf.core.structures import constituents, dependency_changes, head_table, labels, multiwords, portions
from goldleaf.core.structures.constituent_heads import percolated, raised
from goldleaf.core.structures.punctuation import attached_high
from goldleaf.core.treebank import Treebank

Change: TypeAlias = Callable[[Treebank], Treebank]
File = TypeVar("File")

CONSTITUENTS, DEPENDENCIES = "constituents", "dependencies"
FILE, NUMBER, RANGE = "FILE", "N", "M-N"


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
        if needs in ("", kind):
            return ""
        return f"{self.transformation.name} is for {needs}; {treebank.path} has {kind}"


def kind_of(treebank: Treebank) -> str:
    """Constituents, dependencies, or lattices."""
    if "parent" in treebank.words.columns:
        return CONSTITUENTS
    return DEPENDENCIES if "head" in treebank.layout.columns else "lattices"


def _simple(change: Change) -> Callable[[str], Change]:
    return lambda _: change


def _attach(treebank: Treebank) -> Treebank:
    return constituents.attached(treebank) if kind_of(treebank) == CONSTITUENTS else attached_high(treebank)


def _with_number(change: Callable[[Treebank, int], Treebank]) -> Callable[[str], Change]:
    return lambda count: lambda treebank: change(treebank, int(count))


def _with_text(change: Callable[[Treebank, str], Treebank]) -> Callable[[str], Change]:
    return lambda text: lambda treebank: change(treebank, text)


def _with_file(load: Callable[[str], File], change: Callable[[Treebank, File], Treebank]) -> Callable[[str], Change]:
    def make(path: str) -> Change:
        content = load(path)  # before any treebank is changed, so that what is wrong with it is said at once
        return lambda treebank: change(treebank, content)

    return make


def _sentences(written: str) -> Change:
    first, _, last = written.partition("-")
    if last and int(last) < int(first):
        raise OptionError(f"--apply sentences={written}: goes backward; expected the smaller number first")
    return lambda treebank: portions.sentences(treebank, int(first), int(last or len(treebank)))


_SPMRL = "Seddah et al. 2013, §"

_CONLLX = "Buchholz & Marsi 2006, §"

TRANSFORMATIONS = {
    one.name: one
    for one in (
        Transformation(
            "attach-punctuation", "Attach punctuation, and what is unattached", f"Maier et al. 2012; {_SPMRL}4.5",
            _simple(_attach),
        ),
        Transformation(
            "raise", "Raise what crosses, so that no constituent has a gap", f"Boyd 2007; {_SPMRL}4.5",
            _simple(raised), CONSTITUENTS,
        ),
        Transformation(
            "lift", "Lift arcs until all are projective", "Nivre & Nilsson 2005, §2",
            _simple(dependency_changes.projectivized), DEPENDENCIES,
        ),
        Transformation(
            "collapse-unary", "Make chains of one category, such as NP → NP, one constituent", f"{_SPMRL}4.2",
            _simple(constituents.collapsed), CONSTITUENTS,
        ),
        Transformation(
            "strip-traces", "Take out traces, and constituents of nothing else", f"{_SPMRL}4.2",
            _simple(constituents.without_traces), CONSTITUENTS,
        ),
        Transformation(
            "strip-upper-tags", "Take out the constituent that holds one word alone, above each word",
            f"{_SPMRL}4.6, note 23", _simple(constituents.without_upper_tags), CONSTITUENTS,
        ),
        Transformation(
            "add-root", "Put several trees of a sentence below one constituent", f"{_SPMRL}4.2",
            _with_text(constituents.rooted), CONSTITUENTS, "LABEL",
        ),
        Transformation(
            "percolate-features", "Put the features of heads on their constituents, by a head table", f"{_SPMRL}4.10",
            _with_file(head_table.load, percolated), CONSTITUENTS, FILE,
        ),
        Transformation(
            "mark-multiwords", "Mark the words of constituents such as ADV+ as dep_cpd and mwehead", f"{_SPMRL}4.4",
            _simple(multiwords.marked), CONSTITUENTS,
        ),
        Transformation(
            "merge-multiwords", "Make multiword expressions one word, by their relations or categories",
            f"{_CONLLX}4.2", _with_text(multiwords.merged), argument="LABEL",
        ),
        Transformation(
            "strip-virtual", "Take out virtual words; what hangs on them hangs higher", f"{_SPMRL}4.7",
            _with_text(dependency_changes.without_virtual_words), DEPENDENCIES, "FORM",
        ),
        Transformation(
            "strip-heads", "Take out heads and relations: what a parser is given", f"{_CONLLX}3",
            _simple(dependency_changes.without_heads), DEPENDENCIES,
        ),
        Transformation(
            "strip-features", "Take out features by their names", f"{_SPMRL}4.4",
            _with_text(labels.without_features), argument="NAME",
        ),
        Transformation(
            "map-tags", "Put tags for others", "Gelling et al. 2012, §2.2",
            _with_file(labels.load_map, labels.with_tags), argument=FILE,
        ),
        Transformation(
            "map-labels", "Put labels and categories for others", f"{_CONLLX}4.3",
            _with_file(labels.load_map, labels.with_labels), argument=FILE,
        ),
        Transformation(
            "map-features", "Put features for others, such as Number=Sing for SG", f"{_SPMRL}4.10",
            _with_file(labels.load_map, labels.with_features), argument=FILE,
        ),
        Transformation(
            "drop-trees", "Leave out sentences whose tree is of a category", f"{_SPMRL}4.2",
            _with_text(portions.without_trees_of), CONSTITUENTS, "LABEL",
        ),
        Transformation(
            "drop-unannotated", "Leave out sentences with missing annotation", f"{_CONLLX}4.1",
            _simple(portions.annotated),
        ),
        Transformation(
            "first-words", "Keep the first words, whole sentences", f"{_CONLLX}3",
            _with_number(portions.first_words), argument=NUMBER,
        ),
        Transformation(
            "first-scoring-words", "Keep the first words that are no punctuation, whole sentences", f"{_CONLLX}3",
            _with_number(portions.first_scoring_words), argument=NUMBER,
        ),
        Transformation(
            "first-sentences", "Keep the first sentences", f"{_SPMRL}3.2",
            _with_number(portions.first_sentences), argument=NUMBER,
        ),
        Transformation(
            "last-sentences", "Keep the last sentences", f"{_SPMRL}4.6",
            _with_number(portions.last_sentences), argument=NUMBER,
        ),
        Transformation(
            "sentences", "Keep the sentences from one number to another", f"{_SPMRL}4.6",
            _sentences, argument=RANGE,
        ),
    )
}  # fmt: skip

EXAMPLES = {
    NUMBER: "5000", RANGE: "501-1000", "LABEL": "XP", "FORM": "VAN|ELL", "NAME": "mwehead",
}  # fmt: skip
"""What an argument may look like, by what it is; files have none."""

_NUMBER = re.compile(r"0*[1-9][0-9]{0,8}")
_RANGE = re.compile(rf"({_NUMBER.pattern})-({_NUMBER.pattern})?")


def steps_of(chain: str) -> tuple[Step, ...]:
    """The steps of a chain such as ``raise,map-tags=FILE``, in its order; an empty one has none.

    Raises OptionError for what is no transformation, and for an argument that is missing, too much or no number;
    GoldleafError when a file cannot be read.
    """
    steps = []
    for piece in filter(None, map(str.strip, chain.split(","))):
        name, _, argument = piece.partition("=")
        if name not in TRANSFORMATIONS:
            known = ", ".join(name + f"={one.argument}" * bool(one.argument) for name, one in TRANSFORMATIONS.items())
            raise OptionError(f"--apply {shortened(name)}: no such transformation; there are {known}")
        transformation = TRANSFORMATIONS[name]
        takes = transformation.argument
        if bool(argument) != bool(takes):
            expected = f"expected {name}={takes}" if takes else f"{name} takes nothing behind ="
            raise OptionError(f"--apply {piece}: {expected}")
        written = {NUMBER: _NUMBER, RANGE: _RANGE}.get(takes)
        if written is not None and not written.fullmatch(argument):
            what = "a number from 1" if takes == NUMBER else "numbers from 1"
            example = f"{name}={EXAMPLES[takes]}"
            raise OptionError(f"--apply {name}={shortened(argument)}: expected {what}, such as {example}")
        steps.append(Step(transformation, argument, transformation.make(argument)))
    return tuple(steps)


def transformed(treebank: Treebank, steps: tuple[Step, ...]) -> Treebank:
    """The treebank after all steps, in their order. Raises OptionError for one that is not for such trees."""
    for step in steps:
        if reason := step.why_not(treebank):
            raise OptionError(f"--apply {reason}")
        treebank = step.change(treebank)
    return treebank
