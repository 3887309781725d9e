"""`goldleaf compare CAMPAIGN.toml`: systems × treebanks, scored, as tables on the terminal and in files."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldleaf.core.errors import GoldleafError, OptionError, counted
from goldleaf.viewer.commands.files import check_replaces_no_input
from goldleaf.viewer.commands.terminal import complain, say_json, say_text
from goldleaf.viewer.tables import FORMATS, encode, format_named, format_of

if TYPE_CHECKING:
    from goldleaf.core.campaigns import Campaign, Results
    from goldleaf.core.campaigns.workers import Workers

USUAL = "text"
FAILED = 1
"""The exit status when something could not be scored; the figures of all else are there."""


@dataclass(frozen=True, slots=True)
class CampaignOptions:
    """What is done with a campaign; a group of options, for `with_options`."""

    format_name: Annotated[
        str | None, typer.Option("--format", metavar="|".join(FORMATS), help="How tables are printed. [default: text]")
    ] = None
    outputs: Annotated[
        list[Path] | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write tables as its ending says. May be repeated."),
    ] = None
    tables: Annotated[
        list[str] | None, typer.Option("--table", metavar="NAME", help="Only this table. May be repeated.")
    ] = None
    scores: Annotated[
        list[str] | None,
        typer.Option("--score", metavar="NAME", help="Tables of this score, not of the campaign's. May be repeated."),
    ] = None
    standalone: Annotated[bool, typer.Option("--standalone", help="LaTeX that can be compiled as it is.")] = False
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Plot scores against sizes: .pdf, .svg, .pgf, .png.")
    ] = None
    workers: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Processes that score. [default: one for each core]")
    ] = None
    scheduler: Annotated[
        str | None, typer.Option(metavar="tcp://…", help="Score on the Dask cluster of this scheduler.")
    ] = None
    cache: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where figures are kept. [default: the user's cache]")
    ] = None
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Score everything anew, and keep nothing.")] = False

    def given(self) -> list[str]:
        """The names of those that are not as usual."""
        usual = CampaignOptions()
        names = {"format_name": "format", "outputs": "output", "tables": "table", "scores": "score"}
        fields = (name for name in self.__slots__ if getattr(self, name) != getattr(usual, name))
        return [f"--{names.get(name, name).replace('_', '-')}" for name in fields]


def compare(
    path: Path,
    options: CampaignOptions,
    *,
    as_json: bool,
    strict: bool,
) -> int:
    """Score a campaign; returns the exit status."""
    from goldleaf.core.campaigns import load
    from goldleaf.viewer.campaigns import check_names, save

    check_names(options.tables or ())
    shown = printed_as(options, as_json=as_json, written=bool(options.outputs or options.plot))
    campaign = load(path)
    _check_outputs(campaign, options)
    results = _scored(campaign, options)
    _tell(results, strict=strict)
    for output in options.outputs or ():
        save(output, results, options.tables or (), options.scores or (), standalone=options.standalone)
    if options.plot is not None:
        _plot(results, options.plot)
    if shown is not None:
        _print(results, shown, options)
    return FAILED if results.errors else 0


def printed_as(options: CampaignOptions, *, as_json: bool, written: bool) -> str | None:
    """The format in which tables are printed; None if they are ``written`` to files only. Raises OptionError."""
    if as_json and options.format_name not in (None, "json"):
        raise OptionError(f"--json: not with --format {options.format_name}")
    said = "json" if as_json else options.format_name
    if said is None:
        return None if written else USUAL
    return format_named(said).name


def _check_outputs(campaign: Campaign, options: CampaignOptions) -> None:
    """Raise OptionError for files that cannot be written, before hours of scoring."""
    if options.plot is not None:
        from goldleaf.viewer.plots.writing import format_of as plot_format

        plot_format(options.plot)
        check_replaces_no_input("--plot", options.plot, campaign.paths)
    for output in options.outputs or ():
        format_of(output)
        check_replaces_no_input("--output", output, campaign.paths)


def _scored(campaign: Campaign, options: CampaignOptions) -> Results:
    """All results, with a progress bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    from goldleaf.core.campaigns import running_steps
    from goldleaf.core.campaigns.cache import standard_folder
    from goldleaf.core.steps import finished, told

    cache = None if options.no_cache else options.cache or standard_folder()
    bar = Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    with closing(running_steps(campaign, _workers(options), cache)) as steps, bar:
        task = bar.add_task("scoring", total=1.0)
        return finished(told(steps, lambda step: bar.update(task, completed=step.share)))


def _workers(options: CampaignOptions) -> Workers:
    from goldleaf.core.campaigns.workers import cluster, processes

    if options.scheduler is not None:
        if options.workers is not None:
            raise OptionError("--workers: the cluster has its own; leave it out, or --scheduler")
        return cluster(options.scheduler)
    return processes(options.workers)


def _tell(results: Results, *, strict: bool) -> None:
    """Say on stderr what a reader of the figures must know, and what went wrong."""
    for line in results.notes():
        complain(line)
    if strict and (wrong := results.ill_formed()):
        raise GoldleafError(f"{wrong[0]}; --strict refuses them")
    for line in results.errors:
        complain(line)
    if results.errors:
        complain(f"{counted(len(results.errors), 'error')}; what is missing in the tables is a dash")


def _print(results: Results, name: str, options: CampaignOptions) -> None:
    from goldleaf.core.campaigns.results import as_object
    from goldleaf.viewer.campaigns import tables, titled
    from goldleaf.viewer.commands.printing import print_table
    from goldleaf.viewer.commands.terminal import say

    if name == "json":
        say_json(as_object(results))
        return
    found = [*tables(results, options.tables or (), options.scores or ())]
    if name != USUAL:
        say_text(encode(name, [*titled(results, found)], standalone=options.standalone).decode(errors="replace"))
        return
    for number, table in enumerate(found):
        if number:
            say()
        print_table(table)


def _plot(results: Results, path: Path) -> None:
    """Write the plots that there are; several have their names in the files'."""
    from goldleaf.viewer.campaigns.plots import plots
    from goldleaf.viewer.plots.writing import save

    found = [*plots(results)]
    if not found:
        raise OptionError("--plot: nothing to plot; there are plots of attachment, parseval and leaf-ancestor")
    for name, plot in found:
        own = path if len(found) == 1 else path.with_stem(f"{path.stem}-{name}")
        if remark := save(plot, own):
            complain(f"{own}: {remark}")


def refused(options: CampaignOptions, taken: Collection[str] = ()) -> None:
    """Raise OptionError for options of campaigns with a file of experiments, but for those that are ``taken``."""
    if given := [name for name in options.given() if name not in taken]:
        raise OptionError(f"{given[0]}: is for campaigns; this file has experiments only")


def check_no_metric_options(given: Iterable[str]) -> None:
    """Raise OptionError for options of metrics, which a campaign says itself."""
    for name in given:
        raise OptionError(f"--{name.replace('_', '-')}: put it into options of [campaign]")
