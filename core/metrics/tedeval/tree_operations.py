"""What several treebanks of the same words come to, as trees: generalized, unified, TL-unified (Tsarfaty et al. 2012
EACL, §3.2).

Of theories' golds, and of any files: one operation, and one way to write what it makes (see `function_trees`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from goldleaf.core.alignment import have_same_forms
from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.metrics.tedeval.forest import Rules, relabelled, treebank_of
from goldleaf.core.structures.constituents import without_traces
from goldleaf.core.structures.function import multi_function_trees
from goldleaf.core.structures.function_trees import as_constituents
from goldleaf.core.structures.multifunction import (
    CrossingYieldsError,
    MultiFunctionTree,
    Yield,
    crossing_pairs,
    generalize,
    spelled,
    unify,
    unify_labels,
)
from goldleaf.core.treebank import Treebank


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation on trees: what it is called, its sign, what comes of two trees (their names go in), and how."""

    title: str
    sign: str
    result: str
    make: Callable[[Sequence[MultiFunctionTree]], MultiFunctionTree]


OPERATIONS: Mapping[str, Operation] = {
    "generalize": Operation(
        "Generalization", "⊓", "What {} and {} have in common", lambda trees: generalize(*trees)
    ),
    "unify": Operation("Unification", "⊔", "All that {} and {} say", lambda trees: reduce(unify, trees)),
    "tl-unify": Operation(
        "Unification of labels", "⊔t", "The nodes of {} with the functions of {}, too",
        lambda trees: reduce(unify_labels, trees),
    ),
}  # fmt: skip
"""By name, as the command line knows them."""

AS_THEY_ARE = Rules()


@dataclass(frozen=True, slots=True)
class Joined:
    """The tree of a sentence, ``number`` from 1; None with the reason where there is none."""

    number: int
    tree: MultiFunctionTree | None
    why_not: str = ""


def check_operation(name: str, option: str = "--operation") -> None:
    """Raise OptionError for an operation that there is not."""
    if name not in OPERATIONS:
        raise OptionError(f"{option} {name}: no such operation; there are {', '.join(OPERATIONS)}")


def joined(treebanks: Sequence[Treebank], operation: str, rules: Rules = AS_THEY_ARE) -> Iterator[Joined]:
    """One tree a sentence, without traces, by TedEval's rules. Raises GoldleafError for other numbers of sentences."""
    first, *others = (treebank_of(relabelled(without_traces(side), rules.labels), rules) for side in treebanks)
    made = (multi_function_trees(side, wildcard=rules.wildcard) for side in (first, *others))
    for other in others:
        if len(other) != len(first):
            number = min(len(first), len(other)) + 1
            differs = f"{other.path}: sentence {number} has other words than in {first.path}"
            raise GoldleafError(f"{differs}; expected trees of the same words", path=other.path)
    same = all(have_same_forms(first, other) for other in others)
    for row, trees in enumerate(zip(*made, strict=True)):
        if not same and not all(have_same_forms(first.slice(row), other.slice(row)) for other in others):
            yield Joined(row + 1, None, "it has other words in each file")
            continue
        try:
            yield Joined(row + 1, OPERATIONS[operation].make(trees))
        except CrossingYieldsError as error:
            yield Joined(row + 1, None, _crossing(error.pairs))


def common(treebanks: Sequence[Treebank], operation: str, rules: Rules = AS_THEY_ARE) -> tuple[Treebank, list[Joined]]:
    """The trees of `joined`, which raises the same, as constituents, and the sentences that have none."""
    trees: dict[int, MultiFunctionTree] = {}
    without = []
    for made in joined(treebanks, operation, rules):
        crossing = [] if made.tree is None else crossing_pairs(made.tree)
        if crossing:  # no constituents are such a tree
            without.append(Joined(made.number, None, _crossing(crossing)))
        elif made.tree is None:
            without.append(made)
        else:
            trees[made.number - 1] = made.tree
    first = without_traces(treebanks[0])
    kept = first if len(trees) == len(first) else first.only(np.array([*trees], np.int64))
    return as_constituents(kept, trees.values()), without


def _crossing(pairs: Sequence[tuple[Yield, Yield]]) -> str:
    one, other = pairs[0]
    return f"yields cross: {spelled(one)} and {spelled(other)}"


def operated(treebanks: Sequence[Treebank], operation: str, rules: Rules = AS_THEY_ARE) -> Treebank:
    """The trees as constituents. Raises GoldleafError with the first sentence that has none."""
    made, without = common(treebanks, operation, rules)
    if without:
        path = treebanks[-1].path
        number, why_not = without[0].number, without[0].why_not
        raise GoldleafError(f"{path}: sentence {number}: no tree to {operation}: {why_not}", path=path)
    return made


def described(found: Joined, treebank: Treebank, names: Sequence[str], operation: str) -> str:
    """A tree in lines of text: which tree it is, the sentence, and its nodes in pre-order with their functions."""
    sentence = treebank.sentence(found.number - 1)
    lines = [f"# {operation}: {f' {OPERATIONS[operation].sign} '.join(names)}, sentence {found.number}"]
    lines += [f"# id: {sentence.id}"] if sentence.id else []
    lines.append(f"# text: {sentence.running_text}")
    if found.tree is None:
        return "\n".join([*lines, f"# none: {found.why_not}", ""])
    forms = {word.position: word.form for word in sentence.words}
    for over in found.tree.pre_order:
        words = " ".join(forms[position] for position in sorted(over))
        lines.append(f"{spelled(over)}\t{'+'.join(sorted(found.tree.nodes[over])) or '_'}\t{words}")
    return "\n".join([*lines, ""])
