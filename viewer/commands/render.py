"""`goldleaf render`: one sentence as a figure, the same as the window exports."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from goldleaf.core.metrics import by_default
from goldleaf.viewer.commands.drawing import fonts, write_figure
from goldleaf.viewer.commands.files import EncodingOption, FormatOption, SeparatorOption
from goldleaf.viewer.commands.metric_options import check_options, metrics, with_metric_options
from goldleaf.viewer.commands.strict import StrictOption, say_ill_formed
from goldleaf.viewer.commands.view_options import with_view_options
from goldleaf.viewer.diagram.options import Direction, Mode, Row
from goldleaf.viewer.diagram.theme import NAMES
from goldleaf.viewer.export import PRESETS, format_of
from goldleaf.viewer.figures.render import Wanted, render
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.views import AUTO, VIEWS, view_of


@with_metric_options
@with_view_options
def command(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", show_default=False)],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="A .svg, .pdf, .png or .tex file.")],
    parse: Annotated[Path | None, typer.Argument(metavar="PARSE", show_default=False)] = None,
    sentence: Annotated[
        str, typer.Option(metavar="N|ID", help="Its id, or its number, from 1; #N is always a number.")
    ] = "1",
    view: Annotated[
        str,
        typer.Option(metavar="|".join((AUTO, *VIEWS)), help="The kind of picture; auto: a tree if there is one."),
    ] = AUTO,
    metric: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose differences are marked; else the view's usual one.")
    ] = None,
    other_golds: Annotated[
        list[Path] | None,
        typer.Option("--other-gold", metavar="GOLD2", help="Functions: the sentences in another theory. Repeatable."),
    ] = None,
    lattice: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the paths of gold and parse through this lattice.")
    ] = None,
    compare: Annotated[
        str, typer.Option(metavar="|".join(Mode), help="How gold and parse stand to each other.")
    ] = Mode.STACKED.value,
    only_differences: Annotated[bool, typer.Option("--only-differences", help="Leave out what is the same.")] = False,
    rows: Annotated[
        str, typer.Option(metavar="ROW,…", help=f"What stands under the words: {', '.join(Row)}, or none.")
    ] = Row.TAG.value,
    enhanced: Annotated[bool, typer.Option("--enhanced", help="Draw the enhanced graph, too.")] = False,
    direction: Annotated[str, typer.Option(metavar="|".join(Direction), help="Which way the words run.")] = "auto",
    width: Annotated[
        str | None, typer.Option(metavar="W", help=f"Wrap and scale to {', '.join(PRESETS)}, or so many cm.")
    ] = None,
    wrap: Annotated[bool, typer.Option("--wrap/--no-wrap", help="With --width: wrap long sentences.")] = True,
    theme: Annotated[str, typer.Option(metavar="|".join(NAMES), help="Colours and lines.")] = "paper-colour",
    legend: Annotated[bool, typer.Option("--legend", help="Explain the lines.")] = False,
    caption: Annotated[str, typer.Option(metavar="TEXT", help="Text below the picture.")] = "",
    pixels: Annotated[int, typer.Option(metavar="1…8", help="PNG: pixels to a pixel of the picture.")] = 2,
    transparent: Annotated[bool, typer.Option("--transparent", help="No background.")] = False,
    standalone: Annotated[bool, typer.Option("--standalone", help="TeX: a document that compiles by itself.")] = False,
    strict: StrictOption = False,
    format_name: FormatOption = None,
    encoding: EncodingOption = "utf-8",
    separator: SeparatorOption = "-",
    own: dict[str, Any] | None = None,
    **options: str | None,
) -> None:
    """Draw one sentence of a gold file, with a parse of it, as a figure."""
    from goldleaf.viewer.canvas.fonts import measure

    format_of(output)
    wanted = Wanted(
        view="lattice" if lattice is not None and view == AUTO else view,
        compare=compare,
        only_differences=only_differences,
        rows=rows,
        enhanced=enhanced,
        direction=direction,
        width=width,
        wrap=wrap,
        theme=theme,
        legend=legend,
        caption=caption,
        pixels=pixels,
        transparent=transparent,
        standalone=standalone,
        own=own or {},
    )
    look = wanted.look
    parses = () if parse is None else (parse,)
    request = Request(
        gold,
        parses,
        tuple(path.stem for path in parses),
        format_name,
        encoding,
        separator,
        tuple(other_golds or ()),
        lattice=lattice,
    )
    document = loaded(request, metrics([metric] if metric else by_default(), options), [metric] if metric else ())
    view_ = view_of(look, document)
    check_options([document.metric_for(view_.name, view_.metric, metric)], options)
    titles = ("gold", _title(gold, parse))
    with fonts():
        figure = render(document, sentence, wanted, measure, metric=metric, titles=titles)
        golds = (document.gold, *document.gold.other_golds)
        say_ill_formed((*golds, *(one.treebank for one in document.parses)), strict=strict)
        write_figure(output, figure)


def _title(gold: Path, parse: Path | None) -> str:
    """What stands above the parse: its file's name, if that tells it from the gold's."""
    return parse.stem if parse is not None and parse.stem != gold.stem else "parse"
