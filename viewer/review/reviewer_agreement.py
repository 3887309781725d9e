"""Agreement between the reviewers of one session: whether they judge the same places alike.

A *place* is an item of a sentence in a layer: one at which the sides differ, or that somebody has judged. A verdict on
a whole sentence is one on each of its places in that layer which its reviewer has not judged by itself; a sentence
without such places, where there was nothing to decide, does not count. So whoever judges a sentence at once and whoever
goes through its words can be compared, and two reviewers disagree exactly where the session has a conflict.

Verdicts are compared as they are written: a third reading agrees with the same reading only, ``unsure`` with
``unsure``. Who skips has said nothing, nor has who is done with a sentence and judged nothing in it. What settles
others' disagreement was said knowing of it: in its place counts what its reviewer had said before
(`Store.table`). Verdicts on sentences that have changed since do not count.

Kappa (Cohen 1960) is of two reviewers' verdicts on the places that both have judged; alpha (Krippendorff, nominal) is
of all reviewers, and places that some have not judged are allowed. Both are of `core.analysis.agreement`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import polars as pl

from goldleaf.core.analysis.agreement import alpha, kappa, of_pairs
from goldleaf.core.analysis.sides.layers import LAYER_NAMES, Layer, layer_differences
from goldleaf.core.steps import Steps, finished
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.judgements import REVIEWED, SKIP
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.session.agreement_texts import AgreementTables, PairTables

ALL = "all"  # the key of the alpha of all layers together, beside those of each

_PLACE = ["sentence", "layer", "item"]
_FIGURES = {"places": pl.Int64(), "agreed": pl.Int64(), "agreed_share": pl.Float64(), "kappa": pl.Float64()}
_DISAGREED = pl.col("disagreements") > 0
_NAMES = {ALL: "all layers", **{layer.value: name for layer, name in LAYER_NAMES.items()}}


@dataclass(frozen=True, slots=True, eq=False)
class ReviewerPair:
    """Two reviewers. ``places`` are those that both have judged, ``kappa`` is None where it is undefined.

    The tables are of these places: ``layers`` (``layer``, in their order), ``labels`` (``label``: what the first side
    has at the word, of arcs only; most disagreements first) and ``sentences`` (``sentence`` from 1, ``id``; most
    disagreements first, then the lowest share); then ``places``, ``agreed``, ``disagreements``, ``agreed_share`` and,
    but for sentences, ``kappa``. ``disagreements`` has a row for each place on which they differ: ``sentence`` from 1,
    ``layer``, ``item``, ``label``, and the verdicts ``a`` and ``b``.
    """

    a: str
    b: str
    places: int
    agreed: int
    kappa: float | None
    layers: pl.DataFrame
    labels: pl.DataFrame
    sentences: pl.DataFrame
    disagreements: pl.DataFrame

    @property
    def agreed_share(self) -> float | None:
        return self.agreed / self.places if self.places else None


@dataclass(frozen=True, slots=True, eq=False)
class ReviewerAgreement:
    """How far reviewers agree: each two of them, and all by alpha, of all layers (`ALL`) and of each."""

    reviewers: tuple[str, ...]
    pairs: tuple[ReviewerPair, ...]
    alpha: dict[str, float | None]

    def to_dict(self) -> dict[str, Any]:
        """What JSON has of it; its shape is a promise to scripts. Of sentences those with disagreements."""
        return {
            "annotators": [*self.reviewers],
            "pairs": [{name: getattr(pair, name) for name in ("a", "b", *_FIGURES)} for pair in self.pairs],
            "alpha": self.alpha,
            **{name: of_pairs(self.pairs, name).to_dicts() for name in ("layers", "labels")},
            "sentences": of_pairs(self.pairs, "sentences").filter(_DISAGREED).to_dicts() if self.pairs else [],
        }


def agreement_of(store: Store, treebanks: Sequence[Treebank], until: str = "") -> ReviewerAgreement:
    """The agreement in a session to which these treebanks, its sides, are attached; ``until`` a time, or now."""
    first, *others = treebanks
    table = store.table(independent=True)
    table = table.filter(pl.col("time").str.slice(0, len(until)) <= until) if until else table

    def differences(layers: tuple[Layer, ...]) -> Iterator[pl.DataFrame]:
        return (layer_differences(first, other, layers) for other in others)

    agreement = finished(agreement_steps(table, first, differences, store.usual_layer))
    return agreement if agreement.pairs else ReviewerAgreement(agreement.reviewers, (), {})


def agreement_steps(
    table: pl.DataFrame, first: Treebank, differences: Callable[[tuple[Layer, ...]], Iterable[pl.DataFrame]],
    usual: Layer = Layer.ARC,
) -> Steps[ReviewerAgreement]:  # fmt: skip
    """How far reviewers agree, in steps; ``table`` is that of `Store.table`, its rows are those of ``first``.
    ``differences`` tells what differs in some layers between the first side and each other one, as `sides.layers` does.
    ``usual`` is the layer of verdicts that name none."""
    yield 0.0
    says_something = ~pl.col("verdict").is_in(["", REVIEWED, SKIP]) & ~pl.col("stale")
    reviewers = sorted(table.filter(says_something)["reviewer"].unique())
    # Who skips an item has said nothing of it, also where they have judged its sentence: such rows go out last.
    layer = pl.when(pl.col("layer") == "").then(pl.lit(usual.value)).otherwise("layer").alias("layer")
    counting = table.filter(~pl.col("verdict").is_in(["", REVIEWED]) & ~pl.col("stale"))
    verdicts = counting.select("sentence", layer, "item", "reviewer", "verdict")
    verdicts = verdicts.unique([*_PLACE, "reviewer"], keep="last", maintain_order=True)
    layers = tuple(layer for layer in Layer if (verdicts["layer"] == layer.value).any())

    # The places that somebody has judged, themselves or with their sentence, in the order of the text.
    cast = pl.col("sentence").cast(pl.UInt32), pl.col("layer", "item").cast(pl.String)
    differing = [one.select(cast) for one in (differences(layers) if len(reviewers) > 1 else ())]
    places = pl.concat([*differing, verdicts.filter(pl.col("item") != "").select(_PLACE)]).unique(maintain_order=True)
    places = places.join(verdicts, on=["sentence", "layer"], how="semi", maintain_order="left")
    places = places.sort("sentence", maintain_order=True)
    yield 0.5
    places = _described(places, first)
    columns = [_at_places(places, verdicts.filter(pl.col("reviewer") == name)) for name in reviewers]
    pairs = [_pair(places, *pair) for pair in combinations(zip(reviewers, columns, strict=True), 2)]
    alphas = {ALL: alpha(columns)}
    for layer_name in layers:
        here = places["layer"] == layer_name.value
        alphas[layer_name.value] = alpha([column.filter(here) for column in columns])
    return ReviewerAgreement((*reviewers,), (*pairs,), alphas)


def _described(places: pl.DataFrame, first: Treebank) -> pl.DataFrame:
    """The places with the number and id of their sentences, and the label that the first side has there, of arcs."""
    row = pl.col("sentence")
    ids = first.sentences["id"].cast(pl.String)
    places = places.with_columns(number=row.cast(pl.Int64) + 1, id=ids.gather(places["sentence"]))
    if "label" not in first.words.columns:
        return places.with_columns(label=pl.lit(None, pl.String))
    item, label = pl.col("position").cast(pl.String).alias("item"), pl.col("label").cast(pl.String)
    words = first.words.select(row.cast(pl.UInt32), item, label, layer=pl.lit(Layer.ARC.value))
    return places.join(words, on=_PLACE, how="left", maintain_order="left")


def _at_places(places: pl.DataFrame, verdicts: pl.DataFrame) -> pl.Series:
    """What one reviewer says of each place; null for nothing."""
    of_item = verdicts.select(*_PLACE, "verdict")
    of_sentence = verdicts.filter(pl.col("item") == "").select("sentence", "layer", whole="verdict")
    joined = places.select(_PLACE).join(of_item, on=_PLACE, how="left", maintain_order="left")
    joined = joined.join(of_sentence, on=["sentence", "layer"], how="left", maintain_order="left")
    verdict = pl.coalesce("verdict", "whole")  # what skips stands in the item's place, so the sentence's does not count
    return joined.select(pl.when(verdict != SKIP).then(verdict).alias("verdict")).to_series()


def _pair(places: pl.DataFrame, one: tuple[str, pl.Series], other: tuple[str, pl.Series]) -> ReviewerPair:
    both = places.with_columns(a=one[1], b=other[1]).drop_nulls(["a", "b"])
    agree = pl.col("a") == pl.col("b")

    def by(*keys: str) -> pl.DataFrame:
        """A row for each value, with counts and shares."""
        counts = pl.len().cast(pl.Int64).alias("places"), agree.sum().cast(pl.Int64).alias("agreed")
        table = both.group_by(keys, maintain_order=True).agg(counts)
        kappas: dict[object, float | None] = {}
        if keys[0] != "number":  # a sentence has too few places to tell
            parts = both.drop_nulls(keys[0]).partition_by(keys[0], as_dict=True)
            kappas = {value: kappa(part["a"], part["b"]) for (value,), part in parts.items()}
        kappa_of_each = pl.Series([kappas.get(value) for value in table[keys[0]]], dtype=pl.Float64)
        places, agreed = pl.col("places"), pl.col("agreed")
        return table.with_columns(disagreements=places - agreed, agreed_share=agreed / places, kappa=kappa_of_each)

    order = {layer.value: place for place, layer in enumerate(Layer)}
    worst = [-pl.col("disagreements"), pl.col("agreed_share")]
    layers = by("layer").sort(pl.col("layer").replace_strict(order))
    labels = by("label").drop_nulls("label").sort(*worst, "label")
    sentences = by("number", "id").sort(*worst, "number").rename({"number": "sentence"}).drop("kappa")
    differing = both.filter(~agree).select(pl.col("number").alias("sentence"), "layer", "item", "label", "a", "b")
    figures = both.height, int((both["a"] == both["b"]).sum()), kappa(both["a"], both["b"])
    return ReviewerPair(one[0], other[0], *figures, layers, labels, sentences, differing)


def of_reviewers(agreement: ReviewerAgreement) -> AgreementTables:
    """The tables of reviewers; of each two ``reviewers``, ``places`` that both have judged, how they agree on these."""
    each, rows = [], []
    for pair in agreement.pairs:
        layers = pair.layers.with_columns(pl.col("layer").replace(_NAMES))
        tables = PairTables(pair.a, pair.b, pair.sentences.filter(_DISAGREED), pair.labels.filter(_DISAGREED), layers)
        each.append(tables)
        rows.append({"reviewers": tables.name, **{name: getattr(pair, name) for name in _FIGURES}})
    # With one layer, all layers together say the same again.
    alphas = {name: value for name, value in agreement.alpha.items() if name != ALL or len(agreement.alpha) != 2}
    table = pl.DataFrame([alphas], schema=dict.fromkeys(alphas, pl.Float64())).rename(_NAMES, strict=False)
    pairs = pl.DataFrame(rows, schema={"reviewers": pl.String(), **_FIGURES})
    note = "Kappa: verdicts on the places that both have judged; alpha: on those that two or more have judged."
    return AgreementTables(f"{len(agreement.reviewers)} reviewers", pairs, table, each, note=note)


def disagreeing(pair: ReviewerPair, column: str, value: str) -> str:
    """The filter for the sentences in which two reviewers disagree in a layer, or on words with a label."""
    rows = pair.disagreements.filter(pl.col(column) == value)["sentence"].unique(maintain_order=True)
    return f"number in ({', '.join(map(str, rows.head(500)))})"
