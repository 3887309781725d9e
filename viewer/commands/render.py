"""`goldleaf render`: one sentence as a figure, the same as the window exports."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import by_default
from goldleaf.viewer.commands.drawing import check_libraries, fonts, say_warnings
from goldleaf.viewer.commands.files import Reading, check_replaces_no_input
from goldleaf.viewer.commands.metric_options import check_options, metric_options, metrics
from goldleaf.viewer.commands.options import (
    AdjudicateOption,
    PredictedOption,
    check_adjudication,
    declared,
    given,
    made_by,
    with_options,
)
from goldleaf.viewer.commands.strict import StrictOption, say_ill_formed
from goldleaf.viewer.export import format_of
from goldleaf.viewer.figures.batch import check_several, is_pattern, rows_where, targets, write_figures
from goldleaf.viewer.figures.figure import Figure
from goldleaf.viewer.figures.render import render
from goldleaf.viewer.figures.wanted import CHOICES, USUAL, Wanted, check_offered, kinds, own_options
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.navigation import row_of
from goldleaf.viewer.session.request import PREDICTED, Request
from goldleaf.viewer.views import AUTO, view_of
from goldleaf.viewer.views.view import Switch


def _of_views() -> dict[str, Any]:
    """The views' own options, so that a new view's appear by themselves."""
    annotations = {}
    for name, (view, option) in own_options().items():
        text = f"{view.title}: {option.description[:1].lower()}{option.description[1:]}"
        if isinstance(option, Switch) and isinstance(option.on, StrEnum):
            annotations[name] = declared(name, str, text, "|".join(type(option.on)))
        elif isinstance(option, Switch):
            annotations[name] = declared(name, bool, text)
        else:
            annotations[name] = declared(name, int, text, "N")
    return annotations


def _of_figures() -> dict[str, tuple[Any, Any]]:
    """What can be asked of a figure, with the defaults."""
    annotations = {}
    for name, choice in CHOICES.items():
        metavar, default = choice.placeholder or "|".join(choice.choices) or None, getattr(USUAL, name)
        annotations[name] = (declared(name, kinds()[name], choice.help, metavar, default), default)
    return annotations


@dataclass(frozen=True, slots=True)
class Which:
    """The sentence that is drawn, or those that a filter lets through; a group of options, for `with_options`."""

    sentence: Annotated[
        str, typer.Option(metavar="N|ID", help="Its id, or its number, from 1; #N is always a number.")
    ] = "1"
    where: Annotated[
        str | None,
        typer.Option(metavar="CONDITION", help="All sentences that a filter lets through: a file or .pdf page each."),
    ] = None


@dataclass(frozen=True, slots=True)
class Further:
    """What is drawn besides a gold and a parse; a group of options, for `with_options`."""

    other_golds: Annotated[
        list[Path] | None,
        typer.Option("--other-gold", metavar="GOLD2", help="Functions: the sentences in another theory. Repeatable."),
    ] = None
    against: Annotated[
        Path | None, typer.Option(metavar="PARSE2", help="Arcs and trees: draw a second parse, too.")
    ] = None
    lattice: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the paths of gold and parse through this lattice.")
    ] = None


@with_options(
    which=Which,
    further=Further,
    wanted=made_by(Wanted, _of_figures()),
    reading=Reading,
    own=given(_of_views()),
    options=metric_options,
)
def command(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", show_default=False)],
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="FILE", help="A .svg, .pdf, .png or .tex file; {id} and {number} are filled in."
        ),
    ],
    parse: Annotated[Path | None, typer.Argument(metavar="PARSE", show_default=False)] = None,
    beneath: Annotated[Path | None, typer.Argument(metavar="LATTICE", show_default=False)] = None,
    metric: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose differences are marked; else the view's usual one.")
    ] = None,
    adjudicate: AdjudicateOption = False,
    predicted: PredictedOption = False,
    strict: StrictOption = False,
    *,
    which: Which,
    further: Further,
    wanted: Wanted,
    reading: Reading,
    own: dict[str, Any],
    options: dict[str, str],
) -> None:
    """Draw one sentence of a gold file, with a parse of it, as a figure; or many."""
    check_offered(format_of(output).suffix, wanted)
    if which.where is not None:
        check_several(output)
    if further.lattice is not None and beneath is not None:
        raise OptionError(f"{beneath}: the third file is the LATTICE; leave it out, or --lattice")
    lattice, others = further.lattice or beneath, tuple(further.other_golds or ())
    if further.against is not None and (parse is None or adjudicate or predicted):
        raise OptionError(f"--against {further.against}: a second parse is drawn with GOLD and PARSE, without others")
    parses = [path for path in (parse, further.against) if path is not None]
    if predicted and (parses or adjudicate):
        raise OptionError("--predicted: the second analysis in GOLD is the parse; leave out PARSE and --adjudicate")
    if adjudicate:
        check_adjudication([gold, *parses], others)
        request = Request.of_annotators([gold, *parses])
    else:
        request = Request(gold, tuple(parses), tuple(path.stem for path in parses), other_golds=others)
        request = request.with_predicted if predicted else request
    check_replaces_no_input("-o", output, [gold, *parses, lattice, *others, *options.values()])
    request = replace(request, lattice=lattice, **asdict(reading))
    view = "lattice" if lattice is not None and wanted.view == AUTO else wanted.view
    wanted = replace(wanted, view=view, own=own, against=None if further.against is None else 1)
    _draw(request, output, which, wanted, metric, options, strict=strict)


def _draw(
    request: Request,
    output: Path,
    which: Which,
    wanted: Wanted,
    metric: str | None,
    options: dict[str, str],
    *,
    strict: bool,
) -> None:
    check_libraries(window=False)
    from goldleaf.viewer.canvas.fonts import measure

    look = wanted.look
    document = loaded(request, metrics([metric] if metric else by_default(), options), [metric] if metric else ())
    view = view_of(look, document)
    check_options([document.metric_for(view.name, view.metric, metric)], options)
    titles = None
    if not request.adjudicated:
        # The file's name stands above the parse, if that tells it from the gold's.
        named = (path.stem for path in request.parses[:1] if path.stem != request.gold.stem)
        titles = ("gold", PREDICTED if request.second_analyses else next(named, "parse"))
    if which.where is not None:
        rows = rows_where(document, 0 if document.parses else -1, which.where)
    else:
        rows = [row_of(document.gold, which.sentence)]
    for target in targets(output, document.gold, rows) if is_pattern(output) else []:
        check_replaces_no_input("-o", target, request.paths)

    def make(row: int) -> Figure:
        return render(document, f"#{row + 1}", wanted, measure, metric=metric, titles=titles)

    with fonts():
        first = make(rows[0])  # what cannot be drawn is said before what is odd about the files
        golds = (document.gold, *document.gold.other_golds)
        say_ill_formed((*golds, *(one.treebank for one in document.parses)), strict=strict)
        drawn = write_figures(output, document.gold, rows, lambda row: first if row == rows[0] else make(row))
        for _, path, figure in drawn:
            say_warnings(path, figure)
