"""Agreement between annotators, none of whom is the gold: pairwise and over all, by layer, by label and by sentence.

Raw agreement is what the metrics say of one against another. Kappa (Cohen 1960) of labels is over the words that both
attach alike, of tags over all words; alpha (Krippendorff, nominal) is of heads as offsets, of labels and of tags, for
any number of annotators, and words that some of them do not have are allowed. Heads and labels count of the words that
score (``punctuation``). A word alignment as of any gold and parse lets words and sentences differ.

Kappa and alpha take one series for each annotator, with a value for each unit and null where the annotator gave none.
Values are compared as they are: strings, categoricals or integers. Undefined (None) where chance alone would have
agreed fully, because only one value was given, and where there is nothing to compare. Sources: Cohen, *A coefficient of
agreement for nominal scales*, 1960; Krippendorff, *Content Analysis*, 4th edition, 2018, §12.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl

from goldleaf.core.alignment import aligned_words, check_related, have_same_forms, joined_units, sentences_differ
from goldleaf.core.alignment.same import words_differ
from goldleaf.core.analysis.breakdown.of_facts import constituents_by_label
from goldleaf.core.analysis.sides.fact_table import fact_table
from goldleaf.core.analysis.sides.word_columns import or_null
from goldleaf.core.errors import OptionError, PairError
from goldleaf.core.facts import Integers, spread
from goldleaf.core.metrics import create_each
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.base import Metric, has_constituents, has_dependencies
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.scoring import Scored, score_steps, signature
from goldleaf.core.steps import Steps, finished, in_turn
from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.treebank import Treebank

NAMES = ("attachment", "parseval", "tedeval")  # the metrics that are asked, by name

# What is taken of the metrics' figures, each of which is the same whichever of the two stands for the gold.
FIGURES = {
    "uas": ("attachment", "uas"), "las": ("attachment", "las"), "f1": ("parseval", "f1"),
    "tedeval": ("tedeval", "accuracy"), "tedeval_unlabeled": ("tedeval", "accuracy_unlabeled"),
}  # fmt: skip

_LAYERS = {
    "layer": pl.String(), **dict.fromkeys(("words", "agreed"), pl.Int64()),
    **dict.fromkeys(("agreed_share", "kappa"), pl.Float64()),
}  # fmt: skip
_LABELS = {
    "label": pl.String(), **dict.fromkeys(("agreed", "attached", "only_a", "only_b"), pl.Int64()),
    **dict.fromkeys(("f1", "kappa"), pl.Float64()),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Metrics:
    attachment: Attachment = field(default_factory=Attachment)
    parseval: ParsEval = field(default_factory=ParsEval)
    tedeval: TedEval = field(default_factory=TedEval)

    @classmethod
    def among(cls, metrics: Iterable[Metric]) -> Metrics:
        """Those that are among these, and the others with the options that they have by default."""
        given: dict[str, Any] = {metric.name: metric for metric in metrics if metric.name in NAMES}
        return cls(**given)

    @classmethod
    def of(cls, options: Mapping[str, str]) -> Metrics:
        """All, each with those of the options that it has. Raises OptionError for what none has, or allows."""
        made = create_each(NAMES, options)
        for option in options:
            if not any(option in metric.chosen for metric in made):
                raise OptionError(f"{option}: not an option of {', '.join(NAMES)}")
        return cls.among(made)

    def fitting(self, treebanks: Sequence[Treebank]) -> list[Metric]:
        """Those that compare what all have, the most telling first; TedEval where there are constituents."""
        candidates: list[Metric] = [self.attachment, self.parseval]
        candidates += [self.tedeval] * any(map(has_constituents, treebanks))
        return [metric for metric in candidates if all(map(metric.applies, treebanks))]


@dataclass(frozen=True, slots=True, eq=False)
class PairAgreement:
    """How far two annotators agree. Figures are fractions of 1, None where they are undefined.

    ``words`` are those that both have and that score (all, where there are no dependencies), ``attached`` those of
    them to which both give the same head: of their labels is ``kappa_label``. ``kappa_tag`` is of the tags of all words
    that both have. ``scored`` are the counts of the metrics that fit, by name.

    ``layers`` has the columns ``layer``, ``words``, ``agreed``, ``agreed_share``, ``kappa``; heads and labels of words
    that score. ``labels``, the worst first: ``label``, ``agreed``, ``attached`` (with the same head), ``only_a``,
    ``only_b``, ``f1``, ``kappa`` (against all other labels), of words that score, whatever their heads; without
    dependencies of constituents, without ``attached`` and kappa. ``sentences``, the worst first: ``sentence`` (from 1),
    ``id``, ``line``, ``words``, ``disagreements`` (the differences that the first metric counts), then `FIGURES`;
    sentences of ``a``, without those that could not be compared."""

    a: str
    b: str
    words: int
    attached: int
    kappa_label: float | None
    kappa_tag: float | None
    scored: Mapping[str, Scored] = field(repr=False)
    layers: pl.DataFrame = field(repr=False)
    labels: pl.DataFrame = field(repr=False)
    sentences: pl.DataFrame = field(repr=False)
    warnings: tuple[str, ...]  # what a reader of the figures must know, one line each

    @property
    def figures(self) -> dict[str, float | None]:
        """Raw agreement under the metrics that fit both: those of `FIGURES`."""
        there = {name: of for name, of in FIGURES.items() if of[0] in self.scored}
        return {name: self.scored[metric].scores()[score].value for name, (metric, score) in there.items()}


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """How far annotators agree: each two of them, and all by Krippendorff's alpha (``head``, ``label``, ``tag``)."""

    annotators: tuple[str, ...]
    pairs: tuple[PairAgreement, ...]
    alpha: dict[str, float | None]

    def __repr__(self) -> str:
        return f"<agreement of {', '.join(self.annotators)}>"

    @property
    def labels(self) -> pl.DataFrame:
        """The tables by label of all pairs, with the columns ``a`` and ``b`` before them."""
        return of_pairs(self.pairs, "labels")

    @property
    def layers(self) -> pl.DataFrame:
        return of_pairs(self.pairs, "layers")

    @property
    def sentences(self) -> pl.DataFrame:
        """The tables by sentence of all pairs, each worst first."""
        return of_pairs(self.pairs, "sentences")

    @property
    def signatures(self) -> list[str]:
        """Every choice behind the figures, a line a metric."""
        metrics = (signature(scored.metric) for pair in self.pairs for scored in pair.scored.values())
        return list(dict.fromkeys(metrics))

    def to_dict(self) -> dict[str, Any]:
        """What ``goldleaf agreement --json`` prints; its shape is a promise to scripts. Without agreed sentences."""
        pairs = [
            {
                "a": pair.a,
                "b": pair.b,
                **dict.fromkeys(("uas", "las")),  # which scripts find, None where there are no dependencies
                **pair.figures,
                **{name: getattr(pair, name) for name in ("kappa_label", "kappa_tag", "words", "attached")},
                **({"warnings": [*pair.warnings]} if pair.warnings else {}),
            }
            for pair in self.pairs
        ]
        return {
            "annotators": [*self.annotators],
            "pairs": pairs,
            "alpha": self.alpha,
            "layers": self.layers.to_dicts(),
            "labels": self.labels.to_dicts(),
            "sentences": self.sentences.filter(pl.col("disagreements") > 0).to_dicts(),
            "signatures": self.signatures,
        }


def of_pairs(pairs: Iterable[Any], table: str) -> pl.DataFrame:
    """The tables of all pairs that have this name, with the columns ``a`` and ``b`` before them; empty without any."""
    tables = [
        getattr(pair, table).select(pl.lit(pair.a).alias("a"), pl.lit(pair.b).alias("b"), pl.all()) for pair in pairs
    ]
    return pl.concat(tables) if tables else pl.DataFrame()


def agreement(treebanks: Sequence[Treebank], names: Sequence[str], metrics: Metrics | None = None) -> Agreement:
    """How far annotators of the same text agree; ``names`` are theirs, in the order of the treebanks. Raises
    OptionError for fewer than two, PairError where texts have nothing to do with each other."""
    return finished(agreement_steps(treebanks, names, metrics))


def agreement_steps(
    treebanks: Sequence[Treebank], names: Sequence[str], metrics: Metrics | None = None
) -> Steps[Agreement]:
    if len(treebanks) < 2:
        raise OptionError("agreement: it is between two annotators or more; name another file")
    metrics = metrics or Metrics()
    yield 0.0
    pairs = [*combinations(range(len(treebanks)), 2)]
    # Before anything is aligned, for that may take minutes.
    for a, b in pairs:
        for this, that in ((treebanks[a], treebanks[b]), (treebanks[b], treebanks[a])):
            if that.words.height and not this.words.height:
                raise PairError(f"{this.path}: no words to compare with those of {that.path}", path=this.path)
        check_related(treebanks[a], treebanks[b])
    words = aligned_annotations(treebanks, metrics.attachment)
    # Of several, each two are aligned by themselves, so that a third annotator changes nothing between them.
    own = words if len(treebanks) == 2 else None
    works = [_compare_steps((treebanks[a], treebanks[b]), (names[a], names[b]), own, metrics) for a, b in pairs]
    compared = yield from in_turn(works)
    said = {layer: [table[layer] for table in words if layer in table.columns] for layer in ("head", "label", "tag")}
    return Agreement(tuple(names), tuple(compared), {layer: alpha(columns) for layer, columns in said.items()})


def _compare_steps(
    treebanks: tuple[Treebank, Treebank], names: tuple[str, str], words: Sequence[pl.DataFrame] | None, metrics: Metrics
) -> Steps[PairAgreement]:
    """Compare two annotators, whose ``words`` stand side by side, if that is known. Raises as `Metric.check`."""
    words = words or aligned_annotations(treebanks, metrics.attachment)
    used = metrics.fitting(treebanks)
    for metric in used:
        metric.check(*treebanks)
    results = yield from in_turn([score_steps(metric, *treebanks) for metric in used])
    scored = {result.metric.name: result for result in results}
    differing = sentences_differ(*treebanks) or words_differ(*treebanks)
    remarks = {name: result.metric.remark for name, result in scored.items() if result.metric.remark}
    warnings = [f"{treebanks[1].path}: warning: {name}: {remark}" for name, remark in remarks.items()]
    # Words that only one has are a matter of the metrics; layers are compared on those that both have.
    both = [table.filter(words[0]["present"] & words[1]["present"]) for table in words]
    alike = _attached(both)
    have_heads = all("head" in table.columns for table in both)
    counts = int(both[0]["scoring"].sum()) if have_heads else both[0].height, int(alike.sum())
    kappas = _kappa([table.filter(alike) for table in both], "label"), _kappa(both, "tag")
    labels = _by_label(both, treebanks, metrics.parseval if "parseval" in scored else None)
    tables = _by_layer(both), labels, _by_sentence(treebanks[0], scored)
    return PairAgreement(*names, *counts, *kappas, scored, *tables, (*filter(None, [differing]), *warnings))


def _kappa(words: Sequence[pl.DataFrame], layer: str) -> float | None:
    """The kappa of a layer; None where one of the two does not have it."""
    return kappa(*(table[layer] for table in words)) if all(layer in table.columns for table in words) else None


def _attached(words: Sequence[pl.DataFrame]) -> pl.Series:
    ours, theirs = words
    if "head" not in ours.columns or "head" not in theirs.columns:
        return ours["scoring"] & False
    return ours["scoring"] & ours["head"].eq_missing(theirs["head"])


def _by_layer(words: Sequence[pl.DataFrame]) -> pl.DataFrame:
    rows = []
    for layer in (layer for layer in LAYERS if all(layer in table.columns for table in words)):
        chosen = [table.filter("scoring") if layer in ("head", "label") else table for table in words]
        agreed = int(chosen[0][layer].eq_missing(chosen[1][layer]).sum())
        words_of_layer = chosen[0].height
        agreed_share = agreed / words_of_layer if words_of_layer else None
        rows.append((layer, words_of_layer, agreed, agreed_share, _kappa(chosen, layer)))
    return pl.DataFrame(rows, schema=_LAYERS, orient="row")


def _by_label(
    words: Sequence[pl.DataFrame], treebanks: tuple[Treebank, Treebank], parseval: ParsEval | None
) -> pl.DataFrame:
    """By the labels of words, else of the constituents that ``parseval`` compares."""
    if all("label" in table.columns for table in words):
        table = _of_words(words)
    elif parseval is not None:
        own_a, own_b = (pl.col(side).cast(pl.Int64) - pl.col("correct") for side in ("gold", "system"))
        table = constituents_by_label(parseval, fact_table(parseval, *treebanks)).frame.with_columns(
            agreed="correct", attached=None, only_a=own_a, only_b=own_b, kappa=None
        )
    else:
        return pl.DataFrame(schema=_LABELS)
    table = table.select(pl.col(name).cast(dtype) for name, dtype in _LABELS.items())
    return table.sort(-(pl.col("only_a") + pl.col("only_b")), "label", nulls_last=True)


def _of_words(words: Sequence[pl.DataFrame]) -> pl.DataFrame:
    pairs = pl.DataFrame({"a": words[0]["label"], "b": words[1]["label"], "attached": _attached(words)})
    pairs = pairs.filter(words[0]["scoring"])
    same = pl.col("a") == pl.col("b")
    # Each side counts its own labels: one that only the other has is null in the join, and then 0.
    in_both = {"agreed": same.sum(), "attached": (same & pl.col("attached")).sum()}
    of_a = pairs.group_by(label="a").agg(pl.len().cast(pl.Int64).alias("a"), **in_both)
    of_b = pairs.group_by(label="b").agg(pl.len().cast(pl.Int64).alias("b"))
    a, b, agreed, n = pl.col("a"), pl.col("b"), pl.col("agreed").cast(pl.Int64), pl.lit(pairs.height, pl.Int64)
    # Of n words both give the label, or both another one; by chance, a·b + (n − a)(n − b) of n².
    alike, by_chance = n - a - b + 2 * agreed, a * b + (n - a) * (n - b)
    possible = n * n - by_chance
    kappa_of_label = pl.when(possible != 0).then((n * alike - by_chance) / possible)
    both = of_a.join(of_b, on="label", how="full", coalesce=True)
    both = both.with_columns(pl.col("a", "b", "agreed", "attached").fill_null(0))
    return both.with_columns(only_a=a - agreed, only_b=b - agreed, f1=2 * agreed / (a + b), kappa=kappa_of_label)


def _by_sentence(treebank: Treebank, scored: Mapping[str, Scored]) -> pl.DataFrame:
    """By sentences; among those with as many disagreements the one with the lowest figure comes first."""
    number = pl.int_range(1, pl.len() + 1, dtype=pl.Int64).alias("sentence")
    table = treebank.sentences.select(number, "id", "line", "words")
    columns: dict[str, pl.Expr | pl.Series] = {"disagreements": pl.lit(None, pl.Int64)}
    columns |= dict.fromkeys(FIGURES, pl.lit(None, pl.Float64))
    # From the last to the first, so that the disagreements are those of the most telling metric.
    for name, metric_scored in reversed([*scored.items()]):
        counts = metric_scored.metric.by_sentence(metric_scored.counts)
        columns["disagreements"] = counts[metric_scored.metric.differences].cast(pl.Int64)
        columns |= {figure: counts[score] for figure, (metric, score) in FIGURES.items() if metric == name}
    table = table.with_columns(**columns).drop_nulls("disagreements")
    main = next((figure for figure in ("las", "f1") if FIGURES[figure][0] in scored), "tedeval")
    return table.sort(-pl.col("disagreements"), main, "sentence", nulls_last=True)


def kappa(a: pl.Series, b: pl.Series) -> float | None:
    """Cohen's kappa of two annotators over units with two values. Raises ValueError where lengths differ."""
    _check_lengths([a, b])
    pairs = pl.DataFrame([a.alias("a"), b.alias("b")]).drop_nulls()
    agreed = int((pairs["a"] == pairs["b"]).sum())
    of_a, of_b = (pairs[name].value_counts(name="count").rename({name: "value"}) for name in ("a", "b"))
    common = of_a.join(of_b, on="value", suffix="_b")
    # Values that only one of the two gave cannot agree by chance: the inner join leaves them out.
    by_chance = int((common["count"].cast(pl.Int64) * common["count_b"].cast(pl.Int64)).sum())
    # By counts: agreed of n units, against the sum of both annotators' counts of each value, multiplied, of n².
    possible = pairs.height**2 - by_chance
    return (pairs.height * agreed - by_chance) / possible if possible else None


def alpha(annotators: Sequence[pl.Series]) -> float | None:
    """Krippendorff's alpha with the nominal metric; of units with two values or more. Raises as `kappa`."""
    _check_lengths(annotators)
    if len(annotators) < 2:
        return None
    names = [f"{number}" for number in range(len(annotators))]
    table = pl.DataFrame([values.alias(name) for values, name in zip(annotators, names, strict=True)])
    table = table.with_columns(values=pl.sum_horizontal(pl.col(names).is_not_null().cast(pl.Int64)))
    table = table.filter(pl.col("values") > 1)
    # Agreeing pairs are counted, not differing ones: a missing value is then in neither.
    equal = pl.sum_horizontal(
        (pl.col(a) == pl.col(b)).fill_null(value=False).cast(pl.Int64) for a, b in combinations(names, 2)
    )
    # Among m values are m(m − 1) pairs in order, of which those that differ weigh 1/(m − 1) each.
    by_size = table.group_by("values").agg(pl.len().alias("units"), equal=equal.sum()).sort("values")
    observed = sum((units * size * (size - 1) - 2 * same) / (size - 1) for size, units, same in by_size.iter_rows())
    counts = pl.concat([table[name].drop_nulls().alias("value") for name in names]).value_counts()["count"]
    # Of n values in all, n² − Σ n_v² pairs in order differ, among n(n − 1): that much is expected.
    every = int(counts.sum())
    expected = every * every - int((counts.cast(pl.Int64) ** 2).sum())
    return 1 - (every - 1) * observed / expected if expected else None


def _check_lengths(annotators: Iterable[pl.Series]) -> None:
    lengths = [len(values) for values in annotators]
    if len({*lengths}) > 1:
        raise ValueError(f"annotators have different numbers of units: {', '.join(map(str, lengths))}")


# What two annotators can say differently of a word. Tags are coarse where all files have those, else fine.
LAYERS = ("head", "label", "tag", "fine_tag", "lemma", "features")
ROOT = np.iinfo(np.int64).max  # in the place of an offset: the word depends on the root, wherever it stands


def aligned_annotations(treebanks: Sequence[Treebank], attachment: Attachment) -> list[pl.DataFrame]:
    """A table for each annotator, with a row for each word that any of them has; the same rows in all. Columns:
    ``present`` and ``scoring`` (booleans), then those of `LAYERS` that the treebank has (other than ``_`` everywhere),
    null where the word is missing: ``head`` (int64: how many words after the word its head stands, below 0 before it,
    `ROOT`, and null where there is no head) and ``label`` (as the metric compares it) of words that score only."""
    items = _items(treebanks)
    count = _count(items)
    # Coarse tags are what annotators of different files most likely have in common.
    tag = "coarse_tag" if all("coarse_tag" in treebank.layout.columns for treebank in treebanks) else "fine_tag"
    tables = []
    for treebank, own in zip(treebanks, items, strict=True):
        words = _annotations(treebank, own, tag, attachment)
        # Where all have the same words, as is usual, nothing has to be moved.
        if words.height != count or not np.array_equal(own, np.arange(count)):
            words = words.select(pl.all().gather(or_null(spread(count, own, np.arange(len(own)), -1))))
        tables.append(words.with_columns(pl.col("present", "scoring").fill_null(value=False)))
    return tables


def _items(treebanks: Sequence[Treebank]) -> list[Integers]:
    """For each annotator's words their numbers among all words, in the order of the text."""
    items: list[Integers] = []
    for treebank in treebanks:
        own = np.full(treebank.words.height, -1)
        for earlier, known in zip(treebanks, items, strict=False):
            if have_same_forms(earlier, treebank):
                partner = np.arange(treebank.words.height)
            else:
                partner = aligned_words(*joined_units(earlier, treebank))  # whose words are in the same rows
            number = np.append(known, -1)[partner]
            # Two earlier annotators may cut a stretch of text differently: a number is given to one word only.
            own = np.where((own < 0) & ~np.isin(number, own), number, own)
        if (new := np.flatnonzero(own < 0)).size:
            # A new word goes behind the last known word before it; stable, so that several keep their order.
            count = _count([*items, own])
            order = np.argsort(np.concatenate([np.arange(count), np.maximum.accumulate(own)[new]]), kind="stable")
            number = np.argsort(order)
            own[new] = count + np.arange(len(new))
            items, own = [number[known] for known in items], number[own]
        items.append(own)
    return items


def _count(items: Sequence[Integers]) -> int:
    return 1 + max((int(numbers.max(initial=-1)) for numbers in items), default=-1)


def _annotations(treebank: Treebank, items: Integers, tag: str, attachment: Attachment) -> pl.DataFrame:
    columns = {"tag": tag, "fine_tag": "fine_tag", "lemma": "lemma", "features": "features"}
    if tag == "fine_tag":
        del columns["fine_tag"]
    scoring = pl.Series("scoring", attachment.scoring(treebank))
    layers = {
        layer: treebank.words[column]
        for layer, column in columns.items()
        # Where there is nothing but _, the annotator was not asked for it.
        if column in treebank.layout.columns and (treebank.words[column] != "_").any()
    }
    if has_dependencies(treebank):
        position, rows = treebank.words["position"].to_numpy(), head_rows(treebank)
        head = treebank.words["head"]
        # Offsets are counted by the common numbers, so that words which others lack or add between a word and its head
        # change nothing. A head that its sentence does not have is far off, and so no other word's.
        outside = (1 << 32) + head.fill_null(0).to_numpy().astype(np.int64) - position
        distance = np.where(rows >= 0, np.append(items, 0)[rows] - items, outside)
        offset = pl.Series("head", np.where((head == 0).fill_null(value=False).to_numpy(), ROOT, distance))
        arcs = pl.DataFrame([offset, attachment.labels(treebank).alias("label")])
        scored = arcs.select(pl.when(scoring).then(pl.all()).name.keep())
        layers |= scored.with_columns(pl.when(head.is_not_null()).then("head").alias("head")).to_dict()
    present = pl.repeat(value=True, n=len(scoring), eager=True)
    in_order = {name: layers[name] for name in LAYERS if name in layers}
    return pl.DataFrame({"present": present, "scoring": scoring} | in_order)
