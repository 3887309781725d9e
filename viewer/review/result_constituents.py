"""Choices about constituents put into a treebank: for each yield those that one side has, then a tree of them all.
Constituents with one yield stand above one another; a choice takes all of them as they stand. Where words have a
function of their own (export, TigerXML), that of a single word goes with its yield."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from typing import TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.facts import Keys
from goldleaf.core.structures.function import crosses
from goldleaf.core.structures.phrase import with_yields
from goldleaf.core.treebank import SECONDARY_EDGES, Treebank
from goldleaf.viewer.review.result_words import OPEN, Choice, Correction, Decided, Fault
from goldleaf.viewer.review.sentences import NONE
from goldleaf.viewer.session.layers import yield_item, yield_of

_NOTHING = "_"

Yield: TypeAlias = frozenset[int]


@dataclass(frozen=True, slots=True)
class Constituent:
    """A constituent, or the edge to a single word; ``node`` is its number where it is from, 0 for an edge."""

    label: str
    function: str = _NOTHING
    index: str = _NOTHING
    features: str = _NOTHING
    raw_label: str = ""
    node: int = 0
    is_edge: bool = False


Chain: TypeAlias = tuple[Constituent, ...]
"""The constituents with one yield, from above; at the end of a single word's its edge, where words have functions."""

Brackets: TypeAlias = dict[Yield, Chain]


@dataclass(frozen=True, slots=True)
class Tree:
    """Constituents with their parents (numbers from 1, 0 for none), and for each word, by position, its parent."""

    constituents: list[Constituent]
    parents: list[int]
    word_parents: dict[int, int]
    edges: dict[int, str]  # functions of words


class Crossing(Exception):  # noqa: N818
    """The yields of two constituents that share words, and neither holds the other."""


def take_constituents(correction: Correction, decided: Decided) -> None:
    """Put in what was chosen about constituents; other treebanks have none."""
    sides = correction.sides
    is_looked_at = Layer.CONSTITUENT in correction.layers
    if not sides.treebanks[0].nodes.height or not (decided or is_looked_at):
        return

    def brackets(number: int, at: int) -> Brackets:
        there = _brackets_of(sides.treebanks[number], at)
        # Numbers of another side's constituents are of another tree; the edges that name them are not taken.
        bare = {words: tuple(replace(one, node=0) for one in chain) for words, chain in there.items()}
        return bare if number else there

    faults, changed = correction.faults, {}
    for row in sorted({*decided} | (_differing(correction) if is_looked_at else set())):
        versions = correction.versions(row, brackets)
        if (chosen := _chosen(row, versions, correction, decided)) == versions[0]:
            continue
        if frozenset() in chosen:
            faults.append(Fault(row, "has constituents without words, so that no other tree can be made of it"))
            continue
        try:
            changed[row] = tree_of(chosen)
        except Crossing as crossing:
            one, other = map(yield_item, crossing.args)
            faults.append(Fault(row, f"the constituents over {one} and {other} cross; the sentence stays as it was"))
            correction.crossing += [
                (row, words, " ".join(one.label for one in chain if not one.is_edge))
                for words, chain in chosen.items()
                if any(crosses(words, others) for others in chosen)
            ]
    if changed:
        correction.treebank = _with_trees(correction.treebank, changed, faults)


def _differing(correction: Correction) -> set[int]:
    """The sentences whose constituents, or functions of words, differ, told by sums of numbers for each."""

    def sums(treebank: Treebank) -> Keys:
        total = np.zeros(len(treebank), np.uint64)
        edges = ["function"] if has_edges(treebank) else []
        for table, names in ((treebank.nodes, ["yield", "label", "function"]), (treebank.words, ["position", *edges])):
            keys = table.select(pl.struct(pl.col(name).to_physical() for name in names).hash()).to_series().to_numpy()
            np.add.at(total, table["sentence"].to_numpy(), keys)
        return total

    sides = correction.sides
    own = sums(sides.treebanks[0])
    rows: set[int] = set()
    for number in range(1, len(sides.treebanks)):
        at = sides.rows[number]
        theirs = np.append(sums(sides.treebanks[number]), np.uint64(0))[at]
        rows.update(np.flatnonzero((at != NONE) & (theirs != own)).tolist())
    return rows


def has_edges(treebank: Treebank) -> bool:
    """Whether words have functions of their own, beside their tags."""
    return "raw_label" not in treebank.nodes.columns and "function" in treebank.words.columns


def _brackets_of(treebank: Treebank, row: int) -> Brackets:
    tables = []
    for table in (treebank.words, treebank.nodes):  # sorted by sentence; to filter all of it takes long
        column = table["sentence"].to_numpy()
        start, end = np.searchsorted(column, np.array([row, row + 1], column.dtype)).tolist()
        tables.append(table.slice(start, end - start).with_columns(pl.col(pl.Categorical).cast(pl.String)))
    words, nodes = tables
    parents = dict(nodes.select("node", "parent").iter_rows())
    yields: defaultdict[int, set[int]] = defaultdict(set)
    for position, parent in words.select("position", "parent").iter_rows():
        while parent:
            yields[parent].add(position)
            parent = parents[parent]
    columns = [field.name for field in fields(Constituent) if field.name in nodes.columns]
    brackets: defaultdict[Yield, Chain] = defaultdict(tuple)
    for values in nodes.select(columns).iter_rows(named=True):
        brackets[frozenset(yields[values["node"]])] += (Constituent(**values),)
    if has_edges(treebank):
        for position, function in words.select("position", "function").iter_rows():
            brackets[frozenset((position,))] += (Constituent("", function, is_edge=True),)
    return dict(brackets)


def _chosen(row: int, versions: Mapping[int, Brackets], correction: Correction, decided: Decided) -> Brackets:
    faults, layer = correction.faults, Layer.CONSTITUENT
    choices = correction.choices(layer, row, decided, yield_of, "words, such as 3-5 or 3-5+8")
    length = int(correction.sides.treebanks[0].sentences["words"][row])
    chosen: Brackets = {}
    for words in dict.fromkeys((*(words for brackets in versions.values() for words in brackets), *choices)):
        item = yield_item(words)
        if words and max(words) > length:
            faults.append(Fault(row, f"there are no words {item}"))
            continue
        values = {number: brackets.get(words, ()) for number, brackets in versions.items()}
        choice = choices.get(words) or decided.get(row, {}).get("") or Choice(OPEN)
        read, place = partial(read_constituents, before=values[0]), (row, layer, item)
        if chain := correction.value(place, min(words, default=0), values, choice, read, said=_said):
            chosen[words] = chain
    return chosen


def _said(chain: Chain) -> tuple[tuple[str, str, bool], ...]:
    # Features and indices are nobody's to decide.
    return tuple((one.label, one.function, one.is_edge) for one in chain)


def read_constituents(reading: str, before: Chain) -> Chain:
    """The constituents that a reading names, from above, between blanks: ``NP-SBJ``; none where it is empty. The edge
    to a single word stays as it was, unless its function stands last: ``-OA``."""
    made, edges, labels = [], [one for one in before if one.is_edge], reading.split()
    if edges and labels and labels[-1].startswith("-"):
        edges = [replace(edges[0], function=labels.pop()[1:] or _NOTHING)]
    for label in labels:
        # A dash in front is none between category and function: -LRB-, -NONE-.
        category, _, function = label.partition("-") if not label.startswith("-") else (label, "", "")
        made.append(Constituent(category, function or _NOTHING, raw_label=label))
    return (*made, *edges)


def tree_of(brackets: Mapping[Yield, Chain]) -> Tree:
    """The tree of a set of constituents that have words. Raises Crossing where there is none."""
    above: dict[int, Yield] = {}  # for each word the smallest yield so far that holds it
    parent_of: dict[Yield, Yield | None] = {}
    for words in sorted(brackets, key=lambda words: (-len(words), sorted(words))):
        holders = {above.get(position) for position in words}
        if len(holders) > 1:  # from the largest down, what lies within one constituent has one above all its words
            raise Crossing(words, *[one for one in holders if one is not None and not words < one][:1])
        [parent_of[words]] = holders
        if any(not one.is_edge for one in brackets[words]):
            above.update(dict.fromkeys(words, words))

    # Numbers go as files have them: parents before their children, siblings in the order of their first words.
    children: defaultdict[Yield | None, list[Yield]] = defaultdict(list)
    for words in sorted(parent_of, key=min, reverse=True):
        children[parent_of[words]].append(words)
    tree = Tree([], [], {}, {})
    lowest: dict[Yield | None, int] = {None: 0}
    to_do = [*children[None]]
    while to_do:
        words = to_do.pop()
        number = lowest[parent_of[words]]
        for one in brackets[words]:
            if one.is_edge:
                tree.edges[min(words)] = one.function
            else:
                tree.constituents.append(one)
                tree.parents.append(number)
                number = len(tree.constituents)
        lowest[words] = number
        to_do += children[words]
    tree.word_parents.update({position: lowest[words] for position, words in above.items()})
    return tree


def _with_trees(treebank: Treebank, changed: Mapping[int, Tree], faults: list[Fault]) -> Treebank:
    rows = []
    for row, tree in changed.items():
        line = treebank.sentences["line"][row]
        for number, (one, parent) in enumerate(zip(tree.constituents, tree.parents, strict=True), 1):
            given = {**asdict(one), "sentence": row, "node": number, "parent": parent, "line": line}
            if not one.raw_label:  # of a side whose format has none: as bracketed files write it
                named = "-".join((one.label, *(part for part in (one.function, one.index) if part != _NOTHING)))
                given["raw_label"] = named + (f"##{one.features}##" if one.features != _NOTHING else "")
            # Columns that are not given, those of yields, are worked out again below.
            rows.append({name: given.get(name, 0) for name in treebank.nodes.columns})
    kept = treebank.nodes.filter(pl.Series(~np.isin(treebank.nodes["sentence"].to_numpy(), [*changed])))
    nodes = pl.concat([kept, pl.DataFrame(rows, schema=treebank.nodes.schema)]).sort("sentence", "node")

    parents = treebank.words["parent"].to_numpy().copy()
    functions = treebank.words["function"].cast(pl.String).to_list() if "function" in treebank.words.columns else []
    for row, tree in changed.items():
        first, count = treebank.sentences.select("first_word", "words").row(row)
        for position in range(1, count + 1):
            parents[first + position - 1] = tree.word_parents.get(position, 0)
            if position in tree.edges:
                functions[first + position - 1] = tree.edges[position]
    words = treebank.words.with_columns(parent=pl.Series(parents))
    if functions:
        words = words.with_columns(function=pl.Series(functions, dtype=pl.Categorical()))
    edges = _secondary_edges(treebank, changed, faults)
    return replace(treebank, words=words, nodes=with_yields(words, nodes), secondary_edges=edges)


def _secondary_edges(treebank: Treebank, changed: Mapping[int, Tree], faults: list[Fault]) -> pl.DataFrame:
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
