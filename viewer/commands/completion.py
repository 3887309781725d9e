"""What a shell completes: the values of options, from the same registries as the commands."""

from __future__ import annotations

import inspect
import os
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from typer import Typer
from typer.models import OptionInfo


def choices(names: Iterable[str]) -> Callable[[str], list[str]]:
    """Completes one of the names, or the last of several that are separated by commas."""

    def complete(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        return [f"{before}{comma}{name}" for name in names if name.startswith(last)]

    return complete


def complete_values(command: Callable[..., Any]) -> Callable[..., Any]:
    """Let the shell complete the values that an option's placeholder lists, such as ``micro|macro``.

    Placeholders in capitals stand for something else. Of a command line of its own, all commands get theirs.
    """
    if isinstance(command, Typer):
        for below in command.registered_commands:
            complete_values(below.callback)  # type: ignore[arg-type] # each has one
        return command
    for parameter in inspect.signature(command, eval_str=True).parameters.values():
        for info in getattr(parameter.annotation, "__metadata__", ()):
            if isinstance(info, OptionInfo) and info.autocompletion is None and info.metavar:
                _complete_listed(info, info.metavar)
    return command


def _complete_listed(info: OptionInfo, metavar: str) -> None:
    listed = [value for value in metavar.split("|") if value == value.lower() and "…" not in value]
    info.autocompletion = choices(listed) if listed else None


def words_to_complete(program: str, environment: Mapping[str, str] = os.environ) -> Sequence[str] | None:
    """The words after the program's name on the command line that a shell asks to complete; None if none asks."""
    if not environment.get(f"_{program.upper()}_COMPLETE", "").startswith("complete_"):
        return None
    line = environment.get("_TYPER_COMPLETE_ARGS") or environment.get("COMP_WORDS", "")
    try:
        return shlex.split(line)[1:]
    except ValueError:  # a quote that is still open
        return line.split()[1:]
