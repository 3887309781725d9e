"""Operations on two function trees of a sentence, with a result in words (Tsarfaty et al. 2012 EACL, §3.2). No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from goldleaf.core.metrics.tedeval.tree_operations import OPERATIONS
from goldleaf.core.metrics.tedeval.trees import Trees
from goldleaf.core.structures.multifunction import CrossingYieldsError, MultiFunctionTree, lacking
from goldleaf.viewer.views.functions.function_differences import quoted
from goldleaf.viewer.views.functions.function_picture import GENERALIZED, NO_FUNCTION

MOST_REASONS = 6
SUBSUMPTION = "subsumption"
TITLES = {name: one.title for name, one in OPERATIONS.items()} | {SUBSUMPTION: "Subsumption"}
"""What can be done with two trees."""


class Outcome(NamedTuple):
    """The tree that comes out, None where there is none, and a text."""

    tree: MultiFunctionTree | None
    text: str


def trees_of(trees: Trees, golds: Sequence[str], parse: str) -> dict[str, MultiFunctionTree]:
    found = dict(zip(golds, trees.golds, strict=True))
    found[f"{parse} (parse)" if parse in found else parse] = trees.parse
    return found | ({GENERALIZED: trees.target} if trees.is_generalized else {})


def operate(
    name: str, names: tuple[str, str], trees: tuple[MultiFunctionTree, MultiFunctionTree], forms: Mapping[int, str]
) -> Outcome:
    """Do one of `TITLES` with two trees of these names; ``forms`` are the words of the terminals."""
    if name == SUBSUMPTION:
        said = (_subsumption(*pair, forms) for pair in ((names, trees), (names[::-1], trees[::-1])))
        return Outcome(None, "\n".join(said))
    operation = OPERATIONS[name]
    try:
        tree = operation.make(trees)
    except CrossingYieldsError as error:
        pairs = [f"{quoted(ours, forms)} and {quoted(theirs, forms)}" for ours, theirs in error.pairs]
        return Outcome(None, f"{names[0]} and {names[1]} cannot be unified. These cross:\n{_listed(pairs)}")
    result = operation.result.format(*names)
    return Outcome(tree, f"{result}: {len(tree.nodes)} nodes, {len(tree.facts)} functions.")


def _subsumption(names: tuple[str, ...], trees: tuple[MultiFunctionTree, ...], forms: Mapping[int, str]) -> str:
    missing = lacking(trees[0], trees[1])
    if not missing:
        return f"{names[0]} subsumes {names[1]}: {names[1]} has all that it says."
    reasons = []
    for over, labels in missing.items():
        what = ", ".join(sorted(labels)) or NO_FUNCTION
        what = what if over in trees[1].nodes else f"a node ({what})"
        reasons.append(f"{what} over {quoted(over, forms)}")
    return f"{names[0]} does not subsume {names[1]}, which lacks:\n{_listed(reasons)}"


def _listed(lines: list[str]) -> str:
    more = [f"… and {len(lines) - MOST_REASONS} more"] if len(lines) > MOST_REASONS else []
    return "\n".join([*(f"• {line}" for line in lines[:MOST_REASONS]), *more])
