"""`goldleaf compare`: several golds and parses on common ground, single and multiple TedEval side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from goldleaf.core.campaigns.experiment import USUAL, Experiment, Opened, compared, load, opened
from goldleaf.core.metrics.tedeval import TedEval, tedeval_of
from goldleaf.viewer.commands.campaign import CampaignOptions, check_no_metric_options, compare
from goldleaf.viewer.commands.matrix import MatrixOptions, made_of, put_out
from goldleaf.viewer.commands.metric_options import check_options, metric_options, metrics
from goldleaf.viewer.commands.options import with_options
from goldleaf.viewer.commands.strict import SpreadsheetOption, StrictOption, say_ill_formed


@with_options(campaign=CampaignOptions, theories=MatrixOptions, options=metric_options)
def command(
    experiments: Annotated[Path, typer.Argument(metavar="CAMPAIGN.toml", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    strict: StrictOption = False,
    spreadsheet: SpreadsheetOption = False,  # noqa: ARG001, its callback does all
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
        return compare(experiments, campaign, as_json=as_json, strict=strict)
    loaded = load(experiments)
    theories.check(campaign, [experiments, *(path for one in loaded for path in one.paths)], as_json=as_json)
    found, metric = _opened(loaded, options, strict=strict)
    if not made_of(found, metric, theories, campaign, as_json=as_json):
        _print_common(found, metric, campaign, as_json=as_json)
    return 0


def _opened(
    experiments: Sequence[Experiment], options: dict[str, str], *, strict: bool
) -> tuple[Sequence[Opened], TedEval]:
    """The experiments' treebanks, and the metric that compares them."""
    found = opened(experiments)
    say_ill_formed((treebank for one in found for treebank in (one.gold, *one.parses)), strict=strict)
    used = metrics(["tedeval"], {**USUAL, **options})
    check_options(used, options)
    metric = tedeval_of(used)
    assert metric is not None
    return found, metric


def _print_common(found: Sequence[Opened], metric: TedEval, output: CampaignOptions, *, as_json: bool) -> None:
    """Print and write how experiments of different theories compare on common ground."""
    from goldleaf.viewer.theories import common_tables

    whole = compared(found, metric)
    put_out([*common_tables(whole)], whole, output, as_json=as_json)
