"""`goldleaf render`: one sentence as a figure, the same as the window exports."""

from __future__ import annotations

from dataclasses import MISSING, asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from goldleaf.core.errors import OptionError, shortened
from goldleaf.core.metrics import BY_DEFAULT
from goldleaf.core.naming import PREDICTED, names_of
from goldleaf.core.steps import finished
from goldleaf.viewer.commands import options as shared
from goldleaf.viewer.commands.drawing import check_libraries, fonts, say_warnings
from goldleaf.viewer.commands.files import check_replaces_no_input, say_ill_formed
from goldleaf.viewer.commands.options import ChosenMetrics, ReadingOptions, option, with_options
from goldleaf.viewer.export import FORMATS, format_of
from goldleaf.viewer.figures.figure import Figure
from goldleaf.viewer.figures.render import check_several, is_pattern, render, targets, write_figures
from goldleaf.viewer.figures.wanted import CHOICES, USUAL, Wanted, check_offered, kinds, own_options
from goldleaf.viewer.session.filtering import filtered
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.navigation import row_of
from goldleaf.viewer.session.request import EXPERIMENTS, Request
from goldleaf.viewer.views import AUTO, view_of
from goldleaf.viewer.views.view import Switch

_PANELS = {  # of the help; what a picture shows otherwise is its own
    "Page": {"width", "wrap", "theme", "font", "font_size", "legend", "caption"},
    shared.OUTPUT: {"pixels", "transparent", "standalone", "example", "title", "author"},
}
ENDINGS = " or ".join(", ".join(f".{suffix}" for suffix in FORMATS).rsplit(", ", 1))


def _of_views() -> dict[str, Any]:
    # The views' own options, so that a new view's appear by themselves.
    options: dict[str, Any] = {}
    for name, (view, own) in own_options().items():
        text = f"{view.title}: {own.description[:1].lower()}{own.description[1:]}"
        if isinstance(own, Switch) and isinstance(own.on, StrEnum):
            options[name] = (str | None, option(text, "|".join(type(own.on))))
        elif isinstance(own, Switch):
            options[name] = (bool | None, option(text))
        else:
            options[name] = (int | None, option(text, "N"))
    return options


def _of_figures() -> dict[str, Any]:
    options = {}
    for name, choice in CHOICES.items():
        kind, default = kinds()[name], getattr(USUAL, name)
        panel = next((panel for panel, names in _PANELS.items() if name in names), None)
        values = choice.placeholder or "|".join(choice.choices) or None
        declared = option(choice.help, values, default=default, panel=panel)
        options[name] = (kind | None if default is None else kind, declared)
    return options


@dataclass(frozen=True, slots=True)
class Which:
    """The sentence that is drawn, or those that a filter lets through; a group of options, for `with_options`."""

    PANEL: ClassVar = "Sentences"
    sentence: str = option("Its id, or its number, from 1; #N is always a number.", "N|ID", default="1")
    where: str | None = option("All sentences that a filter lets through: a file or .pdf page each.", "CONDITION")


@dataclass(frozen=True, slots=True)
class Further:
    """What is drawn besides a gold and a parse; a group of options, for `with_options`."""

    PANEL: ClassVar = shared.FILES
    other_golds: list[Path] | None = shared.OTHER_GOLDS
    against: Path | None = option("Arcs and trees: draw a second parse, too.", "PARSE2")
    beside: list[Path] | None = option(
        "Arcs, with --layers: draw these parses, or annotators, too, all at once. May be repeated.", "PARSE3"
    )
    lattice: Path | None = shared.LATTICE


@with_options(
    which=Which, further=Further, wanted=shared.group_of(Wanted, _of_figures(), "Picture"), reading=ReadingOptions,
    own=shared.group_of(shared.given, _of_views(), "Single views"), chosen=shared.metric_options(),
)  # fmt: skip
def command(
    gold: Annotated[Path, shared.GOLD_FILE],
    output: Path = option(
        f"{ENDINGS}; {{id}}, {{number}} are filled in.", "FILE", "-o", "--output", default=MISSING, panel=shared.OUTPUT
    ),
    parse: Annotated[Path | None, typer.Argument(metavar="PARSE", show_default=False, help="A parse of it.")] = None,
    adjudicate: bool = shared.ADJUDICATE,
    predicted: bool = shared.WITH_PREDICTED,
    strict: bool = shared.STRICT,
    *, which: Which, further: Further, wanted: Wanted, reading: ReadingOptions, own: dict[str, Any],
    chosen: ChosenMetrics,
) -> None:  # fmt: skip
    """Draw one sentence of a gold file, with a parse of it, as a figure; or many."""
    check_offered(format_of(output).suffix, wanted)
    if which.where is not None:
        check_several(output)
    if gold.suffix == EXPERIMENTS:
        raise OptionError(
            f"{gold}: lists experiments; give a gold of it, its parse, and the other ones by --other-gold"
        )
    lattice, others = further.lattice, tuple(further.other_golds or ())
    if further.against is not None and (parse is None or adjudicate or predicted):
        raise OptionError(f"--against {further.against}: a second parse is drawn with GOLD and PARSE, without others")
    beside = further.beside or []
    if beside and (parse is None or further.against is not None or predicted or not wanted.layers):
        raise OptionError(f"--beside {beside[0]}: wants PARSE and --layers, and neither --against nor --predicted")
    parses = [path for path in (parse, further.against, *beside) if path is not None]
    if predicted and (parses or adjudicate):
        raise OptionError("--predicted: the second analysis in GOLD is the parse; leave out PARSE and --adjudicate")
    if adjudicate:
        shared.check_adjudication([gold, *parses], others)
        request = Request.of_annotators([gold, *parses])
    else:
        request = Request(gold, tuple(parses), tuple(names_of(parses)), other_golds=others)
        request = request.with_predicted if predicted else request
    check_replaces_no_input("-o", output, [gold, *parses, lattice, *others, *chosen.options.values()])
    request = replace(request, lattice=lattice, **asdict(reading))
    view = "lattice" if lattice is not None and wanted.view == AUTO else wanted.view
    wanted = replace(wanted, view=view, own=own, against=None if further.against is None else 1)
    wanted = replace(wanted, everyone=True if beside else None)
    _draw(request, output, which, wanted, chosen, strict=strict)


def _draw(
    request: Request, output: Path, which: Which, wanted: Wanted, chosen: ChosenMetrics,
    *, strict: bool,
) -> None:  # fmt: skip
    check_libraries(window=False)
    from goldleaf.viewer.canvas.fonts import measure

    look = wanted.look
    metric = next(iter(chosen.names), None)
    document = loaded(request, chosen.metrics(BY_DEFAULT), chosen.names)
    view = view_of(look, document)
    chosen.check([document.metric_for(view.name, view.metric, metric)])
    titles = None
    if not request.adjudicated:
        # The file's name stands above the parse, if that tells it from the gold's.
        called = zip(request.parses[:1], request.names, strict=False)
        own = (name for path, name in called if getattr(path, "given", "") or path.stem != request.gold.stem)
        parse = PREDICTED if request.second_analyses else next(own, "parse")
        titles = (getattr(request.gold, "given", "") or "gold", parse)
    if which.where is not None:
        rows = [int(row) for row in finished(filtered(document, which.where, 0 if document.parses else -1)).rows]
        if not rows:
            raise OptionError(f"--where {shortened(which.where)}: no sentence of {document.gold.path} is so")
    else:
        rows = [row_of(document.gold, which.sentence)]
    for target in targets(output, document.gold, rows) if is_pattern(output) else []:
        check_replaces_no_input("-o", target, request.paths)

    def make(row: int) -> Figure:
        pages = format_of(output).pages
        return render(document, row, wanted, measure, metric=metric, titles=titles, pages=pages)

    with fonts():
        first = make(rows[0])  # what cannot be drawn is said before what is odd about the files
        golds = (document.gold, *document.gold.other_golds)
        say_ill_formed((*golds, *(one.treebank for one in document.parses)), strict=strict)
        drawn = write_figures(output, document.gold, rows, lambda row: first if row == rows[0] else make(row))
        for _, path, figure in drawn:
            say_warnings(path, figure)
