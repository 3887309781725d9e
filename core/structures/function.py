"""Function trees of whole treebanks: for each node a function and a yield (Tsarfaty et al. 2011, §3; 2012 EACL, §2);
multi-function trees of sentences, and the operations on them (2011, §3; 2012 EACL, §3.1–3.2).

A word of a dependency tree is a node labelled with its relation over all that it dominates and, where it has
dependents, the parent of a head daughter over itself alone. A constituent is a node labelled with its function, and so
is a word, by the function of its edge or of its tag. Of a relational-realizational tree only the function nodes stay,
which are the children of a projection such as ``{sbj,prd,obj}``. The artificial root is no node; nor is what covers
no word, traces being no words.

A multi-function tree has one node a yield, carrying the set of the functions on that yield. Terminals are the positions
of words, from 1. The artificial root is no node.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, groupby, pairwise
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import FormatError, GoldleafError, Problem
from goldleaf.core.facts import Bools, Integers, Keys, spread
from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.structures.parents import climbs, without_cycles
from goldleaf.core.structures.phrase import parent_rows, position_keys, traces
from goldleaf.core.treebank import TEXT, Treebank

_Number = TypeVar("_Number", np.uint64, np.int64)
HEAD = "hd"
NO_FUNCTION = ("_", "", "--")
ROOT = "root"  # the function of the highest realization of a relational-realizational tree
ROOTS = ("TOP", "ROOT", "S1", "VROOT", "", "_")  # labels of the outermost constituent that make it the artificial root
LARGEST = 1_000_000  # words in the yields of one sentence's tree: as sets, those of a chain of 10,000 take gigabytes
_SEVERAL = {"brackets": r"[-*]", "discbracket": r"[-*]"}  # what stands between the functions of one label

WILDCARD = "*"  # a label that stands for any one label on its yield (Tsarfaty et al. 2011, §3, step 1)
Yield: TypeAlias = frozenset[int]
Functions: TypeAlias = frozenset[str]


class CrossingYieldsError(GoldleafError):
    """Two trees that no tree can hold both of: each pair of yields has words in common, and neither holds the other."""

    def __init__(self, pairs: Iterable[tuple[Yield, Yield]]) -> None:
        self.pairs = tuple(pairs)
        shown = "; ".join(f"{spelled(one)} and {spelled(other)}" for one, other in self.pairs)
        super().__init__(f"the trees cannot be unified: these yields cross: {shown}")


class MultiFunctionTree(NamedTuple):
    """The functions on each yield; an empty set where there is a node without a function."""

    nodes: Mapping[Yield, Functions]

    @property
    def pre_order(self) -> tuple[Yield, ...]:
        """The yields from left to right, larger ones before those within them."""
        return tuple(sorted(self.nodes, key=place))

    @property
    def facts(self) -> frozenset[tuple[str, Yield]]:
        return frozenset((label, over) for over, labels in self.nodes.items() for label in labels)

    @property
    def unlabeled(self) -> MultiFunctionTree:
        return MultiFunctionTree(dict.fromkeys(self.nodes, frozenset[str]()))


class FunctionNodes(NamedTuple):
    """The nodes of all trees, one row each, in no promised order. ``sentence`` (uint32) is a row of the treebank's
    sentences; ``over`` (uint64) the key of the yield, which is the sum of `phrase.position_keys` of its terminals;
    ``label`` (TEXT) the function, ``_`` for none; ``head`` (bool) tells head daughters. ``word`` and ``constituent``
    (int64) are the rows of the word or constituent that it was made from, −1 for none."""

    sentence: npt.NDArray[np.uint32]
    over: Keys
    label: pl.Series
    head: Bools
    word: Integers
    constituent: Integers

    def taken(self, rows: Integers, label: pl.Series) -> FunctionNodes:
        own = self.word[rows], self.constituent[rows]
        return FunctionNodes(self.sentence[rows], self.over[rows], label, self.head[rows], *own)


def has_functions(treebank: Treebank) -> bool:
    projected = "parent" in treebank.words.columns and _is_projection(treebank.nodes["label"].cast(pl.String)).any()
    return bool(projected or names_of_functions(treebank))


def names_of_functions(treebank: Treebank) -> set[str]:
    """The functions that stand beside the labels of constituents; without constituents all relations."""
    bare = "parent" not in treebank.words.columns
    columns = [treebank.words["label"]] if bare else [treebank.words["function"], treebank.nodes["function"]]
    # Distinct values tell it, of which there are few however many words there are.
    return {name for column in columns for name in column.unique().cast(pl.String)} - {*NO_FUNCTION, None}


def terminals(treebank: Treebank) -> Integers:
    """For each word its position among the words of its sentence that are no traces, from 1; 0 for a trace."""
    position = treebank.words["position"].to_numpy().astype(np.int64)
    is_word = ~traces(treebank)
    if is_word.all():
        return position
    before = np.append(0, np.cumsum(is_word))
    first = treebank.sentences["first_word"].to_numpy()[treebank.sentence_of_word]
    return np.where(is_word, before[1:] - before[first], 0)


def function_nodes(
    treebank: Treebank, terminal: Integers | None = None, *, categories: bool = False, whole: bool = False
) -> FunctionNodes:
    """The nodes of a treebank's function trees; one with both kinds of trees is read as one of phrase structures.

    ``terminal`` gives each word its number among the terminals of its sentence (from 1, 0 for none), by default
    `terminals`. With ``categories`` constituents are labelled with their categories, and words are no nodes (Tsarfaty
    et al. 2012 ACL, Figure 1); with ``whole``, too, words are nodes that are labelled with their tags, labels stand as
    in the file, and `roots` are no nodes, whatever their labels."""
    numbers = terminals(treebank) if terminal is None else terminal
    own = np.where(numbers > 0, position_keys(numbers), np.uint64(0))
    if "parent" in treebank.words.columns:
        return _of_constituents(treebank, own, categories=categories, whole=whole)
    return _of_dependencies(treebank, own)


def roots(treebank: Treebank) -> pl.DataFrame:
    """Rows (sentence, node, label) of the labelled constituents that a whole tree hangs by, one a sentence at most.
    ``node`` (int64) is a row of the treebank's nodes, −1 for a word that is the whole tree, with its tag; ``label`` is
    the file's."""
    if "parent" not in treebank.words.columns:
        return pl.DataFrame(schema={"sentence": pl.UInt32, "node": pl.Int64, "label": TEXT})
    rows = pl.int_range(pl.len(), dtype=pl.Int64)
    nodes = treebank.nodes.with_columns(label=treebank.nodes[_category(treebank)], node=rows)
    words = treebank.words.with_columns(label="coarse_tag", node=pl.lit(-1, pl.Int64))
    tops = pl.concat([one.filter(pl.col("parent") == 0).select("sentence", "node", "label") for one in (nodes, words)])
    is_label = ~pl.col("label").cast(pl.String).is_in(NO_FUNCTION)
    return tops.filter(pl.col("sentence").is_unique(), is_label)


def _category(treebank: Treebank) -> str:
    return "raw_label" if "raw_label" in treebank.nodes.columns else "label"


def multi_function_trees(treebank: Treebank, *, wildcard: bool = False) -> Iterator[MultiFunctionTree]:
    """The multi-function tree of each sentence. With ``wildcard`` head daughters are labelled so (Tsarfaty et al. 2011,
    §3), and not ``hd``."""
    numbers = terminals(treebank)
    nodes = function_nodes(treebank, numbers)
    order = np.argsort(nodes.sentence, stable=True)
    bounds = np.searchsorted(nodes.sentence[order], np.arange(len(treebank) + 1)).tolist()
    overs = nodes.over[order].tolist()
    labels = nodes.label.gather(pl.Series(order)).cast(pl.String).to_list()
    if wildcard:
        heads = nodes.head[order].tolist()
        labels = [WILDCARD if is_head else label for is_head, label in zip(heads, labels, strict=True)]
    for first, end, positions in zip(bounds[:-1], bounds[1:], yields(treebank, numbers), strict=True):
        found: dict[Yield, set[str]] = {}
        for over, label in zip(overs[first:end], labels[first:end], strict=True):
            found.setdefault(positions[over], set()).update({label} - set(NO_FUNCTION))
        yield MultiFunctionTree({over: frozenset(functions) for over, functions in found.items()})


def yields(treebank: Treebank, terminal: Integers) -> Iterator[dict[int, Yield]]:
    """For each sentence the terminals of each yield, by its key. Those of single words, all that its tree has, and that
    of the whole sentence. Raises FormatError for yields of more than `LARGEST` words."""
    sizes = _over(treebank, np.ones(treebank.words.height, np.int64), np.add)
    sentence = (treebank.nodes if "parent" in treebank.words.columns else treebank.words)["sentence"].to_numpy()
    # Counted before any set is made: memory would be gone before the first one could be refused.
    total = np.bincount(sentence, sizes, minlength=len(treebank))
    if (total > LARGEST).any():
        line = treebank.sentences["line"][int(total.argmax())]
        what = f"a tree so deep that its yields have {total.max():,.0f} words; function trees may have {LARGEST:,}"
        raise FormatError(Problem(treebank.path, line, 0, what))
    above, lowest, alike = (rows.tolist() for rows in _forest(treebank))
    own, numbers = position_keys(terminal).tolist(), terminal.tolist()
    for first, end in pairwise([*treebank.sentences["first_word"].to_list(), treebank.words.height]):
        members: dict[int, list[int]] = {}
        for word in range(first, end):
            node = lowest[word]
            while node >= 0:
                members.setdefault(node, []).append(word)
                node = above[node]
        # All words of a cycle dominate the same, so that one stands for them.
        nodes = (rows for node, rows in members.items() if alike[node] == node)
        found = {}
        for rows in [*nodes, *([word] for word in range(first, end)), range(first, end)]:
            words = [row for row in rows if numbers[row] > 0]
            found[sum(own[row] for row in words) % (1 << 64)] = frozenset(numbers[row] for row in words)
        yield found


def yield_keys(treebank: Treebank, nodes: FunctionNodes, own: Keys) -> Keys:
    """The key of each node's yield where the words have these keys, as `FunctionNodes.over` has it for terminals."""
    return _of_yields(treebank, nodes, own, np.add)


def first_words(treebank: Treebank, nodes: FunctionNodes) -> Integers:
    count = treebank.words.height
    return _of_yields(treebank, nodes, np.where(traces(treebank), count, np.arange(count)), np.minimum)


def last_words(treebank: Treebank, nodes: FunctionNodes) -> Integers:
    return _of_yields(treebank, nodes, np.where(traces(treebank), -1, np.arange(treebank.words.height)), np.maximum)


def _of_yields(
    treebank: Treebank, nodes: FunctionNodes, values: npt.NDArray[_Number], total: np.ufunc
) -> npt.NDArray[_Number]:
    """For each node the sum (or the least, or the greatest) of its words' values."""
    over = np.append(_over(treebank, values, total), values.dtype.type(0))  # the last is for −1
    nodes_of = nodes.constituent if "parent" in treebank.words.columns else np.where(nodes.head, -1, nodes.word)
    return np.where(nodes_of >= 0, over[nodes_of], values[nodes.word])


def _of_dependencies(treebank: Treebank, own: Keys) -> FunctionNodes:
    parent = head_rows(treebank)
    over = _over(treebank, own, np.add)
    # A word that is only its own head has nothing below itself.
    elsewhere = np.flatnonzero((parent >= 0) & (parent != np.arange(len(parent))))
    heads = np.flatnonzero(spread(len(parent), parent[elsewhere]))
    word = np.append(np.arange(len(parent)), heads)
    head_label = pl.Series([HEAD], dtype=TEXT).new_from_index(0, len(heads))
    nodes = FunctionNodes(
        sentence=treebank.sentence_of_word[word],
        over=np.append(over, own[heads]),
        label=treebank.words["label"].append(head_label),
        head=np.arange(len(word)) >= len(parent),
        word=word,
        constituent=np.full(len(word), -1),
    )
    # What is over traces alone is no node.
    kept = np.flatnonzero(nodes.over != 0)
    return nodes if len(kept) == len(word) else nodes.taken(kept, nodes.label.gather(pl.Series(kept)))


def _forest(treebank: Treebank) -> tuple[Integers, Integers, Integers]:
    """The trees of words, or of constituents if there are any. For each node the row of its parent (−1 for none), for
    each word that of the lowest node over it, and for each node which one dominates the same: on cycles it is another.
    """
    if "parent" in treebank.words.columns:
        above = parent_rows(treebank.nodes, treebank.nodes)
        return above, parent_rows(treebank.words, treebank.nodes), np.arange(len(above))
    above, alike = without_cycles(head_rows(treebank))
    return above, np.arange(len(above)), alike


def _over(treebank: Treebank, values: npt.NDArray[_Number], total: np.ufunc) -> npt.NDArray[_Number]:
    """For each node the sum (or the least, the greatest) of the values of all words that it dominates."""
    forest, lowest, alike = _forest(treebank)
    result = values.copy()
    if "parent" in treebank.words.columns:  # else words are the nodes
        under, limits = np.flatnonzero(lowest >= 0), np.iinfo(values.dtype)
        nothing = 0 if total is np.add else limits.max if total is np.minimum else limits.min
        result = np.full(len(forest), nothing, values.dtype)
        total.at(result, lowest[under], values[under])
    for below, above in climbs(forest):
        total.at(result, above, result[below])
    return result[alike]


def _of_constituents(treebank: Treebank, own: Keys, *, categories: bool, whole: bool) -> FunctionNodes:
    words, nodes = treebank.words, treebank.nodes
    over = _over(treebank, own, np.add)
    label = nodes["label"].cast(pl.String)
    artificial = ((nodes["parent"] == 0) & label.is_in(ROOTS)).to_numpy(writable=True)
    if whole and categories:
        outermost = roots(treebank)["node"]
        artificial[outermost.filter(outermost >= 0).to_numpy()] = True
    tag = words["coarse_tag" if categories else "function"]
    projection = _is_projection(label).to_numpy()
    kept_words, kept_nodes = (own != 0) & np.bool_(whole or not categories), (over != 0) & ~artificial
    category = _category(treebank) if whole else "label"
    function = nodes[category if categories else "function"]
    if projection.any() and not categories:
        # Of a relational-realizational tree only what stands in a projection is a function, and its root.
        sentence, above = nodes["sentence"].to_numpy(), parent_rows(nodes, nodes)
        relational = spread(len(treebank), sentence[projection])
        of_word, of_node = (np.append(projection, False)[rows] for rows in (parent_rows(words, nodes), above))
        is_highest = ((above < 0) | np.append(artificial, False)[above]) & ~(projection | of_node)
        is_root = relational[sentence] & is_highest  # 2012 EACL, Figure 1 (c)
        kept_words &= ~relational[treebank.sentence_of_word] | of_word
        kept_nodes &= ~relational[sentence] | of_node | is_root
        tag = pl.select(pl.when(pl.Series(of_word)).then(words["coarse_tag"]).otherwise(tag)).to_series()
        named = pl.when(pl.Series(of_node)).then(nodes["label"]).otherwise(function)
        function = pl.select(pl.when(pl.Series(is_root)).then(pl.lit(ROOT, TEXT)).otherwise(named)).to_series()
    word, node = np.flatnonzero(kept_words), np.flatnonzero(kept_nodes)
    none = np.full(len(word) + len(node), -1)
    found = FunctionNodes(
        sentence=np.append(treebank.sentence_of_word[word], nodes["sentence"].to_numpy()[node]),
        over=np.append(own[word], over[node]),
        label=tag.gather(pl.Series(word)).append(function.gather(pl.Series(node))),
        head=none >= 0,
        word=np.append(word, none[len(word) :]),
        constituent=np.append(none[: len(word)], node),
    )
    return found if categories or treebank.format not in _SEVERAL else _split(found, _SEVERAL[treebank.format])


def _is_projection(label: pl.Series) -> pl.Series:
    return label.str.contains(r"^\{.*\}$")


def _split(nodes: FunctionNodes, separator: str) -> FunctionNodes:
    """The nodes with a row for each of several functions in one label, such as ``LOC-PRD``."""
    # Most files have none in which there are several: that is seen from the distinct labels.
    distinct = nodes.label.unique()
    text = distinct.cast(pl.String)
    several = distinct.filter(text.str.contains(f".{separator}.") & ~text.is_in(NO_FUNCTION))
    if not len(several):
        return nodes
    cut = pl.col("label").str.replace_all(separator, "\n").str.split("\n")
    is_several = pl.col("label").is_in(several.cast(pl.String).implode())
    piece = pl.when(is_several).then(cut).otherwise(pl.concat_list("label"))
    rows = pl.DataFrame({"row": np.arange(len(nodes.label)), "label": nodes.label.cast(pl.String)})
    rows = rows.select("row", piece=piece).explode("piece").filter(pl.col("piece") != "")
    return nodes.taken(rows["row"].to_numpy(), rows["piece"].cast(TEXT).rename(nodes.label.name))


def place(over: Yield) -> tuple[int, int, list[int]]:
    """A key that sorts yields in pre-order."""
    return min(over, default=0), -len(over), sorted(over)


def spelled(over: Yield) -> str:
    """A yield for people, such as ``2–4, 7``."""
    # Positions of a run are as far apart as their numbers in the yield.
    groups = groupby(enumerate(sorted(over)), key=lambda numbered: numbered[1] - numbered[0])
    runs = [[position for _, position in group] for _, group in groups]
    return ", ".join(f"{run[0]}" if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs) or "no words"


def lacking(general: MultiFunctionTree, specific: MultiFunctionTree) -> dict[Yield, Functions]:
    """Why ``general`` does not subsume ``specific``: yields whose node or functions are not there. Empty: no node."""
    missing = {}
    for over in general.pre_order:
        labels, theirs = general.nodes[over], specific.nodes.get(over)
        lost = labels if theirs is None else resolved(labels, theirs) - resolved(theirs, labels)
        if lost or theirs is None:
            missing[over] = lost
    return missing


def unify(one: MultiFunctionTree, other: MultiFunctionTree) -> MultiFunctionTree:
    """The most general tree that holds both: all nodes, functions united (2012, §3.2: T-unification). Raises
    CrossingYieldsError, with all pairs that cross, when there is no such tree."""
    if crossing := [(ours, theirs) for ours in one.pre_order for theirs in other.pre_order if crosses(ours, theirs)]:
        raise CrossingYieldsError(crossing)
    return MultiFunctionTree({over: _united(one, other, over) for over in {**one.nodes, **other.nodes}})


def unify_labels(one: MultiFunctionTree, other: MultiFunctionTree) -> MultiFunctionTree:
    """The nodes of the first with the functions of both (2012, §3.2: TL-unification)."""
    return MultiFunctionTree({over: _united(one, other, over) for over in one.nodes})


def generalize(*trees: MultiFunctionTree) -> MultiFunctionTree:
    """The most specific tree that subsumes all: common yields, common functions (2012, §3.2: T-generalization). A
    wildcard takes the function that the other tree has there. Where wildcards meet yields with several functions the
    order of the trees decides which; without wildcards it never matters. Raises ValueError without trees."""
    if not trees:
        raise ValueError("generalize: no trees")
    general, *others = trees
    for tree in others:
        common = {over: (labels, tree.nodes[over]) for over, labels in general.nodes.items() if over in tree.nodes}
        general = MultiFunctionTree(
            {over: resolved(labels, theirs) & resolved(theirs, labels) for over, (labels, theirs) in common.items()}
        )
    return general


def crosses(one: Yield, other: Yield) -> bool:
    return bool(one & other) and not (one <= other or other <= one)


def parents(tree: MultiFunctionTree) -> dict[Yield, Yield] | None:
    """The smallest yield that holds each one and more, of those that any does; None where yields cross."""
    # Smaller yields first: each lies within the largest so far over its terminals, or crosses one of these.
    above: dict[Yield, Yield] = {}
    largest: dict[int, Yield] = {}  # so far, over each terminal
    for over in sorted(tree.nodes, key=len):
        within = {largest[one] for one in over if one in largest}
        if sum(map(len, within)) != sum(one in largest for one in over):
            return None
        above.update(dict.fromkeys(within, over))
        largest.update(dict.fromkeys(over, over))
    return above


def crossing_pairs(tree: MultiFunctionTree) -> list[tuple[Yield, Yield]]:
    """The yields of a tree that cross each other, of which there should be none."""
    if parents(tree) is not None:
        return []
    return [(one, other) for one, other in combinations(tree.pre_order, 2) if crosses(one, other)]


def resolved(labels: Functions, others: Functions) -> Functions:
    """The labels with a wildcard turned into the first of the others that it can stand for."""
    # One that the other lacks, else the wildcard would stand for what both have anyway; sorted, so that figures repeat.
    free = sorted(others - labels - {WILDCARD})
    return (labels - {WILDCARD}) | {free[0]} if WILDCARD in labels and WILDCARD not in others and free else labels


def _united(one: MultiFunctionTree, other: MultiFunctionTree, over: Yield) -> Functions:
    ours, theirs = one.nodes.get(over, frozenset()), other.nodes.get(over, frozenset())
    return resolved(ours, theirs) | resolved(theirs, ours)
