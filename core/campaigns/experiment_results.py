"""What comparing experiments gives, whoever asks: single and multiple figures of each parse, and what golds share."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from goldleaf.core.campaigns.experiment import Attached, Opened, Outcome, attachments, outcomes, overlaps
from goldleaf.core.metrics.base import Score
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.scoring import Scored, signature
from goldleaf.core.structures.ill_formed import ill_formed
from goldleaf.core.version import VERSION

LITTLE = 0.5  # of two golds' functions in common, below which labelled figures say little
LITTLE_IN_COMMON = "The golds have few functions in common: the unlabeled figures say more, or give a label_map."

ATTACHMENT = ("las", "uas")
FIGURES = ("accuracy", "accuracy_unlabeled", "exact_match", "exact_match_unlabeled")

USUAL = {"words": "false"}
"""TedEval's options: tags differ between theories, so words are compared only if that is asked for."""


def compared(found: Sequence[Opened], metric: TedEval) -> dict[str, Any]:
    """How experiments compare, as `as_object` says it. Raises GoldleafError for what cannot be scored."""
    return as_object(found, [*outcomes(found, metric)], overlaps(found, metric), [*attachments(found)])


def as_object(
    found: Sequence[Opened],
    done: Sequence[Outcome],
    common: Sequence[Sequence[Scored]],
    attached: Sequence[Attached],
) -> dict[str, Any]:
    """``experiments`` is a list of parses with the values of ``single`` and ``multiple``; ``overlap`` of golds. The
    ``title`` of a parse is another than those of all others.

    ``attachment`` has LAS and UAS of parses against golds of dependencies. ``differences`` are of parses of different
    experiments, two by two: the first one's values less the second's. ``invalid`` counts the sentences of gold and
    parse that are no trees, by what is wrong.
    """
    return {
        "goldleaf": VERSION,
        "signature": signature(done[0].scored.metric),
        "experiments": [
            {
                "name": one.experiment.name,
                "title": one.name,
                "gold": str(one.experiment.gold),
                "parse": one.parse.path,
                **{kind: values(one.scored, kind) for kind in kinds(done)},
                "sentences": one.scored.sentences,
                "invalid": _invalid(found, one),
            }
            for one in done
        ],
        "overlap": _overlap(found, common),
        "attachment": [_attachment(one) for one in attached],
        "differences": [
            {
                "first": done[one].name,
                "second": done[other].name,
                **{kind: gaps(done[one], done[other], kind) for kind in kinds(done)},
            }
            for one, other in pairs_of(done)
        ],
        "notes": [LITTLE_IN_COMMON] if little_in_common(common) else [],
    }


def _invalid(found: Sequence[Opened], one: Outcome) -> dict[str, dict[str, int]]:
    gold = next(other.gold for other in found if other.experiment is one.experiment)
    return {"gold": ill_formed(gold).counts, "parse": ill_formed(one.parse).counts}


def _overlap(found: Sequence[Opened], common: Sequence[Sequence[Scored]]) -> list[dict[str, Any]]:
    return [
        {
            "gold": ours.experiment.name,
            "other": theirs.experiment.name,
            **{name: value(scored, name) for name in ("accuracy", "accuracy_unlabeled")},
        }
        for ours, row in zip(found, common, strict=True)
        for theirs, scored in zip(found, row, strict=True)
        if ours is not theirs
    ]


def _attachment(one: Attached) -> dict[str, Any]:
    return {
        "name": one.experiment.name,
        "title": one.name,
        "parse": one.parse.path,
        "gold": one.gold.name,
        **{name: value(one.scored, name) for name in ATTACHMENT},
        "signature": signature(one.scored.metric),
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


def pairs_of(done: Sequence[Outcome]) -> list[tuple[int, int]]:
    """The parses of different experiments, two by two."""
    pairs = combinations(range(len(done)), 2)
    return [(one, other) for one, other in pairs if done[one].experiment is not done[other].experiment]


def gaps(one: Outcome, other: Outcome, kind: str) -> dict[str, float | None]:
    """What the first parse's values have more than the second's."""
    ours, theirs = values(one.scored, kind), values(other.scored, kind)
    return {name: _gap(ours[name], theirs[name]) for name in FIGURES}


def _gap(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other


def little_in_common(common: Sequence[Sequence[Scored]]) -> bool:
    """Whether two of the golds share so few functions that labelled figures say little."""
    return any((value(scored, "accuracy") or 0) < LITTLE for row in common for scored in row)
