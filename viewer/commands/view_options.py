"""The views' own options as options of a command, so that a new view's appear by themselves."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from goldleaf.viewer.commands.options import given
from goldleaf.viewer.figures.render import own_options
from goldleaf.viewer.views.view import Number, Switch, View


def _annotation(name: str, view: View, option: Switch | Number) -> Any:  # noqa: ANN401, typer's
    text = f"{view.title}: {option.description[:1].lower()}{option.description[1:]}"
    flag = f"--{name.replace('_', '-')}"
    if isinstance(option, Switch) and isinstance(option.on, StrEnum):
        return Annotated[str | None, typer.Option(flag, metavar="|".join(type(option.on)), help=text)]
    if isinstance(option, Switch):
        return Annotated[bool | None, typer.Option(f"{flag}/--no-{flag[2:]}", help=text)]
    return Annotated[int | None, typer.Option(flag, metavar="N", help=text)]


view_options = given({name: _annotation(name, view, option) for name, (view, option) in own_options().items()})
"""A group of options, for `with_options`."""
