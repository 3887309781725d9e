"""`goldleaf compare`: systems × treebanks as shared tasks have them, or golds and parses of several theories."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldleaf.core import formats
from goldleaf.core.analysis.significance import Rounds
from goldleaf.core.campaigns.experiment import USUAL, Opened, compared, load, matrix_as_object, matrix_steps, opened
from goldleaf.core.errors import GoldleafError, OptionError, check_among, counted
from goldleaf.core.files import check_folder, replacing, write_folder
from goldleaf.core.formats.conversion import converted
from goldleaf.core.metrics.tedeval import TedEval, tedeval_of
from goldleaf.core.metrics.tedeval.tree_operations import OPERATIONS, common, described, joined_trees
from goldleaf.core.naming import names_in
from goldleaf.core.steps import finished, mapped_steps
from goldleaf.viewer.commands import options as shared
from goldleaf.viewer.commands.citing import bibtex
from goldleaf.viewer.commands.drawing import check_libraries, fonts
from goldleaf.viewer.commands.files import check_replaces_no_input, say_ill_formed, with_bar
from goldleaf.viewer.commands.options import ChosenMetrics, PlotLook, metric_options, option, with_options
from goldleaf.viewer.commands.printing import Printing
from goldleaf.viewer.commands.terminal import complain
from goldleaf.viewer.tables import FORMATS, Column, Table, encode

if TYPE_CHECKING:
    from goldleaf.core.campaigns.description import Campaign
    from goldleaf.core.campaigns.results import Results

# The exit status when something could not be scored; the figures of all else are there
FAILED = 1

QUOTED = 5  # sentences without a tree that are named one by one
TEXT, ARCHIVE = ".txt", ".zst"


@dataclass(frozen=True, slots=True)
class CampaignOptions:
    """What is done with a campaign; a group of options, for `with_options`."""

    check: bool = option(
        "Only say of each file whether it is complete, partial, of other text, empty, broken or absent.", default=False
    )
    table: list[str] | None = option("Only these tables.", "NAME,…")
    score: list[str] | None = option("Tables of these scores, las or ud.las, not of the campaign's.", "NAME,…")
    workers: int | None = option("Processes that score. [default: one for each core]", "N", least=1)
    scheduler: str | None = option("Score on the Dask cluster of this scheduler.", "tcp://…")
    ship: bool = option("Send files to the workers of --scheduler, which need not see them.", default=False)
    cache: Path | None = option("Where figures are kept. [default: the user's cache]", "DIR")
    no_cache: bool = option("Score everything anew, and keep nothing.", default=False)
    reveal: bool = option("Print which system has which id, where the campaign is anonymous.", default=False)
    archive: Path | None = option("Pack campaign, golds, outputs, hashes, versions and tables.", "FILE.tar.zst")


@dataclass(frozen=True, slots=True)
class MatrixOptions:
    """What else is made of theories; a group of options, for `with_options`."""

    matrix: bool = option("Theories: every parse against every gold, and sets of golds generalized.", default=False)
    rounds: int | None = shared.ROUNDS
    seed: int | None = shared.SEED
    trees: Path | None = option("Theories: write the golds' common trees: .txt, .discbracket, .export, …", "FILE")
    tree: str | None = option("How --trees are made. [default: generalize]", "generalize|unify|tl-unify")


@with_options(
    campaign=CampaignOptions, theories=MatrixOptions, printing=Printing, plotting=PlotLook,
    chosen=metric_options(named=False),
)  # fmt: skip
def command(
    experiments: Annotated[
        Path | None, typer.Argument(metavar="CAMPAIGN.toml", show_default=False, help="Or what --archive has packed.")
    ] = None,
    new: Path | None = option(
        "Write DIR/campaign.toml for DIR/gold/TREEBANK.conllu and DIR/out/SYSTEM/TREEBANK.conllu.", "DIR"
    ),
    strict: bool = shared.STRICT,
    *, campaign: CampaignOptions, theories: MatrixOptions, printing: Printing, plotting: PlotLook,
    chosen: ChosenMetrics,
) -> int:  # fmt: skip
    """Compare the systems of a campaign, or experiments of different theories or frameworks by tedeval.

    A campaign gives the tables of shared tasks: systems by treebanks. Of experiments each parse is scored against its
    own gold (single) and against what all golds have in common (multiple); parses of dependencies by LAS and UAS
    against each gold of dependencies, too. With --matrix each parse is also scored against each gold, and against each
    set of golds generalized. With -o FOLDER a campaign's results are written as pages for a browser.
    """
    from goldleaf.core.campaigns.new import write_new
    from goldleaf.core.campaigns.reading import is_campaign

    if experiments is None or new is not None:
        if new is None or experiments is not None:
            raise OptionError("name a CAMPAIGN.toml, or --new DIR to have one written")
        for line in write_new(new):
            complain(line)
        return 0
    if experiments.suffix == ARCHIVE or is_campaign(experiments):
        for name in chosen.options:
            raise OptionError(f"--{name.replace('_', '-')}: put it into options of [campaign]")
        for field in fields(theories):
            if getattr(theories, field.name) not in (None, False):
                raise OptionError(f"--{field.name}: is for experiments of theories; this file has a campaign")
        return _compare_packed(experiments, campaign, printing, plotting, strict=strict)
    loaded = load(experiments)
    inputs = [experiments, *(path for one in loaded for path in one.paths)]
    _check_theories(theories, campaign, plotting, inputs)
    # Common trees are no tables: there may be trees alone.
    tabled = theories.matrix or theories.trees is None
    if not tabled and printing != Printing():
        raise OptionError("--trees: are no tables; without --matrix there are none to be printed")
    printing.check(inputs)
    read = opened(loaded)
    say_ill_formed((treebank for one in read for treebank in (one.gold, *one.parses)), strict=strict)
    metric = tedeval_of(ChosenMetrics(["tedeval"], {**USUAL, **chosen.options}).metrics(()))
    assert metric is not None
    if theories.trees is not None:
        _write_trees(read, metric, theories.trees, theories.tree or "generalize")
    if theories.matrix:
        from goldleaf.viewer.theories import tables

        rounds = Rounds(**shared.given(number=theories.rounds, seed=theories.seed))
        done = finished(matrix_steps(read, metric, rounds))
        signatures = dict.fromkeys(cell.signature for cell in done.cells.values())
        made = tables(done)
        text = [one for table in made for one in (table, "")]
        printing.put(made, matrix_as_object(done), [*text, *signatures])
    elif tabled:
        from goldleaf.viewer.theories import common_tables

        whole = compared(read, metric)
        printing.put([*common_tables(whole)], whole)
    return 0


def _compare_packed(
    path: Path, options: CampaignOptions, printing: Printing, plotting: PlotLook, *, strict: bool
) -> int:
    """The same of an archive as of the file that it was packed from; and whether the tables are those that it has."""
    from goldleaf.core.campaigns.archive import ENDING, read_archive, write_archive
    from goldleaf.core.campaigns.reading import load, system_id

    with ExitStack() as ends:
        is_packed = path.suffix == ARCHIVE
        campaign, packed, remark = ends.enter_context(read_archive(path)) if is_packed else (load(path), {}, "")
        if options.reveal:
            if not campaign.names:
                raise OptionError(f"--reveal: {path} does not know who is who")
            printing.check(campaign.paths)
            printing.put([Table("Systems", [Column("id"), Column("system")], [*map(list, campaign.names.items())])])
            return 0
        if options.archive is not None:
            ending = "" if options.archive.name.endswith(ENDING) else f"end the name in {ENDING}"
            if why := ending or (f"{path} is one" if packed else "not with --check" if options.check else ""):
                raise OptionError(f"--archive {options.archive}: {why}")
            check_replaces_no_input("--archive", options.archive, campaign.paths)
        if any(system_id(name, f"{campaign.rounds.seed}") == one for one, name in campaign.names.items()):
            told = "tables name the seed that ids are of: who knows the systems' names can tell which is whose"
            complain(f'{path}: {told}; anonymous = "words that only you know" gives them another seed')
        status, results = _compare_systems(campaign, options, printing, plotting, strict=strict)
        if options.archive is not None:
            write_archive(options.archive, campaign, _all_tables(results))
        if packed and not options.check:
            again = _all_tables(results)
            others = ", ".join(name for name in {**packed, **again} if packed.get(name) != again.get(name))
            how = f"not as they were packed: {others}" if others else "as they were packed, byte for byte"
            for line in filter(None, (remark, f"{path}: the tables are {how}")):
                complain(line)
            return FAILED if others else status
        return status


def _all_tables(results: Results) -> dict[str, bytes]:
    from goldleaf.core.campaigns.results import as_object
    from goldleaf.viewer.campaigns import tables, titled

    made, whole = [*titled(results, tables(results))], as_object(results)
    packed = {f"results{one.endings[0]}": encode(name, made, whole=whole) for name, one in FORMATS.items()}
    return {**packed, "cite.bib": bibtex(results.signatures()).encode()}


def _compare_systems(
    campaign: Campaign, options: CampaignOptions, printing: Printing, plotting: PlotLook, *, strict: bool
) -> tuple[int, Results]:
    """The exit status, and the results."""
    from goldleaf.core.campaigns.checking import SCORED
    from goldleaf.core.campaigns.results import as_object, submissions
    from goldleaf.viewer.campaigns import TABLES, tables, titled

    names, scores = (names_in(",".join(given or ())) for given in (options.table, options.score))
    for name in names:
        check_among("--table", name, TABLES, "table")
    given = printing.output or []
    folders = [one for one in given if not options.check and (one.is_dir() or not one.suffix)]
    if folders:
        check_libraries(window=False)
        printing = replace(printing, output=[one for one in given if one not in folders] or None)
    for folder in folders:
        check_folder(folder)
    # What cannot be written is said before hours of scoring.
    plotting.check_plot()
    check_replaces_no_input("--plot", plotting.plot, campaign.paths)
    printing.check(campaign.paths)
    said: list[str] = []
    results = _scored(campaign, options, said)
    if options.check:
        [table] = tables(results, ["submissions"])
        printing.put([*titled(results, [table])], {"submissions": submissions(results)}, [replace(table, note="")])
        unscored = any(one.state not in SCORED and one.path is not None for one in results.checked)
        return FAILED if unscored else 0, results
    for line in results.lines("notes"):
        complain(line)
    if strict and (wrong := results.lines("ill_formed")):
        raise GoldleafError(f"{wrong[0]}; --strict refuses them")
    for line in results.errors:
        if line not in said:
            complain(line)
    if results.errors:
        complain(f"{counted(len(results.errors), 'error')}; what is missing in the tables is a dash")
    if plotting.plot is not None:
        from goldleaf.viewer.campaigns.breakdowns import plots

        if not (drawn := [*plots(results)]):
            raise OptionError("--plot: nothing to plot; there are plots of attachment, parseval and leaf-ancestor")
        for name, plot in drawn:  # several have their names in the files'
            path = plotting.plot if len(drawn) == 1 else plotting.plot.with_stem(f"{plotting.plot.stem}-{name}")
            if remark := plotting.write_plot(plot, path):
                complain(f"{path}: {remark}")
    _write_sites(results, folders)
    if not (folders or plotting.plot) or printing != Printing():
        made = [*tables(results, names, scores)]
        text = [one for table in made for one in ("", table)][1:]
        printing.put([*titled(results, made)], as_object(results), text)
    return FAILED if results.errors else 0, results


def _write_sites(results: Results, folders: Sequence[Path]) -> None:
    from goldleaf.viewer.campaigns import site
    from goldleaf.viewer.canvas.fonts import measure

    for folder in folders:
        with fonts():
            write_folder(folder, with_bar(site.site_steps(results, measure), "making the pages"))
        complain(f"{folder / site.INDEX}: open it in a browser")


def _scored(campaign: Campaign, options: CampaignOptions, said: list[str]) -> Results:
    """What is scored, or checked only. Lines about what has been submitted are ``said`` before anything is scored."""
    from goldleaf.core.campaigns.jobs import cluster, processes
    from goldleaf.core.campaigns.running import CampaignStep, running_steps, standard_folder

    if options.scheduler is not None and options.workers is not None:
        raise OptionError("--workers: the cluster has its own; leave it out, or --scheduler")
    # Whoever has an archive wants to see that it gives the figures again.
    none = options.no_cache or campaign.file(campaign.path) != campaign.path
    cache = options.cache or (None if none else standard_folder())
    if options.ship and options.scheduler is None:
        raise OptionError("--ship: only with --scheduler")
    workers = processes(options.workers)
    if options.scheduler is not None:
        workers = cluster(options.scheduler, None if options.ship else campaign.on_worker)

    def share(step: CampaignStep) -> float:
        if step.checked and not said and not options.check:
            said.extend(map(str, step.results().checked))
            for line in said:
                complain(line)
        return step.share

    return with_bar(mapped_steps(running_steps(campaign, workers, cache, only_check=options.check), share), "scoring")


def _check_theories(
    theories: MatrixOptions, campaign: CampaignOptions, plotting: PlotLook, inputs: Sequence[Path]
) -> None:
    """Raise OptionError for what does not go together, or cannot be written."""
    for given in (campaign, plotting):
        for field in fields(given):
            if getattr(given, field.name) != field.default:
                raise OptionError(f"--{field.name.replace('_', '-')}: is for campaigns; this file has experiments only")
    for name, other in (("rounds", "matrix"), ("seed", "matrix"), ("tree", "trees")):
        if getattr(theories, name) is not None and not getattr(theories, other):
            raise OptionError(f"--{name}: only with --{other}")
    if theories.trees is not None:
        check_replaces_no_input("--trees", theories.trees, inputs)
        _format_of_trees(theories.trees)
        if theories.tree is not None:
            check_among("--tree", theories.tree, OPERATIONS, "operation")


def _format_of_trees(path: Path) -> str | None:
    """The format of constituents that a file's name asks for; None for text. Raises OptionError for any other."""
    entries = {name: entry for name, entry in formats.FORMATS.items() if "nodes" in entry.holds().contents}
    of_trees = {suffix: name for name, entry in entries.items() for suffix in entry.suffixes}
    if path.suffix != TEXT and path.suffix not in of_trees:
        raise OptionError(f"--trees {path}: end the name in {', '.join((TEXT, *of_trees))}")
    return of_trees.get(path.suffix)


def _write_trees(read: Sequence[Opened], metric: TedEval, path: Path, operation: str) -> None:
    """Write a tree a sentence, and say on stderr which sentences have none. Raises GoldleafError."""
    golds = [one.gold for one in read]
    if path.suffix == TEXT:
        names = [one.experiment.name for one in read]
        made = [*joined_trees(golds, operation, metric.rules)]
        text = "\n".join(described(tree, golds[0], names, operation) for tree in made)
        with replacing(path) as temporary:
            temporary.write_text(text, encoding="utf-8")
        without = [tree for tree in made if tree.tree is None]
    else:
        trees, without = common(golds, operation, metric.rules)
        formats.write_bytes(converted(trees, f"{_format_of_trees(path)}").data, path)
    for tree in without[:QUOTED]:
        complain(f"{path}: sentence {tree.number} has no tree ({operation}): {tree.why_not}")
    if len(without) > QUOTED:
        complain(f"{path}: nor have {len(without) - QUOTED:,} more sentences")
