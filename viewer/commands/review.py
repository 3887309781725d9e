"""`goldleaf review`: sessions in which someone decides: made, reported on, made a treebank of, put together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Annotated, ClassVar

import polars as pl
import typer

from goldleaf.core.analysis.sides.layers import LAYER_NAMES, Layer, place_counts
from goldleaf.core.errors import GoldleafError, OptionError, check_among, counted
from goldleaf.core.formats.conll import second_analysis
from goldleaf.core.naming import PREDICTED, STANDARD_INPUT, annotators_of, names_in, names_of
from goldleaf.core.steps import finished
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands import options as shared
from goldleaf.viewer.commands.files import check_replaces_no_input, read
from goldleaf.viewer.commands.options import Group, Output, PlotLook, ReadingOptions, Result, option, with_options
from goldleaf.viewer.commands.printing import Printing
from goldleaf.viewer.commands.terminal import complain, say, say_text
from goldleaf.viewer.review.database import appearing, copies, set_aside
from goldleaf.viewer.review.exchange import as_rows, read_csv, to_csv
from goldleaf.viewer.review.judgements import GOLD, IMPORTER, VERDICTS
from goldleaf.viewer.review.recovery import recover
from goldleaf.viewer.review.report import REPORTS, as_message
from goldleaf.viewer.review.result import STOP, described, passed_over, result_steps, write_steps
from goldleaf.viewer.review.sentences import fingerprints
from goldleaf.viewer.review.sides import SessionSide, check_there, moved_to
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.review.team import merge_steps, numbered, progress_steps, shares, split
from goldleaf.viewer.tables import of_frame

command = typer.Typer(rich_markup_mode="rich", help="Review sessions: who decided what.")

_NAMED = 50  # of new faults

Session = Annotated[Path, typer.Argument(metavar="SESSION", show_default=False, help="The file of a review.")]


def subcommand(name: str, **groups: Group) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    """A command of `goldleaf review`, with groups of options as of `with_options`."""
    return lambda own: command.command(name)(with_options(**groups)(own))


@dataclass(frozen=True, slots=True)
class Review:
    """Who reviews what, and how; a group of options, for `with_options`."""

    reviewer: str | None = shared.REVIEWER
    adjudicate: bool = shared.ADJUDICATE
    blind: bool = shared.BLIND
    seed: int | None = shared.SEED
    layers: str = option(
        f"What is looked at: {', '.join(Layer)}. [default: arc, or constituent]", "NAME,…", default="", complete=Layer
    )


@subcommand("new", reading=ReadingOptions, review=Review)
def new(
    gold: Annotated[Path, shared.GOLD_FILE],
    parses: Annotated[list[Path], shared.PARSE_FILES],
    output: Output,
    verdicts: Path | None = option("Verdicts to begin with.", "VERDICTS.csv", "--import"),
    aside: bool = option(
        "Keep a file that is there as NAME.damaged-1, and make a new one.", None, "--set-aside", default=False
    ),
    *,
    reading: ReadingOptions,
    review: Review,
) -> None:
    """Make a session on a gold and parses of it, or on several annotators' files."""
    paths = [gold, *parses]
    for path in paths:
        if path == STANDARD_INPUT or (path.exists() and not path.is_file()):
            raise OptionError(f"{path}: a session needs files that are there the next time; save what comes to one")
    if review.blind and review.reviewer is None:
        raise OptionError("--blind: someone is blind; give --reviewer")
    if review.seed is not None and not review.blind:
        raise OptionError("--seed: shuffles the sides of a --blind review")
    check_replaces_no_input("-o", output, [*paths, verdicts])
    names, layers = side_names(paths, adjudicate=review.adjudicate), names_in(review.layers)
    for layer in layers:
        check_among("--layers", layer, [*Layer], "layer")
    treebanks = read(paths, reading)
    given = read_csv(verdicts, treebanks[0], names, review.reviewer) if verdicts else []
    options = {key: value for key, value in asdict(reading).items() if value is not None}
    sides = [SessionSide(name, str(path), options) for name, path in zip(names, paths, strict=True)]
    if output.exists() and aside:
        complain(f"{output}: kept as {set_aside(output).name}")
    usual = Layer.ARC if "head" in treebanks[0].layout.columns else Layer.CONSTITUENT
    chosen = [*map(Layer, layers)] or [usual]
    seed = (review.seed or 0) if review.blind else None
    create = partial(Store.create, adjudication=review.adjudicate, blind_seed=seed, reviewer=review.reviewer)
    with appearing(output) as temporary, create(temporary, sides, layers=chosen) as store:
        store.attach(*treebanks)
        if given:
            store.reviewer = store.reviewer or given[0].judgement.reviewer
            rows = as_rows(given, store)
            store.bring(f"import {verdicts.name}" if verdicts else "", rows)
            # What all sides read alike is seldom meant: a number too high, or another layer.
            if alike := [row for row in rows if row.decides and row.item and " / " not in row.judged]:
                number = (store.row(alike[0].sentence) or 0) + 1
                first = f"{alike[0].item} ({alike[0].layer or usual}) of sentence {number}"
                complain(f"{verdicts}: {counted(len(alike), 'verdict')} where all sides are alike, first at {first}")
    say(f"{output}: {counted(len(treebanks[0]), 'sentence')}, {counted(len(given), 'verdict')}")
    places = place_counts(treebanks, Layer)
    for said, asked in (("to decide", True), ("not chosen", False)):
        shown = {layer: count for layer, count in places.items() if (layer in chosen) is asked and (count or asked)}
        if differing := [f"{count:,} {LAYER_NAMES[layer]}" for layer, count in shown.items()]:
            say(f"{', '.join(differing)} differ: {said}")


def side_names(paths: Sequence[Path], *, adjudicate: bool) -> list[str]:
    """What verdicts call the files: gold and the parses' names, or the annotators'."""
    names = annotators_of(paths) if adjudicate else [GOLD, *names_of(paths[1:])]
    reserved = {*VERDICTS, STOP} - ({GOLD} if not adjudicate else set()) - {"parse"}
    return [
        f"{name} ({place})" if name in reserved or name in names[: place - 1] else name
        for place, name in enumerate(names, 1)
    ]


@dataclass(frozen=True, slots=True)
class Reporting(Printing):
    """How a report is printed, without --format as Markdown; a group of options, for `with_options`."""

    USUAL: ClassVar = "markdown"


@subcommand("report", printing=Reporting)
def report(session: Session, *, printing: Reporting) -> None:
    """What was decided, by whom, and what is left: for people (markdown, which is usual), as JSON, or judgements as a
    table, whose csv can be imported again: goldleaf review new --import."""
    with read_session(session, "-o", None) as (store, treebanks):
        printing.check([session, *(side.path for side in store.sides)])
        made = {name: partial(write, store, [*treebanks.values()]) for name, write in REPORTS.items()}
        printing.put([of_frame("Judgements", pl.read_csv(to_csv(store).encode(), infer_schema=False))], further=made)


@subcommand("progress", printing=Printing, plotting=PlotLook)
def progress(session: Session, *, printing: Printing, plotting: PlotLook) -> None:
    """How far everybody was, and how well they agreed, over time."""
    plotting.check_plot()
    with read_session(session, "--plot", plotting.plot) as (store, treebanks):
        printing.check([session, *(side.path for side in store.sides)])
        table = finished(progress_steps(store, [*treebanks.values()]))
    printing.put([of_frame("Progress", table)])
    if plotting.plot is not None:
        from goldleaf.viewer.plots.of_progress import progress as plotted

        plotting.write_plot(plotted(table, f"Progress of {session.stem}"), plotting.plot)


@subcommand("message")
def message(session: Session) -> None:
    """What was decided, as a message to commit the corrected treebank with."""
    with read_session(session, "", None) as (store, _):
        say_text(as_message(store))


@subcommand("treebank")
def treebank(
    session: Session,
    output: Output,
    undecided: str = option(
        "What is written where nothing was decided; or a side's name.", "gold|parse|stop", default=GOLD
    ),
    allow_faults: bool = option("Write it also where the choices make no tree.", default=False),
    record: bool = option("Write who decided: MISC of CoNLL-U, comments of export.", default=False),
    mend_deps: bool = option("Write changed heads and labels into DEPS of CoNLL-U, too.", default=False),
) -> None:
    """Write the gold, or the first annotator's file, with what was decided; all else keeps its bytes."""
    with read_session(session, "-o", output) as (store, treebanks):
        for said in passed_over(store):
            complain(f"{store.path}: warning: {said}")
    if mend_deps and "enhanced" not in next(iter(treebanks.values())).words.columns:
        raise OptionError(f"--mend-deps: {next(iter(treebanks.values())).path} has no DEPS")
    result = finished(result_steps(session, treebanks, undecided, mend_deps=mend_deps))
    for fault in result.faults:
        complain(result.described(fault))
    if result.faults and not allow_faults:
        what = f"{counted(len(result.faults), 'fault')}, so nothing is written; decide otherwise, or --allow-faults"
        raise GoldleafError(f"{output}: {what}", path=output)
    for problem in result.problems[:_NAMED]:
        complain(f"new fault: {replace(problem, path=f'{output}')}")
    if len(result.problems) > _NAMED:
        complain(f"… and {len(result.problems) - _NAMED:,} more; goldleaf validate lists them")
    finished(write_steps(result, output, record=record))
    say(f"{output}: {described(result, store.sides[0].name if undecided == GOLD else undecided)}")


@contextmanager
def read_session(session: Path, option: str, output: Path | None) -> Iterator[tuple[Store, dict[str, Treebank]]]:
    """A session that is read, and its treebanks by name, which are attached to it. Raises GoldleafError, OptionError
    where the ``output`` that an ``option`` names would replace one of its files."""
    with Store.open(session, to_write=False) as store:
        if store.lost:
            complain(store.lost)
        check_replaces_no_input(option, output, [session, *(side.path for side in store.sides)])
        check_there(session, store.sides)
        treebanks = {}
        known = {field.name for field in fields(ReadingOptions)}
        for side in store.sides:
            how = ReadingOptions(**{name: value for name, value in side.options.items() if name in known})
            [treebanks[side.name]] = read([Path(side.path)], how)
            if PREDICTED in side.options:
                treebanks[side.name] = second_analysis(treebanks[side.name])
        store.attach(*treebanks.values())
        yield store, treebanks


@subcommand("merge")
def merge(
    sessions: Annotated[list[Path], typer.Argument(metavar="SESSION...", show_default=False)],
    output: Output,
    reviewer: str = option("Who merges.", "NAME", default=IMPORTER),
) -> None:
    """Put sessions on the same gold together; where their reviewers differ, it can be adjudicated."""
    check_replaces_no_input("-o", output, sessions)
    say(f"{output}: {finished(merge_steps(sessions, output, reviewer)).described}")


@subcommand("recover")
def recover_session(session: Session, output: Output) -> None:
    """Make a new session of what can be read of a damaged one, which stays as it is."""
    check_replaces_no_input("-o", output, [session])
    if not session.is_file():
        raise GoldleafError(f"{session}: there is no such file", path=session)
    say(f"{output}: {recover(session, output).described}")
    for copy in copies(session):
        with Store.open(copy, to_write=False) as store:
            complain(f"{copy.name}: the copy of that day has {counted(len(store.rows()), 'judgement')}")


@subcommand("relink")
def relink(
    session: Session, places: Annotated[list[str], typer.Argument(metavar="FOLDER|NAME=FILE...", show_default=False)]
) -> None:
    """Say where the treebanks of a session are now: in what folder, or each by its name in the session."""
    with Store.open(session) as store:
        store.relink(moved_to(session, store.sides, places))
        before = {sentence[2:] for sentence in store.known()}
    with read_session(session, "-o", None) as (_, treebanks):
        now = fingerprints(next(iter(treebanks.values())))
    same = sum(sentence in before for sentence in now)
    say(f"{session}: {same:,} of {counted(len(now), 'sentence')} as they were")


@subcommand("assign")
def assign(
    session: Session,
    reviewers: list[str] | None = option("Who judges them; several share them. Repeatable.", "NAME", "--reviewer"),
    sentences: str | None = option("Which sentences, by number: 1-200,250. Otherwise all.", "NUMBERS"),
    double: float = option("Give so many of them to a second reviewer, too: 0.2.", "SHARE", default=0.0),
    blind: bool | None = option("Whether they see names and scores.", None, "--blind/--seeing"),
    guidelines: str | None = option("Where the guidelines are: https://…#{label}.", "ADDRESS"),
) -> None:
    """Say who judges which sentences, and who is blind; without options, who does."""
    with Store.open(session, to_write=any((reviewers, guidelines is not None))) as store:
        keys = [known.sentence for known in store.known() if known.row is not None]
        if reviewers:
            if sentences or double or blind is None:
                numbers = numbered(sentences or f"1-{len(keys)}", len(keys))
                store.assign(shares([keys[number - 1] for number in numbers], reviewers, double))
            for name in reviewers if blind is not None else ():
                store.set_blind(bool(blind), name)
        elif sentences or double or blind is not None:
            raise OptionError("--sentences, --double and --blind say what reviewers do: name them with --reviewer")
        if guidelines is not None:
            store.set_guidelines(guidelines)
        for name, own in store.assigned.items():
            others = {key for other, theirs in store.assigned.items() if other != name for key in theirs}
            twice = f", {len(own & others):,} of them others', too" if own & others else ""
            say(f"{name}{' (blind)' if store.is_blind(name) else ''}: {counted(len(own), 'sentence')}{twice}")
        if left := len({*keys} - {key for own in store.assigned.values() for key in own}):
            say(f"nobody: {counted(left, 'sentence')}")


@subcommand("split")
def split_session(
    session: Session, output: Path = option("A folder.", "FOLDER", "-o", "--output", default=...)
) -> None:
    """Make a folder for each reviewer to whom sentences are assigned, with all that is needed; merge brings it back."""
    with Store.open(session, to_write=False) as store:
        if not store.assigned:
            raise OptionError(f"{session}: nothing is assigned yet; say who judges what with goldleaf review assign")
        for name, path in split(store, output).items():
            say(f"{path}: {name}, {counted(len(store.assigned[name]), 'sentence')}")
