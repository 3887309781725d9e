"""Agreement between annotators, none of whom is the gold: pairwise and over all, by layer, by label and by sentence.

Raw agreement is what the metrics say of one against another. Kappa (Cohen 1960) of labels is over the words that both
attach alike, of tags over all words; alpha (Krippendorff, nominal) is of heads as offsets, of labels and of tags, for
any number of annotators, and words that some of them do not have are allowed. Heads and labels count of the words that
score (``punctuation``). A word alignment as of any gold and parse lets words and sentences differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import polars as pl

from goldleaf.core.analysis.agreement.annotated_words import side_by_side
from goldleaf.core.analysis.agreement.annotator_pairs import Metrics, PairAgreement, check_same_text, compare_steps
from goldleaf.core.analysis.agreement.coefficients import alpha, kappa
from goldleaf.core.analysis.agreement.layer_tables import FIGURES
from goldleaf.core.errors import OptionError
from goldleaf.core.scoring import signature
from goldleaf.core.steps import Steps, between, finished
from goldleaf.core.treebank import Treebank

__all__ = ["FIGURES", "Agreement", "Metrics", "PairAgreement", "agreement", "agreement_steps", "alpha", "kappa"]

ALPHAS = ("head", "label", "tag")
"""The layers of which there is an alpha."""


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
        return self._of_all("labels")

    @property
    def layers(self) -> pl.DataFrame:
        """The tables by layer of all pairs."""
        return self._of_all("layers")

    @property
    def sentences(self) -> pl.DataFrame:
        """The tables by sentence of all pairs, each worst first."""
        return self._of_all("sentences")

    @property
    def signatures(self) -> list[str]:
        """Every choice behind the figures, a line a metric."""
        metrics = (signature(scored.metric) for pair in self.pairs for scored in pair.scored.values())
        return list(dict.fromkeys(metrics))

    def to_dict(self) -> dict[str, Any]:
        """The object that ``goldleaf agreement --json`` prints; its shape is a promise to scripts.

        Of the sentences it holds those with disagreements.
        """
        return {
            "annotators": [*self.annotators],
            "pairs": [_as_object(pair) for pair in self.pairs],
            "alpha": self.alpha,
            "layers": self.layers.to_dicts(),
            "labels": self.labels.to_dicts(),
            "sentences": self.sentences.filter(pl.col("disagreements") > 0).to_dicts(),
            "signatures": self.signatures,
        }

    def _of_all(self, table: str) -> pl.DataFrame:
        named = ((pl.lit(pair.a).alias("a"), pl.lit(pair.b).alias("b")) for pair in self.pairs)
        tables: Iterator[pl.DataFrame] = (getattr(pair, table) for pair in self.pairs)
        return pl.concat(own.select(*names, pl.all()) for names, own in zip(named, tables, strict=True))


def _as_object(pair: PairAgreement) -> dict[str, Any]:
    figures = dict.fromkeys(("uas", "las")) | pair.figures
    return {
        "a": pair.a,
        "b": pair.b,
        **figures,
        "kappa_label": pair.kappa_label,
        "kappa_tag": pair.kappa_tag,
        "words": pair.words,
        "attached": pair.attached,
        **({"warnings": [*pair.warnings]} if pair.warnings else {}),
    }


def agreement(treebanks: Sequence[Treebank], names: Sequence[str], metrics: Metrics | None = None) -> Agreement:
    """How far annotators of the same text agree; ``names`` are theirs, in the order of the treebanks.

    Raises OptionError for fewer than two, PairError where texts have nothing to do with each other.
    """
    return finished(agreement_steps(treebanks, names, metrics))


def agreement_steps(
    treebanks: Sequence[Treebank], names: Sequence[str], metrics: Metrics | None = None
) -> Steps[Agreement]:
    """What `agreement` does, in steps."""
    if len(treebanks) < 2:
        raise OptionError("agreement: it is between two annotators or more; name another file")
    metrics = metrics or Metrics.default()
    yield 0.0
    pairs = [*combinations(range(len(treebanks)), 2)]
    for one, other in pairs:
        check_same_text(treebanks[one], treebanks[other])
    words = side_by_side(treebanks, metrics.attachment)
    found = []
    for number, (one, other) in enumerate(pairs):
        two = treebanks[one], treebanks[other]
        # Those of the two alone, so that a third annotator changes nothing between them.
        own = words if len(treebanks) == 2 else side_by_side(two, metrics.attachment)
        steps = compare_steps(two, (names[one], names[other]), own, metrics)
        found.append((yield from between(steps, number / len(pairs), (number + 1) / len(pairs))))
    alphas = {layer: alpha([table[layer] for table in words if layer in table.columns]) for layer in ALPHAS}
    return Agreement(tuple(names), tuple(found), alphas)
