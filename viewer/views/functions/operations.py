"""Operations on two function trees of a sentence, with a result in words (Tsarfaty et al. 2012 EACL, §3.2). No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldleaf.core.metrics.tedeval.tree_operations import OPERATIONS
from goldleaf.core.metrics.tedeval.trees import Trees
from goldleaf.core.structures.multifunction import (
    CrossingYieldsError,
    MultiFunctionTree,
    Yield,
    lacking,
)
from goldleaf.core.treebank import Sentence
from goldleaf.viewer.views.functions.function_differences import quoted
from goldleaf.viewer.views.functions.function_picture import GENERALIZED, NO_FUNCTION

MOST_REASONS = 6


SUBSUMPTION = "subsumption"

TITLES = {name: one.title for name, one in OPERATIONS.items()} | {SUBSUMPTION: "Subsumption"}
"""What can be done with two trees."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The tree that comes out, None where there is none, and a text."""

    tree: MultiFunctionTree | None
    text: str


def trees_of(trees: Trees, golds: Sequence[str], parse: str) -> dict[str, MultiFunctionTree]:
    """The trees that there are, by name."""
    found = dict(zip(golds, trees.golds, strict=True))
    found[f"{parse} (parse)" if parse in found else parse] = trees.parse
    return found | ({GENERALIZED: trees.target} if trees.is_generalized else {})


def forms_of(trees: Trees, gold: Sentence, parse: Sentence | None) -> dict[int, str]:
    """The word of each terminal."""
    sides = [(parse, trees.of_parse), (gold, trees.of_gold)]
    return {
        terminal: word.form
        for sentence, terminals in sides
        if sentence is not None
        for word, terminal in zip(sentence.words, terminals, strict=True)
        if terminal
    }


def operate(
    name: str,
    names: tuple[str, str],
    trees: tuple[MultiFunctionTree, MultiFunctionTree],
    forms: Mapping[int, str],
) -> Outcome:
    """Do one of `TITLES` with two trees of these names; ``forms`` are the words of the terminals."""
    if name == SUBSUMPTION:
        said = (_subsumption(*pair, forms) for pair in ((names, trees), (names[::-1], trees[::-1])))
        return Outcome(None, "\n".join(said))
    operation = OPERATIONS[name]
    try:
        found = operation.make(trees)
    except CrossingYieldsError as error:
        pairs = [f"{quoted(ours, forms)} and {quoted(theirs, forms)}" for ours, theirs in error.pairs]
        return Outcome(None, f"{names[0]} and {names[1]} cannot be unified. These cross:\n{_listed(pairs)}")
    return Outcome(found, f"{operation.result.format(*names)}: {_size(found)}.")


def _subsumption(names: tuple[str, ...], trees: tuple[MultiFunctionTree, ...], forms: Mapping[int, str]) -> str:
    missing = lacking(trees[0], trees[1])
    if not missing:
        return f"{names[0]} subsumes {names[1]}: {names[1]} has all that it says."
    reasons = [_lack(over, labels, trees[1], forms) for over, labels in missing.items()]
    return f"{names[0]} does not subsume {names[1]}, which lacks:\n{_listed(reasons)}"


def _lack(over: Yield, labels: frozenset[str], tree: MultiFunctionTree, forms: Mapping[int, str]) -> str:
    what = ", ".join(sorted(labels)) or NO_FUNCTION
    return f"{what} over {quoted(over, forms)}" if over in tree.nodes else f"a node ({what}) over {quoted(over, forms)}"


def _listed(lines: list[str]) -> str:
    shown = [f"• {line}" for line in lines[:MOST_REASONS]]
    more = len(lines) - len(shown)
    return "\n".join([*shown, f"… and {more} more"] if more else shown)


def _size(tree: MultiFunctionTree) -> str:
    nodes, functions = len(tree.nodes), len(tree.facts)
    return f"{nodes} nodes, {functions} functions"
