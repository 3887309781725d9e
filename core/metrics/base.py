"""What every metric is: options, a table of counts with one row a sentence, and scores that are ratios of sums.

Facts and counts of all metrics have one shape, so that any of them can be drawn, listed and written alike. A table of
facts begins with the columns of `FACTS`. Then come those of the metric's ``key``, which tell one fact of a sentence
from another, and then what the metric adds and documents, such as ``unlabeled``.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, Self

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import OptionError
from goldleaf.core.facts import Bools, Floats, Integers, Mark
from goldleaf.core.treebank import Treebank
from goldleaf.core.version import VERSION

if TYPE_CHECKING:
    from goldleaf.core.metrics.parseval.settings import EvalbSettings


class Option(NamedTuple):
    """A choice that changes the figures; it stands in the signature."""

    name: str
    default: str
    choices: tuple[str, ...]
    help: str
    other: str = ""  # what else than the choices it may be, such as ``FILE.prm``; empty if nothing

    def allows(self, value: str) -> bool:
        return value in self.choices or bool(self.other and value)


# For metrics that do not need the same words: such sentences count in no total, or as wholly wrong.
ERRORS = Option("errors", "drop", ("drop", "penalize"), "what becomes of sentences whose words differ")
TITLES = {  # of scores and counts that several metrics have
    "exact_match": "Exact", "exact_match_unlabeled": "Exact unlab.", "accuracy_unlabeled": "Accuracy unlab.",
    "non_scoring": "Not scored", "error": "Error: other words", "skip": "Skip: no parse",
}  # fmt: skip
WORDS_DIFFER = "gold and parse have different words"


class Score(NamedTuple):
    """A figure: a fraction of 1, or None where nothing is scored (0/0). Ratios of counts give both counts."""

    value: float | None
    right: float | None = None
    total: float | None = None


class Ratio(NamedTuple):
    """A score as a ratio of two columns of the counts. People read it in percent, unless it is a mean; means of what is
    wrong are the better the lower they are."""

    right: str
    total: str
    percent: bool = True
    higher_is_better: bool = True
    # Counts are of both sides, as F1 has them; a score of the same name has those of the gold if words are the same.
    doubled: bool = False


class AlignedWords(NamedTuple):
    """The words that both have: their rows in gold and parse, and for each whether head, label and both are right."""

    gold: Integers | slice
    parse: Integers | slice
    head: Bools
    label: Bools
    both: Bools


class WordMetric(Protocol):
    """What compares word by word."""

    def agreement(self, gold: Treebank, parse: Treebank) -> AlignedWords:
        """Compare word by word; sentences stand in the same rows."""

    def scoring(self, treebank: Treebank) -> Bools:
        """The words that score."""

    def labels(self, treebank: Treebank) -> pl.Series:
        """Each word's label as it is compared."""


class Combined(NamedTuple):
    """A mean of scores that the metric names before it; no sum of counts gives it (Hajič et al. 2009, §2.4.3).
    ``weight`` is that of the first of two, which else weigh alike."""

    of: tuple[str, ...]
    harmonic: bool = False
    percent: bool = True
    higher_is_better: bool = True
    weight: float | None = None

    def values(self, parts: Floats) -> Floats:
        """The scores of these parts, which stand in the last axis; NaN where one of them is, 0 where all are."""
        if not self.harmonic:
            return np.asarray(parts.mean(-1) if self.weight is None else parts @ [self.weight, 1 - self.weight])
        product, total = parts.prod(-1), parts.sum(-1)
        return np.asarray(2 * product / np.where(total == 0, 1.0, total))

    def value(self, parts: Sequence[float | None]) -> float | None:
        return None if None in parts else float(self.values(np.array(parts, np.float64)))


def plain_name(score: str) -> str:
    """What a score is called, alike in all metrics: F1 is what is meant by ``las``, and ``las.precision`` of CoNLL 2018
    is ``las_precision``, as where words are aligned."""
    return score.removesuffix(".f1").replace(".", "_")


def is_called(metric: str, score: str, name: str) -> bool:
    """Whether a name that somebody gives is this score's: ``las``, ``las.precision``, ``ud.las``."""
    return plain_name(name) in (plain_name(score), plain_name(f"{metric}.{score}"))


class Metric(ABC):
    """A way to compare a parse with a gold. It decides itself what becomes of sentences whose words differ.

    Called in this order: `applies` of each file (which metrics fit it); `check` of a pair, before anything is counted;
    `fitted` to it, whose metric does the rest; `count`, of blocks of sentences in threads, by `core.scoring.score`;
    `counted`, `micro`, `macro`, `by_sentence` of the counts, by whoever shows scores; `facts` of one sentence for a
    picture, of all for lists, filters and breakdowns; `why_not` of a sentence's counts, where it is left out.
    ``with_words_aligned`` and ``where_words_differ`` are for campaigns, whose systems count alike; ``fit`` for files
    that are scored in parts, ``remark`` and ``subsets`` for tables of scores.

    | attribute | what it says, and by default | who uses it |
    |---|---|---|
    | ``name`` | what the command line, JSON and campaigns call it | `METRICS`, signatures |
    | ``title`` | what people read | tables, the window |
    | ``source`` | where it was defined | help, the window's list of metrics |
    | ``options`` | its options; none | command line, dialog, signature |
    | ``ratios`` | the scores, the most telling first; those without counts are left out, see `counted` | scores |
    | ``reported`` | the counts that are shown beside the scores; none | JSON, score tables |
    | ``titles`` | what people read for names, or their first words, of scores and counts: abbreviations | `title_of` |
    | ``differences`` | the count of a sentence's differences, which one walks through | lists, filters |
    | ``compares`` | dependencies, constituents: a treebank must have one of these; some ask for others | `applies` |
    | ``columns`` | the words' columns that it looks at; more with some options | readers, which leave out the rest |
    | ``key`` | the columns that tell one of its facts from another, beyond the sentence | `shaped`, breakdowns |
    | ``further`` | columns beyond the key by which facts are broken down, too; none | `sides.fact_table` |
    | ``views`` | the views that show its facts: arcs, tree, function, lattice, roles; none | views |
    | ``facts_are`` | what facts are about, if not what these views usually compare; empty | `WANTED_BY`, views |
    | ``breaks_down`` | tables of something else than facts: words (see `of_words`), constituents | `metric_tables` |
    | ``classes`` | conditions on its facts, by the names of classes that are scored apart; none | `of_facts` |
    | ``main`` | the score that stands for all where there is room for one; the first | campaigns, lists |
    | ``leads`` | whether files that it fits are about it, so that it comes first; no | `fitting`, views |
    | ``in_units`` | whether sentences that are split differently count as one; they do | scoring |
    | ``in_lattices`` | whether it may anchor words in the states of lattices; no | loading |
    | ``not_compared`` | counts that are not 0 in a sentence left out or wholly wrong, see `why_not`; none | lists |
    | ``counts_sentences`` | counts of sentences: those that a parse has joined are as many | units, averages |"""

    name: ClassVar[str]
    title: str
    source: ClassVar[str]
    options: ClassVar[tuple[Option, ...]] = ()
    ratios: ClassVar[Mapping[str, Ratio | Combined]]
    reported: ClassVar[tuple[str, ...]] = ()
    titles: ClassVar[Mapping[str, str]] = {}
    differences: ClassVar[str]
    compares: ClassVar[tuple[str, ...]] = ()
    columns: frozenset[str]
    key: ClassVar[tuple[str, ...]]
    further: ClassVar[tuple[str, ...]] = ()
    views: ClassVar[tuple[str, ...]] = ()
    facts_are: ClassVar[str] = ""
    breaks_down: ClassVar[str] = ""
    classes: ClassVar[Mapping[str, str]] = {}
    main: str = ""
    leads: ClassVar[bool] = False
    in_units: ClassVar[bool] = True
    in_lattices: ClassVar[bool] = False
    not_compared: ClassVar[tuple[str, ...]] = ()
    counts_sentences: ClassVar[tuple[str, ...]] = ("sentences",)

    def __init__(self, **chosen: str) -> None:
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if name not in known:
                raise OptionError(f"{self.name} has no option {name}; it has {', '.join(known) or 'none'}")
            if not known[name].allows(value):
                raise OptionError(f"{name} {value}: no such choice; {self.name} has {', '.join(known[name].choices)}")
        self.chosen = {name: chosen.get(name, option.default) for name, option in known.items()}

    @classmethod
    def title_of(cls, name: str) -> str:
        """How the name of a score or count is written for people: ``LAS precision``, ``Exact unlab.``."""
        titles = {**TITLES, **cls.titles}
        first, *rest = re.split(r"[._]", name)
        return titles.get(name) or " ".join([titles.get(first, first.capitalize()), *rest]).replace("f1", "F1")

    @property
    def signature(self) -> str:
        """Every choice that changes the figures, so that they can be made again (after sacreBLEU's)."""
        choices = (f"{name}:{value}" for name, value in self.described.items())
        return "|".join([self.name, *choices, f"goldleaf:{VERSION}"])

    @property
    def described(self) -> dict[str, str]:
        return self.chosen

    @property
    def with_words_aligned(self) -> Metric:
        """The metric as it is fitted to words that differ, if its figures of words that are the same are no others."""
        return self

    @property
    def where_words_differ(self) -> Mapping[str, str]:
        """Options that are chosen where words differ, as long as they are left open; with them others count alike."""
        return {}

    @property
    def fit(self) -> str:
        """What was fitted beside what the signature says, and so must be the same in all parts of a file."""
        return ""

    @property
    def remark(self) -> str:
        """What a reader of the figures must know, once the metric is fitted; empty if nothing."""
        return ""

    def says_nothing(self, score: str) -> bool:  # noqa: ARG002, of others
        """Whether a score is as it is whatever the trees are, which the remark explains."""
        return False

    @property
    def subsets(self) -> dict[str, pl.Expr]:
        """Sentences that the metric also scores apart: names, and conditions on its counts."""
        return {}

    @property
    def of_words(self) -> WordMetric | None:
        """What compares word by word, of a metric that ``breaks_down`` into words."""
        return None

    @property
    def bracketing(self) -> EvalbSettings | None:
        """Which constituents are compared, of a metric that ``breaks_down`` into constituents."""
        return None

    def applies(self, treebank: Treebank) -> bool:
        """Whether the treebank has the structures that the metric compares."""
        has = {"constituents": has_constituents, "dependencies": has_dependencies}
        return any(has[name](treebank) for name in self.compares)

    def check(self, gold: Treebank, parse: Treebank) -> None:  # noqa: B027, most can do what they are asked for
        """Raise PairError when the metric cannot do with these treebanks what its options ask for."""

    def fitted(self, gold: Treebank, parse: Treebank) -> Metric:  # noqa: ARG002
        """The metric with the choices made that its options leave to the treebanks; they stand in the signature."""
        return self

    def changed(self, **attributes: object) -> Self:
        metric = copy(self)
        vars(metric).update(attributes)
        return metric

    @abstractmethod
    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """Counts that add up: one row a pair of sentences, ``sentence`` (from 0) first, then unsigned integers."""

    def why_not(self, counts: Mapping[str, int]) -> str | None:
        """Why a sentence with these counts is left out, or wholly wrong; None if it is compared like any other."""
        return WORDS_DIFFER if counts.get("error") else None

    @abstractmethod
    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """The compared facts with their marks, for pictures and lists; the same marks that `count` counts. One row a
        fact, in the order of the gold's sentences: the columns of `FACTS`, those of ``key``, then
        further ones that each metric documents. Sentences are paired by their rows."""

    def micro(self, counts: pl.DataFrame) -> dict[str, Score]:
        sums: dict[str, Any] = counts.sum().row(0, named=True) if counts.height else dict.fromkeys(counts.columns, 0)
        found: dict[str, Score] = {}
        for name, ratio in self.counted(counts).items():
            if isinstance(ratio, Ratio):
                right, total = sums[ratio.right], sums[ratio.total]
                # What is 0/0 is not 0: nothing was there to be right or wrong.
                found[name] = Score(right / total if total else None, right, total)
            else:
                found[name] = Score(ratio.value([found[part].value for part in ratio.of]))
        return found

    def macro(self, counts: pl.DataFrame) -> dict[str, Score]:
        """The mean of the sentences' scores, over the sentences that have one."""
        means = self.by_sentence(counts).select(list(self.counted(counts))).mean().row(0, named=True)
        return {name: Score(value) for name, value in means.items()}

    def by_sentence(self, counts: pl.DataFrame) -> pl.DataFrame:
        """Each sentence's scores (float64, null where nothing is scored), beside its counts."""
        table = counts
        for name, ratio in self.counted(counts).items():
            if isinstance(ratio, Ratio):
                right, total = pl.col(ratio.right), pl.col(ratio.total)
                table = table.with_columns(pl.when(total > 0).then(right / total).alias(name))
            else:
                parts = table.select(pl.col(ratio.of).fill_null(float("nan"))).to_numpy().astype(np.float64)
                table = table.with_columns(pl.Series(name, ratio.values(parts)).fill_nan(None))
        return table

    def counted(self, counts: pl.DataFrame) -> Mapping[str, Ratio | Combined]:
        """The scores whose counts are there: some need more than a gold and a parse."""
        known = {*counts.columns}
        return {
            name: ratio
            for name, ratio in self.ratios.items()
            if isinstance(ratio, Combined) or {ratio.right, ratio.total} <= known
        }


def has_constituents(treebank: Treebank) -> bool:
    """Whether it is a treebank of phrase structures."""
    return "parent" in treebank.words.columns


def has_dependencies(treebank: Treebank) -> bool:
    """Whether it is a treebank of dependencies."""
    return treebank.has_heads


SIDES = pl.Enum(["gold", "parse", "both"])

FACTS = {
    "sentence": pl.UInt32(),  # row of the gold's sentences, from 0
    "side": SIDES,  # which of the two has the fact
    "mark": pl.UInt8(),  # values of `core.facts.Mark`
    "position": pl.UInt32(),  # the (first) word that it is about, from 1, null for none; the parse's for its own side
}

# The columns that a view wants of the facts that it draws, besides those of `FACTS`, or facts of their own kind.
# ``unlabeled`` is the mark without the label. Of arcs and nodes that have no fact the picture says that they do not
# score: so what matches in both, but is written otherwise by the two, is given for either side.
WANTED_BY = {
    "arcs": ("dependent", "head", "label", "unlabeled"),
    "tree": ("gold_node", "parse_node", "label", "unlabeled", "crossing"),
    "lineages": ("lineage", "similarity", "partner"),
    "propositions": ("kind", "predicate", "argument", "label", "unlabeled"),
    "expressions": ("kind", "words", "tag", "unlabeled"),
}

_OF_ONE_SIDE = {Mark.MATCHED: "both", Mark.MISSING: "gold", Mark.EXTRA: "parse"}


def sides(both: Bools, other: str) -> pl.Series:
    """``both`` for the rows where that is true, and the ``other`` side for the rest, as a column of `SIDES`."""
    column = pl.when(pl.Series(both, dtype=pl.Boolean)).then(pl.lit("both")).otherwise(pl.lit(other))
    return pl.select(column.cast(SIDES)).to_series()


def marks(right: Bools, alone: Mark, scoring: Bools | None = None) -> pl.Series:
    """The column ``mark`` of one side's facts: what is right is MATCHED, what does not score NOT_SCORED, the rest is
    ``alone``: MISSING of the gold and EXTRA of the parse."""
    found = np.where(right, Mark.MATCHED, alone)
    return pl.Series(found if scoring is None else np.where(scoring, found, Mark.NOT_SCORED), dtype=pl.UInt8)


def mark_columns(right: Bools, alone: Mark, scoring: Bools | None = None) -> dict[str, pl.Series]:
    """The columns ``side`` and ``mark`` of one side's facts: what is right is in both (see `marks`)."""
    return {"side": sides(right, _OF_ONE_SIDE[alone]), "mark": marks(right, alone, scoring)}


def count_table(counts: Mapping[str, npt.NDArray[Any]], sentences: int) -> pl.DataFrame:
    """What metrics give when they count: ``sentence``, from 0, and counts, all uint32, one row a sentence."""
    columns = {name: values.astype(np.uint32) for name, values in counts.items()}
    return pl.DataFrame({"sentence": np.arange(sentences, dtype=np.uint32), **columns})


def shaped(table: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    """The same table with its columns in the order that is declared; there may be more of them."""
    first = list(dict.fromkeys((*FACTS, *key)))
    return table.select(*first, *(name for name in table.columns if name not in first))


def fact_table(tables: Iterable[pl.DataFrame], key: Sequence[str], *order: str | pl.Expr) -> pl.DataFrame:
    """From tables of all facts of gold and parse: the gold's, and those that only the parse has, in this order."""
    gold, parse = tables
    table = pl.concat([gold, parse.filter(pl.col("side") == "parse")], how="diagonal")
    return shaped(table, key).sort(*order, maintain_order=True)
