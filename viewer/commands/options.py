"""The options of commands, each declared once: those that belong together are one parameter of a command. An `option`
is the default of a parameter of a command, or of a field of a dataclass. A group of options is what is called with
their values: such a dataclass, or what `group_of` makes of a registry's: metrics, figures, views."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar, get_args

import typer
from typer.models import ArgumentInfo

from goldleaf.core import formats
from goldleaf.core.errors import OptionError, check_among
from goldleaf.core.naming import STANDARD_INPUT, named, names_in
from goldleaf.viewer.text.spreadsheets import wish

if TYPE_CHECKING:  # commands that count and check need no metrics
    from goldleaf.core.metrics import Metric, Option
    from goldleaf.viewer.plots.description import Plot

# The panels of the help that several commands have
FILES, OUTPUT, METRIC_PANEL = "Files", "Output", "Metrics"
OF_METRICS = "Options of metrics"  # a panel that is left out

WIDEST = 8  # characters of the values that stand beside an option in the help

Result = TypeVar("Result")

Group = Callable[..., Any]

_NAMED = "NAME=FILE gives a file a name of its own."
GOLD_FILE = typer.Argument(metavar="GOLD", show_default=False, help=f"The gold; {_NAMED}")
PARSE_FILES = typer.Argument(metavar="PARSE...", show_default=False, help="Parses of it.")
FILE_LIST = typer.Argument(metavar="FILE...", show_default=False, help=_NAMED)
# What several commands are called with
Output = Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The file to write.", show_default=False)]


def choices(names: Iterable[str]) -> Callable[[str], list[str]]:
    """Completes one of the names, or the last of several that are separated by commas."""

    def complete(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        return [f"{before}{comma}{name}" for name in names if name.startswith(last)]

    return complete


def option(
    text: str, placeholder: str | None = None, *flags: str, default: object = None, complete: Iterable[str] = (),
    least: int | None = None, panel: str | None = None, **further: object,
) -> Any:  # fmt: skip  # noqa: ANN401
    """An option, with its help. Without ``flags`` it is called as the parameter or field whose default it is. A shell
    completes the values of ``complete``, or those that the placeholder lists (``micro|macro``). The help shows it in a
    ``panel``, or in that of its group. ``further`` is given to `typer.Option`."""
    listed = (placeholder or "").split("|")
    known = complete or [value for value in listed if value and value == value.lower() and "…" not in value]
    # An empty text is no value that one could give.
    about: dict[str, object] = {**in_help(text, placeholder), "min": least, "show_default": default != ""}
    about |= {"autocompletion": choices(known) if known else None, "rich_help_panel": panel, **further}
    return field(default=default, metadata={"flags": flags, **about})


def in_help(text: str, placeholder: str | None) -> dict[str, Any]:
    """What stands for an option's value in the help, and what is said of it, in which brackets are markup. Many values
    stand behind the text: beside each other they would leave no room for the names of options."""
    if placeholder is not None and len(placeholder) > WIDEST and "|" in placeholder:
        text, placeholder = f"{text} {placeholder.replace('|', ' | ')}", "VALUE"
    return {"metavar": placeholder, "help": text.replace("[", r"\[")}


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How files are read; a group of options, for `with_options`."""

    PANEL: ClassVar = FILES
    format_name: str | None = option(
        f"The files' format, if it cannot be told: {', '.join(formats.FORMATS)}.", "F", "--input-format",
        complete=formats.FORMATS,
    )  # fmt: skip
    encoding: str = option("The files' encoding, for instance iso-8859-1.", "E", default="utf-8")
    separator: str = option("What stands between category and function in brackets' labels.", "C", default="-")


@dataclass(frozen=True, slots=True)
class PlotLook:
    """Where plots are written, and how, whatever is plotted; a part of groups of options."""

    PANEL: ClassVar = "Plots"
    plot: Path | None = option("Write a plot: .pdf, .svg, .pgf or .png.", "FILE")  # noqa: RUF009, a field
    width: str | None = option("--plot: as wide as column, full, slide, or so many cm, with letters of 8 pt.", "W")
    plot_title: bool = option("--plot: write the title into it, too.", default=False)
    plot_theme: str = option("--plot: its colors.", "NAME", default="paper-color")

    def check_plot(self) -> None:
        """Raise OptionError for what is no width, no theme, no file of plots, or asked for without a plot."""
        if self.plot is None:
            for own in fields(self):
                if getattr(self, own.name) != own.default:
                    raise OptionError(f"--{own.name.replace('_', '-')}: is for --plot FILE, and there is none")
            return
        from goldleaf.viewer.diagram.theme import NAMES
        from goldleaf.viewer.export.sizes import page_of
        from goldleaf.viewer.plots.writing import format_of

        format_of(self.plot)
        page_of(self.width)
        check_among("--plot-theme", self.plot_theme, NAMES, "theme")

    def write_plot(self, plot: Plot, path: Path) -> str:
        """Write a plot; returns what the user should be told of it, mostly nothing."""
        from goldleaf.viewer.diagram.theme import load
        from goldleaf.viewer.export.sizes import page_of
        from goldleaf.viewer.plots.writing import save

        return save(plot, path, load(self.plot_theme), page=page_of(self.width), titled=self.plot_title)


# Values of options that are files which may be given names, as those of arguments may
NAMED = ("GOLD2", "PARSE2", "PARSE3", "BASELINE")

ADJUDICATE = option("The files are annotators', none is the gold; texts say their names.", default=False, panel=FILES)
OTHER_GOLDS = option(
    "The same sentences under another theory: what all golds have in common counts. May be repeated.",
    "GOLD2",
    "--other-gold",
    panel=FILES,
)
LATTICE = option("The lattices that the words of gold and parses are paths of.", "FILE", panel=FILES)
TRAIN = option("A training file; words that are in it are told apart.", "FILE", panel=FILES)
TREEBANK_TO = option("The file; - is standard output.", "FILE", "-o", "--output", default=STANDARD_INPUT, panel=OUTPUT)
PER_SENTENCE = option("Write a row a sentence: .csv, .tsv or .parquet.", "FILE", panel=OUTPUT)
WORST = option("How many sentences, and labels, are shown, the worst first.", "N", default=10, least=0)
REVIEWER = option("Who reviews.", "NAME")
BLIND = option("The reviewer sees no names and no scores; the sides change places.", default=False)
ROUNDS = option("How often sentences are shuffled, and drawn. [default: 10000]", "N")
SEED = option("The seed of what is drawn at random. [default: 0]", "N")
WITH_PREDICTED = option(
    "GOLD has a parse in it: PHEAD and PDEPREL of CoNLL-X, predicted columns of CoNLL-2009.", default=False, panel=FILES
)
SPREADSHEET = option(
    "CSV: put an apostrophe before text that spreadsheets take for a formula.", default=False,
    callback=lambda given: wish(guarded=given),
)  # fmt: skip
STRICT = option("Refuse files with sentences that are no trees instead of saying so.", default=False, panel=FILES)


def _parameters(called: Group) -> dict[str, inspect.Parameter]:
    declared = {one.name: one for one in fields(called)} if is_dataclass(called) else {}
    parameters = {}
    for name, parameter in inspect.signature(called, eval_str=True).parameters.items():
        one = declared.get(name, parameter.default)
        if isinstance(one, Field) and one.metadata:
            about, kind, default = dict(one.metadata), parameter.annotation, one.default
            about["rich_help_panel"] = about["rich_help_panel"] or getattr(called, "PANEL", None)
            flag = f"--{name.replace('_', '-')}"
            if bool in (kind, *get_args(kind)) and default is not False:  # else there is nothing to be switched off
                flag = f"{flag}/--no-{flag[2:]}"
            info = typer.Option(*(about.pop("flags") or (flag,)), **about)
            default = inspect.Parameter.empty if default is MISSING else default
            parameter = parameter.replace(annotation=Annotated[kind, info], default=default)
        parameters[name] = parameter
    return parameters


def _may_have_name(parameter: inspect.Parameter) -> bool:
    # Whether what is named here may be ``NAME=FILE``.
    known = getattr(parameter.annotation, "__metadata__", ())
    return any(isinstance(info, ArgumentInfo) or getattr(info, "metavar", None) in NAMED for info in known)


def _as_named(value: object) -> object:
    if isinstance(value, list):
        return [_as_named(one) for one in value]
    return named(value) if isinstance(value, Path) else value


def with_options(**groups: Group) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    """Put the options of each group in the place of the command's parameter of this name; it gets what is made of them.
    Options that are not given have the group's defaults."""

    def added(command: Callable[..., Result]) -> Callable[..., Result]:
        own, options = _parameters(command), {name: _parameters(group) for name, group in groups.items()}
        files = {name for of in (own, *options.values()) for name, one in of.items() if _may_have_name(one)}
        defaults = {name: parameter.default for name, parameter in own.items() if name not in groups}
        usual = {name: default for name, default in defaults.items() if default is not inspect.Parameter.empty}

        def run(**values: Any) -> Result:  # noqa: ANN401, of any option
            values |= {name: _as_named(values[name]) for name in files & {*values}}
            for name, group in groups.items():
                values[name] = group(**{option: values.pop(option) for option in options[name] if option in values})
            return command(**usual | values)

        parameters = [
            one.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            for parameter in own.values()
            for one in options.get(parameter.name, {parameter.name: parameter}).values()
        ]
        returned = inspect.signature(command, eval_str=True).return_annotation
        # As it is broken into lines here it would not fit a terminal of another width.
        run.__doc__ = re.sub(r"(?<!\n)\n *(?=\S)", " ", command.__doc__ or "")
        run.__signature__ = inspect.Signature(parameters, return_annotation=returned)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        return run

    return added


def group_of(make: Callable[..., Any], options: Mapping[str, tuple[Any, Any]], panel: str | None = None) -> Group:
    """A group of options of which something is made: the type and the `option` of each, by name. The help shows those
    without a panel of their own in ``panel``."""
    made, only = partial(make), inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter(name, only, default=one, annotation=kind) for name, (kind, one) in options.items()]
    made.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    made.PANEL = panel  # type: ignore[attr-defined]
    return made


def given(**values: object) -> dict[str, Any]:
    """The values of options that are given, of which a group may be made."""
    return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class ChosenMetrics:
    """The metrics that are named, none if the command is to know, and what is chosen of the options of metrics."""

    names: list[str]
    options: dict[str, str]

    def metrics(self, usual: Iterable[str]) -> list[Metric]:
        """The metrics that are named, or the usual ones, each with those of the options that it has. Raises OptionError
        for an unknown metric, for a choice that none of them has, and for an option that none of them has."""
        from goldleaf.core.metrics import create_each

        made = create_each([*dict.fromkeys(self.names or usual)], self.options)
        self.check(made)
        return made

    def check(self, used: Sequence[Metric]) -> None:
        """Raise OptionError for an option that was given and that none of the metrics has."""
        for name in self.options:
            if not any(name in metric.chosen for metric in used):
                names = ", ".join(metric.name for metric in used)
                raise OptionError(f"--{name.replace('_', '-')}: not an option of {names}")


def _chosen(metric: list[str] | None = None, **options: str | None) -> ChosenMetrics:
    """Raises OptionError where ``--metric`` has no name."""
    from goldleaf.core.metrics import METRICS

    if metric is not None and not (metric := names_in(",".join(metric))):
        raise OptionError(f"--metric: no name; there are {', '.join(METRICS)}")
    return ChosenMetrics(metric or [], given(**options))


@cache
def metric_options(*, named: bool = True) -> Group:
    """The metrics, if they may be ``named``, and the options of all, so that a new metric's appear by themselves. Each
    option of a name is there once, however many metrics have it, with the values that it takes in any of them. The help
    would be twice as long with them: ``--help-metric`` tells those of one metric."""
    from goldleaf.core.metrics import BY_DEFAULT, METRICS

    text = (
        f"Which metrics: {', '.join(METRICS)}. Differences are those of the first one. "
        f"[default: of {', '.join(BY_DEFAULT)}, what fits the files]"
    )
    options: dict[str, tuple[Any, Any]] = {}
    if named:
        options["metric"] = (list[str] | None, option(text, "NAME,…", complete=METRICS))
    names = ", ".join(name for name, metric in METRICS.items() if metric.options)
    text = f"Print the options of a metric: {names}."
    options["help_metric"] = (str | None, option(text, "NAME", complete=METRICS, callback=_help_metric, is_eager=True))
    having: dict[str, list[Option]] = {}
    for metric in METRICS.values():
        for own in metric.options:
            having.setdefault(own.name, []).append(own)
    for name, alike in having.items():
        values = dict.fromkeys(value for own in alike for value in (*own.choices, own.other) if value)
        texts = dict.fromkeys(own.help for own in alike)
        options[name] = (str | None, option("; ".join(texts), "|".join(values), panel=OF_METRICS))
    return group_of(_chosen, options, METRIC_PANEL)


def _help_metric(context: typer.Context, name: str | None) -> None:
    """Print the help of the command with the options of one metric, and no others, as this metric has them."""
    if name is None:
        return
    from goldleaf.core.metrics import create

    metric = create(name)
    own = {option.name: option for option in metric.options}
    for parameter in context.command.params:
        known, settings = own.get(parameter.name or ""), dict[str, Any](hidden=True)
        if known is not None:
            values = "|".join(filter(None, (*known.choices, known.other)))
            settings = in_help(f"{known.help[:1].upper()}{known.help[1:]}.", values)
            settings["help"] += rf" \[default: {known.default}]"
            settings |= {"hidden": False, "rich_help_panel": metric.title}
        vars(parameter).update(settings)
    context.command.help = f"Options of {metric.title}." if own else f"{metric.title} has no options."
    context.get_help()  # which prints it
    raise typer.Exit


def check_adjudication(paths: Sequence[Path], other_golds: Sequence[Path] | None) -> None:
    """Raise OptionError where ``--adjudicate`` has other files than those of two annotators or more."""
    from goldleaf.viewer.session.request import EXPERIMENTS

    if len(paths) < 2:
        raise OptionError("--adjudicate: give the files of two annotators, or more")
    if other_golds:
        raise OptionError("--adjudicate: there is no gold, so --other-gold has no meaning")
    if any(path.suffix == EXPERIMENTS for path in paths):
        raise OptionError("--adjudicate: give annotators' files, not one of experiments")
