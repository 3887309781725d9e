"""The scores of induced tags (Gelling et al. 2012, §2.2), from a contingency table of gold and induced tags.

No facts are matched: words are counted by their two tags, and these counts add up. The scores of some sentences are
those of their own table, as if there were no others. What stands in a row for a sentence, and what the scores of a
sentence alone are, is its share in those of all: how many of its words the mapping of all words maps rightly, and what
its words contribute to the entropies. So these add up, too.

A difference is a word whose induced tag is mapped (many to one) to another gold tag than its own.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl

from goldleaf.core.alignment import comparable, paired_words
from goldleaf.core.errors import FormatError, GoldleafError, PairError, Problem, counted
from goldleaf.core.facts import Codes, Column, Floats, Integers, Mark, per_sentence
from goldleaf.core.files import read_text
from goldleaf.core.metrics.base import Metric, Option, Ratio, Score
from goldleaf.core.metrics.contingency import Contingency, Tags
from goldleaf.core.metrics.shape import fact_table, marked
from goldleaf.core.treebank import TEXT, Treebank, translated

PAIRS = "pairs"  # the column of the counts that holds the table: a number for the two tags of each word
_MAPPINGS = ("many_to_one", "one_to_one", "one_to_one_optimal")
_BITS = {
    "information": {"gold": 1, "gold_given_parse": -1},
    "twice_information": {"gold": 2, "gold_given_parse": -2},
    "entropy_gold": {"gold": 1},
    "entropy_parse": {"parse": 1},
    "entropies": {"gold": 1, "parse": 1},
    "variation": {"gold_given_parse": 1, "parse_given_gold": 1},
}
"""Columns of bits, as sums of what a word contributes to entropies."""

_AUTO, _UNIVERSAL, _FINE = "auto", "universal", "fine"
_FIRST_OF = {
    _UNIVERSAL: ("universal_tag", "coarse_tag", "fine_tag"),
    _FINE: ("fine_tag", "coarse_tag", "universal_tag"),
}
"""Kinds of tags, and where those of a file stand: in the first of these columns that it has."""

_NAMES = {
    "upostag": "universal_tag",
    "cpostag": "coarse_tag", "upos": "coarse_tag", "pos": "coarse_tag",
    "postag": "fine_tag", "xpos": "fine_tag",
    "feats": "features", "deprel": "label", "ppos": "predicted_tag", "pfeat": "predicted_features",
    "plemma": "predicted_lemma",
}  # fmt: skip
"""What columns are called, in lower case, and their names in the model; others are called as there."""


class Clustering(Metric):
    """Many to one, one to one, variation of information, V-measure."""

    name = "clustering"
    title = "Tag clustering"
    source = "Gelling et al. 2012, §2.2"
    options = (
        Option(
            "gold_column",
            _AUTO,
            (_AUTO, _UNIVERSAL, _FINE),
            "the gold's tags; auto: universal ones, or those that --map-tags makes of fine ones",
            other="COLUMN",
        ),
        Option(
            "parse_column",
            _FINE,
            (_FINE, _UNIVERSAL),
            "the parse's tags, which are compared as clusters of words",
            other="COLUMN",
        ),
        Option("map_tags", "none", ("none",), "a file that maps the gold's tags to universal ones", other="FILE"),
    )
    ratios = {
        "many_to_one": Ratio("right_many_to_one", "words"),
        "one_to_one": Ratio("right_one_to_one", "words"),
        "one_to_one_optimal": Ratio("right_one_to_one_optimal", "words"),
        "v_measure": Ratio("twice_information", "entropies"),
        "homogeneity": Ratio("information", "entropy_gold"),
        "completeness": Ratio("information", "entropy_parse"),
        "vi": Ratio("variation", "words", percent=False),
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
    by_default = False

    table: Contingency | None = None  # of gold and parse, once the metric is fitted
    found: Mapping[str, str] = {}  # the columns that the files have, by option, and the tags without universal ones
    unmapped: Mapping[str, int] = {}

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        path = self.chosen["map_tags"]
        self._map = {} if path == "none" else _tag_map(path)
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
        for treebank, option, column in (
            (gold, "gold-column", self._gold_column),
            (parse, "parse-column", self.chosen["parse_column"]),
        ):
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
        words = gold.words[rows].select(
            "sentence", "position", gold_tag=names.gather(row), parse_tag=induced.gather(column)
        )
        mapped = [f"{tag} → {table.gold[to]}" for tag, to in zip(table.parse, table.many_to_one, strict=True)]
        tags_of_parse = pl.Series(mapped, dtype=pl.String).gather(column)
        tables = (
            words.with_columns(**marked(right, Mark.MISSING), tag="gold_tag"),
            words.with_columns(**marked(right, Mark.EXTRA), tag=tags_of_parse),
        )
        return fact_table(tables, self.key, "sentence", "position")

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
    right = {f"right_{name}": getattr(table, name)[column] == row for name in _MAPPINGS}
    chosen = {"words": np.ones(len(row), bool), **right, "wrong": ~right["right_many_to_one"]}
    counts: dict[str, Codes | Floats] = {
        name: per_sentence(words, sentence, sentences) for name, words in chosen.items()
    }
    surprise = table.surprise(row, column)
    for name, parts in _BITS.items():
        bits = sum((factor * surprise[part] for part, factor in parts.items()), np.zeros(len(row)))
        counts[name] = np.asarray(np.bincount(sentence, bits, sentences), np.float64)
    return counts


def _tag_map(path: str) -> dict[str, str]:
    """For each tag the universal tag that it stands for (Petrov, Das & McDonald 2011).

    A line is the one, a tab or blanks, the other. Lines that begin with ``#`` and a blank are comments: the tag ``#``
    is one. Raises GoldleafError when the file cannot be read or says nothing, FormatError for a line that is no such
    pair and for a tag that is mapped to two.
    """
    pair = "a tag, a tab, and its universal tag"
    found: dict[str, str] = {}
    for number, line in enumerate(read_text(path, "the tag map").splitlines(), 1):
        if not line.strip() or line.startswith("# "):
            continue
        fields = [field.strip() for field in (line.split("\t") if "\t" in line else line.split())]
        if len(fields) != 2 or not all(fields):
            what = f"only {fields[0]!r}" if len(fields) == 1 else f"{len(fields)} fields"
            raise FormatError(Problem(path, number, 0, f"{what}; expected {pair}"))
        tag, universal = fields
        if found.setdefault(tag, universal) != universal:
            what = f"{tag!r} is {found[tag]!r} on an earlier line, {universal!r} here"
            raise FormatError(Problem(path, number, 0, what))
    if not found:
        raise GoldleafError(f"{path}: no tag is mapped; expected lines of {pair}", path=path)
    return found
