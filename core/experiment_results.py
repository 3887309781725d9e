"""What comparing experiments gives, whoever asks: single and multiple figures of each parse, and what golds share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from goldleaf.core.experiment import Opened, Outcome
from goldleaf.core.metrics.base import Score
from goldleaf.core.scoring import Scored, signature
from goldleaf.core.version import VERSION

FIGURES = ("accuracy", "accuracy_unlabeled", "exact_match", "exact_match_unlabeled")


def as_object(found: Sequence[Opened], done: Sequence[Outcome], common: Sequence[Sequence[Scored]]) -> dict[str, Any]:
    """``experiments`` is a list of parses with the values of ``single`` and ``multiple``; ``overlap`` of golds."""
    return {
        "goldleaf": VERSION,
        "signature": signature(done[0].scored.metric),
        "experiments": [
            {
                "name": one.experiment.name,
                "gold": str(one.experiment.gold),
                "parse": one.parse.path,
                **{kind: values(one.scored, kind) for kind in kinds(done)},
                "sentences": one.scored.sentences,
            }
            for one in done
        ],
        "overlap": [
            {
                "gold": ours.experiment.name,
                "other": theirs.experiment.name,
                **{name: value(scored, name) for name in ("accuracy", "accuracy_unlabeled")},
            }
            for ours, row in zip(found, common, strict=True)
            for theirs, scored in zip(found, row, strict=True)
            if ours is not theirs
        ],
    }


def values(scored: Scored, kind: str) -> dict[str, float | None]:
    """The `FIGURES` of a parse, ``single`` against its own gold or ``multiple`` against all; fractions of 1."""
    return {name: score.value for name, score in scores_of(scored, kind).items()}


def kinds(done: Sequence[Outcome]) -> tuple[str, ...]:
    """Multiple scores only exist where there are several golds."""
    return ("single", "multiple") if "single_accuracy" in done[0].scored.ratios else ("single",)


def scores_of(scored: Scored, kind: str) -> dict[str, Score]:
    """The `FIGURES` with their counts."""
    scores = scored.scores()
    prefix = "single_" if kind == "single" and "single_accuracy" in scores else ""
    return {name: scores[f"{prefix}{name}"] for name in FIGURES}


def value(scored: Scored, name: str) -> float | None:
    """One figure, a fraction of 1."""
    return scored.scores()[name].value
