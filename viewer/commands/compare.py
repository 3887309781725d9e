"""`goldleaf compare`: several golds and parses on common ground, single and multiple TedEval side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from goldleaf.core.experiment import (
    Attached,
    Experiment,
    Opened,
    Outcome,
    attachments,
    load,
    opened,
    outcomes,
    overlaps,
)
from goldleaf.core.experiment_results import (
    ATTACHMENT,
    LITTLE_IN_COMMON,
    as_object,
    gaps,
    kinds,
    little_in_common,
    names_of,
    pairs_of,
    value,
    values,
)
from goldleaf.core.metrics.tedeval import TedEval, tedeval_of
from goldleaf.core.scoring import Scored, signature
from goldleaf.viewer.commands.campaign import CampaignOptions, check_no_metric_options, compare
from goldleaf.viewer.commands.matrix import MatrixOptions, made_of
from goldleaf.viewer.commands.metric_options import check_options, metric_options, metrics
from goldleaf.viewer.commands.options import with_options
from goldleaf.viewer.commands.printing import print_rows
from goldleaf.viewer.commands.strict import StrictOption, say_ill_formed
from goldleaf.viewer.commands.terminal import say, say_json
from goldleaf.viewer.session.numbers import percent, signed

_TITLES = ("accuracy", "unlabeled", "exact", "exact unlab.")


@with_options(campaign=CampaignOptions, theories=MatrixOptions, options=metric_options)
def command(
    experiments: Annotated[Path, typer.Argument(metavar="CAMPAIGN.toml", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    strict: StrictOption = False,
    *,
    campaign: CampaignOptions,
    theories: MatrixOptions,
    options: dict[str, str],
) -> int:
    """Compare the systems of a campaign, or experiments of different theories or frameworks by tedeval.

    A campaign gives the tables of shared tasks: systems by treebanks. Of experiments each parse is scored against its
    own gold (single) and against what all golds have in common (multiple); parses of dependencies by LAS and UAS
    against each gold of dependencies, too. With --matrix each parse is also scored against each gold, and against each
    set of golds generalized.
    """
    from goldleaf.core.campaigns.reading import is_campaign

    if is_campaign(experiments):
        check_no_metric_options(options)
        theories.refuse()
        return compare(experiments, campaign, _print_of, as_json=as_json, strict=strict)
    loaded = load(experiments)
    theories.check(campaign, [experiments, *(path for one in loaded for path in one.paths)])
    found, metric = _opened(loaded, options, strict=strict)
    if not made_of(found, metric, theories, campaign, as_json=as_json):
        _compare_experiments(found, metric, as_json=as_json)
    return 0


def _print_of(experiments: Sequence[Experiment]) -> None:
    """Print how the experiments of a campaign compare."""
    say()
    _compare_experiments(*_opened(experiments, {}, strict=False), as_json=False)


def _opened(
    experiments: Sequence[Experiment], options: dict[str, str], *, strict: bool
) -> tuple[Sequence[Opened], TedEval]:
    """The experiments' treebanks, and the metric that compares them."""
    found = opened(experiments)
    say_ill_formed((treebank for one in found for treebank in (one.gold, *one.parses)), strict=strict)
    # Tags differ between theories, so words are compared only if that is asked for.
    used = metrics(["tedeval"], {"words": "false", **options})
    check_options(used, options)
    metric = tedeval_of(used)
    assert metric is not None
    return found, metric


def _compare_experiments(found: Sequence[Opened], metric: TedEval, *, as_json: bool) -> None:
    """Print how experiments of different theories compare."""
    done = [*outcomes(found, metric)]
    common, attached = overlaps(found, metric), [*attachments(found)]
    if as_json:
        say_json(as_object(found, done, common, attached))
        return
    _print(found, done, common, attached)


def _print(
    found: Sequence[Opened],
    done: Sequence[Outcome],
    common: Sequence[Sequence[Scored]],
    attached: Sequence[Attached],
) -> None:
    names = names_of(done)
    titles = {"single": "Single: against the parse's own gold", "multiple": "Multiple: against the common gold"}
    for kind in kinds(done):
        rows = [[name, *map(percent, values(one.scored, kind).values())] for name, one in zip(names, done, strict=True)]
        rows += [
            [f"{names[one]} – {names[other]}", *map(_signed, gaps(done[one], done[other], kind).values())]
            for one, other in pairs_of(done)
        ]
        print_rows(titles[kind], ["experiment", *_TITLES], rows)
        say()
    if len(found) > 1:
        _print_common(found, common)
    _print_attachment(attached)
    if little_in_common(common):
        say(LITTLE_IN_COMMON)
    say(signature(done[0].scored.metric))
    for line in dict.fromkeys(signature(one.scored.metric) for one in attached):
        say(line)


def _print_common(found: Sequence[Opened], common: Sequence[Sequence[Scored]]) -> None:
    for suffix, title in (("", "Golds in common"), ("_unlabeled", "The same, unlabeled")):
        rows = [
            [one.experiment.name, *(percent(value(scored, f"accuracy{suffix}")) for scored in row)]
            for one, row in zip(found, common, strict=True)
        ]
        print_rows(title, ["gold", *(one.experiment.name for one in found)], rows)
        say()


def _print_attachment(attached: Sequence[Attached]) -> None:
    if not attached:
        return
    rows = [
        [name, one.gold.name, *(percent(value(one.scored, figure)) for figure in ATTACHMENT)]
        for name, one in zip(names_of(attached), attached, strict=True)
    ]
    print_rows("Attachment: against each gold of dependencies", ["experiment", "gold", "LAS", "UAS"], rows)
    say()


def _signed(gap: float | None) -> str:
    return signed(gap, percent(gap))
