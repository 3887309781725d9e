"""The nodes of the trees of gold and parses side by side: the table that conditions on them look into.

A row is a node that one of the sides has: a constituent, or a function of a node of a function tree. What a metric
matches is one row, and so is what is over the same words with another label; so each of the metric's facts stands in
one row, with its mark.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.alignment import joined_units, units
from goldleaf.core.analysis.sides.word_columns import AWAY, SAME, or_null, rows_of_sides
from goldleaf.core.facts import Bools, Facts, Integers, Mark, compare_chosen, identity, rows_among, spread
from goldleaf.core.metrics import Metric
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.parseval.comparing import compared_brackets, crossing, matched_nodes, other_labels
from goldleaf.core.metrics.parseval.evalb import label_codes
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.metrics.tedeval.forest import Facts as FunctionFacts
from goldleaf.core.metrics.tedeval.forest import Forest, ForestComparison, forest, nodes_of, treebank_of, union
from goldleaf.core.metrics.tedeval.places import same_words
from goldleaf.core.structures import parents
from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.structures.function import FunctionNodes, first_words, last_words, yield_keys
from goldleaf.core.structures.phrase import discontinuous, parent_rows
from goldleaf.core.treebank import TEXT, Treebank

# What the comparison says of a row: true or false. ``relabeled`` is what both have over the same words with other
# labels: it is missing and extra. ``crossing``: the parse's bracket crosses one of the gold.
MARKS = ("matched", "missing", "extra", "relabeled", "scored", "forgiven", "crossing")


class NodeKind(StrEnum):
    CONSTITUENT = "constituent"
    FUNCTION = "function"


@dataclass(frozen=True, slots=True, eq=False)
class NodeTable:
    """The nodes of a gold and its parses.

    ``rows`` has ``sentence`` (the gold's row, from 0), the columns of `NodeSide` with ``gold_``, ``parse_`` (the chosen
    parse) and each parse's name before them, null where a side does not have the node; with a parse the `MARKS`, also
    with each parse's name before them; and the columns `AWAY` and `SAME` of each side. ``sides`` are the sides by these
    names, and ``at`` for each its own row for each row, −1 for none."""

    kind: NodeKind
    rows: pl.DataFrame
    sides: Mapping[str, NodeSide]
    at: Mapping[str, Integers]
    _known: dict[str, pl.Series] = field(default_factory=dict, repr=False)  # texts, which take long

    @property
    def columns(self) -> dict[str, pl.Expr]:
        """What a condition may name: the columns, short names for the gold's, and the texts, worked out on demand."""
        hidden = f"_{AWAY}", f"_{SAME}"
        own = {name: pl.col(name) for name in self.rows.columns if name != "sentence" and not name.endswith(hidden)}
        own |= {f"{side}_text": self._texts(side) for side in self.sides}
        short = {name.removeprefix("gold_"): column for name, column in own.items() if name.startswith("gold_")}
        named = {**short, **{f"parse_{name}": own[name] for name in MARKS if name in own}, **own}
        if self.kind is NodeKind.CONSTITUENT:
            return named
        # Nodes of functions have no category, and what a picture writes on them as their label is the function.
        functions = [name for name in named if name.endswith("function")]
        return {**{f"{name.removesuffix('function')}label": named[name] for name in functions}, **named}

    def _texts(self, side: str) -> pl.Expr:
        def made(_: object) -> pl.Series:
            if side not in self._known:
                at = self.at[side]
                rows = np.flatnonzero(at >= 0)
                nothing = pl.repeat(None, len(at), dtype=pl.String, eager=True)
                self._known[side] = nothing.scatter(rows, self.sides[side].texts(at[rows]))
            return self._known[side]

        return pl.map_batches([pl.col("sentence")], made, pl.String)

    def owners(self, rows: Integers) -> list[str]:
        """For each of these rows the side whose node it is: the gold, else the chosen parse, else another."""
        order = sorted(self.at, key=lambda name: (name != "gold", name != "parse"))
        has = np.stack([self.at[name][rows] >= 0 for name in order])
        return [order[place] for place in has.argmax(axis=0).tolist()]

    def words_of(self, rows: Integers, side: str) -> pl.DataFrame:
        """Rows (``row``, ``word``): the rows of the words, in a side's treebank, of the nodes that it has of these."""
        own = self.at[side][rows]
        there = own >= 0
        members = self.sides[side].words_of(np.unique(own[there]))
        nodes = pl.DataFrame({"node": own[there], "row": rows[there]})
        return nodes.join(members, on="node", how="inner", maintain_order="left_right").select("row", "word")


def node_table(
    kind: NodeKind, metric: Metric, gold: Treebank, parses: Mapping[str, Treebank], chosen: str | None
) -> NodeTable:
    """The nodes of the gold and of its parses by name, as the metric compares them; None: there is no chosen parse."""
    compared_with = gold if chosen is None else parses[chosen]
    fitted = metric.fitted(gold, compared_with)
    side_of: Callable[[Treebank], NodeSide]
    pairs_of: Callable[[Treebank, Treebank], NodePairs]
    if isinstance(fitted, TedEval):
        labeled = fitted.lists_labels(gold, compared_with)
        side_of = partial(function_nodes, fitted, labeled=labeled)
        pairs_of = partial(function_pairs, fitted, labeled=labeled)
    else:
        brackets = cast(ParsEval, fitted)
        side_of, pairs_of = partial(constituents, brackets), partial(constituent_pairs, brackets)

    sides = {name: side_of(treebank) for name, treebank in {"gold": gold, **parses}.items()}
    pairs = {name: pairs_of(gold, parse) for name, parse in parses.items()}

    def partners(first: str, second: str) -> Integers:
        return (pairs[second] if first == "gold" else pairs_of(parses[first], parses[second])).partner

    sentences = {name: side.nodes["sentence"].to_numpy().astype(np.int64) for name, side in sides.items()}
    for name, parse in parses.items():
        sentences[name] = units(gold, parse).row_of_parse[sentences[name]]
    rows = rows_of_sides(sentences, partners)
    at = rows.at
    columns = {"sentence": pl.Series(rows.sentence, dtype=pl.UInt32)}
    own = {}
    for name, side in sides.items():
        own[name] = dict(side.nodes.drop("sentence").select(pl.all().gather(or_null(at[name]))).to_dict())
        own[name] |= {AWAY: rows.away(name, side.parent), SAME: rows.away(name, side.same)}
    marks: dict[str, dict[str, pl.Series]] = {}
    for name, both in pairs.items():
        ours = np.append(both.gold, Mark.NOT_SCORED)[at["gold"]]
        theirs = np.append(both.parse, Mark.NOT_SCORED)[at[name]]
        missing, extra = ours == Mark.MISSING, theirs == Mark.EXTRA
        flags = {"matched": ours == Mark.MATCHED, "missing": missing, "extra": extra, "relabeled": missing & extra}
        flags["scored"] = (ours != Mark.NOT_SCORED) | (theirs != Mark.NOT_SCORED)
        flags["forgiven"] = (ours == Mark.FORGIVEN) | (theirs == Mark.FORGIVEN)
        if both.crossing is not None:
            flags["crossing"] = np.append(both.crossing, False)[at[name]]
        marks[name] = {flag: pl.Series(values) for flag, values in flags.items()}
    prefixed = [(f"{name}_", values) for named in (own, marks) for name, values in named.items()]
    if chosen is not None:
        prefixed += [("parse_", own[chosen]), ("", marks[chosen])]
        sides, at = {**sides, "parse": sides[chosen]}, {**at, "parse": at[chosen]}
    for prefix, values in prefixed:
        columns |= {f"{prefix}{name}": column for name, column in values.items()}
    return NodeTable(kind, pl.DataFrame(columns), sides, at)


# The columns that a node has of its head, as ``head_form``, and where words have them.
_OF_HEADS = {"form": "form", "tag": "coarse_tag", "lemma": "lemma", "position": "position"}


class NodeSide(NamedTuple):
    """The nodes of a treebank's trees. Rows may be one node of the tree, with several functions."""

    treebank: Treebank
    nodes: pl.DataFrame  # ``sentence`` (the row of the treebank's sentences) and the columns that conditions name
    parent: Integers  # the row of each one's parent, −1 for none
    same: Integers  # of rows that are one node one of theirs; only such a one is a parent
    lowest: Integers  # for each word of the treebank the row of the least node over it, −1 for none

    def words_of(self, rows: Integers) -> pl.DataFrame:
        """Rows (``node``, ``word``): the rows of the words of some nodes, in their order."""
        word, node = parents.under(self.lowest, self.parent, spread(len(self.parent), self.same[rows]))
        table = pl.DataFrame({"same": node, "word": word}).sort("same", "word")
        wanted_nodes = pl.DataFrame({"node": rows, "same": self.same[rows]})
        return wanted_nodes.join(table, "same", "inner", maintain_order="left_right").select("node", "word")

    def texts(self, rows: Integers) -> pl.Series:
        """The words of some nodes, with blanks between them; null for one without words."""
        # Cut out of the texts of whole sentences, which takes a tenth of the time of putting them together one by one.
        forms = self.treebank.words["form"].cast(pl.String)
        ends = (forms.str.len_chars().cast(pl.Int64) + 1).cum_sum()
        bounds = pl.lit(pl.concat([pl.Series([0], dtype=pl.Int64), ends]))  # of each word in the text of all, its end
        joined = self.treebank.words.select("sentence", form=forms).group_by("sentence", maintain_order=True)
        every = pl.DataFrame({"sentence": np.arange(len(self.treebank), dtype=np.uint32)})
        whole = every.join(joined.agg(pl.col("form").str.join(" ")), on="sentence", how="left", maintain_order="left")
        sentence, first, last = pl.col("sentence"), pl.col("first"), pl.col("last")
        begin = pl.lit(self.treebank.sentences["first_word"].cast(pl.Int64)).gather(sentence)
        offset = bounds.gather(begin + first - 1)
        length = (bounds.gather(begin + last) - 1 - offset).clip(0)  # one without words has first and last at 0
        cut = pl.lit(whole["form"]).gather(sentence).str.slice(offset - bounds.gather(begin), length)
        own = self.nodes.select("sentence", pl.col("first", "last", "words").cast(pl.Int64))[rows]
        texts = own.select(pl.when(last - first + 1 == pl.col("words")).then(cut)).to_series()
        rest = np.flatnonzero(texts.is_null().to_numpy())
        if not len(rest):
            return texts
        members = self.words_of(rows[rest])
        of_nodes = members.select("node", form=forms.gather(members["word"])).group_by("node", maintain_order=True)
        written = of_nodes.agg(pl.col("form").str.join(" "))
        with_gaps = pl.DataFrame({"node": rows[rest]}).join(written, on="node", how="left", maintain_order="left")
        return texts.scatter(rest, with_gaps["form"])


def _side(treebank: Treebank, nodes: pl.DataFrame, parent: Integers, same: Integers, lowest: Integers) -> NodeSide:
    """A side with the columns that follow from where its nodes stand: ``depth``, ``children``, of parents, of heads.
    ``nodes`` needs ``sentence``, ``label`` or ``function`` or both, ``first``, ``last``, ``words``, ``discontinuous``,
    and ``head``: the row of the word that is the head, −1 for none."""
    own = same == np.arange(len(same))
    depth = parents.depths(parent)
    children = np.bincount(parent[own & (parent >= 0)], minlength=len(parent))[same]
    above, words, head = or_null(parent), treebank.words, or_null(nodes["head"].to_numpy())
    columns = {
        "depth": pl.Series(depth, dtype=pl.UInt32),
        "children": pl.Series(children, dtype=pl.UInt32),
        **{f"parent_{name}": nodes[name].gather(above) for name in ("label", "function") if name in nodes.columns},
        **{f"head_{name}": words[its].gather(head) for name, its in _OF_HEADS.items() if its in words.columns},
    }
    return NodeSide(treebank, nodes.drop("head").with_columns(**columns), parent, same, lowest)


def _heads(treebank: Treebank, of_words: Integers, of_nodes: Integers) -> Integers:
    """For each constituent the row of the word that is its head, −1 where the file does not say. ``of_words`` and
    ``of_nodes`` are the rows of the constituents above. The only word of one is its head."""
    found = np.full(len(of_nodes), -1)
    further = np.full(len(of_nodes), -1)  # the daughter in which the head is to be found
    for parent, table, target in ((of_nodes, treebank.nodes, further), (of_words, treebank.words, found)):
        is_head = table["function"].cast(pl.String).str.to_lowercase().is_in(["hd", "h"]).fill_null(False).to_numpy()
        rows = np.flatnonzero((parent >= 0) & is_head)[::-1]  # so that of several the first one counts
        target[parent[rows]] = rows
    size = treebank.nodes["size"].to_numpy().astype(np.int64)
    sizes = np.append(size, 0)  # the last of which is where −1 points
    only = np.flatnonzero((of_words >= 0) & (sizes[of_words] == 1))
    found[of_words[only]] = only
    alone = np.flatnonzero((of_nodes >= 0) & (sizes[of_nodes] == 1) & (size == 1))
    further[of_nodes[alone]] = alone
    while (open_ := np.flatnonzero((found < 0) & (further >= 0))).size:
        found[open_] = found[further[open_]]
        further[open_] = further[further[open_]]
    return found


class NodePairs(NamedTuple):
    """For each node of the parse the row of the gold's node that it is (−1 for none), each one's mark, and whether a
    bracket of the parse crosses one of the gold, if that is asked of such nodes."""

    partner: Integers
    gold: npt.NDArray[np.uint8]
    parse: npt.NDArray[np.uint8]
    crossing: Bools | None = None


def _pair_equal(gold: Facts, parse: Facts, chosen: tuple[Bools, Bools], partner: Integers) -> None:
    """Write into ``partner`` which of the chosen rows of gold and parse are equal, one to one. Partners stay."""
    ours, theirs = chosen[0].copy(), chosen[1] & (partner < 0)
    ours[partner[partner >= 0]] = False
    in_order = []
    for facts, marks in zip((gold, parse), compare_chosen(gold, parse, ours, theirs), strict=True):
        rows = np.flatnonzero(marks == Mark.MATCHED)
        in_order.append(rows[np.lexsort([column[rows] for column in facts][::-1])])
    partner[in_order[1]] = in_order[0]


def constituents(metric: ParsEval, treebank: Treebank) -> NodeSide:
    """The constituents of a treebank, labels as the metric compares them. Columns: ``sentence``, ``label``,
    ``function``, ``first``, ``last``, ``words`` and those that `_side` adds."""
    nodes = treebank.nodes
    above, of_words = parent_rows(nodes, nodes), parent_rows(treebank.words, nodes)
    label = pl.Series(label_codes(treebank, metric.rules.settings)).cat.to(TEXT)
    gaps, head = pl.Series(discontinuous(nodes)), pl.Series(_heads(treebank, of_words, above))
    own = nodes.select("sentence", "function", "first", "last", words="size")
    table = own.with_columns(label=label, discontinuous=gaps, head=head)
    return _side(treebank, table, above, np.arange(nodes.height), of_words)


def constituent_pairs(metric: ParsEval, gold: Treebank, parse: Treebank) -> NodePairs:
    """Which constituents of gold and parse are one, and their marks. Those match that the metric matches; of the others
    those that it takes for one with another label; of what does not score, what is over the same words."""
    ours, theirs = joined_units(gold, parse)
    done = compared_brackets(ours, theirs, metric.rules)
    partner = np.full(parse.nodes.height, -1)
    for of_gold, of_parse in (matched_nodes(done), other_labels(done)):
        partner[of_parse] = of_gold
    sides = done.gold, done.parse
    of_gold, of_parse = (
        (marks == Mark.NOT_SCORED) & done.pairing.valid[side.sentence]
        for side, marks in zip(sides, done.marks, strict=True)
    )
    facts: list[Facts] = [[side.sentence, side.start, side.end, side.key, side.label] for side in sides]
    for columns in (5, 4):  # first by label, too
        _pair_equal(facts[0][:columns], facts[1][:columns], (of_gold, of_parse), partner)
    return NodePairs(partner, done.marks.gold, done.marks.parse, crossing(ours, theirs, done))


def function_nodes(metric: TedEval, treebank: Treebank, *, labeled: bool) -> NodeSide:
    """The nodes of a treebank's function trees, a row for each function of a node; ``metric`` is a fitted one. Unless
    ``labeled``, nodes are compared without their functions: they have a row each, with the first function. Columns:
    ``sentence``, ``function`` (null for none), ``first``, ``last``, ``words``, and those that `_side` adds."""
    places, whole = same_words(treebank), treebank_of(treebank, metric.rules)
    facts, labels = _function_rows(forest(treebank, places, metric.rules), labeled=labeled)
    nodes = nodes_of(whole, places, metric.rules)
    structure = _of_constituents if "parent" in whole.words.columns else _of_dependencies
    above, lowest, head = structure(whole, nodes)
    above = above.copy()
    while (same := np.flatnonzero((above >= 0) & (nodes.over[above] == nodes.over))).size:
        above[same] = above[above[same]]  # a parent is over more words
    first, last = first_words(whole, nodes), last_words(whole, nodes)
    size = yield_keys(whole, nodes, (places.terminal > 0).astype(np.uint64)).astype(np.int64)
    gaps = pl.Series(places.terminal[last] - places.terminal[first] + 1 > size)
    begin, end = (whole.words["position"].gather(rows) for rows in (first, last))
    words = pl.Series(size, dtype=pl.UInt32)
    of_nodes = pl.select(first=begin, last=end, words=words, discontinuous=gaps, head=pl.Series(head))
    row_keys, node_keys = identity(facts.sentence, facts.over), identity(nodes.sentence, nodes.over)
    index = rows_among(row_keys, node_keys)  # −1 for the outermost nodes of TedEval 2.2
    row = np.append(rows_among(node_keys, row_keys), -1)
    placed = of_nodes.select(pl.all().gather(or_null(index))).with_columns(pl.col("head").fill_null(-1))
    table = pl.DataFrame({"sentence": pl.Series(facts.sentence), "function": labels}).hstack(placed)
    lowest = np.where(places.terminal > 0, lowest, -1)
    return _side(treebank, table, row[np.append(above, -1)[index]], rows_among(row_keys, row_keys), row[lowest])


def function_pairs(metric: TedEval, gold: Treebank, parse: Treebank, *, labeled: bool) -> NodePairs:
    """Which nodes of gold and parse are one, and their marks; rows as of `function_nodes`. Those match that the metric
    matches; of the others those over the same words. What a generalized gold lacks does not score."""
    ours, theirs = joined_units(gold, parse)
    compare = ForestComparison(ours, theirs, metric.rules)
    done, pairing = compare.main, compare.pairing
    marks = done.labeled if labeled else done.unlabeled
    compared_sides = []
    for side, places, trees, own_marks in (
        (ours, pairing.gold, done.gold, marks.gold),
        (theirs, pairing.parse, done.parse, marks.parse),
    ):
        facts, _ = _function_rows(forest(side, places, metric.rules), labeled=labeled)
        # They get the keys by which the metric has compared them; a wildcard has that of the label it stands for.
        counted = trees.functions if labeled else trees.nodes
        place = rows_among(facts.key, counted.key)
        if labeled:
            bare = facts.key == facts.node
            place[bare] = -1
            wild = np.flatnonzero((place < 0) & ~bare)
            place[wild] = rows_among(facts.node[wild], counted.node)
        met = place >= 0
        key, mark = facts.key.copy(), np.full(len(place), Mark.NOT_SCORED, np.uint8)
        key[met], mark[met] = counted.key[place[met]], own_marks[place[met]]
        mark[~pairing.comparable[facts.sentence]] = Mark.NOT_SCORED  # as what it has not compared
        compared_sides.append((facts._replace(key=key), mark))
    (of_gold, gold_marks), (of_parse, parse_marks) = compared_sides
    partner = np.full(len(of_parse.key), -1)
    matched = gold_marks == Mark.MATCHED, parse_marks == Mark.MATCHED
    _pair_equal([of_gold.key], [of_parse.key], matched, partner)
    there = pairing.comparable[of_gold.sentence], pairing.comparable[of_parse.sentence]
    _pair_equal([of_gold.node], [of_parse.node], there, partner)
    return NodePairs(partner, gold_marks, parse_marks)


def _function_rows(trees: Forest, *, labeled: bool) -> tuple[FunctionFacts, pl.Series]:
    """A function of a node each, then the nodes without any; unless ``labeled``, nodes, with their first function.
    Beside these facts the functions as texts, null for none."""
    functions, nodes = (facts.only(~facts.word) for facts in (trees.functions, trees.nodes))
    labels = pl.Series(functions.label).cat.to(TEXT)
    # By their yields in their own tree, which stay apart where only words that are not shared tell them apart.
    yields, labeled_yields = (identity(facts.sentence, facts.over) for facts in (nodes, functions))
    if not labeled:
        return nodes, labels.gather(or_null(rows_among(yields, labeled_yields)))
    bare = nodes.only(~np.isin(yields, labeled_yields))
    return union(functions, bare), labels.extend_constant(None, len(bare.key))


def _of_dependencies(treebank: Treebank, nodes: FunctionNodes) -> tuple[Integers, Integers, Integers]:
    """For each node the next one above, for each word the least node over it, for each node its head; −1 for none."""
    heads, _ = parents.without_cycles(head_rows(treebank))
    index = np.arange(len(nodes.word))
    of_word, lowest = np.full(treebank.words.height + 1, -1), np.full(treebank.words.height, -1)
    of_word[nodes.word[~nodes.head]] = lowest[nodes.word[~nodes.head]] = index[~nodes.head]
    lowest[nodes.word[nodes.head]] = index[nodes.head]
    return np.where(nodes.head, of_word[nodes.word], of_word[heads[nodes.word]]), lowest, nodes.word


def _of_constituents(treebank: Treebank, nodes: FunctionNodes) -> tuple[Integers, Integers, Integers]:
    """The same of trees of constituents, some of which are no nodes of function trees."""
    above, of_words = parent_rows(treebank.nodes, treebank.nodes), parent_rows(treebank.words, treebank.nodes)
    upward = np.append(above, -1)
    index = np.arange(len(nodes.word))
    of_word, of_constituent = (np.full(table.height + 1, -1) for table in (treebank.words, treebank.nodes))
    words, constituents = nodes.word >= 0, nodes.constituent >= 0
    of_word[nodes.word[words]] = index[words]
    of_constituent[nodes.constituent[constituents]] = index[constituents]
    nearest = of_constituent.copy()  # the node of a constituent, or of the next one above that has one
    upper = upward.copy()
    while (none := np.flatnonzero((nearest < 0) & (upper >= 0))).size:
        nearest[none] = of_constituent[upper[none]]
        upper[none] = upward[upper[none]]
    up = np.where(words, nearest[np.append(of_words, -1)[nodes.word]], nearest[upward[nodes.constituent]])
    lowest = np.where(of_word[:-1] >= 0, of_word[:-1], nearest[of_words])
    head = np.append(_heads(treebank, of_words, above), -1)
    return up, lowest, np.where(words, nodes.word, head[nodes.constituent])
