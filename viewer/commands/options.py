"""Options that belong together, as one parameter of a command: those of several commands, of metrics, figures, views.

A group is what is called with its options' values: a dataclass whose fields are options, or a function with their
signature where they are known from a registry only.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from goldleaf.core.errors import OptionError

AdjudicateOption = Annotated[
    bool, typer.Option("--adjudicate", help="The files are annotators', none is the gold: say their names.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
PredictedOption = Annotated[
    bool,
    typer.Option(
        "--predicted",
        help="GOLD has a parse in it: PHEAD and PDEPREL of CoNLL-X, the predicted columns of CoNLL-2009.",
    ),
]

Result = TypeVar("Result")

Group = Callable[..., Any]


def with_options(**groups: Group) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    """Put the options of each group in the place of the command's parameter of this name; it gets what is made of them.

    Options that are not given have the group's defaults.
    """

    def added(command: Callable[..., Result]) -> Callable[..., Result]:
        own = inspect.signature(command, eval_str=True)
        options = {name: inspect.signature(group, eval_str=True).parameters for name, group in groups.items()}

        def run(**values: Any) -> Result:  # noqa: ANN401, of any option
            for name, group in groups.items():
                values[name] = group(**{option: values.pop(option) for option in options[name] if option in values})
            return command(**values)

        parameters = [
            one.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            for parameter in own.parameters.values()
            for one in options.get(parameter.name, {parameter.name: parameter}).values()
        ]
        run.__doc__ = command.__doc__
        run.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        return run

    return added


def declared(
    name: str,
    kind: type,
    text: str,
    metavar: str | None = None,
    default: object = None,
) -> Any:  # noqa: ANN401, typer's
    """Typer's annotation of an option that is declared somewhere else, with metrics, views or figures."""
    flag = f"--{name.replace('_', '-')}"
    if kind is bool and default is not False:  # else there is nothing to be switched off
        flag = f"{flag}/--no-{flag[2:]}"
    takes = kind | None if default is None else kind
    # An empty text is no value that one could give.
    return Annotated[takes, typer.Option(flag, metavar=metavar, help=text, show_default=default != "")]


def given(annotations: Mapping[str, Any]) -> Group:
    """A group of options with typer's annotations, by name; a command gets a dictionary of those that are given."""

    def those_given(**values: object) -> dict[str, object]:
        return {name: value for name, value in values.items() if value is not None}

    return made_by(those_given, {name: (annotation, None) for name, annotation in annotations.items()})


def made_by(make: Callable[..., Any], options: Mapping[str, tuple[Any, Any]]) -> Group:
    """A group of options of which something is made: typer's annotation and the default of each, by name."""

    def made(**values: Any) -> Any:  # noqa: ANN401, whatever is made
        return make(**values)

    made.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
            for name, (annotation, default) in options.items()
        ]
    )
    return made


def check_adjudication(paths: Sequence[Path], other_golds: Sequence[Path] | None) -> None:
    """Raise OptionError where ``--adjudicate`` has other files than those of two annotators or more."""
    from goldleaf.viewer.session.request import EXPERIMENTS

    if len(paths) < 2:
        raise OptionError("--adjudicate: give the files of two annotators, or more")
    if other_golds:
        raise OptionError("--adjudicate: there is no gold, so --other-gold has no meaning")
    if any(path.suffix == EXPERIMENTS for path in paths):
        raise OptionError("--adjudicate: give annotators' files, not one of experiments")
