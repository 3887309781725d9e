"""Choices about constituents put into a treebank: for each yield those that one side has, then a tree of them all.

Constituents with one yield stand above one another; a choice takes all of them as they stand. Where words have a
function of their own (export, TigerXML), that of a single word goes with its yield.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial

import numpy as np
import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.structures.multifunction import crosses
from goldleaf.core.structures.phrase import Keys, with_yields
from goldleaf.core.treebank import SECONDARY_EDGES, Treebank
from goldleaf.viewer.review.constituents import (
    Brackets,
    Constituent,
    Crossing,
    Tree,
    Yield,
    brackets_of,
    has_edges,
    read_constituents,
    tree_of,
)
from goldleaf.viewer.review.decisions import OPEN, READING, Choice, Decided, Fault
from goldleaf.viewer.review.fingerprints import NONE
from goldleaf.viewer.review.items import yield_item, yield_of
from goldleaf.viewer.review.taking import Spot, Taken, Work, value_at, versions


def take_constituents(taken: Taken, decided: Decided, work: Work) -> None:
    """Put in what was chosen about constituents; other treebanks have none."""
    if not work.sides.first.nodes.height or not (decided.rows or Layer.CONSTITUENT in work.layers):
        return
    changed: dict[int, Tree] = {}
    for row in sorted(decided.rows | (_differing(work) if Layer.CONSTITUENT in work.layers else set())):
        found = versions(row, work, lambda number, at: _brackets(work.sides.treebanks[number], at, own=not number))
        chosen = _chosen(row, found, taken, decided, work)
        tree = _tree(row, chosen, taken, work.faults) if chosen != found[0] else None
        if tree is not None:
            changed[row] = tree
    if changed:
        taken.treebank = _with_trees(taken.treebank, changed, work.faults)


def _brackets(treebank: Treebank, row: int, *, own: bool) -> Brackets:
    """The constituents of a sentence; those of other treebanks without their numbers, which are of another tree."""
    brackets = brackets_of(treebank, row)
    if own:
        return brackets
    return {words: tuple(replace(one, node=0) for one in chain) for words, chain in brackets.items()}


def _differing(work: Work) -> set[int]:
    """The sentences whose constituents differ, told by sums of numbers for each."""
    own = _sums(work.sides.first)
    found: set[int] = set()
    for number in work.sides.others():
        at = work.sides.rows[number]
        theirs = np.append(_sums(work.sides.treebanks[number]), np.uint64(0))[at]
        found.update(np.flatnonzero((at != NONE) & (theirs != own)).tolist())
    return found


def _sums(treebank: Treebank) -> Keys:
    """A number for each sentence, equal where constituents and the functions of words are."""
    sums = np.zeros(len(treebank), np.uint64)
    edges = ["function"] if has_edges(treebank) else []
    for table, names in ((treebank.nodes, ["yield", "label", "function"]), (treebank.words, ["position", *edges])):
        keys = table.select(pl.struct(pl.col(name).to_physical() for name in names).hash()).to_series().to_numpy()
        np.add.at(sums, table["sentence"].to_numpy(), keys)
    return sums


def _chosen(row: int, found: Mapping[int, Brackets], taken: Taken, decided: Decided, work: Work) -> Brackets:
    """The constituents of the sentence in this row by yield."""
    choices = _by_yield(row, decided, work.faults)
    length = int(work.sides.first.sentences["words"][row])
    result: Brackets = {}
    for words in dict.fromkeys((*(one for brackets in found.values() for one in brackets), *choices)):
        if words and max(words) > length:
            work.faults.append(Fault(row, f"there are no words {yield_item(words)}"))
            continue
        values = {number: brackets.get(words, ()) for number, brackets in found.items()}
        choice = choices.get(words) or decided.of_sentence.get(row) or Choice(OPEN)
        spot = Spot(row, Layer.CONSTITUENT, yield_item(words), min(words, default=0))
        chain = value_at(spot, values, _said, choice, partial(read_constituents, before=values[0]), taken, work)
        if chain:
            result[words] = chain
    return result


def _said(chain: tuple[Constituent, ...]) -> object:
    return tuple(one.said for one in chain)


def _by_yield(row: int, decided: Decided, faults: list[Fault]) -> dict[Yield, Choice]:
    found = {}
    for item, choice in decided.of_item.get(row, {}).items():
        words = yield_of(item)
        if words is None:
            faults.append(Fault(row, f"{item!r} names no words, such as 3-5 or 3-5+8"))
        elif choice.side == READING and not choice.reading.startswith("="):
            faults.append(Fault(row, f"{choice.reading!r} is no reading of the layer constituent"))
        else:
            found[words] = choice
    return found


def _tree(row: int, chosen: Brackets, taken: Taken, faults: list[Fault]) -> Tree | None:
    if frozenset() in chosen:
        faults.append(Fault(row, "has constituents without words, so that no other tree can be made of it"))
        return None
    try:
        return tree_of(chosen)
    except Crossing as crossing:
        one, other = map(yield_item, crossing.yields)
        faults.append(Fault(row, f"the constituents over {one} and {other} cross; the sentence stays as it was"))
        taken.crossing += [
            (row, words, " ".join(one.label for one in chain if not one.is_edge))
            for words, chain in chosen.items()
            if any(crosses(words, others) for others in chosen)
        ]
        return None


def _with_trees(treebank: Treebank, changed: Mapping[int, Tree], faults: list[Fault]) -> Treebank:
    """The treebank with other trees in some sentences."""
    kept = treebank.nodes.filter(pl.Series(~np.isin(treebank.nodes["sentence"].to_numpy(), [*changed])))
    nodes = pl.concat([kept, _node_rows(treebank, changed)]).sort("sentence", "node")
    parents = treebank.words["parent"].to_numpy().copy()
    functions = treebank.words["function"].cast(pl.String).to_list() if "function" in treebank.words.columns else []
    sentence = treebank.sentence_of_word
    for row, tree in changed.items():
        first = int(np.searchsorted(sentence, np.array([row], sentence.dtype))[0])
        for position, parent in tree.word_parents.items():
            parents[first + position - 1] = parent
        for position in range(1, int(treebank.sentences["words"][row]) + 1):
            if position not in tree.word_parents:
                parents[first + position - 1] = 0
            if position in tree.edges:
                functions[first + position - 1] = tree.edges[position]
    words = treebank.words.with_columns(parent=pl.Series(parents))
    if functions:
        words = words.with_columns(function=pl.Series(functions, dtype=pl.Categorical()))
    edges = _edges(treebank, changed, faults)
    return replace(treebank, words=words, nodes=with_yields(words, nodes), secondary_edges=edges)


def _node_rows(treebank: Treebank, changed: Mapping[int, Tree]) -> pl.DataFrame:
    """The rows of the new trees; yields are still to be worked out."""
    rows = []
    for row, tree in changed.items():
        line = treebank.sentences["line"][row]
        for number, (one, parent) in enumerate(zip(tree.constituents, tree.parents, strict=True), 1):
            given = {**asdict(one), "sentence": row, "node": number, "parent": parent, "line": line}
            given["raw_label"] = one.raw_label or _raw_label(one)
            rows.append({name: given.get(name, 0) for name in treebank.nodes.columns})
    return pl.DataFrame(rows, schema=treebank.nodes.schema)


def _raw_label(one: Constituent) -> str:
    given = (part for part in (one.function, one.index) if part != "_")
    return "-".join((one.label, *given)) + (f"##{one.features}##" if one.features != "_" else "")


def _edges(treebank: Treebank, changed: Mapping[int, Tree], faults: list[Fault]) -> pl.DataFrame:
    """The secondary edges, those of changed sentences between the same constituents as before; others are lost."""
    edges = treebank.secondary_edges
    if not edges.height:
        return edges
    rows = []
    for row, word, node, parent, label in edges.with_columns(pl.col("label").cast(pl.String)).iter_rows():
        if row in changed:
            numbers = {one.node: number for number, one in enumerate(changed[row].constituents, 1) if one.node}
            if parent not in numbers or (node and node not in numbers):
                faults.append(Fault(row, f"the secondary edge {label} is lost with the constituent that it is at"))
                continue
            node, parent = numbers.get(node, 0), numbers[parent]
        rows.append((row, word, node, parent, label))
    return pl.DataFrame(rows, schema=SECONDARY_EDGES, orient="row")
