"""The facts of multi-function trees, all sentences of a treebank at once: nodes (yields), and functions on them.

Trees are those of Tsarfaty et al. 2011, §3, or as the program TedEval 2.2 has them; see `TreeRules`. Label maps say
which labels of different annotations mean the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.errors import FormatError, Problem
from goldleaf.core.facts import Bools, Codes, Integers, Keys, Mark, Marks, compare, identity
from goldleaf.core.files import read_text
from goldleaf.core.metrics.tedeval.places import Places, pair_places
from goldleaf.core.structures import function
from goldleaf.core.structures.dependency_changes import projectivized
from goldleaf.core.structures.function import NO_FUNCTION, WILDCARD, FunctionNodes
from goldleaf.core.structures.labels import mapped
from goldleaf.core.structures.phrase import position_keys, span_keys
from goldleaf.core.treebank import TEXT, Treebank, translated

# What TedEval 2.2 calls head daughters, nodes without a label, and words that are stretched over several places; and
# the node over the whole sentence, unless that is a constituent with its category.
UNLABELED, OUTERMOST = "_", "ROOT"
_OF_OUTERMOST = "\n"  # before the labels of outermost nodes that are told apart
_OF_WORDS = np.uint64(0x94D049BB133111EB)  # tells a word's fact from that of a node with the same label


class Facts(NamedTuple):
    """Facts, one row each, distinct in their own tree."""

    sentence: Codes
    over: Keys  # the yield as its own tree has it
    node: Keys  # a sentence and a yield as it is compared
    label: Codes  # TEXT codes; the code of ``_`` for nodes
    key: Keys  # all of a fact in one number
    word: Bools  # the facts of words

    def only(self, chosen: Bools | Integers) -> Facts:
        """Some of the rows."""
        columns: list[Any] = [column[chosen] for column in self]
        return Facts(*columns)


def facts_labelled(facts: Facts, label: Codes) -> Facts:
    """The same facts, which are of no words, with other labels."""
    return facts._replace(label=label, key=identity(facts.node, label))


def union(*several: Facts) -> Facts:
    """The facts of all, one after the other."""
    columns: list[Any] = [np.concatenate(column) for column in zip(*several, strict=True)]
    return Facts(*columns)


def code(label: str) -> int:
    """The code of a label."""
    return int(pl.Series([label], dtype=TEXT).to_physical()[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeRules:
    """How trees become facts."""

    wildcard: bool = False  # head daughters match any label
    software: bool = False  # trees as TedEval 2.2 has them, their labels upper-cased and without dashes
    lift: bool = False  # dependency trees are made projective
    categories: bool = False  # constituents are labelled with their categories
    words: bool = False  # a word with its tag is a fact, too
    labels: Mapping[str, str] = field(default_factory=dict)  # for labels that are equal, the one that stands for them
    # The software's trees keep their labels, with a mark on those of outermost nodes, until they are `renamed`.
    as_written: bool = False


class Forest(NamedTuple):
    """The multi-function trees of a treebank: nodes (yields), and functions on them."""

    nodes: Facts  # and words by their form, where these are facts
    functions: Facts  # and words by form and tag

    @property
    def merged(self) -> Forest:
        """The same with one fact where a word is a label of its leaf, as TedEval 2.2 has it."""
        functions = self.functions
        alike = ~functions.word & np.isin(functions.key, functions.key[functions.word])
        return Forest(self.nodes, functions.only(~alike)) if alike.any() else self


def forest(treebank: Treebank, places: Places, rules: TreeRules) -> Forest:
    """The trees over words that stand in these places."""
    compared = treebank_of(treebank, rules)
    found = nodes_of(compared, places, rules)
    if places.all_shared:
        over = found.over
    elif rules.software:
        first = places.first[function.first_words(compared, found)]
        last = places.last[function.last_words(compared, found)]
        over = span_keys(first, last - first + 1)
    else:  # a yield without shared words is the gap in which its first word stands (2012 ACL, §3)
        over = function.yield_keys(compared, found, places.key)
        over = np.where(over == 0, places.gap[function.first_words(compared, found)], over)
    nodes = _nodes(found.sentence, found.over, over)

    codes = _codes(found.label, rules)
    if rules.wildcard or rules.software:
        codes[found.head] = code(UNLABELED if rules.software else WILDCARD)
    labeled = codes >= 0
    bare = nodes if labeled.all() else nodes.only(labeled)
    functions = facts_labelled(bare, codes[labeled].astype(np.uint32))
    if rules.software:
        return _of_software(nodes, functions, treebank, places, rules)

    yields = _distinct(nodes, nodes.key if places.all_shared else identity(nodes.sentence, nodes.over))
    if yields is not nodes:  # where no two nodes have one yield, functions are distinct, too
        functions = _distinct(functions, identity(functions.sentence, functions.over, functions.label))
    nodes = yields
    if not rules.words:
        return Forest(nodes, functions)
    # Words are facts by form, and by form and tag, such as ``house/NN``.
    rows = np.flatnonzero(places.terminal > 0)
    words = treebank.words[rows]
    tagged = pl.concat_str(pl.col("form").cast(pl.String), pl.lit("/"), pl.col("coarse_tag").cast(pl.String))
    place = np.where(places.key > 0, places.key, places.gap)[rows]
    sentence, own = treebank.sentence_of_word[rows], position_keys(places.terminal[rows])
    by_form = _words(sentence, own, place, words["form"], _OF_WORDS)
    by_tag = _words(sentence, own, place, words.select(tagged.cast(TEXT)).to_series(), _OF_WORDS)
    return Forest(union(nodes, by_form), union(functions, by_tag))


def _of_software(nodes: Facts, functions: Facts, treebank: Treebank, places: Places, rules: TreeRules) -> Forest:
    """The trees as TedEval 2.2 has them: sets of labels on spans, with an outermost node and words among the nodes."""
    # It is over all slots, also those before the first word; so labels, not nodes, can be over all words beside it.
    outermost = outermost_nodes(treebank, places)
    label = np.full(len(treebank), code(OUTERMOST), np.uint32)
    if rules.categories:
        tops = function.roots(treebank)
        label[tops["sentence"].to_numpy()] = _codes(tops["label"], rules)
    if rules.as_written:
        names = pl.Series(label).cat.to(TEXT)
        label = translated(names, lambda distinct: (_OF_OUTERMOST + distinct).cast(TEXT).to_physical())
    nodes = union(outermost, nodes)
    nodes = _distinct(nodes, identity(nodes.sentence, nodes.over))
    functions = union(functions, facts_labelled(outermost, label[outermost.sentence]))

    # A word is its upper-cased form, or ``_`` in each slot that it is stretched over.
    rows = np.flatnonzero(places.terminal > 0)
    first = places.first[rows]
    length = places.last[rows] - first + 1
    upper = treebank.words["form"].gather(pl.Series(rows)).cast(pl.String).str.to_uppercase().cast(TEXT)
    name = np.where(length == 1, upper.to_physical().to_numpy(), code(UNLABELED)).astype(np.uint32)
    each = np.repeat(np.arange(len(rows)), length)
    slot = np.arange(len(each)) - np.repeat(np.cumsum(length) - length, length) + first[each]
    own, sentence = position_keys(places.terminal[rows])[each], treebank.sentence_of_word[rows][each]
    place, text = position_keys(slot), pl.Series(name[each]).cat.to(TEXT)
    among_nodes = _words(sentence, own, place, text, _OF_WORDS)
    among_functions = _words(sentence, own, place, text, np.uint64(0))  # where they are labels like any others
    nodes, functions, among_nodes, among_functions = (
        _distinct(facts, facts.key) for facts in (nodes, functions, among_nodes, among_functions)
    )
    return Forest(union(nodes, among_nodes), union(functions, among_functions))


def renamed(forest: Forest, rules: TreeRules) -> Forest:
    """A forest whose labels are as written, with the labels that are compared."""
    functions = forest.functions.only(~forest.functions.word)
    codes = _codes(pl.Series(functions.label).cat.to(TEXT), rules)
    functions = facts_labelled(functions, codes.astype(np.uint32))
    words = forest.functions.only(forest.functions.word)
    return Forest(forest.nodes, union(_distinct(functions, functions.key), words))


def nodes_of(treebank: Treebank, places: Places, rules: TreeRules) -> FunctionNodes:
    """The nodes of the trees that are compared; in TedEval 2.2 words with their tags are some, too."""
    return function.function_nodes(treebank, places.terminal, categories=rules.categories, whole=rules.software)


def treebank_of(treebank: Treebank, rules: TreeRules) -> Treebank:
    """The treebank whose trees are compared: the same, or made projective."""
    return projectivized(treebank) if rules.lift and "parent" not in treebank.words.columns else treebank


def outermost_nodes(treebank: Treebank, places: Places) -> Facts:
    """The nodes over all words of each sentence that has any."""
    words = np.flatnonzero(places.terminal > 0)
    sentence, first = np.unique(treebank.sentence_of_word[words], return_index=True)
    if not words.size:
        return _nodes(sentence, np.zeros(0, np.uint64), np.zeros(0, np.uint64))
    own = np.add.reduceat(position_keys(places.terminal[words]), first)
    if places.all_shared:
        return _nodes(sentence, own, own)
    last = words[np.append(first[1:], len(words)) - 1]
    return _nodes(sentence, own, span_keys(np.ones(len(last), np.int64), places.last[last]))


def _nodes(sentence: Codes, own: Keys, compared_as: Keys) -> Facts:
    """Nodes from the keys of their yields, as their own tree has them and as they are compared."""
    node = identity(sentence, compared_as)
    label = np.full(len(node), code(UNLABELED), np.uint32)
    return Facts(sentence, own, node, label, node, np.zeros(len(node), bool))


def _words(sentence: Codes, own: Keys, place: Keys, label: pl.Series, salt: np.uint64) -> Facts:
    """Words from the keys of their own places and of those where they are compared."""
    node, codes = identity(sentence, place), label.to_physical().to_numpy()
    return Facts(sentence, own, node, codes, identity(node, codes) ^ salt, np.ones(len(codes), bool))


def _distinct(facts: Facts, own: Keys) -> Facts:
    """One of each of the facts that are equal in their own tree, by the keys that they have there."""
    ordered = np.sort(own)
    if (ordered[1:] != ordered[:-1]).all():  # which is quick to tell, and true of most dependency trees
        return facts
    _, rows = np.unique(own, return_index=True)
    return facts.only(np.sort(rows))


def _codes(labels: pl.Series, rules: TreeRules) -> Integers:
    """The codes of labels as they are compared, −1 for none."""

    def compared(label: str) -> str | None:
        label = label.removeprefix(_OF_OUTERMOST)
        label = rules.labels.get(label, label)
        if label in NO_FUNCTION:
            return UNLABELED if rules.software else None
        if rules.as_written or not rules.software:
            return label
        return label.upper().replace("-", "") or label

    def coded(distinct: pl.Series) -> pl.Series:
        names = pl.Series([compared(label) for label in distinct.to_list()], dtype=TEXT)
        return names.to_physical().cast(pl.Int64).fill_null(-1)

    codes: Integers = translated(labels, coded)
    return codes


def label_map(path: str) -> dict[str, str]:
    """For each label in a label map the label that stands for it, which is the first of its line. Labels on one line,
    with blanks between them, are equal; ``#`` begins a comment line. Raises GoldleafError when the file cannot be read,
    FormatError for a line with one label and for a label that stands on two lines."""
    found: dict[str, str] = {}
    for number, line in enumerate(read_text(path, "the label map").splitlines(), 1):
        labels = [] if line.startswith("#") else line.split()
        if len(labels) == 1:
            raise FormatError(Problem(path, number, 0, f"only {labels[0]!r}; expected two labels or more"))
        for label in labels:
            if found.setdefault(label, labels[0]) != labels[0]:
                raise FormatError(Problem(path, number, 0, f"{label!r} is on an earlier line already"))
    return found


def with_equal_labels(treebank: Treebank, labels: Mapping[str, str]) -> Treebank:
    """The treebank with labels put for those of relations and functions; not to be written, for its lines stay."""
    if not labels:
        return treebank
    words = mapped(treebank.words, ("label", "function"), labels)
    return replace(treebank, words=words, nodes=mapped(treebank.nodes, ("function",), labels))


class ForestComparison:
    """The trees of a gold, its other golds and a parse, and the comparisons between them. With several golds the parse
    is compared with what they have in common, the generalized gold, and edits that lead from its own gold there are
    forgiven (Tsarfaty et al. 2012 EACL, §3.2 and §3.3)."""

    def __init__(self, gold: Treebank, parse: Treebank, rules: TreeRules, *, numbered: bool = True) -> None:
        self.sides = gold, parse
        self.rules, self.numbered = rules, numbered
        self.pairing = pair_places(gold, parse, software=rules.software, numbered=numbered)
        sides, places = (gold, parse, *gold.other_golds), (*self.pairing[:2], *self.pairing.others)
        self.gold, self.parse, *self.others = (forest(one, own, rules) for one, own in zip(sides, places, strict=True))

    @property
    def single(self) -> ComparedForests:
        """The parse against its own gold."""
        if self.pairing.gold.all_shared or not self.others:
            return compared_forests(self.gold, self.parse)
        return self._apart(*self.sides)  # without the other golds more words are shared

    @property
    def main(self) -> ComparedForests:
        """The parse against the generalised gold, if there is any other gold."""
        return compared_forests(self.generalized, self.parse, self.gold) if self.others else self.single

    @property
    def overlaps(self) -> list[ComparedForests]:
        """The gold against each of the others."""
        if self.pairing.gold.all_shared:
            return [compared_forests(other, self.gold) for other in self.others]
        gold = replace(self.sides[0], other_golds=())
        return [self._apart(other, gold) for other in self.sides[0].other_golds]

    def _apart(self, gold: Treebank, parse: Treebank) -> ComparedForests:
        return ForestComparison(replace(gold, other_golds=()), parse, self.rules, numbered=self.numbered).main

    @cached_property
    def generalized(self) -> Forest:
        """What all golds have in common: their common yields, with their common functions."""
        if not self.rules.software:
            return reduce(_in_common, [self.gold, *self.others])
        # TedEval 2.2 compares their labels as written, and the outermost nodes' apart.
        written = replace(self.rules, as_written=True)
        gold = self.sides[0]
        places = (self.pairing.gold, *self.pairing.others)
        forests = [forest(side, own, written) for side, own in zip((gold, *gold.other_golds), places, strict=True)]
        return renamed(reduce(_in_common_of_software, forests), self.rules)


def _in_common(one: Forest, other: Forest) -> Forest:
    nodes = one.nodes.only(_in_both(one.nodes, other.nodes))
    ours, theirs = resolved(one.functions, other.functions), resolved(other.functions, one.functions)
    return Forest(nodes, ours.only(_in_both(ours, theirs)))


def _in_common_of_software(one: Forest, other: Forest) -> Forest:
    """The same with the label ``_`` on a yield without common functions, as TedEval 2.2 has it."""
    nodes, functions = _in_common(one, other)
    bare = nodes.only(~np.isin(nodes.node, functions.node[~functions.word]) & ~nodes.word)
    unlabeled = facts_labelled(bare, np.full(len(bare.key), code(UNLABELED), np.uint32))
    return Forest(nodes, union(functions, unlabeled))


def _in_both(one: Facts, other: Facts) -> Bools:
    """Which facts of the first the second has, words and nodes apart."""
    marks = compare([one.key, one.word.astype(np.uint8)], [other.key, other.word.astype(np.uint8)])
    return np.asarray(marks.gold == Mark.MATCHED)


def resolved(facts: Facts, others: Facts) -> Facts:
    """The facts with each wildcard turned into a label that it can stand for among the others' (2011, §3)."""
    wildcard = code(WILDCARD)
    wild = np.flatnonzero((facts.label == wildcard) & ~facts.word)
    if not wild.size:
        return facts
    labels = pl.DataFrame({"node": others.node, "label": others.label}).filter(pl.Series(~others.word))
    has_wildcard = labels.filter(pl.col("label") == wildcard)
    own = pl.DataFrame({"node": facts.node, "label": facts.label})
    free = labels.join(has_wildcard, on="node", how="anti").join(own, on=["node", "label"], how="anti")
    # Of those on the same node that are no label of its own there, it takes the first by name.
    names = free["label"].cat.to(TEXT).cast(pl.String)
    first = free.with_columns(name=names).sort("name").unique("node", keep="first")
    found = pl.DataFrame({"row": wild, "node": facts.node[wild]}).join(first, on="node", how="inner")
    label = facts.label.copy()
    label[found["row"].to_numpy()] = found["label"].to_numpy()
    return facts_labelled(facts, label)


class ComparedForests(NamedTuple):
    """The trees of gold (or generalised gold) and parse, wildcards resolved, with marks for functions and nodes."""

    gold: Forest
    parse: Forest
    labeled: Marks
    unlabeled: Marks


def compared_forests(gold: Forest, parse: Forest, licence: Forest | None = None) -> ComparedForests:
    """Compare a parse with a gold; ``licence`` is the parse's own gold if the gold is a generalisation of it."""
    gold, parse = gold.merged, parse.merged
    theirs = Forest(parse.nodes, resolved(parse.functions, gold.functions))
    ours = Forest(gold.nodes, resolved(gold.functions, parse.functions))
    if licence is None:
        labeled = compare([ours.functions.key], [theirs.functions.key])
        return ComparedForests(ours, theirs, labeled, compare([ours.nodes.key], [theirs.nodes.key]))
    own = resolved(licence.merged.functions, gold.functions)
    theirs = Forest(theirs.nodes, resolved(theirs.functions, own))
    labeled = compare([ours.functions.key], [theirs.functions.key], [own.key])
    return ComparedForests(ours, theirs, labeled, compare([ours.nodes.key], [theirs.nodes.key], [licence.nodes.key]))


def relabellings(done: ComparedForests, sentences: int) -> Codes:
    """How many pairs of an added and a deleted function are one relabelling, for each sentence."""
    # On each yield the two chains of functions, in the order of their names and without what is forgiven, are aligned
    # at the least cost, with 1 for adding, deleting and relabelling (Tsarfaty et al. 2011, §3, step 3).
    rows = pl.concat(
        pl.DataFrame({"node": facts.node, "sentence": facts.sentence, "code": facts.label, "mark": marks})
        .filter(pl.Series(~facts.word))
        .select("node", "sentence", "mark", pl.col("code").cat.to(TEXT).cast(pl.String).alias("label"))
        for facts, marks in ((done.gold.functions, done.labeled.gold), (done.parse.functions, done.labeled.parse))
    )
    label, mark = pl.col("label"), pl.col("mark")
    chains = rows.group_by("node").agg(
        pl.first("sentence"),
        # A matched function stands in both trees, so twice.
        gold=label.filter(mark.is_in([Mark.MATCHED, Mark.MISSING])).unique().sort(),
        parse=label.filter(mark.is_in([Mark.MATCHED, Mark.EXTRA])).unique().sort(),
        both=(mark == Mark.MISSING).any() & (mark == Mark.EXTRA).any(),
    )
    result = np.zeros(sentences, np.uint32)
    for sentence, ours, theirs in chains.filter("both").select("sentence", "gold", "parse").iter_rows():
        result[sentence] += len(set(ours) ^ set(theirs)) - alignment_cost(ours, theirs)
    return result


def alignment_cost(one: list[str], other: list[str]) -> int:
    """The edit distance of two chains of functions, at 1 an edit."""
    row = list(range(len(other) + 1))
    for number, ours in enumerate(one, 1):
        above, row = row, [number]
        for column, theirs in enumerate(other, 1):
            row.append(min(above[column] + 1, row[-1] + 1, above[column - 1] + (ours != theirs)))
    return row[-1]
