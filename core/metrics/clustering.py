"""The scores of induced tags (Gelling et al. 2012, §2.2), from a contingency table of gold and induced tags.

No facts are matched: words are counted by their two tags, and these counts add up. The scores of some sentences are
those of their own table, as if there were no others. What stands in a row for a sentence, and what the scores of a
sentence alone are, is its share in those of all: how many of its words the mapping of all words maps rightly, and what
its words contribute to the entropies. So these add up, too.

A difference is a word whose induced tag is mapped (many to one) to another gold tag than its own.

The measures: Christodoulopoulos, Goldwater & Steedman 2010, §3; Haghighi & Klein 2006 (one to one, greedily); Jonker &
Volgenant 1987 and Crouse 2016 (one to one, the best); Rosenberg & Hirschberg 2007 (V-measure); Meilă 2003 (variation of
information).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.alignment import comparable, paired_words
from goldleaf.core.errors import GoldleafError, PairError, counted
from goldleaf.core.facts import Codes, Column, Floats, Integers, Mark, per_sentence, rows_among, spread
from goldleaf.core.metrics.base import Metric, Option, Ratio, Score, fact_table, mark_columns
from goldleaf.core.structures.labels import load_map
from goldleaf.core.treebank import TEXT, Treebank, translated

PAIRS = "pairs"  # the column of the counts that holds the table: a number for the two tags of each word
MAPPINGS = ("many_to_one", "one_to_one", "one_to_one_optimal")
# Columns of bits, as sums of what a word contributes to entropies.
_BITS = {
    "information": {"gold": 1, "gold_given_parse": -1}, "twice_information": {"gold": 2, "gold_given_parse": -2},
    "entropy_gold": {"gold": 1}, "entropy_parse": {"parse": 1}, "entropies": {"gold": 1, "parse": 1},
    "variation": {"gold_given_parse": 1, "parse_given_gold": 1},
}  # fmt: skip

_AUTO, _UNIVERSAL, _FINE = "auto", "universal", "fine"
# Kinds of tags, and where those of a file stand: in the first of these columns that it has.
_FIRST_OF = {
    _UNIVERSAL: ("universal_tag", "coarse_tag", "fine_tag"),
    _FINE: ("fine_tag", "coarse_tag", "universal_tag"),
}

# What columns are called, in lower case, and their names in the model; others are called as there.
_NAMES = {
    "upostag": "universal_tag",
    "cpostag": "coarse_tag", "upos": "coarse_tag", "pos": "coarse_tag",
    "postag": "fine_tag", "xpos": "fine_tag",
    "feats": "features", "deprel": "label", "ppos": "predicted_tag", "pfeat": "predicted_features",
    "plemma": "predicted_lemma",
}  # fmt: skip


class Clustering(Metric):
    """Many to one, one to one, variation of information, V-measure."""

    name = "clustering"
    title = "Tag clustering"
    source = "Gelling et al. 2012, §2.2"
    options = (
        Option("gold_column", _AUTO, (_AUTO, _UNIVERSAL, _FINE),
               "the gold's tags; auto: universal ones, or those that --map-tags makes of fine ones", other="COLUMN"),
        Option("parse_column", _FINE, (_FINE, _UNIVERSAL),
               "the parse's tags, which are compared as clusters of words", other="COLUMN"),
        Option("map_tags", "none", ("none",), "a file that maps the gold's tags to universal ones", other="FILE"),
    )  # fmt: skip
    ratios = {
        "many_to_one": Ratio("right_many_to_one", "words"),
        "one_to_one": Ratio("right_one_to_one", "words"),
        "one_to_one_optimal": Ratio("right_one_to_one_optimal", "words"),
        "v_measure": Ratio("twice_information", "entropies"),
        "homogeneity": Ratio("information", "entropy_gold"),
        "completeness": Ratio("information", "entropy_parse"),
        "vi": Ratio("variation", "words", percent=False, higher_is_better=False),
    }
    reported = ("words", "error")
    titles = {"one_to_one_optimal": "One to one, optimal", "v_measure": "V-measure", "vi": "VI"}
    differences = "wrong"
    key = ("position", "tag")
    further = ("gold_tag", "parse_tag")
    breaks_down = "clusters"
    not_compared = ("error",)
    columns = frozenset({"form"})
    in_units = False

    table: Contingency | None = None  # of gold and parse, once the metric is fitted
    found: Mapping[str, str] = {}  # the columns that the files have, by option, and the tags without universal ones
    unmapped: Mapping[str, int] = {}

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        path = self.chosen["map_tags"]
        self._map = {} if path == "none" else load_map(path)  # Petrov, Das & McDonald 2011
        if path != "none" and not self._map:
            raise GoldleafError(f"{path}: no tag is mapped; expected a tag, a tab, and its universal tag", path=path)
        automatic = _FINE if self._map else _UNIVERSAL
        self._gold_column = automatic if self.chosen["gold_column"] == _AUTO else self.chosen["gold_column"]
        for column in (self._gold_column, self.chosen["parse_column"]):
            self.columns = self.columns.union(_names(column))

    @property
    def described(self) -> dict[str, str]:
        return {**self.chosen, "gold_column": self._gold_column, **self.found}

    @property
    def remark(self) -> str:
        if not self.unmapped:
            return ""
        tags = ", ".join(f"{tag} ({counted(count, 'word')})" for tag, count in self.unmapped.items())
        return f"{self.chosen['map_tags']} does not map {tags}; such tags stand for themselves"

    def applies(self, treebank: Treebank) -> bool:
        return any(_column_in(treebank, column) for column in (self._gold_column, self.chosen["parse_column"]))

    def check(self, gold: Treebank, parse: Treebank) -> None:
        """Raise PairError where a file has no such column, or nothing in it: one cluster of all words says nothing."""
        asked = (gold, "gold-column", self._gold_column), (parse, "parse-column", self.chosen["parse_column"])
        for treebank, option, column in asked:
            start = f"{treebank.path}: --{option} {column}:"
            name = _column_in(treebank, column)
            if name is None:
                # Columns of text, whether they were read or not.
                there = ", ".join(name for name in treebank.layout.columns if name not in ("position", "head"))
                raise PairError(f"{start} there is no such column; it has {there}", path=treebank.path)
            if treebank.words[name].unique().to_list() == ["_"]:
                raise PairError(f"{start} the column {name} is empty, _ on every word", path=treebank.path)

    def fitted(self, gold: Treebank, parse: Treebank) -> Clustering:
        """The metric with the table of all words, whose mappings say which words are right."""
        column, induced = _column_in(gold, self._gold_column), _column_in(parse, self.chosen["parse_column"])
        unmapped = {}
        if self._map:
            written = gold.words[f"{column}"].cast(pl.String)
            left = written.filter(~written.is_in([*self._map])).value_counts()
            unmapped = dict(left.sort("count", pl.first(), descending=[True, False]).iter_rows())
        return self.changed(
            table=self._paired(gold, parse)[1].contingency(),
            found={"gold_column": f"{column}", "parse_column": f"{induced}"},
            unmapped=unmapped,
        )

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """Counts as of any metric, bits that add up, and ``pairs`` (lists of uint64), of which the table is made."""
        rows, tags = self._paired(gold, parse)
        table = self.table or tags.contingency()
        sentence = gold.sentence_of_word[rows]
        packed = (tags.gold.astype(np.uint64) << np.uint64(32)) | tags.parse.astype(np.uint64)
        lists = pl.DataFrame({"sentence": sentence, PAIRS: packed}).group_by("sentence", maintain_order=True).agg(PAIRS)
        summed = {**_summed(table, tags, sentence, len(gold)), "error": (~comparable(gold, parse)).astype(np.uint32)}
        counts = pl.DataFrame({"sentence": np.arange(len(gold), dtype=np.uint32), **summed})
        there = pl.when(gold.sentences["readable"])
        known = counts.select("sentence", *(there.then(name).alias(name) for name in counts.columns[1:]))
        return known.join(lists, on="sentence", how="left", maintain_order="left")

    def micro(self, counts: pl.DataFrame) -> dict[str, Score]:
        """The scores of the table of all words; of a sentence alone, its share in that of the file."""
        found = super().micro(self._anew(counts))
        for name in ("homogeneity", "completeness", "v_measure", "vi"):
            # Bits are no counts, so scores go without them; where there is but one cluster, it is the same as itself.
            one_cluster = found["many_to_one"].total and found[name].value is None
            found[name] = Score(1.0 if one_cluster else found[name].value)
        return found

    def by_sentence(self, counts: pl.DataFrame) -> pl.DataFrame:
        """Each sentence's share in the scores of all; the column is left out that the table is made of."""
        return super().by_sentence(self._anew(counts))

    def _anew(self, counts: pl.DataFrame) -> pl.DataFrame:
        """The counts by the table of these sentences only, without its column."""
        rest = counts.drop(PAIRS)
        if counts.height < 2:
            return rest
        rows = counts.select(pl.int_range(pl.len()).alias("row"), PAIRS).explode(PAIRS).drop_nulls()
        packed = rows[PAIRS].to_numpy()
        tags = Tags((packed >> np.uint64(32)).astype(np.uint32), (packed & np.uint64(0xFFFFFFFF)).astype(np.uint32))
        found = pl.DataFrame(_summed(tags.contingency(), tags, rows["row"].to_numpy(), counts.height))
        there = pl.when(rest["words"].is_not_null())
        return rest.with_columns(there.then(found[name]).alias(name) for name in found.columns)

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """The gold's tags of words, MATCHED where the parse's is mapped to it (many to one), and the parse's others.
        ``tag`` (String) is a gold tag, or of the parse such as ``17 → NOUN``; ``gold_tag`` and ``parse_tag`` are both
        of the word. Sentences of other words have no rows."""
        rows, tags = self._paired(gold, parse)
        table = self.table or tags.contingency()
        row, column = tags.cells(table)
        right = table.many_to_one[column] == row
        names, induced = (pl.Series([*side], dtype=pl.String) for side in (table.gold, table.parse))
        both = {"gold_tag": names.gather(row), "parse_tag": induced.gather(column)}
        words = gold.words[rows].select("sentence", "position", **both)
        mapped = [f"{tag} → {table.gold[to]}" for tag, to in zip(table.parse, table.many_to_one, strict=True)]
        tags_of_parse = pl.Series(mapped, dtype=pl.String).gather(column)
        of_gold = words.with_columns(**mark_columns(right, Mark.MISSING), tag="gold_tag")
        of_parse = words.with_columns(**mark_columns(right, Mark.EXTRA), tag=tags_of_parse)
        return fact_table((of_gold, of_parse), self.key, "sentence", "position")

    def _paired(self, gold: Treebank, parse: Treebank) -> tuple[Integers, Tags]:
        """The rows of the gold's words in sentences that are the same on both sides, and both tags of these."""
        ours, theirs = paired_words(gold, parse)
        written = gold.words[f"{_column_in(gold, self._gold_column)}"].cast(TEXT)
        mapped = translated(written, lambda distinct: distinct.replace(dict(self._map)).cast(TEXT).to_physical())
        induced = parse.words[f"{_column_in(parse, self.chosen['parse_column'])}"].cast(TEXT).to_physical().to_numpy()
        return ours, Tags(mapped[ours], induced[theirs])


def _names(column: str) -> tuple[str, ...]:
    """The columns of the model that a user may mean."""
    name = _NAMES.get(column.lower(), column.lower())
    return _FIRST_OF.get(name, (name,))


def _column_in(treebank: Treebank, column: str) -> str | None:
    """The column of text of a treebank's words that is meant; None where it has none such."""
    types = treebank.words.schema
    there = (name for name in _names(column) if name in treebank.layout.columns)
    return next((name for name in there if isinstance(types.get(name), (pl.String, pl.Categorical))), None)


def _summed(table: Contingency, tags: Tags, sentence: Column, sentences: int) -> dict[str, Codes | Floats]:
    """For each sentence its words, those that each mapping maps rightly, and its bits."""
    row, column = tags.cells(table)
    right = {f"right_{name}": getattr(table, name)[column] == row for name in MAPPINGS}
    chosen = {"words": np.ones(len(row), bool), **right, "wrong": ~right["right_many_to_one"]}
    counts: dict[str, Codes | Floats] = {name: per_sentence(own, sentence, sentences) for name, own in chosen.items()}
    surprise = table.surprise(row, column)
    for name, parts in _BITS.items():
        bits = sum((factor * surprise[part] for part, factor in parts.items()), np.zeros(len(row)))
        counts[name] = np.asarray(np.bincount(sentence, bits, sentences), np.float64)
    return counts


NONE = -1  # what a tag is mapped to that is left over
_FAR = np.iinfo(np.int64).max // 4


@dataclass(frozen=True, eq=False)
class Contingency:
    """Counts of words by gold tag (rows) and induced tag (columns), in sorted order of what these are called."""

    gold: tuple[str, ...]
    parse: tuple[str, ...]
    counts: Integers
    tags: Tags  # the codes of both

    @cached_property
    def many_to_one(self) -> Integers:
        """For each induced tag the gold tag that most of its words have, the first of equals."""
        if not self.counts.size:
            return np.full(len(self.parse), NONE)
        return np.asarray(self.counts.argmax(axis=0))

    @cached_property
    def one_to_one(self) -> Integers:
        """For each induced tag a gold tag of its own, or `NONE`: the most frequent pair first, the first of equals."""
        found = np.full(len(self.parse), NONE)
        taken = np.zeros(len(self.gold), bool)
        rows, columns = np.nonzero(self.counts)
        for cell in np.argsort(-self.counts[rows, columns], kind="stable"):
            row, column = rows[cell], columns[cell]
            if found[column] == NONE and not taken[row]:
                found[column] = row
                taken[row] = True
        return found

    @cached_property
    def one_to_one_optimal(self) -> Integers:
        """For each induced tag a gold tag of its own, or `NONE`: so that most words are mapped rightly."""
        return best_rows(self.counts)

    def surprise(self, row: Integers, column: Integers) -> dict[str, Floats]:
        """What words of these cells contribute to the entropies, in bits. ``gold`` and ``parse`` are -log2 of the
        shares of their tags, ``gold_given_parse`` and ``parse_given_gold`` those of the one tag among the words of the
        other; their means over all words are the entropies."""
        of_cell, words = self.counts[row, column], max(int(self.counts.sum()), 1)
        of_row, of_column = self.counts.sum(axis=1)[row], self.counts.sum(axis=0)[column]
        return {
            "gold": -np.log2(of_row / words),
            "parse": -np.log2(of_column / words),
            "gold_given_parse": -np.log2(of_cell / of_column),
            "parse_given_gold": -np.log2(of_cell / of_row),
        }


class Tags(NamedTuple):
    """Two tags a word, as codes of `core.treebank.TEXT`: the gold's and the induced ones, of the same words."""

    gold: Codes
    parse: Codes

    def contingency(self) -> Contingency:
        names = [pl.Series(np.unique(side), dtype=pl.UInt32).cat.to(TEXT).cast(pl.String).sort() for side in self]
        gold, parse = (own.cast(TEXT).to_physical().to_numpy() for own in names)
        rows, columns = rows_among(self.gold, gold), rows_among(self.parse, parse)
        counts = np.bincount(rows * len(parse) + columns, minlength=len(gold) * len(parse))
        table = counts.astype(np.int64, copy=False).reshape(len(gold), len(parse))
        return Contingency(tuple(names[0]), tuple(names[1]), table, Tags(gold, parse))

    def cells(self, table: Contingency) -> tuple[Integers, Integers]:
        """For each word its row and its column in a table that has all of their tags."""
        return rows_among(self.gold, table.tags.gold), rows_among(self.parse, table.tags.parse)


def best_rows(weights: Integers) -> Integers:
    """For each column a row of its own, or `NONE`, so that the sum of their weights (above 0) is the highest."""
    import networkx as nx  # takes long to load

    found = np.full(weights.shape[1], NONE)
    cell_rows, cell_columns = np.nonzero(weights)
    graph = nx.Graph(zip(cell_rows.tolist(), (cell_columns + len(weights)).tolist(), strict=True))
    # Rows and columns that have nothing to do with one another, by cells that are not empty, are assigned apart.
    for connected in nx.connected_components(graph):
        nodes = np.array(sorted(connected))
        rows, columns = nodes[nodes < len(weights)], nodes[nodes >= len(weights)] - len(weights)
        part = weights[np.ix_(rows, columns)]
        if len(rows) <= len(columns):
            own = _assigned(part)
        else:
            column_of = _assigned(part.T)
            own = spread(len(columns), column_of[column_of >= 0], np.flatnonzero(column_of >= 0), NONE)
        own[(own >= 0) & (part[own, np.arange(len(columns))] == 0)] = NONE
        found[columns] = np.where(own >= 0, rows[own], NONE)
    return found


def _assigned(weights: Integers) -> Integers:
    """For each of at least as many columns as rows a row of its own, or `NONE` (Jonker & Volgenant 1987)."""
    cost = weights.max() - weights
    rows, columns = cost.shape
    # Prices: no cell costs less than those of its row and column together, and those that are assigned cost just as
    # much. Rows are assigned one by one, each along the cheapest path of changes. Each step looks at all columns at
    # once, so that tables of hundreds by thousands are a matter of a second.
    of_rows, of_columns = cost.min(axis=1), np.zeros(columns, np.int64)
    row_of, column_of = np.full(columns, NONE), np.full(rows, NONE)
    for row in range(rows):
        length = np.full(columns, _FAR)  # of the shortest path to each column
        before = np.full(columns, NONE)  # the row from which it comes
        done = np.zeros(columns, bool)
        current, least = row, 0
        while True:
            through = cost[current] - of_columns + (least - of_rows[current])
            shorter = ~done & (through < length)
            length[shorter], before[shorter] = through[shorter], current
            column = int(np.where(done, _FAR, length).argmin())
            least = int(length[column])
            if row_of[column] == NONE:
                break
            done[column] = True
            current = int(row_of[column])
        saved = least - length[done]
        of_rows[row] += least
        of_rows[row_of[done]] += saved
        of_columns[done] -= saved
        owner = NONE
        while owner != row:  # assign along the path that ends in a column that was free
            owner = int(before[column])
            row_of[column] = owner
            column, column_of[owner] = int(column_of[owner]), column
    return row_of
