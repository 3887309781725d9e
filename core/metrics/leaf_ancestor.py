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

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from operator import itemgetter
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.errors import PairError
from goldleaf.core.facts import Bools, Floats, Integers, Mark, identity, per_sentence, spread
from goldleaf.core.metrics.base import ERRORS, Metric, Option, Ratio, count_table, fact_table, mark_columns
from goldleaf.core.metrics.parseval import evalb
from goldleaf.core.metrics.parseval.evalb import PairedWords, Status
from goldleaf.core.metrics.parseval.settings import EvalbSettings
from goldleaf.core.structures import parents, phrase
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


def _compared(gold: Treebank, parse: Treebank, *, marked: bool) -> tuple[PairedWords, Bools, Lineages]:
    """Which words pair, which sentences have no parse, and the lineages of the words."""
    pairing = evalb.pair_words(gold, parse, SETTINGS)
    # Sentences without words in the parse, and those that the parser says it has failed on.
    failed = phrase.unparsed(parse) & ~phrase.unparsed(gold)
    unparsed = np.asarray((pairing.status == Status.SKIP) | failed)
    return pairing, unparsed, _lineages(gold, parse, pairing, marked=marked)


def _lineages(gold: Treebank, parse: Treebank, pairing: PairedWords, *, marked: bool) -> Lineages:
    """The lineages of the words that pair, with marks or without. Raises PairError for more than `DEEPEST` or
    `MOST_SYMBOLS`."""
    # Nodes and words of both treebanks together, the gold's first; words have their places among those that are kept.
    ends, further = [], []
    shift = 0
    for treebank, kept, words in (
        (gold, pairing.gold, pairing.gold_rows), (parse, pairing.parse, pairing.parse_rows),
    ):  # fmt: skip
        side = evalb.brackets(treebank, kept, SETTINGS)
        ends.append((side.start, side.end - 1, evalb.codes_of(treebank.nodes["label"])))
        parent, of_words = (phrase.parent_rows(table, treebank.nodes) for table in (treebank.nodes, treebank.words))
        above, node = (np.where(rows >= 0, rows + shift, -1) for rows in (parent, of_words[words]))
        further.append((above, node, evalb.places(treebank, kept, words)))
        shift += len(above)
    above, node, place = map(np.concatenate, zip(*further, strict=True))
    # -1, no parent, is the last row, where nothing begins or ends.
    start, end, label = (np.append(np.concatenate(column), -1) for column in zip(*ends, strict=True))
    bare, rows_above = label == evalb.codes_for([""])[0], above.copy()
    for parent in (above, node):  # what has no label is passed over
        while (rows := np.flatnonzero(bare[parent])).size:
            parent[rows] = rows_above[parent[rows]]
    above[bare[:-1]] = -1

    def levels_above(words: Integers) -> Iterator[tuple[Integers, Integers, Bools, Bools]]:
        """From the lowest label up: which of the words have one there, the labels, and by which the marks stand."""
        own = np.flatnonzero(node[words] >= 0)
        here, at = node[words][own], place[words][own]
        while own.size:
            upper = above[here]
            opens, closes = (marked & (edge[here] == at) & (edge[upper] != at) for edge in (start, end))
            yield own, label[here], opens, closes
            inside = np.flatnonzero(upper >= 0)
            own, here, at = own[inside], upper[inside], at[inside]

    # Distinct lineages, of which there are few, are found by one sort of numbers, and spelled once each.
    depth = parents.depths(above)
    deepest, key = int(depth.max(initial=-1)) + 1, np.ones(len(node), np.uint64)  # of 0 and 0 comes 0
    if deepest < DEEPEST:
        for own, names, opens, closes in levels_above(np.arange(len(node))):
            key[own] = identity(key[own], names * 4 + opens * 2 + closes)
    distinct, number = np.unique(key, return_inverse=True)
    some = spread(len(distinct), number, np.arange(len(number)), 0)  # whichever word that has it
    if deepest >= DEEPEST or len(distinct) * (deepest + 1) > MOST_SYMBOLS:
        row = int(np.argmax(depth))
        treebank, row = (gold, row) if row < gold.nodes.height else (parse, row - gold.nodes.height)
        line = treebank.sentences["line"][treebank.nodes["sentence"][row]]
        many = f"{treebank.path}:{line}: {deepest:,} constituents stand in one another"
        raise PairError(f"{many}; leaf-ancestor compares no lineages of that length", path=treebank.path)
    symbols, lengths = np.full((len(distinct), deepest + 2), FILLING), np.zeros(len(distinct), np.int64)
    for own, names, opens, closes in levels_above(some):
        for rows, symbol in ((own[opens], OPEN), (own, names), (own[closes], CLOSE)):
            symbols[rows, lengths[rows]] = symbol
            lengths[rows] += 1
    pairs = len(pairing.gold_rows)
    return Lineages(symbols[:, : lengths.max(initial=0)], lengths, number[:pairs], number[pairs:])


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
    end = len(gold), len(parse)
    rest = {end: 0.0}

    def ways(row: int, column: int) -> Iterator[tuple[float, tuple[int, int]]]:
        for after in ((row + 1, column + 1), (row + 1, column), (row, column + 1)):
            if after in rest:
                both = after == (row + 1, column + 1)
                yield rest[after] + (cost(gold[row], parse[column]) if both else 1.0), after

    for place in reversed([*product(range(len(gold) + 1), range(len(parse) + 1))][:-1]):
        rest[place] = min(ways(*place))[0]
    edits = []
    place = 0, 0
    while place != end:
        _, after = min(ways(*place), key=itemgetter(0))  # the first of equals
        edits.append(SymbolEdit(*("".join(side[a:b]) for side, a, b in zip((gold, parse), place, after, strict=True))))
        place = after
    return edits
