"""Leaf-ancestor: how alike the paths from each word to the top are (Sampson & Babarczy 2003).

A lineage is the labels of the constituents above a word, the lowest first. So that trees with the same labels in
different brackets differ, the word that begins a constituent has a mark ``[`` before the highest one that it begins,
and the one that ends a constituent a mark ``]`` after the highest that it ends. *two* in ``(S (N1 two (N1 tax revision)
bills) were passed)`` has ``N1 [ S``, *revision* ``N1 ] N1 S``. Constituents without a label are passed over.

As in Seddah et al. 2013, §3.4.1, the similarity of two lineages is 1 − distance / (length of one + length of the
other); it is 1 when both are empty. Traces (``-NONE-``) are no words. An unparsed sentence has similarity 0 in every
word; one whose words differ cannot be compared, and ``errors`` says what becomes of it. The table holds sums of
similarities, not counts of facts. Inserting and deleting a label cost 1, substituting 2, so that a distance is one by
the longest common subsequence, but for labels of a family 0.5 (Sampson & Babarczy 2003).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.errors import PairError
from goldleaf.core.facts import Bools, Codes, Floats, Integers, Mark, per_sentence
from goldleaf.core.metrics.base import ERRORS, Metric, Option, Ratio, count_table, fact_table, mark_columns
from goldleaf.core.metrics.parseval import evalb
from goldleaf.core.metrics.parseval.evalb import Brackets, PairedWords, Status
from goldleaf.core.metrics.parseval.settings import EvalbSettings
from goldleaf.core.structures import phrase
from goldleaf.core.treebank import TEXT, Treebank

SETTINGS = EvalbSettings("leaf-ancestor", delete=frozenset({"-NONE-"}))
FILLING, OPEN, CLOSE = -1, -2, -3  # symbols beside the codes of labels: what fills a row up, and the two marks
MOST_SYMBOLS = 1 << 25  # of all distinct lineages, each as long as the longest: 256 MB
# Constituents in one another: the time that two lineages take grows with its square; real trees have a hundred.
DEEPEST = 1_000
AT_ONCE = 1 << 14  # pairs of lineages


class LeafAncestor(Metric):
    """The mean similarity of lineages, over words and over sentences."""

    name = "leaf-ancestor"
    title = "Leaf-ancestor"
    source = "Sampson & Babarczy 2003"
    options = (
        Option("costs", "levenshtein", ("levenshtein", "sampson"),
               "substituting a label costs 2; sampson: 0.5 where both begin with the same character"),
        Option("markers", "true", ("true", "false"),
               "where a word begins or ends constituents, [ and ] stand in its lineage, by the highest; "
               "false: labels alone, as the text of Seddah et al. 2013 has it"),
        ERRORS,
    )  # fmt: skip
    ratios = {"la_words": Ratio("similarity", "words"), "la_sentences": Ratio("sentence_similarity", "scored")}
    reported = ("sentences", "unparsed", "error")
    titles = {"la": "LA"}
    differences = "wrong"
    compares = ("constituents",)
    columns = frozenset({"form", "coarse_tag", "parent"})
    key = ("position", "lineage")
    views = ("tree",)
    facts_are = "lineages"
    not_compared = ("error", "unparsed")
    counts_sentences = ("sentence_similarity", "scored", "sentences")

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        pairing, unparsed, found = _compared(gold, parse, marked=self.chosen["markers"] == "true")
        error = (pairing.status == Status.ERROR) & ~unparsed
        scored = ~error | (self.chosen["errors"] == "penalize")
        sentence = gold.sentence_of_word[pairing.gold_rows]
        alike = self._similarities(found) * ~unparsed[sentence]
        sums = np.bincount(sentence, alike, minlength=len(gold)).astype(np.float64)
        words = per_sentence(pairing.gold, gold.sentence_of_word, len(gold))
        words[~scored] = 0
        with_words = scored & (words > 0)
        counts = {
            "words": words, "wrong": per_sentence(found.gold != found.parse, sentence, len(gold)),
            "scored": with_words, "unparsed": unparsed, "error": error, "sentences": np.ones(len(gold)),
        }  # fmt: skip
        means = np.divide(sums, words, out=np.zeros(len(gold)), where=with_words)
        similarities = pl.Series("similarity", sums), pl.Series("sentence_similarity", means)
        return count_table(counts, len(gold)).select("sentence", *similarities, *counts)

    def why_not(self, counts: Mapping[str, int]) -> str | None:
        return super().why_not(counts) or ("the sentence has no parse" if counts["unparsed"] else None)

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """The lineages of the words that pair: one where they are the same, else the gold's and the parse's. Beside the
        key ``similarity`` (float64) of the two, and ``partner`` (uint32), the other side's position."""
        pairing, unparsed, found = _compared(gold, parse, marked=self.chosen["markers"] == "true")
        same = found.gold == found.parse
        alike = self._similarities(found) * ~unparsed[gold.sentence_of_word[pairing.gold_rows]]
        codes = np.unique(found.symbols[found.symbols >= 0])
        names = dict(zip(codes.tolist(), _names(codes).to_list(), strict=True)) | {OPEN: "[", CLOSE: "]"}
        rows = zip(found.symbols.tolist(), found.lengths.tolist(), strict=True)
        texts = [" ".join(names[symbol] for symbol in row[:length]) for row, length in rows]
        spelled = pl.Series(texts, dtype=pl.String)
        ours, theirs = gold.words[pairing.gold_rows], parse.words[pairing.parse_rows]
        sides = (ours, theirs, found.gold, Mark.MISSING), (theirs, ours, found.parse, Mark.EXTRA)
        tables = []
        for words, others, lineage, alone in sides:
            table = words.select("sentence", "position", partner=others["position"], lineage=spelled.gather(lineage))
            tables.append(table.with_columns(**mark_columns(same, alone), similarity=pl.Series(alike)))
        return fact_table(tables, self.key, "sentence", "position", "mark")

    def _similarities(self, found: Lineages) -> Floats:
        """How alike the two lineages of each word are; worked out once a distinct pair of lineages."""
        count = max(len(found.lengths), 1)
        distinct, number = np.unique(found.gold * count + found.parse, return_inverse=True)
        ours, theirs = np.divmod(distinct, count)
        alike = np.ones(len(distinct))
        differ = np.flatnonzero(ours != theirs)
        ours, theirs = ours[differ], theirs[differ]
        related = None
        if self.chosen["costs"] == "sampson":  # for each code of a label in use the code of its first character
            codes = np.unique(found.symbols[found.symbols >= 0])
            related = np.full(int(codes.max(initial=0)) + 1, -1)
            related[codes] = _names(codes).str.slice(0, 1).cast(TEXT).to_physical().to_numpy()
        distance = distances(found.symbols[ours], found.symbols[theirs], related)
        alike[differ] -= distance / (found.lengths[ours] + found.lengths[theirs])
        return alike[number]


def _names(codes: Integers) -> pl.Series:
    return pl.Series(codes.astype(np.uint32)).cat.to(TEXT).cast(pl.String)


class Lineages(NamedTuple):
    """The distinct lineages of two treebanks as rows of symbols, their lengths, and the row of each word that pairs."""

    symbols: Integers
    lengths: Integers
    gold: Integers
    parse: Integers


class _Side(NamedTuple):
    """A treebank, its nodes as brackets over the words that it keeps, and the rows of the words in question."""

    treebank: Treebank
    nodes: Brackets
    kept: Bools
    words: Integers


def _compared(gold: Treebank, parse: Treebank, *, marked: bool) -> tuple[PairedWords, Bools, Lineages]:
    """Which words pair, which sentences have no parse, and the lineages of the words."""
    pairing = evalb.pair_words(gold, parse, SETTINGS)
    # Sentences without words in the parse, and those that the parser says it has failed on.
    failed = phrase.unparsed(parse) & ~phrase.unparsed(gold)
    unparsed = np.asarray((pairing.status == Status.SKIP) | failed)
    ours = _Side(gold, evalb.brackets(gold, pairing.gold, SETTINGS), pairing.gold, pairing.gold_rows)
    theirs = _Side(parse, evalb.brackets(parse, pairing.parse, SETTINGS), pairing.parse, pairing.parse_rows)
    return pairing, unparsed, _lineages(ours, theirs, marked=marked)


def _lineages(gold: _Side, parse: _Side, *, marked: bool) -> Lineages:
    """The lineages of the words in question, with marks or without. Raises PairError for more than `DEEPEST` or
    `MOST_SYMBOLS`."""
    above, parents = _labelled_above(gold, parse)
    nodes = _paths(above, np.concatenate([evalb.codes_of(side.treebank.nodes["label"]) for side in (gold, parse)]))
    split = gold.treebank.nodes.height
    base = int(nodes.depth.max(initial=0)) + 1
    # So that distinct lineages, of which there are few, are found by one sort of numbers, and spelled once each.
    keys = []  # of each lineage its path, and where the two marks stand in it, as one number
    for side, parent, own in ((gold, parents[0], slice(None, split)), (parse, parents[1], slice(split, None))):
        path = np.append(nodes.path, 0)[parent]  # -1, no parent, is the last
        begins, ends = _bounds(side, nodes.depth[own])
        keys.append((path * base + begins * marked) * base + ends * marked)
    distinct, number = np.unique(np.concatenate(keys), return_inverse=True)
    if base > DEEPEST or len(distinct) * base > MOST_SYMBOLS:
        row = int(np.argmax(nodes.depth))
        deepest, row = (gold.treebank, row) if row < split else (parse.treebank, row - split)
        line = deepest.sentences["line"][deepest.nodes["sentence"][row]]
        many = f"{deepest.path}:{line}: {base - 1:,} constituents stand in one another"
        raise PairError(f"{many}; leaf-ancestor compares no lineages of that length", path=deepest.path)
    rest, ends = np.divmod(distinct, base)
    path, begins = np.divmod(rest, base)

    # Spell the lineages as rows of symbols, from the lowest label up.
    level = nodes.path_depth[path]
    lengths = level + (begins > 0) + (ends > 0)
    symbols = np.full((len(path), int(lengths.max(initial=0))), FILLING, np.int64)
    place = np.zeros(len(path), np.int64)

    def put(rows: Integers, symbol: int | Integers) -> None:
        symbols[rows, place[rows]] = symbol
        place[rows] += 1

    while (rows := np.flatnonzero(level > 0)).size:
        put(rows[begins[rows] == level[rows]], OPEN)
        put(rows, nodes.path_label[path[rows]])
        put(rows[ends[rows] == level[rows]], CLOSE)
        path, level = nodes.path_above[path], level - 1
    return Lineages(symbols, lengths, number[: len(keys[0])], number[len(keys[0]) :])


def _labelled_above(gold: _Side, parse: _Side) -> tuple[Integers, list[Integers]]:
    """The nearest node with a label above each node (of both treebanks together) and above each word; -1 for none."""
    both = (gold.treebank, parse.treebank)
    shift = np.array([0, gold.treebank.nodes.height])
    rows = [phrase.parent_rows(side.nodes, side.nodes) for side in both]
    above = np.concatenate([np.where(row >= 0, row + more, -1) for row, more in zip(rows, shift, strict=True)])
    unlabelled = np.concatenate([evalb.codes_of(side.nodes["label"]) == evalb.codes_for([""]) for side in both])

    def past(rows: Integers) -> Integers:
        """The rows, or where they have no label, what is above them."""
        while (further := np.flatnonzero((rows >= 0) & np.append(unlabelled, False)[rows])).size:
            rows = rows.copy()
            rows[further] = above[rows[further]]
        return rows

    parents = []
    for side, more in zip((gold, parse), shift, strict=True):
        parent = phrase.parent_rows(side.treebank.words[side.words], side.treebank.nodes)
        parents.append(past(np.where(parent >= 0, parent + more, -1)))
    return np.where(unlabelled, -1, past(above)), parents


class _Paths(NamedTuple):
    """The nodes of both treebanks together, the gold's first: the path of each to the top, and its length."""

    path: Integers  # from 1; 0 is the path of a word under no label
    depth: Integers
    path_above: Integers  # for each path the one without its lowest label
    path_label: Integers
    path_depth: Integers


def _paths(above: Integers, label: Codes) -> _Paths:
    depth, ancestor = np.ones(len(above), np.int64), above
    while (below := np.flatnonzero(ancestor >= 0)).size:  # twice as far each time
        depth, further = depth.copy(), ancestor.copy()
        depth[below] += depth[ancestor[below]]
        further[below] = ancestor[ancestor[below]]
        ancestor = further
    # Number the paths level by level: each is its label and the path above it.
    path = np.zeros(len(above) + 1, np.int64)
    path_above, path_label = [np.zeros(1, np.int64)], [np.full(1, FILLING, np.int64)]
    sizes = [1]
    order = np.argsort(depth, stable=True)
    for rows in np.split(order, np.cumsum(np.bincount(depth))[:-1])[1:]:
        distinct, number = np.unique(path[above[rows]] << 32 | label[rows], return_inverse=True)
        path[rows] = number + sum(sizes)
        sizes.append(len(distinct))
        path_above.append(distinct >> 32)
        path_label.append(distinct & 0xFFFFFFFF)
    path_depth = np.repeat(np.arange(len(sizes)), sizes)
    return _Paths(path[:-1], depth, np.concatenate(path_above), np.concatenate(path_label), path_depth)


def _bounds(side: _Side, depth: Integers) -> tuple[Integers, Integers]:
    """For each word in question the depth of the highest constituent that it begins, and that it ends; 0 for none."""
    before = evalb.words_before(side.kept)
    labelled = evalb.codes_of(side.treebank.nodes["label"]) != evalb.codes_for([""])
    rows = np.flatnonzero(labelled & (side.nodes.start < side.nodes.end))
    origin = before[side.treebank.first_words[side.nodes.sentence[rows]]]
    found = []
    for places in (origin + side.nodes.start[rows], origin + side.nodes.end[rows] - 1):
        highest = np.full(before[-1], np.iinfo(np.int64).max)
        np.minimum.at(highest, places, depth[rows])
        own = highest[before[side.words]]
        found.append(np.where(own == np.iinfo(np.int64).max, 0, own))
    return found[0], found[1]


def distances(one: Integers, other: Integers, related: Integers | None = None) -> Floats:
    """The distance between each row of ``one`` and that of ``other``, both filled up with `FILLING`. Without
    ``related`` there are no families; symbols of one have the same ``related[symbol]``, negative ones none."""
    lengths = [(side != FILLING).sum(axis=1) for side in (one, other)]
    result = np.empty(len(one))
    order = np.argsort(lengths[0] * (other.shape[1] + 1) + lengths[1])  # pairs of like size together: less to fill up
    for first in range(0, len(order), AT_ONCE):
        rows = order[first : first + AT_ONCE]
        ours, theirs = (length[rows] for length in lengths)
        left, right = map(np.ascontiguousarray, (one[rows, : ours.max()].T, other[rows, : theirs.max()].T))
        # The usual table, all pairs at once, a column a pair, row by row. Costs are doubled to stay whole.
        pairs = np.arange(len(rows))
        row = np.repeat(2 * np.arange(len(right) + 1, dtype=np.int16)[:, None], len(pairs), axis=1)
        cheapest = row[theirs, pairs].astype(np.int16)
        if related is not None:
            families = [np.where(side >= 0, related[np.maximum(side, 0)], -1) for side in (left, right)]
        for number in range(len(left)):
            above, row = row, np.empty_like(row)
            row[0] = 2 * (number + 1)
            for place in range(len(right)):
                cost = np.where(left[number] == right[place], np.int16(0), np.int16(4))
                if related is not None:
                    family = families[0][number]
                    cost[(cost > 0) & (family == families[1][place]) & (family >= 0)] = 1
                best = np.minimum(above[place + 1], row[place]) + np.int16(2)
                row[place + 1] = np.minimum(best, above[place] + cost)
            ended = ours == number + 1
            cheapest[ended] = row[theirs[ended], pairs[ended]]
        result[rows] = cheapest / 2
    return result


class SymbolEdit(NamedTuple):
    """A symbol of the gold's lineage and the one that the parse has for it; one of them is empty where it has none."""

    gold: str
    parse: str


def lineage_edits(gold: Sequence[str], parse: Sequence[str], *, families: bool = False) -> list[SymbolEdit]:
    """The cheapest alignment of two lineages, from the lowest symbol up; where several are, one that pairs early. With
    ``families`` labels with the same first character are substituted at 0.5. Costs add up to that of `distances`."""

    def cost(ours: str, theirs: str) -> float:
        if ours == theirs:
            return 0.0
        alike = families and not {ours, theirs} & {"[", "]"} and ours[:1] == theirs[:1]
        return 0.5 if alike else 3.0  # more than to delete and to insert, which is then done

    # The distance between what is left of the two from each pair of places on.
    rest = [[0.0] * (len(parse) + 1) for _ in range(len(gold) + 1)]
    for row in range(len(gold), -1, -1):
        for column in range(len(parse), -1, -1):
            ways = []
            if row < len(gold):
                ways.append(rest[row + 1][column] + 1)
            if column < len(parse):
                ways.append(rest[row][column + 1] + 1)
            if len(ways) == 2:
                ways.append(rest[row + 1][column + 1] + cost(gold[row], parse[column]))
            rest[row][column] = min(ways, default=0.0)
    edits = []
    row = column = 0
    while row < len(gold) or column < len(parse):
        here = rest[row][column]
        both = row < len(gold) and column < len(parse)
        if both and here == rest[row + 1][column + 1] + cost(gold[row], parse[column]):
            edits.append(SymbolEdit(gold[row], parse[column]))
            row, column = row + 1, column + 1
        elif row < len(gold) and here == rest[row + 1][column] + 1:
            edits.append(SymbolEdit(gold[row], ""))
            row += 1
        else:
            edits.append(SymbolEdit("", parse[column]))
            column += 1
    return edits
