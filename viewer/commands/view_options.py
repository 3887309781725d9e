"""The views' own options as options of a command, so that a new view's appear by themselves."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

import typer

from goldleaf.viewer.figures.render import own_options
from goldleaf.viewer.views.view import Number, Switch, View


def with_view_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add an option for each of the views' own options; those that are given come as the command's ``own``."""
    signature = inspect.signature(command, eval_str=True)
    parameters = [one for one in signature.parameters.values() if one.name != "own"]
    known = own_options()
    added = [_parameter(name, *known[name]) for name in known]
    rest = [one for one in parameters if one.kind is inspect.Parameter.VAR_KEYWORD]

    def run(**values: Any) -> None:  # noqa: ANN401
        own = {name: value for name in known if (value := values.pop(name, None)) is not None}
        command(**values, own=own)

    run.__doc__ = command.__doc__
    run.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[*(one for one in parameters if one not in rest), *added, *rest]
    )
    return run


def _parameter(name: str, view: View, option: Switch | Number) -> inspect.Parameter:
    text = f"{view.title}: {option.description[:1].lower()}{option.description[1:]}"
    flag = f"--{name.replace('_', '-')}"
    kind: Any = Annotated[int | None, typer.Option(flag, metavar="N", help=text)]
    if isinstance(option, Switch) and isinstance(option.on, StrEnum):
        kind = Annotated[str | None, typer.Option(flag, metavar="|".join(type(option.on)), help=text)]
    elif isinstance(option, Switch):
        kind = Annotated[bool | None, typer.Option(f"{flag}/--no-{flag[2:]}", help=text)]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
