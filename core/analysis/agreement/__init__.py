"""Agreement between annotators, none of whom is the gold: pairwise and over all, by layer, by label and by sentence.

Raw agreement is what the metrics say of one against another. Kappa (Cohen 1960) of labels is over the words that both
attach alike, of tags over all words; alpha (Krippendorff, nominal) is of heads as offsets, of labels and of tags, for
any number of annotators, and words that some of them do not have are allowed. Heads and labels count of the words that
score (``punctuation``). A word alignment as of any gold and parse lets words and sentences differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import polars as pl

from goldleaf.core.alignment import check_related, sentences_differ, words_differ
from goldleaf.core.analysis.agreement.annotated_words import side_by_side
from goldleaf.core.analysis.agreement.coefficients import alpha, kappa
from goldleaf.core.analysis.agreement.layer_tables import FIGURES, attached, by_label, by_layer, by_sentence, kappa_of
from goldleaf.core.errors import OptionError, PairError
from goldleaf.core.metrics import create_each
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.base import Metric, has_constituents
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.scoring import Scored, score_steps, signature
from goldleaf.core.steps import Steps, between, finished, in_turn
from goldleaf.core.treebank import Treebank

__all__ = ["FIGURES", "Agreement", "Metrics", "PairAgreement", "agreement", "agreement_steps", "alpha", "kappa"]


NAMES = ("attachment", "parseval", "tedeval")
"""The metrics that are asked, by name."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """The metrics that say how far two annotators agree, with their options."""

    attachment: Attachment
    parseval: ParsEval
    tedeval: TedEval

    @classmethod
    def among(cls, metrics: Iterable[Metric]) -> Metrics:
        """Those that are among these, and the others with the options that they have by default."""
        given: dict[str, Any] = {metric.name: metric for metric in metrics if metric.name in NAMES}
        return replace(cls(Attachment(), ParsEval(), TedEval()), **given)

    @classmethod
    def of(cls, options: Mapping[str, str]) -> Metrics:
        """All, each with those of the options that it has.

        Raises OptionError for an option that none of them has, and for a value that none allows.
        """
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
    that both have. ``scored`` are the counts of the metrics that fit, by name. The tables are those of
    `core.analysis.agreement.layer_tables`.
    """

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
        return {
            name: self.scored[metric].scores()[score].value
            for name, (metric, score) in FIGURES.items()
            if metric in self.scored
        }


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

    def _of_all(self, table: str) -> pl.DataFrame:
        tables: Iterator[pl.DataFrame] = (getattr(pair, table) for pair in self.pairs)
        return pl.concat(
            own.select(pl.lit(pair.a).alias("a"), pl.lit(pair.b).alias("b"), pl.all())
            for pair, own in zip(self.pairs, tables, strict=True)
        )

    @property
    def signatures(self) -> list[str]:
        """Every choice behind the figures, a line a metric."""
        metrics = (signature(scored.metric) for pair in self.pairs for scored in pair.scored.values())
        return list(dict.fromkeys(metrics))

    def to_dict(self) -> dict[str, Any]:
        """The object that ``goldleaf agreement --json`` prints; its shape is a promise to scripts.

        Of the sentences it holds those with disagreements.
        """
        pairs = [
            {
                "a": pair.a,
                "b": pair.b,
                **dict.fromkeys(("uas", "las")),  # which scripts find, None where there are no dependencies
                **pair.figures,
                "kappa_label": pair.kappa_label,
                "kappa_tag": pair.kappa_tag,
                "words": pair.words,
                "attached": pair.attached,
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
    metrics = metrics or Metrics.among(())
    yield 0.0
    pairs = [*combinations(range(len(treebanks)), 2)]
    # Before anything is aligned, for that may take minutes.
    for a, b in pairs:
        for this, that in ((treebanks[a], treebanks[b]), (treebanks[b], treebanks[a])):
            if that.words.height and not this.words.height:
                raise PairError(f"{this.path}: no words to compare with those of {that.path}", path=this.path)
        check_related(treebanks[a], treebanks[b])
    words = side_by_side(treebanks, metrics.attachment)
    compared = []
    for number, (a, b) in enumerate(pairs):
        two = treebanks[a], treebanks[b]
        # Those of the two alone, so that a third annotator changes nothing between them.
        own = words if len(treebanks) == 2 else side_by_side(two, metrics.attachment)
        steps = _compare_steps(two, (names[a], names[b]), own, metrics)
        compared.append((yield from between(steps, number / len(pairs), (number + 1) / len(pairs))))
    alphas = {
        layer: alpha([table[layer] for table in words if layer in table.columns]) for layer in ("head", "label", "tag")
    }
    return Agreement(tuple(names), tuple(compared), alphas)


def _compare_steps(
    treebanks: tuple[Treebank, Treebank], names: tuple[str, str], words: Sequence[pl.DataFrame], metrics: Metrics
) -> Steps[PairAgreement]:
    """Compare two annotators, whose ``words`` stand side by side (`core.analysis.agreement.annotated_words`).

    Raises PairError where a metric cannot do with them what its options ask for.
    """
    used = metrics.fitting(treebanks)
    for metric in used:
        metric.check(*treebanks)
    results = yield from in_turn([score_steps(metric, *treebanks) for metric in used])
    scored = {result.metric.name: result for result in results}
    differing = sentences_differ(*treebanks) or words_differ(*treebanks)
    remarks = [
        f"{treebanks[1].path}: warning: {name}: {result.metric.remark}"
        for name, result in scored.items()
        if result.metric.remark
    ]
    # Words that only one has are a matter of the metrics; layers are compared on those that both have.
    shared = words[0]["present"] & words[1]["present"]
    both = [table.filter(shared) for table in words]
    alike = attached(both)
    have_heads = all("head" in table.columns for table in both)
    return PairAgreement(
        *names,
        words=int(both[0]["scoring"].sum()) if have_heads else both[0].height,
        attached=int(alike.sum()),
        kappa_label=kappa_of([table.filter(alike) for table in both], "label"),
        kappa_tag=kappa_of(both, "tag"),
        scored=scored,
        layers=by_layer(both),
        labels=by_label(both, treebanks, metrics.parseval if "parseval" in scored else None),
        sentences=by_sentence(treebanks[0], scored),
        warnings=(*([differing] if differing else []), *remarks),
    )
