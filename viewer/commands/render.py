"""`goldleaf render`: one sentence as a figure, the same as the window exports."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import by_default
from goldleaf.viewer.commands.drawing import Drawing, fonts, write_figure
from goldleaf.viewer.commands.files import EncodingOption, FormatOption, SeparatorOption, row_of
from goldleaf.viewer.commands.lattice_figure import Files, write_lattice
from goldleaf.viewer.commands.metric_options import check_options, metrics, with_metric_options
from goldleaf.viewer.diagram.options import Direction, Mode, Options, Row
from goldleaf.viewer.diagram.theme import NAMES
from goldleaf.viewer.diagram.theme import load as load_theme
from goldleaf.viewer.export import PRESETS, FigureOptions, format_of
from goldleaf.viewer.figure.figure import Look, Structure
from goldleaf.viewer.session.document import Document, Request, load
from goldleaf.viewer.views.lattices.options import LatticeOptions
from goldleaf.viewer.views.trees.options import Style, TreeOptions

PIXELS_PER_CM = 96 / 2.54

Choice = TypeVar("Choice", bound=StrEnum)


@with_metric_options
def command(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", show_default=False)],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="A .svg, .pdf, .png or .tex file.")],
    parse: Annotated[Path | None, typer.Argument(metavar="PARSE", show_default=False)] = None,
    sentence: Annotated[str, typer.Option(metavar="N|ID", help="The sentence's number, from 1, or its id.")] = "1",
    view: Annotated[
        str,
        typer.Option(metavar="|".join(Structure), help="The kind of picture; auto: a tree if there is one."),
    ] = Structure.AUTO.value,
    other_golds: Annotated[
        list[Path] | None,
        typer.Option("--other-gold", metavar="GOLD2", help="Functions: the sentences in another theory. Repeatable."),
    ] = None,
    lattice: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the paths of gold and parse through this lattice.")
    ] = None,
    around: Annotated[
        int | None, typer.Option(metavar="N", help="Lattices: fold all but the neighbourhood of token N.")
    ] = None,
    compare: Annotated[
        str, typer.Option(metavar="|".join(Mode), help="How gold and parse stand to each other.")
    ] = Mode.STACKED.value,
    only_differences: Annotated[bool, typer.Option("--only-differences", help="Leave out what is the same.")] = False,
    rows: Annotated[
        str, typer.Option(metavar="ROW,…", help=f"What stands under the words: {', '.join(Row)}, or none.")
    ] = Row.TAG.value,
    style: Annotated[
        str, typer.Option(metavar="|".join(Style), help="Trees: words right under their tags, or on the bottom line.")
    ] = Style.SLANTED.value,
    bars: Annotated[bool, typer.Option("--bars", help="Trees: what the parse lacks as bars under its words.")] = False,
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
    format_name: FormatOption = None,
    encoding: EncodingOption = "utf-8",
    separator: SeparatorOption = "-",
    **options: str | None,
) -> None:
    """Draw one sentence of a gold file, with a parse of it, as a figure."""
    if theme not in NAMES:
        raise OptionError(f"--theme {theme}: no such theme; there are {', '.join(NAMES)}")
    format_of(output)
    preset, centimetres = _width(width)
    in_lattice = view == Structure.LATTICE or lattice is not None
    drawing = Drawing(
        look=Look(
            mode=_choice(Mode, compare, "--compare"),
            structure=Structure.AUTO if in_lattice else _choice(Structure, view, "--view"),
            tree=TreeOptions(style=_choice(Style, style, "--style"), missing_bars=bars),
            options=Options(
                rows=_rows(rows),
                only_differences=only_differences,
                enhanced=enhanced,
                direction=_choice(Direction, direction, "--direction"),
                wrap=_wrap(preset, centimetres) if wrap else None,
            ),
        ),
        theme=load_theme(theme),
        options=FigureOptions(
            preset=preset, width=centimetres, pixels=pixels, transparent=transparent, standalone=standalone
        ),
        legend=legend,
        caption=caption,
    )
    if in_lattice:
        shown = LatticeOptions(around=around, direction=drawing.look.options.direction)
        files = Files(gold, parse, lattice, format_name, encoding)
        with fonts():
            write_lattice(output, files, sentence, shown, drawing)
        return
    known = metrics(by_default(), options)
    parses = () if parse is None else (parse,)
    request = Request(
        gold,
        parses,
        tuple(path.stem for path in parses),
        format_name,
        encoding,
        separator,
        tuple(other_golds or ()),
    )
    *_, last = (step.document for step in load(request, known) if step.document is not None)
    metric = last.metric_of(functions=drawing.look.structure is Structure.FUNCTIONS)
    check_options([metric], options)
    _check_view(last, drawing.look.structure)
    pair = last.pair(row_of(last.gold, sentence), 0, metric)
    if parse is not None and not pair.compared:
        print(f"{output}: warning: gold and parse are not compared: {pair.why_not}", file=sys.stderr)
    about = {"gold": gold.name, **({"parse": parse.name} if parse else {}), "signature": metric.signature}
    with fonts():
        write_figure(output, pair, drawing, ("gold", _title(gold, parse)), about)


def _check_view(document: Document, structure: Structure) -> None:
    """Raise OptionError if the gold has no such structure."""
    there = {Structure.ARCS: document.has_arcs, Structure.TREE: document.has_tree}
    if not there.get(structure, True):
        raise OptionError(f"--view {structure}: {document.gold.path} has none to draw; there is {Structure.AUTO}")


def _title(gold: Path, parse: Path | None) -> str:
    """What stands above the parse: its file's name, if that tells it from the gold's."""
    return parse.stem if parse is not None and parse.stem != gold.stem else "parse"


def _choice(kind: type[Choice], value: str, option: str) -> Choice:
    try:
        return kind(value)
    except ValueError:
        raise OptionError(f"{option} {value}: no such choice; there are {', '.join(kind)}") from None


def _rows(value: str) -> tuple[Row, ...]:
    names = [name.strip() for name in value.split(",") if name.strip()]
    return () if names in ([], ["none"]) else tuple(_choice(Row, name, "--rows") for name in names)


def _width(value: str | None) -> tuple[str | None, float | None]:
    """The name of a preset, or a number of centimetres."""
    if value is None or value in PRESETS:
        return value, None
    try:
        return None, float(value.removesuffix("cm"))
    except ValueError:
        raise OptionError(f"--width {value}: neither {', '.join(PRESETS)} nor a number of cm") from None


def _wrap(preset: str | None, centimetres: float | None) -> float | None:
    """The width in pixels at which a sentence is wrapped, so that its text keeps its size on paper."""
    if preset is not None:
        return None if PRESETS[preset].enlarge else PRESETS[preset].width * PIXELS_PER_CM
    return None if centimetres is None else centimetres * PIXELS_PER_CM
