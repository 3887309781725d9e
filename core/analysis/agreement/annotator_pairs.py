"""Two annotators compared: raw agreement by the metrics, kappa, and tables of where they disagree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

import polars as pl

from goldleaf.core.alignment import check_related, sentences_differ, words_differ
from goldleaf.core.analysis.agreement.layer_tables import (
    FIGURES,
    attached,
    by_label,
    by_layer,
    by_sentence,
    have,
    kappa_of,
)
from goldleaf.core.errors import OptionError, PairError
from goldleaf.core.metrics import create_each
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.base import Metric, has_constituents
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.scoring import Scored, score_steps
from goldleaf.core.steps import Steps, in_turn
from goldleaf.core.treebank import Treebank

_NAMES = ("attachment", "parseval", "tedeval")


@dataclass(frozen=True, slots=True)
class Metrics:
    """The metrics that say how far two annotators agree, with their options."""

    attachment: Attachment
    parseval: ParsEval
    tedeval: TedEval

    @classmethod
    def default(cls) -> Metrics:
        """All with the options that they have by default."""
        return cls(Attachment(), ParsEval(), TedEval())

    @classmethod
    def of(cls, options: Mapping[str, str]) -> Metrics:
        """All, each with those of the options that it has.

        Raises OptionError for an option that none of them has, and for a value that none allows.
        """
        made = create_each(_NAMES, options)
        for option in options:
            if not any(option in metric.chosen for metric in made):
                raise OptionError(f"{option}: not an option of {', '.join(_NAMES)}")
        attachment, parseval, tedeval = made
        return cls(cast(Attachment, attachment), cast(ParsEval, parseval), cast(TedEval, tedeval))

    def fitting(self, treebanks: Sequence[Treebank]) -> list[Metric]:
        """Those that compare what all have, the most telling first; TedEval where there are constituents."""
        candidates: list[Metric] = [self.attachment, self.parseval]
        candidates += [self.tedeval] * any(map(has_constituents, treebanks))
        return [one for one in candidates if all(map(one.applies, treebanks))]


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


def compare_steps(
    treebanks: tuple[Treebank, Treebank], names: tuple[str, str], words: Sequence[pl.DataFrame], metrics: Metrics
) -> Steps[PairAgreement]:
    """Compare two annotators, whose ``words`` stand side by side (`core.analysis.agreement.annotated_words`).

    Raises PairError where a metric cannot do with them what its options ask for.
    """
    used = metrics.fitting(treebanks)
    for metric in used:
        metric.check(*treebanks)
    scored = yield from in_turn([score_steps(metric, *treebanks) for metric in used])
    found = {one.metric.name: one for one in scored}
    shared = words[0]["present"] & words[1]["present"]
    both = [one.filter(shared) for one in words]
    alike = attached(both)
    return PairAgreement(
        *names,
        words=int(both[0]["scoring"].sum()) if have(both, "head") else both[0].height,
        attached=int(alike.sum()),
        kappa_label=kappa_of([one.filter(alike) for one in both], "label"),
        kappa_tag=kappa_of(both, "tag"),
        scored=found,
        layers=by_layer(both),
        labels=by_label(both, treebanks, metrics.parseval if "parseval" in found else None),
        sentences=by_sentence(treebanks[0], found),
        warnings=(*_warnings(treebanks, found.values()),),
    )


def _warnings(treebanks: tuple[Treebank, Treebank], scored: Iterable[Scored]) -> Iterator[str]:
    """How the sentences or words differ, and what the metrics say of the two."""
    if differ := sentences_differ(*treebanks) or words_differ(*treebanks):
        yield differ
    for one in scored:
        if one.metric.remark:
            yield f"{treebanks[1].path}: warning: {one.metric.name}: {one.metric.remark}"


def check_same_text(one: Treebank, other: Treebank) -> None:
    """Raise PairError where the texts have nothing to do with each other, or only one has words."""
    for this, that in ((one, other), (other, one)):
        if that.words.height and not this.words.height:
            raise PairError(f"{this.path}: no words to compare with those of {that.path}", path=this.path)
    check_related(one, other)
