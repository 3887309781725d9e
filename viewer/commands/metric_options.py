"""The options of all metrics as options of a command, so that a new metric's appear by themselves."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated

import typer

from core.errors import OptionError
from core.metrics import METRICS, Metric, Option, create


def with_metric_options(command: Callable[..., None]) -> Callable[..., None]:
    """Put an option for each of the metrics' options in the place of the command's ``**chosen``."""
    signature = inspect.signature(command, eval_str=True)
    own = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
    added = [_parameter(option) for option in _all_options().values()]

    def run(**values: object) -> None:
        command(**values)

    run.__doc__ = command.__doc__
    run.__signature__ = signature.replace(parameters=[*own, *added])  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in (*own, *added)}
    return run


def _all_options() -> dict[str, Option]:
    return {option.name: option for metric in METRICS.values() for option in metric.options}


def _parameter(option: Option) -> inspect.Parameter:
    choices = "|".join(option.choices)
    text = f"{option.help[:1].upper()}{option.help[1:]}. [default: {option.default}]"
    annotation = Annotated[str | None, typer.Option(f"--{option.name}", metavar=choices, help=text)]
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def metrics(names: list[str], chosen: dict[str, str | None]) -> list[Metric]:
    """The metrics of these names, each with those of the chosen options that it has.

    Raises OptionError for an unknown metric or choice, and for an option that none of the metrics has.
    """
    given = {option: value for option, value in chosen.items() if value is not None}
    made = [_create(name, given) for name in dict.fromkeys(names)]
    for option in given:
        if not any(option in metric.chosen for metric in made):
            raise OptionError(f"--{option}: not an option of {', '.join(names)}")
    return made


def _create(name: str, given: dict[str, str]) -> Metric:
    own = {option.name for option in METRICS[name].options} if name in METRICS else set()
    return create(name, **{option: value for option, value in given.items() if option in own})
