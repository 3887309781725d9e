"""`goldleaf compare`: several golds and parses on common ground, single and multiple TedEval side by side."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Annotated

import typer

from goldleaf.core.experiment import Opened, Outcome, load, opened, outcomes, overlaps
from goldleaf.core.experiment_results import FIGURES, as_object, kinds, scores_of, value, values
from goldleaf.core.metrics.base import Score
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.scoring import Scored, signature
from goldleaf.viewer.commands.metric_options import check_options, metrics, with_metric_options
from goldleaf.viewer.commands.printing import percent, print_line, print_rows

LITTLE = 0.5  # of two golds' functions in common, below which labelled figures say little
_TITLES = ("accuracy", "unlabeled", "exact", "exact unlab.")


@with_metric_options
def command(
    experiments: Annotated[Path, typer.Argument(metavar="EXPERIMENT.toml", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    **options: str | None,
) -> None:
    """Compare experiments of different theories or frameworks by tedeval.

    Each parse is scored against its own gold (single) and against what all golds have in common (multiple).
    """
    found = opened(load(experiments))
    # Tags differ between theories, so words are compared only if that is asked for.
    [metric] = metrics(["tedeval"], {"words": "false", **{key: value for key, value in options.items() if value}})
    assert isinstance(metric, TedEval)
    check_options([metric], options)
    done = [*outcomes(found, metric)]
    common = overlaps(found, metric)
    if as_json:
        print(json.dumps(as_object(found, done, common), ensure_ascii=False, indent=1))
        return
    _print(found, done, common)


def _print(found: Sequence[Opened], done: Sequence[Outcome], common: Sequence[Sequence[Scored]]) -> None:
    names = _names(done)
    titles = {"single": "Single: against the parse's own gold", "multiple": "Multiple: against the common gold"}
    for kind in kinds(done):
        scores = [scores_of(one.scored, kind) for one in done]
        rows = [[name, *map(percent, values(one.scored, kind).values())] for name, one in zip(names, done, strict=True)]
        rows += [
            [f"{names[one]} – {names[other]}", *(_gap(scores[one][key], scores[other][key]) for key in FIGURES)]
            for one, other in combinations(range(len(done)), 2)
            if done[one].experiment is not done[other].experiment
        ]
        print_rows(titles[kind], ["experiment", *_TITLES], rows)
        print_line()
    for suffix, title in (("", "Golds in common"), ("_unlabeled", "The same, unlabeled")):
        if len(found) > 1:
            rows = [
                [one.experiment.name, *(percent(value(scored, f"accuracy{suffix}")) for scored in row)]
                for one, row in zip(found, common, strict=True)
            ]
            print_rows(title, ["gold", *(one.experiment.name for one in found)], rows)
            print_line()
    if any((value(scored, "accuracy") or 0) < LITTLE for row in common for scored in row):
        print_line("The golds have few functions in common: the unlabeled figures say more, or give a label_map.")
    print_line(signature(done[0].scored.metric))


def _gap(one: Score, other: Score) -> str:
    return "–" if one.value is None or other.value is None else f"{100 * (one.value - other.value):+.2f}"


def _names(done: Iterable[Outcome]) -> list[str]:
    """The experiments' names, with the parses' where an experiment has several."""
    outcomes_ = [*done]
    several = {one.experiment.name for one in outcomes_ if len(one.experiment.parses) > 1}
    return [
        f"{one.experiment.name}: {Path(one.parse.path).stem}" if one.experiment.name in several else one.experiment.name
        for one in outcomes_
    ]
