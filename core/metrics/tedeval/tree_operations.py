"""What several treebanks of the same words come to, as trees: generalized, unified, TL-unified (Tsarfaty et al. 2012
EACL, §3.2).

Of theories' golds, and of any files: one operation, and one way to write what it makes. Function trees are written,
drawn and scored as constituents (2011, §3); one way only, for the papers define none back. Each node is one of the
category X with a function, below a ROOT that covers the sentence; a node with several functions is a chain of as many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.alignment import have_same_forms
from goldleaf.core.errors import GoldleafError
from goldleaf.core.metrics.tedeval.forest import TreeRules, treebank_of, with_equal_labels
from goldleaf.core.structures import function
from goldleaf.core.structures.constituents import without_traces
from goldleaf.core.structures.function import CrossingYieldsError, MultiFunctionTree, Yield, multi_function_trees
from goldleaf.core.structures.phrase import with_yields
from goldleaf.core.treebank import NODES, TEXT, WORDS, Treebank, detached


class Operation(NamedTuple):
    """An operation on trees: what it is called, its sign, what comes of two trees (their names go in), and how."""

    title: str
    sign: str
    result: str
    make: Callable[[Sequence[MultiFunctionTree]], MultiFunctionTree]


# By name, as the command line knows them.
OPERATIONS: Mapping[str, Operation] = {
    "generalize": Operation("Generalization", "⊓", "What {} and {} have in common",
                            lambda trees: function.generalize(*trees)),
    "unify": Operation("Unification", "⊔", "All that {} and {} say", lambda trees: reduce(function.unify, trees)),
    "tl-unify": Operation("Unification of labels", "⊔t", "The nodes of {} with the functions of {}, too",
                          lambda trees: reduce(function.unify_labels, trees)),
}  # fmt: skip

AS_THEY_ARE = TreeRules()


class JoinedTree(NamedTuple):
    """The tree of a sentence, ``number`` from 1; None with the reason where there is none."""

    number: int
    tree: MultiFunctionTree | None
    why_not: str = ""


def joined_trees(treebanks: Sequence[Treebank], operation: str, rules: TreeRules = AS_THEY_ARE) -> Iterator[JoinedTree]:
    """One tree a sentence, without traces, by TedEval's rules. Raises GoldleafError for other numbers of sentences."""
    first, *others = (treebank_of(with_equal_labels(without_traces(side), rules.labels), rules) for side in treebanks)
    made = (multi_function_trees(side, wildcard=rules.wildcard) for side in (first, *others))
    for other in others:
        if len(other) != len(first):
            number = min(len(first), len(other)) + 1
            differs = f"{other.path}: sentence {number} has other words than in {first.path}"
            raise GoldleafError(f"{differs}; expected trees of the same words", path=other.path)
    same = all(have_same_forms(first, other) for other in others)
    for row, trees in enumerate(zip(*made, strict=True)):
        if not same and not all(have_same_forms(first.slice(row), other.slice(row)) for other in others):
            yield JoinedTree(row + 1, None, "it has other words in each file")
            continue
        try:
            yield JoinedTree(row + 1, OPERATIONS[operation].make(trees))
        except CrossingYieldsError as error:
            yield JoinedTree(row + 1, None, _crossing(error.pairs))


def common(
    treebanks: Sequence[Treebank], operation: str, rules: TreeRules = AS_THEY_ARE
) -> tuple[Treebank, list[JoinedTree]]:
    """The trees of `joined_trees`, which raises the same, as constituents, and the sentences that have none."""
    made = [*joined_trees(treebanks, operation, rules)]
    for place, found in enumerate(made):
        if found.tree is not None and (crossing := function.crossing_pairs(found.tree)):
            made[place] = JoinedTree(found.number, None, _crossing(crossing))  # no constituents are such a tree
    trees = {found.number - 1: found.tree for found in made if found.tree is not None}
    first = without_traces(treebanks[0])
    kept = first if len(trees) == len(first) else first.only(np.array([*trees], np.int64))
    return as_constituents(kept, trees.values()), [found for found in made if found.tree is None]


def _crossing(pairs: Sequence[tuple[Yield, Yield]]) -> str:
    one, other = pairs[0]
    return f"yields cross: {function.spelled(one)} and {function.spelled(other)}"


def operated(treebanks: Sequence[Treebank], operation: str, rules: TreeRules = AS_THEY_ARE) -> Treebank:
    """The trees as constituents. Raises GoldleafError with the first sentence that has none."""
    made, without = common(treebanks, operation, rules)
    if without:
        path = treebanks[-1].path
        number, why_not = without[0].number, without[0].why_not
        raise GoldleafError(f"{path}: sentence {number}: no tree to {operation}: {why_not}", path=path)
    return made


def described(found: JoinedTree, treebank: Treebank, names: Sequence[str], operation: str) -> str:
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
        lines.append(f"{function.spelled(over)}\t{'+'.join(sorted(found.tree.nodes[over])) or '_'}\t{words}")
    return "\n".join([*lines, ""])


_COLUMNS = ("sentence", "position", "line", "form", "lemma", "coarse_tag", "fine_tag", "features")


def function_trees(treebank: Treebank, *, wildcard: bool = False) -> Treebank:
    """The function trees of any treebank, as constituents; traces are left out, as they are no terminals. ``wildcard``
    as in `multi_function_trees`. Raises GoldleafError where yields cross, as cycles make them do."""
    treebank = without_traces(treebank)
    return as_constituents(treebank, multi_function_trees(treebank, wildcard=wildcard))


def as_constituents(treebank: Treebank, trees: Iterable[MultiFunctionTree]) -> Treebank:
    """Trees of sentences as constituents of their words. Terminals are positions. GoldleafError where yields cross."""
    rows: list[tuple[int, int, int, str, str]] = []
    parents: list[int] = []
    for row, (tree, count) in enumerate(zip(trees, treebank.sentences["words"].to_list(), strict=True)):
        if crossing := function.crossing_pairs(tree):
            message = f"{treebank.path}: sentence {row + 1}: {CrossingYieldsError(crossing)}"
            raise GoldleafError(message, path=treebank.path)
        smallest = [0] * count  # the node that each word is in, the last of a chain
        for number, (parent, label, over) in enumerate(_nodes(tree, count), 1):
            rows.append((row, number, parent, "X" if parent else "ROOT", label))
            for position in over:
                smallest[position - 1] = number
        parents += smallest
    nothing = pl.lit("_").cast(TEXT)
    known = [name for name in _COLUMNS if name in treebank.words.columns]
    words = treebank.words.select(known).with_columns(
        head=pl.lit(None, WORDS["head"]), label=nothing, function=nothing, index=nothing,
        parent=pl.Series(parents, dtype=pl.UInt32),
    )  # fmt: skip
    schema = {name: NODES[name] for name in ("sentence", "node", "parent", "label", "function")}
    table = pl.DataFrame(rows, schema=schema, orient="row")
    table = with_yields(words, table.with_columns(line=pl.lit(0, pl.UInt32), index=nothing, features=nothing))
    # What else is about words would speak of trees that are no longer there.
    others = ("secondary_edges", "empty_nodes", "arguments", "edges", "lattice_tokens")
    cleared = {name: getattr(treebank, name).clear() for name in others}
    made = detached(treebank, words=words, nodes=table.select(NODES.keys()), **cleared)
    columns = ("position", "form", "coarse_tag", "features", "function", "index", "parent")
    return replace(made, layout=replace(made.layout, format="discbracket", columns=columns))


def _nodes(tree: MultiFunctionTree, count: int) -> Iterator[tuple[int, str, Yield]]:
    """The nodes of a tree in the order of their numbers: parent, function and yield; the first is the top."""
    if not count:
        return
    everything = frozenset(range(1, count + 1))
    yield 0, "_", everything
    last, number = {everything: 1}, 1  # the last node over each yield
    parent = function.parents(tree) or {}
    for over in tree.pre_order:
        above = last[parent.get(over, everything)]
        for label in sorted(tree.nodes[over]) or ["_"]:  # several are a chain
            number += 1
            yield above, label, over
            above = number
        last[over] = number
