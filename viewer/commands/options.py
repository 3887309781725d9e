"""The options of commands, each declared once: those that belong together are one parameter of a command.

An `option` is the default of a parameter of a command, or of a field of a dataclass. A group of options is what is
called with their values: such a dataclass, or what `group_of` makes where options are known from a registry only, those
of metrics, figures, and views.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args

import typer

from goldleaf.core.errors import OptionError
from goldleaf.viewer.text.spreadsheets import wish

if TYPE_CHECKING:  # commands that count and check need no metrics
    from goldleaf.core.metrics import Metric, Option
    from goldleaf.viewer.plots import Plot

AdjudicateOption = Annotated[
    bool, typer.Option("--adjudicate", help="The files are annotators', none is the gold: say their names.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
PredictedOption = Annotated[
    bool,
    typer.Option(
        "--predicted", help="GOLD has a parse in it: PHEAD and PDEPREL of CoNLL-X, the predicted columns of CoNLL-2009."
    ),
]
SpreadsheetOption = Annotated[
    bool,
    typer.Option(
        "--spreadsheet",
        callback=lambda given: wish(guarded=given),
        help="CSV: put an apostrophe before text that spreadsheets take for a formula.",
    ),
]
StrictOption = Annotated[
    bool, typer.Option("--strict", help="Refuse files with sentences that are no trees instead of saying so.")
]

Result = TypeVar("Result")

Group = Callable[..., Any]


def choices(names: Iterable[str]) -> Callable[[str], list[str]]:
    """Completes one of the names, or the last of several that are separated by commas."""

    def complete(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        return [f"{before}{comma}{name}" for name in names if name.startswith(last)]

    return complete


def option(
    text: str,
    placeholder: str | None = None,
    *flags: str,
    default: object = None,
    complete: Iterable[str] = (),
    least: int | None = None,
) -> Any:  # noqa: ANN401, of any kind
    """An option, with its help. Without ``flags`` it is called as the parameter or field whose default it is.

    A shell completes the values of ``complete``, or those that the placeholder lists (``micro|macro``).
    """
    listed = (placeholder or "").split("|")
    known = complete or [value for value in listed if value and value == value.lower() and "…" not in value]
    # An empty text is no value that one could give.
    about = {"metavar": placeholder, "help": text, "min": least, "show_default": default != ""}
    return field(
        default=default, metadata={"flags": flags, **about, "autocompletion": choices(known) if known else None}
    )


@dataclass(frozen=True, slots=True)
class PlotLook:
    """How plots are written, whatever is plotted; a part of groups of options."""

    width: str | None = option("--plot: as wide as column, full, slide, or so many cm, with letters of 8 pt.", "W")
    plot_title: bool = option("--plot: write the title into it, too.", default=False)
    plot_theme: str = option("--plot: its colors.", "NAME", default="paper-color")

    def check_plot(self, path: Path | None) -> None:
        """Raise OptionError for what is no width, no theme, no file of plots, or asked for without a plot."""
        if path is None:
            for name, usual in (("width", None), ("plot_title", False), ("plot_theme", "paper-color")):
                if getattr(self, name) != usual:
                    raise OptionError(f"--{name.replace('_', '-')}: says how --plot is written, and there is none")
            return
        from goldleaf.viewer.diagram.theme import NAMES
        from goldleaf.viewer.export.sizes import page_of
        from goldleaf.viewer.plots.writing import format_of

        format_of(path)
        page_of(self.width)
        if self.plot_theme not in NAMES:
            raise OptionError(f"--plot-theme {self.plot_theme}: no such theme; there are {', '.join(NAMES)}")

    def write_plot(self, plot: Plot, path: Path) -> str:
        """Write a plot; returns what the user should be told of it, mostly nothing."""
        from goldleaf.viewer.diagram.theme import load
        from goldleaf.viewer.export.sizes import page_of
        from goldleaf.viewer.plots.writing import save

        return save(plot, path, load(self.plot_theme), page=page_of(self.width), titled=self.plot_title)


def _parameters(called: Group) -> dict[str, inspect.Parameter]:
    """What a command or a group is called with, its options as typer reads them."""
    declared = {one.name: one for one in fields(called)} if is_dataclass(called) else {}
    parameters = {}
    for name, parameter in inspect.signature(called, eval_str=True).parameters.items():
        one = declared.get(name, parameter.default)
        if isinstance(one, Field) and one.metadata:
            about, kind, default = dict(one.metadata), parameter.annotation, one.default
            flag = f"--{name.replace('_', '-')}"
            if bool in (kind, *get_args(kind)) and default is not False:  # else there is nothing to be switched off
                flag = f"{flag}/--no-{flag[2:]}"
            info = typer.Option(*(about.pop("flags") or (flag,)), **about)
            default = inspect.Parameter.empty if default is MISSING else default
            parameter = parameter.replace(annotation=Annotated[kind, info], default=default)
        parameters[name] = parameter
    return parameters


def with_options(**groups: Group) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    """Put the options of each group in the place of the command's parameter of this name; it gets what is made of them.

    Options that are not given have the group's defaults.
    """

    def added(command: Callable[..., Result]) -> Callable[..., Result]:
        own, options = _parameters(command), {name: _parameters(group) for name, group in groups.items()}
        usual = {
            name: parameter.default
            for name, parameter in own.items()
            if name not in groups and parameter.default is not inspect.Parameter.empty
        }

        def run(**values: Any) -> Result:  # noqa: ANN401, of any option
            for name, group in groups.items():
                values[name] = group(**{option: values.pop(option) for option in options[name] if option in values})
            return command(**usual | values)

        parameters = [
            one.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            for parameter in own.values()
            for one in options.get(parameter.name, {parameter.name: parameter}).values()
        ]
        returned = inspect.signature(command, eval_str=True).return_annotation
        run.__doc__ = command.__doc__
        run.__signature__ = inspect.Signature(parameters, return_annotation=returned)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        return run

    return added


def group_of(make: Callable[..., Any], options: Mapping[str, tuple[Any, Any]]) -> Group:
    """A group of options of which something is made: the type and the `option` of each, by name."""

    def made(**values: Any) -> Any:  # noqa: ANN401, whatever is made
        return make(**values)

    made.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=declared, annotation=kind)
            for name, (kind, declared) in options.items()
        ]
    )
    return made


def given(**values: object) -> dict[str, object]:
    """The values of options that are given, of which a group may be made."""
    return {name: value for name, value in values.items() if value is not None}


@cache
def metric_options() -> Group:
    """The options of all metrics, so that a new metric's appear by themselves.

    Each option of a name is there once, however many metrics have it, with the values that it takes in any of them.
    """
    from goldleaf.core.metrics import METRICS

    having: dict[str, dict[str, Option]] = {}
    for metric in METRICS.values():
        for own in metric.options:
            having.setdefault(own.name, {})[metric.name] = own
    options = {}
    for name, by_metric in having.items():
        distinct = dict.fromkeys(by_metric.values())
        values = dict.fromkeys(value for own in distinct for value in (*own.choices, own.other) if value)
        texts = []
        for own in distinct:
            names = ", ".join(metric for metric, of_metric in by_metric.items() if of_metric == own)
            texts.append(f"{own.help[:1].upper()}{own.help[1:]}. [{names}; default: {own.default}]")
        options[name] = (str | None, option(" ".join(texts), "|".join(values)))
    return group_of(given, options)


def named_metrics(given: Iterable[str]) -> list[str]:
    """The names in values of ``--metric``, each of which may hold several, separated by commas.

    Raises OptionError where there are none.
    """
    from goldleaf.core.metrics import METRICS

    names = [name.strip() for value in given for name in value.split(",") if name.strip()]
    if not names:
        raise OptionError(f"--metric: no name; there are {', '.join(METRICS)}")
    return names


def metrics(names: list[str], chosen: Mapping[str, str]) -> list[Metric]:
    """The metrics of these names, each with those of the chosen options that it has.

    Raises OptionError for an unknown metric, for a choice that none of them has, and for an option that none of them
    has.
    """
    from goldleaf.core.metrics import create_each

    made = create_each([*dict.fromkeys(names)], chosen)
    check_options(made, chosen)
    return made


def check_options(used: list[Metric], chosen: Mapping[str, str]) -> None:
    """Raise OptionError for an option that was given and that none of the metrics has."""
    for name in chosen:
        if not any(name in metric.chosen for metric in used):
            names = ", ".join(metric.name for metric in used)
            raise OptionError(f"--{name.replace('_', '-')}: not an option of {names}")


def check_adjudication(paths: Sequence[Path], other_golds: Sequence[Path] | None) -> None:
    """Raise OptionError where ``--adjudicate`` has other files than those of two annotators or more."""
    from goldleaf.viewer.session.request import EXPERIMENTS

    if len(paths) < 2:
        raise OptionError("--adjudicate: give the files of two annotators, or more")
    if other_golds:
        raise OptionError("--adjudicate: there is no gold, so --other-gold has no meaning")
    if any(path.suffix == EXPERIMENTS for path in paths):
        raise OptionError("--adjudicate: give annotators' files, not one of experiments")
