"""Agreement between the reviewers of one session: whether they judge the same places alike.

A *place* is an item of a sentence in a layer: one at which the sides differ, or that somebody has judged. A verdict on
a whole sentence is one on each of its places in that layer which its reviewer has not judged by itself; a sentence
without such places, where there was nothing to decide, does not count. So whoever judges a sentence at once and whoever
goes through its words can be compared, and two reviewers disagree exactly where the session has a conflict.

Verdicts are compared as they are written: a third reading agrees with the same reading only, ``unsure`` with
``unsure``. Who skips has said nothing, nor has who is done with a sentence and judged nothing in it. What settles
others' disagreement was said knowing of it: in its place counts what its reviewer had said before
(`Store.independent`). Verdicts on sentences that have changed since do not count.

Kappa (Cohen 1960) is of two reviewers' verdicts on the places that both have judged; alpha (Krippendorff, nominal) is
of all reviewers, and places that some have not judged are allowed. Both are of `core.analysis.agreement`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

import polars as pl

from goldleaf.core.analysis.agreement import alpha, kappa
from goldleaf.core.analysis.sides.layers import Layer, layer_differences
from goldleaf.core.steps import Steps, finished
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.judgements import REVIEWED, SKIP
from goldleaf.viewer.review.store import Store

Differences: TypeAlias = Callable[[tuple[Layer, ...]], Iterable[pl.DataFrame]]
"""What differs in these layers between the first side and each other one, as `sides.layers` tells it."""

ALL = "all"
"""The key of the alpha of all layers together, beside those of each."""

_PLACE = ["sentence", "layer", "item"]
_COUNTS = {
    **dict.fromkeys(("places", "agreed", "disagreements"), pl.Int64()),
    **dict.fromkeys(("agreed_share", "kappa"), pl.Float64()),
}


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
        """The fraction of places on which both say the same."""
        return self.agreed / self.places if self.places else None


@dataclass(frozen=True, slots=True, eq=False)
class ReviewerAgreement:
    """How far reviewers agree: each two of them, and all by alpha, of all layers (`ALL`) and of each."""

    reviewers: tuple[str, ...]
    pairs: tuple[ReviewerPair, ...]
    alpha: dict[str, float | None]

    def table(self, name: str) -> pl.DataFrame:
        """The tables of all pairs that have this name, with the columns ``a`` and ``b`` before them."""
        named = [
            getattr(pair, name).select(pl.lit(pair.a).alias("a"), pl.lit(pair.b).alias("b"), pl.all())
            for pair in self.pairs
        ]
        return pl.concat(named) if named else pl.DataFrame()

    def to_dict(self) -> dict[str, Any]:
        """What JSON has of it; its shape is a promise to scripts. Of sentences those with disagreements."""
        figures = ("a", "b", "places", "agreed", "agreed_share", "kappa")
        sentences = self.table("sentences")
        return {
            "annotators": [*self.reviewers],
            "pairs": [{name: getattr(pair, name) for name in figures} for pair in self.pairs],
            "alpha": self.alpha,
            "layers": self.table("layers").to_dicts(),
            "labels": self.table("labels").to_dicts(),
            "sentences": sentences.filter(pl.col("disagreements") > 0).to_dicts() if self.pairs else [],
        }


def agreement_of(store: Store, treebanks: Sequence[Treebank]) -> ReviewerAgreement:
    """The agreement in a session to which these treebanks, its sides, are attached."""
    table = store.independent()
    if table.filter(_says_something())["reviewer"].n_unique() < 2:
        return ReviewerAgreement((*_reviewers(table),), (), {})
    first, *others = treebanks

    def differences(layers: tuple[Layer, ...]) -> Iterator[pl.DataFrame]:
        return (layer_differences(first, other, layers) for other in others)

    return finished(agreement_steps(table, first, differences, store.usual_layer))


def agreement_steps(
    table: pl.DataFrame, first: Treebank, differences: Differences, usual: Layer = Layer.ARC
) -> Steps[ReviewerAgreement]:
    """How far reviewers agree, in steps; ``table`` is that of `Store.independent`, its rows are those of ``first``.

    ``usual`` is the layer of verdicts that name none.
    """
    yield 0.0
    reviewers = _reviewers(table)
    said = _verdicts(table, usual)
    layers = tuple(layer for layer in Layer if (said["layer"] == layer.value).any())
    places = _places(said, [*differences(layers)] if len(reviewers) > 1 else ())
    yield 0.5
    places = _described(places, first)
    verdicts = [_on(places, said.filter(pl.col("reviewer") == name)) for name in reviewers]
    numbers = combinations(range(len(reviewers)), 2)
    pairs = [_pair((reviewers[a], reviewers[b]), places, (verdicts[a], verdicts[b])) for a, b in numbers]
    return ReviewerAgreement((*reviewers,), (*pairs,), _alphas(places, verdicts, layers))


def _says_something() -> pl.Expr:
    return ~pl.col("verdict").is_in(["", REVIEWED, SKIP]) & ~pl.col("stale")


def _reviewers(table: pl.DataFrame) -> list[str]:
    return sorted(table.filter(_says_something())["reviewer"].unique())


def _verdicts(table: pl.DataFrame, usual: Layer) -> pl.DataFrame:
    """The verdicts that count, and those that skip, for these go over one on the sentence."""
    layer = pl.when(pl.col("layer") == "").then(pl.lit(usual.value)).otherwise("layer").alias("layer")
    chosen = table.filter(~pl.col("verdict").is_in(["", REVIEWED]) & ~pl.col("stale"))
    items = chosen.select("sentence", layer, "item", "reviewer", "verdict")
    return items.unique([*_PLACE, "reviewer"], keep="last", maintain_order=True)


def _places(said: pl.DataFrame, differing: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """The places that somebody has judged, themselves or with their sentence, in the order of the text."""
    cast = {"sentence": pl.UInt32(), "layer": pl.String(), "item": pl.String()}
    found = [one.select(pl.col(name).cast(dtype) for name, dtype in cast.items()) for one in differing]
    judged = said.filter(pl.col("item") != "").select(_PLACE)
    places = pl.concat([*found, judged]).unique(maintain_order=True)
    places = places.join(said, on=["sentence", "layer"], how="semi", maintain_order="left")
    return places.sort("sentence", maintain_order=True)


def _described(places: pl.DataFrame, first: Treebank) -> pl.DataFrame:
    """The places with the number and id of their sentences, and the label that the first side has there, of arcs."""
    row = pl.col("sentence")
    ids = first.sentences["id"].cast(pl.String)
    places = places.with_columns(number=row.cast(pl.Int64) + 1, id=ids.gather(places["sentence"]))
    if "label" not in first.words.columns:
        return places.with_columns(label=pl.lit(None, pl.String))
    words = first.words.select(
        row.cast(pl.UInt32), pl.col("position").cast(pl.String).alias("item"), pl.col("label").cast(pl.String),
        layer=pl.lit(Layer.ARC.value),
    )  # fmt: skip
    return places.join(words, on=_PLACE, how="left", maintain_order="left")


def _on(places: pl.DataFrame, said: pl.DataFrame) -> pl.Series:
    """What one reviewer says of each place; null for nothing."""
    of_item = said.select(*_PLACE, "verdict")
    of_sentence = said.filter(pl.col("item") == "").select("sentence", "layer", whole="verdict")
    joined = places.select(_PLACE).join(of_item, on=_PLACE, how="left", maintain_order="left")
    joined = joined.join(of_sentence, on=["sentence", "layer"], how="left", maintain_order="left")
    verdict = pl.coalesce("verdict", "whole")
    return joined.select(pl.when(verdict != SKIP).then(verdict).alias("verdict")).to_series()


def _pair(names: tuple[str, str], places: pl.DataFrame, verdicts: tuple[pl.Series, pl.Series]) -> ReviewerPair:
    both = places.with_columns(a=verdicts[0], b=verdicts[1]).drop_nulls(["a", "b"])
    layers, labels, sentences = (_by(both, key) for key in (["layer"], ["label"], ["number", "id"]))
    order = {layer.value: place for place, layer in enumerate(Layer)}
    worst = [-pl.col("disagreements"), pl.col("agreed_share")]
    return ReviewerPair(
        *names,
        places=both.height,
        agreed=int((both["a"] == both["b"]).sum()),
        kappa=kappa(both["a"], both["b"]),
        layers=layers.sort(pl.col("layer").replace_strict(order, return_dtype=pl.Int64)),
        labels=labels.drop_nulls("label").sort(*worst, "label"),
        sentences=sentences.sort(*worst, "number").rename({"number": "sentence"}).drop("kappa"),
        disagreements=both.filter(pl.col("a") != pl.col("b")).select(
            pl.col("number").alias("sentence"), "layer", "item", "label", "a", "b"
        ),
    )


def _by(both: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    """A row for each value, with `_COUNTS`."""
    agreed = (pl.col("a") == pl.col("b")).sum().alias("agreed")
    table = both.group_by(keys, maintain_order=True).agg(pl.len().alias("places"), agreed)
    kappas = _kappas(both, keys[0])
    return table.with_columns(
        disagreements=pl.col("places").cast(pl.Int64) - pl.col("agreed").cast(pl.Int64),
        agreed_share=pl.col("agreed") / pl.col("places"),
        kappa=pl.Series([kappas.get(value) for value in table[keys[0]]], dtype=pl.Float64),
    ).select(*keys, *(pl.col(name).cast(dtype) for name, dtype in _COUNTS.items()))


def _kappas(both: pl.DataFrame, key: str) -> Mapping[Any, float | None]:
    """Kappa for each value of a column; none of sentences, each of which has too few places to tell."""
    if key == "number":
        return {}
    parts = both.drop_nulls(key).partition_by(key, as_dict=True)
    return {value: kappa(part["a"], part["b"]) for (value,), part in parts.items()}


def _alphas(places: pl.DataFrame, verdicts: Sequence[pl.Series], layers: Sequence[Layer]) -> dict[str, float | None]:
    found = {ALL: alpha(verdicts)}
    for layer in layers:
        here = places["layer"] == layer.value
        found[layer.value] = alpha([one.filter(here) for one in verdicts])
    return found
