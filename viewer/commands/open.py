"""`goldleaf open`: the window on files; `goldleaf` alone: on the demo, or without a display what can be shown of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from importlib.resources import as_file
from importlib.resources import files as resources
from pathlib import Path
from typing import Annotated

from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.naming import STANDARD_INPUT
from goldleaf.viewer.commands import options as shared
from goldleaf.viewer.commands.drawing import check_libraries, fonts, has_display, say_warnings
from goldleaf.viewer.commands.files import check_read_once
from goldleaf.viewer.commands.options import ReadingOptions, check_adjudication, with_options
from goldleaf.viewer.commands.terminal import loading, say
from goldleaf.viewer.review.store import request_of
from goldleaf.viewer.session.request import EXPERIMENTS, Request

OUTPUT = Path("demo-output")


@dataclass(frozen=True, slots=True)
class Going:
    """Who goes on with a review; a group of options, for `with_options`."""

    reviewer: str | None = shared.REVIEWER
    blind: bool = shared.BLIND


@with_options(reading=ReadingOptions, going=Going)
def command(
    gold: Annotated[Path | None, shared.GOLD_FILE] = None,
    parses: Annotated[list[Path] | None, shared.PARSE_FILES] = None,
    other_golds: list[Path] | None = shared.OTHER_GOLDS, lattice: Path | None = shared.LATTICE,
    train: Path | None = shared.TRAIN, adjudicate: bool = shared.ADJUDICATE, predicted: bool = shared.WITH_PREDICTED, *,
    reading: ReadingOptions, going: Going,
) -> int:  # fmt: skip
    """Open a gold and parses of it, a campaign, or a review, in the window; without files the start page."""
    if not has_display():
        raise GoldleafError("no display for a window; goldleaf score and goldleaf render work without one")
    if gold is None:
        if adjudicate:
            raise GoldleafError("--adjudicate goes with two files or more: goldleaf open --adjudicate A B …")
        if going != Going():
            raise GoldleafError("--reviewer and --blind go with a SESSION: goldleaf open SESSION …")
        if other_golds or lattice or train or predicted:
            of_gold = "--other-gold, --lattice, --train and --predicted go with a GOLD: goldleaf open GOLD …"
            raise GoldleafError(of_gold)
        return _run(None)
    if not parses and gold.suffix == EXPERIMENTS and gold.is_file():
        from goldleaf.core.campaigns.reading import is_campaign, load

        if is_campaign(gold) and load(gold).systems:
            return _run(None, gold)
    files, others = [gold, *(parses or [])], other_golds or []
    if adjudicate:
        check_adjudication(files, others)
    paths = [*files, *others, *(path for path in (lattice, train) if path is not None)]
    check_read_once(paths)
    for path in paths:
        if path != STANDARD_INPUT and not path.exists():
            raise GoldleafError(f"{path}: no such file")
    request = Request.of_annotators(files) if adjudicate else request_of(files)
    request = replace(request, lattice=lattice, train=train)
    if not (request.experiments or request.session):  # which say themselves how files are read
        request = replace(request, other_golds=tuple(others), **asdict(reading))
    if predicted:
        if request.adjudicated or request.experiments or request.session:
            raise OptionError("--predicted: goes with one GOLD, not with annotators, experiments or a review")
        if request.gold == STANDARD_INPUT:
            raise OptionError("-: standard input can be read only once; save it to a file to use --predicted")
        request = request.with_predicted
    return _run(_with_reviewer(request, going))


def _with_reviewer(request: Request, going: Going) -> Request:
    """The request with who reviews. Raises OptionError where nothing is reviewed."""
    if going == Going():
        return request
    if request.session is None:
        raise OptionError("--reviewer and --blind: go with a SESSION; Review › New review… begins one")
    if going.reviewer is not None and not going.reviewer.strip():
        raise OptionError("--reviewer: the name is empty")
    return replace(request, reviewer=going.reviewer or "", blind=going.blind)


def _run(request: Request | None, campaign: Path | None = None) -> int:
    check_libraries()
    with loading():
        from goldleaf.viewer.app import run
    return run(request) if campaign is None else run(campaign=campaign)


def show_demo() -> int:
    """Show the demo in the way that this machine can: in the window, or as scores and pictures."""
    demo = resources("goldleaf.assets") / "demo"
    if has_display():
        with as_file(demo) as folder:
            return _run(request_of([folder / "gold.conllu", folder / "parse.conllu"]))
    check_libraries()
    from goldleaf.core.metrics import create
    from goldleaf.viewer.canvas.fonts import measure
    from goldleaf.viewer.commands import compare
    from goldleaf.viewer.commands.score import command as score
    from goldleaf.viewer.export.families import better_font
    from goldleaf.viewer.figures.render import render
    from goldleaf.viewer.figures.wanted import Wanted
    from goldleaf.viewer.session.loading import loaded

    count = 0
    with as_file(demo) as folder, fonts():
        gold, parse = folder / "gold.conllu", folder / "parse.conllu"
        say(f"no display for a window: the demo's scores, and its pictures in {OUTPUT}/")
        say()
        score.command(gold=gold, parses=[parse])
        say()
        compare.command(experiments=folder / "theories" / "theories.toml")
        OUTPUT.mkdir(exist_ok=True)
        document = loaded(Request(gold, (parse,), ("parse",)), [create("attachment")])
        for row, identity in enumerate(document.gold.sentences["id"]):
            figure = render(document, row, Wanted(theme="light", legend=True), measure)
            for suffix in (".svg", ".png"):
                path = (OUTPUT / (identity or f"{row + 1}")).with_suffix(suffix)
                figure.save(path)
                say_warnings(path, figure)
                count += 1
    say()
    say(f"{count} pictures in {OUTPUT.resolve()}")
    if better := better_font():
        say(better)
    return 0
