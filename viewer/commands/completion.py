"""What a shell completes: the values of options, from the same registries as the commands."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence


def choices(names: Iterable[str]) -> Callable[[str], list[str]]:
    """Completes one of the names, or the last of several that are separated by commas."""

    def complete(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        return [f"{before}{comma}{name}" for name in names if name.startswith(last)]

    return complete


def words_to_complete(program: str, environment: Mapping[str, str] = os.environ) -> Sequence[str] | None:
    """The words after the program's name on the command line that a shell asks to complete; None if none asks."""
    if not environment.get(f"_{program.upper()}_COMPLETE", "").startswith("complete_"):
        return None
    line = environment.get("_TYPER_COMPLETE_ARGS") or environment.get("COMP_WORDS", "")
    try:
        return shlex.split(line)[1:]
    except ValueError:  # a quote that is still open
        return line.split()[1:]
